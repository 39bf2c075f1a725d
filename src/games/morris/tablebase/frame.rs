//! The board of one block: the points that the major leaves free, numbered from 0.
//!
//! Below, a *word* is a set of free points with bit n for the nth of them; the minor's men are a
//! word with as many bits as there are men.

use super::subsets::subsets;
use crate::games::morris::geometry::{BOARD, LINES, Point};
use crate::games::morris::{Symmetry, mills, slides};
use crate::kernel::{Bits, Gather};

/// The most free points that a block can have, without a man of the major.
pub(super) const MOST_FREE: usize = Point::COUNT;

/// The free points of a block and how men move on them.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// The major's men.
    pub(super) major: u32,
    /// How many points are free.
    pub(super) count: usize,
    /// The points by their bit number in words.
    points: [u8; MOST_FREE],
    /// The neighbours of each free point that are free.
    neighbours: [u32; MOST_FREE],
    /// The lines of free points.
    lines: [u32; LINES.len()],
    line_count: usize,
}

impl Frame {
    pub(super) fn new(major: u32) -> Self {
        let free = BOARD & !major;
        let mut frame = Self {
            major,
            count: 0,
            points: [0; MOST_FREE],
            neighbours: [0; MOST_FREE],
            lines: [0; LINES.len()],
            line_count: 0,
        };
        for point in Bits::of(free) {
            frame.points[frame.count] = point as u8;
            frame.count += 1;
        }
        let numbers = numbers(major);
        let word = |set: u32| Bits::of(set).fold(0, |word, point| word | 1 << numbers[point]);
        for (near, &point) in frame.neighbours.iter_mut().zip(&frame.points[..frame.count]) {
            *near = word(slides::neighbours(1 << point) & free);
        }
        for line in LINES {
            let set = line.map(Point::bit).iter().sum::<u32>();
            if set & major == 0 {
                frame.lines[frame.line_count] = word(set);
                frame.line_count += 1;
            }
        }
        frame
    }

    /// Returns the word of all free points.
    pub(super) const fn all(&self) -> u32 {
        (1 << self.count) - 1
    }

    /// Returns the point of a number.
    pub(super) fn point(&self, number: usize) -> usize {
        self.points[number].into()
    }

    /// Returns for each number the set of its point.
    pub(super) fn bits(&self) -> [u32; MOST_FREE] {
        self.points.map(|point| 1 << point)
    }

    /// Returns the points of a word.
    pub(super) fn expand(&self, word: u32) -> u32 {
        Bits::of(word).fold(0, |set, number| set | 1 << self.points[number])
    }

    /// Returns the lines of free points as words.
    pub(super) fn lines(&self) -> &[u32] {
        &self.lines[..self.line_count]
    }

    /// Returns those men of a word that stand in a mill.
    #[inline]
    pub(super) fn in_mills(&self, word: u32) -> u32 {
        self.lines()
            .iter()
            .fold(0, |found, &line| if word & line == line { found | line } else { found })
    }

    /// Returns those men of a word that may be removed: those in no mill, if there are any.
    #[inline]
    pub(super) fn removable(&self, word: u32) -> u32 {
        let free = word & !self.in_mills(word);
        if free == 0 { word } else { free }
    }

    /// Returns the empty points that the man of that number can go to, or can have come from.
    #[inline]
    pub(super) fn steps(&self, number: usize, word: u32, flies: bool) -> u32 {
        let reach = if flies { self.all() } else { self.neighbours[number % MOST_FREE] };
        reach & !word
    }
}

/// Returns for each point that `major` leaves free its number in words.
pub(super) fn numbers(major: u32) -> [u8; Point::COUNT] {
    let mut numbers = [0; Point::COUNT];
    for (number, point) in Bits::of(BOARD & !major).enumerate() {
        numbers[point] = number as u8;
    }
    numbers
}

/// A step of the major: its origin, its destination, and whether it closes a mill.
#[derive(Clone, Copy, Debug)]
pub(super) struct MajorStep {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) closes: bool,
}

/// Returns the steps that men on those points have on an otherwise empty board.
pub(super) fn steps_of(men: u32) -> impl Iterator<Item = MajorStep> {
    let empty = BOARD & !men;
    let flies = men.count_ones() == 3;
    Bits::of(men).flat_map(move |from| {
        let reach = if flies { empty } else { slides::neighbours(1 << from) & empty };
        Bits::of(reach).map(move |to| {
            let after = men & !(1 << from) | 1 << to;
            MajorStep { from, to, closes: mills::in_mills(after) >> to & 1 != 0 }
        })
    })
}

/// The words of one length, numbered by size.
pub(super) struct Words {
    /// The words with as many bits as the minor has men, by rank.
    pub(super) words: Vec<u32>,
    /// The rank of each word among those with as many bits.
    ranks: Vec<u16>,
}

impl Words {
    /// Returns the words over `count` points; those of `men` bits are listed, and those of up to
    /// `men` bits have ranks.
    pub(super) fn new(count: usize, men: u32) -> Self {
        let mut ranks = vec![0; 1 << count];
        for size in 1..=men {
            for (rank, word) in subsets(count as u32, size).enumerate() {
                ranks[word as usize] = rank as u16;
            }
        }
        Self { words: subsets(count as u32, men).gather(), ranks }
    }

    #[inline]
    pub(super) fn rank(&self, word: u32) -> usize {
        self.ranks[word as usize].into()
    }
}

/// The width of a third of a word, for tables that look words up in three parts.
const WIDTH: u32 = 8;
const PART: u32 = (1 << WIDTH) - 1;
const _: () = assert!(3 * WIDTH as usize == MOST_FREE);

/// A function of words that is the sum of its values for each bit.
#[derive(Debug)]
pub struct Additive {
    parts: [[u32; 1 << WIDTH]; 3],
    width: u32,
}

impl Additive {
    pub(super) const fn new() -> Self {
        Self { parts: [[0; 1 << WIDTH]; 3], width: WIDTH }
    }

    /// Sets its values for each of the first bits.
    pub(super) fn set(&mut self, values: &[u32]) {
        self.width = (values.len() as u32).div_ceil(3);
        for (part, values) in self.parts.iter_mut().zip(values.chunks(self.width as usize)) {
            for (bit, value) in values.iter().enumerate() {
                let half = 1 << bit;
                for below in 0..half {
                    part[half + below] = part[below] + value;
                }
            }
        }
    }

    #[inline]
    pub(super) fn of(&self, word: u32) -> u32 {
        // Written out: this is the innermost loop, and arrays of closures are not inlined.
        let mask = ((1 << self.width) - 1) & PART;
        let low = (word & mask) as usize;
        let middle = (word >> self.width & mask) as usize;
        let high = (word >> (2 * self.width) & mask) as usize;
        self.parts[0][low] + self.parts[1][middle] + self.parts[2][high]
    }
}

/// Returns for each bit of a word of `frame` the bit of the word that it becomes in another block,
/// where `symmetry` leads there and `numbers` are its free points; 0 for points that are not free
/// there.
pub(super) fn mapping(
    frame: &Frame,
    symmetry: Symmetry,
    numbers: &[u8; Point::COUNT],
    taken: u32,
) -> [u32; MOST_FREE] {
    let mut bits = [0; MOST_FREE];
    for (bit, &point) in bits.iter_mut().zip(&frame.points[..frame.count]) {
        let there = symmetry.point(point.into());
        if taken >> there & 1 == 0 {
            *bit = 1 << numbers[there];
        }
    }
    bits
}
