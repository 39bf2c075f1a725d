//! Where the shell writes: styles on terminals alone, progress beside the lines, texts folded to
//! the width there is.

use std::fmt::Display;
use std::io::{self, IsTerminal, Stdout, Write};
use std::time::Duration;

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use indicatif::{ProgressBar, ProgressStyle};

/// For headings, best moves and what changed on a board.
pub(super) const BOLD: Style = Style::new().bold();
/// For what can be passed over.
pub(super) const DIM: Style = Style::new().dimmed();
/// For what is good for the player who moves.
pub(super) const GOOD: Style = AnsiColor::Green.on_default();
/// For what is bad.
pub(super) const BAD: Style = AnsiColor::Red.on_default();
/// For what is worth a look.
pub(super) const NOTE: Style = AnsiColor::Yellow.on_default();

/// The columns that a pipe is taken to have.
const PIPE_WIDTH: usize = 100;

/// Returns a text in a style.
pub(super) fn styled(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Standard output, and what runs on standard error below it while there is something to wait for.
pub(super) struct Screen {
    out: AutoStream<Stdout>,
    progress: ProgressBar,
    /// The columns of the terminal; `None` if there is none.
    width: Option<usize>,
}

impl Screen {
    pub(super) fn new() -> Self {
        let width = || terminal_size::terminal_size().map_or(80, |(width, _)| width.0.into());
        let width = io::stdout().is_terminal().then(|| width().clamp(40, 1000));
        Self { out: anstream::stdout(), progress: ProgressBar::hidden(), width }
    }

    /// Returns how many columns a line may have.
    pub(super) fn width(&self) -> usize {
        self.width.unwrap_or(PIPE_WIDTH)
    }

    /// Returns whether a person looks at it.
    pub(super) const fn is_terminal(&self) -> bool {
        self.width.is_some()
    }

    /// Writes one or more lines.
    pub(super) fn line(&mut self, text: impl Display) -> io::Result<()> {
        let Self { out, progress, .. } = self;
        progress.suspend(|| {
            writeln!(out, "{text}")?;
            out.flush()
        })
    }

    /// Writes a text that the reader answers on the same line; nothing where nobody looks.
    pub(super) fn prompt(&mut self, text: impl Display) -> io::Result<()> {
        if self.is_terminal() && io::stdin().is_terminal() {
            write!(self.out, "{text}")?;
            self.out.flush()?;
        }
        Ok(())
    }

    /// Shows on a terminal that something goes on, of `total` steps if that is known.
    pub(super) fn begin_progress(&mut self, total: Option<u64>) {
        let (bar, template) = match total {
            Some(total) => (ProgressBar::new(total), "{bar:30} {pos}/{len}, {eta} left  {msg}"),
            None => (ProgressBar::new_spinner(), "{spinner} {elapsed:>3}  {msg}"),
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.tick_chars("-\\|/ ").progress_chars("=> "));
        }
        bar.enable_steady_tick(Duration::from_millis(100));
        self.progress = bar;
    }

    /// Says what is known so far.
    pub(super) fn set_progress(&self, position: u64, text: impl Display) {
        self.progress.set_position(position);
        self.progress.set_message(text.to_string());
    }

    /// Takes the progress from the terminal.
    pub(super) fn end_progress(&mut self) {
        self.progress.finish_and_clear();
        self.progress = ProgressBar::hidden();
    }
}

/// Joins words into lines of at most `width` columns; all lines but the first begin with `indent`
/// blanks, which the first is taken to have before it.
pub(super) fn fold(words: &[String], indent: usize, width: usize) -> String {
    let mut text = String::new();
    let mut column = indent;
    for word in words {
        if column > indent && column + 1 + word.len() > width {
            text.push('\n');
            text.push_str(&" ".repeat(indent));
            column = indent;
        } else if column > indent {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    }
    text
}

/// Returns as many of the words as fit into `width` columns, with `..` where some are left out.
pub(super) fn fit(words: &[String], width: usize) -> String {
    let mut text = String::new();
    for (i, word) in words.iter().enumerate() {
        let rest = if i + 1 == words.len() { 0 } else { 3 };
        if i > 0 && text.len() + 1 + word.len() + rest > width {
            return text + " ..";
        }
        if i > 0 {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}

/// Returns a drawing with what is not as it was `before` highlighted, up to the first empty line,
/// behind which no board is drawn. Drawings of another shape have nothing in common.
pub(super) fn with_changes(before: &str, after: &str) -> String {
    let board_lines = |text: &str| text.lines().take_while(|line| !line.is_empty()).count();
    let board = board_lines(after);
    if board_lines(before) != board {
        return after.to_owned();
    }
    let mut text = String::new();
    let mut before = before.lines();
    for (i, new) in after.lines().enumerate() {
        let mut old = before.next().unwrap_or("").chars();
        for c in new.chars() {
            let was = old.next().unwrap_or(' ');
            if c == was || c == ' ' || i >= board {
                text.push(c);
            } else {
                text.push_str(&styled(BOLD.invert(), c));
            }
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn lines_end_where_the_terminal_does() {
        assert_eq!(fold(&words("aa bb cc"), 2, 7), "aa bb\n  cc");
        assert_eq!(fold(&words("aaaaaaaaa bb"), 2, 7), "aaaaaaaaa\n  bb");
        assert_eq!(fold(&[], 2, 7), "");
        assert_eq!(fit(&words("aa bb cc"), 8), "aa bb cc");
        assert_eq!(fit(&words("aa bb cc"), 7), "aa ..");
        assert_eq!(fit(&words("aaaaaaaa bb"), 3), "aaaaaaaa ..");
    }

    #[test]
    fn changes_are_marked_and_nothing_else() {
        let mark = |c| styled(BOLD.invert(), c);
        assert_eq!(
            with_changes(". .\nB\n", ". B\n.\n"),
            format!(". {}\n{}\n", mark('B'), mark('.'))
        );
        assert_eq!(with_changes("a\n", "b\nc\n"), "b\nc\n");
        assert_eq!(with_changes("a\n\n1\n", "a\n\n2\n3\n"), "a\n\n2\n3\n");
    }
}
