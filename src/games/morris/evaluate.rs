//! The evaluation: material, mobility and potential mills.

use super::generate::{self, List};
use super::geometry::{BOARD, Point};
use super::mills;
use super::moves::{HAND, MorrisMove};
use super::slides;
use super::state::Morris;
use super::survey::{Prospects, Survey};
use super::weights::Weights;
use crate::kernel::{Evaluate, Order, Score, Solve, Term, Weighed, array};
use crate::network::Hybrid;

/// The terms that people read, in the order of [`Morris::parts`].
const NAMES: [&str; 8] =
    ["material", "mobility", "blocked", "mills", "threats", "double mills", "pairs", "open lines"];

/// The slides that a man in hand counts for: what a man just placed brings by slides and open lines. The
/// player who placed last would seem ahead by that much otherwise.
const HAND_SLIDES: u32 = 4;

/// Hints for move ordering, on a scale of their own.
mod hint {
    /// A removal.
    pub(super) const REMOVAL: i32 = 1000;
    /// Blocking an enemy mill.
    pub(super) const BLOCK: i32 = 300;
    /// A line with two own men and an empty point.
    pub(super) const PAIR: i32 = 30;
    /// Each neighbour of the point.
    pub(super) const NEIGHBOUR: i32 = 10;
}

/// Evaluates one side, in the order of [`NAMES`], given what both sides can do.
#[inline]
fn judge(
    own: &Prospects,
    enemy: &Prospects,
    survey: &Survey,
    is_placing: bool,
    weights: &Weights,
) -> [i32; NAMES.len()] {
    let Prospects { side, in_mills, slides, completing, completions, .. } = *own;
    let (men, flies) = (side.board(), side.flies());
    let open = completions & survey.empty;
    let closing = slides & completing;
    let threats = if side.reaches_all() { open.into() } else { closing };
    let double_mills = closing & slides::from(in_mills);
    let mobility = weights.mobility + if is_placing { weights.mobility_placing } else { 0 };
    let freedom = slides.count_ones() + HAND_SLIDES * side.hand();
    let stuck = men & !survey.beside;
    [
        weights.material * side.men() as i32,
        if flies { weights.flight } else { mobility * freedom as i32 },
        if flies { 0 } else { weights.blocked * stuck.count_ones() as i32 },
        weights.mills * mills::count(men) as i32,
        weights.threats * threats.count_ones() as i32,
        weights.double_mills * double_mills.count_ones() as i32,
        weights.pairs * open.count_ones() as i32,
        weights.open_lines * mills::begun(men, enemy.side.board()) as i32,
    ]
}

impl Morris {
    /// Returns the [parts](Weighed::parts), given what both sides can do.
    #[inline]
    pub(super) fn parts_of(&self, survey: &Survey, weights: &Weights) -> [i32; NAMES.len()] {
        let [own, enemy] = &survey.sides;
        let is_placing = self.has_hands();
        let ours = judge(own, enemy, survey, is_placing, weights);
        let theirs = judge(enemy, own, survey, is_placing, weights);
        array::of(|i| ours[i] - theirs[i])
    }
}

impl Weighed for Morris {
    type Weights = Weights;
    type Parts = [i32; NAMES.len()];

    const PARTS: &'static [&'static str] = &NAMES;

    #[inline]
    fn parts(&self, weights: &Weights) -> Self::Parts {
        self.parts_of(&Survey::of(self), weights)
    }
}

impl Evaluate for Morris {
    type Evaluator = Hybrid<Self>;

    /// Men that fly threaten everywhere at once, which no evaluation sees: with a margin there, six of
    /// a hundred near wins with three men against three or four were lost from sight.
    fn margin(&self) -> Option<i32> {
        (!self.own().flies() && !self.enemy().flies()).then_some(35)
    }

    fn evaluate(&self, evaluator: &Hybrid<Self>) -> Score {
        Score::centi(evaluator.value(self))
    }

    fn terms(&self, evaluator: &Hybrid<Self>) -> Vec<Term> {
        evaluator.terms(self)
    }
}

impl Order for Morris {
    /// Steps: 25 origins (24 points and the hand) times 24 ends. Removals are ignored.
    const HISTORY_SLOTS: usize = (HAND as usize + 1) * Point::COUNT;

    #[inline]
    fn is_noisy(&self, m: MorrisMove) -> bool {
        m.is_removal()
    }

    fn noisy_moves(&self, moves: &mut Vec<MorrisMove>) {
        generate::generate(self, &mut List::<true>(moves));
    }

    fn move_score(&self, m: MorrisMove) -> i32 {
        let to = m.to();
        let left = m.from().map_or(BOARD, |from| BOARD & !from.bit());
        let (own, enemy) = (self.own().board() & left, self.enemy().board());
        let mut score = hint::NEIGHBOUR * to.neighbours().count_ones() as i32;
        for line in to.lines() {
            let others = line & !to.bit();
            if enemy & others == others {
                score += hint::BLOCK;
            } else if enemy & others == 0 && own & others != 0 {
                score += hint::PAIR;
            }
        }
        if let Some(removed) = m.removed() {
            score += hint::REMOVAL;
            for line in removed.lines() {
                let others = line & !removed.bit();
                if enemy & others != 0 && own & others == 0 {
                    score += hint::PAIR;
                }
            }
        }
        score
    }

    #[inline]
    fn history_slot(m: MorrisMove) -> usize {
        usize::from(m.origin()) * Point::COUNT + usize::from(m.target())
    }
}

impl Solve for Morris {}
