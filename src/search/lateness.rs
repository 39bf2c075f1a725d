//! How late moves come: what clocks lose that no search has planned with.
//!
//! A busy system runs other programs for a while: before a search begins, during it, or before its
//! answer arrives. A search tells by how much it missed its end; the next clock of the same player
//! tells what went unseen.

use std::time::Duration;

use crate::kernel::{Player, PlayerClock};

/// A delay that was seen loses one part in so many of its weight with each move.
const FADES: u32 = 32;
/// A longer delay is not the system's: the clock was set anew.
const LONGEST: Duration = Duration::from_secs(1);
/// The most plies between two moves of a player, if the moves are of one game.
const PLIES: usize = 4;

/// A move on the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimedMove {
    /// Who makes it.
    pub(super) player: Player,
    /// The plies of the game before it.
    pub(super) plies: usize,
    /// What that player's clock showed.
    pub(super) clock: PlayerClock,
}

/// How late the latest moves came.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lateness {
    /// The move before, and what the clock should show at the player's next.
    expected: Option<(TimedMove, Duration)>,
    /// The longest delay, less what has faded since.
    longest: Duration,
}

impl Lateness {
    /// Takes the move that a search begins for, and returns what its clock has to keep in reserve. A search
    /// without a clock, or on the opponent's, leaves nothing to expect of the next.
    pub(super) fn begin(&mut self, this: Option<TimedMove>) -> Duration {
        let expected = self.expected.take();
        let Some(this) = this else { return self.longest };
        self.longest = self.longest * (FADES - 1) / FADES;
        if let Some((last, expected)) = expected
            && last.player == this.player
            && (last.plies + 1..=last.plies + PLIES).contains(&this.plies)
        {
            self.note(expected.saturating_sub(this.clock.left));
        }
        self.longest
    }

    /// Takes how long that search took, which was to end at `due`.
    pub(super) fn end(&mut self, this: TimedMove, due: Option<Duration>, took: Duration) {
        self.note(took.saturating_sub(due.unwrap_or(took)));
        let PlayerClock { left, increment, .. } = this.clock;
        self.expected = Some((this, left.saturating_sub(took) + increment));
    }

    fn note(&mut self, delay: Duration) {
        if delay <= LONGEST {
            self.longest = self.longest.max(delay);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    const fn first(plies: usize, left: u64) -> TimedMove {
        let clock = PlayerClock { left: ms(left), increment: ms(1), moves_to_go: None };
        TimedMove { player: Player::First, plies, clock }
    }

    /// Returns what is known after a search of 8 ms with 100 ms on the clock.
    fn after_a_move() -> Lateness {
        let mut lateness = Lateness::default();
        assert_eq!(lateness.begin(Some(first(0, 100))), ms(0));
        lateness.end(first(0, 100), Some(ms(20)), ms(8));
        lateness
    }

    #[test]
    fn what_the_clock_lost_unseen_is_found_and_fades() {
        let mut lateness = after_a_move();
        // 100 - 8 + 1 would be right.
        assert_eq!(lateness.begin(Some(first(2, 63))), ms(30));
        let last = (0..200).map(|_| lateness.begin(Some(first(4, 63)))).last();
        assert!(last < Some(ms(1)), "{lateness:?}");
    }

    #[test]
    fn a_move_that_was_pondered_on_is_no_delay() {
        let mut lateness = after_a_move();
        assert_eq!(lateness.begin(None), ms(0));
        // The move at ply 2 took half of the clock.
        assert_eq!(lateness.begin(Some(first(4, 46))), ms(0));
        let mut lateness = after_a_move();
        lateness.begin(Some(first(2, 63)));
        assert_eq!(lateness.begin(None), ms(30), "what was seen stays in reserve");
    }

    #[test]
    fn a_search_that_misses_its_end_is_late() {
        let mut lateness = Lateness::default();
        lateness.end(first(0, 100), Some(ms(20)), ms(52));
        assert_eq!(lateness.begin(Some(first(2, 49))), ms(31), "32 ms and what has faded");
    }

    #[test]
    fn clocks_of_others_and_clocks_that_were_set_say_nothing() {
        let other = TimedMove { player: Player::Second, ..first(1, 50) };
        for next in [first(2, 93), first(2, 100), other, first(0, 50), first(40, 50)] {
            assert_eq!(after_a_move().begin(Some(next)), ms(0), "{next:?}");
        }
        let mut lateness = Lateness::default();
        lateness.end(first(0, 60_000), None, ms(8));
        assert_eq!(lateness.begin(Some(first(2, 1_000))), ms(0));
    }
}
