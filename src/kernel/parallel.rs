//! Work on several threads: one kind of job for all that is coarse, where rayon's iterators would be compiled
//! for each closure again.

use std::ops::Range;
use std::sync::Mutex;

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Calls `work` with each number below `count`, on all threads of the current pool.
pub fn each(count: usize, work: &(dyn Fn(usize) + Sync)) {
    between(0, count, work);
}

fn between(first: usize, end: usize, work: &(dyn Fn(usize) + Sync)) {
    match end - first {
        0 => {}
        1 => work(first),
        count => {
            let middle = first + count / 2;
            rayon::join(|| between(first, middle, work), || between(middle, end, work));
        }
    }
}

/// Why locks can be taken: nobody asks for one again after a panic under it.
const SOUND: &str = "nobody has panicked with the lock";

/// Returns what `work` returns for each number below `count`, in order.
pub fn map<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let mut done = Vec::with_capacity(count);
    for _ in 0..count {
        done.push(None);
    }
    let done = Mutex::new(done);
    each(count, &|at| {
        let result = work(at);
        done.lock().expect(SOUND)[at] = Some(result);
    });
    let mut results = Vec::with_capacity(count);
    for result in &mut done.into_inner().expect(SOUND) {
        results.push(result.take().expect("each was worked on"));
    }
    results
}

/// Returns how long the runs are into which so many numbers are divided, at least `least` where there are so
/// many: some dozens for each thread, so that none of them waits long for the last.
fn run_length(count: usize, least: usize) -> usize {
    count.div_ceil(64 * rayon::current_num_threads()).max(least).max(1)
}

/// Returns one of the runs of such a length into which the numbers below `count` are divided.
fn run(at: usize, length: usize, count: usize) -> Range<usize> {
    at * length..count.min((at + 1) * length)
}

/// Returns what `work` returns for each run of the numbers below `count`, in order.
pub fn map_runs<T: Send>(
    count: usize,
    least: usize,
    work: impl Fn(Range<usize>) -> T + Sync,
) -> Vec<T> {
    let length = run_length(count, least);
    map(count.div_ceil(length), |at| work(run(at, length, count)))
}

/// Calls `work` with each run of the numbers below `count`.
pub fn runs(count: usize, least: usize, work: &(dyn Fn(Range<usize>) + Sync)) {
    let length = run_length(count, least);
    each(count.div_ceil(length), &|at| work(run(at, length, count)));
}

/// Gets the number of the first chunk of a run, and the chunks.
pub type ChunkWork<'a> = dyn Fn(usize, &mut dyn Iterator<Item = &mut [u8]>) + Sync + 'a;

/// Calls `work` with each chunk of some bytes, all of the same size but the last, in runs of neighbours, and
/// with its number.
pub fn byte_chunks(bytes: &mut [u8], size: usize, least: usize, work: &ChunkWork) {
    let length = run_length(bytes.len().div_ceil(size), least);
    let mut runs = Vec::new();
    for run in bytes.chunks_mut(length * size) {
        runs.push(Mutex::new(run));
    }
    each(runs.len(), &|at| {
        work(at * length, &mut runs[at].lock().expect(SOUND).chunks_mut(size));
    });
}

/// Returns what `work` returns for each part of so many items, the last of which may be shorter, in order.
pub fn map_chunks<I: Sync, T: Send>(
    items: &[I],
    size: usize,
    work: impl Fn(usize, &[I]) -> T + Sync,
) -> Vec<T> {
    let count = items.len();
    map(count.div_ceil(size), |at| work(at, &items[run(at, size, count)]))
}

/// Calls `work` with each number below `count` on that many threads, in order if it is one or the system does
/// not give more.
pub fn each_on(threads: usize, count: usize, work: &(dyn Fn(usize) + Sync)) {
    let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build());
    match pool {
        Some(Ok(pool)) => within(&pool, || each(count, work)),
        _ => (0..count).for_each(work),
    }
}

/// Returns what `work` returns on a thread of a pool.
pub fn within<T: Send>(pool: &ThreadPool, work: impl FnOnce() -> T + Send) -> T {
    let (mut work, mut done) = (Some(work), None);
    run_within(pool, &mut || done = work.take().map(|work| work()));
    done.expect("a pool runs what it is given")
}

fn run_within(pool: &ThreadPool, work: &mut (dyn FnMut() + Send)) {
    pool.install(work);
}

/// Calls `work` on every thread of a pool, with the number of the thread.
pub fn on_all(pool: &ThreadPool, work: &(dyn Fn(usize) + Sync)) {
    pool.broadcast(|context| work(context.index()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn every_number_is_worked_on_once_and_in_its_place() {
        for count in [0, 1, 2, 7, 1000] {
            let squares = map(count, |at| at * at);
            assert_eq!(squares, (0..count).map(|at| at * at).collect::<Vec<_>>());
            let numbers: Vec<usize> = (0..count).collect();
            let parts = map_chunks(&numbers, 3, |at, part| (at, part.to_vec()));
            let chunks = numbers.chunks(3).map(<[usize]>::to_vec);
            assert_eq!(parts, chunks.enumerate().collect::<Vec<_>>());
            for least in [1, 3, 5000] {
                let runs = map_runs(count, least, |run| run.collect::<Vec<_>>());
                assert_eq!(runs.concat(), numbers);
                let sum = AtomicUsize::new(0);
                super::runs(count, least, &|run| _ = sum.fetch_add(run.sum(), Ordering::Relaxed));
                assert_eq!(sum.into_inner(), numbers.iter().sum::<usize>());
                let mut bytes = vec![0; count];
                byte_chunks(&mut bytes, 3, least, &|first, chunks| {
                    for (at, chunk) in chunks.enumerate() {
                        chunk.fill((first + at) as u8);
                    }
                });
                assert!(bytes.iter().enumerate().all(|(at, byte)| *byte == (at / 3) as u8));
            }
            for threads in [1, 2] {
                let sum = AtomicUsize::new(0);
                each_on(threads, count, &|at| _ = sum.fetch_add(at, Ordering::Relaxed));
                assert_eq!(sum.into_inner(), numbers.iter().sum::<usize>());
            }
        }
    }
}
