//! The record of a game: what has been played.

use super::error::IllegalMove;
use super::gather::Gather;
use super::outcome::{Ending, Outcome};
use super::player::Player;
use super::position::{Action, Position};
use super::sort;

/// A game from its first position: the moves, the positions between them and how it ended.
///
/// The record knows what a position cannot: how often each position has occurred, and that a
/// player resigned. Occurrences count from the position that the record starts with.
#[derive(Clone, Debug)]
pub struct Record<P: Position> {
    steps: Vec<Step<P>>,
    current: P,
    /// The first step whose position can still occur again.
    reversible_from: usize,
    resigned: Option<Player>,
}

/// One move of a record and the position before it.
#[derive(Clone, Debug)]
pub struct Step<P: Position> {
    /// The position before the move.
    pub before: P,
    /// The packed board before the move.
    pub packed: P::Packed,
    /// The move.
    pub played: P::Move,
    reversible_from: usize,
}

impl<P: Position> Record<P> {
    /// Returns the record of a game that starts from a position.
    #[must_use]
    pub const fn new(start: P) -> Self {
        Self { steps: Vec::new(), current: start, reversible_from: 0, resigned: None }
    }

    /// Returns the position after the last move.
    #[must_use]
    pub const fn current(&self) -> &P {
        &self.current
    }

    /// Returns the position that the record starts with.
    #[must_use]
    pub fn start(&self) -> &P {
        self.steps.first().map_or(&self.current, |step| &step.before)
    }

    /// Returns the moves and the positions before them, in the order played.
    #[must_use]
    pub fn steps(&self) -> &[Step<P>] {
        &self.steps
    }

    /// Returns who resigned.
    #[must_use]
    pub const fn resigned(&self) -> Option<Player> {
        self.resigned
    }

    /// Returns the moves that whoever moved last has made in a row.
    #[must_use]
    pub fn last_turn(&self) -> &[Step<P>] {
        let mover = |step: &Step<P>| step.before.to_move();
        let Some(last) = self.steps.last().map(mover) else { return &[] };
        let before = self.steps.iter().rposition(|step| mover(step) != last);
        &self.steps[before.map_or(0, |before| before + 1)..]
    }

    /// Returns the packed boards of the earlier positions that can occur again, the oldest first.
    #[must_use]
    pub fn repeatable(&self) -> Vec<P::Packed> {
        self.steps[self.reversible_from..].iter().map(|step| step.packed).gather()
    }

    /// Returns how often the current position has occurred, this time included.
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        let packed = self.current.packed();
        let earlier = &self.steps[self.reversible_from..];
        1 + earlier.iter().filter(|step| step.packed == packed).count() as u32
    }

    /// Returns how the game ended, or `None` if it is not over. Endings by the position itself take
    /// precedence over draws by repetition.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(loser) = self.resigned {
            return Some(Outcome::won(!loser, Ending::Resigned));
        }
        let by_position = self.current.outcome();
        match by_position {
            // A quiet limit is checked after repetition; every other ending before it.
            Some(Outcome { ending: Ending::Quiet, .. }) | None if self.is_repetition() => {
                Some(Outcome::drawn(Ending::Repetition))
            }
            other => other,
        }
    }

    fn is_repetition(&self) -> bool {
        let limit = self.current.repetition_limit();
        P::CYCLES && limit > 0 && self.occurrences() >= limit
    }

    /// Plays an action.
    ///
    /// # Errors
    ///
    /// Refuses an illegal move, and anything once the game is over; the record stays as it was.
    pub fn play(&mut self, action: Action<P::Move>) -> Result<(), IllegalMove> {
        if self.outcome().is_some() {
            return Err(IllegalMove::game_over());
        }
        match action {
            Action::Resign => self.resigned = Some(self.current.to_move()),
            Action::Move(m) => {
                self.current.check(m)?;
                let step = Step {
                    before: self.current.clone(),
                    packed: self.current.packed(),
                    played: m,
                    reversible_from: self.reversible_from,
                };
                if !P::CYCLES || self.current.is_irreversible(m) {
                    self.reversible_from = self.steps.len() + 1;
                }
                self.steps.push(step);
                self.current.make(m);
            }
        }
        Ok(())
    }

    /// Takes back the last action and returns whether there was one.
    pub fn undo(&mut self) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        match self.steps.pop() {
            Some(step) => {
                self.current = step.before;
                self.reversible_from = step.reversible_from;
                true
            }
            None => false,
        }
    }

    /// Adds the legal moves to `moves`; none when the game is over.
    pub fn legal_moves(&self, moves: &mut Vec<P::Move>) {
        if self.outcome().is_none() {
            self.current.legal_moves(moves);
        }
    }

    /// Returns the positions whose next occurrence in the game is a draw, in order. As long as this
    /// list stays the same, so do the draws by repetition that lie ahead.
    #[must_use]
    pub fn drawn_next(&self) -> Vec<P::Packed> {
        let limit = self.current.repetition_limit() as usize;
        if !P::CYCLES || limit < 2 {
            return Vec::new();
        }
        let mut boards = self.repeatable();
        boards.push(self.current.packed());
        sort::by(&mut boards, Ord::cmp);
        let mut drawn = Vec::new();
        for same in boards.chunk_by(|a, b| a == b) {
            if same.len() + 1 >= limit {
                drawn.push(same[0]);
            }
        }
        drawn
    }
}
