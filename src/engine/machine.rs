//! The machine's resources.

/// The greatest table size to announce, in MiB: three quarters of the machine's memory if the
/// system reveals it, else 4 GiB.
pub(super) fn greatest_table_mib() -> i64 {
    const FALLBACK: i64 = 4096;
    let Ok(text) = std::fs::read_to_string("/proc/meminfo") else { return FALLBACK };
    let total_kib = text
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))
        .and_then(|rest| rest.split_whitespace().next())
        .and_then(|number| number.parse::<i64>().ok());
    total_kib.map_or(FALLBACK, |kib| (kib / 1024 * 3 / 4).max(1))
}

/// The greatest number of threads to announce: as many as can run in parallel.
pub(super) fn processors() -> i64 {
    std::thread::available_parallelism().map_or(1, |n| i64::try_from(n.get()).unwrap_or(1))
}
