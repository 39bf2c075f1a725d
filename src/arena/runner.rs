//! A match of one game being played: who sits where, which games are left, what is written.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use parking_lot::Mutex;

use super::archive::{Archive, RecordedGame};
use super::builtin::{Builtin, RandomPlayer};
use super::contestant::{Contestant, Fault};
use super::error::ArenaError;
use super::learned::Learned;
use super::ledger::{FinishedGame, Ledger};
use super::novice::Novice;
use super::openings::Openings;
use super::process::Program;
use super::referee::{Played, forfeit, play};
use super::schedule::{Fixture, Schedule};
use super::scoresheet::Scoresheet;
use super::spec::PlayerKind;
use super::standings::Standings;
use super::tournament::Tournament;
use crate::engine::{Engine, Session};
use crate::games::{AnyPosition, AnyRecord};
use crate::kernel::{Gather, Player, SplitMix64, all_ok, parallel};
use crate::notation::{GameText, tag};
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
type SeatedPlayer<'s> = Box<dyn Contestant + 's>;

/// A match of one game being played.
pub(super) struct MatchRunner<'a> {
    tournament: &'a Tournament,
    session: &'a dyn Session,
    start: Box<dyn AnyPosition>,
    schedule: Schedule,
    openings: Mutex<Openings>,
}

/// What all threads of a match share.
struct Scoreboard<'a> {
    archive: Option<Archive>,
    ledger: Ledger,
    report: &'a mut (dyn FnMut(&Progress) + Send),
    /// How many games there are.
    games: u64,
    /// The games that nobody plays yet.
    left: std::vec::IntoIter<u64>,
    error: Option<ArenaError>,
}

impl Scoreboard<'_> {
    /// Counts and writes the games whose turn it is.
    fn settle(&mut self) -> Result<(), ArenaError> {
        while let Some((fixture, FinishedGame { text, is_recorded, .. })) = self.ledger.count() {
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

impl<'a> MatchRunner<'a> {
    pub(super) fn new(tournament: &'a Tournament, engine: &'a Engine) -> Result<Self, ArenaError> {
        let session = engine.game(tournament.game.name()).ok_or_else(|| {
            ArenaError::Setting(format!("{} is not among the games", tournament.game))
        })?;
        let start = tournament.game.game().start(&tournament.rules).map_err(ArenaError::Setting)?;
        let openings = Openings::new(&tournament.openings, session, &*start, tournament.seed)?;
        let (schedule, openings) = (tournament.schedule(), Mutex::new(openings));
        Ok(Self { tournament, session, start, schedule, openings })
    }

    /// Returns the ledger with the games that were recorded, if the match could have come to them.
    pub(super) fn ledger(&self, recorded: Vec<RecordedGame>) -> Result<Ledger, ArenaError> {
        let tournament = self.tournament;
        let (players, numbers) = (tournament.players.len(), tournament.games());
        let mut ledger =
            Ledger::new(self.schedule.clone(), players, numbers.clone(), tournament.test());
        let mut found_in = HashMap::new();
        let numbered = recorded.into_iter().map(|game| {
            let number = self.number(&game, &numbers)?;
            match found_in.insert(number, Arc::clone(&game.path)) {
                None => Ok((number, game)),
                Some(other) => {
                    let reason = format!("{} has this game, too", other.display());
                    Err(game.wrong_tag(tag::ROUND, &reason))
                }
            }
        });
        let numbered = all_ok(numbered)?;
        // Random openings are made here, in order and on a stack that is deep enough for a search.
        let numbers = numbered.iter().map(|(number, _)| *number);
        let sheets = numbers.map(|number| self.scoresheet(number)).gather();
        let checked = parallel::map(sheets.len(), |at| sheets[at].check(&numbered[at].1));
        for ((number, _), entry) in numbered.iter().zip(checked) {
            ledger.take(*number, entry?);
        }
        Ok(ledger)
    }

    /// Returns the number of a recorded game, one of `numbers`.
    fn number(&self, game: &RecordedGame, numbers: &Range<u64>) -> Result<u64, ArenaError> {
        let label = game.text.tag(tag::ROUND).unwrap_or("");
        let Some(number) = self.schedule.number(label) else {
            let reason =
                "the match has no such game; if it was given more rounds, say --rounds again";
            return Err(game.wrong_tag(tag::ROUND, reason));
        };
        if !numbers.contains(&number) {
            let part = self.tournament.part;
            return Err(game.wrong_tag(
                tag::ROUND,
                &format!("it does not belong to part {part} of the match"),
            ));
        }
        Ok(number)
    }

    /// Returns the scoresheet of the game of a number.
    fn scoresheet(&self, number: u64) -> Scoresheet<'a> {
        let fixture = self.schedule.fixture(number);
        Scoresheet { tournament: self.tournament, fixture, opening: self.opening(fixture.round) }
    }

    pub(super) fn run(
        &self,
        archive: Option<Archive>,
        recorded: Vec<RecordedGame>,
        stop: &AtomicBool,
        report: &mut (dyn FnMut(&Progress) + Send),
    ) -> Result<Standings, ArenaError> {
        let ledger = self.ledger(recorded)?;
        let games = self.tournament.games().count() as u64;
        let left = ledger.missing().gather().into_iter();
        let mut scoreboard = Scoreboard { archive, ledger, report, games, left, error: None };
        scoreboard.settle()?;
        let standings = scoreboard.ledger.standings();
        (scoreboard.report)(&Progress { standings, last: None, games });
        if scoreboard.ledger.is_complete() {
            stop.store(true, Ordering::Relaxed);
        }
        let present = Mutex::new(Some(self.start_programs(stop)?));
        let scoreboard = Mutex::new(scoreboard);
        let fail = |error| {
            stop.store(true, Ordering::Relaxed);
            scoreboard.lock().error.get_or_insert(error);
        };
        thread::scope(|scope| {
            for _ in 0..self.tournament.concurrency {
                let work: Box<dyn FnOnce() + Send + '_> = Box::new(|| {
                    let players = present.lock().take().unwrap_or_else(|| self.empty_seats());
                    self.work(players, &scoreboard, stop).unwrap_or_else(fail)
                });
                if let Err(error) = search::thread().spawn_scoped(scope, work) {
                    fail(ArenaError::Setting(format!("there is no thread to play on: {error}")));
                }
            }
        });
        let scoreboard = scoreboard.into_inner();
        match scoreboard.error {
            Some(error) => Err(error),
            None => Ok(scoreboard.ledger.standings().clone()),
        }
    }

    /// Returns the rounds of games in words: `round 3, rounds 7 to 9`.
    pub(super) fn name_rounds(&self, games: &mut dyn Iterator<Item = u64>) -> String {
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
        words.gather().join(", ")
    }

    pub(super) fn opening(&self, round: u64) -> Box<dyn AnyRecord> {
        self.openings.lock().get(round)
    }

    /// Returns the seats of the players, all of them empty.
    fn empty_seats<'s>(&self) -> Vec<Option<SeatedPlayer<'s>>> {
        self.tournament.players.iter().map(|_| None).gather()
    }

    /// Seats the programs among the players, as far as they start.
    fn start_programs<'s>(
        &self,
        stop: &'s AtomicBool,
    ) -> Result<Vec<Option<SeatedPlayer<'s>>>, ArenaError> {
        let mut players = self.empty_seats();
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
        mut players: Vec<Option<SeatedPlayer<'s>>>,
        scoreboard: &Mutex<Scoreboard>,
        stop: &'s AtomicBool,
    ) -> Result<(), ArenaError> {
        while !stop.load(Ordering::Relaxed) {
            let Some(number) = scoreboard.lock().left.next() else { break };
            let sheet = self.scoresheet(number);
            let [first, second] = sheet.fixture.players;
            let pair =
                [self.seat(&mut players, first, stop)?, self.seat(&mut players, second, stop)?];
            let opening = sheet.opening.copied();
            let seed = SplitMix64::nth(self.tournament.seed, number).next_u64();
            let played = match pair {
                [Ok(mut a), Ok(mut b)] => {
                    let played = play(
                        [a.as_mut(), b.as_mut()],
                        sheet.fixture.players.map(|player| self.tournament.limits(player)),
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
                    Some(forfeit(&*sheet.opening, Player::First, fault))
                }
                [Ok(other), Err(fault)] => {
                    players[first] = Some(other);
                    Some(forfeit(&*sheet.opening, Player::Second, fault))
                }
            };
            let Some(played) = played else { break };
            let text = sheet.write(&played);
            let Played { winner, termination, .. } = played;
            let mut scoreboard = scoreboard.lock();
            scoreboard
                .ledger
                .take(number, FinishedGame { winner, termination, text, is_recorded: false });
            scoreboard.settle()?;
            if scoreboard.ledger.is_complete() {
                stop.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    /// Takes a player from its seat, or brings it there; says why a program does not start.
    fn seat<'s>(
        &self,
        players: &mut [Option<SeatedPlayer<'s>>],
        index: usize,
        stop: &'s AtomicBool,
    ) -> Result<Result<SeatedPlayer<'s>, Fault>, ArenaError> {
        if let Some(player) = players[index].take() {
            return Ok(Ok(player));
        }
        Ok(Ok(match &self.tournament.players[index].kind {
            PlayerKind::Random => Box::new(RandomPlayer(SplitMix64::new(0))),
            PlayerKind::Novice => Box::new(Novice(SplitMix64::new(0))),
            PlayerKind::Builtin(spec) => Box::new(Builtin::new(self.session, spec)?),
            PlayerKind::Learner(spec) => {
                // Only limits of its own make it search.
                let searches = !self.tournament.players[index].limits.is_unlimited();
                Box::new(Learned::new(self.session, spec, &*self.start, searches)?)
            }
            PlayerKind::Program(spec) => {
                let timeout = self.tournament.conditions.timeout;
                let game = self.session.name();
                match Program::start(spec, game, &self.tournament.rules, timeout, stop) {
                    Ok(program) => Box::new(program),
                    Err(fault) => return Ok(Err(fault)),
                }
            }
        }))
    }
}
