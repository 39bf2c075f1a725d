//! Carrying out the commands of a client.

use std::io::Write;

use super::command::{Command, parse};
use super::reply::{self, Code, Refusal};
use super::server::Server;
use crate::engine::{OptionChange, SetRefused};
use crate::kernel::Quoted;
use crate::notation::{ascii, moves};
use crate::wire::words::integer;
use crate::wire::{Dialect, SetOption, SetPosition};

/// The longest line that is read, in bytes; a longer one is discarded.
pub(super) const LONGEST_LINE: usize = 1 << 20;

/// Whether the loop goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Wait for the next command.
    Continue,
    /// The client wants no more.
    Quit,
}

impl<W: Write + Send + 'static> Server<W> {
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

    /// Writes lines of information.
    fn tell(&self, lines: Vec<String>) {
        for line in lines {
            self.write(&reply::told(line));
        }
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
            Command::SetOption(option) => self.set_option(option)?,
            Command::Position(position) => self.position(&position)?,
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

    fn set_option(&mut self, SetOption { name, value }: SetOption) -> Result<(), Refusal> {
        let text = String::from_utf8_lossy(name);
        let value = value.map(std::str::from_utf8).transpose().map_err(|_| {
            let (name, found) = (Quoted(name), Quoted(value.unwrap_or(b"")));
            Refusal::new(Code::BadValue, format_args!("{name} wants text in UTF-8, got {found}"))
        })?;
        match self.engine.set_option(&text, value)? {
            OptionChange::Quiet => {}
            OptionChange::Reported(lines) => self.tell(lines),
            OptionChange::Variant(lines) => {
                self.write(&reply::variant(self.engine.session()));
                self.tell(lines);
            }
        }
        self.note(|| {
            let value = value.unwrap_or("").as_bytes();
            format!("option {} is set to {}", Quoted(name), Quoted(value))
        });
        Ok(())
    }

    fn position(&mut self, SetPosition { start, moves }: &SetPosition) -> Result<(), Refusal> {
        let text = start.map(ascii).transpose();
        let text = text.map_err(|error| Refusal::new(Code::BadPosition, error))?;
        let record = record(moves)?;
        let list = self::moves(&record);
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
        let record = record(list)?;
        let list = moves(&record);
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
                self.write(&reply::told(format!("saved {count} remembered positions")));
                Ok(())
            }
            None => Err(Refusal::new(Code::BadFile, "save wants a store, and MemoryPath is empty")),
        }
    }
}

fn busy(command: &Command) -> Refusal {
    let name = match command {
        Command::SetOption(_) => "setoption",
        Command::NewGame => "ucinewgame",
        Command::Position(_) => "position",
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

/// Joins the words of a move list to a record, which may have `;`, marks and variations.
fn record(words: &[&[u8]]) -> Result<String, Refusal> {
    let mut record = String::new();
    for word in words {
        let text = ascii(word).map_err(|error| {
            let (ordinal, shown) = (moves(&record).len() + 1, Quoted(word));
            let text = format!("move {ordinal} {shown} is no move: {error}");
            Refusal::new(Code::IllegalMove, text)
        })?;
        record.push_str(text);
        record.push(' ');
    }
    Ok(record)
}
