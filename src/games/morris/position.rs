//! The position: what is on the board and in hand, and what a move does to it.

use super::about;
use super::geometry::BOARD;
use super::moves::MorrisMove;
use super::rules::Rules;
use super::side::{FEWEST, MEN, Side};
use super::slides;
use crate::games::Game;
use crate::kernel::{Ending, IllegalMove, Outcome, PerPlayer, Player, Position};

/// A position of Nine Men's Morris.
///
/// The sides are kept as seen by the side to move: a move changes `own`, then the two trade places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Morris {
    own: Side,
    enemy: Side,
    /// Plies since the last placement or removal.
    quiet: u16,
    rules: Rules,
    to_move: Player,
}

const _: () = assert!(size_of::<Morris>() == 16, "a position is copied for every move");

/// Where the count of quiet plies stays when the rules set no limit to it.
pub(super) const MAX_QUIET: u16 = 9999;

impl Morris {
    /// Returns the position of those parts, which must keep to what `RULES.md` section 6 asks.
    pub(super) fn from_parts(
        sides: PerPlayer<Side>,
        quiet: u16,
        rules: Rules,
        to_move: Player,
    ) -> Self {
        Self { own: sides[to_move], enemy: sides[!to_move], quiet, rules, to_move }
    }

    /// Returns the position with men on those points and empty hands, the first player to move. The
    /// sets have no common point, and 2 to 9 and 3 to 9 men.
    #[must_use]
    pub fn with_empty_hands(own: u32, enemy: u32, rules: Rules) -> Self {
        debug_assert!(
            own & enemy == 0 && (own | enemy) & !BOARD == 0,
            "men on points of their own"
        );
        let sides = PerPlayer::new(Side::new(own, 0), Side::new(enemy, 0));
        Self::from_parts(sides, 0, rules, Player::First)
    }

    /// Returns what a player owns.
    #[must_use]
    #[inline]
    pub fn side(&self, player: Player) -> Side {
        if player == self.to_move { self.own } else { self.enemy }
    }

    /// Returns what the side to move owns.
    #[must_use]
    #[inline]
    pub const fn own(&self) -> Side {
        self.own
    }

    /// Returns what the side that is not to move owns.
    #[must_use]
    #[inline]
    pub const fn enemy(&self) -> Side {
        self.enemy
    }

    /// Returns whether either side has men in hand.
    #[must_use]
    #[inline]
    pub const fn has_hands(&self) -> bool {
        self.own.hand() + self.enemy.hand() > 0
    }

    /// Returns the empty points.
    #[must_use]
    #[inline]
    pub const fn empty(&self) -> u32 {
        BOARD & !(self.own.bits() | self.enemy.bits())
    }

    /// Returns the plies since the last placement or removal.
    #[must_use]
    pub const fn quiet(&self) -> u16 {
        self.quiet
    }

    /// Returns whether the limit of quiet plies is reached.
    #[inline]
    pub(super) const fn is_quiet_draw(&self) -> bool {
        self.rules.quiet != 0 && self.quiet >= self.rules.quiet
    }

    /// Returns whether the side to move has no legal step. Only a side that slides can be blocked:
    /// the others can go to any empty point, and there is one, with at most 18 men for 24 points.
    fn is_blocked(&self) -> bool {
        let must_slide = self.own.hand() == 0 && !self.own.flies();
        must_slide && slides::from(self.own.board()) & slides::to(self.empty()) == 0
    }
}

impl Position for Morris {
    type Move = MorrisMove;
    type Packed = [u64; 1];
    type Undo = Self;
    type Rules = Rules;

    const NAME: &'static str = Self::ABOUT.name;
    const CYCLES: bool = true;
    // The most that any position offers is 93 slides (RULES.md section 10).
    const MAX_MOVES: usize = 96;

    fn start(rules: &Rules) -> Self {
        let side = Side::new(0, MEN);
        Self { own: side, enemy: side, quiet: 0, rules: *rules, to_move: Player::First }
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    /// The tests of RULES.md section 4, in that order; repetition is the record's.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.own.men() < FEWEST {
            Some(Outcome::won(!self.to_move, about::PIECES))
        } else if self.is_blocked() {
            Some(Outcome::won(!self.to_move, about::BLOCKED))
        } else if self.is_quiet_draw() {
            Some(Outcome::drawn(Ending::Quiet))
        } else {
            None
        }
    }

    fn legal_moves(&self, moves: &mut Vec<MorrisMove>) {
        self.generate::<false>(moves);
    }

    fn check(&self, m: MorrisMove) -> Result<(), IllegalMove> {
        self.check_legality(m)
    }

    #[inline]
    fn make(&mut self, m: MorrisMove) -> Self {
        let before = *self;
        self.own = before.enemy.without(m.removed_set());
        self.enemy = before.own.with_moved(m.origin(), m.target());
        self.quiet =
            if self.is_irreversible(m) { 0 } else { MAX_QUIET.min(before.quiet.wrapping_add(1)) };
        self.to_move = !before.to_move;
        before
    }

    #[inline]
    fn unmake(&mut self, _m: MorrisMove, undo: Self) {
        *self = undo;
    }

    /// 28 bits for the men of the side to move (24 points, 4 bits of hand), 28 for the enemy's,
    /// and one for whose turn it is. The count of quiet plies is not part of it.
    #[inline]
    fn packed(&self) -> [u64; 1] {
        let (own, enemy) = (u64::from(self.own.bits()), u64::from(self.enemy.bits()));
        [own | enemy << Side::BITS | (self.to_move as u64) << (2 * Side::BITS)]
    }

    #[inline]
    fn is_irreversible(&self, m: MorrisMove) -> bool {
        m.is_placement() || m.is_removal()
    }

    fn repetition_limit(&self) -> u32 {
        self.rules.repetition.into()
    }

    fn quiet_left(&self) -> Option<u32> {
        (self.rules.quiet != 0).then(|| self.rules.quiet.saturating_sub(self.quiet).into())
    }
}
