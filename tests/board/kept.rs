//! What outlives a move, a tab, a server: records with their players, kept games.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use quincunx::kernel::SplitMix64;
use serde_json::{Value, json};

use super::client::{Address, Page, Server, ai, human, pick, wait_until};

/// Plays random moves of humans.
pub(crate) fn play(page: &mut Page, mut state: Value, moves: usize, seed: u64) -> Value {
    let mut dice = SplitMix64::new(seed);
    for _ in 0..moves {
        let chosen = pick(&state, &mut dice);
        state = page.ask(json!({"do": "move", "move": chosen, "ply": state["ply"]}));
        assert_eq!(state["is"], "state", "{state}");
    }
    state
}

pub(crate) fn same(one: &Value, other: &Value, keys: &[&str]) {
    for key in keys {
        assert_eq!(one[key], other[key], "{key}");
    }
}

#[test]
fn a_record_brings_its_players_back() {
    let server = Server::start();
    let mut page = server.page();
    for game in page.games() {
        let name = game["name"].as_str().unwrap();
        let ann = json!({"who": "human", "name": "Ann Žáková"});
        let club = json!({"who": "ai", "level": 2, "remember": "club"});
        let seats = json!([ann, club]);
        let state = page.ask(json!({"do": "new", "game": name, "seats": seats}));
        assert_eq!(state["seats"], seats);
        let text = page.ask(json!({"do": "export"}))["text"].clone();
        let loaded = page.ask(json!({"do": "load", "text": text}));
        assert_eq!(loaded["seats"], seats, "{text}");
        // Another game uses the memory: the record opens all the same.
        let mut other = server.page();
        let loaded = other.ask(json!({"do": "load", "text": text}));
        assert_eq!(loaded["seats"], json!([ann, {"who": "ai", "level": 2, "remember": null}]));
        // Whoever asks for other players gets them.
        let humans = json!([human(), human()]);
        let loaded = other.ask(json!({"do": "load", "text": text, "seats": humans}));
        assert_eq!(loaded["seats"], humans);
        let engines = json!([ai(3), ai(4)]);
        other.ask(json!({"do": "seats", "seats": engines}));
        other.ask(json!({"do": "pause", "on": true}));
        let text = other.ask(json!({"do": "export"}))["text"].clone();
        let loaded = other.ask(json!({"do": "load", "text": text}));
        let levels = |state: &Value| [0, 1].map(|i| state["seats"][i]["level"].as_u64());
        assert_eq!(levels(&loaded), [Some(3), Some(4)]);
    }
    for name in ["", " Ann", "a\nb", &"x".repeat(41)] {
        let seats = json!([{"who": "human", "name": name}, human()]);
        let refused = page.ask(json!({"do": "seats", "seats": seats}));
        assert_eq!(refused["code"], "bad-message", "{name:?}");
    }
}

#[test]
fn games_go_on_after_the_server_was_killed() {
    let mut server = Server::start();
    let mut kept = Vec::new();
    for game in server.page().games() {
        let mut page = server.page();
        let name = game["name"].as_str().unwrap();
        let state = page.begin(name, [human(), json!({"who": "human", "name": "Bo"})]);
        play(&mut page, state, 3, 7);
        let state = page.ask(json!({"do": "undo"}));
        assert_eq!((&state["ply"], &state["plies"]), (&json!(2), &json!(3)));
        kept.push((page.session().to_owned(), state));
    }
    let folder = server.data.path().join("quincunx/board");
    let file = |session: &str| folder.join(format!("{session}.games"));
    for (session, _) in &kept {
        wait_until("the game is kept", || {
            fs::read_to_string(file(session)).is_ok_and(|text| text.contains("[Ply \"2\"]"))
        });
    }
    server.restart();
    let shelf = server.page().welcome["shelf"].clone();
    assert_eq!(shelf.as_array().unwrap().len(), kept.len(), "{shelf}");
    for (session, state) in &kept {
        let entry = shelf.as_array().unwrap().iter().find(|one| one["session"] == **session);
        let entry = entry.unwrap();
        same(entry, state, &["game", "seats"]);
        assert_eq!(entry["plies"], 2);
        let mut page = server.join(Some(session));
        assert_eq!(page.session(), session);
        let found = page.state(|_| true);
        let keys = [
            "game", "seats", "options", "start", "record", "ply", "plies", "redo", "position",
            "turn", "moves", "scene", "waits",
        ];
        same(&found, state, &keys);
        let again = page.ask(json!({"do": "redo"}));
        assert_eq!(again["ply"], 3);
        // A game that somebody plays is not offered to others.
        let shelf = server.page().welcome["shelf"].clone();
        assert!(!shelf.to_string().contains(session.as_str()), "{shelf}");
    }
    // What is no name of a session finds nothing.
    for name in ["../memory", "", "0123456789abcdef"] {
        assert_ne!(server.join(Some(name)).session(), name);
    }
}

#[test]
fn a_new_game_leaves_the_former_one_on_the_shelf() {
    let server = Server::start();
    let mut page = server.page();
    let name = page.first_game();
    let start = page.begin(&name, [human(), json!({"who": "human", "name": "quincunx level 3"})]);
    let played = play(&mut page, start, 3, 1);
    let record = page.ask(json!({"do": "export"}))["text"].clone();
    let start = page.begin(&name, [human(), human()]);
    let kept =
        |page: &mut Page| page.ask(json!({"do": "games"}))["games"].as_array().unwrap().clone();
    let games = kept(&mut page);
    assert_eq!((games.len(), &games[0]["plies"]), (1, &json!(3)), "{games:?}");
    let session = games[0]["session"].as_str().unwrap();
    assert_ne!(session, page.session());
    let found = server.join(Some(session)).state(|_| true);
    same(&found, &played, &["game", "seats", "record", "ply", "position"]);
    // So does one that is opened; a game without a move is not missed.
    play(&mut page, start, 2, 2);
    let opened = page.ask(json!({"do": "load", "text": record}));
    assert_eq!(kept(&mut page).len(), 3);
    play(&mut page, opened, 1, 3);
    page.begin(&name, [human(), human()]);
    page.begin(&name, [human(), human()]);
    assert_eq!(kept(&mut page).len(), 3);
    // A record that was only looked at is there once.
    for _ in 0..2 {
        page.ask(json!({"do": "load", "text": record}));
        page.begin(&name, [human(), human()]);
        assert_eq!(kept(&mut page).len(), 3);
    }
}

#[test]
fn an_engine_plays_on_after_the_server_ended() {
    let mut server = Server::start();
    let mut page = server.page();
    let name = page.first_game();
    let state = page.begin(&name, [human(), ai(1)]);
    let chosen = pick(&state, &mut SplitMix64::new(1));
    page.ask(json!({"do": "move", "move": chosen, "ply": 0}));
    let state = page.state(|state| state["waits"] == "human" && state["ply"] != 0);
    let session = page.session().to_owned();
    // Asked to end, it writes what is due.
    server.signal("TERM");
    server.wait();
    server.restart();
    let mut page = server.join(Some(&session));
    let found = page.state(|_| true);
    same(&found, &state, &["record", "position", "waits"]);
    assert_eq!(found["seats"][1]["level"], 1);
    let chosen = pick(&found, &mut SplitMix64::new(2));
    page.ask(json!({"do": "move", "move": chosen, "ply": found["ply"]}));
    page.state(|state| state["ply"].as_u64() > found["ply"].as_u64().map(|ply| ply + 1));
}

#[test]
fn a_folder_that_cannot_be_used_is_told_and_the_board_opens() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_quincunx"));
    command.args(["board", "--port", "0", "--no-open"]).env("XDG_DATA_HOME", file.path());
    let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut address = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut address).unwrap();
    let mut page = Address::parse(address.trim()).page();
    let name = page.first_game();
    let state = page.begin(&name, [human(), human()]);
    play(&mut page, state, 2, 1);
    process.kill().unwrap();
    let output = process.wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    let folder = file.path().join("quincunx/board");
    let expected = format!("quincunx: games are not kept: {}: ", folder.display());
    assert!(error.starts_with(&expected), "{error}");
}

#[test]
fn nothing_is_written_if_nothing_is_to_be_kept() {
    let mut server = Server::with(&["--no-save"]);
    let mut page = server.page();
    let name = page.first_game();
    let state = page.begin(&name, [human(), human()]);
    play(&mut page, state, 2, 1);
    server.signal("TERM");
    server.wait();
    assert_eq!(fs::read_dir(server.data.path()).unwrap().count(), 0);
}
