//! The arguments, for clap. Nothing else.

use std::ffi::OsString;

use clap::{Args as ClapArgs, Parser, Subcommand};

use super::play_match::MatchArgs;
use super::tune::TuneArgs;
use crate::games::GameKind;

/// An engine for Coerceo, Dominions, Nine Men's Morris, Hexceed and Trimok.
///
/// Without arguments it reads protocol commands from standard input; see protocol.md.
#[derive(Debug, Default, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
pub(super) struct Args {
    #[command(subcommand)]
    pub(super) task: Option<Task>,

    /// The game to play
    #[arg(long, value_name = "GAME", value_parser = game)]
    pub(super) game: Option<GameKind>,

    /// Protocol commands to carry out, one in each argument; a bounded search is waited for
    ///
    /// Without any, commands are read from standard input.
    #[arg(value_name = "COMMAND")]
    pub(super) commands: Vec<OsString>,
}

#[derive(Debug, Subcommand)]
pub(super) enum Task {
    Perft(Perft),
    Bench(Bench),
    Match(Box<MatchArgs>),
    Tune(TuneArgs),
}

/// Count the leaves of the game tree below each move
///
/// For example: quincunx perft morris 5
#[derive(Debug, ClapArgs)]
pub(super) struct Perft {
    /// The game
    #[arg(value_parser = game)]
    pub(super) game: GameKind,

    /// A position, if not the start, and the depth in plies
    #[arg(value_name = "[POSITION] DEPTH", num_args = 1..=2, required = true)]
    pub(super) rest: Vec<String>,

    /// A rule to set, for example "Morris Quiet=8"; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub(super) option: Vec<String>,

    /// How many threads count
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: u16,
}

/// Search fixed positions of every game with one thread
///
/// The total of nodes is the engine's fingerprint: it is the same on every machine, and changes
/// only when the search or an evaluation does.
#[derive(Debug, ClapArgs)]
pub(super) struct Bench {
    /// How much deeper or shallower than usual to search each position, in plies
    #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
    pub(super) deeper: i32,

    /// Only this game
    #[arg(value_parser = game)]
    pub(super) game: Option<GameKind>,
}

pub(super) fn game(name: &str) -> Result<GameKind, String> {
    GameKind::from_name(name)
        .ok_or_else(|| format!("there are the games {}", GameKind::NAMES.join(", ")))
}
