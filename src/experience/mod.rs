//! Experience: what was learned from finished games, kept in a store and used by learners and by
//! the engine.
//!
//! Two schemes keep it, each in databases of its own:
//!
//! - [`Experience`] counts the results of games that passed through the position *after* each move
//!   ([`Tally`]), reduced by symmetry. It counts the same for features of moves, which estimate
//!   moves that no game has tried. [`decide`] turns it into a book, [`Learner`] into a player.
//! - [`States`] is the scheme of the original description, to the byte: a state with its moves,
//!   each with a weight; moves are drawn by weight, those of a winner gain weight, those of a loser
//!   are dropped.
//!
//! A game is added in one transaction when it is over ([`Lesson`]), with its number in its run
//! ([`Run`]), so that an interrupted run resumes with the first missing game.

mod book;
mod choice;
mod feature;
mod learner;
mod lesson;
mod literal;
mod run;
mod tally;
mod transfer;

pub use book::{BookUse, Decision, decide};
pub(crate) use choice::explore;
pub use feature::FEATURES;
pub use learner::Learner;
pub use lesson::Lesson;
pub use literal::{States, Tried};
pub use run::Run;
pub use tally::{Tally, key};
pub use transfer::{Merged, TallyVisitor, merge, visit_kept};

use crate::games::{AnyPosition, Odds};
use crate::kernel::{MoveBits, all_ok};
use crate::store::{BadStore, Database, Store, StoreError, Writer};
use feature::{Features, features};
use tally::name;

/// The name of databases of tallies.
pub const POSITIONS: &str = "experience";

/// Their version. Must also be raised whenever a canonical packed board or the meaning of a score
/// changes in any game.
pub(crate) const LAYOUT: u32 = 1;

/// The tallies of a game under some rules, in a store.
#[derive(Clone, Debug)]
pub struct Experience {
    store: Store,
    positions: Database,
    /// `None` in a store that was written without features.
    features: Option<Database>,
}

/// What is known about a legal move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    /// The move.
    pub m: MoveBits,
    /// The results of games through the position after it.
    pub tally: Tally,
    /// The expected share of points by its features, from 0 to 1.
    pub expected: f64,
}

impl Known {
    /// Returns the expected share of points of the next game with the move, from 0 to 1.
    #[must_use]
    pub fn weight(&self, odds: Odds) -> f64 {
        self.tally.weight(odds, self.expected)
    }
}

impl Experience {
    /// Returns what a store has about the game under the rules of a position; `None` if it has nothing.
    ///
    /// # Errors
    ///
    /// The store cannot be read, or has it in another format.
    pub fn find(store: &Store, start: &dyn AnyPosition) -> Result<Option<Self>, StoreError> {
        let positions = store.find(&name(POSITIONS, start), LAYOUT)?;
        let features = store.find(&name(FEATURES, start), feature::LAYOUT)?;
        Ok(positions.map(|positions| Self { store: store.clone(), positions, features }))
    }

    /// Returns what a store has about the game, to add to it.
    ///
    /// # Errors
    ///
    /// The store cannot be written, or has it in another format.
    pub fn open(store: &Store, start: &dyn AnyPosition) -> Result<Self, StoreError> {
        let positions = store.database(&name(POSITIONS, start), LAYOUT)?;
        let features = store.database(&name(FEATURES, start), feature::LAYOUT)?;
        let features = Some(features);
        Ok(Self { store: store.clone(), positions, features })
    }

    /// Returns the legal moves of a position, each with what is known about the position after it.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn behind(&self, position: &dyn AnyPosition) -> Result<Vec<(MoveBits, Tally)>, StoreError> {
        let mut keys = Vec::new();
        position.each_behind(&mut |m, behind| keys.push((m, key(behind))));
        self.store.read(|reader| {
            let with_tally = |(m, key): &(MoveBits, Vec<u8>)| {
                Ok((*m, tally(reader.get(self.positions, key)?.as_deref())?))
            };
            all_ok(keys.iter().map(with_tally))
        })
    }

    /// Returns the legal moves of a position, each with what is known about the position after it
    /// and about its features.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn known(&self, position: &dyn AnyPosition) -> Result<Vec<Known>, StoreError> {
        let mut keys = Vec::new();
        position.each_behind(&mut |m, behind| {
            keys.push((m, key(behind), features(position, m, behind)));
        });
        self.store.read(|reader| {
            let with_tallies = |(m, key, [first, second]): &(MoveBits, Vec<u8>, Features)| {
                let feature = |key: &[u8; 4]| match self.features {
                    Some(features) => tally(reader.get(features, key)?.as_deref()),
                    None => Ok(Tally::default()),
                };
                let expected = feature::expected([feature(first)?, feature(second)?]);
                Ok(Known {
                    m: *m,
                    tally: tally(reader.get(self.positions, key)?.as_deref())?,
                    expected,
                })
            };
            all_ok(keys.iter().map(with_tallies))
        })
    }

    /// Adds a game and returns how many of its positions are new. `number` is the number of games
    /// in the run including this one.
    ///
    /// # Errors
    ///
    /// The store cannot be written, or another process has advanced the run.
    pub fn add(&self, lesson: &Lesson, run: &Run, games: u64) -> Result<u64, StoreError> {
        self.store.write(|writer| {
            run.advance(writer, games)?;
            let mut new = 0;
            for (key, tally) in lesson.positions() {
                new += u64::from(add(writer, self.positions, key, tally)?);
            }
            if let Some(features) = self.features {
                for (key, tally) in lesson.features() {
                    add(writer, features, key, tally)?;
                }
            }
            Ok(new)
        })
    }
}

/// Adds to the tally of a key and returns whether it is new.
fn add(
    writer: &mut Writer,
    database: Database,
    key: &[u8],
    more: &Tally,
) -> Result<bool, BadStore> {
    let known = writer.get(database, key)?;
    let is_new = known.is_none();
    let sum = tally(known.as_deref())?.merged(more);
    writer.put(database, key, &sum.encode())?;
    Ok(is_new)
}

/// Reads a tally, an empty one if there is none.
fn tally(value: Option<&[u8]>) -> Result<Tally, BadStore> {
    let damaged = || BadStore::Damaged("a value is not a tally".to_owned());
    value.map_or_else(|| Ok(Tally::default()), |value| Tally::decode(value).ok_or_else(damaged))
}
