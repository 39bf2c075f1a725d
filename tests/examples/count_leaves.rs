//! Counts the leaves of each game's tree: `cargo run --release --example count_leaves`

use std::error::Error;

use quincunx::engine::Engine;

fn main() -> Result<(), Box<dyn Error>> {
    for game in ["coerceo", "dominions", "hexceed", "morris", "trimok"] {
        let engine = Engine::playing(game)?;
        let leaves = |depth| engine.perft(depth).iter().map(|(_, leaves)| leaves).sum();
        let counts: [u64; 2] = [leaves(1), leaves(2)];
        println!("{game:<10} {:>6} {:>10}", counts[0], counts[1]);
    }
    Ok(())
}
