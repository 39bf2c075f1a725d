//! Verification: every entry must follow from the entries that its legal moves lead to.
//!
//! This is independent of the builder: it makes moves forwards only, by the ordinary rules, and
//! looks positions up one by one. It does not show directly that no draw is an unclaimed win, but
//! for a whole table that follows: if there were wins or losses among the draws, some of them would
//! be decided by moves to decided positions.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::chunks::Content;
use super::consult::{After, value_by_moves};
use super::error::TableError;
use super::file::TableFile;
use super::folder::Folder;
use super::lookup::Tablebase;
use super::memory::Array;
use super::outline::Outline;
use super::solved::Solved;
use super::unit::{Place, Unit};
use super::value::{ExactValue, Metric, Wdl};
use crate::kernel::{Gather, SplitMix64, all_ok, parallel};

/// An entry that does not follow from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The place of the position.
    pub place: Place,
    /// What the table says.
    pub found: ExactValue,
    /// What follows from the moves.
    pub expected: ExactValue,
}

/// The outcome of a verification.
#[derive(Clone, Debug)]
pub struct Verified {
    /// How many entries were checked.
    pub entries: u64,
    /// The first few mismatches.
    pub mismatches: Vec<Mismatch>,
}

/// How many mismatches are reported.
const REPORTED: usize = 5;

/// What was found; the error is `None` if a move leads to no table.
type Findings = Result<Vec<Mismatch>, Option<TableError>>;

/// The part of a verification that knows the game.
trait Check: Sync {
    /// Returns the unit and sector of each exit of a sector.
    fn exits(&self, unit: &Outline, sector: usize) -> Vec<(usize, usize)>;

    /// Checks some entries of a sector, with all values looked up in the compressed tables.
    fn some(
        &self,
        file: &TableFile,
        sector: usize,
        numbers: &mut dyn Iterator<Item = usize>,
    ) -> Findings;

    /// Checks blocks of a sector.
    fn blocks(&self, whole: &Whole, sector: usize, blocks: Range<usize>) -> Findings;
}

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
    ) -> Result<Verified, TableError> {
        self.verify_with(unit.ordinal(), step, seed, report, self)
    }

    /// Compares the value at a place with what the moves of the position lead to.
    fn compare(
        &self,
        metric: Metric,
        at: (Place, ExactValue),
        position: &G,
        moves: &mut Vec<G::Move>,
        after: &mut After<G>,
    ) -> Result<Option<Mismatch>, Option<TableError>> {
        let (place, found) = at;
        let expected = value_by_moves(position, metric, moves, after)?;
        Ok((found != expected).then_some(Mismatch { place, found, expected }))
    }
}

impl<G: Solved> Check for Tablebase<G> {
    fn exits(&self, unit: &Outline, sector: usize) -> Vec<(usize, usize)> {
        let exits = unit.unit::<G::Unit>().exits(sector);
        exits.map(|(unit, sector)| (unit.ordinal(), sector)).gather()
    }

    fn some(
        &self,
        file: &TableFile,
        sector: usize,
        numbers: &mut dyn Iterator<Item = usize>,
    ) -> Findings {
        let metric = file.header().metric;
        let unit: G::Unit = file.header().unit.unit();
        let (mut moves, mut wrong) = (Vec::new(), Vec::new());
        for number in numbers {
            let place = Place { sector, number };
            let Some(position) = G::at(unit, place, &G::UNLIMITED) else { continue };
            let found = self.value_at(file, place)?;
            let mut after = |child: &G, is_irreversible| {
                if is_irreversible && metric != Metric::End {
                    // The distance from there does not matter.
                    return Ok(ExactValue::new(self.wdl(child)?.ok_or(None)?, 0));
                }
                self.value(child)?.ok_or(None)
            };
            let at = (place, found);
            wrong.extend(self.compare(metric, at, &position, &mut moves, &mut after)?);
        }
        Ok(wrong)
    }

    fn blocks(&self, whole: &Whole, sector: usize, blocks: Range<usize>) -> Findings {
        let unit: G::Unit = whole.unit.unit();
        let (mut moves, mut wrong) = (Vec::new(), Vec::new());
        let mut after = |child: &G, _| {
            let (unit, place) = child.locate().ok_or(None)?;
            Ok(whole.known(unit.ordinal(), place.sector)?.at(place.number))
        };
        for block in blocks {
            (whole.count)(whole.unit.block_len as u64);
            let first = block * whole.unit.block_len;
            for (number, position) in (first..).zip(G::block(unit, sector, block, &G::UNLIMITED)) {
                let Some(position) = position else { continue };
                let at = (Place { sector, number }, whole.inside[sector].at(number));
                wrong.extend(self.compare(whole.metric, at, &position, &mut moves, &mut after)?);
            }
            wrong.truncate(REPORTED);
        }
        Ok(wrong)
    }
}

impl Folder {
    fn verify_with(
        &self,
        ordinal: usize,
        step: u64,
        seed: u64,
        report: &(dyn Fn(u64) + Sync),
        check: &dyn Check,
    ) -> Result<Verified, TableError> {
        let file = self.with_distances(ordinal)?;
        let unit = &file.header().unit;
        for needed in &unit.needs {
            self.with_distances(*needed)?;
        }
        let done = AtomicU64::new(0);
        let count = |entries: u64| report(done.fetch_add(entries, Ordering::Relaxed) + entries);
        let mut mismatches = Vec::new();
        let mut whole = Whole {
            unit: Arc::clone(unit),
            metric: file.header().metric,
            inside: Vec::new(),
            outside: Vec::new(),
            count: &count,
        };
        if step == 1 {
            for sector in 0..unit.sectors {
                let entries = Unpacked::read(file, sector, true)?;
                let counts = &file.header().counts[sector];
                if entries.longest() != [counts.longest_win, counts.longest_loss] {
                    let reason =
                        "says how long wins and losses take, and its entries say otherwise";
                    return Err(TableError::new(file.path(), reason));
                }
                whole.inside.push(entries);
            }
        }
        for sector in 0..unit.sectors {
            let found = if step == 1 {
                whole.outside = self.outside(file, &check.exits(unit, sector))?;
                parallel::map_runs(unit.blocks, 1, |blocks| check.blocks(&whole, sector, blocks))
            } else {
                let first = SplitMix64::new(seed ^ sector as u64).next_u64() % step;
                let (places, step, first) = (unit.places(), step as usize, first as usize);
                // Neighbours in the table share much of the work, so each task takes a run of them.
                let run = (places / step / 4096).clamp(1, 1 << 14) * step;
                parallel::map(places.saturating_sub(first).div_ceil(run), |at| {
                    let start = first + at * run;
                    let mut numbers = (start..places.min(start + run)).step_by(step);
                    count(numbers.len() as u64);
                    check.some(file, sector, &mut numbers)
                })
            };
            let astray = || {
                let reason = "has moves to positions without a table among those it needs";
                TableError::new(file.path(), reason)
            };
            let before = mismatches.len();
            for found in found {
                mismatches.extend(found.map_err(|error| error.unwrap_or_else(astray))?);
                mismatches.truncate(before + REPORTED);
            }
        }
        mismatches.truncate(REPORTED);
        Ok(Verified { entries: done.into_inner(), mismatches })
    }

    /// Unpacks the sectors of other units that exits lead to.
    fn outside(
        &self,
        file: &TableFile,
        exits: &[(usize, usize)],
    ) -> Result<Vec<Unpacked>, TableError> {
        // The distance from there matters only if distances go to the end of the game.
        let with_plies = file.header().metric == Metric::End;
        let mut outside = Vec::new();
        for (unit, sector) in exits {
            outside.push(Unpacked::read(self.needed(*unit)?, *sector, with_plies)?);
        }
        Ok(outside)
    }

    pub(super) fn with_distances(&self, unit: usize) -> Result<&TableFile, TableError> {
        let file = self.needed(unit)?;
        let reason = "has no distances, so it cannot be verified";
        let has_distances = file.header().knows_distances();
        has_distances.then_some(file).ok_or_else(|| TableError::new(file.path(), reason))
    }

    /// Checks the chunks of the table of the unit with an ordinal as they stand in the file, if it has a
    /// checksum of them.
    ///
    /// # Errors
    ///
    /// Says that the file is missing or damaged.
    pub fn check_stored(&self, unit: usize) -> Result<(), TableError> {
        let file = self.needed(unit)?;
        file.header().chunks_sum.map_or(Ok(()), |sum| file.chunks.check_sum(sum))
    }

    /// Reads and unpacks every chunk of the table of the unit with an ordinal, which checks all checksums.
    ///
    /// # Errors
    ///
    /// Says which chunk is damaged.
    pub fn check_sums(&self, unit: usize) -> Result<(), TableError> {
        let file = self.needed(unit)?;
        let header = file.header();
        let results = header.chunks() * header.unit.sectors;
        let checked = parallel::map_runs(header.all_chunks(), 1, |mut chunks| {
            let mut bytes = Vec::new();
            chunks.try_for_each(|chunk| {
                let content = if chunk < results { Content::Results } else { Content::Distances };
                file.chunks.unpack(chunk, content, &mut bytes)
            })
        });
        all_ok(checked)?;
        self.check_stored(unit)
    }
}

/// A sector to be checked entry by entry, with everything that its moves lead to.
struct Whole<'a> {
    unit: Arc<Outline>,
    metric: Metric,
    /// The sectors of the unit.
    inside: Vec<Unpacked>,
    /// The sectors of other units that the exits of this one lead to.
    outside: Vec<Unpacked>,
    /// Gets how many entries were checked.
    count: &'a (dyn Fn(u64) + Sync),
}

impl Whole<'_> {
    /// Returns a sector that a move of the unit leads to.
    #[inline]
    fn known(&self, unit: usize, sector: usize) -> Result<&Unpacked, Option<TableError>> {
        if unit == self.unit.ordinal {
            return Ok(&self.inside[sector]);
        }
        self.outside.iter().find(|it| it.unit == unit && it.sector == sector).ok_or(None)
    }
}

/// The entries of a sector, one byte each.
struct Unpacked {
    /// The ordinal of the unit.
    unit: usize,
    sector: usize,
    results: Array,
    /// `None` if they do not matter, or are all the same.
    plies: Option<Array>,
    /// What they are without.
    constant: u8,
}

impl Unpacked {
    fn read(file: &TableFile, sector: usize, with_plies: bool) -> Result<Self, TableError> {
        let header = file.header();
        let plies = (with_plies && header.has_distances)
            .then(|| file.read_all(sector, true, |_, plies| plies))
            .transpose()?;
        let results = file.read_all(sector, false, |wdl, _| wdl as u8)?;
        let constant = u8::from(!header.unit.has_inner_moves);
        Ok(Self { unit: header.unit.ordinal, sector, results, plies, constant })
    }

    /// Returns the plies of the longest win and of the longest loss.
    fn longest(&self) -> [u32; 2] {
        let mut longest = [0; 2];
        for number in 0..self.results.len() {
            let value = self.at(number);
            let place = match value.wdl() {
                Wdl::Draw => continue,
                Wdl::Win => 0,
                Wdl::Loss => 1,
            };
            longest[place] = longest[place].max(u32::from(value.plies()));
        }
        longest
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
