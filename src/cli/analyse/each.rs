//! A whole game, move by move.

use std::io;

use super::json::{self, JsonResult, Object, PlayerSummary};
use super::judge::{Judged, Loss, Tally};
use crate::cli::interrupt;
use crate::cli::screen::{BAD, BOLD, DIM, NOTE, Screen, fit, styled};
use crate::cli::source::Loaded;
use crate::cli::think::think;
use crate::cli::words;
use crate::engine::{Session, Settings};
use crate::games::GameKind;
use crate::kernel::{Outcome, Player, Worth};
use crate::notation::Text;
use crate::search::{Limits, Line};

/// How many of the biggest swings the summary names.
const SWINGS: usize = 5;
/// How many plies of a better line a row shows.
const BETTER_PLIES: usize = 4;

/// A game to be judged.
struct Walk<'a> {
    kind: GameKind,
    session: &'a mut dyn Session,
    limits: Limits,
    settings: Settings,
    start: String,
    played: Vec<String>,
    loaded: Loaded,
    is_json: bool,
    screen: Screen,
}

/// What the search finds of a position, or how the game ended there.
enum Found {
    Line(Line<String>),
    End(Outcome),
}

/// Judges every move of the game that the session holds. Ctrl-C ends it with the moves so far.
pub(super) fn run(
    kind: GameKind,
    session: &mut dyn Session,
    limits: &Limits,
    settings: Settings,
    loaded: Loaded,
    is_json: bool,
) -> anyhow::Result<()> {
    let (start, played) = (session.start(), session.played());
    let screen = Screen::new();
    let limits = *limits;
    let mut walk = Walk { kind, session, limits, settings, start, played, loaded, is_json, screen };
    if walk.played.is_empty() {
        anyhow::bail!("--each wants a game with moves, and there are none");
    }
    walk.begin()?;
    let mut judged = Vec::new();
    let mut is_interrupted = false;
    let mut before = walk.look(0)?;
    for at in 0..walk.played.len() {
        // A resignation is not judged: it changes no position.
        let Found::Line(line) = before else { break };
        is_interrupted = interrupt::take();
        if is_interrupted || walk.played[at].ends_with("[resign]") {
            break;
        }
        let (player, position) = (walk.session.to_move(), walk.session.position());
        let after = walk.look(at + 1)?;
        let next = walk.session.to_move();
        let worth = match &after {
            Found::Line(line) if next == player => line.worth,
            Found::Line(line) => -line.worth,
            Found::End(outcome) => Worth::finished(*outcome, player),
        };
        let mut one = Judged {
            ply: at + 1,
            player,
            text: walk.played[at].clone(),
            position,
            before: line,
            after: worth.delayed(1),
            loss: Loss::NONE,
        };
        if !one.is_best() {
            one.loss = Loss::between(one.before.score(), one.after.score());
        }
        walk.tell(&one)?;
        judged.push(one);
        before = after;
    }
    is_interrupted |= interrupt::take();
    walk.conclude(&judged, is_interrupted)?;
    Ok(())
}

impl Walk<'_> {
    /// Goes to the position after so many moves and searches it.
    fn look(&mut self, plies: usize) -> anyhow::Result<Found> {
        let moves: Vec<Text> = self.played[..plies].iter().map(|text| Text::whole(text)).collect();
        self.session.set_position(Some(&self.start), &moves)?;
        if let Some(outcome) = self.session.outcome() {
            return Ok(Found::End(outcome));
        }
        self.screen.set_progress(plies as u64, "(Ctrl-C stops)");
        let found = think(&mut *self.session, &self.limits, self.settings, &mut |_| Ok(()))?;
        Ok(Found::Line(found))
    }

    fn letter(&self, player: Player) -> &'static str {
        self.session.players()[player.index()]
    }

    fn begin(&mut self) -> anyhow::Result<()> {
        let total = self.played.len();
        if self.is_json {
            self.session.set_position(Some(&self.start), &[])?;
            json::write(&json::position(self.kind, self.session))?;
        } else {
            let (name, units) = (self.session.name(), self.kind.units());
            self.screen
                .line(format!("A game of {name} with {total} moves, from {}", self.start))?;
            if let Some([first, second]) = &self.loaded.names {
                let [one, other] = self.session.players();
                self.screen.line(format!("{one} is {first}, {other} is {second}"))?;
            }
            self.screen.line(format!(
                "Scores before and after the move count {units}, from the view of its player.\n"
            ))?;
            let head = format!("{:>4}  {:<14} {:>11} {:>11}", "ply", "move", "before", "after");
            self.screen.line(styled(DIM, head))?;
        }
        self.screen.begin_progress(Some(total as u64 + 1));
        Ok(())
    }

    fn tell(&mut self, one: &Judged) -> io::Result<()> {
        if self.is_json {
            return json::write(&Object::Move {
                ply: one.ply,
                player: self.letter(one.player),
                r#move: &one.text,
                position: &one.position,
                best: one.best(),
                line: &one.before.pv,
                before: one.before.worth.into(),
                after: one.after.into(),
                loss: one.loss.centi().map(|centi| f64::from(centi) / 100.0),
                mark: one.loss.mark(),
                depth: one.before.depth,
            });
        }
        let row = self.row(one);
        self.screen.line(row)
    }

    fn row(&self, one: &Judged) -> String {
        let mark = one.loss.mark();
        let style = match mark {
            "??" => BAD,
            "?" | "?!" => NOTE,
            _ => DIM,
        };
        let head = format!(
            "{:>4}. {:<14} {:>11} {:>11} ",
            one.ply,
            one.text,
            one.before.worth.to_string(),
            one.after.to_string(),
        );
        let comment = if one.is_best() {
            "best".to_owned()
        } else {
            let what = match one.loss {
                Loss::Win => "gives a win away; ".to_owned(),
                Loss::Draw => "loses; ".to_owned(),
                Loss::Centi(0) => String::new(),
                Loss::Centi(centi) => format!("loses {}; ", units(centi)),
            };
            let room = self.screen.width().saturating_sub(head.len() + 15 + what.len()).max(12);
            let line = &one.before.pv[..one.before.pv.len().min(BETTER_PLIES)];
            format!("{what}best was {}", fit(line, room))
        };
        format!("{head}{} {}", styled(style, format!("{mark:<2}")), styled(style, comment))
    }

    fn conclude(&mut self, judged: &[Judged], is_interrupted: bool) -> anyhow::Result<()> {
        self.screen.end_progress();
        let moves: Vec<Text> = self.played.iter().map(|text| Text::whole(text)).collect();
        self.session.set_position(Some(&self.start), &moves)?;
        let outcome = self.session.outcome();
        let tallies = Player::ALL.map(|player| (self.letter(player), Tally::of(judged, player)));
        if self.is_json {
            let players = tallies.map(|(player, tally)| PlayerSummary {
                player,
                moves: tally.moves,
                best: tally.best,
                loss: (tally.average() * 100.0).round() / 100.0,
            });
            json::write(&Object::Summary {
                moves: judged.len(),
                players: players.into(),
                result: outcome.map(|outcome| JsonResult::of(outcome, self.session.players())),
                interrupted: is_interrupted,
            })?;
            return Ok(());
        }
        let result = match (outcome, &self.loaded.result) {
            (Some(outcome), _) => words::result(outcome, self.session),
            // Somebody lost on time, or a referee ended the game.
            (None, Some(recorded)) => format!("unfinished by the rules, recorded as {recorded}"),
            (None, None) => format!("unfinished, {} to move", self.letter(self.session.to_move())),
        };
        self.screen.line(format!("\n{} {result}", styled(BOLD, "Result:")))?;
        if is_interrupted {
            self.screen.line(styled(DIM, format!("(interrupted after {} moves)", judged.len())))?;
        }
        self.screen.line(styled(
            DIM,
            format!(
                "\n{:<8}{:>6}{:>7}{:>12}{:>5}{:>5}{:>5}",
                "player", "moves", "best", "loss/move", "?!", "?", "??"
            ),
        ))?;
        for (letter, tally) in tallies {
            let [slight, bad, worst] = tally.marks;
            self.screen.line(format!(
                "{letter:<8}{:>6}{:>7}{:>12.2}{slight:>5}{bad:>5}{worst:>5}",
                tally.moves,
                tally.best,
                tally.average(),
            ))?;
        }
        self.tell_swings(judged)?;
        Ok(())
    }

    fn tell_swings(&mut self, judged: &[Judged]) -> io::Result<()> {
        let mut swings: Vec<&Judged> =
            judged.iter().filter(|one| !one.loss.mark().is_empty()).collect();
        if swings.is_empty() {
            return self.screen.line("\nNo move lost as much as half a unit.");
        }
        // The sort is stable: equal ones stay in the order of the game.
        swings.sort_by_key(|one| std::cmp::Reverse(one.loss));
        self.screen.line(format!("\n{}", styled(BOLD, "The biggest swings:")))?;
        for one in swings.into_iter().take(SWINGS) {
            let row = self.row(one);
            self.screen.line(row)?;
        }
        Ok(())
    }
}

fn units(centi: i32) -> String {
    format!("{}.{:02}", centi / 100, centi % 100)
}
