//! The endings of Morris and Trimok as `retrograde` wants them.

use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

use quincunx::games::morris::geometry::{BOARD, Point};
use quincunx::games::morris::{self, Morris};
use quincunx::games::trimok::{self, Board, Cell, Size, Stack, Trimok};
use quincunx::kernel::{Player, Position, SplitMix64};

use super::position;
use super::retrograde::{Graph, Solvable};

/// Returns the sets of `size` of the first `count` bits.
fn subsets(count: u32, size: u32) -> impl Iterator<Item = u64> {
    let mut next = (1_u64 << size) - 1;
    std::iter::from_fn(move || {
        let set = next;
        // The next greater number with as many bits (Gosper).
        let low = set & set.wrapping_neg();
        let ripple = set + low;
        next = ripple | (((set ^ ripple) >> 2) / low);
        (set >> count == 0).then_some(set)
    })
}

fn bits(set: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |bit| set >> bit & 1 != 0)
}

/// Returns two random sets of those sizes without a common bit, of the first `count` bits.
fn disjoint(count: usize, sizes: [u32; 2], rng: &mut SplitMix64) -> [u64; 2] {
    let mut taken = 0_u64;
    sizes.map(|size| {
        let before = taken;
        while (taken ^ before).count_ones() < size {
            taken |= 1 << rng.below(count);
        }
        taken ^ before
    })
}

/// How many symmetries the Morris board has.
const MAPS: usize = 16;

/// The images of each byte of a set of points under the symmetries of the Morris board, for each of
/// the three rings.
static IMAGES: LazyLock<Box<[[[u32; MAPS]; 256]; 3]>> = LazyLock::new(|| {
    let image = |map: usize, point: usize| {
        let (ring, place) = (point / 8, point % 8);
        // A ring has eight points and a corner at place 0: turn by corners, turn over, exchange
        // the outer and the inner ring.
        let turned = place + 2 * (map & 3);
        let place = if map & 4 != 0 { 16 - turned } else { turned } % 8;
        let ring = if map & 8 != 0 { 2 - ring } else { ring };
        8 * ring + place
    };
    let mut images = Box::new([[[0; MAPS]; 256]; 3]);
    for (ring, bytes) in images.iter_mut().enumerate() {
        for (byte, maps) in bytes.iter_mut().enumerate() {
            for (map, set) in maps.iter_mut().enumerate() {
                *set = bits(byte as u64).map(|bit| 1 << image(map, 8 * ring + bit)).sum();
            }
        }
    }
    for point in (0..24).filter_map(Point::new) {
        for map in 0..MAPS {
            let image = |set: u32| images_in(&images, set)[map];
            let to = Point::new(image(point.bit()).trailing_zeros() as u8).unwrap();
            assert_eq!(image(point.neighbours()), to.neighbours(), "keeps neighbours");
            let (mut lines, mut lines_there) = (point.lines().map(image), to.lines());
            lines.sort_unstable();
            lines_there.sort_unstable();
            assert_eq!(lines, lines_there, "keeps lines");
        }
    }
    images
});

fn images_in(images: &[[[u32; MAPS]; 256]; 3], set: u32) -> [u32; MAPS] {
    let [outer, middle, inner, _] = set.to_le_bytes().map(usize::from);
    std::array::from_fn(|map| {
        images[0][outer][map] | images[1][middle][map] | images[2][inner][map]
    })
}

/// Returns the images of a set under all symmetries.
fn images(set: u32) -> [u32; MAPS] {
    images_in(&IMAGES, set)
}

/// Returns how many positions the symmetries make of a Morris position.
pub fn orbit(position: &Morris) -> usize {
    let (own, enemy) = (images(position.own().board()), images(position.enemy().board()));
    let all: HashSet<(u32, u32)> = own.into_iter().zip(enemy).collect();
    all.len()
}

/// Returns the Morris position with men on those points.
fn morris(sets: [u64; 2], quiet: u32, to_move: Player, rules: &morris::Rules) -> Morris {
    let points = |set: u64| {
        let names: Vec<String> =
            Point::in_reading_order(set as u32).map(|p| p.to_string()).collect();
        names.join(",")
    };
    let [own, other] = sets.map(points);
    let quiet = if quiet > 0 { format!("quiet[{quiet}]") } else { String::new() };
    let text = match to_move {
        Player::First => format!("B[{own}]W[{other}]{quiet}turn[B]"),
        Player::Second => format!("B[{other}]W[{own}]{quiet}turn[W]"),
    };
    position(&text, rules, "an ending")
}

/// The Morris endings that are quick to solve: the men of the side to move and of the other.
pub const MORRIS_GROUPS: [&[[u32; 2]]; 3] = [&[[3, 3]], &[[4, 3], [3, 4]], &[[4, 4]]];

/// Their graph, which takes longer to make than to solve.
pub static MORRIS_GRAPH: LazyLock<Arc<Graph<Morris>>> =
    LazyLock::new(|| Arc::new(Graph::new(&MORRIS_GROUPS)));

impl Solvable for Morris {
    const LIMITS: [&'static str; 2] = ["Morris Quiet", "Morris Repetition"];

    /// The least image of the men of the side to move, with the least of the others that goes with
    /// it.
    fn class(&self) -> [u64; 1] {
        let own = images(self.own().board());
        let enemy = images(self.enemy().board());
        let both =
            own.iter().zip(enemy).map(|(own, enemy)| u64::from(*own) << 32 | u64::from(enemy));
        [both.min().unwrap()]
    }

    fn all(own: u32, other: u32, rules: morris::Rules) -> Box<dyn Iterator<Item = Self>> {
        let is_least = |set: &u64| images(*set as u32).iter().all(|i| u64::from(*i) >= *set);
        Box::new(subsets(BOARD.count_ones(), own).filter(is_least).flat_map(move |own| {
            subsets(BOARD.count_ones(), other)
                .filter(move |other| own & other == 0)
                .map(move |other| Self::with_empty_hands(own as u32, other as u32, rules))
        }))
    }

    fn random(numbers: [u32; 2], quiet: u32, rules: &morris::Rules, rng: &mut SplitMix64) -> Self {
        let sets = disjoint(Point::COUNT, numbers, rng);
        morris(sets, quiet, Player::from_index(rng.below(2)), rules)
    }
}

/// The cells of the Trimok board.
const CELLS: u32 = 36;

/// Returns the Trimok board with stacks on those cells, the first player's first, the digits of
/// `sizes` to the base 3 being the sizes of the stacks from the last to the first.
fn trimok_board(sets: [u64; 2], mut sizes: usize) -> Board {
    let mut board = Board::default();
    for (player, set) in Player::ALL.into_iter().zip(sets).rev() {
        let mut cells: Vec<usize> = bits(set).collect();
        cells.reverse();
        for cell in cells {
            let stack = Stack { player, size: Size::ALL[sizes % 3] };
            board = board.with(Cell::from_index(cell).unwrap(), stack);
            sizes /= 3;
        }
    }
    board
}

impl Solvable for Trimok {
    const LIMITS: [&'static str; 2] = ["Trimok Quiet", "Trimok Repeat"];

    /// The least image of the board with Red to move under the mirror and the relabelling of
    /// sizes. With at most four stacks on the board sizes are exchanged freely, so that relabelling
    /// keeps the rules.
    fn class(&self) -> [u64; 2] {
        let board = match self.to_move() {
            Player::First => self.board(),
            Player::Second => self.board().turned_over(),
        };
        let once = board.relabelled();
        let labelled = [board, once, once.relabelled()];
        let images = labelled.iter().flat_map(|board| [board.packed(), board.mirrored().packed()]);
        images.min().unwrap()
    }

    fn all(own: u32, other: u32, rules: trimok::Rules) -> Box<dyn Iterator<Item = Self>> {
        // Relabelling makes the first stack one of the lowest size.
        let sizes = 3_usize.pow(own + other - 1);
        Box::new(subsets(CELLS, own).flat_map(move |own| {
            subsets(CELLS, other).filter(move |other| own & other == 0).flat_map(move |other| {
                (0..sizes).map(move |sizes| {
                    Self::new(trimok_board([own, other], sizes), Player::First, 0, rules)
                })
            })
        }))
    }

    fn random(numbers: [u32; 2], quiet: u32, rules: &trimok::Rules, rng: &mut SplitMix64) -> Self {
        let sets = disjoint(CELLS as usize, numbers, rng);
        let board = trimok_board(sets, rng.below(3_usize.pow(numbers[0] + numbers[1])));
        match Player::from_index(rng.below(2)) {
            Player::First => Self::new(board, Player::First, quiet as u16, *rules),
            Player::Second => Self::new(board.turned_over(), Player::Second, quiet as u16, *rules),
        }
    }
}
