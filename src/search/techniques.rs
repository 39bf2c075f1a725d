//! What the search can do without, one by one, so that each can be measured.
//!
//! # What each is worth
//!
//! Nodes to a fixed depth without a technique, over the nodes with it: geometric means over the
//! bench positions with the evaluations from before networks, each to the depth that the whole search
//! reaches within 100,000 nodes (`cargo bench --bench techniques`).
//!
//! | without | coerceo | dominions | hexceed | morris | trimok |
//! |---|---|---|---|---|---|
//! | table | 4.26 | 3.08 | 3.13 | 3.48 | 15.14 |
//! | scout | 5.57 | 10.94 | 1.77 | 2.26 | 4.68 |
//! | aspiration | 1.00 | 1.05 | 0.99 | 0.98 | 0.96 |
//! | reductions | 3.63 | 1.92 | 1.71 | 1.79 | 3.22 |
//! | internal reductions | 1.87 | 1.66 | 1.69 | 1.14 | 1.73 |
//! | late moves | 2.00 | 4.95 | 1.11 | 1.29 | 1.49 |
//! | reverse futility | | | | | 1.10 |
//! | killers | 1.23 | 1.06 | 1.00 | 0.99 | 1.08 |
//! | history | 1.14 | 1.06 | 1.20 | 1.04 | 0.98 |
//!
//! Without scout windows nothing is pruned for lack of promise, which is part of their share. What
//! [`promise`](crate::kernel::Order::promise) knows of a game leaves little for killers to add in
//! some of them.
//!
//! Fewer nodes do not mean more strength; with against without, at 2,000 nodes a move and with the
//! evaluations from before networks, late-move pruning gave Coerceo +54 +/- 30 Elo, Dominions +62
//! +/- 32 and Hexceed -10 +/- 20 in 300 games each, Morris -10 +/- 18 and Trimok +64 +/- 22 in 600.
//!
//! # Margins
//!
//! Networks are to be trusted much further than the terms were: reverse futility and futility pay
//! with small [margins](crate::kernel::Evaluate::margin). Elo against the search without either,
//! or against the margin in brackets, with four fifths of each for futility; 2,000 or 3,000 nodes a
//! move, errors of 95 %:
//!
//! | game | margins | games each |
//! |---|---|---|
//! | morris | 60: +60 +/- 17; 35: +76 +/- 17; 20: +47 +/- 17; 35 at 20,000 nodes: +45 +/- 20 | 800, 300 |
//! | coerceo | 80: +53 +/- 24; 50: +69 +/- 24; 35 (50): +42 +/- 25; 22 (50): +45 +/- 26 | 400 to 500 |
//! | trimok | 100, only futility new: +38 +/- 26; 60 (100): +54 +/- 22; 40 (100): +106 +/- 25; 25 (100): +136 +/- 26; 15 (25): +11 +/- 24; 40 (100) at 30,000 nodes: +77 +/- 43 | 400 to 600, 120 |
//! | hexceed | 200, no futility: 0 +/- 7; 60: +20 +/- 13; 35: +36 +/- 6; 27: +39 +/- 6; 20: +38 +/- 6; 35, no futility: +38 +/- 8; 27 at 20,000 nodes: +38 +/- 12 | 600 to 3,000, 600 |
//! | dominions | 200, no futility: +23 +/- 43; 100: -50 +/- 43; 150 with the fitted order of moves, 1,000 nodes: -15 +/- 29 | 120, 160, 300 |
//!
//! In Morris all of it comes from reverse futility at 20,000 nodes (without futility: +3 +/- 18, 300
//! games).
//!
//! # Left out
//!
//! With the evaluations from before networks: a null move (Coerceo -24, Dominions -5, Morris 0,
//! Trimok +2), continuation history (Coerceo +14, Dominions -8, Hexceed +13, Morris 0, Trimok +7),
//! reductions half as large again (Coerceo -20, Dominions -5, Hexceed -8, Morris +17, Trimok -6):
//! nothing beyond the error of about 30.
//!
//! With networks, Elo with the technique against the search without it, errors of 95 %:
//!
//! | technique | coerceo | hexceed | morris | trimok | games each, nodes a move |
//! |---|---|---|---|---|---|
//! | history that learns five times as fast | -7 +/- 28 | | -8 +/- 10 | 0 +/- 22 | 400 to 800, 2,000 or 3,000 |
//! | that and continuation history | -17 +/- 27 | | | -7 +/- 21 | 400 to 800, 2,000 or 3,000 |
//! | larger reductions and fewer late moves unless the evaluation improves | | | +15 +/- 12 without margins, nothing more with them | 0 +/- 21 | 400 to 800, 2,000 or 3,000 |
//! | singular extension from depth 6, which so few nodes seldom reach | +3 +/- 4 | | +3 +/- 7 | +2 +/- 4 | 400 to 800, 2,000 or 3,000 |
//! | reductions a third as large again | | | 0 +/- 13 | +13 +/- 22 | 400 to 800, 2,000 or 3,000 |
//! | reductions a fifth larger | | +1 +/- 7 | | | 2,000, 2,000 or 3,000 |
//! | reductions a fifth smaller | | -2 +/- 7 | | | 2,000, 2,000 or 3,000 |
//! | reductions at the root | | +7 +/- 7 | | | 2,000, 2,000 or 3,000 |
//! | reductions a ply smaller or larger by history | +2 +/- 5 | 0 +/- 2 | -2 +/- 8 | +2 +/- 8 | 600 to 1,000, 2,000 |
//! | smaller reductions of moves that promise much | -7 +/- 8 | | -3 +/- 10 | +1 +/- 13 | 600 to 1,000, 2,000 |
//! | reverse futility to depth 9 | | -1 +/- 2 | | | 2,000, 2,000 or 3,000 |
//! | razoring | | +4 +/- 6 | | | 2,000, 2,000 or 3,000 |
//! | two thirds of the late moves, in Dominions -9 +/- 16 | | | | | 300, 1,000 |
//! | half as many late moves again | | -2 +/- 7 | | | 2,000, 2,000 or 3,000 |
//! | no moves of bad history near the horizon | +1 +/- 13 | | | -5 +/- 11 | 600 to 1,000, 2,000 |
//! | the table's score in place of the evaluation | | +6 +/- 6 | | | 2,000, 2,000 or 3,000 |
//! | the table's word in quiescence | | | +5 +/- 10 | +2 +/- 15 | 1,200, 2,000 |
//! | evaluations corrected by what followed the last two moves | | -6 +/- 6 | +5 +/- 16 | +8 +/- 26 | 2,000 in Hexceed, else 400 to 600, 2,000 or 3,000 |
//! | evaluations that fade in the last 40 plies before the quiet limit | | | -2 +/- 3 | | 800, 2,000 |
//! | a ply more for noisy moves within three plies of the horizon | | | -17 +/- 14 | -36 +/- 19 | 800 to 1,000, 2,000 |
//! | a ply more for the only legal move | | | 0 +/- 3 | | 800, 2,000 |
//! | mate-distance pruning | | | 0 +/- 2 | | 800, 2,000 |
//! | exact entries that stay as if three plies deeper | | | 0 +/- 4 | +6 +/- 19 | 600, 20,000 with 1 MiB |
//! | of two threads the one whose line has the higher score chooses, if both are as deep | +3 +/- 26 | | +4 +/- 11 | +13 +/- 13 | 400, 1,000, 1,400, 20,000 of both threads |
//!
//! The last is undecided: so few games cannot tell a small gain from none.
//! A deep exact entry is never overwritten by a shallow bound of its own board, since it settles the
//! node. Repetitions that count as a little less than a draw gained nothing in Coerceo from the Ocius
//! start, see `benches/README.md`. Time by the share of the nodes that the best move takes: Hexceed
//! -21 +/- 17 (150 games of 1 s and 10 ms a move).

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
            futility: true,
            late_moves: true,
            killers: true,
            history: true,
        }
    }
}

impl Techniques {
    /// Each technique by its name.
    pub const ALL: [(&'static str, Switch); 10] = [
        ("table", |t| &mut t.table),
        ("scout", |t| &mut t.scout),
        ("aspiration", |t| &mut t.aspiration),
        ("reductions", |t| &mut t.reductions),
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
