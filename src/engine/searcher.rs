//! A search of any game, for code that knows no game: matches, learning, training.

use std::any::Any;
use std::path::PathBuf;
use std::sync::Arc;

use thiserror::Error;

use super::weak::{self, Weakness};
use crate::games::{AnyPosition, AnyRecord, Game};
use crate::kernel::{MoveBits, Record, Score, Term};
use crate::network::{Hybrid, NetworkFileError};
use crate::search::{Control, Event, Heuristics, Limits, Line, OutOfMemory, Searcher, Tuning};

/// The network that a search goes by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum NetworkChoice {
    /// The game's own, if it has one.
    #[default]
    Own,
    /// None: the terms alone.
    None,
    /// That of a file.
    File(PathBuf),
}

/// Why there is no search.
#[derive(Debug, Error)]
pub enum NoSearcher {
    /// There is no memory for its table.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// Its network cannot be read.
    #[error(transparent)]
    Network(#[from] NetworkFileError),
}

/// Where such a search reports: each line, and `None` now and then.
pub type Lines<'a> = dyn FnMut(Option<Line<MoveBits>>) + Send + 'a;

/// A search of any game, on one thread.
pub trait AnySearcher: Send + Sync {
    /// Returns another one with an empty table of at most `mib` MiB that goes by the same network.
    ///
    /// # Errors
    ///
    /// There is not enough memory.
    fn another(&self, mib: usize) -> Result<Box<dyn AnySearcher>, OutOfMemory>;

    /// Forgets everything about the game.
    fn clear(&mut self);

    /// Returns the static evaluation of a position, from the view of the side to move, and its terms.
    ///
    /// # Panics
    ///
    /// The position is one of another game.
    fn terms(&self, position: &dyn AnyPosition) -> (Score, Vec<Term>);

    /// Returns the static evaluation alone.
    ///
    /// # Panics
    ///
    /// The position is one of another game.
    fn evaluate(&self, position: &dyn AnyPosition) -> Score;

    /// Sets how many best lines are wanted, at least one.
    fn set_multi_pv(&mut self, lines: usize);

    /// Sets what the search may use, for measurements.
    fn set_heuristics(&mut self, heuristics: Heuristics);

    /// Sets numbers of the search, in a tuning build.
    fn set_tuning(&mut self, tuning: Tuning);

    /// Sets how weakly searches play from here on, if at all.
    fn set_weakness(&mut self, weakness: Option<Weakness>);

    /// Searches the current position of a record, as [`Searcher::search`] does.
    ///
    /// # Panics
    ///
    /// The record is one of another game.
    fn search(
        &mut self,
        record: &dyn AnyRecord,
        limits: &Limits,
        control: &Control,
        report: &mut Lines,
    ) -> Line<MoveBits>;
}

/// A search of one game.
struct Erased<P: Game> {
    searcher: Searcher<P>,
    evaluator: Arc<Hybrid<P>>,
    weakness: Option<Weakness>,
}

/// Returns a search of a game.
pub(super) fn searcher<P: Game>(
    mib: usize,
    network: &NetworkChoice,
) -> Result<Box<dyn AnySearcher>, NoSearcher> {
    let evaluator = match network {
        NetworkChoice::Own => Hybrid::default(),
        NetworkChoice::None => Hybrid::TERMS,
        NetworkChoice::File(path) => Hybrid::open(path)?,
    };
    Ok(Erased::<P>::boxed(mib, Arc::new(evaluator))?)
}

impl<P: Game> Erased<P> {
    fn boxed(mib: usize, evaluator: Arc<Hybrid<P>>) -> Result<Box<dyn AnySearcher>, OutOfMemory> {
        let searcher = Searcher::with_evaluator(mib, Arc::clone(&evaluator))?;
        Ok(Box::new(Self { searcher, evaluator, weakness: None }))
    }
}

/// Returns a position as that of its game.
fn own<P: Game>(position: &dyn AnyPosition) -> &P {
    (position as &dyn Any).downcast_ref().expect("a search is given positions of its own game")
}

impl<P: Game> AnySearcher for Erased<P> {
    fn another(&self, mib: usize) -> Result<Box<dyn AnySearcher>, OutOfMemory> {
        Self::boxed(mib, Arc::clone(&self.evaluator))
    }

    fn clear(&mut self) {
        self.searcher.clear();
    }

    fn terms(&self, position: &dyn AnyPosition) -> (Score, Vec<Term>) {
        let position = own::<P>(position);
        (position.evaluate(&self.evaluator), position.terms(&self.evaluator))
    }

    fn evaluate(&self, position: &dyn AnyPosition) -> Score {
        own::<P>(position).evaluate(&self.evaluator)
    }

    fn set_multi_pv(&mut self, lines: usize) {
        self.searcher.set_multi_pv(lines);
    }

    fn set_heuristics(&mut self, heuristics: Heuristics) {
        self.searcher.set_heuristics(heuristics);
    }

    fn set_tuning(&mut self, tuning: Tuning) {
        self.searcher.set_tuning(tuning);
    }

    fn set_weakness(&mut self, weakness: Option<Weakness>) {
        self.weakness = weakness;
        self.searcher.set_blur(weak::blur(weakness));
    }

    fn search(
        &mut self,
        record: &dyn AnyRecord,
        limits: &Limits,
        control: &Control,
        report: &mut Lines,
    ) -> Line<MoveBits> {
        let record = (record as &dyn Any).downcast_ref::<Record<P>>();
        let record = record.expect("a search is given records of its own game");
        let mut tell = |event| match event {
            Event::Line(line) => report(Some(line)),
            _ => report(None),
        };
        weak::search(self.weakness, &mut self.searcher, record, &[], limits, control, &mut tell)
    }
}
