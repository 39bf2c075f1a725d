//! Tests of the game's own parts. What every game must do is tested in `tests/`.

mod inputs;
mod plain;
mod solve;

use serde_json::Value;
use std::collections::HashSet;

use super::geometry::{ALL_CELLS, CELLS};
use super::scoring::pairs;
use super::solve::{Budget, MAX_EMPTY, Solver, solve};
use super::*;
use crate::games::{Claims, Game};
use crate::kernel::hex::Hex;
use crate::kernel::{
    Action, Ending, Evaluate, Move, Order, PerPlayer, Player, Position, Record, Score, SplitMix64,
};
use crate::network::Hybrid;
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

fn name(trio: Trio) -> String {
    trio.cells.iter().map(Cell::to_string).collect()
}

/// Returns the names of the trios that are lines, or of those that are triangles.
fn names(lines: bool) -> Vec<String> {
    // The ends of a line do not touch.
    let is_line = |trio: &Trio| {
        let [first, _, last] = trio.cells.map(Cell::hex);
        Hex::new(last.q - first.q, last.r - first.r).distance() == 2
    };
    Trio::ALL.into_iter().filter(|trio| is_line(trio) == lines).map(name).collect()
}

/// Returns the trios that a piece would complete on an empty cell, with their points, in the order
/// of [`Trio::ALL`]. Trios without points are left out.
fn completed(position: &Hexceed, piece: Piece, cell: Cell) -> Vec<(Trio, u32)> {
    let through = Trio::ALL.into_iter().filter(|trio| trio.cells.contains(&cell));
    let scored = through.filter_map(|trio| {
        let mut shared = piece.qualities();
        for other in trio.cells.into_iter().filter(|other| *other != cell) {
            shared &= position.piece_at(other)?.qualities();
        }
        (shared != 0).then_some((trio, shared.count_ones()))
    });
    scored.collect()
}

#[test]
fn the_trios_are_those_of_the_rules() {
    // Across, rising and falling lines; triangles pointing down and up.
    let lines = "ABC DEF EFG LMN MNO PQR ADH BEI EIL GJN JNQ KOR HLP DIM IMQ BFJ FJO CGK";
    let triangles = "ABE BCF DEI FGJ HIL JKO LMP MNQ NOR ADE BEF CFG DHI GJK ILM JNO MPQ NQR";
    for (are_lines, listed) in [(true, lines), (false, triangles)] {
        let mut listed: Vec<_> = listed.split(' ').collect();
        listed.sort_unstable();
        assert_eq!(names(are_lines), listed);
    }
    let (_, row) = vectors("shapes").remove(0);
    for (are_lines, key) in [(true, "lines"), (false, "triangles")] {
        assert_eq!(serde_json::json!(names(are_lines)), row[key]);
    }
    for not in ["BFO", "BFG", "FMO", "HIJ", "IJK"] {
        assert!(Trio::ALL.iter().all(|trio| name(*trio) != not), "{not}");
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
        // Bits that are no partners of the cell must not matter, nor those above the cells.
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
        let trios: Vec<_> = completed(&at, held, cell)
            .into_iter()
            .map(|(trio, n)| serde_json::json!([name(trio), n]))
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
fn the_guide_shows_that_example() {
    let example = about::ABOUT.guide.lines().find_map(|line| line.strip_prefix("@ ")).unwrap();
    let at = read(example.split(" | ").next().unwrap());
    let cell = Cell::from_letter('E').unwrap();
    let trios: Vec<_> = completed(&at, at.held().unwrap(), cell)
        .into_iter()
        .map(|(trio, points)| (name(trio), points))
        .collect();
    let expected = [("BEI", 1), ("DEF", 1), ("BEF", 2), ("DEI", 2)];
    assert_eq!(trios, expected.map(|(name, points)| (name.to_owned(), points)));
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
                let total = |p: &Hexceed| Player::both(|player| p.points(player).unwrap());
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
    let numbers = |value: &Value| -> Vec<u64> {
        value.as_array().unwrap().iter().filter_map(Value::as_u64).collect()
    };
    for (place, row) in vectors("sums") {
        let at = position(&row, &place);
        let (first, second) = (numbers(&row["sum1"]), numbers(&row["sum2"]));
        for (i, nodes) in numbers(&row["nodes"]).into_iter().enumerate() {
            let expected = [nodes, first[i], second[i]];
            assert_eq!(sums(&at, i as u32 + 1), expected, "{place} depth {}", i + 1);
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
                let points: u32 =
                    completed(&position, m.piece(), cell).iter().map(|(_, n)| n).sum();
                assert_eq!(position.gain(m.piece(), cell), points);
            }
            position.make(m);
            let scores = Player::both(|player| position.points(player).unwrap());
            assert_eq!(scores.iter().sum::<i32>(), position.points_on_board() as i32);
            assert_eq!(position.settled(), scores[0] - scores[1]);
        }
        assert_eq!(position.outcome().unwrap().margin, Some(position.settled()));
    }
}

/// The number of symmetries.
const SYMMETRIES: usize = 12 * 144;

#[test]
fn symmetries_keep_trios_and_scores() {
    let all: Vec<_> = Symmetry::all().collect();
    assert_eq!(all.len(), SYMMETRIES);
    let maps: HashSet<(Vec<Cell>, Vec<Piece>)> = all
        .iter()
        .map(|s| {
            let cells = Cell::all().map(|cell| s.cell(cell)).collect();
            (cells, Piece::all().map(|piece| s.piece(piece)).collect())
        })
        .collect();
    assert_eq!(maps.len(), SYMMETRIES, "no symmetry is listed twice");
    let trios: HashSet<u32> = Trio::ALL.iter().map(|trio| trio.mask()).collect();
    let points = |pieces: [Piece; 3]| {
        pieces.map(Piece::qualities).into_iter().fold(u8::MAX, |a, b| a & b).count_ones()
    };
    for symmetry in all.iter().step_by(7).chain(&all[..144]) {
        for trio in Trio::ALL {
            let image = trio.cells.map(|cell| 1_u32 << symmetry.cell(cell).index());
            assert!(trios.contains(&(image[0] | image[1] | image[2])), "{trio:?}");
        }
        for a in Piece::all() {
            for b in Piece::all() {
                for c in Piece::all() {
                    let image = [a, b, c].map(|piece| symmetry.piece(piece));
                    assert_eq!(points([a, b, c]), points(image));
                }
            }
        }
    }
    let start = Hexceed::start(&());
    assert_eq!(Symmetry::all().next().map(|identity| identity.apply(&start)), Some(start));
}

#[test]
fn symmetric_positions_play_alike() {
    let mut rng = SplitMix64::new(5);
    for actions in 0..36 {
        let here = random(&mut rng, actions);
        let mut images = Symmetry::all().map(|symmetry| symmetry.apply(&here).packed());
        assert!(images.any(|packed| packed == here.canonical()), "{here:?}");
        for symmetry in Symmetry::all().step_by(97) {
            let image = symmetry.apply(&here);
            assert_eq!(image.to_move(), here.to_move());
            assert_eq!(image.canonical(), here.canonical());
            let mut mapped: Vec<_> =
                moves(&here).into_iter().map(|m| symmetry.apply_to_move(m).bits()).collect();
            mapped.sort_unstable();
            let mut listed: Vec<_> = moves(&image).into_iter().map(Move::bits).collect();
            listed.sort_unstable();
            assert_eq!(mapped, listed);
            for m in moves(&here) {
                let next = after(&image, symmetry.apply_to_move(m));
                assert_eq!(symmetry.apply(&after(&here, m)), next, "{m} in {here:?}");
            }
            assert_eq!(
                image.evaluate(&Hybrid::TERMS),
                here.evaluate(&Hybrid::TERMS),
                "the evaluation knows no directions"
            );
        }
    }
}

#[test]
fn symmetric_positions_have_one_canonical_form() {
    let mut rng = SplitMix64::new(6);
    for actions in 0..36 {
        let here = random(&mut rng, actions);
        let form = canonical(&here);
        assert!(form.packed() <= here.packed());
        for symmetry in Symmetry::all().step_by(311) {
            assert_eq!(canonical(&symmetry.apply(&here)), form);
        }
    }
    // The first hand-over is one move up to symmetry, the first placement three.
    let start = Hexceed::start(&());
    let forms = |positions: &[Hexceed]| -> Vec<Hexceed> {
        let mut forms: Vec<_> = positions.iter().map(canonical).collect();
        forms.sort_by_key(Position::packed);
        forms.dedup();
        forms
    };
    let next = |position: &Hexceed| -> Vec<Hexceed> {
        moves(position).into_iter().map(|m| after(position, m)).collect()
    };
    let handed = forms(&next(&start));
    assert_eq!(handed.len(), 1);
    assert_eq!(forms(&next(&handed[0])).len(), 3);
}

fn solved(position: &Hexceed) -> (i32, Vec<String>) {
    let solution = solve(position, 16, Budget::UNLIMITED).expect("nothing stops it");
    let mut best: Vec<_> = solution.best.iter().map(|m| position.write_move(*m)).collect();
    best.sort_unstable();
    // The line is best play: it leads to the margin.
    let mut here = *position;
    for m in &solution.line {
        assert_eq!(here.check(*m), Ok(()));
        here.make(*m);
    }
    assert_eq!(here.outcome().and_then(|outcome| outcome.margin), Some(solution.margin));
    assert_eq!(solution.line.first(), solution.best.first());
    (solution.margin, best)
}

#[test]
fn endings_are_solved_exactly() {
    for list in ["exact", "exact_hard"] {
        for (place, row) in vectors(list) {
            let at = position(&row, &place);
            assert_eq!(at.empty_count() as u64, row["empty"].as_u64().unwrap(), "{place}");
            let (margin, best) = solved(&at);
            assert_eq!(i64::from(margin), row["margin"].as_i64().unwrap(), "{place}");
            let mut listed: Vec<_> =
                row["best"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
            listed.sort_unstable();
            assert_eq!(best, listed, "{place}");
        }
    }
}

#[test]
fn images_have_the_same_margin() {
    for (place, row) in vectors("symmetry") {
        let at = position(&row, &place);
        let image = read(row["image"].as_str().unwrap());
        assert_eq!(canonical(&at).packed(), canonical(&image).packed(), "{place}");
        for position in [at, image] {
            let (margin, best) = solved(&position);
            assert_eq!(i64::from(margin), row["margin"].as_i64().unwrap(), "{place}");
            assert_eq!(best.len() as u64, row["best_count"].as_u64().unwrap(), "{place}");
        }
        let symmetry = Symmetry::all()
            .find(|symmetry| symmetry.apply(&at).packed() == image.packed())
            .unwrap_or_else(|| panic!("{place}: no symmetry"));
        let mut mapped: Vec<_> = solved(&at)
            .1
            .iter()
            .map(|text| match at.read_move(text) {
                Ok(Action::Move(m)) => image.write_move(symmetry.apply_to_move(m)),
                other => panic!("{place}: {other:?}"),
            })
            .collect();
        mapped.sort_unstable();
        assert_eq!(solved(&image).1, mapped, "{place}");
    }
}

/// The final margin under best play, by looking at every line.
fn minimax(position: &Hexceed) -> i32 {
    if let Some(outcome) = position.outcome() {
        return outcome.margin.unwrap();
    }
    let sign = position.to_move().sign();
    let margins = moves(position).into_iter().map(|m| sign * minimax(&after(position, m)));
    sign * margins.max().unwrap()
}

#[test]
fn the_solver_agrees_with_minimax() {
    let mut rng = SplitMix64::new(7);
    // 27 actions leave a held piece and five empty cells.
    for actions in (27..=36).cycle().take(300) {
        let at = random(&mut rng, actions);
        let margin = minimax(&at);
        let sign = at.to_move().sign();
        let mut best: Vec<_> = moves(&at)
            .into_iter()
            .filter(|m| sign * minimax(&after(&at, *m)) == sign * margin)
            .map(|m| at.write_move(m))
            .collect();
        best.sort_unstable();
        assert_eq!(solved(&at), (margin, best), "{}", at.write_position());
    }
}

#[test]
fn the_solver_is_deterministic_whatever_the_table_holds() {
    let mut rng = SplitMix64::new(8);
    let budget = Budget::UNLIMITED;
    let mut warm = Solver::new(1);
    for _ in 0..20 {
        let at = random(&mut rng, 20);
        let cold = solve(&at, 1, budget).unwrap();
        assert_eq!(solve(&at, 1, budget), Some(cold.clone()), "same nodes twice");
        let reused = warm.solve(&at, budget).unwrap();
        let tiny = solve(&at, 0, budget).unwrap();
        for other in [&reused, &tiny] {
            assert_eq!((other.margin, &other.best), (cold.margin, &cold.best));
            assert_eq!(other.line, cold.line);
        }
        warm.clear();
        assert_eq!(warm.solve(&at, budget), Some(cold), "a cleared solver is a new one");
    }
}

#[test]
fn the_solver_keeps_to_its_budget() {
    let mut rng = SplitMix64::new(9);
    let at = random(&mut rng, 12);
    assert_eq!(solve(&at, 1, Budget { gives_up: &|| true, ..Budget::UNLIMITED }), None);
    let mut solver = Solver::new(1);
    assert_eq!(solver.margin(&at, Budget { nodes: 5_000, ..Budget::UNLIMITED }), None);
    assert!((5_000..7_000).contains(&solver.nodes()), "{} nodes", solver.nodes());
    // Given up is not wrong: what the table keeps from an abandoned search is true.
    let at = random(&mut rng, 19);
    for nodes in [1_000, 10_000, 20_000] {
        let _ = solver.solve(&at, Budget { nodes, ..Budget::UNLIMITED });
    }
    let warm = solver.margin(&at, Budget::UNLIMITED);
    assert_eq!(warm, Solver::new(1).margin(&at, Budget::UNLIMITED));

    let early = random(&mut rng, 2 * (18 - MAX_EMPTY) - 2);
    assert_eq!(early.empty_count(), MAX_EMPTY + 1);
    assert_eq!(solve(&early, 1, Budget::UNLIMITED), None);
    let over = random(&mut rng, 36);
    let solution = solve(&over, 1, Budget::UNLIMITED).unwrap();
    assert_eq!((solution.margin, solution.best.len()), (over.settled(), 0));
}

#[test]
fn the_evaluation_is_near_the_truth() {
    let mut rng = SplitMix64::new(10);
    let mut solver = Solver::new(4);
    let (mut error, mut naive) = (0, 0);
    for _ in 0..200 {
        let actions = 20 + rng.below(10);
        let at = random(&mut rng, actions);
        let margin = at.to_move().sign() * solver.margin(&at, Budget::UNLIMITED).unwrap();
        let settled = at.to_move().sign() * at.settled();
        error += (at.evaluate(&Hybrid::TERMS) - 100 * margin).value().pow(2);
        naive += (100 * (settled - margin)).pow(2);
    }
    assert!(error * 2 < naive, "{error} against {naive} for the settled points alone");
}

#[test]
fn what_is_to_come_is_estimated_without_the_points_so_far() {
    let mut rng = SplitMix64::new(11);
    let network = Hybrid::default();
    for actions in 0..36 {
        let at = random(&mut rng, actions);
        let unused = at.unused_pieces().fold(0, |set, piece| set | 1 << piece.index());
        let to_come = Hexceed::without_points(*at.board(), unused, at.held());
        assert_eq!(Hexceed::setup(at.pieces(), at.held(), PerPlayer([0; 2])), Some(to_come));
        let so_far = 100 * at.to_move().sign() * at.settled();
        assert_eq!(network.value(&at), so_far + network.value(&to_come));
    }
}

#[test]
fn move_scores_are_points() {
    let at = read("on[R-W@B,BOW@D,G-W@F,BXW@I]hold[B-W]turn[2]");
    let Ok(Action::Move(m)) = at.read_move("B-W@E") else { panic!("a legal move") };
    assert_eq!(at.move_score(m), Score::points(6).value());
    let best = moves(&at).into_iter().map(|m| at.move_score(m)).max();
    assert_eq!(best, Some(600));
    // Handing that piece over scores what the other side makes of it.
    let before = read("on[R-W@B,BOW@D,G-W@F,BXW@I]turn[1]");
    let Ok(Action::Move(m)) = before.read_move("B-W") else { panic!("a legal move") };
    assert_eq!(before.move_score(m), -600);
}

#[test]
fn the_picture_shows_everything() {
    let at = read("on[GOK@E,GXK@F,BXK@K,GXW@L,ROW@M,G-W@N,ROK@Q]score[1,0]hold[B-W]turn[1]");
    let expected = "         A     B     C
         .     .     .
      D     E     F     G
      .    GOK   GXK    .
   H     I           J     K
   .     .           .    BXK
      L     M     N     O
     GXW   ROW   G-W    .
         P     Q     R
         .    ROK    .

score   1: 1, 2: 0
unused  RXK RXW R-K R-W GOW G-K BXW BOK BOW B-K
turn    1 holds B-W and places it
pieces  R red, G green, B blue; X, O, -; K black ink, W white ink
";
    assert_eq!(at.picture(), expected);
    let mut placed = at;
    let Ok(Action::Move(m)) = placed.read_move("B-W@J") else { panic!("a legal move") };
    placed.make(m);
    let drawn = placed.draw(Some(&at), None).to_string();
    assert!(drawn.contains("\n   .     .         [B-W]  BXK\n"), "{drawn}");
    assert!(Hexceed::start(&()).picture().contains("\nturn    1 hands a piece to 2\n"));
}

/// `scripts/verify_proof.py` infers the same from the answers.
#[test]
fn the_first_player_wins_by_one_point() {
    use crate::games::AnyPosition;
    let start: &dyn AnyPosition = &Hexceed::start(&());
    let claims = Claims::of(start.game()).unwrap();
    assert_eq!(claims.margin(start).exact(), Some(1));
    // Whatever is handed over, wherever it is placed, and whatever is handed over behind it.
    let mut turns = 0;
    start.each_behind(&mut |_, held| {
        assert_eq!(claims.margin(held).exact(), Some(-1));
        held.each_behind(&mut |_, placed| {
            placed.each_behind(&mut |_, held| {
                assert_eq!(claims.margin(held).exact(), Some(1));
                turns += 1;
            });
        });
    });
    assert_eq!(turns, 18 * 18 * 17);
}
