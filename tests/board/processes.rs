//! The engines behind the board: they are replaced when they die, and end with the server.

use std::io::Read;
use std::path::PathBuf;
use std::sync::mpsc;
use std::time::Duration;

use quincunx::board::{BoardServer, BoardSetup, Folders, KEPT};
use quincunx::engine::Engine;
use quincunx::kernel::SplitMix64;
use serde_json::json;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use super::client::{
    Address, Page, Server, ai, children, first_path, human, is_zombie, pick, seen, signal,
    wait_until,
};

#[test]
fn a_killed_engine_is_told_and_replaced() {
    let server = Server::start();
    let mut page = server.page();
    let name = page.first_game();
    let state = page.begin(&name, [human(), ai(10)]);
    let chosen = pick(&state, &mut SplitMix64::new(1));
    assert_eq!(
        page.ask(json!({"do": "try", "things": first_path(&state), "ply": 0}))["is"],
        "legal"
    );
    assert!(server.engines().is_empty(), "an engine starts when a search is needed");
    page.ask(json!({"do": "move", "move": chosen, "ply": 0}));
    page.news(|message| message["is"] == "line");
    let thinker = |server: &Server| <[u32; 1]>::try_from(server.engines()).unwrap()[0];
    // The engine that thinks dies: another one thinks on.
    signal(thinker(&server), "KILL");
    let trouble = page.news(|message| message["is"] == "trouble");
    let expected = json!({"is": "trouble", "child": "seat2", "text": "the engine ended (signal 9)", "can": null});
    assert_eq!(trouble, expected);
    page.news(|message| message["is"] == "line");
    // It dies again: somebody has to say that it may start once more.
    signal(thinker(&server), "KILL");
    let trouble = page.news(|message| message["is"] == "trouble");
    assert_eq!((&trouble["child"], &trouble["can"]), (&json!("seat2"), &json!("restart")));
    let state = page.state(|state| state["waits"] == "engine");
    assert_eq!(state["ply"], 1);
    let told = server.join(Some(page.session())).news(|m| m["is"] == "trouble");
    assert_eq!(told["can"], "restart");
    assert_eq!(page.ask(json!({"do": "restart"}))["waits"], "ai");
    page.news(|message| message["is"] == "line");
    page.send(r#"{"do":"now"}"#);
    page.state(|state| state["ply"].as_u64() > Some(1));
}

#[test]
fn engines_rest_when_nobody_looks() {
    let server = Server::start();
    let mut page = server.page();
    let name = page.first_game();
    page.begin(&name, [ai(10), ai(10)]);
    page.news(|message| message["is"] == "line");
    let session = page.session().to_owned();
    drop(page);
    // Who comes back before the server has seen the page go finds the game going on.
    wait_until("the game is paused", || {
        let state = server.join(Some(&session)).state(|_| true);
        (&state["waits"], &state["paused"]) == (&json!("paused"), &json!(true))
    });
    let mut page = server.join(Some(&session));
    let state = page.ask(json!({"do": "pause", "on": false}));
    assert_eq!(state["waits"], "ai");
    page.news(|message| message["is"] == "line");
}

/// Two engines that search.
fn busy(server: &Server) -> (Page, Vec<u32>) {
    let mut page = server.page();
    let name = page.first_game();
    page.begin(&name, [ai(10), human()]);
    page.news(|message| message["is"] == "line");
    page.ask(json!({"do": "analyse", "ply": 0, "lines": 5}));
    let engines = server.engines();
    assert_eq!(engines.len(), 2);
    (page, engines)
}

#[test]
fn an_interrupt_leaves_no_engine() {
    for name in ["INT", "TERM", "HUP"] {
        let mut server = Server::start();
        let (mut page, engines) = busy(&server);
        server.signal(name);
        assert_eq!(page.closed(), Some(CloseCode::Away), "{name}");
        let status = server.wait();
        assert_eq!(status.code(), Some(0), "{name}");
        assert!(engines.into_iter().all(is_zombie), "{name}: engines are left");
        let mut rest = String::new();
        server.output.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "Ctrl-C ends the server.\n", "{name}");
    }
}

#[test]
fn the_death_of_the_server_leaves_no_engine() {
    for (name, hang) in [("KILL", false), ("ABRT", false), ("KILL", true)] {
        let mut server = Server::start();
        let (_page, engines) = busy(&server);
        if hang {
            engines.iter().for_each(|id| signal(*id, "STOP"));
        }
        server.signal(name);
        server.wait();
        let time = wait_until("engines are left", || engines.iter().all(|id| is_zombie(*id)));
        println!("{name}: the engines have ended after {time:?}");
    }
}

/// Serves a board in this process until the tests end, and returns its address and thread.
fn serve(program: PathBuf, kept: Duration) -> (Address, PathBuf) {
    let setup = BoardSetup {
        program,
        port: Some(0),
        game: None,
        kept,
        data: None,
        config: None,
        folders: Folders::default(),
        saves: false,
        engine: Engine::new(),
    };
    let board = BoardServer::open(setup).unwrap();
    let server = Address::parse(&board.address());
    let (sender, thread) = mpsc::channel();
    std::thread::spawn(move || {
        sender.send(std::fs::read_link("/proc/thread-self").unwrap()).unwrap();
        board.run()
    });
    (server, thread.recv().unwrap())
}

#[test]
fn an_engine_that_does_not_start_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("engine");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_quincunx"), &program).unwrap();
    let (server, _) = serve(program.clone(), KEPT);
    let mut page = server.page();
    let name = page.first_game();
    page.begin(&name, [human(), human()]);
    std::fs::remove_file(&program).unwrap();
    page.ask(json!({"do": "seats", "seats": [ai(10), human()]}));
    let trouble = page.news(|message| message["is"] == "trouble" && message["can"] == "restart");
    assert_eq!(trouble["child"], "seat1");
    page.state(|state| state["waits"] == "engine");
}

#[test]
fn a_game_that_nobody_looks_at_ends_with_its_engines() {
    let kept = Duration::from_secs(2);
    let (server, thread) = serve(env!("CARGO_BIN_EXE_quincunx").into(), kept);
    let engines = || children(thread.to_str().unwrap());
    let mut page = server.page();
    let session = page.session().to_owned();
    let name = page.first_game();
    page.begin(&name, [ai(2), human()]);
    page.state(|state| state["waits"] == "human");
    assert_eq!(engines().len(), 1);
    // Who comes back in time finds the game.
    drop(page);
    assert_eq!(seen(&server, &session)["game"], name);
    let passed = wait_until("the engine ends", || engines().is_empty());
    assert!(passed + Duration::from_millis(100) > kept, "{passed:?}");
    assert_ne!(server.join(Some(&session)).session(), session);
}
