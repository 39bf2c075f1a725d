//! What is proven of the positions of a game near its start.

use std::collections::HashMap;

use super::claim::{Bounds, Claim};
use super::claim_reader::ClaimReader;
use super::{AnyGame, AnyPosition};
use crate::kernel::{Gather, MoveBits};

/// Bounds of the margins to come behind positions. They hold for the images of these, too, and under the usual rules
/// only.
#[derive(Debug, Default)]
pub struct Claims {
    /// By the canonical board.
    bounds: HashMap<Vec<u64>, Bounds>,
    /// None of the positions has fewer plies to the end.
    fewest: u32,
}

/// What claims say of a position and its moves, from the view of the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proven {
    /// The bounds of the final margin.
    pub bounds: Bounds,
    /// The moves that are proven to reach the lower one; none if there is none.
    pub moves: Vec<MoveBits>,
}

impl Claims {
    /// Returns those that come with a game.
    ///
    /// # Errors
    ///
    /// Quotes a line that is wrong.
    pub fn of(game: &dyn AnyGame) -> Result<Self, String> {
        Self::read(game.claims(), &*game.start(&[])?)
    }

    /// Reads a file of claims, see [`ClaimReader`]. The positions are those of the rules of `like`.
    ///
    /// # Errors
    ///
    /// Quotes a line that is wrong.
    pub fn read(text: &str, like: &dyn AnyPosition) -> Result<Self, String> {
        let mut claims = Self { bounds: HashMap::new(), fewest: u32::MAX };
        let mut reader = ClaimReader::new(like);
        let bad = |line: &str, what: &str| format!("{line:?}: {what}");
        for (number, line) in text.lines().enumerate() {
            let read = reader.read(number, line).map_err(|what| bad(line, &what))?;
            read.iter().for_each(|line| claims.add(&line.claim));
        }
        reader.finish().map_err(|line| bad(&line.text, ClaimReader::MISSING))?;
        Ok(claims)
    }

    fn add(&mut self, claim: &Claim) {
        let board = claim.position.canonical_board();
        let known = self.bounds.entry(board).or_insert(Bounds::UNKNOWN);
        *known = known.meet(claim.bounds());
        self.fewest = self.fewest.min(claim.position.plies_to_end().unwrap_or(0));
    }

    /// Returns the bounds of the final margin of a position, from the view of its side to move: what is claimed of it, and
    /// what follows from the claims about the positions behind its moves.
    #[must_use]
    pub fn margin(&self, position: &dyn AnyPosition) -> Bounds {
        self.with_moves(position, &self.of_moves(position, Self::claimed))
    }

    /// Returns what is claimed of a position and what follows from its moves.
    fn with_moves(&self, position: &dyn AnyPosition, moves: &[(MoveBits, Bounds)]) -> Bounds {
        let claimed = self.claimed(position);
        let best = moves.iter().map(|(_, bounds)| *bounds).reduce(Bounds::best);
        best.map_or(claimed, |best| claimed.meet(best))
    }

    fn claimed(&self, position: &dyn AnyPosition) -> Bounds {
        let settled = position.mover().sign() * position.settled_margin().unwrap_or(0);
        if let Some(outcome) = position.ending() {
            return if outcome.margin.is_some() {
                Bounds::OVER.plus(settled)
            } else {
                Bounds::UNKNOWN
            };
        }
        if position.plies_to_end().is_none_or(|plies| plies < self.fewest) {
            return Bounds::UNKNOWN;
        }
        let known = self.bounds.get(&position.canonical_board()).copied();
        known.unwrap_or(Bounds::UNKNOWN).plus(settled)
    }

    /// Returns the bounds behind each move, as far as there may be any.
    fn of_moves(
        &self,
        position: &dyn AnyPosition,
        bounds: impl Fn(&Self, &dyn AnyPosition) -> Bounds,
    ) -> Vec<(MoveBits, Bounds)> {
        let mut moves = Vec::new();
        if position.plies_to_end().is_some_and(|plies| plies >= self.fewest) {
            position.each_behind(&mut |m, behind| {
                let turns = behind.mover() != position.mover();
                let bounds = bounds(self, behind);
                moves.push((m, if turns { -bounds } else { bounds }));
            });
        }
        moves
    }

    /// Returns what is proven of a position, and of its moves.
    #[must_use]
    pub fn proven(&self, position: &dyn AnyPosition) -> Proven {
        let moves = self.of_moves(position, Self::margin);
        let bounds = self.with_moves(position, &moves);
        let reaches = |of_move: &Bounds| bounds.has_lower() && of_move.lower >= bounds.lower;
        let reaching = moves.iter().filter(|(_, of_move)| reaches(of_move));
        Proven { bounds, moves: reaching.map(|(m, _)| *m).gather() }
    }
}
