//! Weaker play, for people who want to win sometimes.
//!
//! A level below [`Skill::FULL`] does two things: it searches fewer nodes, and it plays one of the
//! best few lines instead of the best, chosen by score plus noise. At the full level nothing in
//! this module runs.

use crate::kernel::{Score, SplitMix64};
use crate::search::Limits;

/// The playing strength, and the seed of its random choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skill {
    /// From 0, which plays nearly at random, to [`Skill::FULL`].
    pub level: u32,
    /// The same seed makes the same choices in the same positions.
    pub seed: u64,
}

impl Skill {
    /// The level that plays as well as the engine can.
    pub const FULL: u32 = 20;
    /// How many lines a weaker level chooses from.
    pub const LINES: usize = 4;

    /// Returns whether the level is below the full one.
    #[must_use]
    pub const fn is_weaker(self) -> bool {
        self.level < Self::FULL
    }

    /// Returns the most nodes that a search at this level visits in a position with `moves` legal
    /// moves: 16 at level 0, doubling with each level, plus what a first look at every move takes,
    /// once for each line.
    #[must_use]
    pub const fn nodes(self, moves: usize) -> u64 {
        (16 << self.level) + (2 * Self::LINES * moves) as u64
    }

    /// Returns the limits of a search at this level in a position with `moves` legal moves.
    #[must_use]
    pub fn limit(self, limits: Limits, moves: usize) -> Limits {
        let nodes = self.nodes(moves);
        Limits { nodes: Some(limits.nodes.map_or(nodes, |n| n.min(nodes))), ..limits }
    }

    /// Returns how many lines a search at this level finds if `told` are to be reported.
    #[must_use]
    pub fn lines(self, reported: usize) -> usize {
        reported.max(Self::LINES)
    }

    /// Returns the greatest noise on a score, in hundredths of the unit: two units at level 0, a
    /// tenth of one at level 19.
    #[must_use]
    pub const fn noise(self) -> usize {
        10 * (Self::FULL - self.level) as usize
    }

    /// Returns the index of the line to play, given the scores of the lines and the `key` of the
    /// position. A proven win or loss is never misjudged.
    #[must_use]
    pub fn choose(self, scores: &[Score], key: u64) -> usize {
        let mut rng = SplitMix64::new(self.seed ^ key.rotate_left(self.level));
        let noise = self.noise() + 1;
        let whim = |(at, score): (usize, Score)| {
            let extra = if score.is_decisive() { 0 } else { rng.below(noise) as i32 };
            (score.value() + extra, std::cmp::Reverse(at))
        };
        scores.iter().copied().enumerate().map(whim).max().map_or(0, |(_, at)| at.0)
    }
}

impl Default for Skill {
    fn default() -> Self {
        Self { level: Self::FULL, seed: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_depends_on_seed_and_position_alone() {
        let scores = [40, 35, 10, -30].map(Score::centi);
        let choose = |level, seed, key| Skill { level, seed }.choose(&scores, key);
        let mut seen = [false; 4];
        for key in 0..200 {
            assert_eq!(choose(3, 7, key), choose(3, 7, key));
            seen[choose(3, 7, key)] = true;
        }
        assert_eq!(seen, [true; 4], "a low level plays all of them at times");
        assert!((0..200).any(|key| choose(3, 7, key) != choose(3, 8, key)), "the seed counts");
        for key in 0..200 {
            assert!(choose(19, 7, key) < 2, "level 19 gives away a tenth of a unit at most");
        }
    }

    #[test]
    fn what_is_proven_is_not_mistaken() {
        let scores = [Score::win_in(3), Score::centi(2_000), Score::loss_in(2)];
        for key in 0..100 {
            assert_eq!(Skill { level: 0, seed: 1 }.choose(&scores, key), 0);
            assert_eq!(Skill { level: 0, seed: 1 }.choose(&[scores[2], scores[1]], key), 1);
        }
        assert_eq!(Skill::default().choose(&[], 0), 0);
    }
}
