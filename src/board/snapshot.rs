//! A position of a game, as the page shows it.

use std::sync::Arc;

use serde::Serialize;

use crate::engine::{Scene, Session};

/// A position, as the referee describes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Snapshot {
    pub(super) position: Arc<str>,
    /// The letter of the player to move.
    pub(super) turn: String,
    /// The legal moves, separated by blanks.
    pub(super) moves: Arc<str>,
    /// What the page draws, and what can be clicked.
    pub(super) scene: Arc<Scene>,
    /// The points of both players, in the games of points.
    pub(super) score: Option<[i32; 2]>,
    pub(super) result: Option<Conclusion>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Conclusion {
    /// The letter of the winner; `None` for a draw.
    pub(super) winner: Option<String>,
    /// The word of the ending.
    pub(super) ending: String,
    /// The winner and the ending, for display.
    pub(super) text: String,
}

impl Snapshot {
    /// Describes the position of a session.
    pub(super) fn of(session: &dyn Session) -> Self {
        let players = session.players();
        let result = session.outcome().map(|outcome| Conclusion {
            winner: outcome.winner.map(|winner| players[winner.index()].to_owned()),
            ending: outcome.ending.name().to_owned(),
            text: session.conclusion().unwrap_or_default(),
        });
        Self {
            position: session.position().into(),
            turn: players[session.to_move().index()].to_owned(),
            moves: session.legal_moves().join(" ").into(),
            scene: session.scene().into(),
            score: session.points(),
            result,
        }
    }
}
