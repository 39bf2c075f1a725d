//! The rules: data files that every game has, and a battery that random games must pass.
//!
//! | file | one JSON object a line |
//! |---|---|
//! | `moves/<game>.jsonl` | `position`, `moves`: the legal moves, in any order |
//! | `actions/<game>.jsonl` | `position`, `move`, `after`; `result` and `reason` where it ends |
//! | `status/<game>.jsonl` | `position`, `result`, `reason` |
//! | `games/<game>.jsonl` | `moves`, `final`, `result`, `reason`; `start`, `legal_counts`, `score` |
//!
//! A result is the winner's letter, `draw` or `unfinished`. Any row may have `rules`, an object of
//! rule names and values, and a `note`.

use std::collections::HashSet;

use crate::common::{json_lines, move_texts, position, result, rules, text, texts};
use quincunx::games::Game;
use quincunx::kernel::{Action, Ending, Move, MoveRating, Player, Record, Score, SplitMix64};

fn generates_exactly_the_listed_moves<P: Game>() {
    for row in json_lines(&format!("moves/{}.jsonl", P::NAME)) {
        let rules = rules::<P>(&row.value["rules"], &row.place);
        let at = position::<P>(text(&row.value, "position", &row.place), &rules, &row.place);
        let mut found = move_texts(&at);
        let mut listed = texts(&row.value, "moves", &row.place);
        found.sort_unstable();
        listed.sort_unstable();
        assert_eq!(found, listed, "{}", row.place);
    }
}

fn actions_have_the_listed_effect<P: Game>() {
    for row in json_lines(&format!("actions/{}.jsonl", P::NAME)) {
        let rules = rules::<P>(&row.value["rules"], &row.place);
        let at = position::<P>(text(&row.value, "position", &row.place), &rules, &row.place);
        let mut record = Record::new(at);
        let typed = text(&row.value, "move", &row.place);
        let action = record
            .current()
            .read_move(typed)
            .unwrap_or_else(|error| panic!("{}: {typed}: {error}", row.place));
        record.play(action).unwrap_or_else(|error| panic!("{}: {error}", row.place));
        let after = text(&row.value, "after", &row.place);
        assert_eq!(record.current().write_position(), after, "{}", row.place);
        if let Some(expected) = row.value["result"].as_str() {
            let reason = row.value["reason"].as_str().unwrap_or("");
            assert_eq!(result::<P>(record.outcome()), (expected, reason), "{}", row.place);
        }
    }
}

fn finished_positions_are_seen<P: Game>() {
    for row in json_lines(&format!("status/{}.jsonl", P::NAME)) {
        let rules = rules::<P>(&row.value["rules"], &row.place);
        let at = position::<P>(text(&row.value, "position", &row.place), &rules, &row.place);
        let expected = text(&row.value, "result", &row.place);
        let reason = text(&row.value, "reason", &row.place);
        assert_eq!(result::<P>(at.outcome()), (expected, reason), "{}", row.place);
        assert_eq!(move_texts(&at).is_empty(), expected != "unfinished", "{}", row.place);
    }
}

fn games_replay<P: Game>() {
    let rows = json_lines(&format!("games/{}.jsonl", P::NAME));
    assert!(!rows.is_empty(), "no games for {}", P::NAME);
    for row in rows {
        let place = &row.place;
        let rules = rules::<P>(&row.value["rules"], place);
        let start = match row.value["start"].as_str() {
            Some(start) => position::<P>(start, &rules, place),
            None => P::start(&rules),
        };
        let mut record = Record::new(start);
        let mut counts = Vec::new();
        for (ply, typed) in texts(&row.value, "moves", place).into_iter().enumerate() {
            counts.push(legal_count(&record));
            let action = record
                .current()
                .read_move(typed)
                .unwrap_or_else(|error| panic!("{place}: ply {}: {typed}: {error}", ply + 1));
            assert_eq!(record.current().write_action(action), typed, "{place}");
            record
                .play(action)
                .unwrap_or_else(|error| panic!("{place}: ply {}: {typed}: {error}", ply + 1));
        }
        assert_eq!(record.current().write_position(), text(&row.value, "final", place), "{place}");
        let expected = text(&row.value, "result", place);
        let (found, reason) = result::<P>(record.outcome());
        assert_eq!(found, expected, "{place}");
        if let Some(expected) = row.value["reason"].as_str() {
            assert_eq!(reason, expected, "{place}");
        }
        if let Some(listed) = row.value["legal_counts"].as_array() {
            if listed.len() > counts.len() {
                counts.push(legal_count(&record));
            }
            let listed: Vec<u64> = listed.iter().filter_map(serde_json::Value::as_u64).collect();
            assert_eq!(counts, listed, "{place}");
        }
        if let Some(score) = row.value["score"].as_array() {
            let points = Player::ALL.map(|player| record.current().points(player).map(i64::from));
            assert_eq!(points.to_vec(), score.iter().map(|s| s.as_i64()).collect::<Vec<_>>());
        }
    }
}

fn legal_count<P: Game>(record: &Record<P>) -> u64 {
    let mut moves = Vec::new();
    record.legal_moves(&mut moves);
    moves.len() as u64
}

/// How many random games the battery plays.
const GAMES: u64 = 30;
/// Where a game of a kind that can go on for long is left.
const PLIES: usize = 400;

fn random_games_keep_the_contract<P: Game>() {
    let mut endings = HashSet::new();
    // Reading a network takes longer than all else that is checked of a position.
    let evaluator = P::Evaluator::default();
    for seed in 0..GAMES {
        let mut rng = SplitMix64::new(seed);
        let rules = P::Rules::default();
        let mut record = Record::new(P::start(&rules));
        let mut moves = Vec::new();
        while record.outcome().is_none() && record.steps().len() < PLIES {
            let here = record.current().clone();
            moves.clear();
            here.legal_moves(&mut moves);
            assert!(!moves.is_empty(), "an unfinished game offers a move: {here:?}");
            assert!(moves.len() <= P::MAX_MOVES, "{} moves in {here:?}", moves.len());
            check_position(&here, &moves, &evaluator);
            if record.steps().len() % 8 == 0 {
                check_every_conceivable_move(&here, &moves);
            }
            let m = moves[rng.below(moves.len())];
            let irreversible = here.is_irreversible(m);
            let earlier: Vec<_> = record.steps().iter().map(|step| step.packed).collect();
            record.play(Action::Move(m)).expect("generated moves are legal");
            if irreversible {
                let packed = record.current().packed();
                assert!(!earlier.contains(&packed), "irreversible, yet it came back: {here:?}");
            }
        }
        if let Some(outcome) = record.outcome() {
            endings.insert(outcome.ending);
            check_margin::<P>(outcome.margin);
            let over = record.current();
            if outcome.ending != Ending::Repetition {
                assert!(move_texts(over).is_empty(), "a finished game offers no move: {over:?}");
                assert!(moves.iter().all(|m| !over.is_legal(*m)), "{over:?}");
            }
            moves.clear();
            record.legal_moves(&mut moves);
            assert!(moves.is_empty());
        }
        let start = record.start().clone();
        while record.undo() {}
        assert_eq!(*record.current(), start, "undo leads back to the start");
    }
    assert!(!endings.is_empty(), "no random game of {} ended within {PLIES} plies", P::NAME);
}

/// What has points says how many there can be, and what has not has no margin.
fn check_margin<P: Game>(margin: Option<i32>) {
    assert_eq!(margin.is_some(), P::MAX_MARGIN > 0);
    assert!(margin.unwrap_or(0).abs() <= P::MAX_MARGIN, "a margin of {margin:?}");
}

/// What must hold in every position.
fn check_position<P: Game>(here: &P, moves: &[P::Move], evaluator: &P::Evaluator) {
    let rules = here.rules();
    let text = here.write_position();
    let reread = P::read_position(&text, &rules).unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(reread, *here, "{text}");
    assert_eq!(reread.packed(), here.packed(), "{text}");
    assert!(here.outcome().is_none(), "{text}");
    assert!(here.picture().ends_with('\n'), "{text}");

    let mut again = Vec::new();
    here.legal_moves(&mut again);
    assert_eq!(again, moves, "the order is fixed: {text}");
    assert_eq!(here.count_moves(&mut again), moves.len(), "{text}");
    let bits: HashSet<u16> = moves.iter().map(|m| m.bits()).collect();
    assert_eq!(bits.len(), moves.len(), "no move twice: {text}");
    assert!(!bits.contains(&u16::MAX), "{text}");

    let sum: i32 = here.terms(evaluator).iter().map(|term| term.centi).sum();
    assert_eq!(here.evaluate(evaluator), Score::centi(sum), "the terms add up: {text}");
    let mut noisy = Vec::new();
    here.noisy_moves(&mut noisy);
    let filtered: HashSet<_> = moves.iter().filter(|m| here.is_noisy(**m)).collect();
    assert_eq!(noisy.iter().collect::<HashSet<_>>(), filtered, "{text}");
    let undone = noisy.iter().find(|m| !here.is_irreversible(**m));
    assert_eq!(undone, None, "noisy, yet it can be undone: {text}");
    assert!(here.settled().abs() <= P::MAX_MARGIN, "{text}");
    let mut rated = Vec::new();
    here.rate_moves(moves, |m, looks| rated.push((m, looks)));
    let one_by_one = moves
        .iter()
        .map(|m| (*m, MoveRating { is_noisy: here.is_noisy(*m), score: here.move_score(*m) }));
    assert!(one_by_one.eq(rated), "moves look the same together and alone: {text}");

    // Wide positions would take minutes move by move; a stride of them is as telling.
    let stride = moves.len() / 400 + 1;
    let mut child = here.clone();
    if let Some(replies) = child.count_replies(&mut again) {
        let behind = |m: &P::Move| {
            let undo = child.make(*m);
            let count = child.count_moves(&mut again) as u64;
            child.unmake(*m, undo);
            count
        };
        assert_eq!(moves.iter().map(behind).sum::<u64>(), replies, "{text}");
    }
    for &m in moves.iter().step_by(stride) {
        assert_eq!(here.check(m), Ok(()), "{m:?} in {text}");
        assert!(P::history_slot(m) < P::HISTORY_SLOTS, "{m:?}");
        let typed = here.write_move(m);
        assert_eq!(here.read_move(&typed), Ok(Action::Move(m)), "{typed} in {text}");
        let undo = child.make(m);
        let after = child.write_position();
        let reread = P::read_position(&after, &rules)
            .unwrap_or_else(|error| panic!("{typed} in {text} gives {after}: {error}"));
        assert_eq!(reread, child, "incremental state, {typed} in {text}");
        assert_eq!(reread.packed(), child.packed(), "incremental key, {typed} in {text}");
        child.unmake(m, undo);
        assert_eq!(child, *here, "make and unmake, {typed} in {text}");
        assert_eq!(child.packed(), here.packed(), "make and unmake, {typed} in {text}");
    }
}

/// `check` and the generator, written apart, agree on every move that can be conceived of, and so does
/// `is_legal`.
fn check_every_conceivable_move<P: Game>(here: &P, moves: &[P::Move]) {
    let legal: HashSet<u16> = moves.iter().map(|m| m.bits()).collect();
    let mut conceivable = 0;
    for bits in 0..u16::MAX {
        let Some(m) = P::Move::from_bits(bits) else { continue };
        conceivable += 1;
        assert_eq!(m.bits(), bits, "{m:?}");
        let allowed = here.check(m);
        assert_eq!(allowed.is_ok(), legal.contains(&bits), "{m:?}: {allowed:?} in {here:?}");
        assert_eq!(here.is_legal(m), allowed.is_ok(), "{m:?}: {allowed:?} in {here:?}");
    }
    assert!(conceivable >= legal.len());
}

per_game!(generates_exactly_the_listed_moves);
per_game!(actions_have_the_listed_effect);
per_game!(finished_positions_are_seen);
per_game!(games_replay);
per_game!(random_games_keep_the_contract);
