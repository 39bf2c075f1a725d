//! The 16 symmetries of the board, and how many positions they leave.

use super::{Morris, MorrisMove, Point, Rules, legal, point, vectors};
use crate::games::Game;
use crate::games::morris::Side;
use crate::games::morris::geometry::LINES;
use crate::kernel::{PerPlayer, Position, SplitMix64};
use std::collections::HashSet;

/// Where each point goes.
pub(super) type Map = [Point; Point::COUNT];

/// Returns the symmetries: the square turned and mirrored, with the outer and the inner ring
/// exchanged or not. The first one changes nothing.
pub(super) fn maps() -> [Map; 16] {
    std::array::from_fn(|which| {
        std::array::from_fn(|index| {
            let (column, row) = Point::new(index as u8).unwrap().coordinates();
            // From the centre; the larger of the two is the ring: 3 outside, 1 inside.
            let (mut x, mut y) = (column as i8 - 3, row as i8 - 3);
            for _ in 0..which % 4 {
                (x, y) = (-y, x);
            }
            if which & 4 != 0 {
                x = -x;
            }
            if which & 8 != 0 {
                let ring = x.abs().max(y.abs());
                (x, y) = (x / ring * (4 - ring), y / ring * (4 - ring));
            }
            Point::from_coordinates((x + 3) as u8, (y + 3) as u8).unwrap()
        })
    })
}

pub(super) fn image(set: u32, map: &Map) -> u32 {
    Point::in_reading_order(set).map(|point| map[point.index()].bit()).sum()
}

pub(super) fn image_of(position: &Morris, map: &Map) -> Morris {
    let mapped = |side: Side| Side::new(image(side.board(), map), side.hand());
    let (own, enemy) = (mapped(position.own()), mapped(position.enemy()));
    let mut sides = PerPlayer::new(own, own);
    sides[!position.to_move()] = enemy;
    Morris::from_parts(sides, position.quiet(), position.rules(), position.to_move())
}

pub(super) fn image_of_move(m: MorrisMove, map: &Map) -> MorrisMove {
    let mapped = |point: Point| map[point.index()];
    MorrisMove::new(m.from().map(mapped), mapped(m.to()), m.removed().map(mapped))
}

pub(super) fn with_colours_exchanged(position: &Morris) -> Morris {
    let mut sides = PerPlayer::new(position.own(), position.own());
    sides[position.to_move()] = position.enemy();
    Morris::from_parts(sides, position.quiet(), position.rules(), !position.to_move())
}

/// Counts the ways to map the points in `order` from `placed` on so that lines stay lines.
fn automorphisms(placed: usize, images: &mut [Option<Point>; Point::COUNT]) -> usize {
    let Some(next) = Point::READING_ORDER.get(placed) else { return 1 };
    let mut count = 0;
    for candidate in Point::READING_ORDER {
        if images.contains(&Some(candidate)) {
            continue;
        }
        images[next.index()] = Some(candidate);
        let lines_stay = LINES.iter().all(|line| {
            let mapped = line.map(|point| images[point.index()]);
            let [Some(a), Some(middle), Some(b)] = mapped else { return true };
            LINES.contains(&[a, middle, b]) || LINES.contains(&[b, middle, a])
        });
        if lines_stay {
            count += automorphisms(placed + 1, images);
        }
        images[next.index()] = None;
    }
    count
}

#[test]
fn the_group_has_sixteen_elements() {
    let maps = maps();
    assert_eq!(maps.iter().collect::<HashSet<_>>().len(), 16);
    for map in maps {
        for point in Point::READING_ORDER {
            let neighbours = image(point.neighbours(), &map);
            assert_eq!(neighbours, map[point.index()].neighbours());
        }
    }
    assert_eq!(automorphisms(0, &mut [None; Point::COUNT]), 16, "and there are no others");
    assert_eq!(maps[8][point("a7").index()], point("c5"), "the rings are exchanged");
}

/// Counts by Burnside's lemma the positions with `own` and `enemy` men, all and up to symmetry: a
/// map leaves those unchanged in which each of its cycles is of one kind.
fn count_orbits(own: usize, enemy: usize) -> (u64, u64) {
    let mut raw = 0;
    let mut sum = 0;
    for (which, map) in maps().iter().enumerate() {
        // ways[i][j]: to fill the cycles seen so far with i own and j enemy men.
        let mut ways = vec![vec![0_u64; enemy + 1]; own + 1];
        ways[0][0] = 1;
        let mut seen = 0_u32;
        for point in Point::READING_ORDER {
            let mut length = 0;
            let mut at = point;
            while seen & at.bit() == 0 {
                seen |= at.bit();
                length += 1;
                at = map[at.index()];
            }
            if length == 0 {
                continue;
            }
            for i in (0..=own).rev() {
                for j in (0..=enemy).rev() {
                    let filled_own = if i >= length { ways[i - length][j] } else { 0 };
                    let filled_enemy = if j >= length { ways[i][j - length] } else { 0 };
                    ways[i][j] += filled_own + filled_enemy;
                }
            }
        }
        if which == 0 {
            raw = ways[own][enemy];
        }
        sum += ways[own][enemy];
    }
    (raw, sum / 16)
}

#[test]
fn orbits_agree_with_burnside() {
    let rows = vectors("orbits");
    assert!(!rows.is_empty());
    for row in rows {
        let number = |field: &str| row[field].as_u64().unwrap();
        let counted = count_orbits(number("own") as usize, number("enemy") as usize);
        assert_eq!(counted, (number("raw"), number("orbits")), "{row}");
    }
}

/// The positions after so many placements, up to symmetry; their results need solved endings.
#[test]
fn openings_are_as_many_as_listed() {
    for row in vectors("opening") {
        let mut positions = HashSet::from([Morris::start(&Rules::default()).packed()]);
        let mut boards = vec![Morris::start(&Rules::default())];
        for _ in 0..row["placements"].as_u64().unwrap() {
            positions.clear();
            let mut children = Vec::new();
            for board in &boards {
                for m in legal(board) {
                    let mut child = *board;
                    child.make(m);
                    let least = maps().iter().map(|map| image_of(&child, map).packed()).min();
                    if positions.insert(least.unwrap()) {
                        children.push(child);
                    }
                }
            }
            boards = children;
        }
        assert_eq!(positions.len() as u64, row["positions"].as_u64().unwrap(), "{row}");
        let results = ["win", "draw", "loss"].map(|result| row[result].as_u64().unwrap());
        assert_eq!(results.iter().sum::<u64>(), positions.len() as u64, "{row}");
    }
}

#[test]
fn images_have_one_canonical_board_and_no_others_have_it() {
    let mut rng = SplitMix64::new(8);
    for _ in 0..40 {
        let mut here = Morris::start(&Rules::UNLIMITED);
        for _ in 0..rng.below(40) {
            let moves = legal(&here);
            if moves.is_empty() {
                break;
            }
            here.make(moves[rng.below(moves.len())]);
        }
        let images = maps().map(|map| image_of(&here, &map));
        let others = images.map(|image| with_colours_exchanged(&image));
        for image in images.iter().chain(&others) {
            assert_eq!(image.canonical(), here.canonical(), "{here:?}");
        }
        let mut packed = images.iter().chain(&others).map(Position::packed);
        assert!(packed.any(|packed| packed == here.canonical()), "{here:?}");
    }
}
