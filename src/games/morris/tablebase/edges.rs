//! The steps of the major, seen from the blocks that they lead to.

use super::forms::Forms;
use super::frame::steps_of;
use crate::games::morris::Symmetry;
use crate::kernel::{Gather, parallel};

/// A step of the major that leads into a block, seen from there. It holds for all placements of the
/// minor's men at once: they stay where they were, up to the symmetry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge(u32);

const SYMMETRY: u32 = 17;
const ORIGIN: u32 = 21;
const CLOSES: u32 = 26;

impl Edge {
    fn new(block: usize, symmetry: Symmetry, origin: usize, closes: bool) -> Self {
        let (symmetry, origin) = (symmetry.index() as u32, origin as u32);
        Self(block as u32 | symmetry << SYMMETRY | origin << ORIGIN | u32::from(closes) << CLOSES)
    }

    /// Returns the block that the step comes from.
    #[inline]
    pub(super) const fn block(self) -> usize {
        (self.0 & ((1 << SYMMETRY) - 1)) as usize
    }

    /// Returns the symmetry that leads back there.
    #[inline]
    pub(super) const fn symmetry(self) -> Symmetry {
        Symmetry::from_index((self.0 >> SYMMETRY) as usize)
    }

    /// Returns the point that the man left, in the coordinates of this block. The minor cannot
    /// stand there.
    #[inline]
    pub(super) const fn origin(self) -> usize {
        (self.0 >> ORIGIN & 31) as usize
    }

    /// Returns whether the step closes a mill.
    #[inline]
    pub(super) const fn closes(self) -> bool {
        self.0 >> CLOSES != 0
    }
}

/// The steps of the major between the blocks of a pair.
///
/// Every index of a block and every step from it give one edge, so that an index is reached as
/// often as it has steps, even if several indices stand for one position.
pub(super) struct Edges {
    starts: Vec<u32>,
    edges: Vec<Edge>,
}

impl Edges {
    pub(super) fn new(forms: &Forms) -> Self {
        let of_block = |from: usize| -> Vec<(u32, Edge)> {
            let men = forms.canonical(from);
            steps_of(men)
                .map(|step| {
                    let (to, symmetry) = forms.find(men & !(1 << step.from) | 1 << step.to);
                    let origin = symmetry.point(step.from);
                    (to as u32, Edge::new(from, symmetry.inverse(), origin, step.closes))
                })
                .gather()
        };
        let found: Vec<Vec<(u32, Edge)>> = parallel::map(forms.classes(), of_block);
        let mut starts = vec![0_u32; forms.classes() + 1];
        for (to, _) in found.iter().flatten() {
            starts[*to as usize + 1] += 1;
        }
        for block in 0..forms.classes() {
            starts[block + 1] += starts[block];
        }
        let mut next = starts.clone();
        let mut edges = vec![Edge(0); starts[forms.classes()] as usize];
        for &(to, edge) in found.iter().flatten() {
            edges[next[to as usize] as usize] = edge;
            next[to as usize] += 1;
        }
        Self { starts, edges }
    }

    /// Returns the edges that lead into a block.
    #[inline]
    pub(super) fn leading_to(&self, block: usize) -> &[Edge] {
        &self.edges[self.starts[block] as usize..self.starts[block + 1] as usize]
    }
}
