//! Why a move is a mistake, in sentences. Whatever they claim is computed from the rules: nothing is an
//! opinion, and nothing is said that a reader could not check on the board.

use super::Game;
use crate::kernel::{Action, Ending, Player, Record};

/// A move that was judged to be a mistake.
#[derive(Clone, Copy, Debug)]
pub struct Mistake<'a, M> {
    /// The move.
    pub played: M,
    /// A better line from the same position; at least one move.
    pub best: &'a [M],
    /// What is best play after the mistake; empty if the game is over.
    pub refutation: &'a [M],
}

/// How many sentences are enough.
const MOST: usize = 2;
/// How many plies of a line are told.
const PLIES: usize = 8;

/// What a game has to say about a mistake, the most telling first.
#[derive(Debug, Default)]
pub(super) struct Sentences(Vec<String>);

impl Sentences {
    pub(super) fn say(&mut self, sentence: String) {
        self.0.push(sentence);
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the first few.
    pub(super) fn list(mut self) -> Vec<String> {
        self.0.truncate(MOST);
        self.0
    }
}

/// Returns sentences about a mistake in a game, the most telling first. The record knows what a position
/// does not: which move of a line ends the game by repetition. Nothing is told of what follows.
pub(crate) fn explain<P: Game>(record: &Record<P>, mistake: Mistake<P::Move>) -> Vec<String> {
    let mut told = mistake;
    match drawing(record, mistake.best) {
        Some((0, text)) => {
            return vec![format!(
                "It passes over {text}, which repeats the position once more: a draw."
            )];
        }
        Some((at, _)) => told.best = &mistake.best[..at],
        None => {}
    }
    let mut sentences = Sentences::default();
    let line = [&[mistake.played], mistake.refutation].concat();
    if let Some((at, text)) = drawing(record, &line) {
        told.refutation = &mistake.refutation[..at.saturating_sub(1)];
        if at < 2 {
            sentences.say(format!("{text} repeats the position once more: a draw."));
        }
    }
    sentences.0.extend(record.current().remarks(told));
    sentences.list()
}

/// Returns the place and the text of the move of a line that ends the game by repetition.
fn drawing<P: Game>(record: &Record<P>, line: &[P::Move]) -> Option<(usize, String)> {
    let mut record = record.clone();
    for (at, &m) in line.iter().enumerate() {
        let text = record.current().write_move(m);
        record.play(Action::Move(m)).ok()?;
        if record.outcome().is_some_and(|outcome| outcome.ending == Ending::Repetition) {
            return Some((at, text));
        }
    }
    None
}

/// Returns how much of something a player has.
type Count<'a, P> = &'a dyn Fn(&P, Player) -> i32;
/// A player's letter and what it has before and behind a line.
type Side = (&'static str, i32, i32);
/// Makes a sentence of a line, told whether it is the better one: the side that made the mistake, then
/// the other.
type Compare<'a> = &'a mut dyn FnMut(bool, &str, [Side; 2]) -> String;

/// Where lines lead, compared: what every game can say.
pub(super) struct Lines<'a, P: Game> {
    pub(super) before: &'a P,
    /// The position behind the mistake.
    pub(super) after: P,
    /// The position behind the better move.
    pub(super) after_best: P,
    mistake: Mistake<'a, P::Move>,
}

impl<'a, P: Game> Lines<'a, P> {
    pub(super) fn new(before: &'a P, mistake: Mistake<'a, P::Move>) -> Self {
        let after = behind(before, mistake.played);
        Self { before, after, after_best: behind(before, mistake.best[0]), mistake }
    }

    /// Returns the text of the better move.
    pub(super) fn best(&self) -> String {
        self.before.write_move(self.mistake.best[0])
    }

    /// Returns the reply that is best play, its text and the position behind it.
    pub(super) fn reply(&self) -> Option<(P::Move, String, P)> {
        let reply = *self.mistake.refutation.first()?;
        Some((reply, self.after.write_move(reply), behind(&self.after, reply)))
    }

    /// Says what is so if the mistake or the line behind it ends the game in favour of the other side.
    pub(super) fn tell_end(&self, sentences: &mut Sentences) {
        let enemy = !self.before.to_move();
        let letter = P::letter(enemy);
        let line = &self.mistake.refutation[..self.mistake.refutation.len().min(2 * PLIES)];
        let (texts, end) = walk(&self.after, line);
        if end.outcome().is_none_or(|outcome| outcome.winner != Some(enemy)) {
            return;
        }
        sentences.say(match texts.as_slice() {
            [] => format!("{letter} has won with that."),
            [reply] => format!("{reply} wins at once."),
            line => format!("The line {} wins for {letter}.", line.join(" ")),
        });
    }

    /// Says what lines cost each side, such as men, `unit` being one and several of them in words.
    pub(super) fn tell_losses(&self, unit: [&str; 2], count: Count<P>, sentences: &mut Sentences) {
        let words = |number: i32| match number {
            0 => "none".to_owned(),
            1 => format!("1 {}", unit[0]),
            _ => format!("{number} {}", unit[1]),
        };
        self.compare(count, sentences, &mut |is_better, line, [own, other]| {
            let [(us, before, after), (them, their_before, their_after)] = [own, other];
            let (lost, won) = (before - after, their_before - their_after);
            let line =
                if is_better { format!("better line {line}") } else { format!("line {line}") };
            match lost {
                0 => format!("In the {line} {them} loses {}.", words(won)),
                _ => format!("In the {line} {us} loses {} and {them} {}.", words(lost), words(won)),
            }
        });
    }

    /// Says where lines lead each side in points, or in something else that is counted.
    pub(super) fn tell_points(&self, unit: &str, count: Count<P>, sentences: &mut Sentences) {
        self.compare(count, sentences, &mut |is_better, line, [own, other]| {
            let ([us, them], line) = (
                [own, other],
                if is_better { format!("better line {line}") } else { format!("line {line}") },
            );
            format!(
                "In the {line} {} goes from {} to {} {unit}, {} from {} to {}.",
                us.0, us.1, us.2, them.0, them.1, them.2
            )
        });
    }

    /// Compares what each side has at the ends of both lines.
    fn compare(&self, count: Count<P>, sentences: &mut Sentences, say: Compare) {
        let line = [&[self.mistake.played], first(self.mistake.refutation)].concat();
        let (line, found) = self.told(&line, count);
        if gain(found) < 0 {
            sentences.say(say(false, &line, found));
        }
        let (line, better) = self.told(first(self.mistake.best), count);
        if gain(better) > 0 && gain(better) > gain(found) {
            sentences.say(say(true, &line, better));
        }
    }

    /// Returns a line as text, and what the side that made the mistake and the other have before and behind it.
    fn told(&self, line: &[P::Move], count: Count<P>) -> (String, [Side; 2]) {
        let (texts, end) = walk(self.before, line);
        let side = |player| (P::letter(player), count(self.before, player), count(&end, player));
        let us = self.before.to_move();
        (texts.join(" "), [side(us), side(!us)])
    }

    /// Says how many moves are left, if the mistake leaves less than the better move would.
    pub(super) fn tell_mobility(&self, sentences: &mut Sentences) {
        let us = self.before.to_move();
        let Some((_, reply, after)) = self.reply() else { return };
        if after.to_move() != us || after.outcome().is_some() || self.mistake.best.len() < 2 {
            return;
        }
        let answered = behind(&self.after_best, self.mistake.best[1]);
        if answered.to_move() != us {
            return;
        }
        let (left, better) = (moves(&after).len(), moves(&answered).len());
        if left < better {
            let own = P::letter(us);
            let answer = self.after_best.write_move(self.mistake.best[1]);
            let best = self.best();
            sentences.say(format!(
                "After {reply} {own} has {left} moves; after {best} {answer} it would have {better}."
            ));
        }
    }
}

/// Returns how much more the first of two sides has gained than the other.
const fn gain([own, other]: [Side; 2]) -> i32 {
    (own.2 - own.1) - (other.2 - other.1)
}

/// Returns as much of a line as is told.
fn first<M>(line: &[M]) -> &[M] {
    &line[..line.len().min(PLIES)]
}

/// Returns the position behind a legal move.
pub(super) fn behind<P: Game>(position: &P, m: P::Move) -> P {
    let mut after = position.clone();
    after.make(m);
    after
}

/// Returns the legal moves.
pub(super) fn moves<P: Game>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// Returns the texts of a line of legal moves and the position behind it.
fn walk<P: Game>(start: &P, line: &[P::Move]) -> (Vec<String>, P) {
    let mut here = start.clone();
    let mut texts = Vec::new();
    for &m in line {
        texts.push(here.write_move(m));
        here.make(m);
    }
    (texts, here)
}

/// Returns names as a list: `a`, `a and b`, `a, b and c`.
pub(super) fn listed(names: &[String]) -> String {
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => names.concat(),
    }
}
