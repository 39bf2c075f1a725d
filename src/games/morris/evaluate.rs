//! An opinion about positions: material, freedom and mills to come.

use super::geometry::{BOARD, Point};
use super::mills::{self, Completions};
use super::moves::{HAND, MorrisMove};
use super::position::Morris;
use super::side::Side;
use super::slides;
use crate::kernel::{Evaluate, Score, Term};

/// What is judged, and what one of it is worth in hundredths of a man.
///
/// In 400 games at 4,000 nodes a move these weights scored 57 % against mobility 8, threats 6 and
/// pairs 7. Changing a single one of them further made no difference that 400 games
/// could show.
const WEIGHTS: [(&str, i32); 7] = [
    // Men, on the board and in hand.
    ("material", 100),
    // Ways to slide; a flying side counts as FLIGHT of them.
    ("mobility", 12),
    // Men that cannot slide.
    ("blocked", -9),
    // Closed mills.
    ("mills", 15),
    // Ways to close a mill with the next move. Small, since the search sees them carried out.
    ("threats", 3),
    // Slides from one mill into another: each second move removes a man.
    ("double mills", 50),
    // Empty points of lines whose other two points the side holds.
    ("pairs", 3),
];

/// How many slides the freedom to fly is worth.
const FLIGHT: i32 = 10;

/// Hints for the order of moves, on a scale of their own.
mod promise {
    /// A removal.
    pub(super) const REMOVAL: i32 = 1000;
    /// Standing in the way of an enemy mill.
    pub(super) const BLOCK: i32 = 300;
    /// A line with two own men and an empty point.
    pub(super) const PAIR: i32 = 30;
    /// Each neighbour of the point.
    pub(super) const NEIGHBOUR: i32 = 10;
}

/// How much a side has of what each of [`WEIGHTS`] weighs.
#[inline]
fn counts(side: Side, empty: u32) -> [i32; WEIGHTS.len()] {
    let men = side.board();
    let flies = side.flies();
    let completions = Completions::of(men);
    let open = completions.all() & empty;
    let slides = slides::from(men) & slides::to(empty);
    let closing = slides & slides::completing(completions);
    // A side that places or flies can reach every point.
    let threats = if side.hand() > 0 || flies { open.into() } else { closing };
    let double_mills = closing & slides::from(mills::in_mills(men));
    let stuck = men & !slides::neighbours(empty);
    [
        side.men() as i32,
        if flies { FLIGHT } else { slides.count_ones() as i32 },
        if flies { 0 } else { stuck.count_ones() as i32 },
        mills::count(men) as i32,
        threats.count_ones() as i32,
        double_mills.count_ones() as i32,
        open.count_ones() as i32,
    ]
}

impl Morris {
    /// Returns the parts of the evaluation in the order of [`WEIGHTS`].
    #[inline]
    fn parts(&self) -> [i32; WEIGHTS.len()] {
        let own = counts(self.own(), self.empty());
        let enemy = counts(self.enemy(), self.empty());
        std::array::from_fn(|i| (own[i] - enemy[i]) * WEIGHTS[i].1)
    }
}

impl Evaluate for Morris {
    /// Steps: 25 origins (24 points and the hand) times 24 ends. What is removed plays no part.
    const HISTORY_SLOTS: usize = (HAND as usize + 1) * Point::COUNT;

    fn evaluate(&self) -> Score {
        Score::centi(self.parts().into_iter().sum())
    }

    fn terms(&self) -> Vec<Term> {
        let named = |((name, _), centi)| Term { name, centi };
        WEIGHTS.into_iter().zip(self.parts()).map(named).collect()
    }

    #[inline]
    fn is_noisy(&self, m: MorrisMove) -> bool {
        m.is_removal()
    }

    fn noisy_moves(&self, moves: &mut Vec<MorrisMove>) {
        self.generate::<true>(moves);
    }

    fn promise(&self, m: MorrisMove) -> i32 {
        let to = m.to();
        let left = m.from().map_or(BOARD, |from| BOARD & !from.bit());
        let (own, enemy) = (self.own().board() & left, self.enemy().board());
        let mut promise = promise::NEIGHBOUR * to.neighbours().count_ones() as i32;
        for line in to.lines() {
            let others = line & !to.bit();
            if enemy & others == others {
                promise += promise::BLOCK;
            } else if enemy & others == 0 && own & others != 0 {
                promise += promise::PAIR;
            }
        }
        if let Some(removed) = m.removed() {
            promise += promise::REMOVAL;
            for line in removed.lines() {
                let others = line & !removed.bit();
                if enemy & others != 0 && own & others == 0 {
                    promise += promise::PAIR;
                }
            }
        }
        promise
    }

    #[inline]
    fn history_slot(m: MorrisMove) -> usize {
        usize::from(m.origin()) * Point::COUNT + usize::from(m.target())
    }
}
