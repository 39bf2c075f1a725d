//! Solved endings: small tables are built, compared with exact values from elsewhere and with
//! solvers that share nothing with the builder, damaged, and played with.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use crate::common::endings::MORRIS_GRAPH;
use crate::common::retrograde::{Solvable, Table, Truth};
use crate::common::shelf::{Shelf, open, options};
use crate::common::transcript::Talk;
use crate::common::{json_lines, position, text, texts};
use quincunx::games::morris::tablebase::{Mover, Pair, Phase, Placing};
use quincunx::games::morris::{Morris, MorrisMove, Rules};
use quincunx::kernel::{
    Action, Evaluate, Oracle, Position, Record, Score, SplitMix64, Verdict, Worth,
};
use quincunx::notation::Notation;
use quincunx::search::{Control, Event, Limits, Searcher};
use quincunx::tablebase::{
    BuildOptions, Buildable, ExactValue, Metric, Place, Pool, Solved, Unit, Wdl,
};
use quincunx::tablebase::{Builder as AnyBuilder, TableFile, Tablebase};
use tempfile::TempDir;

type Builder = AnyBuilder<Morris>;
type Tables = Tablebase<Morris>;

/// The default: plies to a removal or block under the default limit.
pub(super) const DEFAULT: Metric = Metric::Conversion { quiet: 100 };

pub(super) fn builder(folder: &Path, metric: Metric) -> Builder {
    Builder::new(options(folder, metric))
}

/// Builds the pairs up to those numbers of men.
fn shelf(metric: Metric, major: u32, minor: u32) -> Shelf<Morris> {
    let is_wanted = |pair: &Pair| pair.major() <= major && pair.minor() <= minor;
    Shelf::new(metric, Pair::all().filter(is_wanted).map(Phase::from))
}

/// Plies to the end, up to 5-4: as far as the listed values go.
pub(super) static TO_THE_END: LazyLock<Shelf<Morris>> = LazyLock::new(|| shelf(Metric::End, 5, 4));
/// The default tables up to 4-4.
pub(super) static BY_DEFAULT: LazyLock<Shelf<Morris>> = LazyLock::new(|| shelf(DEFAULT, 4, 4));

pub(super) fn pair(a: u32, b: u32) -> Phase {
    Pair::new(a, b).unwrap().into()
}

fn read(text: &str, rules: Rules) -> Morris {
    position(text, &rules, text)
}

#[test]
fn sectors_have_the_listed_results() {
    let rows = json_lines("vectors/morris.sectors.jsonl");
    assert!(!rows.is_empty());
    for row in rows {
        let number = |field: &str| row.value[field].as_u64().expect(&row.place);
        let (own, other) = (number("to_move") as u32, number("other") as u32);
        let file = TO_THE_END.tables.file(pair(own, other)).unwrap();
        let turn = if own >= other { Mover::Major } else { Mover::Minor };
        let counts = file.header().counts[turn.sector()];
        assert_eq!(counts.orbits, ["win", "draw", "loss"].map(number), "{}", row.place);
        assert_eq!(counts.raw, ["raw_win", "raw_draw", "raw_loss"].map(number), "{}", row.place);
        let longest = [counts.longest_win, counts.longest_loss].map(u64::from);
        assert_eq!(longest, ["max_win", "max_loss"].map(number), "{}", row.place);
        assert_eq!(counts.orbits.iter().sum::<u64>(), number("states"), "{}", row.place);
    }
}

/// Numbers that name a position twice count once.
#[test]
fn sectors_have_as_many_orbits_as_listed() {
    let mut compared = 0;
    for row in json_lines("vectors/morris.pairs.jsonl") {
        let number = |field: &str| row.value[field].as_u64().expect(&row.place);
        let pair = pair(number("major") as u32, number("minor") as u32);
        let Some(file) = TO_THE_END.tables.file(pair) else { continue };
        for counts in &file.header().counts[..pair.sectors()] {
            assert_eq!(counts.orbits.iter().sum::<u64>(), number("orbits"), "{}", row.place);
            assert_eq!(counts.raw.iter().sum::<u64>(), number("raw"), "{}", row.place);
            compared += 1;
        }
    }
    assert_eq!(compared, 8);
}

#[test]
fn values_are_as_listed() {
    let rows = json_lines("vectors/morris.values.jsonl");
    assert_eq!(rows.len(), 1000);
    for row in rows {
        let at = read(text(&row.value, "position", &row.place), Rules::UNLIMITED);
        let value = TO_THE_END.tables.probe(&at).unwrap().expect("a table");
        assert_eq!(value.to_string(), row.value["value"], "{}", row.place);
    }
}

/// Results do not depend on what distances count, nor, in pairs without a long way, on the limit.
#[test]
fn both_metrics_have_the_same_results() {
    for row in json_lines("vectors/morris.values.jsonl") {
        let at = read(text(&row.value, "position", &row.place), Rules::UNLIMITED);
        let Some(value) = BY_DEFAULT.tables.probe(&at).unwrap() else { continue };
        assert!(text(&row.value, "value", &row.place).starts_with(value.wdl().name()), "{row:?}");
    }
    for file in BY_DEFAULT.tables.files() {
        let pair: Phase = file.header().unit.unit();
        let other = TO_THE_END.tables.file(pair).unwrap();
        for sector in 0..pair.sectors() {
            let (a, b) = (file.header().counts[sector], other.header().counts[sector]);
            assert_eq!((a.orbits, a.raw), (b.orbits, b.raw), "{pair}");
        }
    }
}

#[test]
fn best_moves_are_as_listed() {
    let mut compared = 0;
    for row in json_lines("vectors/morris.best.jsonl") {
        let at = read(text(&row.value, "position", &row.place), Rules::UNLIMITED);
        let Some(value) = TO_THE_END.tables.probe(&at).unwrap() else { continue };
        assert_eq!(value.to_string(), row.value["value"], "{}", row.place);
        let moves = TO_THE_END.tables.probe_moves(&at).unwrap();
        let listed = |field: &str| -> BTreeSet<String> {
            texts(&row.value, field, &row.place).into_iter().map(str::to_owned).collect()
        };
        let chosen = |keeps: &dyn Fn(ExactValue) -> bool| -> BTreeSet<String> {
            let kept = moves.iter().filter(|(_, value)| keeps(value.expect("a table")));
            kept.map(|(m, _)| at.write_move(*m)).collect()
        };
        assert_eq!(chosen(&|v| v.wdl() == value.wdl()), listed("keep"), "{}", row.place);
        assert_eq!(chosen(&|v| v == value), listed("fastest"), "{}", row.place);
        compared += 1;
    }
    assert!(compared > 10, "only {compared} positions");
}

/// Everything that is listed, against tables of all pairs; see `scripts/tables-deep.sh`.
#[test]
#[ignore = "needs a folder with all pairs"]
fn whole_tables_are_as_listed() {
    let told = |name: &str| std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set"));
    let tables = open(Path::new(&told("TABLES")));
    assert!(Pair::all().all(|pair| tables.file(pair.into()).is_some()), "{tables}");
    let has_limit = tables.metric().unwrap().quiet() > 0;
    let mut compared = 0;
    let mut compare = |found: Wdl, listed: &str, place: &str| {
        compared += 1;
        if has_limit && found == Wdl::Draw && listed != "draw" {
            println!("{place}: a draw under the quiet limit, listed as a {listed}");
            return;
        }
        assert_eq!(found.name(), listed, "{place}");
    };
    type Row = crate::common::Row<serde_json::Value>;
    let listed = |row: &Row| {
        let value = text(&row.value, "value", &row.place);
        value.split(' ').next().unwrap_or_default().to_owned()
    };
    let at = |row: &Row| read(text(&row.value, "position", &row.place), Rules::UNLIMITED);
    for row in json_lines("vectors/morris.values.jsonl") {
        let value = tables.probe(&at(&row)).unwrap().expect("a table");
        compare(value.wdl(), &listed(&row), &row.place);
    }
    for row in json_lines("vectors/morris.best.jsonl") {
        let value = tables.probe(&at(&row)).unwrap().expect("a table");
        compare(value.wdl(), &listed(&row), &row.place);
        if value.wdl().name() != listed(&row) {
            continue;
        }
        let moves = tables.probe_moves(&at(&row)).unwrap().into_iter();
        let best = moves.filter(|(_, after)| after.expect("a table").wdl() == value.wdl());
        let best: BTreeSet<String> = best.map(|(m, _)| at(&row).write_move(m)).collect();
        let keep: BTreeSet<String> =
            texts(&row.value, "keep", &row.place).into_iter().map(str::to_owned).collect();
        assert_eq!(best, keep, "{}", row.place);
    }
    let prover = Morris::prover(&tables, 1024).expect("Morris has one");
    let placing: usize = told("TABLES_PLACING").parse().expect("a number");
    let pool = Pool::new(0).unwrap();
    let mut searched = 0;
    for row in json_lines("vectors/morris.placing_values.jsonl") {
        let known = tables.wdl(&at(&row)).unwrap();
        let result = match known {
            Some(known) => known,
            None if searched < placing => {
                searched += 1;
                pool.install(|| prover.result(&at(&row))).unwrap()
            }
            None => continue,
        };
        compare(result, &listed(&row), &row.place);
    }
    println!("{compared} compared");
}

#[test]
fn every_entry_follows_from_its_moves() {
    for shelf in [&*TO_THE_END, &*BY_DEFAULT] {
        for pair in Pair::all().filter(|pair| pair.major() <= 4) {
            let verified = shelf.tables.verify(pair.into(), 1, 0, &|_| {}).unwrap();
            assert_eq!(verified.mismatches, [], "{pair}");
            assert_eq!(verified.entries, pair.places() * pair.sectors() as u64, "{pair}");
        }
    }
    // A sample looks entries up one by one instead of unpacking them all.
    let verified = TO_THE_END.tables.verify(pair(5, 4), 997, 3, &|_| {}).unwrap();
    assert_eq!(verified.mismatches, []);
    assert!(verified.entries > 20_000);
}

/// The units of the placing phase that need no pairs beyond 4-4, a table for each.
pub(super) static PLACING: LazyLock<Shelf<Morris>> = LazyLock::new(|| {
    let folder = TempDir::new().unwrap();
    let mut built: Vec<Phase> = Vec::new();
    for (a, b) in [(3, 3), (4, 3), (4, 4)] {
        fs::write(
            folder.path().join(TableFile::name::<Morris>(pair(a, b))),
            bytes(BY_DEFAULT.path(), pair(a, b)),
        )
        .unwrap();
        built.push(pair(a, b));
    }
    let (builder, pool) = (builder(folder.path(), DEFAULT), Pool::new(2).unwrap());
    for unit in Placing::all().map(Phase::from) {
        if unit.needs().all(|needed| built.contains(&needed)) {
            let header = pool.install(|| builder.build(unit, &|_| {})).unwrap();
            assert!(!header.has_distances, "{unit}");
            built.push(unit);
        }
    }
    Shelf::of(folder)
});

/// Returns the units of the placing phase that are on the shelf.
fn placing() -> Vec<Placing> {
    let is_there = |unit: &Placing| PLACING.tables.file((*unit).into()).is_some();
    Placing::all().filter(is_there).collect()
}

/// Who places as the major and who as the minor, mills that win, that keep the sides, and that turn
/// them round: all of them occur among the small units.
#[test]
fn every_placement_follows_from_the_next_layer() {
    let units = placing();
    assert_eq!(units.first().map(|unit| unit.layer()), Some(17));
    assert_eq!(units.last().map(|unit| unit.layer()), Some(15), "{units:?}");
    for men in [(2, 3), (2, 4), (3, 3), (3, 4)] {
        assert!(units.contains(&Placing::new(17, men.0, men.1).unwrap()), "{men:?}");
    }
    let mut results = [0; 3];
    for unit in units {
        let unit = Phase::from(unit);
        let verified = PLACING.tables.verify(unit, 1, 0, &|_| {}).unwrap();
        assert_eq!(verified.mismatches, [], "{unit}");
        let sampled = PLACING.tables.verify(unit, 97, 0, &|_| {}).unwrap();
        assert_eq!(sampled.mismatches, [], "{unit}");
        let counts = PLACING.tables.file(unit).unwrap().header().all_counts();
        for (all, orbits) in results.iter_mut().zip(counts.orbits) {
            *all += orbits;
        }
    }
    assert!(results.iter().all(|count| *count > 1000), "{results:?}");
}

/// The numbers of positions, against a count of those that are reached one by one.
#[test]
fn statistics_count_what_can_come_up_once() {
    for unit in placing() {
        let header = PLACING.tables.file(unit.into()).unwrap().header();
        let rules = Rules::UNLIMITED;
        let unit = Phase::from(unit);
        let mut orbits = BTreeSet::new();
        for block in 0..unit.blocks() {
            let there = Morris::block(unit, 0, block, &rules).flatten();
            orbits.extend(there.map(|at| quincunx::games::Game::canonical(&at)));
        }
        let counted: u64 = header.all_counts().orbits.iter().sum();
        assert_eq!(counted, orbits.len() as u64, "{unit}");
    }
}

/// Against a search that makes moves down to the tables of the moving phase and knows no other.
#[test]
fn placing_tables_agree_with_a_search() {
    let prover = Morris::prover(&BY_DEFAULT.tables, 16).unwrap();
    let mut rng = SplitMix64::new(3);
    let mut seen = [0; 3];
    for unit in placing().into_iter().map(Phase::from) {
        for _ in 0..40 {
            let number = rng.below(unit.places() as usize);
            let place = Place { sector: 0, number };
            let Some(at) = Morris::at(unit, place, &Rules::default()) else { continue };
            let expected = prover.result(&at).unwrap();
            let text = at.write_position();
            assert_eq!(PLACING.tables.wdl(&at), Ok(Some(expected)), "{unit}: {text}");
            let judged = PLACING.tables.judge(&at).expect("a table");
            let wdl = match judged {
                Verdict::Win(_) => Wdl::Win,
                Verdict::Draw => Wdl::Draw,
                Verdict::Loss(_) => Wdl::Loss,
            };
            assert_eq!(wdl, expected, "{text}");
            seen[expected as usize] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count > 10), "{seen:?}");
}

/// A folder with a table made under a shorter limit than it says: it calls drawn what is won.
fn lying_tables() -> TempDir {
    let folder = TempDir::new().unwrap();
    let builder = builder(folder.path(), Metric::Conversion { quiet: 3 });
    builder.build(pair(3, 3), &|_| {}).unwrap();
    let path = folder.path().join(TableFile::name::<Morris>(pair(3, 3)));
    let mut bytes = fs::read(&path).unwrap();
    // The limit stands at byte 16, the checksum of the header (FNV-1a) behind all of it.
    assert_eq!(bytes[16..20], 3_u32.to_le_bytes());
    bytes[16..20].copy_from_slice(&100_u32.to_le_bytes());
    let sum = bytes[..248].iter().fold(0xCBF2_9CE4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    bytes[248..256].copy_from_slice(&sum.to_le_bytes());
    fs::write(&path, bytes).unwrap();
    folder
}

#[test]
fn wrong_entries_are_found() {
    let folder = lying_tables();
    for step in [1, 7] {
        let tables: Tables = open(folder.path());
        let verified = tables.verify(pair(3, 3), step, 0, &|_| {}).unwrap();
        assert_eq!(verified.mismatches.len(), 5, "as many as are reported");
        for wrong in verified.mismatches {
            assert_eq!(wrong.found, ExactValue::Draw);
            assert!(
                matches!(wrong.expected, ExactValue::Win(4) | ExactValue::Loss(4)),
                "{wrong:?}"
            );
        }
    }
}

/// Compares the verdicts on positions, with the quiet plies that they have seen, with the truth. Returns
/// how many were won, drawn and lost.
pub(super) fn compare_verdicts<G: Solved + Solvable>(
    tables: &Tablebase<G>,
    truth: Truth<G>,
    positions: impl Iterator<Item = G>,
) -> [usize; 3] {
    let mut seen = [0; 3];
    for at in positions.filter(|at| at.outcome().is_none()) {
        let (found, claimed) = match tables.judge(&at).expect("a table") {
            Verdict::Win(distance) => (0, Some(Score::win_in(distance.end))),
            Verdict::Draw => (1, None),
            Verdict::Loss(distance) => (2, Some(Score::loss_in(distance.end))),
        };
        let true_score = truth.value(&at);
        let expected = true_score.map_or(1, |score| if score.is_win() { 0 } else { 2 });
        assert_eq!(found, expected, "{:?}: {}", at.rules(), at.write_position());
        let within = true_score.and_then(Score::plies) <= claimed.and_then(Score::plies);
        assert!(within, "the end comes within what is claimed: {}", at.write_position());
        seen[found] += 1;
    }
    seen
}

/// Tables that were built under a quiet limit, against a solver that goes forwards and counts quiet
/// plies: exact for each count.
#[test]
fn quiet_limits_are_known_exactly() {
    let mut rng = SplitMix64::new(5);
    for limit in [4, 9] {
        let shelf = shelf(Metric::Conversion { quiet: limit }, 4, 3);
        // Of the groups with three men against three or four.
        let table = Table::limited(&MORRIS_GRAPH, 2, limit.into());
        let truth = Truth { graph: &MORRIS_GRAPH, table: &table };
        let mut rules = Rules::default();
        crate::common::set_rule::<Morris>(
            &mut rules,
            "Morris Quiet",
            &limit.to_string(),
            "the limit",
        );
        let mut at = || {
            let numbers = [[3, 3], [4, 3], [3, 4]][rng.below(3)];
            let quiet = rng.below(limit.into()) as u32;
            <Morris as Solvable>::random(numbers, quiet, &rules, &mut rng)
        };
        let positions = std::iter::repeat_with(&mut at).take(20_000);
        let seen = compare_verdicts(&shelf.tables, truth, positions);
        assert!(seen.iter().all(|count| *count > 100), "{seen:?}");
    }
}

#[test]
fn a_table_says_no_more_than_it_knows_of_other_limits() {
    let judge = |shelf: &Shelf<Morris>, text: &str, quiet: &str| {
        let mut rules = Rules::default();
        crate::common::set_rule::<Morris>(&mut rules, "Morris Quiet", quiet, "a limit");
        shelf.tables.judge(&read(text, rules))
    };
    // Won in 13 plies, without a removal on the way.
    let won = "B[a7,c5,b4]W[b6,a4,c4]turn[W]";
    let drawn = "B[g4,d3,g1]W[b6,f6,a4,c4]turn[B]";
    for shelf in [&*TO_THE_END, &*BY_DEFAULT] {
        for limit in ["13", "100"] {
            let known = shelf.tables.metric() == Some(Metric::End) || limit == "100";
            let found = judge(shelf, won, limit);
            assert_eq!(matches!(found, Some(Verdict::Win(_))), known, "{limit}: {found:?}");
        }
        // Under a shorter limit a draw stays one, a win may not.
        assert_eq!(judge(shelf, won, "12"), None);
        assert_eq!(judge(shelf, drawn, "12"), Some(Verdict::Draw));
    }
    // Under a longer limit a win stays one, a draw may not.
    assert!(matches!(judge(&BY_DEFAULT, won, "0"), Some(Verdict::Win(_))));
    assert_eq!(judge(&BY_DEFAULT, drawn, "0"), None);
    assert_eq!(judge(&BY_DEFAULT, drawn, "101"), None);
    assert_eq!(judge(&TO_THE_END, drawn, "0"), Some(Verdict::Draw));
    // With 12 quiet plies left of 100 the same win comes too late.
    let late = won.replace("turn", "quiet[88]turn");
    assert_eq!(judge(&BY_DEFAULT, &late, "100"), Some(Verdict::Draw));
    assert_eq!(judge(&TO_THE_END, &late, "100"), None);
    // Men in hand, or no table.
    assert_eq!(judge(&BY_DEFAULT, "B[]W[]hand[9,9]turn[B]", "100"), None);
    assert_eq!(judge(&BY_DEFAULT, "B[a7,d7,g7,b6,f6]W[c5,d5,e5]turn[B]", "100"), None);
}

fn bytes(folder: &Path, pair: Phase) -> Vec<u8> {
    fs::read(folder.join(TableFile::name::<Morris>(pair))).unwrap()
}

#[test]
fn tables_do_not_depend_on_the_number_of_threads() {
    let folder = TempDir::new().unwrap();
    let builder = builder(folder.path(), DEFAULT);
    let pool = Pool::new(1).unwrap();
    for (a, b) in [(3, 3), (4, 3)] {
        pool.install(|| builder.build(pair(a, b), &|_| {})).unwrap();
        assert_eq!(bytes(folder.path(), pair(a, b)), bytes(BY_DEFAULT.path(), pair(a, b)));
    }
}

#[test]
fn results_alone_are_enough_to_build_on() {
    let folder = TempDir::new().unwrap();
    let builder =
        Builder::new(BuildOptions { keeps_distances: false, ..options(folder.path(), DEFAULT) });
    for (a, b) in [(3, 3), (4, 3), (4, 4)] {
        let header = builder.build(pair(a, b), &|_| {}).unwrap();
        let whole = BY_DEFAULT.tables.file(pair(a, b)).unwrap().header();
        assert_eq!(header.counts, whole.counts);
        assert!(header.bytes < whole.bytes);
    }
    let tables = open(folder.path());
    let at = read("B[a7,c5,b4]W[b6,a4,c4]turn[W]", Rules::UNLIMITED);
    assert_eq!(tables.probe(&at), Ok(None), "no distances");
    assert_eq!(tables.wdl(&at), Ok(Some(Wdl::Win)));
    let refused = tables.verify(pair(4, 3), 1, 0, &|_| {}).unwrap_err().to_string();
    assert!(refused.contains("has no distances"), "{refused}");
}

#[test]
fn too_little_memory_is_refused_before_anything_is_done() {
    let folder = TempDir::new().unwrap();
    let builder = Builder::new(BuildOptions { memory: 1 << 26, ..options(folder.path(), DEFAULT) });
    let refused = builder.build(pair(3, 3), &|_| {}).unwrap_err().to_string();
    assert!(
        refused.contains("needs 0.1 GiB of memory to be built, and 0.1 GiB are allowed"),
        "{refused}"
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn what_a_pair_needs_has_to_be_there() {
    let folder = TempDir::new().unwrap();
    let refused = builder(folder.path(), DEFAULT).build(pair(4, 3), &|_| {}).unwrap_err();
    assert!(refused.to_string().ends_with("morris-3-3.qtb is required but missing"), "{refused}");
}

/// Copies a small table into a folder of its own.
fn copy_of(shelf: &Shelf<Morris>, pair: Phase) -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(TableFile::name::<Morris>(pair));
    fs::copy(shelf.path().join(TableFile::name::<Morris>(pair)), &path).unwrap();
    (folder, path)
}

#[test]
fn damage_is_found_wherever_it_is() {
    let (folder, path) = copy_of(&BY_DEFAULT, pair(3, 3));
    let whole = fs::read(&path).unwrap();
    let mut rng = SplitMix64::new(7);
    let mut found = BTreeSet::new();
    let anywhere: Vec<usize> = (0..300).map(|_| rng.below(whole.len())).collect();
    let ends = (0..300).chain(whole.len() - 40..whole.len());
    let mut flips: Vec<_> = ends.chain(anywhere).map(|at| (at, rng.below(8))).collect();
    // A frame of zstd may unpack to the same with another bit; the first one begins at byte 256.
    flips.extend((256..276).flat_map(|at| (0..8).map(move |bit| (at, bit))));
    for (at, bit) in flips {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << bit;
        fs::write(&path, &bytes).unwrap();
        let (tables, problems) = Tables::open(folder.path(), 1).unwrap();
        let problem = match problems.first() {
            Some(problem) => problem.clone(),
            None => tables.check_sums(pair(3, 3).ordinal()).expect_err(&format!("byte {at}")),
        };
        let text = problem.to_string();
        assert!(text.starts_with(&*path.to_string_lossy()), "{text}");
        let (_, reason) = text.split_once(".qtb ").unwrap();
        found.insert(reason.chars().take_while(|c| !c.is_ascii_digit()).collect::<String>());
    }
    for expected in ["is not a table", "is a table of version ", "is damaged: chunk "] {
        assert!(found.contains(expected), "{found:?}");
    }
}

#[test]
fn short_long_and_foreign_files_are_refused() {
    let (_folder, path) = copy_of(&BY_DEFAULT, pair(3, 3));
    let whole = fs::read(&path).unwrap();
    let refusal = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let error = TableFile::open::<Morris>(&path).expect_err("damaged").to_string();
        error.strip_prefix(&*path.to_string_lossy()).expect("the path").trim().to_owned()
    };
    assert_eq!(refusal(b"some other file"), "is not a table");
    assert_eq!(refusal(b""), "is not a table");
    assert_eq!(refusal(&whole[..8]), "is not a table");
    for cut in [12, 100, 255, 256, 257, 5000, whole.len() - 1] {
        let expected = if cut < 256 { 256 } else { whole.len() };
        let reason = refusal(&whole[..cut]);
        assert_eq!(reason, format!("has {cut} bytes and should have {expected}"));
    }
    let longer: Vec<u8> = whole.iter().copied().chain([0]).collect();
    let expected = format!("has {} bytes and should have {}", longer.len(), whole.len());
    assert_eq!(refusal(&longer), expected);
    fs::remove_file(&path).unwrap();
    let missing = TableFile::open::<Morris>(&path).unwrap_err().to_string();
    assert!(missing.ends_with("cannot be opened: there is no such file or folder"), "{missing}");
    fs::create_dir(&path).unwrap();
    assert!(
        TableFile::open::<Morris>(&path)
            .unwrap_err()
            .to_string()
            .ends_with("is not a regular file")
    );
}

#[test]
fn tables_of_different_builds_are_not_mixed() {
    let (folder, _) = copy_of(&BY_DEFAULT, pair(3, 3));
    let name = TableFile::name::<Morris>(pair(4, 3));
    fs::copy(TO_THE_END.path().join(&name), folder.path().join(&name)).unwrap();
    let (tables, problems) = Tables::open(folder.path(), 1).unwrap();
    assert_eq!(tables.files().count(), 1);
    let told = problems[0].to_string();
    assert!(told.contains("counts end of the game, the others conversion under a quiet"), "{told}");
    // The table of another pair under a false name.
    fs::copy(folder.path().join(TableFile::name::<Morris>(pair(3, 3))), folder.path().join(&name))
        .unwrap();
    let (_, problems) = Tables::open(folder.path(), 1).unwrap();
    assert!(problems[0].to_string().ends_with("is the table of 3-3"), "{problems:?}");
    let refused = builder(folder.path(), Metric::End).build(pair(4, 3), &|_| {}).unwrap_err();
    assert!(refused.to_string().contains("choose another folder"), "{refused}");
}

/// Searches a record with tables and returns move, score and hits.
fn ask(
    searcher: &mut Searcher<Morris>,
    record: &Record<Morris>,
    nodes: u64,
) -> (String, Score, u64) {
    ask_within(searcher, record, &Limits { nodes: Some(nodes), ..Limits::default() })
}

fn ask_within(
    searcher: &mut Searcher<Morris>,
    record: &Record<Morris>,
    limits: &Limits,
) -> (String, Score, u64) {
    let control = Control::new(Instant::now());
    let found = searcher.search(record, limits, &control, &mut |_| {});
    let best = record.current().write_move(found.best().expect("a move"));
    (best, found.score(), found.oracle_hits)
}

fn with_tables(shelf: &Shelf<Morris>) -> Searcher<Morris> {
    let mut searcher = Searcher::new(4).unwrap();
    searcher.set_oracle(Some(Arc::new(open(shelf.path()))));
    searcher
}

#[test]
fn the_engine_plays_the_fastest_win_and_keeps_draws() {
    let mut searcher = with_tables(&TO_THE_END);
    let mut compared = 0;
    for row in json_lines("vectors/morris.best.jsonl") {
        // No limit comes into the game, so that plies to the end are the whole truth.
        let at = read(text(&row.value, "position", &row.place), Rules::UNLIMITED);
        let Some(value) = TO_THE_END.tables.probe(&at).unwrap() else { continue };
        let (best, score, hits) = ask(&mut searcher, &Record::new(at), 1);
        let wanted = if value == ExactValue::Draw { "keep" } else { "fastest" };
        let listed = texts(&row.value, wanted, &row.place);
        assert!(listed.contains(&best.as_str()), "{}: {best} of {listed:?}", row.place);
        let expected = match value {
            ExactValue::Win(plies) => Score::win_in(plies.into()),
            ExactValue::Draw => Score::ZERO,
            ExactValue::Loss(plies) => Score::loss_in(plies.into()),
        };
        assert_eq!(score, expected, "{}", row.place);
        assert!(hits > 0);
        compared += 1;
    }
    assert!(compared > 10);
}

/// Given time or nodes, the search chooses among the moves that keep a draw; otherwise the tables do, at once.
#[test]
fn a_draw_is_played_on() {
    let mut compared = 0;
    for row in json_lines("vectors/morris.best.jsonl") {
        let at = read(text(&row.value, "position", &row.place), Rules::UNLIMITED);
        let keep = texts(&row.value, "keep", &row.place);
        if TO_THE_END.tables.probe(&at).unwrap() != Some(ExactValue::Draw) || keep.len() < 2 {
            continue;
        }
        let record = Record::new(at);
        let search = |limits: Limits, lines: usize| {
            let mut searcher = with_tables(&TO_THE_END);
            searcher.set_multi_pv(lines);
            let mut told = Vec::new();
            let control = Control::new(Instant::now());
            let found = searcher.search(&record, &limits, &control, &mut |event| {
                if let Event::Line(line) = event {
                    told.push(line.worth);
                }
            });
            let best = at.write_move(found.best().expect("a move"));
            assert!(keep.contains(&best.as_str()), "{}: {best} of {keep:?}", row.place);
            let draw = Worth::Table(Verdict::Draw);
            assert_eq!((found.worth, told[0]), (draw, draw), "{}", row.place);
            assert!(lines > 1 || told.iter().all(|worth| *worth == draw), "{}", row.place);
            (best, found.nodes)
        };
        let nodes = Limits { nodes: Some(2_000), ..Limits::default() };
        let (best, took) = search(nodes, 1);
        assert!((2_000..2_100).contains(&took), "{}: {took} nodes", row.place);
        assert_eq!(search(nodes, 1), (best, took), "{}", row.place);
        let depth = Limits { depth: Some(30), ..Limits::default() };
        let at_once = [search(nodes, 2), search(depth, 1)].map(|(_, nodes)| nodes);
        assert!(at_once.iter().all(|nodes| *nodes < 2_000), "{}: {at_once:?}", row.place);
        compared += 1;
    }
    assert!(compared > 3, "{compared}");
}

/// Plays a game from a position and checks that it ends as the tables say: won against the longest
/// defence, or held against any moves, under the rules with their limits. Returns what they say.
fn play_as_the_tables_say(shelf: &Shelf<Morris>, start: Morris, rng: &mut SplitMix64) -> Wdl {
    let mut searcher = with_tables(shelf);
    let value = shelf.tables.probe(&start).unwrap().unwrap();
    let ours = start.to_move();
    let mut record = Record::new(start);
    while record.outcome().is_none() && record.steps().len() < 400 {
        let at = record.current();
        let wins = value.wdl() == Wdl::Win;
        let text = if at.to_move() == ours || wins {
            ask(&mut searcher, &record, 1000).0
        } else {
            let mut moves = Vec::new();
            at.legal_moves(&mut moves);
            at.write_move(moves[rng.below(moves.len())])
        };
        let Ok(Action::Move(m)) = at.read_move(&text) else { panic!("{text}") };
        record.play(Action::Move(m)).unwrap();
    }
    let winner = record.outcome().and_then(|outcome| outcome.winner);
    match value.wdl() {
        Wdl::Win => assert_eq!(winner, Some(ours), "{:?}", record.start()),
        Wdl::Draw => assert_ne!(winner, Some(!ours), "{:?}", record.start()),
        // Against random moves a lost position need not be lost.
        Wdl::Loss => {}
    }
    value.wdl()
}

#[test]
fn games_end_as_the_tables_say() {
    let mut rng = SplitMix64::new(12);
    let mut results = [0; 3];
    for game in 0..150 {
        let numbers = [[3, 3], [4, 3], [3, 4], [4, 4]][game % 4];
        let start = <Morris as Solvable>::random(numbers, 0, &Rules::default(), &mut rng);
        if start.outcome().is_none() {
            results[play_as_the_tables_say(&BY_DEFAULT, start, &mut rng) as usize] += 1;
        }
    }
    assert!(results[0] > 20 && results[1] > 20, "{results:?}");
}

/// A win that a limit may spoil is still a draw at least, and what keeps it keeps that.
#[test]
fn results_are_kept_under_a_limit_that_tables_know_nothing_of() {
    let mut rules = Rules::default();
    crate::common::set_rule::<Morris>(&mut rules, "Morris Quiet", "4", "a limit");
    let mut searcher = with_tables(&TO_THE_END);
    let tables = &TO_THE_END.tables;
    let mut rng = SplitMix64::new(3);
    let mut uncertain = 0;
    for round in 0..400 {
        let numbers = [[4, 3], [4, 4], [5, 3], [5, 4], [4, 5]][round % 5];
        let start = <Morris as Solvable>::random(numbers, 0, &rules, &mut rng);
        if start.outcome().is_some() {
            continue;
        }
        let value = tables.probe(&start).unwrap().unwrap();
        let mut moves = Vec::new();
        start.legal_moves(&mut moves);
        uncertain += u32::from(moves.into_iter().any(|m| {
            let mut after = start;
            after.make(m);
            after.outcome().is_none() && tables.judge(&after).is_none()
        }));
        let best = ask(&mut searcher, &Record::new(start), 1000).0;
        let Ok(Action::Move(m)) = start.read_move(&best) else { panic!("{best}") };
        let mut after = start;
        after.make(m);
        let kept = tables.probe(&after).unwrap().unwrap().reversed();
        assert_eq!(kept.wdl(), value.wdl(), "{}: {best}", start.write_position());
    }
    assert!(uncertain > 20, "only {uncertain} positions with a move that is not certain");
}

/// Returns a random position of the placing phase.
fn random_placing(units: &[Placing], rng: &mut SplitMix64) -> Morris {
    loop {
        let unit = Phase::from(units[rng.below(units.len())]);
        let place = Place { sector: 0, number: rng.below(unit.places() as usize) };
        if let Some(at) = Morris::at(unit, place, &Rules::default()) {
            return at;
        }
    }
}

#[test]
fn games_with_men_in_hand_end_as_the_tables_say() {
    let mut rng = SplitMix64::new(4);
    let mut results = [0; 3];
    for _ in 0..150 {
        let start = random_placing(&placing(), &mut rng);
        results[play_as_the_tables_say(&PLACING, start, &mut rng) as usize] += 1;
    }
    assert!(results.iter().all(|count| *count > 3), "{results:?}");
}

/// How good a position looks to the side to move, in hundredths: everything is tried so many plies deep.
fn look(at: &Morris, evaluator: &<Morris as Evaluate>::Evaluator, plies: u32) -> i32 {
    let end = 1_000_000;
    if let Some(outcome) = at.outcome() {
        let sign = |winner| if winner == at.to_move() { end } else { -end };
        return outcome.winner.map_or(0, sign);
    }
    if plies == 0 {
        return at.evaluate(evaluator).value();
    }
    let mut moves = Vec::new();
    at.legal_moves(&mut moves);
    let behind = |m: &MorrisMove| {
        let mut after = *at;
        after.make(*m);
        -look(&after, evaluator, plies - 1)
    };
    moves.iter().map(behind).max().expect("a game that goes on has moves")
}

/// Lost with men in hand: the move after which the likeliest replies give the win away, of those that
/// hold out longest after the last placement; drawn: after which the likeliest replies lose. A reply is
/// likely by a factor of e for each man that it looks better, at most twenty, after two plies more, or
/// one where that would be more than 200,000 positions for all moves together.
#[test]
fn placements_leave_the_likeliest_ways_to_go_wrong() {
    let evaluator = Default::default();
    let mut searcher = with_tables(&PLACING);
    let mut rng = SplitMix64::new(9);
    let mut distinguished = [0; 3];
    let depth_one = Limits { depth: Some(1), ..Limits::default() };
    for _ in 0..300 {
        let at = random_placing(&placing(), &mut rng);
        let value = PLACING.tables.probe(&at).unwrap().unwrap();
        if value.wdl() == Wdl::Win {
            continue;
        }
        let moves = PLACING.tables.probe_moves(&at).unwrap();
        let wdl = |value: &Option<ExactValue>| value.expect("a table").wdl();
        let kept = if value.wdl() == Wdl::Loss { Wdl::Win } else { Wdl::Draw };
        let keeping: Vec<(u8, Morris, String)> = moves
            .iter()
            .filter(|(_, after)| wdl(after) == value.wdl())
            .map(|(m, _)| {
                let mut after = at;
                after.make(*m);
                let goes_on = after.outcome().is_none();
                let plies = if goes_on {
                    PLACING.tables.probe(&after).unwrap().unwrap().plies()
                } else {
                    0
                };
                (plies, after, at.write_move(*m))
            })
            .collect();
        let goes_on = |after: &Morris| after.outcome().is_none();
        let rank = |(plies, after, _): &(u8, Morris, String)| (goes_on(after), *plies);
        let longest = keeping.iter().map(rank).max().unwrap();
        let equals = keeping.iter().filter(|one| rank(one) == longest).count();
        let mut shares = Vec::new();
        for (plies, after, text) in &keeping {
            if !goes_on(after) {
                shares.push(((0, 0), text.clone()));
                continue;
            }
            let replies = PLACING.tables.probe_moves(after).unwrap();
            let deep = (replies.len() as u64).pow(3) <= 200_000 / equals as u64;
            let (mut all, mut wrong) = (0.0, 0.0);
            for (m, reply) in &replies {
                let mut behind = *after;
                behind.make(*m);
                let score = -look(&behind, &evaluator, if deep { 2 } else { 1 });
                let weight = libm::exp(f64::from(score.clamp(-2_000, 2_000)) / 100.0);
                all += weight;
                wrong += if wdl(reply) == kept { 0.0 } else { weight };
            }
            // As fine as the engine counts.
            shares.push(((*plies, (1000.0 * wrong / all) as i32), text.clone()));
        }
        let most = shares.iter().map(|(share, _)| *share).max().unwrap();
        // Without time to search with, the tables choose.
        let (best, ..) = ask_within(&mut searcher, &Record::new(at), &depth_one);
        let chosen = shares.iter().find(|(_, m)| *m == best).expect("a move that keeps the value");
        assert_eq!(chosen.0, most, "{}: {best} of {shares:?}", at.write_position());
        distinguished[value.wdl() as usize] += usize::from(shares.iter().any(|s| s.0 < most));
    }
    let [drawn, _, lost] = distinguished;
    assert!(drawn > 20 && lost > 3, "{distinguished:?}");
}

/// A record that makes a draw of what the tables call won: the claim is left to the search.
#[test]
fn a_record_spoils_what_it_spoils() {
    // White shuttles instead of winning, until every way back is a third occurrence.
    let at = read("B[d7,d6,g4]W[g7,f6,b2]turn[W]", Rules::default());
    assert_eq!(BY_DEFAULT.tables.probe(&at).unwrap(), Some(ExactValue::Draw));
    let mut searcher = with_tables(&BY_DEFAULT);
    let mut record = Record::new(at);
    for text in ["W[b2-d5]", "B[g4-a1]", "W[d5-b2]", "B[a1-g4]"].repeat(2) {
        let Ok(action) = record.current().read_move(text) else { panic!("{text}") };
        if record.play(action).is_err() {
            break;
        }
    }
    assert!(record.outcome().is_some() || !record.drawn_next().is_empty());
    if record.outcome().is_none() {
        let (best, score, _) = ask(&mut searcher, &record, 2000);
        assert!(!score.is_win(), "{best} {score}");
    }
}

/// Behind the fastest win Black can repeat a position for the third time, behind a slower one he cannot.
#[test]
fn a_win_that_the_record_spoils_gives_way_to_a_slower_one() {
    let shuffles = [
        ("B[d7,d5,b2]W[e5,e4,f4]turn[W]", ["W[e4-c5]", "B[d7-a7]", "W[c5-e4]", "B[a7-d7]"]),
        ("B[d7,d6,g1]W[c5,c3,d2]turn[W]", ["W[c3-a1]", "B[d7-a7]", "W[a1-c3]", "B[a7-d7]"]),
    ];
    for (text, shuffle) in shuffles {
        let mut searcher = with_tables(&BY_DEFAULT);
        let mut record = Record::new(read(text, Rules::default()));
        for text in shuffle.repeat(2).iter().take(6) {
            let action = record.current().read_move(text).unwrap();
            record.play(action).unwrap();
        }
        assert!(!record.drawn_next().is_empty(), "{text}");
        let (best, score, _) = ask(&mut searcher, &record, 20_000);
        assert!(score.is_win(), "{text}: {best} {score}");
        let action = record.current().read_move(&best).unwrap();
        record.play(action).unwrap();
        let mut replies = Vec::new();
        record.current().legal_moves(&mut replies);
        for m in replies {
            let mut behind = record.clone();
            behind.play(Action::Move(m)).unwrap();
            assert_eq!(behind.outcome(), None, "{text}: {best}");
        }
    }
}

/// Without tables for the root a search still meets them behind removals.
#[test]
fn the_search_meets_tables_behind_removals() {
    let at = read("B[d7,b6,f6,c5,e5]W[a7,d2,b2,f2]turn[W]", Rules::default());
    let (_, _, without) = ask(&mut Searcher::new(4).unwrap(), &Record::new(at), 150_000);
    assert_eq!(without, 0);
    let (_, _, hits) = ask(&mut with_tables(&BY_DEFAULT), &Record::new(at), 150_000);
    assert!(hits > 100, "{hits}");
}

#[test]
fn the_protocol_opens_tables_and_says_what_lacks() {
    let mut talk = Talk::new();
    let path = BY_DEFAULT.path().to_string_lossy().into_owned();
    talk.send("setoption name Game value morris");
    talk.line();
    talk.send("setoption name TablePath value /no/such/folder");
    let refused = talk.line();
    assert!(
        refused.starts_with("info string error bad-file: /no/such/folder cannot be opened"),
        "{refused}"
    );
    talk.send(format!("setoption name TablePath value {path}"));
    let told = talk.line();
    assert!(
        told.starts_with("info string tablebase morris: 3 of 28 pairs, plies to conversion"),
        "{told}"
    );
    assert!(told.contains("; missing 5-3 5-4 6-3 "), "{told}");
    talk.send("position fen B[a7,c5,b4]W[b6,a4,c4]turn[W]");
    talk.send("go movetime 1000");
    assert_eq!(talk.line(), "info string tablebase win progress 13 end 13");
    let info = talk.line();
    assert!(info.contains(" score mate 13 ") && !info.contains(" tbhits 0 "), "{info}");
    let best = talk.line();
    assert!(["bestmove W[a4-f6]", "bestmove W[c4-f6]"].contains(&best.as_str()), "{best}");
    // No table for this one: the search answers.
    talk.send("position fen B[]W[]hand[9,9]turn[B]");
    talk.send("go depth 2");
    while !talk.line().starts_with("bestmove") {}
}

pub(super) fn quincunx(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quincunx")).args(arguments).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A build is killed, again and again, and goes on each time from the last finished pair.
#[test]
fn a_killed_build_goes_on() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().to_string_lossy().into_owned();
    let arguments = ["tablebase", "build", "morris", "--path", &path, "--pairs", "3-3..4-4"];
    let mut kills = 0;
    loop {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quincunx"))
            .args(arguments)
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(60 + 170 * kills));
        if child.try_wait().unwrap().is_some() {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        // Whatever has its name is whole.
        let (_, problems) = Tables::open(folder.path(), 1).unwrap();
        assert_eq!(problems, []);
    }
    assert!(kills > 0);
    for (a, b) in [(3, 3), (4, 3), (4, 4)] {
        assert_eq!(bytes(folder.path(), pair(a, b)), bytes(BY_DEFAULT.path(), pair(a, b)));
    }
    let parts = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(parts, 3, "nothing else is left");
    let again = quincunx(&arguments);
    assert_eq!(said(&again), "nothing to build: all tables are there\n");
}

#[test]
fn the_shell_tells_what_is_in_tables() {
    let path = TO_THE_END.path().to_string_lossy().into_owned();
    let probe = quincunx(&["tablebase", "probe", "--path", &path, "B[a7,c5,b4]W[b6,a4,c4]turn[W]"]);
    let text = said(&probe);
    assert!(text.starts_with("win 13\nplies to end of the game\n"), "{text}");
    let best: BTreeSet<&str> = text.lines().filter(|l| l.ends_with(" win 13")).collect();
    assert_eq!(best.len(), 2, "{text}");
    assert_eq!(text.lines().count(), 2 + 54, "every move is listed: {text}");

    let over = ["tablebase", "probe", "--path", &path, "B[a7,d7]W[b6,d6,f6]turn[B]"];
    let text = said(&quincunx(&over));
    assert!(text.starts_with("the game is over: W wins ("), "{text}");

    let stats = said(&quincunx(&["tablebase", "stats", "--path", &path, "--json"]));
    let rows: Vec<serde_json::Value> =
        stats.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for row in json_lines("vectors/morris.sectors.jsonl") {
        let is_same = |found: &&serde_json::Value| {
            row.value.as_object().unwrap().iter().all(|(field, value)| found[field] == *value)
        };
        assert!(rows.iter().any(|found| is_same(&found)), "{}", row.place);
    }
    let list = said(&quincunx(&["tablebase", "list", "--path", &path]));
    assert!(list.contains("5 of 28 pairs") && list.contains("\nmissing: 6-3 "), "{list}");
    let verify = quincunx(&["tablebase", "verify", "--path", &path, "--pairs", "3-3..4-3"]);
    assert!(verify.status.success() && said(&verify).ends_with(": all right\n"), "{verify:?}");

    for (arguments, code, told) in [
        (
            vec!["probe", "--game", "morris", "--path", "no/such", "B[a7]W[d7]turn[B]"],
            2,
            "no such position",
        ),
        (
            vec!["probe", "--path", "no/such", "B[]turn[B]"],
            2,
            "no/such cannot be opened as a folder",
        ),
        (vec!["probe", "--path", "src", "B[]turn[B]"], 2, "there are no tables in src"),
        (
            vec!["prove", "morris", "--path", "src"],
            2,
            "there are no tables in src; this makes them:\n  quincunx tablebase build morris --path src",
        ),
        (vec!["probe", "--path", &path, "B[]W[]hand[9,9]turn[B]"], 2, "no table for p0-0-0"),
        (vec!["probe", "--path", &path, "B[]W[]hand[9,5]turn[B]"], 2, "both hands are empty, and"),
        (vec!["list", "--path", "no/such"], 2, "no/such cannot be opened as a folder"),
        (vec!["build", "hexceed", "--path", "no/such"], 2, "only for coerceo, morris and trimok"),
        (
            vec!["list", "--game", "hexceed", "--path", &path],
            2,
            "only for coerceo, morris and trimok",
        ),
        (vec!["verify", "--pairs", "9-9", "--path", &path], 2, "no such tables"),
        (vec!["probe", "--path", &path, "B[a7,d7,g7]W[d6,f6,b6,c5,d5,e5]turn[W]"], 2, "for 6-3"),
        (vec!["build", "morris", "--path", "no/such", "--pairs", "2-3"], 2, "is not a pair"),
        (vec!["build", "morris", "--path", "no/such", "--pairs", "p18"], 2, "layers are p0 to p17"),
        (vec!["build", "morris", "--path", "no/such", "--quiet", "200"], 2, "0 to 199"),
    ] {
        let all: Vec<&str> = ["tablebase"].into_iter().chain(arguments).collect();
        let output = quincunx(&all);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{all:?}: {error}");
        assert!(error.contains(told), "{all:?}: {error}");
    }
}

#[test]
fn claims_of_the_search_are_judged() {
    let claims = |folder: &Path| {
        let path = folder.to_string_lossy().into_owned();
        let all = ["tablebase", "verify", "--path", &path, "--claims", "30", "--nodes", "1000"];
        quincunx(&[&all[..], &["--threads", "2"]].concat())
    };
    let output = claims(BY_DEFAULT.path());
    let text = said(&output);
    assert!(output.status.success(), "{output:?}");
    assert!(
        text.starts_with("30 positions, ") && text.ends_with(" of a loss, 0 false\n"),
        "{text}"
    );
    assert!(!text.contains(": 0 claims of a win"), "there is something to judge: {text}");
    assert_eq!(said(&claims(BY_DEFAULT.path())), text, "the same positions and claims again");
    // Where the tables lie, true claims look false.
    let output = claims(lying_tables().path());
    let text = said(&output);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(text.starts_with("FALSE: ") && text.contains(", a draw\n"), "{text}");
    assert!(!text.ends_with(" 0 false\n"), "{text}");
}

#[test]
fn openings_are_drawn() {
    let path = BY_DEFAULT.path().to_string_lossy().into_owned();
    let openings = |seed: &str| {
        let all = ["tablebase", "openings", "--path", &path, "--count", "3", "--seed", seed];
        said(&quincunx(&all))
    };
    let found = openings("5");
    assert_eq!(found.lines().count(), 3, "{found}");
    for line in found.lines() {
        let at = read(line, Rules::default());
        assert_eq!(BY_DEFAULT.tables.judge(&at), Some(Verdict::Draw), "{line}");
    }
    assert_eq!(openings("5"), found);
    assert_ne!(openings("6"), found);
}
