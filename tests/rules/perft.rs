//! Leaf counts: `perft/<game>.perft`.
//!
//! A block of lines names a position and its leaf counts:
//!
//! ```text
//! id start
//! rules Coerceo Exchange=1
//! position W[...]B[...]turn[W]
//! perft 1 48
//! perft 2 2304
//! ```
//!
//! `rules` may be missing. Counts above the limit are left to `scripts/perft-deep.sh`, which sets
//! the environment variable `PERFT_LIMIT`.

use crate::common::{lines, position, set_rule};
use quincunx::games::Game;
use quincunx::kernel::perft::{perft, perft_made};

/// The most leaves that a count of the ordinary test may have.
const LIMIT: u64 = 300_000_000;

fn agrees<P: Game>() {
    let limit = std::env::var("PERFT_LIMIT").map_or(LIMIT, |text| text.parse().unwrap());
    let rows = lines(&format!("perft/{}.perft", P::NAME));
    assert!(!rows.is_empty(), "no counts for {}", P::NAME);
    let mut rules = P::Rules::default();
    let mut current: Option<P> = None;
    for row in rows {
        let (word, rest) = row.value.split_once(' ').unwrap_or((&row.value, ""));
        match word {
            "id" => rules = P::Rules::default(),
            "rules" => {
                let (name, value) = rest.split_once('=').expect("NAME=VALUE");
                set_rule::<P>(&mut rules, name, value, &row.place);
            }
            "position" => current = Some(position(rest, &rules, &row.place)),
            "perft" => {
                let current = current.as_ref().expect("a position first");
                let (depth, nodes) = rest.split_once(' ').expect("DEPTH NODES");
                let (depth, nodes): (u32, u64) = (depth.parse().unwrap(), nodes.parse().unwrap());
                if nodes <= limit {
                    assert_eq!(perft(current, depth), nodes, "{}", row.place);
                }
                if nodes <= limit / 20 {
                    assert_eq!(perft_made(current, depth), nodes, "{} (made)", row.place);
                }
            }
            other => panic!("{}: unknown word {other:?}", row.place),
        }
    }
}

/// The count that the game and the README tell is one of the table, below the start.
fn tells_its_deepest_count<P: Game>() {
    let start = format!("position {}", P::start(&P::Rules::default()).write_position());
    let rows = lines(&format!("perft/{}.perft", P::NAME)).into_iter().map(|row| row.value);
    let below = rows.skip_while(|line| *line != start).skip(1);
    let counts: Vec<String> = below.take_while(|line| line.starts_with("perft ")).collect();
    let told = P::ABOUT.perft;
    assert_eq!(counts.last(), Some(&format!("perft {} {}", told.depth, told.leaves)));
}

per_game!(agrees);
per_game!(tells_its_deepest_count);
