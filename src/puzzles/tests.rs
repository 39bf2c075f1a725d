//! The puzzles that come with the program, and how they are found and checked.

use std::collections::BTreeSet;

use super::*;
use crate::engine::{Engine, NetworkChoice};
use crate::games::{AnyPosition, GameKind, GameList, Standard};
use crate::kernel::{MoveBits, Player};

/// Every game has at least so many.
const MANY: usize = 200;

fn start(kind: GameKind) -> Box<dyn AnyPosition> {
    kind.game().start(&[]).unwrap()
}

/// The puzzles of a game that come with the program.
fn own(kind: GameKind) -> Vec<Puzzle> {
    let file = PuzzleFile::read(kind.game().puzzles()).unwrap();
    assert_eq!(file.game, kind.name());
    file.puzzles.into_iter().map(|(_, puzzle)| puzzle).collect()
}

#[test]
fn what_they_say_is_canonical_and_so() {
    for kind in Standard::ALL.iter().copied() {
        let puzzles = own(kind);
        assert!(puzzles.len() >= MANY, "{kind} has {}", puzzles.len());
        let mut seen = BTreeSet::new();
        for puzzle in puzzles {
            let posed = puzzle.pose(&*start(kind)).unwrap_or_else(|e| panic!("{puzzle}: {e}"));
            assert_eq!(posed.written(puzzle.difficulty), puzzle, "text and themes");
            assert!(seen.insert(posed.position.canonical_board()), "twice: {puzzle}");
            assert_eq!(posed.position.ending(), None);
        }
    }
}

/// Whether a player forces a win, or a margin of at least `least`, within so many plies: by trying
/// everything, without memory. `None` when the nodes are used up.
fn forces(
    position: &dyn AnyPosition,
    player: Player,
    least: Option<i32>,
    plies: u32,
    nodes: &mut u32,
) -> Option<bool> {
    if let Some(outcome) = position.ending() {
        return Some(match least {
            Some(least) => outcome.margin.unwrap() * player.sign() >= least,
            None => outcome.winner == Some(player),
        });
    }
    *nodes = nodes.checked_sub(1)?;
    if plies == 0 {
        return Some(false);
    }
    let is_own = position.mover() == player;
    for m in position.moves() {
        if forces(&*position.behind(m), player, least, plies - 1, nodes)? == is_own {
            return Some(is_own);
        }
    }
    Some(!is_own)
}

const fn plies_of(goal: Goal) -> u32 {
    match goal {
        Goal::Win(plies) | Goal::Hold(plies) => plies,
        Goal::Draw | Goal::Margin(_) => 0,
    }
}

/// Whether a puzzle is as it says within the plies that it names, by trying everything; `None` if that
/// takes too long or the goal is a draw.
fn is_true(posed: &Posed, nodes: &mut u32) -> Option<bool> {
    let Posed { goal, position, line } = posed;
    let player = position.mover();
    let rest = position.moves().into_iter().filter(|m| *m != line[0]);
    let mut wins = |m: MoveBits, who: Player, least, plies| {
        forces(&*position.behind(m), who, least, plies, nodes)
    };
    let all = u32::MAX;
    let mut is_so = match *goal {
        Goal::Win(plies) => wins(line[0], player, None, plies - 1)?,
        Goal::Hold(plies) => !wins(line[0], !player, None, plies - 1)?,
        Goal::Margin(margin) => {
            wins(line[0], player, Some(margin), all)?
                && !wins(line[0], player, Some(margin + 1), all)?
        }
        Goal::Draw => return None,
    };
    for m in rest {
        is_so &= match *goal {
            Goal::Margin(margin) => !wins(m, player, Some(margin), all)?,
            Goal::Hold(plies) => wins(m, !player, None, plies - 1)?,
            // That it never wins takes more than this.
            _ => !wins(m, player, None, plies_of(*goal))?,
        };
    }
    Some(is_so)
}

#[test]
fn brute_force_proves_those_that_are_short_enough() {
    for kind in Standard::ALL.iter().copied() {
        let mut proven = 0;
        for puzzle in own(kind) {
            let posed = puzzle.pose(&*start(kind)).unwrap();
            let found = is_true(&posed, &mut 40_000);
            assert_ne!(found, Some(false), "{puzzle}");
            proven += usize::from(found == Some(true));
        }
        assert!(proven >= 20, "{kind}: {proven}");
    }
}

#[test]
fn other_moves_and_other_goals_are_refuted() {
    for kind in Standard::ALL.iter().copied() {
        let mut refuted = 0;
        for puzzle in own(kind).into_iter().filter(|puzzle| puzzle.goal != Goal::Draw).take(25) {
            let posed = puzzle.pose(&*start(kind)).unwrap();
            let mut checker = Checker::new(100_000);
            if !matches!(checker.check(&posed), Finding::Proven | Finding::Unrefuted(_)) {
                continue;
            }
            let other = posed.position.moves().into_iter().find(|m| *m != posed.line[0]).unwrap();
            let wrong = Posed { position: posed.position.copied(), line: vec![other], ..posed };
            assert!(matches!(checker.check(&wrong), Finding::Refuted(_)), "{puzzle}");
            let goal = match posed.goal {
                Goal::Margin(margin) => Goal::Margin(margin + 1),
                Goal::Win(plies) => Goal::Win(plies - 2),
                other => other,
            };
            let wrong = Posed { goal, ..posed };
            if goal != puzzle.goal {
                assert!(matches!(checker.check(&wrong), Finding::Refuted(_)), "{puzzle}");
            }
            refuted += 1;
        }
        assert!(refuted >= 5, "{kind}: {refuted}");
    }
}

#[test]
fn a_plan_gives_the_same_puzzles_and_they_are_proven() {
    let engine = Engine::new();
    let plan = Plan { nodes: 200, seed: 1, random: 10 };
    // A game of points with a solver: its games are short, and their ends are known.
    let has_solver = |kind: &&GameKind| {
        let position = start(**kind);
        position.settled_margin().is_some() && position.mobility() < 100
    };
    let kind = *Standard::ALL.iter().find(has_solver).unwrap();
    let miner = || {
        let searcher = engine.game(kind.name()).unwrap().searcher(1, &NetworkChoice::Own).unwrap();
        Miner::new(plan, start(kind), searcher, None)
    };
    let found = miner().mine(3);
    assert!(!found.is_empty());
    let mut other = miner();
    other.mine(2);
    assert_eq!(other.mine(3), found, "whatever it did before");
    for puzzle in found {
        let posed = puzzle.pose(&*start(kind)).unwrap();
        assert!(!matches!(Checker::new(50_000).check(&posed), Finding::Refuted(_)), "{puzzle}");
    }
}

/// Behind the first move, whatever still wins in time is as good, and nothing else is.
#[test]
fn later_moves_are_judged_as_trying_everything_does() {
    let mut counts = [0, 0];
    for kind in Standard::ALL.iter().copied() {
        for puzzle in own(kind).iter().filter(|puzzle| matches!(puzzle.goal, Goal::Win(5..=7))) {
            let posed = puzzle.pose(&*start(kind)).unwrap();
            let Goal::Win(within) = posed.goal else { unreachable!() };
            for m in posed.position.moves().into_iter().filter(|m| *m != posed.line[0]) {
                assert_eq!(posed.judge(0, m, 1), Verdict::Wrong, "{puzzle}");
            }
            assert!(!posed.goes_on(posed.line.len()));
            if !posed.goes_on(1) {
                continue;
            }
            let here = posed.after(2);
            for m in here.moves().into_iter().take(12) {
                let mut nodes = 20_000;
                let solver = posed.position.mover();
                let wins = forces(&*here.behind(m), solver, None, within - 3, &mut nodes);
                match (wins, posed.judge(2, m, 20_000)) {
                    (_, Verdict::Solution) => assert_eq!(m, posed.line[2]),
                    (Some(true), verdict) => {
                        assert_eq!(verdict, Verdict::AsGood, "{puzzle}");
                        counts[0] += 1;
                    }
                    (Some(false), verdict) => {
                        assert_eq!(verdict, Verdict::Wrong, "{puzzle}");
                        counts[1] += 1;
                    }
                    (None, _) => {}
                }
            }
        }
    }
    assert!(counts[0] > 20 && counts[1] > 100, "{counts:?}");
}
