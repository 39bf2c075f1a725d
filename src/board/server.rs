//! The server: routes, sockets, and who is in which session.

use std::collections::HashMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path as UrlPath, Request as HttpRequest, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::runtime::{self, Runtime};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};

use super::catalogue::Catalogue;
use super::child::Child;
use super::files;
use super::guard::{
    self, Admission, HELLO, LONGEST_MESSAGE, Names, Rate, SESSIONS, STRANGERS, TABS, Token, protect,
};
use super::memory::{self, Memories};
use super::message::{self, Code, Number, Refusal, Reply, Request};
use super::session::{Input, Session};

/// How many messages may wait for a tab that reads slowly.
const WAITING: usize = 256;
/// How long a tab may take to read one message.
const SLOW: Duration = Duration::from_secs(10);
/// How long the engines may take to end.
const GRACE: Duration = Duration::from_secs(3);
/// The port, unless told or taken.
const PORT: u16 = 7555;

/// What a server needs to know.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The program that speaks the protocol without arguments.
    pub program: PathBuf,
    /// The port; 0 for any. Without one the usual port, or any if that is taken.
    pub port: Option<u16>,
    /// The game to offer first.
    pub game: Option<String>,
}

/// A server that listens, and serves once it is [`run`](Self::run).
pub struct Board {
    runtime: Runtime,
    listener: TcpListener,
    signals: Signals,
    hall: Arc<Hall>,
    port: u16,
}

/// Everything that the sockets share.
pub(super) struct Hall {
    pub(super) program: Arc<Path>,
    pub(super) catalogue: Catalogue,
    pub(super) memories: Arc<Memories>,
    pub(super) game: Option<String>,
    token: Token,
    names: Names,
    sessions: Mutex<HashMap<String, Room>>,
    tasks: Mutex<JoinSet<()>>,
    /// How many sockets have not said hello.
    strangers: AtomicUsize,
    tabs: AtomicU64,
    closing: watch::Sender<bool>,
}

/// A session, from outside.
struct Room {
    inbox: mpsc::Sender<Input>,
    tabs: usize,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Board {
    /// Opens the port on the loopback interface, and asks an engine what it plays.
    ///
    /// # Errors
    ///
    /// The port is taken, the engine does not start or has no such game, or the system refuses
    /// something else.
    pub fn open(setup: Setup) -> io::Result<Self> {
        let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
        let (listener, signals, catalogue) = runtime.block_on(async {
            let listener = listen(setup.port).await?;
            let catalogue = ask(&setup.program).await?;
            io::Result::Ok((listener, Signals::new()?, catalogue))
        })?;
        if let Some(name) = setup.game.as_ref().filter(|name| catalogue.game(name).is_none()) {
            return Err(io::Error::other(format!("the engine has no game {name:?}")));
        }
        let port = listener.local_addr()?.port();
        let program: Arc<Path> = setup.program.into();
        let hall = Arc::new(Hall {
            memories: Arc::new(Memories::new(memory::folder(), Arc::clone(&program))),
            program,
            catalogue,
            game: setup.game,
            token: Token::new().map_err(io::Error::other)?,
            names: Names::new(port),
            sessions: Mutex::default(),
            tasks: Mutex::default(),
            strangers: AtomicUsize::new(0),
            tabs: AtomicU64::new(0),
            closing: watch::Sender::new(false),
        });
        Ok(Self { runtime, listener, signals, hall, port })
    }

    /// Returns the address of the page, with the token that lets it in.
    #[must_use]
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/#t={}", self.port, self.hall.token.as_str())
    }

    /// Serves until an interrupt or a request to terminate; all engines have ended then.
    ///
    /// # Errors
    ///
    /// The system does not let it serve.
    pub fn run(self) -> io::Result<()> {
        let Self { runtime, listener, mut signals, hall, .. } = self;
        runtime.block_on(async {
            let service = router(Arc::clone(&hall)).into_make_service();
            let served = tokio::select! {
                served = async { axum::serve(listener, service).await } => served,
                () = signals.wait() => Ok(()),
            };
            hall.close().await;
            served
        })
    }
}

async fn listen(port: Option<u16>) -> io::Result<TcpListener> {
    let bind = |port| TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    match (bind(port.unwrap_or(PORT)).await, port) {
        (Err(_), None) => bind(0).await,
        (Err(error), Some(port)) => {
            Err(io::Error::new(error.kind(), format!("port {port} cannot be opened: {error}")))
        }
        (Ok(listener), _) => Ok(listener),
    }
}

async fn ask(program: &Path) -> io::Result<Catalogue> {
    let asked = async {
        let mut child = Child::spawn(program)?;
        let catalogue = Catalogue::ask(&mut child).await?;
        child.quit().await;
        Ok(catalogue)
    };
    asked.await.map_err(|super::child::Gone(text)| io::Error::other(text))
}

/// What asks the program to end.
struct Signals {
    #[cfg(unix)]
    all: [tokio::signal::unix::Signal; 3],
}

impl Signals {
    fn new() -> io::Result<Self> {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            let [interrupt, terminate, hangup] =
                [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];
            Ok(Self { all: [signal(interrupt)?, signal(terminate)?, signal(hangup)?] })
        }
        #[cfg(not(unix))]
        Ok(Self {})
    }

    async fn wait(&mut self) {
        #[cfg(unix)]
        {
            let [interrupt, terminate, hangup] = &mut self.all;
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
                _ = hangup.recv() => {}
            }
        }
        #[cfg(not(unix))]
        {
            let _ = tokio::signal::ctrl_c().await;
        }
    }
}

fn router(hall: Arc<Hall>) -> Router {
    Router::new()
        .route("/", get(|| async { file("index.html") }))
        .route("/web/{*name}", get(|UrlPath(name): UrlPath<String>| async move { file(&name) }))
        .route("/ws", get(open_socket))
        .fallback(|| async { StatusCode::NOT_FOUND })
        .layer(middleware::from_fn_with_state(Arc::clone(&hall), check))
        .with_state(hall)
}

/// Lets in what was meant for us, and adds the headers to the answer.
async fn check(State(hall): State<Arc<Hall>>, request: HttpRequest, next: Next) -> Response {
    let mut response = if hall.names.has_host(request.headers()) {
        next.run(request).await
    } else {
        StatusCode::FORBIDDEN.into_response()
    };
    protect(response.headers_mut());
    response
}

fn file(name: &str) -> Response {
    match files::find(name) {
        Some((text, kind)) => {
            ([(header::CONTENT_TYPE, kind)], Body::from(text.into_owned())).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn open_socket(
    State(hall): State<Arc<Hall>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !hall.names.has_origin(&headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    if hall.strangers.fetch_add(1, Ordering::Relaxed) >= STRANGERS {
        hall.strangers.fetch_sub(1, Ordering::Relaxed);
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    let stranger = Stranger(hall);
    let upgrade = upgrade.max_message_size(LONGEST_MESSAGE).max_frame_size(LONGEST_MESSAGE);
    upgrade.on_upgrade(|socket| serve(socket, stranger))
}

/// A socket that has not said hello; counted as long as this lives.
struct Stranger(Arc<Hall>);

impl Drop for Stranger {
    fn drop(&mut self) {
        self.0.strangers.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A tab of a session; counted as long as this lives.
struct Tab {
    hall: Arc<Hall>,
    session: String,
    id: u64,
    inbox: mpsc::Sender<Input>,
}

impl Drop for Tab {
    fn drop(&mut self) {
        if let Some(room) = lock(&self.hall.sessions).get_mut(&self.session) {
            room.tabs -= 1;
        }
    }
}

impl Hall {
    /// Finds or makes room for a tab.
    fn enter(self: &Arc<Self>, wanted: Option<&str>) -> Result<Tab, Refusal> {
        let mut sessions = lock(&self.sessions);
        sessions.retain(|_, room| !room.inbox.is_closed());
        let known = wanted.and_then(|id| Some((id.to_owned(), sessions.get_mut(id)?)));
        let (session, inbox) = match known {
            Some((_, room)) if room.tabs >= TABS => {
                let text = format!("a game is shown in {TABS} tabs at most");
                return Err(Refusal::new(Code::TooMuch, text));
            }
            Some((id, room)) => {
                room.tabs += 1;
                (id, room.inbox.clone())
            }
            None => {
                if sessions.len() >= SESSIONS {
                    // A game that nobody looks at makes room.
                    let empty = sessions.iter().find(|(_, room)| room.tabs == 0);
                    let Some(empty) = empty.map(|(id, _)| id.clone()) else {
                        let text = format!("there are {SESSIONS} games already");
                        return Err(Refusal::new(Code::TooMuch, text));
                    };
                    sessions.remove(&empty);
                }
                self.begin(&mut sessions)?
            }
        };
        drop(sessions);
        let id = self.tabs.fetch_add(1, Ordering::Relaxed);
        Ok(Tab { hall: Arc::clone(self), session, id, inbox })
    }

    /// Begins a session with one tab.
    fn begin(
        self: &Arc<Self>,
        sessions: &mut HashMap<String, Room>,
    ) -> Result<(String, mpsc::Sender<Input>), Refusal> {
        let failed = |error| Refusal::new(Code::TooMuch, error);
        let mut id = guard::random().map_err(failed)?;
        let seed = u64::from_str_radix(&id[16..], 16).unwrap_or_default();
        id.truncate(16);
        let (inbox, receiver) = mpsc::channel(WAITING);
        let session = Session::new(id.clone(), Arc::clone(self), seed);
        let mut tasks = lock(&self.tasks);
        while tasks.try_join_next().is_some() {}
        tasks.spawn(session.run(receiver, self.closing.subscribe()));
        sessions.insert(id.clone(), Room { inbox: inbox.clone(), tabs: 1 });
        Ok((id, inbox))
    }

    /// Removes a session unless a tab is about to join; returns whether it may end.
    pub(super) fn retire(&self, session: &str) -> bool {
        let mut sessions = lock(&self.sessions);
        match sessions.get(session) {
            Some(room) if room.tabs > 0 => false,
            _ => {
                sessions.remove(session);
                true
            }
        }
    }

    /// Ends all sessions and their engines.
    async fn close(&self) {
        self.closing.send_replace(true);
        let tasks = std::mem::take(&mut *lock(&self.tasks));
        let _ = timeout(GRACE, tasks.join_all()).await;
    }
}

/// Waits until the server ends.
pub(super) async fn closed(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|is_closing| *is_closing).await;
}

fn close(code: u16, reason: &'static str) -> Message {
    Message::Close(Some(CloseFrame { code, reason: reason.into() }))
}

/// Sends a message and returns whether it was taken.
async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(SLOW, socket.send(message)).await, Ok(Ok(())))
}

/// What a socket said.
enum Said {
    Text(String),
    /// A binary frame, which says nothing.
    Noise,
    /// A message that is too long, or none at all.
    Garbage,
    Nothing,
}

async fn hear(socket: &mut WebSocket) -> Said {
    loop {
        return match socket.recv().await {
            Some(Ok(Message::Text(text))) => Said::Text(text.as_str().to_owned()),
            Some(Ok(Message::Binary(_))) => Said::Noise,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
            Some(Ok(Message::Close(_))) | None => Said::Nothing,
            Some(Err(_)) => Said::Garbage,
        };
    }
}

/// Serves a socket from its hello to its end.
async fn serve(mut socket: WebSocket, stranger: Stranger) {
    let (n, tab) = match greet(&mut socket, &stranger.0).await {
        Ok(greeted) => greeted,
        Err(last) => {
            send(&mut socket, last).await;
            return;
        }
    };
    drop(stranger);
    let (outbox, messages) = mpsc::channel(WAITING);
    if tab.inbox.send(Input::Join { tab: tab.id, n, outbox }).await.is_err() {
        return;
    }
    converse(&mut socket, &tab, messages).await;
    let _ = tab.inbox.send(Input::Leave { tab: tab.id }).await;
}

/// Waits for the hello and finds a session; else returns the last thing to say.
async fn greet(socket: &mut WebSocket, hall: &Arc<Hall>) -> Result<(Number, Tab), Message> {
    let hello = match timeout(HELLO, hear(socket)).await {
        Ok(Said::Text(text)) => text,
        Ok(Said::Garbage) => return Err(close(close_code::SIZE, "too long")),
        Ok(Said::Noise | Said::Nothing) | Err(_) => {
            return Err(close(close_code::POLICY, "no hello"));
        }
    };
    let (n, session) = match message::read(&hello) {
        (n, Ok(Request::Hello { token, session })) if hall.token.is(&token) => (n, session),
        _ => return Err(close(close_code::POLICY, "no hello")),
    };
    match hall.enter(session.as_deref()) {
        Ok(tab) => Ok((n, tab)),
        Err(refusal) => {
            let text = Reply::from(refusal).write(n);
            send(socket, Message::Text(text.into())).await;
            Err(close(close_code::AGAIN, "too much"))
        }
    }
}

/// Carries messages to and fro.
async fn converse(
    socket: &mut WebSocket,
    tab: &Tab,
    mut messages: mpsc::Receiver<axum::extract::ws::Utf8Bytes>,
) {
    let mut closing = tab.hall.closing.subscribe();
    let mut rate = Rate::new(Instant::now());
    loop {
        let said = tokio::select! {
            () = closed(&mut closing) => {
                send(socket, close(close_code::AWAY, "the server ends")).await;
                return;
            }
            text = messages.recv() => {
                let Some(text) = text else {
                    send(socket, close(close_code::AWAY, "the session ends")).await;
                    return;
                };
                if send(socket, Message::Text(text)).await {
                    continue;
                }
                return;
            }
            said = hear(socket) => said,
        };
        let (n, request): (Number, _) = match said {
            Said::Text(text) => message::read(&text),
            Said::Noise => (None, Err(Refusal::new(Code::BadMessage, "a message is text"))),
            Said::Garbage => {
                send(socket, close(close_code::SIZE, "too long")).await;
                return;
            }
            Said::Nothing => return,
        };
        let request = match rate.admit(Instant::now()) {
            Admission::Welcome => request,
            Admission::TooMuch => Err(Refusal::new(Code::TooMuch, "too many messages a second")),
            Admission::Flood => {
                send(socket, close(close_code::POLICY, "too many messages")).await;
                return;
            }
        };
        let is_done = match request {
            Ok(request) => {
                let asked = Input::Asked { tab: tab.id, n, request };
                tab.inbox.send(asked).await.is_ok()
            }
            Err(refusal) => {
                let text = Reply::from(refusal).write(n);
                send(socket, Message::Text(text.into())).await
            }
        };
        if !is_done {
            return;
        }
    }
}
