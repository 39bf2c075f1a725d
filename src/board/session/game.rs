//! The game of a session: moves, undo and redo, with the referee.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;
use tokio::time::Instant;

use super::{Session, no_game};
use crate::board::game::{Game, Spot};
use crate::board::message::{Code, LONGEST_GAME, Look, Refusal, Reply, Seat};
use crate::board::rules::Ahead;

impl Session {
    /// Asks the referee for the effect of moves from a ply.
    pub(super) async fn look_ahead(
        &mut self,
        ply: usize,
        moves: &[String],
    ) -> Result<Ahead, Refusal> {
        let game = self.game.as_ref().ok_or_else(no_game)?;
        if ply > game.plies() {
            return Err(Refusal::new(Code::Stale, format!("there are {} plies", game.plies())));
        }
        self.rules.look(game, ply, moves).await
    }

    /// Returns the description of a ply of the record.
    pub(super) async fn spot(&mut self, ply: usize) -> Result<Spot, Refusal> {
        if let Some(spot) = self.game.as_ref().and_then(|game| game.spot(ply)) {
            return Ok(spot.clone());
        }
        let spot = self.look_ahead(ply, &[]).await?.spot;
        self.game_mut()?.set_spot(ply, spot.clone());
        Ok(spot)
    }

    /// Makes sure that everything in a state is known.
    pub(super) async fn fill(&mut self) -> Result<(), Refusal> {
        let ply = self.game()?.ply();
        if let Some(before) = ply.checked_sub(1) {
            self.spot(before).await?;
        }
        self.spot(ply).await?;
        Ok(())
    }

    /// Starts a game; if it is refused, the old one continues.
    pub(super) async fn begin(
        &mut self,
        name: &str,
        options: &BTreeMap<String, Value>,
        start: Option<String>,
        moves: &[String],
        seats: [Seat; 2],
    ) -> Result<(), Refusal> {
        let bad = |text| Refusal::new(Code::BadValue, text);
        let hall = Arc::clone(&self.hall);
        let entry = hall.catalogue.game(name);
        let entry = entry.ok_or_else(|| bad(format!("there is no game {name:?}")))?;
        let options = entry.values(options).map_err(bad)?;
        let mut game = Game::new(entry, options, start, seats.clone());
        self.rules.forget();
        let begun = self.replay(&mut game, moves).await;
        self.rules.forget();
        begun?;
        self.set_seats(seats, name).await?;
        self.abandon().await;
        self.end_job().await;
        self.look.forget();
        for player in &mut self.players {
            player.is_set_up = false;
        }
        self.game = Some(game);
        Ok(())
    }

    /// Plays the moves that a new game starts with.
    pub(super) async fn replay(
        &mut self,
        game: &mut Game,
        moves: &[String],
    ) -> Result<(), Refusal> {
        let beginning = self.rules.look(game, 0, &[]).await?.spot;
        if game.start.is_some() {
            game.start = Some(beginning.position.to_string());
        }
        if moves.is_empty() {
            game.set_spot(0, beginning);
            return Ok(());
        }
        let Ahead { moves: played, before, spot } = self.rules.look(game, 0, moves).await?;
        let ply = played.len();
        game.set_record(played);
        game.set_spot(0, beginning);
        if let (Some(before), Some(last)) = (before, ply.checked_sub(1)) {
            game.set_spot(last, before);
        }
        game.set_spot(ply, spot);
        Ok(())
    }

    pub(super) async fn human_moves(
        &mut self,
        text: &str,
        ply: usize,
        cuts: bool,
    ) -> Result<(), Refusal> {
        let game = self.game()?;
        if ply != game.ply() && !(cuts && ply < game.plies()) {
            let text = format!("the game is at ply {}", game.ply());
            return Err(Refusal::new(Code::Stale, text));
        }
        if ply >= LONGEST_GAME {
            let text = format!("a game has {LONGEST_GAME} plies at most");
            return Err(Refusal::new(Code::TooMuch, text));
        }
        if self.spot(ply).await?.result.is_some() {
            return Err(Refusal::new(Code::Over, "the game is over"));
        }
        if !self.game()?.is_humans(ply) {
            return Err(Refusal::new(Code::NotYours, "it is the engine's turn"));
        }
        let ahead = self.look_ahead(ply, &[text.to_owned()]).await?;
        self.abandon().await;
        self.make(ply, ahead).await;
        Ok(())
    }

    /// Makes a move that the rules have accepted.
    pub(super) async fn make(&mut self, ply: usize, ahead: Ahead) {
        let Some(game) = &mut self.game else { return };
        let Some(text) = ahead.moves.into_iter().next() else { return };
        let is_kept = self.look.job.as_ref().is_none_or(|job| job.search.ply() <= ply);
        if let Some(job) = &mut self.look.job {
            job.move_replaced(ply);
        }
        self.rules.cut(ply);
        game.go_to(ply);
        game.play(text, ahead.spot);
        self.moved = Instant::now();
        if !is_kept {
            self.end_job().await;
        }
    }

    /// Undoes or redoes.
    pub(super) async fn go_to(&mut self, ply: usize) -> Result<(), Refusal> {
        self.spot(ply).await?;
        self.abandon().await;
        let game = self.game_mut()?;
        game.go_to(ply);
        if game.is_among_engines() {
            game.is_paused = true;
        }
        Ok(())
    }

    /// Shows a position of the game, or one after further moves.
    pub(super) async fn show(&mut self, ply: usize, moves: &[String]) -> Result<Reply, Refusal> {
        self.game()?;
        let (played, before, spot) = if moves.is_empty() {
            let spot = self.spot_within(ply).await?;
            let before = match ply.checked_sub(1) {
                Some(before) => Some(self.spot(before).await?),
                None => None,
            };
            (Vec::new(), before, spot)
        } else {
            let ahead = self.look_ahead(ply, moves).await?;
            (ahead.moves, ahead.before, ahead.spot)
        };
        let game = self.game()?;
        let last = played.last().or_else(|| game.record()[..ply].last()).cloned();
        Ok(Reply::Look(Box::new(Look {
            ply,
            line: played.join(" "),
            position: spot.position.to_string(),
            before: before.map(|spot| spot.position.to_string()),
            last,
            turn: spot.turn,
            moves: spot.moves.to_string(),
            score: spot.score,
            result: spot.result,
        })))
    }

    /// Returns the description of a requested ply.
    pub(super) async fn spot_within(&mut self, ply: usize) -> Result<Spot, Refusal> {
        let plies = self.game()?.plies();
        if ply > plies {
            return Err(Refusal::new(Code::Stale, format!("there are {plies} plies")));
        }
        self.spot(ply).await
    }
}
