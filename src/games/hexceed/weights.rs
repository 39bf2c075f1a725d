//! The weights of the evaluation's terms, in hundredths of a point.
//!
//! All but the first are a least-squares fit, rounded, to the exact margins of 15,000 positions with
//! 4 to 8 empty cells from games one third random, two thirds greedy. On 15,000 others they miss the
//! margin by 0.64 points (root mean square) where a piece is handed over and by 0.7 where one is
//! held; the settled points alone miss it by 1.4 and 1.8.
//!
//! The weights of the pieces to hand over, including the second best, were fitted again to the
//! margins of 6,000 games of the search against itself and tuned by matches: +13.2 +/- 6.2 Elo in
//! 3,000 games at 1,000 nodes a move, +16.1 +/- 11.1 in 800 at 10,000. The second best placement of
//! the held piece and the number of pieces that give nothing add next to nothing to the prediction.

crate::weights! {
    /// One point already scored.
    point: 100,
    /// One point that the held piece can score at once.
    held: 84,
    /// One point that the other side scores at once with the piece that gives it the least.
    handed: -60,
    /// One point that the next such piece scores: the other side has to hand that one over in turn.
    second: 25,
    /// One point that the free pieces can score at once, on average: the side to move is the next to
    /// hand one of them over.
    open: -10,
    /// Placing the last piece of the game.
    last: 95,
}
