//! Scores, results and counts in words.

use std::time::Duration;

use crate::engine::Session;
use crate::games::GameKind;
use crate::kernel::{Ending, Outcome, Worth};

/// Below this many hundredths the game counts as even.
const EVEN: i32 = 10;

/// The heading of options that few need; the short help leaves out all that have a heading.
pub(super) const RARE: &str = "Rare options";

/// How like each other words must be for the one to have been meant by the other.
const LIKENESS: f64 = 0.8;

/// Returns the name that a word is most like, if it is like any.
pub(super) fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let likeness = |name: &&str| strsim::jaro_winkler(word, name);
    let best = names.max_by(|a, b| likeness(a).total_cmp(&likeness(b)))?;
    (likeness(&best) >= LIKENESS).then_some(best)
}

/// Returns what a line is worth to the player to move: `W wins in 3 plies`,
/// `B is ahead by 0.45 men`.
pub(super) fn verdict(kind: GameKind, player: &str, worth: Worth) -> String {
    if let Worth::Margin(margin) = worth {
        let verb = match margin {
            0 => return "a draw, proven".to_owned(),
            1.. => "wins",
            _ => "loses",
        };
        let points = counted(u64::from(margin.unsigned_abs()), "point");
        return format!("{player} {verb} by {points}, proven");
    }
    let score = worth.score();
    if let Some(plies) = score.plies() {
        let verb = if score.is_win() { "wins" } else { "loses" };
        let plies_word = if plies == 1 { "ply" } else { "plies" };
        return format!("{player} {verb} in {plies} {plies_word}");
    }
    let value = score.value();
    let amount = format!("{}.{:02} {}", value.abs() / 100, value.abs() % 100, kind.units());
    match value {
        EVEN.. => format!("{player} is ahead by {amount}"),
        _ if value <= -EVEN => format!("{player} is behind by {amount}"),
        _ => "the game is even".to_owned(),
    }
}

/// Returns the result and its reason: `W wins: B cannot move`.
pub(super) fn result(outcome: Outcome, session: &dyn Session) -> String {
    let letter = |player: crate::kernel::Player| session.players()[player.index()];
    let loser = outcome.winner.map_or("", |winner| letter(!winner));
    let reason = match (outcome.ending, session.points()) {
        (Ending::Points, Some([first, second])) => {
            format!("{} to {} on points", first.max(second), first.min(second))
        }
        (Ending::Points, None) => "by points".to_owned(),
        (Ending::Repetition, _) => "the position was repeated too often".to_owned(),
        (Ending::Quiet, _) => "too many quiet plies in a row".to_owned(),
        (Ending::Resigned, _) => format!("{loser} resigned"),
        (Ending::Own(ending), _) => {
            ending.words.replace("{loser}", loser).replace("{mover}", letter(session.to_move()))
        }
    };
    match outcome.winner {
        Some(winner) => format!("{} wins: {reason}", letter(winner)),
        None => format!("a draw: {reason}"),
    }
}

/// Returns a number of things in words: `1 game`, `2 games`.
pub(super) fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Returns a count in at most five characters: `999`, `12.3k`, `4.56M`.
pub(super) fn count(n: u64) -> String {
    let units = [(1e9, "G"), (1e6, "M"), (1e3, "k")];
    let n_float = n as f64;
    match units.into_iter().find(|(unit, _)| n_float >= *unit) {
        None => n.to_string(),
        Some((unit, letter)) => {
            let value = n_float / unit;
            let decimals = if value < 9.995 { 2 } else { usize::from(value < 99.95) };
            format!("{value:.decimals$}{letter}")
        }
    }
}

/// Returns a time: `0.3 ms`, `85 ms`, `1.23 s`, `85.3 s`, `2 min 05 s`, `3 h 20 min`.
pub(super) fn time(time: Duration) -> String {
    let (ms, seconds) = (time.as_millis(), time.as_secs());
    match ms {
        0..10 => format!("{:.1} ms", 1e3 * time.as_secs_f64()),
        10..1_000 => format!("{ms} ms"),
        1_000..10_000 => format!("{:.2} s", time.as_secs_f64()),
        10_000..100_000 => format!("{:.1} s", time.as_secs_f64()),
        100_000..6_000_000 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// Returns a number with a comma between groups of three digits.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns bytes as a text of three or so digits.
pub(super) fn bytes(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        1_000_000_000..1_000_000_000_000 => format!("{:.2} GB", bytes as f64 / 1e9),
        _ => format!("{:.2} TB", bytes as f64 / 1e12),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_read_as_sentences() {
        let kind = GameKind::of::<crate::games::morris::Morris>();
        let say = |worth| verdict(kind, "W", worth);
        assert_eq!(say(Worth::Win(1)), "W wins in 1 ply");
        assert_eq!(say(Worth::Loss(4)), "W loses in 4 plies");
        assert_eq!(say(Worth::Estimate(145)), "W is ahead by 1.45 men");
        assert_eq!(say(Worth::Estimate(-10)), "W is behind by 0.10 men");
        assert_eq!(say(Worth::Estimate(9)), "the game is even");
        assert_eq!(say(Worth::Margin(7)), "W wins by 7 points, proven");
        assert_eq!(say(Worth::Margin(-1)), "W loses by 1 point, proven");
        assert_eq!(say(Worth::Margin(0)), "a draw, proven");
    }

    #[test]
    fn times_have_units() {
        for (ms, text) in [
            (0, "0.0 ms"),
            (3, "3.0 ms"),
            (999, "999 ms"),
            (1_234, "1.23 s"),
            (85_300, "85.3 s"),
            (125_000, "2 min 05 s"),
            (12_000_000, "3 h 20 min"),
        ] {
            assert_eq!(time(Duration::from_millis(ms)), text);
        }
    }

    #[test]
    fn counts_are_short() {
        for (n, text) in [
            (999, "999"),
            (1000, "1.00k"),
            (12_345, "12.3k"),
            (999_499, "999k"),
            (4_560_000, "4.56M"),
            (99_960_000_000, "100G"),
        ] {
            assert_eq!(count(n), text);
        }
        for (n, text) in [(999, "1.0 kB"), (7_650_000, "7.7 MB"), (32_297_590_000_000, "32.30 TB")]
        {
            assert_eq!(bytes(n), text);
        }
    }
}
