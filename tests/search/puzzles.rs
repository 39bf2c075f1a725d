//! Puzzles of endings that come with the program, against everything that can follow them.

use quincunx::games::{Game, coerceo::Coerceo};
use quincunx::kernel::{Action, Score};
use quincunx::puzzles::{Goal, PuzzleFile};

use crate::common::closure::Closure;
use crate::common::position;

/// Compares the puzzles of a game with exact values, where no more than `most` positions follow, and
/// returns how many these are.
fn compare<P: Game>(most: usize) -> usize {
    let mut compared = 0;
    for (_, puzzle) in PuzzleFile::read(P::PUZZLES).unwrap().puzzles {
        let start: P = position(&puzzle.position, &P::Rules::default(), "a puzzle");
        let Some(closure) = Closure::of(&start, most) else { continue };
        let player = start.to_move();
        let mut moves = Vec::new();
        start.legal_moves(&mut moves);
        let value = |m| {
            let mut after = start.clone();
            after.make(m);
            let score = closure.score(&after);
            if after.to_move() == player { score } else { -score }
        };
        let Ok(Action::Move(solution)) = start.read_move(&puzzle.line[0]) else {
            panic!("{puzzle}")
        };
        let found = value(solution);
        let others = moves.iter().filter(|m| **m != solution).map(|m| value(*m));
        let best = others.max().unwrap();
        match puzzle.goal {
            Goal::Win(plies) => {
                assert!(found.plies().is_some_and(|n| n < plies) && found.is_win(), "{puzzle}");
                assert!(!best.is_win(), "{puzzle}");
            }
            Goal::Draw => assert!(found == Score::ZERO && best.is_loss(), "{puzzle}"),
            Goal::Hold(plies) => {
                assert!(best.is_loss() && best.plies().is_some_and(|n| n < plies), "{puzzle}");
                assert!(!found.is_loss() || found.plies() >= Some(plies), "{puzzle}");
            }
            Goal::Margin(_) => panic!("{puzzle}"),
        }
        compared += 1;
    }
    compared
}

#[test]
fn endings_are_as_the_puzzles_say() {
    // What can follow in the other games is more.
    let compared = compare::<Coerceo>(150_000);
    assert!(compared >= 100, "{compared}");
}
