//! The server: its port, its routes, and how it ends.

use std::convert::Infallible;
use std::env;
use std::io;
use std::net::{self, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request as HttpRequest;
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::runtime::{self, Runtime};
use tokio::time::sleep;

use super::catalogue::Catalogue;
use super::context::{ServerContext, Task};
use super::files::Files;
use super::guard::{self, HostNames, Newest, Token, protect};
use super::library::{Folders, Library};
use super::lobby::{Lobby, Rooms};
use super::memory::Memories;
use super::shelf::Shelf;
use super::socket;
use super::trainer::Trainer;
use crate::engine::{Engine, Ratings};

/// The default port, if it is free.
const PORT: u16 = 7555;
/// How long to wait for a descriptor.
const PAUSE: Duration = Duration::from_millis(100);
/// The default time that a game without tabs stays in memory.
pub const KEPT: Duration = Duration::from_secs(600);

/// The settings of a server.
pub struct BoardSetup {
    /// The program that speaks the protocol when started without arguments.
    pub program: PathBuf,
    /// The port; 0 for any. `None` for the default port, or any if that is taken.
    pub port: Option<u16>,
    /// The game to offer first.
    pub game: Option<String>,
    /// How long a game without tabs stays in memory; usually [`KEPT`].
    pub kept: Duration,
    /// The folder of the program's data; usually [`data_folder`](crate::kernel::file::data_folder).
    pub data: Option<PathBuf>,
    /// The file that remembers folders; usually [`config_file`].
    pub config: Option<PathBuf>,
    /// The folders to use from now on.
    pub folders: Folders,
    /// Whether games are kept there, so that they go on after the server has ended.
    pub saves: bool,
    /// Knows the games.
    pub engine: Engine,
}

/// Returns the file of the board below the folder for the user's configuration.
#[must_use]
pub fn config_file() -> Option<PathBuf> {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let config = match set("XDG_CONFIG_HOME").filter(|path| path.is_absolute()) {
        Some(config) => config,
        None if cfg!(windows) => set("APPDATA")?,
        None => set("HOME")?.join(".config"),
    };
    Some(config.join("quincunx").join("board.json"))
}

/// A listening server, which serves once it is [`run`](Self::run).
pub struct BoardServer {
    runtime: Runtime,
    listener: TcpListener,
    signals: Signals,
    lobby: Arc<Lobby>,
    port: u16,
    trouble: Option<String>,
}

impl BoardServer {
    /// Opens the port on the loopback interface.
    ///
    /// # Errors
    ///
    /// The port is taken, the engine does not have the game, or another system error.
    pub fn open(setup: BoardSetup) -> io::Result<Self> {
        let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
        let catalogue = Catalogue::new(setup.engine);
        let context = runtime.enter();
        let (listener, signals) = (listen(setup.port)?, Signals::new()?);
        drop(context);
        if let Some(name) = setup.game.as_ref().filter(|name| catalogue.game(name).is_none()) {
            return Err(io::Error::other(format!("the engine has no game {name:?}")));
        }
        let port = listener.local_addr()?.port();
        let program: Arc<Path> = setup.program.into();
        let folder = |name| setup.data.as_ref().map(|data| data.join(name));
        let (shelf, trouble) = match folder("board").filter(|_| setup.saves) {
            None if setup.saves => (Shelf::default(), Some("there is no home folder".to_owned())),
            None => (Shelf::default(), None),
            Some(path) => match Shelf::open(path.clone()) {
                Ok(shelf) => (shelf, None),
                Err(error) => (Shelf::default(), Some(format!("{}: {error}", path.display()))),
            },
        };
        let config = setup.config.as_deref();
        let library = Library::open(Arc::clone(&program), config, setup.folders, folder("tables"))?;
        let context = Arc::new(ServerContext {
            library: Arc::new(library),
            memories: Arc::new(Memories::new(folder("memory"), Arc::clone(&program))),
            shelf,
            trainer: Trainer::new(folder("puzzles").filter(|_| setup.saves)),
            ratings: setup.data.as_deref().map(Ratings::new),
            files: Files::new(&catalogue),
            program,
            catalogue,
            game: setup.game,
            kept: setup.kept,
        });
        let lobby = Arc::new(Lobby {
            context,
            token: Token::new().map_err(io::Error::other)?,
            names: HostNames::new(port),
            rooms: Rooms::default(),
        });
        Ok(Self { runtime, listener, signals, lobby, port, trouble })
    }

    /// Returns why games are not kept although they should be.
    #[must_use]
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Returns the address of the page, with the token that lets it in.
    #[must_use]
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/#t={}", self.port, self.lobby.token.as_str())
    }

    /// Serves until an interrupt or a request to terminate, and ends all engines before it returns; a
    /// second request leaves them to end by themselves.
    pub fn run(self) {
        let Self { runtime, listener, mut signals, lobby, .. } = self;
        runtime.block_on(async {
            tokio::select! {
                () = serve(&listener, &lobby) => {}
                () = signals.wait() => {}
            }
            // Engines may have much to save; who is in a hurry asks again.
            tokio::select! {
                () = lobby.close() => {}
                () = signals.wait() => {}
            }
        });
        lobby.context.library.pause();
        lobby.context.shelf.close();
    }
}

/// Serves connections. Neither their number nor the time that they take for nothing is unlimited.
async fn serve(listener: &TcpListener, lobby: &Arc<Lobby>) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(guard::HEAD);
    let newest = Newest::new(guard::CONNECTIONS);
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // No descriptors are left; connections end soon.
            sleep(PAUSE).await;
            continue;
        };
        // Every message is sent at once.
        let _ = stream.set_nodelay(true);
        let displaced = newest.enter();
        let lobby = Arc::clone(lobby);
        let service = service_fn(move |request: hyper::Request<Incoming>| {
            let answer = answer(Arc::clone(&lobby), request.map(Body::new));
            async { Ok::<_, Infallible>(answer.await) }
        });
        let connection = http.serve_connection(TokioIo::new(stream), service);
        let served: Task = Box::pin(async move {
            tokio::select! {
                _ = connection.with_upgrades() => {}
                _ = displaced => {}
            }
        });
        tokio::spawn(served);
    }
}

fn listen(port: Option<u16>) -> io::Result<TcpListener> {
    let bind = |port| net::TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    let listener = match (bind(port.unwrap_or(PORT)), port) {
        (Err(_), None) => bind(0),
        (Err(error), Some(port)) => {
            Err(io::Error::new(error.kind(), format!("port {port} cannot be opened: {error}")))
        }
        (Ok(listener), _) => Ok(listener),
    }?;
    listener.set_nonblocking(true)?;
    TcpListener::from_std(listener)
}

/// The signals that ask the program to end.
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

/// Answers a request meant for this server: with a file, or by opening a socket.
async fn answer(lobby: Arc<Lobby>, request: HttpRequest) -> Response {
    let path = request.uri().path();
    let file = if path == "/" { Some("index.html") } else { path.strip_prefix("/web/") };
    let is_get = [Method::GET, Method::HEAD].contains(request.method());
    let mut response = match (lobby.names.has_host(request.headers()), is_get, file) {
        (false, ..) => StatusCode::FORBIDDEN.into_response(),
        (true, true, Some(name)) => lobby.context.files.serve(name, request.headers()),
        (true, true, None) if path == "/ws" => socket::open(lobby, request).await,
        (true, false, _) => StatusCode::METHOD_NOT_ALLOWED.into_response(),
        _ => StatusCode::NOT_FOUND.into_response(),
    };
    protect(response.headers_mut());
    response
}
