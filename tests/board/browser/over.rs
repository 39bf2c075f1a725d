//! Before and after a game: who plays, what is said of how it went, and what may follow.

use serde_json::json;

use super::table::{By, DESKTOP, HUMANS, PHONE, Table};
use super::{GAMES, finish, options};

/// Clicks a button of the status card.
fn press(table: &Table, label: &str) {
    table.tab.until(&format!("[...document.querySelectorAll('#actions button')].some((el) => el.textContent === '{label}')"));
    table.tab.value(&format!("[...document.querySelectorAll('#actions button')].find((el) => el.textContent === '{label}').click()"));
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn a_finished_game_says_why_and_what_may_follow() {
    for screen in [DESKTOP, PHONE] {
        let table = Table::open(screen);
        let seats = json!([{"who": "human", "name": "Anna"}, Table::ai(1)]);
        table.game("trimok", &seats.to_string(), "R[1A1,3C3]B[2D4]turn[R]", "");
        let won = "quincunx.state.result?.winner === 'R'";
        table.play("R[C3-D4]", 0, By::Clicks);
        table.tab.until(won);
        assert_eq!(table.tab.text("document.getElementById('expected').textContent"), "Red wins");
        assert_eq!(
            table.tab.text("document.getElementById('help').textContent"),
            "No stack is left"
        );
        // The review tells how well both played.
        press(&table, "Review");
        table.tab.until("document.querySelectorAll('.report tr').length === 2");
        let rows = "[...document.querySelectorAll('.report tr')].map((row) => [...row.children].map((cell) => cell.textContent))";
        assert_eq!(
            table.tab.value(rows),
            json!([["Red", "100 %", "no fault"], ["Blue", "no move", ""]])
        );
        // The record is saved under a name.
        table.tab.value("window.saved = null; HTMLAnchorElement.prototype.click = function () { window.saved = this.download; }");
        press(&table, "Save");
        table.tab.until("window.saved?.endsWith('.games')");
        press(&table, "Rematch");
        table.tab.until("quincunx.state.ply === 0 && quincunx.state.waits === 'human'");
        assert_eq!(table.state()["seats"][0]["name"], "Anna");
        assert_eq!(table.state()["start"], "R[1A1,3C3]B[2D4]turn[R]");
        table.play("R[C3-D4]", 0, By::Clicks);
        table.tab.until(won);
        press(&table, "Swap sides");
        table.tab.until(
            "quincunx.state.seats[0].who === 'ai' && quincunx.state.seats[1].name === 'Anna'",
        );
        table.check();
    }
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn an_earlier_position_is_played_on_against_the_ai() {
    let table = Table::open(DESKTOP);
    table.game("trimok", HUMANS, "", "");
    for text in ["R[A2-A3]", "B[A5-A4]", "R[B2-B3]"] {
        table.play(text, 0, By::Clicks);
    }
    table.tab.key("ArrowLeft");
    table.tab.until("quincunx.looking?.ply === 2");
    press(&table, "Play on against the AI…");
    table.tab.until("document.querySelector('dialog[open] [type=range]')");
    table.tab.value("const range = document.querySelector('dialog [type=range]'); range.value = 1; range.dispatchEvent(new Event('input')); document.querySelector('dialog .primary').click()");
    table
        .tab
        .until("quincunx.state.seats[1].who === 'ai' && !document.querySelector('dialog[open]')");
    let state = table.state();
    assert_eq!(
        state["seats"],
        json!([{"who": "human"}, {"who": "ai", "level": 1, "remember": null}])
    );
    assert_eq!(state["record"], "A2-A3 A5-A4");
    let text = table.moves()[0].clone();
    table.play(&text, 0, By::Clicks);
    table.tab.until("quincunx.state.ply === 4");
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn players_have_names_and_levels_words() {
    let table = Table::open(DESKTOP);
    // Every level says what it feels like.
    let feels = "(() => { const range = document.querySelector('dialog [type=range]'); return [...Array(+range.max).keys()].map((i) => { range.value = i + 1; range.dispatchEvent(new Event('input')); return document.querySelector('dialog .feel').textContent; }); })()";
    let feels: Vec<String> = serde_json::from_value(table.tab.value(feels)).unwrap();
    assert_eq!(feels.len(), 10);
    let mut different = feels.clone();
    different.sort();
    different.dedup();
    assert!(different.len() == 10 && !feels.contains(&String::new()), "{feels:?}");
    // Nothing is remembered unless somebody asks for it.
    table.wait(300);
    assert_eq!(table.tab.text("document.querySelector('dialog details select').value"), "");
    table.tab.value("document.querySelector('dialog [value=trimok]').click(); document.querySelector('dialog [value=human]').click(); document.querySelector('dialog summary').click(); const [one, two] = document.querySelectorAll('dialog details [type=text]'); one.value = 'Anna'; two.value = 'Bert'; document.querySelector('dialog .act .primary').click()");
    table.tab.until(
        "quincunx.state?.seats[0].name === 'Anna' && quincunx.state.seats[1].name === 'Bert'",
    );
    let names = "['near', 'far'].map((it) => document.querySelector(`#${it} .who`).textContent)";
    assert_eq!(table.tab.value(names), json!(["Anna", "Bert"]));
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn lines_are_shown_whole_and_played_by_a_click() {
    let table = Table::open(DESKTOP);
    // Whatever the search likes best here, its line does not end in a repetition after a few moves.
    table.game("coerceo", HUMANS, "", "");
    table.tab.value("document.querySelector('[data-tab=analysis]').click(); document.getElementById('analyse').click()");
    table.tab.until("quincunx.lines[0]?.pv.length > 7");
    table.tab.value("document.getElementById('analyse').click()");
    table.wait(200);
    let cut = "(() => { const [row] = document.querySelectorAll('.pv'); const moves = [...row.querySelectorAll('[data-line]')]; const box = row.getBoundingClientRect(); return [moves.filter((el) => el.getBoundingClientRect().right <= box.right + 1).length, quincunx.lines[0].pv.length]; })()";
    let before = table.tab.value(cut);
    assert!(before[0].as_u64() < before[1].as_u64(), "{before}");
    table.tab.value("document.querySelector('[data-whole]').click()");
    // The page draws it with the next frame.
    table.tab.until(&format!("(([shown, all]) => shown === all)({cut})"));
    // A click shows the position behind a move, another button plays the moves up to there.
    let line = table.tab.value("quincunx.lines[0].pv.slice(0, 2)");
    table.tab.value("document.querySelectorAll('.pv [data-line]')[1].click()");
    table.tab.until("quincunx.looking?.line.split(' ').length === 2");
    press(&table, "Play these 2 moves");
    table.tab.until("quincunx.state.ply === 2 && !quincunx.looking");
    let made: Vec<String> = serde_json::from_value(line).unwrap();
    assert_eq!(table.state()["record"], made.join(" "));
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn people_read_words_and_drawings() {
    let table = Table::open(DESKTOP);
    table.game("dominions", HUMANS, "", "");
    table.play("W[P63i9]", 0, By::Clicks);
    let text = "document.querySelector('#moves [data-ply=\"1\"]').textContent";
    assert_eq!(table.tab.text(text), "i9");
    assert_eq!(
        table.tab.value(
            "document.querySelector('#moves [data-ply=\"1\"] svg').getAttribute('aria-label')"
        ),
        "P63i9"
    );
    table.game("trimok", HUMANS, "R[1A1,3C3]B[2D4]turn[R]", "");
    assert_eq!(table.tab.text("document.querySelector('#near .holds').textContent"), "3×1 1×1 ");
    assert_eq!(table.tab.value("document.querySelectorAll('#near .holds svg').length"), 2);
    let drawn = table.tab.colours(".holds svg");
    assert!(drawn.len() == 3 && drawn.iter().all(|colours| *colours > 2), "{drawn:?}");
    table.tab.value("document.querySelector('[data-tab=analysis]').click(); document.getElementById('analyse').click()");
    table.tab.until("document.getElementById('lines').innerText.includes('Red wins in 1\\nmove')");
    table.check();
}

/// Whole games against the weakest AI, with the keyboard alone.
#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn whole_games_by_keys_alone() {
    let table = Table::open(DESKTOP);
    let seats = json!([{"who": "human"}, Table::ai(1)]).to_string();
    for game in GAMES {
        table.game(game, &seats, "", options(game));
        finish(&table, game, &[By::Keys]);
    }
    table.check();
}

/// Whole games against the weakest AI, with a finger alone.
#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn whole_games_by_touch_alone() {
    let table = Table::open(PHONE);
    let seats = json!([{"who": "human"}, Table::ai(1)]).to_string();
    for game in GAMES {
        table.game(game, &seats, "", options(game));
        finish(&table, game, &[By::Taps, By::Swipe]);
    }
    table.check();
}
