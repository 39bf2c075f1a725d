//! Exact values of endings of Morris and Trimok: the reference solver against what other programs
//! found and what RULES.md says.
//!
//! `TRIMOK_STACKS=4` adds the Trimok endings of four stacks, which take about half a minute.

use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

use crate::common::endings::{self, MORRIS_GRAPH, MORRIS_GROUPS};
use crate::common::retrograde::{Graph, Solvable, Table, Truth};
use crate::common::{Row, json_lines, move_texts, position, text, texts};
use quincunx::games::Game;
use quincunx::games::morris::{self, Morris};
use quincunx::games::trimok::{self, Board, Cell, Change, Size, Stack, Trimok};
use quincunx::kernel::{Evaluate, Player, Position, Score, SplitMix64};
use serde_json::Value;

/// A result as the data files name it.
fn result(value: Option<Score>) -> &'static str {
    match value {
        Some(score) if score.is_win() => "win",
        Some(_) => "loss",
        None => "draw",
    }
}

/// The place of a result in the lists of this file: wins, draws, losses.
fn kind(value: Option<Score>) -> usize {
    ["win", "draw", "loss"].iter().position(|name| *name == result(value)).unwrap()
}

fn plies(value: Option<Score>) -> u32 {
    value.and_then(Score::plies).unwrap_or(0)
}

fn number(row: &Row<Value>, field: &str) -> u64 {
    row.value[field].as_u64().unwrap_or_else(|| panic!("{}: no number {field:?}", row.place))
}

/// A graph with its values, without draws by repetition or quiet plies.
struct Solved<P: Position> {
    rules: P::Rules,
    graph: Arc<Graph<P>>,
    table: Table,
}

impl<P: Solvable> Solved<P> {
    fn new(rules: P::Rules, groups: &[&[[u32; 2]]]) -> Self {
        Self::of(rules, Arc::new(Graph::under(rules, groups)), groups.len())
    }

    fn of(mut rules: P::Rules, graph: Arc<Graph<P>>, groups: usize) -> Self {
        for limit in P::LIMITS {
            crate::common::set_rule::<P>(&mut rules, limit, "0", "a solver");
        }
        let table = Table::unlimited(&graph, groups);
        Self { rules, graph, table }
    }

    fn value(&self, position: &P) -> Option<Score> {
        Truth { graph: &self.graph, table: &self.table }.value(position)
    }

    /// Returns what each legal move leads to, for the side that makes it.
    fn moves(&self, position: &P) -> Vec<(P::Move, Option<Score>)> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves
            .into_iter()
            .map(|m| (m, self.value(&after(position, m)).map(|score| (-score).delayed(1))))
            .collect()
    }

    /// Returns the texts, sorted, of the moves that keep the value of a position, and of those that
    /// keep its distance as well.
    fn best(&self, position: &P) -> [Vec<String>; 2] {
        let value = self.value(position);
        let mut lists = [Vec::new(), Vec::new()];
        for (m, after) in self.moves(position) {
            if kind(after) == kind(value) {
                lists[0].push(position.write_move(m));
            }
            if after == value {
                lists[1].push(position.write_move(m));
            }
        }
        lists.each_mut().map(|list| {
            list.sort_unstable();
            std::mem::take(list)
        })
    }

    /// Reads a position without draw limits; what is listed must be canonical text.
    fn read(&self, row: &Row<Value>) -> P {
        let text = text(&row.value, "position", &row.place);
        let at: P = position(text, &self.rules, &row.place);
        assert_eq!(at.write_position(), text, "{}", row.place);
        at
    }
}

fn after<P: Game>(position: &P, m: P::Move) -> P {
    let mut after = position.clone();
    after.make(m);
    after
}

fn sorted<'a>(row: &'a Row<Value>, field: &str) -> Vec<&'a str> {
    let mut listed = texts(&row.value, field, &row.place);
    listed.sort_unstable();
    listed
}

// Nine Men's Morris.

static MORRIS: LazyLock<Solved<Morris>> = LazyLock::new(|| {
    Solved::of(morris::Rules::default(), Arc::clone(&MORRIS_GRAPH), MORRIS_GROUPS.len())
});

fn is_quick(sector: [u32; 2]) -> bool {
    MORRIS_GROUPS.concat().contains(&sector)
}

/// Calls `visit` with one position of each orbit of a sector.
fn each_orbit([own, other]: [u32; 2], mut visit: impl FnMut(&Morris)) {
    let mut seen = HashSet::new();
    for position in Morris::all(own, other, MORRIS.rules) {
        if seen.insert(position.class()) {
            visit(&position);
        }
    }
}

fn is_solved(at: &Morris) -> bool {
    !at.has_hands() && is_quick([at.own().men(), at.enemy().men()])
}

fn morris_rows(list: &str) -> Vec<(Row<Value>, Morris)> {
    let rows = json_lines(&format!("vectors/morris.{list}.jsonl"));
    rows.into_iter().map(|row| (row.clone(), MORRIS.read(&row))).collect()
}

#[test]
fn morris_sectors_have_the_listed_results() {
    let rows = json_lines("vectors/morris.sectors.jsonl");
    assert_eq!(rows.len(), 3);
    for row in rows {
        let sector = ["to_move", "other"].map(|field| number(&row, field) as u32);
        // Win, draw, loss: up to symmetry, and all.
        let (mut orbits, mut raw) = ([0; 3], [0; 3]);
        let (mut longest_win, mut longest_loss) = (0, 0);
        each_orbit(sector, |at| {
            let value = MORRIS.value(at);
            let longest = match kind(value) {
                0 => &mut longest_win,
                _ => &mut longest_loss,
            };
            *longest = plies(value).max(*longest);
            orbits[kind(value)] += 1;
            raw[kind(value)] += endings::orbit(at) as u64;
        });
        assert_eq!(orbits, ["win", "draw", "loss"].map(|f| number(&row, f)), "{}", row.place);
        let listed = ["raw_win", "raw_draw", "raw_loss"].map(|f| number(&row, f));
        assert_eq!(raw, listed, "{}", row.place);
        assert_eq!(orbits.iter().sum::<u64>(), number(&row, "states"), "{}", row.place);
        let longest = [longest_win, longest_loss].map(u64::from);
        assert_eq!(longest, ["max_win", "max_loss"].map(|f| number(&row, f)), "{}", row.place);
    }
}

/// The solver's positions are as many as Burnside's lemma says, which is in `orbits`.
#[test]
fn solved_morris_sectors_are_complete() {
    let mut compared = 0;
    for row in json_lines("vectors/morris.orbits.jsonl") {
        let sector = ["own", "enemy"].map(|field| number(&row, field) as u32);
        if is_quick(sector) {
            let (mut orbits, mut raw) = (0, 0);
            each_orbit(sector, |at| {
                orbits += 1;
                raw += endings::orbit(at) as u64;
            });
            assert_eq!([orbits, raw], ["orbits", "raw"].map(|f| number(&row, f)), "{sector:?}");
            compared += 1;
        }
    }
    assert_eq!(compared, 3);
}

#[test]
fn values_of_solved_morris_sectors_are_as_listed() {
    let mut compared = 0;
    for (row, at) in morris_rows("values") {
        if is_solved(&at) {
            assert_eq!(listing(MORRIS.value(&at)), row.value["value"], "{}", row.place);
            compared += 1;
        }
    }
    assert_eq!(compared, 600);
}

/// Returns a value as the files of Morris list it.
fn listing(value: Option<Score>) -> String {
    match value {
        Some(_) => format!("{} {}", result(value), plies(value)),
        None => result(value).to_owned(),
    }
}

#[test]
fn best_moves_of_solved_morris_sectors_are_as_listed() {
    let mut compared = 0;
    for (row, at) in morris_rows("best") {
        if is_solved(&at) {
            assert_eq!(listing(MORRIS.value(&at)), row.value["value"], "{}", row.place);
            let [keep, fastest] = MORRIS.best(&at);
            assert_eq!(keep, sorted(&row, "keep"), "{}", row.place);
            assert_eq!(fastest, sorted(&row, "fastest"), "{}", row.place);
            compared += 1;
        }
    }
    assert!(compared > 0);
}

#[test]
fn listed_best_moves_of_morris_are_legal() {
    for (row, at) in morris_rows("best") {
        let legal = move_texts(&at);
        let [keep, fastest] = ["keep", "fastest"].map(|field| sorted(&row, field));
        assert!(!fastest.is_empty(), "{}", row.place);
        assert!(keep.iter().all(|m| legal.iter().any(|text| text == m)), "{}", row.place);
        assert!(fastest.iter().all(|m| keep.contains(m)), "{}", row.place);
    }
}

/// How far plain minimax looks in sectors that are not solved.
const PLIES: u32 = 3;

/// Returns the value of a Morris position if it is decided within so many plies.
fn short_value(at: &Morris, plies: u32) -> Option<Score> {
    if at.outcome().is_some() {
        return Some(Score::loss_in(0));
    }
    if plies == 0 {
        return None;
    }
    let mut moves = Vec::new();
    at.legal_moves(&mut moves);
    let values: Vec<Option<Score>> = moves
        .into_iter()
        .map(|m| short_value(&after(at, m), plies - 1).map(|score| (-score).delayed(1)))
        .collect();
    let win = values.iter().flatten().filter(|score| score.is_win()).max();
    match win {
        Some(win) => Some(*win),
        None if values.iter().all(Option::is_some) => values.into_iter().flatten().max(),
        None => None,
    }
}

/// While men are in hand only the result is listed, not the distance.
#[test]
fn short_wins_and_losses_of_morris_are_as_listed() {
    let mut decided = 0;
    for (row, at) in ["values", "best", "placing_values"].into_iter().flat_map(morris_rows) {
        let listed = text(&row.value, "value", &row.place);
        let (result, plies) = match listed.split_once(' ') {
            Some((result, plies)) => (result, Some(plies.parse::<u32>().unwrap())),
            None => (listed, None),
        };
        assert!(["win", "draw", "loss"].contains(&result), "{}", row.place);
        match short_value(&at, PLIES) {
            Some(value) => {
                let found = listing(Some(value));
                let expected = if plies.is_some() { listed } else { result };
                assert!(found.starts_with(expected), "{found}: {}", row.place);
                assert!(plies.is_none() || found == listed, "{found}: {}", row.place);
                decided += 1;
            }
            None => assert!(plies.is_none_or(|plies| plies > PLIES), "{}", row.place),
        }
    }
    assert!(decided > 0);
}

// Trimok.

/// The stacks of the side to move and of the other, in the order in which they need each other.
const STACKS: [&[[u32; 2]]; 4] = [&[[1, 1]], &[[2, 1], [1, 2]], &[[3, 1], [1, 3]], &[[2, 2]]];

/// How many stacks the endings have at most.
static MOST: LazyLock<u32> = LazyLock::new(|| {
    let most = std::env::var("TRIMOK_STACKS").map_or(3, |text| text.parse().unwrap());
    assert!((2..=4).contains(&most), "TRIMOK_STACKS is 2, 3 or 4");
    most
});

static TRIMOK: LazyLock<Solved<Trimok>> = LazyLock::new(|| {
    let count = STACKS.iter().filter(|group| group[0].iter().sum::<u32>() <= *MOST).count();
    Solved::new(trimok::Rules::default(), &STACKS[..count])
});

/// Returns the won, drawn and lost positions of a sector up to relabelling, and the longest win or
/// loss.
fn statistics(solved: &Solved<Trimok>, [own, other]: [u32; 2]) -> ([u32; 3], u32) {
    let (mut counts, mut longest) = ([0; 3], 0);
    for position in Trimok::all(own, other, solved.rules) {
        let value = solved.value(&position);
        counts[kind(value)] += 1;
        longest = longest.max(plies(value));
    }
    (counts, longest)
}

/// Value, distance, best moves, moves that keep the value: of the endings whose stacks are solved.
#[test]
fn trimok_endings_have_their_exact_values() {
    let mut checked = 0;
    for row in json_lines("vectors/trimok.endgames.jsonl") {
        let place = &row.place;
        let at = TRIMOK.read(&row);
        if at.board().occupied().count_ones() > *MOST {
            continue;
        }
        checked += 1;
        let value = TRIMOK.value(&at);
        assert_eq!(result(value), text(&row.value, "value", place), "{place}");
        assert_eq!(value.and_then(Score::plies).map(u64::from), row.value["plies"].as_u64());
        let [keep, best] = TRIMOK.best(&at);
        assert_eq!(keep, texts(&row.value, "keep", place), "{place}");
        assert_eq!(best, texts(&row.value, "best", place), "{place}");
    }
    assert!(checked >= 38, "{checked} rows");
}

/// RULES.md section 8: won, drawn and lost positions up to relabelling, and the longest win or
/// loss.
#[test]
fn trimok_sectors_have_their_statistics() {
    for (sector, counts, longest) in [
        ([1, 1], [1_558, 1_344, 878], 19),
        ([2, 1], [182_676, 9_772, 332], 37),
        ([1, 2], [5_940, 23_196, 163_644], 38),
        ([2, 2], [4_865_926, 2_110_897, 2_565_787], 79),
    ] {
        if sector.iter().sum::<u32>() <= *MOST {
            assert_eq!(statistics(&TRIMOK, sector), (counts, longest), "{sector:?}");
        }
    }
    if *MOST >= 4 {
        assert_eq!(statistics(&TRIMOK, [3, 1]).1, 49);
        assert_eq!(statistics(&TRIMOK, [1, 3]).1, 50);
    }
}

/// Decision 4: without exchange the beating size always wins one against one, equal sizes draw.
#[test]
fn without_exchange_one_against_one_is_decided_by_size() {
    let rules = trimok::Rules { change: Change::None, ..trimok::Rules::default() };
    let solved: Solved<Trimok> = Solved::new(rules, &[&[[1, 1]]]);
    // Of 22,680 positions with either side to move, relabelling leaves a sixth.
    assert_eq!(statistics(&solved, [1, 1]).0, [7_560 / 6; 3]);
    for (red, blue) in Size::ALL.into_iter().flat_map(|a| Size::ALL.map(|b| (a, b))) {
        let text = format!("R[{}B2]B[{}E5]turn[R]", red.number(), blue.number());
        let value = solved.value(&position(&text, &solved.rules, "two stacks"));
        assert_eq!(result(value) == "win", red.prey() == blue, "{text}");
        assert_eq!(result(value) == "loss", blue.prey() == red, "{text}");
    }
}

#[test]
fn the_evaluation_of_trimok_prefers_what_is_won() {
    let mut sums = [(0_i64, 0_i64); 3];
    let mut rng = SplitMix64::new(1);
    let evaluator = Default::default();
    for _ in 0..20_000 {
        let mut board = Board::default();
        for (player, size) in [(Player::First, 0), (Player::Second, 1), (Player::First, 2)] {
            let free: Vec<Cell> = Cell::all().filter(|cell| board.at(*cell).is_none()).collect();
            let size = Size::ALL[(size + rng.below(3)) % 3];
            board = board.with(free[rng.below(free.len())], Stack { player, size });
        }
        let here = Trimok::new(board, Player::from_index(rng.below(2)), 0, TRIMOK.rules);
        let sum = &mut sums[kind(TRIMOK.value(&here))];
        sum.0 += i64::from(here.evaluate(&evaluator).value());
        sum.1 += 1;
    }
    let [won, drawn, lost] = sums.map(|(sum, count)| sum / count.max(1));
    assert!(won > drawn && drawn > lost, "{won} {drawn} {lost}");
}
