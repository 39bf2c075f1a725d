//! Many positions from standard input, one a line: searched side by side, answered in order.
//!
//! Every search begins with nothing learned, so an answer does not depend on what else was asked nor
//! on how many searches run at once.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use parking_lot::{Condvar, Mutex};
use serde::Serialize;

use super::json::{JsonResult, JsonScore};
use super::ranked::Ranked;
use crate::cli::source::{self, Fault};
use crate::cli::{complain, interrupt};
use crate::engine::{Session, Settings};
use crate::kernel::{Gather, Quoted};
use crate::notation::ascii;
use crate::search::{self, Control, Event, Limits, Line};
use crate::wire::{RawLine, RawLines};

/// The longest line that is read, in bytes: room for a record of the longest game.
const LONGEST_LINE: usize = 1 << 16;
/// The most bytes of a wrong text that an answer repeats.
const REPEATED: usize = 100;
/// How many answers may wait for an earlier one, for each search.
const WAITING: usize = 16;

/// An answer to a line.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Answer {
    Analysis {
        line: u64,
        game: &'static str,
        position: String,
        turn: &'static str,
        moves: usize,
        unit: &'static str,
        result: Option<JsonResult>,
        r#move: Option<String>,
        score: Option<JsonScore>,
        depth: u32,
        nodes: u64,
        lines: Vec<Variation>,
    },
    Error {
        line: u64,
        text: String,
        column: usize,
        message: String,
    },
}

/// One of the best lines.
#[derive(Debug, Serialize)]
struct Variation {
    score: JsonScore,
    depth: u32,
    pv: Vec<String>,
}

/// Answers every line of standard input with a search within limits, `concurrency` of them at once.
/// Returns whether all lines were understood.
pub(super) fn run(
    session: &dyn Session,
    limits: Limits,
    settings: Settings,
    concurrency: usize,
) -> anyhow::Result<bool> {
    interrupt::exit_when_unread();
    let settings = Settings { remembers: false, ..settings };
    let lines = RawLines::new(io::stdin(), LONGEST_LINE);
    let shared = Arc::new((Mutex::new((1..).zip(lines)), Answers::new(concurrency)));
    for _ in 0..concurrency {
        let (mut session, shared) = (session.another(), Arc::clone(&shared));
        let work: Box<dyn FnOnce() + Send> = Box::new(move || {
            let (queries, answers) = &*shared;
            answers.end(work(&mut *session, limits, settings, queries, answers));
        });
        search::thread().spawn(work).context("no thread to search on")?;
    }
    shared.1.all()
}

/// Answers lines until there are no more. Returns whether all were understood.
fn work(
    session: &mut dyn Session,
    limits: Limits,
    settings: Settings,
    queries: &Mutex<impl Iterator<Item = (u64, RawLine)>>,
    answers: &Answers,
) -> anyhow::Result<bool> {
    let mut are_all_understood = true;
    loop {
        // The others wait for the lock then instead of for the line.
        let Some((ordinal, line)) = queries.lock().next() else { return Ok(are_all_understood) };
        let answer = match text(&line) {
            Ok(text) if text.is_empty() || text.trim_start().starts_with('#') => None,
            Ok(text) => Some(match source::set(text, session) {
                Ok(()) => analysis(session, ordinal, &limits, settings)?,
                Err(fault) => error(ordinal, fault),
            }),
            Err(fault) => Some(error(ordinal, fault)),
        };
        are_all_understood &= !matches!(answer, Some(Answer::Error { .. }));
        answers.give(ordinal, answer.as_ref().map(serde_json::to_string).transpose()?)?;
    }
}

/// Returns the text of a line.
fn text(line: &RawLine) -> Result<&str, Fault> {
    let RawLine::Bytes(bytes) = line else {
        let message = format!("the line is longer than {LONGEST_LINE} bytes");
        return Err(Fault { word: String::new(), column: LONGEST_LINE + 1, message });
    };
    let text = ascii(bytes).map_err(|error| {
        let message = format!("expected ASCII text, found {}", Quoted(&error.found));
        Fault { word: String::from_utf8_lossy(&error.found).into(), column: error.column, message }
    })?;
    Ok(text.trim_end())
}

/// Analyses the current position.
fn analysis(
    session: &mut dyn Session,
    line: u64,
    limits: &Limits,
    settings: Settings,
) -> anyhow::Result<Answer> {
    let (kind, players) = (session.kind(), session.players());
    let result = session.outcome().map(|outcome| JsonResult::of(outcome, players));
    let mut ranked = Ranked::default();
    let mut best = None;
    if result.is_none() {
        session.clear_hash();
        let job = session.search(limits, &[], settings)?;
        best = Some(job(&Control::new(Instant::now()), &mut |event| match event {
            Event::Line(line) => _ = ranked.add(line),
            Event::Warning(text) => complain(text),
            Event::RootMove { .. } | Event::Book { .. } => {}
        }));
    }
    let variation =
        |line: Line<String>| Variation { score: line.worth.into(), depth: line.depth, pv: line.pv };
    Ok(Answer::Analysis {
        line,
        game: kind.name(),
        position: session.position(),
        turn: players[session.to_move().index()],
        moves: session.legal_moves().len(),
        unit: kind.units(),
        result,
        r#move: best.as_ref().and_then(Line::best),
        score: best.as_ref().map(|best| best.worth.into()),
        depth: best.as_ref().map_or(0, |best| best.depth),
        nodes: best.as_ref().map_or(0, |best| best.nodes),
        lines: ranked.finish().into_iter().map(variation).gather(),
    })
}

/// Returns the answer to a line that is wrong.
fn error(line: u64, Fault { word, column, message }: Fault) -> Answer {
    Answer::Error { line, text: word.chars().take(REPEATED).collect(), column, message }
}

/// Answers on their way to standard output, in the order of the lines.
struct Answers {
    state: Mutex<Order>,
    /// Rings when answers were written and when a worker has ended.
    bell: Condvar,
    most: usize,
}

/// The answers that wait for earlier ones, and how the workers ended.
struct Order {
    next: u64,
    waiting: HashMap<u64, Option<String>>,
    workers: usize,
    /// Whether all lines were understood, or the first failure.
    worked: anyhow::Result<bool>,
}

impl Answers {
    /// Returns the way out for the answers of so many workers.
    fn new(workers: usize) -> Self {
        let order = Order { next: 1, waiting: HashMap::new(), workers, worked: Ok(true) };
        Self { state: Mutex::new(order), bell: Condvar::new(), most: workers * WAITING }
    }

    /// Takes how a worker ended.
    fn end(&self, worked: anyhow::Result<bool>) {
        let mut order = self.state.lock();
        order.workers -= 1;
        if let Ok(were_understood) = &mut order.worked {
            match worked {
                Ok(is_understood) => *were_understood &= is_understood,
                failure => order.worked = failure,
            }
        }
        self.bell.notify_all();
    }

    /// Waits until all workers have ended, or one has failed, whatever the others wait for. Returns whether all
    /// lines were understood.
    fn all(&self) -> anyhow::Result<bool> {
        let mut order = self.state.lock();
        self.bell.wait_while(&mut order, |order| order.workers > 0 && order.worked.is_ok());
        std::mem::replace(&mut order.worked, Ok(true))
    }

    /// Takes the answer to a line, if there is one, and writes all that are due. Waits while too many
    /// wait.
    fn give(&self, ordinal: u64, answer: Option<String>) -> io::Result<()> {
        let mut order = self.state.lock();
        order.waiting.insert(ordinal, answer);
        let mut out = io::stdout().lock();
        while let Some(answer) = {
            let next = order.next;
            order.waiting.remove(&next)
        } {
            order.next += 1;
            if let Some(text) = answer {
                writeln!(out, "{text}")?;
                out.flush()?;
            }
        }
        drop(out);
        self.bell.notify_all();
        self.bell.wait_while(&mut order, |order| order.waiting.len() >= self.most);
        Ok(())
    }
}
