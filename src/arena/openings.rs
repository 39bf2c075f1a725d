//! Where games begin: openings from a file, or random plies that leave both sides a fair game.

use std::collections::HashSet;
use std::time::Instant;

use super::error::ArenaError;
use crate::engine::{AnySearcher, NetworkChoice, Session};
use crate::games::{AnyPosition, AnyRecord};
use crate::kernel::{Action, Quoted, SplitMix64};
use crate::notation::moves;
use crate::search::{Control, Limits};

/// How openings are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningSource {
    /// One after the other from this text, again from the start when it is used up: a line each, a
    /// position, moves, or both; empty lines and those that begin with `#` are skipped.
    Text(String),
    /// So many random legal plies.
    Random {
        /// The plies.
        plies: usize,
        /// The greatest score for either side, in hundredths of the unit, that a search may give
        /// the position.
        balance: i32,
        /// The nodes of that search.
        nodes: u64,
    },
}

/// After so many that are not fair, the fairest of them serves.
const BALANCE_TRIES: usize = 200;

/// The openings of a match, always the same for the same source and seed.
pub(super) enum Openings {
    Listed(Vec<Box<dyn AnyRecord>>),
    Random(Box<RandomOpenings>),
}

/// Openings made of random plies, as they are asked for.
pub(super) struct RandomOpenings {
    start: Box<dyn AnyPosition>,
    plies: usize,
    balance: i32,
    /// What judging a position takes.
    nodes: u64,
    rng: SplitMix64,
    searcher: Box<dyn AnySearcher>,
    /// The boards behind the openings.
    seen: HashSet<Vec<u64>>,
    made: Vec<Box<dyn AnyRecord>>,
}

impl Openings {
    pub(super) fn new(
        source: &OpeningSource,
        session: &dyn Session,
        start: &dyn AnyPosition,
        seed: u64,
    ) -> Result<Self, ArenaError> {
        match source {
            OpeningSource::Text(text) => read(text, start).map(Self::Listed),
            OpeningSource::Random { plies, balance, nodes } => {
                Ok(Self::Random(Box::new(RandomOpenings {
                    start: start.copied(),
                    plies: *plies,
                    balance: *balance,
                    nodes: *nodes,
                    rng: SplitMix64::new(seed),
                    searcher: session.searcher(1, &NetworkChoice::Own)?,
                    seen: HashSet::new(),
                    made: Vec::new(),
                })))
            }
        }
    }

    /// Returns the opening of a round.
    pub(super) fn get(&mut self, round: u64) -> Box<dyn AnyRecord> {
        let round = usize::try_from(round).unwrap_or(0);
        match self {
            Self::Listed(list) => list[round % list.len()].copied(),
            Self::Random(random) => {
                while random.made.len() <= round {
                    let opening = random.make();
                    random.seen.insert(opening.now().board());
                    random.made.push(opening);
                }
                random.made[round].copied()
            }
        }
    }
}

impl RandomOpenings {
    fn make(&mut self) -> Box<dyn AnyRecord> {
        let mut fairest: Option<(i32, Box<dyn AnyRecord>)> = None;
        for _ in 0..BALANCE_TRIES {
            let Some(opening) = self.roll() else { continue };
            // A fresh opening is better than a fair one that has been played.
            let played = i32::from(self.seen.contains(&opening.now().board()));
            let unfair = (played << 20) + if self.plies == 0 { 0 } else { self.judge(&*opening) };
            if unfair <= self.balance {
                return opening;
            }
            if fairest.as_ref().is_none_or(|(least, _)| unfair < *least) {
                fairest = Some((unfair, opening));
            }
        }
        fairest.map_or_else(|| self.start.record(), |(_, opening)| opening)
    }

    /// Plays random plies; `None` if the game is over after them.
    fn roll(&mut self) -> Option<Box<dyn AnyRecord>> {
        let mut record = self.start.record();
        for _ in 0..self.plies {
            let m = record.random(&mut self.rng)?;
            record.act(Action::Move(m)).ok()?;
        }
        record.result().is_none().then_some(record)
    }

    /// Returns the advantage of either side, in hundredths of the unit.
    fn judge(&mut self, opening: &dyn AnyRecord) -> i32 {
        self.searcher.clear();
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let control = Control::new(Instant::now());
        let found = self.searcher.search(opening, &limits, &control, &mut |_| {});
        found.score().value().abs()
    }
}

/// Returns the lines of a text that hold an opening, each with its number from 1: all but blank ones and
/// those that begin with `#`.
pub fn opening_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| {
        let line = line.trim_start();
        !line.is_empty() && !line.starts_with('#')
    })
}

fn read(text: &str, start: &dyn AnyPosition) -> Result<Vec<Box<dyn AnyRecord>>, ArenaError> {
    let mut openings = Vec::new();
    for (line, text) in opening_lines(text) {
        let opening =
            opening(text, start).map_err(|reason| ArenaError::Opening { line, reason })?;
        openings.push(opening);
    }
    if openings.is_empty() {
        return Err(ArenaError::Opening { line: 1, reason: "there is no opening".to_owned() });
    }
    Ok(openings)
}

fn opening(line: &str, start: &dyn AnyPosition) -> Result<Box<dyn AnyRecord>, String> {
    let mut words = moves(line).into_iter().peekable();
    let mut record = match words.next_if(|word| word.text.contains("turn[")) {
        Some(word) => start
            .parsed(word.text)
            .map_err(|error| format!("{}: {error}", Quoted(word.text.as_bytes())))?
            .record(),
        None => start.record(),
    };
    for word in words {
        let bad = |error: &dyn std::fmt::Display| {
            format!("{} at column {}: {error}", Quoted(word.text.as_bytes()), word.column)
        };
        let action = record.now().read_action(word.text).map_err(|error| bad(&error))?;
        record.act(action).map_err(|error| bad(&error))?;
    }
    match record.result() {
        Some(_) => Err("the game is over after this opening".to_owned()),
        None => Ok(record),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;

    fn openings(source: &OpeningSource, seed: u64) -> Result<Openings, ArenaError> {
        let engine = Engine::new();
        let session = engine.game("morris").unwrap();
        Openings::new(source, session, &*session.kind().game().start(&[]).unwrap(), seed)
    }

    fn random(seed: u64) -> Openings {
        openings(&OpeningSource::Random { plies: 6, balance: 50, nodes: 2_000 }, seed).unwrap()
    }

    #[test]
    fn random_openings_are_fair_new_and_the_same_for_a_seed() {
        let (mut openings, mut again) = (random(7), random(7));
        // In whatever order they are asked for.
        let last = again.get(19);
        let mut seen = HashSet::new();
        for round in 0..20 {
            let opening = openings.get(round);
            assert_eq!(opening.plies(), 6);
            assert_eq!(opening.now().text(), again.get(round).now().text());
            assert!(seen.insert(opening.now().board()), "opening {round} is new");
            let Openings::Random(maker) = &mut openings else { unreachable!() };
            assert!(maker.judge(&*opening) <= 50);
        }
        assert_eq!(last.now().text(), openings.get(19).now().text());
        assert_ne!(random(8).get(0).now().text(), openings.get(0).now().text());
    }

    #[test]
    fn listed_openings_come_round() {
        let text = "# two\nB[d6];W[d2]\n\nB[b6]W[c4]hand[8,8]turn[B] B[a7] W[g7]\n";
        let source = OpeningSource::Text(text.to_owned());
        let mut listed = openings(&source, 0).unwrap();
        assert_eq!(listed.get(1).plies(), 2);
        assert!(listed.get(0).position(0).is_first() && !listed.get(1).position(0).is_first());
        assert_eq!(listed.get(2).now().text(), listed.get(0).now().text());
        for (text, error) in [
            ("", "the openings, line 1: there is no opening"),
            ("\nB[d6];W[d6]", "the openings, line 2: \"W[d6]\" at column 7: d6 is not empty"),
            (
                "B[zz]W[]turn[B]",
                "the openings, line 1: \"B[zz]W[]turn[B]\": expected a point such as a7, found \"zz\" at column 3",
            ),
            ("B[resign]", "the openings, line 1: the game is over after this opening"),
        ] {
            let source = OpeningSource::Text(text.to_owned());
            let refused = openings(&source, 0).err();
            assert_eq!(refused.unwrap().to_string(), error);
        }
    }
}
