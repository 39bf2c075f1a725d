//! When a search on the clock ends: what it looks at between the moves of the root, what a falling
//! score changes, and what time spent on the opponent's clock counts for.
//!
//! A made-up game of which the evaluation takes as long as a script says.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use quincunx::kernel::{
    Evaluate, IllegalMove, Move, Order, Outcome, PerPlayer, Player, Position, Record, Score, Solve,
};
use quincunx::search::{Control, Heuristics, Limits, Searcher};

/// The ply at which the script begins: the horizon of the iteration of this depth.
const SCRIPTED: u8 = 4;

/// What happens in the first iteration that reaches [`SCRIPTED`] plies.
#[derive(Debug)]
struct Script {
    begun: Instant,
    /// The search of the second root move takes until then, counted from the beginning, and finds
    /// that it is worth a little less than the first.
    second_until: Duration,
    /// What the first root move turns out to be worth, in hundredths.
    first: i32,
    /// Whether the third root move was searched so deep.
    third: AtomicBool,
}

/// Three moves, one answer, a hundred moves, and then one at a time for ever.
#[derive(Clone, Debug)]
struct Lane {
    root: u8,
    branch: u8,
    ply: u8,
    script: Arc<Script>,
}

impl PartialEq for Lane {
    fn eq(&self, other: &Self) -> bool {
        self.packed() == other.packed()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Go(u8);

impl Move for Go {
    fn bits(self) -> u16 {
        self.0.into()
    }

    fn from_bits(bits: u16) -> Option<Self> {
        u8::try_from(bits).ok().map(Self)
    }
}

impl Lane {
    fn new(first: i32, second_until: Duration) -> Self {
        let script =
            Script { begun: Instant::now(), second_until, first, third: AtomicBool::new(false) };
        Self { root: 0, branch: 0, ply: 0, script: Arc::new(script) }
    }

    const fn width(&self) -> u8 {
        match self.ply {
            0 => 3,
            2 => 100,
            _ => 1,
        }
    }
}

impl Position for Lane {
    type Move = Go;
    type Packed = [u64; 1];
    type Undo = Self;
    type Rules = ();

    const NAME: &'static str = "lane";
    const CYCLES: bool = false;
    const MAX_MOVES: usize = 100;

    fn start((): &()) -> Self {
        Self::new(0, Duration::ZERO)
    }

    fn rules(&self) {}

    fn to_move(&self) -> Player {
        if self.ply.is_multiple_of(2) { Player::First } else { Player::Second }
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn legal_moves(&self, moves: &mut Vec<Go>) {
        moves.extend((0..self.width()).map(Go));
    }

    fn check(&self, m: Go) -> Result<(), IllegalMove> {
        if m.0 < self.width() { Ok(()) } else { Err(IllegalMove::new("there is no such way")) }
    }

    fn make(&mut self, m: Go) -> Self {
        let before = self.clone();
        match self.ply {
            0 => self.root = m.0,
            2 => self.branch = m.0,
            _ => {}
        }
        self.ply += 1;
        before
    }

    fn unmake(&mut self, _m: Go, before: Self) {
        *self = before;
    }

    fn packed(&self) -> [u64; 1] {
        [u64::from(self.root) << 16 | u64::from(self.branch) << 8 | u64::from(self.ply)]
    }

    fn is_irreversible(&self, _m: Go) -> bool {
        true
    }
}

impl Evaluate for Lane {
    type Evaluator = ();

    fn evaluate(&self, (): &()) -> Score {
        let mut own = if self.root == 0 { 10 } else { 0 };
        if self.ply >= SCRIPTED {
            match self.root {
                0 => own = self.script.first,
                1 => {
                    let passed = self.script.begun.elapsed();
                    sleep(self.script.second_until.saturating_sub(passed));
                    own = self.script.first - 5;
                }
                _ => {
                    self.script.third.store(true, Ordering::Relaxed);
                    own = 50;
                }
            }
        }
        Score::centi(own * self.to_move().sign())
    }
}

impl Order for Lane {}

impl Solve for Lane {}

/// Limits under which no iteration begins after about a second and the search ends after three.
fn limits() -> Limits {
    let left = Duration::from_secs(30);
    Limits { clocks: PerPlayer::new(Some(left), Some(left)), ..Limits::default() }
}

fn search(lane: &Lane) -> Option<Go> {
    let mut searcher = Searcher::new(1).unwrap();
    // All hundred moves are tried, so that limits are looked at below every root move.
    searcher.set_heuristics(Heuristics::without("late-moves").unwrap());
    let control = Control::new(lane.script.begun);
    searcher.search(&Record::new(lane.clone()), &limits(), &control, &mut |_| {}).best()
}

#[test]
fn no_root_move_begins_when_little_time_is_left() {
    let lane = Lane::new(10, Duration::from_millis(2_600));
    assert_eq!(search(&lane), Some(Go(0)));
    assert!(!lane.script.third.load(Ordering::Relaxed), "it could not have been finished");
}

#[test]
fn a_root_that_has_failed_low_gets_more_time() {
    let lane = Lane::new(-300, Duration::from_millis(3_400));
    assert_eq!(search(&lane), Some(Go(2)), "the first move loses what it promised");
}

#[test]
fn time_spent_pondering_counts_for_the_choice() {
    let left = Duration::from_secs(300);
    let clocks = PerPlayer::new(Some(left), Some(left));
    // Eight seconds or so for a move, and it began a minute ago.
    let limits = Limits { ponder: true, clocks, ..Limits::default() };
    let started = Instant::now() - Duration::from_secs(60);
    let control = Control::pondering(started);
    let lane = Lane::new(10, Duration::ZERO);
    thread::scope(|scope| {
        let search = scope.spawn(|| {
            let mut searcher = Searcher::new(1).unwrap();
            searcher.search(&Record::new(lane.clone()), &limits, &control, &mut |_| {})
        });
        sleep(Duration::from_millis(100));
        let hit = Instant::now();
        control.ponder_hit();
        assert!(search.join().unwrap().best().is_some());
        let passed = hit.elapsed();
        assert!(passed < Duration::from_secs(3), "{passed:?} after the hit");
    });
}
