//! What exact play says of the ends of recorded games of Coerceo: which of the drawn ones were won for
//! a player at some time.
//!
//! `cargo bench --bench conversion -- --games FILE --player NAME [--tiles 3] [--most 20000000]`. FILE
//! is what `match --record` wrote. From the first position on with so few tiles, all that can follow
//! is solved, up to so many positions; on four tiles that takes up to a minute a game and 4 GB of
//! memory. A line a game shows the value of each position since, for the player: `+`, `=` or `-`.

mod common;

#[allow(dead_code, unreachable_pub, reason = "shared with the tests")]
#[path = "../tests/common/closure.rs"]
mod closure;

use closure::Closure;
use common::{number, word};
use quincunx::games::coerceo::Coerceo;
use quincunx::kernel::{Action, Assignment, Player, Position, chosen};
use quincunx::notation::{GameResult, Games, Notation, tag};

fn main() {
    let (Some(path), Some(player)) = (word("games"), word("player")) else {
        println!("--games FILE and --player NAME say what to examine");
        return;
    };
    let tiles = number("tiles").unwrap_or(3) as u32;
    let most = number("most").unwrap_or(20_000_000);
    let text = std::fs::read_to_string(&path).expect("a file of games");
    let (mut drawn, mut solved, mut at_first, mut ever) = (0, 0, 0, 0);
    for game in Games::new(&text) {
        let game = game.expect("a game");
        if game.result != GameResult::Drawn {
            continue;
        }
        drawn += 1;
        let side = match game.tag(tag::FIRST) == Some(player.as_str()) {
            true => Player::First,
            false => Player::Second,
        };
        let played = positions(&game.moves, start_of(game.tag(tag::RULES).unwrap_or_default()));
        let few = played.iter().skip_while(|at| at.tiles().count_ones() > tiles);
        let few: Vec<&Coerceo> = few.collect();
        let Some(closure) = few.first().and_then(|first| Closure::of(*first, most)) else {
            println!("{}: not solved", game.tag(tag::ROUND).unwrap_or("?"));
            continue;
        };
        let values: String = few
            .iter()
            .map(|at| {
                let score = closure.score(at);
                let score = if at.to_move() == side { score } else { -score };
                if score.is_win() {
                    '+'
                } else if score.is_loss() {
                    '-'
                } else {
                    '='
                }
            })
            .collect();
        println!("{}: {values}", game.tag(tag::ROUND).unwrap_or("?"));
        solved += 1;
        at_first += usize::from(values.starts_with('+'));
        ever += usize::from(values.contains('+'));
    }
    println!(
        "{drawn} draws, {solved} of them solved from {tiles} tiles on: {at_first} won for {player} \
         when they got there, {ever} at some time"
    );
}

/// Returns the start under rules as records name them: `Coerceo Start=ocius;Coerceo Exchange=1`.
fn start_of(rules: &str) -> Coerceo {
    let choices = rules.split(';').filter(|rule| !rule.is_empty());
    let choices: Vec<Assignment> = choices.map(|rule| rule.parse().expect("a rule")).collect();
    Coerceo::start(&chosen("coerceo", &choices).expect("rules"))
}

/// Returns the positions of a game, from its start on.
fn positions(moves: &[String], start: Coerceo) -> Vec<Coerceo> {
    let mut positions = vec![start];
    let mut at = start;
    for text in moves {
        let Ok(Action::Move(m)) = at.read_move(text) else { break };
        at.make(m);
        positions.push(at);
    }
    positions
}
