//! Exact values: all of the small sectors, and what a few plies prove of the rest.

use std::sync::LazyLock;

use super::solver::{Numbers, Solver, Value, child};
use super::{Morris, Notation, Position, Rules, legal, legal_texts, names, vectors};

/// The pairs of sectors that are quick to solve, in the order in which they need each other.
const SOLVED: [Numbers; 3] = [(3, 3), (4, 3), (4, 4)];

static SOLVER: LazyLock<Solver> = LazyLock::new(|| {
    let mut solver = Solver::new();
    for (own, enemy) in SOLVED {
        solver.solve(own, enemy);
    }
    solver
});

fn text(value: Value) -> String {
    match value {
        Value::Win(plies) => format!("win {plies}"),
        Value::Draw => "draw".to_owned(),
        Value::Loss(plies) => format!("loss {plies}"),
    }
}

/// Reads a position without draw limits; what is listed must be canonical text.
fn read(row: &serde_json::Value) -> Morris {
    let text = row["position"].as_str().unwrap();
    let at = Morris::read_position(text, &Rules { quiet: 0, repetition: 0 }).unwrap();
    assert_eq!(at.write_position(), text);
    at
}

/// Returns the value of a position whose sector is solved.
fn solved(at: &Morris) -> Option<Value> {
    if at.own().hand() + at.enemy().hand() > 0 {
        return None;
    }
    SOLVER.value((at.own().board(), at.enemy().board()))
}

#[test]
fn sectors_have_the_listed_results() {
    let rows = vectors("sectors");
    assert!(!rows.is_empty());
    for row in rows {
        let number = |field: &str| row[field].as_u64().unwrap();
        let sector = (number("to_move") as u32, number("other") as u32);
        // Win, draw, loss: up to symmetry, and all.
        let (mut orbits, mut raw) = ([0; 3], [0; 3]);
        let (mut longest_win, mut longest_loss) = (0, 0);
        for men in SOLVER.positions(sector) {
            let result = match SOLVER.value(men).unwrap() {
                Value::Win(plies) => {
                    longest_win = longest_win.max(plies);
                    0
                }
                Value::Draw => 1,
                Value::Loss(plies) => {
                    longest_loss = longest_loss.max(plies);
                    2
                }
            };
            orbits[result] += 1;
            raw[result] += SOLVER.orbit(men);
        }
        assert_eq!(orbits, ["win", "draw", "loss"].map(number), "{sector:?}");
        assert_eq!(raw, ["raw_win", "raw_draw", "raw_loss"].map(number), "{sector:?}");
        assert_eq!(orbits.iter().sum::<u64>(), number("states"), "{sector:?}");
        let longest = [longest_win, longest_loss].map(u64::from);
        assert_eq!(longest, ["max_win", "max_loss"].map(number), "{sector:?}");
    }
}

/// The solver's positions are as many as Burnside's lemma says, which is in `orbits`.
#[test]
fn solved_sectors_are_complete() {
    let mut compared = 0;
    for row in vectors("orbits") {
        let number = |field: &str| row[field].as_u64().unwrap();
        let sector = (number("own") as u32, number("enemy") as u32);
        if SOLVED.contains(&sector) {
            let positions = SOLVER.positions(sector);
            assert_eq!(positions.len() as u64, number("orbits"), "{sector:?}");
            let raw: u64 = positions.into_iter().map(|men| SOLVER.orbit(men)).sum();
            assert_eq!(raw, number("raw"), "{sector:?}");
            compared += 1;
        }
    }
    assert_eq!(compared, SOLVED.len());
}

#[test]
fn values_of_solved_sectors_are_as_listed() {
    let mut compared = 0;
    for row in vectors("values") {
        if let Some(value) = solved(&read(&row)) {
            assert_eq!(text(value), row["value"], "{row}");
            compared += 1;
        }
    }
    assert_eq!(compared, 200 * SOLVED.len());
}

#[test]
fn best_moves_of_solved_sectors_are_as_listed() {
    let mut compared = 0;
    for row in vectors("best") {
        let at = read(&row);
        let Some(value) = solved(&at) else { continue };
        assert_eq!(text(value), row["value"], "{row}");
        let mut keep = Vec::new();
        let mut fastest = Vec::new();
        for m in legal(&at) {
            let after = SOLVER.value_after(&child(&at, m)).unwrap();
            if std::mem::discriminant(&after) == std::mem::discriminant(&value) {
                keep.push(at.write_move(m));
            }
            if after == value {
                fastest.push(at.write_move(m));
            }
        }
        for (found, field) in [(&mut keep, "keep"), (&mut fastest, "fastest")] {
            found.sort_unstable();
            let mut listed = names(&row[field]);
            listed.sort_unstable();
            assert_eq!(*found, listed, "{field}: {row}");
        }
        compared += 1;
    }
    assert!(compared > 0);
}

#[test]
fn listed_best_moves_are_legal() {
    for row in vectors("best") {
        let at = read(&row);
        let legal = legal_texts(&at);
        let (keep, fastest) = (names(&row["keep"]), names(&row["fastest"]));
        assert!(!fastest.is_empty(), "{row}");
        assert!(keep.iter().all(|m| legal.contains(*m)), "{row}");
        assert!(fastest.iter().all(|m| keep.contains(m)), "{row}");
    }
}

/// How far plain minimax looks in sectors that are not solved.
const PLIES: u8 = 3;

/// Returns the value of a position if it is decided within so many plies.
fn short_value(at: &Morris, plies: u8) -> Option<Value> {
    if at.outcome().is_some() {
        return Some(Value::Loss(0));
    }
    if plies == 0 {
        return None;
    }
    let mut best_win = None;
    let mut loss = Some(0);
    for m in legal(at) {
        match short_value(&child(at, m), plies - 1) {
            Some(Value::Loss(found)) => {
                best_win = Some(best_win.map_or(found + 1, |least: u8| least.min(found + 1)));
            }
            Some(Value::Win(found)) => loss = loss.map(|most: u8| most.max(found + 1)),
            Some(Value::Draw) | None => loss = None,
        }
    }
    best_win.map(Value::Win).or(loss.map(Value::Loss))
}

/// While men are in hand only the result is listed, not the distance.
#[test]
fn short_wins_and_losses_are_as_listed() {
    let mut decided = 0;
    for row in ["values", "best", "placing_values"].into_iter().flat_map(vectors) {
        let at = read(&row);
        let listed = row["value"].as_str().unwrap();
        let (result, plies) = match listed.split_once(' ') {
            Some((result, plies)) => (result, Some(plies.parse::<u8>().unwrap())),
            None => (listed, None),
        };
        assert!(["win", "draw", "loss"].contains(&result), "{row}");
        match short_value(&at, PLIES) {
            Some(value) => {
                let found = text(value);
                let expected = if plies.is_some() { listed } else { result };
                assert!(found.starts_with(expected), "{found}: {row}");
                assert!(plies.is_none() || found == listed, "{found}: {row}");
                decided += 1;
            }
            None => assert!(plies.is_none_or(|plies| plies > PLIES), "{row}"),
        }
    }
    assert!(decided > 0);
}
