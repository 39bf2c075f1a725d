//! The move scores: sums of fitted weights of what a piece leaves, meets and takes.
//!
//! The weights, in hundredths of a nat, make the moves that searches chose likeliest;
//! `quincunx train coerceo --ordering` fits them.

use super::board::Coerceo;
use super::geometry::{RING, SIDES, SLOT_0, TILE_FIELDS, TILES};
use super::moves::CoerceoMove;
use super::shifts;
use super::survey::{Openness, Survey};
use crate::kernel::{Bits, FeatureKind, MoveRating, class};

/// Classes of pieces by their open sides, see [`peril`].
const PERILS: usize = 5;
/// Classes of tiles by the pieces of both sides and by whether they could be taken if empty.
const COMPANY: usize = 3 * 4 * 2;
/// Rings of tiles: the middle, around it, the edge, the corners.
const RINGS: usize = 4;

/// Pieces captured, and tiles gained.
const GAIN: FeatureKind = FeatureKind::new("gains", 4 * 3);
/// The peril that the piece leaves.
const LEFT: FeatureKind = GAIN.then("peril left", PERILS);
/// Its open sides afterwards, and whether the enemy can step to all of them.
const MET: FeatureKind = LEFT.then("peril met", 4 * 2);
/// Enemy pieces beside the field that is left, by peril.
const RELEASED: FeatureKind = MET.then("enemies released", PERILS);
/// Enemy pieces beside the field that is entered, by peril.
const PRESSED: FeatureKind = RELEASED.then("enemies pressed", PERILS);
/// Who else stands on the tile that is left.
const BEHIND: FeatureKind = PRESSED.then("the tile left", COMPANY);
/// Who else stands on the tile that is entered.
const JOINED: FeatureKind = BEHIND.then("the tile entered", COMPANY);
/// From ring to ring, or within a tile.
const RINGED: FeatureKind = JOINED.then("rings", RINGS * RINGS + 1);
/// The peril of a piece that is exchanged for tiles.
const EXCHANGED: FeatureKind = RINGED.then("exchanges", PERILS);

const KINDS: [FeatureKind; 9] =
    [GAIN, LEFT, MET, RELEASED, PRESSED, BEHIND, JOINED, RINGED, EXCHANGED];

/// The features of a stage of the game.
const OF_A_STAGE: usize = EXCHANGED.end();
/// The stages: up to 14 pieces, up to 25, more.
const STAGES: usize = 3;

/// The kinds and numbers of the features, stage after stage.
pub(super) const FEATURES: [(&str, usize); STAGES * KINDS.len()] = FeatureKind::of_stages(&KINDS);

/// The weights of the features.
static WEIGHTS: [i16; STAGES * OF_A_STAGE] = include!("ordering.txt");

/// Returns the weight of a feature.
#[inline]
pub(super) fn weight(at: usize) -> i32 {
    i32::from(WEIGHTS[at])
}

/// The board as the moves of a position meet it.
pub(super) struct Outlook<'a> {
    position: &'a Coerceo,
    survey: Survey,
    /// The tiles that can be taken off if they are empty, as their first bits.
    removable: u64,
    /// Where the features of the stage begin.
    stage: usize,
}

/// The move scores of a position.
pub(super) struct Scores<'a> {
    outlook: Outlook<'a>,
    /// What leaving each field is worth.
    sources: [i32; 64],
}

impl<'a> Scores<'a> {
    #[inline]
    pub(super) fn of(position: &'a Coerceo) -> Self {
        let outlook = Outlook::new(position);
        let mut sources = [0; 64];
        for from in Bits::of(position.pieces[position.to_move]) {
            outlook.leave(from, |at| sources[from & 63] += weight(at));
        }
        Self { outlook, sources }
    }

    /// Returns whether a move is noisy, and the sum of the weights of its features.
    #[inline]
    pub(super) fn of_move(&self, m: CoerceoMove) -> MoveRating {
        let mut score = if m.is_exchange() { 0 } else { self.sources[m.ends().0] };
        let is_noisy = self.outlook.arrive(m, |at| score += weight(at));
        MoveRating { is_noisy, score }
    }
}

impl<'a> Outlook<'a> {
    #[inline]
    pub(super) fn new(position: &'a Coerceo) -> Self {
        let pieces = position.pieces.0.map(u64::count_ones).iter().sum::<u32>() as i32;
        Self {
            position,
            survey: Survey::of(position),
            removable: shifts::removable(position.board & SLOT_0),
            stage: class(pieces, &[15, 26]) * OF_A_STAGE,
        }
    }

    /// Tells the features of a move by number.
    pub(super) fn features(&self, m: CoerceoMove, tell: &mut dyn FnMut(usize)) {
        if !m.is_exchange() {
            self.leave(m.ends().0, &mut *tell);
        }
        self.arrive(m, &mut *tell);
    }

    /// Tells the features of leaving a field.
    #[inline]
    fn leave(&self, from: usize, mut tell: impl FnMut(usize)) {
        let mut tell = |kind: FeatureKind, at: usize| tell(self.stage + kind.first + at);
        let (us, them) = (self.position.to_move, !self.position.to_move);
        tell(LEFT, peril(self.survey.openness[us], from));
        for bit in Bits::of(SIDES[us.index()][from & 63] & self.position.pieces[them]) {
            tell(RELEASED, peril(self.survey.openness[them], bit));
        }
        tell(BEHIND, self.company(from, from));
    }

    /// Tells the features of what a move takes and meets, and returns whether it changes the material.
    #[inline]
    fn arrive(&self, m: CoerceoMove, mut tell: impl FnMut(usize)) -> bool {
        let mut tell = |kind: FeatureKind, at: usize| tell(self.stage + kind.first + at);
        let position = self.position;
        let (us, them) = (position.to_move, !position.to_move);
        let (from, to) = m.ends();
        let is_noisy = position.changes_material(m);
        let Coerceo { mut board, pieces, .. } = *position;
        let mut enemies = pieces[them];
        if is_noisy {
            let mut after = *position;
            after.act(m);
            let captured = (enemies ^ after.pieces[them]).count_ones() as usize;
            let gained = after.held[us].saturating_sub(position.held[us]);
            tell(GAIN, captured.min(3) * 3 + usize::from(gained.min(2)));
            (board, enemies) = (after.board, after.pieces[them]);
        }
        if m.is_exchange() {
            tell(EXCHANGED, peril(self.survey.openness[them], from));
            return is_noisy;
        }
        let sides = SIDES[us.index()][to];
        let open = sides & board & !enemies;
        let is_reached = open & !self.survey.reach[them].fields == 0;
        tell(MET, open.count_ones() as usize * 2 + usize::from(is_reached));
        for bit in Bits::of(sides & pieces[them]) {
            tell(PRESSED, peril(self.survey.openness[them], bit));
        }
        tell(JOINED, self.company(to, from));
        let (left, entered) = (RING_OF[from / 3], RING_OF[to / 3]);
        let within = from / 3 == to / 3;
        tell(RINGED, if within { RINGS * RINGS } else { left * RINGS + entered });
        is_noisy
    }

    /// Returns the class of a tile, the mover not counted.
    #[inline]
    fn company(&self, bit: usize, mover: usize) -> usize {
        let Coerceo { pieces, to_move, .. } = self.position;
        let on = |set: u64| (set & TILE_FIELDS[bit]).count_ones() as usize;
        let (own, enemy) = (on(pieces[*to_move] & !(1 << mover)), on(pieces[!*to_move]));
        let removable = (self.removable >> (bit - bit % 3) & 1) as usize;
        (own.min(2) * 4 + enemy) * 2 + removable
    }
}

/// Returns the class of a piece: no open side or one; two or three, all in reach of the enemy or not.
#[inline]
fn peril(openness: Openness, bit: usize) -> usize {
    let Openness { two, three, reached, .. } = openness;
    let is = |set: u64| (set >> bit & 1) as usize;
    (is(two) + 3 * is(three)) + (is(two) | is(three)) * (1 - is(reached))
}

/// The ring of each tile.
static RING_OF: [usize; TILES] = {
    let mut rings = [0; TILES];
    let mut tile = 0;
    while tile < TILES {
        // The middle of the board is the middle of the reading order.
        rings[tile] = match RING[tile].count_ones() {
            3 => 3,
            4 => 2,
            _ => (tile != TILES / 2) as usize,
        };
        tile += 1;
    }
    rings
};
