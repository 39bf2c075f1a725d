//! What the data files in `tests/` do not say: tables against geometry, the examples of RULES.md,
//! symmetry, the protocol of the original description.

mod inputs;

use super::geometry::*;
use super::weights::WEIGHTS;
use super::*;
use crate::games::Game;
use crate::kernel::{
    Action, Ending, Evaluate, Move as _, Order, Outcome, Player, Position, Record, Rules as _,
    SplitMix64, check_sums, perft::perft,
};
use crate::network::Hybrid;
use crate::notation::Notation;

/// Figure 2 of the 1996 rules.
const FIGURE_2: &str = "R[1A6,2D6,3E6]B[1C1]turn[R]";

fn start() -> Trimok {
    Trimok::start(&Rules::default())
}

fn position(text: &str) -> Trimok {
    read(text, &Rules::default())
}

fn read(text: &str, rules: &Rules) -> Trimok {
    Trimok::read_position(text, rules).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn changing(change: Change) -> Rules {
    Rules { change, ..Rules::default() }
}

fn moves(position: &Trimok) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

fn move_texts(position: &Trimok) -> Vec<String> {
    let mut texts: Vec<_> = moves(position).iter().map(|m| position.write_move(*m)).collect();
    texts.sort_unstable();
    texts
}

/// Positions of random games, some 3,000 of them.
fn random_positions(rules: &Rules) -> Vec<Trimok> {
    let mut found = Vec::new();
    for seed in 0..20 {
        let mut rng = SplitMix64::new(seed);
        let mut here = Trimok::start(rules);
        for _ in 0..500 {
            let moves = moves(&here);
            if moves.is_empty() {
                break;
            }
            found.push(here);
            here.make(moves[rng.below(moves.len())]);
        }
    }
    found
}

/// Reads the rows of a file in `tests/vectors/`, each with its place for messages.
fn rows(name: &str) -> Vec<(String, serde_json::Value)> {
    let path = format!("{}/tests/vectors/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let rows: Vec<_> = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.starts_with('#'))
        .map(|(i, line)| {
            let place = format!("tests/vectors/{name}:{}", i + 1);
            let row = serde_json::from_str(line).unwrap_or_else(|e| panic!("{place}: {e}"));
            (place, row)
        })
        .collect();
    assert!(!rows.is_empty(), "{path}");
    rows
}

#[test]
fn cells_touch_by_a_king_step() {
    for cell in Cell::all() {
        assert_eq!(Cell::from_name(&cell.to_string()), Some(cell));
        let touching: u64 = Cell::all().filter(|to| cell.touches(*to)).map(Cell::bit).sum();
        assert_eq!(NEIGHBOURS[cell.index()], touching, "{cell}");
        let edges = [cell.column(), cell.row()].into_iter().filter(|n| [0, 5].contains(n)).count();
        assert_eq!(touching.count_ones(), [8, 5, 3][edges], "{cell}");
        assert_eq!(COLUMN_A & cell.bit() != 0, cell.column() == 0, "{cell}");
        assert_eq!(COLUMN_F & cell.bit() != 0, cell.column() == 5, "{cell}");
        assert_eq!(ROW_1 & cell.bit() != 0, cell.row() == 0, "{cell}");
        assert_eq!(ROW_6 & cell.bit() != 0, cell.row() == 5, "{cell}");
        assert_eq!(INNER & cell.bit() != 0, touching.count_ones() == 8, "{cell}");
    }
    assert_eq!(Cell::all().map(Cell::bit).sum::<u64>(), BOARD);
    let names = ["A1", "F1", "A6", "F6"].map(|name| Cell::from_name(name).unwrap().index());
    assert_eq!(names, [0, 5, 30, 35]);
    for wrong in ["", "A", "A0", "A7", "G1", "a1", "1A", "A11", "A1 "] {
        assert_eq!(Cell::from_name(wrong), None, "{wrong:?}");
    }
    assert!(NEIGHBOURS[CELLS..].iter().all(|set| *set == 0));
}

/// The list of RULES.md section 2.
#[test]
fn return_moves_lead_across_the_board() {
    let listed = [
        ("A", "A B"),
        ("B", "A B C"),
        ("C", "B C D"),
        ("D", "C D E"),
        ("E", "D E F"),
        ("F", "E F"),
    ];
    for (player, last, first) in [(Player::First, 6, 1), (Player::Second, 1, 6)] {
        let table = &RETURNS[player.index()];
        for (from, columns) in listed {
            let from = Cell::from_name(&format!("{from}{last}")).unwrap();
            let targets = columns.split(' ').map(|c| format!("{c}{first}"));
            let targets: u64 = targets.map(|to| Cell::from_name(&to).unwrap().bit()).sum();
            assert_eq!(table[from.index()], targets, "{from}");
        }
        assert_eq!(table.iter().filter(|set| **set != 0).count(), 6);
        for (from, to) in Cell::all().flat_map(|from| Cell::all().map(move |to| (from, to))) {
            let listed = table[from.index()] & to.bit() != 0;
            assert_eq!(from.returns_to(to, player), listed, "{from}-{to}");
        }
    }
}

#[test]
fn sizes_beat_each_other_in_a_circle() {
    let beaten: Vec<_> = Size::ALL.iter().map(|size| size.prey().number()).collect();
    assert_eq!(beaten, [3, 1, 2]);
    for (i, size) in Size::ALL.into_iter().enumerate() {
        assert_eq!((size.index(), size.prey().hunter()), (i, size));
        assert_eq!(Size::from_number(size.number()), Some(size));
        for other in Size::ALL {
            let red = Stack { player: Player::First, size };
            let blue = Stack { player: Player::Second, size: other };
            assert_eq!(red.beats(blue), size.prey() == other);
            assert!(!red.beats(Stack { player: Player::First, size: other }));
        }
    }
    assert_eq!([0, 4].map(Size::from_number), [None, None]);
}

#[test]
fn the_start_is_the_one_of_the_rules() {
    let text = "R[3A1,2B1,1C1,3D1,2E1,1F1,3A2,2B2,1C2,3D2,2E2,1F2]\
                B[3A5,2B5,1C5,3D5,2E5,1F5,3A6,2B6,1C6,3D6,2E6,1F6]turn[R]";
    assert_eq!(start().write_position(), text);
    assert_eq!(
        start().picture(),
        "      A    B    C    D    E    F
   +-------------------------------+
 6 | 3B   2B   1B   3B   2B   1B   | 6   Red returns from here, Blue arrives
 5 | 3B   2B   1B   3B   2B   1B   | 5
 4 |  .    .    .    .    .    .   | 4
 3 |  .    .    .    .    .    .   | 3
 2 | 3R   2R   1R   3R   2R   1R   | 2
 1 | 3R   2R   1R   3R   2R   1R   | 1   Blue returns from here, Red arrives
   +-------------------------------+
      A    B    C    D    E    F
Red   4 of size 3, 4 of size 2, 4 of size 1
Blue  4 of size 3, 4 of size 2, 4 of size 1
Quiet: 0 of 100 plies
Red to move; 3 beats 2, 2 beats 1, 1 beats 3
"
    );
    let mut moved = start();
    let Ok(Action::Move(m)) = moved.read_move("A2-A3") else { panic!("a legal move") };
    moved.make(m);
    let drawn = moved.draw(Some(&start()), None).to_string();
    assert!(drawn.contains("\n 3 |[3R]   .    .    .    .    .   | 3\n"), "{drawn}");
    assert!(drawn.contains("\n 2 |( .)  2R   1R   3R   2R   1R   | 2\n"), "{drawn}");
    assert!(position("R[3A1]B[]turn[B]").picture().ends_with("\nRed has won (stacks)\n"));
    assert!(position("R[3A1]B[1F6]quiet[100]turn[B]").picture().ends_with("\nDrawn (quiet)\n"));
}

/// RULES.md section 7.
#[test]
fn figure_2_depends_on_the_rule_of_exchange() {
    for (change, red, blue) in [
        (Change::Captured, 32, 11),
        (Change::None, 18, 7),
        (Change::Absent, 18, 11),
        (Change::Any, 32, 11),
    ] {
        let rules = changing(change);
        assert_eq!(moves(&read(FIGURE_2, &rules)).len(), red, "{change:?}");
        let blue_to_move = FIGURE_2.replace("turn[R]", "turn[B]");
        assert_eq!(moves(&read(&blue_to_move, &rules)).len(), blue, "{change:?}");
    }
    let last_way_out = position("R[1A6]B[1A1,2A5,1B5,2B6]turn[R]");
    assert_eq!(move_texts(&last_way_out), ["R[A6-B1=2]", "R[A6-B1=3]", "R[A6-B1]"]);
}

#[test]
fn the_limit_of_four_counts_each_size_by_itself() {
    let text = "R[3A1,2B1,1C1,3D1,2E1,1F1,2B2,1C2,3C3,1F2,2D6]B[3A5]turn[R]";
    let exchanges = |change| -> Vec<String> {
        let texts = move_texts(&read(text, &changing(change)));
        texts.into_iter().filter(|text| text.contains('=')).collect()
    };
    // Row 1 is full in every column that D6 returns to.
    assert!(exchanges(Change::Any).is_empty());
    let text = text.replace("3D1", "3D3");
    let texts = move_texts(&position(&text));
    let returns: Vec<_> = texts.iter().filter(|text| text.contains("D6-D1")).collect();
    assert_eq!(returns, ["R[D6-D1=3]", "R[D6-D1]"], "four of size 1 and 2, three of size 3");
}

/// Decision 4: with four stacks or fewer on each side, `captured` and `any` are the same game.
#[test]
fn small_sides_may_always_exchange() {
    let mut small = 0;
    for here in random_positions(&Rules::default()) {
        let few = |player| here.board().side(player).count_ones() <= 4;
        if Player::ALL.into_iter().all(few) {
            small += 1;
            let any = Trimok::new(here.board(), here.to_move(), 0, changing(Change::Any));
            assert_eq!(move_texts(&any), move_texts(&here), "{}", here.write_position());
        }
    }
    assert!(small > 50, "{small} positions");
}

/// Decision 12.
#[test]
fn any_exchange_allows_twelve_stacks_of_any_size() {
    let any = changing(Change::Any);
    let five = "R[3A1,3B1,3C1,3D1,3E1]B[1A6]turn[R]";
    assert_eq!(read(five, &any).write_position(), five);
    let items: Vec<_> = Cell::all().take(13).map(|cell| format!("1{cell}")).collect();
    let twelve = format!("R[{}]B[1A6]turn[R]", items[..12].join(","));
    assert_eq!(read(&twelve, &any).write_position(), twelve);
    let thirteen = format!("R[{}]B[1A6]turn[R]", items.join(","));
    assert_eq!(
        Trimok::read_position(&thirteen, &any).unwrap_err().to_string(),
        "R has more than twelve stacks: \"1A3\" at column 51"
    );
}

#[test]
fn the_bound_on_moves_holds_where_it_is_tightest() {
    let rules = changing(Change::Any);
    let text = "R[1A6,2B6,3C6,1D6,2E6,3F6,1B4,2D4,3F4,1B2,2D2,3F2]B[1A2]turn[R]";
    let count = moves(&read(text, &rules)).len();
    assert!((90..=Trimok::MAX_MOVES).contains(&count), "{count}");
}

#[test]
fn planes_and_lists_say_the_same() {
    for here in random_positions(&Rules::default()) {
        let board = here.board();
        let mut rebuilt = Board::default();
        let mut sides = [[0_u64; 3]; 2];
        for (cell, stack) in board.iter() {
            rebuilt = rebuilt.with(cell, stack);
            sides[stack.player.index()][stack.size.index()] |= cell.bit();
            assert_eq!(board.without(cell).at(cell), None);
            assert_eq!(board.without(cell).with(cell, stack), board);
        }
        assert_eq!(rebuilt, board);
        for player in Player::ALL {
            assert_eq!(board.stacks(player), sides[player.index()]);
            assert_eq!(board.side(player), sides[player.index()].iter().sum::<u64>());
        }
        assert_eq!(board.empty() | board.occupied(), BOARD);
        assert_eq!(board.empty() & board.occupied(), 0);
    }
}

#[test]
fn making_a_move_is_taking_stacks_off_and_putting_one_down() {
    for here in random_positions(&Rules::default()) {
        for m in moves(&here) {
            let mut after = here;
            after.make(m);
            let stack = here.board().at(m.from()).unwrap();
            let size = m.exchange().unwrap_or(stack.size);
            let board = here.board().without(m.from()).with(m.to(), Stack { size, ..stack });
            let captures = here.board().at(m.to()).is_some();
            let quiet = if captures { 0 } else { here.quiet() + 1 };
            assert_eq!(after, Trimok::new(board, !here.to_move(), quiet, here.rules()), "{m:?}");
            assert_eq!(here.is_irreversible(m), captures);
            assert_eq!(here.is_noisy(m), captures);
        }
    }
}

#[test]
fn packed_boards_differ_where_positions_do() {
    let mut known = std::collections::HashMap::new();
    for here in random_positions(&Rules::default()) {
        let position = Trimok::new(here.board(), here.to_move(), 0, here.rules());
        assert_eq!(*known.entry(here.packed()).or_insert(position), position);
        let turned = Trimok::new(here.board(), !here.to_move(), 0, here.rules());
        assert_ne!(turned.packed(), here.packed());
        assert_eq!(here.packed()[1] >> 45, 0, "109 bits");
    }
    assert!(known.len() > 1000, "{} positions", known.len());
}

#[test]
fn a_move_score_is_the_sum_of_its_features() {
    for change in Change::ALL {
        check_sums(|| Trimok::start(&changing(change)), ordering::weight, 10);
    }
}

#[test]
fn safe_captures_score_more_than_moves_into_danger() {
    let score = |text: &str, m: &str| {
        let here = position(text);
        match here.read_move(m) {
            Ok(Action::Move(m)) => here.move_score(m),
            other => panic!("{m}: {other:?}"),
        }
    };
    // B2 may capture at B3; beside C2 stands a stack that beats it, beside A1 none.
    let text = "R[3B2,3F1,2A6]B[2B3,1D2,3F6]turn[R]";
    let [captures, flees, hangs] = ["R[B2-B3]", "R[B2-A1]", "R[B2-C2]"].map(|m| score(text, m));
    assert!(captures > flees + 100 && flees > hangs + 100, "{captures} {flees} {hangs}");
}

#[test]
fn captures_come_in_the_order_of_all_moves() {
    for here in random_positions(&Rules::default()) {
        let mut noisy = Vec::new();
        here.noisy_moves(&mut noisy);
        let filtered: Vec<_> = moves(&here).into_iter().filter(|m| here.is_noisy(*m)).collect();
        assert_eq!(noisy, filtered, "{}", here.write_position());
    }
    let mut noisy = Vec::new();
    position("R[3C3]B[2C4]quiet[100]turn[R]").noisy_moves(&mut noisy);
    assert!(noisy.is_empty(), "the game is over");
}

#[test]
fn every_move_of_sixteen_bits_is_read_back() {
    let conceivable = (0..=u16::MAX).filter_map(Move::from_bits).inspect(|m| {
        let plain = Move::new(m.from(), m.to());
        assert_eq!(m.exchange().map_or(plain, |size| plain.exchanged(size)), *m);
    });
    assert_eq!(conceivable.count(), CELLS * CELLS * 4);
    assert_eq!(Move::from_bits(u16::MAX), None);
}

/// How far the network's values of symmetric positions may lie apart, in hundredths of a stack; where one
/// side is far ahead, a third of the value.
const LEARNED: i32 = 250;

#[test]
fn symmetries_keep_the_game() {
    let network = Hybrid::default();
    for here in random_positions(&Rules::default()).iter().step_by(7) {
        let mut images = std::collections::HashSet::new();
        for symmetry in Symmetry::all() {
            let image = symmetry.position(here);
            images.insert(image.packed());
            assert_eq!(symmetry.inverse().position(&image), *here);
            for (cell, stack) in here.board().iter() {
                assert_eq!(image.board().at(symmetry.cell(cell)), Some(symmetry.stack(stack)));
            }
            assert_eq!(image.board().iter().count(), here.board().iter().count());
            let mut mapped: Vec<_> =
                moves(here).into_iter().map(|m| symmetry.image_of_move(m)).collect();
            let mut generated = moves(&image);
            mapped.sort_unstable();
            generated.sort_unstable();
            assert_eq!(mapped, generated, "{symmetry:?} of {}", here.write_position());
            assert_eq!(
                image.evaluate(&Hybrid::TERMS),
                here.evaluate(&Hybrid::TERMS),
                "{symmetry:?}"
            );
            // The network sees the board from the side to move; other symmetries it has learned.
            let value = here.evaluate(&network).value();
            let off = image.evaluate(&network).value() - value;
            let is_seen = Symmetry { swap_sides: false, ..symmetry } == Symmetry::default();
            let most = if is_seen { 0 } else { LEARNED.max(value.abs() / 3) };
            assert!(
                off.abs() <= most,
                "{symmetry:?}: {off} off {value} in {}",
                here.write_position()
            );
            assert_eq!(image.canonical(), here.canonical(), "{symmetry:?}");
        }
        assert!(images.contains(&here.canonical()));
        assert_eq!(images.len(), 12, "{}", here.write_position());
    }
    let keeps_start: Vec<_> = Symmetry::all()
        .filter(|symmetry| symmetry.position(&start()).board() == start().board())
        .collect();
    assert_eq!(
        keeps_start,
        [Symmetry::default(), Symmetry { swap_sides: true, ..Symmetry::default() }]
    );
}

#[test]
fn listed_images_are_found() {
    for (place, row) in rows("trimok.symmetry.jsonl") {
        let symmetry = Symmetry {
            mirror: row["mirror"] == 1,
            swap_sides: row["swap_sides"] == 1,
            relabel: row["relabel"].as_u64().unwrap() as u8,
        };
        let here = position(row["position"].as_str().unwrap());
        let image = symmetry.position(&here);
        assert_eq!(image.write_position(), row["image"].as_str().unwrap(), "{place}");
        assert_eq!(perft(&image, 3), perft(&here, 3), "{place}");
    }
}

#[test]
fn asking_is_answered_in_the_words_of_the_rules() {
    for (place, row) in rows("trimok.ask.jsonl") {
        let here = position(row["position"].as_str().unwrap());
        let (source, dest) = (row["source"].as_str().unwrap(), row["dest"].as_str().unwrap());
        let answer = here.ask(source, dest);
        let reply = answer.map_or_else(Illegality::message, |_| "ok");
        assert_eq!(reply, row["reply"].as_str().unwrap(), "{place}");
        // The same entries joined, as a move.
        match (answer, here.read_move(&format!("{source},{dest}"))) {
            (Ok(m), read) => {
                assert_eq!(read, Ok(Action::Move(m)), "{place}");
                let usual = format!("{}-{dest}", &source[..2]);
                assert_eq!(here.read_move(&usual), read, "{place}");
            }
            (Err(refusal), read) => assert_eq!(read, Err(refusal.into()), "{place}"),
        }
    }
}

#[test]
fn asking_reaches_every_move_without_exchange() {
    for here in random_positions(&Rules::default()).iter().step_by(41) {
        let legal = moves(here);
        let mut asked = 0;
        for (from, to) in Cell::all().flat_map(|from| Cell::all().map(move |to| (from, to))) {
            for side in ["R", "B"] {
                let Ok(m) = here.ask(&format!("{from}{side}"), &to.to_string()) else { continue };
                assert!(legal.contains(&m), "{m:?}");
                asked += 1;
            }
        }
        assert_eq!(asked, legal.iter().filter(|m| m.exchange().is_none()).count());
    }
}

#[test]
fn entries_of_another_form_name_no_space() {
    let start = start();
    for (source, dest) in [
        ("A22R", "A3"),
        ("A2RR", "A3"),
        ("R", "A3"),
        ("A", "A3"),
        ("2AR", "A3"),
        ("A2R", "A3R"),
        ("A2R", "A33"),
        ("A2R", " A3"),
        (" A2R", "A3"),
        ("\u{e9}2R", "A3"),
        ("A2R", "\u{e9}"),
        ("a2R", "A3"),
        ("A2R", "a3"),
    ] {
        assert_eq!(start.ask(source, dest), Err(Illegality::NoSuchSpace), "{source:?} {dest:?}");
    }
    assert_eq!(start.ask("A2r", "A3"), Err(Illegality::NotYourSide));
    assert_eq!(start.ask("A2\u{e9}", "A3"), Err(Illegality::NotYourSide));
    assert_eq!(position("R[3A1]B[]turn[B]").ask("", ""), Err(Illegality::GameOver));
}

#[test]
fn every_refusal_has_its_message() {
    assert_eq!(
        Illegality::ALL.map(Illegality::message),
        [
            "the game is over",
            "Your move must refer to a valid space on the board",
            "You may only move pieces of your side",
            "Illegal Move",
        ]
    );
}

#[test]
fn the_seed_lists_stacks_by_cell() {
    assert_eq!(
        start().seedboard(),
        "3A1R 2B1R 1C1R 3D1R 2E1R 1F1R 3A2R 2B2R 1C2R 3D2R 2E2R 1F2R \
         3A5B 2B5B 1C5B 3D5B 2E5B 1F5B 3A6B 2B6B 1C6B 3D6B 2E6B 1F6B"
    );
    assert_eq!(position(FIGURE_2).seedboard(), "1C1B 1A6R 2D6R 3E6R");
}

/// Plays the four moves of RULES.md section 7 over and over and returns the plies of the game.
fn plies_to_repetition(repeat: u8) -> Option<usize> {
    let rules = Rules { repeat, ..Rules::default() };
    let mut record = Record::new(Trimok::start(&rules));
    for text in ["A2-A3", "A5-A4", "A3-A2", "A4-A5"].into_iter().cycle().take(99) {
        let action = record.current().read_move(text).unwrap();
        record.play(action).unwrap();
        if let Some(outcome) = record.outcome() {
            assert_eq!(outcome, Outcome::drawn(Ending::Repetition));
            return Some(record.steps().len());
        }
    }
    None
}

#[test]
fn repetition_is_drawn_when_the_rules_say() {
    // 1 counts as 2: otherwise the game would end before its first move.
    let plies = [0, 1, 2, 3, 4, 9].map(plies_to_repetition);
    assert_eq!(plies, [None, Some(4), Some(4), Some(8), Some(12), Some(32)]);
}

#[test]
fn quiet_plies_are_counted_down_to_the_limit() {
    let left = |quiet, limit| {
        let rules = Rules { quiet: limit, ..Rules::default() };
        Trimok::new(start().board(), Player::First, quiet, rules).quiet_left()
    };
    assert_eq!(left(0, 100), Some(100));
    assert_eq!(left(99, 100), Some(1));
    assert_eq!(left(100, 100), Some(0));
    assert_eq!(left(5, 0), None);
    let off = Rules { quiet: 0, ..Rules::default() };
    let text = |quiet| format!("R[3C3]B[1E5]quiet[{quiet}]turn[R]");
    assert_eq!(read(&text(65_535), &off).write_position(), text(65_535));
    assert_eq!(
        Trimok::read_position(&text(65_536), &off).unwrap_err().to_string(),
        "quiet is over the limit of 65535: \"65536\" at column 19"
    );
}

#[test]
fn choices_are_named_as_the_rules_name_them() {
    let names: Vec<_> = Rules::OPTIONS.iter().map(|option| option.name).collect();
    assert_eq!(names, ["Trimok Change", "Trimok Quiet", "Trimok Repeat"]);
    assert_eq!(Change::NAMES, ["captured", "none", "absent", "any"]);
    for (i, change) in Change::ALL.into_iter().enumerate() {
        assert_eq!(change as usize, i, "the order of the choices is that of the enum");
    }
    assert_eq!(start().repetition_limit(), 3);
}

/// Returns a term of the evaluation in units of its weight.
fn term(text: &str, name: &str, weight: i32) -> i32 {
    let terms = position(text).terms(&Hybrid::TERMS);
    terms.iter().find(|term| term.name == name).expect("a term").centi / weight
}

#[test]
fn stacks_without_an_enemy_hunter_are_unbeatable() {
    // 2 beats 1, 3 beats 2, 1 beats 3.
    let unbeatable = |text| term(text, "unbeatable", WEIGHTS.unbeatable);
    assert_eq!(unbeatable("R[1A1,1C3]B[3D5,3E6]turn[R]"), 2);
    assert_eq!(unbeatable("R[1A1,1C3]B[3D5,3E6]turn[B]"), -2);
    assert_eq!(unbeatable("R[1A1,1C3]B[2D5,3E6]turn[R]"), -1, "of 2 and 3 the enemy has a 2");
    assert_eq!(unbeatable("R[1A1,2A2,3A3]B[1F1,2F2,3F3]turn[R]"), 0);
}

#[test]
fn stacks_beside_one_that_would_avenge_them_are_defended() {
    let defended = |text| term(text, "defended", WEIGHTS.defended);
    // What beats the hunter of size 3, which is 1, is size 2: the one that 3 beats.
    assert_eq!(defended("R[3A1,2B2]B[1F6]turn[R]"), 1);
    assert_eq!(defended("R[3A1,2B2]B[1F6]turn[B]"), -1);
    assert_eq!(defended("R[3A1,2C3]B[1F6]turn[R]"), 0, "too far away");
    assert_eq!(defended("R[3A1,3B2]B[1F6]turn[R]"), 0, "of the same size");
    assert_eq!(defended("R[3A1,2B2,1C3]B[1F6]turn[R]"), 2, "1 defends 2");
}
