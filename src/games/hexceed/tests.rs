//! Tests of the game's own parts. What every game must do is tested in `tests/`.

use serde_json::Value;

use super::geometry::{ALL_CELLS, CELLS};
use super::scoring::pairs;
use super::*;
use crate::kernel::{
    Action, Bits, Ending, Evaluate, Move, Player, Position, Record, Score, SplitMix64,
};
use crate::notation::Notation;

/// Reads `tests/vectors/hexceed.<list>.jsonl`: each line with its place.
fn vectors(list: &str) -> Vec<(String, Value)> {
    let name = format!("tests/vectors/hexceed.{list}.jsonl");
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(&name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let rows: Vec<_> = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(i, line)| (format!("{name}:{}", i + 1), serde_json::from_str(line).unwrap()))
        .collect();
    assert!(!rows.is_empty(), "{name} is empty");
    rows
}

fn read(text: &str) -> Hexceed {
    Hexceed::read_position(text, &()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn position(row: &Value, place: &str) -> Hexceed {
    let text = row["position"].as_str().unwrap_or_else(|| panic!("{place}: no position"));
    Hexceed::read_position(text, &()).unwrap_or_else(|error| panic!("{place}: {error}"))
}

fn moves(position: &Hexceed) -> Vec<HexceedMove> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

fn after(position: &Hexceed, m: HexceedMove) -> Hexceed {
    let mut child = *position;
    child.make(m);
    child
}

/// Returns the position after so many random actions.
fn random(rng: &mut SplitMix64, actions: usize) -> Hexceed {
    let mut position = Hexceed::start(&());
    for _ in 0..actions {
        let moves = moves(&position);
        position.make(moves[rng.below(moves.len())]);
    }
    position
}

fn letters(shape: Shape) -> Vec<String> {
    Trio::ALL.iter().filter(|trio| trio.shape == shape).map(Trio::to_string).collect()
}

#[test]
fn the_trios_are_those_of_the_rules() {
    // Across, rising and falling lines; triangles pointing down and up.
    let lines = "ABC DEF EFG LMN MNO PQR ADH BEI EIL GJN JNQ KOR HLP DIM IMQ BFJ FJO CGK";
    let triangles = "ABE BCF DEI FGJ HIL JKO LMP MNQ NOR ADE BEF CFG DHI GJK ILM JNO MPQ NQR";
    for (shape, listed) in [(Shape::Line, lines), (Shape::Triangle, triangles)] {
        let mut listed: Vec<_> = listed.split(' ').collect();
        listed.sort_unstable();
        assert_eq!(letters(shape), listed);
    }
    let (_, row) = vectors("shapes").remove(0);
    for (shape, key) in [(Shape::Line, "lines"), (Shape::Triangle, "triangles")] {
        assert_eq!(serde_json::json!(letters(shape)), row[key]);
    }
    for not in ["BFO", "BFG", "FMO", "HIJ", "IJK"] {
        assert!(Trio::ALL.iter().all(|trio| trio.to_string() != not), "{not}");
    }
}

#[test]
fn the_cells_lie_in_rows_of_3_4_4_4_3() {
    let rows = [-2, -1, 0, 1, 2_i8].map(|r| Cell::all().filter(|cell| cell.hex().r == r).count());
    assert_eq!(rows, [3, 4, 4, 4, 3]);
    for (letter, q, r) in [('A', 0, -2), ('D', -1, -1), ('H', -2, 0), ('J', 1, 0), ('R', 0, 2)] {
        let hex = Cell::from_letter(letter).unwrap().hex();
        assert_eq!((hex.q, hex.r), (q, r), "{letter}");
    }
    let through = |cell: &Cell| Trio::ALL.iter().filter(|trio| trio.cells.contains(cell)).count();
    for (class, count) in [("ACHKPR", 4), ("BDGLOQ", 6), ("EFIJMN", 8)] {
        for cell in class.chars().filter_map(Cell::from_letter) {
            assert_eq!(through(&cell), count, "{cell}");
        }
    }
}

#[test]
fn pairs_are_counted_as_the_trios_say() {
    for cell in Cell::all() {
        // Every set of cells; bits that are no partners of the cell must not matter.
        for set in (0..=ALL_CELLS).step_by(7) {
            let others = |trio: &&Trio| trio.mask() & !(1 << cell.index()) & !set == 0;
            let expected =
                Trio::ALL.iter().filter(|trio| trio.cells.contains(&cell)).filter(others).count();
            assert_eq!(pairs(cell.index(), set | 3 << CELLS) as usize, expected, "{cell} {set:x}");
        }
    }
}

#[test]
fn three_pieces_score_what_they_share() {
    for (names, points) in [
        (["RXK", "ROK", "R-K"], 2),
        (["RXK", "GOW", "B-K"], 0),
        (["B-W", "G-W", "R-W"], 2),
        (["B-W", "BOW", "BXW"], 2),
        (["RXK", "RXW", "R-K"], 1),
    ] {
        let [a, b, c] = names.map(|name| Piece::from_name(name).unwrap().qualities());
        assert_eq!((a & b & c).count_ones(), points, "{names:?}");
    }
    let names: Vec<_> = Piece::all().map(|piece| piece.to_string()).collect();
    assert_eq!((names[0].as_str(), names[4].as_str(), names[17].as_str()), ("RXK", "R-K", "B-W"));
    for (i, piece) in Piece::all().enumerate() {
        assert_eq!(Piece::from_name(&names[i]), Some(piece));
        assert_eq!(Piece::of(piece.colour(), piece.symbol(), piece.ink()), piece);
    }
}

#[test]
fn gains_are_those_of_the_vectors() {
    for (place, row) in vectors("gains") {
        let at = position(&row, &place);
        let held = at.held().expect("a held piece");
        let cell = row["cell"].as_str().and_then(|c| Cell::from_letter(c.chars().next()?)).unwrap();
        let points = row["points"].as_u64().unwrap();
        assert_eq!(u64::from(at.gain(held, cell)), points, "{place}");
        let trios: Vec<_> = at
            .completed(held, cell)
            .map(|(trio, n)| serde_json::json!([trio.to_string(), n]))
            .collect();
        assert_eq!(Value::from(trios), row["shapes"], "{place}");
        let mover = at.to_move();
        let next = after(&at, HexceedMove::place(held, cell));
        let gained = |player| next.points(player).unwrap() - at.points(player).unwrap();
        assert_eq!((gained(mover), gained(!mover)), (points as i32, 0), "{place}");
    }
}

#[test]
fn the_seeds_example_is_worth_six() {
    let at = read("on[R-W@B,BOW@D,G-W@F,BXW@I]hold[B-W]turn[2]");
    let Ok(Action::Move(m)) = at.read_move("2[B-W@E]") else { panic!("a legal move") };
    let next = after(&at, m);
    assert_eq!(next.write_position(), "on[R-W@B,BOW@D,B-W@E,G-W@F,BXW@I]score[0,6]turn[2]");
}

#[test]
fn games_score_as_recorded() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games/hexceed.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let mut games = 0;
    for (line, row) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let row: Value = serde_json::from_str(row).unwrap();
        let mut record = Record::new(Hexceed::start(&()));
        let mut gains = Vec::new();
        for typed in row["moves"].as_array().unwrap() {
            let before = *record.current();
            let action = before.read_move(typed.as_str().unwrap()).unwrap();
            record.play(action).unwrap();
            if before.held().is_some() {
                let total = |p: &Hexceed| Player::ALL.map(|player| p.points(player).unwrap());
                let gained: i32 = total(record.current()).iter().sum::<i32>()
                    - total(&before).iter().sum::<i32>();
                gains.push(gained);
            }
        }
        assert_eq!(Value::from(gains), row["gains"], "line {}", line + 1);
        assert_eq!(record.outcome().map(|outcome| outcome.ending), Some(Ending::Points));
        games += 1;
    }
    assert_eq!(games, 40);
}

/// Adds up the scores over the leaves at `depth` and counts the leaves.
fn sums(position: &Hexceed, depth: u32) -> [u64; 3] {
    if depth == 0 {
        let points = |player| position.points(player).unwrap() as u64;
        return [1, points(Player::First), points(Player::Second)];
    }
    let mut total = [0; 3];
    for m in moves(position) {
        let part = sums(&after(position, m), depth - 1);
        total.iter_mut().zip(part).for_each(|(sum, more)| *sum += more);
    }
    total
}

#[test]
fn perft_sums_the_scores() {
    /// The most leaves that are walked.
    const LIMIT: u64 = 3_000_000;
    let numbers = |value: &Value| -> Vec<u64> {
        value.as_array().unwrap().iter().filter_map(Value::as_u64).collect()
    };
    for (place, row) in vectors("sums") {
        let at = position(&row, &place);
        let (first, second) = (numbers(&row["sum1"]), numbers(&row["sum2"]));
        for (i, nodes) in numbers(&row["nodes"]).into_iter().enumerate() {
            if nodes <= LIMIT {
                let expected = [nodes, first[i], second[i]];
                assert_eq!(sums(&at, i as u32 + 1), expected, "{place} depth {}", i + 1);
            }
        }
    }
}

#[test]
fn scores_are_kept_as_recomputed() {
    for seed in 0..300 {
        let mut rng = SplitMix64::new(seed);
        let mut position = Hexceed::start(&());
        while position.outcome().is_none() {
            let moves = moves(&position);
            let m = moves[rng.below(moves.len())];
            if let Some(cell) = m.cell() {
                let points: u32 = position.completed(m.piece(), cell).map(|(_, n)| n).sum();
                assert_eq!(position.gain(m.piece(), cell), points);
            }
            position.make(m);
            let scores = Player::ALL.map(|player| position.points(player).unwrap());
            assert_eq!(scores.iter().sum::<i32>(), position.points_on_board() as i32);
            assert_eq!(position.settled(), scores[0] - scores[1]);
        }
        assert_eq!(position.outcome().unwrap().margin, Some(position.settled()));
    }
}
