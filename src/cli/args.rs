//! The arguments, for clap. Nothing else.
//!
//! They name no game: [`fill`](super::fill) puts in what the games say.

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
use super::rules::RulesArgs;
use super::states::States;
use super::tablebase::Tablebase;
use super::train::TrainArgs;

/// An engine for abstract games: {titles}.
///
/// Without arguments it reads protocol commands (UCI or UGI) from standard input, as a GUI sends
/// them; see protocol.md. The subcommands are for people and scripts.
#[derive(Debug, Parser)]
#[command(
    version,
    args_conflicts_with_subcommands = true,
    after_help = "quincunx COMMAND --help tells more of each, with examples.",
    after_long_help = "\
Examples:
{examples}

Colours come only on a terminal, and not there either if the environment variable NO_COLOR is set.

Exit codes:
  0    done
  1    the answer is no: a command was refused, or the test of a match accepted H0
  2    wrong usage, or an input that cannot be read or is not what it should be
  3    the test of a match is not decided
  130  ended by Ctrl-C"
)]
pub(super) struct Args {
    #[command(subcommand)]
    pub(super) task: Option<Task>,

    /// The game to play
    #[arg(long, ignore_case = true)]
    pub(super) game: Option<String>,

    /// Protocol commands to carry out, one in each argument; a bounded search is waited for
    ///
    /// Without any, commands are read from standard input.
    #[arg(value_name = "PROTOCOL COMMAND")]
    pub(super) commands: Vec<OsString>,
}

#[derive(Debug, Subcommand)]
pub(super) enum Task {
    Analyse(Analyse),
    Play(Play),
    Rules(RulesArgs),
    #[cfg(feature = "board")]
    Board(Board),
    Perft(Perft),
    Bench(Bench),
    Tablebase(Tablebase),
    Match(Box<MatchArgs>),
    Train(TrainArgs),
    Learn(Learn),
    Experience(ExperienceArgs),
    States(States),
    Completions(Completions),
    Man(Man),
}
