//! Looking back, and what is said of the game meanwhile.

use serde_json::json;

use super::table::{DESKTOP, HUMANS, Table};

/// A game of so many moves, each the first that is legal.
fn played(table: &Table, game: &str, plies: u64) {
    table.game(game, HUMANS, "", "");
    while table.ply() < plies {
        let (text, ply) = (table.moves()[0].clone(), table.ply());
        table.ask(&json!({"do": "move", "move": text, "ply": ply}));
        table.wait(40);
    }
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn another_game_ends_looking_back() {
    let table = Table::open(DESKTOP);
    for next in ["morris", "trimok"] {
        played(&table, "trimok", 4);
        table.tab.key("Home");
        table.tab.until("quincunx.looking?.ply === 0");
        table.game(next, HUMANS, "", "");
        assert!(table.tab.value("quincunx.looking").is_null(), "{next}: still looking back");
        let text = table.moves()[0].clone();
        table.play(&text, 0, super::By::Clicks);
    }
    // So does a position that is opened, and moves that go another way.
    for load in [
        json!({"do": "load", "text": "A2-A3;A5-A4", "game": "trimok", "index": null, "seats": null}),
        json!({"do": "load", "text": "R[3C3]B[2D4,1B4,3D2]turn[R]", "game": "trimok", "index": null, "seats": null}),
    ] {
        played(&table, "trimok", 4);
        table.tab.key("Home");
        table.tab.until("quincunx.looking?.ply === 0");
        assert_eq!(table.ask(&load)["is"], "state");
        assert!(table.tab.value("quincunx.looking").is_null(), "{load}");
    }
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn a_key_that_is_held_goes_as_many_plies_as_it_repeats() {
    let table = Table::open(DESKTOP);
    played(&table, "hexceed", 28);
    for (key, repeats, ply) in
        [("ArrowLeft", 20, 8), ("ArrowRight", 15, 23), ("ArrowLeft", 40, 0), ("ArrowRight", 40, 28)]
    {
        for _ in 0..repeats {
            table.tab.hold(key);
        }
        table.tab.release(key);
        table.tab.until(&format!("quincunx.shown().ply === {ply}"));
        table.wait(200);
        assert_eq!(table.tab.value("quincunx.shown().ply"), ply, "{repeats} times {key}");
    }
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn the_chances_against_an_ai_are_drawn_at_every_turn() {
    let table = Table::open(DESKTOP);
    let seats = json!([{"who": "human"}, Table::ai(2)]).to_string();
    table.game("trimok", &seats, "", "");
    table.tab.value("document.querySelector('[data-pref=bar]').click()");
    for turn in 1..=3 {
        let text = table.moves()[0].clone();
        table.play(&text, 0, super::By::Clicks);
        table.tab.until(&format!(
            "quincunx.state.waits === 'human' && quincunx.state.ply === {}",
            2 * turn
        ));
        table.tab.until("!document.getElementById('bar').classList.contains('off')");
        // A line needs two points.
        if turn == 1 {
            assert_eq!(table.tab.value("document.getElementById('graph').hidden"), true);
        } else {
            table.tab.until(
                "document.querySelector('#graph polyline')?.getBoundingClientRect().width > 1",
            );
        }
    }
    // The plies between those of the AI are bridged.
    assert_eq!(table.tab.value("document.querySelectorAll('#graph polyline').length"), 1);
    let width =
        table.tab.value("document.querySelector('#graph polyline').getBoundingClientRect().width");
    assert!(width.as_f64() > Some(100.0), "{width}");
    table.check();
}
