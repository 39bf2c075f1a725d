//! The tests that only Dominions has.

mod inputs;
mod reference;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde_json::Value;

use super::cellset::CellSet;
use super::geometry::{CELLS, Cell, SIDES, opposite, opposite_bit};
use super::tile::{FULL_HAND, TILES, Tile, fitting};
use super::{Dominions, Move, Rules, ordering};
use crate::games::Game;
use crate::kernel::perft::perft;
use crate::kernel::{Action, Evaluate, Order, Player, Position, Record, SplitMix64};
use crate::network::{Hybrid, Learned};
use crate::notation::{self, Notation};
use reference::{Effect, Reference};

/// Every setting of the options.
const ALL_RULES: [Rules; 4] = [
    Rules { strict_extension: false, no_boomerang: false },
    Rules { strict_extension: true, no_boomerang: false },
    Rules { strict_extension: false, no_boomerang: true },
    Rules { strict_extension: true, no_boomerang: true },
];

fn cell(name: &str) -> Cell {
    Cell::all().find(|cell| cell.to_string() == name).unwrap_or_else(|| panic!("no cell {name}"))
}

fn position(text: &str) -> Dominions {
    position_under(text, Rules::default())
}

fn position_under(text: &str, rules: Rules) -> Dominions {
    Dominions::read_position(text, &rules).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn legal(at: &Dominions) -> Vec<Move> {
    let mut moves = Vec::new();
    at.legal_moves(&mut moves);
    moves
}

fn noisy(at: &Dominions) -> Vec<Move> {
    let mut moves = Vec::new();
    at.noisy_moves(&mut moves);
    moves
}

/// Reads and makes a move.
fn play(at: &Dominions, typed: &str) -> Dominions {
    let mut after = at.clone();
    match at.read_move(typed) {
        Ok(Action::Move(m)) => drop(after.make(m)),
        other => panic!("{typed} in {at:?}: {other:?}"),
    }
    after
}

fn rows(list: &str) -> Vec<(String, Value)> {
    let name = format!("tests/vectors/dominions.{list}.jsonl");
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(&name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{name}: {e}"));
    let rows: Vec<_> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.starts_with('#'))
        .map(|(i, line)| (format!("{name}:{i}"), serde_json::from_str(line).unwrap()))
        .collect();
    assert!(!rows.is_empty(), "{name} is empty");
    rows
}

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|item| item.as_str().unwrap()).collect()
}

fn numbers(value: &Value) -> Vec<i64> {
    value.as_array().unwrap().iter().map(|item| item.as_i64().unwrap()).collect()
}

/// The cells that a move leaves in another colour than they had, or than the mover put down.
fn flipped(before: &Dominions, after: &Dominions) -> Vec<String> {
    let shown = |at: &Dominions, cell| at.board.tile(cell).controller();
    Cell::all()
        .filter(|cell| !after.board.tile(*cell).is_none())
        .filter(|cell| {
            let was_vacant = before.board.tile(*cell).is_none();
            let was = if was_vacant { before.to_move() } else { shown(before, *cell) };
            was != shown(after, *cell)
        })
        .map(|cell| cell.to_string())
        .collect()
}

// Geometry: RULES.md section 1.

#[test]
fn cells_are_numbered_as_the_rules_list_them() {
    let listed: [(char, i8, i8, usize); 17] = [
        ('q', 9, 17, 0),
        ('p', 8, 17, 9),
        ('o', 7, 17, 19),
        ('n', 6, 17, 30),
        ('m', 5, 17, 42),
        ('l', 4, 17, 55),
        ('k', 3, 17, 69),
        ('j', 2, 17, 84),
        ('i', 1, 17, 100),
        ('h', 1, 16, 117),
        ('g', 1, 15, 133),
        ('f', 1, 14, 148),
        ('e', 1, 13, 162),
        ('d', 1, 12, 175),
        ('c', 1, 11, 187),
        ('b', 1, 10, 198),
        ('a', 1, 9, 208),
    ];
    let mut count = 0;
    for (row, least, most, first) in listed {
        for column in least..=most {
            let at = Cell::at((row as u8 - b'a') as i8 + 1, column).unwrap();
            assert_eq!(at.index(), first + (column - least) as usize);
            assert_eq!(at.to_string(), format!("{row}{column}"));
            assert_eq!(Cell::from_index(count), Some(at));
            count += 1;
        }
    }
    assert_eq!(count, CELLS);
    assert_eq!(Cell::from_index(CELLS), None);
    for row in -1..20 {
        for column in -1..20 {
            assert_eq!(Cell::at(row, column).is_some(), reference::exists((row, column)));
        }
    }
}

#[test]
fn neighbours_lie_in_the_listed_directions() {
    let around: Vec<_> =
        (0..SIDES).map(|side| cell("i9").neighbour(side).unwrap().to_string()).collect();
    assert_eq!(around, ["j10", "j9", "i8", "h8", "h9", "i10"]);
    for at in Cell::all() {
        for side in 0..SIDES {
            let (row, column) = reference::beyond((at.row(), at.column()), side);
            assert_eq!(at.neighbour(side), Cell::at(row, column), "{at} side {side}");
            assert_eq!(at.open_sides() >> side & 1 != 0, at.neighbour(side).is_some());
            if let Some(beyond) = at.neighbour(side) {
                assert_eq!(beyond.neighbour(opposite(side)), Some(at));
                assert_eq!(1 << opposite(side), opposite_bit(side));
                assert!(CellSet::around(at).contains(beyond));
            }
        }
        let mut neighbours = 0;
        CellSet::around(at).for_each(|_| neighbours += 1);
        assert_eq!(neighbours, at.open_sides().count_ones());
    }
}

#[test]
fn open_sides_are_those_of_the_rules() {
    let listed: [(u8, &[&str]); 12] = [
        (60, &["q10", "q11", "q12", "q13", "q14", "q15", "q16"]),
        (57, &["p8", "o7", "n6", "m5", "l4", "k3", "j2"]),
        (30, &["p17", "o17", "n17", "m17", "l17", "k17", "j17"]),
        (51, &["h1", "g1", "f1", "e1", "d1", "c1", "b1"]),
        (15, &["h16", "g15", "f14", "e13", "d12", "c11", "b10"]),
        (39, &["a2", "a3", "a4", "a5", "a6", "a7", "a8"]),
        (56, &["q9"]),
        (28, &["q17"]),
        (14, &["i17"]),
        (7, &["a9"]),
        (35, &["a1"]),
        (49, &["i1"]),
    ];
    let rim: BTreeMap<Cell, u8> =
        listed.iter().flat_map(|(mask, names)| names.iter().map(|n| (cell(n), *mask))).collect();
    assert_eq!(rim.len(), CELLS - 169);
    for at in Cell::all() {
        assert_eq!(at.open_sides(), rim.get(&at).copied().unwrap_or(63), "{at}");
    }
}

#[test]
fn sets_hold_what_was_put_in() {
    let mut set = CellSet::EMPTY;
    for name in ["q9", "i9", "a9", "m7"] {
        set.insert(cell(name));
    }
    set.remove(cell("m7"));
    let mut found = Vec::new();
    set.for_each(|cell| found.push(cell.to_string()));
    assert_eq!(found, ["q9", "i9", "a9"]);
    let mut all = 0;
    CellSet::ALL.for_each(|_| all += 1);
    assert_eq!(all, CELLS);
    assert_eq!(CellSet::ALL.without(&set).and(&set), CellSet::EMPTY);
    assert_eq!(CellSet::ALL.without(&set).or(&set), CellSet::ALL);
}

#[test]
fn fitting_tiles_have_the_demanded_beams_and_no_others_but_on_free_sides() {
    for demanded in 0..64_u8 {
        for free in (0..64_u8).filter(|free| free & demanded == 0) {
            for number in 0..64_u8 {
                let fits = number & !free == demanded;
                assert_eq!(fitting(demanded, free) >> number & 1 != 0, fits);
            }
        }
    }
    assert_eq!(FULL_HAND.count_ones(), TILES);
}

// The rules against the reference.

/// Compares a position with the reference: moves, what they do, and all that the board keeps.
fn compare(at: &Dominions) {
    let rules = at.rules();
    let plain = Reference::of(at);
    let expected = plain.placements(&rules);
    let moves: BTreeSet<Move> = legal(at).into_iter().collect();
    let mut wanted: BTreeSet<Move> = expected.iter().map(|(m, ..)| *m).collect();
    wanted.insert(Move::PASS);
    assert_eq!(moves, wanted, "{at:?}");
    let captures: BTreeSet<Move> = expected
        .iter()
        .filter(|(_, _, effect)| matches!(effect, Effect::Capture | Effect::Boomerang))
        .map(|(m, ..)| *m)
        .collect();
    assert_eq!(noisy(at).into_iter().collect::<BTreeSet<_>>(), captures, "{at:?}");
    for (i, (m, after, effect)) in expected.iter().enumerate() {
        // What does something is always looked at, of the rest a part.
        if *effect != Effect::Nothing || i % 16 == 0 {
            let mut child = at.clone();
            child.make(*m);
            assert_eq!(Reference::of(&child), *after, "{m:?} in {at:?}");
            compare_groups(&child);
        }
    }
    for player in Player::ALL {
        let hand = plain.in_hand(player.index());
        assert_eq!(hand.iter().fold(0, |bits, n| bits | 1_u64 << n), at.hands[player]);
        let score = plain.controlled(player.index()) as i32 - hand.len() as i32;
        assert_eq!(at.points(player), Some(score));
    }
}

/// Compares the groups that the board keeps with those found by walking.
fn compare_groups(at: &Dominions) {
    let plain = Reference::of(at);
    for here in Cell::all().filter(|cell| !at.board.tile(*cell).is_none()) {
        let group = reference::group(&plain.tiles, (here.row(), here.column()));
        let names: BTreeSet<Cell> = group.iter().filter_map(|(r, c)| Cell::at(*r, *c)).collect();
        let kept = at.board.group_of(here);
        assert_eq!(Some(&kept), names.first(), "{here} in {at:?}");
        assert_eq!(at.board.members(kept).iter().collect::<BTreeSet<_>>(), names);
        let liberties = usize::from(at.board.liberties(kept));
        assert_eq!(liberties, reference::liberties(&plain.tiles, &group), "{here} in {at:?}");
        let engaged = usize::from(at.board.spot(kept).engaged);
        assert_eq!(engaged, reference::engaged(&plain.tiles, &group), "{here} in {at:?}");
        assert_eq!(at.board.size(kept), group.len() as i32, "{here} in {at:?}");
    }
}

#[test]
fn random_games_agree_with_the_reference_under_every_option() {
    let mut effects = HashSet::new();
    for (rules, seed) in ALL_RULES.into_iter().zip(100..) {
        for game in 0..3 {
            let mut rng = SplitMix64::new(seed * 1000 + game);
            let mut at = Dominions::start(&rules);
            for ply in 0.. {
                if at.outcome().is_some() {
                    break;
                }
                // The empty board has 11,320 moves, of which others tell enough.
                if ply % 7 == game + 1 {
                    compare(&at);
                }
                let mut moves = legal(&at);
                // Passing early leaves whole sections behind, which the exception needs.
                if moves.len() > 1 && rng.below(12) > 0 {
                    moves.retain(|m| *m != Move::PASS);
                }
                let m = moves[rng.below(moves.len())];
                if let Some((cell, number)) = m.placement() {
                    let place = (cell.row(), cell.column());
                    let effect = Reference::of(&at).place(place, number).map(|(_, e)| e);
                    effects.insert(format!("{effect:?}"));
                }
                at.make(m);
            }
        }
    }
    assert!(effects.len() >= 3, "the games were too tame: {effects:?}");
}

#[test]
fn positions_of_every_kind_agree_with_the_reference_under_every_option() {
    let mut boomerangs = 0;
    let mut strict = 0;
    for (_, row) in rows("effects") {
        let counts = ALL_RULES.map(|rules| {
            let at = position_under(row["position"].as_str().unwrap(), rules);
            compare(&at);
            legal(&at).len()
        });
        strict += counts[0] - counts[1];
        boomerangs += counts[0] - counts[2];
        // A placement by the exception touches no opponent, so it captures nothing: the two
        // options never forbid the same one.
        assert_eq!(counts[0] + counts[3], counts[1] + counts[2]);
    }
    assert!(strict > 0, "no position told the two readings of Decision 3 apart");
    assert!(boomerangs >= 3, "too few boomerangs: {boomerangs}");
}

#[test]
fn flips_happen_at_the_listed_plies() {
    for (place, row) in rows("flips") {
        let mut record = Record::new(Dominions::start(&Rules::default()));
        let mut found = Vec::new();
        for (ply, typed) in (1..).zip(strings(&row["moves"])) {
            let before = record.current().clone();
            let action =
                before.read_move(typed).unwrap_or_else(|e| panic!("{place}: {typed}: {e}"));
            record.play(action).unwrap();
            let flips = flipped(&before, record.current());
            if !flips.is_empty() {
                found.push((ply, flips));
            }
        }
        let listed: Vec<(i64, Vec<&str>)> = row["flips"]
            .as_array()
            .unwrap()
            .iter()
            .map(|flip| (flip[0].as_i64().unwrap(), strings(&flip[1])))
            .collect();
        assert_eq!(found.len(), listed.len(), "{place}: {found:?}");
        for ((ply, flips), (listed_ply, cells)) in found.iter().zip(&listed) {
            assert_eq!((ply, flips.len()), (listed_ply, cells.len()), "{place}");
            assert!(cells.iter().all(|cell| flips.iter().any(|f| f == cell)), "{place}: {ply}");
        }
    }
}

#[test]
fn effects_turn_over_the_listed_cells() {
    for (place, row) in rows("effects") {
        let before = position(row["position"].as_str().unwrap());
        let typed = row["move"].as_str().unwrap();
        let after = play(&before, typed);
        let found: BTreeSet<String> = flipped(&before, &after).into_iter().collect();
        let listed: BTreeSet<String> =
            strings(&row["flipped"]).into_iter().map(str::to_owned).collect();
        assert_eq!(found, listed, "{place}: {typed}");
        let Ok(Action::Move(m)) = before.read_move(typed) else { panic!("{place}: {typed}") };
        let (cell, number) = m.placement().unwrap();
        let at = (cell.row(), cell.column());
        let effect = Reference::of(&before).place(at, number).unwrap().1;
        let kind = row["kind"].as_str().unwrap();
        let expected = match kind.split_once([' ', ',']).map_or(kind, |(word, _)| word) {
            "boomerang" => Effect::Boomerang,
            "capture" => Effect::Capture,
            "suicide" => Effect::Suicide,
            "new" | "own-section" => Effect::Nothing,
            other => panic!("{place}: {other}"),
        };
        assert_eq!(effect, expected, "{place}: {kind}");
        let captures = matches!(effect, Effect::Capture | Effect::Boomerang);
        assert_eq!(before.is_noisy(m), captures, "{place}");
    }
}

#[test]
fn illegal_moves_are_refused_for_the_right_reason() {
    for (place, row) in rows("illegal") {
        let at = position(row["position"].as_str().unwrap());
        let typed = row["move"].as_str().unwrap();
        let error = at.read_move(typed).expect_err(&place).to_string();
        let words = match row["reason"].as_str().unwrap() {
            "oscillation" => "oscillation",
            "no contact with an opponent's tile" => "no contact with a tile of",
            "beam onto the board edge" => "a beam over the board's edge",
            "side does not match the tile on i9" => "where i9 has",
            "tile is not in hand" => "has placed tile P63 already",
            "cell is occupied" => "is not vacant",
            "the game is over" => "the game is over",
            "it is not B's turn" => "it is not B's turn",
            other => panic!("{place}: {other}"),
        };
        assert!(error.contains(words), "{place}: {error}");
    }
}

#[test]
fn scores_count_control_against_the_hand() {
    for (place, row) in rows("scores") {
        let at = position(row["position"].as_str().unwrap());
        let each = |f: &dyn Fn(Player) -> i32| Player::both(|p| i64::from(f(p))).to_vec();
        assert_eq!(each(&|p| at.board.controlled(p)), numbers(&row["controlled"]), "{place}");
        assert_eq!(each(&|p| at.in_hand(p)), numbers(&row["in_hand"]), "{place}");
        assert_eq!(each(&|p| at.points(p).unwrap()), numbers(&row["score"]), "{place}");
    }
}

// Symmetry: RULES.md section 9.

/// The places that the six directions go to under the twelve symmetries.
fn symmetries() -> Vec<[usize; 6]> {
    (0..12_usize)
        .map(|i| {
            std::array::from_fn(|side| {
                let mirrored = if i < 6 { side } else { 6 - side };
                (mirrored + i) % 6
            })
        })
        .collect()
}

/// Returns the cell with the same way from the centre, in turned directions.
fn image_of_cell(cell: Cell, turn: &[usize; 6]) -> Cell {
    let (a, b) = (cell.column() - 9, cell.row() - cell.column());
    let [(ra, ca), (rb, cb)] = [turn[0], turn[1]].map(|side| reference::DIRECTIONS[side]);
    Cell::at(9 + a * ra + b * rb, 9 + a * ca + b * cb).unwrap()
}

fn image_of_tile(tile: Tile, turn: &[usize; 6], swap: bool) -> Tile {
    let beams = (0..6).filter(|side| tile.has_beam(*side)).map(|side| 1 << turn[side]).sum();
    let [owner, controller] =
        [tile.owner(), tile.controller()].map(|player| if swap { !player } else { player });
    Tile::new(beams, owner, controller)
}

fn image(at: &Dominions, turn: &[usize; 6], swap: bool) -> Dominions {
    let mut image = Dominions::start(&at.rules());
    for cell in Cell::all().filter(|cell| !at.board.tile(*cell).is_none()) {
        let tile = image_of_tile(at.board.tile(cell), turn, swap);
        image.board.add(image_of_cell(cell, turn), tile);
        image.hands[tile.owner()] &= !(1 << tile.beams());
    }
    image.to_move = if swap { !at.to_move } else { at.to_move };
    image.passes = at.passes;
    image
}

const SAME: [usize; 6] = [0, 1, 2, 3, 4, 5];

#[test]
fn images_are_the_listed_ones_and_have_as_many_moves() {
    for (place, row) in rows("symmetry") {
        let at = position(row["position"].as_str().unwrap());
        let listed: BTreeSet<&str> = strings(&row["images"]).into_iter().collect();
        let images: Vec<_> = symmetries().iter().map(|turn| image(&at, turn, false)).collect();
        let written: BTreeSet<String> = images.iter().map(Notation::write_position).collect();
        assert_eq!(written.iter().map(String::as_str).collect::<BTreeSet<_>>(), listed, "{place}");
        assert_eq!(listed.len(), 12, "{place}");
        let swapped = image(&at, &SAME, true);
        assert_eq!(swapped.write_position(), row["swapped"].as_str().unwrap(), "{place}");
        for image in images.iter().chain([&swapped]) {
            let count = legal(image).len();
            assert_eq!(count as i64, row["legal_count"].as_i64().unwrap(), "{place}: {image:?}");
            assert_eq!(
                image.evaluate(&Hybrid::TERMS),
                at.evaluate(&Hybrid::TERMS),
                "{place}: {image:?}"
            );
            assert_eq!(image.canonical(), at.canonical(), "{place}: {image:?}");
            assert_eq!(perft(image, 2), perft(&at, 2), "{place}: {image:?}");
        }
        assert_eq!(swapped.lead(Player::First), -at.lead(Player::First), "{place}");
        let mut packed = images
            .iter()
            .flat_map(|image| [image.packed(), self::image(image, &SAME, true).packed()]);
        assert!(packed.any(|packed| packed == at.canonical()), "{place}");
    }
}

#[test]
fn first_placements_fall_into_1016_orbits() {
    let mut orbits = BTreeSet::new();
    let start = Dominions::start(&Rules::default());
    for m in legal(&start) {
        let Some((cell, number)) = m.placement() else { continue };
        let tile = Tile::new(number, Player::First, Player::First);
        let images = symmetries()
            .into_iter()
            .map(|turn| (image_of_cell(cell, &turn), image_of_tile(tile, &turn, false).beams()));
        orbits.insert(images.min());
    }
    assert_eq!(orbits.len(), 1016);
}

// The worked examples: RULES.md section 7.

/// Plays moves from the start and returns the position before the last one and after it.
fn after(record: &str) -> (Dominions, Dominions) {
    let start = Dominions::start(&Rules::default());
    notation::moves(record).iter().fold((start.clone(), start), |(_, at), typed| {
        let next = play(&at, typed.text);
        (at, next)
    })
}

fn refusal(record: &str, typed: &str) -> String {
    after(record).1.read_move(typed).expect_err(typed).to_string()
}

#[test]
fn a_blank_side_makes_contact_and_a_second_section() {
    let (_, at) = after("W[P1i9];B[P1i10]");
    assert_eq!(at.write_position(), "W[P1i9]B[P1i10]turn[W]");
    assert_ne!(at.board.group_of(cell("i9")), at.board.group_of(cell("i10")));
}

#[test]
fn two_single_beams_face_to_face_would_oscillate() {
    assert!(refusal("W[P1i9]", "B[P8j10]").starts_with("oscillation"));
    assert!(refusal("W[P33h8] B[P6h9]", "W[P24i9]").starts_with("oscillation"));
    let (before, at) = after("W[P33h8] B[P6h9] W[P25i9]");
    assert_eq!(flipped(&before, &at), ["h9"]);
}

#[test]
fn the_smallest_capture_and_the_smallest_suicide() {
    assert_eq!(after("W[P1i9] B[P9j10]").1.write_position(), "W[]B[P9j10,P1'i9]turn[W]");
    assert_eq!(after("W[P63i9] B[P8j10]").1.write_position(), "W[P8'j10,P63i9]B[]turn[W]");
}

#[test]
fn an_own_section_may_be_extended_by_a_beam_only() {
    assert_eq!(after("W[P1i9] B[pass] W[P9j10]").1.write_position(), "W[P9j10,P1i9]B[]turn[B]");
    assert!(refusal("W[P1i9] B[pass]", "W[P9i10]").contains("no contact"));
    assert!(refusal("W[P63i9] B[P55h8]", "W[P9j10]").contains("not a whole section"));
    after("W[P63i9] B[P55h8] W[P30h9]");
}

#[test]
fn the_first_tile_extends_no_section() {
    let themes = |at: &str, text: &str| {
        let at = position(at);
        let Ok(Action::Move(m)) = at.read_move(text) else { panic!("{text} is legal") };
        at.themes(&[m])
    };
    assert_eq!(themes("W[]B[]turn[W]", "W[P63i9]"), ["quiet placement", "new section"]);
    let extended = themes("W[P1i9]B[]turn[W]", "W[P9j10]");
    assert_eq!(extended, ["quiet placement", "own section extended"]);
}

#[test]
fn a_boomerang_is_a_suicide_unless_the_option_forbids_it() {
    let (before, at) = after("W[P16h9] B[P1h8] W[pass] B[P5i10] W[P40i9]");
    assert_eq!(at.write_position(), "W[P16h9]B[P40'i9,P5i10,P1h8]turn[B]");
    assert_eq!(flipped(&before, &at), ["i9"]);
    let rules = Rules { no_boomerang: true, ..Rules::default() };
    let strict = position_under(&before.write_position(), rules);
    let error = strict.read_move("W[P40i9]").unwrap_err().to_string();
    assert_eq!(error, "boomerang: P40 on i9 would be lost with its captures");
    assert_eq!(legal(&strict).len(), legal(&before).len() - 1);
}

#[test]
fn the_strict_reading_asks_for_whole_sections_only() {
    let rules = Rules { strict_extension: true, ..Rules::default() };
    let mut kinds = HashSet::new();
    for (place, row) in rows("effects") {
        let at = position_under(row["position"].as_str().unwrap(), rules);
        let read = at.read_move(row["move"].as_str().unwrap());
        match row["kind"].as_str().unwrap() {
            "own-section extension that also joins an engaged group" => {
                let error = read.expect_err(&place).to_string();
                assert!(error.contains("is not a whole section"), "{place}: {error}");
                kinds.insert("refused");
            }
            "own-section extension" => {
                assert!(read.is_ok(), "{place}: {read:?}");
                kinds.insert("allowed");
            }
            _ => assert!(read.is_ok(), "{place}: {read:?}"),
        }
    }
    assert_eq!(kinds.len(), 2);
    let two = position_under("W[P8j10,P1h8]B[]turn[W]", rules);
    assert!(two.read_move("W[P11i9]").is_ok(), "joins two whole sections");
}

#[test]
fn the_example_game_replays_as_published() {
    let record = rows("flips").swap_remove(0).1["moves"].clone();
    let published = strings(&record).join(";") + ";";
    assert!(published.starts_with("W[P63i9];B[P55h8];"));
    let moves = notation::moves(&published);
    assert_eq!(moves.len(), 62);
    let mut at = Dominions::start(&Rules::default());
    let mut positions = Vec::new();
    for typed in moves {
        positions.push(at.clone());
        at = play(&at, typed.text);
    }
    assert_eq!(Player::both(|player| at.score(player)), [-14, 12]);
    // Decision 1: these touch the opponent by blank sides only.
    for ply in [18, 32, 38, 40, 44, 46, 52, 56, 62] {
        let before = &positions[ply - 1];
        let typed = strings(&record)[ply - 1];
        let Ok(Action::Move(m)) = before.read_move(typed) else { panic!("{typed}") };
        let (cell, _) = m.placement().unwrap();
        let enemies = before.board.beside(cell, !before.to_move());
        assert!(enemies != 0 && enemies & before.board.facing(cell) == 0, "ply {ply}: {typed}");
    }
    // Decision 3: these need the own-section exception.
    for ply in [42, 54] {
        let before = &positions[ply - 1];
        let typed = strings(&record)[ply - 1];
        let Ok(Action::Move(m)) = before.read_move(typed) else { panic!("{typed}") };
        let (cell, _) = m.placement().unwrap();
        assert_eq!(before.board.beside(cell, !before.to_move()), 0, "ply {ply}: {typed}");
    }
    // Decision 6: the capture saves the lump of q10 and p10, so that p11 has contact.
    let lump = ["p8", "p9", "p10", "q10"].map(|name| positions[45].board.group_of(cell(name)));
    assert_eq!(lump, [lump[0]; 4]);
    assert_eq!(positions[45].board.tile(cell("q10")).controller(), Player::First);
}

#[test]
fn signatures_tell_owner_controller_turn_and_passes_apart() {
    let texts = [
        "W[]B[]turn[W]",
        "W[]B[]turn[B]",
        "W[]B[]pass[1]turn[W]",
        "W[]B[]pass[2]turn[W]",
        "W[P63i9]B[]turn[W]",
        "W[P63'i9]B[]turn[W]",
        "W[]B[P63i9]turn[W]",
        "W[]B[P63'i9]turn[W]",
        "W[P63i8]B[]turn[W]",
        "W[P62i9]B[]turn[W]",
    ];
    for word in [0, 1] {
        let words: HashSet<u64> = texts.iter().map(|text| position(text).packed()[word]).collect();
        assert_eq!(words.len(), texts.len());
    }
}

#[test]
fn the_picture_shows_every_tile_and_both_scores() {
    let at = after("W[P63i9];B[P8j10];W[pass]").1;
    let picture = at.picture();
    for wanted in [
        " W63\n",
        " W8'\n",
        "W: score -60 = 2 - 62 in hand: 1-62",
        "B: score -62 = 0 - 62 in hand: 1-7 9-63",
        "B to move; the last turn was a pass",
    ] {
        assert!(picture.contains(wanted), "{wanted} in\n{picture}");
    }
    let board = at.draw(None, None).into_board().to_string();
    let names: HashSet<&str> = board.split([' ', '\n', '|', '/', '\\']).collect();
    let around = ["h8", "h9", "i8", "i9", "i10", "j9", "j10", "j11", "k10", "k11"];
    for cell in Cell::all().map(|cell| cell.to_string()) {
        assert_eq!(
            names.contains(cell.as_str()),
            around.contains(&cell.as_str()),
            "{cell}: {board}"
        );
    }
    assert!(picture.lines().all(|line| line.len() <= 80), "{picture}");
    assert!(picture.is_ascii());
}

// The evaluation.

fn term(at: &Dominions, name: &str) -> i32 {
    at.terms(&Hybrid::TERMS)
        .iter()
        .find(|term| term.name == name)
        .unwrap_or_else(|| panic!("no {name}"))
        .centi
}

#[test]
fn a_group_with_an_eye_runs_no_risk() {
    // The only liberty of b1 is the corner a1, where nothing but tiles 2 and 34 fits.
    let open = position("W[P1b2,P16b1]B[P36i9,P2i5]turn[B]");
    let group = open.board.group_of(cell("b1"));
    assert_eq!(open.board.liberties(group), 1);
    let Ok(Action::Move(capture)) = open.read_move("P34a1") else { panic!("not legal") };
    assert!(open.is_noisy(capture));
    // Once black has placed both, nobody but white can take it.
    let eye = position("W[P1b2,P16b1]B[P34i9,P2i5]turn[B]");
    let is_there = |m: &Move| m.placement().is_some_and(|(at, _)| at == cell("a1"));
    assert!(legal(&open).iter().any(is_there) && !legal(&eye).iter().any(is_there));
    let (risky, safe) = (term(&open, "risk of capture"), term(&eye, "risk of capture"));
    assert!(risky > safe, "{risky} {safe}");
    assert_eq!(
        open.evaluate(&Hybrid::TERMS).value() - eye.evaluate(&Hybrid::TERMS).value(),
        risky - safe
    );
}

#[test]
fn making_a_move_leaves_what_a_fresh_board_would_hold() {
    // Every field of the board, derived from the tiles in another order.
    let mut rng = SplitMix64::new(7);
    let mut at = Dominions::start(&Rules::default());
    while at.outcome().is_none() {
        let moves = legal(&at);
        at.make(moves[rng.below(moves.len())]);
        let mut cells: Vec<Cell> =
            Cell::all().filter(|cell| !at.board.tile(*cell).is_none()).collect();
        cells.reverse();
        let mut fresh = Dominions::start(&Rules::default()).board;
        for cell in cells {
            fresh.add(cell, at.board.tile(cell));
        }
        assert!(fresh == at.board, "{at:?}");
    }
    assert!(!at.board.is_empty());
}

#[test]
fn after_a_pass_the_lead_on_the_board_is_certain() {
    // White controls three tiles, one of them black's own: four points, if white passes, too.
    let text = "W[P1i9,P1'i8,P63e5]B[]turn[W]";
    assert_eq!(term(&position(text), "ending by a pass"), 0);
    let at = position(&text.replace("turn", "pass[1]turn"));
    assert_eq!(at.lead(Player::First), 4);
    assert!(at.evaluate(&Hybrid::TERMS).value() >= 400, "{:?}", at.terms(&Hybrid::TERMS));
    assert!(term(&position("W[]B[P63i9]pass[1]turn[W]"), "ending by a pass") == 0);
}

#[test]
fn captures_score_much_and_losing_groups_little() {
    // By how much their score is more than the other moves of their positions.
    let (mut captures, mut losses) = (Vec::new(), Vec::new());
    for (place, row) in rows("effects") {
        let at = position(row["position"].as_str().unwrap());
        let Ok(Action::Move(m)) = at.read_move(row["move"].as_str().unwrap()) else {
            panic!("{place}")
        };
        let moves = legal(&at);
        let sum: i32 = moves.iter().map(|m| at.move_score(*m)).sum();
        let more = at.move_score(m) - sum / moves.len() as i32;
        let (cell, _) = m.placement().unwrap();
        let joins_own = at
            .board
            .groups_at(cell)
            .any(|(group, _)| at.board.tile(group).controller() == at.to_move);
        match row["kind"].as_str().unwrap().split([' ', ',']).next() {
            Some("capture") => captures.push(more),
            Some("suicide") if joins_own => losses.push(more),
            _ => {}
        }
    }
    let mean = |list: &[i32]| list.iter().sum::<i32>() / list.len() as i32;
    assert!(mean(&captures) > 100, "{captures:?}");
    assert!(mean(&losses) < -100, "{losses:?}");
}

#[test]
fn a_move_score_is_the_sum_of_its_features() {
    let mut rng = SplitMix64::new(11);
    let count: usize = Dominions::FEATURES.iter().map(|(_, count)| count).sum();
    let mut seen = HashSet::new();
    for _ in 0..6 {
        let mut at = Dominions::start(&Rules::default());
        while at.outcome().is_none() {
            let moves = legal(&at);
            for m in &moves {
                let (mut sum, mut features) = (0, HashSet::new());
                at.features(*m, &mut |number| {
                    assert!(number < count, "{m:?} in {at:?}");
                    features.insert(number);
                    sum += ordering::weight(number);
                });
                let score = at.move_score(*m);
                if m.placement().is_some() || at.is_known() {
                    assert_eq!(score, sum, "{m:?} in {at:?}");
                } else {
                    assert!(
                        moves.iter().all(|m| score <= at.move_score(*m)),
                        "the pass comes last"
                    );
                }
                seen.extend(features);
            }
            at.make(moves[rng.below(moves.len())]);
        }
    }
    assert!(seen.len() > count / 2, "{} of {count} features", seen.len());
}

#[test]
fn the_best_first_tile_is_worth_more_than_a_pass() {
    let mut at = Dominions::start(&Rules::default());
    let evaluator = Default::default();
    let (passes, tiles): (Vec<Move>, Vec<Move>) =
        legal(&at).into_iter().partition(|m| m.placement().is_none());
    let mut worth = |m| {
        let undo = at.make(m);
        let worth = -at.evaluate(&evaluator);
        at.unmake(m, undo);
        worth
    };
    let best = tiles.into_iter().map(&mut worth).max().unwrap();
    assert!(best > worth(passes[0]), "{best:?}");
}
