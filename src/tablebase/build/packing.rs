//! Sheets whose blocks are compressed while no thread uses them, for a unit that takes more memory than is allowed.
//!
//! Opening a block takes far longer than unmaking a move, so this is for sheets of which a wave needs each block
//! only once, see [`UnitSolver::packable`].
//!
//! [`UnitSolver::packable`]: super::UnitSolver::packable

use std::cell::RefCell;
use std::collections::VecDeque;
use std::thread;

use parking_lot::Mutex;
use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::compress_bound;

/// The zstd level. Those below are faster, and pack to half as much again or more.
const LEVEL: i32 = 1;

/// A packed sheet is counted as one of so many parts of its bytes. In Trimok that of 4-2 takes a seventh at most, that
/// of 3-2, which is small, nearly a half.
pub(super) const PACKED: u64 = 3;

/// Returns how many blocks of a packed sheet are open at a time.
pub(super) fn open_blocks() -> usize {
    2 * rayon::current_num_threads()
}

/// The open blocks of a packed sheet.
#[derive(Debug)]
pub(super) struct Open<'a>(Mutex<State<'a>>);

#[derive(Debug)]
struct State<'a> {
    /// Memory for blocks that are yet to be opened.
    spare: Vec<&'a mut [u8]>,
    /// The open blocks, about in the order in which they were opened.
    blocks: VecDeque<usize>,
}

impl<'a> Open<'a> {
    /// Returns the state in which no block is open, with memory for as many as may be.
    pub(super) fn new(spare: Vec<&'a mut [u8]>) -> Self {
        Self(Mutex::new(State { spare, blocks: VecDeque::new() }))
    }

    /// Returns memory to open a block. `close` closes an open block and returns its memory, `None` if a thread has
    /// locked it. Threads lock a block each, and there is memory for more.
    pub(super) fn memory(&self, close: impl Fn(usize) -> Option<&'a mut [u8]>) -> &'a mut [u8] {
        loop {
            let mut state = self.0.lock();
            if let Some(spare) = state.spare.pop() {
                return spare;
            }
            let oldest = state.blocks.pop_front();
            drop(state);
            if let Some(oldest) = oldest {
                if let Some(memory) = close(oldest) {
                    return memory;
                }
                self.opened(oldest);
            }
            thread::yield_now();
        }
    }

    /// Notes that a block is open.
    pub(super) fn opened(&self, block: usize) {
        self.0.lock().blocks.push_back(block);
    }
}

thread_local! {
    static PACKER: RefCell<Option<Packer>> = const { RefCell::new(None) };
}

/// What a thread packs with. With a new one for each block, 3-2 of Trimok takes a third longer to build.
struct Packer {
    compressor: Compressor<'static>,
    decompressor: Decompressor<'static>,
    packed: Vec<u8>,
}

/// Why packing cannot fail.
const FITS: &str = "zstd has the memory that it asks for";

impl Packer {
    fn new() -> Self {
        let (compressor, decompressor) = (Compressor::new(LEVEL), Decompressor::new());
        Self {
            compressor: compressor.expect(FITS),
            decompressor: decompressor.expect(FITS),
            packed: Vec::new(),
        }
    }

    fn with<T>(work: impl FnOnce(&mut Self) -> T) -> T {
        PACKER.with_borrow_mut(|packer| work(packer.get_or_insert_with(Self::new)))
    }
}

/// Packs bytes.
pub(super) fn pack(bytes: &[u8]) -> Vec<u8> {
    Packer::with(|Packer { compressor, packed, .. }| {
        packed.clear();
        packed.reserve(compress_bound(bytes.len()));
        compressor.compress_to_buffer(bytes, packed).expect(FITS);
        packed.as_slice().into()
    })
}

/// Unpacks what [`pack`] has packed, into as many bytes as these were.
pub(super) fn unpack(packed: &[u8], bytes: &mut [u8]) {
    Packer::with(|packer| packer.decompressor.decompress_to_buffer(packed, bytes).expect(FITS));
}
