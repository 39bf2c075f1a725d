//! The arguments of `quincunx tune`.

use std::path::PathBuf;

use crate::cli::arguments::arguments;
use crate::cli::words::RARE;
use crate::kernel::Assignment;

arguments! {
    /// Tune numbers of the search by games against itself
    ///
    /// The method is SPSA: each iteration varies all numbers at once at random, plays these settings
    /// against the opposite ones, and moves all numbers a little towards the settings that did better.
    /// Some ten thousand iterations tell something, for as many numbers as you like.
    ///
    /// The results are kept in --path. The same command resumes an interrupted tuning, and at fixed nodes
    /// it comes to the same values as one that was never interrupted. Seeds are independent: several
    /// machines can tune with one each, and their values be averaged.
    ///
    /// At the end the values are printed for src/games/GAME/evaluate.rs, and as a player of a match.
    /// Trust them only after a match at another number of nodes than they were tuned with.
    #[command(after_long_help = "\
Example:
  quincunx tune GAME --path GAME.tune --svg GAME.svg --only reduction,reduction_base")]
    pub(in crate::cli) struct TuneArgs {
        /// The game
        pub(super) game: String,

        /// The file of the results
        #[arg(long, value_name = "FILE")]
        pub(super) path: PathBuf,

        /// The numbers to tune, separated by commas [default: all, without a clock those that matter]
        ///
        /// Any number of the search that is an option of the protocol. Those that begin with clock_ matter
        /// only with --tc.
        #[arg(long, value_name = "NAMES", value_delimiter = ',')]
        pub(super) only: Vec<String>,

        /// The iterations
        #[arg(long, default_value = "10000", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
        pub(super) iterations: u64,

        /// Pairs of games per iteration
        #[arg(long, default_value = "1", value_parser = clap::value_parser!(u64).range(1..=1000), help_heading = RARE)]
        pub(super) pairs: u64,

        /// How far a game won moves a number in the end, in thousandths of its step
        ///
        /// With few iterations more is better, with many less.
        #[arg(long, default_value = "2", value_parser = clap::value_parser!(u32).range(1..=1000))]
        pub(super) rate: u32,

        /// Nodes per move
        #[arg(long, value_name = "N", default_value = "8000", conflicts_with = "tc", value_parser = clap::value_parser!(u64).range(1..))]
        pub(super) nodes: u64,

        /// Seconds per game and increment, as in 10+0.1
        #[arg(long, value_name = "BASE+INC")]
        pub(super) tc: Option<String>,

        /// A file of openings, one per line; each pair of games takes the next one [default: random ones]
        #[arg(long, value_name = "FILE")]
        pub(super) openings: Option<PathBuf>,

        /// A rule of the games, for example "{rule}"; may be repeated
        #[arg(long, value_name = "NAME=VALUE", help_heading = RARE)]
        pub(super) option: Vec<Assignment>,

        /// The seed of the variations and of random openings
        #[arg(long, default_value = "1")]
        pub(super) seed: u64,

        /// How many games to play at once, at most those of an iteration
        #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
        pub(super) concurrency: u16,

        /// Draw the course of each number into this file
        #[arg(long, value_name = "FILE")]
        pub(super) svg: Option<PathBuf>,

        /// Report the values every so many iterations
        #[arg(long, default_value = "500", value_parser = clap::value_parser!(u64).range(1..), help_heading = RARE)]
        pub(super) every: u64,
    }
}
