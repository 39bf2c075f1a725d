//! The game of a session: moves, undo and redo.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use serde_json::Value;
use tokio::time::Instant;

use super::Room;
use crate::board::game::BoardGame;
use crate::board::message::{ErrorCode, LONGEST_GAME, Reply, RequestError, Seat, ShownPosition};
use crate::board::record::{self, LoadedGame, LoadedTags};
use crate::board::referee::{Continuation, Referee};
use crate::engine::Setup;
use crate::notation::MoveTree;

impl Room {
    /// Starts a game; if it is refused, the old one continues.
    pub(super) async fn begin(
        &mut self,
        name: &str,
        options: &BTreeMap<String, Value>,
        start: Option<String>,
        moves: &MoveTree,
        seats: [Seat; 2],
    ) -> Result<(), RequestError> {
        let bad = |text| RequestError::new(ErrorCode::BadValue, text);
        let unknown = || bad(format!("there is no game {name:?}"));
        let context = Arc::clone(&self.context);
        let entry = context.catalogue.game(name).ok_or_else(unknown)?;
        let session = context.catalogue.open(name).ok_or_else(unknown)?;
        let options = entry.values(options).map_err(bad)?;
        let referee = Referee::new(session, &options, start.as_deref())?;
        let start = start.map(|_| referee.start().to_owned());
        let mut game = BoardGame::new(entry, options, start, seats.clone(), referee);
        game.replay(moves)?;
        let former = self.game.as_ref().filter(|game| game.plies() > 0).map(record::write_all);
        self.set_seats(seats, name).await?;
        if let Some(record) = former {
            self.context.shelf.put_by(&self.id, record);
        }
        self.abandon().await;
        self.end_job().await;
        self.analyser.forget();
        for player in &mut self.players {
            player.is_set_up = false;
        }
        self.game = Some(game);
        Ok(())
    }

    /// Returns the text of a position set up by hand, and why it is none.
    pub(super) fn compose(
        &self,
        name: &str,
        options: &BTreeMap<String, Value>,
        setup: &Setup,
    ) -> Result<Reply, RequestError> {
        let bad = |text| RequestError::new(ErrorCode::BadValue, text);
        let catalogue = &self.context.catalogue;
        let unknown = || bad(format!("there is no game {name:?}"));
        let entry = catalogue.game(name).ok_or_else(unknown)?;
        let session = catalogue.open(name).ok_or_else(unknown)?;
        let silent = || bad(format!("positions of {name} are set up as text"));
        let position = session.compose(setup).ok_or_else(silent)?;
        let referee = Referee::new(session, &entry.values(options).map_err(bad)?, Some(&position));
        Ok(match referee {
            Ok(referee) => Reply::Composed { position: referee.start().to_owned(), refused: None },
            Err(refusal) => Reply::Composed { position, refused: Some(refusal.text) },
        })
    }

    /// Starts a game that was read, with the players of its record if there are no others.
    pub(super) async fn open(
        &mut self,
        read: LoadedGame,
        seats: Option<[Seat; 2]>,
    ) -> Result<(), RequestError> {
        let LoadedGame { game, tags, start, tree } = read;
        let seats = seats.map(|seats| self.matched(seats, &game)).transpose()?;
        // Moves pasted into a game are played by its rules.
        let current = self.game.as_ref().filter(|current| current.name == game);
        let options = tags.as_ref().map(|tags| &tags.options);
        let options = options.or(current.map(|current| &current.options));
        let options = options.cloned().unwrap_or_default();
        let Some(LoadedTags { seats: recorded, ply, is_over, is_counted, lost, clock, .. }) = tags
        else {
            let seats = seats.unwrap_or([Seat::HUMAN, Seat::HUMAN]);
            return self.begin(&game, &options, start, &tree, seats).await;
        };
        let players = seats.as_ref().unwrap_or(&recorded).clone();
        let begun = self.begin(&game, &options, start.clone(), &tree, players).await;
        match begun {
            // The game matters more than what its engines remembered.
            Err(refusal)
                if seats.is_none()
                    && matches!(refusal.code, ErrorCode::Busy | ErrorCode::BadFile) =>
            {
                let players = recorded.map(Seat::without_memory);
                self.begin(&game, &options, start, &tree, players).await?;
            }
            begun => begun?,
        }
        self.go_to(ply.min(tree.line.len())).await?;
        let game = self.game_mut()?;
        game.is_counted = is_over || is_counted;
        game.clock = clock;
        if let Some(loser) = lost {
            game.flag(loser, Instant::now());
        }
        Ok(())
    }

    /// Begins with a game that was kept. One that cannot go on, as after a change of the rules, stays
    /// where it is.
    pub(super) async fn restore(&mut self, text: &str) {
        let Ok(read) = record::read(text, None, None, &self.context.catalogue) else { return };
        if self.open(read, None).await.is_ok()
            && let Some(game) = &mut self.game
        {
            game.is_paused = game.is_among_engines();
        }
    }

    pub(super) async fn human_moves(&mut self, text: &str, ply: usize) -> Result<(), RequestError> {
        let game = self.game_mut()?;
        if ply != game.ply() {
            let text = format!("the game is at ply {}", game.ply());
            return Err(RequestError::new(ErrorCode::Stale, text));
        }
        if ply >= LONGEST_GAME {
            let text = format!("a game has {LONGEST_GAME} plies at most");
            return Err(RequestError::new(ErrorCode::TooMuch, text));
        }
        if game.describe(ply)?.result.is_some() || game.result().is_some() {
            return Err(RequestError::new(ErrorCode::Over, "the game is over"));
        }
        if !game.is_humans(ply) {
            return Err(RequestError::new(ErrorCode::NotYours, "it is the engine's turn"));
        }
        let ahead = game.look(ply, &[text.to_owned()])?;
        self.abandon().await;
        self.make(ply, ahead).await;
        Ok(())
    }

    /// Makes a move that the rules have accepted.
    pub(super) async fn make(&mut self, ply: usize, ahead: Continuation) {
        let Some(game) = &mut self.game else { return };
        let Some(text) = ahead.moves.into_iter().next() else { return };
        game.go_to(ply);
        let mover = game.mover(ply);
        let is_other = game.record().get(ply) != Some(&text);
        game.play(&text, ahead.snapshot);
        self.moved = Instant::now();
        game.press_clock(mover, self.moved);
        // The engine that is to move next may have ended before.
        self.run_clock();
        self.count_result();
        if is_other {
            self.replaced(ply).await;
        }
    }

    /// Gives an engine that is to be about as strong as the human the level that his results fit.
    pub(super) fn matched(&self, seats: [Seat; 2], game: &str) -> Result<[Seat; 2], RequestError> {
        let (Some(ratings), true) = (&self.context.ratings, seats.iter().any(Seat::is_matched))
        else {
            return Ok(seats);
        };
        let failed = |error: io::Error| RequestError::new(ErrorCode::BadFile, error.to_string());
        let found = ratings.get(game).map_err(failed)?.level();
        Ok(seats.map(|mut seat| {
            if let Seat::Ai { level, auto: true, .. } = &mut seat {
                *level = found;
            }
            seat
        }))
    }

    /// Counts the result of a human who has finished a game against an engine about as strong as he is.
    pub(super) fn count_result(&mut self) {
        let (Some(ratings), Some(game)) = (&self.context.ratings, &mut self.game) else { return };
        let Some(conclusion) = game.result() else { return };
        let human = match &game.seats {
            [Seat::Human { .. }, Seat::Ai { level, auto: true, .. }] => (0, *level),
            [Seat::Ai { level, auto: true, .. }, Seat::Human { .. }] => (1, *level),
            _ => return,
        };
        let score = match &conclusion.winner {
            Some(winner) => f64::from(u8::from(*winner == game.players[human.0])),
            None => 0.5,
        };
        if !std::mem::replace(&mut game.is_counted, true)
            && let Err(error) = ratings.count(game.name, human.1, score)
        {
            let text = format!("the result is not counted: {error}");
            self.tell(&Reply::Trouble { child: "strength", text, can: None });
        }
    }

    /// The moves from a ply on are others now: the analysis of later plies ends, and what it has found is of no use.
    pub(super) async fn replaced(&mut self, ply: usize) {
        if let Some(job) = &mut self.analyser.job {
            job.move_replaced(ply);
            if job.search.ply() > ply {
                job.search.forget();
                self.end_job().await;
            }
        }
    }

    /// Undoes or redoes.
    pub(super) async fn go_to(&mut self, ply: usize) -> Result<(), RequestError> {
        self.game_mut()?.describe(ply)?;
        self.abandon().await;
        let game = self.game_mut()?;
        game.go_to(ply);
        if game.is_among_engines() {
            game.is_paused = true;
        }
        game.fill()
    }

    /// Shows a position of the game, or one after further moves.
    pub(super) fn show(&mut self, ply: usize, moves: &[String]) -> Result<Reply, RequestError> {
        let game = self.game_mut()?;
        let (played, snapshot) = match moves {
            [] => (Vec::new(), game.describe(ply)?),
            _ => {
                let Continuation { moves, snapshot } = game.look(ply, moves)?;
                (moves, snapshot)
            }
        };
        let last = played.last().or_else(|| game.record()[..ply].last()).cloned();
        Ok(Reply::Look(Box::new(ShownPosition {
            ply,
            line: played.join(" "),
            position: snapshot.position.to_string(),
            last,
            turn: snapshot.turn,
            moves: snapshot.moves.to_string(),
            scene: (*snapshot.scene).clone(),
            score: snapshot.score,
            result: snapshot.result,
        })))
    }
}
