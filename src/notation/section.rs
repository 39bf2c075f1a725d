//! Positions: sequences of sections.

use std::fmt::{Display, Write};

use nom::bytes::complete::{take_till, take_while1};
use nom::character::complete::char;
use nom::combinator::cut;
use nom::multi::separated_list1;
use nom::sequence::terminated;
use nom::{Err, IResult, Parser};

use super::text::Text;
use crate::kernel::{Gather, ParseError, Player, PositionError};

/// `KEY[item,item,...]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section<'a> {
    /// The key.
    pub key: Text<'a>,
    /// The items between the brackets. `KEY[]` has none; an item may be empty.
    pub items: Vec<Text<'a>>,
    /// Everything between the brackets.
    pub body: Text<'a>,
}

impl Section<'_> {
    /// Reads the section as `N` numbers of at most `max`.
    ///
    /// # Errors
    ///
    /// Says how many numbers were expected.
    pub fn numbers<const N: usize>(&self, max: u32) -> Result<[u32; N], ParseError> {
        let wrong = |text: Text| {
            let what = if N == 1 { "a number".to_owned() } else { format!("{N} numbers") };
            text.expected(format!("{what} from 0 to {max}"))
        };
        if self.items.len() != N {
            return Err(wrong(self.body));
        }
        let mut numbers = [0; N];
        for (number, item) in numbers.iter_mut().zip(&self.items) {
            *number = item.number(max).ok_or_else(|| wrong(*item))?;
        }
        Ok(numbers)
    }
}

/// The sections of a position, each key at most once and `turn` last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sections<'a> {
    sections: Vec<Section<'a>>,
    end: Text<'a>,
}

impl<'a> Sections<'a> {
    /// Reads the sections of a position. Only the keys in `known` and `turn` may occur.
    ///
    /// # Errors
    ///
    /// Refuses text that is not a sequence of sections, unknown and repeated keys, and anything
    /// after `turn`.
    pub fn read(text: &'a str, known: &[&str]) -> Result<Self, PositionError> {
        let sections = parse(text)?;
        for (i, section) in sections.iter().enumerate() {
            let key = section.key;
            if key.text != "turn" && !known.contains(&key.text) {
                return Err(key.bad("unknown section").into());
            }
            if sections[..i].iter().any(|earlier| earlier.key.text == key.text) {
                return Err(key.bad("section given twice").into());
            }
            if i > 0 && sections[i - 1].key.text == "turn" {
                return Err(key.bad("nothing may follow turn").into());
            }
        }
        let end = Text::part_of(text, &text[text.len()..]);
        Ok(Self { sections, end })
    }

    /// Returns the section of that key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Section<'a>> {
        self.sections.iter().find(|section| section.key.text == key)
    }

    /// Returns the items of the section of that key; none if it is missing.
    #[must_use]
    pub fn items(&self, key: &str) -> &[Text<'a>] {
        self.get(key).map_or(&[], |section| &section.items)
    }

    /// Returns the section of that key.
    ///
    /// # Errors
    ///
    /// Says that the section is missing.
    pub fn require(&self, key: &str) -> Result<&Section<'a>, PositionError> {
        self.get(key).ok_or_else(|| self.end.bad(format!("section {key} is missing")).into())
    }

    /// Reads the section `turn`: whose turn it is, by the letters of the two players.
    ///
    /// # Errors
    ///
    /// Says that the section is missing, or that its item is not one of the letters.
    pub fn turn(&self, letters: [&str; 2]) -> Result<Player, PositionError> {
        let body = self.require("turn")?.body;
        Player::ALL
            .into_iter()
            .find(|player| letters[player.index()] == body.text)
            .ok_or_else(|| body.expected(format!("{} or {}", letters[0], letters[1])).into())
    }

    /// Returns the place after the last section, where a missing section would have to stand.
    #[must_use]
    pub const fn end(&self) -> Text<'a> {
        self.end
    }
}

/// Writes a section: its key and its items in brackets.
#[must_use]
pub fn list<T: Display>(key: &str, items: impl IntoIterator<Item = T>) -> String {
    let mut text = format!("{key}[");
    let mut comma = "";
    for item in items {
        add(&mut text, comma, &item);
        comma = ",";
    }
    text + "]"
}

fn add(text: &mut String, comma: &str, item: &dyn Display) {
    // Writing to a String cannot fail.
    let _ = write!(text, "{comma}{item}");
}

/// Characters that an item cannot contain, because the grammar uses them.
fn is_special(c: char) -> bool {
    matches!(c, '[' | ']' | ',') || c.is_whitespace()
}

fn items(input: &str) -> IResult<&str, Vec<&str>> {
    if input.starts_with(']') {
        return Ok((input, Vec::new()));
    }
    separated_list1(char(','), take_till(is_special)).parse(input)
}

fn section(input: &str) -> IResult<&str, (&str, Vec<&str>)> {
    let (rest, key) =
        terminated(take_while1(|c: char| c.is_ascii_alphabetic()), char('[')).parse(input)?;
    let (rest, items) = cut(items).parse(rest)?;
    let (rest, _) = cut(char(']')).parse(rest)?;
    Ok((rest, (key, items)))
}

fn parse(text: &str) -> Result<Vec<Section<'_>>, ParseError> {
    let mut sections = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (behind, (key, items)) = section(rest).map_err(|error| match error {
            // After an opening bracket, where `cut` makes the error final and its position exact.
            Err::Failure(inner) => Text::part_of(text, inner.input).expected("\",\" or \"]\""),
            _ => Text::part_of(text, rest).expected("a section such as turn[...]"),
        })?;
        let body = &rest[key.len() + 1..rest.len() - behind.len() - 1];
        sections.push(Section {
            key: Text::part_of(text, key),
            items: items.into_iter().map(|item| Text::part_of(text, item)).gather(),
            body: Text::part_of(text, body),
        });
        rest = behind;
    }
    Ok(sections)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        Sections::read(text, &["B", "W"]).unwrap_err().to_string()
    }

    #[test]
    fn sections_keep_items_and_columns() {
        let sections = Sections::read("B[a7,d7]W[]turn[B]", &["B", "W"]).unwrap();
        assert_eq!(sections.items("B")[1], Text { text: "d7", column: 6 });
        assert!(sections.items("W").is_empty());
        assert_eq!(sections.require("B").unwrap().body.text, "a7,d7");
        assert_eq!(sections.turn(["B", "W"]), Ok(Player::First));
        assert_eq!(sections.items("missing"), []);
    }

    #[test]
    fn an_empty_item_is_an_item() {
        let sections = Sections::read("B[a7,]turn[B]", &["B"]).unwrap();
        assert_eq!(sections.items("B")[1], Text { text: "", column: 6 });
    }

    #[test]
    fn refusals_name_the_place() {
        assert_eq!(refusal("B[]X[]"), "unknown section: \"X\" at column 4");
        assert_eq!(refusal("B[]B[]"), "section given twice: \"B\" at column 4");
        assert_eq!(refusal("turn[B]B[]"), "nothing may follow turn: \"B\" at column 8");
        assert_eq!(refusal("B[a7"), "expected \",\" or \"]\", found nothing at column 5");
        assert_eq!(refusal("B[a7W[d7]"), "expected \",\" or \"]\", found \"[d7]\" at column 6");
        assert_eq!(
            refusal("B[] W[]"),
            "expected a section such as turn[...], found \" W[]\" at column 4"
        );
        assert_eq!(
            refusal("B[]turn[B]x"),
            "expected a section such as turn[...], found \"x\" at column 11"
        );
    }

    #[test]
    fn missing_sections_are_missed_at_the_end() {
        let sections = Sections::read("B[a7]", &["B"]).unwrap();
        assert_eq!(
            sections.turn(["B", "W"]).unwrap_err().to_string(),
            "section turn is missing at column 6"
        );
    }
}
