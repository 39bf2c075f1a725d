//! Where the pieces of both sides can step to, and how near they are to being enclosed: what the terms
//! and the inputs of a network are made of.

use super::board::Coerceo;
use super::shifts;
use crate::kernel::{PerPlayer, Player};

/// The fields that the pieces of a side can step to.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// The number of steps.
    pub(super) steps: u32,
    /// The fields that they end on.
    pub(super) fields: u64,
}

/// The pieces of a side by how many of their sides are open, that is, no enemy stands there.
#[derive(Clone, Copy)]
pub(super) struct Openness {
    pub(super) one: u64,
    pub(super) two: u64,
    pub(super) three: u64,
    /// The pieces of which the enemy can step to every open side.
    pub(super) reached: u64,
}

/// The reach and the openness of both sides.
pub(super) struct Survey {
    pub(super) reach: PerPlayer<Reach>,
    pub(super) openness: PerPlayer<Openness>,
}

impl Survey {
    #[inline]
    pub(super) fn of(position: &Coerceo) -> Self {
        let reach = PerPlayer(Player::both(|player| Reach::of(position, player)));
        let openness = Player::both(|player| Openness::of(position, player, reach[!player]));
        Self { reach, openness: PerPlayer(openness) }
    }
}

impl Reach {
    #[inline]
    fn of(position: &Coerceo, us: Player) -> Self {
        let free = position.board & !position.pieces[us];
        let [ones, twos, fours] = shifts::sum(shifts::steps(us, position.pieces[us]));
        let (ones, twos, fours) = (ones & free, twos & free, fours & free);
        Self {
            steps: ones.count_ones() + 2 * twos.count_ones() + 4 * fours.count_ones(),
            fields: ones | twos | fours,
        }
    }
}

impl Openness {
    #[inline]
    fn of(position: &Coerceo, us: Player, enemy: Reach) -> Self {
        let own = position.pieces[us];
        let open = position.board & !position.pieces[!us];
        let [ones, twos] = shifts::sum_of_three(shifts::sides(us, open));
        let [a, b, c] = shifts::sides(us, open & !enemy.fields);
        Self {
            one: own & ones & !twos,
            two: own & twos & !ones,
            three: own & ones & twos,
            reached: own & !(a | b | c),
        }
    }
}
