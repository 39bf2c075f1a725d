//! What the terms of the evaluation weigh, in hundredths of a stack.
//!
//! Fitted by logistic regression to the results of 2,000 games that a search of three plies played
//! against itself under the default rules, from random openings. The number of empty cells within
//! reach is no term: beside the others its weight came out slightly below zero.

crate::weights! {
    /// A stack, whatever its size: the sizes are alike until it is known what stands against them.
    stack: 100,
    /// A stack and an enemy stack that it beats.
    prey: 12,
    /// An enemy stack that the side to move could capture at once.
    threat: 23,
    /// The first stack of the side to move that is threatened; a move may save it.
    first_threatened: -26,
    /// Every other one.
    next_threatened: -17,
    /// A stack that does not stand on the edge, where it would touch fewer cells.
    centre: 8,
    /// A stack on its last row while an exchange is to be had.
    return_ready: 18,
    /// A stack one row short of that.
    return_near: 11,
    /// Having stacks of one size only, which the enemy can beat.
    lone: -75,
    /// The turn.
    turn: 8,
}
