//! The board over real sockets: whole games, refusals, forged messages, and how it ends.
#![cfg(feature = "board")]

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use quincunx::kernel::SplitMix64;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{self, Message, WebSocket};

/// How long anything may take. Generous: what is tested is that it comes.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server with a folder of its own for memories.
struct Server {
    process: Child,
    output: BufReader<ChildStdout>,
    port: u16,
    token: String,
    data: tempfile::TempDir,
}

impl Server {
    fn start() -> Self {
        Self::with(&[])
    }

    fn with(arguments: &[&str]) -> Self {
        let data = tempfile::tempdir().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_quincunx"));
        command.args(["board", "--port", "0", "--no-open"]).args(arguments);
        command.env("XDG_DATA_HOME", data.path()).env("HOME", data.path());
        let mut process = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://127.0.0.1:").expect(&line);
        let (port, token) = address.split_once("/#t=").expect(&line);
        let (port, token) = (port.parse().unwrap(), token.to_owned());
        Self { process, output, port, token, data }
    }

    fn page(&self) -> Page {
        self.join(None)
    }

    fn join(&self, session: Option<&str>) -> Page {
        let mut page =
            Page::connect(self.port, &format!("http://127.0.0.1:{}", self.port)).unwrap();
        page.welcome = page.ask(json!({"do": "hello", "token": self.token, "session": session}));
        assert_eq!(page.welcome["is"], "welcome", "{}", page.welcome);
        page
    }

    /// Sends a request as a program would, and returns the answer.
    fn http(&self, head: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(stream, "{head}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// The engines that run at the moment.
    fn engines(&self) -> Vec<u32> {
        let id = self.process.id();
        let list = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap();
        let is_alive = |id: &u32| !is_zombie(*id);
        list.split_whitespace().map(|id| id.parse().unwrap()).filter(is_alive).collect()
    }

    fn signal(&self, name: &str) {
        signal(self.process.id(), name);
    }

    fn wait(&mut self) -> ExitStatus {
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

fn signal(id: u32, name: &str) {
    let status = Command::new("kill").arg(format!("-{name}")).arg(id.to_string()).status();
    assert!(status.unwrap().success());
}

fn is_zombie(id: u32) -> bool {
    match std::fs::read_to_string(format!("/proc/{id}/stat")) {
        Ok(stat) => stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('Z')),
        Err(_) => true,
    }
}

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) -> Duration {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
    start.elapsed()
}

/// What the page does.
struct Page {
    socket: WebSocket<TcpStream>,
    welcome: Value,
    n: u64,
    /// What came and was not asked for.
    news: VecDeque<Value>,
}

impl Page {
    fn connect(port: u16, origin: &str) -> Result<Self, tungstenite::http::StatusCode> {
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        let mut request = format!("ws://127.0.0.1:{port}/ws").into_client_request().unwrap();
        if !origin.is_empty() {
            request.headers_mut().insert("origin", HeaderValue::from_str(origin).unwrap());
        }
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => {
                Ok(Self { socket, welcome: Value::Null, n: 0, news: VecDeque::new() })
            }
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(response))) => {
                Err(response.status())
            }
            Err(error) => panic!("{error}"),
        }
    }

    fn session(&self) -> &str {
        self.welcome["session"].as_str().unwrap()
    }

    fn send(&mut self, text: &str) {
        self.socket.send(Message::text(text)).unwrap();
    }

    fn read(&mut self) -> Value {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return serde_json::from_str(&text).unwrap(),
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                other => panic!("{other:?} in the place of a message"),
            }
        }
    }

    /// Waits for the close and returns its code.
    fn closed(&mut self) -> Option<CloseCode> {
        loop {
            match self.socket.read() {
                Ok(Message::Close(frame)) => return frame.map(|frame| frame.code),
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }

    /// Sends a request and returns the first answer to it.
    fn ask(&mut self, mut request: Value) -> Value {
        self.n += 1;
        let n = self.n;
        request["n"] = n.into();
        self.send(&request.to_string());
        self.answer(n)
    }

    /// Returns the next answer to that request.
    fn answer(&mut self, n: u64) -> Value {
        loop {
            let message = self.read();
            if message["n"] == n {
                return message;
            }
            self.news.push_back(message);
        }
    }

    /// Waits for a message that was not asked for.
    fn news(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
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

    fn state(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        self.news(|message| message["is"] == "state" && wanted(message))
    }

    fn games(&self) -> Vec<Value> {
        self.welcome["games"].as_array().unwrap().clone()
    }

    fn first_game(&self) -> String {
        self.games()[0]["name"].as_str().unwrap().to_owned()
    }

    /// Begins a game and returns its state.
    fn begin(&mut self, game: &str, seats: [Value; 2]) -> Value {
        let state = self.ask(json!({"do": "new", "game": game, "seats": seats, "speed": 0}));
        assert_eq!(state["is"], "state", "{state}");
        state
    }
}

fn human() -> Value {
    json!({"who": "human"})
}

fn ai(level: u8) -> Value {
    json!({"who": "ai", "level": level})
}

fn pick(state: &Value, dice: &mut SplitMix64) -> String {
    let moves: Vec<&str> = state["moves"].as_str().unwrap().split(' ').collect();
    moves[dice.below(moves.len())].to_owned()
}

fn is_over(state: &Value) -> bool {
    state["waits"] == "over"
}

/// Plays the humans' moves until the game is over. A new socket every so often: a page may not send
/// so many messages a second as a program.
fn play(server: &Server, game: &str, seats: [Value; 2], seed: u64) -> (Page, Value, Vec<Duration>) {
    let mut dice = SplitMix64::new(seed);
    let mut page = server.page();
    let mut state = page.begin(game, seats);
    let mut times = Vec::new();
    let mut sent = 0;
    while !is_over(&state) {
        if state["waits"] == "ai" {
            let ply = state["ply"].as_u64();
            state = page.state(|state| state["ply"].as_u64() > ply);
            continue;
        }
        assert_eq!(state["waits"], "human", "{state}");
        sent += 1;
        if sent % 50 == 0 {
            page = server.join(Some(page.session()));
            state = page.state(|_| true);
        }
        let chosen = pick(&state, &mut dice);
        let began = Instant::now();
        let next = page.ask(json!({"do": "move", "move": chosen, "ply": state["ply"]}));
        times.push(began.elapsed());
        assert_eq!(next["is"], "state", "{chosen}: {next}");
        assert_eq!(next["last"], chosen);
        assert_eq!(next["before"], state["position"]);
        assert_eq!(next["ply"].as_u64(), state["ply"].as_u64().map(|ply| ply + 1));
        state = next;
    }
    assert_eq!(state["moves"], "");
    let record = state["record"].as_str().unwrap();
    assert_eq!(record.split(' ').count() as u64, state["plies"].as_u64().unwrap());
    assert!(state["result"]["text"].as_str().is_some_and(|text| !text.is_empty()), "{state}");
    (page, state, times)
}

/// Whole games of each game, in each mode.
fn whole_games(seats: [Value; 2]) {
    let server = Server::start();
    let games = server.page().games();
    assert!(games.len() >= 5);
    for (seed, game) in (1..).zip(&games) {
        let name = game["name"].as_str().unwrap();
        let (mut page, state, _) = play(&server, name, seats.clone(), seed);
        // The record that is saved is the game, and loads as such.
        let file = page.ask(json!({"do": "export"}));
        let loaded = page.ask(json!({"do": "load", "text": file["text"]}));
        for key in ["game", "record", "position", "result", "score", "options", "ply"] {
            assert_eq!(loaded[key], state[key], "{name}: {key}");
        }
    }
}

#[test]
fn humans_play_whole_games() {
    whole_games([human(), human()]);
}

#[test]
fn a_human_plays_whole_games_against_an_engine() {
    whole_games([human(), ai(2)]);
    whole_games([ai(1), human()]);
}

#[test]
fn engines_play_whole_games() {
    whole_games([ai(1), ai(2)]);
}

/// Told, and not asserted: `cargo test --test board latency -- --nocapture`.
#[test]
fn latency() {
    let server = Server::start();
    for game in server.page().games() {
        let name = game["name"].as_str().unwrap();
        let (_, state, mut times) = play(&server, name, [human(), human()], 7);
        times.sort();
        println!(
            "{name}: {} plies, move to state {:?} in the median, {:?} at most",
            state["ply"],
            times[times.len() / 2],
            times[times.len() - 1]
        );
    }
}

/// The state as somebody sees it who comes in now.
fn seen(server: &Server, session: &str) -> Value {
    server.join(Some(session)).state(|_| true)
}

#[test]
fn what_the_rules_or_the_seats_refuse_changes_nothing() {
    let server = Server::start();
    let mut page = server.page();
    for game in page.games() {
        let name = game["name"].as_str().unwrap();
        let state = page.begin(name, [human(), ai(1)]);
        let mut refused = |request: Value, code: &str| {
            let answer = page.ask(request.clone());
            assert_eq!(
                (&answer["is"], &answer["code"]),
                (&json!("refused"), &json!(code)),
                "{request}: {answer}"
            );
            answer["text"].as_str().unwrap().to_owned()
        };
        // A move of the other player, and the reason alone.
        let letter = game["players"][1].as_str().unwrap();
        let text = refused(
            json!({"do": "move", "move": format!("{letter}[resign]"), "ply": 0}),
            "illegal-move",
        );
        assert!(!text.contains("is not legal") && !text.contains("turn["), "{text}");
        refused(json!({"do": "move", "move": "nonsense", "ply": 0}), "illegal-move");
        refused(json!({"do": "try", "move": "nonsense", "ply": 0}), "illegal-move");
        let first = state["moves"].as_str().unwrap().split(' ').next().unwrap();
        refused(json!({"do": "move", "move": first, "ply": 1}), "stale");
        refused(json!({"do": "move", "move": first, "ply": 1, "truncate": true}), "stale");
        refused(json!({"do": "go-to", "ply": 1}), "stale");
        refused(json!({"do": "go-to", "ply": 99_999_999}), "stale");
        refused(json!({"do": "undo"}), "over");
        refused(json!({"do": "redo"}), "over");
        refused(json!({"do": "now"}), "over");
        refused(json!({"do": "load", "text": "[Game \"chess\"]\n*\n"}), "bad-value");
        refused(json!({"do": "load", "text": "nonsense"}), "illegal-move");
        refused(json!({"do": "new", "game": "chess", "seats": [human(), human()]}), "bad-value");
        let options = json!({"Hash": 1000});
        refused(
            json!({"do": "new", "game": name, "seats": [human(), human()], "options": options}),
            "bad-value",
        );
        refused(
            json!({"do": "new", "game": name, "seats": [human(), human()], "position": "x[]"}),
            "bad-position",
        );
        refused(json!({"do": "remember", "seat": 1, "name": "club"}), "bad-value");
        let legal = page.ask(json!({"do": "try", "move": first, "ply": 0}));
        assert_eq!((&legal["is"], &legal["move"]), (&json!("legal"), &json!(first)));
        let session = page.session().to_owned();
        let mut now = seen(&server, &session);
        now["n"] = state["n"].clone();
        assert_eq!(now, state, "{name}");
        page = server.page();
    }
}

#[test]
fn it_is_not_the_humans_turn() {
    let server = Server::start();
    let mut page = server.page();
    let name = page.first_game();
    let state = page.begin(&name, [ai(1), ai(1)]);
    let first = state["moves"].as_str().unwrap().split(' ').next().unwrap().to_owned();
    let paused = page.ask(json!({"do": "pause", "on": true}));
    assert_eq!(paused["waits"], "paused");
    let ply = paused["ply"].clone();
    let refused = page.ask(json!({"do": "move", "move": first, "ply": ply}));
    assert_eq!(refused["code"], "not-yours", "{refused}");
    let refused = page.ask(json!({"do": "move", "move": first, "ply": 0, "truncate": true}));
    if ply.as_u64() > Some(0) {
        assert_eq!(refused["code"], "not-yours", "{refused}");
    }
    // The seat is taken over, and the game goes on.
    let state = page.ask(json!({"do": "seats", "seats": [human(), human()]}));
    assert_eq!((&state["waits"], &state["ply"]), (&json!("human"), &ply));
    let chosen = pick(&state, &mut SplitMix64::new(1));
    let state = page.ask(json!({"do": "move", "move": chosen, "ply": ply}));
    assert_eq!(state["last"], chosen);
}

#[test]
fn forged_messages_change_nothing() {
    let server = Server::start();
    let mut page = server.page();
    let name = page.first_game();
    let mut state = page.begin(&name, [human(), human()]);
    let engines = server.engines().len();
    for text in [
        "quit",
        "{",
        "[]",
        "\u{0}",
        r#"{"do":"quit"}"#,
        r#"{"do":"move","move":"x\nquit","ply":0}"#,
        r#"{"do":"move","move":"x quit","ply":0}"#,
        r#"{"do":"move","move":"moves","ply":0}"#,
        r#"{"do":"try","move":"x\rsetoption name MemoryFile value /tmp/x","ply":0}"#,
        r#"{"do":"go-to","ply":0,"line":"x\u0000y"}"#,
        r#"{"do":"remember","seat":1,"name":"x\nquit"}"#,
        r#"{"do":"remember","seat":1,"name":"../../x"}"#,
        r#"{"do":"forget","name":"..","game":null}"#,
        r#"{"do":"analyse","ply":0,"lines":99}"#,
        r#"{"do":"judge","ms":999999999}"#,
        r#"{"do":"hello","token":"x","session":null,"more":1}"#,
    ] {
        page.send(text);
        let answer = page.read();
        assert_eq!(
            (&answer["is"], &answer["code"]),
            (&json!("refused"), &json!("bad-message")),
            "{text}: {answer}"
        );
    }
    for request in [
        json!({"do": "forget", "name": "x", "game": "../../etc"}),
        json!({"do": "new", "game": format!("{name}\nquit"), "seats": [human(), human()]}),
        json!({"do": "load", "text": format!("[Game \"{name}\"]\n[Rules \"Hash=1\"]\n*\n")}),
        json!({"do": "load", "text": format!("[Game \"{name}\"]\n[Start \"x\ry\"]\n*\n")}),
    ] {
        let answer = page.ask(request.clone());
        assert_eq!(answer["is"], "refused", "{request}: {answer}");
    }
    page.socket.send(Message::binary(vec![0; 10])).unwrap();
    assert_eq!(page.read()["code"], "bad-message");
    // A message that is too long costs the socket, and nothing else.
    let session = page.session().to_owned();
    let long = format!(r#"{{"do":"move","move":"{}","ply":0}}"#, "x".repeat(1 << 20));
    let _ = page.socket.send(Message::text(long));
    assert!(matches!(page.closed(), Some(CloseCode::Size) | None));
    let now = seen(&server, &session);
    state.as_object_mut().unwrap().remove("n");
    assert_eq!(now, state);
    assert_eq!(server.engines().len(), engines);
}

#[test]
fn nobody_gets_in_without_host_origin_and_token() {
    let server = Server::start();
    let port = server.port;
    let status = |answer: &str| answer.split(' ').nth(1).unwrap_or_default().to_owned();
    let page = server.http(&format!("GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}"));
    for header in [
        "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src \
         'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cache-control: no-store",
        "cross-origin-resource-policy: same-origin",
    ] {
        assert!(page.contains(header), "{header}: {page}");
    }
    for host in ["evil.example", "127.0.0.1", "localhost:1", "0.0.0.0"] {
        for path in ["/", "/web/app.js", "/ws", "/x"] {
            let answer = server.http(&format!("GET {path} HTTP/1.1\r\nHost: {host}"));
            assert_eq!(status(&answer), "403", "{host}{path}");
            assert!(answer.contains("content-security-policy: "), "{answer}");
        }
    }
    assert_eq!(status(&server.http("GET / HTTP/1.1")), "403", "no host is none of ours");
    for path in ["/x", "/web/../mod.rs", "/web/%2e%2e/mod.rs", "/web/..%2fmod.rs", "/src", "/web/"]
    {
        let answer = server.http(&format!("GET {path} HTTP/1.1\r\nHost: localhost:{port}"));
        assert_eq!(status(&answer), "404", "{path}");
    }
    for origin in ["", "null", "http://evil.example", "https://127.0.0.1", "http://127.0.0.1:1"] {
        assert_eq!(Page::connect(port, origin).err().map(|s| s.as_u16()), Some(403), "{origin}");
    }
    let ours = format!("http://localhost:{port}");
    for hello in [
        json!({"n": 1, "do": "hello", "token": "", "session": null}),
        json!({"n": 1, "do": "hello", "token": "0".repeat(32), "session": null}),
        json!({"n": 1, "do": "hello", "token": server.token.to_uppercase() + "0", "session": null}),
        json!({"n": 1, "do": "undo"}),
        json!({"n": 1, "do": "memories"}),
        json!("hello"),
    ] {
        let mut page = Page::connect(port, &ours).unwrap();
        page.send(&hello.to_string());
        assert_eq!(page.closed(), Some(CloseCode::Policy), "{hello}");
    }
    let mut page = Page::connect(port, &ours).unwrap();
    let _ = page.socket.send(Message::text("x".repeat(1 << 20)));
    assert!(matches!(page.closed(), Some(CloseCode::Size) | None));
    // Only the loopback interface is served, and no strangers by the dozen.
    let strangers: Vec<_> = (0..17).map(|_| Page::connect(port, &ours)).collect();
    assert!(strangers[..16].iter().all(Result::is_ok));
    assert_eq!(strangers[16].as_ref().err().map(|s| s.as_u16()), Some(503));
    drop(strangers);
    wait_until("strangers make room", || Page::connect(port, &ours).is_ok());
}

#[test]
fn silence_is_cut_off() {
    let server = Server::start();
    let mut page =
        Page::connect(server.port, &format!("http://127.0.0.1:{}", server.port)).unwrap();
    let began = Instant::now();
    assert_eq!(page.closed(), Some(CloseCode::Policy));
    assert!(began.elapsed() >= Duration::from_millis(4900));
}

#[test]
fn a_flood_is_refused_and_then_cut_off() {
    let server = Server::start();
    let mut page = server.page();
    for _ in 0..100 {
        page.send(r#"{"do":"stop"}"#);
    }
    let codes: Vec<_> =
        (0..100).map(|_| page.read()["code"].as_str().unwrap().to_owned()).collect();
    let taken = codes.iter().filter(|code| *code == "no-game").count();
    assert!((60..100).contains(&taken), "{taken} of 100");
    assert_eq!(codes.iter().filter(|code| *code == "too-much").count(), 100 - taken);
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(page.ask(json!({"do": "stop"}))["code"], "no-game");
    for _ in 0..1000 {
        if page.socket.send(Message::text("{}")).is_err() {
            break;
        }
    }
    assert!(matches!(page.closed(), Some(CloseCode::Policy) | None));
}

#[test]
fn tabs_and_games_have_limits() {
    let server = Server::start();
    let first = server.page();
    let session = first.session().to_owned();
    let tabs: Vec<Page> = (0..3).map(|_| server.join(Some(&session))).collect();
    let refused = |session: Option<&str>| {
        let mut page =
            Page::connect(server.port, &format!("http://127.0.0.1:{}", server.port)).unwrap();
        let answer = page.ask(json!({"do": "hello", "token": server.token, "session": session}));
        assert_eq!(answer["code"], "too-much", "{answer}");
        assert_eq!(page.closed(), Some(CloseCode::Again));
    };
    refused(Some(&session));
    let mut others: Vec<Page> = (0..7).map(|_| server.page()).collect();
    refused(None);
    // A session that nobody looks at makes room for another.
    drop(others.pop());
    wait_until("there is room", || {
        let mut page =
            Page::connect(server.port, &format!("http://127.0.0.1:{}", server.port)).unwrap();
        page.ask(json!({"do": "hello", "token": server.token, "session": null}))["is"] == "welcome"
    });
    drop(tabs);
}

#[test]
fn two_tabs_see_the_same() {
    let server = Server::start();
    let mut page = server.page();
    let name = page.first_game();
    page.begin(&name, [human(), human()]);
    let mut other = server.join(Some(page.session()));
    let state = other.state(|_| true);
    let chosen = pick(&state, &mut SplitMix64::new(3));
    let mut mine = other.ask(json!({"do": "move", "move": chosen, "ply": 0}));
    let theirs = page.state(|state| state["ply"] == 1);
    assert_eq!(theirs.get("n"), None);
    mine.as_object_mut().unwrap().remove("n");
    assert_eq!(mine, theirs);
    // Both move at once: one of them comes too late.
    let texts = [pick(&mine, &mut SplitMix64::new(4)), pick(&mine, &mut SplitMix64::new(5))];
    let first = page.ask(json!({"do": "move", "move": texts[0], "ply": 1}));
    let second = other.ask(json!({"do": "move", "move": texts[1], "ply": 1}));
    assert_eq!((&first["is"], &second["code"]), (&json!("state"), &json!("stale")));
    // A reload finds the game, another session does not.
    let session = page.session().to_owned();
    drop((page, other));
    assert_eq!(seen(&server, &session)["ply"], 2);
    assert_ne!(server.page().session(), session);
    assert_ne!(server.join(Some("nosuchsession")).session(), session);
}

#[test]
fn moves_are_taken_back_and_made_again() {
    let server = Server::start();
    let mut page = server.page();
    let mut dice = SplitMix64::new(9);
    let name = page.first_game();
    let start = page.begin(&name, [human(), human()]);
    let mut states = vec![start];
    for ply in 0..4 {
        let chosen = pick(&states[ply], &mut dice);
        states.push(page.ask(json!({"do": "move", "move": chosen, "ply": ply})));
    }
    let undone = page.ask(json!({"do": "undo"}));
    assert_eq!(
        (&undone["ply"], &undone["plies"], &undone["redo"]),
        (&json!(3), &json!(4), &json!(1))
    );
    assert_eq!(undone["position"], states[3]["position"]);
    assert_eq!(undone["record"], states[4]["record"]);
    let redone = page.ask(json!({"do": "redo"}));
    assert_eq!(redone["position"], states[4]["position"]);
    // Another ply is looked at, also one ahead.
    let look = page.ask(json!({"do": "go-to", "ply": 1}));
    for key in ["position", "before", "last", "turn", "moves", "score"] {
        assert_eq!(look[key], states[1][key], "{key}");
    }
    let line: Vec<&str> =
        states[4]["record"].as_str().unwrap().split(' ').skip(1).take(2).collect();
    let ahead = page.ask(json!({"do": "go-to", "ply": 1, "line": line.join(" ")}));
    assert_eq!(ahead["position"], states[3]["position"]);
    assert_eq!(ahead["before"], states[2]["position"]);
    assert_eq!((&ahead["last"], &ahead["ply"]), (&states[3]["last"], &json!(1)));
    // A move at an earlier ply wants to be meant.
    let other = pick(&states[1], &mut dice);
    let request = json!({"do": "move", "move": other, "ply": 1});
    assert_eq!(page.ask(request.clone())["code"], "stale");
    let mut request = request;
    request["truncate"] = true.into();
    let cut = page.ask(request);
    assert_eq!((&cut["ply"], &cut["plies"], &cut["last"]), (&json!(2), &json!(2), &json!(other)));
    assert_eq!(cut["before"], states[1]["position"]);
}

#[test]
fn undo_during_a_search_takes_the_humans_move_back() {
    let server = Server::start();
    let mut page = server.page();
    for game in page.games() {
        let name = game["name"].as_str().unwrap();
        let start = page.begin(name, [human(), human()]);
        let chosen = pick(&start, &mut SplitMix64::new(2));
        page.ask(json!({"do": "move", "move": chosen, "ply": 0}));
        // Whoever is to move next, an engine gets the seat, and thinks for long.
        let state = page.ask(json!({"do": "seats", "seats": [human(), ai(10)]}));
        if state["waits"] != "ai" {
            continue;
        }
        page.news(|message| message["is"] == "line" && message["from"] == "seat2");
        let began = Instant::now();
        let undone = page.ask(json!({"do": "undo"}));
        assert!(began.elapsed() < Duration::from_secs(5), "it does not wait for the search");
        assert_eq!((&undone["ply"], &undone["waits"]), (&json!(0), &json!("human")));
        // The search that was given up says nothing any more.
        page.news.clear();
        let look = page.ask(json!({"do": "go-to", "ply": 0}));
        assert_eq!(look["position"], start["position"]);
        std::thread::sleep(Duration::from_millis(100));
        let state = page.ask(json!({"do": "seats", "seats": [human(), ai(1)]}));
        assert_eq!(state["ply"], 0, "{:?}", page.news);
        assert!(page.news.iter().all(|message| message["is"] == "judged"), "{:?}", page.news);
        let state = page.ask(json!({"do": "move", "move": chosen, "ply": 0}));
        assert_eq!(state["position"], page.ask(json!({"do": "go-to", "ply": 1}))["position"]);
    }
}

#[test]
fn an_engine_that_thinks_can_be_hurried() {
    let server = Server::start();
    let mut page = server.page();
    let name = page.first_game();
    page.begin(&name, [ai(10), human()]);
    page.news(|message| message["is"] == "line");
    let began = Instant::now();
    page.send(r#"{"do":"now"}"#);
    let state = page.state(|state| state["ply"] == 1);
    assert!(began.elapsed() < Duration::from_secs(10), "level 10 thinks for 20 s");
    assert_eq!(state["waits"], "human");
    // Its search gave the graph a point.
    server.join(Some(page.session())).news(|m| m["is"] == "judged" && m["ply"] == 0);
}

#[test]
fn analysis_tells_lines_hints_and_judgements() {
    let server = Server::start();
    let mut page = server.page();
    for game in page.games() {
        let name = game["name"].as_str().unwrap();
        let mut state = page.begin(name, [human(), human()]);
        let mut dice = SplitMix64::new(5);
        for ply in 0..3 {
            state = page.ask(json!({"do": "move", "move": pick(&state, &mut dice), "ply": ply}));
        }
        let first = page.ask(json!({"do": "analyse", "ply": 3, "lines": 3, "ms": 300}));
        let n = page.n;
        let mut lines = vec![first];
        while lines[lines.len() - 1]["is"] != "done" {
            lines.push(page.answer(n));
        }
        let done = lines.pop().unwrap();
        assert_eq!((&done["ply"], &done["stopped"]), (&json!(3), &json!(false)), "{name}: {done}");
        lines.retain(|line| line["is"] == "line");
        assert!(lines.iter().any(|line| line["k"] == 3), "{name}: {lines:?}");
        for line in &lines {
            assert_eq!((&line["from"], &line["ply"]), (&json!("look"), &json!(3)));
            let wdl: Vec<f64> =
                line["wdl"].as_array().unwrap().iter().map(|w| w.as_f64().unwrap()).collect();
            let chance = (wdl[0] + wdl[1] / 2.0) / 1000.0;
            assert!((line["chance"].as_f64().unwrap() - chance).abs() < 1e-9);
            let legal = state["moves"].as_str().unwrap().split(' ');
            assert!(legal.clone().any(|m| line["pv"][0] == m), "{name}: {line}");
        }
        let best = lines.iter().rev().find(|line| line["k"] == 1).unwrap();
        assert_eq!(best["pv"][0], done["best"]);
        // Without end, until somebody says stop.
        page.send(r#"{"n":900,"do":"analyse","ply":1,"lines":1}"#);
        assert_eq!(page.answer(900)["is"], "line");
        page.send(r#"{"n":901,"do":"stop"}"#);
        while page.answer(900)["is"] != "done" {}
        page.send(r#"{"n":902,"do":"judge","ms":10}"#);
        for ply in (0..=3).rev() {
            let judged = page.answer(902);
            assert_eq!((&judged["is"], &judged["ply"]), (&json!("judged"), &json!(ply)));
            assert_eq!(judged["loss"].is_null(), ply == 3, "{judged}");
            assert!(judged["loss"].as_f64().is_none_or(|loss| (0.0..=1.0).contains(&loss)));
        }
        assert_eq!(page.answer(902)["is"], "done");
    }
    page.send(r#"{"n":903,"do":"hint"}"#);
    assert_eq!(page.answer(903)["is"], "line");
    while page.answer(903)["is"] != "done" {}
}

/// The chances at the end of a game are those of its result, for both players.
#[test]
fn chances_are_the_first_players() {
    let server = Server::start();
    let mut seen = [false; 2];
    let games = server.page().games();
    for (seed, game) in (0..).flat_map(|seed| games.iter().map(move |game| (seed, game))) {
        let (mut page, state, _) =
            play(&server, game["name"].as_str().unwrap(), [human(), human()], seed);
        let winner = state["result"]["winner"].clone();
        page.send(r#"{"n":500,"do":"judge","ms":10}"#);
        let judged = page.answer(500);
        assert_eq!(judged["ply"], state["ply"]);
        let chance = match &winner {
            winner if winner.is_null() => 0.5,
            winner if *winner == state["players"][0] => 1.0,
            _ => 0.0,
        };
        assert_eq!(judged["chance"], chance, "{state}");
        // A ply before, the engine sees it coming, most of all if the move ended the game.
        let before = page.answer(500)["chance"].as_f64().unwrap();
        if !winner.is_null() {
            assert_eq!(before > 0.5, chance > 0.5, "{before}: {state}");
            seen[usize::from(chance > 0.5)] = true;
        }
        if seen == [true; 2] {
            return;
        }
        assert!(seed < 10, "both players should win a game");
    }
}

#[test]
fn positions_and_options_begin_a_game() {
    let server = Server::with(&["--game", "trimok"]);
    let mut page = server.page();
    assert_eq!(page.welcome["game"], "trimok");
    for game in page.games() {
        let name = game["name"].as_str().unwrap();
        let mut options = serde_json::Map::new();
        for option in game["options"].as_array().unwrap() {
            let value = match option["type"].as_str().unwrap() {
                "check" => json!(!option["default"].as_bool().unwrap()),
                "spin" => option["max"].clone(),
                "combo" => option["choices"].as_array().unwrap().last().unwrap().clone(),
                other => panic!("{other}"),
            };
            options.insert(option["name"].as_str().unwrap().to_owned(), value);
        }
        let seats = [human(), human()];
        let state =
            page.ask(json!({"do": "new", "game": name, "seats": seats, "options": options}));
        assert_eq!(state["options"], Value::Object(options), "{state}");
        let chosen = pick(&state, &mut SplitMix64::new(1));
        let moved = page.ask(json!({"do": "move", "move": chosen, "ply": 0}));
        // The rules stay with the record, the position is the start of another game.
        let file = page.ask(json!({"do": "export"}));
        let loaded = page.ask(json!({"do": "load", "text": file["text"]}));
        assert_eq!((&loaded["options"], &loaded["record"]), (&state["options"], &moved["record"]));
        let position = &moved["position"];
        let again = page.ask(json!({"do": "load", "text": position}));
        assert_eq!(
            (&again["position"], &again["start"], &again["ply"]),
            (position, position, &json!(0))
        );
        let again = page.ask(json!({"do": "load", "text": chosen, "game": name}));
        assert_eq!((&again["record"], &again["ply"]), (&json!(chosen), &json!(1)));
    }
}

#[test]
fn a_human_may_give_up() {
    let server = Server::start();
    let mut page = server.page();
    let mut resigned = 0;
    for game in page.games() {
        page.begin(game["name"].as_str().unwrap(), [human(), ai(1)]);
        let answer = page.ask(json!({"do": "resign"}));
        // Not every game knows it.
        if answer["is"] == "refused" {
            assert_eq!(answer["code"], "illegal-move", "{answer}");
            continue;
        }
        resigned += 1;
        assert_eq!(answer["result"]["winner"], game["players"][1]);
        assert_eq!(
            (&answer["result"]["ending"], &answer["waits"]),
            (&json!("resigned"), &json!("over"))
        );
        assert!(answer["record"].as_str().unwrap().ends_with("[resign]"), "{answer}");
        let undone = page.ask(json!({"do": "undo"}));
        assert_eq!((&undone["ply"], &undone["result"]), (&json!(0), &Value::Null));
    }
    assert!(resigned > 0);
}

#[test]
fn memories_are_kept_under_their_names() {
    let server = Server::start();
    let mut page = server.page();
    let name = page.first_game();
    let club = json!({"who": "ai", "level": 4, "remember": "club"});
    page.begin(&name, [club.clone(), human()]);
    page.state(|state| state["waits"] == "human");
    let list = page.ask(json!({"do": "save-memory"}))["names"].clone();
    assert_eq!(
        (&list[0]["name"], &list[0]["game"], &list[0]["used"]),
        (&json!("club"), &json!(name), &json!(true))
    );
    assert!(list[0]["positions"].as_u64() > Some(0), "{list}");
    let file = server.data.path().join(format!("quincunx/memory/club.{name}"));
    assert!(file.join("data.mdb").is_file());
    // Nobody else uses it, and nobody deletes it.
    let mut other = server.page();
    let seats = [club.clone(), human()];
    let refused = other.ask(json!({"do": "new", "game": name, "seats": seats}));
    assert_eq!(refused["code"], "busy", "{refused}");
    let refused = page.ask(json!({"do": "seats", "seats": [club.clone(), club.clone()]}));
    assert_eq!(refused["code"], "busy", "{refused}");
    assert_eq!(page.ask(json!({"do": "forget", "name": "club"}))["code"], "busy");
    // The seats change places, and the memory with them.
    let state = page.ask(json!({"do": "seats", "seats": [human(), club]}));
    assert_eq!(state["seats"][1]["remember"], "club");
    let state = page.ask(json!({"do": "remember", "seat": 2, "name": null}));
    assert_eq!(state["seats"][1]["remember"], Value::Null);
    // No memory, and it stays as it is.
    std::fs::write(server.data.path().join(format!("quincunx/memory/bad.{name}")), "precious")
        .unwrap();
    let refused = page.ask(json!({"do": "remember", "seat": 2, "name": "bad"}));
    assert_eq!(refused["code"], "bad-file", "{refused}");
    let list = page.ask(json!({"do": "memories"}))["names"].clone();
    assert_eq!((&list[0]["name"], &list[0]["positions"]), (&json!("bad"), &Value::Null));
    assert_eq!((&list[1]["name"], &list[1]["used"]), (&json!("club"), &json!(false)));
    let list = page.ask(json!({"do": "forget", "name": "club"}))["names"].clone();
    assert_eq!(list.as_array().unwrap().len(), 1);
    assert!(!file.exists());
}

#[cfg(target_os = "linux")]
mod processes {
    use super::*;

    #[test]
    fn a_killed_engine_is_told_and_replaced() {
        let server = Server::start();
        let mut page = server.page();
        let name = page.first_game();
        let state = page.begin(&name, [human(), ai(10)]);
        let rules = server.engines();
        assert_eq!(rules.len(), 1, "the engine of a seat starts when it is needed");
        let chosen = pick(&state, &mut SplitMix64::new(1));
        page.ask(json!({"do": "move", "move": chosen, "ply": 0}));
        page.news(|message| message["is"] == "line");
        let seat = |server: &Server| server.engines().into_iter().find(|id| !rules.contains(id));
        // The engine that thinks dies: another one thinks on.
        signal(seat(&server).unwrap(), "KILL");
        let trouble = page.news(|message| message["is"] == "trouble");
        let expected = json!({"is": "trouble", "child": "seat2", "text": "the engine ended (signal 9)", "can": null});
        assert_eq!(trouble, expected);
        page.news(|message| message["is"] == "line");
        // The one that knows the rules dies: nobody notices but by the message.
        signal(rules[0], "KILL");
        let trouble = page.news(|message| message["is"] == "trouble");
        assert_eq!((&trouble["child"], &trouble["can"]), (&json!("rules"), &Value::Null));
        let look = page.ask(json!({"do": "go-to", "ply": 0, "line": chosen}));
        assert_eq!(look["is"], "look", "{look}");
        // The same engine dies again: somebody has to say that it may start once more.
        let rules = server.engines().into_iter().max();
        let thinker = server.engines().into_iter().find(|id| Some(*id) != rules);
        signal(thinker.unwrap(), "KILL");
        let trouble = page.news(|message| message["is"] == "trouble");
        assert_eq!((&trouble["child"], &trouble["can"]), (&json!("seat2"), &json!("restart")));
        let state = page.state(|state| state["waits"] == "engine");
        assert_eq!(state["ply"], 1);
        let told = server.join(Some(page.session())).news(|m| m["is"] == "trouble");
        assert_eq!(told["can"], "restart");
        assert_eq!(page.ask(json!({"do": "restart"}))["waits"], "ai");
        page.news(|message| message["is"] == "line");
        page.send(r#"{"do":"now"}"#);
        page.state(|state| state["ply"].as_u64() > Some(1));
    }

    #[test]
    fn engines_rest_when_nobody_looks() {
        let server = Server::start();
        let mut page = server.page();
        let name = page.first_game();
        page.begin(&name, [ai(10), ai(10)]);
        page.news(|message| message["is"] == "line");
        let session = page.session().to_owned();
        drop(page);
        let mut page = server.join(Some(&session));
        let state = page.state(|_| true);
        assert_eq!((&state["waits"], &state["paused"]), (&json!("paused"), &json!(true)));
        let state = page.ask(json!({"do": "pause", "on": false}));
        assert_eq!(state["waits"], "ai");
        page.news(|message| message["is"] == "line");
    }

    /// Three engines, two of which are searching.
    fn busy(server: &Server) -> (Page, Vec<u32>) {
        let mut page = server.page();
        let name = page.first_game();
        page.begin(&name, [ai(10), human()]);
        page.news(|message| message["is"] == "line");
        page.ask(json!({"do": "analyse", "ply": 0, "lines": 5}));
        let engines = server.engines();
        assert_eq!(engines.len(), 3);
        (page, engines)
    }

    #[test]
    fn an_interrupt_leaves_no_engine() {
        for name in ["INT", "TERM", "HUP"] {
            let mut server = Server::start();
            let (mut page, engines) = busy(&server);
            server.signal(name);
            assert_eq!(page.closed(), Some(CloseCode::Away), "{name}");
            let status = server.wait();
            assert_eq!(status.code(), Some(0), "{name}");
            assert!(engines.into_iter().all(is_zombie), "{name}: engines are left");
            let mut rest = String::new();
            server.output.read_to_string(&mut rest).unwrap();
            assert_eq!(rest, "Ctrl-C ends the server.\n", "{name}");
        }
    }

    #[test]
    fn the_death_of_the_server_leaves_no_engine() {
        for name in ["KILL", "ABRT"] {
            let mut server = Server::start();
            let (_page, engines) = busy(&server);
            server.signal(name);
            server.wait();
            let time = wait_until("engines are left", || engines.iter().all(|id| is_zombie(*id)));
            println!("{name}: the engines have ended after {time:?}");
        }
    }
}

#[test]
fn a_port_that_is_taken_is_told() {
    let server = Server::start();
    let mut command = Command::new(env!("CARGO_BIN_EXE_quincunx"));
    command.args(["board", "--no-open", "--port", &server.port.to_string()]);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.starts_with(&format!("quincunx: port {} cannot be opened: ", server.port)),
        "{error}"
    );
}
