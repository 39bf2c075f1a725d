//! The arguments of `quincunx match`.

use std::path::PathBuf;

use clap::builder::ValueParser;

use crate::arena::{PlayerSpec, Sprt};
use crate::cli::arguments::{Value, arguments, values};
use crate::cli::completions::Offering;
use crate::cli::words::RARE;
use crate::kernel::{Assignment, Part};

arguments! {
    /// Play engines against each other and measure which is stronger
    ///
    /// Each round is a pair of games from one opening, with sides swapped. Players are programs that speak
    /// UCI or UGI, the search of this program, learners, or random moves. The referee knows the rules: a
    /// player that crashes, hangs, plays an illegal move or runs out of time loses, and the record says so.
    ///
    /// At fixed nodes or depth the same command gives a byte-identical record, however many games are
    /// played at once and however --shard splits the match over machines. Games are written and counted
    /// in round order, and the test stops the match after the first round that decides it.
    #[derive(Clone, Debug)]
    #[command(after_long_help = "\
Examples:
{examples}
  $ quincunx match --resume x.games

The two halves of that match, for two machines, and how to combine them:
  quincunx match .. --shard 1/2 --record 1.games
  quincunx match .. --shard 2/2 --record 2.games
  quincunx match --merge 1.games 2.games --record x.games

Games are independent: a program with the option Clear Memory is told to forget the positions that
it remembers after each game, unless the player sets an option of its memory.

Exit codes:
  0    the test accepted H1, or there is none, or this is a part of a match
  1    the test accepted H0
  2    the match cannot be played or merged
  3    the test is undecided
  130  interrupted by Ctrl-C or a termination signal; the games before the first unfinished one
       are recorded")]
    pub(in crate::cli) struct MatchArgs {
        /// The game
        #[arg(required_unless_present_any = ["resume", "merge"])]
        pub(super) game: Option<String>,

        /// A player: random, novice, builtin, learner:path=DIR or a program; repeat it
        ///
        /// Each player has an --engine of its own. A built-in player with limits is builtin:nodes=1000.
        /// Keys are separated by commas. Every player takes a name, and all but random and novice limits of
        /// its own: tc, movetime, nodes, depth. A novice has just read the rules: it takes a win in one,
        /// avoids a loss in one, captures or scores where it can, and else moves at random. A built-in player
        /// also takes level (1 to 10, which needs no limits below 10; or NODES/BLUR), hash (in MiB), net (a
        /// network file, or none) and without (techniques of the search to switch off, such as
        /// killers+history). A learner takes
        /// path and scheme (positions or literal); given limits, it searches where experience does not
        /// decide. A program is a command followed by keys, as in ./engine,proto=ugi: dir (its working
        /// directory), proto (uci or ugi) and option.NAME for each option to set.
        #[arg(long, value_name = "PLAYER", hide_possible_values = true,
              required_unless_present_any = ["resume", "merge", "print_openings"])]
        pub(super) engine: Vec<PlayerSpec>,

        /// Rounds of two games for each pairing [default: 50]
        ///
        /// With --sprt the default is 10000.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
        pub(super) rounds: Option<u64>,

        /// How many games to play at once [default: 1]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
        pub(super) concurrency: Option<u16>,

        /// Seconds per game and increment, as in 10+0.1
        ///
        /// The increment is what each move adds. With units: 100ms+1ms.
        #[arg(long, value_name = "BASE+INC")]
        pub(super) tc: Option<String>,

        /// Time per move, as in 100ms or 2s
        ///
        /// A number alone counts milliseconds.
        #[arg(long, value_name = "TIME")]
        pub(super) movetime: Option<String>,

        /// Nodes per move, on any machine the same games
        #[arg(long, value_name = "N")]
        pub(super) nodes: Option<String>,

        /// Depth per move, in plies
        #[arg(long, value_name = "N")]
        pub(super) depth: Option<String>,

        /// Milliseconds by which a move may exceed its time before it loses the game
        #[arg(long, value_name = "MS", default_value = "100", help_heading = "Limits")]
        pub(super) margin: u64,

        /// Milliseconds for a move that has no time limit; a player that takes longer loses
        ///
        /// An engine has as long to get ready, but at least 5 s.
        #[arg(long, value_name = "MS", default_value = "60000", help_heading = "Limits")]
        pub(super) timeout: u64,

        /// Stop when a test has decided, as in elo0=0,elo1=10
        ///
        /// All keys: elo0=0,elo1=10,alpha=0.05,beta=0.05.
        /// H0 is a difference of elo0, H1 one of elo1. The test is run after each round, in order; a shard
        /// plays all its rounds, and --merge runs the test. Omitted keys have the values above. Elo is
        /// normalized, from -200 to 200, or with model=logistic logistic, from -1000 to 1000; both use the pentanomial
        /// statistics of game pairs.
        #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
        pub(super) sprt: Option<Sprt>,

        /// Only the first player meets the others
        #[arg(long, help_heading = RARE)]
        pub(super) gauntlet: bool,

        /// A file of openings, one per line: a position, moves, or both; each round takes the next one
        #[arg(long, value_name = "FILE", conflicts_with = "random_plies", help_heading = "Openings")]
        pub(super) openings: Option<PathBuf>,

        /// Without such a file, the length of random openings in plies
        #[arg(long, value_name = "N", default_value = "6", help_heading = "Openings")]
        pub(super) random_plies: u16,

        /// Reject random openings in which a side leads by more hundredths of the game's unit
        #[arg(long, value_name = "CP", default_value = "100", help_heading = "Openings")]
        pub(super) balance: u32,

        /// The nodes of the search that judges openings for --balance
        #[arg(long, value_name = "N", default_value = "2000", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Openings")]
        pub(super) balance_nodes: u64,

        /// The seed of random openings and random moves
        #[arg(long, default_value = "1", help_heading = "Openings")]
        pub(super) seed: u64,

        /// Print the random openings of all rounds, for --opening-cache or --openings, and play nothing
        ///
        /// Random openings are generated in round order, so that none repeats while there are others. A
        /// machine that plays only the last rounds has to generate all earlier ones, unless it is given them.
        #[arg(long, help_heading = "Openings",
              conflicts_with_all = ["openings", "opening_cache", "record", "resume", "merge", "shard"])]
        pub(super) print_openings: bool,

        /// Read the random openings of this match from a file that --print-openings wrote
        #[arg(long, value_name = "FILE", conflicts_with = "openings", help_heading = "Openings")]
        pub(super) opening_cache: Option<PathBuf>,

        /// A rule to set, for example "{rule}"; may be repeated
        #[arg(long, value_name = "NAME=VALUE", help_heading = RARE)]
        pub(super) option: Vec<Assignment>,

        /// Adjudicate a loss when both players score it so by CP hundredths for N moves each [N: 3]
        #[arg(long, value_name = "CP[,N]", help_heading = "Adjudication")]
        pub(super) resign: Option<String>,

        /// Adjudicate a draw when both players stay within CP hundredths for N moves each, after PLY plies
        ///
        /// N defaults to 8 and PLY to 40.
        #[arg(long, value_name = "CP[,N[,PLY]]", help_heading = "Adjudication")]
        pub(super) draw: Option<String>,

        /// Adjudicate a draw after this many plies
        #[arg(long, value_name = "N", default_value = "2000", help_heading = "Adjudication")]
        pub(super) max_plies: u32,

        /// Write the games to a new file, in round order
        #[arg(long, value_name = "FILE", conflicts_with = "resume")]
        pub(super) record: Option<PathBuf>,

        /// Record the score and the time of each move in tags of the game
        ///
        /// Records with times differ from run to run.
        #[arg(long, help_heading = RARE)]
        pub(super) details: bool,

        /// Resume the match recorded in this file
        ///
        /// Only --rounds and --concurrency change anything then. A match that has got more rounds is resumed and
        /// merged with --rounds again.
        #[arg(long, value_name = "FILE", conflicts_with_all = FIXED)]
        pub(super) resume: Option<PathBuf>,

        /// Play only part I of N of the rounds
        ///
        /// Rounds, openings and random moves are those of the whole match. All parts need the same build of the
        /// program and the same command, apart from --shard, --record, --concurrency, --every and --opening-cache.
        #[arg(long, value_name = "I/N", help_heading = "Many machines")]
        pub(super) shard: Option<Part>,

        /// Combine the records of all parts of a match and report; with --record, write them to one file
        ///
        /// The order of the parts does not matter. Parts that are missing, duplicate, truncated or of another match
        /// are refused. Games after the round that decides the test are dropped, and may be missing.
        #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["resume", "shard", "concurrency", "every"], conflicts_with_all = FIXED, help_heading = "Many machines")]
        pub(super) merge: Vec<PathBuf>,

        /// Allow missing parts, and count the rounds before the first gap
        #[arg(long, help_heading = "Many machines")]
        pub(super) partial: bool,

        /// Report the standings every so many games, where there is no progress bar
        #[arg(long, value_name = "GAMES", default_value = "20",
              value_parser = clap::value_parser!(u64).range(1..), help_heading = RARE)]
        pub(super) every: u64,

        /// Print a line per game
        #[arg(long, help_heading = RARE)]
        pub(super) each: bool,

        /// Print the results as JSON
        ///
        /// An object for the results, and with --each one per game.
        #[arg(long)]
        pub(super) json: bool,
    }
}

/// What the record of a match says, so that nothing else can be asked with it.
const FIXED: [&str; 20] = [
    "game",
    "engine",
    "tc",
    "movetime",
    "nodes",
    "depth",
    "margin",
    "timeout",
    "sprt",
    "gauntlet",
    "openings",
    "random_plies",
    "balance",
    "balance_nodes",
    "seed",
    "option",
    "resign",
    "draw",
    "max_plies",
    "details",
];

/// How players begin, for the shells that complete them.
const PLAYERS: [&str; 9] = [
    "random",
    "novice",
    "builtin",
    "builtin:level=",
    "builtin:nodes=",
    "builtin:depth=",
    "builtin:movetime=",
    "learner:path=",
    "cmd=",
];

impl Value for PlayerSpec {
    fn parser() -> ValueParser {
        ValueParser::new(Offering::new(player, PLAYERS))
    }
}

values! { Sprt }

fn player(text: &str) -> Result<PlayerSpec, String> {
    PlayerSpec::read(text).map_err(|error| error.to_string())
}
