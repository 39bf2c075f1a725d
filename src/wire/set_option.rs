//! The command that sets an option.

use std::fmt;

use nom::Parser;
use nom::combinator::rest;
use nom::multi::many_till;
use nom::sequence::preceded;

use super::malformed::Malformed;
use super::words::{blank, keyword, trimmed, word};

/// `setoption name NAME [value VALUE]`. Either may hold blanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetOption<'a> {
    /// Its name.
    pub name: &'a [u8],
    /// Its value; a button has none.
    pub value: Option<&'a [u8]>,
}

impl<'a> SetOption<'a> {
    /// Returns the command that gives an option a value.
    #[must_use]
    pub const fn new(name: &'a str, value: Option<&'a str>) -> Self {
        let value = match value {
            Some(value) => Some(value.as_bytes()),
            None => None,
        };
        Self { name: name.as_bytes(), value }
    }

    /// Reads what follows `setoption`.
    ///
    /// # Errors
    ///
    /// There is no name.
    pub fn parse(input: &'a [u8]) -> Result<Self, Malformed> {
        let Ok((named, _)) = keyword("name").parse(input) else {
            return Err(Malformed::new("setoption", "name NAME [value VALUE]", input));
        };
        let until_value = many_till(word, keyword("value")).parse(named);
        let (name, value) = match until_value {
            Ok((after, _)) => {
                let value_word = named.len() - after.len() - b"value".len();
                let (_, value) = preceded(blank, rest::<&[u8], nom::error::Error<&[u8]>>)
                    .parse(after)
                    .unwrap_or((after, after));
                (&named[..value_word], Some(trimmed(value)))
            }
            Err(_) => (named, None),
        };
        let name = trimmed(name);
        if name.is_empty() {
            return Err(Malformed::new("setoption", "a name", input));
        }
        Ok(Self { name, value })
    }
}

impl fmt::Display for SetOption<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "setoption name {}", String::from_utf8_lossy(self.name))?;
        match self.value {
            Some(value) => write!(f, " value {}", String::from_utf8_lossy(value)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(line: &str) -> Result<SetOption<'_>, Malformed> {
        SetOption::parse(line.strip_prefix("setoption").unwrap().as_bytes())
    }

    #[test]
    fn names_and_values_may_hold_blanks() {
        for (line, name, value) in [
            ("setoption name Clear Hash", "Clear Hash", None),
            ("setoption name  Memory  File value  a b c ", "Memory  File", Some("a b c")),
            ("setoption name Hash value", "Hash", Some("")),
            ("setoption name Hash\x0b value 3\x0b", "Hash", Some("3")),
        ] {
            assert_eq!(read(line), Ok(SetOption::new(name, value)), "{line}");
        }
        let refused = |line: &str| read(line).unwrap_err().to_string();
        assert_eq!(
            refused("setoption Hash"),
            "setoption wants name NAME [value VALUE], got \"Hash\""
        );
        assert_eq!(
            refused("setoption name value 3"),
            "setoption wants a name, got \"name value 3\""
        );
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            name in "[A-Z][a-z]{0,3}( [A-Z][a-z]{0,3}){0,2}",
            value in prop::option::of("|[!-~]([ -~]{0,9}[!-~])?"),
        ) {
            let written = SetOption::new(&name, value.as_deref());
            let line = written.to_string();
            prop_assert_eq!(read(&line), Ok(written));
        }

        #[test]
        fn any_bytes_are_read_or_refused(
            mut bytes in prop::collection::vec(any::<u8>(), 0..200),
            is_named in any::<bool>(),
        ) {
            if is_named {
                bytes.splice(0..0, *b" name x value ");
            }
            if let Err(error) = SetOption::parse(&bytes) {
                prop_assert!(error.to_string().len() < 250, "{}", error);
            }
        }
    }
}
