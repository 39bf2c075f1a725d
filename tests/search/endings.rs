//! Endings whose exact value is known, found by the search alone.
//!
//! The values come from complete tables of these endings, made by other programs.

use std::time::Instant;

use crate::common::{Row, json_lines, position, text, texts};
use quincunx::games::Game;
use quincunx::games::hexceed::Hexceed;
use quincunx::games::trimok::Trimok;
use quincunx::kernel::{Position, Record, Solve, Worth};
use quincunx::notation::Notation;
use quincunx::search::{Control, Limits, Line, Searcher};
use serde_json::Value;

fn search<P: Game>(searcher: &mut Searcher<P>, at: &P, limits: &Limits) -> Line<P::Move> {
    let control = Control::new(Instant::now());
    searcher.search(&Record::new(at.clone()), limits, &control, &mut |_| {})
}

fn read<P: Game>(row: &Row<Value>) -> P {
    position(text(&row.value, "position", &row.place), &P::Rules::default(), &row.place)
}

#[test]
fn hexceed_margins_are_proven() {
    let mut searcher = Searcher::new(4).unwrap();
    let mut count = 0;
    for name in ["exact", "exact_hard"] {
        for row in json_lines(&format!("vectors/hexceed.{name}.jsonl")) {
            let at: Hexceed = read(&row);
            let found = search(&mut searcher, &at, &Limits::default());
            let margin = row.value["margin"].as_i64().expect("a margin") as i32;
            // The file counts from the first player's view, the search from the mover's.
            let expected = margin * at.to_move().sign();
            assert_eq!(found.worth, Worth::Margin(expected), "{}", row.place);
            let best = at.write_move(found.best().expect("a move"));
            let listed = texts(&row.value, "best", &row.place);
            assert!(listed.contains(&best.as_str()), "{}: {best} of {listed:?}", row.place);
            count += 1;
        }
    }
    assert!(count > 100, "only {count} endings");
}

#[test]
fn a_search_that_comes_to_the_end_of_the_game_ends_early_only_with_a_proof() {
    let mut searcher = Searcher::new(4).unwrap();
    let (mut proven, mut unproven) = (0, 0);
    for row in json_lines("vectors/hexceed.exact.jsonl") {
        let at: Hexceed = read(&row);
        // Too few for the solver to be asked before the search.
        let Some(limit) = at.proof_nodes(0).map(|nodes| 4 * nodes - 1) else { continue };
        searcher.clear();
        let found = search(&mut searcher, &at, &Limits { nodes: Some(limit), ..Limits::default() });
        let margin = row.value["margin"].as_i64().expect("a margin") as i32 * at.to_move().sign();
        match found.worth {
            Worth::Margin(found) => assert_eq!(found, margin, "{}", row.place),
            _ => assert!(found.nodes >= limit, "{}: {found:?}", row.place),
        }
        let counter = if found.worth.is_certain() { &mut proven } else { &mut unproven };
        *counter += 1;
    }
    assert!(proven > 20, "{proven} proven, {unproven} not");
}

/// The nodes that a Trimok ending may take.
const NODES: u64 = 500_000;
/// A win or loss within so many plies has to be found.
const NEAR: u64 = 9;

#[test]
fn trimok_endings_are_claimed_rightly_and_the_near_ones_found() {
    let mut searcher = Searcher::new(64).unwrap();
    let (mut near, mut far) = (0, 0);
    for row in json_lines("vectors/trimok.endgames.jsonl") {
        let place = &row.place;
        let at: Trimok = read(&row);
        let value = text(&row.value, "value", place);
        let plies = row.value["plies"].as_u64();
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let found = search(&mut searcher, &at, &limits);
        let score = found.score();
        if let Some(claimed) = score.plies() {
            let said = if score.is_win() { "win" } else { "loss" };
            assert_eq!(value, said, "{place}: claimed {score}");
            assert!(plies <= Some(claimed.into()), "{place}: claimed {score}, truly {plies:?}");
            far += u32::from(plies > Some(NEAR));
        }
        if value != "draw" && plies <= Some(NEAR) {
            assert!(score.is_decisive(), "{place}: {value} in {plies:?}, found {score}");
            near += 1;
            if score.is_win() {
                let best = at.write_move(found.best().expect("a move"));
                let keep = texts(&row.value, "keep", place);
                assert!(keep.contains(&best.as_str()), "{place}: {best} of {keep:?}");
            }
        }
    }
    assert!(near > 10, "only {near} near endings");
    assert!(far > 0, "some far ones are found as well");
}
