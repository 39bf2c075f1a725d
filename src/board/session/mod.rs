//! A session: one game, its engines, and the tabs that show it.

mod analysis;
mod game;
mod seats;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};

use crate::board::child::{Gone, Heard};
use crate::board::game::{Game, Judgement};
use crate::board::hall::{Hall, closed};
use crate::board::line::Search;
use crate::board::look::{LONGEST, Look, Task};
use crate::board::memory::Lease;
use crate::board::message::{
    Code, LevelEntry, Number, Refusal, Reply, Request, Seat, State, Waits, Words,
};
use crate::board::post::Post;
use crate::board::record;
use crate::board::rules::Rules;
use crate::engine::Level;
use crate::kernel::SplitMix64;

/// How long a move waits when a tab has not read the ones before.
const CROWDED: Duration = Duration::from_millis(50);
/// The table of an engine that plays or analyses, in MiB.
const HASH: u32 = 64;

/// Where the messages for a tab go.
pub(super) type Outbox = mpsc::Sender<Utf8Bytes>;

/// What comes in from the tabs.
pub(super) enum Input {
    /// A tab has said hello.
    Join { tab: u64, n: Number, outbox: Outbox },
    /// A tab asks.
    Asked { tab: u64, n: Number, request: Request },
    /// A tab is gone.
    Leave { tab: u64 },
}

/// Anything that happens to a session.
enum Event {
    Input(Option<Input>),
    Rules(Heard),
    Seat(usize, Heard),
    Look(Heard),
    Alarm,
    Close,
}

/// The engine of a seat.
struct Player {
    post: Post,
    /// Its memory.
    lease: Option<Lease>,
    /// Whether it knows which game is played.
    is_set_up: bool,
}

/// A move that an engine will make.
struct Held {
    text: String,
    /// When.
    at: Instant,
}

/// Who asked for what is answered.
type Asker = Option<(u64, Number)>;

pub(super) struct Session {
    id: String,
    hall: Arc<Hall>,
    tabs: BTreeMap<u64, Outbox>,
    game: Option<Game>,
    rules: Rules,
    players: [Player; 2],
    /// The seat that thinks, and what it says.
    thinking: Option<(usize, Search)>,
    held: Option<Held>,
    look: Look,
    /// Who wants an engine to move at once.
    hurried: Asker,
    /// Who waits for memories to be saved, which have to wait for a search.
    saves: Vec<(u64, Number)>,
    dice: SplitMix64,
    /// When the last move was made.
    moved: Instant,
    /// Since when no tab is open.
    empty: Option<Instant>,
}

/// Returns the options of engines that search.
pub(super) fn common_options(threads: i64) -> [String; 3] {
    [
        format!("setoption name Hash value {HASH}"),
        format!("setoption name Threads value {threads}"),
        "setoption name UCI_ShowWDL value true".to_owned(),
    ]
}

fn no_game() -> Refusal {
    Refusal::new(Code::NoGame, "there is no game yet")
}

impl Session {
    pub(super) fn new(id: String, hall: Arc<Hall>, seed: u64) -> Self {
        let post = |name| Post::new(name, Arc::clone(&hall.program));
        let player = |name| Player { post: post(name), lease: None, is_set_up: false };
        let threads = (hall.catalogue.threads - 1).max(1);
        Self {
            tabs: BTreeMap::new(),
            game: None,
            rules: Rules::new(post("rules")),
            players: [player("seat1"), player("seat2")],
            thinking: None,
            held: None,
            look: Look::new(post("look"), threads),
            hurried: None,
            saves: Vec::new(),
            dice: SplitMix64::new(seed),
            moved: Instant::now(),
            empty: Some(Instant::now()),
            id,
            hall,
        }
    }

    /// Plays until nobody wants to any more, or the server ends.
    pub(super) async fn run(
        mut self,
        mut inbox: mpsc::Receiver<Input>,
        mut closing: watch::Receiver<bool>,
    ) {
        loop {
            let alarm = self.alarm();
            let [first, second] = &mut self.players;
            let event = tokio::select! {
                () = closed(&mut closing) => Event::Close,
                input = inbox.recv() => Event::Input(input),
                heard = self.rules.post().next() => Event::Rules(heard),
                heard = first.post.next() => Event::Seat(0, heard),
                heard = second.post.next() => Event::Seat(1, heard),
                heard = self.look.post.next() => Event::Look(heard),
                () = sleep_until(alarm) => Event::Alarm,
            };
            match event {
                Event::Input(None) | Event::Close => break,
                Event::Input(Some(input)) => self.take(input).await,
                Event::Rules(Heard::Gone(gone)) => self.rules.lose(gone),
                Event::Rules(_) => {}
                Event::Seat(seat, heard) => self.seat_said(seat, heard).await,
                Event::Look(heard) => self.look_said(heard).await,
                Event::Alarm => {
                    if self.empty.is_some_and(|since| since.elapsed() >= self.hall.kept)
                        && self.hall.retire(&self.id)
                    {
                        break;
                    }
                    self.ring().await;
                }
            }
            for trouble in std::mem::take(&mut self.rules.troubles) {
                self.tell(&trouble);
            }
            self.proceed().await;
        }
        self.tabs.clear();
        let [first, second] = self.players;
        let posts = [self.rules.into_post(), first.post, second.post, self.look.post];
        let children = posts.map(|mut post| post.vacate());
        let quits = children.into_iter().flatten().map(|child| tokio::spawn(child.quit()));
        for quit in quits.collect::<Vec<_>>() {
            let _ = quit.await;
        }
        // The memories are free again only now.
        drop((first.lease, second.lease));
    }

    /// Returns when something has to be done unasked.
    fn alarm(&self) -> Instant {
        let job = self.look.job.as_ref();
        let times = [
            self.held.as_ref().map(|held| held.at),
            self.thinking.as_ref().and_then(|(_, search)| search.due()),
            job.and_then(|job| job.search.due()),
            job.and_then(|job| job.ends),
            self.empty.map(|since| since + self.hall.kept),
        ];
        let far = Instant::now() + self.hall.kept;
        times.into_iter().flatten().min().unwrap_or(far)
    }

    /// Does what is due.
    async fn ring(&mut self) {
        let now = Instant::now();
        if let Some((_, search)) = &mut self.thinking {
            for line in search.told(now) {
                self.tell(&Reply::Line(Box::new(line)));
            }
        }
        let mut told = None;
        if let Some(job) = &mut self.look.job {
            told = Some((job.tab, job.n, job.search.told(now)));
            if job.ends.is_some_and(|ends| ends <= now) {
                job.ends = None;
                if let Some(Err(gone)) = stop(&mut self.look.post).await {
                    self.look_said(Heard::Gone(gone)).await;
                }
            }
        }
        if let Some((tab, n, lines)) = told {
            for line in lines {
                self.answer(tab, n, &Reply::Line(Box::new(line)));
            }
        }
        if let Some(held) = self.held.take_if(|held| held.at <= now) {
            // Two quick engines play no faster than the tabs can show.
            if self.tabs.values().any(|outbox| outbox.capacity() < outbox.max_capacity() / 2) {
                self.held = Some(Held { at: now + CROWDED, ..held });
            } else {
                self.engine_moves(held.text).await;
            }
        }
    }

    // What is said.

    fn send(&mut self, tab: u64, text: Utf8Bytes) {
        // A tab that does not read what it is sent is cut off.
        if self.tabs.get(&tab).is_some_and(|outbox| outbox.try_send(text).is_err()) {
            self.tabs.remove(&tab);
        }
    }

    fn answer(&mut self, tab: u64, n: Number, reply: &Reply) {
        self.send(tab, reply.write(n).into());
    }

    /// Tells all tabs.
    fn tell(&mut self, reply: &Reply) {
        self.tell_from(reply, None);
    }

    /// Tells all tabs, with the number to who asked.
    fn tell_from(&mut self, reply: &Reply, asker: Asker) {
        let text: Utf8Bytes = reply.write(None).into();
        for tab in self.tabs.keys().copied().collect::<Vec<_>>() {
            match asker {
                Some((who, n)) if who == tab => self.answer(tab, n, reply),
                _ => self.send(tab, text.clone()),
            }
        }
    }

    fn state(&self) -> Option<Reply> {
        let game = self.game.as_ref()?;
        let ply = game.ply();
        let spot = game.spot(ply)?;
        let waits = match game.waits() {
            Waits::Ai if self.players[game.mover(ply)].post.is_down() => Waits::Engine,
            waits => waits,
        };
        Some(Reply::State(Box::new(State {
            session: self.id.clone(),
            game: game.name.clone(),
            players: game.players.clone(),
            seats: game.seats.clone(),
            options: game.options.clone(),
            start: game.start.clone(),
            ply,
            plies: game.plies(),
            redo: game.plies() - ply,
            record: game.record().join(" "),
            position: spot.position.to_string(),
            before: ply
                .checked_sub(1)
                .and_then(|ply| game.spot(ply))
                .map(|spot| spot.position.to_string()),
            turn: spot.turn.clone(),
            last: game.played().last().cloned(),
            moves: spot.moves.to_string(),
            score: spot.score,
            result: spot.result.clone(),
            waits,
            paused: game.is_paused,
            speed: game.speed,
        })))
    }

    /// Tells everybody how the game stands.
    fn tell_state(&mut self, asker: Asker) {
        if let Some(state) = self.state() {
            self.tell_from(&state, asker);
        }
    }

    // What comes in.

    async fn take(&mut self, input: Input) {
        match input {
            Input::Join { tab, n, outbox } => self.join(tab, n, outbox),
            Input::Leave { tab } => {
                self.tabs.remove(&tab);
                if self.look.job.as_ref().is_some_and(|job| job.tab == tab) {
                    self.end_job().await;
                }
                if self.tabs.is_empty() {
                    self.empty = Some(Instant::now());
                    self.rest().await;
                }
            }
            Input::Asked { tab, n, request } => match self.carry_out(tab, n, request).await {
                Ok(Some(reply)) => self.answer(tab, n, &reply),
                Ok(None) => {}
                Err(refusal) => self.answer(tab, n, &refusal.into()),
            },
        }
    }

    fn join(&mut self, tab: u64, n: Number, outbox: Outbox) {
        self.tabs.insert(tab, outbox);
        self.empty = None;
        let level = |level: Level| LevelEntry { level: level.number(), text: level.words() };
        let welcome = Reply::Welcome {
            session: self.id.clone(),
            version: env!("CARGO_PKG_VERSION"),
            game: self.hall.game.clone(),
            levels: Level::all().map(level).collect(),
            games: self.hall.catalogue.games.clone(),
        };
        self.answer(tab, n, &welcome);
        let mut told: Vec<Reply> = self.state().into_iter().collect();
        if let Some(game) = &self.game {
            let judged = |ply| Some(judged(ply, game.judgement(ply)?));
            told.extend((0..=game.plies()).filter_map(judged));
        }
        told.extend(self.posts().filter_map(|post| post.trouble()));
        for reply in told {
            self.answer(tab, None, &reply);
        }
    }

    /// Returns the places of all engines.
    fn posts(&mut self) -> impl Iterator<Item = &mut Post> {
        let seats = self.players.iter_mut().map(|player| &mut player.post);
        seats.chain([self.rules.post(), &mut self.look.post])
    }

    /// Nobody looks: nobody thinks.
    async fn rest(&mut self) {
        self.abandon().await;
        self.end_job().await;
        if let Some(game) = &mut self.game {
            if game.is_among_engines() {
                game.is_paused = true;
            }
        }
    }

    async fn carry_out(
        &mut self,
        tab: u64,
        n: Number,
        request: Request,
    ) -> Result<Option<Reply>, Refusal> {
        let asker = Some((tab, n));
        match request {
            Request::Hello { .. } => {
                return Err(Refusal::new(Code::BadMessage, "we have met already"));
            }
            Request::New { game, seats, options, position, moves, speed } => {
                let start = position.map(|position| position.0);
                let moves = texts(moves);
                self.begin(&game, &options, start, &moves, seats).await?;
                if let (Some(game), Some(speed)) = (&mut self.game, speed) {
                    game.speed = speed.0;
                }
            }
            Request::Load { text, game, index, seats } => {
                let current = self.game.as_ref().map(|game| game.name.clone());
                let game = game.or(current);
                let read = record::read(&text, game.as_deref(), index, &self.hall.catalogue)?;
                let seats = seats.unwrap_or([Seat::Human {}, Seat::Human {}]);
                // What is pasted into a game is played by its rules.
                let same = self.game.as_ref().filter(|game| game.name == read.game);
                let current = same.map(|game| game.options.clone());
                let options = read.options.or(current).unwrap_or_default();
                self.begin(&read.game, &options, read.start, &read.moves, seats).await?;
            }
            Request::Move { word, ply, truncate } => {
                self.human_moves(word.as_str(), ply, truncate == Some(true)).await?;
            }
            Request::Resign {} => {
                let ply = self.game()?.ply();
                self.human_moves("resign", ply, false).await?;
            }
            Request::Try { word, ply } => {
                self.game()?;
                let ahead = self.look_ahead(ply, &[word.to_string()]).await?;
                let word = ahead.moves.into_iter().next().unwrap_or_default();
                return Ok(Some(Reply::Legal { ply, word }));
            }
            Request::Undo {} => {
                let target = self.game()?.undo_target();
                let ply = target.ok_or_else(|| Refusal::new(Code::Over, "nothing to take back"))?;
                self.go_to(ply).await?;
            }
            Request::Redo {} => {
                let target = self.game()?.redo_target();
                let ply = target.ok_or_else(|| Refusal::new(Code::Over, "nothing to redo"))?;
                self.go_to(ply).await?;
            }
            Request::GoTo { ply, line } => return self.show(ply, &texts(line)).await.map(Some),
            Request::Seats { seats } => {
                let name = self.game()?.name.clone();
                self.set_seats(seats, &name).await?;
            }
            Request::Remember { seat, name } => {
                let game = self.game()?;
                let mut seats = game.seats.clone();
                let seat = usize::try_from(seat.0 - 1).unwrap_or(0);
                match &mut seats[seat] {
                    Seat::Ai { remember, .. } => *remember = name,
                    Seat::Human {} => {
                        return Err(Refusal::new(Code::BadValue, "only an engine remembers"));
                    }
                }
                let name = game.name.clone();
                self.set_seats(seats, &name).await?;
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
                    let text = "somebody else asked for it as well";
                    self.answer(tab, n, &Refusal::new(Code::Over, text).into());
                }
                return Ok(None);
            }
            Request::Export {} => {
                let game = self.game()?;
                let (name, text) = (record::file_name(game), record::write(game));
                return Ok(Some(Reply::File { name, text }));
            }
            Request::Restart {} => {
                self.game()?;
                self.posts().for_each(Post::restart);
            }
            Request::Analyse { ply, lines, ms } => {
                let time = ms.map_or(LONGEST, |ms| Duration::from_millis(ms.0));
                self.analyse(tab, n, Task::endless(ply, lines.0), Some(time)).await?;
                return Ok(None);
            }
            Request::Hint {} => {
                let game = self.game()?;
                let ply = game.ply();
                let levels = game.seats.iter().filter_map(|seat| match seat {
                    Seat::Ai { level, .. } => Some(*level),
                    Seat::Human {} => None,
                });
                let level = levels.max().or_else(|| Level::new(Level::DEFAULT));
                let level = level.ok_or_else(no_game)?.at_least_default();
                let task = Task::bounded(ply, limits(level), level.time());
                self.analyse(tab, n, task, None).await?;
                return Ok(None);
            }
            Request::Judge { ms } => {
                let last = self.game()?.plies();
                self.end_job().await;
                self.judge(tab, n, last, ms.0, None).await;
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
                self.save().await;
                return Ok(None);
            }
            Request::Forget { name, game } => {
                let game = match game {
                    Some(game) => game,
                    None => self.game()?.name.clone(),
                };
                if self.hall.catalogue.game(&game).is_none() {
                    let text = format!("there is no game {game:?}");
                    return Err(Refusal::new(Code::BadValue, text));
                }
                self.hall.memories.forget(&(name, game))?;
                return Ok(Some(self.memories().await));
            }
        }
        self.fill().await?;
        self.tell_state(asker);
        Ok(None)
    }

    fn game(&self) -> Result<&Game, Refusal> {
        self.game.as_ref().ok_or_else(no_game)
    }

    fn game_mut(&mut self) -> Result<&mut Game, Refusal> {
        self.game.as_mut().ok_or_else(no_game)
    }
}

/// Makes the search of an engine answer, if there is one.
async fn stop(post: &mut Post) -> Option<Result<(), Gone>> {
    Some(post.filled()?.stop().await)
}

/// Returns the search of a level, as `go` reads it.
fn limits(level: Level) -> String {
    let ms = level.time().as_millis();
    match level.depth() {
        Some(depth) => format!("depth {depth} movetime {ms}"),
        None => format!("movetime {ms}"),
    }
}

fn texts(words: Option<Words>) -> Vec<String> {
    words.unwrap_or_default().0.iter().map(ToString::to_string).collect()
}

fn judged(ply: usize, judgement: &Judgement) -> Reply {
    let Judgement { chance, best, loss } = judgement.clone();
    Reply::Judged { ply, chance, best, loss }
}
