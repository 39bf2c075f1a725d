//! The stack of a search: what a worker knows of each ply of the current path.

use std::ops::{Index, IndexMut};

use super::ordering::MoveList;
use crate::kernel::{Move, MoveBits, Score};

/// A ply of the current path: the node there and the move that is being searched from it.
#[derive(Debug)]
pub(super) struct Ply<M> {
    /// The static evaluation, if it was asked for.
    pub(super) static_eval: Option<Score>,
    /// The moves of the node.
    pub(super) moves: MoveList<M>,
    /// The quiet moves that were tried.
    pub(super) quiets: Vec<M>,
    /// The move that is being searched; `None` before the first.
    pub(super) m: Option<M>,
    /// By how many plies less deeply than the others.
    pub(super) reduction: u32,
    /// Whether a cut is expected at this node; never on the principal variation.
    pub(super) expects_cut: bool,
    /// The move left out of a search that asks what the others are worth.
    pub(super) excluded: Option<MoveBits>,
    /// Two quiet moves that cut at this node or a sibling.
    pub(super) killers: [Option<M>; 2],
    /// The best line found.
    pub(super) pv: Vec<M>,
}

/// The plies of the current path, from the root on.
#[derive(Debug)]
pub(super) struct Stack<M>(Vec<Ply<M>>);

impl<M: Move> Stack<M> {
    pub(super) fn new() -> Self {
        let mut stack = Self(Vec::new());
        stack.reach(0);
        stack
    }

    /// Makes room for a node and those after it.
    #[inline]
    pub(super) fn reach(&mut self, ply: u32) {
        let plies = ply as usize + 2;
        if self.0.len() < plies {
            self.grow(plies);
        }
    }

    #[cold]
    fn grow(&mut self, plies: usize) {
        while self.0.len() < plies {
            self.0.push(Ply {
                static_eval: None,
                moves: MoveList::new(),
                quiets: Vec::new(),
                m: None,
                reduction: 0,
                expects_cut: false,
                excluded: None,
                killers: [None; 2],
                pv: Vec::new(),
            });
        }
    }

    /// Goes on to another move of the node at `ply`.
    #[inline]
    pub(super) fn set_move(&mut self, ply: u32, m: M) {
        self[ply].m = Some(m);
        self[ply].reduction = 0;
        self[ply + 1].static_eval = None;
    }

    /// Makes the move that is being searched and the line after it the best line at `ply`.
    pub(super) fn update_pv(&mut self, ply: u32) {
        let (above, below) = self.0.split_at_mut(ply as usize + 1);
        let (here, after) = (&mut above[ply as usize], &below[0]);
        here.pv.clear();
        here.pv.extend(here.m);
        here.pv.extend_from_slice(&after.pv);
    }

    /// Remembers a quiet move that cut at `ply`.
    pub(super) fn add_killer(&mut self, ply: u32, m: M) {
        let killers = &mut self[ply].killers;
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
    }
}

impl<M> Index<u32> for Stack<M> {
    type Output = Ply<M>;

    #[inline]
    fn index(&self, ply: u32) -> &Ply<M> {
        &self.0[ply as usize]
    }
}

impl<M> IndexMut<u32> for Stack<M> {
    #[inline]
    fn index_mut(&mut self, ply: u32) -> &mut Ply<M> {
        &mut self.0[ply as usize]
    }
}
