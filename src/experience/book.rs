//! An opening book from experience: when experience is enough to choose a move.

use std::cmp::Ordering;

use super::choice::draw;
use super::tally::Tally;
use crate::games::Odds;
use crate::kernel::{Gather, MoveBits, SplitMix64, sort};

/// How a book is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookUse {
    /// A move is played from the book if at least this many games came through the position behind
    /// it.
    pub games: u32,
    /// The book is used for this many plies from the start of a game; 0 for all.
    pub plies: u32,
    /// A move is chosen at random among those whose expected share of points is at most this many
    /// hundredths below the best; 0 for the best alone.
    pub variety: u32,
}

impl Default for BookUse {
    fn default() -> Self {
        Self { games: 20, plies: 0, variety: 0 }
    }
}

/// What a book says about a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Decision {
    /// The move to play, and what is known about it.
    Play(MoveBits, Tally),
    /// No move is certain enough; these are the most promising, best first. There may be none.
    Order(Vec<MoveBits>),
}

/// Chooses a move, given the legal moves with what is known about the positions after them.
///
/// Among the moves with enough games it picks the one with the greatest lower bound on its share of
/// points, unless another move promises more, however few its games. The value expected of an
/// untried move is the average of the others, but at most half a point.
#[must_use]
pub fn decide(
    known: &[(MoveBits, Tally)],
    odds: Odds,
    how: BookUse,
    rng: &mut SplitMix64,
) -> Decision {
    // A side that is worse off is unlikely to find in an untried move what all others lack.
    let (points, games) = known.iter().fold((0.0, 0), |(points, games), (_, tally)| {
        (points + tally.points(), games + tally.games())
    });
    let usual = f64::min(0.5, (points + 1.0) / (games as f64 + 2.0));
    let expected = |tally: &Tally| tally.weight(odds, usual);
    let is_enough = |tally: &Tally| tally.games() >= u64::from(how.games.max(1));
    let by_weight =
        |a: &Tally, b: &Tally| expected(a).partial_cmp(&expected(b)).unwrap_or(Ordering::Equal);
    let mut enough = known.to_vec();
    enough.retain(|(_, tally)| is_enough(tally));
    if how.variety > 0 {
        let best = enough.iter().map(|(_, tally)| expected(tally)).fold(0.0, f64::max);
        let least = best - f64::from(how.variety) / 100.0;
        enough.retain(|(_, tally)| expected(tally) >= least);
        let weights: Vec<f64> = enough.iter().map(|(_, tally)| expected(tally)).gather();
        if let Some((m, tally)) = draw(&weights, rng).and_then(|at| enough.get(at)) {
            return Decision::Play(*m, *tally);
        }
    } else if let Some((m, tally)) =
        enough.iter().max_by(|(_, a), (_, b)| a.bounds()[0].total_cmp(&b.bounds()[0]))
        && known.iter().all(|(other, its)| other == m || expected(its) <= expected(tally))
    {
        return Decision::Play(*m, *tally);
    }
    let mut promising: Vec<&(MoveBits, Tally)> =
        known.iter().filter(|(_, tally)| tally.games() > 1 && expected(tally) > usual).gather();
    sort::by(&mut promising, |(_, a), (_, b)| by_weight(b, a));
    Decision::Order(promising.into_iter().map(|(m, _)| *m).gather())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ODDS: Odds = Odds { even: 100.0, spread: 100.0 };

    fn tally(wins: u32, losses: u32) -> Tally {
        Tally { wins, losses, ..Tally::default() }
    }

    /// Moves that are called by letters.
    fn named(known: &[(char, Tally)]) -> Vec<(MoveBits, Tally)> {
        known.iter().map(|(m, tally)| (bits(*m), *tally)).collect()
    }

    fn bits(letter: char) -> MoveBits {
        MoveBits::from_u16(letter as u16).unwrap()
    }

    fn play((m, tally): (char, Tally)) -> Decision {
        Decision::Play(bits(m), tally)
    }

    fn order(letters: &str) -> Decision {
        Decision::Order(letters.chars().map(bits).collect())
    }

    fn decided(known: &[(char, Tally)], how: BookUse) -> Decision {
        decide(&named(known), ODDS, how, &mut SplitMix64::new(1))
    }

    #[test]
    fn what_is_sure_is_played() {
        let how = BookUse::default();
        let sure = ('b', tally(80, 20));
        let known = [('a', tally(0, 0)), sure, ('c', tally(10, 9))];
        assert_eq!(decided(&known, how), play(sure));
        // Too few games.
        let few = BookUse { games: 101, ..how };
        assert_eq!(decided(&known, few), order("bc"));
        // Another one promises more, but less is known about it.
        let new = [('a', tally(9, 0)), sure];
        assert_eq!(decided(&new, how), order("ab"));
        // Of two that promise about the same, the better known one is played.
        let better_known = ('a', tally(797, 203));
        let near = [better_known, ('b', tally(16, 4))];
        assert_eq!(decided(&near, how), play(better_known));
        // Nothing is known about the others, and it promises less.
        assert_eq!(decided(&[('a', tally(20, 30)), ('b', tally(0, 0))], how), order(""));
        // One side is ahead; this is the best that the other can do.
        let best = ('a', tally(20, 80));
        let worse = [best, ('b', tally(5, 60)), ('c', tally(0, 0))];
        assert_eq!(decided(&worse, how), play(best));
        assert_eq!(decided(&[], how), order(""));
        // The only known move, and it loses.
        assert_eq!(decided(&[('a', tally(0, 50)), ('b', tally(0, 0))], how), order(""));
    }

    #[test]
    fn variety_plays_what_is_near_the_best() {
        let known =
            [('a', tally(60, 40)), ('b', tally(58, 42)), ('c', tally(20, 80)), ('d', tally(9, 0))];
        let how = BookUse { variety: 5, ..BookUse::default() };
        let mut seen = std::collections::HashSet::new();
        for seed in 0..50 {
            match decide(&named(&known), ODDS, how, &mut SplitMix64::new(seed)) {
                Decision::Play(m, _) => _ = seen.insert(m),
                order => panic!("{order:?}"),
            }
        }
        assert_eq!(seen, ['a', 'b'].map(bits).into());
    }
}
