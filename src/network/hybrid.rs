//! The evaluator of a game that may have a network.

use std::path::Path;

use super::error::{NetworkError, NetworkFileError};
use super::format::{self, Origin};
use super::inference::Network;
use super::inputs::{Design, Learned};
use super::layers::{SIXTEENTHS, put_wide};
use crate::kernel::bytes::checksum;
use crate::kernel::{Gather, Term, Weights};

/// Evaluates positions by their terms and, if the game has one, a network.
#[derive(Debug)]
pub struct Hybrid<P: Learned> {
    learned: Option<Beside<P>>,
}

/// A network and the weights of the terms used with it.
#[derive(Debug)]
struct Beside<P: Learned> {
    network: Network,
    /// In sixteenths of a hundredth.
    weights: P::Weights,
    /// The checksum of the network.
    sum: u64,
}

impl<P: Learned> Default for Hybrid<P> {
    /// Returns the evaluator with the game's own network, if it has one.
    fn default() -> Self {
        P::NETWORK.map_or(Self::TERMS, Self::built_in)
    }
}

impl<P: Learned> Hybrid<P> {
    /// The evaluator with the terms alone.
    pub const TERMS: Self = Self { learned: None };

    /// Returns the evaluator with a network that is part of the program.
    ///
    /// # Panics
    ///
    /// The network cannot be read: the program was built from something else than was tested.
    #[must_use]
    pub fn built_in(bytes: &[u8]) -> Self {
        match Self::read(bytes) {
            Ok((own, _)) => own,
            Err(error) => panic!("{} has no network of its own: {error}", P::NAME),
        }
    }

    /// Returns the evaluator with a network.
    #[must_use]
    pub fn with(network: Network) -> Self {
        let sum = network.layers().checksum();
        Self::summed(network, sum)
    }

    fn summed(network: Network, sum: u64) -> Self {
        let weights = P::Weights::from_values(&network.layers().terms);
        Self { learned: Some(Beside { network, weights, sum }) }
    }

    /// Reads a network's file.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the bytes, or that the network is for another game.
    pub fn read(bytes: &[u8]) -> Result<(Self, Origin), NetworkError> {
        let (network, origin) = format::read(bytes, &Design::of::<P>())?;
        let sum = bytes.last_chunk().map_or(0, |sum| u64::from_le_bytes(*sum));
        Ok((Self::summed(network, sum), origin))
    }

    /// Reads a network from a file.
    ///
    /// # Errors
    ///
    /// Says why the file cannot be read, or returns the error of [`read`](Self::read).
    pub fn open(path: &Path) -> Result<Self, NetworkFileError> {
        let (evaluator, _) =
            Self::read(&format::load(path)?).map_err(|error| NetworkFileError::new(path, error))?;
        Ok(evaluator)
    }

    /// Returns the network, if there is one.
    #[must_use]
    pub fn network(&self) -> Option<&Network> {
        self.learned.as_ref().map(|beside| &beside.network)
    }

    /// Returns a checksum of everything that the evaluation weighs with.
    #[must_use]
    pub fn checksum(&self) -> u64 {
        let mut bytes = Vec::new();
        put_wide(&mut bytes, &P::Weights::USED.values());
        bytes
            .extend_from_slice(&self.learned.as_ref().map_or(0, |beside| beside.sum).to_le_bytes());
        checksum(&bytes)
    }

    /// Returns the network for a position, if there is one that knows the position's rules.
    #[inline]
    fn beside(&self, position: &P) -> Option<&Beside<P>> {
        self.learned.as_ref().filter(|_| position.is_known())
    }

    /// Returns what a position is worth to the side to move, in hundredths of the unit.
    #[inline]
    #[must_use]
    pub fn value(&self, position: &P) -> i32 {
        match self.beside(position) {
            Some(Beside { network, weights, .. }) => rounded(network.value(position, weights)),
            None => position.weigh(&P::Weights::USED),
        }
    }

    /// Returns the parts that [`value`](Self::value) adds up.
    #[must_use]
    pub fn terms(&self, position: &P) -> Vec<Term> {
        let Some(Beside { weights, .. }) = self.beside(position) else {
            return list(P::PARTS, position.parts(&P::Weights::USED).as_ref(), |centi| centi);
        };
        let mut terms = list(P::PARTS, position.parts(weights).as_ref(), rounded);
        let sum: i32 = terms.iter().map(|term| term.centi).sum();
        terms.push(Term { name: "network", centi: self.value(position) - sum });
        terms
    }
}

/// Returns parts with their names, each converted to hundredths.
fn list(names: &'static [&'static str], parts: &[i32], unit: fn(i32) -> i32) -> Vec<Term> {
    let parts = names.iter().zip(parts);
    parts.map(|(name, part)| Term { name, centi: unit(*part) }).gather()
}

/// Returns sixteenths as the nearest whole number, halves upwards.
const fn rounded(sixteenths: i32) -> i32 {
    (sixteenths + SIXTEENTHS / 2).div_euclid(SIXTEENTHS)
}
