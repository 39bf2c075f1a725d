//! No false claims: every decisive score that a search reports is true under the rules, from the
//! position with its count of quiet plies and its record.
//!
//! Endings of Morris and Trimok are solved by other means, then searched by one searcher whose
//! table stays warm from position to position, from limit to limit and from record to record. All
//! reports of a search are judged, also those of searches that a node limit interrupts.
//!
//! `scripts/soundness-deep.sh` asks for more through the environment: `SOUNDNESS_STACKS=4` adds
//! the Trimok endings of four stacks, `SOUNDNESS_ROUNDS` multiplies the samples.

use std::sync::{Arc, LazyLock};
use std::time::Instant;

use crate::common::endings::{MORRIS_GRAPH, MORRIS_GROUPS};
use crate::common::retrograde::{Graph, Judge, Solvable, Table, Truth};
use crate::common::{json_lines, position, text};
use quincunx::games::morris::Morris;
use quincunx::games::trimok::Trimok;
use quincunx::kernel::{Action, Position, Record, Score, SplitMix64};
use quincunx::search::{Control, Event, Limits, Line, Searcher};

/// A win within so many plies counts as near: the search is to find it.
const NEAR: u32 = 9;
/// Of a hundred near wins so many have to be found.
const SHARE: u32 = 95;
/// Of a hundred lines of wins and losses so many have to reach the end of the game.
const WHOLE: u32 = 95;
/// The short limits of quiet plies.
const SHORT: [u32; 2] = [8, 13];

/// A game's endings and their values under each limit.
struct Solved<P: Position> {
    graph: Arc<Graph<P>>,
    unlimited: Table,
    /// Under each of the [`SHORT`] limits.
    short: [Table; SHORT.len()],
    /// What is sampled: the numbers of men or stacks of the side to move and of the other.
    sectors: Vec<[u32; 2]>,
}

impl<P: Solvable> Solved<P> {
    fn new(graph: Arc<Graph<P>>, groups: &[&[[u32; 2]]]) -> Self {
        let started = Instant::now();
        let unlimited = Table::unlimited(&graph, groups.len());
        let short = SHORT.map(|limit| Table::limited(&graph, groups.len(), limit));
        for (table, limit) in
            [&unlimited, &short[0], &short[1]].into_iter().zip([0, SHORT[0], SHORT[1]])
        {
            let (longest, [won, drawn, lost]) = table.summary();
            println!(
                "{} {groups:?}, quiet limit {limit}: {won} won, {drawn} drawn, {lost} lost, \
                 the longest in {longest} plies",
                P::NAME
            );
        }
        println!("{}: solved in {:.1?}", P::NAME, started.elapsed());
        Self { graph, unlimited, short, sectors: groups.concat() }
    }

    fn unlimited(&self) -> Truth<'_, P> {
        Truth { graph: &self.graph, table: &self.unlimited }
    }

    fn short(&self, which: usize) -> Truth<'_, P> {
        Truth { graph: &self.graph, table: &self.short[which] }
    }

    /// Returns a random place on which the game goes on. Three of four draws are left out.
    fn sample(&self, rng: &mut SplitMix64) -> Place {
        loop {
            let numbers = self.sectors[rng.below(self.sectors.len())];
            let place = Place { numbers, seed: rng.next_u64() };
            let position: P = place.position(0, &P::Rules::default());
            let goes_on = position.outcome().is_none();
            if goes_on && (self.unlimited().is_decided(&position) || rng.below(4) == 0) {
                return place;
            }
        }
    }
}

/// What stands where and who is to move, without counters and rules.
struct Place {
    numbers: [u32; 2],
    seed: u64,
}

impl Place {
    fn position<P: Solvable>(&self, quiet: u32, rules: &P::Rules) -> P {
        P::random(self.numbers, quiet, rules, &mut SplitMix64::new(self.seed))
    }
}

static MORRIS: LazyLock<Solved<Morris>> =
    LazyLock::new(|| Solved::new(Arc::clone(&MORRIS_GRAPH), &MORRIS_GROUPS[..2]));

static TRIMOK: LazyLock<Solved<Trimok>> = LazyLock::new(|| {
    let groups: [&[[u32; 2]]; 4] = [&[[1, 1]], &[[2, 1], [1, 2]], &[[2, 2]], &[[3, 1], [1, 3]]];
    let most = number_from("SOUNDNESS_STACKS", 3);
    assert!((2..=4).contains(&most), "SOUNDNESS_STACKS is 2, 3 or 4");
    let count = groups.iter().filter(|group| group[0][0] + group[0][1] <= most).count();
    Solved::new(Arc::new(Graph::new(&groups[..count])), &groups[..count])
});

fn number_from(variable: &str, default: u32) -> u32 {
    std::env::var(variable).map_or(default, |text| text.parse().unwrap())
}

fn rounds() -> usize {
    number_from("SOUNDNESS_ROUNDS", 1) as usize
}

/// Returns a game's default rules with that limit of quiet plies.
fn rules_with<P: Solvable>(quiet: u32) -> P::Rules {
    let mut rules = P::Rules::default();
    crate::common::set_rule::<P>(&mut rules, P::LIMITS[0], &quiet.to_string(), "a limit");
    rules
}

/// What a row of searches came to.
#[derive(Debug, Default)]
struct Tally {
    searches: u32,
    /// Decisive scores among all reports.
    wins: u32,
    losses: u32,
    /// Those of them whose line goes on to the end of the game.
    whole: u32,
    /// Searches to the full node limit in positions with a near win, and those that claimed it.
    near: u32,
    found: u32,
    /// Positions that the quiet limit or the record makes worth something else.
    spoiled: u32,
}

/// A searcher at work and what it came to.
struct Trial<P: Solvable> {
    searcher: Searcher<P>,
    nodes: u64,
    rng: SplitMix64,
    tally: Tally,
    started: Instant,
}

impl<P: Solvable> Trial<P> {
    fn new(threads: usize, nodes: u64, seed: u64) -> Self {
        let mut searcher = Searcher::new(16).unwrap();
        searcher.set_threads(threads);
        Self {
            searcher,
            nodes,
            rng: SplitMix64::new(seed),
            tally: Tally::default(),
            started: Instant::now(),
        }
    }

    /// Searches the position of a record in a hurry, then with all nodes, and judges the claims.
    fn search(&mut self, truth: Truth<'_, P>, record: &Record<P>) {
        let mut judge = Judge::new(truth, record);
        let value = judge.value(record.current(), NEAR);
        // Interrupted anywhere, at best in the middle of an iteration.
        let power = 1 << self.rng.below(11);
        let hurried = (power + self.rng.below(power)) as u64;
        let lines = 1 + usize::from(self.rng.below(8) == 0);
        self.judged(&mut judge, record, hurried, lines);
        let claim = self.judged(&mut judge, record, self.nodes, 1);
        if value.is_some_and(|value| value.is_win() && value.plies() <= Some(NEAR)) {
            self.tally.near += 1;
            self.tally.found += u32::from(claim.is_win());
        }
    }

    /// Searches once, judges every report and returns the last score.
    fn judged(
        &mut self,
        judge: &mut Judge<'_, P>,
        record: &Record<P>,
        nodes: u64,
        multi_pv: usize,
    ) -> Score {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        self.searcher.set_multi_pv(multi_pv);
        let mut reports = Vec::new();
        let control = Control::new(Instant::now());
        let mut collect = |event| {
            if let Event::Line(line) = event {
                reports.push(line);
            }
        };
        let found = self.searcher.search(record, &limits, &control, &mut collect);
        self.tally.searches += 1;
        reports.push(found);
        for line in &reports {
            self.tally.wins += u32::from(line.score().is_win());
            self.tally.losses += u32::from(line.score().is_loss());
            let length = line.pv.len() as u32;
            self.tally.whole += u32::from(line.score().plies() == Some(length));
            if let Err(what) = verdict(judge, record, line) {
                let played: Vec<String> =
                    record.steps().iter().map(|step| step.before.write_move(step.played)).collect();
                panic!(
                    "{what}: {}, line {}, depth {}, {:?} after {played:?} from {}, truly {:?}; {nodes} nodes, {multi_pv} lines",
                    line.score(),
                    line.multi_pv,
                    line.depth,
                    record.current(),
                    record.start().write_position(),
                    judge.value(record.current(), NEAR),
                );
            }
        }
        reports.pop().unwrap().score()
    }

    fn conclude(self, name: &str, share: Option<u32>) {
        let tally = &self.tally;
        println!("{name}, {} nodes: {tally:?}, {:.1?}", self.nodes, self.started.elapsed());
        if let Some(share) = share {
            assert!(tally.near > 100, "{name}: only {} near wins", tally.near);
            let enough = tally.found * 100 >= tally.near * share;
            assert!(enough, "{name}: {} of {} near wins found", tally.found, tally.near);
        }
        // Without claims of both kinds nothing would have been judged.
        let few = tally.searches / 50;
        assert!(tally.wins > few && tally.losses > few, "{name}: few claims, {tally:?}");
        let claims = tally.wins + tally.losses;
        assert!(tally.whole * 100 >= claims * WHOLE, "{name}: few whole lines, {tally:?}");
    }
}

/// Says what is wrong with a report.
fn verdict<P: Solvable>(
    judge: &mut Judge<'_, P>,
    record: &Record<P>,
    line: &Line<P::Move>,
) -> Result<(), &'static str> {
    let mut after = record.clone();
    for m in &line.pv {
        after.play(Action::Move(*m)).map_err(|_| "an illegal line")?;
    }
    let Some(plies) = line.score().plies() else { return Ok(()) };
    if line.pv.len() as u32 > plies {
        return Err("a line beyond the end that is claimed");
    }
    if line.pv.len() as u32 == plies {
        let player = record.current().to_move();
        let winner = if line.score().is_win() { player } else { !player };
        if after.outcome().is_none_or(|outcome| outcome.winner != Some(winner)) {
            return Err("a line that does not end as claimed");
        }
    }
    let best = line.best().ok_or("a claim without a move")?;
    let is_true = if line.score().is_win() {
        judge.reaches_loss(record.current(), best, plies - 1)
    } else if line.multi_pv == 1 {
        judge.loses(record.current(), plies)
    } else {
        // The best of the other moves.
        judge.reaches_win(record.current(), best, plies - 1)
    };
    if is_true { Ok(()) } else { Err("a false claim") }
}

/// Returns a record that wanders through quiet moves and mostly comes back to where it was.
fn wander<P: Solvable>(truth: Truth<'_, P>, start: P, rng: &mut SplitMix64) -> Record<P> {
    let mut record = Record::new(start);
    let mut moves = Vec::new();
    for _ in 0..4 + rng.below(9) {
        moves.clear();
        record.legal_moves(&mut moves);
        let here = record.current().clone();
        moves.retain(|m| !here.is_irreversible(*m));
        if moves.is_empty() {
            break;
        }
        let stood = |board: &P| {
            let packed = board.packed();
            record.steps().iter().any(|step| step.packed == packed) || here.packed() == packed
        };
        let leads_back = |m: P::Move| {
            let mut after = here.clone();
            after.make(m);
            let mut replies = Vec::new();
            after.legal_moves(&mut replies);
            stood(&after)
                || replies.into_iter().any(|reply| {
                    let mut back = after.clone();
                    back.make(reply);
                    stood(&back)
                })
        };
        let choice = match rng.below(6) {
            0..=2 => moves.iter().copied().find(|m| leads_back(*m)),
            3 | 4 => moves.iter().copied().min_by_key(|m| {
                let mut after = here.clone();
                after.make(*m);
                truth.value(&after).unwrap_or(Score::ZERO)
            }),
            _ => None,
        };
        let m = choice.unwrap_or_else(|| moves[rng.below(moves.len())]);
        record.play(Action::Move(m)).unwrap();
        if record.outcome().is_some() {
            record.undo();
            break;
        }
    }
    record
}

/// Positions without a record, far from the quiet limit.
fn positions<P: Solvable>(solved: &Solved<P>, threads: usize, count: usize, nodes: u64) {
    let mut trial = Trial::<P>::new(threads, nodes, 1);
    let mut rng = SplitMix64::new(11);
    let rules = P::Rules::default();
    for _ in 0..count * rounds() {
        let position = solved.sample(&mut rng).position(0, &rules);
        trial.search(solved.unlimited(), &Record::new(position));
    }
    trial.conclude(&format!("{} positions, {threads} threads", P::NAME), Some(SHARE));
}

/// The same positions near and far from a short quiet limit.
fn quiet_limits<P: Solvable>(solved: &Solved<P>, threads: usize, count: usize, nodes: u64) {
    let mut trial = Trial::<P>::new(threads, nodes, 2);
    let mut rng = SplitMix64::new(12);
    for _ in 0..count * rounds() {
        let place = solved.sample(&mut rng);
        let mut values = Vec::new();
        for _ in 0..3 {
            let which = rng.below(SHORT.len());
            let rules = rules_with::<P>(SHORT[which]);
            let quiet = rng.below(SHORT[which] as usize) as u32;
            let position = place.position(quiet, &rules);
            let truth = solved.short(which);
            values.push(truth.value(&position));
            trial.search(truth, &Record::new(position));
        }
        values.dedup();
        trial.tally.spoiled += u32::from(values.len() > 1);
    }
    assert!(trial.tally.spoiled as usize * 20 > count, "too few that the limit spoils");
    trial.conclude(&format!("{} quiet limits, {threads} threads", P::NAME), Some(SHARE));
}

/// Positions with a record in which some stand twice, and the same without it.
fn records<P: Solvable>(solved: &Solved<P>, threads: usize, count: usize, nodes: u64) {
    let mut trial = Trial::<P>::new(threads, nodes, 3);
    let mut rng = SplitMix64::new(13);
    let mut left = count * rounds();
    while left > 0 {
        let short = rng.below(3) == 0;
        let truth = if short { solved.short(1) } else { solved.unlimited() };
        let rules = if short { rules_with::<P>(SHORT[1]) } else { P::Rules::default() };
        let start = solved.sample(&mut rng).position(0, &rules);
        let record = wander(truth, start, &mut rng);
        let mut judge = Judge::new(truth, &record);
        if !judge.has_drawn() {
            continue;
        }
        let free = truth.value(record.current()).filter(|free| free.plies() <= Some(NEAR));
        let is_spoiled = judge.value(record.current(), NEAR) != free;
        // Where the record makes no difference it is of less interest.
        if !is_spoiled && rng.below(4) > 0 {
            continue;
        }
        trial.tally.spoiled += u32::from(is_spoiled);
        left -= 1;
        let fresh = Record::new(record.current().clone());
        if rng.below(2) == 0 {
            trial.search(truth, &fresh);
            trial.search(truth, &record);
        } else {
            trial.search(truth, &record);
            trial.search(truth, &fresh);
        }
    }
    assert!(trial.tally.spoiled as usize * 20 > count, "too few that the record spoils");
    trial.conclude(&format!("{} records, {threads} threads", P::NAME), Some(SHARE));
}

#[test]
fn morris_is_solved_as_the_vectors_say() {
    let (mut expected, mut longest) = ([0; 3], 0);
    for row in json_lines("vectors/morris.sectors.jsonl") {
        let number = |field: &str| row.value[field].as_u64().unwrap();
        if MORRIS.sectors.contains(&[number("to_move") as u32, number("other") as u32]) {
            for (sum, field) in expected.iter_mut().zip(["win", "draw", "loss"]) {
                *sum += number(field) as usize;
            }
            longest = longest.max(number("max_win")).max(number("max_loss"));
        }
    }
    assert_eq!(MORRIS.unlimited.summary(), (longest as u32, expected));
}

#[test]
fn trimok_is_solved_as_the_vectors_say() {
    let mut count = 0;
    for row in json_lines("vectors/trimok.endgames.jsonl") {
        let text = text(&row.value, "position", &row.place);
        let position: Trimok = position(text, &Default::default(), &row.place);
        if TRIMOK.unlimited().knows(&position) {
            let plies = row.value["plies"].as_u64().map(|plies| plies as u32);
            let value = match row.value["value"].as_str() {
                Some("win") => plies.map(Score::win_in),
                Some("loss") => plies.map(Score::loss_in),
                _ => None,
            };
            assert_eq!(TRIMOK.unlimited().value(&position), value, "{}", row.place);
            count += 1;
        }
    }
    assert!(count > 5, "only {count} endings");
}

/// Defines the tests of one game.
macro_rules! sound {
    ($game:ident, $solved:ident, $count:expr, $nodes:expr) => {
        mod $game {
            use super::{positions, quiet_limits, records, $solved};

            #[test]
            fn positions_are_claimed_rightly() {
                positions(&$solved, 1, $count, $nodes);
                positions(&$solved, 2, $count, $nodes);
            }

            #[test]
            fn quiet_limits_are_respected() {
                quiet_limits(&$solved, 1, $count / 2, $nodes);
                quiet_limits(&$solved, 2, $count / 2, $nodes);
            }

            #[test]
            fn records_are_respected() {
                records(&$solved, 1, $count, $nodes);
                records(&$solved, 2, $count, $nodes);
            }
        }
    };
}

sound!(morris, MORRIS, 500, 40_000);
sound!(trimok, TRIMOK, 800, 20_000);
