//! The weights of the evaluation's terms, in hundredths of a point.
//!
//! Fitted by logistic regression to 4,000 games at 500 nodes a move. Against weights set by hand
//! they won by 22.6 +/- 14.3 Elo in 1,676 games at 500 nodes a move; the sequential test of 0
//! against 10 normalized Elo accepted the gain. The weight of a tile in hand that fits nowhere
//! hardly matters: none occurred in the games.

crate::weights! {
    /// A tile that a player controls.
    controlled: 100,
    /// A tile in hand that fits on some vacant cell: a point once it lies, if it stays alive. Contact
    /// plays no part: it comes and goes with every move.
    playable: 99,
    /// A tile in hand that fits nowhere, and costs a point if it never does.
    idle: 38,
    /// The loss in value of each tile of a group with one liberty, unless it is safe for ever.
    risk_1: -53,
    /// ... of two liberties.
    risk_2: -65,
    /// ... of three.
    risk_3: -34,
    /// ... of four or more.
    risk_4: -11,
    /// The same for the player to move, who can respond: one liberty.
    risk_to_move_1: -89,
    /// ... two liberties.
    risk_to_move_2: -44,
    /// ... three.
    risk_to_move_3: -19,
    /// ... four or more.
    risk_to_move_4: -10,
}
