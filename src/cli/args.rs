//! The command-line arguments, for clap, and nothing else.
//!
//! They name no game: [`fill`](super::fill) inserts the games' texts.

use std::ffi::OsString;

use clap::{Parser, Subcommand};

use super::analyse::Analyse;
use super::bench::Bench;
#[cfg(feature = "board")]
use super::board::Board;
use super::completions::Completions;
use super::experience::ExperienceArgs;
use super::learn::Learn;
use super::man::Man;
use super::perft::Perft;
use super::play::Play;
use super::play_match::MatchArgs;
use super::puzzles::Puzzles;
use super::rules::RulesArgs;
use super::solve::Solve;
use super::states::States;
use super::tablebase::Tablebase;
use super::train::TrainArgs;
#[cfg(feature = "tune")]
use super::tune::TuneArgs;

/// An engine for abstract games: {titles}.
///
/// Without arguments it reads protocol commands (UCI or UGI) from standard input, as a GUI sends
/// them; see protocol.md. The subcommands are for people and scripts.
#[derive(Parser)]
#[command(
    version,
    args_conflicts_with_subcommands = true,
    after_help = "See quincunx COMMAND --help for details and examples.",
    after_long_help = "\
Examples:
{examples}

Colour is used only on a terminal, and not if the environment variable NO_COLOR is set.

Exit codes:
  0    success
  1    something was refused, a check failed, a test accepted H0, or a proof is not finished
  2    wrong usage, or input that cannot be read or is invalid
  3    the test of a match was not decided
  130  interrupted by Ctrl-C or a termination signal"
)]
pub(super) struct Args {
    #[command(subcommand)]
    pub(super) task: Option<Task>,

    /// The game to play
    #[arg(long, ignore_case = true, help_heading = "Protocol")]
    pub(super) game: Option<String>,

    /// Protocol commands to run, one per argument
    ///
    /// The program waits for each search to finish, if it has a limit. Without any command, commands
    /// are read from standard input.
    #[arg(value_name = "PROTOCOL COMMAND", help_heading = "Protocol")]
    pub(super) commands: Vec<OsString>,
}

#[derive(Subcommand)]
pub(super) enum Task {
    Analyse(Analyse),
    Play(Play),
    Rules(RulesArgs),
    Puzzles(Box<Puzzles>),
    #[cfg(feature = "board")]
    Board(Board),
    Perft(Perft),
    Bench(Bench),
    Tablebase(Tablebase),
    Solve(Box<Solve>),
    Match(Box<MatchArgs>),
    Train(TrainArgs),
    #[cfg(feature = "tune")]
    Tune(TuneArgs),
    Learn(Learn),
    Experience(ExperienceArgs),
    States(States),
    Completions(Completions),
    Man(Man),
}
