//! Experience: what finished games have taught, kept in a store and used by learners and by the engine.
//!
//! Two schemes keep it, each in databases of its own:
//!
//! - [`Experience`] counts, of the position *behind* each move, how games went on from there ([`Tally`]).
//!   Images of a position count together. [`decide`] makes a book of it, [`Learner`] a player.
//! - [`States`] is the scheme of the original description, to the byte: a state with its moves, each with
//!   a weight; moves are drawn by weight, those of a winner gain, those of a loser are dropped.
//!
//! A game is added in one transaction when it is over ([`Lesson`]), with the number of the game in its run
//! ([`Run`]), so that a run that was killed goes on with the game that is missing.

mod book;
mod learner;
mod lesson;
mod run;
mod states;
mod tally;
mod transfer;

pub use book::{BookUse, Decision, decide};
pub(crate) use learner::explore;
pub use learner::{Learner, draw};
pub use lesson::Lesson;
pub use run::Run;
pub use states::{States, Tried};
pub use tally::{Tally, key};
pub use transfer::{Merged, merge, visit_kept};

use std::marker::PhantomData;

use crate::games::Game;
use crate::store::{BadStore, Database, Name, Reader, Store, StoreError};

/// What databases of tallies are called.
pub const POSITIONS: &str = "experience";

/// Their version. To be raised as well whenever a canonical packed board or the meaning of a score changes
/// in any game.
pub(crate) const LAYOUT: u32 = 1;

/// The tallies of a game under some rules, in a store.
#[derive(Clone, Debug)]
pub struct Experience<P: Game> {
    store: Store,
    database: Database,
    game: PhantomData<fn() -> P>,
}

impl<P: Game> Experience<P> {
    /// Returns what a store has of the game; `None` if it has nothing.
    ///
    /// # Errors
    ///
    /// The store cannot be read, or keeps it in another way.
    pub fn find(store: &Store, rules: &P::Rules) -> Result<Option<Self>, StoreError> {
        let database = store.find(&Name::of::<P>(POSITIONS, rules), LAYOUT)?;
        Ok(database.map(|database| Self { store: store.clone(), database, game: PhantomData }))
    }

    /// Returns what a store has of the game, to add to it.
    ///
    /// # Errors
    ///
    /// The store cannot be written, or keeps it in another way.
    pub fn open(store: &Store, rules: &P::Rules) -> Result<Self, StoreError> {
        let database = store.database(&Name::of::<P>(POSITIONS, rules), LAYOUT)?;
        Ok(Self { store: store.clone(), database, game: PhantomData })
    }

    /// Returns the legal moves of a position, each with what is known of the position behind it.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn behind(&self, position: &P) -> Result<Vec<(P::Move, Tally)>, StoreError> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut position = position.clone();
        let keys: Vec<(P::Move, Vec<u8>)> = moves
            .into_iter()
            .map(|m| {
                let undo = position.make(m);
                let key = key(&position);
                position.unmake(m, undo);
                (m, key)
            })
            .collect();
        self.store.read(|reader| {
            let with_tally = |(m, key): (P::Move, Vec<u8>)| Ok((m, self.get(reader, &key)?));
            keys.into_iter().map(with_tally).collect()
        })
    }

    fn get(&self, reader: &Reader, key: &[u8]) -> Result<Tally, BadStore> {
        let value = reader.get(self.database, key)?;
        value.map_or_else(|| Ok(Tally::default()), read)
    }

    /// Adds a game and returns how many of its positions are new. With it the run comes to that number
    /// of games.
    ///
    /// # Errors
    ///
    /// The store cannot be written, or the run is not where it was: another process plays it.
    pub fn add(&self, lesson: &Lesson, run: &Run, games: u64) -> Result<u64, StoreError> {
        self.store.write(|writer| {
            run.advance(writer, games)?;
            let mut new = 0;
            for (key, tally) in lesson.positions() {
                let known = writer.get(self.database, key)?.map(read).transpose()?;
                new += u64::from(known.is_none());
                let sum = known.unwrap_or_default().merged(tally);
                writer.put(self.database, key, &sum.encode())?;
            }
            Ok(new)
        })
    }
}

fn read(value: &[u8]) -> Result<Tally, BadStore> {
    let damaged = || BadStore::Damaged("a tally is none".to_owned());
    Tally::decode(value).ok_or_else(damaged)
}
