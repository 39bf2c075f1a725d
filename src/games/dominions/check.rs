//! What is wrong with a move. Written from RULES.md section 4 using only the tiles on their cells,
//! so that it can be compared with the generator, which uses the groups that the board maintains.

use super::geometry::{Cell, PerCell, SIDES, opposite};
use super::moves::Move;
use super::state::{Dominions, LETTERS};
use super::tile::Tile;
use crate::kernel::{Gather, IllegalMove};

impl Dominions {
    /// Checks whether a move is legal, and if not, why. The game must not be over.
    pub(super) fn check_move(&self, m: Move) -> Result<(), IllegalMove> {
        let Some((cell, number)) = m.placement() else { return Ok(()) };
        if !self.board.tile(cell).is_none() {
            return Err(IllegalMove::new(format!("{cell} is not vacant")));
        }
        self.check_hand(number)?;
        self.check_matching(cell, number)?;
        self.check_contact(cell)?;
        self.check_liberties(cell, number)
    }

    /// Condition 1: the mover has the tile in hand.
    fn check_hand(&self, number: u8) -> Result<(), IllegalMove> {
        if self.hands[self.to_move] >> number & 1 != 0 {
            return Ok(());
        }
        let player = LETTERS[self.to_move];
        Err(IllegalMove::new(format!("{player} has placed tile P{number} already")))
    }

    /// Condition 2: beams meet beams, blank sides blank sides, and no beam leaves the board.
    fn check_matching(&self, cell: Cell, number: u8) -> Result<(), IllegalMove> {
        for side in 0..SIDES {
            if let Some(fault) = self.fault(cell, number, side) {
                return Err(IllegalMove::new(fault));
            }
        }
        Ok(())
    }

    /// Returns what is wrong with one side of a tile on a cell.
    pub(super) fn fault(&self, cell: Cell, number: u8, side: usize) -> Option<String> {
        let has_beam = number >> side & 1 != 0;
        let Some(beyond) = cell.neighbour(side) else {
            return has_beam
                .then(|| format!("P{number} has a beam over the board's edge at {cell}"));
        };
        let other = self.board.tile(beyond);
        if other.is_none() || other.has_beam(opposite(side)) == has_beam {
            return None;
        }
        let (mine, its) =
            if has_beam { ("a beam", "a blank side") } else { ("a blank side", "a beam") };
        Some(format!("P{number} on {cell} has {mine} where {beyond} has {its}"))
    }

    /// Condition 3: a tile of the opponent beside the cell, or the own-section exception.
    fn check_contact(&self, cell: Cell) -> Result<(), IllegalMove> {
        let tiles = Bare(self.board.tiles());
        let beside: Vec<Cell> = tiles.beside(cell).map(|(_, beyond)| beyond).gather();
        let is_first = Cell::all().all(|cell| tiles.at(cell).is_none());
        if is_first || beside.iter().any(|c| tiles.at(*c).controller() != self.to_move) {
            return Ok(());
        }
        let opponent = LETTERS[!self.to_move];
        let refuse = |why: &str| {
            Err(IllegalMove::new(format!("{cell} has no contact with a tile of {opponent}{why}")))
        };
        let Some(neighbour) = beside.first() else { return refuse("") };
        let joined: Vec<Cell> = tiles
            .beside(cell)
            .filter(|(side, beyond)| tiles.at(*beyond).has_beam(opposite(*side)))
            .map(|(_, beyond)| beyond)
            .gather();
        let Some(first) = joined.first() else {
            return refuse(&format!(" and meets only blank sides of its own, as of {neighbour}"));
        };
        let engaged: Vec<&Cell> = joined.iter().filter(|c| !tiles.is_whole_section(**c)).gather();
        let wanting = if self.rules.strict_extension {
            engaged.first().copied()
        } else {
            (engaged.len() == joined.len()).then_some(first)
        };
        match wanting {
            None => Ok(()),
            Some(c) => refuse(&format!(" and the group of {c} is not a whole section")),
        }
    }

    /// Condition 4: the section has a liberty. And the choice of Decision 8.
    fn check_liberties(&self, cell: Cell, number: u8) -> Result<(), IllegalMove> {
        let mut tiles = Bare(self.board.tiles());
        tiles.0[cell.index()] = Tile::new(number, self.to_move, self.to_move);
        if !tiles.is_alive(&tiles.connected(cell, |_| true)) {
            let reason = format!("oscillation: the section of {cell} would have no liberty");
            return Err(IllegalMove::new(reason));
        }
        if self.rules.no_boomerang && tiles.is_boomerang(cell) {
            let reason = format!("boomerang: P{number} on {cell} would be lost with its captures");
            return Err(IllegalMove::new(reason));
        }
        Ok(())
    }
}

/// Tiles on cells and nothing else; all questions are answered by walking from tile to tile.
struct Bare(PerCell<Tile>);

impl Bare {
    fn at(&self, cell: Cell) -> Tile {
        self.0[cell.index()]
    }

    /// Returns the sides of a cell where neighbours hold tiles, and the cells of these tiles.
    fn beside(&self, cell: Cell) -> impl Iterator<Item = (usize, Cell)> + '_ {
        (0..SIDES)
            .filter_map(move |side| Some((side, cell.neighbour(side)?)))
            .filter(|(_, beyond)| !self.at(*beyond).is_none())
    }

    /// Returns the neighbours, vacant or not, that the beams of the tile on a cell point at.
    fn ahead(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let has_beam = move |side: &usize| self.at(cell).has_beam(*side);
        (0..SIDES).filter(has_beam).filter_map(move |side| cell.neighbour(side))
    }

    /// Returns the tiles connected with that on a cell through beams and tiles that belong.
    fn connected(&self, cell: Cell, belongs: impl Fn(Tile) -> bool) -> Vec<Cell> {
        let mut found = vec![cell];
        let mut next = 0;
        while let Some(&cell) = found.get(next) {
            next += 1;
            for beyond in self.ahead(cell) {
                let tile = self.at(beyond);
                if !tile.is_none() && belongs(tile) && !found.contains(&beyond) {
                    found.push(beyond);
                }
            }
        }
        found
    }

    fn group(&self, cell: Cell) -> Vec<Cell> {
        let player = self.at(cell).controller();
        self.connected(cell, |tile| tile.controller() == player)
    }

    /// Returns whether a beam of one of the tiles points at a vacant cell.
    fn is_alive(&self, tiles: &[Cell]) -> bool {
        tiles.iter().any(|cell| self.ahead(*cell).any(|beyond| self.at(beyond).is_none()))
    }

    fn is_whole_section(&self, cell: Cell) -> bool {
        self.group(cell).len() == self.connected(cell, |_| true).len()
    }

    /// Returns whether the tile just put on a cell captures and dies all the same.
    fn is_boomerang(&self, cell: Cell) -> bool {
        let mover = self.at(cell).controller();
        let mut after = Self(self.0);
        let mut captures = false;
        for beyond in self.ahead(cell) {
            let tile = self.at(beyond);
            if tile.is_none() || tile.controller() == mover {
                continue;
            }
            let group = self.group(beyond);
            if !self.is_alive(&group) {
                captures = true;
                for cell in group {
                    after.0[cell.index()] = self.at(cell).flipped();
                }
            }
        }
        captures && !after.is_alive(&after.group(cell))
    }
}
