//! Which game is meant, and which of its units.

use std::path::Path;

use anyhow::{anyhow, bail};

use super::args::{TableFolder, TablebaseTask};
use crate::games::{Game, GameKind, SolvedVisitor};
use crate::tablebase::{Solved, TableFile, Unit};
use crate::with_game;

/// Does something with a game, `None` if there are no tables for it.
pub(super) fn visit<V: SolvedVisitor>(game: GameKind, visitor: V) -> Option<V::Output> {
    with_game!(game, G => G::visit_solved(visitor))
}

/// Tells whether a folder has files of the game, whatever they hold.
struct HasFiles<'a>(&'a Path);

impl SolvedVisitor for HasFiles<'_> {
    type Output = bool;

    fn visit<G: Game + Solved>(self) -> bool {
        G::Unit::all().any(|unit| self.0.join(TableFile::<G>::name(unit)).exists())
    }
}

/// Returns the games that there are tables for, with whether a folder has files of them.
fn tabled(folder: &Path) -> Vec<(GameKind, bool)> {
    let games = GameKind::ALL.into_iter();
    games.filter_map(|game| Some((game, visit(game, HasFiles(folder))?))).collect()
}

/// Returns the names of games as a list for people.
fn names(games: impl IntoIterator<Item = GameKind>) -> String {
    games.into_iter().map(GameKind::name).collect::<Vec<_>>().join(" and ")
}

/// Reads the name of a game that there are tables for.
pub(super) fn tabled_game(name: &str) -> Result<GameKind, String> {
    let tabled = || tabled(Path::new("")).into_iter().map(|(game, _)| game);
    match GameKind::from_name(name) {
        Some(game) if tabled().any(|tabled| tabled == game) => Ok(game),
        Some(other) => {
            Err(format!("there are no tables for {other}, only for {}", names(tabled())))
        }
        None => Err(format!("there are tables for {}", names(tabled()))),
    }
}

/// Returns the games that a task is about: the one that is told, or those that the folder has files
/// of; if there are none, every game that may have some.
fn of_folder(folder: &TableFolder) -> Vec<GameKind> {
    if let Some(game) = folder.game {
        return vec![game];
    }
    let all = tabled(&folder.path);
    let any = all.iter().any(|(_, is_there)| *is_there);
    all.into_iter().filter(|(_, is_there)| *is_there || !any).map(|(game, _)| game).collect()
}

impl TablebaseTask {
    /// Returns the games that the task is about, more than one only where each can be told of by
    /// itself.
    pub(super) fn games(&self) -> anyhow::Result<Vec<GameKind>> {
        let folder = match self {
            Self::Build(task) => return Ok(vec![task.game]),
            Self::Prove(task) => return Ok(vec![task.game]),
            Self::List(folder) => return Ok(of_folder(folder)),
            Self::Stats { folder, .. } => folder,
            Self::Verify(task) => &task.folder,
            Self::Probe(task) => &task.folder,
            Self::Openings(task) => &task.folder,
        };
        let games = of_folder(folder);
        if games.len() > 1 {
            bail!("tables of {}: say with --game which game is meant", names(games));
        }
        Ok(games)
    }
}

/// Reads which units are chosen, every one if nothing is said.
pub(super) fn units<G: Solved>(text: Option<&str>) -> anyhow::Result<Vec<G::Unit>> {
    match text {
        None => Ok(G::Unit::all().collect()),
        Some(text) => G::Unit::choose(text).map_err(|error| anyhow!(error)),
    }
}

/// Returns the chosen units and all that they need, each after those that it needs.
pub(super) fn with_needs<U: Unit>(chosen: Vec<U>) -> Vec<U> {
    let mut found: Vec<U> = Vec::new();
    let mut open = chosen;
    while let Some(unit) = open.pop() {
        if !found.contains(&unit) {
            found.push(unit);
            open.extend(unit.needs());
        }
    }
    found.sort_by_key(|unit| unit.ordinal());
    found
}
