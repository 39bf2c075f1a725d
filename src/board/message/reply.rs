//! Messages from the server.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::refusal::RequestError;
use super::seat::Seat;
use super::tree::TreeStep;
use crate::board::clock::ClockState;
use crate::board::snapshot::Conclusion;
use crate::board::trainer::Standing;
use crate::engine::Scene;
use crate::kernel::Gather;
use crate::notation;

/// A message from the server. The texts of a state are shared with the game.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub(in crate::board) enum Reply {
    Welcome {
        session: String,
        version: &'static str,
        game: Option<String>,
        playing: bool,
        shelf: Vec<ShelfEntry>,
    },
    State(Box<GameState>),
    Look(Box<ShownPosition>),
    Legal {
        ply: usize,
        #[serde(rename = "move", serialize_with = "bodies")]
        word: String,
    },
    Refused(RequestError),
    File {
        name: String,
        text: String,
    },
    Line(Box<SearchLine>),
    Done {
        ply: usize,
        #[serde(serialize_with = "body")]
        best: Option<String>,
        stopped: bool,
    },
    Judged {
        ply: usize,
        chance: f64,
        #[serde(serialize_with = "body")]
        best: Option<String>,
        loss: Option<f64>,
        mark: Option<&'static str>,
        why: Option<Lesson>,
        proven: bool,
    },
    Games {
        games: Vec<ShelfEntry>,
    },
    Composed {
        position: String,
        refused: Option<String>,
    },
    Explorer {
        ply: usize,
        #[serde(serialize_with = "bodies")]
        line: String,
        rows: Vec<ExplorerRow>,
        complaints: Vec<String>,
    },
    Tables {
        folder: Option<PathBuf>,
        store: Option<PathBuf>,
        found: Vec<String>,
        build: Option<BuildStatus>,
    },
    Puzzles(PuzzleDeck),
    Puzzle(Box<PuzzleState>),
    Clue {
        things: String,
        #[serde(serialize_with = "body")]
        r#move: Option<String>,
    },
    Memories {
        names: Vec<MemoryEntry>,
    },
    Trouble {
        child: &'static str,
        text: String,
        can: Option<&'static str>,
    },
}

/// A game that may go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(in crate::board) struct ShelfEntry {
    pub(in crate::board) session: String,
    pub(in crate::board) game: String,
    pub(in crate::board) seats: [Seat; 2],
    pub(in crate::board) plies: usize,
    pub(in crate::board) over: bool,
    pub(in crate::board) changed: u64,
}

/// The state of a game.
#[derive(Clone, Debug, Serialize)]
pub(in crate::board) struct GameState {
    pub(in crate::board) session: String,
    pub(in crate::board) game: &'static str,
    pub(in crate::board) players: [&'static str; 2],
    pub(in crate::board) seats: [Seat; 2],
    pub(in crate::board) options: BTreeMap<String, Value>,
    pub(in crate::board) start: Option<String>,
    pub(in crate::board) ply: usize,
    pub(in crate::board) plies: usize,
    pub(in crate::board) redo: usize,
    #[serde(serialize_with = "bodies")]
    pub(in crate::board) record: String,
    pub(in crate::board) movers: String,
    pub(in crate::board) notes: Vec<TreeStep>,
    pub(in crate::board) position: String,
    pub(in crate::board) turn: String,
    #[serde(serialize_with = "body")]
    pub(in crate::board) last: Option<String>,
    #[serde(serialize_with = "bodies")]
    pub(in crate::board) moves: String,
    pub(in crate::board) scene: Scene,
    pub(in crate::board) score: Option<[i32; 2]>,
    pub(in crate::board) result: Option<Conclusion>,
    pub(in crate::board) waits: Awaited,
    pub(in crate::board) paused: bool,
    pub(in crate::board) speed: u64,
    pub(in crate::board) clock: Option<ClockState>,
}

/// Why a move is a mistake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(in crate::board) struct Lesson {
    /// In sentences; each claim follows from the rules.
    pub(in crate::board) sentences: Vec<String>,
    /// A better line from the same position.
    #[serde(serialize_with = "all_bodies")]
    pub(in crate::board) better: Vec<String>,
    /// What is best play behind the mistake.
    #[serde(serialize_with = "all_bodies")]
    pub(in crate::board) refutation: Vec<String>,
}

/// Writes moves separated by blanks, each without its player.
fn bodies<S: Serializer>(moves: &str, serializer: S) -> Result<S::Ok, S::Error> {
    let moves: Vec<&str> = moves.split(' ').map(notation::body).gather();
    serializer.serialize_str(&moves.join(" "))
}

/// Writes moves, each without its player.
fn all_bodies<S: Serializer>(moves: &[String], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(moves.iter().map(|text| notation::body(text)))
}

/// Writes a move without its player.
fn body<S: Serializer>(text: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    text.as_deref().map(notation::body).serialize(serializer)
}

/// Writes a move without its player.
fn own_body<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(notation::body(text))
}

/// Who is to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::board) enum Awaited {
    Human,
    Ai,
    Paused,
    Over,
    Engine,
}

/// A position that a tab shows.
#[derive(Clone, Debug, Serialize)]
pub(in crate::board) struct ShownPosition {
    pub(in crate::board) ply: usize,
    #[serde(serialize_with = "bodies")]
    pub(in crate::board) line: String,
    pub(in crate::board) position: String,
    #[serde(serialize_with = "body")]
    pub(in crate::board) last: Option<String>,
    pub(in crate::board) turn: String,
    #[serde(serialize_with = "bodies")]
    pub(in crate::board) moves: String,
    pub(in crate::board) scene: Scene,
    pub(in crate::board) score: Option<[i32; 2]>,
    pub(in crate::board) result: Option<Conclusion>,
}

/// The puzzles of a game, and how many of them wait.
#[derive(Clone, Debug, Serialize)]
pub(in crate::board) struct PuzzleDeck {
    pub(in crate::board) game: &'static str,
    #[serde(flatten)]
    pub(in crate::board) standing: Standing,
    /// What happens in them, and in how many.
    pub(in crate::board) themes: Vec<(String, usize)>,
    pub(in crate::board) levels: Vec<(u8, usize)>,
}

/// How it goes with a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::board) enum SolvingState {
    Ask,
    Right,
    Wrong,
    Open,
    Solved,
    Shown,
}

/// A puzzle as it stands.
#[derive(Clone, Debug, Serialize)]
pub(in crate::board) struct PuzzleState {
    pub(in crate::board) id: String,
    pub(in crate::board) goal: &'static str,
    pub(in crate::board) amount: i64,
    pub(in crate::board) level: u8,
    pub(in crate::board) nodes: u64,
    pub(in crate::board) themes: Vec<String>,
    pub(in crate::board) state: SolvingState,
    #[serde(serialize_with = "body")]
    pub(in crate::board) tried: Option<String>,
    /// The whole solution, once it may be known.
    pub(in crate::board) line: Option<String>,
    pub(in crate::board) look: ShownPosition,
    pub(in crate::board) deck: PuzzleDeck,
}

/// A line of a search, from the view of the first player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(in crate::board) struct SearchLine {
    pub(in crate::board) from: &'static str,
    pub(in crate::board) ply: usize,
    #[serde(serialize_with = "bodies")]
    pub(in crate::board) line: String,
    pub(in crate::board) k: usize,
    pub(in crate::board) depth: u64,
    pub(in crate::board) seldepth: u64,
    pub(in crate::board) score: LineScore,
    pub(in crate::board) wdl: Option<[u64; 3]>,
    pub(in crate::board) chance: Option<f64>,
    pub(in crate::board) exact: Option<i64>,
    pub(in crate::board) nodes: u64,
    pub(in crate::board) nps: u64,
    pub(in crate::board) time: u64,
    #[serde(serialize_with = "all_bodies")]
    pub(in crate::board) pv: Vec<String>,
}

/// What is known of a move, from the view of the player who makes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(in crate::board) struct ExplorerRow {
    #[serde(rename = "move", serialize_with = "own_body")]
    pub(in crate::board) word: String,
    pub(in crate::board) by: &'static str,
    /// `win`, `draw` or `loss`, if it is proven.
    pub(in crate::board) result: Option<&'static str>,
    pub(in crate::board) plies: Option<u32>,
    pub(in crate::board) end: Option<u32>,
    pub(in crate::board) margin: Option<i32>,
    /// Proven bounds of the margin.
    pub(in crate::board) at_least: Option<i32>,
    pub(in crate::board) at_most: Option<i32>,
    pub(in crate::board) chance: f64,
    pub(in crate::board) losing: Option<usize>,
    pub(in crate::board) replies: Option<usize>,
    pub(in crate::board) games: u64,
    pub(in crate::board) points: f64,
}

/// How a build of tables goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(in crate::board) struct BuildStatus {
    pub(in crate::board) game: String,
    /// Whether only those that take a moment are built.
    pub(in crate::board) few: bool,
    pub(in crate::board) done: usize,
    pub(in crate::board) total: Option<usize>,
    pub(in crate::board) state: &'static str,
    pub(in crate::board) text: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::board) enum LineScore {
    Cp(i64),
    Mate(i64),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(in crate::board) struct MemoryEntry {
    pub(in crate::board) name: String,
    pub(in crate::board) game: String,
    pub(in crate::board) bytes: u64,
    pub(in crate::board) positions: Option<u64>,
    pub(in crate::board) used: bool,
}

impl From<RequestError> for Reply {
    fn from(refusal: RequestError) -> Self {
        Self::Refused(refusal)
    }
}

impl Reply {
    /// Returns the message as sent.
    pub(in crate::board) fn write(&self, n: Option<u64>) -> String {
        // Serializing a reply cannot fail: keys are text and numbers finite.
        let mut text = serde_json::to_string(self).unwrap_or_default();
        if let Some(n) = n {
            text.insert_str(1, &format!("\"n\":{n},"));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::super::refusal::ErrorCode;
    use super::*;

    #[test]
    fn replies_carry_the_number() {
        let done = Reply::Done { ply: 3, best: None, stopped: true };
        assert_eq!(
            done.write(Some(8)),
            r#"{"n":8,"is":"done","ply":3,"best":null,"stopped":true}"#
        );
        assert_eq!(done.write(None), r#"{"is":"done","ply":3,"best":null,"stopped":true}"#);
        let refused =
            Reply::from(RequestError::new(ErrorCode::NotYours, "it is the engine's turn"));
        assert_eq!(
            refused.write(Some(1)),
            r#"{"n":1,"is":"refused","code":"not-yours","text":"it is the engine's turn"}"#
        );
    }
}
