//! Exact values of small endings by retrograde analysis, for any game whose turns alternate.
//!
//! A [`Graph`] is a set of positions that no legal move leaves, one position for each class under
//! the game's symmetries, and the moves between them. It is made with the rules of the game alone:
//! no rule is written backwards here. A [`Table`] says in how many plies each of them is won or lost,
//! without a limit of quiet plies or, exactly, for each count of quiet plies under a short one. A
//! [`Judge`] adds what only a record knows: positions whose next occurrence is a draw.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use quincunx::games::Game;
use quincunx::kernel::{Position, Record, Score, SplitMix64};

/// A game with endings small enough to be solved.
pub trait Solvable: Game {
    /// The names of the rules that set the quiet limit and the limit of repetition.
    const LIMITS: [&'static str; 2];

    /// Returns the same for two positions if and only if a symmetry of the rules takes one to the
    /// other, the exchange of the players included. Counters play no part.
    fn class(&self) -> Self::Packed;

    /// Returns at least one position of each class with `own` men or stacks for the side to move
    /// and `other` for the other side.
    fn all(own: u32, other: u32, rules: Self::Rules) -> Box<dyn Iterator<Item = Self>>;

    /// Returns a random position with such numbers and that count of quiet plies.
    fn random(numbers: [u32; 2], quiet: u32, rules: &Self::Rules, rng: &mut SplitMix64) -> Self;
}

/// Hashes packed boards quickly; the default hasher would take most of the time here.
#[derive(Default)]
struct Folding(u64);

impl Hasher for Folding {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            let word = u128::from(self.0 ^ u64::from_le_bytes(word));
            let product = word * 0x9E37_79B9_7F4A_7C15;
            self.0 = (product >> 64) as u64 ^ product as u64;
        }
    }

    fn write_usize(&mut self, _length: usize) {}
}

/// The node of every finished game that the side to move has lost.
const LOST: u32 = 0;
/// The node of every finished game that is drawn.
const DRAWN: u32 = 1;
/// Set in an edge that resets the count of quiet plies.
const RESETS: u32 = 1 << 31;

/// Positions and the legal moves between them.
pub struct Graph<P: Position> {
    numbers: HashMap<P::Packed, u32, BuildHasherDefault<Folding>>,
    /// Where the edges of each node begin; one more than there are nodes.
    starts: Vec<usize>,
    edges: Vec<u32>,
    /// The nodes that were added together.
    groups: Vec<Range<usize>>,
}

impl<P: Solvable> Graph<P> {
    /// Returns the graph of the positions with those numbers of men or stacks under the default
    /// rules. Each group is closed under quiet moves; the other moves lead to earlier groups or end
    /// the game.
    pub fn new(groups: &[&[[u32; 2]]]) -> Self {
        Self::under(P::Rules::default(), groups)
    }

    /// Returns the graph of those positions under other rules, whose limits play no part.
    pub fn under(mut rules: P::Rules, groups: &[&[[u32; 2]]]) -> Self {
        for limit in P::LIMITS {
            super::set_rule::<P>(&mut rules, limit, "0", "a solver");
        }
        let mut graph = Self {
            numbers: HashMap::default(),
            // The two ends have no edges.
            starts: vec![0; 3],
            edges: Vec::new(),
            groups: Vec::new(),
        };
        for group in groups {
            graph.add(group.iter().flat_map(|[own, other]| P::all(*own, *other, rules)));
        }
        graph
    }

    fn add(&mut self, candidates: impl Iterator<Item = P>) {
        let first = self.starts.len() - 1;
        let mut positions = Vec::new();
        for position in candidates {
            let next = first + positions.len();
            let number = *self.numbers.entry(position.class()).or_insert(next as u32);
            if number as usize == next {
                positions.push(position);
            }
        }
        let (mut moves, mut children, mut edges) = (Vec::new(), Vec::new(), Vec::new());
        for mut position in positions {
            moves.clear();
            edges.clear();
            position.legal_moves(&mut moves);
            if moves.is_empty() {
                let winner = position.outcome().expect("an end, for want of moves").winner;
                assert_eq!(winner, Some(!position.to_move()), "who cannot move has lost");
            }
            let player = position.to_move();
            for &m in &moves {
                let resets = position.is_irreversible(m);
                let undo = position.make(m);
                assert_eq!(position.to_move(), !player, "turns alternate");
                match position.outcome().map(|outcome| outcome.winner) {
                    Some(None) => edges.push(DRAWN),
                    Some(Some(winner)) => {
                        assert_eq!(winner, player, "nobody moves into a lost end");
                        edges.push(LOST);
                    }
                    None => children.push((position.class(), resets)),
                }
                position.unmake(m, undo);
            }
            // In a loop of its own, so that the processor waits for several at a time.
            edges.extend(children.drain(..).map(|(class, resets)| {
                let number = self.numbers[&class];
                assert!(!resets || (number as usize) < first, "leads to an earlier group");
                number | if resets { RESETS } else { 0 }
            }));
            edges.sort_unstable();
            edges.dedup();
            self.edges.extend(&edges);
            self.starts.push(self.edges.len());
        }
        self.groups.push(first..self.starts.len() - 1);
    }

    /// Returns how many nodes the ends and the first groups have.
    fn nodes(&self, groups: usize) -> usize {
        self.groups[groups - 1].end
    }

    /// Returns for each node of a group the nodes of the group that lead to it, and where they begin.
    fn befores(&self, group: Range<usize>) -> (Vec<u32>, Vec<usize>) {
        let inside = |node: usize| {
            let ends = self.edges(node).iter().map(|edge| (edge & !RESETS) as usize);
            ends.filter(|end| group.contains(end)).map(|end| end - group.start)
        };
        // One place further than they will stand: filling the lists moves them there.
        let mut starts = vec![0; group.len() + 2];
        for end in group.clone().flat_map(inside) {
            starts[end + 2] += 1;
        }
        for at in 2..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut befores = vec![0; starts[group.len() + 1]];
        for node in group.clone() {
            for end in inside(node) {
                befores[starts[end + 1]] = node as u32;
                starts[end + 1] += 1;
            }
        }
        (befores, starts)
    }

    fn edges(&self, node: usize) -> &[u32] {
        &self.edges[self.starts[node]..self.starts[node + 1]]
    }
}

/// The plies to the end: even if the side to move loses, odd if it wins.
type Plies = u8;
/// Neither won nor lost.
const UNDECIDED: Plies = Plies::MAX;

/// Returns what a position is worth whose moves lead to positions of those values.
fn best(children: impl Iterator<Item = Plies>) -> Plies {
    let (mut win, mut loss, mut may_lose) = (UNDECIDED, 0, true);
    for child in children {
        if child % 2 == 0 {
            win = win.min(child + 1);
        } else if child == UNDECIDED {
            may_lose = false;
        } else {
            loss = loss.max(child + 1);
        }
    }
    if win == UNDECIDED && may_lose { loss } else { win }
}

/// Decides the nodes of a group by retrograde analysis, those nearest to the end first. The groups
/// before it are decided.
fn decide<P: Solvable>(graph: &Graph<P>, group: Range<usize>, values: &mut [Plies]) {
    let (befores, starts) = graph.befores(group.clone());
    // The nodes that are decided in so many plies if not in fewer.
    let mut due: Vec<Vec<u32>> = vec![Vec::new(); usize::from(UNDECIDED)];
    // How many moves of each node may not lose.
    let mut open = vec![0_u16; group.len()];
    for node in group.clone() {
        let children = || graph.edges(node).iter().map(|edge| values[(edge & !RESETS) as usize]);
        open[node - group.start] =
            children().filter(|child| child % 2 == 0 || *child == UNDECIDED).count() as u16;
        let value = best(children());
        if value != UNDECIDED {
            due[usize::from(value)].push(node as u32);
        }
    }
    for plies in 0..UNDECIDED {
        for node in std::mem::take(&mut due[usize::from(plies)]) {
            let node = node as usize;
            if values[node] != UNDECIDED {
                continue;
            }
            values[node] = plies;
            let at = node - group.start;
            for &before in &befores[starts[at]..starts[at + 1]] {
                let number = before as usize;
                if values[number] != UNDECIDED {
                    continue;
                }
                if plies % 2 == 0 {
                    due[usize::from(plies) + 1].push(before);
                    continue;
                }
                open[number - group.start] -= 1;
                if open[number - group.start] == 0 {
                    let edges = graph.edges(number).iter();
                    let lost = best(edges.map(|edge| values[(edge & !RESETS) as usize]));
                    due[usize::from(lost)].push(before);
                }
            }
        }
    }
}

/// What the positions of a graph are worth.
pub struct Table {
    /// The quiet plies after which the game is drawn.
    limit: Option<u32>,
    /// The values of all nodes, for each count of quiet plies if there is a limit.
    layers: Vec<Vec<Plies>>,
}

impl Table {
    /// Solves the first groups of a graph without draws by repetition or quiet plies: what never ends
    /// is drawn.
    pub fn unlimited<P: Solvable>(graph: &Graph<P>, groups: usize) -> Self {
        let mut values = vec![UNDECIDED; graph.nodes(groups)];
        values[LOST as usize] = 0;
        for group in &graph.groups[..groups] {
            decide(graph, group.clone(), &mut values);
        }
        Self { limit: None, layers: vec![values] }
    }

    /// Solves the first groups of a graph under a limit of quiet plies, for each count of them. The
    /// count grows with every quiet move, so no position with its count comes back, and one pass for
    /// each count, the greatest first, is enough.
    pub fn limited<P: Solvable>(graph: &Graph<P>, groups: usize, limit: u32) -> Self {
        let mut ends = vec![UNDECIDED; graph.nodes(groups)];
        for (node, end) in ends.iter_mut().enumerate() {
            if graph.edges(node).is_empty() && node != DRAWN as usize {
                *end = 0;
            }
        }
        let mut layers = vec![ends; limit as usize + 1];
        for group in &graph.groups[..groups] {
            for quiet in (0..limit as usize).rev() {
                for node in group.clone().filter(|node| !graph.edges(*node).is_empty()) {
                    layers[quiet][node] = best(graph.edges(node).iter().map(|edge| {
                        let layer = if edge & RESETS != 0 { 0 } else { quiet + 1 };
                        layers[layer][(edge & !RESETS) as usize]
                    }));
                }
            }
        }
        Self { limit: Some(limit), layers }
    }

    /// Returns the greatest number of plies to an end, and how many positions are won, drawn and
    /// lost with no quiet ply played.
    pub fn summary(&self) -> (u32, [usize; 3]) {
        let mut counts = [0; 3];
        let mut longest = 0;
        for &plies in &self.layers[0][2..] {
            counts[if plies == UNDECIDED { 1 } else { 2 - 2 * usize::from(plies % 2) }] += 1;
            longest = longest.max(if plies == UNDECIDED { 0 } else { plies });
        }
        (longest.into(), counts)
    }
}

/// A graph with its values.
pub struct Truth<'a, P: Position> {
    pub graph: &'a Graph<P>,
    pub table: &'a Table,
}

impl<P: Position> Clone for Truth<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Position> Copy for Truth<'_, P> {}

impl<P: Solvable> Truth<'_, P> {
    /// Returns whether a position belongs to the graph.
    pub fn knows(&self, position: &P) -> bool {
        self.graph.numbers.contains_key(&position.class())
    }

    /// Returns whether a position that is no end is won or lost with no quiet ply played.
    pub fn is_decided(&self, position: &P) -> bool {
        self.table.layers[0][self.graph.numbers[&position.class()] as usize] != UNDECIDED
    }

    /// Returns the value of a position, `None` for a draw, as if no position stood in a record.
    ///
    /// # Panics
    ///
    /// Where the position's quiet limit is not that of the table, unless the end is so near, or the
    /// position so surely drawn, that a limit makes no difference.
    pub fn value(&self, position: &P) -> Option<Score> {
        if let Some(outcome) = position.outcome() {
            return outcome.winner.map(|winner| {
                if winner == position.to_move() { Score::win_in(0) } else { Score::loss_in(0) }
            });
        }
        let node = self.graph.numbers[&position.class()] as usize;
        let left = position.quiet_left();
        let layer = match (self.table.limit, left) {
            (Some(limit), Some(left)) => (limit - left) as usize,
            (Some(_), None) => panic!("{position:?} has no quiet limit"),
            (None, _) => 0,
        };
        let plies = self.table.layers[layer][node];
        if plies == UNDECIDED {
            return None;
        }
        let plies = u32::from(plies);
        let fits = self.table.limit.is_some() || left.is_none_or(|left| plies <= left);
        assert!(fits, "{position:?} ends in {plies} plies, the quiet limit is nearer");
        Some(if plies % 2 == 1 { Score::win_in(plies) } else { Score::loss_in(plies) })
    }
}

/// Tells what is true of the current position of a record.
///
/// Positions that stand in the record once less often than the limit are drawn when they come
/// back. No others can be drawn by repetition on the shortest way to a win, since that never
/// visits a position twice. So a win within so many plies is a win that avoids these positions.
pub struct Judge<'a, P: Position> {
    truth: Truth<'a, P>,
    /// The positions whose next occurrence is a draw.
    drawn: Vec<P::Packed>,
    /// What was found, by the board and the quiet plies that are left: the most plies in which the
    /// side to move cannot force a win, and the fewest in which it can.
    known: HashMap<(P::Packed, Option<u32>), (u32, u32)>,
}

impl<'a, P: Solvable> Judge<'a, P> {
    /// Returns the judge of a record. Occurrences are counted here anew.
    pub fn new(truth: Truth<'a, P>, record: &Record<P>) -> Self {
        let limit = record.current().repetition_limit() as usize;
        let mut counts: HashMap<P::Packed, usize> = HashMap::new();
        let current = record.current().packed();
        for packed in record.steps().iter().map(|s| s.before.packed()).chain([current]) {
            *counts.entry(packed).or_default() += 1;
        }
        counts.retain(|_, count| limit > 0 && *count + 1 >= limit);
        Self { truth, drawn: counts.into_keys().collect(), known: HashMap::new() }
    }

    /// Returns whether there are positions whose next occurrence is a draw.
    pub fn has_drawn(&self) -> bool {
        !self.drawn.is_empty()
    }

    /// Returns the value of a position, if that is a win or loss within so many plies.
    pub fn value(&mut self, position: &P, within: u32) -> Option<Score> {
        let free = self.truth.value(position)?;
        for plies in (free.plies()?..=within).step_by(2) {
            if free.is_win() && self.wins(position, plies) {
                return Some(Score::win_in(plies));
            }
            if free.is_loss() && self.loses(position, plies) {
                return Some(Score::loss_in(plies));
            }
        }
        None
    }

    /// Returns whether the side to move can force a win within so many plies.
    pub fn wins(&mut self, position: &P, plies: u32) -> bool {
        // The record can only take wins away or delay them.
        if !self.is_won_freely(position, plies) {
            return false;
        }
        if self.drawn.is_empty() {
            return true;
        }
        let key = (position.packed(), position.quiet_left());
        if let Some(&(failed, won)) = self.known.get(&key)
            && (plies <= failed || plies >= won)
        {
            return plies >= won;
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut losing: Vec<(Score, P::Move)> = moves
            .into_iter()
            .filter_map(|m| {
                let mut after = position.clone();
                after.make(m);
                Some((self.truth.value(&after).filter(|free| free.is_loss())?, m))
            })
            .collect();
        // The soonest win first.
        losing.sort_by_key(|(free, _)| *free);
        let wins = losing.into_iter().any(|(_, m)| self.reaches_loss(position, m, plies - 1));
        let known = self.known.entry(key).or_insert((0, u32::MAX));
        if wins {
            known.1 = known.1.min(plies);
        } else {
            known.0 = known.0.max(plies);
        }
        wins
    }

    /// Returns whether the side to move loses within so many plies, whatever it does.
    pub fn loses(&mut self, position: &P, plies: u32) -> bool {
        if !self.is_lost_freely(position, plies) {
            return false;
        }
        if self.drawn.is_empty() || position.outcome().is_some() {
            return true;
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves.into_iter().all(|m| self.reaches_win(position, m, plies - 1))
    }

    /// Returns whether a move leads to a position that is lost within so many plies.
    pub fn reaches_loss(&mut self, position: &P, m: P::Move, plies: u32) -> bool {
        let mut after = position.clone();
        after.make(m);
        if position.is_irreversible(m) {
            // The record plays no part any more.
            self.is_lost_freely(&after, plies)
        } else {
            !self.is_drawn(&after) && self.loses(&after, plies)
        }
    }

    /// Returns whether a move leads to a position that is won within so many plies.
    pub fn reaches_win(&mut self, position: &P, m: P::Move, plies: u32) -> bool {
        let mut after = position.clone();
        after.make(m);
        if position.is_irreversible(m) {
            self.is_won_freely(&after, plies)
        } else {
            !self.is_drawn(&after) && self.wins(&after, plies)
        }
    }

    fn is_won_freely(&self, position: &P, plies: u32) -> bool {
        let free = self.truth.value(position);
        free.is_some_and(|free| free.is_win() && free.plies() <= Some(plies))
    }

    fn is_lost_freely(&self, position: &P, plies: u32) -> bool {
        let free = self.truth.value(position);
        free.is_some_and(|free| free.is_loss() && free.plies() <= Some(plies))
    }

    /// Returns whether the position, just arrived at, is drawn by the record. An end by the
    /// position itself comes first.
    fn is_drawn(&self, position: &P) -> bool {
        position.outcome().is_none() && self.drawn.contains(&position.packed())
    }
}
