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

use super::choice::draw;
use super::run::Run;
use super::tally::name;
use crate::games::{AnyGame, AnyPosition};
use crate::kernel::{Action, Gather, MoveBits, PerPlayer, SplitMix64};
use crate::store::{BadStore, Database, Store, StoreError};

/// The name of databases of states.
pub(super) const KIND: &str = "states";

/// Their version. Must also be raised whenever the bytes of a state or a move change in any game.
pub(super) const LAYOUT: u32 = 1;

/// The weight of a move that nobody has tried.
const FIRST_WEIGHT: u16 = 1;

/// A move that was made, and the position before it.
pub type Tried = (Box<dyn AnyPosition>, MoveBits);

/// The moves of a state with their weights.
type Weights = Vec<(MoveBits, u16)>;

/// The states of a game under some rules, in a store.
#[derive(Clone)]
pub struct States {
    store: Store,
    database: Database,
    game: &'static dyn AnyGame,
}

impl States {
    /// Returns the states that a store has of the game under the rules of a position; `None` if it has none.
    ///
    /// # Errors
    ///
    /// The store cannot be read, or has them in another format.
    pub fn find(store: &Store, start: &dyn AnyPosition) -> Result<Option<Self>, StoreError> {
        let database = store.find(&name(KIND, start), LAYOUT)?;
        Ok(database.map(|database| Self { store: store.clone(), database, game: start.game() }))
    }

    /// Returns the states that a store has of the game, to add to them.
    ///
    /// # Errors
    ///
    /// The store cannot be written, or has them in another format.
    pub fn open(store: &Store, start: &dyn AnyPosition) -> Result<Self, StoreError> {
        let database = store.database(&name(KIND, start), LAYOUT)?;
        Ok(Self { store: store.clone(), database, game: start.game() })
    }

    /// Returns the moves of a position with their weights, stored or generated.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn moves(&self, position: &dyn AnyPosition) -> Result<Vec<(MoveBits, u16)>, StoreError> {
        let state = position.literal();
        let kept = self.store.read(|reader| {
            reader.get(self.database, &state)?.map(|value| decode(self.game, &value)).transpose()
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
        position: &dyn AnyPosition,
        rng: &mut SplitMix64,
    ) -> Result<Option<MoveBits>, StoreError> {
        let moves = self.moves(position)?;
        let weights: Vec<f64> = moves.iter().map(|(_, weight)| f64::from(*weight)).gather();
        Ok(draw(&weights, rng).map(|at| moves[at].0))
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
        start: &dyn AnyPosition,
        plies: usize,
        learned: usize,
        rng: &mut SplitMix64,
    ) -> Result<Vec<Tried>, StoreError> {
        let mut record = start.record();
        let mut tried = PerPlayer::new(Vec::new(), Vec::new());
        while record.result().is_none() && record.plies() < plies {
            let position = record.now().copied();
            let Some(m) = self.choose(&*position, rng)? else { break };
            let ply = record.plies();
            let played = record.act(Action::Move(m));
            debug_assert!(played.is_ok(), "{m:?} in {}", position.text());
            if ply < learned {
                tried[position.mover()].push((position, m));
            }
        }
        let winner = record.result().and_then(|outcome| outcome.winner);
        Ok(winner.map_or_else(Vec::new, |winner| std::mem::take(&mut tried[winner])))
    }

    /// Stores those of the states that are not stored yet, with their moves, and returns how many.
    ///
    /// # Errors
    ///
    /// The store cannot be written.
    pub fn keep(&self, positions: &[Box<dyn AnyPosition>]) -> Result<u64, StoreError> {
        self.store.write(|writer| {
            let mut new = 0;
            for position in positions {
                let state = position.literal();
                if writer.get(self.database, &state)?.is_none() {
                    let moves = encode(self.game, &generated(&**position));
                    writer.put(self.database, &state, &moves)?;
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
    pub fn contains(&self, position: &dyn AnyPosition) -> Result<bool, StoreError> {
        let state = position.literal();
        self.store.read(|reader| Ok(reader.get(self.database, &state)?.is_some()))
    }

    /// Adds 1 to the weight of each move of a winner, once for each time that it was made, and
    /// returns how many states are new. `games` is the number of games in the run including this
    /// one.
    ///
    /// # Errors
    ///
    /// The store cannot be written, or another process has advanced the run.
    pub fn reinforce(&self, winner: &[Tried], run: &Run, games: u64) -> Result<u64, StoreError> {
        self.store.write(|writer| {
            run.advance(writer, games)?;
            let mut changed: Vec<(Vec<u8>, Weights)> = Vec::new();
            let mut new = 0;
            for (position, m) in winner {
                let state = position.literal();
                let known = changed.iter().position(|(known, _)| *known == state);
                let at = known.unwrap_or(changed.len());
                if known.is_none() {
                    let kept = writer.get(self.database, &state)?;
                    new += u64::from(kept.is_none());
                    let moves = match kept {
                        Some(value) => decode(self.game, &value)?,
                        None => generated(&**position),
                    };
                    changed.push((state, moves));
                }
                for (_, weight) in changed[at].1.iter_mut().filter(|(known, _)| known == m) {
                    *weight = weight.saturating_add(1).min(self.game.most_weight());
                }
            }
            for (state, moves) in &changed {
                writer.put(self.database, state, &encode(self.game, moves))?;
            }
            Ok(new)
        })
    }
}

fn generated(position: &dyn AnyPosition) -> Vec<(MoveBits, u16)> {
    position.moves().into_iter().map(|m| (m, FIRST_WEIGHT)).gather()
}

/// Returns the value of a state with the weights that its moves have gained in two stores combined.
pub(super) fn added(
    game: &dyn AnyGame,
    known: Option<&[u8]>,
    more: &[u8],
) -> Result<Vec<u8>, BadStore> {
    let more = decode(game, more)?;
    let mut sum = known.map_or_else(|| Ok(more.clone()), |known| decode(game, known))?;
    if known.is_some() {
        let is_same = sum.len() == more.len() && sum.iter().zip(&more).all(|(a, b)| a.0 == b.0);
        if !is_same {
            return Err(BadStore::Damaged("a state has other moves in another store".to_owned()));
        }
        for ((_, weight), (_, other)) in sum.iter_mut().zip(more) {
            let gained = other.saturating_sub(FIRST_WEIGHT);
            *weight = weight.saturating_add(gained).min(game.most_weight());
        }
    }
    Ok(encode(game, &sum))
}

fn encode(game: &dyn AnyGame, moves: &[(MoveBits, u16)]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(4 * moves.len());
    for (m, weight) in moves {
        bytes.extend(game.literal_move(*m, *weight));
    }
    bytes
}

fn decode(game: &dyn AnyGame, value: &[u8]) -> Result<Vec<(MoveBits, u16)>, BadStore> {
    let damaged = || BadStore::Damaged("a value is not a list of moves".to_owned());
    let mut moves = Vec::with_capacity(value.len() / 4);
    for bytes in value.chunks(4) {
        let read = bytes.try_into().ok().and_then(|bytes| game.read_literal_move(bytes));
        moves.push(read.ok_or_else(damaged)?);
    }
    Ok(moves)
}
