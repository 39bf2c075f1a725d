//! The time of a search where a game has a solver of its own: a small game, with a solver that never
//! comes to an end.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use quincunx::kernel::{
    Attempt, Effort, Ending, Evaluate, IllegalMove, Move, Order, Outcome, PerPlayer, Player,
    Position, Record, Score, Solve,
};
use quincunx::search::{Control, Limits, Line, Searcher};

/// Players take one to three from a heap; who takes the last wins.
#[derive(Clone, Debug)]
struct Heap {
    left: u8,
    to_move: Player,
    /// How many nodes the solver says that it needs.
    needed: u64,
    /// How often the solver was asked.
    asked: Arc<AtomicU32>,
    /// The most processor time that a thread took while the solver was at work, in milliseconds.
    busiest: Arc<AtomicU32>,
}

impl PartialEq for Heap {
    fn eq(&self, other: &Self) -> bool {
        self.packed() == other.packed()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Take(u8);

impl Move for Take {
    fn bits(self) -> u16 {
        self.0.into()
    }

    fn from_bits(bits: u16) -> Option<Self> {
        u8::try_from(bits).ok().filter(|take| (1..=3).contains(take)).map(Self)
    }
}

impl Position for Heap {
    type Move = Take;
    type Packed = [u64; 1];
    type Undo = u8;
    type Rules = ();

    const NAME: &'static str = "heap";
    const CYCLES: bool = false;
    const MAX_MOVES: usize = 3;

    fn start((): &()) -> Self {
        Self {
            left: 11,
            to_move: Player::First,
            needed: 600_000,
            asked: Arc::default(),
            busiest: Arc::default(),
        }
    }

    fn rules(&self) {}

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then(|| Outcome::won(!self.to_move, Ending::Points))
    }

    fn legal_moves(&self, moves: &mut Vec<Take>) {
        moves.extend((1..=3.min(self.left)).map(Take));
    }

    fn check(&self, m: Take) -> Result<(), IllegalMove> {
        if m.0 <= self.left { Ok(()) } else { Err(IllegalMove::new("more than there is")) }
    }

    fn make(&mut self, m: Take) -> u8 {
        self.left -= m.0;
        self.to_move = !self.to_move;
        m.0
    }

    fn unmake(&mut self, _m: Take, undo: u8) {
        self.left += undo;
        self.to_move = !self.to_move;
    }

    fn packed(&self) -> [u64; 1] {
        [u64::from(self.left) << 1 | self.to_move.index() as u64]
    }

    fn is_irreversible(&self, _m: Take) -> bool {
        true
    }
}

impl Evaluate for Heap {
    type Evaluator = ();

    fn evaluate(&self, (): &()) -> Score {
        Score::ZERO
    }
}

impl Order for Heap {}

impl Solve for Heap {
    fn proof_nodes(&self, plies: u32) -> Option<u64> {
        (plies == 0).then_some(self.needed)
    }

    fn prove(&self, effort: Effort) -> Attempt<Take> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let before = times();
        let mut nodes = 0;
        while !(effort.gives_up)() {
            sleep(Duration::from_millis(1));
            nodes += 1_000;
        }
        let spent = times().into_iter().zip(before).map(|(after, before)| after - before);
        self.busiest.fetch_max(spent.max().unwrap_or(0), Ordering::Relaxed);
        Attempt { proof: None, nodes }
    }
}

/// Returns the processor time of each thread of this pool, in milliseconds; none where the system
/// does not tell.
fn times() -> Vec<u32> {
    let time = |_: rayon::BroadcastContext| {
        let stat = std::fs::read_to_string("/proc/thread-self/stat").ok()?;
        // Behind the name in brackets; user and system time are fields 14 and 15, in hundredths.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = |at: usize| fields[at].parse::<u32>().ok();
        Some(10 * (ticks(11)? + ticks(12)?))
    };
    rayon::broadcast(time).into_iter().flatten().collect()
}

fn search(searcher: &mut Searcher<Heap>, heap: &Heap, limits: &Limits) -> Line<Take> {
    let control = Control::new(Instant::now());
    searcher.search(&Record::new(heap.clone()), limits, &control, &mut |_| {})
}

#[test]
fn a_solver_that_is_too_slow_gives_up_and_the_search_goes_on() {
    let left = Duration::from_secs(1);
    let clocks = PerPlayer::new(Some(left), Some(left));
    let on_clock = Limits { clocks, ..Limits::default() };
    let for_move = Limits { move_time: Some(left), ..Limits::default() };
    for limits in [on_clock, for_move] {
        for threads in [1, 2] {
            let mut searcher = Searcher::new(1).unwrap();
            searcher.set_threads(threads);
            let heap = Heap::start(&());
            for _ in 0..3 {
                let found = search(&mut searcher, &heap, &limits);
                assert_eq!(found.best(), Some(Take(3)), "it leaves a multiple of four");
                assert!(found.score().is_win());
            }
            if threads == 1 {
                // Not again at the speed that it has shown. Another thread may be done before.
                assert_eq!(heap.asked.load(Ordering::Relaxed), 1, "{limits:?}");
            }
        }
    }
}

#[test]
fn a_short_clock_has_no_time_for_the_solver() {
    // Short beside what the solver needs, and long enough for the search on a busy machine.
    let heap = Heap { needed: 30_000_000, ..Heap::start(&()) };
    let mut searcher = Searcher::new(1).unwrap();
    let left = Duration::from_secs(5);
    let clocks = PerPlayer::new(Some(left), Some(left));
    let found = search(&mut searcher, &heap, &Limits { clocks, ..Limits::default() });
    assert_eq!(found.best(), Some(Take(3)));
    assert_eq!(heap.asked.load(Ordering::Relaxed), 0);
}

#[test]
fn workers_sleep_while_a_solver_works_that_does_not_fork() {
    let heap = Heap::start(&());
    let mut searcher = Searcher::new(1).unwrap();
    searcher.set_threads(2);
    let move_time = Some(Duration::from_secs(2));
    search(&mut searcher, &heap, &Limits { move_time, ..Limits::default() });
    assert_eq!(heap.asked.load(Ordering::Relaxed), 1);
    let busiest = heap.busiest.load(Ordering::Relaxed);
    assert!(busiest < 200, "a thread took {busiest} ms of the second that the solver had");
}

#[test]
fn what_a_solver_spends_on_the_opponents_clock_is_not_time_searched() {
    let heap = Heap::start(&());
    let control = Control::pondering(Instant::now());
    let left = Duration::from_secs(1);
    let clocks = PerPlayer::new(Some(left), Some(left));
    let limits = Limits { clocks, ponder: true, ..Limits::default() };
    std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            let mut searcher = Searcher::new(1).unwrap();
            searcher.search(&Record::new(heap.clone()), &limits, &control, &mut |_| {})
        });
        while heap.asked.load(Ordering::Relaxed) == 0 {
            sleep(Duration::from_millis(1));
        }
        // More than a move deserves; but it is the solver that has it.
        sleep(Duration::from_millis(200));
        control.ponder_hit();
        let found = search.join().unwrap();
        assert_eq!(found.best(), Some(Take(3)));
        assert!(found.score().is_win(), "the search had its time after the solver");
    });
}
