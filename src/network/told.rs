//! What a position tells a network, for the tests of games whose inputs are flags alone.

use std::collections::BTreeSet;

use super::inputs::{Learned, Sink};

#[derive(Default)]
struct Flags(BTreeSet<usize>);

impl Sink for Flags {
    fn flag(&mut self, at: usize) {
        assert!(self.0.insert(at), "{at} is told twice");
    }

    fn count(&mut self, at: usize, _number: i32) {
        panic!("there are no counts, but {at} is told");
    }

    fn tally(&mut self, at: usize, _number: i32) {
        panic!("there are no tallies, but {at} is told");
    }
}

/// Returns the flags that are on, no more than the game's shape allows.
pub(crate) fn flags_of<P: Learned>(position: &P) -> BTreeSet<usize> {
    let mut flags = Flags::default();
    position.read(&mut flags);
    assert!(flags.0.len() <= P::SHAPE.active, "{} flags are on", flags.0.len());
    flags.0
}
