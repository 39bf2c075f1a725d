//! What the terms of the evaluation weigh, in hundredths of a stack.
//!
//! The terms were chosen by how well they predict the results of 6,000 games of the search against
//! itself at 1,000 nodes a move, the weights fitted to 6,000 more games with those terms. Tried one by
//! one in matches of 800 games, a third to twice as much and for most also as much less, none gained
//! more. Against the terms of before (prey, threats, centre, returns, turn, and a malus for having
//! stacks of one size only) they score +110.6 +/- 20.4 Elo in 1,000 games at 1,000 nodes a move, and
//! +192.4 +/- 37.9 in 300 at 10,000.
//!
//! What predicts and gained nothing in 800 games: stacks within two steps of their prey, threatened
//! stacks that are defended. The number of empty cells within reach predicts next to nothing.

crate::weights! {
    /// A stack, whatever its size: the sizes are alike until it is known what stands against them.
    stack: 100,
    /// A stack and an enemy stack that it beats.
    prey: 18,
    /// A stack that no enemy stack beats.
    unbeatable: 60,
    /// An enemy stack that the side to move could capture at once.
    threat: 23,
    /// The first stack of the side to move that is threatened; a move may save it.
    first_threatened: -26,
    /// Every other one.
    next_threatened: -22,
    /// A stack beside one that could take revenge for it.
    defended: 11,
    /// A stack that does not stand on the edge, where it would touch fewer cells.
    centre: 13,
    /// A stack on its last row while an exchange is to be had.
    return_ready: 18,
    /// A stack one row short of that.
    return_near: 10,
    /// The turn.
    turn: 9,
}
