//! What real clients send, played against the program to the end of games.
//!
//! The sequences are those of cutegames (a runner of UGI matches for any game), of cutergames (one
//! that advances positions with `moves`) and of the compliance check of fastchess. None of them
//! knows the rules of our games: everything that they need comes from the engine.

use std::time::{Duration, Instant};

use crate::common::client::Client;
use quincunx::games::{GameKind, GameList, Standard};

/// Games are ended after so many plies if the rules did not end them. All of them end before.
const LONGEST: usize = 3_000;

/// Reads a line that must have exactly two words, as cutegames splits it, and returns the second.
fn second_word(client: &mut Client, first: &str) -> String {
    loop {
        let line = client.line();
        let words: Vec<&str> = line.split(' ').collect();
        if words[0] == first {
            assert_eq!(words.len(), 2, "cutegames skips {line:?} and waits for ever");
            return words[1].to_owned();
        }
        assert_eq!(words[0], "info", "{line}");
        assert!(!line.starts_with("info string error"), "{line}");
    }
}

fn handshake(client: &mut Client, options: &[(&str, &str)]) {
    client.send("ugi");
    client.line_starting("id name ");
    client.line_starting("id author ");
    while client.line() != "ugiok" {}
    for (name, value) in options {
        client.send(format!("setoption name {name} value {value}"));
    }
    client.send("isready");
    while client.line() != "readyok" {}
}

/// A game as cutegames plays it, with `askturn` and `gameover` asked of both engines. Returns its
/// plies and its result.
fn cutegames(engines: &mut [Client; 2], opening: &str, go: &str) -> (usize, String) {
    let mut moves: Vec<String> = Vec::new();
    let position = |moves: &[String]| {
        let list = moves.iter().map(|m| format!(" {m}")).collect::<String>();
        if moves.is_empty() {
            format!("position fen {opening}")
        } else {
            format!("position fen {opening} moves{list}")
        }
    };
    let ask = |client: &mut Client, moves: &[String], what: &str| {
        client.send(position(moves));
        client.send(format!("query {what}"));
        second_word(client, "response")
    };
    for engine in engines.iter_mut() {
        engine.send("isready");
        while engine.line() != "readyok" {}
        engine.send("uginewgame");
    }
    // An opening may end with either player.
    let turn = ask(&mut engines[0], &moves, "p1turn");
    assert!(["true", "false"].contains(&turn.as_str()), "{turn}");
    loop {
        assert!(moves.len() < LONGEST, "the engine has to end games");
        let p1 = ask(&mut engines[0], &moves, "p1turn");
        assert_eq!(p1, ask(&mut engines[0], &moves, "p1turn"));
        let (mover, other) = if p1 == "true" { (0, 1) } else { (1, 0) };
        engines[mover].send("isready");
        while engines[mover].line() != "readyok" {}
        engines[mover].send(position(&moves));
        let over = ask(&mut engines[mover], &moves, "gameover");
        assert_eq!(over, ask(&mut engines[other], &moves, "gameover"));
        if over == "true" {
            break;
        }
        engines[mover].send(go);
        moves.push(second_word(&mut engines[mover], "bestmove"));
    }
    let mut results = Vec::new();
    for engine in engines.iter_mut() {
        engine.send("isready");
        while engine.line() != "readyok" {}
        engine.send(position(&moves));
        engine.send("query gameover");
        assert_eq!(second_word(engine, "response"), "true");
        engine.send(position(&moves));
        engine.send("query result");
        results.push(second_word(engine, "response"));
    }
    assert_eq!(results[0], results[1]);
    assert!(["p1win", "p2win", "draw"].contains(&results[0].as_str()), "{}", results[0]);
    (moves.len(), results.swap_remove(0))
}

/// The rules that keep games short are set as options, as a user of a runner does.
fn short(kind: GameKind) -> &'static [(&'static str, &'static str)] {
    match kind.name() {
        "coerceo" => &[("Coerceo Start", "ocius")],
        "morris" => &[("Morris Quiet", "20")],
        "trimok" => &[("Trimok Quiet", "20")],
        _ => &[],
    }
}

#[test]
fn cutegames_plays_every_game_to_its_end() {
    for &kind in Standard::ALL {
        // Options come in any order: the one of the game may follow the one of its rules.
        let mut options = short(kind).to_vec();
        options.push(("UCI_Variant", kind.name()));
        options.push(("Hash", "4"));
        let mut engines = [Client::start(&[]), Client::start(&[])];
        for engine in &mut engines {
            handshake(engine, &options);
        }
        let (plies, result) = cutegames(&mut engines, "startpos", "go nodes 40");
        println!("cutegames {kind}: {plies} plies, {result}");
        engines[1].send("query moves");
        assert_eq!(engines[1].line(), "response", "{kind}: no moves after the end");
        for engine in engines {
            engine.quit();
        }
    }
}

#[test]
fn cutegames_keeps_a_clock() {
    let mut engines = [Client::start(&[]), Client::start(&[])];
    for engine in &mut engines {
        handshake(engine, &[("UCI_Variant", "hexceed")]);
    }
    let go = "go p1time 300 p2time 300 p1inc 5 p2inc 5";
    let (plies, _) = cutegames(&mut engines, "startpos moves 1[RXK]", go);
    assert!(plies > 30, "{plies} plies: 18 pieces are handed over and placed");
}

/// A game as cutergames plays it: one position, advanced by `moves`, LF only, 10 ms a move.
/// Returns the moves and the longest time of an answer.
fn cutergames(kind: GameKind, most: usize) -> (Vec<String>, Duration) {
    let mut engines = [0, 1].map(|_| Client::start(&["--game", kind.name()]));
    for engine in &mut engines {
        engine.write(b"ugi\n");
        while engine.line() != "ugiok" {}
        engine.write(b"isready\n");
        while engine.line() != "readyok" {}
        for (name, value) in short(kind) {
            engine.send(format!("setoption name {name} value {value}"));
        }
        engine.write(b"position startpos\n");
    }
    let (mut moves, mut slowest) = (Vec::new(), Duration::ZERO);
    while moves.len() < most {
        let mut answers = Vec::new();
        for engine in &mut engines {
            engine.write(b"query gameover\n");
            let over = second_word(engine, "response");
            engine.write(b"query p1turn\n");
            answers.push((over, second_word(engine, "response")));
        }
        assert_eq!(answers[0], answers[1], "{kind}: the engines agree");
        let (over, p1) = &answers[0];
        if over == "true" {
            break;
        }
        let mover = usize::from(p1 != "true");
        engines[mover].write(b"isready\n");
        while engines[mover].line() != "readyok" {}
        let started = Instant::now();
        engines[mover].write(b"go movetime 10\n");
        let best = second_word(&mut engines[mover], "bestmove");
        slowest = slowest.max(started.elapsed());
        for engine in &mut engines {
            engine.send(format!("moves {best}"));
        }
        moves.push(best);
    }
    for mut engine in engines {
        engine.write(b"stop\n");
        assert_eq!(engine.quit(), [""; 0], "{kind}: no move was refused");
    }
    (moves, slowest)
}

#[test]
fn cutergames_plays_every_game() {
    for &kind in Standard::ALL {
        // Dominions takes 126 plies at most; a long game of the others would take its time.
        let (moves, slowest) = cutergames(kind, 150);
        let plies = moves.len();
        println!("cutergames {kind}: {plies} plies, slowest answer {slowest:?}");
        // How long a game takes depends on the clock. A third occurrence needs 8 plies; a search that
        // gets no further than one ply may pass early, and two passes end a game of Dominions.
        let is_passed = moves.ends_with(&["W[pass]", "B[pass]"].map(String::from))
            || moves.ends_with(&["B[pass]", "W[pass]"].map(String::from));
        assert!(plies >= 8 || is_passed, "{kind}: {moves:?}");
        // Its patience is 20 ms, of a machine that does nothing else; here it is only not absurd.
        assert!(slowest < Duration::from_secs(5), "{kind}: {slowest:?}");
    }
}

/// The fields of an info line must be whole numbers.
fn check_info(line: &str) {
    let words: Vec<&str> = line.split(' ').collect();
    for pair in words.windows(2) {
        let is_number = |text: &str| text.parse::<i64>().is_ok();
        match pair[0] {
            "depth" | "seldepth" | "time" | "nodes" | "multipv" | "nps" | "hashfull" | "cp"
            | "mate" | "margin" | "tbhits" => assert!(is_number(pair[1]), "{line}"),
            "score" => assert!(["cp", "mate"].contains(&pair[1]), "{line}"),
            "pv" => break,
            _ => {}
        }
    }
}

/// Reads up to `bestmove`; an info line with a score has to come before, and the last one has to
/// begin with that move.
fn search(client: &mut Client, go: &str) {
    client.send(go);
    let mut last = None;
    loop {
        let line = client.line();
        if let Some(best) = line.strip_prefix("bestmove ") {
            let info: String = last.expect("an info line with a score comes before");
            assert!(info.ends_with(best) || info.contains(&format!(" pv {best} ")), "{info}");
            return;
        }
        assert!(line.starts_with("info "), "{line}");
        check_info(&line);
        if line.contains(" score ") && line.contains(" multipv 1 ") {
            last = Some(line);
        }
    }
}

/// The steps of `fastchess --compliance ENGINE`, which uses chess positions whatever the engine
/// plays.
#[test]
fn fastchess_finds_the_engine_compliant() {
    let mut client = Client::start(&[]);
    client.send("uci");
    let mut id = (false, false);
    loop {
        match client.line() {
            line if line == "uciok" => break,
            line if line.starts_with("id name ") => id.0 = line.len() > 8,
            line if line.starts_with("id author ") => id.1 = line.len() > 10,
            line => assert!(line.starts_with("option name "), "{line}"),
        }
    }
    assert_eq!(id, (true, true));
    assert_eq!(client.sync(), [""; 0]);
    client.send("ucinewgame");
    assert_eq!(client.sync(), [""; 0]);
    client.send("setoption name Hash value 16");
    assert_eq!(client.sync(), [""; 0]);
    client.send("position startpos");
    search(&mut client, "go wtime 100");
    search(&mut client, "go nodes 100");
    search(&mut client, "go depth 3");
    search(&mut client, "go wtime 100 btime 100 winc 100 binc 100");
    for fen in [
        "3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27",
        "8/5K2/1N6/4N3/8/k7/8/8 w - - 0 1",
    ] {
        client.send(format!("position fen {fen}"));
        let refused = client.sync();
        assert_eq!(refused.len(), 1, "{refused:?}");
        assert!(refused[0].starts_with("info string error bad-"), "{refused:?}");
        search(&mut client, "go wtime 100 btime 100 winc 100 binc 100");
    }
    client.send("ucinewgame");
    assert_eq!(client.sync(), [""; 0]);
    client.send("position startpos moves e2e4 e7e5");
    assert!(client.sync()[0].starts_with("info string error illegal-move"));
    search(&mut client, "go nodes 10");
    client.send("stop");
    assert_eq!(client.quit(), [""; 0]);
}

/// Another runner asks for the result before it has set any position.
#[test]
fn a_position_is_there_after_a_new_game() {
    for &kind in Standard::ALL {
        let mut client = Client::start(&["--game", kind.name()]);
        handshake(&mut client, &[]);
        client.send("uginewgame");
        client.send("query result");
        assert_eq!(second_word(&mut client, "response"), "none");
        client.quit();
    }
}
