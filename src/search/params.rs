//! Numbers that shape the search.

/// The deepest iteration, in plies: what the table's 8 bits of depth hold.
pub(super) const MAX_DEPTH: u32 = 255;

/// How many nodes pass between two looks at the clock. At the slowest node rate of the games, some
/// 100,000 a second, that is every 0.6 ms.
pub(super) const NODES_PER_CLOCK: u64 = 64;

/// The greatest size of a history value; each update moves it a part of the way there.
pub(super) const HISTORY_MAX: i32 = 16_384;

/// Ordering of moves: the table's move first, then noisy moves and the rest by promise and
/// history, killers being worth this much history.
pub(super) const ORDER_TABLE: i32 = i32::MAX;
/// The worth of a noisy move in the ordering.
pub(super) const ORDER_NOISY: i32 = 1 << 24;
/// The worth of a killer move in the ordering.
pub(super) const ORDER_KILLER: i32 = 1 << 16;
/// What one unit of [`Evaluate::promise`](crate::kernel::Evaluate::promise) is worth in history.
pub(super) const PROMISE_WEIGHT: i32 = 16;

/// The share of the clock that a move may use when nothing else is known: one part in this many.
pub(super) const MOVES_EXPECTED: u32 = 30;

/// How many noisy moves deep quiescence looks: enough for any exchange that is not absurd.
pub(super) const MAX_QUIESCENCE: u32 = 16;
