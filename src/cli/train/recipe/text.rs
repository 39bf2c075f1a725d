//! Recipes as text.

use std::fmt::{self, Display, Write};

use super::{Recipe, Round, network_name};
use crate::cli::train::args::{RoundArgs, SetArgs};
use crate::kernel::{Assignment, Gather};

/// What says which program made a network.
pub(in crate::cli::train) const PROGRAM: &str = concat!("quincunx ", env!("CARGO_PKG_VERSION"));

impl Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, first, rounds, sums } = self;
        writeln!(f, "# Followed by `quincunx train`, which does so again with --recipe.")?;
        writeln!(f, "game = {}", quoted(game))?;
        writeln!(f, "program = {}", quoted(PROGRAM))?;
        if first.is_some() {
            writeln!(f, "from = {}", quoted(&network_name(game, 0)))?;
        }
        for equal in rounds.chunk_by(|a, b| a == b) {
            writeln!(f, "\n[[round]]")?;
            if equal.len() > 1 {
                writeln!(f, "times = {}", equal.len())?;
            }
            write!(f, "{}", equal[0])?;
        }
        if !sums.is_empty() {
            writeln!(f, "\n# The networks that came out.\n[sha256]")?;
        }
        let all = 0..=rounds.len() as u32;
        for (round, sum) in all.filter_map(|round| sums.get_key_value(&round)) {
            writeln!(f, "{} = {}", quoted(&network_name(game, *round)), quoted(sum))?;
        }
        Ok(())
    }
}

impl Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sets, options, tables } = self;
        let RoundArgs { last, fine_tune, hidden, epochs, seed, match_games, match_nodes } = options;
        let (set, more) = sets.split_first().ok_or(fmt::Error)?;
        write_set(f, set, 0)?;
        writeln!(f, "seed = {seed}")?;
        if let Some(last) = last {
            writeln!(f, "last = {last}")?;
        }
        if *fine_tune {
            writeln!(f, "fine-tune = true")?;
        }
        if let Some(hidden) = hidden {
            writeln!(f, "hidden = {hidden}")?;
        }
        writeln!(f, "epochs = {epochs}\nmatch = {match_games}\nmatch-nodes = {match_nodes}")?;
        if let Some(tables) = tables {
            writeln!(f, "tables = {}", quoted(tables))?;
        }
        let mut end = set.end();
        for set in more {
            writeln!(f, "\n[[round.more]]")?;
            write_set(f, set, end)?;
            end = set.end();
        }
        Ok(())
    }
}

/// Writes the fields of a set of games, which begins at `first` if it does not say otherwise.
fn write_set(f: &mut fmt::Formatter<'_>, set: &SetArgs, first: u64) -> fmt::Result {
    let SetArgs { games, first_game, nodes, random_plies, proof_nodes, option } = set;
    writeln!(f, "games = {games}")?;
    if *first_game != first {
        writeln!(f, "first-game = {first_game}")?;
    }
    writeln!(f, "nodes = {nodes}\nrandom-plies = {random_plies}\nproof-nodes = {proof_nodes}")?;
    let rules: Vec<String> = option.iter().map(Assignment::to_string).map(|r| quoted(&r)).gather();
    // Without this, more games would have the rules of the first ones.
    if !rules.is_empty() || first > 0 {
        writeln!(f, "option = [{}]", rules.join(", "))?;
    }
    Ok(())
}

/// Returns a text as a string of TOML.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            // Writing to a string does not fail.
            _ if letter.is_control() => _ = write!(quoted, "\\u{:04X}", letter as u32),
            _ => quoted.push(letter),
        }
    }
    quoted + "\""
}
