//! Text: `pins[1,2,5]turn[A]`, `A[5]`, `A[1-2]`.

use quincunx::kernel::{Action, MoveError, Outcome, ParseError, PositionError};
use quincunx::notation::{Drawing, Notation, Paint, Sections, Text, Wrapped, list};

use super::moves::Throw;
use super::position::{Kayles, PINS};
use super::rules::Rules;

/// Returns the numbers of the pins among `pins`.
fn numbers(pins: u16) -> impl Iterator<Item = u16> {
    (0..PINS).filter(move |pin| pins >> pin & 1 != 0).map(|pin| pin + 1)
}

/// Reads the number of a pin and returns its place, from 0.
fn pin(text: Text) -> Result<u16, ParseError> {
    let number = text.number(PINS.into()).filter(|number| *number > 0);
    let place = number.map(|number| number as u16 - 1);
    place.ok_or_else(|| text.expected(format!("a pin from 1 to {PINS}")))
}

impl Notation for Kayles {
    const PLAYERS: [&'static str; 2] = ["A", "B"];

    fn read_position(text: &str, rules: &Rules) -> Result<Self, PositionError> {
        let sections = Sections::read(text, &["pins"])?;
        let mut pins = 0;
        for item in &sections.require("pins")?.items {
            let bit = 1 << pin(*item)?;
            if pins & bit != 0 {
                return Err(item.bad("pin given twice").into());
            }
            pins |= bit;
        }
        Ok(Self { pins, to_move: sections.turn(Self::PLAYERS)?, rules: *rules })
    }

    fn write_position(&self) -> String {
        list("pins", numbers(self.pins)) + &list("turn", [Self::letter(self.to_move)])
    }

    fn read_move(&self, text: &str) -> Result<Action<Throw>, MoveError> {
        let wrapped = Wrapped::read(text)?;
        wrapped.check_turn(Self::PLAYERS, self.to_move)?;
        let throw = match wrapped.body.split_once('-') {
            None => Throw { pin: pin(wrapped.body)?, both: false },
            Some((first, second)) => {
                let throw = Throw { pin: pin(first)?, both: true };
                if pin(second)? != throw.pin + 1 {
                    return Err(second.expected("the next pin").into());
                }
                throw
            }
        };
        quincunx::kernel::Position::check(self, throw)?;
        Ok(Action::Move(throw))
    }

    fn write_move(&self, m: Throw) -> String {
        let numbers: Vec<String> = numbers(m.falls()).map(|number| number.to_string()).collect();
        format!("{}[{}]", Self::letter(self.to_move), numbers.join("-"))
    }

    fn draw(&self, _before: Option<&Self>, _outcome: Option<Outcome>) -> Drawing {
        let row = (0..PINS).map(|pin| if self.pins >> pin & 1 != 0 { '|' } else { '.' });
        let mut drawing = Drawing::new();
        drawing.add(&[(&row.collect::<String>(), Paint::Plain)]);
        drawing
    }
}
