//! The move scores: sums of fitted weights of what a stack leaves and of what it meets.
//!
//! The weights, in hundredths of a nat, make the moves that searches chose likeliest;
//! `quincunx train trimok --ordering` fits them.

use super::geometry::{COLUMNS, NEIGHBOURS, ROWS, spread};
use super::moves::Move;
use super::stacks::Size;
use super::state::Trimok;
use super::survey::{PREY, Survey, count};
use crate::kernel::{Bits, FeatureKind, Player, Position, array, class};

/// Cells by row and by distance from the edge of the columns.
const CELLS: usize = ROWS * COLUMNS / 2;

/// Enemy stacks beside the source that beat the stack, and own ones beside it that would avenge it.
const LEFT: FeatureKind = FeatureKind::new("danger left", 3 * 3);
/// Enemy stacks beside the source that it beats: those that nothing defends, and the others.
const SPARED: FeatureKind = LEFT.then("threats given up", 3 * 3);
/// Threatened own stacks beside the source whose capture it would avenge.
const DESERTED: FeatureKind = SPARED.then("stacks deserted", 3);
/// The source.
const FROM: FeatureKind = DESERTED.then("sources", CELLS);
/// How many stacks of its size there are on its side, and enemy stacks that beat them.
const KIND: FeatureKind = FROM.then("own stacks and their hunters", 4 * 4);
/// Beside the destination, if nothing is captured: enemy stacks that beat the stack and own ones that
/// would avenge it; how many stacks of its size there are.
const MET: FeatureKind = KIND.then("danger met", 4 * 3 * 3);
/// If something is captured: how many enemy stacks of its size there are; enemy stacks
/// beside it that beat the stack, and own ones that would avenge it.
const CAPTURE: FeatureKind = MET.then("captures", 4 * 3 * 2);
/// Own stacks that the captured one could have captured.
const SAVED: FeatureKind = CAPTURE.then("stacks saved by a capture", 3);
/// Enemy stacks beside the destination that the stack beats: those that nothing defends, and the others.
const THREATS: FeatureKind = SAVED.then("threats", 3 * 3);
/// Threatened own stacks beside the destination whose capture the stack would avenge.
const DEFENDED: FeatureKind = THREATS.then("stacks defended", 3);
/// Enemy stacks two steps from the destination that beat the stack, and that it beats.
const BEYOND: FeatureKind = DEFENDED.then("stacks two steps away", 4 * 4);
/// The destination.
const TO: FeatureKind = BEYOND.then("destinations", CELLS);
/// A return as the same size; an exchange, by how much better the new size does.
const RETURN: FeatureKind = TO.then("returns", 1 + 9);

const KINDS: [FeatureKind; 13] = [
    LEFT, SPARED, DESERTED, FROM, KIND, MET, CAPTURE, SAVED, THREATS, DEFENDED, BEYOND, TO, RETURN,
];

/// The features of a stage of the game.
const OF_A_STAGE: usize = RETURN.end();
/// The stages: up to 10 stacks, up to 17, more.
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
pub(super) struct Outlook {
    player: Player,
    survey: Survey,
    /// The enemy stacks whose capture could be avenged.
    guarded: u64,
    /// The own stacks that can be captured, by size.
    hunted: [u64; 3],
    /// Where the features of the stage begin.
    stage: usize,
}

/// The move scores of a position.
pub(super) struct Scores {
    outlook: Outlook,
    /// What leaving each cell is worth.
    sources: [i32; 64],
}

/// Returns the size that beats a size, both as indices.
const fn hunter(size: usize) -> usize {
    PREY[PREY[size]]
}

impl Scores {
    #[inline]
    pub(super) fn of(position: &Trimok) -> Self {
        let outlook = Outlook::new(position);
        let mut sources = [0; 64];
        for from in Bits::of(outlook.survey.sides[0].all()) {
            outlook.leave(from, |at| sources[from & 63] += weight(at));
        }
        Self { outlook, sources }
    }

    /// Returns the sum of the weights of a move's features.
    #[inline]
    pub(super) fn of_move(&self, m: Move) -> i32 {
        let mut score = self.sources[m.source_index() as usize];
        self.outlook.arrive(m, |at| score += weight(at));
        score
    }
}

impl Outlook {
    #[inline]
    pub(super) fn new(position: &Trimok) -> Self {
        let survey = Survey::of(position);
        let [own, enemy] = &survey.sides;
        let hunted = array::of(|size| own.stacks[size] & enemy.reach[hunter(size)]);
        let stage = class(own.number() + enemy.number(), &[11, 18]) * OF_A_STAGE;
        Self { player: position.to_move(), guarded: enemy.defended(), hunted, stage, survey }
    }

    /// Tells the features of a move by number.
    pub(super) fn features(&self, m: Move, tell: &mut dyn FnMut(usize)) {
        self.leave(m.source_index() as usize, &mut *tell);
        self.arrive(m, &mut *tell);
    }

    /// Tells the features of leaving a cell.
    #[inline]
    fn leave(&self, from: usize, mut tell: impl FnMut(usize)) {
        let mut tell = |kind: FeatureKind, at: usize| tell(self.stage + kind.first + at);
        let [own, enemy] = &self.survey.sides;
        let size = self.size_at(from);
        let around = NEIGHBOURS[from & 63];
        tell(LEFT, self.danger(size, around, 2, 2));
        tell(SPARED, self.threats(size, around));
        tell(DESERTED, up_to(2, around & self.hunted[hunter(size)]));
        tell(FROM, self.cell(from));
        let hunters = enemy.counts[hunter(size)].min(3);
        tell(KIND, ((own.counts[size] - 1).min(3) * 4 + hunters) as usize);
    }

    /// Tells the features of what a move meets.
    #[inline]
    fn arrive(&self, m: Move, mut tell: impl FnMut(usize)) {
        let mut tell = |kind: FeatureKind, at: usize| tell(self.stage + kind.first + at);
        let [own, enemy] = &self.survey.sides;
        let (from, to) = (m.source_index() as usize, m.dest_index() as usize);
        let old = self.size_at(from);
        let size = m.exchange().map_or(old, Size::index);
        let around = NEIGHBOURS[to];
        if let Some(taken) = (0..3).find(|size| enemy.stacks[*size] >> to & 1 != 0) {
            let left = (enemy.counts[taken] - 1).min(3) as usize;
            tell(CAPTURE, left * 6 + self.danger(size, around, 2, 1));
            tell(SAVED, up_to(2, around & own.stacks[PREY[taken]]));
        } else {
            let rare = (own.counts[size] - 1).clamp(0, 2) as usize;
            tell(MET, rare * 12 + self.danger(size, around, 3, 2));
        }
        tell(THREATS, self.threats(size, around));
        tell(DEFENDED, up_to(2, around & self.hunted[hunter(size)]));
        let beyond = spread(around) & !around;
        let hunters = up_to(3, beyond & enemy.stacks[hunter(size)]);
        tell(BEYOND, hunters * 4 + up_to(3, beyond & enemy.stacks[PREY[size]]));
        tell(TO, self.cell(to));
        if size != old {
            let chances = |size: usize| enemy.counts[PREY[size]] - enemy.counts[hunter(size)];
            let better = (chances(size) - chances(old)).clamp(-4, 4) + 4;
            tell(RETURN, 1 + better as usize);
        } else if from.abs_diff(to) > COLUMNS + 1 {
            tell(RETURN, 0);
        }
    }

    /// Returns the size of an own stack, as an index.
    #[inline]
    fn size_at(&self, cell: usize) -> usize {
        let [_, two, three] = self.survey.sides[0].stacks;
        (two >> cell & 1 | (three >> cell & 1) << 1) as usize
    }

    /// Returns the class of the stacks around a cell that beat a stack there, and of those that would
    /// avenge it: at most so many each.
    #[inline]
    fn danger(&self, size: usize, around: u64, hunters: i32, avengers: i32) -> usize {
        let [own, enemy] = &self.survey.sides;
        let hunting = count(around & enemy.stacks[hunter(size)]).min(hunters);
        let avenging = count(around & own.stacks[PREY[size]]).min(avengers);
        (hunting * (avengers + 1) + avenging) as usize
    }

    /// Returns the class of the stacks around a cell that a stack there beats.
    #[inline]
    fn threats(&self, size: usize, around: u64) -> usize {
        let prey = around & self.survey.sides[1].stacks[PREY[size]];
        let (free, guarded) = (count(prey & !self.guarded), count(prey & self.guarded));
        (free.min(2) * 3 + guarded.min(2)) as usize
    }

    /// Returns the class of a cell as its side sees it.
    #[inline]
    fn cell(&self, cell: usize) -> usize {
        let (row, column) = (cell / COLUMNS, cell % COLUMNS);
        let row = if self.player == Player::First { row } else { ROWS - 1 - row };
        row * (COLUMNS / 2) + column.min(COLUMNS - 1 - column)
    }
}

/// Returns the number of cells of a set, at most so many.
#[inline]
const fn up_to(most: u32, cells: u64) -> usize {
    let number = cells.count_ones();
    (if number < most { number } else { most }) as usize
}
