//! Games with tables of solved positions whose type is known only when the program runs: what the code above
//! needs of the tables that is not worth compiling for each game.

use std::any::Any;
use std::marker::PhantomData;
use std::ops::Deref;
use std::path::Path;

use super::Game;
use super::any::{AnyOracle, AnyPosition, bits};
use crate::kernel::{Gather, MoveBits, Oracle, Player, Verdict};
use crate::tablebase::{
    BuildOptions, Buildable, Builder, ExactValue, Folder, Header, Outline, Place, Prove, Stage,
    TableError, Tablebase, Unit, Units, Verified, Wdl, Workshop,
};

/// A game that has tables.
pub trait AnySolved: Sync {
    /// Returns its units.
    fn units(&self) -> Units;

    /// Returns where tables begin, as the end of a sentence that starts with "tables begin".
    fn beginning(&self) -> &'static str;

    /// Returns the letter of a player.
    fn letter(&self, player: Player) -> &'static str;

    /// Reads a choice of units and returns their ordinals.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the text.
    fn choose(&self, text: &str) -> Result<Vec<usize>, String>;

    /// Returns the name of the row of statistics in which a sector is counted, and what is on the board there.
    fn row(&self, unit: &Outline, sector: usize) -> (String, Vec<(&'static str, u32)>);

    /// Returns the start position under the rules of tables, without limits.
    fn start(&self) -> Box<dyn AnyPosition>;

    /// Returns that and the positions after up to `plies` plies, one of each up to symmetry.
    fn opening(&self, plies: u32) -> Vec<Box<dyn AnyPosition>>;

    /// Returns the position at a place under the rules of another one; `None` if the index has none.
    fn at(
        &self,
        unit: &Outline,
        place: Place,
        like: &dyn AnyPosition,
    ) -> Option<Box<dyn AnyPosition>>;

    /// Returns the name of the sector of a position; `None` if no tables cover it.
    fn sector_of(&self, position: &dyn AnyPosition) -> Option<String>;

    /// Opens a folder of tables, with a cache of at most about so many MiB.
    ///
    /// # Errors
    ///
    /// There is no such folder, or it may not be searched.
    fn open(
        &self,
        folder: &Path,
        cache_mib: usize,
    ) -> Result<(Box<dyn AnyTablebase>, Vec<TableError>), TableError>;

    /// Returns a builder of tables.
    fn builder(&self, options: BuildOptions) -> Box<dyn AnyBuilder>;
}

/// The tables of a game in a folder.
pub trait AnyTablebase: AnyOracle + Deref<Target = Folder> {
    /// As [`Tablebase::probe`].
    ///
    /// # Errors
    ///
    /// A table is damaged.
    fn probe(&self, position: &dyn AnyPosition) -> Result<Option<ExactValue>, TableError>;

    /// As [`Tablebase::wdl`].
    ///
    /// # Errors
    ///
    /// A table is damaged.
    fn wdl(&self, position: &dyn AnyPosition) -> Result<Option<Wdl>, TableError>;

    /// As [`Tablebase::probe_moves`].
    ///
    /// # Errors
    ///
    /// A table is damaged.
    fn probe_moves(
        &self,
        position: &dyn AnyPosition,
    ) -> Result<Vec<(MoveBits, Option<ExactValue>)>, TableError>;

    /// As [`Tablebase::verify`].
    ///
    /// # Errors
    ///
    /// Says which table is missing or damaged.
    fn verify(
        &self,
        unit: &Outline,
        step: u64,
        seed: u64,
        report: &(dyn Fn(u64) + Sync),
    ) -> Result<Verified, TableError>;

    /// As [`Buildable::prover`].
    fn prover(&self, mib: usize) -> Option<Box<dyn AnyProve + '_>>;
}

/// A search down to the positions where tables begin; see [`Prove`].
pub trait AnyProve: Sync {
    /// As [`Prove::result`].
    ///
    /// # Errors
    ///
    /// Says which table is missing or damaged.
    fn result(&self, position: &dyn AnyPosition) -> Result<Wdl, TableError>;

    /// As [`Prove::nodes`].
    fn nodes(&self) -> u64;
}

/// A builder of a game's tables.
pub trait AnyBuilder: Deref<Target = Workshop> + Sync {
    /// As [`Builder::work`].
    fn work(&self, unit: &Outline) -> u64;

    /// As [`Builder::memory`].
    fn memory(&self, unit: &Outline) -> u64;

    /// As [`Builder::check_memory`].
    ///
    /// # Errors
    ///
    /// Says how much memory the unit takes.
    fn check_memory(&self, unit: &Outline) -> Result<(), TableError>;

    /// As [`Builder::build`].
    ///
    /// # Errors
    ///
    /// Says what is missing or cannot be written.
    fn build(&self, unit: &Outline, report: &(dyn Fn(Stage) + Sync)) -> Result<Header, TableError>;
}

/// The value that stands for a game with tables.
pub struct SolvedGame<G>(pub PhantomData<fn() -> G>);

/// A prover of one game.
struct ProverOf<'a, G>(Box<dyn Prove<G> + 'a>);

/// Returns the position that it is.
fn known<G: Game>(position: &dyn AnyPosition) -> &G {
    let position = (position as &dyn Any).downcast_ref();
    position.expect("positions are of the game whose tables are asked")
}

impl<G: Game + Buildable> AnySolved for SolvedGame<G> {
    fn units(&self) -> Units {
        Units::of::<G>()
    }

    fn beginning(&self) -> &'static str {
        G::BEGINNING
    }

    fn letter(&self, player: Player) -> &'static str {
        G::letter(player)
    }

    fn choose(&self, text: &str) -> Result<Vec<usize>, String> {
        Ok(G::Unit::choose(text)?.into_iter().map(Unit::ordinal).gather())
    }

    fn row(&self, unit: &Outline, sector: usize) -> (String, Vec<(&'static str, u32)>) {
        let unit: G::Unit = unit.unit();
        (unit.row_name(sector), unit.material(sector))
    }

    fn start(&self) -> Box<dyn AnyPosition> {
        Box::new(G::start(&G::UNLIMITED))
    }

    fn opening(&self, plies: u32) -> Vec<Box<dyn AnyPosition>> {
        let boxed = |position| Box::new(position) as Box<dyn AnyPosition>;
        G::opening(plies).into_iter().map(boxed).gather()
    }

    fn at(
        &self,
        unit: &Outline,
        place: Place,
        like: &dyn AnyPosition,
    ) -> Option<Box<dyn AnyPosition>> {
        Some(Box::new(G::at(unit.unit(), place, &known::<G>(like).rules())?))
    }

    fn sector_of(&self, position: &dyn AnyPosition) -> Option<String> {
        let (unit, place) = known::<G>(position).locate()?;
        Some(unit.sector_name(place.sector))
    }

    fn open(
        &self,
        folder: &Path,
        cache_mib: usize,
    ) -> Result<(Box<dyn AnyTablebase>, Vec<TableError>), TableError> {
        let (tables, problems) = Tablebase::<G>::open(folder, cache_mib)?;
        Ok((Box::new(tables), problems))
    }

    fn builder(&self, options: BuildOptions) -> Box<dyn AnyBuilder> {
        Box::new(Builder::<G>::new(options))
    }
}

impl<G: Game + Buildable> AnyOracle for Tablebase<G> {
    fn judge(&self, position: &dyn AnyPosition) -> Option<Verdict> {
        Oracle::judge(self, known(position))
    }

    fn ends_at_final(&self) -> bool {
        Oracle::<G>::ends_at_irreversible(self)
    }

    fn complaints(&self) -> Vec<String> {
        Oracle::<G>::complaints(self)
    }
}

impl<G: Game + Buildable> AnyTablebase for Tablebase<G> {
    fn probe(&self, position: &dyn AnyPosition) -> Result<Option<ExactValue>, TableError> {
        Self::probe(self, known(position))
    }

    fn wdl(&self, position: &dyn AnyPosition) -> Result<Option<Wdl>, TableError> {
        Self::wdl(self, known(position))
    }

    fn probe_moves(
        &self,
        position: &dyn AnyPosition,
    ) -> Result<Vec<(MoveBits, Option<ExactValue>)>, TableError> {
        let valued = Self::probe_moves(self, known(position))?;
        Ok(valued.into_iter().map(|(m, value)| (bits(m), value)).gather())
    }

    fn verify(
        &self,
        unit: &Outline,
        step: u64,
        seed: u64,
        report: &(dyn Fn(u64) + Sync),
    ) -> Result<Verified, TableError> {
        Self::verify(self, unit.unit(), step, seed, report)
    }

    fn prover(&self, mib: usize) -> Option<Box<dyn AnyProve + '_>> {
        Some(Box::new(ProverOf(G::prover(self, mib)?)))
    }
}

impl<G: Game> AnyProve for ProverOf<'_, G> {
    fn result(&self, position: &dyn AnyPosition) -> Result<Wdl, TableError> {
        self.0.result(known(position))
    }

    fn nodes(&self) -> u64 {
        self.0.nodes()
    }
}

impl<G: Buildable> AnyBuilder for Builder<G> {
    fn work(&self, unit: &Outline) -> u64 {
        Self::work(unit.unit())
    }

    fn memory(&self, unit: &Outline) -> u64 {
        Self::memory(self, unit.unit())
    }

    fn check_memory(&self, unit: &Outline) -> Result<(), TableError> {
        Self::check_memory(self, unit.unit())
    }

    fn build(&self, unit: &Outline, report: &(dyn Fn(Stage) + Sync)) -> Result<Header, TableError> {
        Self::build(self, unit.unit(), report)
    }
}
