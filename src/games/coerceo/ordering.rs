//! The move scores: sums of fitted weights of what a piece leaves, meets and takes.
//!
//! The weights, in hundredths of a nat, make the moves that searches chose likeliest;
//! `quincunx train coerceo --ordering` fits them.

use super::board::Coerceo;
use super::geometry::{FIELDS, RING, SIDES, SLOT_0, TILE_FIELDS, TILES};
use super::moves::CoerceoMove;
use super::shifts;
use super::survey::{Openness, Survey};
use crate::kernel::{FeatureKind, MoveRating, array, class};

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
    /// The enemy's pieces by [`peril`].
    enemies: [u64; PERILS],
    /// The tiles that can be taken off if they are empty, as their first bits.
    removable: u64,
    /// Where the features of the stage begin.
    stage: usize,
}

/// The move scores of a position. What is left and what is met is weighed once for each field.
pub(super) struct Scores<'a> {
    outlook: Outlook<'a>,
    /// Every noisy step leaves one of these fields, ...
    leaving: u64,
    /// ... or enters one of these.
    closing: u64,
    /// What leaving each field is worth.
    sources: Memo<1>,
    /// What a quiet step to each field is worth, from another tile and from the same.
    ends: Memo<2>,
}

/// Numbers for each field, computed when the first of them is asked for.
struct Memo<const N: usize> {
    known: u64,
    numbers: [[i32; N]; 64],
}

impl<const N: usize> Memo<N> {
    const EMPTY: Self = Self { known: 0, numbers: [[0; N]; 64] };

    #[inline(always)]
    fn get(&mut self, field: usize, compute: impl FnOnce() -> [i32; N]) -> [i32; N] {
        if self.known >> field & 1 == 0 {
            self.known |= 1 << field;
            self.numbers[field & 63] = compute();
        }
        self.numbers[field & 63]
    }
}

impl<'a> Scores<'a> {
    #[inline]
    pub(super) fn of(position: &'a Coerceo) -> Self {
        let (leaving, closing) = position.noisy_fields();
        let outlook = Outlook::new(position);
        Self { outlook, leaving, closing, sources: Memo::EMPTY, ends: Memo::EMPTY }
    }

    /// Returns whether a move is noisy, and the sum of the weights of its features.
    #[inline(always)]
    pub(super) fn of_move(&mut self, m: CoerceoMove) -> MoveRating {
        let Self { outlook, leaving, closing, sources, ends } = self;
        let (from, to) = m.ends();
        let may_be_noisy = m.is_exchange() || (*leaving >> from | *closing >> to) & 1 == 1;
        if may_be_noisy && outlook.position.changes_material(m) {
            let score = sum(|add| outlook.features(m, &mut |at| add(at, 1)));
            return MoveRating { is_noisy: true, score };
        }
        let [left] = sources.get(from, || [sum(|add| outlook.leave(from, add))]);
        let met = ends.get(to, || {
            let met = sum(|add| outlook.meet(to, outlook.position, add));
            array::map([0, 1], |same| met + weight(outlook.joined(to, same)))
        });
        let score = left + met[usize::from(is_within(m))] + weight(outlook.rings(m));
        MoveRating { is_noisy: false, score }
    }
}

/// Returns the sum of the weights of the features that are told, each so many times.
#[inline(always)]
fn sum(tell: impl FnOnce(&mut dyn FnMut(usize, u32))) -> i32 {
    let mut sum = 0;
    tell(&mut |at, times| sum += weight(at) * times as i32);
    sum
}

impl<'a> Outlook<'a> {
    #[inline]
    pub(super) fn new(position: &'a Coerceo) -> Self {
        let pieces = position.pieces.0.map(u64::count_ones).iter().sum::<u32>() as i32;
        let survey = Survey::of(position);
        let them = !position.to_move;
        let Openness { two, three, reached, .. } = survey.openness[them];
        let few = position.pieces[them] & !two & !three;
        Self {
            position,
            survey,
            enemies: [few, two & reached, two & !reached, three & reached, three & !reached],
            removable: shifts::removable(position.board & SLOT_0),
            stage: class(pieces, &[15, 26]) * OF_A_STAGE,
        }
    }

    /// Tells the features of a move by number.
    pub(super) fn features(&self, m: CoerceoMove, tell: &mut dyn FnMut(usize)) {
        let (from, to) = m.ends();
        let mut several = |at, times| (0..times).for_each(|_| tell(at));
        let is_noisy = self.position.changes_material(m);
        let mut after = *self.position;
        if is_noisy {
            let (us, them) = (after.to_move, !after.to_move);
            after.act(m);
            let captured = (self.position.pieces[them] ^ after.pieces[them]).count_ones() as usize;
            let gained = after.held[us].saturating_sub(self.position.held[us]);
            several(self.stage + GAIN.first + captured.min(3) * 3 + usize::from(gained.min(2)), 1);
        }
        if m.is_exchange() {
            let peril = peril(self.survey.openness[!self.position.to_move], from);
            several(self.stage + EXCHANGED.first + peril, 1);
        } else {
            self.leave(from, &mut several);
            self.meet(to, &after, &mut several);
            several(self.joined(to, is_within(m).into()), 1);
            several(self.rings(m), 1);
        }
    }

    /// Tells the features of leaving a field, each with the number of times.
    #[inline(always)]
    fn leave(&self, from: usize, tell: &mut dyn FnMut(usize, u32)) {
        let us = self.position.to_move;
        tell(self.stage + LEFT.first + peril(self.survey.openness[us], from), 1);
        self.tell_enemies(RELEASED, SIDES[us.index()][from & 63], tell);
        tell(self.stage + BEHIND.first + self.company(from, 1), 1);
    }

    /// Tells the features of the sides of a field that a piece steps to, which leaves a board behind.
    #[inline(always)]
    fn meet(&self, to: usize, left: &Coerceo, tell: &mut dyn FnMut(usize, u32)) {
        let (us, them) = (self.position.to_move, !self.position.to_move);
        let sides = SIDES[us.index()][to & 63];
        let open = sides & left.board & !left.pieces[them];
        let is_reached = open & !self.survey.reach[them].fields == 0;
        let met = open.count_ones() as usize * 2 + usize::from(is_reached);
        tell(self.stage + MET.first + met, 1);
        self.tell_enemies(PRESSED, sides, tell);
    }

    /// Tells the perils of the enemies on some fields.
    #[inline(always)]
    fn tell_enemies(&self, kind: FeatureKind, on: u64, tell: &mut dyn FnMut(usize, u32)) {
        for (peril, enemies) in self.enemies.iter().enumerate() {
            tell(self.stage + kind.first + peril, (enemies & on).count_ones());
        }
    }

    /// Returns the feature of the tile that is entered by `same` = 1 of its own pieces or by another.
    #[inline(always)]
    fn joined(&self, to: usize, same: usize) -> usize {
        self.stage + JOINED.first + self.company(to, same)
    }

    /// Returns the feature of the rings that a step leaves and enters.
    #[inline(always)]
    fn rings(&self, m: CoerceoMove) -> usize {
        let (from, to) = m.ends();
        let rings = RING_OF[from] * RINGS + RING_OF[to];
        self.stage + RINGED.first + if is_within(m) { RINGS * RINGS } else { rings }
    }

    /// Returns the class of a field's tile, so many of its own pieces not counted.
    #[inline(always)]
    fn company(&self, bit: usize, movers: usize) -> usize {
        let Coerceo { pieces, to_move, .. } = self.position;
        let on = |set: u64| (set & TILE_FIELDS[bit & 63]).count_ones() as usize;
        let (own, enemy) = (on(pieces[*to_move]).saturating_sub(movers), on(pieces[!*to_move]));
        let removable = (self.removable >> (bit - bit % 3) & 1) as usize;
        (own.min(2) * 4 + enemy) * 2 + removable
    }
}

/// Returns whether a step stays on its tile.
#[inline(always)]
fn is_within(m: CoerceoMove) -> bool {
    let (from, to) = m.ends();
    TILE_FIELDS[from] >> to & 1 == 1
}

/// Returns the class of a piece: no open side or one; two or three, all in reach of the enemy or not.
#[inline]
fn peril(openness: Openness, bit: usize) -> usize {
    let Openness { two, three, reached, .. } = openness;
    let is = |set: u64| (set >> bit & 1) as usize;
    (is(two) + 3 * is(three)) + (is(two) | is(three)) * (1 - is(reached))
}

/// The ring of the tile of each field.
static RING_OF: [usize; 64] = {
    let mut rings = [0; 64];
    let mut bit = 0;
    while bit < FIELDS {
        let tile = bit / 3;
        // The middle of the board is the middle of the reading order.
        rings[bit] = match RING[tile].count_ones() {
            3 => 3,
            4 => 2,
            _ => (tile != TILES / 2) as usize,
        };
        bit += 1;
    }
    rings
};
