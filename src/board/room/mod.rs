//! A room: one game, its engines, and the tabs that show it.

mod analysis;
mod explorer;
mod game;
mod puzzles;
mod requests;
mod seats;
mod tabs;
mod tree;

use std::num::NonZero;
use std::pin::pin;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{Semaphore, mpsc};
use tokio::time::{Instant, sleep_until};

use crate::board::analyser::Analyser;
use crate::board::child::{Gone, Heard};
use crate::board::context::{ServerContext, Task};
use crate::board::game::{BoardGame, Judgement};
use crate::board::line::SearchOutput;
use crate::board::memory::Lease;
use crate::board::message::{ErrorCode, Reply, Request, RequestError, RequestNumber, ShelfEntry};
use crate::board::post::Post;
use crate::engine::Mark;
use crate::kernel::{Gather, SplitMix64};

/// How long a move waits if a tab has not read the previous ones.
const CROWDED: Duration = Duration::from_millis(50);

/// Where the messages for a tab go.
pub(super) type Outbox = mpsc::Sender<Utf8Bytes>;

/// Events from the tabs.
pub(super) enum TabEvent {
    /// A tab has sent its hello.
    Join { tab: u64, n: RequestNumber, outbox: Outbox, shelf: Vec<ShelfEntry> },
    /// A tab sends a request.
    Asked { tab: u64, n: RequestNumber, request: Request },
    /// A tab has left.
    Leave { tab: u64 },
}

/// Any event of a session.
enum RoomEvent {
    Input(Option<TabEvent>),
    Seat(usize, Heard),
    Look(Heard),
    Alarm,
    Close,
}

/// The engine of a seat.
struct SeatEngine {
    post: Post,
    /// Its memory.
    lease: Option<Lease>,
    /// Whether it knows which game is played.
    is_set_up: bool,
    /// The seed of the errors of its level.
    seed: u32,
    /// Whether it uses tables, and the book, and which version of them.
    uses: Option<(bool, bool, u64)>,
}

/// A move that an engine will make.
struct PendingMove {
    text: String,
    /// When it is due.
    at: Instant,
}

/// The tab to answer.
type Asker = Option<(u64, RequestNumber)>;

pub(super) struct Room {
    id: String,
    context: Arc<ServerContext>,
    tabs: Vec<(u64, Outbox)>,
    game: Option<BoardGame>,
    players: [SeatEngine; 2],
    /// The thinking seat, and its output.
    thinking: Option<(usize, SearchOutput)>,
    held: Option<PendingMove>,
    analyser: Analyser,
    /// The request that an engine move at once.
    hurried: Asker,
    /// Requests to save memories, which wait for a search to end.
    saves: Vec<(u64, RequestNumber)>,
    dice: SplitMix64,
    /// When the last move was made.
    moved: Instant,
    /// When the last tab was closed.
    empty: Option<Instant>,
    /// One list of moves is made at a time.
    exploring: Arc<Semaphore>,
    /// The puzzle that is asked beside the game.
    puzzle: Option<puzzles::Asked>,
}

fn no_game() -> RequestError {
    RequestError::new(ErrorCode::NoGame, "there is no game yet")
}

impl Room {
    pub(super) fn new(id: String, context: Arc<ServerContext>, seed: u64) -> Self {
        let post = |name| Post::new(name, Arc::clone(&context.program));
        let player = |name| SeatEngine {
            post: post(name),
            lease: None,
            is_set_up: false,
            seed: 0,
            uses: None,
        };
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        let threads = (processors - 1).max(1);
        Self {
            tabs: Vec::new(),
            game: None,
            players: [player("seat1"), player("seat2")],
            thinking: None,
            held: None,
            analyser: Analyser::new(post("look"), threads, Arc::clone(&context.library)),
            hurried: None,
            saves: Vec::new(),
            dice: SplitMix64::new(seed),
            moved: Instant::now(),
            empty: Some(Instant::now()),
            exploring: Arc::new(Semaphore::new(1)),
            puzzle: None,
            id,
            context,
        }
    }

    /// Runs until the session is abandoned and `may_end` agrees, or the server is `closing`.
    /// Begins with the game of a record, if there is one that can be read.
    pub(super) async fn run(
        mut self,
        kept: Option<String>,
        mut inbox: mpsc::Receiver<TabEvent>,
        closing: impl Future<Output = ()>,
        may_end: impl Fn() -> bool,
    ) {
        let mut closing = pin!(closing);
        if let Some(record) = kept {
            self.restore(&record).await;
        }
        loop {
            let alarm = self.alarm();
            let [first, second] = &mut self.players;
            let event = tokio::select! {
                () = &mut closing => RoomEvent::Close,
                input = inbox.recv() => RoomEvent::Input(input),
                heard = first.post.next() => RoomEvent::Seat(0, heard),
                heard = second.post.next() => RoomEvent::Seat(1, heard),
                heard = self.analyser.post.next() => RoomEvent::Look(heard),
                () = sleep_until(alarm) => RoomEvent::Alarm,
            };
            match event {
                RoomEvent::Input(None) | RoomEvent::Close => break,
                RoomEvent::Input(Some(input)) => self.take(input).await,
                RoomEvent::Seat(seat, heard) => self.seat_said(seat, heard).await,
                RoomEvent::Look(heard) => self.look_said(heard).await,
                RoomEvent::Alarm => {
                    if self.empty.is_some_and(|since| since.elapsed() >= self.context.kept)
                        && may_end()
                    {
                        break;
                    }
                    self.ring().await;
                }
            }
            self.save().await;
            self.proceed().await;
        }
        self.tabs.clear();
        let [first, second] = self.players;
        let posts = [first.post, second.post, self.analyser.post];
        let children = posts.map(|mut post| post.vacate());
        let quits = children
            .into_iter()
            .flatten()
            .map(|child| tokio::spawn(Box::pin(child.quit()) as Task));
        for quit in quits.gather() {
            let _ = quit.await;
        }
        // Only now are the memories free again.
        drop((first.lease, second.lease));
    }

    /// Returns when the next scheduled action is due.
    fn alarm(&self) -> Instant {
        let job = self.analyser.job.as_ref();
        let times = [
            self.held.as_ref().map(|held| held.at),
            self.thinking.as_ref().and_then(|(_, search)| search.due()),
            job.and_then(|job| job.search.due()),
            job.and_then(|job| job.ends),
            self.game.as_ref().and_then(|game| game.clock.as_ref()?.due()),
            self.empty.map(|since| since + self.context.kept),
        ];
        let far = Instant::now() + self.context.kept;
        times.into_iter().flatten().min().unwrap_or(far)
    }

    /// Performs the actions that are due.
    async fn ring(&mut self) {
        let now = Instant::now();
        let clock = self.game.as_ref().and_then(|game| game.clock.as_ref());
        if let Some(loser) = clock.and_then(|clock| clock.flagged(now)) {
            self.abandon().await;
            if let Some(game) = &mut self.game {
                game.flag(loser, now);
            }
            self.count_result();
            self.tell_state(None);
        }
        if let Some((_, search)) = &mut self.thinking {
            for line in search.take_due(now) {
                self.tell(&Reply::Line(Box::new(line)));
            }
        }
        let mut due = None;
        if let Some(job) = &mut self.analyser.job {
            due = Some((job.tab, job.n, job.search.take_due(now)));
            if job.ends.is_some_and(|ends| ends <= now) {
                job.ends = None;
                if let Some(Err(gone)) = stop(&mut self.analyser.post) {
                    self.look_said(Heard::Gone(gone)).await;
                }
            }
        }
        if let Some((tab, n, lines)) = due {
            self.answer_lines(tab, n, lines);
        }
        if let Some(held) = self.held.take_if(|held| held.at <= now) {
            // Two fast engines play no faster than the tabs can show.
            if self.tabs.iter().any(|(_, outbox)| outbox.capacity() < outbox.max_capacity() / 2) {
                self.held = Some(PendingMove { at: now + CROWDED, ..held });
            } else {
                self.engine_moves(held.text).await;
            }
        }
    }

    fn game(&self) -> Result<&BoardGame, RequestError> {
        self.game.as_ref().ok_or_else(no_game)
    }

    fn game_mut(&mut self) -> Result<&mut BoardGame, RequestError> {
        self.game.as_mut().ok_or_else(no_game)
    }
}

/// Makes the search of an engine answer, if there is one.
fn stop(post: &mut Post) -> Option<Result<(), Gone>> {
    Some(post.filled()?.stop())
}

fn judged(ply: usize, judgement: &Judgement) -> Reply {
    let Judgement { chance, best, loss, why, proven } = judgement.clone();
    let mark = loss.map(|loss| Mark::of_loss(loss).sign());
    Reply::Judged { ply, chance, best, loss, mark, why, proven }
}
