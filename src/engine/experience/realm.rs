//! Which positions may be compared: those of one game under the same rules.

use crate::games::Game;
use crate::kernel::{OptionKind, OptionValue, Packed, Rules};

/// A game and the rules that it is played under.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Realm {
    /// The name of the game.
    pub(super) game: String,
    /// Each choice of the rules as `name=value`, joined by `;`.
    pub(super) rules: String,
    /// The words of a packed board.
    pub(super) words: usize,
}

impl Realm {
    /// Returns the realm of a game under those rules.
    pub(super) fn of<P: Game>(rules: &P::Rules) -> Self {
        let choices = P::Rules::OPTIONS.iter().enumerate().map(|(at, option)| {
            let value = match (rules.get(at), option.kind) {
                (OptionValue::Combo(choice), OptionKind::Combo { choices, .. }) => {
                    choices.get(choice).map_or_else(|| choice.to_string(), |c| (*c).to_owned())
                }
                (OptionValue::Check(on), _) => on.to_string(),
                (OptionValue::Spin(number), _) => number.to_string(),
                (OptionValue::Combo(choice), _) => choice.to_string(),
                (OptionValue::Text(text), _) => text,
                (OptionValue::Button, _) => String::new(),
            };
            format!("{}={value}", option.name)
        });
        let rules = choices.collect::<Vec<_>>().join(";");
        Self { game: P::NAME.to_owned(), rules, words: P::Packed::WORDS }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::trimok::Trimok;
    use crate::kernel::Position;

    #[test]
    fn names_every_choice_of_the_rules() {
        let mut rules = <Trimok as Position>::Rules::default();
        rules.set(0, &OptionValue::Combo(3));
        let realm = Realm::of::<Trimok>(&rules);
        assert_eq!(realm.game, "trimok");
        assert_eq!(realm.rules, "Trimok Change=any;Trimok Quiet=100;Trimok Repeat=3");
        assert_eq!(realm.words, 2);
    }
}
