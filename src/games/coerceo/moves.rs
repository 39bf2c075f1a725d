//! Moves: the type and the generator.

use std::fmt;

use super::board::Coerceo;
use super::geometry::{Field, STEPS};
use crate::kernel::{Bits, Move};

/// A move in 16 bits, from the lowest: the field that is left or whose piece is exchanged (7 bits,
/// [`Field::code`]), the field that is entered (7 bits), 1 bit for an exchange.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CoerceoMove(u16);

/// What a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A piece steps from one field to another.
    Step {
        /// The field that is left.
        from: Field,
        /// The field that is entered.
        to: Field,
    },
    /// Held tiles are exchanged for the piece on a field.
    Exchange(Field),
}

const EXCHANGE: u16 = 1 << 14;

impl CoerceoMove {
    /// Returns the step from one field to another.
    #[must_use]
    pub const fn step(from: Field, to: Field) -> Self {
        Self(from.code() as u16 | (to.code() as u16) << 7)
    }

    /// Returns the exchange for the piece on a field.
    #[must_use]
    pub const fn exchange(field: Field) -> Self {
        Self(EXCHANGE | field.code() as u16)
    }

    /// Returns what the move does.
    #[must_use]
    pub fn kind(self) -> Kind {
        // The private field only ever holds codes of fields.
        let field = |code: u16| {
            Field::from_code((code & 127) as u8).unwrap_or_else(|| unreachable!("a field's code"))
        };
        if self.is_exchange() {
            Kind::Exchange(field(self.0))
        } else {
            Kind::Step { from: field(self.0), to: field(self.0 >> 7) }
        }
    }

    /// Returns whether the move is an exchange.
    #[must_use]
    #[inline]
    pub const fn is_exchange(self) -> bool {
        self.0 & EXCHANGE != 0
    }

    /// Returns the bits of the field that is left, or whose piece is exchanged, and of the field
    /// that is entered, each in its colour's board.
    #[inline]
    pub(super) const fn ends(self) -> (usize, usize) {
        ((self.0 & 63) as usize, ((self.0 >> 7) & 63) as usize)
    }
}

impl Move for CoerceoMove {
    #[inline]
    fn bits(self) -> u16 {
        self.0
    }

    fn from_bits(bits: u16) -> Option<Self> {
        Field::from_code((bits & 127) as u8)?;
        Field::from_code(((bits >> 7) & 127) as u8)?;
        // An exchange has no second field.
        (bits < EXCHANGE + 128).then_some(Self(bits))
    }
}

impl fmt::Debug for CoerceoMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for CoerceoMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            Kind::Step { from, to } => write!(f, "{from}-{to}"),
            Kind::Exchange(field) => write!(f, "x{field}"),
        }
    }
}

/// At most 18 pieces with 6 steps each, and 18 exchanges.
pub(super) const MAX_MOVES: usize = 126;

/// Room for [`MAX_MOVES`], rounded up so that 7 bits index it.
const ROOM: usize = 128;

/// Adds the legal moves of a position that is not finished: steps by origin and destination, then
/// exchanges.
#[inline]
pub(super) fn generate(position: &Coerceo, moves: &mut Vec<CoerceoMove>) {
    let free = position.board & !position.pieces[position.to_move];
    generate_where(position, moves, |_| free, |_| true);
}

/// Counts the moves of [`generate`].
#[inline]
pub(super) fn count(position: &Coerceo) -> usize {
    let us = position.to_move;
    let free = position.board & !position.pieces[us];
    let steps = &STEPS[us.index()];
    let ends = Bits::of(position.pieces[us]).map(|from| (steps[from & 63] & free).count_ones());
    let exchanges = if position.can_exchange() { position.pieces[!us].count_ones() } else { 0 };
    (ends.sum::<u32>() + exchanges) as usize
}

/// Adds the moves that pass `keeps` and whose step ends on one of the free fields that `ends` gives
/// for its origin, and all exchanges.
#[inline(always)]
pub(super) fn generate_where(
    position: &Coerceo,
    moves: &mut Vec<CoerceoMove>,
    ends: impl Fn(usize) -> u64,
    keeps: impl Fn(CoerceoMove) -> bool,
) {
    let us = position.to_move;
    let colour = (us.index() as u16) << 6;
    // The list is built in place and copied at once, which is faster than pushing moves one by one.
    let mut list = [CoerceoMove(0); ROOM];
    let mut count = 0;
    for from in Bits::of(position.pieces[us]) {
        let origin = CoerceoMove(from as u16 | colour | colour << 7);
        for to in Bits::of(STEPS[us.index()][from & 63] & ends(from)) {
            let step = CoerceoMove(origin.0 | (to as u16) << 7);
            list[count % ROOM] = step;
            count += usize::from(keeps(step));
        }
    }
    if position.can_exchange() {
        let colour = colour ^ 64;
        for bit in Bits::of(position.pieces[!us]) {
            list[count % ROOM] = CoerceoMove(EXCHANGE | bit as u16 | colour);
            count += 1;
        }
    }
    moves.extend_from_slice(&list[..count.min(ROOM)]);
}

const _: () = assert!(MAX_MOVES <= ROOM);
