//! Checks puzzles by the rules alone: a search that knows won or not won and nothing between.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::puzzle::{Goal, Posed};
use crate::games::AnyPosition;
use crate::kernel::{Action, MoveBits, Outcome, Player};

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// All that the puzzle claims is so.
    Proven,
    /// What was looked at is so; for the rest, which is named, it takes tables.
    Unrefuted(String),
    /// It would take too long.
    Undecided,
    /// A claim is false.
    Refuted(String),
}

/// Checks puzzles within a number of nodes each.
pub struct Checker {
    nodes: u64,
    left: u64,
    /// For a position, who is to win and what that means: within how many plies it is known to be
    /// forced, and within how many it is known not to be.
    known: HashMap<u128, (u32, u32)>,
}

/// What a player is to force.
#[derive(Clone, Copy, Hash)]
enum Aim {
    Win,
    /// A margin of at least so many points.
    Margin(i32),
}

impl Aim {
    fn is_met(self, outcome: Outcome, player: Player) -> bool {
        match self {
            Self::Win => outcome.winner == Some(player),
            Self::Margin(least) => outcome.margin.unwrap_or(0) * player.sign() >= least,
        }
    }
}

/// It took too many nodes.
struct TooLong;

/// How many plies further than a win of the other side a refutation is looked for.
const FURTHER: u32 = 2;
/// The most plies in which a loss is looked for that has no stated length.
const LONGEST: u32 = 15;
/// As many plies as a game of points may still take.
const TO_THE_END: u32 = 1 << 16;

impl Checker {
    /// Returns a checker that takes at most so many nodes for a puzzle.
    #[must_use]
    pub fn new(nodes: u64) -> Self {
        Self { nodes, left: 0, known: HashMap::new() }
    }

    /// Checks a puzzle.
    pub fn check(&mut self, posed: &Posed) -> Finding {
        self.left = self.nodes;
        self.known.clear();
        self.claims(posed).unwrap_or(Finding::Undecided)
    }

    /// Returns whether a player wins within so many plies; `None` if it would take too long.
    pub(super) fn wins(
        &mut self,
        position: &dyn AnyPosition,
        player: Player,
        plies: u32,
    ) -> Option<bool> {
        self.left = self.nodes;
        self.forces(position, player, Aim::Win, plies).ok()
    }

    fn claims(&mut self, posed: &Posed) -> Result<Finding, TooLong> {
        let Posed { goal, position, line } = posed;
        let (position, solution) = (&**position, line[0]);
        let player = position.mover();
        let refuted = |m: MoveBits, what: &str| {
            Ok(Finding::Refuted(format!("{} {what}", position.action_text(Action::Move(m)))))
        };
        let behind = position.behind(solution);
        // The solution first.
        match *goal {
            Goal::Win(plies) => {
                if !self.forces(&*behind, player, Aim::Win, plies.saturating_sub(1))? {
                    return refuted(solution, &format!("does not win within {plies} plies"));
                }
            }
            Goal::Hold(plies) => {
                if self.forces(&*behind, !player, Aim::Win, plies.saturating_sub(1))? {
                    return refuted(solution, &format!("loses within {plies} plies as well"));
                }
            }
            Goal::Draw => {}
            Goal::Margin(margin) => {
                if !self.forces(&*behind, player, Aim::Margin(margin), TO_THE_END)? {
                    return refuted(solution, &format!("does not reach {margin}"));
                }
                if self.forces(&*behind, player, Aim::Margin(margin + 1), TO_THE_END)? {
                    return refuted(solution, &format!("reaches more than {margin}"));
                }
            }
        }
        // Then that every other move is worse.
        let mut open = Vec::new();
        let mut longest = 0;
        for m in position.moves().into_iter().filter(|m| *m != solution) {
            let behind = position.behind(m);
            match *goal {
                Goal::Margin(margin) => {
                    if self.forces(&*behind, player, Aim::Margin(margin), TO_THE_END)? {
                        return refuted(m, &format!("reaches {margin} as well"));
                    }
                }
                Goal::Hold(plies) => {
                    if !self.forces(&*behind, !player, Aim::Win, plies.saturating_sub(1))? {
                        return refuted(m, &format!("does not lose within {plies} plies"));
                    }
                }
                Goal::Win(plies) => {
                    // Who loses does not win.
                    if self.loss(&*behind, player)?.is_none() {
                        if self.forces(&*behind, player, Aim::Win, plies + FURTHER)? {
                            return refuted(m, "wins as well");
                        }
                        open.push(m);
                    }
                }
                Goal::Draw => match self.loss(&*behind, player)? {
                    Some(plies) => longest = longest.max(plies),
                    None => open.push(m),
                },
            }
        }
        if *goal == Goal::Draw {
            if self.forces(&*behind, !player, Aim::Win, longest + FURTHER)? {
                return refuted(solution, "loses");
            }
            return Ok(Finding::Unrefuted(match open.len() {
                0 => "that the solution draws".to_owned(),
                open => format!("that the solution draws and {open} other moves lose"),
            }));
        }
        Ok(match open.len() {
            0 => Finding::Proven,
            open => Finding::Unrefuted(format!("that {open} other moves never win")),
        })
    }

    /// Returns within how many plies a player has lost, if that is soon and found in a share of the nodes.
    fn loss(&mut self, position: &dyn AnyPosition, player: Player) -> Result<Option<u32>, TooLong> {
        let reserve = self.left - self.left / 8;
        self.left -= reserve;
        let mut lost = None;
        for plies in 0..=LONGEST {
            match self.forces(position, !player, Aim::Win, plies) {
                Ok(true) => {
                    lost = Some(plies);
                    break;
                }
                Ok(false) => {}
                // That is no fault of the puzzle.
                Err(TooLong) => break,
            }
        }
        self.left += reserve;
        Ok(lost)
    }

    /// Returns whether a player can force an aim within so many plies.
    fn forces(
        &mut self,
        position: &dyn AnyPosition,
        player: Player,
        aim: Aim,
        plies: u32,
    ) -> Result<bool, TooLong> {
        if let Some(outcome) = position.ending() {
            return Ok(aim.is_met(outcome, player));
        }
        if plies == 0 {
            return Ok(false);
        }
        let key = key(position, player, aim);
        let (forced, refuted) = self.known.get(&key).copied().unwrap_or((u32::MAX, 0));
        if forced <= plies || refuted >= plies {
            return Ok(forced <= plies);
        }
        self.left = self.left.checked_sub(1).ok_or(TooLong)?;
        let is_own = position.mover() == player;
        // What changes the material decides more often.
        let is_noisy = |m: &MoveBits| plies > 1 && position.is_noisy_move(*m);
        let (noisy, quiet): (Vec<_>, Vec<_>) = position.moves().into_iter().partition(is_noisy);
        let mut is_forced = !is_own;
        for m in noisy.into_iter().chain(quiet) {
            if self.forces(&*position.behind(m), player, aim, plies - 1)? == is_own {
                is_forced = is_own;
                break;
            }
        }
        let known = self.known.entry(key).or_insert((u32::MAX, 0));
        match is_forced {
            true => known.0 = known.0.min(plies),
            false => known.1 = known.1.max(plies),
        }
        Ok(is_forced)
    }
}

/// Returns 128 bits that stand for a question: two hashes, as a memory of whole boards is large.
fn key(position: &dyn AnyPosition, player: Player, aim: Aim) -> u128 {
    let board = position.board();
    let half = |salt: u64| {
        let mut hasher = DefaultHasher::new();
        (salt, &board, position.settled_margin(), player.index(), aim).hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(1) << 64 | half(2)
}
