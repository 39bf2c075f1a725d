//! A player that has just read the rules: what weak levels are measured by.

use super::contestant::{Choice, Contestant, Fault, Turn};
use crate::engine::{hands_over, wins};
use crate::games::AnyPosition;
use crate::kernel::{Action, Gather, MoveBits, SplitMix64};

/// Takes a win in one. Else it leaves out the moves that lose at once or leave the opponent a win in one, if
/// there are others; of the rest it plays one that captures, or in games of points one of those that gain the
/// most points at once; else one at random.
pub(super) struct Novice(pub(super) SplitMix64);

impl Contestant for Novice {
    fn begin(&mut self, seed: u64) -> Result<(), Fault> {
        self.0 = SplitMix64::new(seed);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn) -> Result<Choice, Fault> {
        let legal = turn.record.legal();
        if legal.is_empty() {
            return Err(Fault::Illegal("there is no legal move".to_owned()));
        }
        let m = chosen(turn.record.now(), legal, &mut self.0);
        Ok(Choice { action: Action::Move(m), score: None })
    }
}

/// Returns the move of such a player, of legal ones.
fn chosen(position: &dyn AnyPosition, mut moves: Vec<MoveBits>, rng: &mut SplitMix64) -> MoveBits {
    let wins = wins(position);
    if !wins.is_empty() {
        return wins[rng.below(wins.len())];
    }
    let mut last = moves[0];
    loop {
        let best = tempting(position, &moves);
        last = match best.as_slice() {
            [] => return last,
            best => best[rng.below(best.len())],
        };
        if !hands_over(position, last) {
            return last;
        }
        moves.retain(|m| *m != last);
    }
}

/// Returns those of some moves that gain most at once; all, if none gains anything.
fn tempting(position: &dyn AnyPosition, moves: &[MoveBits]) -> Vec<MoveBits> {
    let mover = position.mover();
    let margin = |at: &dyn AnyPosition| Some(at.points_of(mover)? - at.points_of(!mover)?);
    let (mut gains, mut left) = (Vec::with_capacity(moves.len()), moves.iter().peekable());
    match margin(position) {
        None => {
            gains.extend(moves.iter().map(|m| (*m, i32::from(position.is_noisy_move(*m)))));
        }
        // Moves come in the same order every time.
        Some(_) => position.each_behind(&mut |m, behind| {
            if left.next_if_eq(&&m).is_some() {
                gains.push((m, margin(behind).unwrap_or_default()));
            }
        }),
    }
    let most = gains.iter().map(|(_, gain)| *gain).max();
    gains.into_iter().filter(|(_, gain)| Some(*gain) == most).map(|(m, _)| m).gather()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{AnyGame, GameList, Standard};

    fn plays(game: &str, position: &str, seeds: u64) -> Vec<String> {
        let game: &dyn AnyGame = Standard::find(game).unwrap().game();
        let position = game.start(&[]).unwrap().parsed(position).unwrap();
        let play = |seed| {
            let m = chosen(&*position, position.moves(), &mut SplitMix64::new(seed));
            position.action_text(Action::Move(m))
        };
        let mut all: Vec<String> = (0..seeds).map(play).collect();
        all.sort();
        all.dedup();
        all
    }

    #[test]
    fn it_knows_what_the_rules_say() {
        // Any mill wins, since three men are left.
        let wins = plays("morris", "B[a7,d7,g4]W[a1,c5,e3]turn[B]", 40);
        assert!(wins.iter().all(|m| m.starts_with("B[g4-g7")), "{wins:?}");
        assert!(wins.len() > 1, "{wins:?}");
        // White threatens to close a mill, which is its win.
        let parries = plays("morris", "B[a4,d1,g4]W[a7,d7,c3]turn[B]", 40);
        assert!(parries.iter().all(|m| m.ends_with("g7]")), "{parries:?}");
        // A mill takes a man.
        let mills = plays("morris", "B[a7,d7]W[a1,c5]hand[7,7]turn[B]", 40);
        assert!(mills.iter().all(|m| m.starts_with("B[g7x")), "{mills:?}");
        // There is nothing to gain: anything goes.
        assert_eq!(plays("morris", "B[]W[]hand[9,9]turn[B]", 400).len(), 24);
    }
}
