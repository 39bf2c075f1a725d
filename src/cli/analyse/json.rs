//! An analysis as JSON, one object in each line. The fields are those that the help of `analyse`
//! lists.

use std::io::{self, Write};

use serde::Serialize;

use super::judge::{Judged, Performance};
use super::review::Report;
use super::view::View;
use crate::engine::Session;
use crate::games::GameKind;
use crate::kernel::{Outcome, Player, Worth};
use crate::search::Line;

/// A score from the view of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum JsonScore {
    /// Hundredths of the unit.
    Cp(i32),
    /// Plies to the end, negative when the player loses.
    Mate(i32),
    /// The final margin in points, proven.
    Margin(i32),
}

impl From<Worth> for JsonScore {
    fn from(worth: Worth) -> Self {
        let score = worth.score();
        match (worth, score.plies()) {
            (Worth::Margin(margin), _) => Self::Margin(margin),
            (_, Some(plies)) if score.is_loss() => Self::Mate(-(plies as i32)),
            (_, Some(plies)) => Self::Mate(plies as i32),
            (_, None) => Self::Cp(score.value()),
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct JsonResult {
    winner: Option<&'static str>,
    reason: &'static str,
    margin: Option<i32>,
}

impl JsonResult {
    pub(super) fn of(outcome: Outcome, players: [&'static str; 2]) -> Self {
        Self {
            winner: outcome.winner.map(|winner| players[winner.index()]),
            reason: outcome.ending.name(),
            margin: outcome.margin,
        }
    }
}

/// An object of the output.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Object<'a> {
    Position {
        game: &'static str,
        position: String,
        turn: &'static str,
        moves: usize,
        unit: &'static str,
        result: Option<JsonResult>,
    },
    Line {
        depth: u32,
        seldepth: u32,
        multipv: u32,
        score: JsonScore,
        nodes: u64,
        nps: u64,
        time_ms: u64,
        hashfull: u32,
        pv: &'a [String],
    },
    Best {
        r#move: Option<&'a str>,
        reply: Option<&'a str>,
        score: JsonScore,
        depth: u32,
        nodes: u64,
        time_ms: u64,
        interrupted: bool,
    },
    Move {
        ply: usize,
        player: &'static str,
        r#move: &'a str,
        position: &'a str,
        best: Option<&'a str>,
        line: &'a [String],
        before: JsonScore,
        after: JsonScore,
        share_before: f64,
        share_after: f64,
        loss: Option<f64>,
        mark: &'static str,
        depth: u32,
        /// What is best play behind the move.
        refutation: &'a [String],
        /// Why a move with a mark is a mistake, in sentences.
        why: &'a [String],
    },
    Known {
        r#move: &'a str,
        by: &'static str,
        depth: Option<u32>,
        score: JsonScore,
        plies: Option<u32>,
        at_least: Option<i32>,
        at_most: Option<i32>,
        share: f64,
        replies_losing: Option<usize>,
        replies: Option<usize>,
        games: u64,
        points: f64,
    },
    Summary {
        moves: usize,
        players: Vec<PlayerSummary>,
        result: Option<JsonResult>,
        interrupted: bool,
    },
}

/// What one player did in a game.
#[derive(Debug, Serialize)]
pub(super) struct PlayerSummary {
    pub(super) player: &'static str,
    pub(super) moves: usize,
    pub(super) best: usize,
    pub(super) loss: f64,
    pub(super) accuracy: Option<f64>,
}

/// Writes an object and a line feed.
pub(super) fn write(object: &Object) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}", serde_json::to_string(object)?)?;
    out.flush()
}

/// Returns the object that describes the current position.
pub(super) fn position(kind: GameKind, session: &dyn Session) -> Object<'static> {
    let players = session.players();
    Object::Position {
        game: kind.name(),
        position: session.position(),
        turn: players[session.to_move().index()],
        moves: session.legal_moves().len(),
        unit: kind.units(),
        result: session.outcome().map(|outcome| JsonResult::of(outcome, players)),
    }
}

/// An analysis as objects.
pub(super) struct Json {
    kind: GameKind,
    players: [&'static str; 2],
}

impl Json {
    pub(super) const fn new(kind: GameKind) -> Self {
        Self { kind, players: [""; 2] }
    }
}

/// Returns a number with so many decimals.
pub(super) fn rounded(number: f64, decimals: i32) -> f64 {
    let scale = 10_f64.powi(decimals);
    (number * scale).round() / scale
}

impl Report for Json {
    fn start(&mut self, session: &dyn Session, _moves: usize) -> io::Result<()> {
        self.players = session.players();
        write(&position(self.kind, session))
    }

    fn progress(&mut self, _moves: usize) {}

    fn tell(&mut self, one: &Judged) -> io::Result<()> {
        let found = &one.found;
        write(&Object::Move {
            ply: one.ply,
            player: self.players[one.player.index()],
            r#move: &one.text,
            position: &one.position,
            best: one.best(),
            line: &found.best.pv,
            before: found.best.worth.into(),
            after: found.played.into(),
            share_before: rounded(found.best_share, 4),
            share_after: rounded(found.played_share, 4),
            loss: one.loss().centi().map(|centi| f64::from(centi) / 100.0),
            mark: one.mark.sign(),
            depth: found.depth,
            refutation: &one.refutation,
            why: &one.why,
        })
    }

    fn end(
        &mut self,
        session: &mut dyn Session,
        judged: &[Judged],
        is_interrupted: bool,
    ) -> io::Result<()> {
        let players = Player::both(|player| {
            let played = Performance::of(judged, player);
            PlayerSummary {
                player: self.players[player.index()],
                moves: played.moves,
                best: played.best,
                loss: rounded(played.average(), 2),
                accuracy: played.accuracy().map(|accuracy| rounded(accuracy, 1)),
            }
        });
        write(&Object::Summary {
            moves: judged.len(),
            players: players.into(),
            result: session.outcome().map(|outcome| JsonResult::of(outcome, self.players)),
            interrupted: is_interrupted,
        })
    }
}

fn ms(line: &Line<String>) -> u64 {
    u64::try_from(line.time.as_millis()).unwrap_or(u64::MAX)
}

impl View for Json {
    fn begin(&mut self, session: &dyn Session) -> io::Result<()> {
        write(&position(self.kind, session))
    }

    fn report(&mut self, line: Line<String>) -> io::Result<()> {
        write(&Object::Line {
            depth: line.depth,
            seldepth: line.selective_depth,
            multipv: line.multi_pv,
            score: line.worth.into(),
            nodes: line.nodes,
            nps: line.nodes_per_second(),
            time_ms: ms(&line),
            hashfull: line.hash_full,
            pv: &line.pv,
        })
    }

    fn conclude(&mut self, found: &Line<String>, is_interrupted: bool) -> io::Result<()> {
        write(&Object::Best {
            r#move: found.pv.first().map(String::as_str),
            reply: found.pv.get(1).map(String::as_str),
            score: found.worth.into(),
            depth: found.depth,
            nodes: found.nodes,
            time_ms: ms(found),
            interrupted: is_interrupted,
        })
    }
}
