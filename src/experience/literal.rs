//! The scheme of the original description: states with their moves and the weights of these.
//!
//! ```text
//! key     the state as the description of the game has it
//! value   the moves in the order of the generator, 4 bytes each: 16 bits of move, 16 bits of weight
//! ```
//!
//! [`literal_state`](crate::games::Literal::literal_state) and
//! [`literal_move`](crate::games::Literal::literal_move) define these bytes. A state that a store does
//! not have is generated, with weight 1 for each move.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use super::choice::draw;
use super::run::Run;
use crate::games::Game;
use crate::kernel::{Action, PerPlayer, Record, SplitMix64};
use crate::store::{BadStore, Database, Name, Store, StoreError};

/// The name of databases of states.
pub(super) const KIND: &str = "states";

/// Their version. Must also be raised whenever the bytes of a state or a move change in any game.
pub(super) const LAYOUT: u32 = 1;

/// The weight of a move that nobody has tried.
const FIRST_WEIGHT: u16 = 1;

/// The states of a game under some rules, in a store.
#[derive(Clone, Debug)]
pub struct States<P: Game> {
    store: Store,
    database: Database,
    game: PhantomData<fn() -> P>,
}

impl<P: Game> States<P> {
    /// Returns the states that a store has of the game; `None` if it has none.
    ///
    /// # Errors
    ///
    /// The store cannot be read, or has them in another format.
    pub fn find(store: &Store, rules: &P::Rules) -> Result<Option<Self>, StoreError> {
        let database = store.find(&Name::of::<P>(KIND, rules), LAYOUT)?;
        Ok(database.map(|database| Self { store: store.clone(), database, game: PhantomData }))
    }

    /// Returns the states that a store has of the game, to add to them.
    ///
    /// # Errors
    ///
    /// The store cannot be written, or has them in another format.
    pub fn open(store: &Store, rules: &P::Rules) -> Result<Self, StoreError> {
        let database = store.database(&Name::of::<P>(KIND, rules), LAYOUT)?;
        Ok(Self { store: store.clone(), database, game: PhantomData })
    }

    /// Returns the moves of a position with their weights, stored or generated.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn moves(&self, position: &P) -> Result<Vec<(P::Move, u16)>, StoreError> {
        let state = position.literal_state();
        let kept = self.store.read(|reader| {
            reader.get(self.database, &state)?.map(|value| decode::<P>(&value)).transpose()
        })?;
        Ok(kept.unwrap_or_else(|| generated(position)))
    }

    /// Draws a move of a position by weight; `None` if there is none.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn choose(
        &self,
        position: &P,
        rng: &mut SplitMix64,
    ) -> Result<Option<P::Move>, StoreError> {
        let moves = self.moves(position)?;
        Ok(draw(moves.iter().map(|(_, weight)| f64::from(*weight)), rng).map(|at| moves[at].0))
    }

    /// Plays a game of at most `plies` plies from the start, both players drawing their moves by
    /// weight, and returns the moves of the winner among the first `learned` plies, each with the
    /// position before it.
    ///
    /// Nothing is written meanwhile: two models that both held a transaction during a game would
    /// deadlock.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn winning_moves(
        &self,
        rules: &P::Rules,
        plies: usize,
        learned: usize,
        rng: &mut SplitMix64,
    ) -> Result<Vec<(P, P::Move)>, StoreError> {
        let mut record = Record::new(P::start(rules));
        let mut tried = PerPlayer::new(Vec::new(), Vec::new());
        while record.outcome().is_none() && record.steps().len() < plies {
            let position = record.current().clone();
            let Some(m) = self.choose(&position, rng)? else { break };
            let ply = record.steps().len();
            let played = record.play(Action::Move(m));
            debug_assert!(played.is_ok(), "{m:?} in {position:?}");
            if ply < learned {
                tried[position.to_move()].push((position, m));
            }
        }
        let winner = record.outcome().and_then(|outcome| outcome.winner);
        Ok(winner.map_or_else(Vec::new, |winner| std::mem::take(&mut tried[winner])))
    }

    /// Stores those of the states that are not stored yet, with their moves, and returns how many.
    ///
    /// # Errors
    ///
    /// The store cannot be written.
    pub fn keep(&self, positions: &[P]) -> Result<u64, StoreError> {
        self.store.write(|writer| {
            let mut new = 0;
            for position in positions {
                let state = position.literal_state();
                if writer.get(self.database, &state)?.is_none() {
                    writer.put(self.database, &state, &encode::<P>(&generated(position)))?;
                    new += 1;
                }
            }
            Ok(new)
        })
    }

    /// Returns whether a state is stored.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn contains(&self, position: &P) -> Result<bool, StoreError> {
        let state = position.literal_state();
        self.store.read(|reader| Ok(reader.get(self.database, &state)?.is_some()))
    }

    /// Adds 1 to the weight of each move of a winner, once for each time that it was made, and
    /// returns how many states are new. `games` is the number of games in the run including this
    /// one.
    ///
    /// # Errors
    ///
    /// The store cannot be written, or another process has advanced the run.
    pub fn reinforce(
        &self,
        winner: &[(P, P::Move)],
        run: &Run,
        games: u64,
    ) -> Result<u64, StoreError> {
        self.store.write(|writer| {
            run.advance(writer, games)?;
            let mut changed: BTreeMap<Vec<u8>, Vec<(P::Move, u16)>> = BTreeMap::new();
            let mut new = 0;
            for (position, m) in winner {
                let state = position.literal_state();
                if !changed.contains_key(&state) {
                    let kept = writer.get(self.database, &state)?;
                    new += u64::from(kept.is_none());
                    let moves =
                        kept.map_or_else(|| Ok(generated(position)), |value| decode::<P>(&value))?;
                    changed.insert(state.clone(), moves);
                }
                let moves = changed.get_mut(&state).into_iter().flatten();
                for (_, weight) in moves.filter(|(known, _)| known == m) {
                    *weight = weight.saturating_add(1).min(P::MOST_WEIGHT);
                }
            }
            for (state, moves) in &changed {
                writer.put(self.database, state, &encode::<P>(moves))?;
            }
            Ok(new)
        })
    }
}

fn generated<P: Game>(position: &P) -> Vec<(P::Move, u16)> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.into_iter().map(|m| (m, FIRST_WEIGHT)).collect()
}

/// Returns the value of a state with the weights that its moves have gained in two stores combined.
pub(super) fn added<P: Game>(known: Option<&[u8]>, more: &[u8]) -> Result<Vec<u8>, BadStore> {
    let more = decode::<P>(more)?;
    let mut sum = known.map_or_else(|| Ok(more.clone()), |known| decode::<P>(known))?;
    if known.is_some() {
        let is_same = sum.len() == more.len() && sum.iter().zip(&more).all(|(a, b)| a.0 == b.0);
        if !is_same {
            return Err(BadStore::Damaged("a state has other moves in another store".to_owned()));
        }
        for ((_, weight), (_, other)) in sum.iter_mut().zip(more) {
            let gained = other.saturating_sub(FIRST_WEIGHT);
            *weight = weight.saturating_add(gained).min(P::MOST_WEIGHT);
        }
    }
    Ok(encode::<P>(&sum))
}

fn encode<P: Game>(moves: &[(P::Move, u16)]) -> Vec<u8> {
    moves.iter().flat_map(|(m, weight)| P::literal_move(*m, *weight)).collect()
}

fn decode<P: Game>(value: &[u8]) -> Result<Vec<(P::Move, u16)>, BadStore> {
    let damaged = || BadStore::Damaged("a value is not a list of moves".to_owned());
    let moves = value.chunks(4).map(|bytes| P::read_literal_move(bytes.try_into().ok()?));
    moves.collect::<Option<Vec<_>>>().ok_or_else(damaged)
}
