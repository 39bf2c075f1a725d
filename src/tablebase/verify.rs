//! Verification: every entry has to follow from the entries that its legal moves lead to.
//!
//! This is written apart from the builder: positions go forwards only, by the ordinary rules, and
//! are looked up one by one. What it does not show by itself, that no draw is a win that nobody
//! claims, follows for a whole table: were there wins or losses among the draws, some of them would
//! be decided by moves to decided positions.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::consult::value_by_moves;
use super::file::{Kind, TableError, TableFile};
use super::index::{Pair, Place, Turn};
use super::tables::Tables;
use super::value::{Class, Metric, Value};
use crate::games::morris::geometry::BOARD;
use crate::games::morris::{Morris, MorrisMove, Rules};
use crate::kernel::{Bits, SplitMix64};

use super::subsets::rank;

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
    /// With a step of 1 the whole pair is unpacked, two bytes for each number.
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
        let whole = if step == 1 { Some(Whole::read(file)?) } else { None };
        let check = Check { tables: self, file, whole, metric: file.header().metric };
        let mut verified = Verified::default();
        for &turn in pair.turns() {
            let first = SplitMix64::new(seed ^ turn.index() as u64).next_u64() % step;
            let places = pair.places();
            // Neighbours in the table have much in common, so each task takes a run of them.
            let run = (places / step / 4096).clamp(1, 1 << 14) * step;
            let done = AtomicU64::new(0);
            let runs = (first..places).step_by(run as usize).collect::<Vec<_>>();
            let found: Vec<Mismatch> = runs
                .into_par_iter()
                .map_init(Vec::new, |moves, start| {
                    let end = places.min(start + run);
                    let numbers = (start..end).step_by(step as usize);
                    let count = numbers.clone().count() as u64;
                    let wrong: Result<Vec<Option<Mismatch>>, TableError> = numbers
                        .map(|number| check.entry(pair.place(turn, number as usize), moves))
                        .collect();
                    tell(verified.entries + done.fetch_add(count, Ordering::Relaxed) + count);
                    Ok(wrong?.into_iter().flatten().collect::<Vec<_>>())
                })
                .try_reduce(Vec::new, |mut all, more| {
                    all.extend(more);
                    all.truncate(REPORTED);
                    Ok(all)
                })?;
            verified.entries += done.into_inner();
            verified.mismatches.extend(found);
        }
        verified.mismatches.truncate(REPORTED);
        Ok(verified)
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

/// A table under verification.
struct Check<'a> {
    tables: &'a Tables,
    file: &'a TableFile,
    whole: Option<Whole>,
    metric: Metric,
}

impl Check<'_> {
    /// Compares the entry at a place with what its moves lead to.
    fn entry(
        &self,
        place: Place,
        moves: &mut Vec<MorrisMove>,
    ) -> Result<Option<Mismatch>, TableError> {
        let pair = self.file.header().pair;
        let (own, enemy) = pair.position(place);
        let found = match &self.whole {
            Some(whole) => whole.at(place.turn, pair.number(place)),
            None => self.tables.value_at(self.file, place)?,
        };
        let position = Morris::with_empty_hands(own, enemy, Rules::UNLIMITED);
        let expected = value_by_moves(&position, self.metric, moves, |child, is_removal| {
            self.value_after(child, is_removal)
        })?;
        Ok((found != expected).then_some(Mismatch { position, found, expected }))
    }

    /// Returns the value of a position that a move leads to.
    #[inline]
    fn value_after(&self, child: &Morris, is_removal: bool) -> Result<Value, TableError> {
        let (own, enemy) = (child.own().board(), child.enemy().board());
        if let (Some(whole), false) = (&self.whole, is_removal) {
            return Ok(whole.value(self.file.header().pair, own, enemy));
        }
        let lacks = || TableError::new(self.tables.folder(), "lacks a table that is needed");
        if is_removal && self.metric != Metric::End {
            // How long it takes from there plays no part.
            return Ok(match self.tables.class(own, enemy)?.ok_or_else(lacks)? {
                Class::Win => Value::Win(0),
                Class::Draw => Value::Draw,
                Class::Loss => Value::Loss(0),
            });
        }
        self.tables.value(own, enemy)?.ok_or_else(lacks)
    }
}

/// A pair unpacked: result times 256 plus plies, for each side to move.
struct Whole {
    halves: Vec<Vec<u16>>,
    /// For each block, the points that the major leaves free, numbered.
    numbers: Vec<[u8; 24]>,
}

impl Whole {
    fn read(file: &TableFile) -> Result<Self, TableError> {
        let pair = file.header().pair;
        let halves = pair.turns().iter().map(|turn| {
            let results = file.read_all(*turn, false, |class, _| class as u8)?;
            let mut half: Vec<u16> = results.iter().map(|class| u16::from(*class) << 8).collect();
            drop(results);
            let plies = file.read_all(*turn, true, |_, plies| plies)?;
            half.par_iter_mut().zip(&plies[..]).for_each(|(entry, plies)| {
                *entry |= u16::from(*plies);
            });
            Ok(half)
        });
        let forms = pair.forms();
        let numbers = (0..forms.len()).map(|block| {
            let mut numbers = [0; 24];
            for (number, point) in Bits::of(BOARD & !forms.canonical(block)).enumerate() {
                numbers[point] = number as u8;
            }
            numbers
        });
        Ok(Self { halves: halves.collect::<Result<_, _>>()?, numbers: numbers.collect() })
    }

    fn at(&self, turn: Turn, number: usize) -> Value {
        let entry = self.halves[turn.index()][number];
        match Class::ALL[usize::from(entry >> 8)] {
            Class::Draw => Value::Draw,
            Class::Win => Value::Win(entry as u8),
            Class::Loss => Value::Loss(entry as u8),
        }
    }

    #[inline]
    fn value(&self, pair: Pair, own: u32, enemy: u32) -> Value {
        let turn = if own.count_ones() == pair.major() { Turn::Major } else { Turn::Minor };
        let (major, minor) = if turn == Turn::Major { (own, enemy) } else { (enemy, own) };
        let (block, symmetry) = pair.forms().find(major);
        let numbers = &self.numbers[block];
        let men = Bits::of(symmetry.image(minor));
        let word = men.fold(0, |word, point| word | 1 << numbers[point % 24]);
        self.at(turn, block * pair.block_len() + rank(word))
    }
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
