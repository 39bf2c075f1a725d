//! Verification: every entry has to follow from the entries that its legal moves lead to.
//!
//! This is written apart from the builder: positions go forwards only, by the ordinary rules, and
//! are looked up one by one. What it does not show by itself, that no draw is a win that nobody
//! claims, follows for a whole table: were there wins or losses among the draws, some of them would
//! be decided by moves to decided positions.

use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};

use memmap2::MmapMut;
use rayon::prelude::*;

use super::consult::value_by_moves;
use super::file::{Kind, TableError, TableFile};
use super::index::{Pair, Place, Turn};
use super::subsets::{expand, subsets};
use super::tables::Tables;
use super::value::{Class, Metric, Value};
use crate::games::morris::geometry::BOARD;
use crate::games::morris::{Morris, MorrisMove, Rules};
use crate::kernel::SplitMix64;

/// An entry that does not follow from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The position.
    pub position: Morris,
    /// What the table says.
    pub found: Value,
    /// What follows from the moves.
    pub expected: Value,
}

/// What a verification came to.
#[derive(Clone, Debug, Default)]
pub struct Verified {
    /// How many entries were looked at.
    pub entries: u64,
    /// The first few that are wrong.
    pub mismatches: Vec<Mismatch>,
}

/// How many mismatches are reported.
const REPORTED: usize = 5;

impl Tables {
    /// Checks a pair on the current thread pool: every `step`th entry of its table, from a random
    /// one on, against the values that its moves lead to. The tables of the pairs that removals
    /// lead to have to be there, all with distances.
    ///
    /// With a step of 1 whole tables are unpacked: two bytes for each number of the pair, one for
    /// each of a pair that a removal leads to.
    ///
    /// # Errors
    ///
    /// Says which table lacks or is damaged.
    pub fn verify(
        &self,
        pair: Pair,
        step: u64,
        seed: u64,
        tell: &(dyn Fn(u64) + Sync),
    ) -> Result<Verified, TableError> {
        let file = self.needed(pair)?;
        for smaller in pair.after_removal() {
            self.needed(smaller)?;
        }
        let done = AtomicU64::new(0);
        let count = |entries: u64| tell(done.fetch_add(entries, Ordering::Relaxed) + entries);
        let mut mismatches = Vec::new();
        let whole = if step == 1 { Some(Whole::read(file)?) } else { None };
        for &turn in pair.turns() {
            if let Some(whole) = &whole {
                let after_removal = self.after_removal(file, turn)?;
                mismatches.extend(whole.check(turn, after_removal.as_ref(), &count));
            } else {
                let first = SplitMix64::new(seed ^ turn.index() as u64).next_u64() % step;
                mismatches.extend(Sample { tables: self, file, turn, first, step }.check(&count)?);
            }
        }
        mismatches.truncate(REPORTED);
        Ok(Verified { entries: done.into_inner(), mismatches })
    }

    /// Unpacks what removals by one side of a pair lead to; `None` if they all end the game.
    fn after_removal(&self, file: &TableFile, turn: Turn) -> Result<Option<Half>, TableError> {
        let header = file.header();
        let sector = header.pair.sector(turn);
        let Some(smaller) = Pair::new(sector.own, sector.enemy - 1) else { return Ok(None) };
        // The side that lost a man is to move: the major, if it still has as many.
        let turn = if sector.enemy > sector.own { Turn::Major } else { Turn::Minor };
        // How long it takes from there plays no part, but to the end of the game.
        Half::read(self.needed(smaller)?, turn, header.metric == Metric::End).map(Some)
    }

    fn needed(&self, pair: Pair) -> Result<&TableFile, TableError> {
        let path = self.folder().join(TableFile::name(pair));
        let file = self.file(pair).ok_or_else(|| TableError::new(&path, "is needed and not there"));
        file.and_then(|file| {
            let reason = "has no distances, without which nothing can be verified";
            file.header()
                .has_distances
                .then_some(file)
                .ok_or_else(|| TableError::new(&path, reason))
        })
    }

    /// Unpacks every chunk of a table and so compares all checksums.
    ///
    /// # Errors
    ///
    /// Says which chunk is damaged.
    pub fn check_sums(&self, pair: Pair) -> Result<u64, TableError> {
        let file = self.needed_file(pair)?;
        let header = file.header();
        let results = header.chunks() * pair.turns().len();
        (0..header.all_chunks()).into_par_iter().try_for_each_init(Vec::new, |bytes, chunk| {
            let kind = if chunk < results { Kind::Results } else { Kind::Distances };
            file.unpack(chunk, kind, bytes)
        })?;
        Ok(header.all_chunks() as u64)
    }

    fn needed_file(&self, pair: Pair) -> Result<&TableFile, TableError> {
        let path = self.folder().join(TableFile::name(pair));
        self.file(pair).ok_or_else(|| TableError::new(&path, "is not there"))
    }
}

/// Some entries with one side to move, all values looked up in the packed tables.
struct Sample<'a> {
    tables: &'a Tables,
    file: &'a TableFile,
    turn: Turn,
    /// The first number, and how far it is from each to the next.
    first: u64,
    step: u64,
}

impl Sample<'_> {
    fn check(&self, count: &(dyn Fn(u64) + Sync)) -> Result<Vec<Mismatch>, TableError> {
        let places = self.file.header().pair.places();
        // Neighbours in the table have much in common, so each task takes a run of them.
        let run = (places / self.step / 4096).clamp(1, 1 << 14) * self.step;
        let runs = (self.first..places).step_by(run as usize).collect::<Vec<_>>();
        runs.into_par_iter()
            .map_init(Vec::new, |moves, start| {
                let numbers = (start..places.min(start + run)).step_by(self.step as usize);
                count(numbers.clone().count() as u64);
                let wrong = numbers.map(|number| self.entry(number as usize, moves));
                wrong.filter_map(Result::transpose).collect()
            })
            .try_reduce(Vec::new, |all, more| Ok(joined(all, more)))
    }

    fn entry(
        &self,
        number: usize,
        moves: &mut Vec<MorrisMove>,
    ) -> Result<Option<Mismatch>, TableError> {
        let header = self.file.header();
        let place = header.pair.place(self.turn, number);
        let found = self.tables.value_at(self.file, place)?;
        let (own, enemy) = header.pair.position(place);
        compare(header.metric, found, own, enemy, moves, |own, enemy, is_removal| {
            let lacks = || TableError::new(self.tables.folder(), "lacks a table that is needed");
            if is_removal && header.metric != Metric::End {
                // How long it takes from there plays no part.
                let class = self.tables.class(own, enemy)?.ok_or_else(lacks)?;
                return Ok(Value::new(class, 0));
            }
            self.tables.value(own, enemy)?.ok_or_else(lacks)
        })
    }
}

/// All entries of a pair, unpacked.
struct Whole {
    pair: Pair,
    metric: Metric,
    /// For each side that may be to move.
    halves: Vec<Half>,
}

impl Whole {
    fn read(file: &TableFile) -> Result<Self, TableError> {
        let (pair, metric) = (file.header().pair, file.header().metric);
        let halves = pair.turns().iter().map(|turn| Half::read(file, *turn, true));
        Ok(Self { pair, metric, halves: halves.collect::<Result<_, _>>()? })
    }

    /// Checks the entries with one side to move, given those that its removals lead to.
    fn check(
        &self,
        turn: Turn,
        after_removal: Option<&Half>,
        count: &(dyn Fn(u64) + Sync),
    ) -> Vec<Mismatch> {
        (0..self.pair.forms().len())
            .into_par_iter()
            .map_init(Vec::new, |moves, block| {
                count(self.pair.block_len() as u64);
                self.block(turn, block, after_removal, moves)
            })
            .reduce(Vec::new, joined)
    }

    fn block(
        &self,
        turn: Turn,
        block: usize,
        after_removal: Option<&Half>,
        moves: &mut Vec<MorrisMove>,
    ) -> Vec<Mismatch> {
        let entries = &self.halves[turn.index()];
        // The other side is to move then; with equal numbers that is the major as well.
        let after_quiet = &self.halves[(turn.index() + 1) % self.halves.len()];
        let major = self.pair.forms().canonical(block);
        let mut wrong = Vec::new();
        for (rank, word) in subsets(self.pair.free_points(), self.pair.minor()).enumerate() {
            let minor = expand(word, BOARD & !major);
            let (own, enemy) = match turn {
                Turn::Major => (major, minor),
                Turn::Minor => (minor, major),
            };
            let found = entries.at(Place { turn, block, rank });
            let compared = compare(self.metric, found, own, enemy, moves, |own, enemy, removes| {
                let after = if removes { after_removal } else { Some(after_quiet) };
                // Without a table the removal has ended the game.
                Ok::<_, Infallible>(after.map_or(Value::Loss(0), |half| half.value(own, enemy)))
            });
            let Ok(mismatch) = compared;
            wrong.extend(mismatch);
        }
        wrong
    }
}

/// The entries of a pair with one side to move, a byte each.
struct Half {
    pair: Pair,
    turn: Turn,
    classes: MmapMut,
    /// Nothing where they play no part.
    plies: Option<MmapMut>,
}

impl Half {
    fn read(file: &TableFile, turn: Turn, with_plies: bool) -> Result<Self, TableError> {
        let plies = with_plies.then(|| file.read_all(turn, true, |_, plies| plies)).transpose()?;
        let classes = file.read_all(turn, false, |class, _| class as u8)?;
        Ok(Self { pair: file.header().pair, turn, classes, plies })
    }

    #[inline]
    fn value(&self, own: u32, enemy: u32) -> Value {
        self.at(self.pair.locate(own, enemy))
    }

    #[inline]
    fn at(&self, place: Place) -> Value {
        debug_assert_eq!(place.turn, self.turn);
        let number = self.pair.number(place);
        match Class::ALL[usize::from(self.classes[number])] {
            Class::Draw => Value::Draw,
            class => Value::new(class, self.plies.as_ref().map_or(0, |plies| plies[number])),
        }
    }
}

/// Compares the value of a position with what its moves lead to; `after` tells what the position
/// after a move is worth, and is told whether the move removes a man.
#[inline]
fn compare<E>(
    metric: Metric,
    found: Value,
    own: u32,
    enemy: u32,
    moves: &mut Vec<MorrisMove>,
    after: impl Fn(u32, u32, bool) -> Result<Value, E>,
) -> Result<Option<Mismatch>, E> {
    let position = Morris::with_empty_hands(own, enemy, Rules::UNLIMITED);
    let expected = value_by_moves(&position, metric, moves, |child, is_removal| {
        after(child.own().board(), child.enemy().board(), is_removal)
    })?;
    Ok((found != expected).then_some(Mismatch { position, found, expected }))
}

/// Puts findings together, no more than are reported.
fn joined(mut all: Vec<Mismatch>, more: Vec<Mismatch>) -> Vec<Mismatch> {
    all.extend(more);
    all.truncate(REPORTED);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tablebase::Builder;
    use crate::tablebase::format::{HEADER, Header};

    /// A table made under a shorter limit than it says calls drawn what is won.
    #[test]
    fn wrong_entries_are_found() {
        let folder = tempfile::TempDir::new().unwrap();
        let builder = Builder {
            folder: folder.path().to_owned(),
            metric: Metric::Conversion { quiet: 3 },
            keeps_distances: true,
            memory: 1 << 30,
        };
        let pair = Pair::new(3, 3).unwrap();
        let header = builder.build(pair, &|_| {}).unwrap();
        let lying = Header { metric: Metric::Conversion { quiet: 100 }, ..header };
        let path = builder.path(pair);
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[..HEADER].copy_from_slice(&lying.encode());
        std::fs::write(&path, bytes).unwrap();
        for step in [1, 7] {
            let (tables, problems) = Tables::open(folder.path(), 1).unwrap();
            assert_eq!(problems, []);
            let verified = tables.verify(pair, step, 0, &|_| {}).unwrap();
            assert_eq!(verified.mismatches.len(), REPORTED);
            for wrong in verified.mismatches {
                assert_eq!(wrong.found, Value::Draw);
                assert!(matches!(wrong.expected, Value::Win(4) | Value::Loss(4)), "{wrong:?}");
            }
        }
    }
}
