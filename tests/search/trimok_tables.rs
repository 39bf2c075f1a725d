//! The tables of Trimok: small ones are built and compared with values from elsewhere and with a
//! solver that shares nothing with the builder.
//!
//! What belongs to all games is tested with the tables of Morris, in `tablebase`.
//! `scripts/tables-deep-trimok.sh` compares whole tables.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use crate::common::retrograde::{Graph, Solvable, Table, Truth};
use crate::common::shelf::{Shelf, open};
use crate::common::transcript::Talk;
use crate::common::{json_lines, position, set_rule, text, texts};
use crate::tablebase::compare_verdicts;
use quincunx::games::Game;
use quincunx::games::trimok::tablebase::Pair;
use quincunx::games::trimok::{Change, Rules, Symmetry, Trimok};
use quincunx::kernel::{Oracle, Player, SplitMix64, Verdict};
use quincunx::notation::Notation;
use quincunx::tablebase::{ExactValue, Metric, Place, Solved, Tablebase, Unit, Wdl};

type Tables = Tablebase<Trimok>;

/// The groups of endings by their numbers of stacks, each after those that captures lead to.
const GROUPS: [&[[u32; 2]]; 4] = [&[[1, 1]], &[[2, 1], [1, 2]], &[[2, 2]], &[[3, 1], [1, 3]]];
/// As many of them as a test has time for: up to three stacks.
const QUICK: usize = 2;

/// How many positions are compared with the other solver.
const POSITIONS: usize = 2_000;

/// Builds the tables of up to three stacks.
fn shelf(metric: Metric) -> Shelf<Trimok> {
    Shelf::new(metric, Pair::all().filter(|pair| pair.major() + pair.minor() <= 3))
}

/// Plies to the end.
pub(super) static TO_THE_END: LazyLock<Shelf<Trimok>> = LazyLock::new(|| shelf(Metric::End));
/// The default tables.
pub(super) static BY_DEFAULT: LazyLock<Shelf<Trimok>> =
    LazyLock::new(|| shelf(Metric::Conversion { quiet: 100 }));

fn read(text: &str, rules: Rules) -> Trimok {
    position(text, &rules, text)
}

/// Returns the default rules with another value of one.
fn rules_with(name: &str, value: &str) -> Rules {
    let mut rules = Rules::default();
    set_rule::<Trimok>(&mut rules, name, value, "a rule");
    rules
}

#[test]
fn numbers_and_trimok_positions_name_each_other() {
    let mut rng = SplitMix64::new(11);
    for pair in Pair::all() {
        let places = pair.places() as usize;
        let is_small = places < 100_000;
        for try_number in 0..if is_small { places } else { POSITIONS } {
            let number = if is_small { try_number } else { rng.below(places) };
            for sector in 0..pair.sectors() {
                let place = Place { sector, number };
                let Some(at) = Trimok::at(pair, place, &Rules::UNLIMITED) else {
                    // All five stacks have one size.
                    assert!(
                        pair.major() == 5 && !pair.is_any() && number % 243 % 121 == 0,
                        "{pair}"
                    );
                    continue;
                };
                let counts = Player::ALL.map(|player| at.board().side(player).count_ones());
                assert_eq!(counts, [pair.major(), pair.minor()].map(u32::from), "{pair}");
                assert_eq!(at.locate(), Some((pair, place)), "{}", at.write_position());
            }
        }
        // A block has its positions in the order of their numbers.
        let (block, sector) = (rng.below(pair.blocks()), rng.below(pair.sectors()));
        let listed = Trimok::block(pair, sector, block, &Rules::UNLIMITED);
        for (rank, listed) in listed.enumerate().take(POSITIONS) {
            let place = Place { sector, number: block * pair.block_len() + rank };
            assert_eq!(listed, Trimok::at(pair, place, &Rules::UNLIMITED), "{pair}");
        }
    }
}

#[test]
fn images_of_a_trimok_position_have_its_number() {
    let mut rng = SplitMix64::new(12);
    for pair in Pair::all() {
        for _ in 0..POSITIONS / 10 {
            let numbers = match rng.below(2) {
                0 => [pair.major().into(), pair.minor().into()],
                _ => [pair.minor().into(), pair.major().into()],
            };
            let change = if pair.is_any() { Change::Any } else { Change::Captured };
            let rules = Rules { change, ..Rules::UNLIMITED };
            let at = <Trimok as Solvable>::random(numbers, 0, &rules, &mut rng);
            let place = at.locate().map(|(pair, place)| Trimok::at(pair, place, &rules));
            if place == Some(None) {
                // All five stacks have one size.
                continue;
            }
            let mirror = Symmetry { mirror: true, ..Symmetry::default() };
            let expected = [at.locate(), mirror.position(&at).locate()];
            // Two even numbers of stacks: the mirror is not always divided out.
            let is_even = numbers.iter().all(|number| number % 2 == 0);
            assert!(expected[0] == expected[1] || is_even, "{}", at.write_position());
            for symmetry in Symmetry::all() {
                let image = symmetry.position(&at);
                let found = image.locate();
                let expected = expected[usize::from(symmetry.mirror)];
                assert_eq!(found, expected, "{}", image.write_position());
                let (pair, place) = found.expect("a place");
                let back = Trimok::at(pair, place, &Rules::UNLIMITED).expect("a position");
                assert_eq!(back.canonical(), at.canonical(), "{}", image.write_position());
            }
        }
    }
}

#[test]
fn other_positions_of_trimok_have_no_number() {
    for text in [
        "R[3A1,2B1,1C1]B[3A2,2B2,1C2,1D2]turn[R]",
        "R[3A1,3B1,3C1,3D1,2E1]B[]turn[R]",
        "R[3A1,3B1,3C1,3D1,2E1,2F1]B[2E4]turn[R]",
        "R[]B[3F1]turn[R]",
    ] {
        assert_eq!(read(text, Rules::UNLIMITED).locate(), None, "{text}");
    }
}

/// What RULES.md says of each sector, found by another program: positions won, drawn and lost up to
/// the relabelling of sizes, and the longest win or loss.
const SECTORS: [([u32; 2], Option<[u64; 3]>, u32); 8] = [
    ([1, 1], Some([1_558, 1_344, 878]), 19),
    ([2, 1], Some([182_676, 9_772, 332]), 37),
    ([1, 2], Some([5_940, 23_196, 163_644]), 38),
    ([2, 2], Some([4_865_926, 2_110_897, 2_565_787]), 79),
    ([3, 1], None, 49),
    ([1, 3], None, 50),
    ([3, 2], None, 93),
    ([2, 3], None, 94),
];

/// Compares the counts of the tables that exist with those of RULES.md; returns of how many sectors.
fn compare_sectors(tables: &Tables) -> usize {
    let mut compared = 0;
    for ([own, other], results, longest) in SECTORS {
        let Some(file) = Pair::new(own as usize, other as usize).and_then(|p| tables.file(p))
        else {
            continue;
        };
        let name = format!("{own}-{other}");
        let pair: Pair = file.header().unit.unit();
        let sector = (0..pair.sectors()).find(|sector| pair.sector_name(*sector) == name).unwrap();
        let counts = file.header().counts[sector];
        if let Some(results) = results {
            // Three ways to name the sizes.
            assert_eq!(counts.raw.map(|count| count / 3), results, "{name}");
        }
        assert_eq!(counts.longest_win.max(counts.longest_loss), longest, "{name}");
        compared += 1;
    }
    compared
}

#[test]
fn trimok_sectors_have_the_known_results() {
    assert_eq!(compare_sectors(&TO_THE_END.tables), 3);
    for file in TO_THE_END.tables.files() {
        let pair: Pair = file.header().unit.unit();
        let other = BY_DEFAULT.tables.file(pair).unwrap();
        for sector in 0..pair.sectors() {
            let (a, b) = (file.header().counts[sector], other.header().counts[sector]);
            assert_eq!((a.orbits, a.raw), (b.orbits, b.raw), "{pair}");
        }
    }
}

/// Compares the listed endings for which there are tables; returns how many.
fn compare_listed(tables: &Tables) -> usize {
    let mut compared = 0;
    for row in json_lines("vectors/trimok.endgames.jsonl") {
        let place = &row.place;
        let at = read(text(&row.value, "position", place), Rules::UNLIMITED);
        let Some(value) = tables.probe(&at).unwrap() else { continue };
        assert_eq!(value.wdl().name(), text(&row.value, "value", place), "{place}");
        let plies = row.value["plies"].as_u64();
        assert_eq!(plies, (value != ExactValue::Draw).then_some(value.plies().into()), "{place}");
        let moves = tables.probe_moves(&at).unwrap();
        let chosen = |keeps: &dyn Fn(ExactValue) -> bool| -> BTreeSet<String> {
            let kept = moves.iter().filter(|(_, value)| keeps(value.expect("a table")));
            kept.map(|(m, _)| at.write_move(*m)).collect()
        };
        let listed = |field: &str| -> BTreeSet<String> {
            texts(&row.value, field, place).into_iter().map(str::to_owned).collect()
        };
        assert_eq!(chosen(&|v| v.wdl() == value.wdl()), listed("keep"), "{place}");
        assert_eq!(chosen(&|v| v == value), listed("best"), "{place}");
        compared += 1;
    }
    compared
}

#[test]
fn listed_trimok_endings_have_their_values() {
    let compared = compare_listed(&TO_THE_END.tables);
    assert!(compared > 20, "only {compared} endings");
}

/// Compares random positions with the other solver: results and plies to the end.
fn compare_solved(tables: &Tables, groups: &[&[[u32; 2]]]) {
    let graph: Graph<Trimok> = Graph::new(groups);
    let table = Table::unlimited(&graph, groups.len());
    let truth = Truth { graph: &graph, table: &table };
    let sectors = groups.concat();
    let mut rng = SplitMix64::new(19);
    let mut seen = [0; 3];
    for number in 0..POSITIONS {
        let numbers = sectors[number % sectors.len()];
        let at = <Trimok as Solvable>::random(numbers, 0, &Rules::UNLIMITED, &mut rng);
        let found = tables.probe(&at).unwrap().expect("a table");
        let expected = truth.value(&at).map_or(ExactValue::Draw, |score| {
            let plies = score.plies().expect("a decisive score") as u8;
            ExactValue::new(if score.is_win() { Wdl::Win } else { Wdl::Loss }, plies)
        });
        assert_eq!(found, expected, "{}", at.write_position());
        seen[found.wdl() as usize] += 1;
    }
    assert!(seen.iter().all(|count| *count > 50), "{seen:?}");
}

#[test]
fn trimok_tables_agree_with_another_solver() {
    compare_solved(&TO_THE_END.tables, &GROUPS[..QUICK]);
}

#[test]
fn every_entry_of_trimok_follows_from_its_moves() {
    for shelf in [&*TO_THE_END, &*BY_DEFAULT] {
        for file in shelf.tables.files() {
            let pair: Pair = file.header().unit.unit();
            for step in [1, 97] {
                let verified = shelf.tables.verify(pair, step, 3, &|_| {}).unwrap();
                assert_eq!(verified.mismatches, [], "{pair}");
                assert!(verified.entries >= pair.places() / step, "{pair}");
            }
        }
    }
}

/// Tables that were built under a quiet limit, against a solver that goes forwards and counts quiet
/// plies: exact for each count.
#[test]
fn quiet_limits_of_trimok_are_known_exactly() {
    let graph: Graph<Trimok> = Graph::new(&GROUPS[..QUICK]);
    let mut rng = SplitMix64::new(5);
    for limit in [5, 12] {
        let shelf = shelf(Metric::Conversion { quiet: limit });
        let table = Table::limited(&graph, QUICK, limit.into());
        let truth = Truth { graph: &graph, table: &table };
        let rules = rules_with("Trimok Quiet", &limit.to_string());
        let mut at = || {
            let numbers = [[1, 1], [2, 1], [1, 2]][rng.below(3)];
            let quiet = rng.below(limit.into()) as u32;
            <Trimok as Solvable>::random(numbers, quiet, &rules, &mut rng)
        };
        let positions = std::iter::repeat_with(&mut at).take(POSITIONS);
        let seen = compare_verdicts(&shelf.tables, truth, positions);
        assert!(seen.iter().all(|count| *count >= 10), "{seen:?}");
    }
}

/// With five stacks a side may have four of a size, so that two rules are two games.
#[test]
fn five_trimok_stacks_have_a_pair_for_each_rule() {
    let five = "R[3A1,3B1,3C1,3D1,2E6]B[1A6]turn[R]";
    let pair = |choice: &str| {
        let (pair, place) = read(five, rules_with("Trimok Change", choice)).locate()?;
        Some((pair.to_string(), pair.sector_name(place.sector)))
    };
    let named = |name: &str| Some((name.to_owned(), name.to_owned()));
    assert_eq!(pair("captured"), named("5-1"));
    assert_eq!(pair("any"), named("5-1-any"));
    assert_eq!(pair("none"), None);
    let names: Vec<String> = Pair::choose("5-1").unwrap().iter().map(Pair::to_string).collect();
    assert_eq!(names, ["5-1", "5-1-any"]);
}

/// A stack that returns may become any size under two of the rules, as long as so few are left.
#[test]
fn trimok_tables_serve_two_rules_of_exchange() {
    let won = "R[3F1]B[3E5]turn[B]";
    let judge =
        |choice: &str| BY_DEFAULT.tables.judge(&read(won, rules_with("Trimok Change", choice)));
    assert!(matches!(judge("captured"), Some(Verdict::Win(_))));
    assert_eq!(judge("any"), judge("captured"));
    // Without an exchange it is another game: equal sizes draw.
    assert_eq!((judge("none"), judge("absent")), (None, None));
}

#[test]
fn the_engine_plays_by_trimok_tables() {
    let mut talk = Talk::new();
    talk.send("setoption name Game value trimok");
    talk.line();
    talk.send(format!("setoption name TablePath value {}", TO_THE_END.path().display()));
    assert_eq!(
        talk.line(),
        "info string tablebase trimok: 2 of 6 pairs, plies to end of the game; missing 2-2 3-1 3-2 \
         4-1"
    );
    talk.send("position fen R[2C5]B[2D1]turn[R]");
    talk.send("go movetime 1000");
    let told = talk.line();
    assert!(told.starts_with("info string tablebase "), "{told}");
    while !talk.line().starts_with("bestmove") {}
    // No table for this one, but for what a capture makes of it.
    talk.send("position fen R[3A1,2B1]B[3A2,2B2]turn[R]");
    talk.send("go depth 4");
    let mut hits = false;
    loop {
        let line = talk.line();
        hits |= line.contains(" tbhits ") && !line.contains(" tbhits 0");
        if line.starts_with("bestmove") {
            break;
        }
    }
    assert!(hits, "the search asked the tables");
}

/// Whole tables of up to five stacks; see `scripts/tables-deep-trimok.sh`.
#[test]
#[ignore = "needs a folder with all pairs"]
fn whole_trimok_tables_are_right() {
    let folder = std::env::var("TABLES").expect("TABLES is set");
    let tables = open(Path::new(&folder));
    assert!(tables.missing().all(|unit| !unit.is_usual), "{tables}");
    assert_eq!(tables.metric(), Some(Metric::End), "{tables}");
    assert_eq!(compare_sectors(&tables), SECTORS.len());
    assert_eq!(compare_listed(&tables), json_lines("vectors/trimok.endgames.jsonl").len());
    compare_solved(&tables, &GROUPS);
}
