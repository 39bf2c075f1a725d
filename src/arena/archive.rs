//! The record file of a match, from which an interrupted match resumes.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use crate::kernel::bytes::checksum;
use crate::kernel::{Quoted, file};
use crate::notation::{BadGame, GameText, Games, tag};

/// What begins the first line of the file of a match; the words of the command follow, quoted as a
/// shell wants them.
const HEADER: &str = "# quincunx match ";
/// What begins its second line; the build of the program that began the match follows.
const BUILD: &str = "# build ";

/// A file of games to which games are added.
#[derive(Debug)]
pub struct Archive {
    file: File,
    path: PathBuf,
    /// Its first lines.
    header: String,
}

/// What the file of a match holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The words of the command that began the match, those behind `match`.
    pub command: Vec<String>,
    /// The build of the program that began it; none in files of before builds were noted.
    pub build: Option<String>,
    /// The games that were finished.
    pub games: Vec<RecordedGame>,
}

/// A game of a file, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedGame {
    /// The game, without its checksum.
    pub text: GameText,
    /// The file.
    pub path: Arc<Path>,
    /// The lines, from 1, of its tags in order, its moves and its result.
    pub lines: Vec<usize>,
}

/// The file of a match that was not finished.
#[derive(Debug)]
pub struct Resumed {
    /// The file, ready for the next game.
    pub archive: Archive,
    /// What it holds.
    pub recorded: Recorded,
    /// The bytes of an unfinished game that were cut off.
    pub cut: usize,
}

/// Why a file cannot be used.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// The system refuses.
    #[error("{}: {_1}", _0.display())]
    File(PathBuf, io::Error),
    /// A new match does not overwrite the games of another one.
    #[error("{} exists; go on with its match by {}", _0.display(), resuming(_0))]
    Exists(PathBuf),
    /// Another match adds its games.
    #[error("{} is in use by another match", _0.display())]
    Busy(PathBuf),
    /// The file does not say which match it belongs to.
    #[error("{}: not the file of a match, the first line should begin with {HEADER:?}", _0.display())]
    NoMatch(PathBuf),
    /// The last game was cut off.
    #[error("{}: its last game was cut off, {_1}; finish it by {}", _0.display(), resuming(_0))]
    Cut(PathBuf, BadGame),
    /// A game cannot be read.
    #[error("{}: {_1}", _0.display())]
    Game(PathBuf, BadGame),
    /// The file says which match it belongs to, but not to the end of the line.
    #[error("{}: its first line was cut off, the command of the match; there is no game yet", _0.display())]
    NoCommand(PathBuf),
    /// A game, or what stands before all games, is not what was written.
    #[error(
        "{}: line {line}, game {}: the checksum {} is not that of the game and the first lines of the file: they were changed",
        path.display(), Quoted(round.as_bytes()), Quoted(found.as_bytes())
    )]
    Changed {
        /// The file.
        path: PathBuf,
        /// The line of the checksum.
        line: usize,
        /// The label of the game.
        round: String,
        /// The checksum that the file gives.
        found: String,
    },
}

impl Archive {
    /// Makes a file for the games of the match that a command began; `command` are the words behind
    /// `match`, `build` tells builds of the program apart.
    ///
    /// # Errors
    ///
    /// Refuses a file that exists or is in use, and words that cannot be written on a line.
    pub fn create(path: &Path, command: &[String], build: &str) -> Result<Self, ArchiveError> {
        let failed = |error| ArchiveError::File(path.to_owned(), error);
        let words = shlex::try_join(command.iter().map(String::as_str))
            .ok()
            .filter(|line| !line.contains('\n'))
            .ok_or_else(|| failed(io::Error::other("the command does not fit on a line")))?;
        let file = OpenOptions::new().append(true).create_new(true).open(path);
        let file = match file {
            // Nothing is lost with an empty file.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && is_empty(path) => {
                OpenOptions::new().append(true).open(path)
            }
            file => file,
        };
        let mut file = file.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => ArchiveError::Exists(path.to_owned()),
            _ => failed(error),
        })?;
        lock(&file, path)?;
        // Another match may have begun in the same empty file, and ended.
        if !is_empty(path) {
            return Err(ArchiveError::Exists(path.to_owned()));
        }
        let header = format!("{HEADER}{words}\n{BUILD}{build}\n");
        file.write_all(format!("{header}\n").as_bytes()).map_err(|error| {
            // A file without a header would be in the way of the next attempt.
            let _ = fs::remove_file(path);
            failed(error)
        })?;
        Ok(Self { file, path: path.to_owned(), header })
    }

    /// Reads the file of a match that is over.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the file, also if its last game was cut off.
    pub fn read(path: &Path) -> Result<Recorded, ArchiveError> {
        let contents = Contents::read(path)?;
        match contents.unfinished {
            Some(error) => Err(ArchiveError::Cut(path.to_owned(), error)),
            None => Ok(contents.recorded),
        }
    }

    /// Reads the file of a match, whether it is over or not.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the file.
    pub fn peek(path: &Path) -> Result<Recorded, ArchiveError> {
        Ok(Contents::read(path)?.recorded)
    }

    /// Opens the file of a match to go on with it. A game that was cut off when the match was killed
    /// is removed, and nothing else. If not even the line of the build was finished, it names `build`, which
    /// will play all games.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the file; it stays as it was.
    pub fn resume(path: &Path, build: &str) -> Result<Resumed, ArchiveError> {
        let failed = |error| ArchiveError::File(path.to_owned(), error);
        let mut file = OpenOptions::new().append(true).open(path).map_err(failed)?;
        lock(&file, path)?;
        let Contents { mut header, mut recorded, whole, mut end, cut, .. } = Contents::read(path)?;
        if recorded.build.is_none() && recorded.games.is_empty() {
            let line = format!("{BUILD}{build}\n");
            header += &line;
            end = line + "\n";
            recorded.build = Some(build.to_owned());
        }
        file.set_len(whole as u64).map_err(failed)?;
        file.write_all(end.as_bytes()).map_err(failed)?;
        let archive = Self { file, path: path.to_owned(), header };
        Ok(Resumed { archive, recorded, cut })
    }

    /// Removes the file of a match that failed before its first game was over: it would be in the way of the next attempt.
    pub fn discard(path: &Path) {
        if Self::peek(path).is_ok_and(|recorded| recorded.games.is_empty()) {
            let _ = fs::remove_file(path);
        }
    }

    /// Returns where the file is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a game and its checksum; it has reached the system when this returns.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn append(&mut self, game: &GameText) -> Result<(), ArchiveError> {
        let mut game = game.clone();
        game.tags.push((tag::CHECKSUM.to_owned(), seal(&self.header, &game)));
        let written = self.file.write_all(game.to_string().as_bytes());
        written.map_err(|error| ArchiveError::File(self.path.clone(), error))
    }
}

/// Returns the words for a shell that go on with the match of a file.
#[must_use]
pub fn resuming(path: &Path) -> String {
    let path = path.to_string_lossy();
    format!("--resume {}", shlex::try_quote(&path).unwrap_or_default())
}

/// Returns the checksum of a game that has none yet, in a file with those first lines.
fn seal(header: &str, game: &GameText) -> String {
    format!("{:016x}", checksum(format!("{header}\n{game}").as_bytes()))
}

/// Takes the checksum out of a game, if it has one and it is right.
fn unseal(header: &str, game: &mut RecordedGame) -> Result<(), ArchiveError> {
    let text = &mut game.text;
    let Some(at) = text.tags.iter().position(|(name, _)| name == tag::CHECKSUM) else {
        // Games were written without, once.
        return Ok(());
    };
    let ((_, found), line) = (text.tags.remove(at), game.lines.remove(at));
    if found == seal(header, text) {
        return Ok(());
    }
    let round = text.tag(tag::ROUND).unwrap_or("").to_owned();
    Err(ArchiveError::Changed { path: game.path.to_path_buf(), line, round, found })
}

/// The most that a file of games may have, in bytes: some two million games.
const LONGEST: u64 = 4 << 30;

/// Reads a file, but not far if it is not that of a match.
fn read(path: &Path) -> Result<Vec<u8>, ArchiveError> {
    let failed = |error| ArchiveError::File(path.to_owned(), error);
    if fs::metadata(path).map_err(failed)?.is_file() {
        let mut file = File::open(path).map_err(failed)?;
        let first = file::take(&mut file, HEADER.len() as u64).map_err(failed)?;
        if first != HEADER.as_bytes() {
            return Err(ArchiveError::NoMatch(path.to_owned()));
        }
    }
    file::read(path, LONGEST).map_err(failed)
}

/// Keeps other matches out of a file until it is closed, where its file system has locks.
fn lock(file: &File, path: &Path) -> Result<(), ArchiveError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(ArchiveError::Busy(path.to_owned())),
        Err(TryLockError::Error(_)) | Ok(()) => Ok(()),
    }
}

fn is_empty(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|about| about.is_file() && about.len() == 0)
}

/// Returns the bytes of the lines before the first game, as far as they are whole.
fn header(text: &str) -> usize {
    let is_comment = |line: &str| line.starts_with('#') || line.trim().is_empty();
    let lines = text.split_inclusive('\n');
    lines.take_while(|line| line.ends_with('\n') && is_comment(line)).map(str::len).sum()
}

/// Returns the text of a file, which may have been cut within a character.
fn text(bytes: &[u8]) -> Result<&str, BadGame> {
    let error = match std::str::from_utf8(bytes) {
        Ok(text) => return Ok(text),
        Err(error) => error,
    };
    let valid = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or("");
    let Some(length) = error.error_len() else { return Ok(valid) };
    let line = valid.rsplit('\n').next().unwrap_or("");
    Err(BadGame {
        line: valid.matches('\n').count() + 1,
        column: line.len() + 1,
        expected: "a text in UTF-8".into(),
        found: bytes[valid.len()..][..length].into(),
        is_cut: false,
    })
}

/// The file of a match as it is.
struct Contents {
    /// The lines that say what the match is.
    header: String,
    recorded: Recorded,
    /// The bytes of its whole games, what should end them and does not, and the bytes behind them.
    whole: usize,
    end: String,
    cut: usize,
    /// What is missing of the last game.
    unfinished: Option<BadGame>,
}

impl Contents {
    fn read(path: &Path) -> Result<Self, ArchiveError> {
        let bytes = read(path)?;
        let valid = text(&bytes).map_err(|error| ArchiveError::Game(path.to_owned(), error))?;
        let first_lines = header(valid);
        let mut lines = valid[..first_lines].lines();
        let Some(words) = lines.next().and_then(|line| line.strip_prefix(HEADER)) else {
            let is_cut = valid.starts_with(HEADER) && !valid.contains('\n');
            let error = if is_cut { ArchiveError::NoCommand } else { ArchiveError::NoMatch };
            return Err(error(path.to_owned()));
        };
        let command = shlex::split(words).ok_or_else(|| ArchiveError::NoMatch(path.to_owned()))?;
        let build = lines.find_map(|line| line.strip_prefix(BUILD)).map(str::to_owned);
        let mut header = format!("{HEADER}{words}\n");
        header.extend(build.iter().map(|build| format!("{BUILD}{build}\n")));

        let mut reader = Games::new(valid);
        let (mut games, mut unfinished) = (Vec::new(), None);
        let file: Arc<Path> = path.into();
        while let Some(game) = reader.next() {
            match game {
                Ok(text) => {
                    let lines = reader.places().to_vec();
                    let mut game = RecordedGame { text, path: Arc::clone(&file), lines };
                    unseal(&header, &mut game)?;
                    games.push(game);
                }
                Err(error) if error.is_cut => unfinished = Some(error),
                Err(error) => return Err(ArchiveError::Game(path.to_owned(), error)),
            }
        }
        let whole = if games.is_empty() { first_lines } else { reader.offset() };
        let end = match &valid[..whole] {
            text if text.ends_with("\n\n") => "",
            text if text.ends_with('\n') => "\n",
            _ => "\n\n",
        };
        let recorded = Recorded { command, build, games };
        let (end, cut) = (end.to_owned(), bytes.len() - whole);
        Ok(Self { header, recorded, whole, end, cut, unfinished })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::GameResult;

    fn game(round: &str) -> GameText {
        let tags = vec![("Round".into(), round.into())];
        GameText { tags, moves: vec!["B[d6]".into()], result: GameResult::Drawn }
    }

    fn texts(recorded: &Recorded) -> Vec<&GameText> {
        recorded.games.iter().map(|game| &game.text).collect()
    }

    #[test]
    fn a_killed_match_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.games");
        let command = ["morris", "--engine", "name=a b,cmd='x'"].map(str::to_owned).to_vec();
        let mut archive = Archive::create(&path, &command, "1").unwrap();
        let [first, second] = ["1.1", "1.2"].map(game);
        archive.append(&first).unwrap();
        let whole = fs::read(&path).unwrap();
        assert_eq!(resuming(Path::new("a b.games")), "--resume 'a b.games'");
        let refused = Archive::create(&path, &command, "1").unwrap_err().to_string();
        assert!(refused.contains("exists; go on with its match by --resume"), "{refused}");
        // Killed in the middle of the second game, even within a character.
        let mut cut = whole.clone();
        cut.extend_from_slice("[Round \"1.2\"]\n[First \"é".as_bytes());
        cut.pop();
        fs::write(&path, &cut).unwrap();
        let refused = Archive::read(&path).unwrap_err().to_string();
        assert!(refused.contains("its last game was cut off, line 10, column 9: "), "{refused}");
        drop(archive);
        let mut resumed = Archive::resume(&path, "2").unwrap();
        let recorded = Archive::read(&path).unwrap();
        assert_eq!(resumed.recorded, recorded);
        assert_eq!((&recorded.command, recorded.build.as_deref()), (&command, Some("1")));
        assert_eq!(texts(&recorded), [&first], "without the checksum");
        assert_eq!(recorded.games[0].lines, [4, 6, 7], "where its parts are");
        assert_eq!(fs::read(&path).unwrap(), whole);
        resumed.archive.append(&second).unwrap();
        drop(resumed);
        let again = Archive::resume(&path, "2").unwrap();
        assert_eq!((texts(&again.recorded), again.cut), (vec![&first, &second], 0));
    }

    #[test]
    fn one_match_at_a_time_adds_to_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.games");
        let command = ["morris".to_owned()];
        // One has made the file and not written to it yet.
        let first = File::create(&path).unwrap();
        first.lock().unwrap();
        let busy = format!("{} is in use by another match", path.display());
        assert_eq!(Archive::create(&path, &command, "1").unwrap_err().to_string(), busy);
        assert!(path.exists(), "it belongs to the other");
        drop(first);
        let mut archive = Archive::create(&path, &command, "1").unwrap();
        archive.append(&game("1.1")).unwrap();
        let whole = fs::read(&path).unwrap();
        assert_eq!(Archive::resume(&path, "1").unwrap_err().to_string(), busy);
        assert_eq!(fs::read(&path).unwrap(), whole);
        drop(archive);
        assert_eq!(Archive::resume(&path, "1").unwrap().recorded.games.len(), 1);
    }

    #[test]
    fn a_match_cut_before_its_first_game_keeps_its_command_and_its_build() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.games");
        let command = vec!["morris".to_owned()];
        Archive::create(&path, &command, "1").unwrap();
        let header = fs::read(&path).unwrap();
        let first_line = 1 + header.iter().position(|byte| *byte == b'\n').unwrap();
        let whole = [&header[..], b"[Round \"1.1\"]\nB[d6];W[d"].concat();
        for cut in first_line..=whole.len() {
            fs::write(&path, &whole[..cut]).unwrap();
            let resumed = Archive::resume(&path, "1").unwrap();
            assert_eq!(resumed.recorded.build.as_deref(), Some("1"), "{cut} bytes");
            assert_eq!(fs::read(&path).unwrap(), header, "{cut} bytes");
            let mut archive = resumed.archive;
            archive.append(&game("1.1")).unwrap();
            assert_eq!(texts(&Archive::read(&path).unwrap()), [&game("1.1")]);
        }
        // The build that plays is named, not the one that came to nothing.
        fs::write(&path, &header[..first_line + 3]).unwrap();
        Archive::resume(&path, "2").unwrap();
        assert_eq!(Archive::read(&path).unwrap().build.as_deref(), Some("2"));
        for (cut, error) in
            [(first_line - 1, "its first line was cut off"), (9, "not the file of a match")]
        {
            fs::write(&path, &header[..cut]).unwrap();
            let refused = Archive::resume(&path, "1").unwrap_err().to_string();
            assert!(refused.contains(error), "{refused}");
            assert_eq!(fs::read(&path).unwrap(), &header[..cut]);
        }
    }

    #[test]
    fn an_empty_file_is_in_nobodys_way() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.games");
        fs::write(&path, "").unwrap();
        Archive::create(&path, &["morris".to_owned()], "1").unwrap();
        assert!(Archive::read(&path).unwrap().games.is_empty());
    }

    #[test]
    fn foreign_and_damaged_files_stay_as_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.games");
        let sum = "0123456789abcdef";
        let changed =
            format!("# quincunx match morris\n[Round \"1.1\"]\n[Checksum \"{sum}\"]\n*\n");
        for (text, error) in [
            (&b""[..], "not the file of a match"),
            (b"[Game \"morris\"]\n*\n", "not the file of a match"),
            (b"# quincunx match morris\n[Game morris]\n*\n", "line 2, column 7: expected a value"),
            // Not the end of a text that was cut within a character: games follow.
            (
                b"# quincunx match morris\nB[\x8A6]\n*\n",
                "line 2, column 3: expected a text in UTF-8",
            ),
            (changed.as_bytes(), "line 3, game \"1.1\": the checksum \"0123456789abcdef\" is not"),
        ] {
            fs::write(&path, text).unwrap();
            let refused = Archive::resume(&path, "1").unwrap_err().to_string();
            assert!(refused.contains(error), "{refused}");
            assert_eq!(fs::read(&path).unwrap(), text);
        }
        let missing = Archive::resume(&folder.path().join("none"), "1").unwrap_err().to_string();
        assert!(missing.contains("none: No such file"), "{missing}");
    }
}
