//! What is remembered of a position, and its stored form.
//!
//! ```text
//! value   u16  bits of the best move, 65535 for none
//!         i16  score in hundredths, decisive scores as in the table
//!         u8   depth in plies
//!         u8   bound: 1 exact, 2 lower, 3 upper
//!         u32  who has estimated it, 0 if it is proven
//! ```
//!
//! Numbers are little-endian.

use super::judge::Judge;
use crate::kernel::bytes::Fields;
use crate::kernel::{MoveBits, Score};
use crate::search::{Bound, Entry};

/// The version of stored findings. Must also be raised whenever a packed board, the bits of a move or
/// the meaning of a score changes in any game. An evaluation that changes is another judge.
pub(super) const LAYOUT: u32 = 2;

/// An entry of the table, and whose estimate it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Finding {
    entry: Entry,
    judge: Judge,
}

impl Finding {
    /// Returns what a search with that evaluation has found. The entry must have a bound.
    pub(super) fn new(entry: Entry, judge: Judge) -> Self {
        Self { entry, judge: if is_proven(entry) { Judge::PROOF } else { judge } }
    }

    /// Returns the exact value of a position.
    pub(super) const fn proven(entry: Entry) -> Self {
        Self { entry, judge: Judge::PROOF }
    }

    /// Returns the entry for a search with that evaluation; `None` if it is another one's estimate.
    pub(super) fn for_judge(&self, judge: Judge) -> Option<Entry> {
        [judge, Judge::PROOF].contains(&self.judge).then_some(self.entry)
    }

    /// How much it says: of two by one judge the one that says more is kept.
    pub(super) fn rank(&self) -> (bool, u32, bool) {
        (self.judge == Judge::PROOF, self.entry.depth, self.entry.bound == Some(Bound::Exact))
    }

    /// Returns whether a later finding for the same board replaces this one. An estimate gives way to
    /// another judge's, however deep it is: nobody may ask for it again. But what somebody saw through a blur
    /// replaces nothing that was seen clearly.
    pub(super) fn gives_way_to(&self, later: &Self) -> bool {
        if later.judge.is_blurred() && !self.judge.is_blurred() {
            return false;
        }
        let estimates = ![self.judge, later.judge].contains(&Judge::PROOF);
        let is_outdated = estimates && self.judge != later.judge;
        self != later && (is_outdated || self.rank() <= later.rank())
    }

    /// Returns its stored form.
    pub(super) fn encode(&self) -> [u8; 10] {
        let Entry { best, score, depth, bound } = self.entry;
        let [best_low, best_high] = MoveBits::to_u16(best).to_le_bytes();
        let [score_low, score_high] = score.to_bits().to_le_bytes();
        let bound = match bound {
            None => 0,
            Some(Bound::Exact) => 1,
            Some(Bound::Lower) => 2,
            Some(Bound::Upper) => 3,
        };
        let depth = depth.min(u8::MAX.into()) as u8;
        let [a, b, c, d] = self.judge.to_bytes();
        [best_low, best_high, score_low, score_high, depth, bound, a, b, c, d]
    }

    /// Reads a finding, if it is one.
    pub(super) fn decode(value: &[u8]) -> Option<Self> {
        let mut fields = Fields::new(value);
        let best = MoveBits::from_u16(fields.u16()?);
        let score = Score::from_bits(fields.u16()?);
        let [depth, bound] = fields.array()?;
        let judge = Judge::from_bytes(fields.array()?);
        let bound = match bound {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        let is_score = score < Score::INFINITY && -score < Score::INFINITY;
        let entry = Entry { best, score, depth: depth.into(), bound: Some(bound) };
        let is_right = is_score
            && match judge {
                Judge::PROOF => is_proven(entry) || entry.bound == Some(Bound::Exact),
                _ => !is_proven(entry),
            };
        (is_right && fields.is_empty()).then_some(Self { entry, judge })
    }
}

/// Returns whether an entry says that its position is won or lost.
pub(super) fn is_proven(entry: Entry) -> bool {
    match entry.bound {
        None => false,
        Some(Bound::Exact) => entry.score.is_decisive(),
        Some(Bound::Lower) => entry.score.is_win(),
        Some(Bound::Upper) => entry.score.is_loss(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const JUDGE: Judge = Judge::from_bytes([7, 0, 0, 0]);
    const OTHER: Judge = Judge::from_bytes([8, 0, 0, 0]);

    const fn entry(score: Score, depth: u32) -> Entry {
        Entry { best: MoveBits::from_u16(7), score, depth, bound: Some(Bound::Exact) }
    }

    #[test]
    fn findings_come_back() {
        let scores = [Score::ZERO, Score::centi(-120), Score::win_in(3), Score::loss_in(2)];
        for (at, score) in scores.into_iter().enumerate() {
            for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                let best = MoveBits::from_u16([0, 5, 65_534, 65_535][at]);
                let entry = Entry { best, score, depth: 255, bound: Some(bound) };
                let finding = Finding::new(entry, JUDGE);
                assert_eq!(Finding::decode(&finding.encode()), Some(finding));
            }
        }
        let known =
            Entry { best: None, score: Score::centi(3), depth: 9, bound: Some(Bound::Exact) };
        let bytes = Finding::new(known, JUDGE).encode();
        assert_eq!(bytes, [0xFF, 0xFF, 3, 0, 9, 1, 7, 0, 0, 0]);
    }

    #[test]
    fn other_values_are_none() {
        let whole = Finding::new(entry(Score::ZERO, 9), JUDGE).encode();
        for length in 0..whole.len() {
            assert_eq!(Finding::decode(&whole[..length]), None);
        }
        assert_eq!(Finding::decode(&[&whole[..], &[0]].concat()), None);
        for bound in [0, 4, 255] {
            let mut other = whole;
            other[5] = bound;
            assert_eq!(Finding::decode(&other), None);
        }
        let mut other = whole;
        other[2..4].copy_from_slice(&i16::MIN.to_le_bytes());
        assert_eq!(Finding::decode(&other), None, "a score beyond any");
        let mut other = whole;
        (other[5], other[6]) = (2, 0);
        assert_eq!(Finding::decode(&other), None, "a bound on an estimate, by nobody");
    }

    #[test]
    fn an_estimate_is_of_use_to_its_judge_alone() {
        let estimate = Finding::new(entry(Score::centi(50), 20), JUDGE);
        assert_eq!(estimate.for_judge(JUDGE), Some(entry(Score::centi(50), 20)));
        assert_eq!(estimate.for_judge(OTHER), None);
        let proof = Finding::new(entry(Score::win_in(3), 4), JUDGE);
        assert_eq!(proof.for_judge(OTHER), Some(entry(Score::win_in(3), 4)));
        // The depth of an outdated estimate counts for nothing.
        let shallow = Finding::new(entry(Score::centi(-9), 3), OTHER);
        assert!(estimate.gives_way_to(&shallow) && shallow.gives_way_to(&estimate));
        assert!(estimate.gives_way_to(&proof) && !proof.gives_way_to(&estimate));
        assert!(!estimate.gives_way_to(&Finding::new(entry(Score::centi(50), 19), JUDGE)));
        assert!(!estimate.gives_way_to(&estimate));
    }
}
