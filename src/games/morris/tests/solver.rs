//! A reference solver for small endings without men in hand: retrograde analysis in waves.
//!
//! A *sector* is all positions with given numbers of men for the side to move and the other. It is
//! solved together with the sector of the numbers exchanged, after the smaller ones that removals
//! lead to. Draw limits play no part; distances are plies to the end of the game.

use std::collections::HashMap;

use super::symmetry::maps;
use super::{BOARD, Bits, Morris, MorrisMove, Position, Rules, legal, mills, slides};
use crate::games::morris::Side;
use crate::kernel::{PerPlayer, Player};

/// A result for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Win(u8),
    Draw,
    Loss(u8),
}

/// What a sector's positions are worth: plies to the end, odd when the side to move wins.
type Distances = Vec<u8>;
const UNDECIDED: u8 = u8::MAX;

/// The men of the side to move and those of the other.
pub(super) type Men = (u32, u32);

/// How many men the side to move has, and the other.
pub(super) type Numbers = (u32, u32);

pub(super) struct Solver {
    /// By size; empty where no sector needs them.
    subsets: [Subsets; 10],
    images: Images,
    /// By the number of men of the side to move, then of the other; empty where not solved.
    sectors: [[Distances; 10]; 10],
}

impl Solver {
    pub(super) fn new() -> Self {
        Self { subsets: Default::default(), images: Images::new(), sectors: Default::default() }
    }

    /// Returns the value of a position of a solved sector.
    pub(super) fn value(&self, men: Men) -> Option<Value> {
        let distances = self.sector(men);
        if distances.is_empty() {
            return None;
        }
        Some(match distances[self.locate(men)] {
            UNDECIDED => Value::Draw,
            plies if plies % 2 == 1 => Value::Win(plies),
            plies => Value::Loss(plies),
        })
    }

    /// Returns what a move leads to, for the side that makes it.
    pub(super) fn value_after(&self, child: &Morris) -> Option<Value> {
        let value = match child.outcome() {
            Some(_) => Value::Loss(0),
            None => self.value((child.own().board(), child.enemy().board()))?,
        };
        Some(match value {
            Value::Win(plies) => Value::Loss(plies + 1),
            Value::Draw => Value::Draw,
            Value::Loss(plies) => Value::Win(plies + 1),
        })
    }

    /// Solves a sector and the one with the numbers exchanged.
    pub(super) fn solve(&mut self, own: u32, enemy: u32) {
        for size in [own, enemy] {
            self.subsets[size as usize] = Subsets::new(size, &self.images);
        }
        // waves[d]: positions that are decided in d plies, if not sooner.
        let mut waves: Vec<Vec<Men>> = vec![Vec::new()];
        let add = |waves: &mut Vec<Vec<Men>>, plies: u8, men: Men| {
            waves.resize(waves.len().max(usize::from(plies) + 1), Vec::new());
            waves[usize::from(plies)].push(men);
        };
        for sector in [(own, enemy), (enemy, own)] {
            let (own, enemy) = (sector.0 as usize, sector.1 as usize);
            let places = self.subsets[own].canonical.len() * choose(24, sector.1);
            self.sectors[own][enemy] = vec![UNDECIDED; places];
        }
        for sector in [(own, enemy), (enemy, own)] {
            for men in self.positions(sector) {
                if let Some(plies) = self.decide(men) {
                    add(&mut waves, plies, men);
                }
            }
        }
        let mut plies = 0;
        while plies < waves.len() {
            let distance = plies as u8;
            for men in std::mem::take(&mut waves[plies]) {
                let place = self.locate(men);
                let distances = self.sector_mut(men);
                if distances[place] != UNDECIDED {
                    continue;
                }
                distances[place] = distance;
                for before in predecessors(men) {
                    if self.sector(before)[self.locate(before)] != UNDECIDED {
                        continue;
                    }
                    if distance % 2 == 0 {
                        add(&mut waves, distance + 1, before);
                    } else if let Some(lost) = self.lost_in(before) {
                        add(&mut waves, lost, before);
                    }
                }
            }
            plies += 1;
        }
    }

    /// Returns the distance that follows from what is known before a sector is solved, which is
    /// where removals lead: of a win by removal the shortest, of a loss the final one.
    fn decide(&self, men: Men) -> Option<u8> {
        let here = position(men);
        if here.outcome().is_some() {
            return Some(0);
        }
        let removals = legal(&here).into_iter().filter(|m| m.is_removal());
        let win = |m| match self.value_after(&child(&here, m)) {
            Some(Value::Win(plies)) => Some(plies),
            _ => None,
        };
        removals.filter_map(win).min().or_else(|| self.lost_in(men))
    }

    /// Returns the distance of a position all of whose successors are known to be won by the
    /// other side.
    fn lost_in(&self, men: Men) -> Option<u8> {
        let here = position(men);
        let mut longest = 0;
        for m in legal(&here) {
            match self.value_after(&child(&here, m)) {
                Some(Value::Loss(plies)) => longest = longest.max(plies),
                _ => return None,
            }
        }
        Some(longest)
    }

    fn sector(&self, (own, enemy): Men) -> &Distances {
        &self.sectors[own.count_ones() as usize][enemy.count_ones() as usize]
    }

    fn sector_mut(&mut self, (own, enemy): Men) -> &mut Distances {
        &mut self.sectors[own.count_ones() as usize][enemy.count_ones() as usize]
    }

    /// Returns every position of a sector, one of each orbit.
    pub(super) fn positions(&self, (own, enemy): Numbers) -> Vec<Men> {
        let mut positions = Vec::new();
        for &men in &self.subsets[own as usize].canonical {
            for others in subsets(enemy) {
                if men & others == 0 {
                    let place = self.place(men, others);
                    if place == self.locate((men, others)) {
                        positions.push((men, others));
                    }
                }
            }
        }
        positions
    }

    /// Returns how many positions a position's orbit has.
    pub(super) fn orbit(&self, (own, enemy): Men) -> u64 {
        let keep =
            |map: &usize| self.images.of(own, *map) == own && self.images.of(enemy, *map) == enemy;
        16 / (0..16).filter(keep).count() as u64
    }

    /// Returns the place of a position's canonical form: the side to move in its least image, the
    /// other side in the least one that goes with it.
    fn locate(&self, (own, enemy): Men) -> usize {
        let (canonical, maps) = self.subsets[own.count_ones() as usize].forms[rank(own)];
        let least = Bits::of(maps).map(|map| rank(self.images.of(enemy, map))).min().unwrap();
        canonical * choose(24, enemy.count_ones()) + least
    }

    /// Returns the place of a position whose side to move stands in canonical form.
    fn place(&self, own: u32, enemy: u32) -> usize {
        let (canonical, _) = self.subsets[own.count_ones() as usize].forms[rank(own)];
        canonical * choose(24, enemy.count_ones()) + rank(enemy)
    }
}

/// Returns the position, black to move, without draw limits.
fn position((own, enemy): Men) -> Morris {
    let sides = PerPlayer::new(Side::new(own, 0), Side::new(enemy, 0));
    Morris::from_parts(sides, 0, Rules { quiet: 0, repetition: 0 }, Player::First)
}

/// Returns the position after a legal move.
pub(super) fn child(here: &Morris, m: MorrisMove) -> Morris {
    let mut child = *here;
    child.make(m);
    child
}

/// Returns the positions from which a slide or flight without removal leads here.
fn predecessors((own, enemy): Men) -> impl Iterator<Item = Men> {
    let empty = BOARD & !(own | enemy);
    let flies = enemy.count_ones() == 3;
    // A man that stands in a mill closed it when it came, and a removal came with it.
    let moved = enemy & !mills::in_mills(enemy);
    Bits::of(moved).flat_map(move |to| {
        let origins = if flies { empty } else { slides::neighbours(1 << to) & empty };
        Bits::of(origins).map(move |from| (enemy & !(1 << to) | 1 << from, own))
    })
}

/// The sets of one size, up to symmetry.
#[derive(Default)]
struct Subsets {
    /// The least set of each orbit.
    canonical: Vec<u32>,
    /// For each set, by rank: its orbit, and the maps that lead to the least set of it.
    forms: Vec<(usize, u16)>,
}

impl Subsets {
    fn new(size: u32, images: &Images) -> Self {
        let mut numbers = HashMap::new();
        let mut canonical = Vec::new();
        let mut forms = Vec::new();
        for set in subsets(size) {
            let all: [u32; 16] = std::array::from_fn(|map| images.of(set, map));
            let least = all.into_iter().min().unwrap();
            let number = *numbers.entry(least).or_insert_with(|| {
                canonical.push(least);
                canonical.len() - 1
            });
            let lead_there = (0..16).filter(|map| all[*map] == least);
            forms.push((number, lead_there.map(|map| 1 << map).sum()));
        }
        Self { canonical, forms }
    }
}

/// Returns the sets of one size in the order of their [`rank`].
fn subsets(size: u32) -> impl Iterator<Item = u32> {
    let mut next = (1_u32 << size) - 1;
    std::iter::from_fn(move || {
        let set = next;
        // The next greater number with as many bits (Gosper).
        let low = set & set.wrapping_neg();
        let ripple = set + low;
        next = ripple | (((set ^ ripple) >> 2) / low);
        (set <= BOARD).then_some(set)
    })
}

/// Returns the place of a set among those of its size, in the order of the numbers.
fn rank(set: u32) -> usize {
    Bits::of(set).enumerate().map(|(i, bit)| CHOOSE[bit][i + 1]).sum()
}

fn choose(n: usize, k: u32) -> usize {
    CHOOSE[n][k as usize]
}

/// Binomial coefficients.
const CHOOSE: [[usize; 10]; 25] = {
    let mut table = [[0; 10]; 25];
    let mut n = 0;
    while n < 25 {
        table[n][0] = 1;
        let mut k = 1;
        while k < 10 && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The images of any set under the 16 maps, ring by ring.
struct Images(Vec<[[u32; 256]; 3]>);

impl Images {
    fn new() -> Self {
        let of_map = |map: super::symmetry::Map| {
            std::array::from_fn(|ring| {
                std::array::from_fn(|byte| {
                    super::symmetry::image((byte as u32) << (8 * ring), &map)
                })
            })
        };
        Self(maps().map(of_map).to_vec())
    }

    fn of(&self, set: u32, map: usize) -> u32 {
        let [outer, middle, inner, _] = set.to_le_bytes().map(usize::from);
        let table = &self.0[map];
        table[0][outer] | table[1][middle] | table[2][inner]
    }
}
