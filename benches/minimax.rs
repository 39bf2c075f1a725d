//! The engine against the crate `minimax`, a generic alpha-beta, in Nine Men's Morris.
//!
//! `cargo bench --bench minimax` searches twelve positions of the middle game to depth 12, each
//! with an empty table of 64 MiB and on one thread, and prints nodes and processor time. Both use
//! our evaluation, and nothing is drawn by repetition or quiet moves. Depth 12 with reductions and
//! pruning is not the same work as depth 12 without, so a second line has our search at full width,
//! as the other's is.
//!
//! `cargo bench --bench minimax -- --games N [--setting S] [--evaluation plain]` plays N games
//! instead, 100 ms a move, every opening once from each side, one game at a time, against setting S
//! of those that the first form lists, its default being 0; 200 take about twenty minutes. The
//! rules are the whole ones; the other search sees positions only, so it is told which have occurred
//! in the game, and takes them for draws. It uses our evaluation, which makes it a match of
//! searches, or a plain one.

mod common;

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use common::{cpu_time, number, word};
use minimax::{Evaluation, Evaluator, IterativeOptions, IterativeSearch, Strategy, Winner};
use quincunx::games::morris::{Morris, MorrisMove, Rules, Side, slides};
use quincunx::kernel::{
    Action, Evaluate, Move, Order, Packed, Player, Position, Record, SplitMix64,
};
use quincunx::network::Hybrid;
use quincunx::notation::Notation;
use quincunx::search::{Control, Heuristics, Limits, Searcher};

/// The table of each side, in MiB.
const TABLE_MIB: usize = 64;
const DEPTH: u32 = 12;

/// Positions from games of the engine against itself at 20,000 nodes a move after six random
/// placements, a few plies after the last placement, material even within one man.
const POSITIONS: [&str; 12] = [
    "B[d7,f6,d5,a4,b4,e4,g4,c3,d2]W[a7,g7,b6,d6,c4,f4,d3,b2,a1]quiet[2]turn[B]",
    "B[c5,e5,c4,e4,e3,b2,d2]W[a4,b4,f4,c3,d1,g1]quiet[1]turn[B]",
    "B[a7,b6,d6,c4,e4,f4,c3,b2,d1]W[g7,f6,c5,e5,a4,b4,d3,d2,f2]quiet[8]turn[B]",
    "B[d7,g7,b6,d5,a4,b4,c4,f4,d1]W[a7,d6,f6,c5,g4,e3,b2,g1]quiet[2]turn[B]",
    "B[b6,c5,b4,g4,c3,b2,f2,d1]W[d7,d6,e5,c4,d3,d2,a1]quiet[1]turn[B]",
    "B[a7,b6,d6,f6,c4,g4,d3,f2,d1]W[d7,g7,e5,a4,b4,f4,c3,d2]quiet[8]turn[B]",
    "B[a7,f6,e5,f4,g4,d2,d1]W[d7,c5,b4,e4,c3,b2,g1]quiet[2]turn[B]",
    "B[d7,b6,c5,e5,b4,c4,f4,c3,d2]W[d6,d5,a4,e4,d3,b2,f2,d1]quiet[2]turn[B]",
    "B[a7,b6,d5,a4,c4,f4,d3,b2,g1]W[d7,d6,e5,b4,g4,c3,d2,a1,d1]quiet[6]turn[B]",
    "B[c5,d5,e5,a4,b4,c4,e4,f2]W[g7,d6,f4,g4,c3,e3,d1]quiet[3]turn[B]",
    "B[d5,e5,c4,e4,f4,e3,d2]W[d7,b6,d6,f6,a4,g4,b2]quiet[2]turn[B]",
    "B[f6,c5,d5,e5,b4,e4,g4,d3,f2]W[a7,b6,d6,c4,f4,e3,d2,g1]quiet[6]turn[B]",
];

/// The game as `minimax` wants it.
struct Game;

thread_local! {
    /// The positions that the other search has made on this thread: its nodes, those of quiescence
    /// included, counted as ours are.
    static MADE: Cell<u64> = const { Cell::new(0) };
    /// Whether the other search is given captures before the rest.
    static CAPTURES_FIRST: Cell<bool> = const { Cell::new(false) };
    /// The positions of the game before the one that is searched: the other search takes them for
    /// draws.
    static OCCURRED: RefCell<HashSet<<Morris as Position>::Packed>> = RefCell::default();
}

impl minimax::Game for Game {
    type S = Morris;
    type M = MorrisMove;

    fn generate_moves(position: &Morris, moves: &mut Vec<MorrisMove>) -> Option<Winner> {
        let end = Self::get_winner(position);
        if end.is_none() {
            position.legal_moves(moves);
            if CAPTURES_FIRST.get() {
                moves.sort_by_key(|m| !position.is_noisy(*m));
            }
        }
        end
    }

    fn apply(position: &mut Morris, m: MorrisMove) -> Option<Morris> {
        MADE.set(MADE.get() + 1);
        let mut after = *position;
        after.make(m);
        Some(after)
    }

    fn get_winner(position: &Morris) -> Option<Winner> {
        if let Some(outcome) = position.outcome() {
            return Some(match outcome.winner {
                None => Winner::Draw,
                Some(winner) if winner == position.to_move() => Winner::PlayerToMove,
                Some(_) => Winner::PlayerJustMoved,
            });
        }
        let has_occurred = OCCURRED.with_borrow(|positions| positions.contains(&position.packed()));
        has_occurred.then_some(Winner::Draw)
    }

    fn zobrist_hash(position: &Morris) -> u64 {
        position.packed().fold()
    }

    /// Never made, since no null-move depth is set; the table of countermoves asks for one.
    fn null_move(_: &Morris) -> Option<MorrisMove> {
        MorrisMove::from_bits(0)
    }

    fn table_index(m: MorrisMove) -> u16 {
        Morris::history_slot(m) as u16
    }

    fn max_table_index() -> u16 {
        Morris::HISTORY_SLOTS as u16 - 1
    }
}

/// Our evaluation.
static OURS: LazyLock<Hybrid<Morris>> = LazyLock::new(Hybrid::default);

/// What the other search thinks of positions.
#[derive(Clone, Copy)]
enum Opinion {
    /// Our evaluation.
    Ours,
    /// What one would write first: men, and a little for every way to slide.
    Plain,
}

impl Opinion {
    /// What a man and a way to slide are worth to the plain opinion.
    const MAN: i32 = 100;
    const SLIDE: i32 = 5;

    fn plain(position: &Morris) -> i32 {
        let side = |side: Side| {
            let ways = slides::from(side.board()) & slides::to(position.empty());
            Self::MAN * side.men() as i32 + Self::SLIDE * ways.count_ones() as i32
        };
        side(position.own()) - side(position.enemy())
    }
}

impl Evaluator for Opinion {
    type G = Game;

    fn evaluate(&self, position: &Morris) -> Evaluation {
        let worth = match self {
            Self::Ours => position.evaluate(&OURS).value(),
            Self::Plain => Self::plain(position),
        };
        worth as Evaluation
    }

    fn generate_noisy_moves(&self, position: &Morris, moves: &mut Vec<MorrisMove>) {
        position.noisy_moves(moves);
    }
}

fn peer_options() -> IterativeOptions {
    IterativeOptions::new().with_table_byte_size(TABLE_MIB << 20)
}

/// A setting of the other search.
#[derive(Clone, Copy)]
struct Setting {
    name: &'static str,
    options: IterativeOptions,
    /// Whether captures are generated before the rest.
    captures_first: bool,
}

impl Setting {
    const fn new(name: &'static str, options: IterativeOptions) -> Self {
        Self { name, options, captures_first: false }
    }

    const fn captures_first(name: &'static str, options: IterativeOptions) -> Self {
        Self { name, options, captures_first: true }
    }
}

/// The other search's settings that are compared, its default first and the best of those that
/// were tried last.
fn settings() -> Vec<Setting> {
    vec![
        Setting::new("minimax, default (null window)", peer_options()),
        Setting::new("minimax, no null window", peer_options().with_null_window_search(false)),
        Setting::new("minimax, history", peer_options().with_countermove_history()),
        Setting::new(
            "minimax, history, countermoves",
            peer_options().with_countermove_history().with_countermoves(),
        ),
        Setting::new(
            "minimax, history, aspiration",
            peer_options().with_countermove_history().with_aspiration_window(30),
        ),
        Setting::new(
            "minimax, history, MTD(f)",
            peer_options().with_countermove_history().with_mtdf(),
        ),
        Setting::new(
            "minimax, history, quiescence",
            peer_options().with_countermove_history().with_quiescence_search_depth(16),
        ),
        Setting::captures_first("minimax, captures first", peer_options()),
        Setting::captures_first(
            "minimax, captures, history",
            peer_options().with_countermove_history(),
        ),
        Setting::captures_first(
            "minimax, captures, double step",
            peer_options().with_double_step_increment(),
        ),
        Setting::captures_first(
            "minimax, captures, history, double",
            peer_options().with_countermove_history().with_double_step_increment(),
        ),
    ]
}

/// Our search without what makes its depth another measure than the other's: nothing is reduced
/// or extended, and no move is left out.
fn full_width() -> Heuristics {
    Heuristics {
        reductions: false,
        singular: false,
        internal_reductions: false,
        reverse_futility: false,
        futility: false,
        late_moves: false,
        ..Heuristics::default()
    }
}

/// Runs a search and returns its nodes with the processor time that it took.
fn timed(search: impl FnOnce() -> u64) -> (u64, Duration) {
    let before = cpu_time().expect("a clock of processor time");
    let nodes = search();
    let after = cpu_time().expect("a clock of processor time");
    (nodes, after.saturating_sub(before))
}

fn search_all(positions: &[Morris]) {
    let mut searcher = Searcher::new(TABLE_MIB).expect("memory");
    let settings = settings();
    let own = [("quincunx", Heuristics::default()), ("quincunx, full width", full_width())];
    let mut totals = vec![(0, Duration::ZERO); own.len() + settings.len()];
    for position in positions {
        let record = Record::new(*position);
        let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
        let mut costs = Vec::new();
        for (_, heuristics) in &own {
            searcher.set_heuristics(*heuristics);
            searcher.clear();
            costs.push(timed(|| {
                let control = Control::new(Instant::now());
                let found = searcher.search(&record, &limits, &control, &mut |_| {});
                assert_eq!(found.depth, DEPTH, "decided too soon: {}", position.write_position());
                found.nodes
            }));
        }
        for setting in &settings {
            CAPTURES_FIRST.set(setting.captures_first);
            let mut peer = IterativeSearch::new(Opinion::Ours, setting.options);
            peer.set_max_depth(DEPTH as u8);
            costs.push(timed(|| {
                let before = MADE.get();
                peer.choose_move(position).expect("a move");
                MADE.get() - before
            }));
        }
        for (total, cost) in totals.iter_mut().zip(costs) {
            *total = (total.0 + cost.0, total.1 + cost.1);
        }
    }
    let ours = totals[0];
    let names = own.iter().map(|(name, _)| *name).chain(settings.iter().map(|s| s.name));
    println!("{} positions to depth {DEPTH}, {TABLE_MIB} MiB, one thread", positions.len());
    for (name, (nodes, cpu)) in names.zip(&totals) {
        println!(
            "{name:<34} {:>7.3} M nodes (x {:>5.2})  {:>7.3} s processor time (x {:>5.2})  \
             {:>5.2} M nodes/s",
            *nodes as f64 / 1e6,
            *nodes as f64 / ours.0 as f64,
            cpu.as_secs_f64(),
            cpu.as_secs_f64() / ours.1.as_secs_f64(),
            *nodes as f64 / 1e6 / cpu.as_secs_f64()
        );
    }
}

/// The time for a move of the match.
const MOVE_TIME: Duration = Duration::from_millis(100);
/// The random placements of an opening.
const OPENING_PLIES: usize = 4;

/// Returns the moves of an opening.
fn opening(seed: u64) -> Record<Morris> {
    let mut rng = SplitMix64::new(seed);
    let mut record = Record::new(Morris::start(&Rules::default()));
    for _ in 0..OPENING_PLIES {
        let mut moves = Vec::new();
        record.legal_moves(&mut moves);
        let m = moves[rng.below(moves.len())];
        record.play(Action::Move(m)).expect("a legal move");
    }
    record
}

/// What both sides spent, in processor time and moves.
#[derive(Default)]
struct Spent {
    ours: (Duration, u32),
    theirs: (Duration, u32),
}

/// Plays a game and returns our points in halves.
fn play(
    searcher: &mut Searcher<Morris>,
    (setting, opinion): (Setting, Opinion),
    mut record: Record<Morris>,
    side: Player,
    spent: &mut Spent,
) -> (u32, usize) {
    searcher.clear();
    CAPTURES_FIRST.set(setting.captures_first);
    let mut peer = IterativeSearch::new(opinion, setting.options);
    peer.set_timeout(MOVE_TIME);
    let limits = Limits { move_time: Some(MOVE_TIME), ..Limits::default() };
    loop {
        let plies = record.steps().len();
        if let Some(outcome) = record.outcome() {
            let points = match outcome.winner {
                None => 1,
                Some(winner) => 2 * u32::from(winner == side),
            };
            return (points, plies);
        }
        let before = cpu_time().unwrap_or_default();
        let is_ours = record.current().to_move() == side;
        let m = if is_ours {
            let control = Control::new(Instant::now());
            searcher.search(&record, &limits, &control, &mut |_| {}).best()
        } else {
            let now = record.current().packed();
            OCCURRED.set(record.repeatable().into_iter().filter(|board| *board != now).collect());
            let chosen = peer.choose_move(record.current());
            OCCURRED.take();
            chosen
        };
        let cpu = cpu_time().unwrap_or_default().saturating_sub(before);
        let account = if is_ours { &mut spent.ours } else { &mut spent.theirs };
        *account = (account.0 + cpu, account.1 + 1);
        record.play(Action::Move(m.expect("a move"))).expect("a legal move");
    }
}

fn play_match(games: usize, peer: (Setting, Opinion)) {
    let mut searcher = Searcher::new(TABLE_MIB).expect("memory");
    // Games lost, drawn and won, and pairs by their points in halves.
    let (mut results, mut pairs) = ([0; 3], [0; 5]);
    let mut spent = Spent::default();
    let mut plies = 0;
    for seed in 0..games.div_ceil(2) as u64 {
        let mut pair = 0;
        for side in [Player::First, Player::Second] {
            let (points, length) = play(&mut searcher, peer, opening(seed), side, &mut spent);
            results[points as usize] += 1;
            pair += points as usize;
            plies += length;
        }
        pairs[pair] += 1;
        let played: usize = results.iter().sum();
        if played.is_multiple_of(20) || played >= games {
            let score = (results[2] * 2 + results[1]) as f64 / (2 * played) as f64;
            println!(
                "{played} games: {} won, {} drawn, {} lost, {:.1} % of the points; pairs by half \
                 points {pairs:?}; {} plies a game; processor time a move {:.1} ms ours, {:.1} ms \
                 theirs",
                results[2],
                results[1],
                results[0],
                100.0 * score,
                plies / played,
                spent.ours.0.as_secs_f64() * 1e3 / f64::from(spent.ours.1),
                spent.theirs.0.as_secs_f64() * 1e3 / f64::from(spent.theirs.1),
            );
        }
    }
}

fn main() {
    if let Some(games) = number("games") {
        let settings = settings();
        let at = number("setting").unwrap_or(0);
        let Some(setting) = settings.get(at).copied() else {
            panic!("--setting is below {}, not {at}", settings.len());
        };
        let (opinion, whose) = match word("evaluation").as_deref() {
            None | Some("ours") => (Opinion::Ours, "our"),
            Some("plain") => (Opinion::Plain, "a plain"),
            Some(other) => panic!("--evaluation is ours or plain, not {other:?}"),
        };
        println!("against {} with {whose} evaluation", setting.name);
        play_match(games, (setting, opinion));
        return;
    }
    let read = |text: &&str| Morris::read_position(text, &Rules::UNLIMITED).expect("a position");
    search_all(&POSITIONS.iter().map(read).collect::<Vec<_>>());
}
