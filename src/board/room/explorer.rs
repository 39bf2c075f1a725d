//! The explorer: every legal move with what is known of it, and the tables that know.

use std::sync::Arc;

use super::Room;
use crate::board::context::Task;
use crate::board::library::Folders;
use crate::board::message::{ErrorCode, ExplorerRow, Reply, RequestError, RequestNumber};
use crate::engine::{Explored, Found};
use crate::kernel::{Gather, Worth};

impl Room {
    /// Lists the moves of a ply, or behind further moves, for the tab that asked. To read cold tables may
    /// take a while, and nobody waits for it.
    pub(super) fn explore(
        &mut self,
        tab: u64,
        n: RequestNumber,
        ply: usize,
        moves: &[String],
    ) -> Result<(), RequestError> {
        let library = Arc::clone(&self.context.library);
        let explorer = self.game_mut()?.explorer(ply, moves, &library)?;
        let outbox = self.tabs.iter().find(|(id, _)| *id == tab).map(|(_, outbox)| outbox.clone());
        let Some(outbox) = outbox else { return Ok(()) };
        let line = moves.join(" ");
        let turn = Arc::clone(&self.exploring);
        let answer: Task = Box::pin(async move {
            let Ok(_turn) = turn.acquire().await else { return };
            let listed = tokio::task::spawn_blocking(move || explorer.explore()).await;
            let Ok(Explored { moves, complaints, .. }) = listed else { return };
            let rows = moves.iter().map(row).gather();
            // A tab that does not read its messages is disconnected by others.
            let reply = Reply::Explorer { ply, line, rows, complaints };
            let _ = outbox.try_send(reply.write(n).into());
        });
        tokio::spawn(answer);
        Ok(())
    }

    /// Says what tables and games there are.
    pub(super) fn tables(&self) -> Result<Reply, RequestError> {
        let library = &self.context.library;
        let name = self.game()?.name;
        let session = self.context.catalogue.open(name);
        let found = session.map(|mut session| library.equip(&mut *session)).unwrap_or_default();
        let Folders { tables, store } = library.folders();
        Ok(Reply::Tables { folder: tables, store, found, build: library.status() })
    }

    /// Starts or resumes a build.
    pub(super) fn build_tables(&self, game: &str, few: bool) -> Result<(), RequestError> {
        let sets = self.context.catalogue.game(game).and_then(|entry| entry.tables);
        let sets = sets.ok_or_else(|| {
            RequestError::new(ErrorCode::BadValue, format!("there are no tables for {game:?}"))
        })?;
        self.context.library.build(game, few.then_some(sets.few))
    }
}

/// Returns what is known of a move as the page shows it.
fn row(found: &Found) -> ExplorerRow {
    let score = found.worth.score();
    let result = found.is_decided().then(|| match score.value().signum() {
        1 => "win",
        0 => "draw",
        _ => "loss",
    });
    let margin = match found.worth {
        Worth::Margin(margin) => Some(margin),
        _ => None,
    };
    let [at_least, at_most] = found.bounds.sides();
    ExplorerRow {
        word: found.text.clone(),
        by: found.by.name(),
        result,
        plies: found.plies(),
        end: score.plies(),
        margin,
        at_least,
        at_most,
        chance: found.share(),
        losing: found.replies.map(|replies| replies.losing),
        replies: found.replies.map(|replies| replies.all),
        games: found.games.map_or(0, |games| games.games()),
        points: found.games.map_or(0.0, |games| games.points()),
    }
}
