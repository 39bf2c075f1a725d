//! Tables of a game that is none of the crate's: what a game has to tell is all that it takes.

use std::fmt;
use std::path::Path;
use std::sync::Mutex;

use crate::common::shelf::options;
use quincunx::kernel::Verdict;
use quincunx::kernel::{Distance, Ending, IllegalMove, Move, Oracle, Outcome, Player, Position};
use quincunx::tablebase::{
    BuildOptions, Buildable, Builder, Codes, Decided, ExactValue, Gain, Gains, Metric, Place, Pool,
    Seeded, Sheet, Solved, Stage, TableError, TableFile, Tablebase, Unit, UnitSolver, Wave, Weight,
};
use tempfile::TempDir;

/// A heap from which the players take one to three, but not so that 7, 15, 23 .. are left. Who
/// cannot take has lost.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Heap {
    left: usize,
    to_move: Player,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Take(usize);

/// Heaps from a multiple of this size up to the next are a unit.
const SIZE: usize = 8;
/// How many units there are.
const COUNT: usize = 10;

fn is_heap(left: usize) -> bool {
    left < SIZE * COUNT && left % SIZE != 7
}

/// The heaps that one may take from to leave so many.
fn before(left: usize) -> impl Iterator<Item = usize> {
    (left + 1..=left + 3).filter(|heap| is_heap(*heap))
}

/// The heaps that are left after taking from one of so many.
fn after(left: usize) -> impl Iterator<Item = usize> {
    (left.saturating_sub(3)..left).filter(|heap| is_heap(*heap))
}

impl Move for Take {
    fn bits(self) -> u16 {
        self.0 as u16
    }

    fn from_bits(bits: u16) -> Option<Self> {
        Some(Self(bits.into()))
    }
}

impl Position for Heap {
    type Move = Take;
    type Packed = [u64; 1];
    type Undo = ();
    type Rules = ();

    const NAME: &'static str = "heap";
    const CYCLES: bool = false;
    const MAX_MOVES: usize = 3;

    fn start(_rules: &()) -> Self {
        Self { left: SIZE * COUNT - 2, to_move: Player::First }
    }

    fn rules(&self) {}

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        let is_over = after(self.left).next().is_none();
        is_over.then(|| Outcome::won(!self.to_move, Ending::Resigned))
    }

    fn legal_moves(&self, moves: &mut Vec<Take>) {
        moves.extend(after(self.left).map(|left| Take(self.left - left)));
    }

    fn check(&self, m: Take) -> Result<(), IllegalMove> {
        let is_legal = after(self.left).any(|left| left + m.0 == self.left);
        is_legal.then_some(()).ok_or_else(|| IllegalMove::new("not so many"))
    }

    fn make(&mut self, m: Take) {
        self.left -= m.0;
        self.to_move = !self.to_move;
    }

    fn unmake(&mut self, m: Take, _undo: ()) {
        self.left += m.0;
        self.to_move = !self.to_move;
    }

    fn packed(&self) -> [u64; 1] {
        [(self.left << 1) as u64 | self.to_move as u64]
    }

    /// Counts here as what leaves the unit.
    fn is_irreversible(&self, m: Take) -> bool {
        (self.left - m.0) / SIZE != self.left / SIZE
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Heaps(usize);

impl fmt::Display for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Unit for Heaps {
    const PLURAL: &'static str = "tens";
    const COUNT: usize = COUNT;

    fn all() -> std::vec::IntoIter<Self> {
        (0..COUNT).map(Self).collect::<Vec<_>>().into_iter()
    }

    fn choose(text: &str) -> Result<Vec<Self>, String> {
        text.parse().map(|unit| vec![Self(unit)]).map_err(|_| "no unit".to_owned())
    }

    fn ordinal(self) -> usize {
        self.0
    }

    fn id(self) -> [u8; 2] {
        [self.0 as u8, 0]
    }

    fn from_id([unit, _]: [u8; 2]) -> Option<Self> {
        Some(Self(unit.into()))
    }

    fn sectors(self) -> usize {
        1
    }

    fn sector_name(self, _sector: usize) -> String {
        self.to_string()
    }

    fn material(self, _sector: usize) -> Vec<(&'static str, u32)> {
        vec![("from", (self.0 * SIZE) as u32)]
    }

    fn blocks(self) -> usize {
        SIZE / 4
    }

    fn block_len(self) -> usize {
        4
    }

    fn exits(self, _sector: usize) -> std::vec::IntoIter<(Self, usize)> {
        Vec::from_iter(self.0.checked_sub(1).map(|unit| (Self(unit), 0))).into_iter()
    }
}

struct HeapSolver(Heaps);

impl UnitSolver for HeapSolver {
    type Unit = Heaps;
    type Scratch = ();

    fn sheets(_unit: Heaps) -> usize {
        1
    }

    fn memory(_unit: Heaps) -> u64 {
        0
    }

    fn codes(&self) -> Codes {
        Codes::new(3)
    }

    fn seed(
        &self,
        sheets: &mut [Sheet],
        exits: &dyn Fn(Heaps, usize) -> Result<Gains, TableError>,
        seeded: &Seeded,
    ) -> Result<(), TableError> {
        let exit = self.0.exits(0).next().map(|(unit, sector)| exits(unit, sector)).transpose()?;
        let cells = sheets[0].cells();
        for number in 0..SIZE {
            let (block, rank) = (number / 4, number % 4);
            let mut here = cells.block(block);
            let left = self.0.0 * SIZE + number;
            let inside = after(left).filter(|heap| heap / SIZE == self.0.0).count() as u32;
            here.codes[rank] = match after(left).next() {
                _ if !is_heap(left) => Codes::NOTHING,
                None => Codes::LOST,
                Some(_) => self.codes().open(inside),
            };
            let outside = after(left).filter(|heap| is_heap(left) && heap / SIZE != self.0.0);
            let gains = outside.map(|heap| exit.as_ref().expect("an exit").at(heap % SIZE));
            if let Some(best) = gains.min() {
                assert_ne!(best, Gain::NONE);
                here.gains(rank, best);
            }
            seeded(1);
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
        for (ranks, is_won) in [(&decided.won, true), (&decided.lost, false)] {
            for &rank in ranks {
                let left = self.0.0 * SIZE + 4 * block + rank as usize;
                for origin in before(left).filter(|heap| heap / SIZE == self.0.0) {
                    let number = origin % SIZE;
                    let mut origins = wave.origins(sheet, number / 4);
                    if is_won {
                        origins.loses(number % 4);
                    } else {
                        origins.wins(number % 4);
                    }
                }
            }
        }
    }

    fn weights(&self, _sector: usize, block: usize) -> impl Fn(usize) -> Weight {
        move |rank| {
            let is_orbit = is_heap(4 * block + rank);
            Weight { is_orbit, raw: is_orbit.into() }
        }
    }
}

impl Solved for Heap {
    type Unit = Heaps;

    const UNLIMITED: () = ();
    const TAG: [u8; 8] = *b"heap\0\0\0\0";
    const PROBE_DEPTH: u32 = 1;
    const BEGINNING: &'static str = "at once";

    fn quiet_limit(_rules: &()) -> u32 {
        0
    }

    fn locate(&self) -> Option<(Heaps, Place)> {
        Some((Heaps(self.left / SIZE), Place { sector: 0, number: self.left % SIZE }))
    }

    fn at(unit: Heaps, place: Place, _rules: &()) -> Option<Self> {
        let left = unit.0 * SIZE + place.number;
        is_heap(left).then_some(Self { left, to_move: Player::First })
    }
}

impl Buildable for Heap {
    type Solver = HeapSolver;

    fn solver(unit: Heaps, _metric: Metric) -> HeapSolver {
        HeapSolver(unit)
    }
}

fn build(folder: &Path, metric: Metric) -> Tablebase<Heap> {
    let options = BuildOptions { memory: 1 << 20, ..options(folder, metric) };
    let builder = Builder::<Heap>::new(options);
    let pool = Pool::new(2).unwrap();
    for unit in Heaps::all() {
        let seeds = Mutex::new(Vec::new());
        let report = |stage| {
            if let Stage::Seeds(done) = stage {
                seeds.lock().unwrap().push(done);
            }
        };
        let header = pool.install(|| builder.build(unit, &report)).unwrap();
        assert!(seeds.into_inner().unwrap().into_iter().eq(0..=SIZE as u64), "index by index");
        assert_eq!(header.counts[0].orbits.iter().sum::<u64>(), 7, "one in eight is no heap");
    }
    let (tables, problems) = Tablebase::open(folder, 1).unwrap();
    assert_eq!(problems, []);
    tables
}

/// The plies to the end of each heap under best play, by plain recursion.
fn values() -> Vec<ExactValue> {
    let mut values: Vec<ExactValue> = Vec::new();
    for left in 0..SIZE * COUNT {
        let moves = after(left).map(|heap| match values[heap] {
            ExactValue::Win(plies) => ExactValue::Loss(plies + 1),
            ExactValue::Draw => ExactValue::Draw,
            ExactValue::Loss(plies) => ExactValue::Win(plies + 1),
        });
        values.push(moves.reduce(ExactValue::better).unwrap_or(ExactValue::Loss(0)));
    }
    values
}

#[test]
fn another_game_is_solved() {
    let values = values();
    for metric in [Metric::End, Metric::Conversion { quiet: 0 }] {
        let folder = TempDir::new().unwrap();
        let tables = build(folder.path(), metric);
        for left in (0..SIZE * COUNT).filter(|left| is_heap(*left)) {
            let heap = Heap { left, to_move: Player::Second };
            let found = tables.probe(&heap).unwrap().expect("a table");
            assert_eq!(found.wdl(), values[left].wdl(), "{left}");
            if metric == Metric::End {
                assert_eq!(found, values[left], "{left}");
            }
            let judged = tables.judge(&heap).expect("a table");
            let distance = match (judged, found) {
                (Verdict::Win(distance), ExactValue::Win(_))
                | (Verdict::Loss(distance), ExactValue::Loss(_)) => distance,
                _ => panic!("{judged:?} of {left}"),
            };
            let Distance { progress, end } = distance;
            assert_eq!(progress, u32::from(found.plies()), "{left}");
            assert!(end >= u32::from(values[left].plies()), "{left}");
        }
        for unit in Heaps::all() {
            tables.check_sums(unit.ordinal()).unwrap();
            for step in [1, 2] {
                let verified = tables.verify(unit, step, 0, &|_| {}).unwrap();
                assert_eq!(verified.mismatches, [], "{unit}");
            }
        }
    }
}

#[test]
fn a_file_of_another_game_is_refused() {
    let folder = TempDir::new().unwrap();
    build(folder.path(), Metric::End);
    let path = folder.path().join(TableFile::name::<Heap>(Heaps(3)));
    assert!(path.ends_with("heap-3.qtb"));
    let mut bytes = std::fs::read(&path).unwrap();
    // The tag, and the checksum of the header (FNV-1a).
    bytes[168] ^= 1;
    let sum = bytes[..248].iter().fold(0xCBF2_9CE4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    bytes[248..256].copy_from_slice(&sum.to_le_bytes());
    std::fs::write(&path, bytes).unwrap();
    let error = TableFile::open::<Heap>(&path).unwrap_err().to_string();
    assert!(error.ends_with("heap-3.qtb is a table of another game"), "{error}");
}
