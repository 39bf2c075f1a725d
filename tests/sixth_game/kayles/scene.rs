//! What the game looks like, as data.

use quincunx::games::Describe;
use quincunx::games::scene::{BOARD, CHOICE, Face, Kind, Piece, PlayerLook, Prompt, Status, Thing};
use quincunx::kernel::Player;
use quincunx::notation::Notation;

use super::moves::Throw;
use super::position::{Kayles, PINS};

/// The choice to knock down one pin where two could fall.
const ALONE: &str = "alone";

impl Describe for Kayles {
    const FACE: Face = Face {
        line: "Who knocks down the last pin wins.",
        players: [
            Some(PlayerLook { name: "Ann", colour: "red" }),
            Some(PlayerLook { name: "Ben", colour: "blue" }),
        ],
        sample: Some("pins[1,2,4,5,6,9,11,12]turn[A]"),
        either: &[],
        optional: &[],
    };

    fn things() -> Vec<Thing> {
        let pin = |pin| Thing::new(BOARD, pin).at(f64::from(pin), 0.0);
        let alone = Thing::new(CHOICE, ALONE).named("only this");
        (1..=PINS).map(pin).chain([alone]).collect()
    }

    fn kinds() -> Vec<Kind> {
        vec![Kind::new("pin", "pin")]
    }

    fn pieces(&self) -> Vec<Piece> {
        let standing = (0..PINS).filter(|pin| self.pins >> pin & 1 != 0);
        standing.map(|pin| Piece::new(pin + 1, "pin")).collect()
    }

    /// A pin, and then the next one, or a word if that stands and is not to fall.
    fn path(&self, m: Throw) -> Vec<String> {
        let pin = (m.pin + 1).to_string();
        let next = self.pins >> (m.pin + 1) & 1 != 0;
        match (m.both, next) {
            (true, _) => vec![pin, (m.pin + 2).to_string()],
            (false, true) => vec![pin, ALONE.to_owned()],
            (false, false) => vec![pin],
        }
    }

    fn attempt(&self, things: &[&str]) -> Option<String> {
        let body = match things {
            [pin] | [pin, ALONE] => (*pin).to_owned(),
            [first, second] => format!("{first}-{second}"),
            _ => return None,
        };
        Some(format!("{}[{body}]", Self::letter(self.to_move)))
    }

    fn status(&self, _player: Player) -> Status {
        Status { text: format!("{} pins", self.pins.count_ones()), ..Status::default() }
    }

    fn phases() -> Vec<Vec<Prompt>> {
        let prompts = [
            Prompt::new("", "Choose a pin"),
            Prompt::new("board>choice", "{1}, and the next one?"),
        ];
        vec![prompts.into()]
    }
}
