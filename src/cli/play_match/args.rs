//! The arguments of `quincunx match`.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use crate::arena::{PlayerSpec, Sprt};
use crate::kernel::{Assignment, Part};

/// Play engines against each other and measure which is stronger
///
/// Each round is a pair of games from one opening, every player once on either side. Players are
/// programs that speak UCI or UGI, the search of this program, learners, or random moves. The referee knows the rules:
/// a player that crashes, hangs, moves illegally or exceeds its time loses, and the record says so.
///
/// At fixed nodes or depth the same command gives the same record, to the byte, however many games are
/// played at the same time, and so do its parts that --shard plays on many machines and --merge puts
/// together: games are written and counted in the order of their rounds, and the test ends the match
/// behind the first round that decides it.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_long_help = "\
Examples:
{examples}
  $ quincunx match --resume x.games

Two halves of that match, which two machines may play, and the whole of them:
  quincunx match .. --shard 1/2 --record 1.games
  quincunx match .. --shard 2/2 --record 2.games
  quincunx match --merge 1.games 2.games --record x.games

A program that remembers positions beyond a game by an option Clear Memory forgets them between games,
unless an option of the player concerns its memory: games are to be independent.

Exit codes:
  0    the test accepted H1, or there is none, or this is a part of a match
  1    the test accepted H0
  2    the match cannot be played or put together
  3    the test is not decided
  130  ended by Ctrl-C or a request to terminate; what is finished is recorded")]
pub(in crate::cli) struct MatchArgs {
    /// The game
    #[arg(required_unless_present_any = ["resume", "merge"])]
    pub(super) game: Option<String>,

    /// A player: random, builtin:LIMITS, learner:store=DIR or a program; given once for each
    ///
    /// Keys are separated by commas. Any player but random: name, and limits of its own, tc,
    /// movetime, nodes, depth. A built-in one: hash, in MiB, net (a network's file, or none) and without
    /// (techniques of the search to switch off, such as killers+history). A learner: store, and scheme
    /// (positions or literal); with limits of its own it searches where experience does not decide.
    /// A program is a command with keys behind it, ./engine,proto=ugi: dir (where it runs), proto
    /// (uci or ugi) and option.NAME for each option to set.
    #[arg(long, value_name = "PLAYER", value_parser = player,
          required_unless_present_any = ["resume", "merge", "print_openings"])]
    pub(super) engine: Vec<PlayerSpec>,

    /// The rounds of two games for each pairing [default: 50, with --sprt 10000]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(super) rounds: Option<u64>,

    /// How many games are played at the same time [default: 1]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) concurrency: Option<u16>,

    /// Seconds for the game + what each move adds, such as 10+0.1; in milliseconds 100ms+1ms
    #[arg(long, value_name = "BASE+INC", help_heading = "Limits")]
    pub(super) tc: Option<String>,

    /// Milliseconds for each move
    #[arg(long, value_name = "MS", help_heading = "Limits")]
    pub(super) movetime: Option<String>,

    /// Nodes for each move: the same on a busy machine
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub(super) nodes: Option<String>,

    /// Plies of depth for each move
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub(super) depth: Option<String>,

    /// Milliseconds that a move may come later than the clock allows; a later one loses
    #[arg(long, value_name = "MS", default_value_t = 100, help_heading = "Limits")]
    pub(super) margin: u64,

    /// Milliseconds that a move without any limit of time may take
    #[arg(long, value_name = "MS", default_value_t = 60_000, help_heading = "Limits")]
    pub(super) timeout: u64,

    /// Stop as soon as it is known which holds: elo0=0,elo1=10,alpha=0.05,beta=0.05
    ///
    /// The test is asked behind each round, in their order; a part of a match plays on, and --merge asks it.
    /// What is left out has the value above. The model is normalized Elo, or with model=logistic the
    /// usual one; both by the pentanomial of pairs.
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    pub(super) sprt: Option<Sprt>,

    /// Only the first player meets the others
    #[arg(long)]
    pub(super) gauntlet: bool,

    /// A file of openings, one a line: a position, moves, or both; each round takes the next
    #[arg(long, value_name = "FILE", conflicts_with = "random_plies", help_heading = "Openings")]
    pub(super) openings: Option<PathBuf>,

    /// Otherwise openings are this many random plies
    #[arg(long, value_name = "N", default_value_t = 6, help_heading = "Openings")]
    pub(super) random_plies: u16,

    /// ... behind which neither side leads by more hundredths of the game's unit
    #[arg(long, value_name = "CP", default_value_t = 100, help_heading = "Openings")]
    pub(super) balance: u32,

    /// The seed of random openings and random moves
    #[arg(long, default_value_t = 1, help_heading = "Openings")]
    pub(super) seed: u64,

    /// Play nothing, print the random openings of all rounds, for --opening-cache or --openings
    ///
    /// Random openings are made in their order, so that none occurs twice as long as there are others: who
    /// plays the last rounds makes those of all rounds before, unless they are made already.
    #[arg(long, help_heading = "Openings",
          conflicts_with_all = ["openings", "opening_cache", "record", "resume", "merge", "shard"])]
    pub(super) print_openings: bool,

    /// The random openings of this match, printed before: the same games, sooner
    #[arg(long, value_name = "FILE", conflicts_with = "openings", help_heading = "Openings")]
    pub(super) opening_cache: Option<PathBuf>,

    /// A rule to set, for example "{rule}"; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub(super) option: Vec<Assignment>,

    /// A game is lost when both players see it so by CP hundredths for N moves each [N: 3]
    #[arg(long, value_name = "CP[,N]", help_heading = "Adjudication")]
    pub(super) resign: Option<String>,

    /// A game is drawn when both players see it within CP hundredths for N moves each, after PLY plies
    ///
    /// N is 8 and PLY 40 unless told.
    #[arg(long, value_name = "CP[,N[,PLY]]", help_heading = "Adjudication")]
    pub(super) draw: Option<String>,

    /// A game is drawn after so many plies
    #[arg(long, value_name = "N", default_value_t = 2000, help_heading = "Adjudication")]
    pub(super) max_plies: u32,

    /// Write the games to this new file, each as soon as it and all before it are over
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub(super) record: Option<PathBuf>,

    /// Record the score and the time of each move, in tags of the game
    ///
    /// Records with times differ from run to run.
    #[arg(long)]
    pub(super) details: bool,

    /// Go on with the match of this file; beside it only --rounds and --concurrency count
    #[arg(long, value_name = "FILE")]
    pub(super) resume: Option<PathBuf>,

    /// Play only the I-th of N parts of the rounds
    ///
    /// Rounds, openings and random moves are those of the whole match. All parts need the same build of the program
    /// and the same command but for --shard, --record, --concurrency, --every and --opening-cache.
    #[arg(long, value_name = "I/N", help_heading = "Many machines")]
    pub(super) shard: Option<Part>,

    /// Play nothing, put the records of all parts of a match together and report; with --record into one
    ///
    /// The parts may come in any order. What is missing, double, cut off or of another match is refused; games
    /// behind the round that decides the test are dropped and may be missing.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["resume", "shard"], help_heading = "Many machines")]
    pub(super) merge: Vec<PathBuf>,

    /// Let parts be missing, and count the rounds before the first that is
    #[arg(long, requires = "merge", help_heading = "Many machines")]
    pub(super) partial: bool,

    /// Where no progress bar can be drawn, tell the state after each so many games
    #[arg(long, value_name = "GAMES", default_value_t = 20,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) every: u64,

    /// Print a line for each game
    #[arg(long)]
    pub(super) each: bool,

    /// Print JSON: an object for the results, and with --each one for each game
    #[arg(long)]
    pub(super) json: bool,
}

fn player(text: &str) -> Result<PlayerSpec, String> {
    PlayerSpec::read(text).map_err(|error| error.to_string())
}
