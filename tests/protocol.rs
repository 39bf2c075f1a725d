//! The protocol, in memory: transcripts, the examples of protocol.md, and bad input.

#[path = "common/transcript.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with other tests")]
mod transcript;

use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;
use quincunx::games::GameKind;
use transcript::{Talk, blocks, matches, play};

fn root(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

#[test]
fn transcripts_run() {
    let mut count = 0;
    for entry in fs::read_dir(root("tests/transcripts")).unwrap() {
        let path = entry.unwrap().path();
        play(&fs::read_to_string(&path).unwrap(), &path.display().to_string());
        count += 1;
    }
    assert!(count >= 4, "only {count} transcripts");
}

#[test]
fn every_exchange_of_the_reference_runs() {
    let blocks = blocks(&fs::read_to_string(root("protocol.md")).unwrap(), "text session");
    assert!(blocks.len() >= 10, "only {} exchanges", blocks.len());
    for (line, block) in blocks {
        play(&block, &format!("protocol.md:{line}"));
    }
}

#[test]
fn the_session_of_the_readme_runs() {
    let blocks = blocks(&fs::read_to_string(root("README.md")).unwrap(), "text session");
    assert!(!blocks.is_empty());
    for (line, block) in blocks {
        play(&block, &format!("README.md:{line}"));
    }
}

#[test]
fn patterns_match_what_they_should() {
    assert!(matches("info .. pv ..", "info depth 1 pv B[a7]"));
    assert!(matches("bestmove ..", "bestmove B[a7]"));
    assert!(!matches("bestmove ..", "info depth 1"));
    assert!(!matches("readyok", "readyok2"));
    assert!(!matches("a..b..c", "a-c-b"));
}

#[test]
fn a_search_goes_on_while_it_is_asked_other_things() {
    for kind in GameKind::ALL {
        let mut talk = Talk::new();
        talk.send(format!("setoption name UCI_Variant value {kind}"));
        talk.line_starting("info string variant");
        talk.send("go infinite");
        talk.line_starting("info depth");
        talk.send("isready");
        talk.line_starting("readyok");
        for refused in [
            "go depth 1",
            "position startpos",
            "ucinewgame",
            "setoption name Hash value 1",
            "perft 1",
            "moves x",
            "eval",
            "undo",
            "bench",
            "save",
        ] {
            talk.send(refused);
            talk.line_starting("info string error busy: ");
        }
        talk.send("query result");
        talk.line_starting("response none");
        talk.send("stop");
        let best = talk.line_starting("bestmove ");
        talk.send(format!("query islegal {}", &best["bestmove ".len()..]));
        assert_eq!(talk.line(), "response true", "{kind}: {best}");
        assert_eq!(talk.finish(), [""; 0]);
    }
}

#[test]
fn go_and_stop_in_one_breath_give_one_best_move_each() {
    for kind in GameKind::ALL {
        let mut talk = Talk::new();
        talk.send(format!("setoption name UCI_Variant value {kind}"));
        talk.line();
        for _ in 0..100 {
            talk.send("go infinite");
            talk.send("stop");
            talk.line_starting("bestmove ");
        }
        assert_eq!(talk.finish(), [""; 0]);
    }
}

#[test]
fn a_best_move_may_be_answered_with_go_at_once() {
    let mut talk = Talk::new();
    for _ in 0..300 {
        talk.send("go nodes 50");
        let line = talk.line_starting("bestmove ");
        assert_ne!(line, "bestmove 0000");
    }
    assert_eq!(talk.finish(), [""; 0], "no go was refused");
}

#[test]
fn the_time_for_a_move_is_kept() {
    // A bound with much room: the point is that no search forgets its clock.
    for kind in GameKind::ALL {
        let mut talk = Talk::new();
        talk.send(format!("setoption name UCI_Variant value {kind}"));
        let started = std::time::Instant::now();
        for go in ["go movetime 0", "go movetime 50", "go p1time 0 p2time 0", "go wtime 500 binc 1"]
        {
            talk.send(go);
            talk.line_starting("info depth");
            talk.line_starting("bestmove ");
        }
        assert!(started.elapsed().as_secs() < 20, "{kind}");
    }
}

/// Only the search that waits for it starts its clock at `ponderhit`, and only once.
#[test]
fn a_stray_ponderhit_gives_no_time() {
    let mut talk = Talk::new();
    talk.send("setoption name Move Overhead value 0");
    for go in ["go movetime 300", "go ponder movetime 300"] {
        talk.send(go);
        let started = std::time::Instant::now();
        let mut hits = 0;
        loop {
            talk.send("ponderhit");
            hits += 1;
            match talk.early_line() {
                Some(line) if line.starts_with("bestmove ") => break,
                _ => assert!(started.elapsed().as_secs() < 20, "{go}: {hits} times ponderhit"),
            }
        }
    }
}

#[test]
fn a_refused_position_changes_nothing() {
    for kind in GameKind::ALL {
        let mut talk = Talk::new();
        talk.send(format!("setoption name UCI_Variant value {kind}"));
        talk.line();
        talk.send("moves");
        let first = talk.line().split(' ').nth(1).unwrap().to_owned();
        talk.send(format!("position startpos moves {first}"));
        talk.send("query fen");
        let before = talk.line();
        for refused in [
            "position fen nonsense".to_owned(),
            format!("position startpos moves {first} {first} {first}"),
            "position startpos moves \u{e9}".to_owned(),
            "position".to_owned(),
            "position fen".to_owned(),
            "moves nonsense".to_owned(),
        ] {
            talk.send(&refused);
            let error = talk.line();
            assert!(error.starts_with("info string error "), "{refused}: {error}");
            talk.send("query fen");
            assert_eq!(talk.line(), before, "{refused}");
        }
    }
}

#[test]
fn every_rule_of_every_game_can_be_set() {
    let mut talk = Talk::new();
    talk.send("uci");
    let mut options = Vec::new();
    loop {
        let line = talk.line();
        if line == "uciok" {
            break;
        }
        options.push(line);
    }
    for kind in GameKind::ALL {
        talk.send(format!("setoption name Game value {kind}"));
        assert!(talk.line().starts_with(&format!("info string variant {kind} players ")));
        let prefix = format!("option name {kind} ");
        for line in options.iter().filter(|line| {
            line.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(&prefix))
        }) {
            let (name, rest) = line["option name ".len()..].split_once(" type ").unwrap();
            let default = rest.split(' ').nth(2).unwrap();
            talk.send(format!("setoption name {name} value {default}"));
            assert!(talk.line().starts_with("info string variant "), "{name}");
            talk.send(format!("setoption name {name} value nonsense"));
            let error = talk.line();
            assert!(error.starts_with("info string error bad-value: "), "{error}");
        }
    }
}

/// Lines that are arbitrary bytes, or close to what the protocol knows.
fn line() -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        prop::sample::select(vec![
            "uci",
            "ugi",
            "isready",
            "setoption",
            "name",
            "value",
            "position",
            "startpos",
            "fen",
            "moves",
            "go",
            "depth",
            "nodes",
            "1",
            "2",
            "-1",
            "99999999999999999999",
            "perft",
            "stop",
            "query",
            "fen",
            "islegal",
            "score",
            "d",
            "eval",
            "ucinewgame",
            "Hash",
            "UCI_Variant",
            "morris",
            "Morris Quiet",
            "B[a7]",
            "W[P63i9]",
            "turn[B]",
            "searchmoves",
            "debug",
            "on",
            "undo",
            "bench",
            "help",
        ])
        .prop_map(|word| word.as_bytes().to_vec()),
        prop::collection::vec(any::<u8>(), 0..12),
    ];
    prop::collection::vec(word, 0..8).prop_map(|words| words.join(&b' '))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Whatever comes, the loop goes on, and each accepted `go` is answered once.
    #[test]
    fn no_line_breaks_the_loop(lines in prop::collection::vec(line(), 1..20)) {
        let mut talk = Talk::new();
        for line in lines {
            // A table of a few MiB is enough, and a line must not end this session.
            let text = String::from_utf8_lossy(&line).to_lowercase();
            if text.contains("hash") || text.contains("quit") {
                continue;
            }
            talk.send(&line);
            talk.send("stop");
        }
        talk.send("stop");
        talk.send("isready");
        talk.line_starting("readyok");
        talk.finish();
    }
}
