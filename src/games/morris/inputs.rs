//! What a network reads from a position: the men of both sides, on the board and in hand.

use super::geometry::Point;
use super::side::MEN;
use super::state::Morris;
use super::symmetry::Symmetry;
use crate::kernel::Bits;
use crate::network::{Learned, Recipe, Shape, Sink};

/// The sizes that a hand can have.
const HANDS: usize = MEN as usize + 1;
/// The first flag of the hands, followed by those for flying.
const HAND: usize = 2 * Point::COUNT;
const FLYING: usize = HAND + 2 * HANDS;

impl Learned for Morris {
    /// The points of each side, the one to move first; the size of each hand; whether each flies.
    const SHAPE: Shape = Shape { flags: FLYING + 2, active: 2 * (MEN as usize + 2), ..Shape::NONE };

    const SYMMETRIES: usize = Symmetry::COUNT;

    const RECIPE: Recipe = Recipe { scale: 340.0, score_share: 0.7, hidden: 64, fixed: &[] };

    const NETWORK: Option<&'static [u8]> = Some(include_bytes!("morris.net"));

    #[inline]
    fn read<S: Sink>(&self, sink: &mut S) {
        for (number, side) in [self.own(), self.enemy()].into_iter().enumerate() {
            for point in Bits::of(side.board()) {
                sink.flag(Point::COUNT * number + point);
            }
            sink.flag(HAND + HANDS * number + side.hand() as usize);
            if side.flies() {
                sink.flag(FLYING + number);
            }
        }
    }

    fn image(flag: usize, symmetry: usize) -> usize {
        if flag >= HAND {
            return flag;
        }
        let (side, point) = (flag / Point::COUNT, flag % Point::COUNT);
        side * Point::COUNT + Symmetry::from_index(symmetry).point(point)
    }
}
