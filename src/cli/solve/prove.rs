//! The questions of a proof, answered some at a time.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::Prover;
use crate::cli::interrupt::INTERRUPTED;
use crate::cli::progress::{bar_with, rough};
use crate::cli::words::grouped;
use crate::games::{AnyPosition, Claim};
use crate::kernel::{Gather, Part, parallel};
use crate::proof::{Log, Plan, Question, Store, Tree};
use crate::search;

/// Answers questions until all is proven, or nothing is left to a shard.
pub(super) fn all(prover: &Prover, tree: &mut Tree, store: &mut Store) -> anyhow::Result<ExitCode> {
    let log = store.log(prover.shard)?;
    let state = State {
        tree,
        store,
        log,
        plan: Plan::default(),
        asked: None,
        at_work: Vec::new(),
        count: 0,
        end: None,
    };
    let work = Work {
        prover,
        bar: bar_with(1, "{wide_msg} {elapsed}"),
        begun: Instant::now(),
        state: Mutex::new(state),
        changed: Condvar::new(),
    };
    let results = thread::scope(|scope| {
        let workers = (0..prover.task.at_once).map(|_| scope.spawn(|| work.run())).gather();
        workers.into_iter().map(|worker| worker.join().expect("a worker does not panic")).gather()
    });
    work.bar.finish_and_clear();
    for result in results {
        result?;
    }
    let State { tree, asked, end, .. } = work.state.into_inner().expect(SOUND);
    match end {
        Some(End::Interrupted) => {
            crate::cli::complain(
                "Interrupted; all answers so far are kept, and the same command resumes.",
            );
            Ok(ExitCode::from(INTERRUPTED as u8))
        }
        Some(End::NothingLeft) => {
            let open = asked.map_or(0, |asked| tree.open(asked, Part::default()).len());
            let open = grouped(open as u64);
            writeln!(
                io::stdout(),
                "all questions of shard {} are answered; of the others {open} may still matter",
                prover.shard
            )?;
            Ok(ExitCode::from(1))
        }
        Some(End::Proven) | None => prover.conclude(tree),
    }
}

/// Why a lock can be taken.
const SOUND: &str = "nobody has panicked with the lock";

struct Work<'a> {
    prover: &'a Prover<'a>,
    bar: ProgressBar,
    begun: Instant,
    state: Mutex<State<'a>>,
    /// Whenever a question is answered, or there is nothing more to do.
    changed: Condvar,
}

struct State<'a> {
    tree: &'a mut Tree,
    store: &'a mut Store,
    log: Log,
    plan: Plan,
    /// The margin that is asked about.
    asked: Option<i32>,
    at_work: Vec<Question>,
    /// How many questions were answered.
    count: u32,
    end: Option<End>,
}

#[derive(Clone, Copy)]
enum End {
    Proven,
    NothingLeft,
    Interrupted,
}

impl Work<'_> {
    /// Answers one question after the other.
    fn run(&self) -> anyhow::Result<()> {
        let result = self.answer_all();
        if result.is_err() {
            // Others give up what they are at.
            self.prover.stop.store(true, Ordering::Relaxed);
            self.end(self.state.lock().expect(SOUND), End::Interrupted);
        }
        result
    }

    fn answer_all(&self) -> anyhow::Result<()> {
        let pool = search::pool(self.prover.task.threads.into())?;
        let gives_up = || self.prover.stop.load(Ordering::Relaxed);
        while let Some((question, position)) = self.next()? {
            let begun = Instant::now();
            let effort = self.prover.effort(&gives_up);
            let answer = parallel::within(&pool, || position.reaches(question.margin, effort));
            let mut state = self.state.lock().expect(SOUND);
            state.at_work.retain(|other| *other != question);
            // Small parts are answered without a look at the flag.
            let (Some(is_reached), false) = (answer.reached, gives_up()) else {
                self.end(state, End::Interrupted);
                break;
            };
            let claim = state.add(question, is_reached)?;
            let took = begun.elapsed().as_secs_f64();
            let nodes = grouped(answer.nodes);
            let line = format!("{}  {took:.1} s, {nodes} nodes{}", claim.text(), self.left(&state));
            self.bar.suspend(|| writeln!(io::stdout(), "{line}"))?;
            drop(state);
            self.changed.notify_all();
        }
        Ok(())
    }

    /// Waits for a question, and returns it with its position; `None` at the end.
    fn next(&self) -> anyhow::Result<Option<(Question, Box<dyn AnyPosition>)>> {
        let mut state = self.state.lock().expect(SOUND);
        while state.end.is_none() {
            if state.store.refresh(self.prover.start)? {
                state.learn()?;
            }
            let Some(asked) = self.prover.asked(state.tree) else {
                self.end(state, End::Proven);
                return Ok(None);
            };
            if state.asked.replace(asked) != Some(asked) {
                self.bar.suspend(|| writeln!(io::stdout(), "is the margin at least {asked}?"))?;
            }
            if !state.plan.decides(state.tree, asked) {
                self.bar.set_message("making a plan");
                state.plan = Plan::shared(state.store, state.tree, asked, self.prover.estimate)?;
            }
            if let Some(question) = state.free(self.prover.shard) {
                state.at_work.push(question);
                self.show(&state);
                return Ok(Some((question, state.tree.position(question).copied())));
            }
            if state.at_work.is_empty() {
                self.end(state, End::NothingLeft);
                return Ok(None);
            }
            state = self.changed.wait(state).expect(SOUND);
        }
        Ok(None)
    }

    fn end(&self, mut state: MutexGuard<State>, end: End) {
        state.end.get_or_insert(end);
        self.changed.notify_all();
    }

    /// Says what is being asked.
    fn show(&self, state: &State) {
        let text = |question: &Question| {
            format!("{} >= {}?", state.tree.position(*question).text(), question.margin)
        };
        self.bar.reset_elapsed();
        self.bar.set_message(state.at_work.iter().map(text).gather().join(" "));
    }

    /// Says how much is left.
    fn left(&self, state: &State) -> String {
        let Some(asked) = state.asked else { return String::new() };
        let open = state.tree.open(asked, self.prover.shard).len();
        if open == 0 {
            return String::new();
        }
        let left = state.plan.left(state.tree) as u64;
        let pace: Duration = self.begun.elapsed() / state.count;
        let time = rough(pace.mul_f64(left as f64 / self.prover.shard.of() as f64));
        let (left, open) = (grouped(left), grouped(open as u64));
        format!(", {left} more if all is as expected, {time} at this pace, at most {open}")
    }
}

impl State<'_> {
    /// Adds an answer.
    fn add(&mut self, question: Question, is_reached: bool) -> anyhow::Result<Claim> {
        let claim = self.tree.answer(question, is_reached)?;
        self.store.add(&claim, &mut self.log)?;
        self.count += 1;
        Ok(claim)
    }

    fn learn(&mut self) -> anyhow::Result<()> {
        Ok(self.tree.learn(self.store)?)
    }

    /// Returns the next question that nobody is at: one of the plan, or one of the others when all answers of the
    /// plan are known.
    fn free(&self, shard: Part) -> Option<Question> {
        let planned = self.plan.planned(self.tree, shard);
        let mut free = planned.into_iter().filter(|question| !self.at_work.contains(question));
        let others = || self.plan.next(self.tree, shard, 1).pop();
        free.next().or_else(|| if self.at_work.is_empty() { others() } else { None })
    }
}
