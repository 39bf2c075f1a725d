//! The move scores of placements: the sum of fitted weights of their features.
//!
//! A search tries few of the hundreds of moves of a position near the horizon, so that much depends
//! on their order. The weights, in hundredths of a nat, make the moves that searches chose
//! likeliest; `quincunx train dominions --ordering` fits them.

use super::geometry::{CELLS, Cell, opposite_bit};
use super::state::Dominions;
use super::tile::fitting;
use crate::kernel::{Bits, FeatureKind, Player, array, class};

/// Classes of the tiles of a group: 1, 2, 3 or 4, 5 to 8, more.
const SIZES: usize = 5;

/// The groups of the opponent that the cell is a liberty of, by the beams that they keep and size.
const FOES: FeatureKind = FeatureKind::new("enemy groups", 7 * SIZES);
/// The group that the tile becomes part of, by its liberties and size, unless it captures.
const OWN: FeatureKind = FOES.then("own group", 9 * SIZES);
/// The vacant sides and the beams that point at the cell.
const SPACE: FeatureKind = OWN.then("vacant sides and beams", 7 * 7);
/// Blank sides of neighbours: of the mover's tiles, of the opponent's.
const BLANKS: FeatureKind = SPACE.then("blank neighbours", 4 * 4);
/// How many of the mover's tiles fit, and of the opponent's.
const RIVALS: FeatureKind = BLANKS.then("tiles that fit", 5 * 6);
/// The beams of the tile.
const BEAMS: FeatureKind = RIVALS.then("beams", 7);
/// Its beams that point at vacant cells, and the liberties that its own groups keep without them.
const BROUGHT: FeatureKind = BEAMS.then("liberties brought", 7 * 3);
/// On each vacant side whether the tile has a beam there; whether beams of own tiles and of the
/// opponent's point at the cell beyond; its vacant sides.
const BEYOND: FeatureKind = BROUGHT.then("cells beyond", 2 * 4 * 3);
/// Whether the tile has a beam there, and how many tiles of each side will fit on that cell.
const FITS: FeatureKind = BEYOND.then("tiles that will fit beyond", 2 * 4 * 4);
/// Own groups that have no other liberty, by size.
const RESCUED: FeatureKind = FITS.then("own groups saved", SIZES);
/// The number of own groups that are joined and of enemy groups that are met.
const MET: FeatureKind = RESCUED.then("groups met", 4 * 4);
/// Own groups by the beams that they keep.
const KEPT: FeatureKind = MET.then("own groups joined", 7);
/// A pass.
const PASS: FeatureKind = KEPT.then("pass", 1);

const KINDS: [FeatureKind; 13] =
    [FOES, OWN, SPACE, BLANKS, RIVALS, BEAMS, BROUGHT, BEYOND, FITS, RESCUED, MET, KEPT, PASS];

/// The features of a stage of the game.
const OF_A_STAGE: usize = PASS.end();
/// The stages: fewer than 30 tiles on the board, fewer than 60, more.
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

/// A vacant cell, as any placement on it meets it.
struct Site<'a> {
    position: &'a Dominions,
    cell: Cell,
    /// The sides from beyond which beams point at the cell, and the vacant ones.
    facing: u8,
    free: u8,
    /// Where the features of the stage begin.
    stage: usize,
    /// The groups that the cell is a liberty of.
    groups: Groups,
}

/// The groups that a vacant cell is a liberty of.
#[derive(Clone, Copy, Default)]
struct Groups {
    /// The beams that own groups keep, and their tiles.
    kept: i32,
    joined: i32,
    /// Whether a group of the opponent keeps none.
    captures: bool,
}

impl<'a> Site<'a> {
    /// Looks at a vacant cell and tells its features that do not depend on the tile.
    #[inline]
    fn new(position: &'a Dominions, cell: Cell, mut tell: impl FnMut(usize)) -> Self {
        let Dominions { board, hands, to_move, .. } = position;
        let facing = board.facing(cell);
        let free = cell.open_sides() & !board.occupied_sides(cell);
        let stage = stage(position);
        let mut tell = |kind: FeatureKind, at: usize| tell(stage + kind.first + at);
        let mut groups = Groups::default();
        let (mut own, mut met) = (0_usize, 0_usize);
        for (group, beams) in board.groups_at(cell) {
            let kept = i32::from(board.liberties(group) - beams);
            let size = board.size(group);
            if board.tile(group).controller() == *to_move {
                own += 1;
                groups.kept += kept;
                groups.joined += size;
                if kept == 0 {
                    tell(RESCUED, class_of_size(size));
                }
                tell(KEPT, class(kept, &[1, 2, 3, 4, 6, 8]));
            } else {
                met += 1;
                groups.captures |= kept == 0;
                tell(FOES, class(kept, &[1, 2, 3, 4, 5, 7]) * SIZES + class_of_size(size));
            }
        }
        tell(MET, own.min(3) * 4 + met.min(3));
        tell(SPACE, free.count_ones() as usize * 7 + facing.count_ones() as usize);
        let blank = |player| (board.beside(cell, player) & !facing).count_ones().min(3) as usize;
        tell(BLANKS, blank(*to_move) * 4 + blank(!*to_move));
        let fits = fitting(facing, free);
        let number = |player: Player| (fits & hands[player]).count_ones() as i32;
        let mine = class(number(*to_move), &[2, 3, 5, 9]);
        tell(RIVALS, mine * 6 + class(number(!*to_move), &[1, 2, 3, 5, 9]));
        Self { position, cell, facing, free, stage, groups }
    }

    /// Tells the features of tiles with so many beams at vacant cells.
    #[inline]
    fn tell_brought(&self, brought: i32, mut tell: impl FnMut(usize)) {
        let mut tell = |kind: FeatureKind, at: usize| tell(self.stage + kind.first + at);
        let Groups { kept, joined, captures, .. } = self.groups;
        tell(BEAMS, brought as usize + self.facing.count_ones() as usize);
        tell(BROUGHT, brought as usize * 3 + class(kept, &[1, 3]));
        if !captures {
            let liberties = class(kept + brought, &[1, 2, 3, 4, 5, 6, 8, 11]);
            tell(OWN, liberties * SIZES + class_of_size(1 + joined));
        }
    }

    /// Tells the features of tiles with a beam, and of those without, at a vacant cell on a side.
    #[inline]
    fn tell_beyond(&self, side: usize, mut tell: impl FnMut(bool, usize)) {
        let Dominions { board, hands, to_move, .. } = self.position;
        let beyond = self.cell.beyond(side);
        let facing = board.facing(beyond);
        let back = opposite_bit(side);
        let vacant = beyond.open_sides() & !board.occupied_sides(beyond);
        let points = |player| usize::from(facing & board.beside(beyond, player) != 0);
        let ends = points(*to_move) * 2 + points(!*to_move);
        let space = class(vacant.count_ones() as i32, &[2, 4]);
        for beam in [false, true] {
            let at = usize::from(beam);
            let fits = fitting(if beam { facing | back } else { facing }, vacant & !back);
            let number = |player: Player| (fits & hands[player]).count_ones() as i32;
            let [mine, theirs] =
                array::map([*to_move, !*to_move], |player| class(number(player), &[1, 3, 7]));
            tell(beam, self.stage + BEYOND.first + (at * 4 + ends) * 3 + space);
            tell(beam, self.stage + FITS.first + (at * 4 + mine) * 4 + theirs);
        }
    }
}

/// The move scores of tiles on a vacant cell.
pub(super) struct Outlook {
    pub(super) cell: Cell,
    /// The sides from beyond which beams point at the cell.
    facing: u8,
    /// Whether every tile takes the last liberty of an enemy group.
    pub(super) captures: bool,
    /// The score of every tile, one without a beam at a vacant cell.
    base: i32,
    /// What is added by the number of beams at vacant cells.
    brought: [i32; 8],
    /// What is added by each set of such beams on sides 0 to 2 and on sides 3 to 5.
    low: [i32; 8],
    high: [i32; 8],
}

impl Outlook {
    /// Looks at a vacant cell.
    #[inline]
    pub(super) fn new(position: &Dominions, cell: Cell) -> Self {
        let mut base = 0;
        let site = Site::new(position, cell, |at| base += weight(at));
        let mut brought = [0; 8];
        for (number, sum) in (0..=site.free.count_ones() as i32).zip(&mut brought) {
            site.tell_brought(number, |at| *sum += weight(at));
        }
        let mut beams = [0; 8];
        for side in Bits::of(site.free) {
            site.tell_beyond(side, |beam, at| {
                if beam {
                    beams[side & 7] += weight(at);
                } else {
                    beams[side & 7] -= weight(at);
                    base += weight(at);
                }
            });
        }
        let low = sums_of_subsets([beams[0], beams[1], beams[2]]);
        let high = sums_of_subsets([beams[3], beams[4], beams[5]]);
        let Site { facing, groups: Groups { captures, .. }, .. } = site;
        Self { cell, facing, captures, base, brought, low, high }
    }

    /// Returns the score of a tile that fits. A boomerang looks like the capture that it begins with.
    #[inline]
    pub(super) fn score(&self, number: u8) -> i32 {
        let beams = usize::from(number & !self.facing);
        let sum = self.low[beams & 7] + self.high[beams >> 3 & 7];
        self.base + self.brought[beams.count_ones() as usize & 7] + sum
    }
}

/// Returns the sum of each subset of three numbers.
#[inline]
const fn sums_of_subsets([a, b, c]: [i32; 3]) -> [i32; 8] {
    [0, a, b, a + b, c, a + c, b + c, a + b + c]
}

impl Dominions {
    /// Returns the score of a pass.
    pub(super) fn score_of_pass(&self) -> i32 {
        weight(stage(self) + PASS.first)
    }

    /// Tells the features of a placement, or of a pass, by number.
    pub(super) fn features_of(&self, placement: Option<(Cell, u8)>, tell: &mut dyn FnMut(usize)) {
        let Some((cell, number)) = placement else { return tell(stage(self) + PASS.first) };
        let site = Site::new(self, cell, &mut *tell);
        site.tell_brought((number & site.free).count_ones() as i32, &mut *tell);
        for side in Bits::of(site.free) {
            site.tell_beyond(side, |beam, at| {
                if beam == (number >> side & 1 != 0) {
                    tell(at);
                }
            });
        }
    }
}

/// Returns the number of the first feature of a position's stage.
#[inline]
fn stage(position: &Dominions) -> usize {
    class(CELLS as i32 - position.board.vacant().len(), &[30, 60]) * OF_A_STAGE
}

/// Returns the class of a group's size.
#[inline]
fn class_of_size(tiles: i32) -> usize {
    class(tiles, &[2, 3, 5, 9])
}
