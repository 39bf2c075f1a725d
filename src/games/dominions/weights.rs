//! What the terms of the evaluation weigh, in hundredths of a point.
//!
//! A linear fit of the final margins of 1,200 games between players that look one ply ahead gave
//! -170, -110, -22 and -6 for the risks, -123, -56, -25 and 3 for the player to move, and 122 for a
//! playable tile. Set by hand nearer to zero, since players who look further save more.

crate::weights! {
    /// A tile that a player controls.
    controlled: 100,
    /// A tile in hand that fits on some vacant cell: a point once it lies, if it stays alive. Contact
    /// plays no part: it comes and goes with every move.
    playable: 80,
    /// A tile in hand that fits nowhere, and costs a point if it never does.
    idle: 40,
    /// What each tile of a group of one liberty is worth less, unless it is safe for ever.
    risk_1: -150,
    /// ... of two liberties.
    risk_2: -85,
    /// ... of three.
    risk_3: -25,
    /// ... of four or more.
    risk_4: -3,
    /// The same for the player to move, who can see to it: one liberty.
    risk_to_move_1: -90,
    /// ... two liberties.
    risk_to_move_2: -50,
    /// ... three.
    risk_to_move_3: -22,
    /// ... four or more.
    risk_to_move_4: -2,
}
