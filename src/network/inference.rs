//! A network that is ready for use: what it adds up for a position.

use super::error::NetworkError;
use super::hidden::{COUNTS, FLAGS, Hidden, Inputs};
use super::inputs::{Learned, Shape};
use super::layers::{Layers, MOST_HIDDEN, OUT_BITS};

/// A network whose sums cannot overflow.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    layers: Layers,
    hidden: Hidden,
}

impl Network {
    /// Checks weights for a game of that shape with `terms` terms.
    ///
    /// # Errors
    ///
    /// Says that the weights do not fit the game's shape, or that a sum of them may overflow.
    pub fn new(layers: Layers, shape: Shape, terms: usize) -> Result<Self, NetworkError> {
        let Layers { hidden, .. } = layers;
        let is_fitting = hidden <= MOST_HIDDEN
            && layers.terms.len() == terms
            && layers.direct.len() == shape.counts + shape.tallies
            && layers.bias.len() == hidden
            && layers.out.len() == hidden
            && layers.flags.len() == hidden * shape.flags
            && layers.counts.len() == hidden * shape.counts;
        if !is_fitting {
            return Err(NetworkError::Shape);
        }
        if layers.may_overflow(shape) {
            return Err(NetworkError::Overflow);
        }
        Ok(Self { hidden: Hidden::of(&layers), layers })
    }

    /// Returns the weights.
    #[must_use]
    pub const fn layers(&self) -> &Layers {
        &self.layers
    }

    /// Returns the sum of a position's weighted terms and the network's output, in sixteenths of a
    /// hundredth.
    #[inline]
    pub(super) fn value<P: Learned>(&self, position: &P, weights: &P::Weights) -> i32 {
        const { assert!(P::SHAPE.active <= FLAGS, "too many flags may be on") }
        const { assert!(P::SHAPE.given <= COUNTS, "too many counts may be given") }
        let Layers { constant, direct, .. } = &self.layers;
        let mut inputs = Inputs::new(direct, P::SHAPE.counts, *constant);
        let terms = position.read_and_weigh(&mut inputs, weights);
        let output = if P::SHAPE.counts == 0 {
            self.hidden.output_of_flags(&inputs)
        } else {
            self.hidden.output(&inputs)
        };
        terms + inputs.score() + (output >> OUT_BITS)
    }
}
