//! What is read aloud, and what works without a mouse.

use super::table::{By, DESKTOP, HUMANS, Table};

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn a_page_without_a_game_offers_one() {
    let table = Table::open(DESKTOP);
    table.tab.key("Escape");
    table.tab.until("!document.querySelector('dialog[open]')");
    // Every button that is seen does something without a game.
    let dead = "[...document.querySelectorAll('button')].filter((el) => el.checkVisibility() && !['new', 'open', 'rules', undefined].includes(el.dataset.do) || el.checkVisibility() && el.closest('#controls, #tabs')).map((el) => el.textContent)";
    assert_eq!(table.tab.value(dead), serde_json::json!([]));
    table.tab.value("document.querySelector('#actions [data-do=new]').click()");
    table.tab.until("document.querySelector('dialog[open] .choose')");
    table.tab.key("Escape");
    table.tab.until("!document.querySelector('dialog[open]')");
    table.game("trimok", HUMANS, "", "");
    table.play("R[A2-A3]", 0, By::Clicks);
    assert_eq!(table.tab.value("document.getElementById('controls').checkVisibility()"), true);
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn dialogs_have_names() {
    let table = Table::open(DESKTOP);
    let name = |expected: &str| {
        table.tab.until("document.querySelector('dialog[open]')");
        let tree = table.tab.call("Accessibility.getFullAXTree", serde_json::json!({}));
        let nodes = tree["nodes"].as_array().unwrap().iter();
        let names: Vec<_> = nodes
            .filter(|node| node["role"]["value"] == "dialog")
            .map(|node| node["name"]["value"].as_str().unwrap_or_default().to_owned())
            .collect();
        assert_eq!(names, [expected]);
        table.tab.value("document.querySelector('dialog').close()");
    };
    name("New game");
    table.game("trimok", HUMANS, "", "");
    for (command, expected) in [
        ("new", "New game"),
        ("open", "Open"),
        ("rules", "Rules"),
        ("memories", "What the AI remembers"),
        ("keys", "Keys"),
    ] {
        table.tab.value(&format!("document.querySelector('[data-do={command}]').click()"));
        name(expected);
    }
    table.tab.value("document.querySelector('.who').click()");
    name("Who plays Blue?");
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn empty_cells_say_that_they_are_empty() {
    let table = Table::open(DESKTOP);
    for (game, empty) in [
        ("coerceo", "002"),
        ("dominions", "a1"),
        ("hexceed", "A"),
        ("morris", "d6"),
        ("trimok", "C3"),
    ] {
        table.game(game, HUMANS, "", "");
        let label = table.tab.text(&format!(
            "document.querySelector('#board .hit[data-thing=\"{empty}\"]').getAttribute('aria-label')"
        ));
        assert!(label.split(", ").any(|part| part == "empty"), "{game}: {label}");
    }
    let label = table
        .tab
        .text("document.querySelector('#board .hit[data-thing=A2]').getAttribute('aria-label')");
    assert!(!label.contains("empty"), "{label}");
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn the_arrows_go_from_tab_to_tab() {
    let table = Table::open(DESKTOP);
    table.game("trimok", HUMANS, "", "");
    table.play("R[A2-A3]", 0, By::Clicks);
    let walk = |list: &str, keys: &[(&str, &str)]| {
        table.tab.value(&format!("document.querySelector('{list} [aria-selected=true]').focus()"));
        for (key, expected) in keys {
            table.tab.key(key);
            table.tab.until(&format!(
                "document.querySelector('{list} [aria-selected=true]').textContent === '{expected}'"
            ));
            assert_eq!(table.tab.text("document.activeElement.textContent"), *expected, "{key}");
            let stops = format!("document.querySelectorAll('{list} [tabindex=\"0\"]').length");
            assert_eq!(table.tab.value(&stops), 1);
        }
    };
    let keys = [("ArrowRight", "Analysis"), ("End", "Position"), ("ArrowRight", "Moves")];
    walk("#tabs", &keys);
    assert_eq!(table.ply(), 1, "no ply was left");
    assert!(table.tab.value("quincunx.looking").is_null());
    table.tab.value("document.getElementById('rules').click()");
    table.tab.until("document.querySelector('.rules [aria-selected=true]')");
    walk(".rules", &[("Home", "Coerceo"), ("ArrowLeft", "Trimok"), ("ArrowRight", "Coerceo")]);
    table.check();
}

/// The nearest thing in each of four directions need not lead everywhere: here nothing was nearest to `BXK`.
#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn the_arrows_lead_to_every_piece_that_is_left() {
    let table = Table::open(DESKTOP);
    let few = "on[RXK@A,ROK@B,ROW@C,R-K@D,R-W@E,GXK@F,GXW@G,GOW@H,G-K@I,G-W@J,BXW@K,BOK@L,BOW@M,B-K@N,B-W@O]score[6,5]turn[2]";
    for piece in ["RXW", "GOK", "BXK"] {
        table.game("hexceed", HUMANS, few, "");
        table.play(&format!("2[{piece}]"), 0, By::Keys);
    }
    table.check();
}
