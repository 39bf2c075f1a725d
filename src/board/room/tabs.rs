//! The tabs of a session: messages to them, arrivals and departures.

use std::iter;

use axum::extract::ws::Utf8Bytes;
use tokio::time::Instant;

use super::{Asker, Outbox, Room, TabEvent, judged};
use crate::board::game::BoardGame;
use crate::board::message::{
    Awaited, GameState, Reply, RequestNumber, SearchLine, ShelfEntry, TreeStep,
};
use crate::board::post::Post;
use crate::board::record;
use crate::kernel::Gather;

impl Room {
    fn send(&mut self, tab: u64, text: Utf8Bytes) {
        // A tab that does not read its messages is disconnected.
        self.tabs.retain(|(id, outbox)| *id != tab || outbox.try_send(text.clone()).is_ok());
    }

    /// Sends texts as one message, since they may be more than may be queued. They are lines to whoever reads them.
    fn send_together(&mut self, tab: u64, texts: &[String]) {
        if !texts.is_empty() {
            self.send(tab, texts.join("\n").into());
        }
    }

    pub(super) fn answer(&mut self, tab: u64, n: RequestNumber, reply: &Reply) {
        self.send(tab, reply.write(n).into());
    }

    /// Answers with lines of a search.
    pub(super) fn answer_lines(&mut self, tab: u64, n: RequestNumber, lines: Vec<SearchLine>) {
        let texts = lines.into_iter().map(|line| Reply::Line(Box::new(line)).write(n));
        self.send_together(tab, &texts.gather());
    }

    /// Sends to all tabs.
    pub(super) fn tell(&mut self, reply: &Reply) {
        self.tell_from(reply, None);
    }

    /// Sends to all tabs, with the request number to the one that asked.
    pub(super) fn tell_from(&mut self, reply: &Reply, asker: Asker) {
        let text: Utf8Bytes = reply.write(None).into();
        let answer = asker.map(|(asker, n)| (asker, reply.write(n).into()));
        self.tabs.retain(|(tab, outbox)| {
            let text = match &answer {
                Some((asker, answer)) if asker == tab => answer,
                _ => &text,
            };
            outbox.try_send(text.clone()).is_ok()
        });
    }

    fn state(&self) -> Option<Reply> {
        let game = self.game.as_ref()?;
        let ply = game.ply();
        let snapshot = game.snapshot(ply)?;
        Some(Reply::State(Box::new(GameState {
            session: self.id.clone(),
            game: game.name,
            players: game.players,
            seats: game.seats.clone(),
            options: game.options.clone(),
            start: game.start.clone(),
            ply,
            plies: game.plies(),
            redo: game.plies() - ply,
            record: game.record().join(" "),
            movers: game.movers(),
            notes: TreeStep::list(game.tree(), game.players),
            position: snapshot.position.to_string(),
            turn: snapshot.turn.clone(),
            last: game.played().last().cloned(),
            moves: snapshot.moves.to_string(),
            scene: (*snapshot.scene).clone(),
            score: snapshot.score,
            result: game.result().cloned(),
            waits: self.waits(game),
            paused: game.is_paused,
            speed: game.speed,
            clock: game.clock.as_ref().map(|clock| clock.state(Instant::now())),
        })))
    }

    /// Returns who is to act.
    fn waits(&self, game: &BoardGame) -> Awaited {
        match game.waits() {
            Awaited::Ai if self.players[game.mover(game.ply())].post.is_down() => Awaited::Engine,
            waits => waits,
        }
    }

    /// Lets the clock of the player run who is to act; nobody's while there is no tab, or no engine that could act.
    pub(super) fn run_clock(&mut self) {
        let waits = self.game.as_ref().map(|game| self.waits(game));
        let runs = matches!(waits, Some(Awaited::Human | Awaited::Ai)) && !self.tabs.is_empty();
        if let Some(game) = &mut self.game {
            game.run_clock(Instant::now(), runs);
        }
    }

    /// Sends the state of the game to all tabs, and keeps the game.
    pub(super) fn tell_state(&mut self, asker: Asker) {
        if let Some(state) = self.state() {
            self.tell_from(&state, asker);
        }
        if let Some(game) = &self.game {
            self.context.shelf.keep(&self.id, record::write_all(game));
        }
    }

    pub(super) async fn take(&mut self, input: TabEvent) {
        match input {
            TabEvent::Join { tab, n, outbox, shelf } => self.join(tab, n, outbox, shelf),
            TabEvent::Leave { tab } => {
                self.tabs.retain(|(id, _)| *id != tab);
                if self.analyser.job.as_ref().is_some_and(|job| job.tab == tab) {
                    self.end_job().await;
                }
                if self.tabs.is_empty() {
                    self.empty = Some(Instant::now());
                    self.rest().await;
                }
            }
            TabEvent::Asked { tab, n, request } => match self.carry_out(tab, n, request).await {
                Ok(Some(reply)) => self.answer(tab, n, &reply),
                Ok(None) => {}
                Err(refusal) => self.answer(tab, n, &refusal.into()),
            },
        }
    }

    fn join(&mut self, tab: u64, n: RequestNumber, outbox: Outbox, shelf: Vec<ShelfEntry>) {
        let was_empty = self.tabs.is_empty();
        self.tabs.push((tab, outbox));
        self.empty = None;
        if was_empty {
            self.run_clock();
        }
        let welcome = Reply::Welcome {
            session: self.id.clone(),
            version: env!("CARGO_PKG_VERSION"),
            game: self.context.game.clone(),
            playing: self.game.is_some(),
            shelf,
        };
        let mut replies: Vec<Reply> = self.state().into_iter().gather();
        replies.extend(self.judgements());
        replies.extend(self.posts().filter_map(|post| post.trouble()));
        let replies = replies.iter().map(|reply| reply.write(None));
        let texts: Vec<String> = iter::once(welcome.write(n)).chain(replies).gather();
        self.send_together(tab, &texts);
    }

    /// Returns what is known of the plies.
    fn judgements(&self) -> Vec<Reply> {
        let Some(game) = &self.game else { return Vec::new() };
        let judged = |ply| Some(judged(ply, game.judgement(ply)?));
        (0..=game.plies()).filter_map(judged).gather()
    }

    /// Returns the posts of all engines.
    pub(super) fn posts(&mut self) -> impl Iterator<Item = &mut Post> {
        let seats = self.players.iter_mut().map(|player| &mut player.post);
        seats.chain([&mut self.analyser.post])
    }

    /// No tabs, no thinking.
    async fn rest(&mut self) {
        self.abandon().await;
        self.end_job().await;
        if let Some(game) = &mut self.game {
            game.is_paused |= game.is_among_engines();
        }
        self.run_clock();
    }
}
