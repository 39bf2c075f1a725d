//! The transposition table against a `DashMap` with `ahash`, operation by operation.
//!
//! `cargo bench --bench table`, or one line with `-- hit`. Both hold packed boards of one, two or
//! three words in about 128 MiB, far more than any cache, and are half full. A `DashMap` replaces
//! nothing by itself, so a search would need more than this to use one within a bound of memory.
//!
//! | operation | what it does to random boards |
//! |---|---|
//! | hit | probes boards that are there |
//! | miss | probes boards that are not |
//! | store | gives boards that are there another entry |
//! | mixed | seven probes to three stores, boards that are there |

use std::hint::black_box;
use std::time::{Duration, Instant};

use ahash::RandomState;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use dashmap::DashMap;
use quincunx::kernel::{MoveBits, Packed, Score, SplitMix64};
use quincunx::search::{Bound, Entry, TranspositionTable};

/// The size of our table, in MiB.
const TABLE_MIB: usize = 128;
/// The operations that are timed at once by each thread.
const BATCH: usize = 1 << 16;

/// What both kinds of table can do.
trait Remembers<K>: Sync {
    const NAME: &'static str;
    fn probe(&self, board: &K) -> Option<Entry>;
    fn store(&self, board: &K, entry: Entry);
}

impl<K: Packed> Remembers<K> for TranspositionTable<K> {
    const NAME: &'static str = "table";

    fn probe(&self, board: &K) -> Option<Entry> {
        Self::probe(self, board)
    }

    fn store(&self, board: &K, entry: Entry) {
        Self::store(self, board, entry);
    }
}

impl<K: Packed> Remembers<K> for DashMap<K, Entry, RandomState> {
    const NAME: &'static str = "dashmap";

    fn probe(&self, board: &K) -> Option<Entry> {
        self.get(board).map(|entry| *entry)
    }

    fn store(&self, board: &K, entry: Entry) {
        self.insert(*board, entry);
    }
}

/// Returns the board of a number: random words, the same for the same number.
fn board<const N: usize>(number: u64) -> [u64; N] {
    let mut rng = SplitMix64::new(number);
    std::array::from_fn(|_| rng.next_u64())
}

fn entry(number: u64) -> Entry {
    let score = Score::centi((number % 1000) as i32);
    let best = MoveBits::from_u16(number as u16);
    Entry { best, score, depth: 1 + number as u32 % 12, bound: Some(Bound::Lower) }
}

/// The numbers of boards that are stored begin here: those below never are.
const STORED: u64 = 1 << 40;

/// Returns random numbers below `count`.
fn numbers(count: u64, seed: u64) -> Vec<u64> {
    let mut rng = SplitMix64::new(seed);
    (0..BATCH).map(|_| rng.below(count as usize) as u64).collect()
}

/// Does one operation for each of a batch of numbers.
type Operation<'a> = dyn Fn(&[u64]) + Sync + 'a;

/// Times `run` on as many threads at once, each with numbers of its own, and returns the time of
/// one thread's share.
fn on_threads(threads: u64, iterations: u64, count: u64, run: impl Fn(&[u64]) + Sync) -> Duration {
    let batches: Vec<Vec<u64>> = (0..threads).map(|seed| numbers(count, seed)).collect();
    let start = Instant::now();
    std::thread::scope(|scope| {
        for batch in &batches {
            let run = &run;
            scope.spawn(move || (0..iterations).for_each(|_| run(batch)));
        }
    });
    start.elapsed()
}

fn operations<const N: usize, T: Remembers<[u64; N]>>(c: &mut Criterion, table: &T, count: u64) {
    let hit = |batch: &[u64]| {
        for &i in batch {
            black_box(table.probe(&board::<N>(STORED + i)));
        }
    };
    let miss = |batch: &[u64]| {
        for &i in batch {
            black_box(table.probe(&board::<N>(i)));
        }
    };
    let store = |batch: &[u64]| {
        for &i in batch {
            table.store(&board::<N>(STORED + i), entry(i));
        }
    };
    let mixed = |batch: &[u64]| {
        for (at, &i) in batch.iter().enumerate() {
            let board = board::<N>(STORED + i);
            if at % 10 < 7 {
                black_box(table.probe(&board));
            } else {
                table.store(&board, entry(i));
            }
        }
    };
    let all: [(&str, &Operation); 4] =
        [("hit", &hit), ("miss", &miss), ("store", &store), ("mixed", &mixed)];
    for (name, run) in all {
        let mut group = c.benchmark_group(format!("{name}/{N}-word"));
        group.sample_size(10).warm_up_time(Duration::from_millis(300));
        group.measurement_time(Duration::from_secs(1));
        for threads in [1, 2] {
            group.throughput(Throughput::Elements(threads * BATCH as u64));
            group.bench_function(BenchmarkId::new(T::NAME, format!("{threads}-thread")), |b| {
                b.iter_custom(|iterations| on_threads(threads, iterations, count, run));
            });
        }
        group.finish();
    }
}

/// Returns the memory of this process that is in use, in bytes, as Linux tells it.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kib.unwrap_or(0) << 10
}

fn width<const N: usize>(c: &mut Criterion) {
    // Slots in a bucket of 64 bytes, each a word of data and the board.
    let slots = (TABLE_MIB << 20) / 64 * (8 / (N + 1));
    let count = slots as u64 / 2;
    {
        let table = TranspositionTable::<[u64; N]>::new(TABLE_MIB).expect("memory");
        (0..count).for_each(|i| table.store(&board(STORED + i), entry(i)));
        let kept = (0..count).filter(|i| table.probe(&board(STORED + i)).is_some()).count();
        println!(
            "{N} words, {slots} slots: table {:.1} bytes a slot, {:.1} % of {count} boards kept",
            table.bytes() as f64 / slots as f64,
            100.0 * kept as f64 / count as f64,
        );
        operations::<N, _>(c, &table, count);
    }
    let before = memory();
    let map =
        DashMap::with_capacity_and_hasher(count as usize, RandomState::with_seeds(1, 2, 3, 4));
    for i in 0..count {
        map.insert(board::<N>(STORED + i), entry(i));
    }
    println!(
        "{N} words: dashmap with {count} boards, {:.1} bytes a board, {:.1} a slot of its capacity",
        (memory().saturating_sub(before)) as f64 / count as f64,
        (memory().saturating_sub(before)) as f64 / map.capacity() as f64,
    );
    operations::<N, _>(c, &map, count);
}

fn all(c: &mut Criterion) {
    width::<1>(c);
    width::<2>(c);
    width::<3>(c);
}

criterion_group!(benches, all);
criterion_main!(benches);
