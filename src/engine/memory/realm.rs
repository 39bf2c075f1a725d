//! Which positions may be compared, and how their boards are kept.

use crate::games::Game;
use crate::kernel::{Gather, Packed};
use crate::store::Name;

/// The name of databases of remembered positions.
pub(super) const KIND: &str = "memory";

/// The most words of a packed board.
pub(super) const WORDS: usize = 3;

/// A packed board of at most three words, padded with zeros.
pub(super) type Board = [u64; WORDS];

/// Returns a packed board as it is kept.
pub(super) fn board<K: Packed>(packed: &K) -> Board {
    const { assert!(K::WORDS <= WORDS, "boards of at most three words are kept") };
    let mut board = [0; WORDS];
    for (word, value) in board.iter_mut().zip(packed.words()) {
        *word = *value;
    }
    board
}

/// Which positions may be compared: those of one game under the same rules.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Realm {
    /// Their database in a store.
    pub(super) name: Name,
    /// The words of a packed board.
    pub(super) words: usize,
}

impl Realm {
    /// Returns the realm of a game under those rules.
    pub(super) fn of<P: Game>(rules: &P::Rules) -> Self {
        Self { name: Name::of::<P>(KIND, rules), words: P::Packed::WORDS }
    }

    /// Returns the key of a board in a store: the words, the high byte of each first.
    pub(super) fn key(&self, board: &Board) -> Vec<u8> {
        board[..self.words.min(WORDS)].iter().map(|word| word.to_be_bytes()).gather().concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::trimok::Trimok;
    use crate::kernel::{OptionValue, Position, Rules};

    #[test]
    fn realms_name_every_choice_of_the_rules() {
        let mut rules = <Trimok as Position>::Rules::default();
        rules.set(0, &OptionValue::Combo(3));
        let realm = Realm::of::<Trimok>(&rules);
        let Realm { name, words } = &realm;
        assert_eq!((name.kind.as_str(), name.game.as_str(), *words), ("memory", "trimok", 2));
        assert_eq!(name.rules, "Trimok Change=any;Trimok Quiet=100;Trimok Repeat=3");
        assert_eq!(realm.key(&[1, 2, 3]), [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2]);
    }
}
