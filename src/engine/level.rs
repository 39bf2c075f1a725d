//! Playing strength against people: the levels of `play` and of the board.

use std::time::Duration;

use crate::search::Limits;

/// A level, from [`Level::LEAST`] to [`Level::GREATEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// The depth of each level in plies, and its time limit in milliseconds. The first plays at random.
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
    /// The number of the weakest level, which plays legal moves at random.
    pub const LEAST: u8 = 1;
    /// The number of the strongest level.
    pub const GREATEST: u8 = LEVELS.len() as u8;
    /// The number of the default level.
    pub const DEFAULT: u8 = 5;

    /// Returns the level with a number; `None` if there is none.
    #[must_use]
    pub fn new(number: u8) -> Option<Self> {
        (Self::LEAST..=Self::GREATEST).contains(&number).then_some(Self(number))
    }

    /// Returns its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns this level or, if that is higher, the default one.
    #[must_use]
    pub fn at_least_default(self) -> Self {
        Self(self.0.max(Self::DEFAULT))
    }

    /// Returns whether it plays at random.
    #[must_use]
    pub const fn is_random(self) -> bool {
        self.0 == Self::LEAST
    }

    const fn row(self) -> (Option<u32>, u64) {
        LEVELS[self.0 as usize - 1]
    }

    /// Returns how many plies deep it looks; `None` for as deep as time permits.
    #[must_use]
    pub fn depth(self) -> Option<u32> {
        self.row().0.filter(|depth| *depth > 0)
    }

    /// Returns how long it thinks at most.
    #[must_use]
    pub fn time(self) -> Duration {
        Duration::from_millis(self.row().1.max(1))
    }

    /// Returns the limits of its searches.
    #[must_use]
    pub fn limits(self) -> Limits {
        Limits { depth: self.depth(), move_time: Some(self.time()), ..Limits::default() }
    }

    /// Returns what it does, for people: `looks 4 plies ahead, for 1 s at most`.
    #[must_use]
    pub fn words(self) -> String {
        let (depth, ms) = self.row();
        match depth {
            Some(0) => "legal moves at random".to_owned(),
            Some(1) => "looks 1 ply ahead".to_owned(),
            Some(depth) => format!("looks {depth} plies ahead, for {} s at most", ms / 1000),
            None => format!("thinks for {} s", ms / 1000),
        }
    }

    /// Returns its number and what it does, for people.
    #[must_use]
    pub fn describe(self) -> String {
        format!("level {}: {}", self.0, self.words())
    }

    /// Returns every level, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (Self::LEAST..=Self::GREATEST).map(Self)
    }
}
