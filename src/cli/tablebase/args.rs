//! The arguments of `tablebase`, for clap.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::games::morris::Morris;
use crate::games::{GameKind, GameList, Standard};
use crate::tablebase::{Metric, Pair};

/// Build solved endings of Morris, check them and look positions up
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  $ quincunx tablebase build morris --path tables --pairs 3-3..4-3
  $ quincunx tablebase stats --path tables
  $ quincunx tablebase verify --path tables
  $ quincunx tablebase probe --path tables \"B[a7,c5,b4]W[b6,a4,c4]turn[W]\"")]
pub(in crate::cli) struct Tablebase {
    #[command(subcommand)]
    pub(in crate::cli) task: TablebaseTask,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum TablebaseTask {
    Build(BuildTables),
    Verify(VerifyTables),
    /// Tell win, draw, loss and the longest of each sector
    Stats {
        #[command(flatten)]
        folder: ListTables,

        /// One JSON object for each sector
        #[arg(long)]
        json: bool,
    },
    Probe(ProbeTables),
    Prove(ProveTables),
    List(ListTables),
}

/// Build tables by retrograde analysis, one pair of sectors after another
///
/// A build that was ended, however, goes on from the last finished pair. For example:
/// quincunx tablebase build morris --path tables --pairs 3-3..5-5
#[derive(Debug, Args)]
pub(in crate::cli) struct BuildTables {
    /// The game; there are tables for morris
    #[arg(value_parser = tabled_game)]
    pub(in crate::cli) game: GameKind,

    /// The folder of the tables; it is made if it is not there
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) path: PathBuf,

    /// Which pairs: those from FROM up to TO in both numbers of men, and all that they need
    #[arg(long, value_name = "FROM..TO", value_parser = pairs, default_value = "3-3..9-9")]
    pub(in crate::cli) pairs: Pairs,

    /// How many threads work; as many as run at once if not said
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(in crate::cli) threads: Option<u16>,

    /// The most memory to use, in GiB
    #[arg(long, value_name = "GIB", default_value_t = 4.0, value_parser = gib)]
    pub(in crate::cli) memory: f64,

    /// What distances count: plies to the next removal or block, or to the end of the game
    #[arg(long, value_enum, default_value_t = MetricName::Conversion)]
    pub(in crate::cli) metric: MetricName,

    /// The quiet limit that the tables are exact for, 0 for none; 100 with conversion
    #[arg(long, value_name = "PLIES", value_parser = quiet_limit)]
    pub(in crate::cli) quiet: Option<u8>,

    /// Keep win, draw and loss alone
    #[arg(long)]
    pub(in crate::cli) results_only: bool,
}

/// Check tables against the rules: checksums, and entries against those that their moves lead to
#[derive(Debug, Args)]
pub(in crate::cli) struct VerifyTables {
    /// The folder of the tables
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) path: PathBuf,

    /// Which pairs, of those that are there
    #[arg(long, value_name = "FROM..TO", value_parser = pairs, default_value = "3-3..9-9")]
    pub(in crate::cli) pairs: Pairs,

    /// About how many entries of each pair to check
    #[arg(long, value_name = "ENTRIES", default_value_t = 100_000)]
    pub(in crate::cli) sample: u64,

    /// Check every entry, some millions a second; takes 3 GB of memory for the largest
    #[arg(long)]
    pub(in crate::cli) all: bool,

    /// Which sample
    #[arg(long, default_value_t = 1)]
    pub(in crate::cli) seed: u64,

    /// How many threads work; as many as run at once if not said
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(in crate::cli) threads: Option<u16>,
}

/// Search the placement phase down to the tables: the exact result of the start
///
/// Takes all 28 pairs. For example: quincunx tablebase prove morris --path tables
#[derive(Debug, Args)]
pub(in crate::cli) struct ProveTables {
    /// The game; there are tables for morris
    #[arg(value_parser = tabled_game)]
    pub(in crate::cli) game: GameKind,

    /// The folder of the tables
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) path: PathBuf,

    /// Positions to prove instead of the opening
    #[arg(value_name = "POSITION")]
    pub(in crate::cli) positions: Vec<String>,

    /// How many placements of the opening to prove, up to symmetry
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=3))]
    pub(in crate::cli) placements: u32,

    /// How many threads search; as many as run at once if not said
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(in crate::cli) threads: Option<u16>,

    /// The most memory to use, in GiB
    #[arg(long, value_name = "GIB", default_value_t = 2.0, value_parser = gib)]
    pub(in crate::cli) memory: f64,
}

/// Look a position up: its value, and that of every move
///
/// Draw limits and the count of quiet plies play no part. For example:
/// quincunx tablebase probe --path tables "B[a7,c5,b4]W[b6,a4,c4]turn[W]"
#[derive(Debug, Args)]
pub(in crate::cli) struct ProbeTables {
    /// The folder of the tables
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) path: PathBuf,

    /// The position; both hands have to be empty
    pub(in crate::cli) position: String,
}

/// Tell which tables are in a folder
#[derive(Debug, Args)]
pub(in crate::cli) struct ListTables {
    /// The folder of the tables
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) path: PathBuf,
}

/// What distances count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum MetricName {
    /// Plies to the next removal or block
    Conversion,
    /// Plies to the end of the game
    End,
}

/// A choice of pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) struct Pairs {
    from: Pair,
    to: Pair,
}

impl Pairs {
    /// Returns whether a pair is among those chosen.
    pub(in crate::cli) fn contains(self, pair: Pair) -> bool {
        let within = |least, number, most| least <= number && number <= most;
        within(self.from.major(), pair.major(), self.to.major())
            && within(self.from.minor(), pair.minor(), self.to.minor())
    }

    /// Returns whether a pair is among those chosen or one of them needs it.
    pub(in crate::cli) fn needs(self, pair: Pair) -> bool {
        Pair::all().any(|chosen| {
            self.contains(chosen)
                && pair.major() <= chosen.major()
                && pair.minor() <= chosen.minor()
        })
    }
}

fn pairs(text: &str) -> Result<Pairs, String> {
    let pair = |text: &str| {
        let numbers =
            text.split_once('-').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        numbers.and_then(|(a, b)| Pair::new(a, b)).ok_or_else(|| {
            format!("{text:?} is no pair; pairs are two numbers of men from 3 to 9, such as 5-4")
        })
    };
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let pairs = Pairs { from: pair(from)?, to: pair(to)? };
    let any = Pair::all().any(|pair| pairs.contains(pair));
    any.then_some(pairs).ok_or_else(|| format!("there is no pair from {from} to {to}"))
}

fn gib(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|gib| (0.01..=65_536.0).contains(gib));
    number.ok_or_else(|| "wanted is a number of GiB from 0.01 to 65536".to_owned())
}

fn quiet_limit(text: &str) -> Result<u8, String> {
    let number = text.parse().ok().filter(|limit| *limit <= Metric::MAX_QUIET);
    number.ok_or_else(|| format!("wanted is a number of plies from 0 to {}", Metric::MAX_QUIET))
}

fn tabled_game(name: &str) -> Result<GameKind, String> {
    match Standard::find(name) {
        Some(kind) if kind == GameKind::of::<Morris>() => Ok(kind),
        Some(other) => Err(format!("there are no tables for {other}, only for morris")),
        None => Err("there are tables for morris".to_owned()),
    }
}
