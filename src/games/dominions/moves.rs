//! Moves, and the generator of legal ones (RULES.md section 4).
//!
//! Contact depends on the cell alone, and what fits there is a set of tiles. Of these only the one
//! whose beams are all spent has no liberty of its own, so only that one can be an oscillation or a
//! boomerang: a cell costs at most one check of the groups around it, however many tiles fit.

use std::fmt;

use super::geometry::Cell;
use super::state::Dominions;
use super::tile::{TILES, fitting};
use crate::kernel::{self, Bits};

/// A placement or a pass: the cell in the upper bits, the number of the tile in the lower six.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

impl Move {
    /// The pass.
    pub const PASS: Self = Self(0);

    /// Returns the placement of a tile, by its number from 1 to 63, on a cell.
    #[must_use]
    #[inline]
    pub const fn place(cell: Cell, number: u8) -> Self {
        Self((cell.index() as u16) << 6 | (number & 63) as u16)
    }

    /// Returns the cell and the number of the tile, or `None` for the pass.
    #[must_use]
    #[inline]
    pub const fn placement(self) -> Option<(Cell, u8)> {
        match self.0 & 63 {
            0 => None,
            number => Some((Cell::of_byte((self.0 >> 6) as u8), number as u8)),
        }
    }
}

impl kernel::Move for Move {
    #[inline]
    fn bits(self) -> u16 {
        self.0
    }

    fn from_bits(bits: u16) -> Option<Self> {
        let is_placement = Cell::from_index((bits >> 6) as usize).is_some() && bits & 63 != 0;
        (is_placement || bits == Self::PASS.0).then_some(Self(bits))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.placement() {
            Some((cell, number)) => write!(f, "P{number}{cell}"),
            None => f.write_str("pass"),
        }
    }
}

const _: () = assert!(TILES < 64, "six bits hold the number of a tile");

impl Dominions {
    /// Adds the legal moves: first the placements with contact, then those by the own-section
    /// exception, then the pass; in each part by cell and by number.
    pub(super) fn generate(&self, moves: &mut Vec<Move>) {
        if self.is_over() {
            return;
        }
        if self.board.is_empty() {
            self.board.vacant().for_each(|cell| self.push_fitting(cell, moves));
        } else {
            let contacts = self.board.contacts(!self.to_move);
            contacts.for_each(|cell| self.push_fitting(cell, moves));
            self.board.contacts(self.to_move).without(&contacts).for_each(|cell| {
                if self.extends_own_section(cell) {
                    self.push_fitting(cell, moves);
                }
            });
        }
        moves.push(Move::PASS);
    }

    /// Returns whether a tile may be put on a cell while the game is not over.
    pub(super) fn allows(&self, cell: Cell, number: u8) -> bool {
        let is_near = |player| self.board.contacts(player).contains(cell);
        let has_contact = || {
            self.board.is_empty()
                || is_near(!self.to_move)
                || is_near(self.to_move) && self.extends_own_section(cell)
        };
        self.board.tile(cell).is_none() && has_contact() && self.playable(cell) >> number & 1 != 0
    }

    /// Adds the placements on a vacant cell that has contact.
    #[inline]
    pub(super) fn push_fitting(&self, cell: Cell, moves: &mut Vec<Move>) {
        moves.extend(Bits::of(self.playable(cell)).map(|number| Move::place(cell, number as u8)));
    }

    /// Returns the tiles that may be put on a vacant cell that has contact, a bit for each number.
    #[inline]
    pub(super) fn playable(&self, cell: Cell) -> u64 {
        let facing = self.board.facing(cell);
        let free = cell.open_sides() & !self.board.occupied_sides(cell);
        let fits = fitting(facing, free) & self.hands[self.to_move];
        let spent = 1 << facing;
        if fits & spent != 0 && !self.may_spend(cell) { fits & !spent } else { fits }
    }

    /// Returns whether a placement on a vacant cell beside no tile of the opponent has contact by
    /// the own-section exception.
    #[inline]
    pub(super) fn extends_own_section(&self, cell: Cell) -> bool {
        let mut groups = Bits::of(self.board.facing(cell))
            .map(|side| self.board.group_of(cell.beyond(side)))
            .map(|group| self.board.is_whole_section(group));
        if self.rules.strict_extension {
            self.board.facing(cell) != 0 && groups.all(|whole| whole)
        } else {
            groups.any(|whole| whole)
        }
    }

    /// Returns whether the tile without a liberty of its own may be put on a vacant cell.
    #[inline]
    fn may_spend(&self, cell: Cell) -> bool {
        // Nearly always a group that points at the cell has a liberty elsewhere, and so does the
        // section. A quick test: it has more liberties than beams point at the cell.
        let facing = self.board.facing(cell);
        let is_spared = Bits::of(facing).any(|side| {
            let group = self.board.group_of(cell.beyond(side));
            u32::from(self.board.liberties(group)) > facing.count_ones()
        }) || self
            .board
            .groups_at(cell)
            .any(|(group, beams)| self.board.liberties(group) > beams);
        let is_boomerang = || self.rules.no_boomerang && self.is_boomerang(cell);
        (is_spared || !self.is_oscillation(cell)) && !is_boomerang()
    }

    /// Returns whether the tile without a liberty of its own would take the last one of its
    /// section. Every group that points at the cell has all its liberties there.
    fn is_oscillation(&self, cell: Cell) -> bool {
        // Any other group has its liberties elsewhere, so the section must not hold one.
        self.board.groups_at(cell).all(|(group, _)| self.meets_only_groups_at(group, cell))
    }

    /// Returns whether the tile without a liberty of its own captures and is still lost with
    /// everything that it captured. Must not be called if it would be an oscillation.
    pub(super) fn is_boomerang(&self, cell: Cell) -> bool {
        let mut captures = false;
        for (group, beams) in self.board.groups_at(cell) {
            let is_own = self.board.tile(group).controller() == self.to_move;
            let is_dying = self.board.liberties(group) == beams;
            if is_own && !is_dying {
                return false;
            }
            if !is_own && is_dying {
                captures = true;
                // What it met would join the lump, and all but the dying have liberties.
                if !self.meets_only_groups_at(group, cell) {
                    return false;
                }
            }
        }
        captures
    }

    /// Returns whether every group whose beams a group meets points at the cell, too.
    fn meets_only_groups_at(&self, group: Cell, cell: Cell) -> bool {
        if self.board.is_whole_section(group) {
            return true;
        }
        let other = !self.board.tile(group).controller();
        self.board.members(group).iter().all(|member| {
            let met = self.board.tile(member).beams() & self.board.beside(member, other);
            Bits::of(met).all(|side| {
                let beyond = self.board.group_of(member.beyond(side));
                self.board.groups_at(cell).any(|(at, _)| at == beyond)
            })
        })
    }
}
