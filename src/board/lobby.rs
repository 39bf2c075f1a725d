//! What all sockets share: admission, and which tab is in which session.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};

use super::child;
use super::context::{ServerContext, Task};
use super::guard::{self, Displaced, HostNames, Newest, SESSIONS, STRANGERS, TABS, Token};
use super::message::{ErrorCode, RequestError, ShelfEntry};
use super::room::{Room, TabEvent};

/// How many requests to a session may be queued.
const WAITING: usize = 256;
/// How long the engines may take to exit: a little longer than each of them.
const GRACE: Duration = child::GRACE.saturating_add(Duration::from_secs(1));

/// The server as seen by its sockets.
pub(super) struct Lobby {
    pub(super) context: Arc<ServerContext>,
    pub(super) token: Token,
    pub(super) names: HostNames,
    pub(super) rooms: Rooms,
}

/// The sessions and tabs.
pub(super) struct Rooms {
    sessions: Mutex<HashMap<String, RoomEntry>>,
    tasks: Mutex<JoinSet<()>>,
    /// The sockets that have not sent a hello.
    strangers: Newest,
    /// How many tabs there have been.
    tabs: AtomicU64,
    closing: watch::Sender<bool>,
}

impl Default for Rooms {
    fn default() -> Self {
        Self {
            sessions: Mutex::default(),
            tasks: Mutex::default(),
            strangers: Newest::new(STRANGERS),
            tabs: AtomicU64::default(),
            closing: watch::Sender::default(),
        }
    }
}

/// A session as seen from outside.
struct RoomEntry {
    inbox: mpsc::Sender<TabEvent>,
    tabs: usize,
    /// When the last tab left.
    left: Instant,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A tab of a session; counted as long as this value lives.
pub(super) struct Tab {
    pub(super) lobby: Arc<Lobby>,
    session: String,
    /// The games that wait for somebody to go on.
    pub(super) shelf: Vec<ShelfEntry>,
    pub(super) id: u64,
    pub(super) inbox: mpsc::Sender<TabEvent>,
}

impl Drop for Tab {
    fn drop(&mut self) {
        if let Some(room) = lock(&self.lobby.rooms.sessions).get_mut(&self.session) {
            room.tabs -= 1;
            room.left = Instant::now();
        }
    }
}

impl Lobby {
    /// Counts a socket that has not yet sent a hello.
    pub(super) fn greet(&self) -> Displaced {
        self.rooms.strangers.enter()
    }

    /// Finds or makes room for a tab.
    ///
    /// # Errors
    ///
    /// The game is in too many tabs, or there are too many games.
    pub(super) fn enter(self: &Arc<Self>, wanted: Option<&str>) -> Result<Tab, RequestError> {
        let mut sessions = lock(&self.rooms.sessions);
        sessions.retain(|_, room| !room.inbox.is_closed());
        let known = wanted.and_then(|id| Some((id.to_owned(), sessions.get_mut(id)?)));
        let (session, inbox) = match known {
            Some((_, room)) if room.tabs >= TABS => {
                let text = format!("a game is shown in {TABS} tabs at most");
                return Err(RequestError::new(ErrorCode::TooMuch, text));
            }
            Some((id, room)) => {
                room.tabs += 1;
                (id, room.inbox.clone())
            }
            None => {
                if sessions.len() >= SESSIONS {
                    // Of the games without tabs, the one abandoned longest ago makes room.
                    let empty = sessions.iter().filter(|(_, room)| room.tabs == 0);
                    let oldest = empty.min_by_key(|(_, room)| room.left);
                    let Some(oldest) = oldest.map(|(id, _)| id.clone()) else {
                        let text = format!("there are {SESSIONS} games already");
                        return Err(RequestError::new(ErrorCode::TooMuch, text));
                    };
                    sessions.remove(&oldest);
                }
                // A game of an earlier server goes on under its name.
                let shelf = &self.context.shelf;
                let kept = wanted.and_then(|id| Some((id.to_owned(), shelf.find(id)?)));
                self.begin(&mut sessions, kept)?
            }
        };
        let is_free = |id: &str| sessions.get(id).is_none_or(|room| room.tabs == 0);
        let mut shelf = self.context.shelf.list(&self.context.catalogue);
        shelf.retain(|game| !game.over && is_free(&game.session));
        drop(sessions);
        let id = self.rooms.tabs.fetch_add(1, Ordering::Relaxed);
        Ok(Tab { lobby: Arc::clone(self), session, shelf, id, inbox })
    }

    /// Starts a session with one tab, with the name and the record of one that ended earlier.
    fn begin(
        self: &Arc<Self>,
        sessions: &mut HashMap<String, RoomEntry>,
        kept: Option<(String, String)>,
    ) -> Result<(String, mpsc::Sender<TabEvent>), RequestError> {
        let failed = |error| RequestError::new(ErrorCode::TooMuch, error);
        let mut id = guard::random().map_err(failed)?;
        let seed = u64::from_str_radix(&id[16..], 16).unwrap_or_default();
        id.truncate(16);
        let (id, record) = kept.map_or((id, None), |(id, record)| (id, Some(record)));
        let (inbox, receiver) = mpsc::channel(WAITING);
        let session = Room::new(id.clone(), Arc::clone(&self.context), seed);
        let (lobby, own) = (Arc::clone(self), id.clone());
        let may_end = move || lobby.retire(&own);
        let mut tasks = lock(&self.rooms.tasks);
        while tasks.try_join_next().is_some() {}
        let run: Task = Box::pin(session.run(record, receiver, self.closing(), may_end));
        tasks.spawn(run);
        sessions
            .insert(id.clone(), RoomEntry { inbox: inbox.clone(), tabs: 1, left: Instant::now() });
        Ok((id, inbox))
    }

    /// Removes a session unless a tab is about to join; returns whether it may end.
    fn retire(&self, session: &str) -> bool {
        let mut sessions = lock(&self.rooms.sessions);
        match sessions.get(session) {
            Some(room) if room.tabs > 0 => false,
            _ => {
                sessions.remove(session);
                true
            }
        }
    }

    /// Ends all sessions and their engines.
    pub(super) async fn close(&self) {
        self.rooms.closing.send_replace(true);
        let tasks = std::mem::take(&mut *lock(&self.rooms.tasks));
        let _ = timeout(GRACE, tasks.join_all()).await;
    }

    /// Waits until the server ends.
    pub(super) fn closing(&self) -> impl Future<Output = ()> + use<> {
        let mut closing = self.rooms.closing.subscribe();
        async move {
            let _ = closing.wait_for(|is_closing| *is_closing).await;
        }
    }
}
