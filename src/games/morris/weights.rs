//! The weights of the evaluation's terms, in hundredths of a man.
//!
//! The terms were chosen by how well they predict the exact values of tables for 79,000 positions
//! from games of the search against itself, the weights by matches: in 500 pairs of games at 2,000
//! nodes a move these score +64 Elo (error 17) against mobility 12, flight 120, threats 3, pairs 3
//! and no open lines. The right to move predicts much but gained nothing, and neither did scaling
//! an advantage down when both sides have few men and mostly draw.

crate::weights! {
    /// A man, on the board or in hand.
    material: 100,
    /// A possible slide.
    mobility: 9,
    /// The extra value of a slide while men are being placed.
    mobility_placing: 15,
    /// The freedom to fly, instead of slides.
    flight: 220,
    /// A man that cannot slide.
    blocked: -12,
    /// A closed mill.
    mills: 15,
    /// A mill that can be closed with the next move. Small, since the search sees it happen.
    threats: 25,
    /// A slide from one mill into another: every second move removes a man.
    double_mills: 50,
    /// An empty point of a line whose other two points the side holds.
    pairs: 15,
    /// A line with one man of the side and none of the enemy.
    open_lines: 15,
}
