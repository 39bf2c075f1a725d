//! The arguments of `quincunx train`.

use std::path::PathBuf;

use clap::Args as ClapArgs;

/// Train a network for a game's evaluation by self-play
///
/// In each round the search plays against itself with the network of the round before, from random
/// openings; a new network beside the hand-written terms learns from the games of all rounds so far; and
/// a match at fixed nodes against the network before decides which of the two goes on.
///
/// Games, networks and the table of the rounds are kept in --data, and what is there already is not
/// made again: an interrupted training resumes where it stopped, and files of games that were played
/// elsewhere with --first-game and --games-only may be put beside them. A network takes effect with the
/// engine's option EvalFile or with net=FILE for a player of a match, or for good when it takes the place
/// of the game's own and the program is built again.
///
/// With --odds nothing is trained: the search plays with the game's own evaluation, one move in twelve
/// at random, and the two numbers are found that turn scores into chances of a win, a draw and a loss
/// (UCI_ShowWDL). They belong into src/games/GAME/about.rs.
#[derive(Debug, ClapArgs)]
#[command(after_long_help = "\
Examples:
{examples}")]
pub(in crate::cli) struct TrainArgs {
    /// The game
    pub(super) game: String,

    /// The folder for games, networks and the table of rounds
    #[arg(long, value_name = "DIR", required_unless_present = "odds")]
    pub(super) data: Option<PathBuf>,

    /// The network that the first round plays with and is compared to: a file, or `own` for the game's
    /// own; the terms alone if not said
    #[arg(long, value_name = "FILE")]
    pub(super) from: Option<PathBuf>,

    /// A folder of solved endings: where they know how a game should have ended, their word takes the
    /// place of its result
    #[arg(long, value_name = "DIR")]
    pub(super) tables: Option<PathBuf>,

    /// How many rounds there are, those that are done already among them
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=999))]
    pub(super) rounds: u32,

    /// How many games a round plays
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(5..=1_000_000))]
    pub(super) games: u64,

    /// The number of the first game of a round: other numbers are other games
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=1_000_000_000))]
    pub(super) first_game: u64,

    /// Only play the games of the first round that is not done: what other machines do for a training
    #[arg(long)]
    pub(super) games_only: bool,

    /// Nodes for each move of these games
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: u64,

    /// Units of the hidden layer: 0, 8, 16, 32, 64, 96 or 128; by default what suits the game
    #[arg(long, value_name = "N", value_parser = hidden)]
    pub(super) hidden: Option<usize>,

    /// How many times a network sees each position
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(super) epochs: u32,

    /// What games, order and first weights depend on
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,

    /// How many threads play and learn
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: u16,

    /// The games of the match that ends a round, an even number; 0 for no match
    #[arg(long = "match", value_name = "GAMES", default_value_t = 400)]
    pub(super) match_games: u64,

    /// Nodes for each move of that match
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) match_nodes: u64,

    /// Write the curve of the rounds into this file
    #[arg(long, value_name = "FILE")]
    pub(super) svg: Option<PathBuf>,

    /// Fit the odds of win, draw and loss instead
    #[arg(long, conflicts_with_all = ["data", "from", "tables", "rounds", "first_game", "games_only", "hidden", "epochs", "svg"])]
    pub(super) odds: bool,
}

fn hidden(text: &str) -> Result<usize, String> {
    let sizes = crate::network::HIDDEN;
    text.parse()
        .ok()
        .filter(|size| sizes.contains(size))
        .ok_or_else(|| format!("one of {}", sizes.map(|size| size.to_string()).join(", ")))
}
