//! The tree of moves: variations, what is said of a move, and which line is the game.

use super::Room;
use crate::board::message::{ErrorCode, RequestError};
use crate::notation::{MoveTree, TooDeep};

impl Room {
    /// Adds moves from a ply on as a variation.
    pub(super) fn vary(&mut self, ply: usize, line: &[String]) -> Result<(), RequestError> {
        self.game_mut()?.vary(ply, line)
    }

    /// Marks the move that leads to a place, and says something of it.
    pub(super) fn note(
        &mut self,
        ply: usize,
        line: &[String],
        mark: String,
        comments: Vec<String>,
    ) -> Result<(), RequestError> {
        let game = self.game_mut()?;
        let path = game.path(ply, line)?;
        if path.is_empty() && !mark.is_empty() {
            return Err(RequestError::new(ErrorCode::BadValue, "no move leads to the start"));
        }
        let note = |tree: &mut MoveTree| match tree.step_mut(&path) {
            Some(step) => {
                (step.mark, step.comments) = (mark, comments);
                Ok(true)
            }
            None if path.is_empty() => {
                tree.comments = comments;
                Ok(true)
            }
            None => Ok(false),
        };
        game.edit(note).map(drop)
    }

    /// Lets a variation and the line that it is in place of change places.
    pub(super) async fn promote(
        &mut self,
        ply: usize,
        line: &[String],
    ) -> Result<(), RequestError> {
        let path = self.game_mut()?.path(ply, line)?;
        self.rearrange(|tree| tree.promote(&path)).await
    }

    /// Removes a move and what follows it.
    pub(super) async fn prune(&mut self, ply: usize, line: &[String]) -> Result<(), RequestError> {
        let path = self.game_mut()?.path(ply, line)?;
        self.rearrange(|tree| Ok(tree.prune(&path))).await
    }

    /// Makes the line to a place the game, which goes on from there.
    pub(super) async fn play_on(
        &mut self,
        ply: usize,
        line: &[String],
    ) -> Result<(), RequestError> {
        let path = self.game_mut()?.path(ply, line)?;
        self.rearrange(|tree| tree.lead(&path).map(|()| true)).await?;
        self.go_to(path.len()).await
    }

    /// Makes a change after which the game may be another one.
    async fn rearrange(
        &mut self,
        change: impl FnOnce(&mut MoveTree) -> Result<bool, TooDeep>,
    ) -> Result<(), RequestError> {
        self.abandon().await;
        let fork = self.game_mut()?.edit(change)?;
        self.replaced(fork).await;
        Ok(())
    }
}
