//! The `quincunx` program: straight into [`quincunx::cli`].

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod processor;

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(all(target_arch = "x86_64", target_os = "linux", not(target_feature = "avx2")))]
    processor::hand_over();
    quincunx::cli::run()
}
