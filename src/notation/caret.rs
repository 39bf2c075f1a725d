//! Pointing at a column of a text.

use crate::kernel::Gather;

/// Returns the part of a one-line text around a column, and below it a caret that points at that
/// column: two lines without a final line feed. Long texts are cut to fit a terminal.
#[must_use]
pub fn caret(text: &str, column: usize) -> String {
    const BEFORE: usize = 50;
    const SHOWN: usize = 72;
    let at = column.saturating_sub(1).min(text.len());
    let shown = text.bytes().map(|b| if b.is_ascii_graphic() { b as char } else { ' ' }).gather();
    let start = at.saturating_sub(BEFORE);
    let end = shown.len().min(start + SHOWN);
    let line: String = shown[start..end].iter().collect();
    format!("{line}\n{}^", " ".repeat(at - start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_below_its_column() {
        assert_eq!(caret("B[a7,d4]", 6), "B[a7,d4]\n     ^");
        assert_eq!(caret("B[", 3), "B[\n  ^");
        let long = "x".repeat(200);
        assert_eq!(caret(&long, 150).lines().nth(1).map(str::len), Some(51));
    }
}
