//! Settings by name: the rules of a game that a user may choose, and the options that an engine
//! announces.

use std::fmt::{self, Debug};
use std::str::FromStr;

use super::error::Quoted;

/// The kind of a setting, with its default and its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
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
    /// One of a few words.
    Combo {
        /// The index of the default in `choices`.
        default: usize,
        /// The words.
        choices: &'static [&'static str],
    },
    /// An action, with no value.
    Button,
    /// Any text.
    Text {
        /// The default.
        default: &'static str,
    },
}

/// A setting: its name and its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// The name as it is announced; case does not matter on input.
    pub name: &'static str,
    /// The kind, with default and range.
    pub kind: OptionKind,
    /// What it says to people who choose it in a form; the settings of the engine say nothing.
    pub words: Option<&'static OptionWords>,
}

/// A rule that may be chosen, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionWords {
    /// What a form calls it: `Draw by repetition`.
    pub label: &'static str,
    /// What a value means: `after how many plies without capture the game is drawn; 0 never`.
    pub meaning: &'static str,
    /// The usual values, each as it is set and in words, the default first.
    pub values: &'static [(&'static str, &'static str)],
    /// Whether few games are played with anything but the default.
    pub is_rare: bool,
}

impl OptionSpec {
    /// Returns a setting of the engine.
    #[must_use]
    pub const fn new(name: &'static str, kind: OptionKind) -> Self {
        Self { name, kind, words: None }
    }

    /// Returns a rule that may be chosen.
    #[must_use]
    pub const fn rule(name: &'static str, kind: OptionKind, words: &'static OptionWords) -> Self {
        Self { name, kind, words: Some(words) }
    }
}

/// A value for a setting, of the kind that the setting has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// For [`OptionKind::Check`].
    Check(bool),
    /// For [`OptionKind::Spin`], within its range.
    Spin(i64),
    /// For [`OptionKind::Combo`], an index into its choices.
    Combo(usize),
    /// For [`OptionKind::Button`].
    Button,
    /// For [`OptionKind::Text`].
    Text(String),
}

impl OptionKind {
    /// Reads a value of this kind from text. Words are compared without regard to case.
    ///
    /// # Errors
    ///
    /// Says what would have been valid.
    pub fn parse(&self, text: Option<&str>) -> Result<OptionValue, String> {
        match *self {
            Self::Check { .. } => parse_check(text).map(OptionValue::Check),
            Self::Spin { min, max, .. } => parse_spin(text, min, max).map(OptionValue::Spin),
            Self::Combo { choices, .. } => parse_combo(text, choices).map(OptionValue::Combo),
            Self::Button => Ok(OptionValue::Button),
            Self::Text { .. } => Ok(OptionValue::Text(parse_text(text).to_owned())),
        }
    }

    /// Returns a value of this kind as text.
    #[must_use]
    pub fn shown(&self, value: &OptionValue) -> String {
        match (value, *self) {
            (OptionValue::Combo(choice), Self::Combo { choices, .. }) => {
                choices.get(*choice).map_or_else(|| choice.to_string(), |c| (*c).to_owned())
            }
            (OptionValue::Check(on), _) => on.to_string(),
            (OptionValue::Spin(number), _) => number.to_string(),
            (OptionValue::Combo(choice), _) => choice.to_string(),
            (OptionValue::Text(text), _) => text.clone(),
            (OptionValue::Button, _) => String::new(),
        }
    }
}

/// Reads a value of [`OptionKind::Check`].
///
/// # Errors
///
/// Says what would have been valid.
pub fn parse_check(text: Option<&str>) -> Result<bool, String> {
    match text.map(str::trim) {
        Some(word) if word.eq_ignore_ascii_case("true") => Ok(true),
        Some(word) if word.eq_ignore_ascii_case("false") => Ok(false),
        _ => Err("true or false".to_owned()),
    }
}

/// Reads a value of [`OptionKind::Spin`].
///
/// # Errors
///
/// Says what would have been valid.
pub fn parse_spin(text: Option<&str>, min: i64, max: i64) -> Result<i64, String> {
    let number = text.and_then(|word| word.trim().parse().ok());
    let number = number.filter(|number| (min..=max).contains(number));
    number.ok_or_else(|| format!("a number from {min} to {max}"))
}

/// Reads a value of [`OptionKind::Combo`].
///
/// # Errors
///
/// Says what would have been valid.
pub fn parse_combo(text: Option<&str>, choices: &[&str]) -> Result<usize, String> {
    let choice = |word: &str| choices.iter().position(|c| c.eq_ignore_ascii_case(word.trim()));
    text.and_then(choice).ok_or_else(|| format!("one of {}", choices.join(", ")))
}

/// Reads a value of [`OptionKind::Text`].
#[must_use]
pub fn parse_text(text: Option<&str>) -> &str {
    match text.unwrap_or("").trim() {
        "<empty>" => "",
        text => text,
    }
}

/// The text `NAME=VALUE`, as settings are given outside the protocol. White space around either
/// part is ignored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The part before the first `=`.
    pub name: String,
    /// The part after it.
    pub value: String,
}

impl FromStr for Assignment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) =
            text.split_once('=').ok_or_else(|| format!("{text:?} is not NAME=VALUE"))?;
        Ok(Self { name: name.trim().to_owned(), value: value.trim().to_owned() })
    }
}

impl fmt::Display for Assignment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.value)
    }
}

/// The choices that a game's rules leave open, one value of each.
pub trait Rules: Copy + Debug + Default + PartialEq + Send + Sync + 'static {
    /// The choices, each named `<Game> <Rule>`.
    const OPTIONS: &'static [OptionSpec];

    /// Sets the choice at that index of [`OPTIONS`](Self::OPTIONS). The value must be of the
    /// choice's kind and within its range; any other is ignored.
    fn set(&mut self, index: usize, value: &OptionValue);

    /// Returns the value of the choice at that index of [`OPTIONS`](Self::OPTIONS).
    fn get(&self, index: usize) -> OptionValue;
}

/// Returns the rules of a game with some choices made.
///
/// # Errors
///
/// Names the unknown choice, or says which values it takes.
pub fn chosen<R: Rules>(game: &str, choices: &[Assignment]) -> Result<R, String> {
    let mut rules = R::default();
    for assignment in choices {
        let (at, value) = choice(game, R::OPTIONS, assignment)?;
        rules.set(at, &value);
    }
    Ok(rules)
}

/// Returns which option is chosen, and its value.
fn choice(
    game: &str,
    options: &[OptionSpec],
    Assignment { name, value }: &Assignment,
) -> Result<(usize, OptionValue), String> {
    let known = options.iter().position(|option| option.name.eq_ignore_ascii_case(name));
    let at = known.ok_or_else(|| format!("{} is not a rule of {game}", Quoted(name.as_bytes())))?;
    let option = &options[at];
    let value = option.kind.parse(Some(value)).map_err(|wanted| {
        format!("{} wants {wanted}, got {}", option.name, Quoted(value.as_bytes()))
    })?;
    Ok((at, value))
}

/// The rules of a game that leaves nothing to choose.
impl Rules for () {
    const OPTIONS: &'static [OptionSpec] = &[];

    fn set(&mut self, _index: usize, _value: &OptionValue) {}

    fn get(&self, _index: usize) -> OptionValue {
        OptionValue::Button
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assignments_are_split_at_the_first_sign() {
        let read: Assignment = " Morris Quiet = 5=0 ".parse().unwrap();
        assert_eq!((read.name.as_str(), read.value.as_str()), ("Morris Quiet", "5=0"));
        assert_eq!(read.to_string(), "Morris Quiet=5=0");
        assert_eq!("x".parse::<Assignment>(), Err("\"x\" is not NAME=VALUE".to_owned()));
    }

    #[test]
    fn values_are_read_within_their_range() {
        let spin = OptionKind::Spin { default: 3, min: 0, max: 9 };
        assert_eq!(spin.parse(Some(" 9 ")), Ok(OptionValue::Spin(9)));
        for wrong in
            [None, Some(""), Some("10"), Some("-1"), Some("x"), Some("99999999999999999999")]
        {
            assert_eq!(spin.parse(wrong), Err("a number from 0 to 9".to_owned()));
        }
        let combo = OptionKind::Combo { default: 0, choices: &["one", "two"] };
        assert_eq!(combo.parse(Some("TWO")), Ok(OptionValue::Combo(1)));
        assert_eq!(combo.parse(Some("three")), Err("one of one, two".to_owned()));
        let check = OptionKind::Check { default: false };
        assert_eq!(check.parse(Some("True")), Ok(OptionValue::Check(true)));
        assert_eq!(check.parse(None), Err("true or false".to_owned()));
        let text = OptionKind::Text { default: "" };
        assert_eq!(text.parse(Some("<empty>")), Ok(OptionValue::Text(String::new())));
    }
}
