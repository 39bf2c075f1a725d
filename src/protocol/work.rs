//! Commands that take time: each runs on its own thread while the server keeps listening.

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::output::Output;
use super::reply::{self, Code, Refusal};
use super::server::{Running, Server, Waits};
use crate::engine::{Session, bench};
use crate::kernel::{Gather, MoveBits, Part, Quoted, perft};
use crate::notation::ascii;
use crate::search::{self, Control, Limits};
use crate::wire::words::integer;
use crate::wire::{BestMove, Dialect, Go, Info, refused};

/// The deepest search of `bench`; a deeper one would never end.
const DEEPEST_BENCH: i64 = 255;

/// Returns the last line of work that was stopped.
fn stopped() -> String {
    Info::text("stopped").to_string()
}

/// What a thread does; it returns the last lines to print.
type Work<W> = Box<dyn FnOnce(&Control, &Output<W>) -> String + Send>;

impl<W: Write + Send + 'static> Server<W> {
    /// Waits for a search that was told to stop, which ends soon.
    pub(super) fn await_stopped(&mut self) {
        if self.running.as_ref().is_some_and(|running| running.control.is_stopped()) {
            self.join();
        }
    }

    pub(super) fn ponder_hit(&mut self) {
        // It would restart the clock of any other search.
        if let Some(running) = &mut self.running
            && running.waits == Waits::ForPonderHit
        {
            running.waits = Waits::Never;
            running.control.ponder_hit();
        }
    }

    pub(super) fn go(&mut self, line: &Go) {
        let started = Instant::now();
        for (name, text) in &line.not_numbers {
            let found = Quoted(text);
            let text = format!("{name} wants a number, got {found}");
            self.refuse(&Refusal::new(Code::BadArgument, text));
        }
        let (root_moves, texts) = self.root_moves(&line.root_moves);
        let mut limits = line.limits;
        if limits.mate.is_some() && self.engine.session().points().is_some() {
            let game = self.engine.session().name();
            let text = format!("mate: {game} is decided by points, nobody mates");
            self.refuse(&Refusal::new(Code::BadArgument, text));
            limits.mate = None;
            if !limits.is_limited() {
                limits.depth = Some(1);
            }
        }
        self.note(|| describe(&limits, &texts, &line.skipped));
        let waits = match (limits.infinite, limits.ponder) {
            (true, _) => Waits::UntilStopped,
            (false, true) => Waits::ForPonderHit,
            (false, false) => Waits::Never,
        };
        self.prepare();
        let settings = self.engine.settings();
        let job = match self.engine.session_mut().search(&limits, &root_moves, settings) {
            Ok(job) => job,
            Err(error) => {
                return self.answer_without_search(&Refusal::new(Code::OutOfMemory, error));
            }
        };
        let dialect = self.dialect;
        let tells_ponder = self.engine.ponders() && dialect == Dialect::Uci;
        let odds = self.engine.odds();
        let spawned = self.spawn(
            Control::of(&limits, started),
            waits,
            Box::new(move |control: &Control, output: &Output<W>| {
                let found = job(control, &mut |event| {
                    output.write(&reply::event(&event, dialect, odds));
                    if output.is_gone() {
                        control.stop();
                    }
                });
                let best = found.best().unwrap_or_else(|| "0000".to_owned());
                let answer = found.answer().filter(|_| tells_ponder);
                BestMove { best: &best, ponder: answer.as_deref() }.to_string()
            }),
        );
        if let Err(refusal) = spawned {
            self.answer_without_search(&refusal);
        }
    }

    /// Answers a `go` if there is no memory at all.
    fn answer_without_search(&mut self, refusal: &Refusal) {
        self.refuse(refusal);
        let first = self.engine.session().legal_moves().into_iter().next();
        let best = first.as_deref().unwrap_or("0000");
        self.write(&BestMove { best, ponder: None }.to_string());
    }

    /// Returns the legal ones among the root moves, and their texts; refuses the others.
    fn root_moves<'a>(&mut self, words: &[&'a [u8]]) -> (Vec<MoveBits>, Vec<&'a str>) {
        let (mut moves, mut texts) = (Vec::new(), Vec::new());
        for word in words {
            let legal = |text| Some((self.engine.session().legal_move(text)?, text));
            match ascii(word).ok().and_then(legal) {
                Some((m, text)) => {
                    moves.push(m);
                    texts.push(text);
                }
                None => {
                    let text = format!("searchmoves {} is not legal", Quoted(word));
                    self.refuse(&Refusal::new(Code::IllegalMove, text));
                }
            }
        }
        (moves, texts)
    }

    pub(super) fn perft(&mut self, depth: &[u8]) -> Result<(), Refusal> {
        let deepest = perft::MAX_DEPTH;
        let wanted = integer(depth).and_then(|n| u32::try_from(n).ok());
        let Some(depth) = wanted.filter(|depth| *depth <= deepest) else {
            let found = Quoted(depth);
            let text = format!("perft wants a depth from 0 to {deepest}, got {found}");
            return Err(Refusal::new(Code::BadArgument, text));
        };
        let job =
            self.engine.session().perft(depth, Part::default(), self.engine.settings().threads);
        self.spawn(
            Control::new(Instant::now()),
            Waits::Never,
            Box::new(move |control: &Control, _| {
                let Some(counts) = job(control.flag(), &|_, _, _| {}) else {
                    return stopped();
                };
                let mut text = String::new();
                let mut total = u64::from(depth == 0);
                for (m, nodes) in counts {
                    text.push_str(&format!("{m}: {nodes}\n"));
                    total += nodes;
                }
                format!("{text}\nNodes searched: {total}")
            }),
        )
    }

    pub(super) fn bench(&mut self, depth: &[u8]) -> Result<(), Refusal> {
        let wanted = integer(depth).map(|n| n.clamp(1, DEEPEST_BENCH) as u32);
        if wanted.is_none() && !depth.is_empty() {
            let text = format!("bench wants a depth, got {}", Quoted(depth));
            return Err(Refusal::new(Code::BadArgument, text));
        }
        let games = self.engine.sessions().map(Session::fresh).gather();
        self.spawn(
            Control::new(Instant::now()),
            Waits::Never,
            Box::new(move |control: &Control, output: &Output<W>| {
                let (mut nodes, mut time) = (0, Duration::ZERO);
                for game in &games {
                    let kind = game.kind();
                    for position in kind.about().bench {
                        let depth = wanted.unwrap_or(position.depth);
                        let done = match bench::search_to(&**game, position, depth, control) {
                            Ok(done) => done,
                            Err(error) => return refused(Refusal::new(Code::OutOfMemory, error)),
                        };
                        if control.is_stopped() {
                            return stopped();
                        }
                        let (found, best) = (done.nodes, &done.best);
                        let ms = done.time.as_millis();
                        let text = format!(
                            "bench {kind} depth {depth} nodes {found} time {ms} bestmove {best}"
                        );
                        output.write(&Info::text(&text).to_string());
                        nodes += done.nodes;
                        time += done.time;
                        if output.is_gone() {
                            return String::new();
                        }
                    }
                }
                let rate = (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
                format!("Nodes searched: {nodes}\nNodes/second: {rate}")
            }),
        )
    }

    /// Runs `work` on its own thread and prints the lines that it returns.
    ///
    /// # Errors
    ///
    /// The system cannot start a thread.
    fn spawn(&mut self, control: Control, waits: Waits, work: Work<W>) -> Result<(), Refusal> {
        // The previous thread has written its last line and is about to end.
        self.join();
        let control = Arc::new(control);
        self.switch.watch(&control);
        let output = Arc::clone(&self.output);
        output.begin_search();
        let (under, switch) = (Arc::clone(&control), self.switch.clone());
        let work: Box<dyn FnOnce() + Send> = Box::new(move || {
            let last = work(&under, &output);
            output.conclude(&last);
            if output.is_gone() {
                switch.wake();
            }
        });
        match search::thread().spawn(work) {
            Ok(thread) => {
                self.running = Some(Running { control, waits, thread });
                Ok(())
            }
            Err(error) => {
                self.output.conclude("");
                Err(Refusal::new(Code::OutOfMemory, error))
            }
        }
    }
}

/// Describes what a `go` line asks for.
fn describe(limits: &Limits, root_moves: &[&str], skipped: &[&[u8]]) -> String {
    let root_moves = root_moves.iter().map(|text| text.as_bytes()).gather();
    let mut text = Go { limits: *limits, root_moves, ..Go::default() }.line(Dialect::Ugi);
    if let Some(first) = skipped.first() {
        text.push_str(&format!(", words skipped: {}, first {}", skipped.len(), Quoted(first)));
    }
    text
}
