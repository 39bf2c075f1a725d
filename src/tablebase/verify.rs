//! Verification: every entry must follow from the entries that its legal moves lead to.
//!
//! This is independent of the builder: it makes moves forwards only, by the ordinary rules, and
//! looks positions up one by one. It does not show directly that no draw is an unclaimed win, but
//! for a whole table that follows: if there were wins or losses among the draws, some of them would
//! be decided by moves to decided positions.

use std::sync::atomic::{AtomicU64, Ordering};

use super::chunks::Content;
use super::consult::value_by_moves;
use super::error::TableError;
use super::file::TableFile;
use super::folder::Tablebase;
use super::memory::Array;
use super::solved::Solved;
use super::unit::{Place, Unit};
use super::value::{ExactValue, Metric, Wdl};
use crate::kernel::{SplitMix64, parallel};

/// An entry that does not follow from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch<G> {
    /// The position.
    pub position: G,
    /// What the table says.
    pub found: ExactValue,
    /// What follows from the moves.
    pub expected: ExactValue,
}

/// The outcome of a verification.
#[derive(Clone, Debug)]
pub struct Verified<G> {
    /// How many entries were checked.
    pub entries: u64,
    /// The first few mismatches.
    pub mismatches: Vec<Mismatch<G>>,
}

/// How many mismatches are reported.
const REPORTED: usize = 5;

impl<G: Solved> Tablebase<G> {
    /// Checks a unit on the current thread pool: every `step`th entry of its table, starting from a
    /// random one, against the values that its moves lead to. The tables of the units that it needs
    /// must exist, all with distances. `report` is called with the number of entries checked.
    ///
    /// With a step of 1 whole tables are unpacked: two bytes per entry of the unit, one per entry
    /// of each sector that an exit leads to.
    ///
    /// # Errors
    ///
    /// Says which table is missing or damaged.
    pub fn verify(
        &self,
        unit: G::Unit,
        step: u64,
        seed: u64,
        report: &(dyn Fn(u64) + Sync),
    ) -> Result<Verified<G>, TableError> {
        let file = self.with_distances(unit)?;
        for needed in unit.needs() {
            self.with_distances(needed)?;
        }
        let done = AtomicU64::new(0);
        let count = |entries: u64| report(done.fetch_add(entries, Ordering::Relaxed) + entries);
        let mut mismatches = Vec::new();
        let inside = if step == 1 { Some(inside(file)?) } else { None };
        for sector in 0..unit.sectors() {
            if let Some(inside) = &inside {
                let outside = self.outside(file, sector)?;
                let metric = file.header().metric;
                mismatches.extend(Whole { unit, metric, inside, outside }.check(sector, &count)?);
            } else {
                let first = SplitMix64::new(seed ^ sector as u64).next_u64() % step;
                mismatches.extend(
                    SpotCheck { tablebase: self, file, sector, first, step }.check(&count)?,
                );
            }
        }
        mismatches.truncate(REPORTED);
        Ok(Verified { entries: done.into_inner(), mismatches })
    }

    /// Unpacks what the exits of a sector lead to.
    fn outside(
        &self,
        file: &TableFile<G>,
        sector: usize,
    ) -> Result<Vec<Unpacked<G::Unit>>, TableError> {
        let header = file.header();
        // The distance from there matters only if distances go to the end of the game.
        let with_plies = header.metric == Metric::End;
        let exits = header.unit.exits(sector);
        exits.map(|(unit, there)| Unpacked::read(self.needed(unit)?, there, with_plies)).collect()
    }

    fn with_distances(&self, unit: G::Unit) -> Result<&TableFile<G>, TableError> {
        let file = self.needed(unit)?;
        let reason = "has no distances, so it cannot be verified";
        let has_distances = file.header().knows_distances();
        has_distances.then_some(file).ok_or_else(|| TableError::new(file.path(), reason))
    }

    /// Unpacks every chunk of a table, which checks all checksums.
    ///
    /// # Errors
    ///
    /// Says which chunk is damaged.
    pub fn check_sums(&self, unit: G::Unit) -> Result<(), TableError> {
        let file = self.needed(unit)?;
        let header = file.header();
        let results = header.chunks() * unit.sectors();
        let checked = parallel::map_runs(header.all_chunks(), 1, |mut chunks| {
            let mut bytes = Vec::new();
            chunks.try_for_each(|chunk| {
                let content = if chunk < results { Content::Results } else { Content::Distances };
                file.chunks.unpack(chunk, content, &mut bytes)
            })
        });
        checked.into_iter().collect()
    }
}

/// Unpacks all sectors of a table.
fn inside<G: Solved>(file: &TableFile<G>) -> Result<Vec<Unpacked<G::Unit>>, TableError> {
    let sectors = 0..file.header().unit.sectors();
    sectors.map(|sector| Unpacked::read(file, sector, true)).collect()
}

/// Some entries of a sector, with all values looked up in the compressed tables.
struct SpotCheck<'a, G: Solved> {
    tablebase: &'a Tablebase<G>,
    file: &'a TableFile<G>,
    sector: usize,
    /// The first index and the step from each to the next.
    first: u64,
    step: u64,
}

impl<G: Solved> SpotCheck<'_, G> {
    fn check(&self, count: &(dyn Fn(u64) + Sync)) -> Result<Vec<Mismatch<G>>, TableError> {
        let places = self.file.header().unit.places();
        // Neighbours in the table share much of the work, so each task takes a run of them.
        let run = (places / self.step / 4096).clamp(1, 1 << 14) * self.step;
        let runs = (self.first..places).step_by(run as usize).collect::<Vec<_>>();
        joined(parallel::map(runs.len(), |at| {
            let (start, mut moves, mut wrong) = (runs[at], Vec::new(), Vec::new());
            let numbers = (start..places.min(start + run)).step_by(self.step as usize);
            count(numbers.clone().count() as u64);
            for number in numbers {
                wrong.extend(self.entry(number as usize, &mut moves)?);
            }
            Ok(wrong)
        }))
    }

    fn entry(
        &self,
        number: usize,
        moves: &mut Vec<G::Move>,
    ) -> Result<Option<Mismatch<G>>, TableError> {
        let header = self.file.header();
        let place = Place { sector: self.sector, number };
        let Some(position) = G::at(header.unit, place, &G::UNLIMITED) else { return Ok(None) };
        let found = self.tablebase.value_at(self.file, place)?;
        compare(header.metric, found, position, moves, |child, is_irreversible| {
            let missing = || TableError::new(self.tablebase.folder(), "lacks a required table");
            if is_irreversible && header.metric != Metric::End {
                // The distance from there does not matter.
                let wdl = self.tablebase.wdl(child)?.ok_or_else(missing)?;
                return Ok(ExactValue::new(wdl, 0));
            }
            self.tablebase.value(child)?.ok_or_else(missing)
        })
    }
}

/// A sector to be checked entry by entry, with everything that its moves lead to.
struct Whole<'a, U> {
    unit: U,
    metric: Metric,
    /// The sectors of the unit.
    inside: &'a [Unpacked<U>],
    /// The sectors of other units that the exits of this one lead to.
    outside: Vec<Unpacked<U>>,
}

/// A move of the unit leads to a position that was not found.
struct Astray;

impl<U: Unit> Whole<'_, U> {
    fn check<G: Solved<Unit = U>>(
        &self,
        sector: usize,
        count: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<Mismatch<G>>, TableError> {
        let checked = parallel::map_runs(self.unit.blocks(), 1, |blocks| {
            let (mut moves, mut wrong) = (Vec::new(), Vec::new());
            for block in blocks {
                count(self.unit.block_len() as u64);
                self.block(sector, block, &mut moves, &mut wrong)?;
            }
            Ok(wrong)
        });
        joined(checked).map_err(|Astray| {
            let name = TableFile::<G>::name(self.unit);
            TableError::new(name.as_ref(), "has moves to positions outside the units it needs")
        })
    }

    fn block<G: Solved<Unit = U>>(
        &self,
        sector: usize,
        block: usize,
        moves: &mut Vec<G::Move>,
        wrong: &mut Vec<Mismatch<G>>,
    ) -> Result<(), Astray> {
        let first = block * self.unit.block_len();
        let rules = G::UNLIMITED;
        let positions = G::block(self.unit, sector, block, &rules);
        for (number, position) in (first..).zip(positions) {
            let Some(position) = position else { continue };
            let found = self.inside[sector].at(number);
            wrong.extend(compare(self.metric, found, position, moves, |child, _| {
                let (unit, place) = child.locate().ok_or(Astray)?;
                let known = if unit == self.unit {
                    &self.inside[place.sector]
                } else {
                    let is_there = |u: &&Unpacked<U>| u.unit == unit && u.sector == place.sector;
                    self.outside.iter().find(is_there).ok_or(Astray)?
                };
                Ok(known.at(place.number))
            })?);
        }
        wrong.truncate(REPORTED);
        Ok(())
    }
}

/// The entries of a sector, one byte each.
struct Unpacked<U> {
    unit: U,
    sector: usize,
    results: Array,
    /// `None` if they do not matter, or are all the same.
    plies: Option<Array>,
    /// What they are without.
    constant: u8,
}

impl<U: Unit> Unpacked<U> {
    fn read<G: Solved<Unit = U>>(
        file: &TableFile<G>,
        sector: usize,
        with_plies: bool,
    ) -> Result<Self, TableError> {
        let header = file.header();
        let plies = (with_plies && header.has_distances)
            .then(|| file.read_all(sector, true, |_, plies| plies))
            .transpose()?;
        let results = file.read_all(sector, false, |wdl, _| wdl as u8)?;
        let constant = u8::from(!header.unit.has_inner_moves());
        Ok(Self { unit: header.unit, sector, results, plies, constant })
    }

    #[inline]
    fn at(&self, number: usize) -> ExactValue {
        match Wdl::ALL[usize::from(self.results[number])] {
            Wdl::Draw => ExactValue::Draw,
            wdl => ExactValue::new(
                wdl,
                self.plies.as_ref().map_or(self.constant, |plies| plies[number]),
            ),
        }
    }
}

/// Compares the value of a position with what its moves lead to; `after` returns the value of the
/// position after a move, and is told whether the move was irreversible.
#[inline]
fn compare<G: Solved, E>(
    metric: Metric,
    found: ExactValue,
    position: G,
    moves: &mut Vec<G::Move>,
    after: impl FnMut(&G, bool) -> Result<ExactValue, E>,
) -> Result<Option<Mismatch<G>>, E> {
    let expected = value_by_moves(&position, metric, moves, after)?;
    Ok((found != expected).then_some(Mismatch { position, found, expected }))
}

/// Merges findings, no more than are reported.
fn joined<G, E>(found: Vec<Result<Vec<Mismatch<G>>, E>>) -> Result<Vec<Mismatch<G>>, E> {
    let mut all = Vec::new();
    for found in found {
        all.extend(found?);
        all.truncate(REPORTED);
    }
    Ok(all)
}
