//! How strong the engine plays against a person.

use std::time::Duration;

use crate::search::Limits;

/// A level, from [`Level::LEAST`] to [`Level::GREATEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Level(usize);

/// How deep a level looks, in plies, and for how many milliseconds at most. The first plays at
/// random.
const LEVELS: [(Option<u32>, u64); 10] = [
    (Some(0), 0),
    (Some(1), 1000),
    (Some(2), 1000),
    (Some(3), 1000),
    (Some(4), 1000),
    (Some(6), 1000),
    (Some(8), 1000),
    (None, 1000),
    (None, 5000),
    (None, 20_000),
];

impl Level {
    pub(super) const LEAST: u8 = 1;
    pub(super) const GREATEST: u8 = LEVELS.len() as u8;
    pub(super) const DEFAULT: u8 = 5;

    /// Returns the level of a number.
    pub(super) fn new(number: u8) -> Option<Self> {
        (Self::LEAST..=Self::GREATEST).contains(&number).then(|| Self(number.into()))
    }

    /// Returns this level or, if that is higher, the default one.
    pub(super) fn at_least_default(self) -> Self {
        Self(self.0.max(Self::DEFAULT.into()))
    }

    /// Returns whether it plays at random.
    pub(super) const fn is_random(self) -> bool {
        self.0 == 1
    }

    /// Returns the limits of its searches.
    pub(super) fn limits(self) -> Limits {
        let (depth, ms) = LEVELS[self.0 - 1];
        let depth = depth.filter(|depth| *depth > 0);
        Limits { depth, move_time: Some(Duration::from_millis(ms.max(1))), ..Limits::default() }
    }

    /// Returns what it does, for people.
    pub(super) fn describe(self) -> String {
        let (depth, ms) = LEVELS[self.0 - 1];
        let what = match depth {
            Some(0) => "legal moves at random".to_owned(),
            Some(1) => "looks 1 ply ahead".to_owned(),
            Some(depth) => format!("looks {depth} plies ahead, for {} s at most", ms / 1000),
            None => format!("thinks for {} s", ms / 1000),
        };
        format!("level {}: {what}", self.0)
    }

    /// Returns every level.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (1..=LEVELS.len()).map(Self)
    }
}
