//! Where the lines of a person come from: a terminal, with editing, history and completion, or a
//! pipe.

use std::io::{self, BufRead, IsTerminal, Read, StdinLock, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use super::command::Command;
use crate::cli::screen::{BOLD, Reading, Screen, styled};
use crate::kernel::Gather;

/// The longest line that is read, in bytes: room for a record of the longest game.
const LONGEST_LINE: u64 = 1 << 16;

/// What came instead of a line, or the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    Line(String),
    /// Ctrl-C.
    Interrupted,
    /// The end of the input.
    End,
}

/// Where lines come from.
pub(super) enum Input {
    Terminal(Box<Editor<MoveCompleter, DefaultHistory>>),
    Pipe(StdinLock<'static>),
}

impl Input {
    /// Returns the standard input: lines are edited where a person types and looks.
    pub(super) fn new() -> anyhow::Result<Self> {
        if io::stdin().is_terminal() && io::stdout().is_terminal() {
            let config = Config::builder()
                .completion_type(CompletionType::List)
                .auto_add_history(true)
                .build();
            let mut editor = Editor::with_config(config)?;
            editor.set_helper(Some(MoveCompleter {
                files: FilenameCompleter::new(),
                moves: Vec::new(),
            }));
            return Ok(Self::Terminal(Box::new(editor)));
        }
        Ok(Self::Pipe(io::stdin().lock()))
    }

    /// Returns the next line. `moves` are those that may be typed. On a terminal what `clock` says of
    /// the time since now runs beside the line.
    pub(super) fn line(
        &mut self,
        prompt: &str,
        moves: Vec<String>,
        clock: Option<Reading>,
        screen: &Screen,
    ) -> anyhow::Result<Entry> {
        let line = match self {
            Self::Terminal(editor) => {
                if let Some(words) = editor.helper_mut() {
                    words.moves = moves;
                }
                let shown = match screen.has_colour() {
                    true => styled(BOLD, prompt),
                    false => prompt.to_owned(),
                };
                let _clock = clock.map(|clock| Ticker::start(clock, screen.width()));
                match editor.readline(&(prompt.to_owned(), shown)) {
                    Ok(line) => line,
                    Err(ReadlineError::Interrupted) => return Ok(Entry::Interrupted),
                    Err(ReadlineError::Eof) => return Ok(Entry::End),
                    Err(error) => return Err(error.into()),
                }
            }
            Self::Pipe(pipe) => {
                let mut bytes = Vec::new();
                if pipe.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)? == 0 {
                    return Ok(Entry::End);
                }
                if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
                    anyhow::bail!("a line is longer than {LONGEST_LINE} bytes");
                }
                String::from_utf8_lossy(&bytes).into_owned()
            }
        };
        Ok(Entry::Line(line.trim().to_owned()))
    }
}

/// A clock at the right end of the line with the cursor, as long as this value lives.
struct Ticker {
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Ticker {
    const STEP: Duration = Duration::from_millis(200);

    /// Starts a clock for a terminal of so many columns.
    fn start(reading: Reading, columns: usize) -> Self {
        let is_over = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&is_over);
        let since = Instant::now();
        let tick: Box<dyn FnOnce() + Send> = Box::new(move || {
            let mut out = io::stdout();
            loop {
                thread::park_timeout(Self::STEP);
                if ends.load(Ordering::Relaxed) {
                    break;
                }
                let text = reading(since.elapsed());
                let column = columns.saturating_sub(text.len());
                // The cursor is kept, the text written in one piece and faint, the cursor restored.
                let _ = out
                    .write_all(format!("\x1b7\x1b[{column}G\x1b[2m {text}\x1b[0m\x1b8").as_bytes());
                let _ = out.flush();
            }
        });
        let thread = thread::Builder::new().spawn(tick).ok();
        Self { is_over, thread }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

/// What the Tab key completes.
pub(super) struct MoveCompleter {
    files: FilenameCompleter,
    moves: Vec<String>,
}

impl Completer for MoveCompleter {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = &line[..pos];
        if typed.starts_with("save ") || typed.starts_with("load ") {
            return self.files.complete_path(line, pos);
        }
        // Several moves in a line are separated as a record has them.
        let start = typed.rfind(|c: char| c.is_whitespace() || c == ';').map_or(0, |at| at + 1);
        Ok((start, candidates(&typed[start..], start == 0, &self.moves).gather()))
    }
}

/// Returns what a word may become: a legal move that begins so, with or without its player, or if
/// `is_first` a command.
fn candidates<'a>(
    word: &'a str,
    is_first: bool,
    moves: &'a [String],
) -> impl Iterator<Item = Pair> + 'a {
    let begins =
        |text: &str| text.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word));
    let body = |text: &'a str| text.split_once('[').map_or(text, |(_, body)| body);
    let moves = moves.iter().map(String::as_str);
    let moves = moves.filter(move |text| begins(text) || begins(body(text)));
    let commands =
        Command::WORDS.into_iter().filter(move |text| is_first && !word.is_empty() && begins(text));
    moves
        .chain(commands)
        .map(|text| Pair { display: text.to_owned(), replacement: text.to_owned() })
}

impl Hinter for MoveCompleter {
    type Hint = String;
}
impl Highlighter for MoveCompleter {}
impl Validator for MoveCompleter {}
impl Helper for MoveCompleter {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_commands_are_completed() {
        let moves = ["B[d6-d5]", "B[d6-f6]", "B[a1-a4]"].map(str::to_owned);
        let complete = |word, is_first| -> Vec<String> {
            candidates(word, is_first, &moves).map(|pair| pair.replacement).collect()
        };
        assert_eq!(complete("d6", true), ["B[d6-d5]", "B[d6-f6]"]);
        assert_eq!(complete("b[A", true), ["B[a1-a4]"]);
        assert_eq!(complete("", true).len(), 3, "nothing typed: the moves");
        assert_eq!(complete("un", true), ["undo"]);
        assert_eq!(complete("un", false), [""; 0], "a command begins its line");
        assert_eq!(complete("zz\u{e9}", true), [""; 0]);
    }
}
