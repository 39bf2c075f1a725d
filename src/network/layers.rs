//! The weights of a network and what they stand for.

use super::inputs::Shape;
use crate::kernel::bytes::checksum;

/// The value that stands for 1 in the hidden layer.
pub const ONE: i16 = 181;
/// The extra bits of precision of a count's weights in the hidden layer.
pub const COUNT_BITS: u32 = 6;
/// The right shift that turns squares times output weights into sixteenths.
pub const OUT_BITS: u32 = 13;
/// The value that stands for a hundredth of the unit in the scores of a network.
pub const SIXTEENTHS: i32 = 16;
/// The greatest count and tally, and the most that a term's weight is multiplied by.
pub const MOST: i32 = 255;
/// The most units of a hidden layer.
pub const MOST_HIDDEN: usize = 512;
/// The greatest sum of the positive output weights, and of the magnitudes of the negative ones. No square
/// exceeds that of [`ONE`], so the output of any set of units fits into 32 bits.
pub const MOST_OUT: i32 = i32::MAX / (ONE as i32 * ONE as i32);

/// The weights of a network. All rows have as many weights as there are hidden units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layers {
    /// The units of the hidden layer, at most [`MOST_HIDDEN`].
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

impl Layers {
    /// Returns a checksum of all weights.
    pub(super) fn checksum(&self) -> u64 {
        let mut bytes = Vec::new();
        self.put(&mut bytes);
        checksum(&bytes)
    }

    /// Appends all weights as bytes.
    pub(super) fn put(&self, bytes: &mut Vec<u8>) {
        put_wide(bytes, &self.terms);
        put_wide(bytes, &[self.constant]);
        put_wide(bytes, &self.direct);
        for narrow in [&self.bias, &self.out, &self.flags, &self.counts] {
            for weight in narrow {
                bytes.extend_from_slice(&weight.to_le_bytes());
            }
        }
    }

    /// Returns whether some inputs of the shape may make a sum overflow.
    pub(super) fn may_overflow(&self, shape: Shape) -> bool {
        let Layers { hidden, terms, direct, bias, out, flags, counts, constant } = self;
        // The sum of the greatest weights of a unit.
        let sum = |rows: &[i16], unit: usize, most: usize| -> i64 {
            let mut column = Vec::with_capacity(rows.len() / *hidden);
            for row in rows.chunks(*hidden) {
                column.push(u64::from(row[unit].unsigned_abs()));
            }
            if most < column.len() {
                column.select_nth_unstable_by(most, |a, b| b.cmp(a));
                column.truncate(most);
            }
            column.iter().sum::<u64>() as i64
        };
        let is_unit_over = |unit: usize| {
            let flags = i64::from(bias[unit].unsigned_abs()) + sum(flags, unit, shape.active);
            let counts = sum(counts, unit, usize::MAX);
            flags > i16::MAX.into()
                || (flags << COUNT_BITS) + counts * i64::from(MOST) > i32::MAX.into()
        };
        let outputs = |sign: i64| out.iter().map(|w| (sign * i64::from(*w)).max(0)).sum::<i64>();
        let (counted, tallied) = direct.split_at(shape.counts);
        let counted = terms.iter().chain(counted).map(|w| i64::from(*w).abs()).sum::<i64>();
        let greatest = tallied.iter().map(|w| i64::from(*w).abs()).max().unwrap_or(0);
        let direct = counted * i64::from(MOST) + greatest * shape.tallied as i64;
        (0..*hidden).any(is_unit_over)
            || outputs(1).max(outputs(-1)) > MOST_OUT.into()
            || direct + i64::from(*constant).abs() > i64::from(i32::MAX / 2)
    }
}

/// Appends numbers as bytes.
pub(super) fn put_wide(bytes: &mut Vec<u8>, numbers: &[i32]) {
    for number in numbers {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
}
