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
    // Nor is there anything else in the menu, also while a position is set up.
    let items = "(() => { const menu = document.getElementById('menu'); menu.showPopover(); const seen = [...menu.querySelectorAll('[data-do]')].filter((el) => el.checkVisibility()).map((el) => el.dataset.do); menu.hidePopover(); return seen; })()";
    let gameless = serde_json::json!(["open", "rules", "memories", "keys", "games", "full"]);
    assert_eq!(table.tab.value(items), gameless);
    // The rules of every game can be read.
    table.tab.value("document.querySelector('#actions [data-do=rules]').click()");
    table.tab.until("document.querySelector('.rules .tabs')?.checkVisibility()");
    table.tab.key("Escape");
    table.tab.until("!document.querySelector('dialog[open]')");
    table.tab.value("document.querySelector('#actions [data-do=new]').click()");
    table.tab.until("document.querySelector('dialog[open] .choose')");
    table.tab.key("Escape");
    table.tab.until("!document.querySelector('dialog[open]')");
    table.game("trimok", HUMANS, "", "");
    table.play("R[A2-A3]", 0, By::Clicks);
    assert_eq!(table.tab.value("document.getElementById('controls').checkVisibility()"), true);
    table.tab.value("document.querySelector('#menu [data-do=edit]').click()");
    table.tab.until("document.body.dataset.mode === 'edit'");
    assert_eq!(table.tab.value(items), gameless);
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

/// Groups of choices, what tabs show, and the bubble of a choice have names, and no roles that they do not keep.
#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn groups_have_names() {
    let table = Table::open(DESKTOP);
    let nameless = |what: &str| {
        let tree = table.tab.call("Accessibility.getFullAXTree", serde_json::json!({}));
        let nodes =
            tree["nodes"].as_array().unwrap().iter().filter(|node| node["ignored"] == false);
        let roles = nodes.filter(|node| {
            let role = node["role"]["value"].as_str().unwrap_or_default();
            let is_nameless = node["name"]["value"].as_str().unwrap_or_default().is_empty();
            role == "menu" || is_nameless && ["radiogroup", "tabpanel"].contains(&role)
        });
        let roles: Vec<_> = roles.map(|node| node["role"]["value"].to_string()).collect();
        assert_eq!(roles, [""; 0], "{what}");
    };
    table.tab.value("document.querySelector('dialog details').open = true");
    nameless("new game");
    table.game("trimok", HUMANS, "R[3A6,2B6,1E5]B[1C4,1F3]turn[R]", "");
    for thing in ["A6", "B1"] {
        table.click(thing);
    }
    table.tab.until("document.querySelector('.chooser')");
    nameless("a choice");
    let bubble = "(({ attributes }) => `${attributes.role.value} ${document.getElementById(attributes['aria-labelledby'].value).textContent}`)(document.querySelector('.chooser'))";
    let said = table.tab.text("document.getElementById('help').textContent");
    assert_eq!(table.tab.text(bubble), format!("group {said}"));
    table.tab.value("document.getElementById('rules').click()");
    table.tab.until("document.querySelector('.rules figure')");
    nameless("rules");
    table
        .tab
        .value("document.querySelector('dialog').close(); document.querySelector('.who').click()");
    table.tab.until("document.querySelector('dialog[open] .segments')");
    nameless("a seat");
    table.tab.value("document.querySelector('dialog').close(); document.querySelector('#menu [data-do=edit]').click()");
    table.tab.until("document.querySelector('#editor .segments')");
    nameless("the editor");
    table.check();
}

/// Where only the AI has moved there is nothing to take back.
#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn undo_is_offered_where_it_does_something() {
    let table = Table::open(DESKTOP);
    let seats = serde_json::json!([Table::ai(1), {"who": "human"}]).to_string();
    table.game("morris", &seats, "", "");
    table.tab.until("quincunx.state.waits === 'human' && quincunx.state.ply === 1");
    let disabled = "document.getElementById('undo').disabled";
    assert_eq!(table.tab.value(disabled), true);
    let text = table.moves()[0].clone();
    table.play(&text, 0, By::Clicks);
    table.tab.until("quincunx.state.ply === 3");
    assert_eq!(table.tab.value(disabled), false);
    table.tab.value("document.getElementById('undo').click()");
    table.tab.until("quincunx.state.ply === 1 && document.getElementById('undo').disabled");
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn the_arrows_follow_the_lines_of_the_board() {
    let table = Table::open(DESKTOP);
    table.game("morris", HUMANS, "", "");
    for (from, dx, dy, to) in [
        ("a7", 1, 0, "d7"),
        ("d7", 1, 0, "g7"),
        ("g7", -1, 0, "d7"),
        ("a7", 0, 1, "a4"),
        ("a1", 0, -1, "a4"),
        ("b6", 1, 0, "d6"),
    ] {
        let beside = format!(
            "quincunx.board.beside(document.querySelector('.hit[data-thing={from}]'), {dx}, {dy})"
        );
        assert_eq!(table.tab.text(&beside), to, "from {from} by {dx}, {dy}");
    }
    table.check();
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
