//! What this process has used.

use std::time::Duration;

use crate::kernel::Gather;

/// Processor time and peak memory so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usage {
    /// The processor time of all threads.
    pub(super) cpu: Duration,
    /// The most memory that was resident at once, in bytes.
    pub(super) peak: u64,
}

/// Returns what was used so far; `None` if the system does not report it.
pub(super) fn usage() -> Option<Usage> {
    /// The ticks per second of processor times in `/proc`: 100 on every Linux.
    const TICKS: u64 = 100;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program is in parentheses and may contain anything.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().gather();
    let ticks = |at: usize| fields.get(at)?.parse::<u64>().ok();
    let cpu = Duration::from_millis((ticks(11)? + ticks(12)?) * 1000 / TICKS);
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib = peak.split_whitespace().next()?.parse::<u64>().ok()?;
    Some(Usage { cpu, peak: kib * 1024 })
}
