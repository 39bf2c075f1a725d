//! The explorer and the editor in the browser.

use std::path::Path;
use std::process::Command;

use quincunx::kernel::SplitMix64;
use serde_json::{Value, json};

use super::table::{DESKTOP, HUMANS, PHONE, Server, Table};

/// A position of the small tables.
pub(super) const WON: &str = "B[a7,c5,b4]W[b6,a4,c4]turn[W]";

fn program(arguments: &[&str]) -> String {
    let done = Command::new(env!("CARGO_BIN_EXE_quincunx")).args(arguments).output().unwrap();
    assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap()
}

/// Builds tables of Morris with three men each, and opens a board with them.
pub(super) fn with_tables(folder: &Path, size: (u32, u32, bool)) -> Table {
    let path = folder.to_str().unwrap();
    program(&["tablebase", "build", "morris", "--pairs", "3-3", "--path", path]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_quincunx"));
    Table::at(Server::with(&mut command, &["--tables", path]), size)
}

/// Turns to the explorer and waits for the list of the position that is shown.
fn explore(table: &Table) {
    table.tab.value("document.querySelector('[data-tab=explorer]').click()");
    let shown = "quincunx.explored?.rows && quincunx.explored.key.endsWith(quincunx.shown().position) && document.querySelector('#rows .known')";
    table.tab.until(shown);
}

/// The moves of the list with what is said of them.
fn rows(table: &Table) -> Vec<(String, String)> {
    table.tab.value("document.querySelector('#rows .rest')?.click()");
    let rows = table.tab.value("[...document.querySelectorAll('#rows .known')].map((el) => [el.dataset.known, el.querySelector('span').textContent])");
    serde_json::from_value(rows).unwrap()
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn proven_bounds_are_told_in_words() {
    let table = Table::open(DESKTOP);
    table.game("hexceed", HUMANS, "on[RXK@B]hold[GOW]turn[1]", "");
    explore(&table);
    table.tab.picture("explorer-bounds");
    let told = "[...document.querySelectorAll('#rows .known')].map((el) => [el.getAttribute('aria-label'), quincunx.explored.rows.find((row) => row.move === el.dataset.known)])";
    let told: Vec<(String, Value)> = serde_json::from_value(table.tab.value(told)).unwrap();
    let mut bounded = 0;
    for (text, row) in &told {
        for (field, words) in [("at_least", "at least"), ("at_most", "at most")] {
            let bound = row[field].as_i64().map(|margin| {
                let sign = ["−", "", "+"][(margin.signum() + 1) as usize];
                format!(" · {words} {sign}{}", margin.abs())
            });
            assert_eq!(text.contains(words), bound.is_some(), "{text}: {row}");
            assert!(text.contains(bound.as_deref().unwrap_or_default()), "{text}: {row}");
            bounded += u32::from(bound.is_some());
        }
    }
    assert!(told.len() == 17 && bounded > 0, "{told:?}");
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn the_start_is_solved_by_a_proof() {
    let table = Table::open(DESKTOP);
    table.game("hexceed", HUMANS, "", "");
    explore(&table);
    table.tab.picture("explorer-proof");
    let rows = table.tab.value("quincunx.explored.rows");
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), 18);
    for row in rows {
        let known = (&row["by"], &row["result"], &row["margin"]);
        assert_eq!(known, (&"proof".into(), &"win".into(), &1.into()), "{row}");
    }
    table.check();
}

/// Some position with three men each.
fn ending(rng: &mut SplitMix64) -> String {
    const POINTS: &str = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1";
    let mut free: Vec<&str> = POINTS.split(' ').collect();
    let mut three = || {
        let men: Vec<&str> = (0..3).map(|_| free.swap_remove(rng.below(free.len()))).collect();
        men.join(",")
    };
    format!("B[{}]W[{}]turn[W]", three(), three())
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn three_clicks_lead_to_the_first_exact_list() {
    let table = Table::open(DESKTOP);
    // Which game is offered is not counted as a click.
    table.tab.value("document.querySelector('input[value=morris]').click()");
    let press = |selector: &str| {
        table.tab.until(&format!("document.querySelector('{selector}')"));
        table.tab.value(&format!("document.querySelector('{selector}').click()"));
    };
    press("dialog .act .primary");
    table.tab.until("quincunx.state && !document.querySelector('dialog[open]')");
    press("[data-tab=explorer]");
    press("#tables .primary");
    table
        .tab
        .until("document.querySelectorAll('#rows .win, #rows .draw, #rows .loss').length > 20");
    assert_eq!(rows(&table)[0].1, "wins in 13");
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn a_thousand_values_are_those_of_a_probe() {
    let folder = tempfile::tempdir().unwrap();
    let table = with_tables(folder.path(), DESKTOP);
    let path = folder.path().to_str().unwrap();
    let mut rng = SplitMix64::new(5);
    let (mut values, mut waits) = (0, Vec::new());
    while values < 1000 {
        let position = ending(&mut rng);
        table.game("morris", HUMANS, &position, "");
        explore(&table);
        waits.push(table.tab.value("quincunx.explored.ms").as_f64().unwrap());
        let shown = rows(&table);
        let probed =
            program(&["tablebase", "probe", "--path", path, "--game", "morris", &position]);
        let probed: Vec<(String, String)> = probed
            .lines()
            .filter(|line| line.starts_with("W["))
            .map(|line| {
                let (m, value) = line.split_once(' ').unwrap();
                let words = match value.trim().split_once(' ') {
                    Some(("win", plies)) => format!("wins in {plies}"),
                    Some((_, plies)) => format!("loses in {plies}"),
                    None => "draws".to_owned(),
                };
                (super::table::body(m).to_owned(), words)
            })
            .collect();
        assert_eq!(shown.len(), probed.len(), "{position}");
        for (m, words) in &shown {
            let (_, value) = probed.iter().find(|(probed, _)| probed == m).unwrap();
            let plain = words.split(" · ").next().unwrap();
            assert_eq!(plain, value, "{m} in {position}");
            values += 1;
        }
    }
    waits.sort_by(f64::total_cmp);
    println!(
        "{values} values; a list takes {} ms in the median, {} at most",
        waits[waits.len() / 2],
        waits.last().unwrap()
    );
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn rows_are_shown_on_the_board_and_targets_are_marked() {
    let folder = tempfile::tempdir().unwrap();
    let table = with_tables(folder.path(), DESKTOP);
    table.game("morris", HUMANS, WON, "");
    explore(&table);
    // By the mouse: the arrow comes and goes.
    let row = "document.querySelector('#rows .known')";
    let place = table.tab.value(&format!(
        "(() => {{ const box = {row}.getBoundingClientRect(); return [box.x + 40, box.y + 9]; }})()"
    ));
    table.tab.mouse("mouseMoved", (place[0].as_f64().unwrap(), place[1].as_f64().unwrap()), 0);
    table.tab.until("document.querySelectorAll('#board .mark polygon').length === 1");
    table.tab.mouse("mouseMoved", (5.0, 5.0), 0);
    table.tab.until("!document.querySelector('#board .mark polygon')");
    // By keys: the arrows go from row to row, Enter shows the position behind it.
    table.tab.value(&format!("{row}.focus()"));
    table.tab.until("document.querySelectorAll('#board .mark polygon').length === 1");
    table.tab.key("ArrowDown");
    table.tab.until("document.activeElement === document.querySelectorAll('#rows .known')[1]");
    let second = table.tab.text("document.activeElement.dataset.known");
    table.tab.key("Enter");
    table.tab.until(&format!("quincunx.looking?.line === '{second}'"));
    // The explorer follows: now the moves of the other side are listed.
    explore(&table);
    assert!(table.tab.text("document.getElementById('explored').textContent").contains("Black"));
    table.tab.value("[...document.querySelectorAll('#actions button')].find((el) => el.textContent === 'Back to the game').click()");
    table.tab.until("!quincunx.looking");
    explore(&table);
    // The targets of a man that is picked have a sign and a word besides their colour.
    table.click("a4");
    table.tab.until("document.querySelectorAll('#board .tint').length === 18");
    let signs = table.tab.value("[...document.querySelectorAll('#board .tint')].map((el) => [el.classList[1], el.textContent])");
    for sign in signs.as_array().unwrap() {
        let expected = if sign[0] == "win" {
            "+"
        } else if sign[0] == "draw" {
            "="
        } else {
            "−"
        };
        assert_eq!(sign[1], expected);
    }
    assert!(
        table
            .tab
            .text("document.querySelector('.hit[data-thing=f6]').getAttribute('aria-label')")
            .ends_with("wins")
    );
    table.tab.key("Escape");
    table.tab.until("document.querySelectorAll('#board .tint').length === 0");
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn a_finger_on_a_row_shows_its_position() {
    let folder = tempfile::tempdir().unwrap();
    let table = with_tables(folder.path(), PHONE);
    table.game("morris", HUMANS, WON, "");
    explore(&table);
    let place = table.tab.value("(() => { const el = document.querySelector('#rows .known'); el.scrollIntoView({ block: 'center' }); const box = el.getBoundingClientRect(); return [box.x + 60, box.y + 12]; })()");
    let at = (place[0].as_f64().unwrap(), place[1].as_f64().unwrap());
    table.tab.touch("touchStart", &[at]);
    table.tab.touch("touchEnd", &[]);
    table.tab.until("quincunx.looking?.line");
    let wide = table.tab.value("document.documentElement.scrollWidth <= innerWidth");
    assert_eq!(wide, json!(true), "nothing is wider than the phone");
    table.check();
}

/// What no table knows is searched, and all of it is listed.
#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn what_is_not_solved_is_searched() {
    let table = Table::open(DESKTOP);
    for game in super::GAMES {
        // The start of one game is solved.
        let position = if game == "hexceed" { "on[RXK@A,G-W@B,BOK@H,ROW@R]turn[1]" } else { "" };
        table.game(game, HUMANS, position, "");
        explore(&table);
        table.tab.until("quincunx.explored.rows.some(({ by }) => by === 'search')");
        let count = table.tab.value("quincunx.explored.rows.length");
        assert_eq!(count, table.moves().len(), "{game}");
    }
    table.check();
}

/// Opens the editor on a position.
fn edit(table: &Table, game: &str, position: &str) {
    table.game(game, HUMANS, position, "");
    table.tab.value("document.querySelector('#menu [data-do=edit]').click()");
    table.tab.until("quincunx.editing && document.querySelector('#editor h2')");
}

fn press(table: &Table, label: &str) {
    table.tab.value(&format!("[...document.querySelectorAll('#editor button')].find((el) => el.textContent === '{label}').click()"));
}

fn tool(table: &Table, kind: &str) {
    table.tab.value(&format!("document.querySelector('#editor [data-kind=\"{kind}\"]').click()"));
}

fn text(table: &Table, expected: &str) {
    table.tab.until(&format!("document.getElementById('setup').value === '{expected}'"));
}

/// A position of Coerceo, where tiles without pieces fall.
const TILES: &str =
    "W[061,073,095]B[042,090,0B2,0C0,0E2]gone[00,01,02,03,05,08,0A,0D,0F,10,11,12]turn[W]";

/// How a position is set up: the game, the position to begin with or an empty board, the clicks, each on a thing or with
/// `!` on a tool or `@` on who is to move, and what it is.
const SETUPS: [(&str, &str, &str, &str); 5] = [
    ("morris", "", "!B a7 d7 b6 !W c5 d5 e4 g1 g1", "B[a7,d7,b6]W[c5,d5,e4]turn[B]"),
    ("trimok", "", "!R3 A1 !R1 B2 !B2 E5", "R[3A1,1B2]B[2E5]turn[R]"),
    (
        "coerceo",
        TILES,
        "!W 095 !tile 104 !B 104",
        "W[061,073]B[042,090,0B2,0C0,0E2,104]gone[00,01,02,03,05,08,0A,0D,0F,11,12]turn[W]",
    ),
    ("hexceed", "", "RXK A GXK B BXW tray @2", "on[RXK@A,GXK@B]hold[BXW]turn[2]"),
    ("dominions", "", "W63 i9 B55 h8", "W[P63i9]B[P55h8]turn[W]"),
];

/// What the style sheet hides while a position is set up is not of the board.
#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn the_board_is_whole_while_a_position_is_set_up() {
    let table = Table::open(DESKTOP);
    for (game, ..) in SETUPS {
        edit(&table, game, "");
        let hidden = "[...document.querySelectorAll('#board .layer-base *')].filter((el) => getComputedStyle(el).display === 'none').length";
        assert_eq!(table.tab.value(hidden), 0, "{game}");
        table.tab.picture(&format!("editor-{game}"));
        // The next round begins another kind of game while this one is edited; the same kind ends it as well.
        if game == "trimok" {
            table.game(game, HUMANS, "", "");
            table.tab.until("!quincunx.editing && document.body.dataset.mode === 'game'");
        }
    }
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn positions_are_set_up_by_mouse_keys_and_touch() {
    for (size, keys) in [(DESKTOP, false), (DESKTOP, true), (PHONE, false)] {
        let table = Table::open(size);
        for (game, start, clicks, expected) in SETUPS {
            edit(&table, game, start);
            if start.is_empty() {
                press(&table, "Empty the board");
            }
            for input in ["0", "0"].iter().enumerate().map(|(i, value)| format!("{{ const el = document.querySelectorAll('#editor .count input')[{i}]; if (el) {{ el.value = {value}; el.dispatchEvent(new Event('input')); }} }}")) {
                table.tab.value(&input);
            }
            for word in clicks.split(' ') {
                if let Some(player) = word.strip_prefix('@') {
                    table.tab.value(&format!("document.querySelector('#editor [name=to-move][value=\"{player}\"]').click()"));
                    continue;
                }
                match word.strip_prefix('!') {
                    Some(kind) => tool(&table, kind),
                    None if keys => {
                        table.tab.value(&format!("quincunx.board.focus('{word}')"));
                        table.tab.key("Enter");
                    }
                    None if size.2 => table.tap(word),
                    None => table.click(word),
                }
            }
            let told = "document.getElementById('setup')?.value + document.getElementById('wrong')?.textContent";
            table.wait(300);
            let told = table.tab.text(told);
            assert_eq!(told, expected, "{game}, keys: {keys}, touch: {}", size.2);
            press(&table, "Two people");
            table.tab.until("!quincunx.editing");
            assert_eq!(table.state()["start"], expected, "{game}");
            assert_eq!(table.state()["position"], expected, "{game}");
        }
        table.check();
    }
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn a_wrong_position_is_refused_with_the_reason_of_the_engine() {
    let table = Table::open(DESKTOP);
    edit(&table, "morris", "B[a7,d7,b6]W[c5,d5,e4]turn[B]");
    text(&table, "B[a7,d7,b6]W[c5,d5,e4]turn[B]");
    // Black has ten men.
    tool(&table, "B");
    for thing in ["a4", "a1", "d1", "g1", "g4", "g7", "f6"] {
        table.click(thing);
    }
    table.tab.until("!document.getElementById('wrong').hidden");
    let said = table.tab.text("document.getElementById('wrong').textContent");
    let position = table.tab.text("document.getElementById('setup').value");
    let load =
        json!({"do": "load", "text": position, "game": "morris", "index": null, "seats": null});
    assert_eq!(table.ask(&load)["text"], said);
    assert_eq!(
        table.tab.value("document.querySelectorAll('#editor [data-needs]:disabled').length"),
        5
    );
    // One is taken off, then the other side is to move; from here to analysis.
    tool(&table, "-");
    table.click("f6");
    text(&table, "B[a7,d7,g7,b6,a4,g4,a1,d1,g1]W[c5,d5,e4]turn[B]");
    table.tab.value("document.querySelector('#editor [name=to-move][value=W]').click()");
    text(&table, "B[a7,d7,g7,b6,a4,g4,a1,d1,g1]W[c5,d5,e4]turn[W]");
    press(&table, "Analyse");
    table.tab.until("!quincunx.editing && quincunx.analysing && document.querySelector('.pv')");
    assert_eq!(table.state()["turn"], "W");
    // Esc and "Back to the game" leave everything as it was.
    edit(&table, "trimok", "");
    let before: Value = table.state();
    table.click("A1");
    press(&table, "Back to the game");
    table.tab.until("!quincunx.editing");
    assert_eq!(table.state(), before);
    table.play("R[A2-A3]", 0, super::By::Clicks);
    table.check();
}
