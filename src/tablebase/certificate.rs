//! Certificates: what tables say, in a text that is short enough to keep and to compare.

use std::fmt;

use sha2::{Digest, Sha256};

use super::header::Counts;
use crate::kernel::Gather;

/// What the tables of a game say, sector by sector, independent of how files are compressed and
/// divided.
///
/// In its text, lines that begin with `#` are comments. The first lines name the game, the program
/// that wrote it, the rules, and what distances count and under which quiet limit the values are exact.
/// Then each sector has a line: its name, how many positions up to symmetry are won, drawn and lost for the
/// side to move, the plies of the longest win and loss, and the SHA-256 of its values. That is of these
/// bytes:
///
/// 1. the results in the order of the numbers, as digits to the base 3, five in a byte, the first one
///    lowest: 0 draw, 1 win, 2 loss; a number without a position is a draw, and so is what fills the last
///    byte;
/// 2. then the distances in the same order, a byte each, 0 for draws. They are left out where all are 1,
///    since every move converts: in sectors without moves from one of their positions to another, unless
///    distances go to the end of the game.
///
/// What a number stands for is documented with each game's tables: in `src/games/GAME/tablebase/mod.rs`.
///
/// A line that begins with `all` sums up the sectors of a kind: its hash is the SHA-256 of theirs, 32 bytes
/// each, one after another, and the kind is named at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Certificate {
    /// The game.
    pub game: String,
    /// The rules under which the positions are solved.
    pub rules: String,
    /// What distances count, and the quiet limit.
    pub metric: String,
    /// The sectors, each with its name.
    pub sectors: Vec<(String, Certified)>,
    /// The sums of the kinds that are complete, each with its name.
    pub sums: Vec<(String, Certified)>,
}

/// What a sector, or several, hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Certified {
    /// Won, drawn and lost positions up to symmetry.
    pub results: [u64; 3],
    /// The plies of the longest win and of the longest loss.
    pub longest: [u32; 2],
    /// The hash.
    pub hash: [u8; 32],
}

impl Certified {
    /// Returns what a sector with those counts and that hash holds.
    #[must_use]
    pub const fn new(counts: &Counts, hash: [u8; 32]) -> Self {
        let longest = [counts.longest_win, counts.longest_loss];
        Self { results: counts.orbits, longest, hash }
    }

    /// Returns the sum of several.
    #[must_use]
    pub fn sum<'a>(parts: impl IntoIterator<Item = &'a Self>) -> Self {
        let (mut sum, mut hash) = (Self::default(), Sha256::default());
        for part in parts {
            sum.results = std::array::from_fn(|at| sum.results[at] + part.results[at]);
            sum.longest = std::array::from_fn(|at| sum.longest[at].max(part.longest[at]));
            hash.update(part.hash);
        }
        Self { hash: hash.finalize().into(), ..sum }
    }

    /// Reads what `Display` writes, of the first words of a line.
    fn read<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Self> {
        let mut number = || words.next()?.parse::<u64>().ok();
        let results = [number()?, number()?, number()?];
        let longest = [number()?.try_into().ok()?, number()?.try_into().ok()?];
        let digits = words.next().filter(|digits| digits.len() == 64 && digits.is_ascii())?;
        let mut hash = [0; 32];
        for (at, byte) in hash.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).ok()?;
        }
        Some(Self { results, longest, hash })
    }
}

impl fmt::Display for Certified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([won, drawn, lost], [win, loss]) = (self.results, self.longest);
        write!(f, "{won:>10} {drawn:>10} {lost:>10} {win:>3} {loss:>3} ")?;
        self.hash.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, rules, metric, .. } = self;
        write!(
            f,
            "# What tables say, written by `quincunx tablebase certify`; --check FILE compares tables with it.\n\
             # The documentation of src/tablebase/certificate.rs says what is hashed.\n\
             game {game}\nprogram {} {}\nrules {rules}\nmetric {metric}\n\
             # sector, won, drawn, lost, longest win, longest loss, SHA-256\n",
            env!("CARGO_PKG_NAME"),
            env!("CARGO_PKG_VERSION"),
        )?;
        let widest = self.sectors.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, holds) in &self.sectors {
            writeln!(f, "{name:<widest$} {holds}")?;
        }
        self.sums.iter().try_for_each(|(kind, sum)| writeln!(f, "all {sum} {kind}"))
    }
}

impl Certificate {
    /// Reads the text of a certificate.
    ///
    /// # Errors
    ///
    /// Says which line makes no sense.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut read = Self::default();
        for (number, line) in (1..).zip(text.lines()) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let known = match word {
                "" | "#" | "program" => continue,
                "game" => Some(&mut read.game),
                "rules" => Some(&mut read.rules),
                "metric" => Some(&mut read.metric),
                _ => None,
            };
            if let Some(known) = known {
                rest.clone_into(known);
                continue;
            }
            let mut words = rest.split_whitespace();
            let wrong = || {
                format!(
                    "line {number}: {line:?} is not a sector with five numbers and 64 hexadecimal digits"
                )
            };
            let holds = Certified::read(&mut words).ok_or_else(wrong)?;
            let kind: Vec<&str> = words.gather();
            if word == "all" {
                read.sums.push((kind.join(" "), holds));
            } else if kind.is_empty() {
                read.sectors.push((word.to_owned(), holds));
            } else {
                return Err(wrong());
            }
        }
        if read.game.is_empty() || read.sectors.is_empty() {
            return Err("it names no game, or no sector: it is not a certificate".to_owned());
        }
        Ok(read)
    }

    /// Returns how another certificate differs from this one, in a sentence about the first difference;
    /// `None` if they say the same of the sectors that `is_asked` is true of.
    #[must_use]
    pub fn difference(&self, found: &Self, is_asked: impl Fn(&str) -> bool) -> Option<String> {
        let heads = [
            ("the game", &self.game, &found.game),
            ("the rules", &self.rules, &found.rules),
            ("the metric", &self.metric, &found.metric),
        ];
        if let Some((what, expected, found)) = heads.iter().find(|(_, one, other)| one != other) {
            return Some(format!("{what}: {found} in the tables, {expected} in the certificate"));
        }
        let asked = |certificate: &Self| -> Vec<(String, Certified)> {
            let mut asked = certificate.sectors.clone();
            asked.retain(|(name, _)| is_asked(name));
            asked
        };
        let (expected, found) = (asked(self), asked(found));
        let find = |list: &[(String, Certified)], name: &str| {
            list.iter().find(|(other, _)| other == name).map(|(_, holds)| *holds)
        };
        for (name, holds) in &expected {
            let Some(other) = find(&found, name) else {
                return Some(format!("{name} is in the certificate, but there is no table of it"));
            };
            if *holds != other {
                return Some(format!(
                    "{name}: the tables say\n  {other}\nthe certificate\n  {holds}"
                ));
            }
        }
        let unknown = found.iter().find(|(name, _)| find(&expected, name).is_none());
        unknown.map(|(name, _)| format!("{name} is not in the certificate"))
    }
}
