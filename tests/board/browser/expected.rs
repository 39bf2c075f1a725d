//! What people expect of any board: keys, pictures, a list of their games, a full screen, sounds.

use serde_json::json;

use super::By;
use super::table::{DESKTOP, HUMANS, PHONE, Table};

fn command(table: &Table, name: &str) {
    table.tab.value(&format!("document.querySelector('#menu [data-do={name}]').click()"));
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn the_keys_are_listed_on_a_question_mark() {
    let table = Table::open(DESKTOP);
    table.game("trimok", HUMANS, "", "");
    table.tab.key("?");
    table.tab.until("document.querySelector('dialog[open] h2')?.textContent === 'Keys'");
    table.tab.key("Escape");
    table.tab.until("!document.querySelector('dialog[open]')");
    // In the same frame in which a dialog closes, a field of it still has the focus.
    table.tab.value("document.querySelector('[data-do=new]').click()");
    let focus = table.tab.text(
        "(() => { document.querySelector('dialog').close(); const { activeElement: field } = document; field.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true })); return field.tagName; })()",
    );
    assert_eq!(focus, "INPUT");
    table.tab.until("document.querySelector('dialog[open] h2')?.textContent === 'Keys'");
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn a_position_is_saved_as_a_picture_and_copied_as_text() {
    for size in [DESKTOP, PHONE] {
        let table = Table::open(size);
        for game in super::GAMES {
            table.game(game, HUMANS, "", "");
            command(&table, "picture");
            table.tab.until("document.querySelector('dialog .still img')?.naturalWidth === 1200");
            // Nothing in it needs the page: no class, no script, nothing from elsewhere.
            let svg = table.tab.text(
                "decodeURIComponent(document.querySelector('dialog .still img').src.split(',')[1])",
            );
            assert!(
                !svg.contains("class=") && !svg.contains("data-thing") && !svg.contains("var("),
                "{game}"
            );
            // The pixels are not all alike.
            let colours = table.tab.value("(async () => { const { toPng } = await import(document.querySelector('script[type=module]').src.replace('app.js', 'snapshot.js')); const blob = await toPng(document.querySelector('dialog .still img')); const bitmap = await createImageBitmap(blob); const canvas = new OffscreenCanvas(bitmap.width, bitmap.height); const ink = canvas.getContext('2d'); ink.drawImage(bitmap, 0, 0); const { data } = ink.getImageData(0, 0, bitmap.width, bitmap.height); const seen = new Set(); for (let i = 0; i < data.length; i += 4004) seen.add(`${data[i]} ${data[i + 1]} ${data[i + 2]}`); return [blob.type, seen.size]; })()");
            assert_eq!(colours[0], "image/png", "{game}");
            assert!(colours[1].as_u64() > Some(3), "{game}: {colours}");
            let text = table.tab.text("document.querySelector('dialog .drawing').textContent");
            assert!(text.lines().count() > 4 && text.is_ascii(), "{game}: {text}");
            table.tab.value("document.querySelector('dialog').close()");
        }
        table.check();
    }
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn clocks_run_and_a_flag_falls() {
    for size in [DESKTOP, PHONE] {
        let table = Table::open(size);
        // As somebody fills in the dialog: a twentieth of a minute.
        table.tab.value("(() => { document.querySelector('input[value=trimok]').click(); document.querySelector('input[value=human]').click(); const box = document.querySelector('dialog .clocks input'); box.value = '0.05'; document.querySelector('dialog .act .primary').click(); })()");
        table.tab.until(
            "quincunx.state?.clock && document.querySelectorAll('.strip .clock').length === 2",
        );
        let clocks = "[...document.querySelectorAll('.strip .clock')].map((el) => el.textContent)";
        assert_eq!(table.tab.value(clocks), json!(["0:03.0", "0:03.0"]));
        table.play("R[A2-A3]", 0, if size.2 { By::Taps } else { By::Clicks });
        table.tab.until(
            "document.querySelector('.strip .clock.runs.urgent')?.textContent.startsWith('0:02')",
        );
        table.tab.until("document.getElementById('expected').textContent === 'Red wins' && document.getElementById('help').textContent === 'No time is left'");
        table.tab.until(
            "document.querySelector('.strip[data-player=B] .clock').textContent === '0:00.0'",
        );
        table.check();
    }
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn several_games_are_open_and_listed() {
    let table = Table::open(DESKTOP);
    let seats =
        json!([{"who": "human", "name": "Ann"}, {"who": "human", "name": "Bo"}]).to_string();
    table.game("trimok", &seats, "", "");
    table.play("R[A2-A3]", 0, By::Clicks);
    // Another one beside it.
    command(&table, "games");
    table.tab.until(
        "document.querySelector('dialog .games')?.textContent.includes('Red: Ann, Blue: Bo')",
    );
    assert!(
        table.tab.text("document.querySelector('dialog .games').textContent").contains("this one")
    );
    table.tab.value("[...document.querySelectorAll('dialog button')].find((el) => el.textContent === 'New game beside this one').click()");
    table.tab.until("!window.quincunx?.state && document.querySelector('dialog[open] .choose')");
    table.game("morris", HUMANS, "", "");
    table.play("B[d6]", 0, By::Clicks);
    command(&table, "games");
    table.tab.until("document.querySelectorAll('dialog .games tr').length === 2");
    let year =
        table.tab.text("document.querySelector('dialog .games td:nth-child(3)').textContent");
    assert!(year.contains("20"), "a date: {year}");
    table.tab.value("document.querySelector('dialog .games button').click()");
    table.tab.until("window.quincunx?.state?.game === 'trimok' && quincunx.state.ply === 1");
    assert_eq!(table.state()["seats"][0]["name"], "Ann");
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn the_board_fills_the_screen_and_is_silent_until_asked() {
    let table = Table::open(DESKTOP);
    table.tab.value("window.AudioContext = class extends AudioContext { constructor() { super(); window.made = (window.made ?? 0) + 1; } }");
    table.game("trimok", HUMANS, "", "");
    table.play("R[A2-A3]", 0, By::Clicks);
    assert!(table.tab.value("window.made ?? null").is_null(), "nothing was asked for");
    table.tab.value("document.querySelector('[data-pref=sounds]').click()");
    table.play("B[A5-A4]", 0, By::Clicks);
    table.tab.until("window.made === 1");
    table.tab.key("F");
    table.tab.until("document.fullscreenElement");
    table.tab.key("F");
    table.tab.until("!document.fullscreenElement");
    table.check();
}
