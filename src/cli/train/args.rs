//! The arguments of `quincunx train`.

use std::path::PathBuf;

use clap::{Args, Command};

use crate::cli::arguments::arguments;
use crate::cli::words::RARE;
use crate::kernel::{Assignment, Gather, Part};
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
    /// Games, networks, the table of the rounds and the recipe are kept in --path. What exists is not made
    /// again: an interrupted training resumes where it stopped. To use a network, set the engine's option
    /// EvalFile, give a player of a match net=FILE, or replace the game's own network and rebuild the
    /// program.
    ///
    /// The recipe, GAME.toml, says all that made the networks: each [[round]] has the options below by
    /// their names. --recipe FILE follows it again in an empty folder, and the same program makes the
    /// same networks, byte for byte, on any x86-64 machine, with any number of threads. The recipe has their
    /// SHA-256, and a network that differs is an error. On several machines: --games-only --shard I/N on
    /// each, copy the files GAME-*.games into one folder, and train there.
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
        /// The game, if no recipe names it
        #[arg(required_unless_present = "recipe", conflicts_with = "recipe")]
        pub(super) game: Option<String>,

        /// The folder of all that is made
        #[arg(long = "path", alias = "data", value_name = "DIR", required_unless_present_any = ["odds", "ordering"])]
        pub(super) data: Option<PathBuf>,

        /// Follow a recipe, such as the GAME.toml of a training
        ///
        /// Each training leaves the recipe of its networks in its folder.
        #[arg(long, value_name = "FILE", conflicts_with = "from", conflicts_with_all = recipe_fields())]
        pub(super) recipe: Option<PathBuf>,

        /// The first network: a file, or own [default: none]
        ///
        /// `own` is the network that the game has. The first round plays with it and is compared to it. Without one these are the terms alone.
        #[arg(long, value_name = "FILE")]
        pub(super) from: Option<PathBuf>,

        /// A folder of solved endings: if they know how a game should have ended, that replaces its
        /// result
        #[arg(long, value_name = "DIR", help_heading = RARE)]
        pub(super) tables: Option<PathBuf>,

        /// Rounds, finished ones included [default: 1, or all]
        ///
        /// All are those of a recipe.
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=MOST_ROUNDS))]
        pub(super) rounds: Option<u32>,

        #[command(flatten)]
        pub(super) set: SetArgs,

        #[command(flatten)]
        pub(super) round: RoundArgs,

        /// Only play the games of the first unfinished round, to help a training on another machine
        #[arg(long, help_heading = RARE)]
        pub(super) games_only: bool,

        /// With --games-only, play only part I of the N parts of these games
        #[arg(long, value_name = "I/N", requires = "games_only", help_heading = RARE)]
        pub(super) shard: Option<Part>,

        /// Play no games: at the first round that lacks some, list their shards and stop
        #[arg(long, conflicts_with = "games_only", help_heading = RARE)]
        pub(super) learn_only: bool,

        /// The number of threads for playing and training
        #[arg(long, default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
        pub(super) threads: u16,

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

arguments! {
    /// Games of a round that are played alike
    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct SetArgs {
        /// The games per round
        #[arg(long, default_value = "10000", value_parser = clap::value_parser!(u64).range(5..=1_000_000))]
        pub(super) games: u64,

        /// The number of the first game of a round; each number gives a different game
        #[arg(long, value_name = "N", default_value = "0", value_parser = clap::value_parser!(u64).range(..=1_000_000_000), help_heading = RARE)]
        pub(super) first_game: u64,

        /// The nodes per move of these games
        #[arg(long, default_value = "300", value_parser = clap::value_parser!(u64).range(1..))]
        pub(super) nodes: u64,

        /// The least number of random plies in the openings of these games; the greatest is three times
        /// as many
        #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u8).range(..=10), help_heading = RARE)]
        pub(super) random_plies: u8,

        /// The nodes that the game's own solver, if it has one, may spend on a position
        ///
        /// What it solves is played and learned by its true value.
        #[arg(long, value_name = "N", default_value = "4000", help_heading = RARE)]
        pub(super) proof_nodes: u64,

        /// A rule of the games that are played, matches included, for example "{rule}"; may be repeated
        ///
        /// The rounds of one folder may have different rules.
        #[arg(long, value_name = "NAME=VALUE", help_heading = RARE)]
        pub(super) option: Vec<Assignment>,
    }
}

arguments! {
    /// What a round does with its games
    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct RoundArgs {
        /// Train only on the games of so many last rounds, if the games of much weaker networks hold later
        /// ones back [default: all rounds]
        #[arg(long, value_name = "ROUNDS", value_parser = clap::value_parser!(u32).range(1..=MOST_ROUNDS), help_heading = RARE)]
        pub(super) last: Option<u32>,

        /// Train the network that a round plays with further, with a quarter of the learning rate,
        /// instead of a new one
        #[arg(long, conflicts_with = "hidden", help_heading = RARE)]
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

        /// The games of the match after each round, or 0
        ///
        /// An even number; 0 for no match.
        #[arg(long = "match", value_name = "GAMES", default_value = "400")]
        pub(super) match_games: u64,

        /// The nodes per move of that match
        #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u64).range(1..), help_heading = RARE)]
        pub(super) match_nodes: u64,
    }
}

/// The most rounds of a training.
pub(super) const MOST_ROUNDS: i64 = 999;

/// The arguments that concern networks alone.
const NETWORKS: [&str; 15] = [
    "recipe",
    "data",
    "from",
    "tables",
    "rounds",
    "last",
    "first_game",
    "proof_nodes",
    "games_only",
    "learn_only",
    "shard",
    "fine_tune",
    "hidden",
    "epochs",
    "svg",
];

/// Returns the options that are the fields of a set of games in a recipe, as a command has them.
pub(super) fn set_command() -> Command {
    let command = Command::new("recipe").no_binary_name(true).disable_help_flag(true);
    SetArgs::augment_args(command)
}

/// Returns those that are the fields of a round.
pub(super) fn round_command() -> Command {
    RoundArgs::augment_args(set_command())
}

/// Returns the identifiers of these options.
fn recipe_fields() -> Vec<clap::Id> {
    round_command().get_arguments().map(|arg| arg.get_id().clone()).gather()
}

impl TrainArgs {
    /// Returns how all games are played.
    pub(super) fn plan(&self) -> Plan {
        self.set.plan(self.round.seed)
    }
}

impl SetArgs {
    /// Returns how the games of the set are played with a seed.
    pub(super) fn plan(&self, seed: u64) -> Plan {
        Plan {
            games: self.first_game..self.end(),
            nodes: self.nodes,
            seed,
            random_plies: self.random_plies.into(),
            proof_nodes: self.proof_nodes,
        }
    }

    /// Returns the number behind that of the last game.
    pub(super) const fn end(&self) -> u64 {
        self.first_game + self.games
    }

    /// Returns whether games of both are played alike.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let Self { games, first_game, .. } = other.clone();
        Self { games, first_game, ..self.clone() } == *other
    }

    /// Returns whether no number lies between the games of both.
    pub(super) const fn touches(&self, other: &Self) -> bool {
        self.first_game <= other.end() && other.first_game <= self.end()
    }

    /// Returns whether both have a game.
    pub(super) const fn meets(&self, other: &Self) -> bool {
        self.first_game < other.end() && other.first_game < self.end()
    }
}
