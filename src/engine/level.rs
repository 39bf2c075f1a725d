//! Playing strength against people: ten levels, in `play`, on the board, in matches and in the protocol.
//!
//! Below the greatest level the engine plays as [`Rung`] says: it visits few nodes, and it sees positions
//! through a [blur](crate::search::Blur). Both depend on nothing but the game, so that a level plays alike
//! on every machine. `weak.rs` says what no level does.

use std::time::Duration;

use crate::games::{About, Rung};
use crate::search::Limits;

/// A level, from [`Level::LEAST`] to [`Level::GREATEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// The number of the weakest level.
    pub const LEAST: u8 = 1;
    /// The number of the strongest level, which plays as well as the engine can.
    pub const GREATEST: u8 = Rung::COUNT as u8 + 1;
    /// The number of the default level.
    pub const DEFAULT: u8 = 5;
    /// The strongest level.
    pub const FULL: Self = Self(Self::GREATEST);
    /// How much stronger a level is than the one below it, about, in Elo; the greatest level is more.
    pub const STEP: f64 = 150.0;

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

    /// Returns how it plays a game; `None` if it plays as well as it can.
    #[must_use]
    pub fn rung(self, about: &About) -> Option<Rung> {
        about.ladder.get(usize::from(self.0 - 1)).copied()
    }

    /// Returns the limits of its searches: twenty seconds, which only the greatest level needs.
    #[must_use]
    pub fn limits(self) -> Limits {
        Limits { move_time: Some(Duration::from_secs(20)), ..Limits::default() }
    }

    /// Returns the limits of a hint, which is as good as a second allows, whatever the level.
    #[must_use]
    pub fn hint() -> Limits {
        Limits { move_time: Some(Duration::from_secs(1)), ..Limits::default() }
    }

    /// Returns what it is like, for people.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self.0 {
            1 => "moves almost at random",
            2 => "hardly beats somebody who has just read the rules",
            3 => "a match for somebody who has just read the rules",
            4 => "sees what is in front of it",
            5 => "looks ahead, and overlooks much",
            6 => "looks ahead, and overlooks some things",
            7 => "makes few mistakes that are easy to see",
            8 => "punishes mistakes",
            9 => "hard to beat",
            _ => "as well as it can, thinks for 20 s",
        }
    }

    /// Returns its number and what it is like, for people.
    #[must_use]
    pub fn describe(self) -> String {
        format!("level {}: {}", self.0, self.words())
    }

    /// Returns every level, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (Self::LEAST..=Self::GREATEST).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{GameList, Standard};

    /// The table in protocol.md tells the nodes and the blur of each level in each game.
    #[test]
    fn the_table_tells_what_levels_do() {
        let text = include_str!("../../protocol.md");
        let head = format!(
            "| level | {} |\n",
            Standard::ALL.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(" | ")
        );
        let (_, table) = text.split_once(&head).expect("there is a table of levels");
        for level in Level::all().take(Rung::COUNT) {
            let begins = format!("| {} | ", level.number());
            let row =
                table.lines().find_map(|line| line.strip_prefix(&begins)).expect("it has a row");
            let row = row.trim_end_matches(" |");
            for (kind, cell) in Standard::ALL.iter().zip(row.split(" | ")) {
                let rung = level.rung(kind.about()).expect("it is below the greatest");
                let told = format!("{}, {:.2}", rung.nodes, f64::from(rung.blur) / 100.0);
                assert_eq!(cell.split(": ").next(), Some(told.as_str()), "{kind}: {begins}");
            }
        }
    }
}
