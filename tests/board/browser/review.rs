//! The review that teaches: marks that are facts, the worst moments, and mistakes tried again.

use super::explorer::{WON, with_tables};
use super::table::{DESKTOP, HUMANS, PHONE, Table};
use super::{By, press};

/// Plays a game in which White gives a win away at once, and judges it.
fn judged(table: &Table) {
    table.game("morris", HUMANS, WON, "");
    for (ply, text) in ["b6-g4", "a7-a1", "g4-b6"].into_iter().enumerate() {
        let order = serde_json::json!({"do": "move", "move": text, "ply": ply});
        assert_eq!(table.ask(&order)["is"], "state", "{text}");
    }
    table.tab.value("document.querySelector('[data-tab=analysis]').click(); document.getElementById('effort').value = '100'; document.getElementById('judge').click()");
    table.tab.until(
        "quincunx.judgedAll && !quincunx.judging && !document.getElementById('review').hidden",
    );
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn a_win_that_tables_know_of_is_given_away_for_a_fact() {
    let folder = tempfile::tempdir().unwrap();
    let table = with_tables(folder.path(), DESKTOP);
    judged(&table);
    assert_eq!(
        table.tab.text("document.querySelector('#moves [data-ply=\"1\"] i').textContent"),
        "??"
    );
    let title = table.tab.text("document.querySelector('#moves [data-ply=\"1\"] i').title");
    assert!(title.starts_with("proven: costs 100 %"), "{title}");
    let worst = table.tab.text("document.querySelector('.worst li').textContent");
    assert!(worst.contains("b6-g4 ??") && worst.ends_with("proven"), "{worst}");
    assert!(
        table.tab.text("document.querySelector('#review .accuracy').textContent").contains('%')
    );
    // It leads to its place.
    table.tab.value("document.querySelector('.worst button').click()");
    table.tab.until("quincunx.looking?.ply === 1");
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn every_move_that_keeps_the_result_is_right() {
    for (size, by) in [(DESKTOP, By::Clicks), (PHONE, By::Taps), (DESKTOP, By::Keys)] {
        let folder = tempfile::tempdir().unwrap();
        let table = with_tables(folder.path(), size);
        judged(&table);
        // Both winning moves are right, whichever the judge has found; another one is not.
        for right in [["a4", "f6"], ["c4", "f6"]] {
            table.tab.value("document.querySelector('[data-retry=W]').click()");
            table.tab.until("quincunx.retry?.state === 'ask' && quincunx.shown().ply === 0");
            let shown = table.tab.text("document.querySelector('.panel').innerText + document.getElementById('why').textContent + [...document.querySelectorAll('#moves [title]')].map((el) => el.title)");
            assert!(!shown.contains("f6"), "the answer is not told: {shown}");
            assert!(table.tab.value("document.getElementById('why').hidden") == true);
            let make = |things: [&str; 2]| table.make(&things.map(str::to_owned), by);
            make(["b6", "d1"]);
            table.tab.until(
                "document.getElementById('help').textContent.includes('gives the result away')",
            );
            make(right);
            table.tab.until("quincunx.retry.state === 'good' && document.getElementById('help').textContent.endsWith('is good: that is proven.')");
            // Now the coach speaks, and the record is as it was.
            table.tab.until("!document.getElementById('why').hidden");
            assert_eq!(table.state()["record"], "b6-g4 a7-a1 g4-b6");
            press(&table, "End");
            table.tab.until("!quincunx.retry && !quincunx.looking");
        }
        // Shown, it counts as not found.
        table.tab.value("document.querySelector('[data-retry=W]').click()");
        press(&table, "Show the answer");
        table.tab.until("quincunx.looking?.line && document.getElementById('help').textContent.startsWith('Best was')");
        table.check();
    }
}
