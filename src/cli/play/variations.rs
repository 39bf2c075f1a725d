//! The variations and comments of the game that is played: those of its file, and what was taken back
//! and is to be kept.

use crate::notation::MoveTree;

/// The moves played, followed by those taken back, with what else is known of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Variations {
    tree: MoveTree,
    /// Whether moves that were taken back stay when another is played.
    keeps: bool,
}

impl Variations {
    /// Returns those of a record.
    pub(super) const fn new(tree: MoveTree) -> Self {
        Self { tree, keeps: false }
    }

    /// Returns how many there are, those within others too.
    pub(super) fn count(&self) -> usize {
        let mut lines = 0_usize;
        self.tree.each_line(&mut |_| lines += 1);
        lines.saturating_sub(1)
    }

    /// Notes the moves of the game. Where they are others than before, those before are forgotten, or
    /// stay as a variation if that was wanted.
    pub(super) fn follow(&mut self, played: &[String]) {
        let same = self.tree.shared(played);
        if same == played.len() {
            return;
        }
        if !std::mem::take(&mut self.keeps) {
            let mut taken_back = self.tree.main();
            taken_back.truncate(same + 1);
            if taken_back.len() > same {
                self.tree.prune(&taken_back);
            }
        }
        self.tree.play(played);
    }

    /// Keeps the moves that were taken back as a variation, once another is played in their place. Returns
    /// how many there are.
    pub(super) fn keep(&mut self, played: &[String]) -> usize {
        let taken_back = self.tree.line.len() - self.tree.shared(played);
        self.keeps = taken_back > 0;
        taken_back
    }

    /// Returns the moves of the game with their variations.
    pub(super) fn of(&self, played: &[String]) -> MoveTree {
        let mut variations = self.clone();
        variations.follow(played);
        variations.tree.line.truncate(played.len());
        variations.tree
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    fn shown(variations: &Variations, played: &str) -> String {
        variations.of(&texts(played)).to_string().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_is_taken_back_stays_if_it_is_wanted() {
        let file = MoveTree::read("a;b (x) c;d (y)").unwrap();
        for (keeps, expected) in [(false, "a;b (x) e;f"), (true, "a;b (x) e (c;d (y)) f")] {
            let mut variations = Variations::new(file.clone());
            assert_eq!(shown(&variations, "a b c d"), "a;b (x) c;d (y)");
            assert_eq!(variations.keep(&texts("a b c d")), 0, "nothing was taken back");
            // Saved before another move, the record ends where the game does.
            assert_eq!(shown(&variations, "a b"), "a;b (x)");
            variations.follow(&texts("a b"));
            if keeps {
                assert_eq!(variations.keep(&texts("a b")), 2);
            }
            variations.follow(&texts("a b e"));
            variations.follow(&texts("a b e f"));
            assert_eq!(shown(&variations, "a b e f"), expected);
        }
        // The same moves again lose nothing.
        let mut variations = Variations::new(file);
        variations.follow(&texts("a b"));
        variations.follow(&texts("a b c d z"));
        assert_eq!(shown(&variations, "a b c d z"), "a;b (x) c;d (y) z");
        assert_eq!(variations.count(), 2);
    }

    #[test]
    fn a_variation_of_the_file_may_become_the_game() {
        let mut variations = Variations::new(MoveTree::read("a;b (x;y\n# good\n) c").unwrap());
        variations.follow(&texts("a"));
        variations.keep(&texts("a"));
        variations.follow(&texts("a x"));
        assert_eq!(shown(&variations, "a x y"), "a;x (b;c) y # good");
    }
}
