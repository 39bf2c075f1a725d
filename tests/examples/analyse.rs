//! Analyses a position of Nine Men's Morris, depth by depth: `cargo run --release --example analyse`

use std::error::Error;

use quincunx::engine::Engine;
use quincunx::search::Limits;

fn main() -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::playing("morris")?;
    engine.set_option("Hash", Some("64"))?;
    engine.session_mut().set_position(Some("B[b6,d6,f6]W[c4,e3,b2]turn[W]"), &[])?;
    println!("{}", engine.session().picture());
    let best = engine.best_line(&Limits::depth(6), |line| {
        println!("depth {}: {}, {}", line.depth, line.worth, line.pv.join(" "));
    })?;
    println!("best: {} after {} nodes", best.pv[0], best.nodes);
    Ok(())
}
