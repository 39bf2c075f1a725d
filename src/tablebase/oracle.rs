//! Tables as what the search knows for certain.

use super::format::Header;
use super::index::{Pair, Turn};
use super::tables::Tables;
use super::value::{Class, Metric, Value};
use crate::games::morris::Morris;
use crate::kernel::{Distance, Oracle, Position, Verdict};

/// For each pair, the most plies that a win or loss takes to the end of the game, by
/// [`Pair::ordinal`].
pub(super) type Bounds = [u32; Pair::COUNT];

/// Returns the bounds that follow from the headers of tables. Where a table lacks, its longest win
/// is taken to be as long as it can be.
pub(super) fn bounds<'a>(header: impl Fn(Pair) -> Option<&'a Header>) -> Bounds {
    let mut bounds = [0; Pair::COUNT];
    for pair in Pair::all() {
        let longest = header(pair).map_or(u32::from(u8::MAX), |header| {
            let of_turn = |turn: &Turn| {
                let counts = header.counts(*turn);
                counts.longest_win.max(counts.longest_loss)
            };
            pair.turns().iter().map(of_turn).max().unwrap_or(0)
        });
        bounds[pair.ordinal()] = longest + after_removal(&bounds, pair);
    }
    bounds
}

/// Returns the most plies that a win or loss takes from a removal on.
fn after_removal(bounds: &Bounds, pair: Pair) -> u32 {
    pair.after_removal().map(|pair| bounds[pair.ordinal()]).max().unwrap_or(0)
}

impl Oracle<Morris> for Tables {
    fn judge(&self, position: &Morris) -> Option<Verdict> {
        if position.has_hands() {
            return None;
        }
        let (own, enemy) = (position.own().board(), position.enemy().board());
        // A table that turns out to be damaged knows nothing. Draws need no distance.
        let value = match self.class(own, enemy).ok()?? {
            Class::Draw => Value::Draw,
            _ => self.value(own, enemy).ok()??,
        };
        let limit = u32::from(position.rules().quiet_limit());
        let left = position.quiet_left().unwrap_or(u32::MAX);
        let known = u32::from(self.metric()?.quiet());
        let (longer, shorter) = (
            known != 0 && (limit == 0 || limit > known),
            limit != 0 && (known == 0 || limit < known),
        );
        let plies = u32::from(value.plies());
        if value == Value::Draw {
            // Under a longer limit more is won.
            return (!longer).then_some(Verdict::Draw);
        }
        // A win within a shorter limit is one under a longer limit as well. To the end of the game
        // within the plies that are left, no limit comes into it.
        let is_certain = !shorter || self.metric()? == Metric::End;
        if plies > left {
            return (limit == known).then_some(Verdict::Draw);
        }
        let pair = Pair::new(own.count_ones(), enemy.count_ones())?;
        let rest =
            if self.metric()? == Metric::End { 0 } else { after_removal(self.bounds(), pair) };
        let distance = Distance { progress: plies, end: plies + rest };
        is_certain.then_some(match value.class() {
            Class::Win => Verdict::Win(distance),
            _ => Verdict::Loss(distance),
        })
    }

    fn ends_at_irreversible(&self) -> bool {
        self.metric() != Some(Metric::End)
    }
}
