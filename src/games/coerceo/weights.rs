//! The weights of the evaluation's terms, in hundredths of a piece.
//!
//! Found by matches of 300 games at 500 nodes a move, one change at a time: these weights score
//! +306 Elo (error 48) against step 1, one open side -16, two open sides -3 and no support, reached
//! sides or tempo. Doubling the support, or -30 for one open side, was worse again.

crate::weights! {
    /// A piece.
    piece: 100,
    /// A held tile when an exchange costs one: somewhat less than the piece that it buys, since it
    /// must be spent first.
    tile_of_one: 75,
    /// A held tile when an exchange costs two.
    tile_of_two: 40,
    /// Holding enough for an exchange, which can be made at once and where it hurts most.
    exchange: 10,
    /// A step that a piece can make. More steps mean pieces that stand apart.
    step: -4,
    /// A step to a field that another piece can step to as well: pieces that stand together cover
    /// each other and close in on the enemy.
    support: 10,
    /// A piece that the enemy encloses by one more piece or tile.
    one_open_side: -24,
    /// A piece with two open sides left.
    two_open_sides: -6,
    /// A piece with two open sides left, both of which the enemy can step to.
    two_reached_sides: -1,
    /// A tile that falls to the side whose only piece on it steps away.
    loose_tile: 14,
    /// The right to move.
    to_move: 15,
}
