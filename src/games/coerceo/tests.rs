//! What only Coerceo has to prove: the examples of RULES.md, the action against a slow reference,
//! symmetry, opinion and picture; in files of their own the geometry and the two kinds of packing.

mod geometry;
mod inputs;
mod packed;
mod packing;
mod reference;

use std::collections::BTreeSet;

use serde_json::Value;

use super::about;
use super::geometry::{Field, Tile};
use super::symmetry::Symmetry;
use super::{Coerceo, CoerceoMove, Rules, Start, ordering};
use crate::games::{Game, Mistake};
use crate::kernel::perft::perft;
use crate::kernel::{
    Action, Ending, Evaluate, Move, Order, Player, Position, Record, SplitMix64, check_sums,
};
use crate::network::Hybrid;
use crate::notation::Notation;
use reference::Reference;

const RULES: &str = include_str!("RULES.md");

/// The seven middle tiles left, as RULES.md section 8 abbreviates it.
const G7: &str = "gone[00,01,02,03,05,08,0A,0D,0F,10,11,12]";

fn position(text: &str) -> Coerceo {
    Coerceo::read_position(text, &Rules::default()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn legal(position: &Coerceo) -> Vec<CoerceoMove> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

fn after(position: &Coerceo, m: CoerceoMove) -> Coerceo {
    let mut after = *position;
    after.make(m);
    after
}

fn played(start: &str, moves: &[&str]) -> Record<Coerceo> {
    let mut record = Record::new(position(start));
    for text in moves {
        let action = record.current().read_move(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        record.play(action).unwrap();
    }
    record
}

fn lines(file: &str) -> Vec<String> {
    let path = format!("{}/tests/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(String::from)
        .collect()
}

fn rules_of(row: &Value) -> Rules {
    let price = row["rules"]["Coerceo Exchange"].as_u64().unwrap_or(2);
    Rules::new(Start::Laurentius, price as u8)
}

/// Every position of the data files, with the rules it is listed under.
fn known_positions() -> Vec<Coerceo> {
    let mut known = Vec::new();
    let mut add = |text: &str, rules| {
        known.push(Coerceo::read_position(text, &rules).unwrap_or_else(|e| panic!("{text}: {e}")));
    };
    let mut rules = Rules::default();
    for line in lines("perft/coerceo.perft") {
        if line.starts_with("id ") {
            rules = Rules::default();
        } else if line.starts_with("rules ") {
            assert_eq!(line, "rules Coerceo Exchange=1");
            rules = Rules::new(Start::Laurentius, 1);
        } else if let Some(text) = line.strip_prefix("position ") {
            add(text, rules);
        }
    }
    for file in ["moves", "actions", "status", "games"] {
        for line in lines(&format!("{file}/coerceo.jsonl")) {
            let row: Value = serde_json::from_str(&line).unwrap();
            for field in ["position", "after", "final"] {
                if let Some(text) = row[field].as_str() {
                    add(text, rules_of(&row));
                }
            }
        }
    }
    for line in lines("notation/coerceo.positions.accepted") {
        add(line.split('\t').next().unwrap(), Rules::default());
    }
    for file in ["accepted", "refused"] {
        for line in lines(&format!("notation/coerceo.moves.{file}")) {
            add(line.split('\t').next().unwrap(), Rules::default());
        }
    }
    known
}

/// Plays random games from both starts and calls `visit` with each position that has moves.
fn random_positions(games: u64, plies: usize, mut visit: impl FnMut(&Coerceo, &[CoerceoMove])) {
    for seed in 0..games {
        let mut rng = SplitMix64::new(seed);
        let start = Start::ALL[seed as usize % 2];
        let mut here = Coerceo::start(&Rules::new(start, 1 + (seed / 2 % 2) as u8));
        for _ in 0..plies {
            let moves = legal(&here);
            if moves.is_empty() {
                break;
            }
            visit(&here, &moves);
            here.make(moves[rng.below(moves.len())]);
        }
    }
}

#[test]
fn starts_are_those_of_the_rules_and_look_as_symmetric_as_they_say() {
    for (start, images) in [(Start::Laurentius, 12), (Start::Ocius, 4)] {
        let here = Coerceo::start(&Rules::new(start, 2));
        assert!(RULES.contains(&here.write_position()), "{start:?}");
        let looks_the_same = |symmetry: &Symmetry| {
            let image = symmetry.image(&here);
            image.setup().pieces == here.setup().pieces && image.tiles() == here.tiles()
        };
        assert_eq!(Symmetry::all().filter(looks_the_same).count(), images, "{start:?}");
    }
}

#[test]
fn worked_examples_of_the_rules() {
    let g6 = "gone[00,01,02,03,05,06,07,08,0A,0B,0C,0D,0E,0F,10,11,12]";
    let examples: [(String, &[&str], String); 6] = [
        (
            format!("W[091,095]B[040,092]{g6}turn[W]"),
            &["W[095-093]"],
            format!("W[091,093]B[040]{g6}turn[B]"),
        ),
        (
            format!("W[043,061,071,091,093]B[090,0B2,0C0,0E2]{G7}turn[W]"),
            &["W[093-095]"],
            format!("W[043,061,071,091,095]B[0B2,0C0,0E2]{G7}turn[B]"),
        ),
        (
            format!("W[043,045,061,073,095]B[044,090,094,0B2,0C0,0E2]{G7}turn[W]"),
            &["W[073-0C5]"],
            "W[043,045,061,095,0C5]B[090,094,0B2,0C0,0E2]\
             gone[00,01,02,03,05,07,08,0A,0D,0F,10,11,12]held[1,0]turn[B]"
                .to_owned(),
        ),
        (
            format!("W[061,073,095]B[042,090,0B2,0C0,0E2]{G7}held[2,1]turn[W]"),
            &["W[x0C0]"],
            "W[061,073,095]B[042,090,0B2,0E2]\
             gone[00,01,02,03,05,08,0A,0C,0D,0F,10,11,12]held[0,1]turn[B]"
                .to_owned(),
        ),
        (
            format!("W[061,071,093]B[042,072,090,094,0B2,0C0,0E2]{G7}turn[W]"),
            &["W[093-095]", "B[094-092]", "W[061-063]", "B[092-094]"],
            format!("W[063,071]B[042,072,090,094,0B2,0C0,0E2]{G7}turn[W]"),
        ),
        (
            "W[003,0A3,115,125]B[054,0A0,110,114]gone[01,03,06,08,0B,0D,0F,10]turn[W]".to_owned(),
            &["W[003-021]"],
            "W[021,0A3,115,125]B[054,0A0,110,114]\
             gone[00,01,03,04,06,08,09,0B,0D,0E,0F,10]held[4,0]turn[B]"
                .to_owned(),
        ),
    ];
    for (start, moves, end) in examples {
        assert_eq!(played(&start, moves).current().write_position(), end);
    }

    // Example 3: a tile with the neighbours 04, 09 and 0C is taken.
    let start = format!("W[061,073,095]B[042,090,0B2,0C0,0E2]{G7}turn[W]");
    let record = played(&start, &["W[073-0C5]"]);
    let seven = Tile::new(7).unwrap();
    assert!(record.start().has_tile(seven) && !record.current().has_tile(seven));
    assert_eq!(record.current().held(Player::First), 1);

    // Example 6: a bridge stays.
    let start =
        "W[041,091,0E1]B[044,0E4]gone[00,01,02,03,05,06,07,08,0A,0B,0C,0D,0F,10,11,12]turn[W]";
    let record = played(start, &["W[091-043]"]);
    assert_eq!(record.current().tiles(), record.start().tiles());
    assert_eq!(record.current().held(Player::First), 0);

    // Example 9: the last tile but one goes, and White is stuck.
    let start = "W[0C1,0C3,0C5]B[0E4]gone[00,01,02,03,04,05,06,07,08,09,0A,0B,0D,0F,10,11,12]\
                 held[1,0]turn[B]";
    let record = played(start, &["B[0E4-0C2]"]);
    assert_eq!(record.outcome().map(|o| (o.winner, o.ending)), Some((None, about::STALEMATE)));
}

#[test]
fn actions_do_what_the_slow_reference_does() {
    let mut compared = 0;
    let mut compare = |here: &Coerceo, moves: &[CoerceoMove]| {
        let reference = Reference::of(here);
        for &m in moves {
            // Both ends of the list of tiles to look at: the order must not matter (Decision 7).
            let [first, last] = [true, false].map(|queue| reference.after(m, queue));
            assert_eq!(first, last, "{m} in {here:?}");
            let child = after(here, m);
            assert_eq!(Reference::of(&child), first, "{m} in {here:?}");
            assert_eq!(child.outcome(), first.outcome(), "{m} in {here:?}");
            assert_eq!(legal(&child).is_empty(), first.outcome().is_some(), "{m} in {here:?}");
            let material = reference.material() != first.material() || m.is_exchange();
            assert_eq!(here.is_irreversible(m), material, "{m} in {here:?}");
            assert_eq!(here.is_noisy(m), material, "{m} in {here:?}");
            // Recomputed from its parts the child is the same, and nothing is wrong with it.
            assert_eq!(Coerceo::from_setup(child.setup(), child.rules()), Ok(child));
            compared += 1;
        }
    };
    random_positions(40, 400, &mut compare);
    for here in known_positions() {
        let moves = legal(&here);
        compare(&here, &moves);
    }
    assert!(compared > 100_000, "{compared}");
}

#[test]
fn a_hole_in_the_board_is_accepted_and_played_on() {
    // Tile 09 is gone, the six around it are there. No random game gives such a board.
    let here =
        position("W[041,061,071]B[0B0,0C0,0E0]gone[00,01,02,03,05,08,09,0A,0D,0F,10,11,12]turn[W]");
    let reference = Reference::of(&here);
    for m in legal(&here) {
        assert_eq!(Reference::of(&after(&here, m)), reference.after(m, true), "{m}");
    }
    assert_eq!(legal(&here).len(), reference.moves().len());
}

#[test]
fn moves_are_those_of_the_slow_reference() {
    random_positions(20, 300, |here, moves| {
        let texts: BTreeSet<String> = moves.iter().map(|m| m.to_string()).collect();
        let expected: BTreeSet<String> =
            Reference::of(here).moves().iter().map(|m| m.to_string()).collect();
        assert_eq!(texts, expected, "{here:?}");
    });
}

/// How far the network's values of symmetric positions may lie apart, in hundredths of a piece.
const LEARNED: i32 = 120;

#[test]
fn symmetries_keep_moves_actions_and_opinion() {
    let network = Hybrid::default();
    random_positions(12, 250, |here, moves| {
        for symmetry in Symmetry::all() {
            let image = symmetry.image(here);
            assert_eq!(
                image.evaluate(&Hybrid::TERMS),
                here.evaluate(&Hybrid::TERMS),
                "{here:?} {symmetry:?}"
            );
            // The network sees the board from the side to move, turned by half for Black; other
            // symmetries it has learned.
            let off = image.evaluate(&network).value() - here.evaluate(&network).value();
            let most = if symmetry == Symmetry::HALF_TURN { 0 } else { LEARNED };
            assert!(off.abs() <= most, "{off} in {here:?} {symmetry:?}");
            assert_eq!(image.canonical(), here.canonical(), "{here:?} {symmetry:?}");
            let expected: BTreeSet<u16> =
                moves.iter().map(|m| symmetry.image_of_move(*m).bits()).collect();
            let found: BTreeSet<u16> = legal(&image).iter().map(|m| m.bits()).collect();
            assert_eq!(found, expected, "{here:?} {symmetry:?}");
            let m = moves[moves.len() / 2];
            let there = after(&image, symmetry.image_of_move(m));
            assert_eq!(there, symmetry.image(&after(here, m)), "{m} in {here:?} {symmetry:?}");
            assert_eq!(image.move_score(symmetry.image_of_move(m)), here.move_score(m));
        }
        let mut images = Symmetry::all().map(|symmetry| symmetry.image(here).packed());
        assert!(images.any(|packed| packed == here.canonical()), "{here:?}");
    });
}

#[test]
fn the_listed_images_are_the_twelve_of_one_position() {
    let row: Value = serde_json::from_str(&lines("vectors/coerceo.images.jsonl")[0]).unwrap();
    let listed: Vec<&str> =
        row["positions"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    assert_eq!(listed.len(), 12);
    let first = position(listed[0]);
    let images: BTreeSet<String> =
        Symmetry::all().map(|symmetry| symmetry.image(&first).write_position()).collect();
    assert_eq!(images, listed.iter().map(|text| (*text).to_owned()).collect());
    let counts: BTreeSet<u64> = listed.iter().map(|text| perft(&position(text), 3)).collect();
    assert_eq!(counts, BTreeSet::from([125_435]));
}

#[test]
fn illegal_moves_when_an_exchange_costs_one_tile() {
    let rows = lines("vectors/coerceo.illegal-exchange-1.jsonl");
    for line in &rows {
        let row: Value = serde_json::from_str(line).unwrap();
        let [at, typed, error] = ["position", "move", "error"].map(|f| row[f].as_str().unwrap());
        let at = Coerceo::read_position(at, &rules_of(&row)).unwrap();
        assert_eq!(at.rules().exchange(), 1);
        assert_eq!(at.read_move(typed).unwrap_err().to_string(), error, "{line}");
    }
    assert_eq!(rows.len(), 5);
}

#[test]
fn moves_have_bits_and_places_of_their_own() {
    let conceivable: Vec<CoerceoMove> = (0..u16::MAX).filter_map(CoerceoMove::from_bits).collect();
    assert_eq!(conceivable.len(), 114 * 114 + 114);
    let slots = |m: &CoerceoMove| Coerceo::history_slot(*m);
    assert!(conceivable.iter().map(slots).all(|slot| slot < Coerceo::HISTORY_SLOTS));
    let mut real = BTreeSet::new();
    for from in Field::all() {
        let steps = Field::all().filter(|to| from.direction_to(*to).is_some());
        let moves = steps.map(|to| CoerceoMove::step(from, to));
        for m in moves.chain([CoerceoMove::exchange(from)]) {
            assert_eq!(CoerceoMove::from_bits(m.bits()), Some(m));
            assert!(real.insert(slots(&m)), "{m} shares its place");
        }
    }
}

#[test]
fn a_move_score_is_the_sum_of_its_features() {
    for exchange in [1, 2] {
        let rules = Rules::new(Start::Laurentius, exchange);
        check_sums(|| Coerceo::start(&rules), ordering::weight, 10);
    }
}

#[test]
fn captures_and_tiles_score_more_than_quiet_moves() {
    let mut gains = Vec::new();
    let mean = |scores: &[i32]| scores.iter().sum::<i32>() / scores.len() as i32;
    random_positions(8, 300, |here, moves| {
        let steps = moves.iter().filter(|m| !m.is_exchange());
        let (noisy, quiet): (Vec<_>, Vec<_>) = steps.partition(|m| here.is_noisy(**m));
        if !noisy.is_empty() && !quiet.is_empty() {
            let of = |list: Vec<&CoerceoMove>| {
                mean(&list.into_iter().map(|m| here.move_score(*m)).collect::<Vec<_>>())
            };
            gains.push(of(noisy) - of(quiet));
        }
    });
    assert!(gains.len() > 1_000, "{}", gains.len());
    assert!(mean(&gains) > 100, "{}", mean(&gains));
    assert!(gains.iter().filter(|gain| **gain > 0).count() > 9 * gains.len() / 10);
}

#[test]
fn the_terms_see_what_they_are_named_for() {
    let terms = |text: &str| {
        let found = position(text).terms(&Hybrid::TERMS);
        move |name: &str| found.iter().find(|term| term.name == name).unwrap().centi
    };
    // The position of example 2: 090 has one open side left, and 073 alone holds tile 07 up.
    let few = terms(&format!("W[043,061,073,091,093]B[090,0B2,0C0,0E2]{G7}held[1,0]turn[W]"));
    assert_eq!(few("pieces"), 100);
    assert!(few("tiles held") > 0 && few("tiles held") < 100);
    assert!(few("enclosure danger") > 0);
    // White has more steps, and more pieces whose steps meet.
    assert!(few("mobility") < 0 && few("support") > 0);
    assert!(few("move") > 0);
    // The same with the tile of Black's to fall, and none of White's.
    let loose = terms(&format!("W[043,061,091,093]B[070,090,0B2,0C0,0E2]{G7}turn[W]"));
    assert!(loose("tiles about to fall") < few("tiles about to fall"));
    for start in Start::ALL {
        let here = Coerceo::start(&Rules::new(start, 2));
        let sum: i32 = here.terms(&Hybrid::TERMS).iter().map(|term| term.centi).sum();
        assert_eq!(here.evaluate(&Hybrid::TERMS).value(), sum);
    }
    // A symmetric start is even but for the move.
    for term in Coerceo::start(&Rules::default()).terms(&Hybrid::TERMS) {
        assert_eq!(term.centi == 0, term.name != "move", "{term:?}");
    }
}

#[test]
fn the_picture_shows_every_field() {
    let here =
        position(&format!("W[043,045,061,073,095]B[044,090,094,0B2,0C0,0E2]{G7}held[1,0]turn[W]"));
    let expected = r"
             ____
           /\  0 /\
    ____  /_1\04/W5\  ____
  /\  0 /\  2 /\ B4 /\  0 /\
 /W1\06/_5\  /W3\  /_1\07/_5\
\  2 /\  4 /\ B0 /\  2 /\  4 /
 \  /_3\  /_1\09/W5\  /W3\  /
  /\  0 /\  2 /\ B4 /\ B0 /\
 /_1\0B/_5\  /_3\  /_1\0C/_5\
\ B2 /\  4 /\  0 /\  2 /\  4 /
 \  /_3\  /_1\0E/_5\  /_3\  /
         \ B2 /\  4 /
          \  /_3\  /
W to move. W holds 1, B holds 0; an exchange costs 2.
Gone: 00 01 02 03 05 08 0A 0D 0F 10 11 12
A field is its tile and its number: 090 is field 0 of tile 09.
";
    assert_eq!(format!("\n{}", here.picture()), expected);

    let mut moved = here;
    let mut legal = Vec::new();
    moved.legal_moves(&mut legal);
    moved.make(legal[0]);
    let drawn = moved.draw(Some(&here), None).to_string();
    assert!(drawn.contains("[W") && drawn.contains("("), "{drawn}");
    let start = Coerceo::start(&Rules::default()).picture();
    assert!(start.lines().count() <= 23 && start.lines().all(|line| line.len() <= 80), "{start}");

    random_positions(6, 200, |here, _| {
        let picture = here.picture();
        let board = picture.split(" to move").next().unwrap();
        assert!(picture.is_ascii());
        let mut pieces = 0;
        for player in Player::ALL {
            let letter = Coerceo::letter(player).chars().next().unwrap();
            // The hexadecimal B of a tile's name stands behind a 0.
            let shown = board.replace("0B", "").matches(letter).count();
            let turn = usize::from(here.to_move() == player);
            assert_eq!(
                shown - turn,
                here.setup().pieces[player].count_ones() as usize,
                "{picture}"
            );
            pieces += shown - turn;
        }
        assert!(pieces > 0);
        for tile in Tile::all() {
            let name = format!("\\{tile}/");
            assert_eq!(board.contains(&name), here.has_tile(tile), "{name} in {picture}");
        }
    });
}

/// The moves of a line from a position.
fn line(start: &str, moves: &[&str]) -> Vec<CoerceoMove> {
    played(start, moves).steps().iter().map(|step| step.played).collect()
}

#[test]
fn a_falling_tile_is_blamed_for_its_own_enclosures_only() {
    let themes = |start: &str, text| {
        let told = ["exchange", "enclosure", "tile taken", "enclosure by a falling tile"];
        let mut found = position(start).themes(&line(start, &[text]));
        found.retain(|theme| told.contains(theme));
        found
    };
    // RULES.md section 8, example 4: the tile that falls was beside the piece.
    let beside = format!("W[043,045,061,073,095]B[044,090,094,0B2,0C0,0E2]{G7}turn[W]");
    assert_eq!(
        themes(&beside, "W[073-0C5]"),
        ["enclosure", "tile taken", "enclosure by a falling tile"]
    );
    let elsewhere = "W[041,091,093]B[090,094,0B0]gone[00,01,02,03,05,06,07,08,0A,0C,0D,0E,0F,10,11,12]held[4,1]turn[B]";
    assert_eq!(themes(elsewhere, "B[0B0-092]"), ["tile taken"]);
    // Example 5: nobody gets the tile.
    let exchanged = format!("W[061,073,095]B[042,090,0B2,0C0,0E2]{G7}held[2,1]turn[W]");
    assert_eq!(themes(&exchanged, "W[x0C0]"), ["exchange"]);
}

#[test]
fn the_coach_sees_exchanges_that_enclose() {
    let start = "W[083,091,093,0B1,0B3,0D1,103,105]B[082,084,090,092]gone[00,01,02,03,04,05,06,07,0A,0C,0E,0F,11,12]held[0,2]turn[W]";
    let best = line(start, &["W[0B3-0B5]", "B[x0D1]"]);
    let played = line(start, &["W[091-0B5]", "B[x0D1]"]);
    let mistake = Mistake { played: played[0], best: &best[..1], refutation: &played[1..] };
    assert_eq!(
        position(start).remarks(mistake),
        ["B[x0D1] exchanges tiles for the piece on 0D1.", "B[x0D1] encloses 083."]
    );
}

#[test]
fn random_games_come_to_an_end() {
    for seed in 0..40 {
        let mut rng = SplitMix64::new(seed);
        let rules = Rules::new(Start::ALL[seed as usize % 2], 2);
        let mut record = Record::new(Coerceo::start(&rules));
        while record.outcome().is_none() {
            let mut moves = Vec::new();
            record.legal_moves(&mut moves);
            record.play(Action::Move(moves[rng.below(moves.len())])).unwrap();
            assert!(record.steps().len() < 5_000, "game {seed} does not end");
        }
        let outcome = record.outcome().unwrap();
        let drawn = [about::STALEMATE, about::DEAD, Ending::Repetition].contains(&outcome.ending);
        assert_eq!(outcome.winner.is_none(), drawn);
        assert!(drawn || outcome.ending == about::ELIMINATED);
    }
}
