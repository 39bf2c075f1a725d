//! The requests of a session's tabs.

use std::time::Duration;

use super::Room;
use crate::board::analyser::{Judging, LONGEST, SearchOrder};
use crate::board::clock::Clock;
use crate::board::message::{
    ErrorCode, MoveWord, MoveWords, Reply, Request, RequestError, RequestNumber, Seat,
};
use crate::board::post::Post;
use crate::board::record;
use crate::board::trainer::Wanted;
use crate::engine::{Level, Setup};
use crate::kernel::Gather;
use crate::notation::MoveTree;

/// The most lines that a search reports.
const MOST_LINES: u64 = 256;

impl Room {
    pub(super) async fn carry_out(
        &mut self,
        tab: u64,
        n: RequestNumber,
        request: Request,
    ) -> Result<Option<Reply>, RequestError> {
        let asker = Some((tab, n));
        match request {
            Request::Hello { .. } => {
                return Err(RequestError::new(ErrorCode::BadMessage, "hello was already received"));
            }
            Request::New { game, seats, options, position, moves, speed, clock } => {
                let start = position.map(|position| position.0);
                let tree = MoveTree::of(&texts(moves));
                let seats = self.matched(seats, &game)?;
                self.begin(&game, &options.unwrap_or_default(), start, &tree, seats).await?;
                if let Some(game) = &mut self.game {
                    game.speed = speed.map_or(game.speed, |speed| speed.0);
                    game.clock = clock.map(|clock| {
                        let [time, increment] = [clock.time.0, clock.increment.0];
                        Clock::new(Duration::from_millis(time), Duration::from_millis(increment))
                    });
                }
            }
            Request::Load { text, game, index, seats } => {
                let game = game.as_deref().or(self.game.as_ref().map(|game| game.name));
                let read = record::read(&text, game, index, &self.context.catalogue)?;
                self.open(read, seats).await?;
            }
            Request::Move { r#move: word, ply } => self.human_moves(word.as_str(), ply).await?,
            Request::Resign {} => {
                let ply = self.game()?.ply();
                self.human_moves("resign", ply).await?;
            }
            Request::Try { things, ply } => {
                let things: Vec<&str> = things.0.iter().map(MoveWord::as_str).gather();
                let word = self.game_mut()?.attempt(ply, &things)?;
                return Ok(Some(Reply::Legal { ply, word }));
            }
            Request::Undo {} => {
                let target = self.game()?.undo_target();
                let ply = target
                    .ok_or_else(|| RequestError::new(ErrorCode::Over, "nothing to take back"))?;
                self.go_to(ply).await?;
            }
            Request::Redo {} => {
                let target = self.game()?.redo_target();
                let ply =
                    target.ok_or_else(|| RequestError::new(ErrorCode::Over, "nothing to redo"))?;
                self.go_to(ply).await?;
            }
            Request::Vary { ply, line } => self.vary(ply, &texts(Some(line)))?,
            Request::Note { ply, line, mark, comment } => {
                self.note(ply, &texts(line), mark.0, comment.0)?;
            }
            Request::Promote { ply, line } => self.promote(ply, &texts(Some(line))).await?,
            Request::Prune { ply, line } => self.prune(ply, &texts(line)).await?,
            Request::PlayOn { ply, line } => self.play_on(ply, &texts(line)).await?,
            Request::GoTo { ply, line } => return self.show(ply, &texts(line)).map(Some),
            Request::Seats { seats } => {
                let name = self.game()?.name;
                let seats = self.matched(seats, name)?;
                self.set_seats(seats, name).await?;
            }
            Request::Remember { seat, name } => {
                let game = self.game()?;
                let mut seats = game.seats.clone();
                let seat = usize::try_from(seat.0 - 1).unwrap_or(0);
                match &mut seats[seat] {
                    Seat::Ai { remember, .. } => *remember = name,
                    Seat::Human { .. } => {
                        return Err(RequestError::new(
                            ErrorCode::BadValue,
                            "only an engine remembers",
                        ));
                    }
                }
                let name = game.name;
                self.set_seats(seats, name).await?;
            }
            Request::Pause { on } => {
                self.game_mut()?.is_paused = on;
                if on {
                    self.abandon().await;
                }
            }
            Request::Speed { ms } => {
                self.game_mut()?.speed = ms.0;
                let at = self.moved + Duration::from_millis(ms.0);
                if let Some(held) = &mut self.held {
                    held.at = at;
                }
            }
            Request::Now {} => {
                self.game()?;
                self.hurry().await?;
                if let Some((tab, n)) = self.hurried.replace((tab, n)) {
                    let text = "another tab asked for it as well";
                    self.answer(tab, n, &RequestError::new(ErrorCode::Over, text).into());
                }
                return Ok(None);
            }
            Request::Export {} => {
                let game = self.game()?;
                let (name, text) = (record::file_name(game), record::write(game));
                return Ok(Some(Reply::File { name, text }));
            }
            Request::Drawing { ply, line } => {
                let game = self.game_mut()?;
                let text = game.drawing(ply, &texts(line))?;
                return Ok(Some(Reply::File { name: format!("{}.txt", game.name), text }));
            }
            Request::Games {} => {
                let games = self.context.shelf.list(&self.context.catalogue);
                return Ok(Some(Reply::Games { games }));
            }
            Request::Restart {} => {
                self.game()?;
                self.posts().for_each(Post::restart);
            }
            Request::Analyse { ply, lines, ms, moves, line } => {
                let time = ms.map_or(LONGEST, |ms| Duration::from_millis(ms.0));
                let moves = texts(moves);
                // Of some moves, each has a line.
                let lines = if moves.is_empty() { lines.0 } else { moves.len() as u64 };
                let order = SearchOrder {
                    moves,
                    line: texts(line),
                    ..SearchOrder::endless(ply, lines.min(MOST_LINES))
                };
                self.analyse(tab, n, order, Some(time)).await?;
                return Ok(None);
            }
            Request::Compose { game, options, pieces, turn, points } => {
                let setup = Setup::new(&pieces, &turn, points);
                return self.compose(&game, &options.unwrap_or_default(), &setup).map(Some);
            }
            Request::Explore { ply, line } => {
                self.explore(tab, n, ply, &texts(line))?;
                return Ok(None);
            }
            Request::Tables {} => return self.tables().map(Some),
            Request::BuildTables { game, few } => {
                self.build_tables(&game, few)?;
                return self.tables().map(Some);
            }
            Request::PauseBuild {} => {
                self.context.library.pause();
                return self.tables().map(Some);
            }
            Request::Puzzles {} => return self.puzzles().map(Some),
            Request::Puzzle { theme, level } => {
                let level = level.map(|level| level.0 as u8);
                return self.ask_puzzle(Wanted { theme, level }).map(Some);
            }
            Request::Solve { r#move: word } => return self.try_puzzle(word.as_str()).map(Some),
            Request::Clue { whole } => return self.clue(whole).map(Some),
            Request::Solution {} => return self.solution().map(Some),
            Request::Hint {} => {
                let game = self.game()?;
                let ply = game.ply();
                let task = SearchOrder::bounded(ply, Level::hint());
                self.analyse(tab, n, task, None).await?;
                return Ok(None);
            }
            Request::Judge { ms, from, to } => {
                let plies = self.game()?.plies();
                self.end_job().await;
                let judging = Judging { ms: ms.0, first: from.unwrap_or(0), behind: None };
                self.judge(tab, n, to.unwrap_or(plies).min(plies), judging).await;
                return Ok(None);
            }
            Request::Stop {} => {
                let ply = self.game()?.ply();
                self.end_job().await;
                return Ok(Some(Reply::Done { ply, best: None, stopped: true }));
            }
            Request::Memories {} => return Ok(Some(self.memories().await)),
            Request::SaveMemory {} => {
                self.saves.push((tab, n));
                return Ok(None);
            }
            Request::Forget { name, game } => {
                let game = match game {
                    Some(game) => game,
                    None => self.game()?.name.to_owned(),
                };
                if self.context.catalogue.game(&game).is_none() {
                    let text = format!("there is no game {game:?}");
                    return Err(RequestError::new(ErrorCode::BadValue, text));
                }
                self.context.memories.forget(&(name, game))?;
                return Ok(Some(self.memories().await));
            }
        }
        let game = self.game_mut()?;
        game.fill()?;
        // Another player may be to move now, or nobody.
        self.run_clock();
        self.tell_state(asker);
        Ok(None)
    }
}

fn texts(words: Option<MoveWords>) -> Vec<String> {
    words.unwrap_or_default().0.iter().map(ToString::to_string).gather()
}
