//! The positions of `bench`: the middle of real games, where the search has to work.
//!
//! Their total of nodes with one thread and the default table is the engine's fingerprint: equal
//! totals mean that nothing about the search has changed, on any machine. It says nothing about
//! strength.

use std::time::{Duration, Instant};

use super::{Engine, SetRefused, Settings};
use crate::games::GameKind;
use crate::search::{Control, Limits, OutOfMemory};

/// A position and how deep it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchPosition {
    /// The position.
    pub text: &'static str,
    /// The depth, in plies.
    pub depth: u32,
}

/// What the search of a position took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// The depth that was searched.
    pub depth: u32,
    /// The nodes.
    pub nodes: u64,
    /// The time.
    pub time: Duration,
    /// The best move.
    pub best: String,
}

/// Why a bench position could not be searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BenchError {
    /// Its text is refused.
    Position(SetRefused),
    /// There is no memory for the default table.
    Memory(OutOfMemory),
}

impl std::fmt::Display for BenchError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Position(error) => error.fmt(f),
            Self::Memory(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for BenchError {}

const fn at(depth: u32, text: &'static str) -> BenchPosition {
    BenchPosition { text, depth }
}

const COERCEO: [BenchPosition; 5] = [
    at(
        6,
        "W[001,005,015,021,041,045,083,0A3,0B1,0B3,0C3,0C5,0D1,0D3,0F3,0F5,101,115]B[012,024,030,032,050,054,060,062,070,074,080,0A0,0E2,0E4,104,112,122,124]turn[W]",
    ),
    at(
        5,
        "W[011,021,031,041,045,051,061,083,093,0A1,0D3,0E1,0E5,0F1,101,111,115]B[014,020,030,052,054,072,074,080,082,0A4,0E2,0E4,104]gone[00,12]held[1,1]turn[B]",
    ),
    at(
        5,
        "W[051,053,091,0B1,0B3,0C5,0E1,0F5]B[012,014,060,072,080,084,092,0A2,0B0,0C2,0F0]gone[00,02,03,0D,10,11,12]held[2,0]turn[W]",
    ),
    at(
        7,
        "W[063,065,071,073,093,0E1,0E5]B[042,044,090,0B0,0B4,0C0,0C2]gone[00,01,02,03,05,08,0A,0D,0F,10,11,12]turn[W]",
    ),
    at(
        8,
        "W[041,045,061,0C5,0D1,0E3,0E5]B[042,064,0C4,0D0,0D4]gone[00,01,02,03,05,07,08,0A,0F,10,11,12]turn[W]",
    ),
];

const DOMINIONS: [BenchPosition; 6] = [
    at(1, "W[]B[]turn[W]"),
    at(2, "W[P55i6,P61i7,P60i8,P63i9,P30h9,P62g9]B[P59i5,P39h6,P47h7,P55h8,P63g8,P51f8]turn[W]"),
    at(
        2,
        "W[P48o8,P51n8,P59m8,P15l8,P27k6,P31j6,P42j7,P12j11,P55i6,P61i7,P60i8,P63i9,P39i10,P30h9,P62g9,P47g10]B[P29o9,P30n9,P8'n10,P31m9,P57l6,P19l9,P27k7,P16'k8,P32'k11,P53k12,P61j5,P46j8,P54j9,P62j10,P59i5,P58h5,P39h6,P47h7,P55h8,P63g8,P51f8,P23f9,P2'e9]turn[B]",
    ),
    at(
        2,
        "W[P44q15,P48o8,P54o11,P51n8,P59m8,P15l8,P27k6,P31j6,P42j7,P12j11,P55i6,P61i7,P60i8,P63i9,P39i10,P30h9,P62g9,P47g10]B[P8q9,P56'q10,P52q11,P4'q12,P40'q13,P60q14,P33'p8,P37p9,P14'p10,P50p11,P21p12,P1'p13,P12p15,P29o9,P30n9,P8'n10,P35n11,P10m7,P31m9,P24'm10,P57l6,P19l9,P18'l10,P38l12,P15l13,P27k7,P16'k8,P50'k9,P22k10,P32'k11,P53k12,P61j5,P46j8,P54j9,P62j10,P59i5,P58h5,P39h6,P47h7,P55h8,P63g8,P51f8,P23f9,P2'e9]turn[W]",
    ),
    at(
        3,
        "W[P13p13,P33p14,P20'p15,P11o10,P24'o13,P39o15,P49n9,P45n12,P15n13,P56m8,P21m14,P53l9,P31l10,P40l11,P7l12,P50l13,P30l14,P48k8,P6j8,P55j13,P57i3,P17i6,P27h2,P52h4,P12h5,P29h8,P24h10,P62g3,P46g6,P29'g7,P18'f3,P58f4,P21'f5,P9'f6,P59f7,P42f10,P11'e3,P26e4,P51e5,P37e6,P61e8,P25d2,P1'd7,P18d11,P60c5,P4c6,P54b2,P23b4,P20b9,P38a6]B[P12q13,P40q14,P10p11,P3o12,P37n10,P32n14,P28n15,P14m9,P47m11,P35m15,P39k9,P55k10,P28'k11,P16'k12,P59k14,P48j9,P23j10,P42j11,P46j12,P5i5,P32'i7,P36'i8,P30i9,P3'i10,P58h3,P26h6,P56h11,P51g1,P31g10,P44f8,P6e2,P13e9,P16e10,P49d3,P4d6,P10'd10,P22c2,P2c3,P17c7,P45c9,P60b3,P34b7,P61b8,P8b10,P38a4]turn[B]",
    ),
    at(
        4,
        "W[P46o14,P53n7,P55n9,P20n10,P62m8,P6'm9,P15m11,P16l5,P50l8,P60l9,P12l13,P13k11,P47k16,P41j4,P10j6,P57j7,P63j10,P24j14,P14i2,P9'i3,P23i5,P9i8,P28i11,P43i14,P61i15,P5h2,P29h6,P17h14,P2g1,P31g3,P19g5,P54g7,P7g8,P58g10,P3g12,P11f10,P39f13,P48e2,P26e6,P40e7,P37e8,P52e12,P32d1,P22d2,P8d3,P51d6,P56d9,P30d11,P16'c1,P27c2,P34c4,P4c7,P18c9,P35b1,P59b5,P44b7,P38a5]B[P45o8,P12o10,P26n11,P43n12,P28n14,P50m7,P56m12,P5m13,P7l10,P32k4,P29k6,P27k8,P57k10,P37k15,P21j5,P14j8,P13j11,P34j12,P22j13,P41i6,P3i9,P53i16,P48h3,P44h4,P59h7,P20h8,P63h10,P23h11,P15h13,P58h15,P40g2,P1g4,P51g6,P31g11,P24g13,P33f2,P42f5,P62f6,P38f7,P4f8,P10f11,P55e4,P21'e5,P47e9,P61e11,P19d5,P36d7,P11d12,P8c3,P30c5,P17c8,P49c10,P25b4,P52b6,P46b8,P54b9,P1'a3,P35a4,P33'a7,P36'a8,P6'a9]turn[W]",
    ),
];

const HEXCEED: [BenchPosition; 4] = [
    at(5, "on[]turn[1]"),
    at(8, "on[R-W@B,BOW@D,G-W@F,BXW@I]hold[B-W]turn[2]"),
    at(8, "on[GOK@E,GXK@F,GXW@L,ROW@M,G-W@N,ROK@Q]score[1,0]hold[BXK]turn[2]"),
    at(17, "on[GOW@A,GXK@B,RXK@E,BXK@F,BXW@J,GXW@K,B-W@L,GOK@N,B-K@Q]score[3,0]hold[RXW]turn[1]"),
];

const MORRIS: [BenchPosition; 6] = [
    at(8, "B[]W[]hand[9,9]turn[B]"),
    at(8, "B[a7,d7,b6,f6]W[c5,d5,e5,a4]hand[5,5]turn[B]"),
    at(10, "B[d7,b6,f6,d5,a4,c4,f4,b2,d2]W[a7,g7,e5,e4,g4,c3,d3,a1,d1]turn[B]"),
    at(11, "B[d7,a4,b4,c4,f4,e3,d2]W[d6,c5,e5,b2,a1,d1,g1]turn[W]"),
    at(7, "B[a7,d7,b6,c3]W[c5,d5,e4]turn[W]"),
    at(6, "B[a7,d7,b6]W[c5,d5,e4]turn[B]"),
];

const TRIMOK: [BenchPosition; 5] = [
    at(
        7,
        "R[3A1,2B1,1C1,3D1,2E1,1F1,3A2,2B2,1C2,3D2,2E2,1F2]B[3A5,2B5,1C5,3D5,2E5,1F5,3A6,2B6,1C6,3D6,2E6,1F6]turn[R]",
    ),
    at(7, "R[3A1,2B1,2E1,1F1,1C2,1F2,2B3,2D3,1E3]B[3A4,1D4,2F4,3A6,2B6,1C6,3D6,2E6]turn[R]"),
    at(7, "R[1A6,2D6,3E6]B[1C1]turn[R]"),
    at(8, "R[3A1,2B1,3B6]B[3C4,1E4,1F4,1C5,3A6,2E6]turn[R]"),
    at(10, "R[3F1]B[3E5]turn[B]"),
];

/// Returns the bench positions of a game.
#[must_use]
pub const fn positions(kind: GameKind) -> &'static [BenchPosition] {
    match kind {
        GameKind::Coerceo => &COERCEO,
        GameKind::Dominions => &DOMINIONS,
        GameKind::Hexceed => &HEXCEED,
        GameKind::Morris => &MORRIS,
        GameKind::Trimok => &TRIMOK,
    }
}

/// Searches a position from an empty table, `deeper` plies deeper than usual.
///
/// # Errors
///
/// Says why it could not be searched.
pub fn search(
    kind: GameKind,
    position: &BenchPosition,
    deeper: i32,
) -> Result<BenchResult, BenchError> {
    let depth = position.depth.saturating_add_signed(deeper).max(1);
    search_to(kind, position, depth, &Control::new(Instant::now()))
}

/// Searches a position from an empty table to a depth, or until it is stopped.
///
/// # Errors
///
/// Says why it could not be searched.
pub fn search_to(
    kind: GameKind,
    position: &BenchPosition,
    depth: u32,
    control: &Control,
) -> Result<BenchResult, BenchError> {
    let mut engine = Engine::new();
    engine.choose(kind);
    let session = engine.session_mut();
    session.set_position(Some(position.text), &[]).map_err(BenchError::Position)?;
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let job = session.search(&limits, &[], Settings::default()).map_err(BenchError::Memory)?;
    let started = Instant::now();
    let found = job(control, &mut |_| {});
    Ok(BenchResult {
        depth,
        nodes: found.nodes,
        time: started.elapsed(),
        best: found.best().unwrap_or_default(),
    })
}
