//! Exact values of every position that can follow a given one, by retrograde analysis, for games in
//! which the packed board is all that matters.
//!
//! Made with the rules of the game alone: no rule is written backwards here. Draws by repetition
//! are left out, as they belong to a path; a side that wins never needs to repeat.

use std::collections::HashMap;
use std::collections::VecDeque;

use ahash::RandomState;
use quincunx::kernel::{Player, Position, Score};

/// The positions that can follow one position, with their values.
pub struct Closure<P: Position> {
    numbers: HashMap<P::Packed, u32, RandomState>,
    scores: Vec<Score>,
}

/// The positions and the moves between them.
struct Moves {
    /// Who is to move in each position.
    turns: Vec<Player>,
    /// Where the moves of each position begin; one more than there are positions.
    starts: Vec<usize>,
    /// The positions that the moves lead to.
    ends: Vec<u32>,
}

impl<P: Position> Closure<P> {
    /// Solves everything that can follow a position; `None` if that is more than `most` positions.
    pub fn of(root: &P, most: usize) -> Option<Self> {
        let mut numbers = HashMap::with_hasher(RandomState::new());
        numbers.insert(root.packed(), 0);
        let mut queue = VecDeque::from([root.clone()]);
        // Zero while neither side is known to win.
        let mut scores = Vec::new();
        let mut moves = Moves { turns: Vec::new(), starts: vec![0], ends: Vec::new() };
        let mut list = Vec::new();
        while let Some(mut position) = queue.pop_front() {
            if numbers.len() > most {
                return None;
            }
            let player = position.to_move();
            moves.turns.push(player);
            let winner = position.outcome().map(|outcome| outcome.winner);
            scores.push(match winner {
                Some(Some(winner)) if winner == player => Score::win_in(0),
                Some(Some(_)) => Score::loss_in(0),
                Some(None) | None => Score::ZERO,
            });
            list.clear();
            if winner.is_none() {
                position.legal_moves(&mut list);
            }
            for &m in &list {
                let undo = position.make(m);
                let next = numbers.len() as u32;
                let number = *numbers.entry(position.packed()).or_insert_with(|| {
                    queue.push_back(position.clone());
                    next
                });
                moves.ends.push(number);
                position.unmake(m, undo);
            }
            moves.starts.push(moves.ends.len());
        }
        moves.decide(&mut scores);
        Some(Self { numbers, scores })
    }

    /// Returns how many positions there are.
    pub fn positions(&self) -> usize {
        self.scores.len()
    }

    /// Returns what one of the positions is worth to the side to move.
    pub fn score(&self, position: &P) -> Score {
        self.scores[self.numbers[&position.packed()] as usize]
    }
}

impl Moves {
    /// Finds all wins and losses, those nearest to the end first.
    fn decide(&self, scores: &mut [Score]) {
        let positions = self.turns.len();
        let ends = |number: usize| &self.ends[self.starts[number]..self.starts[number + 1]];
        // The moves backwards; one place further than they will stand, filling moves them there.
        let mut starts = vec![0_usize; positions + 2];
        for end in &self.ends {
            starts[*end as usize + 2] += 1;
        }
        for at in 2..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut befores = vec![0_u32; self.ends.len()];
        for number in 0..positions {
            for &end in ends(number) {
                let place = &mut starts[end as usize + 1];
                befores[*place] = number as u32;
                *place += 1;
            }
        }
        // How many moves of each position may not lose.
        let mut open: Vec<usize> = (0..positions).map(|number| ends(number).len()).collect();
        let mut due: VecDeque<usize> =
            (0..positions).filter(|n| scores[*n] != Score::ZERO).collect();
        while let Some(after) = due.pop_front() {
            for &before in &befores[starts[after]..starts[after + 1]] {
                let before = before as usize;
                if scores[before] != Score::ZERO {
                    continue;
                }
                let is_same = self.turns[before] == self.turns[after];
                let score = if is_same { scores[after] } else { -scores[after] };
                open[before] -= 1;
                if score.is_win() || open[before] == 0 {
                    scores[before] = score.delayed(1);
                    due.push_back(before);
                }
            }
        }
    }
}
