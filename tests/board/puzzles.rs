//! Puzzles over the wire: what is right is told by the server, and what was solved is known to the next one.

use std::collections::HashMap;
use std::thread;
use std::time::Duration;

use quincunx::engine::Engine;
use quincunx::puzzles::{Puzzle, PuzzleFile};
use serde_json::{Value, json};

use super::client::{Page, Server, ai, human, seen};

/// The puzzles of a game by their positions.
fn known(game: &str) -> HashMap<String, Puzzle> {
    let engine = Engine::new();
    let session = engine.game(game).unwrap();
    let file = PuzzleFile::read(session.kind().game().puzzles()).unwrap();
    file.puzzles.into_iter().map(|(_, puzzle)| (puzzle.position.clone(), puzzle)).collect()
}

fn body(text: &str) -> &str {
    text.split_once('[').map_or(text, |(_, body)| body.trim_end_matches(']'))
}

fn next(page: &mut Page) -> Value {
    // No page asks more than thirty times a second; a puzzle with its answers takes some six messages.
    thread::sleep(Duration::from_millis(200));
    let puzzle = page.ask(json!({"do": "puzzle", "theme": null, "level": null}));
    assert_eq!((&puzzle["is"], &puzzle["state"]), (&json!("puzzle"), &json!("ask")), "{puzzle}");
    puzzle
}

/// Makes the moves of the solution until nothing more is asked; returns how many they were.
fn solve(page: &mut Page, of: &Puzzle) -> usize {
    let mut made = 0;
    loop {
        let answer = page.ask(json!({"do": "solve", "move": of.line[made]}));
        let state = answer["state"].as_str().unwrap_or_else(|| panic!("{answer}"));
        if state == "solved" {
            let line: Vec<_> = of.line.iter().map(|text| body(text)).collect();
            assert_eq!(answer["line"], json!(line.join(" ")));
            assert_eq!(page.ask(json!({"do": "solve", "move": of.line[0]}))["is"], "refused");
            return made / 2 + 1;
        }
        // The answer of the proof was made.
        assert_eq!(state, "right", "{answer}");
        assert_eq!(answer["look"]["last"], body(&of.line[made + 1]));
        assert!(answer["line"].is_null());
        made += 2;
    }
}

#[test]
fn puzzles_of_every_game_are_solved_by_their_lines_alone() {
    let server = Server::start();
    for game in server.page().games() {
        let name = game["name"].as_str().unwrap();
        let puzzles = known(name);
        let mut page = server.page();
        let before = page.begin(name, [human(), ai(1)]);
        let deck = page.ask(json!({"do": "puzzles"}));
        assert_eq!((&deck["all"], &deck["new"]), (&json!(puzzles.len()), &json!(puzzles.len())));
        let (mut level, mut most) = (0, 0);
        for round in 1..=12 {
            let asked = next(&mut page);
            let of = &puzzles[asked["look"]["position"].as_str().unwrap()];
            assert!(asked["line"].is_null() && asked["level"].as_u64().unwrap() >= level);
            level = asked["level"].as_u64().unwrap();
            most = most.max(solve(&mut page, of));
            let deck = page.ask(json!({"do": "puzzles"}));
            assert_eq!(deck["streak"], round);
            assert_eq!(deck["new"], puzzles.len() - usize::try_from(round).unwrap());
        }
        assert!(
            most > 1 || !puzzles.values().any(|puzzle| puzzle.goal.to_string().contains("win"))
        );
        // Every other move is wrong, and ends the run once.
        let asked = next(&mut page);
        let of = &puzzles[asked["look"]["position"].as_str().unwrap()];
        let right = body(&of.line[0]);
        for wrong in asked["look"]["moves"].as_str().unwrap().split(' ').take(9) {
            if wrong != right {
                let answer = page.ask(json!({"do": "solve", "move": wrong}));
                assert_eq!(answer["state"], "wrong", "{wrong}: {answer}");
                assert_eq!(answer["look"]["position"], asked["look"]["position"]);
                assert_eq!(answer["deck"]["streak"], 0);
            }
        }
        for wrong in ["nonsense", "resign"] {
            assert_eq!(page.ask(json!({"do": "solve", "move": wrong}))["code"], "illegal-move");
        }
        solve(&mut page, of);
        let deck = page.ask(json!({"do": "puzzles"}));
        assert_eq!((&deck["streak"], &deck["due"]), (&json!(0), &json!(0)), "solved too late");
        // A hint names a thing, then all; the solution is no success.
        let asked = next(&mut page);
        let of = &puzzles[asked["look"]["position"].as_str().unwrap()];
        let first = page.ask(json!({"do": "clue", "whole": false}));
        let things = |answer: &Value| answer["things"].as_str().unwrap().split(' ').count();
        assert_eq!((things(&first), &first["move"]), (1, &Value::Null));
        let whole = page.ask(json!({"do": "clue", "whole": true}));
        assert_eq!(whole["move"], body(&of.line[0]));
        assert!(whole["things"].as_str().unwrap().starts_with(first["things"].as_str().unwrap()));
        let shown = page.ask(json!({"do": "solution"}));
        assert_eq!((&shown["state"], &shown["look"]["last"]), (&json!("shown"), &whole["move"]));
        // The game is as it was.
        let after = seen(&server, page.session());
        for key in ["record", "position", "seats", "ply"] {
            assert_eq!(after[key], before[key], "{name}: {key}");
        }
    }
}

#[test]
fn what_was_solved_is_known_to_the_next_server_unless_nothing_is_saved() {
    let mut server = Server::start();
    let puzzles = known("trimok");
    let counts = |page: &mut Page| {
        let deck = page.ask(json!({"do": "puzzles"}));
        [&deck["new"], &deck["streak"]].map(|count| count.as_u64().unwrap())
    };
    let all = puzzles.len() as u64;
    let mut page = server.page();
    page.begin("trimok", [human(), human()]);
    for _ in 0..2 {
        let asked = next(&mut page);
        solve(&mut page, &puzzles[asked["look"]["position"].as_str().unwrap()]);
    }
    assert_eq!(counts(&mut page), [all - 2, 2]);
    server.restart();
    let mut page = server.page();
    page.begin("trimok", [human(), human()]);
    assert_eq!(counts(&mut page), [all - 2, 2]);
    let file = server.data.path().join("quincunx/puzzles/trimok.json");
    assert!(file.is_file());
    // A file that is none of ours is told, and left alone.
    std::fs::write(&file, "mine").unwrap();
    server.restart();
    let mut page = server.page();
    page.begin("trimok", [human(), human()]);
    let refused = page.ask(json!({"do": "puzzles"}));
    assert_eq!(refused["code"], "bad-file", "{refused}");
    assert!(refused["text"].as_str().unwrap().contains("trimok.json"), "{refused}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    let server = Server::with(&["--no-save"]);
    let mut page = server.page();
    page.begin("trimok", [human(), human()]);
    let asked = next(&mut page);
    solve(&mut page, &puzzles[asked["look"]["position"].as_str().unwrap()]);
    assert_eq!(counts(&mut page), [all - 1, 1]);
    assert!(!server.data.path().join("quincunx/puzzles").exists());
}

#[test]
fn themes_and_effort_are_chosen_and_nonsense_is_refused() {
    let server = Server::start();
    let mut page = server.page();
    let early = page.ask(json!({"do": "puzzles"}));
    assert_eq!(early["code"], "no-game");
    page.begin("morris", [human(), human()]);
    assert_eq!(page.ask(json!({"do": "solve", "move": "a7"}))["code"], "over");
    assert_eq!(page.ask(json!({"do": "solution"}))["code"], "over");
    let deck = page.ask(json!({"do": "puzzles"}));
    for theme in deck["themes"].as_array().unwrap() {
        let [name, count] = [&theme[0], &theme[1]];
        let asked = page.ask(json!({"do": "puzzle", "theme": name}));
        assert!(asked["themes"].as_array().unwrap().contains(name), "{asked}");
        assert_eq!(&asked["deck"]["all"], count);
    }
    for level in deck["levels"].as_array().unwrap() {
        let asked = page.ask(json!({"do": "puzzle", "level": level[0]}));
        assert_eq!(asked["level"], level[0]);
    }
    assert_eq!(page.ask(json!({"do": "puzzle", "theme": "luck"}))["code"], "bad-value");
    for wrong in [json!({"do": "puzzle", "level": 11}), json!({"do": "puzzle", "theme": 5})] {
        assert_eq!(page.ask(wrong)["code"], "bad-message");
    }
}
