//! How fast the page is: its first dialog, and a move from the drop to the picture of the new state. Generous bounds: the
//! machine may be busy with other work. `$BOARD_PROGRAM` measures another program.

use std::env;
use std::process::Command;

use serde_json::{Value, json};

use super::GAMES;
use super::table::{By, DESKTOP, HUMANS, Server, Table};

/// Notes when the pointer goes up, when the list of moves has changed, and when that is on the screen.
const WATCH: &str = "
  window.times = [];
  let down = 0;
  addEventListener('pointerup', () => (down = performance.now()), true);
  new MutationObserver(() => {
    if (!down) return;
    const [begun, drawn] = [down, performance.now()];
    down = 0;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.times.push([drawn - begun, performance.now() - begun]);
      port2.postMessage(0);
    });
  }).observe(document.getElementById('moves'), { childList: true, subtree: true })";

fn server() -> Server {
    match env::var("BOARD_PROGRAM") {
        Ok(program) => Server::of(&mut Command::new(program)),
        Err(_) => Server::start(),
    }
}

/// The median and the worst.
fn summary(times: impl Iterator<Item = f64>) -> (f64, f64) {
    let mut times: Vec<_> = times.collect();
    times.sort_by(f64::total_cmp);
    (times[times.len() / 2], times[times.len() - 1])
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn a_dropped_piece_is_soon_a_new_state() {
    let table = Table::at(server(), DESKTOP);
    table.tab.value(WATCH);
    for game in GAMES {
        table.game(game, HUMANS, "", "");
        table.tab.value("window.times.length = 0");
        for turn in 0..40 {
            let moves = table.moves();
            let Some(text) = moves.get(turn * 7 % moves.len().max(1)) else { break };
            table.play(text, 0, By::Drag);
            table.settle();
        }
        let times: Vec<[f64; 2]> = serde_json::from_value(table.tab.value("times")).unwrap();
        let (drawn, worst) = summary(times.iter().map(|[drawn, _]| *drawn));
        let (seen, latest) = summary(times.iter().map(|[_, seen]| *seen));
        println!(
            "{game:<10} {:>3} moves: drawn after {drawn:>5.1} ms ({worst:.1} at the most), on the screen after {seen:>5.1} ms ({latest:.1})",
            times.len()
        );
        assert!(times.len() > 20, "{game}: {}", times.len());
        assert!(drawn < 500.0, "{game}: a move takes {drawn} ms");
    }
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn the_first_dialog_is_soon_there() {
    let server = server();
    let browser = super::cdp::Browser::start();
    for visit in ["the first time", "again", "once more"] {
        let tab = browser.tab(1280, 800, false);
        tab.call(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({"source": "new MutationObserver((_, observer) => { if (document.querySelector('dialog[open] .act .primary')) { window.ready = performance.now(); observer.disconnect(); } }).observe(document, { childList: true, subtree: true, attributes: true })"}),
        );
        tab.open(&server.address);
        tab.until("window.ready");
        let paint = "performance.getEntriesByType('paint').find((one) => one.name === 'first-contentful-paint')?.startTime ?? 0";
        let times: [f64; 2] =
            serde_json::from_value::<Value>(tab.value(&format!("[{paint}, ready]")))
                .and_then(serde_json::from_value)
                .unwrap();
        println!("{visit}: first paint after {:.0} ms, dialog after {:.0} ms", times[0], times[1]);
        assert!(times[1] < 5000.0, "{times:?}");
    }
}
