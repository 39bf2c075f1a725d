//! The line that announces an option.

use std::fmt;

use crate::kernel::{Gather, OptionKind, OptionSpec};

/// `option name NAME type TYPE ...`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionLine<'a> {
    /// Its name, which may hold blanks.
    pub name: &'a str,
    /// What it can be.
    pub kind: OptionType<'a>,
}

/// What an option can be, and what it is at first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionType<'a> {
    /// On or off.
    Check {
        /// The default.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The default.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// One of a few texts.
    Combo {
        /// The default.
        default: &'a str,
        /// The texts.
        choices: Vec<&'a str>,
    },
    /// An action, with no value.
    Button,
    /// Any text, as for every type that is not known.
    Text {
        /// The default.
        default: &'a str,
    },
}

/// How an empty text is written.
const EMPTY: &str = "<empty>";

impl<'a> OptionLine<'a> {
    /// Reads a line; `None` if it is another one. A default or a bound that is missing or cannot be
    /// read is the widest that makes sense.
    #[must_use]
    pub fn parse(line: &'a str) -> Option<Self> {
        let (name, rest) = line.trim().strip_prefix("option name ")?.split_once(" type ")?;
        let rest = rest.trim_start();
        let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let fields = fields(rest);
        let field = |key| fields.iter().find(|(name, _)| *name == key).map(|(_, value)| *value);
        let number = |key| field(key).and_then(|text| text.parse().ok());
        let kind = match kind {
            "check" => OptionType::Check { default: field("default") == Some("true") },
            "spin" => OptionType::Spin {
                default: number("default").unwrap_or(0),
                min: number("min").unwrap_or(i64::MIN),
                max: number("max").unwrap_or(i64::MAX),
            },
            "combo" => OptionType::Combo {
                default: field("default").unwrap_or(""),
                choices: fields.iter().filter(|f| f.0 == "var").map(|(_, choice)| *choice).gather(),
            },
            "button" => OptionType::Button,
            _ => {
                let default = rest.trim().strip_prefix("default").unwrap_or("").trim();
                OptionType::Text { default: if default == EMPTY { "" } else { default } }
            }
        };
        Some(Self { name: name.trim(), kind })
    }
}

/// Cuts `KEY VALUE...` into keys and values, which may hold blanks.
fn fields(text: &str) -> Vec<(&str, &str)> {
    let mut fields: Vec<(&str, &str)> = Vec::new();
    let (mut at, mut begins) = (0, 0);
    for word in text.split(' ') {
        let end = at + word.len();
        if ["default", "min", "max", "var"].contains(&word) {
            fields.push((word, ""));
            begins = end;
        } else if let Some((_, value)) = fields.last_mut() {
            *value = text[begins..end].trim();
        }
        at = end + 1;
    }
    fields
}

impl<'a> From<&OptionSpec> for OptionLine<'a> {
    fn from(spec: &OptionSpec) -> Self {
        let kind = match spec.kind {
            OptionKind::Check { default } => OptionType::Check { default },
            OptionKind::Spin { default, min, max } => OptionType::Spin { default, min, max },
            OptionKind::Combo { default, choices } => {
                OptionType::Combo { default: choices[default], choices: choices.to_vec() }
            }
            OptionKind::Button => OptionType::Button,
            OptionKind::Text { default } => OptionType::Text { default },
        };
        Self { name: spec.name, kind }
    }
}

impl fmt::Display for OptionLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            OptionType::Check { default } => write!(f, "check default {default}"),
            OptionType::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionType::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            OptionType::Button => f.write_str("button"),
            OptionType::Text { default: "" } => write!(f, "string default {EMPTY}"),
            OptionType::Text { default } => write!(f, "string default {default}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn options_are_read_as_announced() {
        let line = "option name UCI_Variant type combo default coerceo var coerceo var morris";
        let choices = vec!["coerceo", "morris"];
        let kind = OptionType::Combo { default: "coerceo", choices };
        assert_eq!(OptionLine::parse(line), Some(OptionLine { name: "UCI_Variant", kind }));
        let kind = |line| OptionLine::parse(line).unwrap().kind;
        assert_eq!(kind("option name Clear Hash type button"), OptionType::Button);
        // What other engines announce.
        assert_eq!(
            kind("option name Style type combo var Very Solid var Normal default Normal "),
            OptionType::Combo { default: "Normal", choices: vec!["Very Solid", "Normal"] }
        );
        assert_eq!(
            kind("option name Contempt type spin default x min -5"),
            OptionType::Spin { default: 0, min: -5, max: i64::MAX }
        );
        assert_eq!(kind("option name Book type file default"), OptionType::Text { default: "" });
        assert_eq!(OptionLine::parse("id name x"), None);
        assert_eq!(OptionLine::parse("option name x"), None);
    }

    fn words() -> impl Strategy<Value = String> {
        "[A-Z][a-z]{0,3}( [A-Z][a-z]{0,3}){0,2}"
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            name in words(),
            (which, default, numbers) in (0..5, any::<bool>(), any::<[i64; 3]>()),
            (text, choices) in (words(), prop::collection::vec(words(), 0..4)),
        ) {
            let [number, min, max] = numbers;
            let kind = match which {
                0 => OptionType::Check { default },
                1 => OptionType::Spin { default: number, min, max },
                2 => OptionType::Combo {
                    default: &text,
                    choices: choices.iter().map(String::as_str).collect(),
                },
                3 => OptionType::Button,
                _ => OptionType::Text { default: if default { &text } else { "" } },
            };
            let written = OptionLine { name: &name, kind };
            let line = written.to_string();
            prop_assert_eq!(OptionLine::parse(&line), Some(written));
        }

        #[test]
        fn any_text_is_read_or_is_another_line(
            text in "(option name )?\\PC{0,9}( type )?((spin|combo|var|default|x|é)[ \t]{0,2}){0,9}",
        ) {
            let _ = OptionLine::parse(&text);
        }
    }
}
