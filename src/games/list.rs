//! Lists of games: what is generic over all of them.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use super::Game;
use super::about::About;
use super::any::{AnyGame, Of};
use super::solved::AnySolved;
use crate::kernel::Gather;

/// A game as a value: the facts about it. Games of the same name are equal.
#[derive(Clone, Copy)]
pub struct GameKind {
    about: &'static About,
    game: &'static dyn AnyGame,
    solved: Option<&'static dyn AnySolved>,
}

impl GameKind {
    /// Returns the game with those positions.
    #[must_use]
    pub const fn of<P: Game>() -> Self {
        Self { about: P::ABOUT, game: &Of::<P>(PhantomData), solved: P::SOLVED }
    }

    /// Returns the facts about the game.
    #[must_use]
    pub const fn about(self) -> &'static About {
        self.about
    }

    /// Returns the game itself.
    #[must_use]
    pub const fn game(self) -> &'static dyn AnyGame {
        self.game
    }

    /// Returns its tables of solved positions; `None` if it has none.
    #[must_use]
    pub const fn solved(self) -> Option<&'static dyn AnySolved> {
        self.solved
    }

    /// Returns the name, one lower-case word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.about.name
    }

    /// Returns the unit of scores, in the plural: one of these is a score of 100 hundredths.
    #[must_use]
    pub const fn units(self) -> &'static str {
        self.about.units
    }
}

impl PartialEq for GameKind {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for GameKind {}

impl Hash for GameKind {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl fmt::Debug for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Returns the names of games as people write them: `Chess, Draughts and Go`.
#[must_use]
pub fn titles(games: &[GameKind]) -> String {
    let titles: Vec<&str> = games.iter().map(|kind| kind.about().title).gather();
    match titles.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => titles.concat(),
    }
}

/// An operation on the type of a game that is only known by value.
pub trait Visitor {
    /// The result of the operation.
    type Output;

    /// Runs the operation on the game.
    fn visit<P: Game>(self) -> Self::Output;
}

/// A list of games, made by [`games!`](crate::games!).
pub trait GameList: 'static {
    /// The games, in the order in which they are listed. There is at least one.
    const ALL: &'static [GameKind];

    /// The names of [`ALL`](Self::ALL), in the same order.
    const NAMES: &'static [&'static str];

    /// Runs a visitor on a game; `None` if it is not in the list.
    fn with<V: Visitor>(kind: GameKind, visitor: V) -> Option<V::Output>;

    /// Returns the game of that name; case does not matter.
    #[must_use]
    fn find(name: &str) -> Option<GameKind> {
        Self::ALL.iter().copied().find(|kind| kind.name().eq_ignore_ascii_case(name))
    }
}

/// Makes a list of games: `games! { pub struct House: chess::Chess, draughts::Draughts }`.
#[macro_export]
macro_rules! games {
    ($(#[$meta:meta])* $visibility:vis struct $list:ident: $($game:path),+ $(,)?) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug)]
        $visibility struct $list;

        impl $crate::games::GameList for $list {
            const ALL: &'static [$crate::games::GameKind] =
                &[$($crate::games::GameKind::of::<$game>()),+];

            const NAMES: &'static [&'static str] =
                &[$($crate::games::GameKind::of::<$game>().name()),+];

            fn with<V: $crate::games::Visitor>(
                kind: $crate::games::GameKind,
                visitor: V,
            ) -> Option<V::Output> {
                $(
                    if kind == $crate::games::GameKind::of::<$game>() {
                        return Some(visitor.visit::<$game>());
                    }
                )+
                None
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Standard;
    use crate::kernel::Ending;
    use std::collections::BTreeSet;

    crate::games! { struct One: crate::games::trimok::Trimok }

    /// Returns the name of a game, from its type.
    struct Name;

    impl Visitor for Name {
        type Output = &'static str;

        fn visit<P: Game>(self) -> Self::Output {
            P::NAME
        }
    }

    #[test]
    fn a_visitor_comes_to_the_game() {
        for (kind, name) in Standard::ALL.iter().zip(Standard::NAMES) {
            assert_eq!(Standard::with(*kind, Name), Some(*name));
            assert_eq!(Standard::find(&name.to_ascii_uppercase()), Some(*kind));
        }
        let names: BTreeSet<&str> = Standard::NAMES.iter().copied().collect();
        assert_eq!(names.len(), Standard::ALL.len(), "no name twice");
        assert_eq!(One::NAMES, ["trimok"]);
        let other = *Standard::ALL.iter().find(|kind| **kind != One::ALL[0]).unwrap();
        assert_eq!(One::with(other, Name), None);
        assert_eq!(One::find(other.name()), None);
    }

    #[test]
    fn what_is_told_is_sound() {
        for kind in Standard::ALL {
            let about = kind.about();
            let is_word =
                |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase());
            assert!(is_word(about.name) && is_word(about.units), "{kind}");
            let mut names: BTreeSet<&str> = Ending::SHARED.iter().map(|e| e.name()).collect();
            for ending in about.endings {
                let Ending::Own(own) = ending else { panic!("{kind}: {ending} is not its own") };
                assert!(is_word(own.name) && names.insert(own.name), "{kind}: {ending}");
                let rest = own.words.replace("{loser}", "").replace("{mover}", "");
                assert!(!rest.contains(['{', '}']), "{kind}: {}", own.words);
            }
            assert!(!about.bench.is_empty() && !about.benchmarks.moves.is_empty(), "{kind}");
            assert!(!about.samples.moves.is_empty(), "{kind}");
        }
    }
}
