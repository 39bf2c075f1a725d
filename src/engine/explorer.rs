//! Every legal move of a position with what is known of it, and how that is known.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::experience::{Experience, Tally};
use crate::games::{AnyOracle, AnyPosition, AnyRecord, Bounds, Claims, Odds};
use crate::kernel::{Action, Effort, MoveBits, Outcome, Player, Score, Verdict, Worth, sort};
use crate::store::{Store, StoreError};

/// The nodes that the solver of a game may take for all moves together: about a quarter of a second.
const SOLVER_NODES: u64 = 1_500_000;
/// The most memory that it may use, in MiB.
const SOLVER_MIB: usize = 16;

/// How the worth of a move is known. All but the last two are proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownBy {
    /// The game ends with it.
    Rules,
    /// Tables of solved positions.
    Tables,
    /// A proof that comes with the program.
    Proof,
    /// The game's own solver.
    Solver,
    /// A search of so many plies.
    Search(u32),
    /// The evaluation of the position behind it.
    Network,
}

impl KnownBy {
    /// Returns one word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Tables => "tables",
            Self::Proof => "proof",
            Self::Solver => "solver",
            Self::Search(_) => "search",
            Self::Network => "network",
        }
    }
}

/// The replies to a move that draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replies {
    /// How many of them lose.
    pub losing: usize,
    /// How many there are.
    pub all: usize,
}

/// What is known of a legal move, from the view of the side that makes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The move.
    pub m: MoveBits,
    /// Its canonical text.
    pub text: String,
    /// What it is worth, the move included in distances.
    pub worth: Worth,
    /// Wins, draws and losses in thousandths.
    pub chances: [u32; 3],
    /// How that is known.
    pub by: KnownBy,
    /// What is proven of the final margin behind a move that is estimated.
    pub bounds: Bounds,
    /// Of a draw by tables, if they know all replies.
    pub replies: Option<Replies>,
    /// The results of games that came through the position behind it, if there were any.
    pub games: Option<Tally>,
}

impl Found {
    /// Returns whether the result behind the move is proven.
    #[must_use]
    pub const fn is_decided(&self) -> bool {
        self.worth.is_certain() || self.bounds.is_decided()
    }

    /// Sets the chances from worth and bounds.
    fn rate(&mut self, odds: Odds) {
        self.chances = odds.thousandths(self.worth.score(), self.is_decided());
    }

    /// Returns the expected share of points, from 0 to 1.
    #[must_use]
    pub fn share(&self) -> f64 {
        let [win, draw, _] = self.chances;
        f64::from(2 * win + draw) / 2000.0
    }

    /// Returns the plies that a win or a loss is away, as tables count them.
    #[must_use]
    pub const fn plies(&self) -> Option<u32> {
        match self.worth {
            Worth::Win(plies) | Worth::Loss(plies) => Some(plies),
            Worth::Table(Verdict::Win(distance) | Verdict::Loss(distance)) => {
                Some(distance.progress)
            }
            _ => None,
        }
    }

    /// Compares by worth, the better move first.
    fn compare(&self, other: &Self) -> Ordering {
        // A short win, and a long loss.
        let haste = |found: &Self| {
            let plies = i64::from(found.plies().unwrap_or(0));
            if found.worth.score().is_win() { -plies } else { plies }
        };
        let traps =
            |found: &Self| found.replies.map_or(0.0, |it| it.losing as f64 / it.all.max(1) as f64);
        other
            .share()
            .total_cmp(&self.share())
            .then_with(|| other.worth.is_certain().cmp(&self.worth.is_certain()))
            .then_with(|| haste(other).cmp(&haste(self)))
            .then_with(|| traps(other).total_cmp(&traps(self)))
            .then_with(|| other.worth.score().cmp(&self.worth.score()))
    }
}

/// The moves of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Explored {
    odds: Odds,
    /// Every legal move, the best first; none when the game is over.
    pub moves: Vec<Found>,
    /// What could not be read, each as a sentence.
    pub complaints: Vec<String>,
}

impl Explored {
    /// Takes in what a search has found of a move that is not certain, and sorts anew.
    pub fn learn(&mut self, text: &str, worth: Worth, depth: u32) {
        if let Some(found) = self.moves.iter_mut().find(|found| found.text == text)
            && !found.worth.is_certain()
        {
            (found.worth, found.by) = (found.bounds.clamp(worth), KnownBy::Search(depth));
            found.rate(self.odds);
            self.sort();
        }
    }

    fn sort(&mut self) {
        sort::by(&mut self.moves, Found::compare);
    }
}

/// Evaluates a position for its side to move.
type Evaluate = Box<dyn Fn(&dyn AnyPosition) -> Score + Send + Sync>;

/// Lists the moves of a position, on any thread.
pub struct Explorer {
    position: Box<dyn AnyPosition>,
    is_over: bool,
    /// The boards whose next occurrence is a draw.
    drawn_next: Vec<Vec<u64>>,
    tables: Option<Box<dyn AnyOracle>>,
    claims: Arc<Claims>,
    book: Option<Store>,
    evaluate: Evaluate,
}

impl Explorer {
    pub(super) fn new(
        record: &dyn AnyRecord,
        tables: Option<Box<dyn AnyOracle>>,
        claims: Arc<Claims>,
        book: Option<Store>,
        evaluate: Evaluate,
    ) -> Self {
        Self {
            position: record.now().copied(),
            is_over: record.result().is_some(),
            drawn_next: record.drawn_next(),
            tables,
            claims,
            book,
            evaluate,
        }
    }

    /// Returns every legal move with what is known of it without a search.
    #[must_use]
    pub fn explore(&self) -> Explored {
        let position = &*self.position;
        let odds = position.game().about().odds;
        let mut explored = Explored { odds, moves: Vec::new(), complaints: Vec::new() };
        if self.is_over {
            return explored;
        }
        let nodes = SOLVER_NODES / position.mobility().max(1) as u64;
        position.each_behind(&mut |m, behind| {
            let text = position.action_text(Action::Move(m));
            let turns = behind.mover() != position.mover();
            let bounds = self.claims.margin(behind);
            let bounds = if turns { -bounds } else { bounds };
            let (worth, by, replies) = self.judge(m, behind, bounds, nodes);
            let mut found = Found {
                m,
                text,
                worth,
                chances: [0; 3],
                by,
                bounds: if worth.is_certain() { Bounds::UNKNOWN } else { bounds },
                replies,
                games: None,
            };
            found.rate(odds);
            explored.moves.push(found);
        });
        match self.games() {
            Ok(games) => {
                // Both lists are in the order of generation.
                for (found, (_, tally)) in explored.moves.iter_mut().zip(games) {
                    found.games = (tally.games() > 0).then_some(tally);
                }
            }
            Err(error) => explored.complaints.push(format!("book: {error}")),
        }
        if let Some(tables) = &self.tables {
            explored.complaints.extend(tables.complaints());
        }
        explored.sort();
        explored
    }

    /// Returns how the game ends in the position behind a move.
    fn ending(&self, behind: &dyn AnyPosition) -> Option<Worth> {
        let mover = self.position.mover();
        let finished = |outcome: Outcome| match Worth::finished(outcome, mover) {
            Worth::Win(_) => Worth::Win(1),
            Worth::Loss(_) => Worth::Loss(1),
            same => same,
        };
        behind.ending().map(finished).or_else(|| self.repeats(behind).then_some(Worth::Draw))
    }

    fn repeats(&self, behind: &dyn AnyPosition) -> bool {
        !self.drawn_next.is_empty() && self.drawn_next.contains(&behind.board())
    }

    fn judge(
        &self,
        m: MoveBits,
        behind: &dyn AnyPosition,
        bounds: Bounds,
        nodes: u64,
    ) -> (Worth, KnownBy, Option<Replies>) {
        if let Some(worth) = self.ending(behind) {
            return (worth, KnownBy::Rules, None);
        }
        let turns = behind.mover() != self.position.mover();
        let turned = |worth: Worth| if turns { -worth } else { worth };
        let tables = self.tables.as_deref();
        if let Some(tables) = tables
            && let Some(verdict) = tables.judge(behind)
        {
            let is_final = tables.ends_at_final() && self.position.is_final(m);
            let verdict = match if turns { -verdict } else { verdict } {
                Verdict::Win(distance) => Verdict::Win(distance.earlier(is_final)),
                Verdict::Draw => Verdict::Draw,
                Verdict::Loss(distance) => Verdict::Loss(distance.earlier(is_final)),
            };
            let is_draw = verdict == Verdict::Draw;
            let replies = if is_draw { self.replies(behind, tables) } else { None };
            return (Worth::Table(verdict), KnownBy::Tables, replies);
        }
        if let Some(margin) = bounds.exact() {
            return (Worth::Margin(margin), KnownBy::Proof, None);
        }
        let effort = Effort { mib: SOLVER_MIB, nodes: 4 * nodes, gives_up: &|| false, threads: 1 };
        match behind.proof(nodes, effort) {
            Some(proof) => (turned(Worth::Margin(proof.margin)), KnownBy::Solver, None),
            None => {
                let estimate = turned(Worth::Estimate((self.evaluate)(behind).value()));
                (bounds.clamp(estimate), KnownBy::Network, None)
            }
        }
    }

    /// Counts the replies by which the side to move loses; `None` if the tables do not know all of them.
    fn replies(&self, behind: &dyn AnyPosition, tables: &dyn AnyOracle) -> Option<Replies> {
        let mover = behind.mover();
        let mut counted = Some(Replies { losing: 0, all: 0 });
        behind.each_behind(&mut |_, after| {
            let Some(count) = &mut counted else { return };
            let loses = match after.ending() {
                Some(outcome) => Some(outcome.winner == Some(!mover)),
                None if self.repeats(after) => Some(false),
                None => tables.judge(after).map(|verdict| loses(verdict, after.mover(), mover)),
            };
            match loses {
                Some(loses) => {
                    count.losing += usize::from(loses);
                    count.all += 1;
                }
                None => counted = None,
            }
        });
        counted
    }

    /// Returns the legal moves with the results of games, in the order of generation.
    fn games(&self) -> Result<Vec<(MoveBits, Tally)>, StoreError> {
        let Some(store) = &self.book else { return Ok(Vec::new()) };
        let experience = Experience::find(store, &*self.position)?;
        experience.map_or_else(|| Ok(Vec::new()), |found| found.behind(&*self.position))
    }
}

/// Returns whether a verdict about the side `of` is a loss of `who`.
fn loses(verdict: Verdict, of: Player, who: Player) -> bool {
    match verdict {
        Verdict::Win(_) => of != who,
        Verdict::Draw => false,
        Verdict::Loss(_) => of == who,
    }
}
