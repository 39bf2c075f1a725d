//! The page of `quincunx board` in a real browser: every kind of move by mouse, touch and keys, whole games, refusals,
//! both themes, a phone. `scripts/browser-tests.sh` finds a browser and runs them; pictures go to `target/pictures/`.

mod access;
mod cdp;
mod expected;
mod explorer;
mod kept;
mod looking;
mod over;
mod puzzles;
mod review;
mod screens;
mod speed;
mod table;
mod tree;
mod words;

use std::process::Command;
use std::thread;
use std::time::Duration;

use quincunx::games::{Game, GameList, Standard, Visitor};
use serde_json::{Value, json};

use self::table::{By, DESKTOP, HUMANS, PHONE, Table};

const GAMES: [&str; 5] = ["coerceo", "dominions", "hexceed", "morris", "trimok"];

/// Every kind of move: game, position (the start if empty), move.
const KINDS: &[(&str, &str, &str)] = &[
    ("trimok", "", "R[A2-A3]"),
    ("trimok", "R[3C3]B[2D4,1B4,3D2]turn[R]", "R[C3-D4]"),
    ("trimok", "R[3A6,2B6,1E5]B[1C4,1F3]turn[R]", "R[A6-B1]"),
    ("trimok", "R[3A6,2B6,1E5]B[1C4,1F3]turn[R]", "R[A6-B1=2]"),
    ("morris", "", "B[d6]"),
    ("morris", "B[d6,f6]W[a1,g7]hand[7,7]turn[B]", "B[b6xg7]"),
    ("morris", "B[d7,b6,d6]W[c5,d5,e4,g1]turn[W]", "W[c5-c4]"),
    ("morris", "B[d6,c5,e4,c3,d2]W[a4,d7,g7,b6,b4,c4,f4,e3]turn[W]", "W[a4-a7xd6]"),
    ("morris", "B[d7,b6,d6]W[c5,d5,e4]turn[W]", "W[c5-g1]"),
    ("coerceo", "", "W[001-003]"),
    (
        "coerceo",
        "W[061,073,095]B[042,090,0B2,0C0,0E2]gone[00,01,02,03,05,08,0A,0D,0F,10,11,12]turn[W]",
        "W[073-0C5]",
    ),
    (
        "coerceo",
        "W[061,073,095]B[042,090,0B2,0C0,0E2]gone[00,01,02,03,05,08,0A,0D,0F,10,11,12]held[2,1]turn[W]",
        "W[x0C0]",
    ),
    ("hexceed", "", "1[RXK]"),
    ("hexceed", "on[R-W@B,BOW@D,G-W@F,BXW@I]hold[B-W]turn[2]", "2[B-W@E]"),
    ("dominions", "", "W[P63i9]"),
    ("dominions", "W[P63i9]B[P55h8]turn[W]", "W[P30h9]"),
    ("dominions", "W[P63i9]B[P55h8]turn[W]", "W[pass]"),
];

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn every_kind_of_move_by_mouse_and_keys() {
    let table = Table::open(DESKTOP);
    for (game, position, text) in KINDS {
        for by in [By::Clicks, By::Drag, By::Keys] {
            for order in 0.. {
                table.game(game, HUMANS, position, "");
                if order >= table.steps(text).len() {
                    break;
                }
                table.play(text, order, by);
            }
        }
    }
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn every_kind_of_move_by_touch_on_a_phone() {
    let table = Table::open(PHONE);
    for (game, position, text) in KINDS {
        for by in [By::Taps, By::Swipe] {
            for order in 0.. {
                table.game(game, HUMANS, position, "");
                if order >= table.steps(text).len() {
                    break;
                }
                table.play(text, order, by);
            }
        }
    }
    // A touch that the system takes away leaves nothing behind.
    table.game("trimok", HUMANS, "", "");
    let (x, y) = table.place("A2");
    table.tab.touch("touchStart", &[(x, y)]);
    table.tab.touch("touchMove", &[(x + 5.0, y - 60.0)]);
    table.tab.until("document.querySelector('#carried g')");
    table.tab.touch("touchCancel", &[]);
    table.tab.until(
        "!document.querySelector('#carried g') && !document.querySelector('.layer-pieces .ghost')",
    );
    assert_eq!(table.ply(), 0);
    table.check();
}

/// Presses a button of the status card.
fn press(table: &Table, label: &str) {
    let button = format!(
        "[...document.querySelectorAll('#actions button')].find((el) => el.textContent === '{label}')"
    );
    table.tab.until(&button);
    table.tab.value(&format!("{button}.click()"));
}

/// Plays a game to its end by the hands of the humans in it.
fn finish(table: &Table, game: &str, hands: &[By]) {
    let mut seed = 7_u64;
    for turn in 0.. {
        assert!(turn < 1500, "{game} does not end");
        table.tab.until("quincunx.state.waits !== 'ai' && !quincunx.pending");
        let state = table.state();
        if state["waits"] == "over" {
            break;
        }
        let moves = table.moves();
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Two passes end Dominions; random tiles would take a hundred turns.
        let pass = moves.iter().find(|text| *text == "pass").filter(|_| turn > 12);
        // Captures bring the other games to an end.
        let bold = moves.iter().find(|text| text.contains('x'));
        let text = pass.or(bold).unwrap_or(&moves[(seed >> 33) as usize % moves.len()]);
        table.play(text, turn, hands[turn % hands.len()]);
    }
    let result = table.state()["result"].clone();
    assert!(result["ending"].is_string(), "{game}: {result}");
    let winner = result["winner"].as_str().map_or("A draw".to_owned(), |player| {
        table.tab.text(&format!("quincunx.name('{player}') + ' wins'"))
    });
    table.tab.until(&format!("document.getElementById('expected').textContent === '{winner}'"));
    assert_eq!(
        table.tab.value("document.querySelectorAll('[data-can]').length"),
        0,
        "a finished game offers nothing"
    );
}

/// Draws come sooner, so that random games end.
fn options(game: &str) -> &'static str {
    match game {
        "morris" => r#"{"Morris Quiet": 30, "Morris Repetition": 2}"#,
        "trimok" => r#"{"Trimok Quiet": 20, "Trimok Repeat": 2}"#,
        "coerceo" => r#"{"Coerceo Start": "ocius", "Coerceo Exchange": 1}"#,
        _ => "{}",
    }
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn whole_games_between_humans_by_pointer() {
    let table = Table::open(DESKTOP);
    for game in GAMES {
        table.game(game, HUMANS, "", options(game));
        finish(&table, game, &[By::Clicks, By::Drag]);
    }
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn whole_games_against_the_ai_from_either_side() {
    let table = Table::open(PHONE);
    for (i, game) in GAMES.iter().enumerate() {
        let (human, ai) = (json!({"who": "human"}), Table::ai(1 + i as u32 % 2));
        let seats = if i % 2 == 0 { json!([human, ai]) } else { json!([ai, human]) };
        table.game(game, &seats.to_string(), "", options(game));
        finish(&table, game, &[By::Taps, By::Swipe]);
    }
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn whole_games_between_ais_with_a_pause_and_a_takeover() {
    let table = Table::open(DESKTOP);
    let seats = json!([Table::ai(1), Table::ai(1)]).to_string();
    for game in GAMES {
        table.game(game, &seats, "", options(game));
        if table.state()["waits"] != "over" {
            assert_eq!(
                table.tab.value("document.querySelectorAll('[data-can]').length"),
                0,
                "an AI's side is no human's"
            );
        }
        table.tab.until("quincunx.state.waits === 'over'");
    }
    // Paused, it stands still; taken over, a human moves.
    table.game("morris", HUMANS, "", "");
    table.ask(&json!({"do": "speed", "ms": 400}));
    table.ask(&json!({"do": "seats", "seats": [Table::ai(2), Table::ai(2)]}));
    table.tab.value("[...document.querySelectorAll('#actions button')].find((el) => el.textContent === 'Pause').click()");
    table.tab.until("quincunx.state.waits === 'paused'");
    let ply = table.ply();
    table.wait(900);
    assert_eq!(table.ply(), ply);
    table.ask(&json!({"do": "seats", "seats": [{"who": "human"}, {"who": "human"}]}));
    table.tab.until("quincunx.state.waits === 'human'");
    let text = table.moves()[0].clone();
    table.play(&text, 0, By::Clicks);
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn a_refused_drop_glides_back_with_the_reason_of_the_engine() {
    let table = Table::open(DESKTOP);
    for (game, position, from, to, reason) in [
        ("trimok", "", "A2", "C5", "Illegal Move"),
        ("coerceo", "", "001", "0A1", ""),
        ("morris", "B[d7,b6,d6,f2]W[c5,d5,e4,g1]turn[W]", "c5", "a1", ""),
        ("hexceed", "on[RXW@A]hold[GXK]turn[1]", "tray", "A", "the cell is not empty"),
        ("dominions", "W[P63i9]B[P55h8]turn[W]", "W30", "a1", ""),
    ] {
        table.game(game, HUMANS, position, "");
        let before = table.state()["position"].clone();
        table.drag(from, to);
        table.tab.until("!document.getElementById('refused').hidden");
        let said = table.tab.text("document.getElementById('refused').textContent");
        assert!(!said.is_empty() && said.contains(reason), "{game}: {said}");
        table.tab.until("!document.querySelector('#carried g') && !document.querySelector('.layer-pieces .ghost')");
        assert_eq!((table.ply(), table.state()["position"].clone()), (0, before), "{game}");
    }
    // Dropped where it came from, a piece is not selected; a click on the chosen piece puts it down.
    table.game("trimok", HUMANS, "", "");
    let (x, y) = table.place("A2");
    table.tab.mouse("mousePressed", (x, y), 1);
    table.tab.mouse("mouseMoved", (x + 12.0, y + 6.0), 1);
    table.tab.mouse("mouseReleased", (x + 2.0, y), 0);
    assert_eq!(table.tab.value("quincunx.picked"), json!([]));
    table.click("B2");
    assert_eq!(table.tab.value("quincunx.picked"), json!(["B2"]));
    table.tab.key("Escape");
    assert_eq!(table.tab.value("quincunx.picked"), json!([]));
    table.click("A5");
    assert_eq!(
        table.tab.value("quincunx.picked"),
        json!([]),
        "the side not to move cannot be picked up"
    );
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn earlier_plies_undo_and_the_way_on_from_there() {
    let table = Table::open(DESKTOP);
    table.game("trimok", HUMANS, "", "");
    for text in ["R[A2-A3]", "B[A5-A4]", "R[B2-B3]"] {
        table.play(text, 0, By::Clicks);
    }
    table.tab.value("document.querySelector('[data-ply=\"1\"]').click()");
    table.tab.until("quincunx.looking?.ply === 1");
    table.tab.key("ArrowRight");
    table.tab.until("quincunx.looking?.ply === 2");
    press(&table, "Play on from here");
    table.tab.until("quincunx.state.ply === 2 && quincunx.state.redo === 1 && !quincunx.looking");
    table.click("C2");
    table.click("C3");
    table.tab.until("quincunx.state.last === 'C2-C3' && quincunx.state.ply === 3");
    // What was left is a variation, and becomes the game again.
    for (line, record) in [("B2-B3", "A2-A3 A5-A4 B2-B3"), ("C2-C3", "A2-A3 A5-A4 C2-C3")] {
        table
            .tab
            .value(&format!("document.querySelector('#moves [data-node=\"{line}\"]').click()"));
        table.tab.until(&format!("quincunx.looking?.line === '{line}'"));
        press(&table, "Play on from here");
        table.tab.until(&format!("quincunx.state.record === '{record}' && !quincunx.looking"));
    }
    table.tab.key("z");
    table.tab.until("quincunx.state.ply === 2 && quincunx.state.redo === 1");
    table.tab.key("y");
    table.tab.until("quincunx.state.ply === 3");
    table.tab.key("f");
    let turned = table.place("A1");
    table.tab.key("f");
    assert_ne!(turned, table.place("A1"));
    // Against the AI undo takes back both moves.
    table.game("morris", &json!([{"who": "human"}, Table::ai(1)]).to_string(), "", "");
    table.click("d6");
    table.tab.until("quincunx.state.ply === 2");
    table.tab.value("document.getElementById('undo').click()");
    table.tab.until("quincunx.state.ply === 0");
    // Resigning asks first.
    table.click("d6");
    table.tab.until("quincunx.state.ply === 2");
    table.click("resign");
    table.tab.until("document.querySelector('dialog[open]')");
    table.tab.key("Enter");
    table.tab.until(
        "quincunx.state.result?.ending === 'resigned' && quincunx.state.result.winner === 'W'",
    );
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn texts_are_opened_saved_and_refused_with_their_column() {
    let table = Table::open(DESKTOP);
    table.game("coerceo", HUMANS, "", "");
    table.tab.value("document.getElementById('open').click()");
    table.tab.until("document.querySelector('dialog[open] textarea')");
    table.tab.value("document.querySelector('dialog textarea').value = 'W[0D1'; document.querySelector('dialog .primary').click()");
    table.tab.until("document.querySelector('dialog .error')");
    let error = table.tab.text("document.querySelector('dialog .error').textContent");
    assert!(error.contains("column 6"), "{error}");
    table.tab.value("document.querySelector('dialog textarea').value = 'W[001-003];B[012-010]'; document.querySelector('dialog .primary').click()");
    table.wait(300);
    let record = table.ask(&json!({"do": "export"}));
    assert!(record["text"].as_str().unwrap().contains("[Game \"coerceo\"]"), "{record}");
    let copy = table.ask(
        &json!({"do": "load", "text": record["text"], "game": null, "index": 1, "seats": null}),
    );
    assert_eq!(copy["is"], "state", "{copy}");
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn analysis_shows_lines_arrows_chances_and_errors() {
    let table = Table::open(DESKTOP);
    table.game(
        "trimok",
        HUMANS,
        "R[3A1,2B1,1F1,3A2,1B2,2E2,1B3,1E3]B[2B4,1D4,3E5,3F5,3A6,2B6,1C6,2E6]turn[B]",
        "",
    );
    table.tab.key("h");
    table.tab.until("document.querySelectorAll('.mark polygon').length === 1");
    table.tab.value("document.querySelector('[data-tab=analysis]').click(); document.getElementById('analyse').click()");
    table.tab.until("document.querySelectorAll('.pv').length === 3 && document.querySelectorAll('.mark polygon').length === 3");
    assert!(table.tab.text("document.getElementById('lines').innerText").contains("depth"));
    table.tab.until("!document.getElementById('bar').classList.contains('off')");
    let text = table.moves()[0].clone();
    table.play(&text, 0, By::Clicks);
    table.tab.until("quincunx.lines[0]?.ply === 1 && document.querySelector('.mark polygon')");
    table.tab.value("document.getElementById('analyse').click()");
    // A hint in a game where nothing has an origin is a ring with the piece in it. Passing
    // would lose at once, so the hint is a tile.
    table.game("dominions", HUMANS, "W[P63i9]B[P55h8,P54i8]pass[1]turn[W]", "");
    table.tab.key("h");
    table.tab.until("document.querySelector('.layer-top .mark .spot .ghost')");
    // The piece keeps its colours: on violet its beams would not be seen.
    let fill = |of: &str| {
        table.tab.text(&format!("getComputedStyle(document.querySelector('{of} polygon')).fill"))
    };
    assert_eq!(fill(".mark .ghost"), fill("[data-surface=rack-W] .layer-pieces"));
    // A hint without a place on the board is marked on its button: here a pass wins at once.
    table.game("dominions", HUMANS, "W[P63i9,P54h9]B[P55h8]pass[1]turn[W]", "");
    table.tab.key("h");
    table.tab.until("document.querySelector('#actions [data-thing=pass][data-rank=\"1\"]')");
    // The bubble of a choice stays when lines of the search arrive.
    table.game("trimok", HUMANS, "R[1E5,3A6,2B6]B[1F3,1C4]turn[R]", "");
    let orders = table.moves().iter().flat_map(|text| table.steps(text)).collect::<Vec<_>>();
    let order = orders.iter().find(|things| things.last().is_some_and(|last| last == "="));
    let (_, before) = order.expect("a move with a choice").split_last().expect("some things");
    table.make(before, By::Clicks);
    table.tab.until("document.querySelector('.chooser')");
    table.tab.value("document.getElementById('analyse').click()");
    table.tab.until("document.querySelectorAll('.pv').length > 0");
    table.wait(100);
    table.tab.until("document.querySelector('.chooser')");
    table.tab.value("document.getElementById('analyse').click()");
    // The whole game is judged, and what it cost is marked.
    table.game("morris", HUMANS, "B[a7,d7,b6]W[c5,d5,e4]turn[B]", "");
    for text in ["B[b6-a1]", "W[e4-e5xa7]"] {
        table.play(text, 0, By::Clicks);
    }
    table.tab.value("document.getElementById('judge').click()");
    table.tab.until("quincunx.judging === null && quincunx.judged.size === 3");
    table.tab.until("document.querySelector('#moves i')?.textContent === '??'");
    table.tab.until("document.querySelector('.graph .error')");
    table.check();
}

/// Who plays by keys finds the focus where it was, whatever the move has changed on the page.
#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn the_keyboard_keeps_its_place_after_a_move() {
    let table = Table::open(DESKTOP);
    for game in GAMES {
        table.game(game, HUMANS, "", "");
        for turn in 0..4 {
            let moves = table.moves();
            let text = moves[turn * 7 % moves.len()].clone();
            table.play(&text, 0, By::Keys);
            let kept = table.tab.value("Boolean(document.activeElement.closest('.hit'))");
            assert_eq!(kept, true, "{game}: {text} loses the focus");
        }
    }
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn little_motion_is_no_motion() {
    let table = Table::open(DESKTOP);
    table.game("trimok", HUMANS, "", "");
    table.tab.value("window.flights = 0; const fly = Element.prototype.animate; Element.prototype.animate = function (...all) { window.flights += 1; return fly.apply(this, all); }");
    table.play("R[A2-A3]", 0, By::Clicks);
    table.tab.until("window.flights > 0");
    table.tab.media("light", true);
    table.tab.value("window.flights = 0");
    table.play("B[A5-A4]", 0, By::Clicks);
    table.wait(100);
    assert_eq!(table.tab.value("window.flights"), 0);
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn the_page_asks_nobody_else_and_survives_a_lost_server_and_a_dead_engine() {
    let mut table = Table::open(DESKTOP);
    table.game("trimok", &json!([{"who": "human"}, Table::ai(2)]).to_string(), "", "");
    table.play("R[A2-A3]", 0, By::Clicks);
    table.tab.until("quincunx.state.ply === 2");
    table.tab.value("document.getElementById('rules').click()");
    table.tab.until("document.querySelectorAll('.rules figure svg').length > 2");
    table.tab.key("Escape");
    let origin =
        table.server.address.split("/#").next().unwrap().trim_start_matches("http").to_owned();
    for address in table.tab.requests() {
        let ours = address.trim_start_matches("http").trim_start_matches("ws").starts_with(&origin);
        assert!(ours || address.starts_with("data:"), "{address} is not at {origin}");
    }
    // The engine of the game is killed; the game goes on.
    let children =
        Command::new("pgrep").args(["-P", &table.server.id().to_string()]).output().expect("pgrep");
    for id in String::from_utf8_lossy(&children.stdout).split_whitespace() {
        Command::new("kill").args(["-9", id]).status().expect("kill");
    }
    table.tab.until("!document.getElementById('toast').hidden");
    let said = table.tab.text("document.getElementById('toast').textContent");
    assert!(said.contains("stopped"), "{said}");
    table.tab.until("quincunx.state.waits === 'human'");
    let text = table.moves()[0].clone();
    table.play(&text, 0, By::Clicks);
    table.tab.until("quincunx.state.ply === 4");
    // A reload finds the game; without the server the page says so.
    table.tab.value("location.reload()");
    table.wait(200);
    table.tab.until("window.quincunx?.state?.ply === 4");
    assert!(table.tab.complaints().is_empty(), "{:?}", table.tab.complaints());
    table.server.stop();
    table.tab.until("document.body.dataset.wire === 'off' && document.getElementById('toast').textContent.includes('lost')");
}

/// An engine that has ended twice waits for somebody to start it, whatever else happens.
#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn the_engine_that_analyses_can_be_started_again() {
    let table = Table::open(DESKTOP);
    table.game("trimok", HUMANS, "", "");
    let analyse = || {
        // What an earlier search has found does not count: the page may wait before the next.
        table.tab.value("quincunx.lines.length = 0; document.getElementById('analyse').click()");
        table.tab.until("quincunx.analysing && quincunx.lines.length");
    };
    let restart = "[...document.querySelectorAll('#actions button')].find((el) => el.textContent === 'Restart the engine')";
    for _ in 0..2 {
        analyse();
        // It is the newest child of the server, but for the shell that watches it.
        let parent = table.server.id().to_string();
        let pkill = ["-9", "-n", "-x", "quincunx", "-P", &parent];
        let status = Command::new("pkill").args(pkill).status();
        assert!(status.expect("pkill").success());
        table
            .tab
            .until("document.getElementById('toast').textContent.includes('analysis has stopped')");
        table.tab.value("document.getElementById('toast').textContent = ''; document.getElementById('analyse').click()");
    }
    table.tab.until(restart);
    table.play("R[A2-A3]", 0, By::Clicks);
    assert_eq!(table.tab.value(&format!("Boolean({restart})")), true);
    table.tab.value(&format!("{restart}.click()"));
    table.tab.until(&format!("!{restart}"));
    analyse();
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn two_tabs_have_two_games_and_a_copy_shares_one() {
    let browser = cdp::Browser::start();
    let server = table::Server::start();
    let (width, height, mobile) = DESKTOP;
    let tabs: Vec<_> = (0..2).map(|_| browser.tab(width, height, mobile)).collect();
    for tab in &tabs {
        tab.open(&server.address);
        tab.until("document.querySelector('dialog[open]')");
        tab.value("document.querySelector('dialog [value=trimok]').click(); document.querySelector('dialog [value=human]').click(); document.querySelector('dialog .act .primary').click()");
        tab.until("window.quincunx.state?.ply === 0");
    }
    let session = |tab: &cdp::Tab| tab.text("sessionStorage.getItem('session')");
    assert_ne!(session(&tabs[0]), session(&tabs[1]));
    tabs[0].value("quincunx.wire.ask({do: 'move', move: 'R[A2-A3]', ply: 0})");
    assert_eq!(tabs[1].value("quincunx.state.ply"), 0);
    // A duplicated tab has the same session and sees the same game.
    let first = session(&tabs[0]);
    tabs[1].value(&format!("sessionStorage.setItem('session', '{first}'); location.reload()"));
    thread::sleep(Duration::from_millis(200));
    tabs[1].until("window.quincunx?.state?.ply === 1");
    tabs[1].value("quincunx.wire.ask({do: 'move', move: 'B[A5-A4]', ply: 1})");
    tabs[0].until("quincunx.state.ply === 2");
    // Without the key there is no game: another browser has none.
    let stranger = cdp::Browser::start().tab(width, height, mobile);
    stranger.open(&server.address.replace("#t=", "#t=0"));
    stranger.until("document.getElementById('help')?.textContent.includes('key')");
}

/// Every thing that a move of a position begins or goes on with is somewhere on the page, and every position can be drawn.
const PROOF: &str = "async (game, rows) => {
  const { half, orders, paths, position, prompt, words } = await import('/web/scene.js');
  const { tree } = await import('/web/picker.js');
  const played = quincunx.games.find(({ name }) => name === game);
  let count = 0;
  for (const { turn, moves, scene, position: text } of rows) {
    const model = position(played, { turn, pieces: scene.pieces });
    const found = paths(scene.paths);
    const root = tree(words(moves).map((move, i) => ({ move, path: found[i], orders: orders(played, found[i]) })));
    const view = { flip: false, near: turn, columns: 7, narrow: false };
    played.drawing.draw(model, view);
    const things = new Set(played.drawing.cells(view, model).flatMap((area) => area.cells.filter((cell) => !cell.player || cell.player === turn).map((cell) => cell.thing)));
    const walk = (node, picked) => {
      if (node.move) count += 1;
      else {
        const next = [...node.next.keys()];
        const lost = next.find((thing) => !things.has(thing) && !['choice', 'button'].includes(played.things.get(thing).area));
        if (lost) return `${text}: ${lost} is nowhere on the page`;
        const shown = half(model, node.path, picked);
        if (shown !== model) played.drawing.draw(shown, view);
        const { help } = prompt(model, scene.phase, picked, next);
        if (!help || help.includes('{')) return `${text}: behind ${picked} the page says ${help}`;
      }
      for (const [thing, more] of node.next) {
        const wrong = walk(more, [...picked, thing]);
        if (wrong) return wrong;
      }
      return null;
    };
    const wrong = walk(root, []);
    if (wrong) return wrong;
  }
  return count;
}";

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn everything_that_can_be_clicked_is_on_the_page() {
    let table = Table::open(DESKTOP);
    let seats = json!([Table::ai(1), Table::ai(1)]).to_string();
    for game in GAMES {
        let mut rows = Vec::new();
        for _ in 0..4 {
            table.game(game, &seats, "", "");
            table.tab.until("quincunx.state.waits === 'over' || quincunx.state.ply > 120");
            table.ask(&json!({"do": "pause", "on": true}));
            let plies = table.ply();
            for ply in (0..plies).filter(|ply| ply % 3 != 2) {
                let look = table.ask(&json!({"do": "go-to", "ply": ply}));
                rows.push(look);
                // Thirty messages a second are what the server hears.
                table.wait(40);
            }
        }
        let count = table.tab.value(&format!("({PROOF})('{game}', {})", Value::from(rows)));
        assert!(count.as_u64().is_some_and(|count| count > 500), "{game}: {count}");
    }
}

struct Sample;

impl Visitor for Sample {
    type Output = &'static str;

    fn visit<G: Game>(self) -> Self::Output {
        G::FACE.sample.expect("a sample")
    }
}

/// What is drawn: everything that a reader of the page may want to see beside the design.
#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn pictures_of_every_board() {
    for (size, name) in [(DESKTOP, "1280"), (PHONE, "390")] {
        let table = Table::open(size);
        for theme in ["light", "dark"] {
            table.tab.media(theme, false);
            let picture = |what: &str| {
                table.settle();
                table.tab.value("scrollTo(0, 0)");
                // Nothing is wider than the screen.
                let fits = "document.documentElement.scrollWidth <= innerWidth";
                assert_eq!(table.tab.value(fits), true, "{what} at {name}");
                table.tab.picture(&format!("{what}-{name}-{theme}"));
            };
            for game in GAMES {
                table.game(game, HUMANS, "", "");
                picture(&format!("{game}-start"));
                let kind = Standard::find(game).unwrap();
                table.game(game, HUMANS, Standard::with(kind, Sample).unwrap(), "");
                let text = table.moves().into_iter().rfind(|text| text != "pass").unwrap();
                table.play(&text, 0, By::Clicks);
                table.tab.until("quincunx.state.ply === 1");
                let things = table.steps(&table.moves()[0]);
                if table.tab.value("quincunx.picked.length") == 0 {
                    table.make(&things[0][..1], By::Clicks);
                }
                picture(game);
                table.tab.value("document.getElementById('rules').click()");
                table.tab.until("document.querySelector('dialog .rules figure svg')");
                picture(&format!("{game}-rules"));
                table.tab.value("document.querySelector('dialog').close()");
            }
            table.tab.value("document.getElementById('new').click()");
            table.tab.until("document.querySelector('dialog[open]')");
            picture("start");
            table.tab.value("document.querySelector('dialog').close()");
            table.game("trimok", HUMANS, "", "");
            table.tab.value("document.querySelector('[data-tab=analysis]').click(); document.getElementById('analyse').click()");
            table.tab.until("document.querySelectorAll('.pv').length === 3 && document.querySelectorAll('.mark polygon').length === 3");
            picture("analysis");
            table.tab.value("document.getElementById('analyse').click(); document.querySelector('[data-tab=moves]').click()");
        }
        table.check();
    }
}

/// The narrowest phone that the page is made for.
#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn everything_fits_on_a_screen_of_360_pixels() {
    let table = Table::open((360, 640, true));
    let fits = "document.documentElement.scrollWidth <= innerWidth && [...document.querySelectorAll('button, .strip, dialog[open] *:not(svg *)')].every((el) => el.getBoundingClientRect().right <= innerWidth + 1)";
    for game in GAMES {
        let seats = json!([{"who": "human"}, {"who": "ai", "level": 10, "remember": "a-name-of-thirty-two-characters"}]);
        table.game(game, &seats.to_string(), "", "");
        assert_eq!(table.tab.value(fits), true, "{game}");
        for (button, what) in
            [("new", "form .choose"), ("open", "textarea"), ("rules", ".rules figure")]
        {
            table.tab.value(&format!("document.getElementById('{button}').click()"));
            table.tab.until(&format!("document.querySelector('dialog[open] {what}')"));
            assert_eq!(table.tab.value(fits), true, "{button} of {game}");
            table.tab.value("document.querySelector('dialog').close()");
        }
    }
    table.check();
}

/// A server keeps a game for some minutes: who comes back later plays on all the same.
#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn a_game_that_the_server_forgot_goes_on() {
    let table = Table::open(DESKTOP);
    table.tab.value("const send = WebSocket.prototype.send; WebSocket.prototype.send = function (...all) { window.line = this; return send.apply(this, all); }");
    table.game("trimok", HUMANS, "", options("trimok"));
    for text in ["R[A2-A3]", "B[A5-A4]"] {
        table.play(text, 0, By::Clicks);
    }
    let before = table.state();
    table.tab.value("sessionStorage.setItem('session', 'gone'); window.line.close()");
    table.tab.until(&format!("quincunx.state.session !== {}", before["session"]));
    let after = table.state();
    for key in ["game", "options", "position", "record", "ply", "seats"] {
        assert_eq!(after[key], before[key], "{key}");
    }
    table.play("R[B2-B3]", 0, By::Clicks);
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn moves_may_be_typed_and_links_opened() {
    let table = Table::open(DESKTOP);
    table.game("trimok", HUMANS, "", "");
    for (ply, text) in ["A2-A3", "B[A5-A4]"].into_iter().enumerate() {
        table.tab.key("/");
        table.tab.until("document.activeElement.id === 'move'");
        table.tab.value(&format!("document.getElementById('move').value = '{text}'"));
        table.tab.key("Enter");
        table.tab.until(&format!("quincunx.state.ply > {ply}"));
        table.tab.value("document.getElementById('move').blur()");
    }
    assert_eq!(table.tab.text("quincunx.state.record"), "A2-A3 A5-A4");
    // Moves that were taken back are not copied.
    table.tab.value("navigator.clipboard.writeText = async (text) => (window.copied = text); document.getElementById('undo').click()");
    table.tab.until("quincunx.state.ply === 1");
    table.tab.value("document.querySelector('[data-copy=record]').click()");
    assert_eq!(table.tab.text("window.copied"), "A2-A3");
    table.tab.value("document.getElementById('redo').click()");
    table.tab.until("quincunx.state.ply === 2");
    // A link has the position that is shown.
    let position = table.tab.text("quincunx.state.position");
    table.tab.value("navigator.clipboard.writeText = async (text) => (window.copied = text); document.querySelector('[data-copy=link]').click()");
    let link = table.tab.text("window.copied");
    let secret = table.server.address.split("#t=").nth(1).unwrap();
    let address = table.tab.text("location.href");
    assert!(!link.contains(secret) && !address.contains(secret), "{link} {address}");
    table.game("morris", HUMANS, "", "");
    // It opens in the same tab and in a new one.
    let other = table.tab.another();
    for tab in [&table.tab, &other] {
        tab.open(&link);
        tab.until("window.quincunx?.state?.game === 'trimok'");
        assert_eq!(tab.text("quincunx.state.start"), position);
        assert_eq!(tab.value("quincunx.state.ply"), 0);
    }
    // So has one that is pasted.
    table.game("morris", HUMANS, "", "");
    table.tab.value("document.getElementById('open').click()");
    table.tab.until("document.querySelector('dialog[open] textarea')");
    table.tab.value(&format!("document.querySelector('dialog textarea').value = '{link}'; document.querySelector('dialog .primary').click()"));
    table.tab.until("quincunx.state.game === 'trimok'");
    table.check();
}

/// A text that the server would not take costs no connection.
#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn a_text_that_is_too_long_is_refused_in_words() {
    let table = Table::open(DESKTOP);
    table.game("trimok", HUMANS, "", "");
    table.tab.value("document.getElementById('open').click()");
    table.tab.until("document.querySelector('dialog[open] textarea')");
    table.tab.value("document.querySelector('dialog textarea').value = 'A2-A3 '.repeat(20000); document.querySelector('dialog .primary').click()");
    table.tab.until("document.querySelector('dialog .error')?.textContent.includes('64 kB')");
    // The second game of a record is asked for by its number.
    let record = "[Game \\\"morris\\\"]\\n*\\n\\n[Game \\\"hexceed\\\"]\\n*\\n";
    table.tab.value(&format!("document.querySelector('dialog textarea').value = \"{record}\"; document.querySelector('dialog [type=number]').value = 2; document.querySelector('dialog .primary').click()"));
    table.tab.until("quincunx.state.game === 'hexceed' && !document.querySelector('dialog[open]')");
    table.check();
}

/// The page as it comes over the wire, with everything that it fetches, the rules aside.
#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn a_browser_fetches_little() {
    let table = Table::open(DESKTOP);
    let sizes = table.tab.value("(() => { const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]; const sum = (key) => all.reduce((sum, one) => sum + one[key], 0); return [all.length, sum('transferSize'), sum('decodedBodySize')]; })()");
    println!("files, bytes on the wire, bytes of text: {sizes}");
    assert!(sizes[0].as_u64() > Some(20), "{sizes}");
    assert!(sizes[1].as_u64() < Some(130_000), "{sizes}");
}
