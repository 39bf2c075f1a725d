//! Progress bars on standard error, and how long the rest of a long task takes.
//!
//! An estimate is made from all the work that was done since the task began: the speed of the last
//! seconds says little when a build goes from one kind of work to another.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::words::grouped;

/// Below this share of the work nothing is said of the time left.
const TOO_LITTLE: f64 = 0.002;

/// Returns how long the rest of some work takes at the average speed so far; `None` if too little is
/// done to tell.
pub(super) fn time_left(elapsed: Duration, done: u64, total: u64) -> Option<Duration> {
    let share = done as f64 / total.max(1) as f64;
    let enough = share >= TOO_LITTLE && elapsed >= Duration::from_secs(1);
    enough.then(|| elapsed.mul_f64((1.0 - share).max(0.0) / share))
}

/// Returns a time in whole numbers of the unit that suits it, rounded up.
pub(super) fn rough(time: Duration) -> String {
    let seconds = time.as_secs_f64().ceil() as u64;
    match seconds {
        0..100 => format!("{seconds} s"),
        100..6_000 => format!("{} min", seconds.div_ceil(60)),
        6_000..360_000 => format!("{} h", seconds.div_ceil(3_600)),
        _ => format!("{} days", seconds.div_ceil(86_400)),
    }
}

/// Returns a bar with `steps` steps and a message; it is hidden if there is no terminal.
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

/// Returns a bar of another form. Its template has two keys beside the usual ones: `rate`, the
/// steps a second, and `left`, the time left.
pub(super) fn bar_with(steps: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(steps);
    // Templates are valid constants; without one the bar would still work.
    if let Ok(style) = ProgressStyle::with_template(template) {
        let rate = |state: &ProgressState, text: &mut dyn Write| {
            let rate = state.pos() as f64 / state.elapsed().as_secs_f64().max(1e-3);
            // Writing to the bar's text cannot fail.
            let _ = write!(text, "{}/s", grouped(rate as u64));
        };
        let left = |state: &ProgressState, text: &mut dyn Write| {
            let left = time_left(state.elapsed(), state.pos(), state.len().unwrap_or(0));
            let _ = match left {
                Some(left) => write!(text, "{} left", rough(left)),
                None => Ok(()),
            };
        };
        bar.set_style(style.with_key("rate", rate).with_key("left", left));
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_told_from_nothing() {
        let second = Duration::from_secs(1);
        assert_eq!(time_left(second, 0, 1000), None);
        assert_eq!(time_left(second, 1, 1000), None);
        assert_eq!(time_left(Duration::from_millis(900), 500, 1000), None);
        assert_eq!(time_left(second, 0, 0), None);
        assert_eq!(time_left(second, 500, 1000), Some(second));
        assert_eq!(time_left(second, 1000, 1000), Some(Duration::ZERO));
        assert_eq!(time_left(second, 1001, 1000), Some(Duration::ZERO));
    }

    #[test]
    fn times_are_whole_numbers() {
        let text = |seconds| rough(Duration::from_secs_f64(seconds));
        assert_eq!(text(0.0), "0 s");
        assert_eq!(text(41.2), "42 s");
        assert_eq!(text(100.0), "2 min");
        assert_eq!(text(3_600.0), "60 min");
        assert_eq!(text(6_001.0), "2 h");
        assert_eq!(text(400_000.0), "5 days");
    }
}
