//! What the terms of the evaluation weigh, in hundredths of a piece.

crate::weights! {
    /// A piece.
    piece: 100,
    /// A tile that is held when an exchange costs one: somewhat less than the piece that it buys,
    /// since it has to be spent first.
    tile_of_one: 75,
    /// A tile that is held when an exchange costs two.
    tile_of_two: 40,
    /// Holding enough for an exchange: it can be made at once, where it hurts most.
    exchange: 10,
    /// A step that a piece can make.
    step: 1,
    /// A piece that the enemy encloses by one more piece or tile.
    one_open_side: -16,
    /// A piece with two open sides left.
    two_open_sides: -3,
    /// A tile that falls to the side whose only piece on it steps away.
    loose_tile: 14,
}
