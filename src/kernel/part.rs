//! A part of a task, for one of several machines.

use std::fmt;
use std::ops::Range;

/// One of several parts of a task, each a run of consecutive items. Parts differ in size by at most
/// one and together make up the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which part, from 1.
    number: u64,
    /// How many parts there are.
    of: u64,
}

impl Default for Part {
    /// The whole.
    fn default() -> Self {
        Self { number: 1, of: 1 }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl std::str::FromStr for Part {
    type Err = String;

    /// Reads `I/N`.
    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
            (digits(number) && digits(of)).then_some(())?;
            Some((number.parse().ok()?, of.parse().ok()?))
        });
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            Some((number, of)) => Err(format!("there is no part {number} of {of}")),
            None => {
                Err(format!("expected a part and the number of parts, such as 2/7, found {text:?}"))
            }
        }
    }
}

impl Part {
    /// Returns how many parts there are.
    #[must_use]
    pub const fn of(&self) -> u64 {
        self.of
    }

    /// Returns which of `things` items, numbered from 0, belong to this part.
    #[must_use]
    pub fn range(&self, things: u64) -> Range<u64> {
        let bound = |part: u64| {
            let product = u128::from(part) * u128::from(things);
            u64::try_from(product / u128::from(self.of)).unwrap_or(things)
        };
        bound(self.number - 1)..bound(self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_follow_each_other_and_differ_by_one_at_most() {
        for (things, of) in [(1, 1), (300, 7), (7, 7), (10_000, 64), (u64::MAX, 3)] {
            let mut next = 0;
            for number in 1..=of {
                let part = Part { number, of }.range(things);
                assert_eq!(part.start, next, "{number}/{of} of {things}");
                assert!((things / of..=things / of + 1).contains(&(part.end - part.start)));
                next = part.end;
            }
            assert_eq!(next, things);
        }
    }

    #[test]
    fn reads_as_it_is_written() {
        assert_eq!("3/7".parse::<Part>().unwrap().to_string(), "3/7");
        for (wrong, error) in [
            ("0/7", "there is no part 0 of 7"),
            ("8/7", "there is no part 8 of 7"),
            ("1/0", "there is no part 1 of 0"),
            ("2", "expected a part and the number of parts, such as 2/7, found \"2\""),
            ("+1/2", "expected a part and the number of parts, such as 2/7, found \"+1/2\""),
            ("1/2/3", "expected a part and the number of parts, such as 2/7, found \"1/2/3\""),
            ("1/99999999999999999999", "such as 2/7, found \"1/99999999999999999999\""),
        ] {
            let refused = wrong.parse::<Part>().unwrap_err();
            assert!(refused.ends_with(error), "{wrong}: {refused}");
        }
    }
}
