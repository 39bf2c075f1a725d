//! What the evaluation counts on the board: the class of every group, and other numbers.
//!
//! Liberties are counted in cells here, since a placement on a cell takes all beams that point at
//! it. A group is safe for ever if the opponent cannot fill all its liberties: no tile of theirs
//! fits on one of them, or fewer tiles fit on any of them than there are liberties.

use super::board::Board;
use super::cellset::CellSet;
use super::geometry::Cell;
use super::state::Dominions;
use super::tile::fitting;
use crate::kernel::{Bits, PerPlayer, Player, array};

/// The classes of a player's groups for the terms: safe for ever, or by their liberties up to 4.
pub(super) const CLASSES: usize = 5;

/// The classes of groups that are not safe for ever, for a network.
pub(super) const GROUP_CLASSES: usize = LIBERTIES * HARDNESS * FOES * ROOM * LINKS;

/// Classes of liberties: 1, 2, 3, 4, 5, 6 or 7, more.
const LIBERTIES: usize = 7;
/// Classes of hardness: 0, 1 or 2, 3 or 4, 5 to 8, more.
pub(super) const HARDNESS: usize = 5;
/// The weakest enemy that a group meets has 1 liberty, 2, 3, more; or there is none but safe ones.
const FOES: usize = 5;
/// The most sides at which a placement on a liberty of its own extends a group: none, 1, more.
const ROOM: usize = 3;
/// A placement on one of its liberties joins it to no other group of its player, to one that is at risk
/// as well, to one that is safe, to one that is safe on each of several cells.
const LINKS: usize = 4;

/// The classes of vacant cells beside tiles, for a network: by the beams of either player that point there,
/// and by the tiles of either that fit.
pub(super) const CELL_CLASSES: usize = BEAMS * BEAMS * FITTING * FITTING;
/// Classes of beams: 0, 1, 2, more.
const BEAMS: usize = 4;
/// Classes of fitting tiles: 0, 1, 2, 3 or 4, more.
const FITTING: usize = 5;
/// The class of a number of fitting tiles.
const FITTING_CLASS: [u8; 256] = classes([1, 2, 3, 5]);

/// What is classified for a network.
#[derive(Clone, Copy)]
pub(super) enum Finding {
    /// A group that is not safe for ever.
    Group {
        /// Who controls it.
        player: Player,
        /// Its class, below [`GROUP_CLASSES`].
        class: usize,
        /// Its tiles.
        tiles: i32,
    },
    /// A vacant cell beside a tile.
    Cell(Contested),
}

/// A vacant cell: how many beams of each player point there, and how many tiles of each fit.
#[derive(Clone, Copy)]
pub(super) struct Contested {
    beams: [usize; 2],
    tiles: [usize; 2],
}

impl Contested {
    /// Returns the class of the cell as a player sees it.
    #[inline]
    pub(super) fn class(self, us: Player) -> usize {
        let (us, them) = (us.index(), (!us).index());
        let beams = |player: usize| self.beams[player].min(BEAMS - 1);
        let tiles = |player: usize| usize::from(FITTING_CLASS[self.tiles[player] & 255]);
        ((beams(us) * BEAMS + beams(them)) * FITTING + tiles(us)) * FITTING + tiles(them)
    }
}

/// The class of a number of liberties.
const LIBERTY_CLASS: [u8; 256] = classes([2, 3, 4, 5, 6, 8]);
/// The class of a hardness.
const HARDNESS_CLASS: [u8; 256] = classes([1, 3, 5, 9]);

/// How hard a liberty is to fill, by the number of the opponent's tiles that fit there; it does not
/// change beyond four.
const HARD: [u16; 65] = {
    let mut hard = [0; 65];
    hard[0] = SAFE;
    hard[1] = 4;
    hard[2] = 2;
    hard[3] = 2;
    hard[4] = 1;
    hard
};

/// The marks of a group: its hardness in the lower bits, at most 4 for each of 146 liberties, and
/// whether a liberty of it is there for ever, whether one leaves room and whether one leaves more room,
/// whether it can be joined to a group at risk, to a safe one, and to safe ones on several cells.
const SAFE: u16 = 1 << 15;
const ROOMY: u16 = 1 << 14;
const TIGHT: u16 = 1 << 13;
const TO_WEAK: u16 = 1 << 12;
const TO_SAFE: u16 = 1 << 11;
const TO_SAFE_TWICE: u16 = 1 << 10;
const SUM: u16 = TO_SAFE_TWICE - 1;

/// What a group may become if its owner fills a liberty, by the sides that are vacant there.
const ROOM_MARKS: [u16; 64] = {
    let mut marks = [ROOMY; 64];
    marks[0] = 0;
    let mut side = 0;
    while side < 6 {
        marks[1 << side] = TIGHT;
        side += 1;
    }
    marks
};

/// What is counted of the groups while the vacant cells are looked at one by one, by the first cell
/// of each group.
struct Siege {
    /// The opponent's tiles that fit on any of the liberties.
    takers: [u64; 256],
    marks: [u16; 256],
    liberties: [u8; 256],
    /// The liberty that was counted last, if any was.
    last: [u8; 256],
}

impl Siege {
    const NONE: Self =
        Self { takers: [0; 256], marks: [0; 256], liberties: [0; 256], last: [0; 256] };

    /// Counts a cell as a liberty of a group, once, with the tiles that could take it.
    #[inline]
    fn count(&mut self, group: Cell, liberty: Cell, takers: u64, hardness: u16, flags: u16) {
        let at = group.index();
        if self.last[at] != liberty.byte() || self.liberties[at] == 0 {
            self.last[at] = liberty.byte();
            self.liberties[at] += 1;
            self.takers[at] |= takers;
            self.marks[at] = (self.marks[at] + hardness) | flags;
        }
    }

    /// Looks at all liberties of a group together once they have been counted.
    #[inline]
    fn conclude(&mut self, group: Cell) {
        let at = group.index();
        if self.takers[at].count_ones() < u32::from(self.liberties[at]) {
            self.marks[at] |= SAFE;
        }
    }

    /// Marks the groups of a player that a placement on a cell joins, once it is known which are safe.
    #[inline]
    fn link(&mut self, board: &Board, player: Player, cell: Cell) {
        let sides = board.facing(cell) & board.beside(cell, player);
        let groups = || board.groups_beyond(cell, sides).map(|(group, _)| group);
        if groups().nth(1).is_none() {
            return;
        }
        let is_safe = groups().any(|group| self.is_safe(group));
        for group in groups() {
            let marks = &mut self.marks[group.index()];
            *marks |= match (is_safe, *marks & TO_SAFE != 0) {
                (false, _) => TO_WEAK,
                (true, false) => TO_SAFE,
                (true, true) => TO_SAFE_TWICE,
            };
        }
    }

    /// Returns whether a group is safe for ever.
    #[inline]
    const fn is_safe(&self, group: Cell) -> bool {
        self.marks[group.index()] & SAFE != 0
    }

    /// Returns the class of a group as an enemy.
    #[inline]
    fn strength(&self, group: Cell) -> u8 {
        if self.is_safe(group) {
            FOES as u8 - 1
        } else {
            self.liberties[group.index()].min(FOES as u8 - 1) - 1
        }
    }
}

/// What is counted of the groups of a player.
#[derive(Clone, Copy, Default)]
pub(super) struct Groups {
    /// The tiles of all groups, by the class of the terms.
    pub(super) tiles: [i32; CLASSES],
    /// Groups that are safe for ever.
    pub(super) safe: i32,
    /// The other groups, which are at risk.
    pub(super) at_risk: i32,
    /// The tiles of these by hardness.
    pub(super) by_hardness: [i32; HARDNESS],
    /// The vacant cells that only this player can fill.
    pub(super) reserved: i32,
}

/// What the evaluation counts on the board.
pub(super) struct Census {
    /// The tiles in each hand that fit on some vacant cell.
    pub(super) playable: PerPlayer<i32>,
    /// The groups.
    pub(super) groups: PerPlayer<Groups>,
    /// The vacant cells beside no tile.
    pub(super) open: i32,
}

impl Census {
    /// Counts on the board of a position, and tells `found` what it classifies on the way.
    #[inline(always)]
    pub(super) fn of(position: &Dominions, mut found: impl FnMut(Finding)) -> Self {
        let Dominions { board, hands, .. } = position;
        let touched = board.contacts(Player::First).or(&board.contacts(Player::Second));
        let open = board.vacant().without(&touched);
        // Nearly every tile fits on a cell beside no tile.
        let mut playable = if open.is_empty() { PerPlayer([0; 2]) } else { *hands };
        let mut groups = PerPlayer([Groups::default(); 2]);
        let mut siege = Siege::NONE;
        // Where a tile of the player fits and several beams of the player point.
        let mut joints = PerPlayer([CellSet::EMPTY; 2]);
        touched.for_each(|cell| {
            let facing = board.facing(cell);
            let free = cell.open_sides() & !board.occupied_sides(cell);
            let fits = fitting(facing, free);
            let mine = array::map(hands.0, |hand| fits & hand);
            let room = ROOM_MARKS[usize::from(free & 63)];
            let number = array::map(mine, |tiles| tiles.count_ones() as usize);
            for player in [0, 1] {
                playable.0[player] |= mine[player];
                groups.0[player].reserved +=
                    i32::from(number[player] > 0 && number[1 - player] == 0);
            }
            let sums = [HARD[number[1]], HARD[number[0]]];
            let flags = array::of::<_, 2>(|player| {
                sums[player] & SAFE | if number[player] > 0 { room } else { 0 }
            });
            let second = board.beside(cell, Player::Second);
            let beams = array::map([facing & !second, facing & second], |sides| {
                sides.count_ones() as usize
            });
            for player in [0, 1] {
                if beams[player] > 1 && number[player] > 0 {
                    joints.0[player].insert(cell);
                }
            }
            found(Finding::Cell(Contested { beams, tiles: number }));
            for side in Bits::of(facing) {
                let player = usize::from(second >> side & 1);
                let group = board.group_of(cell.beyond(side));
                let takers = mine[1 - player];
                siege.count(group, cell, takers, sums[player] & SUM, flags[player]);
            }
        });
        board.whole.groups.for_each(|group| siege.conclude(group));
        for player in Player::ALL {
            joints[player].for_each(|cell| siege.link(board, player, cell));
        }
        // By the first cell of each group.
        let mut foes = [FOES as u8 - 1; 256];
        board.front(Player::First).for_each(|cell| {
            let met = board.tile(cell).beams() & board.beside(cell, Player::Second);
            for side in Bits::of(met) {
                let (a, b) = (board.group_of(cell), board.group_of(cell.beyond(side)));
                foes[a.index()] = foes[a.index()].min(siege.strength(b));
                foes[b.index()] = foes[b.index()].min(siege.strength(a));
            }
        });
        board.whole.groups.for_each(|group| {
            let player = board.tile(group).controller();
            let of_player = &mut groups[player];
            let size = board.size(group);
            if siege.is_safe(group) {
                of_player.tiles[0] += size;
                of_player.safe += 1;
                return;
            }
            let at = group.index();
            let (marks, liberties) = (siege.marks[at], siege.liberties[at]);
            let hardness = usize::from(HARDNESS_CLASS[usize::from(marks & SUM).min(255)]);
            let room = if marks & ROOMY != 0 { 2 } else { usize::from(marks & TIGHT != 0) };
            of_player.tiles[usize::from(liberties.min(4))] += size;
            of_player.by_hardness[hardness] += size;
            of_player.at_risk += 1;
            let liberties = usize::from(LIBERTY_CLASS[usize::from(liberties)]);
            let class = (liberties * HARDNESS + hardness) * FOES + usize::from(foes[group.index()]);
            let link = match marks & (TO_WEAK | TO_SAFE | TO_SAFE_TWICE) {
                0 => 0,
                TO_WEAK => 1,
                links => 2 + usize::from(links & TO_SAFE_TWICE != 0),
            };
            let class = (class * ROOM + room) * LINKS + link;
            found(Finding::Group { player, class, tiles: size });
        });
        let playable = PerPlayer(playable.0.map(|hand| hand.count_ones() as i32));
        Self { playable, groups, open: open.len() }
    }
}

/// Returns the class of each number: how many of the bounds it reaches.
const fn classes<const N: usize>(bounds: [usize; N]) -> [u8; 256] {
    let mut classes = [0; 256];
    let mut i = 0;
    while i < 256 {
        let mut at = 0;
        while at < N && i >= bounds[at] {
            at += 1;
        }
        classes[i] = at as u8;
        i += 1;
    }
    classes
}
