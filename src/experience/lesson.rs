//! What is learned from one game.

use std::collections::BTreeMap;

use super::feature::features;
use super::tally::{Tally, key};
use crate::games::AnyRecord;
use crate::kernel::{Player, Score};

/// What is learned from a finished game about the positions after its moves and the moves'
/// features. Each position counts once, however often it occurred, and each feature once for each
/// player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lesson {
    positions: BTreeMap<Vec<u8>, Tally>,
    features: BTreeMap<Vec<u8>, Tally>,
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
        let mut positions = BTreeMap::new();
        // By feature and player.
        let mut shown = BTreeMap::new();
        for ply in 1..=record.plies().min(plies) {
            let (before, position) = (record.position(ply - 1), record.position(ply));
            let mover = before.mover();
            let mut tally = Tally::default();
            tally.count(winner, mover);
            for feature in features(before, record.played(ply - 1), position) {
                shown.entry([&feature[..], &[mover.index() as u8]].concat()).or_insert(tally);
            }
            let found = searched.iter().rfind(|(searched, _, _)| *searched == ply);
            tally.searched = found.filter(|(_, _, depth)| *depth > 0).map(|(_, score, depth)| {
                (if position.mover() == mover { *score } else { -*score }, *depth)
            });
            positions.entry(key(position)).or_insert(tally);
        }
        let mut features: BTreeMap<Vec<u8>, Tally> = BTreeMap::new();
        for (feature, tally) in shown {
            let sum = features.entry(feature[..feature.len() - 1].to_vec()).or_default();
            *sum = sum.merged(&tally);
        }
        Self { positions, features }
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
