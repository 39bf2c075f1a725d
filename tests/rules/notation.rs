//! What the notation accepts and refuses: `notation/<game>.*`.
//!
//! | file | columns, separated by tabs |
//! |---|---|
//! | `positions.accepted` | input, canonical text |
//! | `positions.refused` | input, the exact error |
//! | `moves.accepted` | position, input, canonical text |
//! | `moves.refused` | position, input, the exact error |

use crate::common::{columns, position};
use proptest::prelude::*;
use quincunx::games::Game;
use quincunx::kernel::Rules;

fn accepts_and_refuses_positions<P: Game>() {
    let rules = P::Rules::default();
    for row in columns::<2>(&format!("notation/{}.positions.accepted", P::NAME)) {
        let [input, canonical] = &row.value;
        let read = position::<P>(input, &rules, &row.place);
        assert_eq!(read.write_position(), *canonical, "{}", row.place);
        assert_eq!(P::read_position(canonical, &rules).as_ref(), Ok(&read), "{}", row.place);
    }
    let refused = columns::<2>(&format!("notation/{}.positions.refused", P::NAME));
    assert!(!refused.is_empty(), "no refused positions for {}", P::NAME);
    for row in refused {
        let [input, error] = &row.value;
        match P::read_position(input, &rules) {
            Ok(read) => panic!("{}: {input} read as {}", row.place, read.write_position()),
            Err(found) => assert_eq!(found.to_string(), *error, "{}: {input}", row.place),
        }
    }
}

fn accepts_and_refuses_moves<P: Game>() {
    let rules = P::Rules::default();
    for row in columns::<3>(&format!("notation/{}.moves.accepted", P::NAME)) {
        let [at, input, canonical] = &row.value;
        let at = position::<P>(at, &rules, &row.place);
        let read = at.read_move(input).unwrap_or_else(|e| panic!("{}: {e}", row.place));
        assert_eq!(at.write_action(read), *canonical, "{}", row.place);
    }
    let refused = columns::<3>(&format!("notation/{}.moves.refused", P::NAME));
    assert!(!refused.is_empty(), "no refused moves for {}", P::NAME);
    for row in refused {
        let [at, input, error] = &row.value;
        let at = position::<P>(at, &rules, &row.place);
        match at.read_move(input) {
            Ok(read) => panic!("{}: {input} read as {}", row.place, at.write_action(read)),
            Err(found) => assert_eq!(found.to_string(), *error, "{}: {input}", row.place),
        }
    }
}

/// Text that is arbitrary, or close to the notation of some game.
fn scraps() -> impl Strategy<Value = String> {
    let close = "[BWR12X]?[A-Za-z]{0,4}[\\[\\];,]?[a-gA-R0-9xX@='P-]{0,12}[\\[\\],;]?";
    prop_oneof![
        any::<String>(),
        proptest::collection::vec(close, 0..6).prop_map(|parts| parts.concat()),
    ]
}

fn never_panics<P: Game>() {
    let rules = P::Rules::default();
    let start = P::start(&rules);
    proptest!(ProptestConfig::with_cases(2_000), |(text in scraps())| {
        if let Ok(read) = P::read_position(&text, &rules) {
            let written = read.write_position();
            prop_assert_eq!(P::read_position(&written, &rules), Ok(read));
        }
        if let Ok(action) = start.read_move(&text) {
            prop_assert_eq!(start.read_move(&start.write_action(action)), Ok(action));
        }
    });
}

/// Cuts, doubles and exchanges bytes of real positions: closer to the edge than random text.
fn damaged_positions_never_panic<P: Game>() {
    let rules = P::Rules::default();
    let known: Vec<String> = crate::common::lines(&format!("perft/{}.perft", P::NAME))
        .into_iter()
        .filter_map(|row| row.value.strip_prefix("position ").map(str::to_owned))
        .collect();
    proptest!(ProptestConfig::with_cases(2_000), |(
        which in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        other in any::<prop::sample::Index>(),
        kind in 0..4,
    )| {
        let mut text = which.get(&known).clone().into_bytes();
        let (at, other) = (at.index(text.len()), other.index(text.len()));
        match kind {
            0 => text.swap(at, other),
            1 => text.truncate(at),
            2 => text.insert(other, text[at]),
            _ => { text.remove(at); }
        }
        let text = String::from_utf8(text).unwrap();
        if let Ok(read) = P::read_position(&text, &rules) {
            let written = read.write_position();
            prop_assert_eq!(P::read_position(&written, &rules), Ok(read));
        }
    });
}

/// Every choice of the rules can be set, read back, and gives a start position that works.
fn rules_are_settable<P: Game>() {
    for (index, option) in P::Rules::OPTIONS.iter().enumerate() {
        for value in crate::common::values(&option.kind) {
            let mut rules = P::Rules::default();
            rules.set(index, &value);
            assert_eq!(rules.get(index), value, "{}", option.name);
            let start = P::start(&rules);
            assert_eq!(start.rules(), rules, "{}", option.name);
            assert_eq!(P::read_position(&start.write_position(), &rules), Ok(start));
        }
    }
}

per_game!(accepts_and_refuses_positions);
per_game!(accepts_and_refuses_moves);
per_game!(never_panics);
per_game!(damaged_positions_never_panic);
per_game!(rules_are_settable);
