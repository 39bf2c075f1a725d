//! Lists of legal moves: each with its number, or where there are too many, by the place that they
//! lead to.

use crate::cli::screen::fold;
use crate::engine::{BOARD, Session};
use crate::kernel::Gather;

/// How many moves a list shows at most one by one.
const LISTED: usize = 200;
/// How many moves are listed one by one where a list by cells would do.
const FEW: usize = 100;
/// The widest list that reads well.
const WIDEST: usize = 100;

/// Returns the moves that `is_wanted` with their numbers in so many columns, and how many there are.
pub(super) fn numbered(
    legal: &[String],
    is_wanted: impl Fn(&str) -> bool,
    width: usize,
) -> (String, usize) {
    let wanted: Vec<String> = (1..)
        .zip(legal)
        .filter(|(_, text)| is_wanted(text))
        .map(|(number, text)| format!("{number:>3} {text}"))
        .gather();
    let widest = wanted.iter().take(LISTED).map(String::len).max().unwrap_or(0);
    let cells = wanted.iter().take(LISTED).map(|text| format!("{text:<0$}", widest + 1)).gather();
    let lines = fold(&cells, 0, width.min(WIDEST));
    let mut text: Vec<String> = lines.lines().map(|line| line.trim_end().to_owned()).gather();
    let more = wanted.len().saturating_sub(LISTED);
    if more > 0 {
        text.push(format!("and {more} more; moves TEXT lists those with TEXT in them"));
    }
    (text.join("\n"), wanted.len())
}

/// Returns all legal moves by the cells that they end on, cells with the same choice together: a long
/// list made short. `None` if the list is short enough as it is.
pub(super) fn grouped(session: &dyn Session, width: usize) -> Option<String> {
    let legal = session.legal_moves();
    if legal.len() <= FEW {
        return None;
    }
    let (things, scene) = (session.describe().things, session.scene());
    let is_cell = |id: &str| things.iter().any(|thing| thing.id == id && thing.area == BOARD);
    let name = |id: &str| {
        let thing = things.iter().find(|thing| thing.id == id);
        thing.and_then(|thing| thing.name.clone()).unwrap_or_else(|| id.to_owned())
    };
    // What leads to each cell, in the order of the list.
    let mut cells: Vec<(String, Vec<String>)> = Vec::new();
    let mut others = Vec::new();
    for (path, text) in scene.each_path().into_iter().zip(&legal) {
        let Some(at) = path.iter().rposition(|thing| is_cell(thing)) else {
            others.push(text.clone());
            continue;
        };
        let rest = path.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, id)| name(id));
        let rest = rest.gather().join("-");
        match cells.iter_mut().find(|(cell, _)| *cell == path[at]) {
            Some((_, choices)) => choices.push(rest),
            None => cells.push((path[at].to_owned(), vec![rest])),
        }
    }
    let mut groups: Vec<(Vec<String>, Vec<String>)> = Vec::new();
    for (cell, choices) in cells {
        match groups.iter_mut().find(|(_, same)| *same == choices) {
            Some((cells, _)) => cells.push(cell),
            None => groups.push((vec![cell], choices)),
        }
    }
    let width = width.min(WIDEST);
    let mut lines = vec![format!(
        "{} legal moves, such as {}, by the cell that they end on:",
        legal.len(),
        legal[0]
    )];
    for (cells, choices) in groups {
        let choices = if choices == [""] { Vec::new() } else { runs(&choices) };
        lines.push(format!("  {}", fold(&cells, 2, width)));
        if !choices.is_empty() {
            lines.push(format!("      {}", fold(&choices, 6, width)));
        }
    }
    if !others.is_empty() {
        lines.push(format!("  and {}", fold(&others, 6, width)));
    }
    Some(lines.join("\n"))
}

/// Returns texts with those in place of a range that count upwards: `1-3` for `1`, `2`, `3`.
fn runs(texts: &[String]) -> Vec<String> {
    let mut numbers: Vec<u64> = Vec::new();
    for text in texts {
        match text.parse() {
            Ok(number) => numbers.push(number),
            Err(_) => return texts.to_vec(),
        }
    }
    numbers.sort_unstable();
    let runs = numbers.chunk_by(|one, next| one + 1 == *next);
    let text = |run: &[u64]| match run {
        [one] => one.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    };
    runs.map(text).gather()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;

    #[test]
    fn lists_count_and_fold() {
        let legal: Vec<String> = (1..=300).map(|n| format!("B[{n}]")).collect();
        let (text, count) = numbered(&legal[..5], |text| text != "B[2]", 20);
        assert_eq!((text.as_str(), count), ("  1 B[1]    3 B[3]\n  4 B[4]    5 B[5]", 4));
        let (text, count) = numbered(&legal, |_| true, 80);
        assert!(text.ends_with("and 100 more; moves TEXT lists those with TEXT in them"), "{text}");
        assert_eq!(count, 300);
    }

    #[test]
    fn many_moves_are_grouped_by_cell() {
        let engine = Engine::new();
        assert_eq!(grouped(engine.game("morris").unwrap(), 80), None);
        let text = grouped(engine.game("dominions").unwrap(), 80).unwrap();
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.len() < 45, "{text}");
        assert!(lines.iter().any(|line| line.trim() == "1-63"), "{text}");
        assert!(text.contains(" i9 "), "{text}");
    }
}
