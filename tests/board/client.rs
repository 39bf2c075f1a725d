//! A server and the sockets of a page, as the tests of the board use them.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::ops::Deref;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZFlush};
use quincunx::kernel::SplitMix64;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{self, Message, WebSocket};

/// How long anything may take. Generous: what is tested is that it comes.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Where a server is, and what lets a page in.
pub(crate) struct Address {
    pub(crate) port: u16,
    pub(crate) token: String,
}

impl Address {
    /// Reads `http://127.0.0.1:PORT/#t=TOKEN`.
    pub(crate) fn parse(text: &str) -> Self {
        let rest = text.strip_prefix("http://127.0.0.1:").expect(text);
        let (port, token) = rest.split_once("/#t=").expect(text);
        Self { port: port.parse().unwrap(), token: token.to_owned() }
    }

    pub(crate) fn page(&self) -> Page {
        self.join(None)
    }

    pub(crate) fn join(&self, session: Option<&str>) -> Page {
        let mut page =
            Page::connect(self.port, &format!("http://127.0.0.1:{}", self.port)).unwrap();
        page.welcome = page.ask(json!({"do": "hello", "token": self.token, "session": session}));
        assert_eq!(page.welcome["is"], "welcome", "{}", page.welcome);
        page
    }

    /// Sends a request as a program would, and returns the head and the body of the answer.
    pub(crate) fn fetch(&self, head: &str) -> (String, Vec<u8>) {
        fetch(self.port, head)
    }

    /// Returns the head alone.
    pub(crate) fn http(&self, head: &str) -> String {
        self.fetch(head).0
    }
}

fn fetch(port: u16, head: &str) -> (String, Vec<u8>) {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    write!(stream, "{head}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    let body = answer.split_off(end + 4);
    (String::from_utf8(answer).unwrap(), body)
}

/// A running server with a folder of its own for memories and games.
pub(crate) struct Server {
    pub(crate) process: Child,
    pub(crate) output: BufReader<ChildStdout>,
    address: Address,
    pub(crate) data: tempfile::TempDir,
}

impl Deref for Server {
    type Target = Address;

    fn deref(&self) -> &Address {
        &self.address
    }
}

impl Server {
    pub(crate) fn start() -> Self {
        Self::with(&[])
    }

    pub(crate) fn with(arguments: &[&str]) -> Self {
        Self::at(tempfile::tempdir().unwrap(), arguments)
    }

    /// Kills the server and starts another one with the same folder.
    pub(crate) fn restart(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let data = std::mem::replace(&mut self.data, tempfile::tempdir().unwrap());
        *self = Self::at(data, &[]);
    }

    fn at(data: tempfile::TempDir, arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quincunx"));
        command.args(["board", "--port", "0", "--no-open"]).args(arguments);
        command.env("XDG_DATA_HOME", data.path()).env("HOME", data.path());
        command.env("XDG_CONFIG_HOME", data.path().join("config"));
        let mut process = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        Self { process, output, address: Address::parse(line.trim()), data }
    }

    /// The engines that run at the moment.
    pub(crate) fn engines(&self) -> Vec<u32> {
        let id = self.process.id();
        children(&format!("{id}/task/{id}"))
    }

    pub(crate) fn signal(&self, name: &str) {
        signal(self.process.id(), name);
    }

    pub(crate) fn wait(&mut self) -> ExitStatus {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.process.try_wait().unwrap() {
                return status;
            }
            assert!(Instant::now() < end, "the server should end");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The living children of a thread, given as its folder below `/proc`.
pub(crate) fn children(thread: &str) -> Vec<u32> {
    let list = std::fs::read_to_string(format!("/proc/{thread}/children")).unwrap();
    // A shell by the side of each engine kills it should the server be killed.
    let is_engine = |id: &u32| {
        let name = std::fs::read_to_string(format!("/proc/{id}/comm")).unwrap_or_default();
        !is_zombie(*id) && name.trim_end() != "sh"
    };
    list.split_whitespace().map(|id| id.parse().unwrap()).filter(is_engine).collect()
}

pub(crate) fn signal(id: u32, name: &str) {
    let status = Command::new("kill").arg(format!("-{name}")).arg(id.to_string()).status();
    assert!(status.unwrap().success());
}

pub(crate) fn is_zombie(id: u32) -> bool {
    match std::fs::read_to_string(format!("/proc/{id}/stat")) {
        Ok(stat) => stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('Z')),
        Err(_) => true,
    }
}

pub(crate) fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) -> Duration {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
    start.elapsed()
}

/// What the page does.
pub(crate) struct Page {
    pub(crate) socket: WebSocket<TcpStream>,
    pub(crate) welcome: Value,
    stream: Box<InflateState>,
    /// What came of the next message.
    text: Vec<u8>,
    /// How many bytes came, and how many they are unpacked.
    pub(crate) bytes: [usize; 2],
    pub(crate) n: u64,
    /// What came and was not asked for.
    pub(crate) news: VecDeque<Value>,
}

impl Page {
    pub(crate) fn connect(port: u16, origin: &str) -> Result<Self, tungstenite::http::StatusCode> {
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        let mut request = format!("ws://127.0.0.1:{port}/ws").into_client_request().unwrap();
        if !origin.is_empty() {
            request.headers_mut().insert("origin", HeaderValue::from_str(origin).unwrap());
        }
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => {
                let stream = InflateState::new_boxed(DataFormat::Raw);
                let (welcome, text, news) = (Value::Null, Vec::new(), VecDeque::new());
                Ok(Self { socket, welcome, stream, text, bytes: [0, 0], n: 0, news })
            }
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(response))) => {
                Err(response.status())
            }
            Err(error) => panic!("{error}"),
        }
    }

    pub(crate) fn session(&self) -> &str {
        self.welcome["session"].as_str().unwrap()
    }

    pub(crate) fn send(&mut self, text: &str) {
        self.socket.send(Message::text(text)).unwrap();
    }

    pub(crate) fn read(&mut self) -> Value {
        loop {
            if let Some(end) = self.text.iter().position(|byte| *byte == b'\n') {
                let rest = self.text.split_off(end + 1);
                let text = std::mem::replace(&mut self.text, rest);
                return serde_json::from_slice(&text).unwrap();
            }
            match self.socket.read() {
                Ok(Message::Binary(piece)) => self.unpack(&piece),
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                // A signal to the test, such as the end of a child.
                Err(tungstenite::Error::Io(error)) if error.kind() == ErrorKind::Interrupted => {}
                other => panic!("{other:?} in the place of a message"),
            }
        }
    }

    fn unpack(&mut self, mut piece: &[u8]) {
        self.bytes[0] += piece.len();
        let mut text = vec![0; 16_384];
        loop {
            let done = inflate(&mut self.stream, piece, &mut text, MZFlush::None);
            piece = &piece[done.bytes_consumed..];
            self.text.extend_from_slice(&text[..done.bytes_written]);
            self.bytes[1] += done.bytes_written;
            if piece.is_empty() && done.bytes_written < text.len() {
                return;
            }
            done.status.unwrap();
        }
    }

    /// Waits for the close and returns its code.
    pub(crate) fn closed(&mut self) -> Option<CloseCode> {
        loop {
            match self.socket.read() {
                Ok(Message::Close(frame)) => return frame.map(|frame| frame.code),
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }

    /// Sends a request and returns the first answer to it.
    pub(crate) fn ask(&mut self, mut request: Value) -> Value {
        self.n += 1;
        let n = self.n;
        request["n"] = n.into();
        self.send(&request.to_string());
        self.answer(n)
    }

    /// Returns the next answer to that request.
    pub(crate) fn answer(&mut self, n: u64) -> Value {
        loop {
            let message = self.read();
            if message["n"] == n {
                return message;
            }
            self.news.push_back(message);
        }
    }

    /// Waits for a message that was not asked for.
    pub(crate) fn news(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = match self.news.pop_front() {
                Some(message) => message,
                None => self.read(),
            };
            if wanted(&message) {
                return message;
            }
        }
    }

    pub(crate) fn state(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        self.news(|message| message["is"] == "state" && wanted(message))
    }

    pub(crate) fn games(&self) -> Vec<Value> {
        let port = self.socket.get_ref().peer_addr().unwrap().port();
        let head = format!("GET /web/games.json HTTP/1.1\r\nHost: localhost:{port}");
        let (_, body) = fetch(port, &head);
        let known: Value = serde_json::from_slice(&body).unwrap();
        known["games"].as_array().unwrap().clone()
    }

    pub(crate) fn first_game(&self) -> String {
        self.games()[0]["name"].as_str().unwrap().to_owned()
    }

    /// Begins a game and returns its state.
    pub(crate) fn begin(&mut self, game: &str, seats: [Value; 2]) -> Value {
        let state = self.ask(json!({"do": "new", "game": game, "seats": seats, "speed": 0}));
        assert_eq!(state["is"], "state", "{state}");
        state
    }
}

pub(crate) fn human() -> Value {
    json!({"who": "human"})
}

pub(crate) fn ai(level: u8) -> Value {
    json!({"who": "ai", "level": level})
}

pub(crate) fn pick(state: &Value, dice: &mut SplitMix64) -> String {
    let moves: Vec<&str> = state["moves"].as_str().unwrap().split(' ').collect();
    moves[dice.below(moves.len())].to_owned()
}

/// The things that are clicked to make the first move of the list.
pub(crate) fn first_path(state: &Value) -> String {
    state["scene"]["paths"].as_str().unwrap().split(' ').next().unwrap().replace(',', " ")
}

pub(crate) fn is_over(state: &Value) -> bool {
    state["waits"] == "over"
}

/// The state as somebody sees it who comes in now.
pub(crate) fn seen(server: &Address, session: &str) -> Value {
    server.join(Some(session)).state(|_| true)
}
