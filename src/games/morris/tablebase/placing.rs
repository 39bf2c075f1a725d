//! The placing phase: its units, and what can stand on the board in each.
//!
//! Black places first and both sides in turn, so the men in hand follow from the number of men
//! placed so far, the *layer*. A unit is a layer with the numbers of men on the board, and has one
//! sector. A placement leads to the next layer, with a man less of the other side if it closes a
//! mill, and the last one to a pair of the moving phase.
//!
//! Only what can come up in a game from the start has a place: numbers of men that placements and
//! removals lead to, and no mill of a side that has not removed any man. Such positions lead to such
//! positions only. Others, set up by hand, are left to the search.

use std::fmt;
use std::vec;

use super::boards::{Boards, Mover};
use crate::games::morris::side::{FEWEST, MEN, Side};
use crate::games::morris::{Morris, Rules, mills};
use crate::kernel::{PerPlayer, Player};
use crate::tablebase::Place;

/// The number of layers.
pub(super) const LAYERS: usize = 2 * MEN as usize;
/// More than the men of a side.
const SIZES: usize = MEN as usize + 1;

/// The positions of a layer with given numbers of men on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placing {
    /// The men that both sides have placed.
    layer: u32,
    /// The men of the side to move on the board.
    own: u32,
    /// The men of the other side on the board.
    enemy: u32,
}

impl fmt::Display for Placing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}-{}-{}", self.layer, self.own, self.enemy)
    }
}

impl Placing {
    /// How many units there are.
    pub const COUNT: usize = NUMBERED.1;

    /// Returns the unit of a layer, 0 to 17, with those numbers of men of the side to move and of
    /// the other, if it can come up.
    #[must_use]
    #[inline]
    pub fn new(layer: u32, own: u32, enemy: u32) -> Option<Self> {
        let numbers = NUMBERS.get(layer as usize)?.get(own as usize)?;
        let number = *numbers.get(enemy as usize)?;
        (number != NONE).then_some(Self { layer, own, enemy })
    }

    /// Returns every unit, the last layer first.
    pub fn all() -> vec::IntoIter<Self> {
        let mut all = Vec::with_capacity(Self::COUNT);
        for layer in (0..LAYERS as u32).rev() {
            for own in 0..SIZES as u32 {
                for enemy in 0..SIZES as u32 {
                    all.extend(Self::new(layer, own, enemy));
                }
            }
        }
        all.into_iter()
    }

    /// Returns the place of the unit in [`all`](Self::all).
    #[inline]
    pub(super) fn number(self) -> usize {
        NUMBERS[self.layer as usize][self.own as usize][self.enemy as usize].into()
    }

    /// Returns the men that both sides have placed.
    #[must_use]
    pub const fn layer(self) -> u32 {
        self.layer
    }

    /// Returns the numbers of men on the board, of the side to move and of the other.
    #[must_use]
    pub const fn men(self) -> (u32, u32) {
        (self.own, self.enemy)
    }

    /// Returns how many men each side has placed, the side to move first.
    const fn placed(self) -> (u32, u32) {
        (self.layer / 2, self.layer.div_ceil(2))
    }

    /// Returns which side has removed a man, the side to move first.
    #[inline]
    pub(super) const fn have_removed(self) -> (bool, bool) {
        let (own, enemy) = self.placed();
        (enemy > self.enemy, own > self.own)
    }

    /// Returns whether those men can have come up.
    #[inline]
    pub(super) const fn is_possible(self, own: u32, enemy: u32) -> bool {
        let (own_has, enemy_has) = self.have_removed();
        (own_has || mills::in_mills(own) == 0) && (enemy_has || mills::in_mills(enemy) == 0)
    }

    /// Returns the boards of the unit.
    #[inline]
    pub(super) fn boards(self) -> Boards {
        Boards::new(self.own, self.enemy)
    }

    /// Returns which side of the boards is to move.
    #[inline]
    pub(super) const fn mover(self) -> Mover {
        Mover::of_men(self.own, self.enemy)
    }

    /// Returns the place of a position; `None` if it cannot come up.
    #[inline]
    pub(super) fn locate(own: Side, enemy: Side) -> Option<(Self, Place)> {
        let (hand, other) = (own.hand(), enemy.hand());
        if hand == 0 || hand.wrapping_sub(other) > 1 {
            return None;
        }
        let (own, enemy) = (own.board(), enemy.board());
        let unit = Self::new(2 * MEN - hand - other, own.count_ones(), enemy.count_ones())?;
        let (major, minor) = unit.mover().turned(own, enemy);
        let place = || Place { sector: 0, number: unit.boards().number(major, minor) };
        unit.is_possible(own, enemy).then(|| (unit, place()))
    }

    /// Returns the position with those men, of the side to move and of the other; `None` if it
    /// cannot come up.
    pub(super) fn position(self, own: u32, enemy: u32, rules: Rules) -> Option<Morris> {
        let (placed, others) = self.placed();
        let sides = (Side::new(own, MEN - placed), Side::new(enemy, MEN - others));
        let to_move = if self.layer.is_multiple_of(2) { Player::First } else { Player::Second };
        let sides = match to_move {
            Player::First => PerPlayer::new(sides.0, sides.1),
            Player::Second => PerPlayer::new(sides.1, sides.0),
        };
        let is_possible = self.is_possible(own, enemy);
        is_possible.then(|| Morris::from_parts(sides, 0, rules, to_move))
    }

    /// Returns how many men a mill leaves the other side; `None` if it wins, or none can be closed.
    pub(super) fn left_by_mill(self) -> Option<u32> {
        let left = self.enemy.checked_sub(1)?;
        let (_, others) = self.placed();
        (self.own >= 2 && left + MEN - others >= FEWEST).then_some(left)
    }

    /// The layer with a mark that no pair has, and both numbers of men.
    pub(super) const fn id(self) -> [u8; 2] {
        [MARK | self.layer as u8, (self.own << 4 | self.enemy) as u8]
    }

    pub(super) fn from_id([layer, men]: [u8; 2]) -> Option<Self> {
        let layer = layer.checked_sub(MARK)?;
        Self::new(layer.into(), (men >> 4).into(), (men & 15).into())
    }
}

/// In the first byte of an identity, above the men of any side.
const MARK: u8 = 32;

/// Marks numbers of men that do not come up.
const NONE: u16 = u16::MAX;

/// By layer, men of the side to move, and men of the other: the place in [`Placing::all`].
static NUMBERS: [[[u16; SIZES]; SIZES]; LAYERS] = NUMBERED.0;

const NUMBERED: ([[[u16; SIZES]; SIZES]; LAYERS], usize) = {
    // Forwards, which numbers of men come up.
    let mut comes_up = [[[false; SIZES]; SIZES]; LAYERS + 1];
    comes_up[0][0][0] = true;
    let mut layer = 0;
    while layer < LAYERS {
        let mut both = 0;
        while both < SIZES * SIZES {
            let (own, enemy) = (both / SIZES, both % SIZES);
            both += 1;
            if !comes_up[layer][own][enemy] {
                continue;
            }
            comes_up[layer + 1][enemy][own + 1] = true;
            let hand = MEN as usize - layer.div_ceil(2);
            if own >= 2 && enemy > 0 && enemy + hand > FEWEST as usize {
                comes_up[layer + 1][enemy - 1][own + 1] = true;
            }
        }
        layer += 1;
    }
    // Backwards, their numbers.
    let mut numbers = [[[NONE; SIZES]; SIZES]; LAYERS];
    let mut next = 0;
    while layer > 0 {
        layer -= 1;
        let mut both = 0;
        while both < SIZES * SIZES {
            let (own, enemy) = (both / SIZES, both % SIZES);
            both += 1;
            if comes_up[layer][own][enemy] {
                numbers[layer][own][enemy] = next;
                next += 1;
            }
        }
    }
    (numbers, next as usize)
};

#[cfg(test)]
mod tests {
    use super::super::{Pair, Phase};
    use super::*;
    use crate::games::morris::Symmetry;
    use crate::kernel::{Position, SplitMix64};
    use crate::tablebase::{Solved, Unit};

    #[test]
    fn units_are_numbered_and_come_after_those_that_they_need() {
        let all: Vec<Placing> = Placing::all().collect();
        assert_eq!(all.len(), Placing::COUNT);
        for (at, &unit) in all.iter().enumerate() {
            assert_eq!(unit.number(), at, "{unit}");
            assert_eq!(Placing::from_id(unit.id()), Some(unit));
            assert!(Pair::from_id(unit.id()).is_none());
        }
        for pair in Pair::all() {
            assert_eq!(Placing::from_id(pair.id()), None, "{pair}");
        }
        for (at, unit) in Phase::all().enumerate() {
            assert_eq!(unit.ordinal(), at, "{unit}");
            assert_eq!(Phase::from_id(unit.id()), Some(unit));
            assert!(unit.needs().all(|needed| needed.ordinal() < at), "{unit}");
            assert_eq!(Phase::choose(&unit.to_string()), Ok(vec![unit]));
        }
    }

    /// In random games every position before the last placement has a place, and so do its images.
    #[test]
    fn whatever_comes_up_has_a_place() {
        let mut rng = SplitMix64::new(7);
        let (mut seen, mut removals) = (std::collections::BTreeSet::new(), 0);
        for _ in 0..2000 {
            let mut at = Morris::start(&Rules::UNLIMITED);
            while at.has_hands() && at.outcome().is_none() {
                let (unit, place) = at.locate().expect("a place");
                let back = Morris::at(unit, place, &Rules::UNLIMITED).expect("a position");
                let [a, b] = [at, back].map(|at| (at.own().board(), at.enemy().board()));
                assert!(Symmetry::all().any(|s| (s.image(a.0), s.image(a.1)) == b), "{unit}");
                assert_eq!(at.to_move(), back.to_move());
                let hands = |at: &Morris| (at.own().hand(), at.enemy().hand());
                assert_eq!(hands(&at), hands(&back));
                for s in Symmetry::all() {
                    let [own, enemy] = [at.own(), at.enemy()]
                        .map(|side| Side::new(s.image(side.board()), side.hand()));
                    let image = Placing::locate(own, enemy).expect("a place").0;
                    assert_eq!(Phase::from(image), unit);
                }
                seen.insert(unit.ordinal());
                let mut moves = Vec::new();
                at.legal_moves(&mut moves);
                let closing: Vec<_> = moves.iter().copied().filter(|m| m.is_removal()).collect();
                let choice = if closing.is_empty() || rng.below(4) == 0 { moves } else { closing };
                let m = choice[rng.below(choice.len())];
                removals += usize::from(m.is_removal());
                at.make(m);
            }
        }
        assert!(seen.len() > 60 && removals > 1000, "{} {removals}", seen.len());
    }

    #[test]
    fn what_cannot_come_up_has_no_place() {
        let with_hands = |own: u32, hand: u32, enemy: u32, other: u32| {
            Placing::locate(Side::new(own, hand), Side::new(enemy, other))
        };
        assert!(with_hands(0, 9, 0, 9).is_some());
        assert_eq!(with_hands(0, 9, 0, 8), None, "the other side moves first");
        assert_eq!(with_hands(0b1111, 3, 0b11_0000, 7), None);
        // A mill of three men on the outer ring, and nothing removed.
        let mill = 0b111;
        assert!(mills::in_mills(mill) == mill);
        assert_eq!(with_hands(mill, 6, 0b111 << 9, 6), None);
        assert_eq!(with_hands(mill, 6, 0b11 << 9, 6).map(|(unit, _)| unit.men()), Some((3, 2)));
    }
}
