//! Two settings play each other in Hexceed, each first in half of the games:
//! `cargo run --release --example match_settings`

use std::error::Error;

use quincunx::engine::Engine;
use quincunx::kernel::Player;
use quincunx::search::Limits;

fn main() -> Result<(), Box<dyn Error>> {
    let settings = [Limits::nodes(20), Limits::nodes(2000)];
    let mut wins = [0, 0];
    for game in 0..6 {
        let mut engine = Engine::playing("hexceed")?;
        let opening = engine.session().legal_moves()[game / 2].clone();
        engine.play_str(&opening)?;
        let plays = |player: Player| (player.index() + game) % 2;
        while let Some(best) = engine.best_move(&settings[plays(engine.session().to_move())])? {
            engine.session_mut().clear_hash();
            engine.play_str(&best)?;
        }
        if let Some(winner) = engine.session().outcome().and_then(|outcome| outcome.winner) {
            wins[plays(winner)] += 1;
        }
    }
    println!("20 nodes a move won {} games, 2000 won {}", wins[0], wins[1]);
    Ok(())
}
