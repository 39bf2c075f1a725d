//! Matches of any game: played here, counted from records, or their openings alone.

use std::collections::HashSet;
use std::io;
use std::sync::atomic::AtomicBool;

use super::archive::{Archive, RecordedGame};
use super::error::ArenaError;
use super::runner::{MatchRunner, Progress};
use super::standings::Standings;
use super::tournament::Tournament;
use crate::engine::Engine;
use crate::kernel::Gather;
use crate::notation::GameText;

impl Tournament {
    /// Plays the match of a game of the engine and returns its results. `recorded` are the games
    /// that were played before; the others are added to the archive in their order, each as soon as
    /// all before it are over. The test is asked behind each round in order, and what is behind the
    /// round that decides it counts no more: the results do not depend on how many games are played
    /// at the same time.
    ///
    /// Whoever sets `stop` ends the match: the games in hand do not count. It is set when this returns.
    ///
    /// A program that cannot start, or not again, loses the game; the others are played.
    ///
    /// # Errors
    ///
    /// Says why the match cannot be played or go on, also if fewer than two players can start. The
    /// games in order that ended before are in the archive.
    pub fn run(
        &self,
        engine: &Engine,
        archive: Option<Archive>,
        recorded: Vec<RecordedGame>,
        stop: &AtomicBool,
        report: &mut (dyn FnMut(&Progress) + Send),
    ) -> Result<Standings, ArenaError> {
        self.check()?;
        MatchRunner::new(self, engine)?.run(archive, recorded, stop, report)
    }

    /// Counts the games of a match that were played elsewhere, as if it had been played here. Returns its
    /// results and the games that they are of, in order. With `is_partial` the last games may be missing:
    /// those before the first that is missing are counted.
    ///
    /// # Errors
    ///
    /// Says which games are missing, double, or of another match.
    pub fn count(
        &self,
        engine: &Engine,
        recorded: Vec<RecordedGame>,
        is_partial: bool,
    ) -> Result<(Standings, Vec<GameText>), ArenaError> {
        self.check()?;
        let runner = MatchRunner::new(self, engine)?;
        let mut ledger = runner.ledger(recorded)?;
        let counted = std::iter::from_fn(|| ledger.count()).map(|(_, entry)| entry.text).gather();
        if !is_partial && !ledger.is_complete() {
            return Err(ArenaError::Missing(runner.name_rounds(&mut ledger.missing())));
        }
        Ok((ledger.standings().clone(), counted))
    }

    /// Calls `write` with the opening of each round as a line of text, in order, and returns how many of
    /// them are different. Who plays does not matter.
    ///
    /// # Errors
    ///
    /// Says why there are none, or what `write` says.
    pub fn openings(
        &self,
        engine: &Engine,
        write: &mut dyn FnMut(&str) -> io::Result<()>,
    ) -> Result<u64, ArenaError> {
        let runner = MatchRunner::new(self, engine)?;
        let mut different = HashSet::new();
        for round in 0..self.rounds {
            let opening = runner.opening(round);
            let line = match opening.texts() {
                moves if moves.is_empty() => opening.position(0).text(),
                moves => moves.join(";"),
            };
            write(&line).map_err(ArenaError::Output)?;
            different.insert(opening.now().board());
        }
        Ok(different.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::sync::LazyLock;

    use super::*;
    use crate::arena::{Conditions, Format, MoveLimits, OpeningSource, PlayerSpec};
    use crate::games::{GameList, Standard};
    use crate::kernel::Part;

    static ENGINE: LazyLock<Engine> = LazyLock::new(Engine::new);

    /// A match of random players in which some games are adjudicated and the others are not.
    fn tournament() -> Tournament {
        let player = |text| PlayerSpec::read(text).unwrap();
        Tournament {
            game: Standard::find("morris").unwrap(),
            rules: Vec::new(),
            players: vec![player("random:name=a"), player("random:name=b")],
            limits: MoveLimits::default(),
            format: Format::RoundRobin,
            rounds: 1,
            part: Part::default(),
            openings: OpeningSource::Text("B[d6];W[d2]".to_owned()),
            seed: 4,
            sprt: None,
            concurrency: 1,
            conditions: Conditions { max_plies: 70, ..Conditions::default() },
            details: false,
        }
    }

    /// Records that match and returns its file as text.
    fn record(path: &Path) -> String {
        let archive = Archive::create(path, &["morris".to_owned()], "1").unwrap();
        let stop = AtomicBool::new(false);
        tournament().run(&ENGINE, Some(archive), Vec::new(), &stop, &mut |_| {}).unwrap();
        fs::read_to_string(path).unwrap()
    }

    /// What a record comes to, or why it is refused.
    fn count(path: &Path, is_partial: bool) -> Result<(Standings, Vec<GameText>), String> {
        let recorded = Archive::read(path).map_err(|error| error.to_string())?;
        let counted = tournament().count(&ENGINE, recorded.games, is_partial);
        counted.map_err(|error| error.to_string())
    }

    fn without_checksums(record: &str) -> String {
        let lines = record.split_inclusive('\n');
        lines.filter(|line| !line.starts_with("[Checksum ")).collect()
    }

    #[test]
    fn a_flipped_bit_is_found_or_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.games");
        let sealed = record(&path);
        let right = count(&path, false).unwrap();
        for name in ["pieces", "adjudication"] {
            assert!(sealed.contains(&format!("[Termination \"{name}\"]")), "{sealed}");
        }
        let older = without_checksums(&sealed);
        for (record, is_sealed) in [(&sealed, true), (&older, false)] {
            // Of the older record, which is played again for each bit, one in nine.
            let bits = (0..record.len() * 8).step_by(if is_sealed { 1 } else { 9 });
            let (mut refused, all) = (0, bits.len());
            for bit in bits {
                let mut bytes = record.clone().into_bytes();
                bytes[bit / 8] ^= 1 << (bit % 8);
                fs::write(&path, &bytes).unwrap();
                let place = format!("bit {} of byte {}", bit % 8, bit / 8);
                match count(&path, false) {
                    Err(_) => refused += 1,
                    Ok(found) if is_sealed => assert_eq!(found, right, "{place}"),
                    // The words of a reason may differ, and a move that makes no difference.
                    Ok((found, _)) => assert_eq!(found, right.0, "{place}"),
                }
            }
            let share = 100 * refused / all;
            assert!(share > if is_sealed { 97 } else { 75 }, "{share} % were found");
        }
    }
}
