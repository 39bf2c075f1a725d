//! `quincunx tablebase openings`.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::bail;

use super::args::TableOpenings;
use super::open;
use crate::games::Game;
use crate::kernel::{Action, Oracle, Record, SplitMix64, Verdict};
use crate::tablebase::{Solved, Tablebase};

/// The plies after which a random game is abandoned.
const MOST_PLIES: usize = 1_000;
/// After this many random games without a draw the search is given up.
const MOST_GAMES: u64 = 100_000;

pub(super) fn run<G: Game + Solved>(task: &TableOpenings) -> anyhow::Result<ExitCode> {
    let (tables, ..) = open::<G>(&task.folder.path, Tablebase::<G>::CACHE_MIB)?;
    let mut out = io::stdout().lock();
    let mut rng = SplitMix64::new(task.seed);
    for _ in 0..task.count {
        let mut games = (0..MOST_GAMES).map(|_| first_known(&tables, task.plies, &mut rng));
        let drawn = games.find_map(|known| known.filter(|(_, verdict)| *verdict == Verdict::Draw));
        tables.complaints().into_iter().for_each(crate::cli::complain);
        let Some((position, _)) = drawn else { bail!("no random game reached a drawn position") };
        writeln!(out, "{}", position.write_position())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays random moves, at least `plies` of them, up to the first position that the tables know;
/// `None` if the game ends earlier.
fn first_known<G: Game + Solved>(
    tables: &Tablebase<G>,
    plies: usize,
    rng: &mut SplitMix64,
) -> Option<(G, Verdict)> {
    let mut record = Record::new(G::start(&G::Rules::default()));
    let mut moves = Vec::new();
    for ply in 1..=plies.max(MOST_PLIES) {
        record.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        let m = moves.swap_remove(rng.below(moves.len()));
        moves.clear();
        record.play(Action::Move(m)).ok()?;
        if record.outcome().is_some() {
            break;
        }
        if ply < plies {
            continue;
        }
        if let Some(verdict) = tables.judge(record.current()) {
            return Some((record.current().clone(), verdict));
        }
    }
    None
}
