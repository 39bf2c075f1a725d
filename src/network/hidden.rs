//! The hidden layer, with vectors of numbers.

use wide::{i16x8, i16x16, i32x4, i32x8};

use super::inputs::Sink;
use super::layers::{COUNT_BITS, Layers, MOST, ONE};

/// The units in a vector.
const LANES: usize = 16;
/// The most flags that may be on, ...
pub(super) const FLAGS: usize = 64;
/// ... and the most counts that a position may give.
pub(super) const COUNTS: usize = 64;

/// A list of a bounded length.
struct Few<T, const MOST: usize> {
    items: [T; MOST],
    count: usize,
}

impl<T: Copy, const MOST: usize> Few<T, MOST> {
    #[inline(always)]
    const fn new(blank: T) -> Self {
        Self { items: [blank; MOST], count: 0 }
    }

    /// Adds an item; returns false if there is no room for it.
    #[inline(always)]
    fn push(&mut self, item: T) -> bool {
        let place = self.items.get_mut(self.count);
        let has_room = place.is_some();
        if let Some(place) = place {
            *place = item;
            self.count += 1;
        }
        has_room
    }

    #[inline(always)]
    fn all(&self) -> &[T] {
        &self.items[..self.count.min(MOST)]
    }
}

/// The inputs of a position, and what they add to the score directly. What a game gives beyond the
/// bounds that its shape promises to keep is left out.
pub(super) struct Inputs<'a> {
    flags: Few<u16, FLAGS>,
    counts: Few<(u16, i16), COUNTS>,
    direct: &'a [i32],
    /// The number of the first tally among the direct weights.
    first_tally: usize,
    score: i32,
}

impl<'a> Inputs<'a> {
    /// Returns no inputs; `direct` are the weights of what counts, then of tallies, add to the score.
    #[inline]
    pub(super) fn new(direct: &'a [i32], first_tally: usize, score: i32) -> Self {
        Self { flags: Few::new(0), counts: Few::new((0, 0)), direct, first_tally, score }
    }

    /// Returns what the inputs add to the score directly, the constant included.
    #[inline]
    pub(super) const fn score(&self) -> i32 {
        self.score
    }
}

impl Sink for Inputs<'_> {
    #[inline(always)]
    fn flag(&mut self, at: usize) {
        self.flags.push(at as u16);
    }

    #[inline(always)]
    fn count(&mut self, at: usize, number: i32) {
        debug_assert!(number.abs() <= MOST);
        if self.counts.push((at as u16, number as i16)) {
            self.score += self.direct[at] * number;
        }
    }

    #[inline(always)]
    fn tally(&mut self, at: usize, number: i32) {
        debug_assert!(number.abs() <= MOST);
        self.score += self.direct[self.first_tally + at] * number;
    }
}

/// The units of the hidden layer, sixteen to a vector.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Hidden {
    /// The vectors of a row.
    vectors: usize,
    bias: Vec<i16x16>,
    out: Vec<i16x16>,
    /// A row for each flag.
    flags: Vec<i16x16>,
    /// A row for each count.
    counts: Vec<i16x16>,
}

impl Hidden {
    pub(super) fn of(layers: &Layers) -> Self {
        let Layers { hidden, bias, out, flags, counts, .. } = layers;
        // The units that fill up the last vector of a row stay 0.
        let pack = |rows: &[i16]| -> Vec<i16x16> {
            let mut vectors = Vec::new();
            for row in rows.chunks((*hidden).max(1)) {
                for part in row.chunks(LANES) {
                    let mut lanes = [0; LANES];
                    lanes[..part.len()].copy_from_slice(part);
                    vectors.push(i16x16::from(lanes));
                }
            }
            vectors
        };
        Self {
            vectors: hidden.div_ceil(LANES),
            bias: pack(bias),
            out: pack(out),
            flags: pack(flags),
            counts: pack(counts),
        }
    }

    /// Returns the first vector of each part of a row and the number of its vectors, a power of two: at
    /// most as many at a time as leave their sums in registers.
    #[inline]
    fn parts(&self, most: usize) -> impl Iterator<Item = (usize, usize)> + use<> {
        let end = self.vectors;
        let part = move |first| (first, 1 << most.min(end - first).ilog2());
        std::iter::successors((end > 0).then(|| part(0)), move |(first, vectors)| {
            let next = first + vectors;
            (next < end).then(|| part(next))
        })
    }

    /// Returns the output of a layer that reads flags alone.
    #[inline]
    pub(super) fn output_of_flags(&self, inputs: &Inputs<'_>) -> i32 {
        let parts = self.parts(8).map(|(first, vectors)| match vectors {
            8 => self.part_of_flags::<8>(first, inputs),
            4 => self.part_of_flags::<4>(first, inputs),
            2 => self.part_of_flags::<2>(first, inputs),
            _ => self.part_of_flags::<1>(first, inputs),
        });
        parts.sum()
    }

    #[inline]
    fn part_of_flags<const V: usize>(&self, first: usize, inputs: &Inputs<'_>) -> i32 {
        let sums: [i16x16; V] = self.sums_of_flags(first, inputs);
        let out: [i16x16; V] = part(&self.out, first);
        let mut output = i32x8::ZERO;
        for unit in 0..V {
            let clipped = sums[unit].max(i16x16::ZERO).min(i16x16::splat(ONE));
            output += (clipped * clipped).dot(out[unit]);
        }
        output.reduce_add()
    }

    /// Returns the output of a layer that reads flags and counts.
    #[inline]
    pub(super) fn output(&self, inputs: &Inputs<'_>) -> i32 {
        let parts = self.parts(2).map(|(first, vectors)| match vectors {
            2 => self.part::<2>(first, inputs),
            _ => self.part::<1>(first, inputs),
        });
        parts.sum()
    }

    #[inline]
    fn part<const V: usize>(&self, first: usize, inputs: &Inputs<'_>) -> i32 {
        let flags: [i16x16; V] = self.sums_of_flags(first, inputs);
        let mut sums = [[i32x8::ZERO; 2]; V];
        for unit in 0..V {
            let [low, high] = wide(flags[unit]);
            sums[unit] = [low << COUNT_BITS, high << COUNT_BITS];
        }
        for (count, number) in inputs.counts.all() {
            let row: [i16x16; V] = part(&self.counts, usize::from(*count) * self.vectors + first);
            let number = i32x8::splat(i32::from(*number));
            for unit in 0..V {
                let [low, high] = wide(row[unit]);
                sums[unit][0] += low * number;
                sums[unit][1] += high * number;
            }
        }
        let out: [i16x16; V] = part(&self.out, first);
        let mut output = i32x4::ZERO;
        for unit in 0..V {
            let out = halves(out[unit]);
            for half in 0..2 {
                let sum: i32x8 = sums[unit][half] >> COUNT_BITS;
                let sum = i16x8::from_i32x8_saturate(sum);
                let clipped = sum.max(i16x8::ZERO).min(i16x8::splat(ONE));
                output += (clipped * clipped).dot(out[half]);
            }
        }
        output.reduce_add()
    }

    /// Returns the biases and the weights of the flags that are on, added up.
    #[inline]
    fn sums_of_flags<const V: usize>(&self, first: usize, inputs: &Inputs<'_>) -> [i16x16; V] {
        let mut sums: [i16x16; V] = part(&self.bias, first);
        for flag in inputs.flags.all() {
            let row: [i16x16; V] = part(&self.flags, usize::from(*flag) * self.vectors + first);
            for unit in 0..V {
                sums[unit] += row[unit];
            }
        }
        sums
    }
}

/// Returns some vectors. There are as many rows as the shape has inputs.
#[inline(always)]
fn part<const V: usize>(vectors: &[i16x16], first: usize) -> [i16x16; V] {
    vectors[first..].first_chunk().copied().unwrap_or([i16x16::ZERO; V])
}

/// Returns the halves of a vector. `array::map` would be a call wherever it is compiled in another unit
/// of code.
#[inline(always)]
fn halves(vector: i16x16) -> [i16x8; 2] {
    let lanes = vector.to_array();
    let half = |half: &[i16]| i16x8::from(half.first_chunk().copied().unwrap_or([0; LANES / 2]));
    let (low, high) = lanes.split_at(LANES / 2);
    [half(low), half(high)]
}

/// Returns the numbers of a vector with 32 bits each.
#[inline(always)]
fn wide(vector: i16x16) -> [i32x8; 2] {
    let [low, high] = halves(vector);
    [i32x8::from_i16x8(low), i32x8::from_i16x8(high)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_beyond_the_shape_are_left_out() {
        let direct = vec![1; 1000];
        let mut inputs = Inputs::new(&direct, 900, 0);
        for at in 0..300 {
            inputs.flag(at);
            inputs.count(at, 1);
        }
        assert_eq!(inputs.score(), COUNTS as i32);
    }
}
