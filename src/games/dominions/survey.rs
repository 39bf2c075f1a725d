//! What the terms of the evaluation count on the board.

use super::state::Dominions;
use super::tile::fitting;
use crate::kernel::{Bits, PerPlayer, Player};

/// The classes of a player's groups: safe for ever, or by their liberties up to 4.
pub(super) const CLASSES: usize = 5;

/// What the terms count.
pub(super) struct Survey {
    /// The tiles in each hand that fit on some vacant cell.
    pub(super) playable: PerPlayer<i32>,
    /// The tiles that each player controls, by the class of their group.
    pub(super) tiles: PerPlayer<[i32; CLASSES]>,
}

impl Survey {
    /// Counts on the board of a position.
    pub(super) fn of(position: &Dominions) -> Self {
        let Dominions { board, hands, .. } = position;
        let touched = board.contacts(Player::First).or(&board.contacts(Player::Second));
        // On an empty board nearly every tile fits somewhere.
        let is_open = !board.vacant().without(&touched).is_empty();
        let mut playable = if is_open { *hands } else { PerPlayer([0; 2]) };
        // By the first cell of each group: whether it is safe for ever.
        let mut safe = [false; 256];
        touched.for_each(|cell| {
            let facing = board.facing(cell);
            let free = cell.open_sides() & !board.occupied_sides(cell);
            let fits = fitting(facing, free);
            for player in Player::ALL {
                let enemies = board.beside(cell, !player);
                let mine = fits & hands[player];
                playable[player] |= mine;
                if mine == 0 {
                    for side in Bits::of(enemies & facing) {
                        safe[board.group_of(cell.beyond(side)).index()] = true;
                    }
                }
            }
        });
        let mut tiles = PerPlayer([[0; CLASSES]; 2]);
        board.groups.for_each(|group| {
            let class = if safe[group.index()] { 0 } else { board.liberties(group).min(4) };
            tiles[board.tile(group).controller()][usize::from(class)] += board.size(group);
        });
        Self { playable: PerPlayer(playable.0.map(|hand| hand.count_ones() as i32)), tiles }
    }
}
