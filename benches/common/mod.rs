//! What the programs among the benchmarks share: processor time, means, arguments.

use std::fs;
use std::time::Duration;

/// Returns the processor time of this process, all threads that still run together.
///
/// It comes from Linux's `/proc`; elsewhere it is `None`.
#[allow(dead_code)]
pub(crate) fn cpu_time() -> Option<Duration> {
    let mut total = 0;
    for task in fs::read_dir("/proc/self/task").ok()? {
        // A thread that has ended in between counts no more.
        let Ok(text) = fs::read_to_string(task.ok()?.path().join("schedstat")) else { continue };
        total += text.split(' ').next()?.parse::<u64>().ok()?;
    }
    Some(Duration::from_nanos(total))
}

/// Returns the geometric mean.
#[allow(dead_code)]
pub(crate) fn geometric_mean(ratios: &[f64]) -> f64 {
    libm::exp(ratios.iter().map(|r| libm::log(*r)).sum::<f64>() / ratios.len() as f64)
}

/// Returns the number behind `--NAME` on the command line.
pub(crate) fn number(name: &str) -> Option<usize> {
    let mut args = std::env::args().skip_while(|arg| arg.strip_prefix("--") != Some(name));
    args.nth(1)?.parse().ok()
}

/// Returns the text behind `--NAME` on the command line.
#[allow(dead_code)]
pub(crate) fn word(name: &str) -> Option<String> {
    std::env::args().skip_while(|arg| arg.strip_prefix("--") != Some(name)).nth(1)
}
