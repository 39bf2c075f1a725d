//! A server with a tab, and the hands of a player: clicks, drags, touches, keys.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::cdp::{Browser, Tab};

/// How a move is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum By {
    Clicks,
    Drag,
    Taps,
    Swipe,
    Keys,
}

/// A server of its own; it ends with the value.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
    home: tempfile::TempDir,
}

impl Server {
    pub(crate) fn start() -> Self {
        Self::of(&mut Command::new(env!("CARGO_BIN_EXE_quincunx")))
    }

    /// Starts the server of a program with more arguments.
    pub(crate) fn with(program: &mut Command, more: &[&str]) -> Self {
        Self::at(program, tempfile::tempdir().expect("a folder"), "0", more)
    }

    /// Starts the server of a program.
    pub(crate) fn of(program: &mut Command) -> Self {
        Self::at(program, tempfile::tempdir().expect("a folder for memories and games"), "0", &[])
    }

    /// Kills the server and starts it again, at the same port and with the same folder.
    pub(crate) fn restart(&mut self) {
        self.stop();
        let home = std::mem::replace(&mut self.home, tempfile::tempdir().expect("a folder"));
        let port = self.address.split([':', '/']).nth(4).expect("a port").to_owned();
        let program = &mut Command::new(env!("CARGO_BIN_EXE_quincunx"));
        *self = Self::at(program, home, &port, &[]);
    }

    fn at(program: &mut Command, home: tempfile::TempDir, port: &str, more: &[&str]) -> Self {
        let mut child = program
            .args(["board", "--no-open", "--port", port])
            .args(more)
            .env("XDG_DATA_HOME", home.path())
            .env("XDG_CONFIG_HOME", home.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server");
        let mut address = String::new();
        BufReader::new(child.stdout.take().expect("its output"))
            .read_line(&mut address)
            .expect("its address");
        Self { child, address: address.trim().to_owned(), home }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn stop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
        let _ = self.home.path();
    }
}

/// A tab at a server's page.
pub(crate) struct Table {
    pub(crate) tab: Tab,
    pub(crate) server: Server,
}

pub(crate) const DESKTOP: (u32, u32, bool) = (1280, 800, false);
pub(crate) const PHONE: (u32, u32, bool) = (390, 844, true);

pub(crate) const HUMANS: &str = r#"[{"who":"human"},{"who":"human"}]"#;

impl Table {
    pub(crate) fn open(size: (u32, u32, bool)) -> Self {
        Self::at(Server::start(), size)
    }

    /// Opens the page of a server.
    pub(crate) fn at(server: Server, (width, height, mobile): (u32, u32, bool)) -> Self {
        let table = Self { server, tab: Browser::start().tab(width, height, mobile) };
        table.tab.open(&table.server.address);
        table.tab.until("document.querySelector('dialog[open]')");
        table
    }

    /// Begins a game by the wire, as the start dialog does; `position` empty for the start.
    pub(crate) fn game(&self, game: &str, seats: &str, position: &str, options: &str) {
        let position = if position.is_empty() { Value::Null } else { position.into() };
        let options = if options.is_empty() { "{}" } else { options };
        let answer = self.tab.text(&format!(
            "quincunx.wire.ask({{do: 'new', game: '{game}', seats: {seats}, options: {options}, position: {position}, moves: '', speed: 0}})
             .then((m) => {{ document.querySelector('dialog').close(); return m.is + (m.text ?? ''); }})"
        ));
        assert_eq!(answer, "state", "{game} from {position}");
        self.tab.until(&format!("document.body.dataset.game === '{game}'"));
        self.settle();
    }

    /// Waits until nothing moves any more.
    pub(crate) fn settle(&self) {
        self.tab.until("document.getAnimations().every((one) => one.playState !== 'running')");
    }

    pub(crate) fn state(&self) -> Value {
        self.tab.value("quincunx.state")
    }

    pub(crate) fn ply(&self) -> u64 {
        self.state()["ply"].as_u64().expect("a ply")
    }

    /// The middle of a thing on the screen, scrolled into view.
    pub(crate) fn place(&self, thing: &str) -> (f64, f64) {
        let at = self.tab.value(&format!(
            "(() => {{ const el = [...document.querySelectorAll('[data-thing=\"{thing}\"]')].find((el) => el.getBoundingClientRect().width);
               if (!el) return null;
               let box = el.getBoundingClientRect();
               const over = box.bottom + 4 - innerHeight, above = 54 - box.top;
               if (above > 0 || over > 0) {{ scrollBy(0, above > 0 ? -above : over); box = el.getBoundingClientRect(); }}
               return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        ));
        assert!(at.is_array(), "there is no {thing} in {}", self.state()["position"]);
        (at[0].as_f64().unwrap(), at[1].as_f64().unwrap())
    }

    pub(crate) fn click(&self, thing: &str) {
        let at = self.place(thing);
        self.tab.mouse("mousePressed", at, 1);
        self.tab.mouse("mouseReleased", at, 0);
    }

    pub(crate) fn tap(&self, thing: &str) {
        let at = self.place(thing);
        self.tab.touch("touchStart", &[at]);
        self.tab.touch("touchEnd", &[]);
    }

    /// Two places at once: the page may have to scroll for the second.
    fn places(&self, from: &str, to: &str) -> ((f64, f64), (f64, f64)) {
        self.place(to);
        let from = self.place(from);
        (from, self.place(to))
    }

    pub(crate) fn drag(&self, from: &str, to: &str) {
        let (from, to) = self.places(from, to);
        self.tab.mouse("mousePressed", from, 1);
        for i in 1..=4 {
            self.tab.mouse("mouseMoved", between(from, to, f64::from(i) / 4.0), 1);
        }
        self.tab.mouse("mouseReleased", to, 0);
    }

    /// A drag by a finger, which holds the piece 30 pixels above itself.
    pub(crate) fn swipe(&self, from: &str, to: &str) {
        let (from, (x, y)) = self.places(from, to);
        let to = (x, y + 30.0);
        self.tab.touch("touchStart", &[from]);
        for i in 1..=4 {
            self.tab.touch("touchMove", &[between(from, to, f64::from(i) / 4.0)]);
        }
        self.tab.touch("touchEnd", &[]);
    }

    /// Presses the tab key until what has the focus answers the question.
    fn tab_to(&self, question: &str) {
        for _ in 0..120 {
            let found = format!("Boolean(((el) => {question})(document.activeElement))");
            if self.tab.value(&found) == true {
                return;
            }
            self.tab.key("Tab");
        }
        let stuck = self.tab.text("document.activeElement.outerHTML.slice(0, 200)");
        panic!("the tab key does not lead to {question}, but to {stuck}");
    }

    /// Goes to a thing by the tab key and the arrows, as somebody without a mouse would, and presses Enter.
    pub(crate) fn walk(&self, thing: &str) {
        let on_board = format!("Boolean(document.querySelector('.hit[data-thing=\"{thing}\"]'))");
        if self.tab.value(&on_board) != true {
            // A button beside the board, or an entry of the chooser.
            self.tab_to(&format!("el.dataset.thing === '{thing}'"));
            return self.tab.key("Enter");
        }
        self.tab_to("el.closest('.hit') && el.matches(':focus-visible')");
        let path = self.tab.value(&format!(
            "(() => {{ const arrows = {{ ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }};
               const board = quincunx.board; const start = document.activeElement.closest('.hit');
               const at = (thing) => board.hits().find((el) => el.dataset.thing === thing) ?? start;
               const first = start.dataset.thing; const seen = new Map([[first, []]]); const queue = [first];
               for (const thing of queue) {{ if (thing === '{thing}') return seen.get(thing);
                 for (const [key, [dx, dy]] of Object.entries(arrows)) {{ const next = board.beside(at(thing), dx, dy);
                   if (next && !seen.has(next)) {{ seen.set(next, [...seen.get(thing), key]); queue.push(next); }} }} }}
               return null; }})()"
        ));
        let path =
            path.as_array().unwrap_or_else(|| panic!("no way by the arrows to {thing}")).clone();
        for key in path {
            self.tab.key(key.as_str().unwrap());
        }
        self.tab.key("Enter");
    }

    /// The orders in which the things of a move may be picked.
    pub(crate) fn steps(&self, text: &str) -> Vec<Vec<String>> {
        let text = body(text);
        let orders = self.tab.value(&format!("quincunx.orders('{text}')"));
        serde_json::from_value(orders).unwrap_or_else(|_| panic!("{text} is no move here"))
    }

    /// Picks things one by one. A first thing beside the board that is picked by itself is left out.
    pub(crate) fn make(&self, things: &[String], by: By) {
        let picked: Vec<String> =
            serde_json::from_value(self.tab.value("quincunx.picked")).unwrap();
        let mut rest = things;
        let drags =
            matches!(by, By::Drag | By::Swipe) && things.len() > 1 && self.carries(&things[0]);
        if drags {
            match by {
                By::Drag => self.drag(&things[0], &things[1]),
                _ => self.swipe(&things[0], &things[1]),
            }
            rest = &things[2..];
        } else if picked.first() == things.first() && !picked.is_empty() {
            rest = &things[1..];
        }
        for thing in rest {
            match by {
                By::Clicks | By::Drag => self.click(thing),
                By::Taps | By::Swipe => self.tap(thing),
                By::Keys => self.walk(thing),
            }
        }
    }

    fn carries(&self, thing: &str) -> bool {
        self.tab.value(&format!("Boolean(quincunx.board.pieceAt('{thing}'))")) == true
    }

    /// Makes a move that the engine offers and waits until it was played.
    pub(crate) fn play(&self, text: &str, order: usize, by: By) {
        let ply = self.ply();
        let sequences = self.steps(text);
        self.make(&sequences[order % sequences.len()], by);
        self.tab.until(&format!("quincunx.state.ply > {ply}"));
        let made = self.state()["record"]
            .as_str()
            .unwrap()
            .split(' ')
            .nth(ply as usize)
            .unwrap()
            .to_owned();
        assert_eq!(made, body(text), "{by:?}");
    }

    pub(crate) fn moves(&self) -> Vec<String> {
        self.state()["moves"]
            .as_str()
            .unwrap_or_default()
            .split(' ')
            .filter(|text| !text.is_empty())
            .map(str::to_owned)
            .collect()
    }

    /// Nothing went wrong behind the scenes.
    pub(crate) fn check(&self) {
        assert_eq!(self.tab.complaints(), [""; 0]);
    }

    pub(crate) fn wait(&self, ms: u64) {
        thread::sleep(Duration::from_millis(ms));
    }

    pub(crate) fn ask(&self, request: &Value) -> Value {
        self.tab.value(&format!("quincunx.wire.ask({request})"))
    }

    pub(crate) fn ai(level: u32) -> Value {
        json!({"who": "ai", "level": level})
    }
}

/// A move without its player.
pub(crate) fn body(text: &str) -> &str {
    text.split_once('[').map_or(text, |(_, body)| body.trim_end_matches(']'))
}

fn between((x, y): (f64, f64), (u, v): (f64, f64), part: f64) -> (f64, f64) {
    (x + (u - x) * part, y + (v - y) * part)
}
