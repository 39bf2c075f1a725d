//! The tree of moves: variations, marks and comments in every tab, in records, after a restart; and why a
//! move is a mistake.

use std::fs;

use quincunx::kernel::SplitMix64;
use serde_json::{Value, json};

use super::client::{Page, Server, ai, human, pick, seen, wait_until};
use super::kept::{play, same};

/// Returns a move at a ply that is not the one of the game.
fn other(page: &mut Page, ply: usize, state: &Value) -> String {
    let look = page.ask(json!({"do": "go-to", "ply": ply}));
    let played = state["record"].as_str().unwrap().split(' ').nth(ply).unwrap();
    let moves = look["moves"].as_str().unwrap();
    moves.split(' ').find(|text| *text != played).unwrap().to_owned()
}

/// Returns a variation of two moves in place of the one at a ply.
fn variation(page: &mut Page, ply: usize, state: &Value) -> String {
    let first = other(page, ply, state);
    let look = page.ask(json!({"do": "go-to", "ply": ply, "line": first}));
    format!("{first} {}", pick(&look, &mut SplitMix64::new(3)))
}

#[test]
fn variations_are_in_every_tab_and_every_record_and_outlive_the_server() {
    let mut server = Server::start();
    let mut kept = Vec::new();
    for game in server.page().games() {
        let mut page = server.page();
        let name = game["name"].as_str().unwrap();
        let start = page.begin(name, [human(), human()]);
        let state = play(&mut page, start, 6, 1);
        let line = variation(&mut page, 2, &state);
        let [first, second] = [0, 1].map(|i| line.split(' ').nth(i).unwrap().to_owned());
        let varied = page.ask(json!({"do": "vary", "ply": 2, "line": line}));
        same(&varied, &state, &["record", "ply", "position", "scene", "waits"]);
        let text = "Näin olisi\n  pitänyt pelata. ";
        let note = json!({"do": "note", "ply": 2, "line": line, "mark": "!?", "comment": text});
        page.ask(note);
        page.ask(json!({"do": "note", "ply": 6, "mark": "", "comment": "the end"}));
        let noted = page.ask(json!({"do": "note", "ply": 0, "mark": "", "comment": "a game"}));
        let notes = &noted["notes"];
        assert_eq!(notes[0], json!({"ply": 0, "comments": ["a game"]}));
        assert_eq!(notes[2], json!({"ply": 6, "comments": ["the end"]}));
        let [one, two] = [0, 1].map(|i| notes[1]["lines"][0][i].clone());
        assert_eq!(
            (&notes[1]["ply"], &one["move"], &one["mark"]),
            (&json!(3), &json!(first), &Value::Null)
        );
        let comments = json!(["Näin olisi", "pitänyt pelata."]);
        assert_eq!(
            (&two["move"], &two["mark"], &two["comments"]),
            (&json!(second), &json!("!?"), &comments)
        );
        // The other tab, and a record that is opened.
        same(&seen(&server, page.session()), &noted, &["notes", "record"]);
        let text = page.ask(json!({"do": "export"}))["text"].clone();
        let mut reader = server.page();
        let loaded = reader.ask(json!({"do": "load", "text": text}));
        same(&loaded, &noted, &["notes", "record", "position", "ply"]);
        assert_eq!(reader.ask(json!({"do": "export"}))["text"], text);
        // The same line again changes nothing, and a longer one goes on along it.
        assert_eq!(page.ask(json!({"do": "vary", "ply": 2, "line": line}))["notes"], *notes);
        kept.push((page.session().to_owned(), noted, text));
    }
    let folder = server.data.path().join("quincunx/board");
    for (session, _, text) in &kept {
        let file = folder.join(format!("{session}.games"));
        wait_until("the game is kept", || {
            fs::read_to_string(&file).is_ok_and(|found| text == found.as_str())
        });
    }
    server.restart();
    for (session, state, _) in &kept {
        same(&seen(&server, session), state, &["notes", "record", "position", "ply", "waits"]);
    }
}

#[test]
fn a_variation_becomes_the_game_and_the_game_a_variation() {
    let server = Server::start();
    let mut page = server.page();
    let name = page.first_game();
    let start = page.begin(&name, [human(), human()]);
    let state = play(&mut page, start, 5, 1);
    let line = variation(&mut page, 2, &state);
    let words = |state: &Value| -> Vec<String> {
        state["record"].as_str().unwrap().split(' ').map(str::to_owned).collect()
    };
    page.ask(json!({"do": "vary", "ply": 2, "line": line}));
    let mut watcher = server.join(Some(page.session()));
    watcher.state(|_| true);
    let promoted = page.ask(json!({"do": "promote", "ply": 2, "line": line}));
    let expected: Vec<String> =
        words(&state)[..2].iter().cloned().chain(line.split(' ').map(str::to_owned)).collect();
    assert_eq!((words(&promoted), &promoted["ply"]), (expected, &json!(4)));
    let told = watcher.state(|state| state["plies"] == 4);
    same(&told, &promoted, &["notes", "record", "position"]);
    let old = words(&state)[2..].join(" ");
    let back = page.ask(json!({"do": "promote", "ply": 2, "line": old}));
    same(&back, &state, &["record", "ply", "position"]);
    // The game goes on from the middle of a variation.
    let on = page.ask(json!({"do": "play-on", "ply": 2, "line": line.split(' ').next()}));
    assert_eq!((&on["ply"], &on["plies"], &on["redo"]), (&json!(3), &json!(4), &json!(1)));
    let pruned = page.ask(json!({"do": "prune", "ply": 2, "line": old.split(' ').next()}));
    assert_eq!((&pruned["notes"], &pruned["ply"]), (&json!([]), &json!(3)));
    let cut = page.ask(json!({"do": "prune", "ply": 2}));
    assert_eq!((&cut["plies"], &cut["ply"]), (&json!(1), &json!(1)));
    // An engine does not move because somebody looks at its game another way.
    let state = page.begin(&name, [human(), ai(1)]);
    let chosen = pick(&state, &mut SplitMix64::new(1));
    page.ask(json!({"do": "move", "move": chosen, "ply": 0}));
    let state = page.state(|state| state["waits"] == "human" && state["ply"] != 0);
    let first = other(&mut page, 0, &state);
    page.ask(json!({"do": "vary", "ply": 0, "line": first}));
    let promoted = page.ask(json!({"do": "promote", "ply": 0, "line": first}));
    assert_eq!((&promoted["paused"], &promoted["plies"]), (&json!(true), &json!(1)));
}

/// A mistake comes with sentences, and with lines that can be played.
#[test]
fn a_judgement_says_why() {
    let server = Server::start();
    let mut page = server.page();
    let position = "B[a7,d7,b6]W[c5,d5,e4]turn[B]";
    let moves = "b6-a1 e4-e5xa7";
    let state = page.ask(json!({"do": "new", "game": "morris", "seats": [human(), human()], "position": position, "moves": moves}));
    assert_eq!(state["plies"], 2, "{state}");
    page.send(r#"{"n":900,"do":"judge","ms":200}"#);
    let judged = page.news(|message| message["is"] == "judged" && message["ply"] == 0);
    assert!(judged["loss"].as_f64() > Some(0.05), "{judged}");
    let why = &judged["why"];
    assert!(!why["sentences"].as_array().unwrap().is_empty(), "{judged}");
    for (ply, key) in [(0, "better"), (1, "refutation")] {
        let line: Vec<&str> =
            why[key].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let look = page.ask(json!({"do": "go-to", "ply": ply, "line": line.join(" ")}));
        assert_eq!((&look["is"], line.is_empty()), (&json!("look"), false), "{key}: {judged}");
    }
    assert_eq!(why["better"][0], judged["best"]);
    let done = page.news(|message| message["is"] == "done");
    assert_eq!(done["stopped"], false);
    // A part of the game alone.
    page.news.clear();
    page.send(r#"{"n":901,"do":"judge","ms":50,"from":1,"to":1}"#);
    assert_eq!(page.news(|message| message["is"] == "judged")["ply"], 1);
    let done = page.news(|message| message["is"] == "done");
    assert_eq!((&done["ply"], &done["stopped"]), (&json!(1), &json!(false)));
}
