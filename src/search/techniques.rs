//! What the search can do without, one by one, so that each can be measured.

/// The parts of the search that only make it faster. All are in use by default; each can be left
/// out to see what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// The transposition table.
    pub table: bool,
    /// Principal variation search: a zero window for all moves but the first.
    pub scout: bool,
    /// A narrow window at the root.
    pub aspiration: bool,
    /// Late-move reductions.
    pub reductions: bool,
    /// One ply less where the table has no move to begin with.
    pub internal_reductions: bool,
    /// Reverse futility: no search where the evaluation is far above the window.
    pub reverse_futility: bool,
    /// Late-move pruning: only so many quiet moves near the horizon.
    pub late_moves: bool,
    /// Killer moves in the ordering.
    pub killers: bool,
    /// History in the ordering.
    pub history: bool,
}

/// Where the switch of a technique is.
pub type Switch = fn(&mut Techniques) -> &mut bool;

impl Default for Techniques {
    fn default() -> Self {
        Self {
            table: true,
            scout: true,
            aspiration: true,
            reductions: true,
            internal_reductions: true,
            reverse_futility: true,
            late_moves: true,
            killers: true,
            history: true,
        }
    }
}

impl Techniques {
    /// Each technique by its name.
    pub const ALL: [(&'static str, Switch); 9] = [
        ("table", |t| &mut t.table),
        ("scout", |t| &mut t.scout),
        ("aspiration", |t| &mut t.aspiration),
        ("reductions", |t| &mut t.reductions),
        ("internal-reductions", |t| &mut t.internal_reductions),
        ("reverse-futility", |t| &mut t.reverse_futility),
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
