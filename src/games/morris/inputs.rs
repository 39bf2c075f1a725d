//! What a network reads from a position: the men of both sides, on the board and in hand, and the points
//! where they can close a mill.

use super::geometry::Point;
use super::side::MEN;
use super::slides;
use super::state::Morris;
use super::survey::{Prospects, Survey};
use super::symmetry::Symmetry;
use super::weights::Weights;
use crate::kernel::Bits;
use crate::network::{Learned, Recipe, Shape, Sink};

/// The classes of points that a side has, see [`classes`].
const CLASSES: usize = 11;
/// The most points of these classes that a side has, with nine men on the board.
const MOST_POINTS: usize = 17;

/// The sizes that a hand can have.
const HANDS: usize = MEN as usize + 1;
/// The first flag of the hands, followed by those for flying.
const HAND: usize = 2 * CLASSES * Point::COUNT;
const FLYING: usize = HAND + 2 * HANDS;

impl Learned for Morris {
    /// The points of each side, the one to move first, by class; the size of each hand; whether each
    /// flies.
    const SHAPE: Shape =
        Shape { flags: FLYING + 2, active: 2 * (MOST_POINTS + 2), edition: 1, ..Shape::NONE };

    const SYMMETRIES: usize = Symmetry::COUNT;

    const RECIPE: Recipe = Recipe { scale: 340.0, score_share: 0.7, hidden: 128, fixed: &[] };

    const NETWORK: Option<&'static [u8]> = Some(include_bytes!("morris.net"));

    #[inline]
    fn read<S: Sink>(&self, sink: &mut S) {
        feed(&Survey::of(self), sink);
    }

    #[inline]
    fn read_and_weigh<S: Sink>(&self, sink: &mut S, weights: &Weights) -> i32 {
        let survey = Survey::of(self);
        feed(&survey, sink);
        self.parts_of(&survey, weights).iter().sum()
    }

    fn image(flag: usize, symmetry: usize) -> usize {
        if flag >= HAND {
            return flag;
        }
        let (class, point) = (flag / Point::COUNT, flag % Point::COUNT);
        class * Point::COUNT + Symmetry::from_index(symmetry).point(point)
    }
}

/// Gives a sink the inputs.
#[inline]
fn feed<S: Sink>(survey: &Survey, sink: &mut S) {
    let [own, enemy] = &survey.sides;
    for (number, (us, them)) in [(own, enemy), (enemy, own)].into_iter().enumerate() {
        let classes = classes(us, them, survey);
        for point in Bits::of(us.side.board() | classes[3]) {
            let bits = classes.iter().rev().fold(0, |class, bit| 2 * class + (bit >> point & 1));
            sink.flag(Point::COUNT * (CLASSES * number + bits as usize) + point);
        }
        sink.flag(HAND + HANDS * number + us.side.hand() as usize);
        if us.side.flies() {
            sink.flag(FLYING + number);
        }
    }
}

/// Returns the class of each point of a side, bit by bit.
///
/// A man counts 1 if a point next to him is empty, 2 if he stands in a mill, and 4 if the enemy could
/// close a mill where he stands. An empty point where one more man completes a mill is of class 8 if
/// none can get there with the next move, 9 if one can, 10 if an enemy can get there as well.
/// Class 7 cannot occur: all neighbours of a point are on its two lines.
#[inline]
fn classes(us: &Prospects, them: &Prospects, survey: &Survey) -> [u32; 4] {
    let men = us.side.board();
    let closable = us.closable & survey.empty;
    let stoppable = if them.side.reaches_all() {
        closable
    } else {
        closable & slides::neighbours(them.side.board())
    };
    [
        men & survey.beside | closable & !stoppable,
        us.in_mills | stoppable,
        them.closable & men,
        us.completions & survey.empty,
    ]
}

#[cfg(test)]
mod tests {
    use super::super::mills::Completions;
    use super::*;

    #[test]
    fn a_side_has_at_most_as_many_points_as_the_shape_says() {
        let most = |men: u32| (men | Completions::of(men).all()).count_ones();
        let sets = (0..1 << Point::COUNT).filter(|men: &u32| men.count_ones() <= MEN);
        assert_eq!(sets.map(most).max(), Some(MOST_POINTS as u32));
    }
}
