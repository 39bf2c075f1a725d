//! Kinds of features of moves, one table of weights behind the other.

/// A kind of [features of moves](super::Order::features): a table of weights.
#[derive(Clone, Copy, Debug)]
pub struct FeatureKind {
    /// What the features say, for people.
    pub name: &'static str,
    /// The number of its first feature.
    pub first: usize,
    /// How many features it has.
    pub count: usize,
}

impl FeatureKind {
    /// Returns the first kind of a game.
    #[must_use]
    pub const fn new(name: &'static str, count: usize) -> Self {
        Self { name, first: 0, count }
    }

    /// Returns the kind that follows.
    #[must_use]
    pub const fn then(self, name: &'static str, count: usize) -> Self {
        Self { name, first: self.end(), count }
    }

    /// Returns the number of features up to the end of this kind.
    #[must_use]
    pub const fn end(self) -> usize {
        self.first + self.count
    }

    /// Returns the names and numbers of features of all kinds, stage after stage of a game: `N` is the
    /// number of kinds times that of stages.
    #[must_use]
    pub const fn of_stages<const N: usize>(kinds: &[Self]) -> [(&'static str, usize); N] {
        let mut features = [("", 0); N];
        let mut at = 0;
        while at < N {
            let Self { name, count, .. } = kinds[at % kinds.len()];
            features[at] = (name, count);
            at += 1;
        }
        features
    }
}

/// Returns how many of the bounds a number reaches.
#[inline]
#[must_use]
pub fn class(number: i32, bounds: &[i32]) -> usize {
    bounds.iter().map(|bound| usize::from(number >= *bound)).sum()
}

/// Plays random games and checks that the score of each move is the sum of the weights of its features,
/// and that more than half of the features come up.
#[cfg(test)]
pub fn check_sums<P: super::Order>(
    start: impl Fn() -> P,
    weight: impl Fn(usize) -> i32,
    games: u32,
) {
    let mut rng = super::SplitMix64::new(11);
    let mut seen = vec![false; P::FEATURES.iter().map(|(_, count)| count).sum()];
    for _ in 0..games {
        let mut at = start();
        let mut moves = Vec::new();
        for _ in 0..1000 {
            moves.clear();
            at.legal_moves(&mut moves);
            if at.outcome().is_some() || moves.is_empty() {
                break;
            }
            let mut sums = Vec::new();
            for m in &moves {
                let mut sum = 0;
                at.features(*m, &mut |number| {
                    seen[number] = true;
                    sum += weight(number);
                });
                assert_eq!(at.move_score(*m), sum, "{m:?} in {at:?}");
                sums.push(sum);
            }
            let mut rated = Vec::new();
            at.rate_moves(&moves, |m, rating| {
                assert_eq!(rating.is_noisy, at.is_noisy(m), "{m:?} in {at:?}");
                rated.push(rating.score);
            });
            assert_eq!(rated, sums, "{at:?}");
            at.make(moves[rng.below(moves.len())]);
        }
    }
    let used = seen.iter().filter(|seen| **seen).count();
    assert!(2 * used > seen.len(), "{used} of {} features", seen.len());
}
