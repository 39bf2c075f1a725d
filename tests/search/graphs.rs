//! The search against the truth: games made of random graphs, solved by other means.

use std::sync::Arc;
use std::time::{Duration, Instant};

use quincunx::kernel::{
    Action, Ending, Evaluate, GameEnding, IllegalMove, Move, MoveBits, Order, Outcome, Player,
    Position, Record, Score, Solve, SplitMix64, Term, Worth,
};
use quincunx::search::{Bound, Control, Event, Heuristics, Limits, Line, Searcher};

/// Nobody has won.
const DEAD: Ending = Ending::Own(&GameEnding { name: "dead", words: "nobody has won" });
/// A player has won.
const BEATEN: Ending = Ending::Own(&GameEnding { name: "beaten", words: "{loser} is beaten" });

/// A game whose rules are a list of nodes.
#[derive(Debug, PartialEq)]
struct Graph {
    nodes: Vec<Node>,
    /// After so many reversible moves running the game is drawn.
    quiet_limit: Option<u32>,
}

#[derive(Clone, Debug, PartialEq)]
struct Node {
    to_move: Player,
    children: Vec<u16>,
    /// The end of the game, where there are no children.
    outcome: Option<Outcome>,
    /// What the evaluation says, from the first player's view.
    opinion: i32,
    /// Points that are settled here and count in every margin below.
    settled: i32,
}

#[derive(Clone, Debug, PartialEq)]
struct State {
    graph: Arc<Graph>,
    node: u16,
    quiet: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct To(u16);

impl Move for To {
    fn bits(self) -> u16 {
        self.0
    }

    fn from_bits(bits: u16) -> Option<Self> {
        Some(Self(bits))
    }
}

impl State {
    fn node(&self) -> &Node {
        &self.graph.nodes[self.node as usize]
    }
}

/// Moves to a higher node never come back in these graphs.
fn is_forward(from: u16, to: u16, width: u16) -> bool {
    to / width > from / width
}

/// Nodes come in layers of so many; a move within a layer can be undone.
const WIDTH: u16 = 8;

impl Position for State {
    type Move = To;
    type Packed = [u64; 1];
    type Undo = (u16, u32);
    type Rules = ();

    const NAME: &'static str = "graph";
    const CYCLES: bool = true;
    const MAX_MOVES: usize = 64;
    const MAX_MARGIN: i32 = 20;

    fn start(_rules: &()) -> Self {
        let node = Node {
            to_move: Player::First,
            children: Vec::new(),
            outcome: Some(Outcome::drawn(DEAD)),
            opinion: 0,
            settled: 0,
        };
        Self { graph: Arc::new(Graph { nodes: vec![node], quiet_limit: None }), node: 0, quiet: 0 }
    }

    fn rules(&self) {}

    fn to_move(&self) -> Player {
        self.node().to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        let is_late = self.graph.quiet_limit.is_some_and(|limit| self.quiet >= limit);
        self.node().outcome.or(is_late.then(|| Outcome::drawn(Ending::Quiet)))
    }

    fn legal_moves(&self, moves: &mut Vec<To>) {
        if self.outcome().is_none() {
            moves.extend(self.node().children.iter().map(|child| To(*child)));
        }
    }

    fn check(&self, m: To) -> Result<(), IllegalMove> {
        if self.node().children.contains(&m.0) {
            Ok(())
        } else {
            Err(IllegalMove::new("no such edge"))
        }
    }

    fn make(&mut self, m: To) -> (u16, u32) {
        let undo = (self.node, self.quiet);
        self.quiet = if self.is_irreversible(m) { 0 } else { self.quiet + 1 };
        self.node = m.0;
        undo
    }

    fn unmake(&mut self, _m: To, undo: (u16, u32)) {
        (self.node, self.quiet) = undo;
    }

    fn packed(&self) -> [u64; 1] {
        [u64::from(self.node)]
    }

    fn is_irreversible(&self, m: To) -> bool {
        is_forward(self.node, m.0, WIDTH)
    }

    fn repetition_limit(&self) -> u32 {
        3
    }

    fn quiet_left(&self) -> Option<u32> {
        self.graph.quiet_limit.map(|limit| limit - self.quiet.min(limit))
    }

    fn settled(&self) -> i32 {
        self.node().settled
    }
}

impl Evaluate for State {
    type Evaluator = ();

    fn evaluate(&self, (): &()) -> Score {
        Score::centi((self.node().opinion + self.settled() * 100) * self.to_move().sign())
    }

    fn terms(&self, (): &()) -> Vec<Term> {
        vec![Term { name: "opinion", centi: self.evaluate(&()).value() }]
    }
}

impl Order for State {
    const HISTORY_SLOTS: usize = 1 << 10;

    fn is_noisy(&self, m: To) -> bool {
        m.0.is_multiple_of(5) && self.is_irreversible(m)
    }
}

impl Solve for State {}

/// Returns a graph of `layers` layers. Without `cycles` every edge leads to a later layer.
fn random_graph(seed: u64, layers: u16, cycles: bool, points: bool) -> Graph {
    let mut rng = SplitMix64::new(seed);
    let count = layers * WIDTH;
    let nodes = (0..count)
        .map(|at| {
            let layer = at / WIDTH;
            let is_end = layer + 1 == layers || rng.below(12) == 0;
            let mut children = Vec::new();
            if !is_end {
                for _ in 0..1 + rng.below(4) {
                    let within = cycles && rng.below(3) > 0;
                    let target = if within { layer } else { layer + 1 };
                    let child = target * WIDTH + rng.below(WIDTH as usize) as u16;
                    if child != at && !children.contains(&child) {
                        children.push(child);
                    }
                }
            }
            // Mostly alternating, but a player may act twice running.
            let to_move = Player::from_index(rng.below(2));
            let outcome = children.is_empty().then(|| {
                let kind = rng.below(3);
                if points {
                    Outcome::points(rng.below(9) as i32 - 4)
                } else if kind == 0 {
                    Outcome::drawn(DEAD)
                } else {
                    Outcome::won(Player::from_index(kind - 1), BEATEN)
                }
            });
            let opinion = rng.below(101) as i32 - 50;
            Node { to_move, children, outcome, opinion, settled: 0 }
        })
        .collect();
    Graph { nodes, quiet_limit: None }
}

/// The value to the side to move by plain minimax. For graphs without cycles.
fn minimax(state: &mut State, plies: u32) -> Score {
    let player = state.to_move();
    if let Some(outcome) = state.outcome() {
        let score = match outcome {
            Outcome { margin: Some(margin), .. } => Score::points(margin * player.sign()),
            Outcome { winner: None, .. } => Score::ZERO,
            Outcome { winner: Some(winner), .. } if winner == player => Score::win_in(0),
            Outcome { .. } => Score::loss_in(0),
        };
        return score.delayed(plies);
    }
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    let mut best = -Score::INFINITY;
    for m in moves {
        let undo = state.make(m);
        let value = minimax(state, plies + 1);
        best = best.max(if state.to_move() == player { value } else { -value });
        state.unmake(m, undo);
    }
    best
}

fn search(searcher: &mut Searcher<State>, record: &Record<State>, limits: &Limits) -> Line<To> {
    search_moves(searcher, record, &[], limits)
}

fn search_moves(
    searcher: &mut Searcher<State>,
    record: &Record<State>,
    root_moves: &[To],
    limits: &Limits,
) -> Line<To> {
    let control = Control::new(Instant::now());
    let root_moves: Vec<_> = root_moves.iter().copied().filter_map(MoveBits::of).collect();
    searcher.search_moves(record, &root_moves, limits, &control, &mut |_| {}).decoded()
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

#[test]
fn agrees_with_plain_minimax_on_trees() {
    for seed in 0..400 {
        let points = seed % 2 == 1;
        let graph = Arc::new(random_graph(seed, 7, false, points));
        let mut searcher = Searcher::new(1).unwrap();
        for node in 0..WIDTH {
            let mut state = State { graph: Arc::clone(&graph), node, quiet: 0 };
            if state.outcome().is_some() {
                continue;
            }
            let found = search(&mut searcher, &Record::new(state.clone()), &to_depth(8));
            let value = minimax(&mut state, 0);
            assert_eq!(found.score(), value, "seed {seed}, node {node}");
            // The best move keeps the value, and the line is legal.
            let player = state.to_move();
            let mut line = state.clone();
            for (ply, m) in found.pv.iter().enumerate() {
                assert_eq!(line.check(*m), Ok(()), "seed {seed}, node {node}, ply {ply}");
                line.make(*m);
            }
            state.make(found.best().unwrap());
            let after = minimax(&mut state, 1);
            assert_eq!(if state.to_move() == player { after } else { -after }, value);
        }
    }
}

#[test]
fn lines_are_worth_what_is_known_of_the_root() {
    let graph = Arc::new(random_graph(1, 7, false, true));
    let known = Worth::Margin(9);
    let mut searched = 0;
    for node in 0..WIDTH {
        let state = State { graph: Arc::clone(&graph), node, quiet: 0 };
        if state.outcome().is_some() {
            continue;
        }
        let record = Record::new(state);
        let unknown = search(&mut Searcher::new(1).unwrap(), &record, &to_depth(8));
        let mut searcher = Searcher::new(1).unwrap();
        searcher.set_known(Some(known));
        let mut told = Vec::new();
        let mut tell = |event: Event<To>| {
            if let Event::Line(line) = event {
                told.push(line.worth);
            }
        };
        let control = Control::new(Instant::now());
        let found = searcher.search(&record, &to_depth(8), &control, &mut tell);
        assert!(!told.is_empty() && told.iter().all(|worth| *worth == known), "{told:?}");
        assert_eq!((found.worth, found.pv), (known, unknown.pv), "it finds the same move");
        searcher.set_known(None);
        assert_eq!(search(&mut searcher, &record, &to_depth(8)).worth, unknown.worth);
        searched += 1;
    }
    assert!(searched > 0);
}

/// The value of each move to the side to move by plain minimax, the best first.
fn ranked(state: &mut State) -> Vec<Score> {
    let player = state.to_move();
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    let mut values: Vec<Score> = moves
        .into_iter()
        .map(|m| {
            let undo = state.make(m);
            let value = minimax(state, 1);
            let value = if state.to_move() == player { value } else { -value };
            state.unmake(m, undo);
            value
        })
        .collect();
    values.sort_by(|a, b| b.cmp(a));
    values
}

#[test]
fn no_line_goes_on_after_a_draw_by_repetition() {
    // From node 0 the way to node 8 looks good for four plies and loses with the fifth. Of node 1 it
    // is known for as long that node 9 refutes it; then nothing is left but to go back, which is the
    // third occurrence of node 0. That node is in the table by then, as exactly worth node 8.
    let dead = Node {
        to_move: Player::First,
        children: Vec::new(),
        outcome: Some(Outcome::drawn(DEAD)),
        opinion: 0,
        settled: 0,
    };
    let mut nodes = vec![dead; 6 * usize::from(WIDTH)];
    let mut link = |at: u16, to_move, children: &[u16], opinion| {
        let children = children.to_vec();
        nodes[usize::from(at)] = Node { to_move, children, outcome: None, opinion, settled: 0 };
    };
    link(0, Player::First, &[8, 1], 0);
    link(1, Player::Second, &[9, 0], 0);
    for (at, next, to_move, opinion) in [
        (8, 16, Player::Second, 50),
        (16, 24, Player::First, 50),
        (24, 32, Player::Second, 50),
        (32, 41, Player::First, 50),
        (9, 17, Player::First, -60),
        (17, 26, Player::Second, -60),
        (26, 43, Player::First, -60),
    ] {
        link(at, to_move, &[next], opinion);
    }
    nodes[41].outcome = Some(Outcome::won(Player::Second, BEATEN));
    nodes[43].outcome = Some(Outcome::won(Player::First, BEATEN));
    let graph = Arc::new(Graph { nodes, quiet_limit: None });
    let mut record = Record::new(State { graph, node: 0, quiet: 0 });
    for m in [1, 0] {
        record.play(Action::Move(To(m))).unwrap();
    }
    let mut searcher = Searcher::new(1).unwrap();
    let mut lines = Vec::new();
    let control = Control::new(Instant::now());
    searcher.search(&record, &to_depth(8), &control, &mut |event| {
        if let Event::Line(line) = event {
            lines.push(line.pv);
        }
    });
    assert!(lines.iter().any(|line| line[0] == To(8)) && lines.iter().any(|line| line[0] == To(1)));
    for line in lines {
        let mut after = record.clone();
        for m in &line {
            after.play(Action::Move(*m)).unwrap_or_else(|error| panic!("{line:?}: {error}"));
        }
    }
}

#[test]
fn all_of_several_lines_are_exact() {
    let mut several = 0;
    for seed in 0..200 {
        let graph = Arc::new(random_graph(seed, 7, false, seed % 2 == 1));
        let mut searcher = Searcher::new(1).unwrap();
        for node in 0..WIDTH {
            let mut state = State { graph: Arc::clone(&graph), node, quiet: 0 };
            if state.outcome().is_some() {
                continue;
            }
            let values = ranked(&mut state);
            for wanted in [2, 3, 300] {
                searcher.set_multi_pv(wanted);
                let mut lines = Vec::new();
                let control = Control::new(Instant::now());
                let record = Record::new(state.clone());
                searcher.search(&record, &to_depth(8), &control, &mut |event| {
                    let Event::Line(line) = event else { return };
                    lines.truncate(line.multi_pv as usize - 1);
                    lines.push((line.multi_pv as usize, line.score(), line.pv[0]));
                });
                let place = format!("seed {seed}, node {node}, {wanted} lines");
                assert_eq!(lines.len(), wanted.min(values.len()), "{place}");
                several += usize::from(lines.len() > 1);
                for (at, (number, score, m)) in lines.iter().enumerate() {
                    assert_eq!((*number, *score), (at + 1, values[at]), "{place}");
                    assert!(lines[..at].iter().all(|other| other.2 != *m), "{place}");
                }
            }
        }
    }
    assert!(several > 500, "only {several} searches for several lines");
}

#[test]
fn no_technique_changes_the_value_of_a_tree() {
    for seed in 0..60 {
        let graph = Arc::new(random_graph(seed, 7, false, seed % 2 == 1));
        let mut searcher = Searcher::new(1).unwrap();
        for node in 0..WIDTH {
            let mut state = State { graph: Arc::clone(&graph), node, quiet: 0 };
            if state.outcome().is_some() {
                continue;
            }
            let value = minimax(&mut state, 0);
            for (name, switch) in Heuristics::ALL {
                // A node that several moves would cut is not searched: that is pruning, however few
                // moves there are.
                let mut on = Heuristics { singular: false, ..Heuristics::default() };
                *switch(&mut on) = false;
                searcher.set_heuristics(on);
                searcher.clear();
                let found = search(&mut searcher, &Record::new(state.clone()), &to_depth(8));
                assert_eq!(found.score(), value, "seed {seed}, node {node}, without {name}");
            }
        }
    }
}

#[test]
fn settled_points_are_no_part_of_what_is_remembered() {
    // Two ways into one position, with different points settled on the way: the key is the same,
    // the values differ by the points.
    for seed in 0..100 {
        let base = random_graph(seed, 6, false, true);
        let mut searcher = Searcher::new(1).unwrap();
        for settled in [0, 3, -2] {
            let mut nodes = base.nodes.clone();
            for node in &mut nodes {
                node.settled = settled;
                if let Some(Outcome { margin: Some(margin), .. }) = node.outcome {
                    node.outcome = Some(Outcome::points(margin + settled));
                }
            }
            let graph = Arc::new(Graph { nodes, quiet_limit: None });
            let mut state = State { graph, node: 0, quiet: 0 };
            if state.outcome().is_none() {
                let found = search(&mut searcher, &Record::new(state.clone()), &to_depth(8));
                assert_eq!(found.score(), minimax(&mut state, 0), "seed {seed}, {settled}");
            }
        }
    }
}

/// For each node and count of quiet plies, the plies to the win or loss of the side to move, by
/// retrograde analysis: passes over the whole graph until nothing changes.
fn solve(graph: &Arc<Graph>) -> Vec<Vec<Option<Score>>> {
    let limit = graph.quiet_limit.unwrap_or(0);
    let states = |node: usize| {
        (0..=limit).map(move |quiet| State { graph: Arc::clone(graph), node: node as u16, quiet })
    };
    let mut values: Vec<Vec<Option<Score>>> =
        vec![vec![None; limit as usize + 1]; graph.nodes.len()];
    for plies in 0.. {
        let mut changed = false;
        let mut found = Vec::new();
        for node in 0..graph.nodes.len() {
            for mut state in states(node) {
                let quiet = state.quiet;
                if values[node][quiet as usize].is_some() {
                    continue;
                }
                let player = state.to_move();
                if let Some(outcome) = state.outcome() {
                    if let (Some(winner), 0) = (outcome.winner, plies) {
                        let won = winner == player;
                        let score = if won { Score::win_in(0) } else { Score::loss_in(0) };
                        found.push((node, quiet, score));
                    }
                    continue;
                }
                let mut moves = Vec::new();
                state.legal_moves(&mut moves);
                let mut best: Option<Score> = Some(-Score::INFINITY);
                for m in moves {
                    let undo = state.make(m);
                    // Without a limit the count of quiet plies plays no part.
                    let at = state.quiet.min(limit) as usize;
                    let child = values[state.node as usize][at];
                    let child = child.map(|s| if state.to_move() == player { s } else { -s });
                    state.unmake(m, undo);
                    best = match (best, child) {
                        (Some(best), Some(child)) => Some(best.max(child)),
                        (Some(best), None) if best.is_win() => Some(best),
                        (None, Some(child)) if child.is_win() => Some(child),
                        _ => None,
                    };
                }
                if let Some(best) = best {
                    found.push((node, quiet, best.delayed(1)));
                }
            }
        }
        for (node, quiet, score) in found {
            values[node][quiet as usize] = Some(score);
            changed = true;
        }
        if !changed {
            return values;
        }
    }
    unreachable!()
}

/// Returns whether a claim's line reaches the end of the game, which is then as claimed.
fn has_whole_line(mut record: Record<State>, found: &Line<To>, place: &str) -> bool {
    let player = record.current().to_move();
    for m in &found.pv {
        assert_eq!(record.play(Action::Move(*m)), Ok(()), "{place}: {:?}", found.pv);
    }
    let Some(plies) = found.score().plies() else { return false };
    let length = found.pv.len() as u32;
    assert!(length <= plies, "{place}: {length} moves, {}", found.score());
    if length == plies {
        let winner = if found.score().is_win() { player } else { !player };
        let end = record.outcome().and_then(|outcome| outcome.winner);
        assert_eq!(end, Some(winner), "{place}: {:?}", found.pv);
    }
    length == plies
}

#[test]
fn claims_in_cyclic_games_are_true() {
    let (mut claims, mut whole_lines, mut found_wins, mut wins) = (0, 0, 0, 0);
    for seed in 0..150 {
        for quiet_limit in [None, Some(3), Some(6)] {
            let mut graph = random_graph(seed, 4, true, false);
            graph.quiet_limit = quiet_limit;
            let graph = Arc::new(graph);
            let values = solve(&graph);
            // One searcher for all positions: its table is warm with what was found on other paths
            // and at other counts of quiet plies.
            let mut searcher = Searcher::new(1).unwrap();
            for node in 0..3 * WIDTH {
                for quiet in 0..=quiet_limit.unwrap_or(0) {
                    let state = State { graph: Arc::clone(&graph), node, quiet };
                    if state.outcome().is_some() {
                        continue;
                    }
                    let truth = values[node as usize][quiet as usize];
                    let record = Record::new(state);
                    let found = search(&mut searcher, &record, &to_depth(12));
                    let claim = found.score();
                    let place = format!("seed {seed}, limit {quiet_limit:?}, {node} at {quiet}");
                    whole_lines += u32::from(has_whole_line(record, &found, &place));
                    if claim.is_win() {
                        let truth = truth.unwrap_or_else(|| panic!("{place}: a draw claimed won"));
                        assert!(truth.is_win() && truth.plies() <= claim.plies(), "{place}");
                        claims += 1;
                    } else if claim.is_loss() {
                        let truth = truth.unwrap_or_else(|| panic!("{place}: a draw claimed lost"));
                        assert!(truth.is_loss() && truth.plies() <= claim.plies(), "{place}");
                        claims += 1;
                    }
                    if truth.is_some_and(|t| t.is_win() && t.plies() <= Some(9)) {
                        wins += 1;
                        found_wins += u32::from(claim.is_win());
                    }
                }
            }
        }
    }
    assert!(claims > 1000, "only {claims} claims");
    assert!(whole_lines * 100 >= claims * 98, "{whole_lines} whole lines of {claims}");
    assert!(found_wins * 100 >= wins * 95, "{found_wins} of {wins} wins found");
}

/// A node on which the game goes on.
fn on(to_move: Player, children: &[u16]) -> Node {
    Node { to_move, children: children.to_vec(), outcome: None, opinion: 0, settled: 0 }
}

/// A node on which it is over.
fn over(outcome: Outcome) -> Node {
    let (to_move, children) = (Player::First, Vec::new());
    Node { to_move, children, outcome: Some(outcome), opinion: 0, settled: 0 }
}

#[test]
fn an_estimate_beside_a_repetition_holds_on_that_path_alone() {
    use Player::{First, Second};
    const A: u16 = 1;
    const B: u16 = 2;
    const X: u16 = 3;
    const Y: u16 = 4;
    const C: u16 = 6;
    const D: u16 = 7;
    const POINT: u16 = WIDTH;
    const WON: u16 = WIDTH + 1;
    let mut nodes = vec![over(Outcome::drawn(DEAD)); 2 * usize::from(WIDTH)];
    for (at, node) in [
        // A leads to X, and X either to a margin of a point or back to A, which is won.
        (A, on(First, &[B, WON])),
        (B, on(Second, &[X])),
        (X, on(First, &[POINT, Y])),
        (Y, on(Second, &[A])),
        // Another way to X.
        (C, on(First, &[D])),
        (D, on(Second, &[X])),
        (POINT, over(Outcome::points(1))),
        (WON, over(Outcome::won(First, BEATEN))),
    ] {
        nodes[usize::from(at)] = node;
    }
    let graph = Arc::new(Graph { nodes, quiet_limit: None });
    let at = |node| Record::new(State { graph: Arc::clone(&graph), node, quiet: 0 });
    let mut searcher = Searcher::new(1).unwrap();
    let found = search_moves(&mut searcher, &at(A), &[To(B)], &to_depth(8));
    assert_eq!(found.score(), Score::points(1), "from Y it is a draw by repetition");
    let found = search(&mut searcher, &at(C), &to_depth(5));
    assert_eq!(found.score(), Score::win_in(5), "from Y it goes on and wins");
}

/// 1 for a win, -1 for a loss, 0 for what is neither.
fn result(score: Score) -> i32 {
    i32::from(score.is_win()) - i32::from(score.is_loss())
}

#[test]
fn no_entry_denies_what_its_depth_would_have_found() {
    // Every move is searched to the full depth, so that a search of so many plies finds whatever
    // is decided within them.
    let heuristics = Heuristics {
        reductions: false,
        internal_reductions: false,
        late_moves: false,
        ..Heuristics::default()
    };
    let mut tested = [0; 3];
    for seed in 0..300 {
        let graph = Arc::new(random_graph(seed, 4, true, false));
        let values = solve(&graph);
        let mut rng = SplitMix64::new(seed);
        let mut searcher = Searcher::new(1).unwrap();
        searcher.set_heuristics(heuristics);
        // One table for paths from everywhere.
        for _ in 0..6 * WIDTH {
            let node = rng.below(usize::from(3 * WIDTH)) as u16;
            let state = State { graph: Arc::clone(&graph), node, quiet: 0 };
            if state.outcome().is_some() {
                continue;
            }
            let depth = 2 + rng.below(9) as u32;
            // A search of all moves ends with the first win; one of the others goes on.
            let mut root_moves = Vec::new();
            searcher.set_multi_pv(1);
            match rng.below(3) {
                0 => {
                    let children = &state.node().children;
                    root_moves.push(To(children[rng.below(children.len())]));
                }
                1 => searcher.set_multi_pv(3),
                _ => {}
            }
            let record = Record::new(state.clone());
            let found = search_moves(&mut searcher, &record, &root_moves, &to_depth(depth));
            let truth = values[usize::from(node)][0];
            let is_near = truth.and_then(Score::plies).is_some_and(|plies| plies <= depth);
            if is_near && root_moves.is_empty() {
                let place = format!("seed {seed}, node {node}, {depth} plies");
                assert_eq!(result(found.score()), truth.map_or(0, result), "{place}");
                tested[2] += 1;
            }
            for (node, truth) in values.iter().enumerate() {
                let Some(entry) = searcher.entry(&[node as u64]) else { continue };
                let Some(truth) = truth[0].filter(|truth| truth.plies() <= Some(entry.depth))
                else {
                    continue;
                };
                let place = format!("seed {seed}, node {node}: {entry:?}, truly {truth}");
                if entry.bound.is_some_and(|bound| bound != Bound::Lower) {
                    assert!(result(entry.score) >= result(truth), "{place}");
                    tested[0] += 1;
                }
                if entry.bound.is_some_and(|bound| bound != Bound::Upper) {
                    assert!(result(entry.score) <= result(truth), "{place}");
                    tested[1] += 1;
                }
            }
        }
    }
    assert!(tested.iter().all(|count| *count > 1000), "{tested:?}");
}

#[test]
fn the_best_of_some_moves_is_no_value_of_the_root() {
    // Node 0 leads to 1; there 2 wins for First and 3 loses.
    let node = |children: &[u16], outcome| Node {
        to_move: Player::First,
        children: children.to_vec(),
        outcome,
        opinion: 0,
        settled: 0,
    };
    let won = |player| Some(Outcome::won(player, BEATEN));
    let graph = Arc::new(Graph {
        nodes: vec![
            node(&[1], None),
            node(&[2, 3], None),
            node(&[], won(Player::First)),
            node(&[], won(Player::Second)),
        ],
        quiet_limit: None,
    });
    let at = |node| Record::new(State { graph: Arc::clone(&graph), node, quiet: 0 });
    let mut searcher = Searcher::new(1).unwrap();
    let losing = search_moves(&mut searcher, &at(1), &[To(3)], &to_depth(5));
    assert_eq!(losing.worth, Worth::Loss(1));
    assert_eq!(searcher.entry(&[1]), None, "that some moves lose is no fact of the position");
    assert_eq!(search(&mut searcher, &at(0), &to_depth(5)).worth, Worth::Win(2));
    // No move of the list is legal, so that all count.
    let any = search_moves(&mut searcher, &at(1), &[To(0)], &to_depth(5));
    assert_eq!(any.worth, Worth::Win(1));
}

#[test]
fn an_interrupted_search_claims_no_loss_before_all_moves_are_searched() {
    let (mut lost, mut not_lost) = (0, 0);
    for seed in 0..100 {
        let graph = Arc::new(random_graph(seed, 7, false, false));
        for node in 0..WIDTH {
            let mut state = State { graph: Arc::clone(&graph), node, quiet: 0 };
            if state.outcome().is_some() {
                continue;
            }
            let value = minimax(&mut state, 0);
            for nodes in 1..40 {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let mut searcher = Searcher::new(1).unwrap();
                let found = search(&mut searcher, &Record::new(state.clone()), &limits);
                assert!(found.best().is_some(), "seed {seed}, node {node}, {nodes} nodes");
                if found.score().is_loss() {
                    assert_eq!(found.score(), value, "seed {seed}, node {node}, {nodes} nodes");
                    lost += 1;
                } else {
                    not_lost += 1;
                }
            }
        }
    }
    assert!(lost > 1000 && not_lost > 1000, "{lost} losses claimed, {not_lost} not");
}

#[test]
fn the_record_can_spoil_a_win() {
    // 0 (First) <-> 1 (Second); from 1 Second must go on to 2 or back; 0 wins only through 2.
    let node = |player, children: &[u16], outcome| Node {
        to_move: player,
        children: children.to_vec(),
        outcome,
        opinion: 0,
        settled: 0,
    };
    let won = Outcome::won(Player::First, BEATEN);
    let graph = Arc::new(Graph {
        nodes: vec![
            node(Player::First, &[1, 2], None),
            node(Player::Second, &[0], None),
            node(Player::Second, &[3], None),
            node(Player::First, &[4, 0], None),
            node(Player::Second, &[], Some(won)),
        ],
        quiet_limit: None,
    });
    let at = |node| State { graph: Arc::clone(&graph), node, quiet: 0 };
    let mut searcher = Searcher::new(1).unwrap();
    let fresh = search(&mut searcher, &Record::new(at(0)), &to_depth(6));
    assert_eq!(fresh.score(), Score::win_in(3));

    // Node 2 stands twice: the way to the win is a draw, and the warm table must not say other.
    let mut record = Record::new(at(0));
    for to in [2, 3, 0, 2, 3, 0] {
        record.play(Action::Move(To(to))).unwrap();
    }
    assert_eq!(record.outcome().map(|o| o.ending), Some(Ending::Repetition));
    record.undo();
    // At 3 with one more visit of 0 being a draw, the win is still there.
    let found = search(&mut searcher, &record, &to_depth(6));
    assert_eq!(found.score(), Score::win_in(1));
    record.undo();
    let mut record = Record::new(at(0));
    for to in [1, 0, 2, 3, 0] {
        if record.play(Action::Move(To(to))).is_err() {
            break;
        }
    }
    assert_eq!(record.outcome().map(|o| o.ending), Some(Ending::Repetition), "0 three times");
    let mut record = Record::new(at(2));
    for to in [3, 0, 2, 3] {
        record.play(Action::Move(To(to))).unwrap();
    }
    // 2 and 3 stand twice; from 3 the win is one move away, from 0 it would lead through 2.
    record.play(Action::Move(To(0))).unwrap();
    let found = search(&mut searcher, &record, &to_depth(6));
    assert_eq!(found.score(), Score::ZERO, "the third visit of 2 is a draw");
}

#[test]
fn one_thread_searches_the_same_nodes_again() {
    let graph = Arc::new(random_graph(5, 20, true, true));
    let record = Record::new(State { graph, node: 0, quiet: 0 });
    let run = || {
        let mut searcher = Searcher::new(1).unwrap();
        let mut reports = Vec::new();
        let control = Control::new(Instant::now());
        searcher.search(&record, &to_depth(10), &control, &mut |event| {
            let Event::Line(line) = event else { return };
            reports.push(Line { time: Duration::ZERO, ..line });
        });
        reports
    };
    let first = run();
    assert_eq!(first.len(), 10);
    assert_eq!(first, run());
}

#[test]
fn limits_are_kept() {
    let graph = Arc::new(random_graph(5, 40, true, true));
    let record = Record::new(State { graph, node: 0, quiet: 0 });
    let legal = {
        let mut moves = Vec::new();
        record.legal_moves(&mut moves);
        moves
    };
    assert!(legal.len() > 1, "the graph of this seed offers a choice");
    let mut searcher = Searcher::new(1).unwrap();
    for nodes in [1, 2, 100, 5000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let found = search(&mut searcher, &record, &limits);
        assert!(found.best().is_some());
        assert!(found.nodes <= nodes.max(20), "{} of {nodes} nodes", found.nodes);
    }
    for only in &legal {
        let found = search_moves(&mut searcher, &record, &[*only], &to_depth(5));
        assert_eq!(found.best(), Some(*only));
    }
    // Stopped before it begins: still a move.
    let control = Control::new(Instant::now());
    control.stop();
    let found = searcher.search(&record, &Limits::default(), &control, &mut |_| {});
    assert!(found.best().is_some());
}

#[test]
fn a_finished_game_has_no_best_move() {
    let record = Record::new(State::start(&()));
    let found = search(&mut Searcher::new(1).unwrap(), &record, &to_depth(5));
    assert_eq!((found.best(), found.depth), (None, 0));
    assert_eq!(found.score(), Score::ZERO);
}
