//! The solver against plainer ones, and with several threads.

use std::collections::HashMap;

use rayon::ThreadPoolBuilder;

use super::{minimax, moves, position, random, read, vectors};
use crate::games::hexceed::solve::{Budget, Solver};
use crate::games::hexceed::{Hexceed, Symmetry};
use crate::kernel::{Position, SplitMix64};
use crate::notation::Notation;

/// The margin still to come from the view of the side to move, by looking at every line, but at each
/// board once.
fn to_come(at: &Hexceed, known: &mut HashMap<[u64; 2], i32>) -> i32 {
    if at.outcome().is_some() {
        return 0;
    }
    if let Some(margin) = known.get(&at.packed()) {
        return *margin;
    }
    let value = |m| {
        let mut after = *at;
        after.make(m);
        let sign = after.to_move().sign() * at.to_move().sign();
        let scored = at.to_move().sign() * (after.settled() - at.settled());
        scored + sign * to_come(&after, known)
    };
    let best = moves(at).into_iter().map(value).max().unwrap();
    known.insert(at.packed(), best);
    best
}

#[test]
fn the_last_four_cells_are_computed_exactly() {
    let mut rng = SplitMix64::new(11);
    // In every order in which pieces can be handed over, with and without trios of empty cells.
    for _ in 0..1_000 {
        let at = random(&mut rng, 28);
        assert_eq!(at.empty_count(), 4);
        let margin = Solver::new(0).margin(&at, Budget::UNLIMITED);
        assert_eq!(margin, Some(minimax(&at)), "{}", at.write_position());
    }
}

#[test]
fn six_and_seven_cells_are_solved_exactly() {
    let mut rng = SplitMix64::new(12);
    for actions in [22, 23, 24, 25].into_iter().cycle().take(24) {
        let at = random(&mut rng, actions);
        let expected = at.settled() + at.to_move().sign() * to_come(&at, &mut HashMap::new());
        let place = at.write_position();
        let margin = Solver::new(1).margin(&at, Budget::UNLIMITED);
        assert_eq!(margin, Some(expected), "{place}");
        let (margin, line) = Solver::new(1).play(&at, Budget::UNLIMITED).unwrap();
        assert_eq!((margin, end(&at, &line)), (expected, Some(expected)), "{place}");
    }
}

/// Returns the final margin of a line.
fn end(at: &Hexceed, line: &[super::HexceedMove]) -> Option<i32> {
    let mut here = *at;
    for m in line {
        assert_eq!(here.check(*m), Ok(()));
        here.make(*m);
    }
    here.outcome()?.margin
}

#[test]
fn threads_find_the_same_margins() {
    let pool = ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let budget = Budget { threads: 3, ..Budget::UNLIMITED };
    for (place, row) in vectors("exact_deep") {
        let at = position(&row, &place);
        let margin = row["margin"].as_i64().unwrap() as i32;
        let (found, line) = pool.install(|| Solver::new(4).play(&at, budget)).unwrap();
        assert_eq!((found, end(&at, &line)), (margin, Some(margin)), "{place}");
    }
}

#[test]
fn threads_keep_to_the_budget() {
    let pool = ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let at = read("on[GXW@A,GXK@C,GOK@F,BXW@K,BXK@M,B-K@O]hold[ROW]turn[2]");
    let budget = Budget { gives_up: &|| true, threads: 2, ..Budget::UNLIMITED };
    let mut solver = Solver::new(4);
    assert_eq!(pool.install(|| solver.margin(&at, budget)), None);
    assert!(solver.nodes() < 100_000, "{} nodes", solver.nodes());
    // What the table keeps from an abandoned search is true.
    let at = random(&mut SplitMix64::new(13), 18);
    let mut solver = Solver::new(4);
    let few = Budget { nodes: 4_000, threads: 2, ..Budget::UNLIMITED };
    assert_eq!(pool.install(|| solver.margin(&at, few)), None);
    let warm = solver.margin(&at, Budget::UNLIMITED);
    assert_eq!(warm, Solver::new(4).margin(&at, Budget::UNLIMITED));
}

/// The answer to the question of a margin against the margin, from both sides of it and far away.
#[test]
fn questions_are_answered_as_the_margin_says() {
    let mut rng = SplitMix64::new(14);
    let pool = ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    for actions in (20..=36).cycle().take(60) {
        let at = random(&mut rng, actions);
        let place = at.write_position();
        let margin = match at.empty_count() {
            0..=4 => minimax(&at),
            5..=7 => at.settled() + at.to_move().sign() * to_come(&at, &mut HashMap::new()),
            _ => Solver::new(1).margin(&at, Budget::UNLIMITED).unwrap(),
        };
        let mut warm = Solver::new(1);
        for asked in [margin, margin + 1, margin - 3, margin + 3, 0, i32::MIN, i32::MAX] {
            let answer = Solver::new(1).reaches(&at, asked, Budget::UNLIMITED);
            assert_eq!(answer, Some(margin >= asked), "{place}, {asked} of {margin}");
            assert_eq!(warm.reaches(&at, asked, Budget::UNLIMITED), answer, "{place}, {asked}");
            let threads = Budget { threads: 2, ..Budget::UNLIMITED };
            let shared = pool.install(|| Solver::new(1).reaches(&at, asked, threads));
            assert_eq!(shared, answer, "{place}, {asked}");
        }
    }
}

#[test]
fn images_answer_alike_and_a_question_keeps_to_its_budget() {
    let mut rng = SplitMix64::new(15);
    for actions in [18, 21] {
        let at = random(&mut rng, actions);
        let margin = Solver::new(1).margin(&at, Budget::UNLIMITED);
        for symmetry in Symmetry::all().step_by(29) {
            let image = symmetry.apply(&at);
            assert_eq!(Solver::new(1).margin(&image, Budget::UNLIMITED), margin);
            let asked = margin.unwrap();
            let reached = [asked, asked + 1]
                .map(|asked| Solver::new(1).reaches(&image, asked, Budget::UNLIMITED).unwrap());
            assert_eq!(reached, [true, false], "{}", image.write_position());
        }
        let few = Budget { nodes: 10, ..Budget::UNLIMITED };
        assert_eq!(Solver::new(1).reaches(&random(&mut rng, 12), 0, few), None);
    }
    // Too far from the end for the solver.
    assert_eq!(Solver::new(1).reaches(&random(&mut rng, 2), 0, Budget::UNLIMITED), None);
}
