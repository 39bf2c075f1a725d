//! Who estimates positions: an evaluation as a number.

use crate::games::{About, Game};
use crate::kernel::Score;
use crate::kernel::bytes::checksum;
use crate::network::Hybrid;
use crate::search::Blur;

/// The identity of an evaluation. What one has estimated is of no use to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Judge(u32);

impl Judge {
    /// The bit of whoever sees positions through a blur.
    const BLURRED: u32 = 1 << 31;
    /// The judge of what is proven, whoever has found it.
    pub(super) const PROOF: Self = Self(0);

    /// Returns the identity of an evaluation: of its weights, and of what it says about the positions
    /// of `bench`, which another version of its terms or inputs would not say.
    pub(in super::super) fn of<P: Game>(evaluator: &Hybrid<P>) -> Self {
        let rules = P::Rules::default();
        Self::says(P::ABOUT, evaluator.checksum(), &|text| {
            let position = P::read_position(text, &rules).ok()?;
            Some(position.evaluate(evaluator))
        })
    }

    fn says(about: &About, sum: u64, value: &dyn Fn(&str) -> Option<Score>) -> Self {
        let mut bytes = sum.to_le_bytes().to_vec();
        for position in about.bench {
            if let Some(score) = value(position.text) {
                bytes.extend_from_slice(&score.to_bits().to_le_bytes());
            }
        }
        let sum = checksum(&bytes);
        Self(((sum ^ (sum >> 32)) as u32 & !Self::BLURRED).max(1))
    }

    /// Returns whether it sees positions through a blur.
    pub(super) const fn is_blurred(self) -> bool {
        self.0 & Self::BLURRED != 0
    }

    /// Returns the identity of the evaluation as it is seen through a blur.
    pub(in super::super) fn seeing(self, blur: Blur) -> Self {
        if blur.centi == 0 {
            return self;
        }
        let [sum, centi] = [self.0, blur.centi].map(u32::to_le_bytes);
        let sum = checksum(&[&sum[..], &centi, &blur.seed.to_le_bytes()].concat());
        Self((sum ^ (sum >> 32)) as u32 | Self::BLURRED)
    }

    pub(super) const fn from_bytes(bytes: [u8; 4]) -> Self {
        Self(u32::from_le_bytes(bytes))
    }

    pub(super) const fn to_bytes(self) -> [u8; 4] {
        self.0.to_le_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::morris::Morris;
    use crate::games::{GameList, Standard, Visitor};

    struct Twice;

    impl Visitor for Twice {
        type Output = [Judge; 3];

        fn visit<P: Game>(self) -> Self::Output {
            let own = Hybrid::<P>::default;
            [Judge::of(&own()), Judge::of(&own()), Judge::of(&Hybrid::<P>::TERMS)]
        }
    }

    #[test]
    fn each_evaluation_is_a_judge_of_its_own() {
        for &kind in Standard::ALL {
            let [first, second, terms] = Standard::with(kind, Twice).unwrap();
            assert_eq!(first, second, "{kind}");
            assert_ne!(first, terms, "{kind}");
        }
    }

    #[test]
    fn another_weight_is_another_judge() {
        let own = Hybrid::<Morris>::default();
        let mut layers = own.network().unwrap().layers().clone();
        layers.constant += 1;
        let terms = layers.terms.len();
        let shape = <Morris as crate::network::Learned>::SHAPE;
        let other = crate::network::Network::new(layers, shape, terms).unwrap();
        assert_ne!(Judge::of(&Hybrid::<Morris>::with(other)), Judge::of(&own));
    }
}
