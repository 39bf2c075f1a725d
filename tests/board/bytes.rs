//! What a game costs on the wire.

use serde_json::json;

use super::client::{Server, human, is_over, pick};
use quincunx::kernel::SplitMix64;

/// A game takes a tenth of what its states would, from the first message on.
#[test]
fn a_state_costs_little_more_than_what_changed() {
    let server = Server::start();
    for game in server.page().games() {
        let name = game["name"].as_str().unwrap();
        let mut page = server.page();
        let mut dice = SplitMix64::new(3);
        let mut state = page.begin(name, [human(), human()]);
        while !is_over(&state) && state["ply"].as_u64() < Some(55) {
            let chosen = pick(&state, &mut dice);
            state = page.ask(json!({"do": "move", "move": chosen, "ply": state["ply"]}));
        }
        let [sent, whole] = page.bytes;
        println!("{name}: {} plies, {sent} bytes for {whole}", state["ply"]);
        assert!(sent * 8 < whole, "{name}: {sent} of {whole}");
    }
}
