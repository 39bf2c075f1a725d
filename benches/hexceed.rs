//! How quickly endings of Hexceed are solved: the margin of hard positions, one thread, a new table.
//!
//! `cargo bench --bench hexceed`. Positions with nine and ten empty cells are rows of
//! `tests/vectors/hexceed.exact_hard.jsonl`; every answer is checked.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use quincunx::games::hexceed::Hexceed;
use quincunx::games::hexceed::solve::{Budget, Solver};
use quincunx::notation::Notation;
use serde_json::Value;

/// Enough for every board of eleven empty cells.
const TABLE_MIB: usize = 64;
const ELEVEN: &str = "on[GXW@A,GXK@C,GOK@F,BXW@K,BXK@M,B-K@O,BOW@P]hold[ROW]turn[1]";

fn all(c: &mut Criterion) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors/hexceed.exact_hard.jsonl");
    let text = std::fs::read_to_string(path).expect("the vectors");
    let mut rows: Vec<(String, String, Option<i64>)> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .enumerate()
        .map(|(i, line)| {
            let row: Value = serde_json::from_str(line).expect("a JSON object");
            let position = row["position"].as_str().expect("a position").to_owned();
            (format!("{}-empty/{i}", row["empty"]), position, row["margin"].as_i64())
        })
        .collect();
    rows.push(("11-empty/0".to_owned(), ELEVEN.to_owned(), None));

    let mut group = c.benchmark_group("hexceed-solve");
    group.sample_size(10);
    for (id, position, margin) in rows {
        let position = Hexceed::read_position(&position, &()).expect("a position");
        group.bench_with_input(BenchmarkId::from_parameter(id), &position, |b, position| {
            b.iter(|| {
                let mut solver = Solver::new(TABLE_MIB);
                let found = solver.margin(position, Budget::UNLIMITED).expect("no limit");
                assert!(margin.is_none_or(|margin| margin == i64::from(found)));
                found
            });
        });
    }
    group.finish();
}

criterion_group!(benches, all);
criterion_main!(benches);
