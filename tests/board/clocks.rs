//! Clocks: the server's time counts.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Page, Server, ai, human, signal, wait_until};

/// Begins a game with clocks.
fn begin(page: &mut Page, seats: [Value; 2], time: u64, increment: u64) -> Value {
    let clock = json!({"time": time, "increment": increment});
    let new = json!({"do": "new", "game": "morris", "seats": seats, "speed": 0, "clock": clock});
    let state = page.ask(new);
    assert_eq!(
        state["clock"],
        json!({"time": time, "increment": increment, "left": [time, time], "running": null})
    );
    state
}

fn moved(page: &mut Page, ply: u64, text: &str) -> Value {
    let state = page.ask(json!({"do": "move", "move": text, "ply": ply}));
    assert_eq!(state["is"], "state", "{state}");
    state
}

/// Restarts the server once it has kept a text of the game, and returns to the game.
fn restarted(server: &mut Server, page: &Page, kept: &str) -> Page {
    let session = page.session();
    let file = server.data.path().join(format!("quincunx/board/{session}.games"));
    wait_until("the game is kept", || {
        std::fs::read_to_string(&file).is_ok_and(|text| text.contains(kept))
    });
    server.restart();
    server.join(Some(session))
}

#[test]
fn whoever_has_no_time_left_has_lost() {
    let server = Server::start();
    let mut page = server.page();
    begin(&mut page, [human(), human()], 1500, 0);
    let state = moved(&mut page, 0, "d6");
    assert_eq!(state["clock"]["running"], 1, "the first move starts the clock");
    let started = Instant::now();
    let over = page.state(|state| state["waits"] == "over");
    assert!(started.elapsed() > Duration::from_millis(1300), "{:?}", started.elapsed());
    assert_eq!(over["result"], json!({"winner": "B", "ending": "time", "text": "B wins (time)"}));
    assert_eq!(
        (&over["clock"]["left"], &over["clock"]["running"]),
        (&json!([1500, 0]), &Value::Null)
    );
    let late = page.ask(json!({"do": "move", "move": "d2", "ply": 1}));
    assert_eq!(late["code"], "over", "{late}");
    let record = page.ask(json!({"do": "export"}));
    let text = record["text"].as_str().unwrap();
    assert!(text.contains("[Result \"1-0\"]") && text.contains("[Termination \"time\"]"), "{text}");
    // Taken back, it goes on without clocks.
    let back = page.ask(json!({"do": "undo"}));
    assert_eq!((&back["clock"], &back["result"]), (&Value::Null, &Value::Null));
    moved(&mut page, 0, "d2");
}

#[test]
fn a_loss_on_time_outlives_the_server() {
    let mut server = Server::start();
    let mut page = server.page();
    begin(&mut page, [human(), human()], 1000, 0);
    moved(&mut page, 0, "d6");
    let over = page.state(|state| state["waits"] == "over");
    let mut page = restarted(&mut server, &page, "[Termination \"time\"]");
    let found = page.state(|_| true);
    assert_eq!((&found["result"], &found["waits"]), (&over["result"], &over["waits"]));
    assert_eq!(page.ask(json!({"do": "games"}))["games"][0]["over"], true);
    assert_eq!(page.ask(json!({"do": "undo"}))["result"], Value::Null);
    moved(&mut page, 0, "d2");
}

#[test]
fn clocks_outlive_the_server() {
    let mut server = Server::start();
    let mut page = server.page();
    begin(&mut page, [human(), human()], 600_000, 2_000);
    moved(&mut page, 0, "d6");
    let left = moved(&mut page, 1, "d2")["clock"]["left"].clone();
    let mut page = restarted(&mut server, &page, "W[d2]");
    let clock = page.state(|_| true)["clock"].clone();
    assert_eq!([&clock["time"], &clock["increment"], &clock["running"]], [600_000, 2_000, 0]);
    assert_eq!(clock["left"][1], left[1]);
    assert!(clock["left"][0].as_u64() <= left[0].as_u64(), "{clock} {left}");
}

#[test]
fn the_clock_runs_for_whoever_is_to_move_after_a_change() {
    let server = Server::start();
    let mut page = server.page();
    begin(&mut page, [human(), human()], 600_000, 0);
    moved(&mut page, 0, "d6");
    assert_eq!(moved(&mut page, 1, "d2")["clock"]["running"], 0);
    let cut = page.ask(json!({"do": "prune", "ply": 2}));
    assert_eq!((&cut["ply"], &cut["clock"]["running"]), (&json!(1), &json!(1)));
    moved(&mut page, 1, "d2");
    page.ask(json!({"do": "vary", "ply": 1, "line": "f4"}));
    moved(&mut page, 2, "b4");
    let promoted = page.ask(json!({"do": "promote", "ply": 1, "line": "f4"}));
    assert_eq!((&promoted["ply"], &promoted["clock"]["running"]), (&json!(2), &json!(0)));
    // Nobody's clock runs while engines pause, until a human takes a seat.
    page.ask(json!({"do": "pause", "on": true}));
    let engines = page.ask(json!({"do": "seats", "seats": [ai(1), ai(1)]}));
    assert_eq!((&engines["waits"], &engines["clock"]["running"]), (&json!("paused"), &Value::Null));
    let humans = page.ask(json!({"do": "seats", "seats": [human(), human()]}));
    assert_eq!(humans["clock"]["running"], 0);
}

#[test]
fn no_clock_runs_while_an_engine_is_missing() {
    let server = Server::start();
    let mut page = server.page();
    begin(&mut page, [human(), ai(10)], 600_000, 0);
    page.ask(json!({"do": "move", "move": "d6", "ply": 0}));
    for _ in 0..2 {
        page.news(|message| message["is"] == "line");
        signal(server.engines()[0], "KILL");
        page.news(|message| message["is"] == "trouble");
    }
    let state = page.state(|state| state["waits"] == "engine");
    assert_eq!(state["clock"]["running"], Value::Null);
    // Whoever comes back does not start it.
    let session = page.session().to_owned();
    drop(page);
    let mut page = server.join(Some(&session));
    let found = page.state(|_| true);
    assert_eq!((&found["waits"], &found["clock"]), (&json!("engine"), &state["clock"]));
    let state = page.ask(json!({"do": "restart"}));
    assert_eq!((&state["waits"], &state["clock"]["running"]), (&json!("ai"), &json!(1)));
}

#[test]
fn a_move_gets_its_increment_and_the_clock_stands_without_tabs() {
    let server = Server::start();
    let mut page = server.page();
    begin(&mut page, [human(), human()], 60_000, 5_000);
    moved(&mut page, 0, "d6");
    std::thread::sleep(Duration::from_millis(200));
    let state = moved(&mut page, 1, "d2");
    let left = state["clock"]["left"][1].as_u64().unwrap();
    assert!((64_000..=64_800).contains(&left), "{left}");
    let session = page.session().to_owned();
    let before = page.ask(json!({"do": "speed", "ms": 0}))["clock"]["left"][0].as_u64().unwrap();
    drop(page);
    std::thread::sleep(Duration::from_millis(1500));
    let mut page = server.join(Some(&session));
    let state = page.state(|_| true);
    let after = state["clock"]["left"][0].as_u64().unwrap();
    assert!(before - after < 1000, "{before} {after}");
    assert_eq!(state["clock"]["running"], 0);
    for wrong in [json!({"time": 10, "increment": 0}), json!({"time": 1000}), json!(5)] {
        let new =
            json!({"do": "new", "game": "morris", "seats": [human(), human()], "clock": wrong});
        assert_eq!(page.ask(new)["code"], "bad-message", "{wrong}");
    }
}

/// An engine that would think for 20 s moves in time.
#[test]
fn an_engine_keeps_to_its_clock() {
    let server = Server::start();
    let mut page = server.page();
    begin(&mut page, [human(), ai(10)], 3000, 0);
    moved(&mut page, 0, "d6");
    for ply in [2, 4] {
        let state = page.state(|state| state["ply"] == ply || state["waits"] == "over");
        assert!(state["result"].is_null(), "{state}");
        let text = state["moves"].as_str().unwrap().split(' ').next().unwrap().to_owned();
        moved(&mut page, ply, &text);
    }
}
