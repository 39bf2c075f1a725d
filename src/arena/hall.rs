//! A match of one game being played: who sits where, which games are left, what is written.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use parking_lot::Mutex;

use super::archive::Archive;
use super::builtin::{Builtin, Dice};
use super::contestant::{Contestant, Fault};
use super::error::ArenaError;
use super::learned::Learned;
use super::ledger::{Entry, Ledger};
use super::openings::{OpeningSource, Openings};
use super::process::Program;
use super::referee::{Played, Termination, Thought, forfeit, play, texts};
use super::schedule::{Fixture, Schedule};
use super::spec::PlayerKind;
use super::standings::Standings;
use super::tournament::Tournament;
use crate::games::Game;
use crate::kernel::{Assignment, Player as Side, Record, Score, SplitMix64, chosen};
use crate::notation::{GameResult, GameText, tag};
use crate::search;

/// What a match tells after each game.
pub struct Progress<'a> {
    /// The results up to now.
    pub standings: &'a Standings,
    /// The game that has just ended; `None` at the beginning, when recorded games are counted.
    pub last: Option<(&'a Fixture, &'a GameText)>,
    /// The games of the match, or of the part of it that is played here.
    pub games: u64,
}

/// A player in its seat.
type Player<'s, P> = Box<dyn Contestant<P> + 's>;

/// A match of one game being played.
pub(super) struct Hall<'a, P: Game> {
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
    pub(super) fn new(tournament: &'a Tournament) -> Result<Self, ArenaError> {
        let rules: P::Rules = chosen(P::NAME, &tournament.rules).map_err(ArenaError::Setting)?;
        let openings = Openings::new(&tournament.openings, &rules, tournament.seed)?;
        Ok(Self { tournament, schedule: tournament.schedule(), openings: Mutex::new(openings) })
    }

    /// Returns the ledger with the games that were recorded, if they belong to the match.
    pub(super) fn ledger(&self, recorded: &[GameText]) -> Result<Ledger, ArenaError> {
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

    pub(super) fn run(
        &self,
        archive: Option<Archive>,
        recorded: &[GameText],
        stop: &AtomicBool,
        report: &mut (dyn FnMut(&Progress) + Send),
    ) -> Result<Standings, ArenaError> {
        let ledger = self.ledger(recorded)?;
        let games = self.tournament.games().count() as u64;
        let left = ledger.missing().collect::<Vec<_>>().into_iter();
        let mut desk = Desk { archive, ledger, report, games, left, error: None };
        desk.settle()?;
        let standings = desk.ledger.standings();
        (desk.report)(&Progress { standings, last: None, games });
        if desk.ledger.is_complete() {
            stop.store(true, Ordering::Relaxed);
        }
        let present = Mutex::new(Some(self.roll_call(stop)?));
        let desk = Mutex::new(desk);
        let fail = |error| {
            stop.store(true, Ordering::Relaxed);
            desk.lock().error.get_or_insert(error);
        };
        thread::scope(|scope| {
            for _ in 0..self.tournament.concurrency {
                let work = || {
                    let players = present.lock().take().unwrap_or_else(|| self.nobody());
                    self.work(players, &desk, stop).unwrap_or_else(fail)
                };
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
    pub(super) fn name_rounds(&self, games: impl Iterator<Item = u64>) -> String {
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
                    "its opening is not the one that this build generates from the seed"
                }
                OpeningSource::Text(_) => "its opening is not the one that was given",
            };
            return Err(wrong(game, reason));
        }
        Ok((number, Entry { winner, termination, text: game.clone(), is_recorded: true }))
    }

    pub(super) fn opening(&self, round: u64) -> Record<P> {
        self.openings.lock().get(round)
    }

    /// Returns the seats of the players, all of them empty.
    fn nobody<'s>(&self) -> Vec<Option<Player<'s, P>>> {
        self.tournament.players.iter().map(|_| None).collect()
    }

    /// Seats the programs among the players, as far as they start.
    fn roll_call<'s>(
        &self,
        stop: &'s AtomicBool,
    ) -> Result<Vec<Option<Player<'s, P>>>, ArenaError> {
        let mut players = self.nobody();
        let mut absent = Vec::new();
        for (index, spec) in self.tournament.players.iter().enumerate() {
            if stop.load(Ordering::Relaxed) || !matches!(spec.kind, PlayerKind::Program(_)) {
                continue;
            }
            match self.seat(&mut players, index, stop)? {
                Ok(player) => players[index] = Some(player),
                Err(fault) => absent.push(ArenaError::Player { name: spec.name.clone(), fault }),
            }
        }
        let could_play = players.len() - absent.len() >= 2 || stop.load(Ordering::Relaxed);
        match absent.into_iter().next() {
            Some(error) if !could_play => Err(error),
            _ => Ok(players),
        }
    }

    /// Plays games until none is left.
    fn work<'s>(
        &self,
        mut players: Vec<Option<Player<'s, P>>>,
        desk: &Mutex<Desk>,
        stop: &'s AtomicBool,
    ) -> Result<(), ArenaError> {
        while !stop.load(Ordering::Relaxed) {
            let Some(number) = desk.lock().left.next() else { break };
            let fixture = self.schedule.fixture(number);
            let [first, second] = fixture.players;
            let pair =
                [self.seat(&mut players, first, stop)?, self.seat(&mut players, second, stop)?];
            let opening = self.opening(fixture.round);
            let given = texts(&opening).len();
            let start = opening.start().clone();
            let seed = SplitMix64::new(self.tournament.seed ^ number << 1).next_u64();
            let played = match pair {
                [Ok(mut a), Ok(mut b)] => {
                    let played = play(
                        [a.as_mut(), b.as_mut()],
                        fixture.players.map(|player| self.tournament.pace(player)),
                        opening,
                        &self.tournament.conditions,
                        seed,
                        stop,
                    );
                    (players[first], players[second]) = (Some(a), Some(b));
                    played
                }
                // Who was not waited for has lost nothing.
                _ if stop.load(Ordering::Relaxed) => None,
                [Err(fault), other] => {
                    players[second] = other.ok();
                    Some(forfeit(&opening, Side::First, fault))
                }
                [Ok(other), Err(fault)] => {
                    players[first] = Some(other);
                    Some(forfeit(&opening, Side::Second, fault))
                }
            };
            let Some(played) = played else { break };
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

    /// Takes a player from its seat, or brings it there; says why a program does not start.
    fn seat<'s>(
        &self,
        players: &mut [Option<Player<'s, P>>],
        index: usize,
        stop: &'s AtomicBool,
    ) -> Result<Result<Player<'s, P>, Fault>, ArenaError> {
        if let Some(player) = players[index].take() {
            return Ok(Ok(player));
        }
        Ok(Ok(match &self.tournament.players[index].kind {
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
                let timeout = self.tournament.conditions.timeout;
                match Program::start(spec, P::NAME, &self.tournament.rules, timeout, stop) {
                    Ok(program) => Box::new(program),
                    Err(fault) => return Ok(Err(fault)),
                }
            }
        }))
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
        if tournament.details {
            let list = |text: fn(&Thought) -> String| {
                played.thoughts.iter().map(text).collect::<Vec<_>>().join(" ")
            };
            add(tag::SCORES, list(|(score, _)| score.map_or("-".to_owned(), shown)));
            add(tag::TIMES, list(|(_, time)| time.as_millis().to_string()));
        }
        GameText { tags, moves: played.moves.clone(), result }
    }
}

fn wrong(game: &GameText, reason: &str) -> ArenaError {
    let round = game.tag(tag::ROUND).unwrap_or("").to_owned();
    ArenaError::Record { round, reason: reason.to_owned() }
}

/// Returns a score as records write it: hundredths, or `+M5` and `-M4` for plies to the end.
fn shown(score: Score) -> String {
    match score.plies() {
        Some(plies) => format!("{}M{plies}", if score.is_win() { '+' } else { '-' }),
        None => format!("{:+}", score.value()),
    }
}
