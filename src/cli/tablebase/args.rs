//! The arguments of `tablebase`, for clap.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::cli::arguments::{arguments, values};
use crate::cli::words::RARE;
use crate::tablebase::Metric;

/// Build and check tables of solved positions, and look positions up
#[derive(Args)]
#[command(after_long_help = "\
Examples:
{examples}")]
pub(in crate::cli) struct Tablebase {
    #[command(subcommand)]
    pub(in crate::cli) task: TablebaseTask,
}

#[derive(Subcommand)]
pub(in crate::cli) enum TablebaseTask {
    Build(BuildTables),
    Verify(VerifyTables),
    /// Count wins, draws and losses, and show the longest, for each sector or layer
    Stats {
        #[command(flatten)]
        folder: TableFolder,

        /// Print one JSON object per sector
        #[arg(long)]
        json: bool,
    },
    Probe(ProbeTables),
    Certify(CertifyTables),
    Prove(ProveTables),
    Openings(TableOpenings),
    /// List the tables in a folder
    List(TableFolder),
}

arguments! {
    /// A folder of tables and the game.
    pub(in crate::cli) struct TableFolder {
        /// The folder of the tables
        #[arg(long, value_name = "DIR")]
        pub(in crate::cli) path: PathBuf,

        /// The game, if the folder has tables of several
        #[arg(long)]
        pub(in crate::cli) game: Option<String>,
    }
}

arguments! {
    /// Build tables by retrograde analysis, one file after another
    ///
    /// An interrupted build resumes after the last finished file, and in that of a large pair where it was some minutes
    /// earlier.
    pub(in crate::cli) struct BuildTables {
        /// The game
        pub(in crate::cli) game: String,

        /// The folder of the tables; created if it does not exist
        #[arg(long, value_name = "DIR")]
        pub(in crate::cli) path: PathBuf,

        /// The pairs from FROM up to TO in both numbers of men or stacks, and all that they need; where men are
        /// placed, also `moving` for all pairs, `placing`, or a layer such as p17; where tiles go, a shape of
        /// tiles such as line, or an ending such as line-3-2 [default: all but those that take very long]
        #[arg(long, value_name = "FROM..TO")]
        pub(in crate::cli) pairs: Option<String>,

        /// The number of threads [default: one per processor]
        #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
        pub(in crate::cli) threads: Option<u16>,

        /// The most memory to use, in GiB; where that is short, a table is packed while it is built, which takes longer
        #[arg(long, value_name = "GIB", default_value = "4", value_parser = gib, help_heading = RARE)]
        pub(in crate::cli) memory: f64,

        /// Print how many entries each missing table has and how much memory it takes, and build nothing
        #[arg(long, help_heading = RARE)]
        pub(in crate::cli) plan: bool,

        /// After how many seconds an unfinished file is saved to the folder, as large as the memory that it takes
        #[arg(long, value_name = "SECONDS", default_value = "600", help_heading = RARE)]
        pub(in crate::cli) save_every: u64,

        /// What distances count: plies to the next irreversible move, or to the end of the game [default:
        /// end in games without a quiet limit, else conversion]
        #[arg(long, help_heading = RARE)]
        pub(in crate::cli) metric: Option<MetricName>,

        /// The quiet limit for which the tables are exact, 0 for none [default: that of the game, with
        /// --metric conversion]
        #[arg(long, value_name = "PLIES", value_parser = quiet_limit, help_heading = RARE)]
        pub(in crate::cli) quiet: Option<u8>,

        /// Store only win, draw and loss
        #[arg(long, help_heading = RARE)]
        pub(in crate::cli) results_only: bool,
    }
}

arguments! {
    /// Check tables against the rules: checksums, and entries against those that their moves lead to
    ///
    /// With --claims the search is checked instead: every win and loss that it claims without tables
    /// must agree with them. The exit code is 1 if anything is wrong.
    pub(in crate::cli) struct VerifyTables {
        #[command(flatten)]
        pub(in crate::cli) folder: TableFolder,

        /// The tables, of those that exist, chosen as in `tablebase build` [default: all]
        #[arg(long, value_name = "FROM..TO")]
        pub(in crate::cli) pairs: Option<String>,

        /// About how many entries of each file to check
        #[arg(long, value_name = "ENTRIES", default_value = "100000")]
        pub(in crate::cli) sample: u64,

        /// Search this many random positions without tables, and check every win and loss claimed at
        /// any depth
        #[arg(long, value_name = "POSITIONS", conflicts_with_all = ["sample", "all"])]
        pub(in crate::cli) claims: Option<u64>,

        /// The nodes to search in each position, with --claims
        #[arg(long, default_value = "10000", requires = "claims")]
        pub(in crate::cli) nodes: u64,

        /// Check every entry, some millions a second; takes 3 GB of memory for the largest
        #[arg(long)]
        pub(in crate::cli) all: bool,

        /// The seed of the sample or positions
        #[arg(long, default_value = "1")]
        pub(in crate::cli) seed: u64,

        /// The number of threads [default: one per processor]
        #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
        pub(in crate::cli) threads: Option<u16>,
    }
}

arguments! {
    /// Print a certificate: counts and a hash of the values of each sector, to keep or to compare
    ///
    /// The hash depends on the values alone, not on how files are compressed. Certificates of whole sets are in
    /// tests/certificates. With --check the exit code is 1 if the tables differ from the certificate.
    pub(in crate::cli) struct CertifyTables {
        #[command(flatten)]
        pub(in crate::cli) folder: TableFolder,

        /// Compare the tables with the certificate in FILE instead, and name the first sector that differs
        #[arg(long, value_name = "FILE")]
        pub(in crate::cli) check: Option<PathBuf>,

        /// The tables, chosen as in `tablebase build` [default: all]
        #[arg(long, value_name = "FROM..TO")]
        pub(in crate::cli) pairs: Option<String>,

        /// The number of threads [default: one per processor]
        #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
        pub(in crate::cli) threads: Option<u16>,
    }
}

arguments! {
    /// Prove the result of the start, by searching down to the tables if they do not know it
    ///
    /// A search needs all tables where no men are placed any more.
    pub(in crate::cli) struct ProveTables {
        /// The game
        pub(in crate::cli) game: String,

        /// The folder of the tables
        #[arg(long, value_name = "DIR")]
        pub(in crate::cli) path: PathBuf,

        /// Positions to prove instead of the opening
        #[arg(value_name = "POSITION")]
        pub(in crate::cli) positions: Vec<String>,

        /// Prove the positions after up to this many plies of the opening, one of each up to symmetry
        /// [default: 2 if there are tables of them, else 1]
        #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(0..=3))]
        pub(in crate::cli) placements: Option<u32>,

        /// The number of threads [default: one per processor]
        #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
        pub(in crate::cli) threads: Option<u16>,

        /// The most memory to use, in GiB
        #[arg(long, value_name = "GIB", default_value = "2", value_parser = gib)]
        pub(in crate::cli) memory: f64,
    }
}

arguments! {
    /// Look up a position: its value, and that of every move
    ///
    /// Draw limits and the count of quiet plies are ignored.
    pub(in crate::cli) struct ProbeTables {
        #[command(flatten)]
        pub(in crate::cli) folder: TableFolder,

        /// The position
        pub(in crate::cli) position: String,
    }
}

arguments! {
    /// Print drawn positions reached by random moves from the start, one per line
    ///
    /// Each is the first position of a random game, after the given number of plies, that the tables
    /// know; use them as openings of matches.
    pub(in crate::cli) struct TableOpenings {
        #[command(flatten)]
        pub(in crate::cli) folder: TableFolder,

        /// The number of positions
        #[arg(long, default_value = "100")]
        pub(in crate::cli) count: u64,

        /// The fewest plies from the start
        #[arg(long, default_value = "1")]
        pub(in crate::cli) plies: usize,

        /// The seed of the random games
        #[arg(long, default_value = "1")]
        pub(in crate::cli) seed: u64,
    }
}

/// What distances count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum MetricName {
    /// Plies to the next removal, block or capture
    Conversion,
    /// Plies to the end of the game
    End,
}

values! { MetricName }

fn gib(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|gib| (0.01..=65_536.0).contains(gib));
    number.ok_or_else(|| "expected a number of GiB from 0.01 to 65536".to_owned())
}

fn quiet_limit(text: &str) -> Result<u8, String> {
    let number = text.parse().ok().filter(|limit| *limit <= Metric::MAX_QUIET);
    number.ok_or_else(|| format!("expected a number of plies from 0 to {}", Metric::MAX_QUIET))
}
