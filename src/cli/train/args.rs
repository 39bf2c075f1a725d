//! The arguments of `quincunx train`.

use std::path::PathBuf;

use crate::cli::arguments::arguments;
use crate::cli::words::RARE;
use crate::kernel::Assignment;
use crate::network::MOST_HIDDEN;
use crate::train::Plan;

arguments! {
    /// Train a network for a game's evaluation by self-play
    ///
    /// In each round the search plays against itself with the best network so far, from random openings;
    /// a new network beside the hand-written terms is trained on the games of all rounds, or of the
    /// --last few; and a match at fixed nodes against that best network decides which of the two is
    /// kept.
    ///
    /// Games, networks and the table of the rounds are kept in --path. What exists is not made again:
    /// an interrupted training resumes where it stopped, and files of games that were played elsewhere
    /// with --first-game and --games-only can be added. To use a network, set the engine's option
    /// EvalFile, give a player of a match net=FILE, or replace the game's own network and rebuild the
    /// program.
    ///
    /// With --odds nothing is trained: the search plays with the game's own evaluation, with one move
    /// in twelve at random, to fit the two numbers that turn scores into chances of a win, a draw and a
    /// loss (UCI_ShowWDL). They belong in src/games/GAME/about.rs.
    ///
    /// With --ordering the search chooses moves with --nodes in some positions of games, and what the
    /// chosen moves have in common decides which moves every search tries first. The file belongs in
    /// src/games/GAME/ordering.txt.
    #[command(after_long_help = "\
Examples:
{examples}")]
    pub(in crate::cli) struct TrainArgs {
        /// The game
        pub(super) game: String,

        /// The folder of the games, networks and rounds
        #[arg(long = "path", alias = "data", value_name = "DIR", required_unless_present_any = ["odds", "ordering"])]
        pub(super) data: Option<PathBuf>,

        /// The first network: a file, or own [default: none]
        ///
        /// `own` is the network that the game has. The first round plays with it and is compared to it. Without one these are the terms alone.
        #[arg(long, value_name = "FILE")]
        pub(super) from: Option<PathBuf>,

        /// A folder of solved endings: if they know how a game should have ended, that replaces its
        /// result
        #[arg(long, value_name = "DIR", help_heading = RARE)]
        pub(super) tables: Option<PathBuf>,

        /// Rounds, with finished ones
        #[arg(long, default_value = "1", value_parser = clap::value_parser!(u32).range(1..=999))]
        pub(super) rounds: u32,

        /// Train only on the games of so many last rounds, if the games of much weaker networks hold later
        /// ones back [default: all rounds]
        #[arg(long, value_name = "ROUNDS", value_parser = clap::value_parser!(u32).range(1..=999), help_heading = RARE)]
        pub(super) last: Option<u32>,

        /// The games per round
        #[arg(long, default_value = "10000", value_parser = clap::value_parser!(u64).range(5..=1_000_000))]
        pub(super) games: u64,

        /// The number of the first game of a round; each number gives a different game
        #[arg(long, value_name = "N", default_value = "0", value_parser = clap::value_parser!(u64).range(..=1_000_000_000), help_heading = RARE)]
        pub(super) first_game: u64,

        /// A rule of the games that are played, matches included, for example "{rule}"; may be repeated
        ///
        /// The rounds of one folder may have different rules.
        #[arg(long, value_name = "NAME=VALUE", help_heading = RARE)]
        pub(super) option: Vec<Assignment>,

        /// Only play the games of the first unfinished round, to help a training on another machine
        #[arg(long, help_heading = RARE)]
        pub(super) games_only: bool,

        /// The nodes per move of these games
        #[arg(long, default_value = "300", value_parser = clap::value_parser!(u64).range(1..))]
        pub(super) nodes: u64,

        /// The least number of random plies in the openings of these games; the greatest is three times
        /// as many
        #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u8).range(..=10), help_heading = RARE)]
        pub(super) random_plies: u8,

        /// Train the network that a round plays with further, with a quarter of the learning rate,
        /// instead of a new one
        #[arg(long, requires = "from", conflicts_with = "hidden", help_heading = RARE)]
        pub(super) fine_tune: bool,

        /// The units of the hidden layer, 0 to 512 [default: by game]
        ///
        /// Best a multiple of 16; 0 for no layer.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(..=MOST_HIDDEN as i64))]
        pub(super) hidden: Option<u16>,

        /// The number of training epochs
        #[arg(long, default_value = "6", value_parser = clap::value_parser!(u32).range(1..=100), help_heading = RARE)]
        pub(super) epochs: u32,

        /// The seed of games, training order and initial weights
        #[arg(long, default_value = "1", help_heading = RARE)]
        pub(super) seed: u64,

        /// The number of threads for playing and training
        #[arg(long, default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
        pub(super) threads: u16,

        /// The games of the match after each round, or 0
        ///
        /// An even number; 0 for no match.
        #[arg(long = "match", value_name = "GAMES", default_value = "400")]
        pub(super) match_games: u64,

        /// The nodes per move of that match
        #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u64).range(1..), help_heading = RARE)]
        pub(super) match_nodes: u64,

        /// Draw the strength after each round into this file
        #[arg(long, value_name = "FILE")]
        pub(super) svg: Option<PathBuf>,

        /// Fit the odds of win, draw and loss instead
        #[arg(long, conflicts_with_all = NETWORKS, help_heading = RARE)]
        pub(super) odds: bool,

        /// Fit the scores that order moves instead, and write the weights into this file
        #[arg(long, alias = "promise", value_name = "FILE", conflicts_with = "odds", conflicts_with_all = NETWORKS, help_heading = RARE)]
        pub(super) ordering: Option<PathBuf>,
    }
}

impl TrainArgs {
    /// Returns how all games are played.
    pub(super) fn plan(&self) -> Plan {
        Plan {
            games: 0..self.games,
            nodes: self.nodes,
            seed: self.seed,
            random_plies: self.random_plies.into(),
        }
    }
}

/// The arguments that concern networks alone.
const NETWORKS: [&str; 11] = [
    "data",
    "from",
    "tables",
    "rounds",
    "last",
    "first_game",
    "games_only",
    "fine_tune",
    "hidden",
    "epochs",
    "svg",
];
