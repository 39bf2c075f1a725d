//! What an action does to the board (RULES.md section 4), in numbered steps.

use super::board::Coerceo;
use super::geometry::{
    BORDER, FIELDS, NO_TILE, RING, SIDES, SLOT_0, TILE_FIELDS, TILE_NEIGHBOURS, fields_of, flanks,
};
use super::moves::{self, CoerceoMove};
use super::shifts;
use crate::kernel::Bits;

/// What it takes to unmake a move: the pieces as they were and the tiles that were removed.
///
/// Restoring the pieces is faster than undoing what happened to them, and a quarter faster than
/// restoring the whole position: the next move need not wait for the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undo {
    own: u64,
    enemy: u64,
    tiles: u32,
}

impl Coerceo {
    /// Makes a legal move.
    #[inline(always)]
    pub(super) fn act(&mut self, m: CoerceoMove) -> Undo {
        let us = self.to_move;
        let them = !us;
        let (first, to) = m.ends();
        let mut undo = Undo { own: self.pieces[us], enemy: self.pieces[them], tiles: 0 };

        // Step 1. Make the action: shift the piece, or pay for the enemy's piece and drop it.
        // `near` are the enemy's fields where a piece may now be enclosed.
        let mut near = 0;
        if m.is_exchange() {
            self.held[us] -= self.rules.exchange();
            self.pieces[them] ^= 1 << first;
        } else {
            self.pieces[us] ^= 1 << first | 1 << to;
            near = SIDES[us.index()][to];
        }

        // Step 2. Tiles: look at the tile that lost a piece.
        let occupied = self.pieces[us] | self.pieces[them];
        if occupied & TILE_FIELDS[first] == 0 {
            undo.tiles = self.tiles;
            // A move's tiles go to the mover, an exchange's to nobody (Decision 5).
            near |= self.take_tiles(first / 3, !m.is_exchange());
            undo.tiles ^= self.tiles;
        }

        // Step 3. Captures, all of them together. Two of an enclosed piece's sides are on its own
        // tile, which the quick test of `flanked` looks at first.
        let own = self.pieces[us];
        let mut suspects = near & self.pieces[them] & flanked(own);
        if suspects != 0 {
            let open = self.board & !own;
            let mut captured = 0;
            while suspects != 0 {
                let bit = suspects & suspects.wrapping_neg();
                if SIDES[them.index()][suspects.trailing_zeros() as usize & 63] & open == 0 {
                    captured |= bit;
                }
                suspects ^= bit;
            }
            self.pieces[them] ^= captured;
        }

        // Step 4. The other player is to move. A capture cannot empty a tile (Decision 6), so
        // nothing follows from step 3.
        self.to_move = them;
        undo
    }

    /// Takes back the last move.
    #[inline(always)]
    pub(super) fn take_back(&mut self, m: CoerceoMove, undo: Undo) {
        let them = self.to_move;
        let us = !them;
        self.to_move = us;
        self.pieces[us] = undo.own;
        self.pieces[them] = undo.enemy;
        if m.is_exchange() {
            self.held[us] += self.rules.exchange();
        }
        if undo.tiles != 0 {
            self.tiles |= undo.tiles;
            self.board |= fields_of(undo.tiles);
            if !m.is_exchange() {
                self.held[us] -= undo.tiles.count_ones() as u8;
            }
        }
    }

    /// Returns whether a legal move captures, takes a tile or exchanges: it follows
    /// [`act`](Self::act) up to its first tile or capture.
    #[inline]
    pub(super) fn changes_material(&self, m: CoerceoMove) -> bool {
        if m.is_exchange() {
            return true;
        }
        let (us, them) = (self.to_move, !self.to_move);
        let (first, to) = m.ends();
        let own = self.pieces[us] ^ (1 << first | 1 << to);
        if (own | self.pieces[them]) & TILE_FIELDS[first] == 0
            && is_removable(self.tiles, first / 3)
        {
            return true;
        }
        let open = self.board & !own;
        Bits::of(SIDES[us.index()][to] & self.pieces[them] & flanked(own))
            .any(|bit| SIDES[them.index()][bit & 63] & open == 0)
    }

    /// Adds the legal moves of a position that is not finished which
    /// [change the material](Self::changes_material), in the order of all moves.
    pub(super) fn generate_noisy(&self, moves: &mut Vec<CoerceoMove>) {
        let open = self.board & !self.pieces[self.to_move];
        let (leaving, closing) = self.noisy_fields();
        let ends = |from: usize| if leaving >> from & 1 == 1 { open } else { closing };
        moves::generate_where(self, moves, ends, |m| self.changes_material(m));
    }

    /// Returns fields of which every noisy step leaves one of the first, from a tile that can then be
    /// taken, or enters one of the second, the last open side of an enemy.
    #[inline]
    pub(super) fn noisy_fields(&self) -> (u64, u64) {
        let (us, them) = (self.to_move, !self.to_move);
        let open = self.board & !self.pieces[us];
        let [ones, twos] = shifts::sum_of_three(shifts::sides(them, open));
        let [a, b, c] = shifts::sides(us, self.pieces[them] & ones & !twos);
        let leaving = self.alone(us) & shifts::removable(self.board & SLOT_0);
        (leaving | leaving << 1 | leaving << 2, (a | b | c) & open)
    }

    /// Takes an empty tile off the board if it is removable, and continues with those that become
    /// removable as a result. The order does not matter (Decision 7). Returns the enemy's fields
    /// that bordered a removed tile.
    #[inline(never)]
    fn take_tiles(&mut self, first: usize, collect: bool) -> u64 {
        let (us, them) = (self.to_move, !self.to_move);
        let occupied = self.pieces[us] | self.pieces[them];
        let mut near = 0;
        let mut look = 1_u32 << first;
        while look != 0 {
            let tile = look.trailing_zeros() as usize & 31;
            look &= look - 1;
            if is_empty(occupied, tile) && is_removable(self.tiles, tile) {
                // Step 2a. Remove it, once: a tile that is gone is not considered again.
                self.tiles &= !(1 << tile);
                self.board &= !(7 << (3 * tile));
                self.held[us] += u8::from(collect);
                near |= BORDER[them.index()][tile];
                // Step 2b. Its neighbours may have become removable (Decision 4).
                look |= RING[tile] & self.tiles;
            }
        }
        near
    }
}

/// Returns whether no piece stands on a tile.
#[inline]
pub(super) const fn is_empty(occupied: u64, tile: usize) -> bool {
    occupied >> (3 * tile) & 7 == 0
}

/// Returns whether the tiles on the board around a tile form one unbroken run of one to three
/// (Decisions 2, 3 and 8). The tile itself is on the board.
#[inline]
pub(super) const fn is_removable(tiles: u32, tile: usize) -> bool {
    let around = &TILE_NEIGHBOURS[tile & 31];
    let mut pattern = 0;
    let mut direction = 0;
    while direction < 6 {
        pattern |= (tiles >> around[direction] & 1) << direction;
        direction += 1;
    }
    REMOVABLE >> pattern & 1 == 1
}

/// The patterns of neighbours (bit `d` = there is a tile in direction `d`) of a removable tile.
const REMOVABLE: u64 = {
    let mut patterns = 0;
    let mut length = 1;
    while length <= 3 {
        let mut start = 0;
        while start < 6 {
            let run = ((1 << length) - 1) << start;
            // Directions are cyclic: a run wraps around the end.
            patterns |= 1 << ((run | run >> 6) & 63);
            start += 1;
        }
        length += 1;
    }
    patterns
};

/// Returns the fields of one colour whose two side neighbours on their own tile are both in
/// `own`, a board of the other colour.
#[inline]
const fn flanked(own: u64) -> u64 {
    let [next, last] = flanks(own);
    next & last
}

const _: () = assert!(FIELDS < 64 && (NO_TILE as u32) < u32::BITS);
