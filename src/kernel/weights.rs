//! The weights of an evaluation: named numbers in a file of their own.

use std::fmt::Debug;

use super::evaluate::Evaluate;

/// The weights of one game's evaluation, in hundredths of its unit. [`weights!`](crate::weights)
/// makes one.
pub trait Weights: Copy + Debug + Send + Sync + 'static {
    /// The names, in the order of [`values`](Self::values).
    const NAMES: &'static [&'static str];

    /// The weights that the evaluation uses. The first is the unit that the others are measured in.
    const USED: Self;

    /// Returns the values.
    fn values(self) -> Vec<i32>;

    /// Returns the weights with those values; missing ones are 0.
    fn from_values(values: &[i32]) -> Self;
}

/// An evaluation that is a weighted sum.
pub trait Weighed: Evaluate {
    /// The weights.
    type Weights: Weights;

    /// The parts of the sum for display, in the order of [`PARTS`](Self::PARTS).
    type Parts: AsRef<[i32]>;

    /// The names of the parts.
    const PARTS: &'static [&'static str];

    /// Returns what each part is worth to the side to move under some weights, in their unit:
    /// linear in them except for rounding.
    fn parts(&self, weights: &Self::Weights) -> Self::Parts;

    /// Returns the sum of the [`parts`](Self::parts).
    #[inline]
    fn weigh(&self, weights: &Self::Weights) -> i32 {
        self.parts(weights).as_ref().iter().sum()
    }
}

/// Defines the struct `Weights` of a game from lines `name: value,`, each with its documentation.
///
/// Training starts from them, and they evaluate positions where no network does.
#[macro_export]
macro_rules! weights {
    ($($(#[$doc:meta])+ $name:ident: $value:literal,)+) => {
        /// The weights of the evaluation's terms.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Weights {
            $($(#[$doc])+ pub $name: i32,)+
        }

        /// The weights that the evaluation uses.
        pub(super) const WEIGHTS: Weights = Weights { $($name: $value,)+ };

        impl $crate::kernel::Weights for Weights {
            const NAMES: &'static [&'static str] = &[$(stringify!($name)),+];

            const USED: Self = WEIGHTS;

            fn values(self) -> Vec<i32> {
                vec![$(self.$name),+]
            }

            fn from_values(values: &[i32]) -> Self {
                let mut values = values.iter();
                let mut next = || values.next().map_or(0, |value| *value);
                Self { $($name: next(),)+ }
            }
        }
    };
}
