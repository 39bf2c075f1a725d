//! A server: an engine, a writer and what is between them.

use std::io::{self, Write};
use std::sync::Arc;

use super::command::{Command, Start, parse};
use super::go::integer;
use super::input::LONGEST_LINE;
use super::off_switch::OffSwitch;
use super::output::Output;
use super::reply::{self, Code, Dialect, Refusal};
use super::work::{Running, Waits};
use crate::engine::{Engine, OptionChange, SetRefused};
use crate::kernel::Quoted;
use crate::notation::{Text, ascii, moves};

/// Whether the loop goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Wait for the next command.
    Continue,
    /// The client wants no more.
    Quit,
}

/// An engine behind the protocol. Lines go in through [`handle`](Self::handle), replies come out of
/// the writer.
pub struct Server<W> {
    pub(super) engine: Engine,
    pub(super) output: Arc<Output<W>>,
    pub(super) dialect: Dialect,
    pub(super) running: Option<Running>,
    pub(super) switch: OffSwitch,
    /// Whether the client wants to be told how commands were understood.
    debugs: bool,
    has_refused: bool,
    /// Whether the session has ended, and what it found is saved.
    has_ended: bool,
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
            switch: OffSwitch::default(),
            debugs: false,
            has_refused: false,
            has_ended: false,
        }
    }

    /// Returns whether any command was refused.
    #[must_use]
    pub const fn has_refused(&self) -> bool {
        self.has_refused
    }

    /// Returns what ends this session from outside.
    #[must_use]
    pub fn switch(&self) -> OffSwitch {
        self.switch.clone()
    }

    /// Returns whether the session is to end: nobody reads the replies, or it was ended from
    /// outside.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_gone() || self.switch.is_off()
    }

    /// Returns whether nobody reads the replies any more.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.output.is_gone()
    }

    /// Returns the error that lost replies, such as a full disk; that the client has gone is none.
    ///
    /// # Errors
    ///
    /// The first there was.
    pub fn check_output(&self) -> io::Result<()> {
        self.output.take_error().map_or(Ok(()), Err)
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

    /// Refuses a line that was too long to be read.
    pub(super) fn handle_too_long(&mut self) -> Flow {
        let text = format!("a line has more than {LONGEST_LINE} bytes");
        self.refuse(&Refusal::new(Code::LineTooLong, text));
        Flow::Continue
    }

    /// Ends the session: a bounded search is finished, any other is stopped; every one if nobody
    /// waits for it.
    pub fn finish(&mut self) {
        let is_bounded = self.running.as_ref().is_some_and(|r| r.waits == Waits::Never);
        if !is_bounded || self.is_over() {
            self.stop();
        }
        self.join();
        self.save_news();
    }

    /// Waits for a bounded search to end; does not touch any other.
    pub fn wait(&mut self) {
        if self.running.as_ref().is_some_and(|running| running.waits == Waits::Never) {
            self.join();
        }
    }

    pub(super) fn join(&mut self) {
        if let Some(running) = self.running.take() {
            // A search that panicked has nothing more to say.
            let _ = running.thread.join();
        }
    }

    pub(super) fn write(&self, text: &str) {
        self.output.write(text);
    }

    /// Writes lines of information.
    fn tell(&self, lines: &[String]) {
        for line in lines {
            self.write(&format!("info string {line}"));
        }
    }

    pub(super) fn refuse(&mut self, refusal: &Refusal) {
        self.has_refused = true;
        self.write(&format!("info string error {refusal}"));
    }

    /// Tells how a command was understood, if that is wanted.
    pub(super) fn note(&self, text: impl FnOnce() -> String) {
        if self.debugs {
            self.write(&format!("info string debug {}", text()));
        }
    }

    pub(super) fn is_searching(&self) -> bool {
        self.output.is_searching()
    }

    fn run(&mut self, command: Command) -> Flow {
        match command {
            Command::Uci => self.introduce(Dialect::Uci),
            Command::Ugi => self.introduce(Dialect::Ugi),
            Command::IsReady => self.ready(),
            Command::ListMoves => self.list_moves(),
            Command::Display => self.display(),
            Command::Help => self.help(),
            Command::Query { what, argument } => self.query(what, argument),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Debug(on) => self.debugs = on,
            Command::Ignored => {}
            Command::Quit => {
                self.stop();
                self.finish();
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
        self.await_stopped();
        if self.is_searching() {
            return Err(busy(&command));
        }
        match command {
            Command::SetOption { name, value } => self.set_option(name, value)?,
            Command::Position { start, moves } => self.position(start, &moves)?,
            Command::Play(moves) => self.play(&moves)?,
            Command::Undo(count) => self.undo(count)?,
            Command::NewGame => self.engine.session_mut().new_game(),
            Command::Perft(depth) => self.perft(depth)?,
            Command::Bench(depth) => self.bench(depth)?,
            Command::Eval => self.eval(),
            Command::Save => self.save()?,
            Command::Go(line) => self.go(&line),
            _ => {}
        }
        Ok(())
    }

    fn set_option(&mut self, name: &[u8], value: Option<&[u8]>) -> Result<(), Refusal> {
        let text = String::from_utf8_lossy(name);
        let value = value.map(std::str::from_utf8).transpose().map_err(|_| {
            let (name, found) = (Quoted(name), Quoted(value.unwrap_or(b"")));
            Refusal::new(Code::BadValue, format_args!("{name} wants text in UTF-8, got {found}"))
        })?;
        match self.engine.set_option(&text, value)? {
            OptionChange::Quiet => {}
            OptionChange::Told(lines) => self.tell(&lines),
            OptionChange::Variant(lines) => {
                self.write(&reply::variant(self.engine.session()));
                self.tell(&lines);
            }
        }
        self.note(|| {
            let value = value.unwrap_or("").as_bytes();
            format!("option {} is set to {}", Quoted(name), Quoted(value))
        });
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
        })?;
        self.note_position();
        Ok(())
    }

    fn play(&mut self, list: &[&[u8]]) -> Result<(), Refusal> {
        let list = move_texts(list)?;
        let session = self.engine.session_mut();
        session.play(&list).map_err(|error| Refusal::new(Code::IllegalMove, error))?;
        self.note_position();
        Ok(())
    }

    fn undo(&mut self, count: &[u8]) -> Result<(), Refusal> {
        let session = self.engine.session_mut();
        let wanted = if count.is_empty() {
            Some(1)
        } else {
            integer(count).and_then(|n| usize::try_from(n).ok())
        };
        if !wanted.is_some_and(|count| session.undo(count)) {
            let played = session.played().len();
            let text = match played {
                0 => "undo has no move to take back".to_owned(),
                _ => format!("undo wants a number up to {played}, got {}", Quoted(count)),
            };
            return Err(Refusal::new(Code::BadArgument, text));
        }
        self.note_position();
        Ok(())
    }

    fn note_position(&self) {
        let session = self.engine.session();
        self.note(|| {
            format!("position {} after move {}", session.position(), session.played().len())
        });
    }

    fn save(&self) -> Result<(), Refusal> {
        let memory = self.engine.memory();
        match memory.save().map_err(|error| Refusal::new(Code::BadFile, error))? {
            Some(count) => {
                self.write(&format!("info string saved {count} remembered positions"));
                Ok(())
            }
            None => Err(Refusal::new(Code::BadFile, "save wants a store, and MemoryFile is empty")),
        }
    }

    /// Saves at the end of a session what the memory's store lacks.
    fn save_news(&mut self) {
        if std::mem::replace(&mut self.has_ended, true) {
            return;
        }
        if let Err(error) = self.engine.memory().save_news() {
            self.refuse(&Refusal::new(Code::BadFile, error));
        }
    }
}

fn busy(command: &Command) -> Refusal {
    let name = match command {
        Command::SetOption { .. } => "setoption",
        Command::NewGame => "ucinewgame",
        Command::Position { .. } => "position",
        Command::Play(_) => "moves",
        Command::Undo(_) => "undo",
        Command::Eval => "eval",
        Command::Save => "save",
        Command::Perft(_) => "perft",
        Command::Bench(_) => "bench",
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
