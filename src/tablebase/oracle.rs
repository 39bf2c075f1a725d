//! Tables as an oracle for the search.

use std::path::Path;
use std::sync::Arc;

use super::error::TableError;
use super::file::TableFile;
use super::folder::Folder;
use super::header::Header;
use super::lookup::Tablebase;
use super::solved::Solved;
use super::unit::Place;
use super::value::{ExactValue, Metric, Wdl};
use crate::kernel::{Distance, Gather, Oracle, Position, Verdict};

/// The tables of a folder, as the search queries them.
#[derive(Debug)]
pub struct Opened<P: Position> {
    /// Judges positions.
    pub oracle: Arc<dyn Oracle<P>>,
    /// What to report.
    pub report: FolderReport,
}

/// What a game found in a folder of tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderReport {
    /// Whether there is no file of this game.
    pub is_empty: bool,
    /// Line by line, what is wrong with files, then what was found.
    pub lines: Vec<String>,
}

/// Opens the tables of a game in a folder for the search.
///
/// # Errors
///
/// Says so when there is no such folder.
pub fn open<G: Solved>(folder: &Path) -> Result<Opened<G>, TableError> {
    let (tables, problems) = Tablebase::open(folder, Folder::CACHE_MIB)?;
    let report = tables.report(&problems);
    Ok(Opened { oracle: Arc::new(tables), report })
}

/// Returns whether a quiet limit ends games later than another; 0 stands for none.
const fn is_longer(limit: u32, other: u32) -> bool {
    other != 0 && (limit == 0 || limit > other)
}

impl Folder {
    /// Returns what a table says of a place, if that is known.
    fn known_at(&self, file: &TableFile, place: Place) -> Option<ExactValue> {
        // Draws need no distance.
        let found = if file.header().knows_distances() {
            self.value_at(file, place).map(Some)
        } else {
            let wdl = self.wdl_at(file, place);
            wdl.map(|wdl| (wdl == Wdl::Draw).then_some(ExactValue::Draw))
        };
        found.unwrap_or_else(|fault| {
            self.faults.note(fault);
            None
        })
    }

    /// Returns the verdict that a value is, in a unit.
    fn verdict(&self, value: ExactValue, file: &TableFile) -> Verdict {
        let Header { metric, unit, .. } = file.header();
        let plies = u32::from(value.plies());
        let rest = if *metric == Metric::End { 0 } else { self.plies_beyond(unit) };
        let distance = Distance { progress: plies, end: plies + rest };
        match value.wdl() {
            Wdl::Draw => Verdict::Draw,
            Wdl::Win => Verdict::Win(distance),
            Wdl::Loss => Verdict::Loss(distance),
        }
    }

    /// Returns the verdict on a place of a table for a game under a quiet limit, with so many quiet plies
    /// left.
    fn judge_at(&self, file: &TableFile, place: Place, limit: u32, left: u32) -> Option<Verdict> {
        let value = self.known_at(file, place)?;
        let metric = file.header().metric;
        let known = u32::from(metric.quiet());
        let (longer, shorter) = (is_longer(limit, known), is_longer(known, limit));
        if value == ExactValue::Draw {
            // A longer limit leaves more wins.
            return (!longer).then_some(Verdict::Draw);
        }
        if u32::from(value.plies()) > left {
            return (limit == known).then_some(Verdict::Draw);
        }
        // A win under a shorter limit is also one under a longer limit. If the game ends within the
        // plies that are left, no limit matters.
        let is_certain = !shorter || metric == Metric::End;
        is_certain.then(|| self.verdict(value, file))
    }

    /// Returns the verdict on a place of a table that is exact under a longer limit than a game has.
    fn lean_at(&self, file: &TableFile, place: Place, limit: u32) -> Option<Verdict> {
        let known = u32::from(file.header().metric.quiet());
        let value = is_longer(known, limit).then(|| self.known_at(file, place))??;
        Some(self.verdict(value, file))
    }

    /// Says what is not certain under a quiet limit.
    fn caveat_under(&self, limit: u32) -> Option<String> {
        let metric = self.metric()?;
        let known = u32::from(metric.quiet());
        if limit == known {
            return None;
        }
        let certain = if is_longer(limit, known) {
            "only wins and losses are certain, the search finds draws"
        } else if metric == Metric::End {
            "only draws are certain, and what ends within the limit"
        } else {
            "only draws are certain, the search finds wins and losses"
        };
        let exact = match known {
            0 => "without a quiet limit".to_owned(),
            _ => format!("under a quiet limit of {known}"),
        };
        let other = if limit == 0 { "none".to_owned() } else { format!("one of {limit}") };
        let game = self.units().game;
        Some(format!("tablebase {game}: exact {exact}, not under {other}: {certain}"))
    }

    /// Returns what could not be read since this was last asked.
    fn complaints(&self) -> Vec<String> {
        let sentence = |fault: TableError| {
            format!("tablebase {fault}; the search does without what cannot be read")
        };
        self.faults.take().into_iter().map(sentence).gather()
    }

    /// Returns what to report of the folder, which had those problems.
    #[must_use]
    pub fn report(&self, problems: &[TableError]) -> FolderReport {
        let is_empty = self.files().next().is_none() && problems.is_empty();
        let mut lines: Vec<String> = problems.iter().map(ToString::to_string).gather();
        lines.push(self.to_string());
        FolderReport { is_empty, lines }
    }
}

impl<G: Solved> Oracle<G> for Tablebase<G> {
    fn judge(&self, position: &G) -> Option<Verdict> {
        let (file, place) = self.find(position)?;
        let limit = G::quiet_limit(&position.rules());
        self.judge_at(file, place, limit, position.quiet_left().unwrap_or(u32::MAX))
    }

    fn lean(&self, position: &G) -> Option<Verdict> {
        let (file, place) = self.find(position)?;
        self.lean_at(file, place, G::quiet_limit(&position.rules()))
    }

    fn min_depth(&self) -> u32 {
        G::PROBE_DEPTH
    }

    fn ends_at_irreversible(&self) -> bool {
        self.metric() != Some(Metric::End)
    }

    fn complaints(&self) -> Vec<String> {
        Folder::complaints(self)
    }

    fn caveat(&self, rules: &G::Rules) -> Option<String> {
        self.caveat_under(G::quiet_limit(rules))
    }
}
