//! The sides, by any name that people have for them.

use crate::engine::Session;
use crate::kernel::{PerPlayer, Player};

/// Returns whom a person plays, by what was typed: a player, `both` or `none`.
pub(super) fn people(who: &str, session: &dyn Session) -> Option<PerPlayer<bool>> {
    match who.trim().to_ascii_lowercase().as_str() {
        "both" => Some(PerPlayer::new(true, true)),
        "none" => Some(PerPlayer::new(false, false)),
        who => player(who, session).map(|it| PerPlayer(Player::both(|other| other == it))),
    }
}

/// Returns the player whom a text in small letters names: by the letter, the name or the colour, or as
/// the one who moves first or second.
fn player(who: &str, session: &dyn Session) -> Option<Player> {
    let looks = session.describe().looks;
    let letters = session.players();
    Player::ALL.into_iter().find(|player| {
        let at = player.index();
        let ordinals = [["first", "1st", "1", "one"], ["second", "2nd", "2", "two"]][at];
        let names = [letters[at], looks[at].name, looks[at].colour];
        let is_it = |name: &str| !name.is_empty() && name.eq_ignore_ascii_case(who);
        names.into_iter().chain(ordinals).any(is_it)
    })
}

/// Says whom a person may play: `a side is first (B, black), second (W, white), both or none`.
pub(super) fn wanted(session: &dyn Session) -> String {
    let looks = session.describe().looks;
    let [first, second] = Player::both(|player| {
        let (letter, colour) = (session.players()[player.index()], looks[player.index()].colour);
        if colour.is_empty() { letter.to_owned() } else { format!("{letter}, {colour}") }
    });
    format!("a side is first ({first}), second ({second}), both or none")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;

    #[test]
    fn every_usual_name_is_known() {
        let engine = Engine::new();
        for (game, first, second) in [
            ("morris", &["B", "black", "first", "1"][..], &["w", "White", "second", "2"][..]),
            ("coerceo", &["W", "white", "1st"], &["b", "black", "2nd"]),
            ("dominions", &["white", "FIRST"], &["black", "2"]),
            ("hexceed", &["1", "player 1", "grey", "first"], &["2", "Player 2", "sand", "second"]),
            ("trimok", &["R", "red", "1"], &["B", "blue", "second"]),
        ] {
            let session = engine.game(game).unwrap();
            for (names, wanted) in [(first, [true, false]), (second, [false, true])] {
                for name in names {
                    let found = people(name, session).map(|people| people.0);
                    assert_eq!(found, Some(wanted), "{game}: {name}");
                }
            }
            assert_eq!(people("both", session).map(|it| it.0), Some([true, true]));
            assert_eq!(people("None", session).map(|it| it.0), Some([false, false]));
            for wrong in ["", "green", "3", "firs"] {
                assert_eq!(people(wrong, session), None, "{game}: {wrong:?}");
            }
        }
        assert_eq!(people("black", engine.game("trimok").unwrap()), None);
        let wanted = wanted(engine.game("trimok").unwrap());
        assert_eq!(wanted, "a side is first (R, red), second (B, blue), both or none");
    }
}
