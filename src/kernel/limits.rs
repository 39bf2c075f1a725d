//! What ends a search.

use std::time::Duration;

use super::player::{PerPlayer, Player};

/// What ends a search; the limit that is reached first does. None at all means until stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The deepest iteration, in plies.
    pub depth: Option<u32>,
    /// The number of nodes.
    pub nodes: Option<u64>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// What the clocks of both players show. If only one is given, it applies to both.
    pub clocks: PerPlayer<Option<Duration>>,
    /// What is added to them after each move.
    pub increments: PerPlayer<Duration>,
    /// The moves to the next time control, if there is one.
    pub moves_to_go: Option<u32>,
    /// Ends the search when a win in so many own moves is proven, or none was found.
    pub mate: Option<u32>,
    /// Whether the answer waits until the search is stopped, even if nothing is left to do. No
    /// limit of time counts then.
    pub infinite: bool,
    /// Whether the search begins on the opponent's time: no limit of time counts until the expected
    /// move was played.
    pub ponder: bool,
}

/// What a player's clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerClock {
    /// The time left.
    pub left: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// The moves to the next time control, if there is one.
    pub moves_to_go: Option<u32>,
}

impl Limits {
    /// Returns a limit of the deepest iteration, in plies.
    #[must_use]
    pub fn depth(plies: u32) -> Self {
        Self { depth: Some(plies), ..Self::default() }
    }

    /// Returns a limit of nodes, by which a search takes the same course on any machine.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Returns a limit of time.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self { move_time: Some(time), ..Self::default() }
    }

    /// Returns the clock of a player, if there is any.
    #[must_use]
    pub fn clock(&self, player: Player) -> Option<PlayerClock> {
        let clock = |player| Some((self.clocks[player]?, self.increments[player]));
        let (left, increment) = clock(player).or_else(|| clock(!player))?;
        Some(PlayerClock { left, increment, moves_to_go: self.moves_to_go })
    }

    /// Returns whether they say when to answer.
    #[must_use]
    pub const fn is_limited(&self) -> bool {
        let [first, second] = self.clocks.0;
        self.infinite
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.move_time.is_some()
            || self.mate.is_some()
            || first.is_some()
            || second.is_some()
    }

    /// Returns the plies of a win in the own moves that [`mate`](Self::mate) asks for.
    #[must_use]
    pub fn mate_plies(&self) -> Option<u32> {
        self.mate.map(|moves| moves.saturating_mul(2).saturating_sub(1).max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_is_not_given_shows_what_the_other_does() {
        let second = |seconds| Duration::from_secs(seconds);
        let mut limits = Limits { moves_to_go: Some(3), ..Limits::default() };
        assert_eq!(limits.clock(Player::First), None);
        limits.clocks[Player::Second] = Some(second(9));
        limits.increments = PerPlayer::new(second(1), second(2));
        let given = PlayerClock { left: second(9), increment: second(2), moves_to_go: Some(3) };
        assert_eq!(Player::both(|player| limits.clock(player)), [Some(given); 2]);
        limits.clocks[Player::First] = Some(second(5));
        let own = PlayerClock { left: second(5), increment: second(1), moves_to_go: Some(3) };
        assert_eq!(limits.clock(Player::First), Some(own));
        assert_eq!(limits.clock(Player::Second), Some(given));
    }
}
