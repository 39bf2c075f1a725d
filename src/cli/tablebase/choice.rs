//! Choosing the game and its units.

use std::path::Path;

use anyhow::{anyhow, bail};

use super::args::{TableFolder, TablebaseTask};
use crate::games::{Game, GameKind, GameList, SolvedVisitor, Visitor};
use crate::kernel::sort;
use crate::tablebase::{Buildable, Solved, TableFile, Unit, check_folder};

/// Runs an operation on a game of the list `G`; `None` if there are no tables for it.
pub(super) fn visit<G: GameList, V: SolvedVisitor>(
    game: GameKind,
    visitor: V,
) -> Option<V::Output> {
    G::with(game, IfSolved(visitor)).flatten()
}

/// An operation on games with tables, applied to a game that may have none.
struct IfSolved<V>(V);

impl<V: SolvedVisitor> Visitor for IfSolved<V> {
    type Output = Option<V::Output>;

    fn visit<P: Game>(self) -> Self::Output {
        P::visit_solved(self.0)
    }
}

/// Returns whether a folder has files of the game, whatever they contain.
struct HasFiles<'a>(&'a Path);

impl SolvedVisitor for HasFiles<'_> {
    type Output = bool;

    fn visit<G: Game + Buildable>(self) -> bool {
        G::Unit::all().any(|unit| self.0.join(TableFile::<G>::name(unit)).exists())
    }
}

/// Returns the games of the list `G` that have tables, and whether a folder has files of them.
fn tabled<G: GameList>(folder: &Path) -> Vec<(GameKind, bool)> {
    let has_files = |game: &GameKind| Some((*game, visit::<G, _>(*game, HasFiles(folder))?));
    G::ALL.iter().filter_map(has_files).collect()
}

/// Returns the names of games as a readable list.
fn names(games: impl IntoIterator<Item = GameKind>) -> String {
    let names: Vec<&str> = games.into_iter().map(GameKind::name).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// Reads the name of a game that has tables.
fn tabled_game<G: GameList>(name: &str) -> anyhow::Result<GameKind> {
    let tabled = || tabled::<G>(Path::new("")).into_iter().map(|(game, _)| game);
    match G::find(name) {
        Some(game) if tabled().any(|tabled| tabled == game) => Ok(game),
        Some(other) => bail!("there are no tables for {other}, only for {}", names(tabled())),
        None => bail!("there is no game {name:?}; there are tables for {}", names(tabled())),
    }
}

/// Returns the games of a task: the given one, or those with files in the folder; if there are
/// none, every game that could have some.
fn of_folder<G: GameList>(folder: &TableFolder) -> anyhow::Result<Vec<GameKind>> {
    if let Some(game) = &folder.game {
        return Ok(vec![tabled_game::<G>(game)?]);
    }
    let all = tabled::<G>(&folder.path);
    let any = all.iter().any(|(_, is_there)| *is_there);
    Ok(all.into_iter().filter(|(_, is_there)| *is_there || !any).map(|(game, _)| game).collect())
}

impl TablebaseTask {
    /// Returns the games of the task, more than one only if each can be reported by itself.
    pub(super) fn games<G: GameList>(&self) -> anyhow::Result<Vec<GameKind>> {
        let folder = match self {
            Self::Build(task) => return Ok(vec![tabled_game::<G>(&task.game)?]),
            Self::Prove(task) => return Ok(vec![tabled_game::<G>(&task.game)?]),
            Self::List(folder) => return of_folder::<G>(folder),
            Self::Stats { folder, .. } => folder,
            Self::Verify(task) => &task.folder,
            Self::Probe(task) => &task.folder,
            Self::Openings(task) => &task.folder,
        };
        let games = of_folder::<G>(folder)?;
        if games.len() > 1 {
            check_folder(&folder.path)?;
            if tabled::<G>(&folder.path).iter().all(|(_, is_there)| !is_there) {
                bail!("there are no tables in {}", folder.path.display());
            }
            bail!("there are tables of {}: choose one with --game", names(games));
        }
        Ok(games)
    }
}

/// Reads a choice of units, all by default.
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
    sort::by_key(&mut found, |unit| unit.ordinal());
    found
}
