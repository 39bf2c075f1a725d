//! Why a move is illegal: RULES.md section 3 point by point and line by line, without the
//! generator's arithmetic on whole sets.

use super::geometry::{LINES, Point};
use super::moves::MorrisMove;
use super::state::Morris;
use crate::kernel::IllegalMove;

/// Checks whether a move is legal, and if not, why. The game must not be over.
pub(super) fn check(position: &Morris, m: MorrisMove) -> Result<(), IllegalMove> {
    check_step(position, m)?;
    let mut men = position.own().board() | m.to().bit();
    if let Some(from) = m.from() {
        men &= !from.bit();
    }
    let closes = m.to().lines().into_iter().any(|line| men & line == line);
    check_removal(position, closes, m.removed())
}

/// Checks the part of a move before the removal.
fn check_step(position: &Morris, m: MorrisMove) -> Result<(), IllegalMove> {
    let to = m.to();
    let to_is_empty = position.empty() & to.bit() != 0;
    match m.from() {
        None if position.own().hand() == 0 => Err(IllegalMove::new("no piece in hand to place")),
        Some(_) if position.own().hand() > 0 => {
            Err(IllegalMove::new("pieces in hand must be placed first"))
        }
        Some(from) if position.own().board() & from.bit() == 0 => {
            Err(IllegalMove::new(format!("no own piece on {from}")))
        }
        _ if !to_is_empty => Err(IllegalMove::new(format!("{to} is not empty"))),
        Some(from) if !position.own().flies() && from.neighbours() & to.bit() == 0 => {
            Err(IllegalMove::new(format!("{to} is not next to {from}")))
        }
        _ => Ok(()),
    }
}

/// Checks the removal of a move that closes a mill or does not.
fn check_removal(
    position: &Morris,
    closes: bool,
    removed: Option<Point>,
) -> Result<(), IllegalMove> {
    let enemy = position.enemy().board();
    let Some(removed) = removed else {
        return if closes && enemy != 0 {
            Err(IllegalMove::new("a mill is closed, a piece must be removed"))
        } else {
            Ok(())
        };
    };
    if !closes {
        return Err(IllegalMove::new("no mill is closed, nothing may be removed"));
    }
    if enemy & removed.bit() == 0 {
        return Err(IllegalMove::new(format!("no enemy piece on {removed}")));
    }
    let mut protected = 0;
    for [a, b, c] in LINES {
        let line = a.bit() | b.bit() | c.bit();
        if enemy & line == line {
            protected |= line;
        }
    }
    if protected & removed.bit() != 0 && protected != enemy {
        let reason = format!("{removed} stands in a mill and another piece does not");
        return Err(IllegalMove::new(reason));
    }
    Ok(())
}
