//! A whole match: its games on as many threads as wanted, each counted once.

use std::collections::HashSet;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use parking_lot::Mutex;
use thiserror::Error;

use super::archive::{Archive, ArchiveError};
use super::builtin::{Builtin, Dice};
use super::contestant::{Contestant, Fault};
use super::learned::Learned;
use super::ledger::{Entry, Ledger};
use super::openings::{OpeningSource, Openings};
use super::pace::Pace;
use super::process::Program;
use super::referee::{Conditions, Played, Termination, play};
use super::schedule::{Fixture, Format, Schedule};
use super::spec::{PlayerKind, PlayerSpec};
use super::sprt::{Decision, Sprt};
use super::standings::Standings;
use crate::games::{Game, GameKind, GameList, Visitor};
use crate::kernel::{Assignment, Part, Quoted, Record, SplitMix64, chosen};
use crate::network::NetworkFileError;
use crate::notation::{GameResult, GameText, tag};
use crate::search::{self, OutOfMemory};
use crate::store::StoreError;

/// A match as it is asked for.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The game.
    pub game: GameKind,
    /// The rules to set, by option.
    pub rules: Vec<Assignment>,
    /// The players, at least two, each with a name of its own.
    pub players: Vec<PlayerSpec>,
    /// What players without limits of their own have for their moves.
    pub pace: Pace,
    /// Who meets whom.
    pub format: Format,
    /// The rounds: in each, every pairing plays two games.
    pub rounds: u64,
    /// Which of them are played here.
    pub part: Part,
    /// Where games begin.
    pub openings: OpeningSource,
    /// What openings and dice depend on.
    pub seed: u64,
    /// The test that ends the match, of two players only.
    pub sprt: Option<Sprt>,
    /// How many games are played at the same time.
    pub concurrency: usize,
    /// What ends games beside the rules.
    pub conditions: Conditions,
}

/// Why a match cannot be played, or not go on.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// The description of the match makes no sense.
    #[error("{_0}")]
    Setting(String),
    /// An opening is none.
    #[error("the openings, line {line}: {reason}")]
    Opening {
        /// The line of the text of openings, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// A player cannot play.
    #[error("{} cannot play: {fault}", Quoted(name.as_bytes()))]
    Player {
        /// Its name.
        name: String,
        /// What is wrong.
        fault: Fault,
    },
    /// Games that a complete match has are not recorded.
    #[error("{_0}: no file has them")]
    Missing(String),
    /// A recorded game does not belong to the match.
    #[error("the recorded game {}: {reason}", Quoted(round.as_bytes()))]
    Record {
        /// Its label.
        round: String,
        /// What is wrong.
        reason: String,
    },
    /// The file of games.
    #[error(transparent)]
    Archive(ArchiveError),
    /// The openings cannot be written.
    #[error(transparent)]
    Output(io::Error),
    /// There is no memory for a table.
    #[error(transparent)]
    Memory(OutOfMemory),
    /// A player's network is not to be read.
    #[error(transparent)]
    Network(#[from] NetworkFileError),
    /// The store of a learner.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What a match tells after each game.
pub struct Progress<'a> {
    /// The results up to now.
    pub standings: &'a Standings,
    /// The game that has just ended; `None` at the beginning, when recorded games are counted.
    pub last: Option<(&'a Fixture, &'a GameText)>,
    /// The games of the match, or of the part of it that is played here.
    pub games: u64,
}

impl Tournament {
    /// Plays the match of a game of the list `G` and returns its results. `recorded` are the games
    /// that were played before; the others are added to the archive in their order, each as soon as
    /// all before it are over. The test is asked behind each round in order, and what is behind the
    /// round that decides it counts no more: the results do not depend on how many games are played
    /// at the same time.
    ///
    /// # Errors
    ///
    /// Says why the match cannot be played or go on. The games in order that ended before are in the
    /// archive.
    pub fn run<G: GameList>(
        &self,
        archive: Option<Archive>,
        recorded: &[GameText],
        report: &mut (dyn FnMut(&Progress) + Send),
    ) -> Result<Standings, ArenaError> {
        self.check()?;
        let playing = Playing { tournament: self, archive, recorded, report };
        self.of_its_game::<G, _, _>(playing)
    }

    /// Counts the games of a match that were played elsewhere, as if it had been played here. Returns its
    /// results and the games that they are of, in order. With `is_partial` the last games may be missing:
    /// those before the first that is missing are counted.
    ///
    /// # Errors
    ///
    /// Says which games are missing, double, or of another match.
    pub fn count<G: GameList>(
        &self,
        recorded: &[GameText],
        is_partial: bool,
    ) -> Result<(Standings, Vec<GameText>), ArenaError> {
        self.check()?;
        self.of_its_game::<G, _, _>(Counting { tournament: self, recorded, is_partial })
    }

    /// Calls `write` with the opening of each round as a line of text, in order, and returns how many of
    /// them are different. Who plays does not matter.
    ///
    /// # Errors
    ///
    /// Says why there are none, or what `write` says.
    pub fn openings<G: GameList>(
        &self,
        write: &mut dyn FnMut(&str) -> io::Result<()>,
    ) -> Result<u64, ArenaError> {
        self.of_its_game::<G, _, _>(Opening { tournament: self, write })
    }

    fn of_its_game<G: GameList, T, V: Visitor<Output = Result<T, ArenaError>>>(
        &self,
        visitor: V,
    ) -> Result<T, ArenaError> {
        G::with(self.game, visitor).unwrap_or_else(|| {
            Err(ArenaError::Setting(format!("{} is not among the games", self.game)))
        })
    }

    /// Returns the games of the match.
    #[must_use]
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.players.len(), self.format, self.rounds)
    }

    /// Returns the numbers of the games that are played here.
    #[must_use]
    pub fn games(&self) -> Range<u64> {
        let Range { start, end } = self.part.range(self.rounds);
        let each = self.schedule().games_per_round();
        start * each..end * each
    }

    /// Returns what a player has for its moves.
    #[must_use]
    pub fn pace(&self, player: usize) -> &Pace {
        let own = &self.players[player].pace;
        if own.is_unlimited() { &self.pace } else { own }
    }

    /// Returns what the test of the match has decided, if there is one.
    #[must_use]
    pub fn decision(&self, standings: &Standings) -> Option<Decision> {
        self.test().and_then(|sprt| sprt.decision(&standings.pairs(0)))
    }

    fn check(&self) -> Result<(), ArenaError> {
        let wrong = |text: String| Err(ArenaError::Setting(text));
        if self.players.len() < 2 {
            return wrong(format!("a match needs two players, not {}", self.players.len()));
        }
        for (at, player) in self.players.iter().enumerate() {
            if self.players[..at].iter().any(|other| other.name == player.name) {
                let name = Quoted(player.name.as_bytes());
                return wrong(format!("two players are called {name}; give one a name=.."));
            }
            if player.name.contains(['\n', '\r']) {
                return wrong("a name is one line".to_owned());
            }
            let is_free = matches!(player.kind, PlayerKind::Random | PlayerKind::Learner(_));
            if !is_free && self.pace(at).is_unlimited() {
                let name = Quoted(player.name.as_bytes());
                return wrong(format!(
                    "nothing limits the moves of {name}: give a time control, movetime, nodes or depth"
                ));
            }
        }
        if self.sprt.is_some() && self.players.len() != 2 {
            return wrong("a sequential test needs exactly two players".to_owned());
        }
        if self.rounds == 0 || self.concurrency == 0 {
            return wrong("a match needs at least one round and one game at a time".to_owned());
        }
        if self.part.of() > self.rounds {
            return wrong(format!("there is no part {} of {} rounds", self.part, self.rounds));
        }
        Ok(())
    }

    /// Returns the test, if it is asked here: a part of a match does not know what the others found.
    #[must_use]
    pub fn test(&self) -> Option<Sprt> {
        self.sprt.filter(|_| self.part.of() == 1)
    }
}

/// Openings that wait for the type of their game.
struct Opening<'a> {
    tournament: &'a Tournament,
    write: &'a mut dyn FnMut(&str) -> io::Result<()>,
}

impl Visitor for Opening<'_> {
    type Output = Result<u64, ArenaError>;

    fn visit<P: Game>(self) -> Self::Output {
        let hall = Hall::<P>::new(self.tournament)?;
        let mut different = HashSet::new();
        for round in 0..self.tournament.rounds {
            let opening = hall.opening(round);
            let line = match texts(&opening) {
                moves if moves.is_empty() => opening.start().write_position(),
                moves => moves.join(";"),
            };
            (self.write)(&line).map_err(ArenaError::Output)?;
            different.insert(opening.current().packed());
        }
        Ok(different.len() as u64)
    }
}

/// A match that waits for the type of its game.
struct Playing<'a> {
    tournament: &'a Tournament,
    archive: Option<Archive>,
    recorded: &'a [GameText],
    report: &'a mut (dyn FnMut(&Progress) + Send),
}

impl Visitor for Playing<'_> {
    type Output = Result<Standings, ArenaError>;

    fn visit<P: Game>(self) -> Self::Output {
        Hall::<P>::new(self.tournament)?.run(self.archive, self.recorded, self.report)
    }
}

/// Recorded games that wait for the type of their game.
struct Counting<'a> {
    tournament: &'a Tournament,
    recorded: &'a [GameText],
    is_partial: bool,
}

impl Visitor for Counting<'_> {
    type Output = Result<(Standings, Vec<GameText>), ArenaError>;

    fn visit<P: Game>(self) -> Self::Output {
        let hall = Hall::<P>::new(self.tournament)?;
        let mut ledger = hall.ledger(self.recorded)?;
        let counted = std::iter::from_fn(|| ledger.count()).map(|(_, entry)| entry.text).collect();
        if !self.is_partial && !ledger.is_complete() {
            return Err(ArenaError::Missing(hall.name_rounds(ledger.missing())));
        }
        Ok((ledger.standings().clone(), counted))
    }
}

/// A match of one game being played.
struct Hall<'a, P: Game> {
    tournament: &'a Tournament,
    schedule: Schedule,
    openings: Mutex<Openings<P>>,
}

/// What all threads of a match share.
struct Desk<'a> {
    archive: Option<Archive>,
    ledger: Ledger,
    report: &'a mut (dyn FnMut(&Progress) + Send),
    /// How many games there are.
    games: u64,
    /// The games that nobody plays yet.
    left: std::vec::IntoIter<u64>,
    error: Option<ArenaError>,
}

impl Desk<'_> {
    /// Counts and writes the games whose turn it is.
    fn settle(&mut self) -> Result<(), ArenaError> {
        while let Some((fixture, Entry { text, is_recorded, .. })) = self.ledger.count() {
            if is_recorded {
                continue;
            }
            if let Some(archive) = &mut self.archive {
                archive.append(&text).map_err(ArenaError::Archive)?;
            }
            let (standings, last) = (self.ledger.standings(), Some((&fixture, &text)));
            (self.report)(&Progress { standings, last, games: self.games });
        }
        Ok(())
    }
}

impl<'a, P: Game> Hall<'a, P> {
    fn new(tournament: &'a Tournament) -> Result<Self, ArenaError> {
        let rules: P::Rules = chosen(P::NAME, &tournament.rules).map_err(ArenaError::Setting)?;
        let openings = Openings::new(&tournament.openings, &rules, tournament.seed)?;
        Ok(Self { tournament, schedule: tournament.schedule(), openings: Mutex::new(openings) })
    }

    /// Returns the ledger with the games that were recorded, if they belong to the match.
    fn ledger(&self, recorded: &[GameText]) -> Result<Ledger, ArenaError> {
        let tournament = self.tournament;
        let (players, numbers) = (tournament.players.len(), tournament.games());
        let mut ledger =
            Ledger::new(self.schedule.clone(), players, numbers.clone(), tournament.test());
        for game in recorded {
            let (number, entry) = self.read(game, &numbers)?;
            if !ledger.take(number, entry) {
                return Err(wrong(game, "it is recorded twice"));
            }
        }
        Ok(ledger)
    }

    fn run(
        &self,
        archive: Option<Archive>,
        recorded: &[GameText],
        report: &mut (dyn FnMut(&Progress) + Send),
    ) -> Result<Standings, ArenaError> {
        let ledger = self.ledger(recorded)?;
        let games = self.tournament.games().count() as u64;
        let left = ledger.missing().collect::<Vec<_>>().into_iter();
        let mut desk = Desk { archive, ledger, report, games, left, error: None };
        desk.settle()?;
        let standings = desk.ledger.standings();
        (desk.report)(&Progress { standings, last: None, games });
        let stop = AtomicBool::new(desk.ledger.is_complete());
        let desk = Mutex::new(desk);
        let fail = |error| {
            stop.store(true, Ordering::Relaxed);
            desk.lock().error.get_or_insert(error);
        };
        thread::scope(|scope| {
            for _ in 0..self.tournament.concurrency {
                let work = || self.work(&desk, &stop).unwrap_or_else(fail);
                if let Err(error) = search::thread().spawn_scoped(scope, work) {
                    fail(ArenaError::Setting(format!("there is no thread to play on: {error}")));
                }
            }
        });
        let desk = desk.into_inner();
        match desk.error {
            Some(error) => Err(error),
            None => Ok(desk.ledger.standings().clone()),
        }
    }

    /// Returns the rounds of games in words: `round 3, rounds 7 to 9`.
    fn name_rounds(&self, games: impl Iterator<Item = u64>) -> String {
        let mut runs: Vec<[u64; 2]> = Vec::new();
        for round in games.map(|number| self.schedule.fixture(number).round + 1) {
            match runs.last_mut() {
                Some([_, last]) if round <= *last + 1 => *last = round,
                _ => runs.push([round, round]),
            }
        }
        let words = runs.iter().map(|[first, last]| match last - first {
            0 => format!("round {first}"),
            _ => format!("rounds {first} to {last}"),
        });
        words.collect::<Vec<_>>().join(", ")
    }

    /// Returns the number of a recorded game and what it says, if it belongs to the games of those
    /// numbers.
    fn read(&self, game: &GameText, numbers: &Range<u64>) -> Result<(u64, Entry), ArenaError> {
        let number = self.schedule.number(game.tag(tag::ROUND).unwrap_or(""));
        let Some(number) = number else {
            return Err(wrong(game, "the match has no such game"));
        };
        if !numbers.contains(&number) {
            let part = self.tournament.part;
            return Err(wrong(game, &format!("it does not belong to part {part} of the match")));
        }
        let fixture = self.schedule.fixture(number);
        let names = fixture.players.map(|player| self.tournament.players[player].name.as_str());
        if [game.tag(tag::FIRST), game.tag(tag::SECOND)] != names.map(Some) {
            return Err(wrong(game, &format!("it should be {} against {}", names[0], names[1])));
        }
        let termination = game.tag(tag::TERMINATION);
        let own = P::ABOUT.endings;
        let Some(termination) = termination.and_then(|name| Termination::from_name(name, own))
        else {
            return Err(wrong(game, "it does not tell how it ended"));
        };
        let winner = match game.result {
            GameResult::Won(player) => Some(player),
            GameResult::Drawn => None,
            GameResult::Unknown => return Err(wrong(game, "it has no result")),
        };
        let opening = self.opening(fixture.round);
        let given = texts(&opening);
        if game.moves.get(..given.len()) != Some(&given[..]) {
            let reason = match self.tournament.openings {
                OpeningSource::Random { .. } => {
                    "it has another opening than this build makes of the seed"
                }
                OpeningSource::Text(_) => "it has another opening than those that are given",
            };
            return Err(wrong(game, reason));
        }
        Ok((number, Entry { winner, termination, text: game.clone(), is_recorded: true }))
    }

    fn opening(&self, round: u64) -> Record<P> {
        self.openings.lock().get(round)
    }

    /// Plays games until none is left.
    fn work(&self, desk: &Mutex<Desk>, stop: &AtomicBool) -> Result<(), ArenaError> {
        let mut players: Vec<Option<Box<dyn Contestant<P>>>> = Vec::new();
        players.resize_with(self.tournament.players.len(), || None);
        while !stop.load(Ordering::Relaxed) {
            let Some(number) = desk.lock().left.next() else { break };
            let fixture = self.schedule.fixture(number);
            let [first, second] = fixture.players;
            let mut pair = [self.seat(&mut players, first)?, self.seat(&mut players, second)?];
            let opening = self.opening(fixture.round);
            let given = texts(&opening).len();
            let start = opening.start().clone();
            let seed = SplitMix64::new(self.tournament.seed ^ number << 1).next_u64();
            let [a, b] = &mut pair;
            let played = play(
                [a.as_mut(), b.as_mut()],
                fixture.players.map(|player| self.tournament.pace(player)),
                opening,
                &self.tournament.conditions,
                seed,
                stop,
            );
            let played = played
                .map_err(|(player, fault)| self.unable(fixture.players[player.index()], fault))?;
            let Some(played) = played else { break };
            let [a, b] = pair;
            (players[first], players[second]) = (Some(a), Some(b));
            let text = self.write(&fixture, &start, given, &played);
            let Played { winner, termination, .. } = played;
            let mut desk = desk.lock();
            desk.ledger.take(number, Entry { winner, termination, text, is_recorded: false });
            desk.settle()?;
            if desk.ledger.is_complete() {
                stop.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    /// Takes a player from its seat, or brings it there.
    fn seat(
        &self,
        players: &mut [Option<Box<dyn Contestant<P>>>],
        index: usize,
    ) -> Result<Box<dyn Contestant<P>>, ArenaError> {
        if let Some(player) = players[index].take() {
            return Ok(player);
        }
        Ok(match &self.tournament.players[index].kind {
            PlayerKind::Random => Box::new(Dice::new()),
            PlayerKind::Builtin(spec) => Box::new(Builtin::<P>::new(spec)?),
            PlayerKind::Learner(spec) => {
                let rules: P::Rules =
                    chosen(P::NAME, &self.tournament.rules).map_err(ArenaError::Setting)?;
                // Only limits of its own make it search.
                let searches = !self.tournament.players[index].pace.is_unlimited();
                Box::new(Learned::<P>::new(spec, &rules, searches)?)
            }
            PlayerKind::Program(spec) => {
                let program = Program::start(spec, P::NAME, &self.tournament.rules);
                Box::new(program.map_err(|fault| self.unable(index, fault))?)
            }
        })
    }

    fn unable(&self, player: usize, fault: Fault) -> ArenaError {
        ArenaError::Player { name: self.tournament.players[player].name.clone(), fault }
    }

    /// Returns the record of a game.
    fn write(&self, fixture: &Fixture, start: &P, given: usize, played: &Played) -> GameText {
        let tournament = self.tournament;
        let result = GameResult::of(played.winner);
        let mut tags = Vec::new();
        let mut add = |name: &str, value: String| tags.push((name.to_owned(), value));
        add(tag::GAME, P::NAME.to_owned());
        add(tag::ROUND, fixture.label());
        for (name, player) in [tag::FIRST, tag::SECOND].into_iter().zip(fixture.players) {
            add(name, tournament.players[player].name.clone());
        }
        add(tag::RESULT, result.to_string());
        if let Some(margin) = played.margin {
            add(tag::MARGIN, margin.to_string());
        }
        add(tag::TERMINATION, played.termination.name().to_owned());
        if let Some(reason) = &played.reason {
            add(tag::REASON, reason.chars().filter(|c| !c.is_control()).collect());
        }
        let paces = fixture.players.map(|player| match tournament.players[player].kind {
            PlayerKind::Random => "none".to_owned(),
            PlayerKind::Learner(_) if tournament.players[player].pace.is_unlimited() => {
                "none".to_owned()
            }
            _ => tournament.pace(player).to_string(),
        });
        match paces {
            [a, b] if a == b => add(tag::TIME_CONTROL, a),
            [a, b] => {
                add(tag::FIRST_CONTROL, a);
                add(tag::SECOND_CONTROL, b);
            }
        }
        if !tournament.rules.is_empty() {
            let set = tournament.rules.iter().map(Assignment::to_string);
            add(tag::RULES, set.collect::<Vec<_>>().join(";"));
        }
        if *start != P::start(&start.rules()) {
            add(tag::START, start.write_position());
        }
        add(tag::OPENING, given.to_string());
        add(tag::SEED, tournament.seed.to_string());
        GameText { tags, moves: played.moves.clone(), result }
    }
}

fn wrong(game: &GameText, reason: &str) -> ArenaError {
    let round = game.tag(tag::ROUND).unwrap_or("").to_owned();
    ArenaError::Record { round, reason: reason.to_owned() }
}

fn texts<P: Game>(opening: &Record<P>) -> Vec<String> {
    opening.steps().iter().map(|step| step.before.write_move(step.played)).collect()
}
