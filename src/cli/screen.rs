//! Where the shell writes: styles on terminals alone, progress beside the lines, texts folded to
//! the width there is.

use std::fmt::{self, Display};
use std::io::{self, IsTerminal, Stdout, Write};
use std::sync::Arc;
use std::time::Duration;

use anstream::AutoStream;
use anstyle::{Ansi256Color, AnsiColor, Style};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use crate::kernel::Gather;
use crate::notation::{Drawing, Ink, Paint, Plate};

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

/// What is shown of the time that has passed.
pub(super) type Reading = Arc<dyn Fn(Duration) -> String + Send + Sync>;

/// Standard output, and what runs on standard error below it while there is something to wait for.
pub(super) struct Screen {
    out: AutoStream<Stdout>,
    progress: ProgressBar,
    /// The columns and rows of the terminal; `None` if there is none.
    size: Option<(usize, usize)>,
}

impl Screen {
    pub(super) fn new() -> Self {
        let size = || {
            let size = terminal_size::terminal_size();
            let (width, height) = size.map_or((80, 24), |(w, h)| (w.0.into(), h.0.into()));
            (usize::clamp(width, 40, 1000), height)
        };
        let size = io::stdout().is_terminal().then(size);
        Self { out: anstream::stdout(), progress: ProgressBar::hidden(), size }
    }

    /// Returns how many columns a line may have.
    pub(super) fn width(&self) -> usize {
        self.size.map_or(PIPE_WIDTH, |(width, _)| width)
    }

    /// Returns how many rows are seen at once; `None` where nobody looks.
    pub(super) fn rows(&self) -> Option<usize> {
        self.size.map(|(_, rows)| rows)
    }

    /// Returns whether a person looks at it.
    pub(super) const fn is_terminal(&self) -> bool {
        self.size.is_some()
    }

    /// Returns whether colours are shown.
    pub(super) fn has_colour(&self) -> bool {
        self.out.current_choice() != anstream::ColorChoice::Never
    }

    /// Writes one or more lines, on a terminal folded to its width.
    pub(super) fn line(&mut self, text: impl Display) -> io::Result<()> {
        let Self { out, progress, size } = self;
        let text = match size {
            Some((width, _)) => wrapped(&text.to_string(), *width),
            None => text.to_string(),
        };
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
        self.begin(bar, template, |style| style);
    }

    /// Shows on a terminal that something goes on, and what `reading` says of the time since then.
    pub(super) fn begin_clock(&mut self, reading: Reading) {
        let show = move |state: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = out.write_str(&reading(state.elapsed()));
        };
        self.begin(ProgressBar::new_spinner(), "{spinner} {clock}  {msg}", |style| {
            style.with_key("clock", show)
        });
    }

    fn begin(
        &mut self,
        bar: ProgressBar,
        template: &str,
        dress: impl FnOnce(ProgressStyle) -> ProgressStyle,
    ) {
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(dress(style.tick_chars("-\\|/ ").progress_chars("=> ")));
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

/// Returns a text for standard error: folded, if that is a terminal.
pub(super) fn for_errors(text: impl Display) -> String {
    let text = text.to_string();
    let width = terminal_size::terminal_size_of(io::stderr()).map(|(width, _)| width.0.into());
    width.map_or_else(|| text.clone(), |width| wrapped(&text, width))
}

/// Folds the lines that are longer than `width` columns at their blanks. What goes on stands below the
/// beginning of its line or, in a table of two columns, of the second.
pub(super) fn wrapped(text: &str, width: usize) -> String {
    let columns = |text: &str| anstream::adapter::strip_str(text).to_string().chars().count();
    let fold_line = |line: &str| -> String {
        if columns(line) <= width {
            return line.to_owned();
        }
        let begin = line.len() - line.trim_start().len();
        let second = line[begin..].find("  ").map(|gap| begin + gap);
        let second = second.map(|gap| gap + line[gap..].len() - line[gap..].trim_start().len());
        let indent = second.map_or(begin, |second| columns(&line[..second]));
        let indent = if indent > width / 2 { begin } else { indent };
        let (mut folded, mut column) = (String::new(), 0);
        // Blanks stay with the word behind them.
        let mut rest = line;
        while !rest.is_empty() {
            let blanks = rest.len() - rest.trim_start_matches(' ').len();
            let end = rest[blanks..].find(' ').map_or(rest.len(), |at| blanks + at);
            let (part, behind) = rest.split_at(end);
            let word = &part[blanks..];
            // A word that no line can hold may as well begin here.
            let fits_below = indent + columns(word) <= width;
            if column > indent && column + columns(part) > width && fits_below {
                folded.push('\n');
                folded.push_str(&" ".repeat(indent));
                folded.push_str(word);
                column = indent + columns(word);
            } else {
                folded.push_str(part);
                column += columns(part);
            }
            rest = behind;
        }
        folded
    };
    text.split('\n').map(fold_line).gather().join("\n")
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

/// Returns a drawing in colours, its lines separated by line feeds.
pub(super) fn painted(drawing: &Drawing) -> String {
    let line = |runs: Vec<(String, Paint)>| -> String {
        runs.into_iter().map(|(text, paint)| styled(style(paint), text)).gather().concat()
    };
    drawing.runs().map(line).gather().join("\n")
}

/// Returns how something is painted. The plates come from the palette of 256 colours, which no theme
/// of a terminal changes: they differ from its background, be that dark or light.
fn style(paint: Paint) -> Style {
    let (plate, ink) = match paint {
        Paint::Plain => return Style::new(),
        Paint::Faint => return DIM,
        Paint::Change => return AnsiColor::Yellow.on_default().bold(),
        Paint::Piece(plate, ink) => (plate, ink),
    };
    let plate = match plate {
        Plate::White => 252,
        Plate::Black => 240,
        Plate::Red => 167,
        Plate::Green => 71,
        Plate::Blue => 68,
    };
    let ink = match ink {
        Ink::Light => 231,
        Ink::Dark => 16,
    };
    Ansi256Color(ink).on(Ansi256Color(plate)).bold()
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
    fn long_lines_are_folded_where_they_have_blanks() {
        assert_eq!(wrapped("one two three\nfour", 8), "one two\nthree\nfour");
        assert_eq!(wrapped("  one two three", 9), "  one two\n  three");
        assert_eq!(wrapped("  a B   one two three", 16), "  a B   one two\n        three");
        assert_eq!(wrapped("an unbreakable x", 5), "an unbreakable\nx");
        let bold = styled(BOLD, "one two");
        assert_eq!(wrapped(&bold, 7), bold, "codes take no room");
        assert_eq!(wrapped("", 5), "");
    }

    #[test]
    fn pieces_have_colours_and_text_has_none() {
        let mut drawing = Drawing::new();
        drawing.add(&[("B", Paint::BLACK), (" to move", Paint::Plain)]);
        drawing.add(&[]);
        drawing.add(&[("", Paint::Plain), ("x ", Paint::Faint)]);
        let text = painted(&drawing);
        assert!(
            text.starts_with("\x1b[1m\x1b[38;5;231m\x1b[48;5;240mB\x1b[0m to move\n\n"),
            "{text:?}"
        );
        assert_eq!(anstream::adapter::strip_str(&text).to_string(), "B to move\n\nx");
    }
}
