//! What a position feeds to a network, for the tests of games whose inputs are flags alone.

use std::collections::BTreeSet;

use super::inputs::{Learned, Sink};
use crate::kernel::Weights;

#[derive(Default)]
struct Flags(BTreeSet<usize>);

impl Sink for Flags {
    fn flag(&mut self, at: usize) {
        assert!(self.0.insert(at), "{at} is fed twice");
    }

    fn count(&mut self, at: usize, _number: i32) {
        panic!("there are no counts, but {at} is fed");
    }

    fn tally(&mut self, at: usize, _number: i32) {
        panic!("there are no tallies, but {at} is fed");
    }
}

/// Returns the flags that are on, no more than the game's shape allows. The same are fed together with
/// the terms, and the terms add up to what they do alone.
pub(crate) fn flags_of<P: Learned>(position: &P) -> BTreeSet<usize> {
    let mut flags = Flags::default();
    position.read(&mut flags);
    assert!(flags.0.len() <= P::SHAPE.active, "{} flags are on", flags.0.len());

    let mut beside = Flags::default();
    let sum = position.read_and_weigh(&mut beside, &P::Weights::USED);
    assert_eq!((sum, &beside.0), (position.weigh(&P::Weights::USED), &flags.0));
    flags.0
}
