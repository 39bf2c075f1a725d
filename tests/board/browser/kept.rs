//! What the page finds again: games of an earlier server, and what an AI remembers.

use serde_json::{Value, json};

use super::options;
use super::table::{By, DESKTOP, HUMANS, Table};

/// A server that was stopped and started again has the game: in the tab that still shows it, and in a new one.
#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn a_game_goes_on_when_the_server_was_started_again() {
    let mut table = Table::open(DESKTOP);
    table.game("trimok", HUMANS, "", options("trimok"));
    table.play("R[A2-A3]", 0, By::Clicks);
    table.wait(300);
    let before = table.state();
    table.server.restart();
    // The tab has the key of the old server; the new one is told by the new tab.
    table.tab.until("document.getElementById('help').textContent.includes('key')");
    assert!(!table.tab.text("document.getElementById('expected').textContent").contains("No game"));
    let other = table.tab.another();
    other.open(&table.server.address);
    other.until("document.querySelector('dialog[open] .shelf')?.textContent.includes('1 move')");
    table.tab.until("document.body.dataset.wire === 'on'");
    table.tab.value("quincunx.wire.ask({do: 'pause', on: false})");
    let after = table.state();
    for key in ["session", "game", "options", "position", "record", "ply", "seats"] {
        assert_eq!(after[key], before[key], "{key}");
    }
    table.play("B[A5-A4]", 0, By::Clicks);
    other.value("document.querySelector('dialog .shelf button').click()");
    other.until("window.quincunx?.state?.ply === 2");
}

/// A link opens beside the game that its tab shows.
#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn a_link_leaves_a_running_game_alone() {
    let table = Table::open(DESKTOP);
    table.game("trimok", HUMANS, "", "");
    table.play("R[A2-A3]", 0, By::Clicks);
    let session = table.tab.text("sessionStorage.getItem('session')");
    let position = "B[d6,f6]W[g7,a1]hand[7,7]turn[B]";
    let origin = table.server.address.split("/#").next().unwrap();
    table.tab.open(&format!("{origin}/#g=morris&p={position}"));
    table.tab.until("window.quincunx?.state?.game === 'morris'");
    assert_eq!(table.tab.text("quincunx.state.start"), position);
    let other = table.tab.another();
    other.open(&table.server.address);
    other.until("document.querySelector('dialog[open] .shelf')?.textContent.includes('1 move')");
    other.value(&format!("sessionStorage.setItem('session', '{session}'); location.reload()"));
    other.until("window.quincunx?.state?.record === 'A2-A3'");
    table.check();
}

/// The names are counted while the dialog is read; the one used last is chosen once it is known.
#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn what_an_ai_remembers_is_chosen_by_name() {
    let table = Table::open(DESKTOP);
    let choice = "[...document.querySelectorAll('dialog select')].find((el) => [...el.options].some((one) => one.value === '+'))";
    let names = format!("[...{choice}.options].map((one) => one.value)");
    table.tab.until(&format!("{choice}?.value === ''"));
    table.wait(300);
    assert_eq!(table.tab.value(&format!("{choice}.value")), "", "nothing is remembered by default");
    let club = json!({"who": "ai", "level": 3, "remember": "club"});
    table.game("coerceo", &json!([club, {"who": "human"}]).to_string(), "", "");
    table.tab.until("quincunx.state.waits === 'human'");
    table.ask(&json!({"do": "save-memory"}));
    for (last, chosen) in [("null", ""), ("'club'", "club"), ("'gone'", "")] {
        table.tab.value(&format!("localStorage.setItem('start', JSON.stringify({{ memory: {last} }})); document.getElementById('new').click()"));
        table.tab.until(&format!("{choice}?.options.length === 3"));
        assert_eq!(table.tab.value(&names), json!(["", "club", "+"]));
        assert_eq!(table.tab.value(&format!("{choice}.value")), Value::from(chosen), "{last}");
        table.tab.value("document.querySelector('dialog').close()");
    }
    table.check();
}
