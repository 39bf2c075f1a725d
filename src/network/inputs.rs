//! The inputs that a game gives to a network.

use crate::kernel::{Weighed, Weights};

/// The number of inputs of each kind, and which they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The flags.
    pub flags: usize,
    /// The most flags that are on at the same time, at most 64.
    pub active: usize,
    /// The counts.
    pub counts: usize,
    /// The most counts that a position gives, at most 64.
    pub given: usize,
    /// The tallies.
    pub tallies: usize,
    /// The most that the numbers of all tallies of a position add up to.
    pub tallied: usize,
    /// Which inputs of these numbers they are. It changes when they come to mean something else, so
    /// that networks that learned the old meaning are refused.
    pub edition: u16,
}

impl Shape {
    /// The shape of a game without inputs.
    pub const NONE: Self =
        Self { flags: 0, active: 0, counts: 0, given: 0, tallies: 0, tallied: 0, edition: 0 };
}

/// A receiver for the inputs of a position.
pub trait Sink {
    /// Takes a flag that is on, by its number below [`Shape::flags`]. Each is given at most once.
    fn flag(&mut self, at: usize);

    /// Takes a count, by its number below [`Shape::counts`], of at most [`MOST`](super::MOST)
    /// either way. Repeated counts are added up; a position gives at most [`Shape::given`].
    fn count(&mut self, at: usize, number: i32);

    /// Takes a tally, by its number below [`Shape::tallies`], of at most [`MOST`](super::MOST)
    /// either way. Repeated tallies are added up; without their signs those of a position add up to at most
    /// [`Shape::tallied`].
    fn tally(&mut self, at: usize, number: i32);
}

/// How a network for a game is trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recipe {
    /// The score, in hundredths of the unit, that stands for odds of e to 1: scores and, in the games
    /// that are decided by points, margins are turned into chances with it. It stays the same from
    /// round to round, or the search's margins would no longer fit.
    pub scale: f64,
    /// The share of the search score in the training target, between 0 and 1; the rest is the
    /// result.
    pub score_share: f64,
    /// The units of the hidden layer.
    pub hidden: usize,
    /// The terms whose weights are not trained.
    pub fixed: &'static [&'static str],
}

/// A game whose evaluation may add a network to its terms.
///
/// Everything has a default: a game without inputs evaluates with its terms alone.
pub trait Learned: Weighed {
    /// The inputs.
    const SHAPE: Shape = Shape::NONE;

    /// The number of symmetries of the board that keep the sides, including the identity. Training
    /// shows the network each position under one of them.
    const SYMMETRIES: usize = 1;

    /// How a network is trained.
    const RECIPE: Recipe = Recipe { scale: 100.0, score_share: 0.7, hidden: 0, fixed: &[] };

    /// The network that the game plays with, if it has one.
    const NETWORK: Option<&'static [u8]> = None;

    /// Returns whether a network knows positions like this one and its rules. Others are evaluated
    /// by the terms alone.
    fn is_known(&self) -> bool {
        true
    }

    /// Gives a sink the inputs of the position, seen from the side to move.
    fn read<S: Sink>(&self, _sink: &mut S) {}

    /// Gives a sink the inputs and returns the weighted [sum](Weighed::weigh) of the terms. A game
    /// whose terms and inputs count the same things can count them once here.
    #[inline]
    fn read_and_weigh<S: Sink>(&self, sink: &mut S, weights: &Self::Weights) -> i32 {
        self.read(sink);
        self.weigh(weights)
    }

    /// Returns what a flag becomes under a symmetry, numbered below
    /// [`SYMMETRIES`](Self::SYMMETRIES); 0 is the identity.
    fn image(flag: usize, _symmetry: usize) -> usize {
        flag
    }
}

/// What the networks of a game are like, and the weights that training starts with.
#[derive(Clone, Debug)]
pub struct Design {
    /// The name of the game.
    pub name: &'static str,
    /// The network that the game plays with, if it has one: the bytes of its file.
    pub network: Option<&'static [u8]>,
    /// The inputs.
    pub shape: Shape,
    /// How a network is trained.
    pub recipe: Recipe,
    /// The names of the terms.
    pub terms: &'static [&'static str],
    /// The weights of the terms without a network.
    pub used: Vec<i32>,
    /// The number of symmetries.
    pub symmetries: usize,
    /// What a flag becomes under a symmetry.
    pub image: fn(usize, usize) -> usize,
}

impl Design {
    /// Returns that of a game.
    #[must_use]
    pub fn of<P: Learned>() -> Self {
        Self {
            name: P::NAME,
            network: P::NETWORK,
            shape: P::SHAPE,
            recipe: P::RECIPE,
            terms: P::Weights::NAMES,
            used: P::Weights::USED.values(),
            symmetries: P::SYMMETRIES,
            image: P::image,
        }
    }
}
