//! The rules as a [`Position`]: start and ends, making and unmaking actions, the packed board.

use super::about;
use super::board::{Coerceo, Setup};
use super::cascade::Undo;
use super::geometry::{ALL_FIELDS, ALL_TILES, FIELDS, SLOT_0, TILES, Tile, fields_of};
use super::legality;
use super::moves::{self, CoerceoMove};
use super::rules::Rules;
use super::start;
use super::validity::{Flaw, flaw};
use crate::kernel::{IllegalMove, Outcome, PerPlayer, Player, Position};

impl Coerceo {
    /// Returns the position that was set up.
    ///
    /// # Errors
    ///
    /// Says which rule of RULES.md section 7 the set-up breaks.
    pub fn from_setup(setup: Setup, rules: Rules) -> Result<Self, Flaw> {
        let Setup { pieces, held, to_move, .. } = setup;
        let tiles = setup.tiles & ALL_TILES;
        match flaw(&setup) {
            Some(flaw) => Err(flaw),
            None => Ok(Self { pieces, board: fields_of(tiles), tiles, held, to_move, rules }),
        }
    }

    /// Whether one side has no piece, or the game is dead: the endings that the generator would not
    /// notice by itself.
    #[inline]
    fn is_decided(&self) -> bool {
        let PerPlayer([white, black]) = self.pieces;
        if white & white.wrapping_sub(1) | black & black.wrapping_sub(1) != 0 {
            return white == 0 || black == 0;
        }
        white == 0 || black == 0 || self.is_dead()
    }

    /// Whether nobody can ever pay for an exchange: with one piece on each side every tile but one
    /// can still be taken, and nothing else can capture (Decision 12).
    fn is_dead(&self) -> bool {
        let PerPlayer([white, black]) = self.held;
        let within_reach = self.tiles.count_ones() - 1 + u32::from(white.max(black));
        within_reach < u32::from(self.rules.exchange())
    }
}

impl Position for Coerceo {
    type Move = CoerceoMove;
    type Packed = [u64; 2];
    type Undo = Undo;
    type Rules = Rules;

    const NAME: &'static str = about::ABOUT.name;
    const CYCLES: bool = true;
    const MAX_MOVES: usize = moves::MAX_MOVES;

    fn start(rules: &Rules) -> Self {
        let Setup { pieces, tiles, held, to_move } = start::setup(rules.start());
        Self { pieces, board: fields_of(tiles), tiles, held, to_move, rules: *rules }
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        // The order of RULES.md section 5.
        for player in Player::ALL {
            if self.pieces[player] == 0 {
                return Some(Outcome::won(!player, about::ELIMINATED));
            }
        }
        let full = self.pieces[self.to_move] == self.board;
        if full && !self.can_exchange() {
            return Some(Outcome::drawn(about::STALEMATE));
        }
        self.is_decided().then(|| Outcome::drawn(about::DEAD))
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<CoerceoMove>) {
        if !self.is_decided() {
            moves::generate(self, moves);
        }
    }

    #[inline]
    fn count_moves(&self, _: &mut Vec<CoerceoMove>) -> usize {
        if self.is_decided() { 0 } else { moves::count(self) }
    }

    /// A step that takes nothing leaves the other side's fields and pieces as they were, and with them its
    /// moves.
    #[inline]
    fn count_replies(&mut self, noisy: &mut Vec<CoerceoMove>) -> Option<u64> {
        noisy.clear();
        if self.is_decided() {
            return Some(0);
        }
        self.generate_noisy(noisy);
        let quiet = moves::count(self) - noisy.len();
        let passed = Self { to_move: !self.to_move, ..*self };
        let mut replies = (quiet * moves::count(&passed)) as u64;
        for m in noisy.drain(..) {
            let undo = self.act(m);
            replies += self.count_moves(&mut Vec::new()) as u64;
            self.take_back(m, undo);
        }
        Some(replies)
    }

    fn check(&self, m: CoerceoMove) -> Result<(), IllegalMove> {
        if self.outcome().is_some() {
            return Err(IllegalMove::game_over());
        }
        legality::check(self, m).map_err(|illegality| IllegalMove::new(illegality.to_string()))
    }

    #[inline]
    fn is_legal(&self, m: CoerceoMove) -> bool {
        self.outcome().is_none() && legality::check(self, m).is_ok()
    }

    #[inline(always)]
    fn make(&mut self, m: CoerceoMove) -> Undo {
        self.act(m)
    }

    #[inline(always)]
    fn unmake(&mut self, m: CoerceoMove, undo: Undo) {
        self.take_back(m, undo);
    }

    /// Two words: each colour's pieces in the low 57 bits, the number of tiles it holds above.
    ///
    /// A tile that is gone is written as one with all six fields occupied, which saves the mask of
    /// tiles. In the rare case that a tile on the board really is full, the tiles are digits of a
    /// number to base 65 instead and bit 57 of the first word is set.
    #[inline]
    fn packed(&self) -> [u64; 2] {
        let PerPlayer([white, black]) = self.pieces;
        let both = white & black;
        let (low, high) = if both & both >> 1 & both >> 2 & SLOT_0 == 0 {
            let gone = ALL_FIELDS ^ self.board;
            (white | gone, black | gone)
        } else {
            self.packed_crowded()
        };
        let PerPlayer([white_held, black_held]) = self.held;
        let turn = (self.to_move.index() as u64) << TURN;
        [low | turn | u64::from(white_held) << HELD, high | u64::from(black_held) << HELD]
    }

    fn is_irreversible(&self, m: CoerceoMove) -> bool {
        // Pieces and tiles that leave the board never come back, and tiles spent on an exchange can
        // only be replaced by taking new ones.
        self.changes_material(m)
    }

    fn repetition_limit(&self) -> u32 {
        // Decision 13.
        3
    }
}

/// Where a word of the packed board holds the number of tiles held: 5 bits, to the top.
const HELD: u32 = 59;
/// The bit of the first word that says that Black is to move.
const TURN: u32 = 58;
/// The bit of the first word that says that the low bits are a number to base 65.
const CROWDED: u32 = 57;
/// What a tile can be: gone, or on the board with any of its fields occupied.
const TILE_STATES: u128 = 65;

impl Coerceo {
    /// Returns the low bits of the packed board when a tile on the board is full: the states of the
    /// tiles as one number, 57 bits of it in the first word and 58 in the second.
    #[cold]
    fn packed_crowded(&self) -> (u64, u64) {
        let number = Tile::all().fold(0, |number, tile| {
            let shift = 3 * tile.index();
            let PerPlayer([white, black]) = self.pieces;
            let on_board = (white >> shift & 7) | (black >> shift & 7) << 3;
            let state = if self.has_tile(tile) { u128::from(on_board) } else { TILE_STATES - 1 };
            number * TILE_STATES + state
        });
        (number as u64 & ALL_FIELDS | 1 << CROWDED, (number >> FIELDS) as u64)
    }
}

const _: () = {
    let mut states: u128 = 1;
    let mut tile = 0;
    while tile < TILES {
        states *= TILE_STATES;
        tile += 1;
    }
    assert!(states <= 1 << (FIELDS as u32 + TURN), "a crowded board fits below the other bits");
    assert!(TILES < 1 << (64 - HELD), "the number of tiles held fits its bits");
};
