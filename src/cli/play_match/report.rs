//! What a match shows: a bar or lines while it runs, a table at its end.

use std::io::{self, IsTerminal, Write};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};

use crate::arena::{Pentanomial, Progress, Standings, Termination, Tournament};
use crate::kernel::Part;
use crate::notation::tag;

/// Tells how a match goes.
pub(super) struct Reporter<'a> {
    tournament: &'a Tournament,
    /// On a terminal.
    bar: Option<ProgressBar>,
    /// Elsewhere, how many games lie between two lines.
    every: u64,
    started: Instant,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(tournament: &'a Tournament, every: u64) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(tournament.games().count() as u64);
            let look = "{bar:30} {pos}/{len} {elapsed_precise} {msg}";
            bar.with_style(
                ProgressStyle::with_template(look).unwrap_or(ProgressStyle::default_bar()),
            )
        });
        Self { tournament, bar, every, started: Instant::now() }
    }

    /// Tells the state after a game, and at once if a player lost without having been beaten.
    pub(super) fn tell(&mut self, progress: &Progress) {
        let games = progress.standings.games();
        if let Some((fixture, game)) = progress.last {
            let termination = game.tag(tag::TERMINATION).unwrap_or("");
            if Termination::FORFEITS.iter().any(|forfeit| forfeit.name() == termination) {
                let line = format!(
                    "game {}, {} against {}: {}, {}: {}",
                    fixture.label(),
                    game.tag(tag::FIRST).unwrap_or(""),
                    game.tag(tag::SECOND).unwrap_or(""),
                    game.result,
                    termination,
                    game.tag(tag::REASON).unwrap_or(""),
                );
                match &self.bar {
                    Some(bar) => bar.suspend(|| crate::cli::complain(line)),
                    None => crate::cli::complain(line),
                }
            }
        }
        let state = self.state(progress.standings);
        match &self.bar {
            Some(bar) => {
                bar.set_position(games);
                bar.set_message(state);
            }
            None if progress.last.is_none() && games == 0 => {}
            None if games % self.every == 0 || progress.last.is_none() => {
                // Who does not listen to the progress may still want the games.
                let _ = writeln!(io::stdout(), "{games} of {} games: {state}", progress.games);
            }
            None => {}
        }
    }

    /// Returns the state of a match in a few words.
    fn state(&self, standings: &Standings) -> String {
        let names: Vec<&str> = self.tournament.players.iter().map(|p| p.name.as_str()).collect();
        if names.len() > 2 {
            let scores = (0..names.len())
                .map(|player| format!("{} {}", names[player], percent(standings.totals(player))));
            return scores.collect::<Vec<_>>().join(", ");
        }
        let [won, drawn, lost] = standings.totals(0);
        let mut text = format!("{} +{won} ={drawn} -{lost}", names[0]);
        if let Some(elo) = elo(&standings.pairs(0)) {
            text += &format!(", Elo {elo}");
        }
        if let Some(sprt) = self.tournament.test() {
            let (low, high) = sprt.bounds();
            let ratio = sprt.ratio(&standings.pairs(0));
            text += &format!(", LLR {ratio:.2} ({low:.2}, {high:.2})");
        }
        text
    }

    /// Prints the results.
    pub(super) fn conclude(&self, standings: &Standings) -> io::Result<()> {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        let mut out = io::stdout().lock();
        let tournament = self.tournament;
        let names: Vec<&str> = tournament.players.iter().map(|p| p.name.as_str()).collect();
        let games = standings.games();
        let seconds = self.started.elapsed().as_secs_f64();
        let part = match tournament.part {
            whole if whole == Part::default() => String::new(),
            part => format!("part {part}, "),
        };
        writeln!(
            out,
            "{}: {part}{games} games, seed {}, {seconds:.1} s",
            tournament.game, tournament.seed
        )?;
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by(|a, b| {
            let share = |player: &usize| score(standings.totals(*player));
            share(b).total_cmp(&share(a))
        });
        for player in order {
            let totals = standings.totals(player);
            let [won, drawn, lost] = totals;
            let pairs = standings.pairs(player);
            let elo = elo(&pairs).map_or(String::new(), |elo| format!("  Elo {elo}"));
            let pace = tournament.pace(player).to_string();
            writeln!(
                out,
                "  {:width$}  +{won} ={drawn} -{lost}  {}{elo}  {pace}",
                names[player],
                percent(totals),
            )?;
        }
        if let [pairing] = standings.pairings.as_slice() {
            let [ll, ld, even, wd, ww] = pairing.pairs.0;
            writeln!(out, "Pairs of {}: 0:{ll} 1/2:{ld} 1:{even} 3/2:{wd} 2:{ww}", names[0])?;
            if let Some(e) = pairing.pairs.estimate() {
                writeln!(
                    out,
                    "Normalized Elo {:+.1} +/- {:.1}, likelihood of superiority {:.1} %",
                    e.normalized,
                    e.normalized_error,
                    100.0 * e.superiority
                )?;
            }
        } else {
            for pairing in &standings.pairings {
                let [a, b] = pairing.players.map(|player| names[player]);
                let (won, drawn, lost) = (pairing.wins, pairing.draws, pairing.losses);
                let elo = elo(&pairing.pairs).map_or(String::new(), |elo| format!("  Elo {elo}"));
                writeln!(out, "  {a} against {b}: +{won} ={drawn} -{lost}{elo}")?;
            }
        }
        if let Some(sprt) = tournament.test() {
            let (low, high) = sprt.bounds();
            let ratio = sprt.ratio(&standings.pairs(0));
            let decision = match tournament.decision(standings) {
                Some(decision) => decision.to_string(),
                None => "not decided".to_owned(),
            };
            writeln!(out, "SPRT {sprt}: LLR {ratio:.2} ({low:.2}, {high:.2}), {decision}")?;
        }
        let [first, second, drawn] = standings.by_side;
        writeln!(out, "By side: first won {first}, second won {second}, drawn {drawn}")?;
        let mut endings: Vec<_> = standings.terminations.iter().collect();
        endings.sort_by_key(|(name, games)| (std::cmp::Reverse(**games), **name));
        let endings: Vec<_> =
            endings.iter().map(|(name, games)| format!("{name} {games}")).collect();
        writeln!(out, "Endings: {}", endings.join(", "))?;
        for (name, forfeits) in names.iter().zip(&standings.forfeits) {
            let kinds: Vec<String> = Termination::FORFEITS
                .iter()
                .zip(forfeits)
                .filter(|(_, games)| **games > 0)
                .map(|(kind, games)| format!("{} {games}", kind.name()))
                .collect();
            if !kinds.is_empty() {
                writeln!(out, "Forfeits of {name}: {}", kinds.join(", "))?;
            }
        }
        Ok(())
    }
}

fn score([won, drawn, lost]: [u64; 3]) -> f64 {
    (won as f64 + drawn as f64 / 2.0) / (won + drawn + lost).max(1) as f64
}

fn percent(totals: [u64; 3]) -> String {
    format!("{:.1} %", 100.0 * score(totals))
}

/// Returns the estimate of an advantage; `None` before the first pair is complete.
fn elo(pairs: &Pentanomial) -> Option<String> {
    let estimate = pairs.estimate()?;
    if estimate.elo.is_infinite() {
        return Some(if estimate.elo > 0.0 { "+inf" } else { "-inf" }.to_owned());
    }
    Some(format!("{:+.1} +/- {:.1}", estimate.elo, estimate.error))
}
