//! The engine plays a game of Hexceed against itself: `cargo run --release --example play_a_game`

use std::error::Error;

use quincunx::engine::Engine;
use quincunx::search::Limits;

fn main() -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::playing("hexceed")?;
    while let Some(best) = engine.best_move(&Limits::nodes(2000))? {
        engine.play_str(&best)?;
    }
    let game = engine.session();
    println!("{}", game.played().join(" "));
    println!("{}", game.picture());
    println!("{}", game.conclusion().expect("the game is over"));
    Ok(())
}
