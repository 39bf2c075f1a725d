//! What a network reads from a position: what can be scored at once, and which pairs wait for which
//! qualities. All of it is invariant under symmetry.

use super::geometry::CELLS;
use super::lanes::{Row, at_least};
use super::piece::{PIECES, Piece};
use super::position::Hexceed;
use super::prospects::{Offers, Prospects, QUALITIES, most};
use super::scoring::partners_of;
use super::weights::Weights;
use crate::kernel::array;
use crate::network::{Learned, Recipe, Shape, Sink};

/// Classes of best placements: 0, 1, 2 and more points.
const GAINS: usize = 4;
/// The cells that give the held piece its best placement: 1 to 5, and more.
const CHOICES: usize = 6;
/// The kinds of cells: corners, edges, inner cells; six of each.
const KINDS: usize = 3;
const OF_A_KIND: usize = CELLS / KINDS;
/// The pairs that wait for a quality: 0 to 8, and more.
const PAIRS: usize = 10;
/// The pieces of a colour or a symbol, and those of an ink.
const OF_A_COLOUR: usize = PIECES / 3;
const OF_AN_INK: usize = PIECES / 2;

/// The first flag of each kind. Two for each empty cell but one: the progress of the game.
const OFFERED: usize = 2 * CELLS + 1;
/// The pieces to hand over, by what their best placement scores.
const HELD: usize = OFFERED + GAINS * PIECES;
/// What the held piece scores at most, and on how many cells.
const CELL: usize = HELD + GAINS * CHOICES;
/// The empty cells, by what a piece scores there at most that can be handed over.
const FILLED: usize = CELL + GAINS * (CELLS + 1);
/// The filled cells of each kind.
const FLAGS: usize = FILLED + KINDS * (OF_A_KIND + 1);

/// Where the inks begin among the counts. Several qualities may have the same count.
const INKS: usize = (OF_A_COLOUR + 1) * PAIRS;
const COUNTS: usize = INKS + (OF_AN_INK + 1) * PAIRS;

impl Learned for Hexceed {
    /// As flags: the progress of the game, the free pieces and the empty cells by the best
    /// placement, that of the held piece, the filled cells by kind. As counts: the qualities by the
    /// pieces not on the board that have them, and by the pairs that wait for them.
    const SHAPE: Shape = Shape {
        flags: FLAGS,
        active: 2 + 2 * GAINS + KINDS,
        counts: COUNTS,
        given: QUALITIES,
        ..Shape::NONE
    };

    const RECIPE: Recipe = Recipe { scale: 300.0, score_share: 0.7, hidden: 64, fixed: &["point"] };

    const NETWORK: Option<&'static [u8]> = Some(include_bytes!("hexceed.net"));

    #[inline]
    fn read<S: Sink>(&self, sink: &mut S) {
        self.feed(sink);
    }

    #[inline]
    fn read_and_weigh<S: Sink>(&self, sink: &mut S, weights: &Weights) -> i32 {
        let (offers, held) = self.feed(sink);
        self.parts_of(&offers, held, weights).iter().sum()
    }
}

impl Hexceed {
    /// Gives a sink the inputs; returns what the terms are computed from.
    #[inline]
    fn feed<S: Sink>(&self, sink: &mut S) -> (Offers, i32) {
        let prospects = Prospects::of(self);
        let empty = self.empty_count();
        let mut best = Row::default();
        // A byte for each class of gains.
        let mut pieces = 0_u32;
        let offers = prospects.offers(self, |points, most| {
            best = best.max(points);
            pieces += 1 << (8 * gain(most));
        });
        let pieces = pieces.to_le_bytes();
        let more = array::map([1, 2, 3], |least| at_least(best, least));
        let cells = [empty - more[0], more[0] - more[1], more[1] - more[2], more[2]];
        let mut flags = [0; Self::SHAPE.active];
        let mut count = 0;
        let mut set = |flag| {
            flags[count] = flag;
            count += 1;
        };
        // Finished games are not evaluated, so at least one cell is empty.
        set((2 * empty + usize::from(self.held().is_some())).saturating_sub(1));
        for gain in 0..GAINS {
            set(OFFERED + PIECES * gain + usize::from(pieces[gain]).min(PIECES - 1));
            set(CELL + (CELLS + 1) * gain + cells[gain]);
        }
        for (kind, cells) in CELLS_OF_A_KIND.into_iter().enumerate() {
            let filled = (self.board().filled() & cells).count_ones() as usize;
            set(FILLED + (OF_A_KIND + 1) * kind + filled);
        }
        let mut held = 0;
        if let Some(piece) = self.held() {
            let points = prospects.points(piece);
            held = most(points);
            let cells = if held == 0 { empty } else { at_least(points, held as i8) };
            set(HELD + CHOICES * gain(held) + cells.clamp(1, CHOICES) - 1);
        }
        flags[..count].iter().for_each(|flag| sink.flag(*flag));
        let (waiting, left) = (prospects.pairs(), by_quality(self.unplaced()));
        let mut counts = [0; QUALITIES];
        for (quality, count) in counts.iter_mut().enumerate() {
            let first = if quality < 6 { 0 } else { INKS };
            *count = first
                + PAIRS * usize::from(left[quality])
                + usize::from(waiting[quality]).min(PAIRS - 1);
        }
        counts.iter().for_each(|count| sink.count(*count, 1));
        (offers, held)
    }
}

/// Returns the class of a number of points.
#[inline]
fn gain(points: i32) -> usize {
    (points as usize).min(GAINS - 1)
}

/// The cells of each kind, by the cells that share a trio with them.
const CELLS_OF_A_KIND: [u32; KINDS] = {
    let mut kinds = [0; KINDS];
    let mut cell = 0;
    while cell < CELLS {
        let kind = match partners_of(cell).count_ones() {
            5 => 0,
            6 => 1,
            _ => 2,
        };
        kinds[kind] |= 1 << cell;
        cell += 1;
    }
    kinds
};

/// Returns how many of some pieces have each quality, in the order of [`Piece::qualities`].
#[inline]
fn by_quality(pieces: u32) -> [u8; QUALITIES] {
    let of = |colour: usize| COUNTED[colour][(pieces >> (colour * OF_A_COLOUR)) as usize % SETS];
    (of(0) + of(1) + of(2)).to_le_bytes()
}

/// The sets of pieces of one colour.
const SETS: usize = 1 << OF_A_COLOUR;

/// For each colour and set of its pieces how many have each quality, a byte each.
static COUNTED: [[u64; SETS]; 3] = {
    let mut counted = [[0; SETS]; 3];
    let mut i = 0;
    while let Some(piece) = Piece::from_index(i) {
        let qualities = 1 << (8 * piece.colour())
            | 1 << (8 * (3 + piece.symbol()))
            | 1 << (8 * (6 + piece.ink()));
        let mut set = 0;
        while set < SETS {
            if set >> (i % OF_A_COLOUR) & 1 == 1 {
                counted[i / OF_A_COLOUR][set] += qualities;
            }
            set += 1;
        }
        i += 1;
    }
    counted
};
