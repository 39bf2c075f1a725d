//! `quincunx tablebase`: solved endings of Morris.

mod args;
mod build;
mod list;
mod probe;
mod prove;
mod stats;
mod usage;
mod verify;

use std::process::ExitCode;

pub(super) use args::Tablebase;
use args::TablebaseTask;

pub(super) fn run(task: &Tablebase) -> anyhow::Result<ExitCode> {
    match &task.task {
        TablebaseTask::Build(task) => build::run(task),
        TablebaseTask::Verify(task) => verify::run(task),
        TablebaseTask::Stats { folder, json } => stats::run(folder, *json),
        TablebaseTask::Prove(task) => prove::run(task),
        TablebaseTask::Probe(task) => probe::run(task),
        TablebaseTask::List(task) => list::run(task),
    }
}

/// Returns a number with a comma between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns bytes as a text of three or so digits.
fn bytes(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.2} GB", bytes as f64 / 1e9),
    }
}
