//! The rules as a [`Position`]: start and ends, making and unmaking moves, the packed board.

use super::about;
use super::generate::{self, Count, List};
use super::legality;
use super::moves::MorrisMove;
use super::rules::Rules;
use super::side::{FEWEST, MEN, Side};
use super::slides;
use super::state::{MAX_QUIET, Morris};
use crate::kernel::{Ending, IllegalMove, Outcome, Player, Position};

impl Morris {
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

    const NAME: &'static str = about::ABOUT.name;
    const CYCLES: bool = true;
    // No position has more than 93 slides (RULES.md section 10).
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

    /// The tests of RULES.md section 4, in that order; the record handles repetition.
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
        generate::generate(self, &mut List::<false>(moves));
    }

    #[inline]
    fn count_moves(&self, _: &mut Vec<MorrisMove>) -> usize {
        let mut count = Count(0);
        generate::generate(self, &mut count);
        count.0
    }

    fn check(&self, m: MorrisMove) -> Result<(), IllegalMove> {
        if self.outcome().is_some() {
            return Err(IllegalMove::game_over());
        }
        legality::check(self, m).map_err(|illegality| IllegalMove::new(illegality.to_string()))
    }

    #[inline]
    fn is_legal(&self, m: MorrisMove) -> bool {
        self.outcome().is_none() && legality::check(self, m).is_ok()
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

    /// 28 bits for the men of the side to move (24 points, 4 bits of hand), 28 for the enemy's, and
    /// one for whose turn it is. The count of quiet plies is left out.
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
