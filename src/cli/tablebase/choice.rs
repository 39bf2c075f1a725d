//! Choosing the game and its units.

use std::sync::Arc;

use anyhow::{anyhow, bail};

use super::args::{TableFolder, TablebaseTask};
use crate::games::{AnySolved, GameKind};
use crate::kernel::Gather;
use crate::tablebase::{Outline, Units, check_folder};

/// A game that has tables.
#[derive(Clone, Copy)]
pub(super) struct Tabled {
    pub(super) kind: GameKind,
    pub(super) solved: &'static dyn AnySolved,
}

impl Tabled {
    fn of(kind: GameKind) -> Option<Self> {
        Some(Self { kind, solved: kind.solved()? })
    }

    /// Returns whether a folder has files of the game, whatever they contain.
    fn has_files(&self, folder: &TableFolder) -> bool {
        let units = self.solved.units();
        units.list.iter().any(|unit| folder.path.join(units.file_name(unit)).exists())
    }
}

/// Returns the names of games as a readable list.
fn names(games: &[Tabled]) -> String {
    let names: Vec<&str> = games.iter().map(|tabled| tabled.kind.name()).gather();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// Reads the name of a game that has tables.
fn named(games: &[GameKind], name: &str) -> anyhow::Result<Tabled> {
    let all = || names(&games.iter().copied().filter_map(Tabled::of).gather());
    match games.iter().find(|kind| kind.name().eq_ignore_ascii_case(name)) {
        Some(kind) => Tabled::of(*kind)
            .ok_or_else(|| anyhow!("there are no tables for {kind}, only for {}", all())),
        None => bail!("there is no game {name:?}; there are tables for {}", all()),
    }
}

impl TablebaseTask {
    /// Returns the games of the task, of a list, more than one only if each can be reported by itself:
    /// the given one, or those with files in the folder; if there are none, every game that could have
    /// some.
    pub(super) fn games(&self, games: &[GameKind]) -> anyhow::Result<Vec<Tabled>> {
        let folder = match self {
            Self::Build(task) => return Ok(vec![named(games, &task.game)?]),
            Self::Prove(task) => return Ok(vec![named(games, &task.game)?]),
            Self::List(folder) | Self::Stats { folder, .. } => folder,
            Self::Verify(task) => &task.folder,
            Self::Certify(task) => &task.folder,
            Self::Probe(task) => &task.folder,
            Self::Openings(task) => &task.folder,
        };
        if let Some(game) = &folder.game {
            return Ok(vec![named(games, game)?]);
        }
        let all: Vec<Tabled> = games.iter().copied().filter_map(Tabled::of).gather();
        let mut found = all.clone();
        found.retain(|tabled| tabled.has_files(folder));
        if found.len() == 1 || matches!(self, Self::List(_)) {
            return Ok(if found.is_empty() { all } else { found });
        }
        check_folder(&folder.path)?;
        if found.is_empty() {
            bail!("there are no tables in {}", folder.path.display());
        }
        bail!("there are tables of {}: choose one with --game", names(&found));
    }
}

/// Returns the ordinals of the units that a text chooses; by default the usual ones, and others of which a
/// folder has a file.
pub(super) fn chosen(
    solved: &dyn AnySolved,
    text: Option<&str>,
    folder: Option<&TableFolder>,
) -> anyhow::Result<Vec<usize>> {
    match text {
        None => {
            let units = solved.units();
            let has_file = |unit| {
                let name = units.file_name(unit);
                folder.is_some_and(|folder| folder.path.join(name).exists())
            };
            let chosen = units.list.iter().filter(|unit| unit.is_usual || has_file(unit));
            Ok(chosen.map(|unit| unit.ordinal).gather())
        }
        Some(text) => solved.choose(text).map_err(|error| anyhow!(error)),
    }
}

/// Returns the chosen units and all that they need, each after those that it needs.
pub(super) fn with_needs(chosen: &[usize], units: &Units) -> Vec<Arc<Outline>> {
    let mut is_wanted = vec![false; units.list.len()];
    chosen.iter().for_each(|unit| is_wanted[*unit] = true);
    for unit in units.list.iter().rev() {
        if is_wanted[unit.ordinal] {
            unit.needs.iter().for_each(|needed| is_wanted[*needed] = true);
        }
    }
    units.list.iter().filter(|unit| is_wanted[unit.ordinal]).cloned().gather()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{GameList, Standard};

    #[test]
    fn tables_that_are_there_are_chosen_though_they_are_unusual() {
        let folder = tempfile::tempdir().unwrap();
        let there = TableFolder { path: folder.path().to_owned(), game: None };
        let mut count = 0;
        for solved in Standard::ALL.iter().filter_map(|kind| kind.solved()) {
            let units = solved.units();
            let unusual = units.list.iter().find(|unit| !unit.is_usual);
            let Some(unusual) = unusual else { continue };
            std::fs::write(folder.path().join(units.file_name(unusual)), "").unwrap();
            let is_chosen =
                |folder| chosen(solved, None, folder).unwrap().contains(&unusual.ordinal);
            assert!(is_chosen(Some(&there)) && !is_chosen(None));
            count += 1;
        }
        assert!(count > 0);
    }
}
