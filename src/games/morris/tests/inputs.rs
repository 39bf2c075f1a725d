//! What a network reads, compared with a plain look at each point and its lines.

use std::collections::BTreeSet;

use super::{Morris, Point, Rules, legal};
use crate::games::morris::Side;
use crate::kernel::{Bits, Position, SplitMix64};
use crate::network::flags_of;

fn points(set: u32) -> impl Iterator<Item = Point> {
    Bits::of(set).filter_map(|index| Point::new(index as u8))
}

/// Returns the lines through a point whose other points a side holds.
fn lines_to_close(side: Side, point: Point) -> impl Iterator<Item = u32> {
    let others = point.lines().into_iter().map(move |line| line & !point.bit());
    others.filter(move |others| side.board() & others == *others)
}

/// Returns whether a side's next man may go to a point, but for the men of some points.
fn gets_to(side: Side, point: Point, but: u32) -> bool {
    side.hand() > 0 || side.flies() || point.neighbours() & side.board() & !but != 0
}

fn closes(side: Side, point: Point) -> bool {
    lines_to_close(side, point).any(|others| gets_to(side, point, others))
}

/// Returns the flags of a side by the documentation of the classes.
fn expected(number: usize, us: Side, them: Side) -> BTreeSet<usize> {
    let taken = us.board() | them.board();
    let mut flags = BTreeSet::new();
    let mut tell = |class, point: Point| flags.insert(24 * (11 * number + class) + point.index());
    for man in points(us.board()) {
        let is_free = points(man.neighbours()).any(|point| taken & point.bit() == 0);
        let is_in_mill = lines_to_close(us, man).next().is_some();
        let class =
            usize::from(is_free) + 2 * usize::from(is_in_mill) + 4 * usize::from(closes(them, man));
        tell(class, man);
    }
    for point in (0..24).filter_map(Point::new).filter(|point| taken & point.bit() == 0) {
        if lines_to_close(us, point).next().is_some() {
            let is_stopped = gets_to(them, point, 0);
            tell(8 + usize::from(closes(us, point)) * (1 + usize::from(is_stopped)), point);
        }
    }
    flags.insert(2 * 11 * 24 + 10 * number + us.hand() as usize);
    if us.flies() {
        flags.insert(2 * 11 * 24 + 20 + number);
    }
    flags
}

#[test]
fn points_are_told_by_what_can_be_done_there() {
    let mut seen = BTreeSet::new();
    let mut rng = SplitMix64::new(11);
    for _ in 0..200 {
        let mut at = Morris::start(&Rules::default());
        while at.outcome().is_none() && at.quiet() < 50 {
            let mut all = expected(0, at.own(), at.enemy());
            all.append(&mut expected(1, at.enemy(), at.own()));
            assert_eq!(flags_of(&at), all, "{at:?}");
            seen.extend(all.into_iter().map(|flag| if flag < 528 { flag / 24 } else { flag }));
            let moves = legal(&at);
            at.make(moves[rng.below(moves.len())]);
        }
    }
    let unseen: Vec<usize> = (0..22).chain(528..550).filter(|flag| !seen.contains(flag)).collect();
    // A man between a mill of his own and two of the enemy has no empty point beside him.
    assert_eq!(unseen, [7, 11 + 7], "every other class, every hand, flying");
}
