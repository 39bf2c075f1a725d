//! The game against its rules: geometry, arithmetic on sets, worked examples.

mod inputs;
mod symmetry;

use std::collections::HashSet;

use super::about::ABOUT;
use super::geometry::{BOARD, CORNERS, LINES, MIDDLES, Point};
use super::mills::{self, Completions};
use super::weights::Weights;
use super::{Morris, MorrisMove, Rules, slides};
use crate::kernel::{
    Action, Bits, Evaluate, Move, Order, Outcome, Player, Position, Record, Rules as _, SplitMix64,
    Weighed, Weights as _,
};
use crate::network::Hybrid;
use crate::notation::Notation;
use serde_json::Value;

/// Reads a position under the default rules.
fn position(text: &str) -> Morris {
    Morris::read_position(text, &Rules::default()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Returns the set of the points named in a text.
fn set(names: &str) -> u32 {
    names.split_whitespace().map(|name| point(name).bit()).sum()
}

fn point(name: &str) -> Point {
    let found = Point::READING_ORDER.into_iter().find(|point| point.to_string() == name);
    found.unwrap_or_else(|| panic!("{name} is no point"))
}

fn legal(position: &Morris) -> Vec<MorrisMove> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

fn legal_texts(position: &Morris) -> HashSet<String> {
    legal(position).into_iter().map(|m| position.write_move(m)).collect()
}

/// Reads a file of one JSON object a line from `tests/vectors/`; comments begin with `#`.
fn vectors(list: &str) -> Vec<Value> {
    let path = format!("{}/tests/vectors/morris.{list}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect()
}

#[test]
fn geometry_is_what_the_rules_print() {
    let rows = vectors("geometry");
    let (lines, points): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row["line"].is_array());
    let printed: Vec<_> = points.iter().map(|row| row["point"].as_str().unwrap()).collect();
    assert_eq!(printed, Point::READING_ORDER.map(|point| point.to_string()));
    for row in points {
        let neighbours = names(&row["neighbours"]).join(" ");
        let here = point(row["point"].as_str().unwrap());
        assert_eq!(here.neighbours(), set(&neighbours), "{here}");
    }
    let printed: HashSet<u32> =
        lines.iter().map(|row| set(&names(&row["line"]).join(" "))).collect();
    let derived: HashSet<u32> =
        LINES.iter().map(|line| line.map(Point::bit).iter().sum()).collect();
    assert_eq!(derived.len(), 16);
    assert_eq!(printed, derived);
}

/// Lines again, from nothing but the points' coordinates: three points of a column or a row on one
/// side of the centre.
#[test]
fn lines_follow_from_the_coordinates() {
    let mut found = HashSet::new();
    for fixed in 0..7 {
        for (from, to) in [(0, 7), (0, 3), (4, 7)] {
            for vertical in [false, true] {
                let cell = |i| if vertical { (fixed, i) } else { (i, fixed) };
                let on: Vec<Point> = (from..to)
                    .map(cell)
                    .filter_map(|(column, row)| Point::from_coordinates(column, row))
                    .collect();
                // Six points of the middle column or row are two lines.
                if on.len() == 3 {
                    found.insert(on.iter().map(|p| p.bit()).sum::<u32>());
                }
            }
        }
    }
    let lines: HashSet<u32> = LINES.iter().map(|line| line.map(Point::bit).iter().sum()).collect();
    assert_eq!(found, lines);
}

#[test]
fn facts_of_section_1_hold() {
    let mut degrees = [0; 5];
    for point in Point::READING_ORDER {
        let degree = point.neighbours().count_ones() as usize;
        degrees[degree] += 1;
        assert_eq!(CORNERS & point.bit() != 0, degree == 2, "{point}");
        let [a, b] = point.lines();
        assert_eq!(a & b, point.bit(), "two different lines meet in {point}");
        let all = LINES.iter().filter(|line| line.contains(&point)).count();
        assert_eq!(all, 2, "{point}");
    }
    assert_eq!(degrees, [0, 0, 12, 8, 4]);
    assert_eq!(degrees.iter().enumerate().map(|(d, n)| d * n).sum::<usize>(), 2 * 32);
    let four: u32 = Point::READING_ORDER
        .into_iter()
        .filter(|p| p.neighbours().count_ones() == 4)
        .map(Point::bit)
        .sum();
    assert_eq!(four, set("b4 d2 d6 f4"));
    assert_eq!((CORNERS | MIDDLES, CORNERS & MIDDLES), (BOARD, 0));
}

/// The arithmetic on whole sets, against the lines and neighbours of single points.
#[test]
fn sets_and_single_points_agree() {
    let mut rng = SplitMix64::new(1);
    for _ in 0..100_000 {
        let (random, dense) = (rng.next_u64(), rng.next_u64());
        let men = random as u32 & (random >> 32) as u32 & BOARD;
        let enemy = dense as u32 & (dense >> 32) as u32 & BOARD & !men;
        let empty = BOARD & !(men | enemy);
        let full: Vec<u32> = LINES
            .iter()
            .map(|line| line.map(Point::bit).iter().sum::<u32>())
            .filter(|line| men & line == *line)
            .collect();
        let in_mills = full.iter().fold(0, |all, line| all | line);
        assert_eq!(mills::in_mills(men), in_mills, "{men:#x}");
        assert_eq!(mills::count(men) as usize, full.len(), "{men:#x}");
        let removable = if in_mills == men { men } else { men & !in_mills };
        assert_eq!(mills::removable(men), removable, "{men:#x}");

        let mut completions = 0;
        let mut neighbours = 0;
        for point in Point::READING_ORDER {
            if point.lines().into_iter().any(|line| line & !(men | point.bit()) == 0) {
                completions |= point.bit();
            }
            if men & point.bit() != 0 {
                neighbours |= point.neighbours();
            }
        }
        assert_eq!(Completions::of(men).all(), completions, "{men:#x}");
        assert_eq!(slides::neighbours(men), neighbours, "{men:#x}");
        assert_eq!(slides_by_bit(men, empty), slides_by_point(men, empty), "{men:#x}");
    }
}

/// Origin, end and whether a mill is closed.
type Slide = (Point, Point, bool);

fn slides_by_point(men: u32, empty: u32) -> HashSet<Slide> {
    let mut slides = HashSet::new();
    for from in Point::in_reading_order(men) {
        for to in Point::in_reading_order(from.neighbours() & empty) {
            let after = men & !from.bit() | to.bit();
            let closes = to.lines().into_iter().any(|line| after & line == line);
            slides.insert((from, to, closes));
        }
    }
    slides
}

fn slides_by_bit(men: u32, empty: u32) -> HashSet<Slide> {
    let slides = slides::from(men) & slides::to(empty);
    let completing = slides::completing(Completions::of(men));
    let slide = |bit: usize| {
        let m = slides::step(bit);
        assert_eq!(m.removed(), None);
        (m.from().unwrap(), m.to(), completing >> bit & 1 != 0)
    };
    let found: HashSet<Slide> = Bits::of(slides).map(slide).collect();
    assert_eq!(found.len(), Bits::of(slides).len(), "no slide is two bits");
    found
}

#[test]
fn the_packed_board_holds_all_but_the_quiet_count() {
    let base = position("B[a7,d7,b6]W[c5,d5,e4]hand[1,1]turn[B]");
    for (other, same) in [
        ("B[a7,d7,b6]W[c5,d5,e4]hand[1,1]quiet[9]turn[B]", true),
        ("B[a7,d7,b6]W[c5,d5,e4]hand[1,1]turn[W]", false),
        ("B[a7,d7,b6]W[c5,d5,e4]hand[0,1]turn[B]", false),
        ("B[a7,d7,b6]W[c5,d5,e4]hand[1,0]turn[B]", false),
        ("B[a7,d7,g7]W[c5,d5,e4]hand[1,1]turn[B]", false),
        ("B[c5,d5,e4]W[a7,d7,b6]hand[1,1]turn[B]", false),
        ("B[c5,d5,e4]W[a7,d7,b6]hand[1,1]turn[W]", false),
    ] {
        assert_eq!(position(other).packed() == base.packed(), same, "{other}");
    }
    let [word] = base.packed();
    assert_eq!(word >> 57, 0, "57 bits are enough");
}

/// RULES.md section 10: the same board and side to move, with other hands.
#[test]
fn board_and_side_to_move_are_not_the_state() {
    let play = |moves: &str| {
        let mut record = Record::new(Morris::start(&Rules::default()));
        for text in moves.split(' ') {
            let action = record.current().read_move(text).unwrap();
            record.play(action).unwrap();
        }
        *record.current()
    };
    let short = "B[a7] W[e5] B[f6] W[c5] B[b6] W[d5xa7]";
    let long = format!("{short} B[d6xd5] W[d5xb6] B[b6xc5] W[c5xd6]");
    let (short, long) = (play(short), play(&long));
    assert_eq!(short.write_position(), "B[b6,f6]W[c5,d5,e5]hand[6,6]turn[B]");
    assert_eq!(long.write_position(), "B[b6,f6]W[c5,d5,e5]hand[4,4]turn[B]");
    assert_ne!(short.packed(), long.packed());
}

#[test]
fn worked_examples_of_section_7_hold() {
    let removals = |text: &str| -> HashSet<String> {
        legal_texts(&position(text)).into_iter().filter(|m| m.contains('x')).collect()
    };
    let listed = |text: &str| text.split(' ').map(str::to_owned).collect::<HashSet<_>>();
    let outcome_after = |text: &str, m: &str| {
        let mut record = Record::new(position(text));
        let action = record.current().read_move(m).unwrap();
        record.play(action).unwrap();
        record.outcome().map(|outcome| (outcome.winner, outcome.ending.name()))
    };

    let first = "B[a7,d7,b6,f6]W[c5,d5,e5,a4]hand[5,5]turn[B]";
    assert_eq!(removals(first), listed("B[g7xa4] B[d6xa4]"));
    assert_eq!(legal(&position(first)).len(), 16);

    let second = "B[a7,d7,b6]W[c5,d5,e5]hand[6,6]turn[B]";
    assert_eq!(removals(second), listed("B[g7xc5] B[g7xd5] B[g7xe5]"));
    assert_eq!(legal(&position(second)).len(), 20);

    let third = removals("B[d7,g7,a4,a1,f4]W[d6,c5,f2,d1,e3]hand[4,4]turn[B]");
    assert_eq!(third, listed("B[a7xd6] B[a7xc5] B[a7xf2] B[a7xd1] B[a7xe3]"));

    let fourth = outcome_after("B[a7,d7,b4,f4]W[f6]hand[5,2]turn[B]", "B[g7xf6]");
    assert_eq!(fourth, Some((Some(Player::First), "pieces")));

    let fifth = position("B[d7,a4,g4,d1,f6]W[a7,g7,a1,g1]turn[W]").outcome();
    assert_eq!(fifth.map(|o| (o.winner, o.ending.name())), Some((Some(Player::First), "blocked")));

    let sixth = "B[a7,d7,b6]W[c5,d5,e4]quiet[99]turn[B]";
    for m in legal_texts(&position(sixth)) {
        let expected =
            if m.contains('x') { (Some(Player::First), "pieces") } else { (None, "quiet") };
        assert_eq!(outcome_after(sixth, &m), Some(expected), "{m}");
    }
    assert!(removals(sixth).contains("B[b6-g7xe4]"));

    let seventh = legal_texts(&position("B[a7,d7]W[]hand[7,9]turn[B]"));
    assert!(seventh.contains("B[g7]") && seventh.iter().all(|m| !m.contains('x')));

    let eighth = legal(&position("B[a7,d7,b6]W[d6,f4,f2]hand[3,0]turn[W]"));
    let steps: HashSet<_> = eighth.iter().map(|m| (m.from(), m.to())).collect();
    assert_eq!(steps.len(), 54);
    assert!(steps.iter().all(|(from, _)| from.is_some()));
}

/// RULES.md section 10: the widest positions.
#[test]
fn move_lists_stay_within_their_bound() {
    for (text, count) in [
        ("B[d7,g7,b6,f6,d5,e5,a4,c4,b2]W[e4,f4,g4,c3,d3,e3,a1,d1,g1]turn[B]", 93),
        ("B[d7,b6,f6,d5,a4,c4,f4,b2,d2]W[a7,g7,e5,e4,g4,c3,d3,a1,d1]turn[B]", 92),
        ("B[b6,f6,c5,e5,b4,c4,e4,f4]W[a7,d7,g7,d3,d2,a1,d1,g1]hand[1,1]turn[B]", 64),
        ("B[a7,d7,d6]W[b6,f6,c5]turn[B]", 58),
    ] {
        assert_eq!(legal(&position(text)).len(), count, "{text}");
    }
    const { assert!(93 <= Morris::MAX_MOVES) };
}

#[test]
fn a_move_is_its_sixteen_bits() {
    let places = || [None].into_iter().chain(Point::READING_ORDER.map(Some));
    let mut seen = HashSet::new();
    for from in places() {
        for to in Point::READING_ORDER {
            for removed in places() {
                let m = MorrisMove::new(from, to, removed);
                assert_eq!((m.from(), m.to(), m.removed()), (from, to, removed));
                assert_eq!((m.is_placement(), m.is_removal()), (from.is_none(), removed.is_some()));
                assert_eq!(MorrisMove::from_bits(m.bits()), Some(m));
                assert!(seen.insert(m.bits()));
            }
        }
    }
    let known = (0..=u16::MAX).filter(|bits| MorrisMove::from_bits(*bits).is_some()).count();
    assert_eq!(known, seen.len(), "no other bits are a move");
}

#[test]
fn limits_come_from_the_rules() {
    let rules = Rules { quiet: 10, repetition: 4 };
    let at = Morris::read_position("B[a7,d7,b6]W[c5,d5,e4]quiet[7]turn[B]", &rules).unwrap();
    assert_eq!((at.quiet_left(), at.repetition_limit()), (Some(3), 4));
    let rules = Rules { quiet: 0, repetition: 0 };
    let at = Morris::read_position("B[a7,d7,b6]W[c5,d5,e4]quiet[9999]turn[B]", &rules).unwrap();
    assert_eq!((at.quiet_left(), at.repetition_limit(), at.outcome()), (None, 0, None));
    let over = "B[a7,d7,b6]W[c5,d5,e4]quiet[10000]turn[B]";
    assert_eq!(
        Morris::read_position(over, &rules).unwrap_err().to_string(),
        "expected a number from 0 to 9999, found \"10000\" at column 29"
    );

    let mut rules = Rules::default();
    let spin = crate::kernel::OptionValue::Spin;
    rules.set(0, &spin(1));
    assert_eq!(rules.get(0), spin(2), "a limit of 1 is taken as 2");
    for (index, out_of_range) in [(0, 10), (0, -1), (1, 1001), (1, -1), (2, 5)] {
        let before = rules;
        rules.set(index, &spin(out_of_range));
        assert_eq!(rules, before);
    }
}

#[test]
fn the_picture_shows_everything() {
    let drawn = position("B[a7,d7,b6]W[c5,d5,e4]hand[2,1]quiet[12]turn[W]").picture();
    let expected = "\
7   B --------- B ----------.
    |           |           |
6   |   B ------.-------.   |
    |   |       |       |   |
5   |   |   W - W --.   |   |
    |   |   |       |   |   |
4   .---.---.       W --.---.
    |   |   |       |   |   |
3   |   |   .---.---.   |   |
    |   |       |       |   |
2   |   .-------.-------.   |
    |           |           |
1   .-----------.-----------.
    a   b   c   d   e   f   g

B (black): 3 on the board, 2 in hand
W (white): 3 on the board, 1 in hand
W to move: places a piece; 12 of 100 quiet plies
";
    assert_eq!(drawn, expected);
    let mut here = position("B[d6,d7,a1]W[c5,e4,f4]turn[W]");
    let before = here;
    let Ok(Action::Move(m)) = here.read_move("c5-c4") else { panic!("a legal move") };
    here.make(m);
    let drawn = here.draw(Some(&before), None).to_string();
    assert!(drawn.contains("\n5   |   |  (.)--.---.   |   |\n"), "{drawn}");
    assert!(drawn.contains("\n4   .---.--[W]      W - W --.\n"), "{drawn}");
    let last = |text: &str| position(text).picture().lines().last().unwrap().to_owned();
    assert_eq!(last("B[a7,d7]W[c5,d5,e5]turn[B]"), "W has won (pieces); 0 of 100 quiet plies");
    assert_eq!(
        last("B[a7,d7,g7]W[c5,d5,e5]quiet[100]turn[B]"),
        "Drawn (quiet); 100 of 100 quiet plies"
    );
    assert_eq!(last("B[a7,d7,g7]W[c5,d5,e5]turn[B]"), "B to move: flies; 0 of 100 quiet plies");
}

/// What the evaluation counts, on boards that can be checked by eye.
#[test]
fn terms_count_what_they_name() {
    let term = |text: &str, name: &str| {
        let terms = position(text).terms(&Hybrid::TERMS);
        terms.iter().find(|term| term.name == name).unwrap().centi
    };
    let even = "B[a7,d7,b6]W[c5,d5,e4]turn[B]";
    assert_eq!(term(even, "material"), 0);
    assert_eq!(term("B[a7,d7,b6]W[c5,d5,e4]hand[2,1]turn[B]", "material"), 100);
    assert_eq!(term("B[a7,d7,b6]W[c5,d5,e4]hand[2,1]turn[W]", "material"), -100);
    // Each side holds one pair, a7 d7 and c5 d5, and flies, so each threatens. With d6 for d5
    // white does neither.
    assert_eq!((term(even, "pairs"), term(even, "threats")), (0, 0));
    let ahead = "B[a7,d7,b6]W[c5,d6,e4]turn[B]";
    assert!(term(ahead, "pairs") > 0 && term(ahead, "threats") > 0);
    // A side that slides threatens only where a man can reach: e3 from e4, but g7 from nowhere.
    assert_eq!(term("B[a7,d7,b6,a1]W[c5,d6,e4,f2]turn[B]", "threats"), 0);
    assert!(term("B[c3,d3,e4,a1]W[c5,d6,a7,f2]turn[B]", "threats") > 0);
    // One mill each, then one.
    assert_eq!(term("B[a7,d7,g7,b6]W[c5,d5,e5,f6]turn[B]", "mills"), 0);
    assert!(term("B[a7,d7,g7,b6]W[c5,d5,e4,f6]turn[B]", "mills") > 0);
    // White's d6 slides to d5, from the mill b6 d6 f6 into c5 d5 e5, and back.
    let double = "B[a1,g1,d2,b4]W[b6,d6,f6,c5,e5]turn[W]";
    assert!(term(double, "double mills") > 0);
    assert_eq!(term("B[a1,g1,d2,b4]W[b6,d6,f6,c5,g4]turn[W]", "double mills"), 0);
    // Black shuts in a7 and g7, then a7 alone.
    let two = term("B[d7,a4,g4,c3]W[a7,g7,d3,e3]turn[W]", "blocked");
    let one = term("B[d7,a4,c3,b2]W[a7,g7,d3,e3]turn[W]", "blocked");
    assert!(one < 0);
    assert_eq!(two, 2 * one);
}

#[test]
fn the_best_move_scores_come_first() {
    let at = position("B[a7,d7,b6,f6]W[c5,d5,a4,f2]hand[5,5]turn[B]");
    let score = |text: &str| match at.read_move(text).unwrap() {
        Action::Move(m) => at.move_score(m),
        Action::Resign => panic!("{text} is a move"),
    };
    assert!(score("g7xa4") > score("e5"), "a removal before a block");
    assert!(score("e5") > score("b4"), "a block before a place with four neighbours");
    assert!(score("f4") > score("g1"), "four neighbours and a pair before a far corner");
}

/// How far the network's values of symmetric positions may lie apart, in hundredths of a man: 1.7 times
/// what stands for odds of e to 1, since networks differ in the scale of their values.
const LEARNED: i32 = (1.7 * ABOUT.odds.spread) as i32;

#[test]
fn symmetric_positions_are_alike() {
    let network = Hybrid::default();
    let mut rng = SplitMix64::new(7);
    for _ in 0..20 {
        let mut at = Morris::start(&Rules::default());
        while at.outcome().is_none() && at.quiet() < 20 {
            let moves = legal(&at);
            for map in symmetry::maps() {
                let image = symmetry::image_of(&at, &map);
                assert_eq!(image.evaluate(&Hybrid::TERMS), at.evaluate(&Hybrid::TERMS));
                // What the network has not been built to see it has learned.
                let off = image.evaluate(&network).value() - at.evaluate(&network).value();
                assert!(off.abs() <= LEARNED, "{off} in {at:?}");
                assert_eq!(image.outcome(), at.outcome());
                let mapped: HashSet<_> =
                    moves.iter().map(|m| symmetry::image_of_move(*m, &map)).collect();
                assert_eq!(mapped, legal(&image).into_iter().collect::<HashSet<_>>());
            }
            let swapped = symmetry::with_colours_exchanged(&at);
            assert_eq!(swapped.evaluate(&Hybrid::TERMS), at.evaluate(&Hybrid::TERMS));
            assert_eq!(swapped.evaluate(&network), at.evaluate(&network));
            assert_eq!(legal(&swapped), moves);
            let exchanged = |o: Outcome| Outcome { winner: o.winner.map(|w| !w), ..o };
            assert_eq!(swapped.outcome(), at.outcome().map(exchanged));
            at.make(moves[rng.below(moves.len())]);
        }
    }
}

#[test]
#[should_panic(expected = "morris has no network of its own: ")]
fn a_broken_network_is_not_replaced_by_the_terms() {
    let _ = Hybrid::<Morris>::built_in(b"QNET");
}

/// Returns the positions after so many random plies, a hundred times.
fn after_random_plies(plies: usize) -> Vec<Morris> {
    let mut rng = SplitMix64::new(plies as u64);
    let mut walk = || {
        let mut record = Record::new(Morris::start(&Default::default()));
        for _ in 0..plies {
            let mut moves = Vec::new();
            record.current().legal_moves(&mut moves);
            record.play(Action::Move(moves[rng.below(moves.len())])).unwrap();
        }
        *record.current()
    };
    (0..100).map(|_| walk()).collect()
}

/// While the first men are placed nobody is ahead by much: what the networks of games that began later
/// made of them, and what the terms make of the man that one player has placed more.
#[test]
fn the_first_plies_are_judged_as_nearly_level() {
    let network = Hybrid::<Morris>::default();
    for plies in 0..=4 {
        let positions = after_random_plies(plies);
        let count = positions.len() as i32;
        let terms: Vec<i32> = positions.iter().map(|p| p.weigh(&Weights::USED)).collect();
        let values: Vec<i32> = positions.iter().map(|p| network.value(p)).collect();
        let mean = |values: &[i32]| values.iter().sum::<i32>() / count;
        let most = |values: &[i32]| values.iter().map(|value| value.abs()).max();
        let found = format!("after {plies} plies: terms {terms:?}, network {values:?}");
        assert!(mean(&terms).abs() <= 25 && most(&terms) <= Some(125), "{found}");
        assert!(mean(&values).abs() <= 100 && most(&values) <= Some(300), "{found}");
    }
}
