//! One game: every move, every clock and the end are checked here, by the rules of this crate.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::contestant::{Choice, Contestant, Fault, Turn};
use super::move_limits::MoveLimits;
use crate::games::AnyRecord;
use crate::kernel::{Action, Ending, PerPlayer, Player, Score};

/// What ends a game beside the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// How much later than its clock or its time for a move says a move may come.
    pub margin: Duration,
    /// How long a player without any limit of time may take for a move.
    pub timeout: Duration,
    /// After so many plies a game is drawn.
    pub max_plies: usize,
    /// A player loses when both have given its position a score of at least so many hundredths of the
    /// unit in the other's favour, in so many moves each in succession.
    pub resign: Option<(i32, u32)>,
    /// When a game is drawn because both players see it so.
    pub draw: Option<DrawRule>,
}

/// When a game is drawn because both players see it so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// The score that counts as even, in hundredths of the game's unit either way.
    pub within: i32,
    /// In how many moves each in succession.
    pub moves: u32,
    /// After how many plies of the game at the earliest.
    pub from: usize,
}

impl Default for Conditions {
    fn default() -> Self {
        Self {
            margin: Duration::from_millis(100),
            timeout: Duration::from_secs(60),
            max_plies: 2_000,
            resign: None,
            draw: None,
        }
    }
}

impl Conditions {
    /// Returns whether a game may be adjudicated so after so many plies, whatever the scores were.
    pub(super) fn adjudicate(&self, winner: Option<Player>, plies: usize) -> bool {
        let is_drawn = || self.draw.is_some_and(|rule| plies >= rule.from);
        match winner {
            Some(_) => self.resign.is_some(),
            None => plies >= self.max_plies || is_drawn(),
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Termination {
    /// By the rules.
    Rules(Ending),
    /// By the conditions of the match.
    Adjudication,
    /// The loser's move is none or not legal.
    IllegalMove,
    /// The loser's move came too late.
    TimeForfeit,
    /// The loser did not answer.
    Stalled,
    /// The loser was gone.
    Crash,
}

impl Termination {
    /// The ways to forfeit a game.
    pub const FORFEITS: [Self; 4] =
        [Self::IllegalMove, Self::TimeForfeit, Self::Stalled, Self::Crash];

    /// Returns the name that records use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rules(ending) => ending.name(),
            Self::Adjudication => "adjudication",
            Self::IllegalMove => "illegal move",
            Self::TimeForfeit => "time forfeit",
            Self::Stalled => "stalled",
            Self::Crash => "crash",
        }
    }

    /// Returns the termination of that name, in a game with endings of its `own`.
    #[must_use]
    pub fn from_name(name: &str, own: &[Ending]) -> Option<Self> {
        Ending::from_name(name, own).map(Self::Rules).or_else(|| {
            let others = Self::FORFEITS.into_iter().chain([Self::Adjudication]);
            others.into_iter().find(|termination| termination.name() == name)
        })
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Played {
    /// The moves as text, those of the opening included.
    pub(super) moves: Vec<String>,
    pub(super) winner: Option<Player>,
    pub(super) margin: Option<i32>,
    pub(super) termination: Termination,
    /// What happened, where the termination alone does not tell.
    pub(super) reason: Option<String>,
    /// What the players thought of their moves, and how long they took.
    pub(super) thoughts: Vec<Thought>,
}

/// What a player thought of a move, from its own view, and how long it took.
pub(super) type Thought = (Option<Score>, Duration);

/// Returns the game that a player loses before its first move, since it cannot start.
pub(super) fn forfeit(opening: &dyn AnyRecord, loser: Player, fault: Fault) -> Played {
    let (termination, reason) = verdict(fault);
    Played {
        moves: opening.texts(),
        winner: Some(!loser),
        margin: None,
        termination,
        reason: Some(format!("it cannot start: {reason}")),
        thoughts: Vec::new(),
    }
}

fn verdict(fault: Fault) -> (Termination, String) {
    match fault {
        Fault::Illegal(reason) => (Termination::IllegalMove, reason),
        Fault::Crashed(reason) => (Termination::Crash, reason),
        Fault::Stalled(reason) => (Termination::Stalled, reason),
    }
}

/// A game in progress.
struct Match<'a> {
    record: Box<dyn AnyRecord>,
    start: Option<String>,
    moves: Vec<String>,
    limits: [&'a MoveLimits; 2],
    clocks: PerPlayer<Option<Duration>>,
    conditions: &'a Conditions,
    /// Whom both players have seen far ahead, and for how many moves in succession.
    ahead: Option<(Player, u32)>,
    /// How many scores in succession were even.
    even: u32,
    thoughts: Vec<Thought>,
    stop: &'a AtomicBool,
}

/// Plays a game from an opening; `players` and `limits` are in moving order. Returns `None` when told
/// to stop.
pub(super) fn play(
    players: [&mut dyn Contestant; 2],
    limits: [&MoveLimits; 2],
    opening: Box<dyn AnyRecord>,
    conditions: &Conditions,
    seed: u64,
    stop: &AtomicBool,
) -> Option<Played> {
    for player in Player::ALL {
        if let Err(fault) = players[player.index()].begin(seed ^ player.index() as u64) {
            let is_stopped = stop.load(Ordering::Relaxed);
            return (!is_stopped).then(|| forfeit(&*opening, player, fault));
        }
    }
    let first = opening.position(0);
    let mut game = Match {
        start: (!first.is_first()).then(|| first.text()),
        moves: opening.texts(),
        record: opening,
        clocks: PerPlayer(Player::both(|player| Some(limits[player.index()].clock?.0))),
        limits,
        conditions,
        ahead: None,
        even: 0,
        thoughts: Vec::new(),
        stop,
    };
    loop {
        if let Some(played) = game.end() {
            return Some(played);
        }
        let player = game.record.now().mover();
        let turn = game.turn(players[player.index()]);
        // Who was interrupted has lost nothing.
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if let Err((termination, reason)) = turn {
            return Some(game.won(!player, termination, Some(reason)));
        }
    }
}

impl Match<'_> {
    /// Lets the side to move act.
    fn turn(&mut self, player: &mut dyn Contestant) -> Result<(), (Termination, String)> {
        let side = self.record.now().mover();
        let limits = self.limits[side.index()];
        let limit = match (self.clocks[side], limits.move_time) {
            (Some(clock), Some(time)) => Some(clock.min(time)),
            (clock, time) => clock.or(time),
        };
        let patience = limit.map_or(self.conditions.timeout, |l| l + self.conditions.margin);
        let increment =
            |limits: &MoveLimits| limits.clock.map_or(Duration::ZERO, |(_, added)| added);
        let turn = Turn {
            record: &*self.record,
            start: self.start.as_deref(),
            moves: &self.moves,
            limits,
            clocks: self.clocks,
            increments: PerPlayer(Player::both(|player| increment(self.limits[player.index()]))),
            patience,
            stop: self.stop,
        };
        let asked = Instant::now();
        let answer = player.choose(&turn);
        let passed = asked.elapsed();
        let Choice { action, score } = answer.map_err(verdict)?;
        if passed > patience {
            let reason = format!(
                "{} ms for a move within {} ms",
                passed.as_millis(),
                limit.unwrap_or(patience).as_millis()
            );
            return Err((Termination::TimeForfeit, reason));
        }
        if let Some(clock) = &mut self.clocks[side] {
            *clock = clock.saturating_sub(passed) + increment(limits);
        }
        let text = self.record.now().action_text(action);
        self.record
            .act(action)
            .map_err(|error| (Termination::IllegalMove, format!("{text}: {error}")))?;
        if matches!(action, Action::Move(_)) {
            self.moves.push(text);
            self.thoughts.push((score, passed));
        }
        self.note(side, score);
        Ok(())
    }

    /// Remembers whom the last score sees far ahead, or that it sees nobody so.
    fn note(&mut self, side: Player, score: Option<Score>) {
        if let Some(rule) = self.conditions.draw {
            let is_even = score.is_some_and(|score| score.value().abs() <= rule.within);
            self.even = if is_even { self.even + 1 } else { 0 };
        }
        let Some((least, _)) = self.conditions.resign else { return };
        let seen = match score.map(Score::value) {
            Some(value) if value >= least => Some(side),
            Some(value) if value <= -least => Some(!side),
            _ => None,
        };
        self.ahead = match (seen, self.ahead) {
            (Some(player), Some((before, moves))) if player == before => Some((player, moves + 1)),
            (Some(player), _) => Some((player, 1)),
            (None, _) => None,
        };
    }

    /// Returns the finished game if it is over.
    fn end(&self) -> Option<Played> {
        if let Some(outcome) = self.record.result() {
            return Some(Played {
                moves: self.moves.clone(),
                winner: outcome.winner,
                margin: outcome.margin,
                termination: Termination::Rules(outcome.ending),
                reason: None,
                thoughts: self.thoughts.clone(),
            });
        }
        if let (Some((_, wanted)), Some((player, moves))) = (self.conditions.resign, self.ahead)
            && moves >= 2 * wanted
        {
            let reason = "both players see it decided".to_owned();
            return Some(self.won(player, Termination::Adjudication, Some(reason)));
        }
        let plies = self.moves.len();
        if let Some(DrawRule { moves, from, .. }) = self.conditions.draw
            && self.even >= 2 * moves
            && plies >= from
        {
            return Some(self.drawn("both players see it even".to_owned()));
        }
        (plies >= self.conditions.max_plies).then(|| self.drawn(format!("{plies} plies")))
    }

    fn drawn(&self, reason: String) -> Played {
        Played {
            moves: self.moves.clone(),
            winner: None,
            margin: None,
            termination: Termination::Adjudication,
            reason: Some(reason),
            thoughts: self.thoughts.clone(),
        }
    }

    fn won(&self, winner: Player, termination: Termination, reason: Option<String>) -> Played {
        let moves = self.moves.clone();
        let thoughts = self.thoughts.clone();
        Played { moves, winner: Some(winner), margin: None, termination, reason, thoughts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;
    use crate::games::hexceed::Hexceed;
    use crate::games::morris::Morris;
    use crate::kernel::{GameEnding, Record};

    /// A player that takes the first legal move and gives the same score to every position.
    struct First(Option<i32>, Duration);

    impl Contestant for First {
        fn begin(&mut self, _seed: u64) -> Result<(), Fault> {
            Ok(())
        }

        fn choose(&mut self, turn: &Turn) -> Result<Choice, Fault> {
            let moves = turn.record.legal();
            std::thread::sleep(self.1);
            Ok(Choice { action: Action::Move(moves[0]), score: self.0.map(Score::centi) })
        }
    }

    fn game<P: Game>(
        first: First,
        second: First,
        conditions: Conditions,
        limits: MoveLimits,
    ) -> Played {
        let (mut first, mut second) = (first, second);
        let opening = Box::new(Record::new(P::start(&P::Rules::default())));
        play(
            [&mut first, &mut second],
            [&limits; 2],
            opening,
            &conditions,
            0,
            &AtomicBool::new(false),
        )
        .unwrap()
    }

    #[test]
    fn the_rules_end_games() {
        let still = || First(None, Duration::ZERO);
        let played =
            game::<Hexceed>(still(), still(), Conditions::default(), MoveLimits::default());
        assert_eq!(played.termination, Termination::Rules(Ending::Points));
        assert_eq!((played.moves.len(), played.margin.is_some()), (36, true));
    }

    #[test]
    fn conditions_end_games() {
        let at_most = Conditions { max_plies: 5, ..Conditions::default() };
        let still = || First(None, Duration::ZERO);
        let played = game::<Morris>(still(), still(), at_most, MoveLimits::default());
        assert_eq!((played.termination, played.winner), (Termination::Adjudication, None));
        assert_eq!(played.moves.len(), 5);
        let resign = Conditions { resign: Some((500, 2)), ..Conditions::default() };
        let sees = |score| First(Some(score), Duration::ZERO);
        let played = game::<Morris>(sees(-600), sees(500), resign, MoveLimits::default());
        assert_eq!(played.winner, Some(Player::Second));
        assert_eq!((played.termination, played.moves.len()), (Termination::Adjudication, 4));
        let played = game::<Morris>(sees(600), sees(600), resign, MoveLimits::default());
        assert_ne!(played.termination, Termination::Adjudication, "they do not agree");
        let draw = DrawRule { within: 10, moves: 2, from: 6 };
        let draw = Conditions { draw: Some(draw), ..Conditions::default() };
        let played = game::<Morris>(sees(-10), sees(9), draw, MoveLimits::default());
        assert_eq!((played.termination, played.winner), (Termination::Adjudication, None));
        assert_eq!((played.moves.len(), played.thoughts.len()), (6, 6));
        let played = game::<Morris>(sees(-10), sees(11), draw, MoveLimits::default());
        assert_ne!(played.termination, Termination::Adjudication, "one of them hopes");
    }

    #[test]
    fn a_late_move_loses() {
        let margin = Duration::from_millis(5);
        let strict = Conditions { margin, ..Conditions::default() };
        let (quick, slow) = (First(None, Duration::ZERO), First(None, margin * 10));
        let limits = MoveLimits { move_time: Some(margin), ..MoveLimits::default() };
        let played = game::<Morris>(quick, slow, strict, limits);
        assert_eq!(played.termination, Termination::TimeForfeit);
        assert_eq!((played.winner, played.moves.len()), (Some(Player::First), 1));
    }

    #[test]
    fn names_come_back() {
        const OWN: Ending = Ending::Own(&GameEnding { name: "full", words: "the board is full" });
        for ending in Ending::SHARED.into_iter().chain([OWN]) {
            let termination = Termination::Rules(ending);
            assert_eq!(Termination::from_name(termination.name(), &[OWN]), Some(termination));
        }
        assert_eq!(Termination::from_name("full", &[]), None, "of another game");
        for termination in Termination::FORFEITS.into_iter().chain([Termination::Adjudication]) {
            assert_eq!(Termination::from_name(termination.name(), &[]), Some(termination));
        }
        assert_eq!(Termination::from_name("x", &[OWN]), None);
    }
}
