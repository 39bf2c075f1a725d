//! The record file of a match, from which an interrupted match resumes.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::kernel::file;
use crate::notation::{BadGame, GameText, Games};

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
}

/// What the file of a match holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The words of the command that began the match, those behind `match`.
    pub command: Vec<String>,
    /// The build of the program that began it; none in files of before builds were noted.
    pub build: Option<String>,
    /// The games that were finished.
    pub games: Vec<GameText>,
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
    #[error("{} exists; go on with its match by --resume {}", _0.display(), _0.display())]
    Exists(PathBuf),
    /// The file does not say which match it belongs to.
    #[error("{}: not the file of a match, the first line should begin with {HEADER:?}", _0.display())]
    NoMatch(PathBuf),
    /// The last game was cut off.
    #[error("{}: its last game was cut off, {_1}; finish it by --resume {}", _0.display(), _0.display())]
    Cut(PathBuf, BadGame),
    /// A game cannot be read.
    #[error("{}: {_1}", _0.display())]
    Game(PathBuf, BadGame),
}

impl Archive {
    /// Makes a file for the games of the match that a command began; `command` are the words behind
    /// `match`, `build` tells builds of the program apart.
    ///
    /// # Errors
    ///
    /// Refuses a file that exists and words that cannot be written on a line.
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
        let header = format!("{HEADER}{words}\n{BUILD}{build}\n\n");
        file.write_all(header.as_bytes()).map_err(|error| {
            // A file without a header would be in the way of the next attempt.
            let _ = fs::remove_file(path);
            failed(error)
        })?;
        Ok(Self { file, path: path.to_owned() })
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
    /// is removed, and nothing else.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the file; it stays as it was.
    pub fn resume(path: &Path) -> Result<Resumed, ArchiveError> {
        let failed = |error| ArchiveError::File(path.to_owned(), error);
        let Contents { recorded, whole, end, cut, .. } = Contents::read(path)?;
        let mut file = OpenOptions::new().append(true).open(path).map_err(failed)?;
        file.set_len(whole as u64).map_err(failed)?;
        file.write_all(end.as_bytes()).map_err(failed)?;
        let archive = Self { file, path: path.to_owned() };
        Ok(Resumed { archive, recorded, cut })
    }

    /// Returns where the file is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a game; it has reached the system when this returns.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn append(&mut self, game: &GameText) -> Result<(), ArchiveError> {
        let written = self.file.write_all(game.to_string().as_bytes());
        written.map_err(|error| ArchiveError::File(self.path.clone(), error))
    }
}

/// The most that a file of games may have, in bytes: some two million games.
const LONGEST: u64 = 4 << 30;

/// Reads a file, but not far if it is not that of a match.
fn read(path: &Path) -> Result<Vec<u8>, ArchiveError> {
    let failed = |error| ArchiveError::File(path.to_owned(), error);
    if fs::metadata(path).map_err(failed)?.is_file() {
        let mut first = Vec::new();
        let file = File::open(path).map_err(failed)?;
        file.take(HEADER.len() as u64).read_to_end(&mut first).map_err(failed)?;
        if first != HEADER.as_bytes() {
            return Err(ArchiveError::NoMatch(path.to_owned()));
        }
    }
    file::read(path, LONGEST).map_err(failed)
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

/// The file of a match as it is.
struct Contents {
    recorded: Recorded,
    /// The bytes of its whole games, what should end them and does not, and the bytes behind them.
    whole: usize,
    end: &'static str,
    cut: usize,
    /// What is missing of the last game.
    unfinished: Option<BadGame>,
}

impl Contents {
    fn read(path: &Path) -> Result<Self, ArchiveError> {
        let bytes = read(path)?;
        // A name may have been cut within a character.
        let valid = match std::str::from_utf8(&bytes) {
            Ok(text) => text,
            Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or(""),
        };
        let header = header(valid);
        let mut lines = valid[..header].lines();
        let words = lines.next().and_then(|line| line.strip_prefix(HEADER));
        let command =
            words.and_then(shlex::split).ok_or_else(|| ArchiveError::NoMatch(path.to_owned()))?;
        let build = lines.next().and_then(|line| line.strip_prefix(BUILD)).map(str::to_owned);
        let mut reader = Games::new(valid);
        let (mut games, mut unfinished) = (Vec::new(), None);
        for game in reader.by_ref() {
            match game {
                Ok(game) => games.push(game),
                Err(error) if error.is_cut => unfinished = Some(error),
                Err(error) => return Err(ArchiveError::Game(path.to_owned(), error)),
            }
        }
        let whole = if games.is_empty() { header } else { reader.offset() };
        let end = match &valid[..whole] {
            text if text.ends_with("\n\n") => "",
            text if text.ends_with('\n') => "\n",
            _ => "\n\n",
        };
        let recorded = Recorded { command, build, games };
        Ok(Self { recorded, whole, end, cut: bytes.len() - whole, unfinished })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::GameResult;

    #[test]
    fn a_killed_match_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.games");
        let command = ["morris", "--engine", "name=a b,cmd='x'"].map(str::to_owned).to_vec();
        let mut archive = Archive::create(&path, &command, "1").unwrap();
        let game = GameText {
            tags: vec![("Round".into(), "1.1".into())],
            moves: vec!["B[d6]".into()],
            result: GameResult::Drawn,
        };
        archive.append(&game).unwrap();
        let whole = fs::read(&path).unwrap();
        let refused = Archive::create(&path, &command, "1").unwrap_err().to_string();
        assert!(refused.contains("exists; go on with its match by --resume"), "{refused}");
        // Killed in the middle of the second game, even within a character.
        let mut cut = whole.clone();
        cut.extend_from_slice("[Round \"1.2\"]\n[First \"é".as_bytes());
        cut.pop();
        fs::write(&path, &cut).unwrap();
        let refused = Archive::read(&path).unwrap_err().to_string();
        assert!(refused.contains("its last game was cut off, line 9, column 9: "), "{refused}");
        let mut resumed = Archive::resume(&path).unwrap();
        let build = Some("1".to_owned());
        let recorded = Recorded { command, build, games: vec![game.clone()] };
        assert_eq!(resumed.recorded, recorded);
        assert_eq!(Archive::read(&path).unwrap(), recorded);
        assert_eq!(fs::read(&path).unwrap(), whole);
        resumed.archive.append(&game).unwrap();
        let again = Archive::resume(&path).unwrap();
        assert_eq!((again.recorded.games, again.cut), (vec![game.clone(), game], 0));
    }

    #[test]
    fn a_match_cut_in_its_first_game_keeps_its_header() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.games");
        let command = vec!["morris".to_owned()];
        Archive::create(&path, &command, "1").unwrap();
        let header = fs::read(&path).unwrap();
        let build = Some("1".to_owned());
        for tail in ["[Round \"1", "[Round \"1.1\"]\nB[d6];W[d"] {
            fs::write(&path, [&header[..], tail.as_bytes()].concat()).unwrap();
            let resumed = Archive::resume(&path).unwrap();
            assert_eq!(resumed.recorded.build, build);
            assert_eq!(resumed.cut, tail.len());
            assert_eq!(fs::read(&path).unwrap(), header);
        }
        // Cut within the second line, which is then left out, and within the first.
        fs::write(&path, &header[..header.len() - 4]).unwrap();
        let resumed = Archive::resume(&path).unwrap();
        assert_eq!(resumed.recorded, Recorded { command, build: None, games: Vec::new() });
        assert!(Archive::resume(&path).is_ok());
        fs::write(&path, &header[..20]).unwrap();
        assert!(
            Archive::resume(&path).unwrap_err().to_string().contains("not the file of a match")
        );
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
        for (text, error) in [
            ("", "not the file of a match"),
            ("[Game \"morris\"]\n*\n", "not the file of a match"),
            ("# quincunx match morris\n[Game morris]\n*\n", "line 2, column 7: expected a value"),
        ] {
            fs::write(&path, text).unwrap();
            let refused = Archive::resume(&path).unwrap_err().to_string();
            assert!(refused.contains(error), "{refused}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        let missing = Archive::resume(&folder.path().join("none")).unwrap_err().to_string();
        assert!(missing.contains("none: No such file"), "{missing}");
    }
}
