//! Work on several threads: one kind of job for all that is coarse, where rayon's iterators would be compiled
//! for each closure again.

use std::sync::OnceLock;

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

/// Returns what `work` returns for each number below `count`, in order.
pub fn map<T: Send + Sync>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let mut done = Vec::new();
    done.resize_with(count, OnceLock::new);
    each(count, &|at| _ = done[at].set(work(at)));
    done.into_iter().filter_map(OnceLock::into_inner).collect()
}

/// Returns what `work` returns for each part of so many items, the last of which may be shorter, in order.
pub fn map_chunks<I: Sync, T: Send + Sync>(
    items: &[I],
    size: usize,
    work: impl Fn(usize, &[I]) -> T + Sync,
) -> Vec<T> {
    map(items.len().div_ceil(size), |at| {
        work(at, &items[at * size..items.len().min((at + 1) * size)])
    })
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
            for threads in [1, 2] {
                let sum = AtomicUsize::new(0);
                each_on(threads, count, &|at| _ = sum.fetch_add(at, Ordering::Relaxed));
                assert_eq!(sum.into_inner(), numbers.iter().sum::<usize>());
            }
        }
    }
}
