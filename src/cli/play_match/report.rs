//! What a match shows: a bar or lines while it runs, a table at its end.

use std::io::{self, IsTerminal, Write};
use std::time::Instant;

use indicatif::ProgressBar;
use serde_json::{Value, json};

use super::super::{progress, words};
use super::args::MatchArgs;
use crate::arena::{Estimate, Pentanomial, Progress, Standings, Termination, Tournament};
use crate::kernel::{Gather, Part, sort};
use crate::notation::{GameText, tag};

/// Tells how a match goes.
pub(super) struct Reporter<'a> {
    tournament: &'a Tournament,
    /// On a terminal.
    bar: Option<ProgressBar>,
    /// Elsewhere, how many games lie between two lines.
    every: u64,
    /// Whether each game is told.
    each: bool,
    is_json: bool,
    /// The games that were recorded before.
    before: u64,
    started: Instant,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(tournament: &'a Tournament, task: &MatchArgs) -> Self {
        let steps = tournament.games().count() as u64;
        Self {
            tournament,
            bar: io::stderr().is_terminal().then(|| progress::bar(steps)),
            every: task.every,
            each: task.each,
            is_json: task.json,
            before: 0,
            started: Instant::now(),
        }
    }

    /// Prints a line beside the bar. Who does not listen may still want the games.
    fn print(&self, line: &str) {
        let print = || drop(writeln!(io::stdout(), "{line}"));
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Tells the state after a game, and at once if a player lost without having been beaten.
    pub(super) fn tell(&mut self, progress: &Progress) {
        let games = progress.standings.games();
        if let Some((fixture, game)) = progress.last {
            let termination = game.tag(tag::TERMINATION).unwrap_or("");
            let line = line(&fixture.label(), game);
            if self.each {
                let value = self.is_json.then(|| object(&fixture.label(), game).to_string());
                self.print(value.as_ref().unwrap_or(&line));
            } else if Termination::FORFEITS.iter().any(|forfeit| forfeit.name() == termination) {
                match &self.bar {
                    Some(bar) => bar.suspend(|| crate::cli::complain(line)),
                    None => crate::cli::complain(line),
                }
            }
        }
        if progress.last.is_none() {
            self.before = games;
        }
        let state = self.state(progress.standings);
        match &self.bar {
            Some(bar) => {
                bar.set_position(games);
                bar.set_message(state);
            }
            None if progress.last.is_none() && games == 0 || self.is_json => {}
            None if games.is_multiple_of(self.every) || progress.last.is_none() => {
                self.print(&format!(
                    "{games} of {}: {state}",
                    words::counted(progress.games, "game")
                ));
            }
            None => {}
        }
    }

    /// Returns the state of a match in a few words.
    fn state(&self, standings: &Standings) -> String {
        let names: Vec<&str> = self.tournament.players.iter().map(|p| p.name.as_str()).gather();
        if names.len() > 2 {
            let scores = (0..names.len())
                .map(|player| format!("{} {}", names[player], percent(standings.totals(player))));
            return scores.gather().join(", ");
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

    /// Returns the results as an object.
    fn results(&self, standings: &Standings) -> Value {
        let tournament = self.tournament;
        let name = |player: usize| tournament.players[player].name.as_str();
        let numbers = |pairs: &Pentanomial| {
            let estimate = pairs.estimate().filter(|_| pairs.varies());
            let number = |of: fn(&Estimate) -> f64| estimate.as_ref().map(|e| finite(of(e)));
            json!({
                "pairs": pairs.0,
                "elo": pairs.estimate().map(|e| finite(e.elo)),
                "elo_error": number(|e| e.error),
                "normalized_elo": number(|e| e.normalized),
                "normalized_elo_error": number(|e| e.normalized_error),
                "superiority": number(|e| e.superiority),
            })
        };
        let players = (0..tournament.players.len()).map(|player| {
            let [won, drawn, lost] = standings.totals(player);
            let mut forfeits = serde_json::Map::new();
            for (kind, games) in Termination::FORFEITS.iter().zip(standings.forfeits[player]) {
                forfeits.insert(kind.name().to_owned(), json!(games));
            }
            json!({
                "name": name(player),
                "limits": tournament.limits(player).to_string(),
                "won": won, "drawn": drawn, "lost": lost,
                "score": score([won, drawn, lost]),
                "strength": numbers(&standings.pairs(player)),
                "forfeits": forfeits,
            })
        });
        let pairings = standings.pairings.iter().map(|pairing| {
            json!({
                "players": pairing.players.map(name),
                "won": pairing.wins, "drawn": pairing.draws, "lost": pairing.losses,
                "strength": numbers(&pairing.pairs),
            })
        });
        let test = tournament.test().map(|sprt| {
            let (low, high) = sprt.bounds();
            json!({
                "test": sprt.to_string(),
                "llr": finite(sprt.ratio(&standings.pairs(0))),
                "bounds": [low, high],
                "decision": tournament.decision(standings).map(|decision| decision.to_string()),
            })
        });
        let mut endings = serde_json::Map::new();
        for (name, games) in &standings.terminations {
            endings.insert((*name).to_string(), json!(games));
        }
        json!({
            "type": "results",
            "game": tournament.game.name(),
            "seed": tournament.seed,
            "games": standings.games(),
            "recorded_before": self.before,
            "seconds": self.started.elapsed().as_secs_f64(),
            "players": players.gather(),
            "pairings": pairings.gather(),
            "sprt": test,
            "by_side": standings.by_side,
            "endings": endings,
        })
    }

    /// Prints the results.
    pub(super) fn conclude(&self, standings: &Standings) -> io::Result<()> {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        if self.is_json {
            return writeln!(io::stdout(), "{}", self.results(standings));
        }
        let mut out = io::stdout().lock();
        let tournament = self.tournament;
        let names: Vec<&str> = tournament.players.iter().map(|p| p.name.as_str()).gather();
        let games = standings.games();
        let time = words::time(self.started.elapsed());
        let part = match tournament.part {
            whole if whole == Part::default() => String::new(),
            part => format!("part {part}, "),
        };
        let played = match self.before {
            0 => String::new(),
            before => format!(" for {} of them, {before} were recorded before", games - before),
        };
        writeln!(
            out,
            "{}: {part}{}, seed {}, {time}{played}",
            tournament.game,
            words::counted(games, "game"),
            tournament.seed
        )?;
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let mut order: Vec<usize> = (0..names.len()).gather();
        sort::by(&mut order, |a, b| {
            let share = |player: &usize| score(standings.totals(*player));
            share(b).total_cmp(&share(a))
        });
        for player in order {
            let totals = standings.totals(player);
            let [won, drawn, lost] = totals;
            let pairs = standings.pairs(player);
            let elo = elo(&pairs).map_or(String::new(), |elo| format!("  Elo {elo}"));
            let limits = tournament.limits(player).to_string();
            writeln!(
                out,
                "  {:width$}  +{won} ={drawn} -{lost}  {}{elo}  {limits}",
                names[player],
                percent(totals),
            )?;
        }
        if let [pairing] = standings.pairings.as_slice() {
            let [ll, ld, even, wd, ww] = pairing.pairs.0;
            writeln!(out, "Pairs of {}: 0:{ll} 1/2:{ld} 1:{even} 3/2:{wd} 2:{ww}", names[0])?;
            match pairing.pairs.estimate() {
                Some(e) if pairing.pairs.varies() => writeln!(
                    out,
                    "Normalized Elo {:+.1} +/- {:.1}, likelihood of superiority {:.1} %",
                    e.normalized,
                    e.normalized_error,
                    100.0 * e.superiority,
                )?,
                Some(_) => writeln!(out, "No estimate of Elo: all pairs came to the same")?,
                None => {}
            }
        } else {
            for pairing in &standings.pairings {
                let [a, b] = pairing.players;
                let (a, b) = (names[a], names[b]);
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
        let mut endings = standings.terminations.iter().gather();
        sort::by_key(&mut endings, |(name, games)| (std::cmp::Reverse(**games), **name));
        let endings = endings.iter().map(|(name, games)| format!("{name} {games}")).gather();
        writeln!(out, "Endings: {}", endings.join(", "))?;
        for (name, forfeits) in names.iter().zip(&standings.forfeits) {
            let kinds: Vec<String> = Termination::FORFEITS
                .iter()
                .zip(forfeits)
                .filter(|(_, games)| **games > 0)
                .map(|(kind, games)| format!("{} {games}", kind.name()))
                .gather();
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

/// Returns the estimate of an advantage; `None` while all pairs of games came to the same, which says
/// nothing of its error.
fn elo(pairs: &Pentanomial) -> Option<String> {
    let Estimate { elo, error, .. } = pairs.estimate().filter(|_| pairs.varies())?;
    Some(format!("{elo:+.1} +/- {error:.1}"))
}

/// Returns a number for JSON, which knows no infinity.
fn finite(number: f64) -> Value {
    if number.is_finite() { json!(number) } else { Value::Null }
}

/// Returns a game on a line.
fn line(label: &str, game: &GameText) -> String {
    let tag = |name| game.tag(name).unwrap_or("");
    let reason = match tag(tag::REASON) {
        "" => String::new(),
        reason => format!(": {reason}"),
    };
    format!(
        "game {label}, {} against {}: {}, {}{reason}",
        tag(tag::FIRST),
        tag(tag::SECOND),
        game.result,
        tag(tag::TERMINATION),
    )
}

/// Returns a game as an object.
fn object(label: &str, game: &GameText) -> Value {
    json!({
        "type": "game",
        "round": label,
        "first": game.tag(tag::FIRST),
        "second": game.tag(tag::SECOND),
        "result": game.result.name(),
        "termination": game.tag(tag::TERMINATION),
        "reason": game.tag(tag::REASON),
        "plies": game.moves.len(),
    })
}
