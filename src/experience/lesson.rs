//! What is learned from one game.

use super::feature::features;
use super::tally::{Tally, key};
use crate::games::AnyRecord;
use crate::kernel::{Player, Score, sort};

/// What is learned from a finished game about the positions after its moves and the moves'
/// features. Each position counts once, however often it occurred, and each feature once for each
/// player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lesson {
    positions: Vec<(Vec<u8>, Tally)>,
    features: Vec<(Vec<u8>, Tally)>,
}

impl Lesson {
    /// Returns what is learned from the first `plies` moves of a game. For some of the positions,
    /// `searched` has the number of moves before it, and the score and depth of a search, from the
    /// view of the side to move there.
    #[must_use]
    pub fn of(
        record: &dyn AnyRecord,
        winner: Option<Player>,
        plies: usize,
        searched: &[(usize, Score, u8)],
    ) -> Self {
        let mut positions = Vec::new();
        // By player and feature.
        let mut shown = Vec::new();
        for ply in 1..=record.plies().min(plies) {
            let (before, position) = (record.position(ply - 1), record.position(ply));
            let mover = before.mover();
            let mut tally = Tally::default();
            tally.count(winner, mover);
            for feature in features(before, record.played(ply - 1), position) {
                shown.push(([&[mover.index() as u8], &feature[..]].concat(), tally));
            }
            let found = searched.iter().rfind(|(searched, _, _)| *searched == ply);
            tally.searched = found.filter(|(_, _, depth)| *depth > 0).map(|(_, score, depth)| {
                (if position.mover() == mover { *score } else { -*score }, *depth)
            });
            positions.push((key(position), tally));
        }
        let mut features = first_of_each(shown);
        features.iter_mut().for_each(|(feature, _)| _ = feature.remove(0));
        sort::by(&mut features, |(one, _), (other, _)| one.cmp(other));
        features.dedup_by(|(other, tally), (one, sum)| {
            let is_same = one == other;
            if is_same {
                *sum = sum.merged(tally);
            }
            is_same
        });
        Self { positions: first_of_each(positions), features }
    }

    /// Returns the keys of its positions, in order, with the game's contribution to their tallies.
    pub fn positions(&self) -> impl Iterator<Item = (&[u8], &Tally)> {
        self.positions.iter().map(|(key, tally)| (key.as_slice(), tally))
    }

    /// Returns the keys of the features of its moves, in order, with the game's contribution to
    /// their tallies.
    pub fn features(&self) -> impl Iterator<Item = (&[u8], &Tally)> {
        self.features.iter().map(|(key, tally)| (key.as_slice(), tally))
    }
}

/// Returns the first tally of each key, in the order of the keys.
fn first_of_each(mut tallies: Vec<(Vec<u8>, Tally)>) -> Vec<(Vec<u8>, Tally)> {
    sort::by(&mut tallies, |(one, _), (other, _)| one.cmp(other));
    tallies.dedup_by(|(other, _), (one, _)| one == other);
    tallies
}
