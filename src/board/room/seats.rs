//! The seats of a session: the engines that play, and their memories.

use std::time::Duration;

use tokio::time::Instant;

use super::{PendingMove, Room, SeatEngine, stop};
use crate::board::child::{Gone, Heard};
use crate::board::game::Judgement;
use crate::board::line::SearchOutput;
use crate::board::memory::{Lease, MemoryKey};
use crate::board::message::{Awaited, ErrorCode, Reply, RequestError, Seat};
use crate::engine::Level;
use crate::kernel::Gather;
use crate::wire::SetOption;

impl Room {
    /// Assigns the seats and their memories. If that is refused, nothing changes.
    pub(super) async fn set_seats(
        &mut self,
        seats: [Seat; 2],
        game: &str,
    ) -> Result<(), RequestError> {
        let wanted = seats.each_ref().map(|seat| match seat {
            Seat::Ai { remember: Some(name), .. } => Some((name.clone(), game.to_owned())),
            _ => None,
        });
        if let [Some((name, _)), Some((other, _))] = &wanted
            && name == other
        {
            let text = format!("only one engine can use the memory {}", name.as_str());
            return Err(RequestError::new(ErrorCode::Busy, text));
        }
        let held = |player: &SeatEngine| player.lease.as_ref().map(|lease| lease.key().clone());
        let own: Vec<Option<MemoryKey>> = self.players.iter().map(held).gather();
        let mut leases = Vec::new();
        for key in wanted.iter().flatten().filter(|key| !own.contains(&Some((*key).clone()))) {
            leases.push(self.context.memories.lease(key).await?);
        }
        let is_same = self.game.as_ref().is_some_and(|game| game.seats == seats);
        if !is_same {
            self.abandon().await;
        }
        for (at, player) in self.players.iter_mut().enumerate() {
            if own[at] != wanted[at] {
                if let Some(child) = player.post.vacate() {
                    child.quit().await;
                }
                leases.extend(player.lease.take());
                player.is_set_up = false;
            }
        }
        for (player, key) in self.players.iter_mut().zip(&wanted) {
            if player.lease.is_none() {
                let at = leases.iter().position(|lease| Some(lease.key()) == key.as_ref());
                player.lease = at.map(|at| leases.swap_remove(at));
            }
        }
        if let Some(current) = &mut self.game {
            current.seats = seats;
        }
        Ok(())
    }

    /// Stops the thinking engine and discards its move.
    pub(super) async fn abandon(&mut self) {
        self.held = None;
        if let Some((tab, n)) = self.hurried.take() {
            self.answer(
                tab,
                n,
                &RequestError::new(ErrorCode::Over, "the engine was stopped").into(),
            );
        }
        let Some((seat, _)) = self.thinking.take() else { return };
        if let Some(child) = self.players[seat].post.filled()
            && let Err(gone) = child.abandon()
        {
            self.lose_seat(seat, gone);
        }
    }

    /// Reports the end of a seat's engine; if it is not replaced, the game waits.
    pub(super) fn lose_seat(&mut self, seat: usize, gone: Gone) {
        self.players[seat].is_set_up = false;
        let trouble = self.players[seat].post.lose(gone);
        self.tell(&trouble);
        if self.players[seat].post.is_down() {
            if let Some((tab, n)) = self.hurried.take() {
                let refusal = RequestError::new(ErrorCode::Engine, "the engine has ended");
                self.answer(tab, n, &refusal.into());
            }
            self.run_clock();
            self.tell_state(None);
        }
    }

    /// Starts the engine whose turn it is.
    pub(super) async fn proceed(&mut self) {
        if self.thinking.is_some() || self.held.is_some() || self.tabs.is_empty() {
            return;
        }
        let Some(game) = &self.game else { return };
        let ply = game.ply();
        if game.snapshot(ply).is_none() {
            return;
        }
        if game.waits() != Awaited::Ai {
            return;
        }
        let seat = game.mover(ply);
        let Seat::Ai { level, .. } = game.seats[seat] else { return };
        while !self.players[seat].post.is_down() {
            match self.think(seat, ply, level).await {
                Ok(()) => return,
                Err(gone) => self.lose_seat(seat, gone),
            }
        }
    }

    pub(super) async fn think(
        &mut self,
        seat: usize,
        ply: usize,
        level: Level,
    ) -> Result<(), Gone> {
        let Some(game) = &self.game else { return Ok(()) };
        let Seat::Ai { tables, book, .. } = game.seats[seat] else { return Ok(()) };
        let player = &mut self.players[seat];
        let mut commands = Vec::new();
        // Tables and book, and what of them can be used by now.
        let library = &self.context.library;
        let uses = (tables, book, library.version());
        if player.uses != Some(uses) || !player.post.is_filled() {
            commands.extend(library.commands(tables, book));
            player.uses = Some(uses);
        }
        if !player.is_set_up || !player.post.is_filled() {
            // What is remembered is of use to one who sees positions as before.
            let is_new = player.lease.is_none();
            player.seed = if is_new { self.dice.next_u64() as u32 } else { 0 };
            commands.extend(game.setup(1));
            commands.extend(player.lease.as_ref().map(Lease::command));
        }
        let skill = [("Skill Level", u32::from(level.number())), ("Skill Seed", player.seed)];
        let set =
            |(name, value): (_, u32)| SetOption::new(name, Some(&value.to_string())).to_string();
        commands.extend(skill.map(set));
        commands.push(game.position(ply, &[]));
        let name = player.post.name();
        let child = player.post.child()?;
        child.command(&commands).await?;
        let mut limits = level.limits();
        if let Some(clock) = &game.clock {
            let budget = clock.budget(seat, Instant::now());
            limits.move_time = Some(limits.move_time.map_or(budget, |time| time.min(budget)));
        }
        child.go(limits, &[])?;
        player.is_set_up = true;
        self.thinking = Some((seat, SearchOutput::new(name, ply, &[], seat == 0)));
        Ok(())
    }

    /// Holds the move of an engine until it is time to make it.
    pub(super) fn hold(&mut self, text: String) {
        let shown = self.game.as_ref().filter(|game| game.is_among_engines());
        let pause = match shown {
            Some(game) if self.hurried.is_none() => Duration::from_millis(game.speed),
            _ => Duration::ZERO,
        };
        self.held = Some(PendingMove { text, at: self.moved + pause });
    }

    /// Makes the engine move at once.
    pub(super) async fn hurry(&mut self) -> Result<(), RequestError> {
        if let Some(held) = &mut self.held {
            held.at = Instant::now();
            return Ok(());
        }
        let Some((seat, _)) = self.thinking else {
            return Err(RequestError::new(ErrorCode::Over, "no engine is thinking"));
        };
        if let Some(Err(gone)) = stop(&mut self.players[seat].post) {
            self.seat_said(seat, Heard::Gone(gone)).await;
        }
        Ok(())
    }

    pub(super) async fn seat_said(&mut self, seat: usize, heard: Heard) {
        let is_thinking = self.thinking.as_ref().is_some_and(|(who, _)| *who == seat);
        match heard {
            Heard::Info(text) => {
                let Some((_, search)) = self.thinking.as_mut().filter(|_| is_thinking) else {
                    return;
                };
                search.hear(&text);
                for line in search.take_due(Instant::now()) {
                    self.tell(&Reply::Line(Box::new(line)));
                }
            }
            Heard::Best(text) => {
                let Some((_, mut search)) = self.thinking.take_if(|_| is_thinking) else { return };
                for line in search.rest() {
                    self.tell(&Reply::Line(Box::new(line)));
                }
                if let Some(chance) = search.chance() {
                    let proven = search.is_proven();
                    let judgement = Judgement { proven, ..Judgement::of(chance) };
                    self.judged(search.ply(), judgement, None);
                }
                self.hold(text);
            }
            Heard::Gone(gone) => {
                self.thinking.take_if(|_| is_thinking);
                self.lose_seat(seat, gone);
            }
        }
    }

    /// Makes the move of an engine.
    pub(super) async fn engine_moves(&mut self, text: String) {
        let Some(game) = &mut self.game else { return };
        let ply = game.ply();
        let seat = game.mover(ply);
        match game.look(ply, std::slice::from_ref(&text)) {
            Ok(ahead) => {
                self.make(ply, ahead).await;
                let asker = self.hurried.take();
                self.tell_state(asker);
            }
            Err(refusal) if refusal.code == ErrorCode::Engine => {
                // The move waits until somebody asks for it again.
                game.is_paused = true;
                self.tell_state(None);
            }
            Err(refusal) => {
                let text = format!("the engine plays {text}: {}", refusal.text);
                self.lose_seat(seat, Gone(text));
            }
        }
    }

    pub(super) async fn memories(&self) -> Reply {
        Reply::Memories { names: self.context.memories.list(&self.context.catalogue).await }
    }

    /// Saves the seats' memories as soon as none of them is thinking.
    pub(super) async fn save(&mut self) {
        let is_searching = |player: &mut SeatEngine| {
            player.post.filled().is_some_and(|child| child.is_searching())
        };
        if self.saves.is_empty() || self.players.iter_mut().any(is_searching) {
            return;
        }
        for seat in 0..self.players.len() {
            let player = &mut self.players[seat];
            let Some(child) = player.post.filled().filter(|_| player.lease.is_some()) else {
                continue;
            };
            if let Err(gone) = child.command(&["save".to_owned()]).await {
                self.lose_seat(seat, gone);
            }
        }
        let memories = self.memories().await;
        for (tab, n) in std::mem::take(&mut self.saves) {
            self.answer(tab, n, &memories);
        }
    }
}
