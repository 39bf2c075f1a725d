//! Solving an ending: what is known before the waves begin, and unmaking quiet moves.

use super::ending::CoerceoEnding;
use super::shapes::Layout;
use crate::games::coerceo::board::Coerceo;
use crate::games::coerceo::geometry::Field;
use crate::games::coerceo::moves::CoerceoMove;
use crate::games::coerceo::rules::Rules;
use crate::kernel::{Bits, PerPlayer, Player, Position, parallel};
use crate::tablebase::{
    Codes, Decided, Gain, Gains, Place, Seeded, Sheet, TableError, Unit, UnitSolver, Wave, Weight,
};

/// The solver of an ending.
pub struct EndingSolver(pub(super) CoerceoEnding);

/// What moves out of an ending gain, by the sector that they lead to.
struct Exits(Vec<Option<Gains>>);

impl Exits {
    /// The place of a sector.
    fn index((ending, sector): (CoerceoEnding, usize)) -> usize {
        2 * ending.ordinal() + sector
    }

    /// Returns what a side has gained by the move that led out of the ending to this position.
    fn gain(&self, after: &Coerceo) -> Gain {
        match after.outcome() {
            Some(outcome) if outcome.winner.is_some() => return Gain::WON,
            Some(_) => return Gain::DRAW,
            None => {}
        }
        let found = CoerceoEnding::locate(after);
        let Some((ending, Place { sector, number })) = found else { return Gain::NONE };
        self.0[Self::index((ending, sector))].as_ref().map_or(Gain::NONE, |gains| gains.at(number))
    }
}

impl EndingSolver {
    /// Returns the place of a number within a block.
    fn place(&self, sector: usize, block: usize, rank: usize) -> Place {
        Place { sector, number: block * self.0.block_len() + rank }
    }

    /// Returns the byte of a position and the best that a move out of the ending gains.
    fn seed_of(
        &self,
        position: Option<Coerceo>,
        exits: &Exits,
        moves: &mut Vec<CoerceoMove>,
    ) -> (u8, Gain) {
        // A finished game with pieces of both sides is drawn, so that nobody loses it.
        let Some(mut position) = position.filter(|position| position.outcome().is_none()) else {
            return (Codes::NOTHING, Gain::NONE);
        };
        moves.clear();
        position.legal_moves(moves);
        let (mut quiet, mut best) = (0, Gain::NONE);
        for &m in moves.iter() {
            if position.changes_material(m) {
                let undo = position.make(m);
                best = best.min(exits.gain(&position));
                position.unmake(m, undo);
            } else {
                quiet += 1;
            }
        }
        (self.codes().open(quiet), best)
    }

    /// Calls `found` with the number within its block of each position from which a quiet move
    /// leads to the one with those pieces, made by `mover`.
    fn before(
        &self,
        laid: &PerPlayer<usize>,
        held: PerPlayer<u8>,
        mover: Player,
        mut found: impl FnMut(usize),
    ) {
        let layout = self.0.shape().upright();
        for to in Bits::of(laid[mover] as u32) {
            let Some(entered) = field(layout, mover, to) else { continue };
            // Steps go both ways.
            for direction in 0..6 {
                let Some(left) = entered.step(direction) else { continue };
                let from = layout.laid(left.mask());
                if from == 0 || laid[mover] & from != 0 {
                    continue;
                }
                let mut before = *laid;
                before[mover] ^= 1 << to | from;
                let position = self.0.position(&before, held, mover, Rules::default());
                let is_quiet = position.is_some_and(|position| {
                    position.outcome().is_none()
                        && !position.changes_material(CoerceoMove::step(left, entered))
                });
                if is_quiet {
                    found(self.0.rank(&before));
                }
            }
        }
    }
}

/// Returns the field of a colour at a place of an upright model.
fn field(layout: &Layout, colour: Player, place: usize) -> Option<Field> {
    let bit = layout.lifted(1 << place).trailing_zeros() as u8;
    Field::from_code((colour.index() as u8) << 6 | bit)
}

impl UnitSolver for EndingSolver {
    type Unit = CoerceoEnding;
    type Scratch = ();

    fn sheets(ending: CoerceoEnding) -> usize {
        ending.sectors()
    }

    /// All exits are kept in memory.
    fn memory(ending: CoerceoEnding) -> u64 {
        ending.needs().map(|needed| 2 * needed.places()).sum()
    }

    fn codes(&self) -> Codes {
        // Six steps a piece.
        Codes::new(6 * self.0.pieces().0.into_iter().max().unwrap_or(0))
    }

    fn seed(
        &self,
        sheets: &mut [Sheet],
        exits: &dyn Fn(CoerceoEnding, usize) -> Result<Gains, TableError>,
        seeded: &Seeded,
    ) -> Result<(), TableError> {
        for (sector, sheet) in sheets.iter_mut().enumerate() {
            let mut gains = Exits(Vec::new());
            gains.0.resize_with(2 * CoerceoEnding::COUNT, || None);
            for exit in self.0.exits(sector) {
                gains.0[Exits::index(exit)] = Some(exits(exit.0, exit.1)?);
            }
            let cells = sheet.cells();
            parallel::runs(self.0.blocks(), 1, &|blocks| {
                let mut moves = Vec::new();
                for block in blocks {
                    let mut here = cells.block(block);
                    for rank in 0..self.0.block_len() {
                        let position = self.0.at(self.place(sector, block, rank), Rules::default());
                        let (code, gain) = self.seed_of(position, &gains, &mut moves);
                        here.codes[rank] = code;
                        if gain != Gain::NONE {
                            here.gains(rank, gain);
                        }
                    }
                    drop(here);
                    seeded(self.0.block_len());
                }
            });
        }
        Ok(())
    }

    fn scratch(&self) {}

    fn take_back(
        &self,
        sheet: usize,
        block: usize,
        decided: &mut Decided,
        wave: &Wave,
        _scratch: &mut (),
    ) {
        // The other side has just moved.
        let mover = !Player::from_index(sheet);
        let held = self.0.held(block);
        let mut here = wave.origins(mover.index(), block);
        for rank in &decided.lost {
            self.before(&self.0.laid(*rank as usize), held, mover, |rank| here.wins(rank));
        }
        for rank in &decided.won {
            self.before(&self.0.laid(*rank as usize), held, mover, |rank| here.loses(rank));
        }
    }

    fn weights(&self, sector: usize, block: usize) -> impl Fn(usize) -> Weight {
        let raw = self.0.shape().places();
        move |rank| {
            let place = self.place(sector, block, rank);
            let position = self.0.at(place, Rules::default());
            Weight {
                is_orbit: position.is_some_and(|position| self.0.is_first(&position, place)),
                raw: position.map_or(0, |_| raw),
            }
        }
    }
}
