//! A folder of text files with answers.
//!
//! Every `.txt` file in it is read, see [`ClaimReader`]: one [`Claim`] a line, in any order, any of them more than
//! once. So folders are merged by copying the files of one to another, or by appending them to each other. A last line
//! without an ending is not finished yet, or was cut off; it is not read.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::error::ProofError;
use crate::games::{AnyPosition, Bounds, Claim, ClaimLine, ClaimReader};
use crate::kernel::{Part, file};

/// What is read of a file at once: more is no file of answers.
const LONGEST: u64 = 1 << 30;

/// A line of a file.
type Place = (PathBuf, usize);

/// What is known of the images of one position, and where that is written.
#[derive(Debug)]
struct Known {
    bounds: Bounds,
    /// Where the lower bound stands, and the upper one.
    places: [Option<Place>; 2],
}

/// The answers in a folder.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    /// By the canonical board.
    known: HashMap<Vec<u64>, Known>,
    /// How much of each file was read: bytes and lines.
    read: BTreeMap<PathBuf, (u64, usize)>,
}

/// The file of a store to which a shard adds its answers.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    /// It stays locked.
    file: File,
}

fn io_error(path: &Path) -> impl FnOnce(io::Error) -> ProofError {
    let path = path.to_owned();
    |source| ProofError::Io { path, source }
}

impl Store {
    /// Opens a folder, which is made if there is none. The positions are those of the rules of `like`.
    ///
    /// # Errors
    ///
    /// A file cannot be read, is damaged or contradicts another one.
    pub fn open(folder: &Path, like: &dyn AnyPosition) -> Result<Self, ProofError> {
        file::create_folder(folder).map_err(io_error(folder))?;
        let folder = folder.to_owned();
        let mut store = Self { folder, known: HashMap::new(), read: BTreeMap::new() };
        store.refresh(like)?;
        Ok(store)
    }

    /// Returns where the files are.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Opens the file of a shard to add answers to, `I-of-N.txt`.
    ///
    /// # Errors
    ///
    /// It cannot be written, or another process adds the answers of the same shard.
    pub fn log(&self, shard: Part) -> Result<Log, ProofError> {
        let path = self.folder.join(format!("{}.txt", shard.to_string().replace('/', "-of-")));
        let opened = File::options().read(true).append(true).create(true).open(&path);
        let mut file = opened.map_err(io_error(&path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(ProofError::Busy(path)),
            Err(TryLockError::Error(error)) => return Err(io_error(&path)(error)),
        }
        cut(&mut file).map_err(io_error(&path))?;
        Ok(Log { path, file })
    }

    /// Returns what is known of a board, by its canonical image.
    pub(super) fn bounds(&self, board: &[u64]) -> Bounds {
        self.known.get(board).map_or(Bounds::UNKNOWN, |known| known.bounds)
    }

    /// Reads what was added to the files of the folder since it was last read, and returns whether there was
    /// anything.
    ///
    /// # Errors
    ///
    /// A file cannot be read, is damaged or contradicts another one.
    pub fn refresh(&mut self, like: &dyn AnyPosition) -> Result<bool, ProofError> {
        let mut paths = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(io_error(&self.folder))? {
            let path = entry.map_err(io_error(&self.folder))?.path();
            if path.extension().is_some_and(|extension| extension == "txt") {
                paths.push(path);
            }
        }
        paths.sort_unstable();
        let mut is_changed = false;
        for path in paths {
            is_changed |= self.read_more(&path, like)?;
        }
        Ok(is_changed)
    }

    fn read_more(&mut self, path: &Path, like: &dyn AnyPosition) -> Result<bool, ProofError> {
        let (mut offset, mut number) = self.read.get(path).copied().unwrap_or_default();
        let bytes = (|| {
            let mut file = File::open(path)?;
            let length = file.metadata()?.len();
            if length < offset {
                // Another file of the same name.
                (offset, number) = (0, 0);
            }
            if length == offset {
                return Ok(Vec::new());
            }
            file.seek(SeekFrom::Start(offset))?;
            let mut bytes = Vec::new();
            file.take(LONGEST).read_to_end(&mut bytes)?;
            Ok(bytes)
        })();
        let bytes = bytes.map_err(io_error(path))?;
        let whole = whole_lines(&bytes);
        let bad = |line, text: &[u8], what| {
            let (path, text) = (path.to_owned(), text.to_owned());
            ProofError::BadLine { path, line, text, what }
        };
        let mut reader = ClaimReader::new(like);
        for line in bytes[..whole].split_inclusive(|byte| *byte == b'\n') {
            number += 1;
            let line = line.trim_ascii_end();
            let text = str::from_utf8(line).map_err(|_| "it is not text".to_owned());
            let read = text.and_then(|text| reader.read(number, text));
            for ClaimLine { number, text, claim } in read.map_err(|what| bad(number, line, what))? {
                let learned = self.learn(&claim, (path.to_owned(), number));
                learned.map_err(|what| bad(number, text.as_bytes(), what))?;
            }
        }
        let missing = |line: ClaimLine| {
            bad(line.number, line.text.as_bytes(), ClaimReader::MISSING.to_owned())
        };
        reader.finish().map_err(missing)?;
        self.read.insert(path.to_owned(), (offset + whole as u64, number));
        Ok(whole > 0)
    }

    /// Adds an answer to the store and to a file of it.
    ///
    /// # Errors
    ///
    /// It cannot be written, or contradicts what is known.
    pub fn add(&mut self, claim: &Claim, log: &mut Log) -> Result<(), ProofError> {
        let line = claim.line();
        let (bytes, lines) = self.read.get(&log.path).copied().unwrap_or_default();
        let place = (log.path.clone(), lines + 1);
        self.learn(claim, place).map_err(|what| ProofError::BadLine {
            path: log.path.clone(),
            line: lines + 1,
            text: line.clone().into_bytes(),
            what,
        })?;
        let written = format!("{line}\n");
        // In one piece, and on the disk before anything builds on it.
        let put = log.file.write_all(written.as_bytes()).and_then(|()| log.file.sync_data());
        let length = put.and_then(|()| Ok(log.file.metadata()?.len()));
        let end = bytes + written.len() as u64;
        // Where others have added to the file, too, it is still to be read.
        if length.map_err(io_error(&log.path))? == end {
            self.read.insert(log.path.clone(), (end, lines + 1));
        }
        Ok(())
    }

    fn learn(&mut self, claim: &Claim, place: Place) -> Result<(), String> {
        let nothing = || Known { bounds: Bounds::UNKNOWN, places: [None, None] };
        let known = self.known.entry(claim.position.canonical_board()).or_insert_with(nothing);
        let claimed = claim.bounds();
        let met = known.bounds.meet(claimed);
        let is_lower = claimed.lower > Bounds::UNKNOWN.lower;
        if met.lower > met.upper {
            let (path, line) = known.places[usize::from(is_lower)].clone().unwrap_or_default();
            return Err(format!("line {line} of {} says otherwise", path.display()));
        }
        if met != known.bounds {
            known.bounds = met;
            known.places[usize::from(!is_lower)] = Some(place);
        }
        Ok(())
    }
}

/// Returns the length of the lines that have an ending.
fn whole_lines(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1)
}

/// Cuts off a last line without an ending, which a killed process has left.
fn cut(file: &mut File) -> io::Result<()> {
    let start = file.metadata()?.len().saturating_sub(LONGEST);
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(start))?;
    file.read_to_end(&mut bytes)?;
    let whole = whole_lines(&bytes);
    if whole < bytes.len() { file.set_len(start + whole as u64) } else { Ok(()) }
}
