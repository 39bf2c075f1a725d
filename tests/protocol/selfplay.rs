//! Whole games through the protocol: every move legal, every end by the rules.
//!
//! The referee is a record of its own, kept with the rules and not with the engine's session.

use std::collections::BTreeMap;

use crate::common::transcript::Talk;
use quincunx::games::Game;
use quincunx::kernel::{Action, Outcome, Player, Record, SplitMix64};

/// How many games of each kind are played.
const GAMES: u64 = 50;
/// How many plies at the beginning of each are random.
const OPENING: usize = 6;
/// The nodes of a move.
const NODES: u32 = 100;

fn games_end_by_the_rules<P: Game>() {
    let mut talk = Talk::new();
    talk.send(format!("setoption name UCI_Variant value {}", P::NAME));
    talk.line();
    let mut endings = BTreeMap::new();
    let mut plies = Vec::new();
    for seed in 0..GAMES {
        let mut rng = SplitMix64::new(seed);
        let mut record = Record::new(P::start(&P::Rules::default()));
        let mut played: Vec<String> = Vec::new();
        talk.send("ucinewgame");
        while record.outcome().is_none() {
            let here = record.current().clone();
            let text = if played.len() < OPENING {
                let mut moves = Vec::new();
                record.legal_moves(&mut moves);
                here.write_move(moves[rng.below(moves.len())])
            } else {
                talk.send(format!("position startpos moves {}", played.join(" ")));
                talk.send(format!("go nodes {NODES}"));
                talk.line_starting("bestmove ")["bestmove ".len()..].to_owned()
            };
            let action = here
                .read_move(&text)
                .unwrap_or_else(|error| panic!("{text}: {error} after {played:?}"));
            assert!(matches!(action, Action::Move(_)), "the engine does not resign");
            record.play(action).expect("read_move has checked it");
            played.push(text);
        }
        talk.send(format!("position startpos moves {}", played.join(" ")));
        for (query, expected) in [
            ("gameover", "true".to_owned()),
            ("result", result(record.outcome()).to_owned()),
            ("fen", record.current().write_position()),
        ] {
            talk.send(format!("query {query}"));
            assert_eq!(talk.line(), format!("response {expected}"), "after {played:?}");
        }
        let outcome = record.outcome().expect("the game is over");
        *endings.entry((result(Some(outcome)), outcome.ending.name())).or_insert(0) += 1;
        plies.push(played.len());
    }
    plies.sort_unstable();
    println!(
        "{}: {endings:?}; plies {}..{}, median {}",
        P::NAME,
        plies[0],
        plies[plies.len() - 1],
        plies[plies.len() / 2]
    );
    assert_eq!(talk.finish(), [""; 0], "nothing was refused");
}

fn result(outcome: Option<Outcome>) -> &'static str {
    match outcome.map(|outcome| outcome.winner) {
        None => "none",
        Some(None) => "draw",
        Some(Some(Player::First)) => "p1win",
        Some(Some(Player::Second)) => "p2win",
    }
}

per_game!(games_end_by_the_rules);
