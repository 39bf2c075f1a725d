//! Principal variations: the best line below each ply.

/// The best lines found, one for each ply of the path in hand.
#[derive(Debug)]
pub(super) struct Lines<M> {
    lines: Vec<Vec<M>>,
}

impl<M: Copy> Lines<M> {
    pub(super) const fn new() -> Self {
        Self { lines: Vec::new() }
    }

    /// Forgets the line at `ply`, before the node there is searched.
    pub(super) fn clear(&mut self, ply: u32) {
        let ply = ply as usize;
        if self.lines.len() <= ply + 1 {
            self.lines.resize_with(ply + 2, Vec::new);
        }
        self.lines[ply].clear();
    }

    /// Makes `m` and the line below it the line at `ply`.
    pub(super) fn raise(&mut self, ply: u32, m: M) {
        let (above, below) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut above[ply as usize];
        line.clear();
        line.push(m);
        line.extend_from_slice(&below[0]);
    }

    /// Returns the line at `ply`.
    pub(super) fn line(&self, ply: u32) -> &[M] {
        self.lines.get(ply as usize).map_or(&[], Vec::as_slice)
    }
}
