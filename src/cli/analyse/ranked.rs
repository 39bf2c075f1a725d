//! The best lines of a search, as it tells them depth by depth.

use crate::search::Line;

/// The lines of the last depth, and those of the one before in case it is cut short.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ranked {
    lines: Vec<Line<String>>,
    earlier: Vec<Line<String>>,
}

impl Ranked {
    /// Takes a line that was told, and returns it if it is news.
    pub(super) fn add(&mut self, line: Line<String>) -> Option<&Line<String>> {
        if line.multi_pv == 1 {
            self.earlier = std::mem::take(&mut self.lines);
        } else if self.lines.first().is_some_and(|best| best.depth > line.depth) {
            // The last depth was cut short; this line was told before.
            return None;
        }
        self.lines.push(line);
        self.lines.last()
    }

    /// Returns the lines of the last depth, filled up with those of the depth before if it was cut
    /// short.
    pub(super) fn finish(self) -> Vec<Line<String>> {
        let Self { mut lines, earlier } = self;
        let wanted = lines.len().max(earlier.len());
        for line in earlier {
            let is_known = lines.iter().any(|known| known.pv.first() == line.pv.first());
            if lines.len() < wanted && !is_known {
                let multi_pv = lines.len() as u32 + 1;
                lines.push(Line { multi_pv, ..line });
            }
        }
        lines
    }
}
