//! The board over real sockets: whole games, refusals, forged messages, and how it ends.

use std::process::Command;
use std::time::{Duration, Instant};

use quincunx::kernel::SplitMix64;
use serde_json::{Value, json};

use super::client::{Page, Server, ai, first_path, human, is_over, pick, seen, wait_until};

/// Plays the humans' moves until the game is over. A new socket every so often: a page may not send
/// so many messages a second as a program.
pub(super) fn play(server: &Server, game: &str, seats: [Value; 2], seed: u64) -> (Page, Value) {
    let mut dice = SplitMix64::new(seed);
    let mut page = server.page();
    let mut state = page.begin(game, seats);
    let mut sent = 0;
    while !is_over(&state) {
        if state["waits"] == "ai" {
            let ply = state["ply"].as_u64();
            state = page.state(|state| state["ply"].as_u64() > ply);
            continue;
        }
        assert_eq!(state["waits"], "human", "{state}");
        sent += 1;
        if sent % 50 == 0 {
            page = server.join(Some(page.session()));
            state = page.state(|_| true);
        }
        let chosen = pick(&state, &mut dice);
        let next = page.ask(json!({"do": "move", "move": chosen, "ply": state["ply"]}));
        assert_eq!(next["is"], "state", "{chosen}: {next}");
        assert_eq!(next["last"], chosen);
        assert_eq!(next["ply"].as_u64(), state["ply"].as_u64().map(|ply| ply + 1));
        state = next;
    }
    assert_eq!(state["moves"], "");
    let record = state["record"].as_str().unwrap();
    assert_eq!(record.split(' ').count() as u64, state["plies"].as_u64().unwrap());
    assert!(state["result"]["text"].as_str().is_some_and(|text| !text.is_empty()), "{state}");
    (page, state)
}

/// Whole games of each game, in each mode.
fn whole_games(seats: [Value; 2]) {
    let server = Server::start();
    let games = server.page().games();
    assert!(games.len() >= 5);
    for (seed, game) in (1..).zip(&games) {
        let name = game["name"].as_str().unwrap();
        let (mut page, state) = play(&server, name, seats.clone(), seed);
        // The record that is saved is the game, and loads as such.
        let file = page.ask(json!({"do": "export"}));
        let loaded = page.ask(json!({"do": "load", "text": file["text"]}));
        for key in ["game", "record", "position", "result", "score", "options", "ply"] {
            assert_eq!(loaded[key], state[key], "{name}: {key}");
        }
    }
}

#[test]
fn humans_play_whole_games() {
    whole_games([human(), human()]);
}

#[test]
fn a_human_plays_whole_games_against_an_engine() {
    whole_games([human(), ai(2)]);
    whole_games([ai(1), human()]);
}

#[test]
fn engines_play_whole_games() {
    whole_games([ai(1), ai(2)]);
}

#[test]
fn what_the_rules_or_the_seats_refuse_changes_nothing() {
    let server = Server::start();
    let mut page = server.page();
    for game in page.games() {
        let name = game["name"].as_str().unwrap();
        let state = page.begin(name, [human(), ai(1)]);
        let mut refused = |request: Value, code: &str| {
            let answer = page.ask(request.clone());
            assert_eq!(
                (&answer["is"], &answer["code"]),
                (&json!("refused"), &json!(code)),
                "{request}: {answer}"
            );
            answer["text"].as_str().unwrap().to_owned()
        };
        // A move of the other player, and the reason alone.
        let letter = game["players"][1].as_str().unwrap();
        let text = refused(
            json!({"do": "move", "move": format!("{letter}[resign]"), "ply": 0}),
            "illegal-move",
        );
        assert!(!text.contains("is not legal") && !text.contains("turn["), "{text}");
        refused(json!({"do": "move", "move": "nonsense", "ply": 0}), "illegal-move");
        refused(json!({"do": "try", "things": "no sense", "ply": 0}), "illegal-move");
        let first = state["moves"].as_str().unwrap().split(' ').next().unwrap();
        refused(json!({"do": "move", "move": first, "ply": 1}), "stale");
        refused(json!({"do": "vary", "ply": 0, "line": first}), "stale");
        refused(json!({"do": "vary", "ply": 1, "line": first}), "stale");
        refused(json!({"do": "promote", "ply": 0, "line": first}), "stale");
        refused(json!({"do": "prune", "ply": 0}), "stale");
        refused(json!({"do": "prune", "ply": 0, "line": "nonsense"}), "illegal-move");
        refused(json!({"do": "note", "ply": 0, "mark": "!", "comment": ""}), "bad-value");
        refused(
            json!({"do": "note", "ply": 0, "line": first, "mark": "!", "comment": ""}),
            "stale",
        );
        refused(json!({"do": "play-on", "ply": 1}), "stale");
        refused(json!({"do": "go-to", "ply": 1}), "stale");
        refused(json!({"do": "go-to", "ply": 99_999_999}), "stale");
        refused(json!({"do": "undo"}), "over");
        refused(json!({"do": "redo"}), "over");
        refused(json!({"do": "now"}), "over");
        refused(json!({"do": "load", "text": "[Game \"chess\"]\n*\n"}), "bad-value");
        refused(json!({"do": "load", "text": "nonsense"}), "illegal-move");
        refused(json!({"do": "new", "game": "chess", "seats": [human(), human()]}), "bad-value");
        let options = json!({"Hash": 1000});
        refused(
            json!({"do": "new", "game": name, "seats": [human(), human()], "options": options}),
            "bad-value",
        );
        refused(
            json!({"do": "new", "game": name, "seats": [human(), human()], "position": "x[]"}),
            "bad-position",
        );
        refused(json!({"do": "remember", "seat": 1, "name": "club"}), "bad-value");
        let legal = page.ask(json!({"do": "try", "things": first_path(&state), "ply": 0}));
        assert_eq!((&legal["is"], &legal["move"]), (&json!("legal"), &json!(first)));
        let session = page.session().to_owned();
        let mut now = seen(&server, &session);
        now["n"] = state["n"].clone();
        assert_eq!(now, state, "{name}");
        page = server.page();
    }
}

#[test]
fn it_is_not_the_humans_turn() {
    let server = Server::start();
    let mut page = server.page();
    let name = page.first_game();
    let state = page.begin(&name, [ai(1), ai(1)]);
    let first = state["moves"].as_str().unwrap().split(' ').next().unwrap().to_owned();
    let paused = page.ask(json!({"do": "pause", "on": true}));
    assert_eq!(paused["waits"], "paused");
    let ply = paused["ply"].clone();
    let refused = page.ask(json!({"do": "move", "move": first, "ply": ply}));
    assert_eq!(refused["code"], "not-yours", "{refused}");
    // The seat is taken over, and the game goes on.
    let state = page.ask(json!({"do": "seats", "seats": [human(), human()]}));
    assert_eq!((&state["waits"], &state["ply"]), (&json!("human"), &ply));
    let chosen = pick(&state, &mut SplitMix64::new(1));
    let state = page.ask(json!({"do": "move", "move": chosen, "ply": ply}));
    assert_eq!(state["last"], chosen);
}

#[test]
fn two_tabs_see_the_same() {
    let server = Server::start();
    let mut page = server.page();
    let name = page.first_game();
    page.begin(&name, [human(), human()]);
    let mut other = server.join(Some(page.session()));
    let state = other.state(|_| true);
    let chosen = pick(&state, &mut SplitMix64::new(3));
    let mut mine = other.ask(json!({"do": "move", "move": chosen, "ply": 0}));
    let theirs = page.state(|state| state["ply"] == 1);
    assert_eq!(theirs.get("n"), None);
    mine.as_object_mut().unwrap().remove("n");
    assert_eq!(mine, theirs);
    // Both move at once: one of them comes too late.
    let texts = [pick(&mine, &mut SplitMix64::new(4)), pick(&mine, &mut SplitMix64::new(5))];
    let first = page.ask(json!({"do": "move", "move": texts[0], "ply": 1}));
    let second = other.ask(json!({"do": "move", "move": texts[1], "ply": 1}));
    assert_eq!((&first["is"], &second["code"]), (&json!("state"), &json!("stale")));
    // A reload finds the game, another session does not.
    let session = page.session().to_owned();
    drop((page, other));
    assert_eq!(seen(&server, &session)["ply"], 2);
    assert_ne!(server.page().session(), session);
    assert_ne!(server.join(Some("nosuchsession")).session(), session);
}

#[test]
fn moves_are_taken_back_and_made_again() {
    let server = Server::start();
    let mut page = server.page();
    let mut dice = SplitMix64::new(9);
    let name = page.first_game();
    let start = page.begin(&name, [human(), human()]);
    let mut states = vec![start];
    for ply in 0..4 {
        let chosen = pick(&states[ply], &mut dice);
        states.push(page.ask(json!({"do": "move", "move": chosen, "ply": ply})));
    }
    let undone = page.ask(json!({"do": "undo"}));
    assert_eq!(
        (&undone["ply"], &undone["plies"], &undone["redo"]),
        (&json!(3), &json!(4), &json!(1))
    );
    assert_eq!(undone["position"], states[3]["position"]);
    assert_eq!(undone["record"], states[4]["record"]);
    let redone = page.ask(json!({"do": "redo"}));
    assert_eq!(redone["position"], states[4]["position"]);
    // Another ply is looked at, also one ahead.
    let look = page.ask(json!({"do": "go-to", "ply": 1}));
    for key in ["position", "last", "turn", "moves", "scene", "score"] {
        assert_eq!(look[key], states[1][key], "{key}");
    }
    let line: Vec<&str> =
        states[4]["record"].as_str().unwrap().split(' ').skip(1).take(2).collect();
    let ahead = page.ask(json!({"do": "go-to", "ply": 1, "line": line.join(" ")}));
    assert_eq!(ahead["position"], states[3]["position"]);
    assert_eq!((&ahead["last"], &ahead["ply"]), (&states[3]["last"], &json!(1)));
    // A move at an earlier ply wants to be meant.
    let other = pick(&states[1], &mut dice);
    let request = json!({"do": "move", "move": other, "ply": 1});
    assert_eq!(page.ask(request.clone())["code"], "stale");
    let back = page.ask(json!({"do": "play-on", "ply": 1}));
    assert_eq!(
        (&back["ply"], &back["redo"], &back["waits"]),
        (&json!(1), &json!(3), &json!("human"))
    );
    let played = page.ask(request);
    assert_eq!(
        (&played["ply"], &played["plies"], &played["last"]),
        (&json!(2), &json!(2), &json!(other))
    );
}

#[test]
fn undo_during_a_search_takes_the_humans_move_back() {
    let server = Server::start();
    let mut page = server.page();
    for game in page.games() {
        let name = game["name"].as_str().unwrap();
        let start = page.begin(name, [human(), human()]);
        let chosen = pick(&start, &mut SplitMix64::new(2));
        page.ask(json!({"do": "move", "move": chosen, "ply": 0}));
        // Whoever is to move next, an engine gets the seat, and thinks for long.
        let state = page.ask(json!({"do": "seats", "seats": [human(), ai(10)]}));
        if state["waits"] != "ai" {
            continue;
        }
        page.news(|message| message["is"] == "line" && message["from"] == "seat2");
        let began = Instant::now();
        let undone = page.ask(json!({"do": "undo"}));
        assert!(began.elapsed() < Duration::from_secs(5), "it does not wait for the search");
        assert_eq!((&undone["ply"], &undone["waits"]), (&json!(0), &json!("human")));
        // The search that was given up says nothing any more.
        page.news.clear();
        let look = page.ask(json!({"do": "go-to", "ply": 0}));
        assert_eq!(look["position"], start["position"]);
        std::thread::sleep(Duration::from_millis(100));
        let state = page.ask(json!({"do": "seats", "seats": [human(), ai(1)]}));
        assert_eq!(state["ply"], 0, "{:?}", page.news);
        assert!(page.news.iter().all(|message| message["is"] == "judged"), "{:?}", page.news);
        let state = page.ask(json!({"do": "move", "move": chosen, "ply": 0}));
        assert_eq!(state["position"], page.ask(json!({"do": "go-to", "ply": 1}))["position"]);
    }
}

#[test]
fn an_engine_that_thinks_can_be_hurried() {
    let server = Server::start();
    let mut page = server.page();
    let name = page.first_game();
    page.begin(&name, [ai(10), human()]);
    page.news(|message| message["is"] == "line");
    let began = Instant::now();
    page.send(r#"{"do":"now"}"#);
    let state = page.state(|state| state["ply"] == 1);
    assert!(began.elapsed() < Duration::from_secs(10), "level 10 thinks for 20 s");
    assert_eq!(state["waits"], "human");
    // Its search gave the graph a point.
    server.join(Some(page.session())).news(|m| m["is"] == "judged" && m["ply"] == 0);
}

#[test]
fn a_save_waits_no_longer_than_the_search() {
    let server = Server::start();
    let mut page = server.page();
    let name = page.first_game();
    let club = json!({"who": "ai", "level": 10, "remember": "club"});
    let start = page.begin(&name, [human(), club]);
    let chosen = pick(&start, &mut SplitMix64::new(2));
    page.ask(json!({"do": "move", "move": chosen, "ply": 0}));
    page.news(|message| message["is"] == "line");
    page.send(r#"{"n":900,"do":"save-memory"}"#);
    assert_eq!(page.ask(json!({"do": "undo"}))["ply"], 0);
    assert_eq!(page.answer(900)["is"], "memories");
}

/// Who plays about as strong as the human follows his results, in this game and the next.
#[test]
fn an_engine_follows_the_results_of_the_human() {
    let server = Server::start();
    let mut page = server.page();
    let seats = json!([human(), {"who": "ai", "level": 9, "auto": true}]);
    let won = "B[a7,d7,b6]W[c5,d5,e4]turn[B]";
    let new = json!({"do": "new", "game": "morris", "seats": seats, "position": won, "moves": ""});
    let file = server.data.path().join("quincunx/strength");
    for (level, strength) in [(3, "morris 4.000 1\n"), (4, "morris 4.500 2\n")] {
        let state = page.ask(new.clone());
        let seat = &state["seats"][1];
        assert_eq!((&seat["level"], &seat["auto"]), (&json!(level), &json!(true)));
        let over = page.ask(json!({"do": "move", "move": "B[b6-g7xc5]", "ply": 0}));
        assert_eq!(over["result"]["winner"], "B", "{over}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), strength);
        // The same game counts once.
        page.ask(json!({"do": "undo"}));
        page.ask(json!({"do": "move", "move": "B[b6-g7xc5]", "ply": 0}));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), strength);
        let record = page.ask(json!({"do": "export"}));
        let name = format!("\"quincunx level {level}, auto\"");
        assert!(record["text"].as_str().unwrap().contains(&name), "{record}");
    }
    std::fs::write(&file, "morris\n").unwrap();
    let refused = page.ask(new);
    assert_eq!(refused["code"], "bad-file", "{refused}");
}

/// A result that was counted is not counted again by the next server, and the engine stays as strong as it was.
#[test]
fn a_result_counts_once_for_all_servers() {
    let mut server = Server::start();
    let mut page = server.page();
    let seats = json!([human(), {"who": "ai", "level": 9, "auto": true}]);
    let won = "B[a7,d7,b6]W[c5,d5,e4]turn[B]";
    page.ask(json!({"do": "new", "game": "morris", "seats": seats, "position": won, "moves": ""}));
    let session = page.session().to_owned();
    let data = server.data.path().to_owned();
    let kept = |text: &str| {
        wait_until(text, || {
            let file = data.join(format!("quincunx/board/{session}.games"));
            std::fs::read_to_string(file).is_ok_and(|record| record.contains(text))
        });
    };
    for _ in 0..2 {
        let over = page.ask(json!({"do": "move", "move": "B[b6-g7xc5]", "ply": 0}));
        assert_eq!(
            (&over["result"]["winner"], &over["seats"][1]["level"]),
            (&json!("B"), &json!(3))
        );
        let strength = std::fs::read_to_string(data.join("quincunx/strength")).unwrap();
        assert_eq!(strength, "morris 4.000 1\n");
        // Once as it ended, once with its last move taken back.
        kept("[Result \"1-0\"]");
        server.restart();
        page = server.join(Some(&session));
        page.ask(json!({"do": "undo"}));
        kept("[Counted \"1\"]");
        server.restart();
        page = server.join(Some(&session));
    }
}

/// What is found of a position that is taken back says nothing of the one in its place.
#[test]
fn an_analysis_ends_with_its_position() {
    let server = Server::start();
    let mut page = server.page();
    let name = page.first_game();
    let mut dice = SplitMix64::new(1);
    let mut state = page.begin(&name, [human(), human()]);
    for ply in 0..3 {
        state = page.ask(json!({"do": "move", "move": pick(&state, &mut dice), "ply": ply}));
    }
    let done = |message: &Value| message["is"] == "done";
    let analyse = |page: &mut Page, n: u64| {
        page.news.clear();
        page.send(&format!(r#"{{"n":{n},"do":"analyse","ply":3,"lines":1}}"#));
        page.news(|message| message["is"] == "line" && message["n"] == n);
        page.ask(json!({"do": "undo"}))
    };
    // The same move again changes nothing.
    let back = analyse(&mut page, 900);
    let played = back["record"].as_str().unwrap().split(' ').nth(2).unwrap().to_owned();
    page.ask(json!({"do": "move", "move": played, "ply": 2}));
    page.ask(json!({"do": "stop"}));
    assert!(page.news(done)["best"].is_string());
    let other = analyse(&mut page, 901)["moves"].as_str().unwrap().to_owned();
    let other = other.split(' ').find(|text| *text != played).unwrap();
    page.ask(json!({"do": "move", "move": other, "ply": 2}));
    let done = page.news(done);
    assert_eq!((&done["n"], &done["best"]), (&json!(901), &Value::Null));
    let mut late = server.join(Some(page.session()));
    late.ask(json!({"do": "games"}));
    let is_judged = |message: &Value| message["is"] == "judged" && message["ply"] == 3;
    assert!(!late.news.iter().any(is_judged), "{:?}", late.news);
}

#[test]
fn whoever_hurries_an_engine_is_answered() {
    let server = Server::start();
    let mut page = server.page();
    let name = page.first_game();
    page.begin(&name, [ai(10), human()]);
    page.news(|message| message["is"] == "line");
    for n in [900, 901] {
        page.send(&json!({"n": n, "do": "now"}).to_string());
    }
    let mut answers = [900, 901].map(|n| page.answer(n)["is"].clone());
    answers.sort_by_key(ToString::to_string);
    assert_eq!(answers, ["refused", "state"]);
}

#[test]
fn positions_and_options_begin_a_game() {
    let server = Server::with(&["--game", "trimok"]);
    let mut page = server.page();
    assert_eq!(page.welcome["game"], "trimok");
    for game in page.games() {
        let name = game["name"].as_str().unwrap();
        let mut options = serde_json::Map::new();
        for option in game["options"].as_array().unwrap() {
            let value = match option["type"].as_str().unwrap() {
                "check" => json!(!option["default"].as_bool().unwrap()),
                "spin" => option["max"].clone(),
                "combo" => option["choices"].as_array().unwrap().last().unwrap().clone(),
                other => panic!("{other}"),
            };
            options.insert(option["name"].as_str().unwrap().to_owned(), value);
        }
        let seats = [human(), human()];
        let state =
            page.ask(json!({"do": "new", "game": name, "seats": seats, "options": options}));
        assert_eq!(state["options"], Value::Object(options), "{state}");
        let chosen = pick(&state, &mut SplitMix64::new(1));
        let moved = page.ask(json!({"do": "move", "move": chosen, "ply": 0}));
        // The rules stay with the record, the position is the start of another game.
        let file = page.ask(json!({"do": "export"}));
        let loaded = page.ask(json!({"do": "load", "text": file["text"]}));
        assert_eq!((&loaded["options"], &loaded["record"]), (&state["options"], &moved["record"]));
        let position = &moved["position"];
        let again = page.ask(json!({"do": "load", "text": position}));
        assert_eq!(
            (&again["position"], &again["start"], &again["ply"]),
            (position, position, &json!(0))
        );
        let again = page.ask(json!({"do": "load", "text": chosen, "game": name}));
        assert_eq!((&again["record"], &again["ply"]), (&json!(chosen), &json!(1)));
    }
}

#[test]
fn a_human_may_give_up() {
    let server = Server::start();
    let mut page = server.page();
    let mut resigned = 0;
    for game in page.games() {
        page.begin(game["name"].as_str().unwrap(), [human(), ai(1)]);
        let answer = page.ask(json!({"do": "resign"}));
        // Not every game knows it.
        if answer["is"] == "refused" {
            assert_eq!(answer["code"], "illegal-move", "{answer}");
            continue;
        }
        resigned += 1;
        assert_eq!(answer["result"]["winner"], game["players"][1]);
        assert_eq!(
            (&answer["result"]["ending"], &answer["waits"]),
            (&json!("resigned"), &json!("over"))
        );
        assert!(answer["record"].as_str().unwrap().ends_with("resign"), "{answer}");
        let undone = page.ask(json!({"do": "undo"}));
        assert_eq!((&undone["ply"], &undone["result"]), (&json!(0), &Value::Null));
    }
    assert!(resigned > 0);
}

#[test]
fn memories_are_kept_under_their_names() {
    let server = Server::start();
    let mut page = server.page();
    let name = page.first_game();
    let club = json!({"who": "ai", "level": 9, "remember": "club"});
    page.begin(&name, [club.clone(), human()]);
    page.state(|state| state["waits"] == "human");
    let list = page.ask(json!({"do": "save-memory"}))["names"].clone();
    assert_eq!(
        (&list[0]["name"], &list[0]["game"], &list[0]["used"]),
        (&json!("club"), &json!(name), &json!(true))
    );
    assert!(list[0]["positions"].as_u64() > Some(0), "{list}");
    let file = server.data.path().join(format!("quincunx/memory/club.{name}"));
    assert!(file.join("data.mdb").is_file());
    // Nobody else uses it, and nobody deletes it.
    let mut other = server.page();
    let seats = [club.clone(), human()];
    let refused = other.ask(json!({"do": "new", "game": name, "seats": seats}));
    assert_eq!(refused["code"], "busy", "{refused}");
    let refused = page.ask(json!({"do": "seats", "seats": [club.clone(), club.clone()]}));
    assert_eq!(refused["code"], "busy", "{refused}");
    assert_eq!(page.ask(json!({"do": "forget", "name": "club"}))["code"], "busy");
    // The seats change places, and the memory with them.
    let state = page.ask(json!({"do": "seats", "seats": [human(), club]}));
    assert_eq!(state["seats"][1]["remember"], "club");
    let state = page.ask(json!({"do": "remember", "seat": 2, "name": null}));
    assert_eq!(state["seats"][1]["remember"], Value::Null);
    // No memory, and it stays as it is.
    std::fs::write(server.data.path().join(format!("quincunx/memory/bad.{name}")), "precious")
        .unwrap();
    let refused = page.ask(json!({"do": "remember", "seat": 2, "name": "bad"}));
    assert_eq!(refused["code"], "bad-file", "{refused}");
    let list = page.ask(json!({"do": "memories"}))["names"].clone();
    assert_eq!((&list[0]["name"], &list[0]["positions"]), (&json!("bad"), &Value::Null));
    assert_eq!((&list[1]["name"], &list[1]["used"]), (&json!("club"), &json!(false)));
    let list = page.ask(json!({"do": "forget", "name": "club"}))["names"].clone();
    assert_eq!(list.as_array().unwrap().len(), 1);
    assert!(!file.exists());
}

#[test]
fn a_port_that_is_taken_is_told() {
    let server = Server::start();
    let mut command = Command::new(env!("CARGO_BIN_EXE_quincunx"));
    command.args(["board", "--no-open", "--port", &server.port.to_string()]);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.starts_with(&format!("quincunx: port {} cannot be opened: ", server.port)),
        "{error}"
    );
}
