//! What the search can do without, one by one, so that each can be measured: with the `without`
//! of a contestant in a match, and in nodes by `cargo bench --bench techniques`.
//!
//! - *Transposition table*: what was found of a position serves wherever it comes up again.
//! - *Principal variation search*: a zero window for all moves but the first.
//! - *Aspiration windows*: at the root a narrow window around the score of the iteration before.
//! - *Late-move reductions*: quiet moves far down the order are searched less deeply at first, at the root,
//!   too; still less where a cut is expected.
//! - *Singular extensions*: a move of the table that no other comes near is searched a ply more deeply;
//!   where the others would cut as well, the node is not searched.
//! - *Internal iterative reductions*: a ply less where the table has no move to begin with.
//! - *Reverse futility pruning*: no search where the static evaluation is far above the window.
//! - *Futility pruning*: no quiet moves where the static evaluation is far below the window.
//! - *Late-move pruning*: only so many quiet moves near the horizon.
//! - *Killer moves*: quiet moves that cut at a sibling come early in the order.
//! - *History*: so do quiet moves that have cut often.
//!
//! What each is worth, and what was tried and left out, is in `benches/log/2026-11-24-search-techniques.md`
//! and `benches/log/2026-11-28-rest-of-the-list.md`.

/// The parts of the search that only make it faster. All are in use by default; each can be left
/// out to see what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heuristics {
    /// The transposition table.
    pub table: bool,
    /// Principal variation search: a zero window for all moves but the first.
    pub scout: bool,
    /// A narrow window at the root.
    pub aspiration: bool,
    /// Late-move reductions.
    pub reductions: bool,
    /// Singular extensions.
    pub singular: bool,
    /// One ply less where the table has no move to begin with.
    pub internal_reductions: bool,
    /// Reverse futility: no search where the evaluation is far above the window.
    pub reverse_futility: bool,
    /// Futility: no quiet moves where the evaluation is far below the window.
    pub futility: bool,
    /// Late-move pruning: only so many quiet moves near the horizon.
    pub late_moves: bool,
    /// Killer moves in the ordering.
    pub killers: bool,
    /// History in the ordering.
    pub history: bool,
}

/// Where the switch of a technique is.
pub type Switch = fn(&mut Heuristics) -> &mut bool;

impl Default for Heuristics {
    fn default() -> Self {
        Self {
            table: true,
            scout: true,
            aspiration: true,
            reductions: true,
            singular: true,
            internal_reductions: true,
            reverse_futility: true,
            futility: true,
            late_moves: true,
            killers: true,
            history: true,
        }
    }
}

impl Heuristics {
    /// Each technique by its name.
    pub const ALL: [(&'static str, Switch); 11] = [
        ("table", |t| &mut t.table),
        ("scout", |t| &mut t.scout),
        ("aspiration", |t| &mut t.aspiration),
        ("reductions", |t| &mut t.reductions),
        ("singular", |t| &mut t.singular),
        ("internal-reductions", |t| &mut t.internal_reductions),
        ("reverse-futility", |t| &mut t.reverse_futility),
        ("futility", |t| &mut t.futility),
        ("late-moves", |t| &mut t.late_moves),
        ("killers", |t| &mut t.killers),
        ("history", |t| &mut t.history),
    ];

    /// Returns all of them but the one of that name, `None` if there is none.
    #[must_use]
    pub fn without(name: &str) -> Option<Self> {
        let (_, switch) = Self::ALL.iter().find(|(known, _)| *known == name)?;
        let mut all = Self::default();
        *switch(&mut all) = false;
        Some(all)
    }
}
