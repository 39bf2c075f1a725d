//! The weights of a network and the sum that they compute.

use super::format::NetworkError;
use super::inputs::{Learned, Shape, Sink};

/// The value that stands for 1 in the hidden layer.
pub const ONE: i16 = 181;
/// The extra bits of precision of a count's weights in the hidden layer.
pub const COUNT_BITS: u32 = 6;
/// The right shift that turns squares times output weights into sixteenths.
pub const OUT_BITS: u32 = 13;
/// The value that stands for a hundredth of the unit in the scores of a network.
pub const SIXTEENTHS: i32 = 16;
/// The greatest count and tally.
pub const MOST: i32 = 255;
/// The permitted sizes of a hidden layer.
pub const HIDDEN: [usize; 8] = [0, 8, 16, 32, 64, 96, 128, 256];

/// The weights of a network. All rows have as many weights as there are hidden units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layers {
    /// The units of the hidden layer, one of [`HIDDEN`].
    pub hidden: usize,
    /// The weights of the terms, in sixteenths of a hundredth, in the order of the game's weights.
    pub terms: Vec<i32>,
    /// The constant that every position gets, in sixteenths.
    pub constant: i32,
    /// What counts, followed by tallies, add to the score directly, in sixteenths.
    pub direct: Vec<i32>,
    /// The biases of the hidden units; 1 is [`ONE`].
    pub bias: Vec<i16>,
    /// The output weight of the square of each hidden unit: about quarters of a hundredth for 1.
    pub out: Vec<i16>,
    /// A row for each flag; 1 is [`ONE`].
    pub flags: Vec<i16>,
    /// A row for each count; 1 is [`ONE`] with [`COUNT_BITS`] more bits.
    pub counts: Vec<i16>,
}

/// A network whose sums cannot overflow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network(Layers);

impl Network {
    /// Checks weights for a game of that shape with `terms` terms.
    ///
    /// # Errors
    ///
    /// Says that the weights do not fit the game's shape, or that a sum of them may overflow.
    pub fn new(layers: Layers, shape: Shape, terms: usize) -> Result<Self, NetworkError> {
        let Layers { hidden, .. } = layers;
        let is_fitting = HIDDEN.contains(&hidden)
            && layers.terms.len() == terms
            && layers.direct.len() == shape.counts + shape.tallies
            && layers.bias.len() == hidden
            && layers.out.len() == hidden
            && layers.flags.len() == hidden * shape.flags
            && layers.counts.len() == hidden * shape.counts;
        if !is_fitting {
            return Err(NetworkError::Shape);
        }
        let network = Self(layers);
        if network.may_overflow(shape) { Err(NetworkError::Overflow) } else { Ok(network) }
    }

    /// Returns the weights.
    #[must_use]
    pub const fn layers(&self) -> &Layers {
        &self.0
    }

    /// Returns whether some inputs of the shape may make a sum overflow.
    fn may_overflow(&self, shape: Shape) -> bool {
        let Layers { hidden, direct, bias, out, flags, counts, constant, .. } = &self.0;
        let magnitude = |w: &i16| i64::from(*w).abs();
        let column = |rows: &[i16], unit: usize| -> Vec<i64> {
            let mut column: Vec<i64> =
                rows.iter().skip(unit).step_by((*hidden).max(1)).map(magnitude).collect();
            column.sort_unstable_by(|a, b| b.cmp(a));
            column
        };
        let is_unit_over = |unit: usize| {
            let flags: i64 = column(flags, unit).iter().take(shape.active).sum();
            let counts: i64 = column(counts, unit).iter().sum();
            magnitude(&bias[unit]) + flags > i16::MAX.into()
                || counts * i64::from(MOST) > i32::MAX.into()
        };
        let squares: i64 = out.iter().map(magnitude).sum::<i64>() * i64::from(ONE * ONE);
        let direct: i64 = direct.iter().map(|w| i64::from(*w).abs()).sum::<i64>() * i64::from(MOST);
        (0..*hidden).any(is_unit_over)
            || squares > i32::MAX.into()
            || direct + i64::from(*constant).abs() > i64::from(i32::MAX / 2)
    }

    /// Returns the sum of a position's weighted terms and the network's output, in sixteenths of a
    /// hundredth.
    #[inline]
    pub(super) fn value<P: Learned>(&self, position: &P, weights: &P::Weights) -> i32 {
        match self.0.hidden {
            8 => self.forward::<P, 8>(position, weights),
            16 => self.forward::<P, 16>(position, weights),
            32 => self.forward::<P, 32>(position, weights),
            64 => self.forward::<P, 64>(position, weights),
            96 => self.forward::<P, 96>(position, weights),
            128 => self.forward::<P, 128>(position, weights),
            256 => self.forward::<P, 256>(position, weights),
            _ => self.forward::<P, 0>(position, weights),
        }
    }

    fn forward<P: Learned, const H: usize>(&self, position: &P, weights: &P::Weights) -> i32 {
        let Layers { constant, direct, bias, out, flags, counts, .. } = &self.0;
        let mut sums = Sums::<H> {
            flags,
            counts,
            direct,
            count: P::SHAPE.counts,
            flagged: row(bias, 0),
            counted: [0; H],
            score: *constant,
        };
        let terms = position.read_and_weigh(&mut sums, weights);
        let out = row::<H>(out, 0);
        let mut score = 0;
        for (unit, weight) in out.into_iter().enumerate() {
            let x = if P::SHAPE.counts == 0 {
                sums.flagged[unit].clamp(0, ONE)
            } else {
                let sum = i32::from(sums.flagged[unit]) + (sums.counted[unit] >> COUNT_BITS);
                sum.clamp(0, i32::from(ONE)) as i16
            };
            score += i32::from(x * x) * i32::from(weight);
        }
        terms + sums.score + (score >> OUT_BITS)
    }
}

/// The sums of a hidden layer that grow as inputs are read.
struct Sums<'a, const H: usize> {
    flags: &'a [i16],
    counts: &'a [i16],
    direct: &'a [i32],
    /// The number of counts.
    count: usize,
    flagged: [i16; H],
    counted: [i32; H],
    score: i32,
}

impl<const H: usize> Sink for Sums<'_, H> {
    #[inline(always)]
    fn flag(&mut self, at: usize) {
        for (sum, weight) in self.flagged.iter_mut().zip(row::<H>(self.flags, at)) {
            *sum = sum.wrapping_add(weight);
        }
    }

    #[inline(always)]
    fn count(&mut self, at: usize, number: i32) {
        debug_assert!(number.abs() <= MOST);
        self.score += self.direct[at] * number;
        for (sum, weight) in self.counted.iter_mut().zip(row::<H>(self.counts, at)) {
            *sum += i32::from(weight) * number;
        }
    }

    #[inline(always)]
    fn tally(&mut self, at: usize, number: i32) {
        debug_assert!(number.abs() <= MOST);
        self.score += self.direct[self.count + at] * number;
    }
}

/// Returns a row of weights. There are as many as the shape has inputs.
#[inline(always)]
fn row<const H: usize>(weights: &[i16], at: usize) -> [i16; H] {
    weights[at * H..].first_chunk().copied().unwrap_or([0; H])
}
