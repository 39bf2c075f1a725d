//! Numbers that shape the search.

use std::time::Duration;

/// The deepest iteration, in plies: what the table's 8 bits of depth hold.
pub(super) const MAX_DEPTH: u32 = 255;

/// How many nodes pass between two looks at the clock. At the slowest node rate of the games, some
/// 100,000 a second, that is every 0.6 ms.
pub(super) const NODES_PER_CLOCK: u64 = 64;

/// The greatest size of a history value; each update moves it a part of the way there.
pub(super) const HISTORY_MAX: i32 = 16_384;

/// Ordering of moves: the table's move first, then noisy moves and the rest by move score and
/// history, killers being worth this much history.
pub(super) const ORDER_TABLE: i32 = i32::MAX;
/// The worth of a noisy move in the ordering: more than move score and history can make of a quiet one.
pub(super) const ORDER_NOISY: i32 = 1 << 24;
/// The worth of a killer move in the ordering.
pub(super) const ORDER_KILLER: i32 = 1 << 16;
/// What one unit of [`Order::move_score`](crate::kernel::Order::move_score) is worth in history.
pub(super) const MOVE_SCORE_WEIGHT: i32 = 16;

/// The share of the clock that a move may use when nothing else is known: one part in this many.
/// Dominions, where a player moves some 65 times, uses up its clock with it; equal shares for all
/// moves of a game were 59 +/- 67 Elo worse there (54 games of 3 s and 30 ms a move).
pub(super) const MOVES_EXPECTED: u32 = 30;

/// How many times the overhead of a move stays on the clock for the moves of a busy moment.
pub(super) const RESERVE: u32 = 3;

/// So many times its share a move may take at most, ...
pub(super) const HARD: u32 = 3;
/// ... and so many times while the best move is failing low.
pub(super) const EXTENDED: u32 = 5;

/// The share of that time, in percent, that the search takes when the best move has just changed,
/// when one more iteration has confirmed it, two, and so on.
pub(super) const STRETCH: [u32; 6] = [150, 120, 100, 85, 75, 65];
/// ... and times this, when the score has fallen by more than [`WORSE`].
pub(super) const STRETCH_WORSE: u32 = 140;
/// How much the score may fall from one iteration to the next, in hundredths of the unit.
pub(super) const WORSE: i32 = 30;

/// How many noisy moves deep quiescence looks: enough for any exchange that is not absurd.
pub(super) const MAX_QUIESCENCE: u32 = 16;

/// Root moves are reported from this time of a search on, ...
pub(super) const ROOT_MOVES_FROM: Duration = Duration::from_secs(1);
/// ... and with at least so much time between them, since a game may have thousands.
pub(super) const ROOT_MOVES_EVERY: Duration = Duration::from_millis(100);

/// From this depth on the root is searched with a narrow window first.
pub(super) const ASPIRATION_DEPTH: u32 = 4;
/// Half the width of that window, in hundredths of the unit.
pub(super) const ASPIRATION: i32 = 30;

/// Late-move reductions begin at this depth and this move.
pub(super) const REDUCED_DEPTH: u32 = 3;
/// The first move that may be reduced, counted from 0.
pub(super) const REDUCED_MOVE: usize = 3;
/// The weight of log2(depth) * log2(move) in a reduction, in 256ths of a ply.
pub(super) const REDUCTION: u32 = 62;

/// Reverse futility, where [`Evaluate::margin`](crate::kernel::Evaluate::margin) allows it, up to
/// this depth.
pub(super) const REVERSE_FUTILE_DEPTH: u32 = 6;
/// Futility of quiet moves, there too, up to this depth, ...
pub(super) const FUTILE_DEPTH: u32 = 4;
/// ... with this share of the margin, in percent.
pub(super) const FUTILE_PERCENT: i32 = 80;

/// From this depth on a node without a move of the table is searched a ply less deeply.
pub(super) const INTERNAL_DEPTH: u32 = 4;

/// Late-move pruning up to this depth.
pub(super) const LATE_DEPTH: u32 = 4;
/// It leaves out quiet moves from place `LATE_MOVES * (1 + depth² / 2)` on.
pub(super) const LATE_MOVES: usize = 6;
