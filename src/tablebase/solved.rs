//! What a game provides about its solved positions, to look them up.

use super::unit::{Place, Unit};
use super::value::Metric;
use crate::kernel::Position;

/// A game that has tables of solved positions.
pub trait Solved: Position {
    /// The units of this game.
    type Unit: Unit;

    /// The rules that tables are solved under, without any draw limit; the quiet limit is added
    /// separately.
    const UNLIMITED: Self::Rules;

    /// The tag in this game's files, so that no other game mistakes them for its own.
    const TAG: [u8; 8];

    /// Where tables begin, as the end of a sentence that starts with "tables begin".
    const BEGINNING: &'static str;

    /// The least remaining depth, in plies, at which a search probes.
    ///
    /// Most probes would come from the last plies, each for another chunk of a table, and unpacking a
    /// chunk takes as long as dozens of nodes. The limit does not depend on what is in memory, so that a
    /// search on one thread finds the same in a process that has just started.
    const PROBE_DEPTH: u32;

    /// Returns the limit of quiet plies under those rules, 0 for none.
    fn quiet_limit(rules: &Self::Rules) -> u32;

    /// Returns the metric that tables are built with unless something else is asked for: plies to
    /// conversion, under the quiet limit of the usual rules.
    #[must_use]
    fn usual_metric() -> Metric {
        let quiet = Self::quiet_limit(&Self::Rules::default());
        let quiet = u8::try_from(quiet).unwrap_or(u8::MAX).min(Metric::MAX_QUIET);
        Metric::Conversion { quiet }
    }

    /// Returns the place of a position; `None` if no tables cover its board or its rules. Counters
    /// are ignored. If several indices stand for a position, any of them may be returned.
    fn locate(&self) -> Option<(Self::Unit, Place)>;

    /// Returns the position at a place, with either player to move; `None` if the index has no
    /// position.
    fn at(unit: Self::Unit, place: Place, rules: &Self::Rules) -> Option<Self>;

    /// Returns the positions of a block in the order of their indices.
    fn block(
        unit: Self::Unit,
        sector: usize,
        block: usize,
        rules: &Self::Rules,
    ) -> impl Iterator<Item = Option<Self>> {
        let length = unit.block_len();
        let numbers = block * length..(block + 1) * length;
        numbers.map(move |number| Self::at(unit, Place { sector, number }, rules))
    }
}
