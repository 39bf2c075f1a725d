//! A session: one game, its engines, and the tabs that show it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use serde_json::Value;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};

use super::child::{Gone, Heard};
use super::game::{Game, Judgement, Spot};
use super::line::Search;
use super::look::{Job, Kind, LONGEST, Look};
use super::memory::{Key, Lease};
use super::message::{
    Code, LONGEST_GAME, LevelEntry, Number, Refusal, Reply, Request, Seat, State, Waits, Words,
};
use super::post::Post;
use super::record;
use super::rules::{Ahead, Rules};
use super::server::{Hall, closed};
use crate::engine::Level;
use crate::kernel::SplitMix64;

/// How long a session without tabs is kept.
const KEPT: Duration = Duration::from_secs(600);
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
                    if self.empty.is_some_and(|since| since.elapsed() >= KEPT)
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
            self.empty.map(|since| since + KEPT),
        ];
        let far = Instant::now() + KEPT;
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
                self.hurried = asker;
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
                self.analyse(tab, n, ply, lines.0, "infinite", None, Some(time)).await?;
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
                self.analyse(tab, n, ply, 1, &limits(level), Some(level.time()), None).await?;
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

    // The game.

    /// Asks the rules what moves from a ply on lead to.
    async fn look_ahead(&mut self, ply: usize, moves: &[String]) -> Result<Ahead, Refusal> {
        let game = self.game.as_ref().ok_or_else(no_game)?;
        if ply > game.plies() {
            return Err(Refusal::new(Code::Stale, format!("there are {} plies", game.plies())));
        }
        self.rules.look(game, ply, moves).await
    }

    /// Returns the description of a ply of the record.
    async fn spot(&mut self, ply: usize) -> Result<Spot, Refusal> {
        if let Some(spot) = self.game.as_ref().and_then(|game| game.spot(ply)) {
            return Ok(spot.clone());
        }
        let spot = self.look_ahead(ply, &[]).await?.spot;
        self.game_mut()?.set_spot(ply, spot.clone());
        Ok(spot)
    }

    /// Sees to it that what a state tells of is known.
    async fn fill(&mut self) -> Result<(), Refusal> {
        let ply = self.game()?.ply();
        if let Some(before) = ply.checked_sub(1) {
            self.spot(before).await?;
        }
        self.spot(ply).await?;
        Ok(())
    }

    /// Begins a game; if it is refused, the old one goes on.
    async fn begin(
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

    /// Plays the moves that a new game begins with.
    async fn replay(&mut self, game: &mut Game, moves: &[String]) -> Result<(), Refusal> {
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

    async fn human_moves(&mut self, text: &str, ply: usize, cuts: bool) -> Result<(), Refusal> {
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
    async fn make(&mut self, ply: usize, ahead: Ahead) {
        let Some(game) = &mut self.game else { return };
        let Some(text) = ahead.moves.into_iter().next() else { return };
        let is_kept = self.look.job.as_ref().is_none_or(|job| job.search.ply() <= ply);
        self.rules.cut(ply);
        game.go_to(ply);
        game.play(text, ahead.spot);
        self.moved = Instant::now();
        if !is_kept {
            self.end_job().await;
        }
    }

    /// Undoes or redoes.
    async fn go_to(&mut self, ply: usize) -> Result<(), Refusal> {
        self.spot(ply).await?;
        self.abandon().await;
        let game = self.game_mut()?;
        game.go_to(ply);
        if game.is_among_engines() {
            game.is_paused = true;
        }
        Ok(())
    }

    /// Shows a position of the game, or one that further moves lead to.
    async fn show(&mut self, ply: usize, moves: &[String]) -> Result<Reply, Refusal> {
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
        Ok(Reply::Look(Box::new(super::message::Look {
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

    /// Returns the description of a ply that somebody named.
    async fn spot_within(&mut self, ply: usize) -> Result<Spot, Refusal> {
        let plies = self.game()?.plies();
        if ply > plies {
            return Err(Refusal::new(Code::Stale, format!("there are {plies} plies")));
        }
        self.spot(ply).await
    }

    // The seats.

    /// Gives the seats to these, and their memories with them. If it is refused, all stays as it
    /// is.
    async fn set_seats(&mut self, seats: [Seat; 2], game: &str) -> Result<(), Refusal> {
        let wanted = seats.each_ref().map(|seat| match seat {
            Seat::Ai { remember: Some(name), .. } => Some((name.clone(), game.to_owned())),
            _ => None,
        });
        if let [Some((name, _)), Some((other, _))] = &wanted {
            if name == other {
                let text = format!("one engine alone remembers with {}", name.as_str());
                return Err(Refusal::new(Code::Busy, text));
            }
        }
        let held = |player: &Player| player.lease.as_ref().map(|lease| lease.key().clone());
        let own: Vec<Option<Key>> = self.players.iter().map(held).collect();
        let mut leases = Vec::new();
        for key in wanted.iter().flatten().filter(|key| !own.contains(&Some((*key).clone()))) {
            leases.push(self.hall.memories.lease(key).await?);
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

    /// Stops the engine that thinks; what it would play is not wanted any more.
    async fn abandon(&mut self) {
        self.held = None;
        if let Some((tab, n)) = self.hurried.take() {
            self.answer(tab, n, &Refusal::new(Code::Over, "the engine was stopped").into());
        }
        let Some((seat, _)) = self.thinking.take() else { return };
        if let Some(child) = self.players[seat].post.filled() {
            if let Err(gone) = child.abandon().await {
                self.lose_seat(seat, gone);
            }
        }
    }

    fn lose_seat(&mut self, seat: usize, gone: Gone) {
        self.players[seat].is_set_up = false;
        let trouble = self.players[seat].post.lose(gone);
        self.tell(&trouble);
    }

    /// Lets the engine move whose turn it is.
    async fn proceed(&mut self) {
        if self.thinking.is_some() || self.held.is_some() || self.tabs.is_empty() {
            return;
        }
        let Some(game) = &self.game else { return };
        let ply = game.ply();
        let Some(spot) = game.spot(ply) else { return };
        if game.waits() != Waits::Ai || ply >= LONGEST_GAME {
            return;
        }
        let seat = game.mover(ply);
        let Seat::Ai { level, .. } = game.seats[seat] else { return };
        if level.is_random() {
            let count = spot.moves.split(' ').count();
            let chosen = spot.moves.split(' ').nth(self.dice.below(count));
            let text = chosen.unwrap_or_default().to_owned();
            return self.hold(text);
        }
        while !self.players[seat].post.is_down() {
            match self.think(seat, ply, level).await {
                Ok(()) => return,
                Err(gone) => self.lose_seat(seat, gone),
            }
        }
    }

    async fn think(&mut self, seat: usize, ply: usize, level: Level) -> Result<(), Gone> {
        let Some(game) = &self.game else { return Ok(()) };
        let player = &mut self.players[seat];
        let mut commands = Vec::new();
        if !player.is_set_up || !player.post.is_filled() {
            commands = game.setup();
            commands.extend(common_options(1));
            commands.extend(player.lease.as_ref().map(Lease::command));
        }
        commands.push(game.position(ply));
        let name = player.post.name();
        let child = player.post.child()?;
        child.command(&commands).await?;
        child.go(&limits(level), Some(level.time())).await?;
        player.is_set_up = true;
        self.thinking = Some((seat, Search::new(name, ply, seat == 0)));
        Ok(())
    }

    /// Keeps the move of an engine until it is time to make it.
    fn hold(&mut self, text: String) {
        let shown = self.game.as_ref().filter(|game| game.is_among_engines());
        let pause = match shown {
            Some(game) if self.hurried.is_none() => Duration::from_millis(game.speed),
            _ => Duration::ZERO,
        };
        self.held = Some(Held { text, at: self.moved + pause });
    }

    /// Makes the engine move at once.
    async fn hurry(&mut self) -> Result<(), Refusal> {
        if let Some(held) = &mut self.held {
            held.at = Instant::now();
            return Ok(());
        }
        let Some((seat, _)) = self.thinking else {
            return Err(Refusal::new(Code::Over, "no engine thinks"));
        };
        if let Some(Err(gone)) = stop(&mut self.players[seat].post).await {
            self.seat_said(seat, Heard::Gone(gone)).await;
        }
        Ok(())
    }

    async fn seat_said(&mut self, seat: usize, heard: Heard) {
        let is_thinking = self.thinking.as_ref().is_some_and(|(who, _)| *who == seat);
        match heard {
            Heard::Info(text) => {
                let Some((_, search)) = self.thinking.as_mut().filter(|_| is_thinking) else {
                    return;
                };
                search.hear(&text);
                for line in search.told(Instant::now()) {
                    self.tell(&Reply::Line(Box::new(line)));
                }
            }
            Heard::Best(text) => {
                let Some((_, mut search)) = self.thinking.take_if(|_| is_thinking) else { return };
                for line in search.rest() {
                    self.tell(&Reply::Line(Box::new(line)));
                }
                if let Some(chance) = search.chance() {
                    self.judged(search.ply(), chance, None, None, None);
                }
                self.hold(text);
                self.save().await;
            }
            Heard::Gone(gone) => {
                self.thinking.take_if(|_| is_thinking);
                self.lose_seat(seat, gone);
                if self.players[seat].post.is_down() {
                    self.tell_state(None);
                }
            }
        }
    }

    /// Makes the move of an engine.
    async fn engine_moves(&mut self, text: String) {
        let Some(game) = &self.game else { return };
        let ply = game.ply();
        let seat = game.mover(ply);
        match self.look_ahead(ply, &[text.clone()]).await {
            Ok(ahead) => {
                self.make(ply, ahead).await;
                let asker = self.hurried.take();
                self.tell_state(asker);
            }
            Err(refusal) if refusal.code == "engine" => {
                // The referee is gone for good; the move waits for another.
                if let Some(game) = &mut self.game {
                    game.is_paused = true;
                }
                self.tell_state(None);
            }
            Err(refusal) => {
                let text = format!("the engine plays {text}: {}", refusal.text);
                self.lose_seat(seat, Gone(text));
                self.tell_state(None);
            }
        }
    }

    // Analysis.

    #[allow(clippy::too_many_arguments, reason = "what a search is made of")]
    async fn analyse(
        &mut self,
        tab: u64,
        n: Number,
        ply: usize,
        lines: u64,
        limits: &str,
        most: Option<Duration>,
        time: Option<Duration>,
    ) -> Result<(), Refusal> {
        let spot = self.spot_within(ply).await?;
        self.end_job().await;
        if spot.result.is_some() {
            self.answer(tab, n, &Reply::Done { ply, best: None, stopped: false });
            return Ok(());
        }
        let game = self.game.as_ref().ok_or_else(no_game)?;
        let is_first = game.player(&spot.turn) == 0;
        for _ in 0..2 {
            match self.look.go(game, ply, lines, limits, most).await {
                Ok(()) => {
                    let search = Search::new("look", ply, is_first);
                    let ends = time.map(|time| Instant::now() + time);
                    self.look.job = Some(Job { tab, n, search, kind: Kind::Lines, ends });
                    return Ok(());
                }
                Err(_) if self.look.post.is_down() => break,
                Err(gone) => {
                    self.look.forget();
                    let trouble = self.look.post.lose(gone);
                    self.rules.troubles.push(trouble);
                }
            }
        }
        Err(Refusal::new(Code::Engine, "the engine that analyses has ended"))
    }

    /// Judges a ply, and those before it then.
    async fn judge(&mut self, tab: u64, n: Number, last: usize, ms: u64, behind: Option<f64>) {
        let mut behind = behind;
        let mut ply = Some(last);
        while let Some(at) = ply {
            let Ok(spot) = self.spot(at).await else { break };
            let Some(game) = &self.game else { break };
            if let Some(result) = &spot.result {
                let chance = match &result.winner {
                    Some(winner) if game.player(winner) == 0 => 1.0,
                    Some(_) => 0.0,
                    None => 0.5,
                };
                self.judged(at, chance, None, None, Some((tab, n)));
                behind = Some(chance);
                ply = at.checked_sub(1);
                continue;
            }
            let is_first = game.player(&spot.turn) == 0;
            let (limits, most) = (format!("movetime {ms}"), Duration::from_millis(ms));
            match self.look.go(game, at, 1, &limits, Some(most)).await {
                Ok(()) => {
                    let search = Search::new("look", at, is_first);
                    let kind = Kind::Judge { ms, behind };
                    self.look.job = Some(Job { tab, n, search, kind, ends: None });
                    return;
                }
                Err(gone) => {
                    self.look.forget();
                    if self.look.post.is_down() {
                        break;
                    }
                    let trouble = self.look.post.lose(gone);
                    self.rules.troubles.push(trouble);
                }
            }
        }
        let stopped = ply.is_some();
        self.answer(tab, n, &Reply::Done { ply: ply.unwrap_or(0), best: None, stopped });
    }

    /// Notes a judgement, and tells it.
    fn judged(
        &mut self,
        ply: usize,
        chance: f64,
        best: Option<String>,
        loss: Option<f64>,
        asker: Asker,
    ) {
        let judgement = Judgement { chance, best, loss };
        let reply = judged(ply, &judgement);
        if let Some(game) = &mut self.game {
            game.judge(ply, judgement);
        }
        self.tell_from(&reply, asker);
    }

    async fn look_said(&mut self, heard: Heard) {
        match heard {
            Heard::Info(text) => {
                let Some(job) = &mut self.look.job else { return };
                job.search.hear(&text);
                if job.kind == Kind::Lines {
                    let (tab, n, lines) = (job.tab, job.n, job.search.told(Instant::now()));
                    for line in lines {
                        self.answer(tab, n, &Reply::Line(Box::new(line)));
                    }
                } else {
                    job.search.rest();
                }
            }
            Heard::Best(best) => {
                let Some(job) = self.look.job.take() else { return };
                match job.kind {
                    Kind::Lines => self.conclude(job, Some(best), false),
                    Kind::Judge { ms, behind } => {
                        let ply = job.search.ply();
                        let chance = job.search.chance();
                        if let Some(chance) = chance {
                            let loss = self.loss(ply, chance, &best, behind);
                            let asker = Some((job.tab, job.n));
                            self.judged(ply, chance, Some(best), loss, asker);
                        }
                        match ply.checked_sub(1) {
                            Some(before) => self.judge(job.tab, job.n, before, ms, chance).await,
                            None => self.conclude(job, None, false),
                        }
                    }
                }
            }
            Heard::Gone(gone) => {
                self.look.forget();
                let trouble = self.look.post.lose(gone);
                self.tell(&trouble);
                if let Some(job) = self.look.job.take() {
                    self.conclude(job, None, true);
                }
            }
        }
    }

    /// Returns the chance that the move from a ply lost to who made it.
    fn loss(&self, ply: usize, chance: f64, best: &str, behind: Option<f64>) -> Option<f64> {
        let game = self.game.as_ref()?;
        let played = game.record().get(ply)?;
        if played == best {
            return Some(0.0);
        }
        let lost = chance - behind?;
        Some((if game.mover(ply) == 0 { lost } else { -lost }).max(0.0))
    }

    /// Ends the job of the analyst, and says so to who asked.
    async fn end_job(&mut self) {
        let Some(job) = self.look.job.take() else { return };
        if let Some(child) = self.look.post.filled() {
            if let Err(gone) = child.abandon().await {
                self.look.forget();
                let trouble = self.look.post.lose(gone);
                self.tell(&trouble);
            }
        }
        let best = job.search.best().filter(|_| job.kind == Kind::Lines).cloned();
        self.conclude(job, best, true);
    }

    /// Says what a job has found in the end.
    fn conclude(&mut self, mut job: Job, best: Option<String>, stopped: bool) {
        let (tab, n, ply) = (job.tab, job.n, job.search.ply());
        if job.kind == Kind::Lines {
            for line in job.search.rest() {
                self.answer(tab, n, &Reply::Line(Box::new(line)));
            }
            if let Some(chance) = job.search.chance() {
                self.judged(ply, chance, None, None, None);
            }
        }
        self.answer(tab, n, &Reply::Done { ply, best, stopped });
    }

    // Memories.

    async fn memories(&self) -> Reply {
        Reply::Memories { names: self.hall.memories.list(&self.hall.catalogue).await }
    }

    /// Saves what the seats remember, as soon as none of them thinks.
    async fn save(&mut self) {
        let is_searching =
            |player: &mut Player| player.post.filled().is_some_and(|child| child.is_searching());
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
