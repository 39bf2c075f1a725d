//! Reviews of games where tables know the truth.

use std::collections::BTreeMap;

use quincunx::games::morris::{Morris, Rules};
use quincunx::kernel::{Position, SplitMix64};
use quincunx::notation::Notation;
use quincunx::tablebase::{ExactValue, Place, Solved, Unit, Wdl};
use serde_json::Value;

use crate::common::program::run;
use crate::tablebase::{BY_DEFAULT, pair};

/// Returns the points that a value promises.
fn points(value: ExactValue) -> f64 {
    match value.wdl() {
        Wdl::Win => 1.0,
        Wdl::Draw => 0.5,
        Wdl::Loss => 0.0,
    }
}

/// Returns the mark of a move by the points that each move promises.
fn mark(values: &[f64], played: usize) -> &'static str {
    let best = values.iter().copied().fold(0.0, f64::max);
    let mut others = values.to_vec();
    let played = others.remove(played);
    let second = others.iter().copied().reduce(f64::max);
    match best - played {
        0.5.. => "??",
        _ if second.is_some_and(|second| best - second >= 0.5) => "!",
        _ => "",
    }
}

/// A search of one node knows nothing, so what it says comes from the tables alone.
#[test]
fn marks_are_those_of_tables_where_they_know() {
    let option = format!("TablePath={}", BY_DEFAULT.path().display());
    let mut rng = SplitMix64::new(5);
    let mut seen = BTreeMap::new();
    while seen.len() < 3 || seen.values().sum::<usize>() < 40 {
        let unit = pair(3 + rng.below(2) as u32, 3);
        let place = Place {
            sector: rng.below(unit.sectors()),
            number: rng.below(unit.blocks() * unit.block_len()),
        };
        let Some(position) = Morris::at(unit, place, &Rules::default()) else { continue };
        if position.outcome().is_some() {
            continue;
        }
        let probed = BY_DEFAULT.tables.probe_moves(&position).unwrap();
        let values: Vec<f64> = probed.iter().map(|(_, value)| points(value.unwrap())).collect();
        // Half of the time the best move is played, which may be the only one.
        let best = (0..values.len()).max_by(|a, b| values[*a].total_cmp(&values[*b])).unwrap();
        let played = if rng.below(2) == 0 { best } else { rng.below(values.len()) };
        let game =
            format!("{} {}", position.write_position(), position.write_move(probed[played].0));
        let arguments = ["analyse", "morris", &game, "--each", "--nodes", "1", "--json"];
        let told = run(&[&arguments[..], &["--option", &option]].concat()).ok();
        let one: Value = serde_json::from_str(told.lines().nth(1).unwrap()).unwrap();
        let expected = mark(&values, played);
        assert_eq!(one["mark"], expected, "{game}: {one}");
        assert_eq!(one["share_after"].as_f64(), Some(values[played]), "{game}: {one}");
        *seen.entry(expected).or_insert(0_usize) += 1;
    }
}
