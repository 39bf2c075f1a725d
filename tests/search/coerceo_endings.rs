//! Endings of Coerceo on few tiles, solved completely: what they are worth.
//!
//! What they are worth to the engine is tested in `coerceo_tables`.

use crate::common::closure::Closure;
use crate::common::position;
use quincunx::games::coerceo::{Coerceo, Rules};
use quincunx::kernel::{Position, Score, SplitMix64};
use quincunx::notation::Notation;

pub(crate) fn read(text: &str) -> Coerceo {
    position(text, &Rules::default(), "this file")
}

/// Returns the legal moves of a position with what they lead to, for the side that makes them.
pub(crate) fn children(
    closure: &Closure<Coerceo>,
    at: &Coerceo,
) -> Vec<(<Coerceo as Position>::Move, Score)> {
    let mut moves = Vec::new();
    if at.outcome().is_none() {
        at.legal_moves(&mut moves);
    }
    let score = |m| {
        let mut after = *at;
        after.make(m);
        let score = closure.score(&after).delayed(1);
        if after.to_move() == at.to_move() { score } else { -score }
    };
    moves.into_iter().map(|m| (m, score(m))).collect()
}

/// Returns positions that random play reaches from `root`, each once.
pub(crate) fn random_positions(root: &Coerceo, games: u64) -> Vec<Coerceo> {
    let mut found = Vec::new();
    for seed in 0..games {
        let mut rng = SplitMix64::new(seed);
        let mut at = *root;
        let mut moves = Vec::new();
        for _ in 0..30 {
            found.push(at);
            moves.clear();
            at.legal_moves(&mut moves);
            if at.outcome().is_some() || moves.is_empty() {
                break;
            }
            at.make(moves[rng.below(moves.len())]);
        }
    }
    found.sort_unstable_by_key(Coerceo::packed);
    found.dedup();
    found
}

/// Three against two on three tiles in a row.
pub(crate) const LINE: &str = "W[065,091,093,0C1,0C5]B[0C0,0C2]\
                           gone[00,01,02,03,04,05,07,08,0A,0B,0D,0E,0F,10,11,12]held[2,2]turn[W]";

#[test]
fn five_against_three_on_four_tiles_is_a_draw() {
    // Black is ahead by two pieces, White by a tile; and no play wins it.
    let root = read(
        "W[0B5,0C1,0C5]B[060,064,092,094,0B0]\
         gone[00,01,02,03,04,05,07,08,0A,0D,0E,0F,10,11,12]held[1,0]turn[B]",
    );
    let closure = Closure::of(&root, 2_000_000).expect("few positions");
    assert_eq!(closure.positions(), 1_359_824);
    assert_eq!(closure.score(&root), Score::ZERO);
}

#[test]
fn every_value_is_that_of_the_best_move() {
    let root = read(LINE);
    let closure = Closure::of(&root, 100_000).expect("few positions");
    let mut counts = [0; 3];
    for at in random_positions(&root, 500) {
        let score = closure.score(&at);
        if let Some(outcome) = at.outcome() {
            let expected = match outcome.winner {
                None => Score::ZERO,
                Some(winner) if winner == at.to_move() => Score::win_in(0),
                Some(_) => Score::loss_in(0),
            };
            assert_eq!(score, expected, "{at}", at = at.write_position());
        } else {
            let best = children(&closure, &at).into_iter().map(|(_, score)| score).max();
            assert_eq!(Some(score), best, "{at}", at = at.write_position());
        }
        counts[if score.is_win() {
            0
        } else if score.is_loss() {
            2
        } else {
            1
        }] += 1;
    }
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}
