//! What a network reads from a position: the classes of groups and vacant cells, and counts of the rest.

use super::census::{CELL_CLASSES, CLASSES, Census, Finding, GROUP_CLASSES, HARDNESS};
use super::geometry::CELLS;
use super::state::Dominions;
use super::tile::TILES;
use super::weights::Weights;
use crate::kernel::Player;
use crate::network::{Learned, Recipe, Shape, Sink};

/// The counts of a player: tiles controlled, playable and idle; the hand by the number of beams;
/// tiles by the class of the terms and by hardness; groups that are safe and that are not; cells
/// that only this player can fill; contacts.
const OF_A_PLAYER: usize = 3 + 6 + CLASSES + HARDNESS + 2 + 2;
/// Those of the board: vacant cells, cells beside no tile, passes.
const OF_THE_BOARD: usize = 3;
const COUNTS: usize = 2 * OF_A_PLAYER + OF_THE_BOARD;

/// The tallies of a phase of the game: the classes of the groups of either side, those of the vacant cells.
const OF_A_PHASE: usize = 2 * GROUP_CLASSES + CELL_CLASSES;
/// The phases, by the tiles on the board.
const PHASES: usize = 4;
/// How many more tiles make the next phase.
const PHASE: i32 = 24;

/// The fewest tiles on the board for which the network is used.
const SEEN: i32 = 8;

impl Learned for Dominions {
    /// Tallies by phase of the game: by side, the one to move first, and by class of group, then by class
    /// of vacant cell. In edition 0 liberties were counted in beams, in edition 1 there were groups alone, in
    /// edition 2 classes did not tell which groups can be joined.
    const SHAPE: Shape = Shape {
        counts: COUNTS,
        given: COUNTS,
        tallies: PHASES * OF_A_PHASE,
        // Each tile is in one group, each cell in one class.
        tallied: 2 * TILES as usize + CELLS,
        edition: 3,
        ..Shape::NONE
    };

    /// All counts are invariant under every symmetry.
    const SYMMETRIES: usize = 1;

    const RECIPE: Recipe = Recipe { scale: 400.0, score_share: 0.7, hidden: 32, fixed: &[] };

    /// It was trained under the default rules, and gains as much when the options forbid a few more
    /// placements.
    const NETWORK: Option<&'static [u8]> = Some(include_bytes!("dominions.net"));

    /// On a nearly empty board the terms decide: the network's training games began with random
    /// plies, and where it has seen little it values no move above a pass, so that both sides would
    /// pass the game away at the start.
    fn is_known(&self) -> bool {
        self.tiles() >= SEEN
    }

    #[inline]
    fn read<S: Sink>(&self, sink: &mut S) {
        self.count(sink);
    }

    #[inline]
    fn read_and_weigh<S: Sink>(&self, sink: &mut S, weights: &Weights) -> i32 {
        let census = self.count(sink);
        self.parts_of(&census, weights).iter().sum()
    }
}

impl Dominions {
    /// Returns the tiles on the board.
    #[inline]
    fn tiles(&self) -> i32 {
        self.board.controlled(Player::First) + self.board.controlled(Player::Second)
    }

    /// Gives a sink the inputs and returns the counts.
    #[inline]
    fn count<S: Sink>(&self, sink: &mut S) -> Census {
        let us = self.to_move;
        let phase = ((self.tiles() / PHASE) as usize).min(PHASES - 1) * OF_A_PHASE;
        let census = Census::of(self, |finding| match finding {
            Finding::Group { player, class, tiles } => {
                let at = if player == us { class } else { GROUP_CLASSES + class };
                sink.tally(phase + at, tiles);
            }
            Finding::Cell(cell) => {
                let at = 2 * GROUP_CLASSES + cell.class(us);
                sink.tally(phase + at, 1);
            }
        });
        let mut at = 0;
        let mut count = |number| {
            sink.count(at, number);
            at += 1;
        };
        self.count_of(us, &census, &mut count);
        self.count_of(!us, &census, &mut count);
        count(self.board.vacant().len());
        count(census.open);
        count(i32::from(self.passes));
        debug_assert_eq!(at, COUNTS);
        census
    }

    /// Gives the counts of a player in order.
    #[inline]
    fn count_of(&self, player: Player, census: &Census, mut count: impl FnMut(i32)) {
        let groups = &census.groups[player];
        let playable = census.playable[player];
        count(self.board.controlled(player));
        count(playable);
        count(self.in_hand(player) - playable);
        for tiles in BY_BEAMS {
            count((self.hands[player] & tiles).count_ones() as i32);
        }
        for tiles in groups.tiles.into_iter().chain(groups.by_hardness) {
            count(tiles);
        }
        count(groups.safe);
        count(groups.at_risk);
        count(groups.reserved);
        count(self.board.contacts(player).len());
    }
}

/// The tiles of 1 to 6 beams, a bit for each number.
const BY_BEAMS: [u64; 6] = {
    let mut sets = [0; 6];
    let mut number = 1_usize;
    while number < 64 {
        sets[number.count_ones() as usize - 1] |= 1 << number;
        number += 1;
    }
    sets
};
