//! The `quincunx` program: straight into [`quincunx::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    quincunx::cli::run()
}
