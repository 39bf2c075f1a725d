//! Lines, hints, judgements and chances.

use quincunx::kernel::SplitMix64;
use serde_json::json;

use super::client::{Server, human, pick};
use super::games::play;

#[test]
fn analysis_tells_lines_hints_and_judgements() {
    let server = Server::start();
    let mut page = server.page();
    for game in page.games() {
        let name = game["name"].as_str().unwrap();
        let mut state = page.begin(name, [human(), human()]);
        let mut dice = SplitMix64::new(5);
        for ply in 0..3 {
            state = page.ask(json!({"do": "move", "move": pick(&state, &mut dice), "ply": ply}));
        }
        let first = page.ask(json!({"do": "analyse", "ply": 3, "lines": 3, "ms": 300}));
        let n = page.n;
        let mut lines = vec![first];
        while lines[lines.len() - 1]["is"] != "done" {
            lines.push(page.answer(n));
        }
        let done = lines.pop().unwrap();
        assert_eq!((&done["ply"], &done["stopped"]), (&json!(3), &json!(false)), "{name}: {done}");
        lines.retain(|line| line["is"] == "line");
        assert!(lines.iter().any(|line| line["k"] == 3), "{name}: {lines:?}");
        for line in &lines {
            assert_eq!((&line["from"], &line["ply"]), (&json!("look"), &json!(3)));
            let wdl: Vec<f64> =
                line["wdl"].as_array().unwrap().iter().map(|w| w.as_f64().unwrap()).collect();
            let chance = (wdl[0] + wdl[1] / 2.0) / 1000.0;
            assert!((line["chance"].as_f64().unwrap() - chance).abs() < 1e-9);
            let legal = state["moves"].as_str().unwrap().split(' ');
            assert!(legal.clone().any(|m| line["pv"][0] == m), "{name}: {line}");
        }
        let best = lines.iter().rev().find(|line| line["k"] == 1).unwrap();
        assert_eq!(best["pv"][0], done["best"]);
        // Without end, until somebody says stop.
        page.send(r#"{"n":900,"do":"analyse","ply":1,"lines":1}"#);
        assert_eq!(page.answer(900)["is"], "line");
        page.send(r#"{"n":901,"do":"stop"}"#);
        while page.answer(900)["is"] != "done" {}
        page.send(r#"{"n":902,"do":"judge","ms":10}"#);
        for ply in (0..=3).rev() {
            let judged = page.answer(902);
            assert_eq!((&judged["is"], &judged["ply"]), (&json!("judged"), &json!(ply)));
            assert_eq!(judged["loss"].is_null(), ply == 3, "{judged}");
            assert!(judged["loss"].as_f64().is_none_or(|loss| (0.0..=1.0).contains(&loss)));
        }
        assert_eq!(page.answer(902)["is"], "done");
    }
    page.send(r#"{"n":903,"do":"hint"}"#);
    assert_eq!(page.answer(903)["is"], "line");
    while page.answer(903)["is"] != "done" {}
}

/// A tab that comes to a long game learns what is known of every ply.
#[test]
fn all_judgements_of_a_long_game_are_told() {
    const PLIES: usize = 300;
    let server = Server::start();
    let mut page = server.page();
    let men = "B[a7,g7,c5,e5]W[a1,g1,c3,e3]turn[B]";
    let cycle = ["B[a7-d7]", "W[a1-d1]", "B[d7-a7]", "W[d1-a1]"];
    let moves: Vec<&str> = cycle.into_iter().cycle().take(PLIES).collect();
    let rules = "[Rules \"Morris Quiet=0;Morris Repetition=0\"]";
    let text = format!("[Game \"morris\"]\n{rules}\n[Start \"{men}\"]\n{} *\n", moves.join(" "));
    let state = page.ask(json!({"do": "load", "text": text}));
    assert_eq!(state["plies"], PLIES, "{state}");
    page.send(r#"{"n":700,"do":"judge","ms":10}"#);
    while page.answer(700)["is"] != "done" {}
    for _ in 0..5 {
        let mut other = server.join(Some(page.session()));
        other.state(|_| true);
        for ply in 0..=PLIES {
            assert_eq!(other.news(|message| message["is"] == "judged")["ply"], ply);
        }
    }
}

/// The chances at the end of a game are those of its result, for both players.
#[test]
fn chances_are_the_first_players() {
    let server = Server::start();
    let mut seen = [false; 2];
    let games = server.page().games();
    for (seed, game) in (0..).flat_map(|seed| games.iter().map(move |game| (seed, game))) {
        let name = game["name"].as_str().unwrap();
        let (mut page, state) = play(&server, name, [human(), human()], seed);
        let winner = state["result"]["winner"].clone();
        page.send(r#"{"n":500,"do":"judge","ms":10}"#);
        let judged = page.answer(500);
        assert_eq!(judged["ply"], state["ply"]);
        let chance = match &winner {
            winner if winner.is_null() => 0.5,
            winner if *winner == state["players"][0] => 1.0,
            _ => 0.0,
        };
        assert_eq!(judged["chance"], chance, "{state}");
        // A ply before, the engine sees it coming, most of all if the move ended the game.
        let before = page.answer(500)["chance"].as_f64().unwrap();
        if !winner.is_null() {
            assert_eq!(before > 0.5, chance > 0.5, "{before}: {state}");
            seen[usize::from(chance > 0.5)] = true;
        }
        if seen == [true; 2] {
            return;
        }
        assert!(seed < 10, "both players should win a game");
    }
}

/// Nobody would hear it any more, and the others would wait for the engine.
#[test]
fn an_analysis_ends_with_the_tab_that_asked() {
    let server = Server::start();
    let mut page = server.page();
    let name = page.first_game();
    page.begin(&name, [human(), human()]);
    let mut other = server.join(Some(page.session()));
    let first = page.ask(json!({"do": "analyse", "ply": 0, "lines": 1}));
    assert_eq!(first["is"], "line", "{first}");
    drop(page);
    // At the end of an analysis everybody hears what it found.
    other.news(|message| message["is"] == "judged" && message["ply"] == 0);
}

/// A move that is made while its ply is judged is another than the one whose position was judged.
#[test]
fn what_a_move_cost_is_not_told_of_another() {
    let server = Server::start();
    let mut page = server.page();
    let name = page.first_game();
    let mut state = page.begin(&name, [human(), human()]);
    let mut dice = SplitMix64::new(5);
    for ply in 0..2 {
        state = page.ask(json!({"do": "move", "move": pick(&state, &mut dice), "ply": ply}));
    }
    page.send(r#"{"n":900,"do":"judge","ms":3000}"#);
    page.answer(900);
    let look = page.ask(json!({"do": "undo"}));
    assert_eq!(look["ply"], 1);
    let record = state["record"].as_str().unwrap();
    let other = look["moves"].as_str().unwrap().split(' ').find(|text| !record.ends_with(text));
    let state = page.ask(json!({"do": "move", "move": other.unwrap(), "ply": 1}));
    assert_eq!(state["ply"], 2, "{state}");
    let judged = page.news(|message| message["n"] == 900);
    assert_eq!(judged["ply"], 1, "{judged}");
    assert!(judged["loss"].is_null() || judged["best"] == state["last"], "{judged}");
}
