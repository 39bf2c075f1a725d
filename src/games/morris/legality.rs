//! Why a move is illegal: RULES.md section 3 point by point and line by line, without the
//! generator's arithmetic on whole sets.

use thiserror::Error;

use super::geometry::{LINES, Point};
use super::moves::MorrisMove;
use super::state::Morris;

/// Why a move is illegal. The search asks of many moves whether they are legal, and never reads why
/// not, so the words are put together only where they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum Illegality {
    #[error("no piece in hand to place")]
    NoneInHand,
    #[error("pieces in hand must be placed first")]
    InHand,
    #[error("no own piece on {0}")]
    NotOwn(Point),
    #[error("{0} is not empty")]
    NotEmpty(Point),
    #[error("{to} is not next to {from}")]
    NotNext { from: Point, to: Point },
    #[error("a mill is closed, a piece must be removed")]
    NothingRemoved,
    #[error("no mill is closed, nothing may be removed")]
    NoMill,
    #[error("no enemy piece on {0}")]
    NotEnemy(Point),
    #[error("{0} stands in a mill and another piece does not")]
    InMill(Point),
}

/// Checks whether a move is legal, and if not, why. The game must not be over.
pub(super) fn check(position: &Morris, m: MorrisMove) -> Result<(), Illegality> {
    check_step(position, m)?;
    let mut men = position.own().board() | m.to().bit();
    if let Some(from) = m.from() {
        men &= !from.bit();
    }
    let closes = m.to().lines().into_iter().any(|line| men & line == line);
    check_removal(position, closes, m.removed())
}

/// Checks the part of a move before the removal.
fn check_step(position: &Morris, m: MorrisMove) -> Result<(), Illegality> {
    let to = m.to();
    let to_is_empty = position.empty() & to.bit() != 0;
    match m.from() {
        None if position.own().hand() == 0 => Err(Illegality::NoneInHand),
        Some(_) if position.own().hand() > 0 => Err(Illegality::InHand),
        Some(from) if position.own().board() & from.bit() == 0 => Err(Illegality::NotOwn(from)),
        _ if !to_is_empty => Err(Illegality::NotEmpty(to)),
        Some(from) if !position.own().flies() && from.neighbours() & to.bit() == 0 => {
            Err(Illegality::NotNext { from, to })
        }
        _ => Ok(()),
    }
}

/// Checks the removal of a move that closes a mill or does not.
fn check_removal(
    position: &Morris,
    closes: bool,
    removed: Option<Point>,
) -> Result<(), Illegality> {
    let enemy = position.enemy().board();
    let Some(removed) = removed else {
        return if closes && enemy != 0 { Err(Illegality::NothingRemoved) } else { Ok(()) };
    };
    if !closes {
        return Err(Illegality::NoMill);
    }
    if enemy & removed.bit() == 0 {
        return Err(Illegality::NotEnemy(removed));
    }
    let mut protected = 0;
    for [a, b, c] in LINES {
        let line = a.bit() | b.bit() | c.bit();
        if enemy & line == line {
            protected |= line;
        }
    }
    if protected & removed.bit() != 0 && protected != enemy {
        return Err(Illegality::InMill(removed));
    }
    Ok(())
}
