//! The command loop.

use std::io::{Read, Write};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::command::{Command, Start, parse};
use super::go::{GoLine, integer};
use super::input::{LONGEST_LINE, Line, lines};
use super::output::Output;
use super::reply::{self, Code, Dialect, Refusal};
use crate::engine::{Engine, Go, OptionChange, SetRefused};
use crate::kernel::{PerPlayer, Player, Quoted};
use crate::notation::{Text, ascii, moves};
use crate::search::Control;

/// The stack of a search: room for the deepest line there can be.
const SEARCH_STACK: usize = 64 << 20;

/// Whether the loop goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Wait for the next command.
    Continue,
    /// The client wants no more.
    Quit,
}

/// What the answer of a search waits for when there is nothing left to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Waits {
    Never,
    ForPonderHit,
    UntilStopped,
}

/// A search on a thread of its own.
struct Running {
    control: Arc<Control>,
    waits: Waits,
    thread: JoinHandle<()>,
}

/// An engine behind the protocol. Lines go in through [`handle`](Self::handle), replies come out of
/// the writer.
pub struct Server<W> {
    engine: Engine,
    output: Arc<Output<W>>,
    dialect: Dialect,
    running: Option<Running>,
    has_refused: bool,
    /// Whether the session has ended, and what it found is saved.
    has_ended: bool,
    on_gone: Option<mpsc::Sender<Event>>,
}

/// What wakes the command loop.
enum Event {
    Line(Line),
    End,
    /// The client reads no more.
    Gone,
}

impl<W: Write + Send + 'static> Server<W> {
    /// Returns a server that writes its replies to `writer`.
    #[must_use]
    pub fn new(engine: Engine, writer: W) -> Self {
        Self {
            engine,
            output: Arc::new(Output::new(writer)),
            dialect: Dialect::default(),
            running: None,
            has_refused: false,
            has_ended: false,
            on_gone: None,
        }
    }

    /// Returns whether any command was refused.
    #[must_use]
    pub const fn has_refused(&self) -> bool {
        self.has_refused
    }

    /// Carries out one line.
    pub fn handle(&mut self, line: &[u8]) -> Flow {
        match parse(line) {
            Ok(None) => Flow::Continue,
            Ok(Some(command)) => self.run(command),
            Err(refusal) => {
                self.refuse(&refusal);
                Flow::Continue
            }
        }
    }

    /// Ends the session: a bounded search is finished, any other is stopped.
    pub fn finish(&mut self) {
        if let Some(running) = &self.running {
            if running.waits != Waits::Never {
                running.control.stop();
            }
        }
        self.join();
        self.save_news();
    }

    /// Ends the session at once: whatever runs is stopped.
    fn leave(&mut self) {
        self.stop();
        self.join();
        self.save_news();
    }

    /// Waits for a bounded search to end; does not touch any other.
    pub fn wait(&mut self) {
        if self.running.as_ref().is_some_and(|running| running.waits == Waits::Never) {
            self.join();
        }
    }

    fn join(&mut self) {
        if let Some(running) = self.running.take() {
            // A search that panicked has nothing more to say.
            let _ = running.thread.join();
        }
    }

    fn write(&self, text: &str) {
        self.output.write(text);
    }

    fn refuse(&mut self, refusal: &Refusal) {
        self.has_refused = true;
        self.write(&format!("info string error {refusal}"));
    }

    fn is_searching(&self) -> bool {
        self.output.is_searching()
    }

    fn run(&mut self, command: Command) -> Flow {
        match command {
            Command::Uci => self.introduce(Dialect::Uci),
            Command::Ugi => self.introduce(Dialect::Ugi),
            Command::IsReady => self.ready(),
            Command::ListMoves => self.list_moves(),
            Command::Display => self.display(),
            Command::Query { what, argument } => self.query(what, argument),
            Command::Stop => self.stop(),
            Command::PonderHit => {
                if let Some(running) = &mut self.running {
                    running.control.ponder_hit();
                    if running.waits == Waits::ForPonderHit {
                        running.waits = Waits::Never;
                    }
                }
            }
            Command::Ignored => {}
            Command::Quit => {
                self.leave();
                return Flow::Quit;
            }
            other => {
                if let Err(refusal) = self.run_when_idle(other) {
                    self.refuse(&refusal);
                }
            }
        }
        Flow::Continue
    }

    /// Carries out a command that cannot be carried out while a search runs.
    fn run_when_idle(&mut self, command: Command) -> Result<(), Refusal> {
        if self.is_searching() {
            return Err(busy(&command));
        }
        match command {
            Command::SetOption { name, value } => self.set_option(name, value),
            Command::Position { start, moves } => self.position(start, &moves),
            Command::Play(moves) => self.play(&moves),
            Command::Perft(depth) => self.perft(depth),
            Command::NewGame => {
                self.engine.session_mut().new_game();
                Ok(())
            }
            Command::Eval => {
                self.eval();
                Ok(())
            }
            Command::Save => self.save(),
            Command::Go(line) => {
                self.go(&line);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn introduce(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        let mut text = format!(
            "id name Quincunx {}\nid author the Quincunx developers\n",
            env!("CARGO_PKG_VERSION")
        );
        for spec in self.engine.options() {
            text.push_str(&reply::option(&spec));
            text.push('\n');
        }
        text.push_str(dialect.ok());
        self.write(&text);
    }

    fn ready(&mut self) {
        if !self.is_searching() {
            if let Err(error) = self.engine.session_mut().prepare() {
                self.refuse(&Refusal::new(Code::OutOfMemory, error));
            }
        }
        self.write("readyok");
    }

    fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
    }

    fn list_moves(&self) {
        let legal = self.engine.session().legal_moves();
        let mut line = "moves".to_owned();
        for text in legal {
            line.push(' ');
            line.push_str(&text);
        }
        self.write(&line);
    }

    fn display(&self) {
        let session = self.engine.session();
        let mut text = format!(
            "{}Game: {}\nFen: {}\nKey: {:016x}\nMoves: {}",
            session.picture(),
            session.name(),
            session.position(),
            session.key(),
            session.legal_moves().len()
        );
        if let Some(outcome) = session.outcome() {
            text.push_str("\nResult: ");
            text.push_str(&reply::outcome(outcome, session));
        }
        self.write(&text);
    }

    fn eval(&self) {
        let session = self.engine.session();
        let mut text = String::new();
        let score = if session.outcome().is_some() {
            text.push_str("the game is over\n");
            0
        } else {
            let (score, terms) = session.evaluate();
            for term in terms {
                text.push_str(&format!("{:<28}{:>7}\n", term.name, term.centi));
            }
            score.value()
        };
        text.push_str(&format!("eval cp {score}"));
        self.write(&text);
    }

    fn save(&self) -> Result<(), Refusal> {
        let memory = self.engine.memory();
        match memory.save().map_err(|error| Refusal::new(Code::BadFile, error))? {
            Some(count) => {
                self.write(&format!("info string saved {count} remembered positions"));
                Ok(())
            }
            None => Err(Refusal::new(Code::BadFile, "save wants a file, and MemoryFile is empty")),
        }
    }

    /// Saves at the end of a session what the memory's file lacks.
    fn save_news(&mut self) {
        if std::mem::replace(&mut self.has_ended, true) {
            return;
        }
        if let Err(error) = self.engine.memory().save_news() {
            self.refuse(&Refusal::new(Code::BadFile, error));
        }
    }

    /// Every query gets one response, even one that is refused.
    fn query(&mut self, what: &[u8], argument: &[u8]) {
        let session = self.engine.session();
        let response = match what {
            b"gameover" => session.outcome().is_some().to_string(),
            b"p1turn" => (session.to_move() == Player::First).to_string(),
            b"p2turn" => (session.to_move() == Player::Second).to_string(),
            b"result" => reply::result(session.outcome()).to_owned(),
            b"fen" => session.position(),
            b"moves" => session.legal_moves().join(" "),
            b"islegal" => ascii(argument).is_ok_and(|text| session.is_legal(text)).to_string(),
            b"game" => session.name().to_owned(),
            b"turn" => session.players()[session.to_move().index()].to_owned(),
            b"key" => format!("{:016x}", session.key()),
            b"score" => session
                .points()
                .map_or_else(|| "none".to_owned(), |[first, second]| format!("{first},{second}")),
            other => match ascii(other).ok().and_then(|query| session.answer(query)) {
                Some(answer) => answer,
                None => {
                    self.refuse(&Refusal::new(Code::UnknownQuery, Quoted(what)));
                    "unknown".to_owned()
                }
            },
        };
        self.write(format!("response {response}").trim_end());
    }

    fn set_option(&mut self, name: &[u8], value: Option<&[u8]>) -> Result<(), Refusal> {
        let name = String::from_utf8_lossy(name);
        let value = value.map(String::from_utf8_lossy);
        match self.engine.set_option(&name, value.as_deref())? {
            OptionChange::Quiet => {}
            OptionChange::Variant => self.write(&reply::variant(self.engine.session())),
        }
        Ok(())
    }

    fn position(&mut self, start: Start, list: &[&[u8]]) -> Result<(), Refusal> {
        let text = match start {
            Start::Startpos => None,
            Start::Text(text) => {
                Some(ascii(text).map_err(|error| Refusal::new(Code::BadPosition, error))?)
            }
        };
        let list = move_texts(list)?;
        self.engine.session_mut().set_position(text, &list).map_err(|error| {
            let code = match error {
                SetRefused::Position(_) => Code::BadPosition,
                SetRefused::Move(_) => Code::IllegalMove,
            };
            Refusal::new(code, error)
        })
    }

    fn play(&mut self, list: &[&[u8]]) -> Result<(), Refusal> {
        let list = move_texts(list)?;
        let session = self.engine.session_mut();
        session.play(&list).map_err(|error| Refusal::new(Code::IllegalMove, error))
    }

    fn go(&mut self, line: &GoLine) {
        let started = Instant::now();
        for (name, text) in &line.not_numbers {
            let found = Quoted(text);
            let text = format!("{name} wants a number, got {found}");
            self.refuse(&Refusal::new(Code::BadArgument, text));
        }
        let go = self.limits(line);
        let kind = match (go.infinite, go.ponder) {
            (true, _) => Waits::UntilStopped,
            (false, true) => Waits::ForPonderHit,
            (false, false) => Waits::Never,
        };
        let session = self.engine.session_mut();
        let job = match session.search(&go) {
            Ok(job) => job,
            Err(error) => {
                // A search must be answered even so.
                self.refuse(&Refusal::new(Code::OutOfMemory, error));
                let first = self.engine.session().legal_moves().into_iter().next();
                self.write(&format!("bestmove {}", first.as_deref().unwrap_or("0000")));
                return;
            }
        };
        let dialect = self.dialect;
        let tells_ponder = self.engine.ponders() && dialect == Dialect::Uci;
        self.spawn(started, kind, move |control, output| {
            let found = job(control, &mut |analysis| {
                output.write(&reply::info(analysis, dialect));
                if output.is_gone() {
                    control.stop();
                }
            });
            let best = found.best.as_deref().unwrap_or("0000");
            match found.ponder {
                Some(answer) if tells_ponder => format!("bestmove {best} ponder {answer}"),
                _ => format!("bestmove {best}"),
            }
        });
    }

    /// Gives the arguments of `go` their meaning: what is too small becomes the smallest limit
    /// that makes sense, and a limit that could not be read becomes depth 1 if no other is left.
    fn limits(&mut self, line: &GoLine) -> Go {
        let at_least_one = |n: i64| n.max(1).unsigned_abs();
        let ms = |n: i64| Duration::from_millis(n.max(0).unsigned_abs());
        let lost_limit = !line.not_numbers.is_empty() && !line.has_limit();
        let mut root_moves = Vec::new();
        for text in &line.root_moves {
            let shown = Quoted(text);
            match ascii(text).ok().filter(|text| self.engine.session().is_legal(text)) {
                Some(text) => root_moves.push(text.to_owned()),
                None => {
                    let text = format!("searchmoves {shown} is not legal");
                    self.refuse(&Refusal::new(Code::IllegalMove, text));
                }
            }
        }
        Go {
            depth: match line.depth {
                Some(depth) => u32::try_from(at_least_one(depth)).ok().or(Some(u32::MAX)),
                None => lost_limit.then_some(1),
            },
            nodes: line.nodes.map(at_least_one),
            move_time: line.move_time.map(ms),
            clocks: PerPlayer(line.times.map(|time| time.map(ms))),
            increments: PerPlayer(line.increments.map(|time| ms(time.unwrap_or(0)))),
            moves_to_go: line
                .moves_to_go
                .filter(|n| *n > 0)
                .map(|n| u32::try_from(n).unwrap_or(u32::MAX)),
            mate: line.mate.map(|n| u32::try_from(at_least_one(n)).unwrap_or(u32::MAX)),
            infinite: line.infinite || !line.has_limit() && !lost_limit,
            ponder: line.ponder,
            root_moves,
            settings: self.engine.settings(),
        }
    }

    fn perft(&mut self, depth: &[u8]) -> Result<(), Refusal> {
        let Some(depth) = integer(depth).and_then(|n| u32::try_from(n).ok()) else {
            let text = format!("perft wants a depth, got {}", Quoted(depth));
            return Err(Refusal::new(Code::BadArgument, text));
        };
        let job = self.engine.session().perft(depth, self.engine.settings().threads);
        self.spawn(Instant::now(), Waits::Never, move |control, _| {
            let Some(counts) = job(control.flag()) else { return String::new() };
            let mut text = String::new();
            let mut total = u64::from(depth == 0);
            for (m, nodes) in counts {
                text.push_str(&format!("{m}: {nodes}\n"));
                total += nodes;
            }
            format!("{text}\nNodes searched: {total}")
        });
        Ok(())
    }

    /// Runs `work` on a thread of its own; what it returns are its last lines.
    fn spawn(
        &mut self,
        started: Instant,
        waits: Waits,
        work: impl FnOnce(&Control, &Output<W>) -> String + Send + 'static,
    ) {
        // The thread before has written its last line; only its end may be to come.
        self.join();
        let control = Arc::new(match waits {
            Waits::ForPonderHit => Control::pondering(started),
            _ => Control::new(started),
        });
        let output = Arc::clone(&self.output);
        let on_gone = self.on_gone.clone();
        output.begin_search();
        let thread = {
            let control = Arc::clone(&control);
            std::thread::Builder::new().stack_size(SEARCH_STACK).spawn(move || {
                let last = work(&control, &output);
                output.conclude(&last);
                if output.is_gone() {
                    if let Some(sender) = on_gone {
                        let _ = sender.send(Event::Gone);
                    }
                }
            })
        };
        match thread {
            Ok(thread) => self.running = Some(Running { control, waits, thread }),
            Err(error) => {
                let refusal = Refusal::new(Code::OutOfMemory, error);
                self.has_refused = true;
                self.output.conclude(&format!("info string error {refusal}"));
            }
        }
    }
}

fn busy(command: &Command) -> Refusal {
    let name = match command {
        Command::SetOption { .. } => "setoption",
        Command::NewGame => "ucinewgame",
        Command::Position { .. } => "position",
        Command::Play(_) => "moves",
        Command::Eval => "eval",
        Command::Save => "save",
        Command::Perft(_) => "perft",
        _ => "go",
    };
    Refusal::new(Code::Busy, format_args!("a search is running, {name} has to wait for it"))
}

/// Cuts the words of a move list into moves: a record may join them with `;`.
fn move_texts<'a>(list: &[&'a [u8]]) -> Result<Vec<Text<'a>>, Refusal> {
    let mut texts: Vec<Text> = Vec::with_capacity(list.len());
    for word in list {
        let text = ascii(word).map_err(|error| {
            let (ordinal, shown) = (texts.len() + 1, Quoted(word));
            let text = format!("move {ordinal} {shown} is no move: {error}");
            Refusal::new(Code::IllegalMove, text)
        })?;
        texts.extend(moves(text));
    }
    Ok(texts)
}

/// Runs the protocol until the client quits, its input ends, or it reads no more.
pub fn serve<R, W>(engine: Engine, input: R, writer: W)
where
    R: Read + Send + 'static,
    W: Write + Send + 'static,
{
    let mut server = Server::new(engine, writer);
    let (sender, events) = mpsc::channel();
    server.on_gone = Some(sender.clone());
    // Reading blocks, so it has a thread of its own; it ends with the process.
    std::thread::spawn(move || {
        lines(input, |line| sender.send(Event::Line(line)).is_ok());
        let _ = sender.send(Event::End);
    });
    for event in events {
        let flow = match event {
            Event::Line(Line::Bytes(line)) => server.handle(&line),
            Event::Line(Line::TooLong) => {
                let text = format!("a line has more than {LONGEST_LINE} bytes");
                server.refuse(&Refusal::new(Code::LineTooLong, text));
                Flow::Continue
            }
            Event::End => {
                server.finish();
                Flow::Quit
            }
            Event::Gone => Flow::Quit,
        };
        if server.output.is_gone() {
            server.leave();
        }
        if flow == Flow::Quit || server.output.is_gone() {
            break;
        }
    }
}
