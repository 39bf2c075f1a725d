//! Bars on standard error that show how far something has come.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressStyle};

/// Returns a bar for so many steps, with its message; one that never shows where there is no terminal.
pub(super) fn bar(steps: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(steps);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len}, {eta} left  {msg}") {
        bar.set_style(style.progress_chars("=> "));
    }
    bar
}
