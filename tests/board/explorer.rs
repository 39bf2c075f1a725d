//! The explorer over the wire: what is known of moves, tables that are built, and engines that use them.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use quincunx::games::{Bounds, Claims, GameList, Standard};
use quincunx::kernel::Action;
use serde_json::{Value, json};

use super::client::{Page, Server, human, wait_until};

/// A position of the small tables: White wins in 13.
const WON: &str = "B[a7,c5,b4]W[b6,a4,c4]turn[W]";

/// Begins a game from a position.
fn at(page: &mut Page, game: &str, position: &str) -> Value {
    let seats = [human(), human()];
    let new = json!({"do": "new", "game": game, "seats": seats, "position": position, "moves": ""});
    let state = page.ask(new);
    assert_eq!(state["is"], "state", "{state}");
    state
}

/// Builds the small tables of Morris into a folder.
fn tables(folder: &Path) {
    let path = folder.to_str().unwrap();
    let arguments = ["tablebase", "build", "morris", "--pairs", "3-3", "--path", path];
    let built = Command::new(env!("CARGO_BIN_EXE_quincunx")).args(arguments).output().unwrap();
    assert!(built.status.success(), "{built:?}");
}

/// Waits for the end of a build.
fn built(page: &mut Page, state: &str) -> Value {
    let mut told = Value::Null;
    wait_until("the build should end", || {
        std::thread::sleep(Duration::from_millis(50));
        told = page.ask(json!({"do": "tables"}));
        told["build"]["state"] == state
    });
    told
}

#[test]
fn every_legal_move_is_listed_in_every_game() {
    let server = Server::start();
    let mut page = server.page();
    for game in page.games() {
        let name = game["name"].as_str().unwrap();
        let state = page.begin(name, [human(), human()]);
        let told = page.ask(json!({"do": "explore", "ply": 0}));
        assert_eq!((&told["is"], &told["ply"]), (&json!("explorer"), &json!(0)));
        let mut listed: Vec<&str> = told["rows"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["move"].as_str().unwrap())
            .collect();
        let mut legal: Vec<&str> = state["moves"].as_str().unwrap().split(' ').collect();
        listed.sort_unstable();
        legal.sort_unstable();
        assert_eq!(listed, legal, "{name}");
        let chances =
            told["rows"].as_array().unwrap().iter().map(|row| row["chance"].as_f64().unwrap());
        assert!(chances.collect::<Vec<_>>().is_sorted_by(|a, b| a >= b), "{name}");
        // And behind a move, which is not made.
        let line = told["rows"][0]["move"].clone();
        let behind = page.ask(json!({"do": "explore", "ply": 0, "line": line}));
        assert!(behind["rows"].as_array().unwrap().len() > 1 && behind["line"] != "", "{behind}");
        assert_eq!(page.ask(json!({"do": "explore", "ply": 1}))["code"], "stale");
        let refused = page.ask(json!({"do": "explore", "ply": 0, "line": "nonsense"}));
        assert_eq!(refused["code"], "illegal-move");
    }
}

/// Returns the field of a row for a number that is known, or not.
fn number(row: &Value, field: &str) -> Option<i32> {
    row[field].as_i64().map(|number| number as i32)
}

#[test]
fn what_is_proven_of_margins_is_told() {
    let server = Server::start();
    let mut page = server.page();
    let game = Standard::find("hexceed").unwrap().game();
    let claims = Claims::of(game).unwrap();
    page.begin(game.about().name, [human(), human()]);
    let mut here = game.start(&[]).unwrap();
    let (mut line, mut bounded) = (Vec::new(), 0);
    while line.len() < 4 {
        let told = page.ask(json!({"do": "explore", "ply": 0, "line": line.join(" ")}));
        let rows = told["rows"].as_array().unwrap();
        here.each_behind(&mut |m, behind| {
            let text = here.action_text(Action::Move(m));
            let is_it =
                |row: &&Value| text.ends_with(&format!("[{}]", row["move"].as_str().unwrap()));
            let row = rows.iter().find(is_it).unwrap();
            let turned = behind.mover() != here.mover();
            let bounds = claims.margin(behind);
            let bounds = if turned { -bounds } else { bounds };
            assert_eq!(number(row, "margin"), bounds.exact(), "{text}: {row}");
            let sides = if bounds.exact().is_some() { [None; 2] } else { bounds.sides() };
            assert_eq!([number(row, "at_least"), number(row, "at_most")], sides, "{text}: {row}");
            assert_eq!(row["result"].is_null(), !bounds.is_decided(), "{text}: {row}");
            assert_eq!(row["result"] == "win", bounds.is_won(), "{text}: {row}");
            bounded += u32::from(bounds != Bounds::UNKNOWN);
        });
        let first = rows[0]["move"].as_str().unwrap().to_owned();
        let moves = here.moves();
        let text = |m| here.action_text(Action::Move(m));
        let m = moves.into_iter().find(|m| text(*m).ends_with(&format!("[{first}]"))).unwrap();
        here = here.behind(m);
        line.push(first);
    }
    assert!(bounded > 18, "more than of the first moves: {bounded}");
}

#[test]
fn tables_are_built_and_known_at_once() {
    let server = Server::start();
    let mut page = server.page();
    at(&mut page, "morris", WON);
    let before = page.ask(json!({"do": "explore", "ply": 0}));
    assert!(before["rows"].as_array().unwrap().iter().all(|row| row["by"] != "tables"));
    let told = page.ask(json!({"do": "build-tables", "game": "morris", "few": true}));
    assert_eq!(told["is"], "tables", "{told}");
    let told = built(&mut page, "finished");
    assert_eq!((&told["build"]["done"], &told["build"]["total"]), (&json!(2), &json!(2)));
    assert!(told["found"][0].as_str().unwrap().starts_with("tablebase morris: 2 of 28 pairs"));
    let after = page.ask(json!({"do": "explore", "ply": 0}));
    let best = &after["rows"][0];
    assert_eq!(
        (&best["by"], &best["result"], &best["plies"]),
        (&json!("tables"), &json!("win"), &json!(13))
    );
    let refused = page.ask(json!({"do": "build-tables", "game": "dominions", "few": true}));
    assert_eq!(refused["code"], "bad-value", "{refused}");
}

#[test]
fn a_build_is_paused_resumed_and_ends_with_the_server() {
    let mut server = Server::start();
    let mut page = server.page();
    at(&mut page, "morris", WON);
    let all = json!({"do": "build-tables", "game": "morris", "few": false});
    page.ask(all.clone());
    assert_eq!(page.ask(all.clone())["code"], "busy");
    wait_until("a table should be ready", || {
        std::thread::sleep(Duration::from_millis(50));
        page.ask(json!({"do": "tables"}))["build"]["done"].as_u64().unwrap() > 1
    });
    let paused = page.ask(json!({"do": "pause-build"}));
    assert_eq!(paused["build"]["state"], "paused");
    let kept = built(&mut page, "paused");
    let total = kept["build"]["total"].as_u64().unwrap() as usize;
    let ready = |told: &Value| -> usize {
        let text = told["found"][0].as_str().unwrap();
        text["tablebase morris: ".len()..].split(' ').next().unwrap().parse().unwrap()
    };
    assert!(ready(&kept) > 1);
    // What is ready is not built again.
    page.ask(all);
    wait_until("the rest should be known", || {
        std::thread::sleep(Duration::from_millis(50));
        page.ask(json!({"do": "tables"}))["build"]["total"].is_u64()
    });
    let told = page.ask(json!({"do": "tables"}));
    let rest = told["build"]["total"].as_u64().unwrap() as usize;
    assert_eq!(rest, total - ready(&kept), "{told}");
    let builders = || server_children(&server);
    assert!(!builders().is_empty());
    let children = builders();
    server.signal("INT");
    server.wait();
    wait_until("the build should end with the server", || {
        children.iter().all(|id| super::client::is_zombie(*id))
    });
}

/// The processes that build, of all threads of the server.
fn server_children(server: &Server) -> Vec<u32> {
    let threads = std::fs::read_dir(format!("/proc/{}/task", server.process.id())).unwrap();
    let of = |thread: std::io::Result<std::fs::DirEntry>| {
        let id = thread.unwrap().file_name();
        super::client::children(&format!("{}/task/{}", server.process.id(), id.to_str().unwrap()))
    };
    threads.flat_map(of).collect()
}

#[test]
fn folders_are_remembered_and_wrong_ones_refused() {
    let folder = tempfile::tempdir().unwrap();
    tables(folder.path());
    let path = folder.path().to_str().unwrap();
    let mut server = Server::with(&["--tables", path]);
    for _ in 0..2 {
        let mut page = server.page();
        at(&mut page, "morris", WON);
        let told = page.ask(json!({"do": "tables"}));
        assert_eq!(told["folder"], std::fs::canonicalize(path).unwrap().to_str().unwrap());
        assert_eq!(page.ask(json!({"do": "explore", "ply": 0}))["rows"][0]["by"], "tables");
        drop(page);
        // Without the option it is the same.
        server.restart();
    }
    for (option, text) in [("--tables", "no/such/folder"), ("--store", "no/such/store")] {
        let refused = Command::new(env!("CARGO_BIN_EXE_quincunx"))
            .args(["board", "--no-open", "--no-save", "--port", "0", option, text])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{said}");
        assert!(said.contains(text), "{said}");
    }
}

/// At its lowest thinking level an engine without tables does not find a win of 13 plies.
#[test]
fn an_engine_uses_tables_if_it_may() {
    let folder = tempfile::tempdir().unwrap();
    tables(folder.path());
    let server = Server::with(&["--tables", folder.path().to_str().unwrap()]);
    let mut page = server.page();
    let ai = json!({"who": "ai", "level": 2, "remember": null, "tables": true});
    let seats = json!([human(), ai]);
    let new = json!({"do": "new", "game": "morris", "seats": seats, "position": WON, "moves": ""});
    let state = page.ask(new);
    assert_eq!(state["seats"][1], ai);
    let moved = page.state(|message| message["ply"] == 1);
    let last = moved["last"].as_str().unwrap();
    let told = page.ask(json!({"do": "explore", "ply": 0}));
    let row = told["rows"].as_array().unwrap().iter().find(|row| row["move"] == last).unwrap();
    assert_eq!((&row["result"], &row["plies"]), (&json!("win"), &json!(13)), "{last}");
    // It stays so when the game is kept.
    let record = page.ask(json!({"do": "export"}));
    assert!(record["text"].as_str().unwrap().contains("\"quincunx level 2, tables\""), "{record}");
    let text = record["text"].clone();
    let again =
        page.ask(json!({"do": "load", "text": text, "game": null, "index": 1, "seats": null}));
    assert_eq!(again["seats"][1], ai);
}

#[test]
fn positions_are_set_up_or_refused_with_the_reason_of_the_engine() {
    let server = Server::start();
    let mut page = server.page();
    for game in page.games() {
        let name = game["name"].as_str().unwrap();
        let state = page.begin(name, [human(), human()]);
        let points = if state["score"].is_null() { json!([0, 0]) } else { state["score"].clone() };
        let setup = |pieces: &Value, turn: &str| json!({"do": "compose", "game": name, "options": {}, "pieces": pieces, "turn": turn, "points": points});
        let turn = state["turn"].as_str().unwrap().to_owned();
        let same = page.ask(setup(&state["scene"]["pieces"], &turn));
        assert_eq!(
            (&same["position"], &same["refused"]),
            (&state["position"], &Value::Null),
            "{name}"
        );
        let wrong = page.ask(setup(&state["scene"]["pieces"], "Z"));
        let text = wrong["position"].clone();
        let load = json!({"do": "load", "text": text, "game": name, "index": null, "seats": null});
        assert_eq!(wrong["refused"], page.ask(load)["text"], "{name}");
    }
    let unknown = page.ask(
        json!({"do": "compose", "game": "chess", "pieces": "", "turn": "W", "points": [0, 0]}),
    );
    assert_eq!(unknown["code"], "bad-value");
}
