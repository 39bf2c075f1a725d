//! The weights of the evaluation's terms, in hundredths of a stack.
//!
//! The terms were chosen by how well they predict the results of 6,000 games of the search against
//! itself at 1,000 nodes a move, the weights fitted to 6,000 more games with those terms. Changing
//! them one at a time in matches of 800 games, by factors from a third to two and most of them in
//! both directions, gained nothing more. Against the earlier terms (prey, threats, centre, returns,
//! turn, and a penalty for having stacks of one size only) they score +110.6 +/- 20.4 Elo in 1,000
//! games at 1,000 nodes a move, and +192.4 +/- 37.9 in 300 at 10,000.
//!
//! Terms that predict results but gained nothing in 800 games: stacks within two steps of their
//! prey, threatened stacks that are defended. The number of empty cells within reach predicts next
//! to nothing.

crate::weights! {
    /// A stack, whatever its size: the sizes are worth the same until the opposing stacks are
    /// considered.
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
    /// A stack off the edge, where it touches more cells.
    centre: 13,
    /// A stack on its last row while an exchange is available.
    return_ready: 18,
    /// A stack one row short of that.
    return_near: 10,
    /// The right to move.
    turn: 9,
}
