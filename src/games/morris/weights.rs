//! What the terms of the evaluation weigh, in hundredths of a man.
//!
//! The terms were chosen by how well they predict the exact values of tables for 79,000 positions
//! from games of the search against itself, the weights by matches: in 500 pairs of games at 2,000
//! nodes a move these score +64 Elo (error 17) against mobility 12, flight 120, threats 3, pairs 3 and no open
//! lines. Being to move predicts much and gained nothing, and so did counting an advantage less
//! where both sides have few men and mostly draw.

crate::weights! {
    /// A man, on the board or in hand.
    material: 100,
    /// A way to slide.
    mobility: 9,
    /// A way to slide while men are placed, above that.
    mobility_placing: 15,
    /// The freedom to fly, instead of ways to slide.
    flight: 220,
    /// A man that cannot slide.
    blocked: -12,
    /// A closed mill.
    mills: 15,
    /// A way to close a mill with the next move. Small, since the search sees them carried out.
    threats: 25,
    /// A slide from one mill into another: each second move removes a man.
    double_mills: 50,
    /// An empty point of a line whose other two points the side holds.
    pairs: 15,
    /// A line with one man of the side and none of the enemy.
    open_lines: 15,
}
