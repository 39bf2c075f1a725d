//! What the terms of the evaluation weigh, in hundredths of a stack.
//!
//! Fitted by `quincunx tune` to 8,000 games at 1,000 nodes a move. Against a fit to 2,000 games of three
//! plies they won by 26.9 +/- 16.1 Elo in 1,396 games at 1,000 nodes a move; the sequential test of 0
//! against 10 normalized Elo accepted the gain. The number of empty cells within reach is no term:
//! beside the others its weight came out slightly below zero.

crate::weights! {
    /// A stack, whatever its size: the sizes are alike until it is known what stands against them.
    stack: 100,
    /// A stack and an enemy stack that it beats.
    prey: 16,
    /// An enemy stack that the side to move could capture at once.
    threat: 16,
    /// The first stack of the side to move that is threatened; a move may save it.
    first_threatened: -20,
    /// Every other one.
    next_threatened: -16,
    /// A stack that does not stand on the edge, where it would touch fewer cells.
    centre: 13,
    /// A stack on its last row while an exchange is to be had.
    return_ready: 24,
    /// A stack one row short of that.
    return_near: 11,
    /// Having stacks of one size only, which the enemy can beat.
    lone: -65,
    /// The turn.
    turn: 8,
}
