//! The tree of moves in the browser, and the coach: variations made, walked through, kept and deleted by mouse,
//! touch and keys.

use serde_json::json;

use super::press;
use super::table::{By, DESKTOP, HUMANS, PHONE, Table};

/// What the list of moves shows, line by line.
fn list(table: &Table) -> String {
    table.tab.text("document.getElementById('moves').innerText.replace(/\\s+/g, ' ').trim()")
}

/// Plays a game of three moves and looks at a ply.
fn begun(table: &Table, ply: usize, by: By) {
    table.game("trimok", HUMANS, "", "");
    for text in ["R[A2-A3]", "B[A5-A4]", "R[B2-B3]"] {
        table.play(text, 0, by);
    }
    table.tab.value(&format!("document.querySelector('[data-ply=\"{ply}\"]').click()"));
    table.tab.until(&format!("quincunx.looking?.ply === {ply}"));
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn moves_that_are_tried_make_variations() {
    for (size, by) in [
        (DESKTOP, By::Clicks),
        (DESKTOP, By::Drag),
        (DESKTOP, By::Keys),
        (PHONE, By::Taps),
        (PHONE, By::Swipe),
    ] {
        let table = Table::open(size);
        begun(&table, 1, by);
        let try_move = |text: &str, line: &str| {
            let things = table.steps(text)[0].clone();
            table.make(&things, by);
            table.tab.until(&format!("quincunx.looking?.line === '{line}'"));
        };
        try_move("B[B5-B4]", "B5-B4");
        try_move("R[B2-B3]", "B5-B4 B2-B3");
        // Back along the line, and another move within it.
        table.tab.value("document.activeElement.blur()");
        table.tab.key("ArrowLeft");
        table.tab.until("quincunx.looking?.line === 'B5-B4'");
        try_move("R[C2-C3]", "B5-B4 C2-C3");
        // The move of the game itself leads along the game.
        table.tab.value("document.querySelector('[data-ply=\"1\"]').click()");
        table.tab.until("quincunx.looking?.ply === 1 && !quincunx.looking.line");
        table.make(&table.steps("B[A5-A4]")[0].clone(), by);
        table.tab.until("quincunx.looking?.ply === 2 && !quincunx.looking.line");
        let state = table.state();
        assert_eq!(state["record"], "A2-A3 A5-A4 B2-B3", "the game is not touched");
        let lines = json!([{"ply": 2, "lines": [[
            {"move": "B5-B4", "by": 1},
            {"move": "B2-B3", "by": 0, "lines": [[{"move": "C2-C3", "by": 0}]]}
        ]]}]);
        assert_eq!(state["notes"], lines);
        assert_eq!(list(&table), "1. A2-A3 A5-A4 1…B5-B4 2.B2-B3 2.C2-C3 2. B2-B3");
        table.check();
    }
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn the_arrows_walk_through_the_tree() {
    let table = Table::open(DESKTOP);
    begun(&table, 1, By::Clicks);
    table.ask(&json!({"do": "vary", "ply": 1, "line": "B5-B4 B2-B3"}));
    table.ask(&json!({"do": "vary", "ply": 1, "line": "C5-C4"}));
    table.ask(&json!({"do": "vary", "ply": 1, "line": "B5-B4 C2-C3"}));
    let at = |key: &str, ply: usize, line: &str| {
        table.tab.key(key);
        table.tab.until(&format!(
            "quincunx.shown().ply === {ply} && (quincunx.shown().line ?? '') === '{line}'"
        ));
        let shown = table.tab.value("document.querySelectorAll('#moves [aria-current]').length");
        assert_eq!(shown, 1, "{key}: the list shows where that is");
    };
    at("ArrowRight", 2, "");
    at("ArrowDown", 1, "B5-B4");
    at("ArrowDown", 1, "C5-C4");
    at("ArrowDown", 1, "C5-C4");
    at("ArrowUp", 1, "B5-B4");
    at("ArrowRight", 1, "B5-B4 B2-B3");
    at("ArrowDown", 1, "B5-B4 C2-C3");
    at("ArrowLeft", 1, "B5-B4");
    at("ArrowUp", 2, "");
    at("ArrowUp", 2, "");
    at("ArrowRight", 3, "");
    // All of it is on the map of the keys.
    table.tab.key("?");
    table.tab.until("document.querySelector('dialog[open]')?.innerText.includes('↑ ↓')");
    table.tab.key("Escape");
    // Every move of the tree can be clicked.
    for (ply, line) in [(1, "B5-B4"), (1, "B5-B4 B2-B3"), (1, "B5-B4 C2-C3"), (1, "C5-C4")] {
        table
            .tab
            .value(&format!("document.querySelector('#moves [data-node=\"{line}\"]').click()"));
        table.tab.until(&format!(
            "quincunx.looking?.ply === {ply} && quincunx.looking.line === '{line}'"
        ));
    }
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn what_is_said_of_a_move_is_typed_and_kept() {
    for size in [DESKTOP, PHONE] {
        let mut table = Table::open(size);
        begun(&table, 1, By::Clicks);
        table.ask(&json!({"do": "vary", "ply": 1, "line": "B5-B4 B2-B3"}));
        table.tab.value("document.querySelector('#moves [data-node=\"B5-B4\"]').click()");
        table.tab.until("quincunx.looking?.line === 'B5-B4'");
        table.tab.key("c");
        table.tab.until("document.activeElement === document.querySelector('#note textarea')");
        for letter in ["h", "m"] {
            table.tab.key(letter);
        }
        table.tab.key("Enter");
        table.tab.until("quincunx.state.notes[0]?.lines[0][0].comments?.[0] === 'hm'");
        table.tab.value("(() => { const el = document.querySelector('#note select'); el.value = '?!'; el.onchange(); })()");
        table.tab.until("quincunx.state.notes[0].lines[0][0].mark === '?!'");
        assert_eq!(list(&table), "1. A2-A3 A5-A4 1…B5-B4?! hm 2.B2-B3 2. B2-B3");
        table.tab.picture(&format!("variations-{}", size.0));
        // Another tab of the room shows it, and so does the page of the next server.
        let other = table.tab.another();
        let session = table.tab.text("sessionStorage.getItem('session')");
        other.open(&table.server.address);
        other.until("document.body?.dataset.wire === 'on'");
        other.value(&format!("sessionStorage.setItem('session', '{session}'); location.reload()"));
        other.until("document.querySelector('#moves .said')?.textContent === 'hm'");
        table.ask(
            &json!({"do": "note", "ply": 1, "line": "B5-B4", "mark": "?!", "comment": "well"}),
        );
        other.until("document.querySelector('#moves .said')?.textContent === 'well'");
        let record = table.ask(&json!({"do": "export"}))["text"].clone();
        assert!(record.as_str().unwrap().contains("(B[B5-B4]?!\n# well\nR[B2-B3])"), "{record}");
        table.wait(300);
        table.server.restart();
        let next = table.tab.another();
        next.open(&table.server.address);
        next.until("document.querySelector('dialog[open] .shelf button')");
        next.value("document.querySelector('dialog .shelf button').click()");
        next.until("document.querySelector('#moves .said')?.textContent === 'well'");
        table.check();
    }
}

/// A move that is made meanwhile does not tear a comment apart.
#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn what_is_being_typed_stays_with_its_move() {
    let table = Table::open(DESKTOP);
    table.game("trimok", HUMANS, "", "");
    table.play("R[A2-A3]", 0, By::Clicks);
    table.tab.key("c");
    table.tab.until("document.activeElement === document.querySelector('#note textarea')");
    table.tab.key("h");
    table.ask(&json!({"do": "move", "move": "B[A5-A4]", "ply": 1}));
    table.tab.until("quincunx.state.ply === 2");
    let label = "document.querySelector('#note b').textContent";
    assert_eq!(table.tab.text(label), "A2-A3");
    table.tab.key("m");
    table.tab.key("Enter");
    table.tab.until("quincunx.state.notes.length");
    assert_eq!(table.state()["notes"], json!([{"ply": 1, "comments": ["hm"]}]));
    // What is written next is about the move that is shown.
    assert_eq!(table.tab.text(label), "A5-A4");
    assert_eq!(table.tab.text("document.querySelector('#note textarea').value"), "");
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn a_variation_is_promoted_and_deleted() {
    for size in [DESKTOP, PHONE] {
        let table = Table::open(size);
        begun(&table, 1, By::Clicks);
        table.ask(&json!({"do": "vary", "ply": 1, "line": "B5-B4 B2-B3 C5-C4"}));
        let button = |label: &str| {
            let found = format!(
                "[...document.querySelectorAll('#note button')].find((el) => el.textContent === '{label}' && !el.hidden)"
            );
            table.tab.until(&found);
            table.tab.value(&format!("{found}.click()"));
        };
        let at = |line: &str| {
            table
                .tab
                .value(&format!("document.querySelector('#moves [data-node=\"{line}\"]').click()"));
            table.tab.until(&format!("quincunx.looking?.line === '{line}'"));
        };
        at("B5-B4 B2-B3 C5-C4");
        button("Delete from here");
        table.tab.until("document.querySelector('dialog[open]')");
        table.tab.key("Enter");
        table.tab.until("quincunx.looking?.line === 'B5-B4 B2-B3'");
        assert!(!list(&table).contains("C5-C4"));
        button("Promote");
        table.tab.until("quincunx.state.record === 'A2-A3 B5-B4 B2-B3'");
        assert_eq!(list(&table), "1. A2-A3 B5-B4 1…A5-A4 2.B2-B3 2. B2-B3");
        at("A5-A4 B2-B3");
        button("Delete variation");
        table.tab.until("document.querySelector('dialog[open]')");
        table.tab.key("Enter");
        table.tab.until("quincunx.state.notes.length === 0");
        assert_eq!(list(&table), "1. A2-A3 B5-B4 2. B2-B3");
        table.check();
    }
}

/// A line of the search is kept, and positions of a variation are analysed.
#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn lines_of_the_search_become_variations() {
    let table = Table::open(DESKTOP);
    begun(&table, 1, By::Clicks);
    table.tab.value("document.getElementById('analyse').click()");
    let line = "[...document.querySelectorAll('#lines .pv')].map((el) => el.querySelectorAll('[data-line]')).find((all) => all.length > 2 && !quincunx.state.record.includes(all[0].dataset.line))";
    table.tab.until(line);
    table.tab.value(&format!("{line}[1].click()"));
    table.tab.until("quincunx.looking?.line");
    let moves = table.tab.text("quincunx.looking.line");
    press(&table, "Keep as a variation");
    table
        .tab
        .until(&format!("document.querySelector('#moves [data-node=\"{moves}\"][aria-current]')"));
    table.tab.until(&format!("quincunx.lines[0]?.line === '{moves}'"));
    table.check();
}

const GAME: &str = "B[f6] W[d3] B[e4] W[f4] B[a4] W[b2] B[c3] W[b6] B[g7] W[d5]";

const MISTAKE: &str = "B[a7,d7,b6]W[c5,d5,e4]turn[B]";

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn the_coach_says_why_and_shows_the_lines() {
    for size in [DESKTOP, PHONE] {
        let table = Table::open(size);
        table.game("morris", HUMANS, "", "");
        table.ask(
            &json!({"do": "load", "text": GAME, "game": "morris", "index": null, "seats": null}),
        );
        let told = "[...quincunx.judged].find(([, one]) => one.why?.sentences.some((text) => /\\d/.test(text)) && one.why.better.length > 1 && one.why.refutation.length > 1)?.[0]";
        // If the best move has just changed when the time is up, its line may be that move alone: then again.
        let judged = || {
            table.tab.value("document.getElementById('judge').click()");
            table.tab.until("quincunx.judgedAll && !quincunx.judging");
            table.tab.value(told).as_u64()
        };
        let at = (0..5).find_map(|_| judged()).expect("a mistake, and lines of more than a move");
        table
            .tab
            .value(&format!("document.querySelector('#moves [data-ply=\"{}\"]').click()", at + 1));
        table.tab.until(&format!(
            "quincunx.shown().ply === {} && !document.getElementById('why').hidden",
            at + 1
        ));
        let said = table.tab.text("document.getElementById('why').innerText");
        assert!(said.contains("The answer") && said.contains("Better"), "{said}");
        assert!(!said.contains('['), "moves without their player: {said}");
        table.tab.picture(&format!("coach-{}", size.0));
        // A sentence shows what it names.
        let sentence = "[...document.querySelectorAll('#why p')].find((el) => el.dataset.cells)";
        table.tab.value(&format!("{sentence}.focus()"));
        table.tab.until("document.querySelector('.hit.named')");
        table.tab.value("document.activeElement.blur()");
        table.tab.until("!document.querySelector('.hit.named')");
        // The answer and the better line are played through by the arrows, and that one kept.
        for from in [at + 1, at] {
            table
                .tab
                .value(&format!("document.querySelector('#why [data-from=\"{from}\"]').click()"));
            let moves = |n: usize| {
                table.tab.until(&format!("quincunx.looking?.ply === {from} && quincunx.looking.line.split(' ').length === {n} && quincunx.looking.line"));
                assert_eq!(table.tab.value("document.getElementById('why').hidden"), false);
            };
            moves(1);
            table.tab.key("ArrowRight");
            moves(2);
        }
        press(&table, "Keep as a variation");
        table.tab.until(&format!(
            "quincunx.state.notes.some((note) => note.ply === {} && note.lines.length === 1)",
            at + 1
        ));
        table.check();
    }
}

/// Asked to, the coach speaks during a game, and offers to take the move back.
#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn the_coach_speaks_in_a_game_against_the_ai() {
    for (coach, size) in [(true, DESKTOP), (true, PHONE), (false, DESKTOP)] {
        let table = Table::open(size);
        let seats = json!([{"who": "human"}, Table::ai(4)]).to_string();
        table.game("morris", &seats, MISTAKE, "");
        if coach {
            table.tab.value("document.querySelector('[data-pref=coach]').click()");
        }
        let things: Vec<String> = table.steps("B[b6-a1]")[0].clone();
        table.make(&things, By::Clicks);
        table.tab.until("quincunx.state.ply === 2");
        if !coach {
            table.wait(1500);
            assert_eq!(table.tab.value("document.getElementById('why').hidden"), true);
            continue;
        }
        table.tab.until("!document.getElementById('why').hidden");
        table.tab.picture(&format!("coach-game-{}", size.0));
        table.tab.value("document.querySelector('#why .primary').click()");
        table.tab.until("quincunx.state.ply === 0 && document.getElementById('why').hidden");
        table.check();
    }
}
