//! The board in the browser, on which a game without a drawing of its own is drawn plainly.

use std::env;
use std::process::Command;

use serde_json::{Value, json};

use crate::table::{By, DESKTOP, HUMANS, PHONE, Server, Table};

/// The checks that need a browser.
pub(crate) const CHECKS: [(&str, fn()); 3] = [
    ("the_board_plays_it_by_clicks", the_board_plays_it_by_clicks),
    ("the_board_plays_it_by_hand", the_board_plays_it_by_hand),
    ("any_game_can_be_drawn_plainly", any_game_can_be_drawn_plainly),
];

fn open(size: (u32, u32, bool)) -> Table {
    let mut program = Command::new(env::current_exe().unwrap());
    Table::at(Server::of(program.arg("quincunx")), size)
}

/// The ids of what the page shows: cells, and discs on them.
fn shown(table: &Table) -> Value {
    table.tab.value(
        "[document.querySelectorAll('#board .layer-hits .hit').length, document.querySelectorAll('#board .layer-pieces .disc').length]",
    )
}

fn picture(table: &Table, name: &str) {
    table.settle();
    let fits = "document.documentElement.scrollWidth <= innerWidth";
    assert_eq!(table.tab.value(fits), true, "{name}");
    table.tab.picture(name);
}

fn the_board_plays_it_by_clicks() {
    let table = open(DESKTOP);
    picture(&table, "kayles-dialog-1280-light");
    // Its rule is in the dialog in words, and the game begins there.
    table.tab.value("document.querySelector('dialog [value=kayles]').click(); document.querySelector('dialog [value=human]').click()");
    table.tab.until("document.querySelector('dialog form').textContent.includes('The last pin')");
    table.tab.value("document.querySelector('dialog .act .primary').click()");
    table.tab.until("document.body.dataset.game === 'kayles'");
    table.settle();
    assert_eq!(shown(&table), json!([12, 12]));
    assert_eq!(table.tab.text("document.getElementById('expected').textContent"), "Ann to move");
    for theme in ["light", "dark"] {
        table.tab.media(theme, false);
        picture(&table, &format!("kayles-1280-{theme}"));
    }
    // A pin beside another has to be told whether it falls alone.
    table.click("6");
    assert_eq!(table.tab.value("quincunx.picked"), json!(["6"]));
    let help = table.tab.text("document.getElementById('help').textContent");
    assert_eq!(help, "6, and the next one?");
    picture(&table, "kayles-choice-1280-dark");
    table.click("7");
    table.tab.until("quincunx.state.ply === 1");
    assert_eq!(table.state()["record"], "6-7");
    assert_eq!(shown(&table), json!([12, 10]));
    table.click("1");
    table.click("alone");
    table.tab.until("quincunx.state.ply === 2");
    assert_eq!(table.state()["record"], "6-7 1");
    // What the rules forbid is refused in their words.
    table.click("2");
    table.click("7");
    table.tab.until("!document.getElementById('refused').hidden");
    let said = table.tab.text("document.getElementById('refused').textContent");
    assert!(said.contains("the next pin"), "{said}");
    let mut order = 0;
    while table.state()["waits"] != "over" {
        let moves = table.moves();
        table.play(&moves[order % moves.len()].clone(), 0, By::Clicks);
        order += 5;
    }
    assert_eq!(shown(&table), json!([12, 0]));
    let result = table.state()["result"].clone();
    assert_eq!(result["ending"], "cleared");
    let winner = if result["winner"] == "A" { "Ann wins" } else { "Ben wins" };
    table.tab.until(&format!("document.getElementById('expected').textContent === '{winner}'"));
    picture(&table, "kayles-over-1280-dark");
    table.check();
}

fn the_board_plays_it_by_hand() {
    for (size, hands) in [(PHONE, [By::Taps, By::Taps]), (DESKTOP, [By::Keys, By::Clicks])] {
        let table = open(size);
        table.game("kayles", HUMANS, "", r#"{"Kayles Misere": true}"#);
        if size == PHONE {
            picture(&table, "kayles-390-light");
        }
        for turn in 0.. {
            if table.state()["waits"] == "over" {
                break;
            }
            let moves = table.moves();
            table.play(&moves[turn * 3 % moves.len()].clone(), 0, hands[turn % 2]);
        }
        assert_eq!(table.state()["result"]["ending"], "last");
        table.check();
    }
}

/// With places and without, with things beside the board, turned or not.
fn any_game_can_be_drawn_plainly() {
    let table = open(DESKTOP);
    let drawn = table.tab.value(
        "import('/web/games/plain.js').then((plain) => import('/web/scene.js').then(({ position }) => quincunx.games.flatMap((game) => [true, false].flatMap((placed) => [true, false].map((flip) => {
          const things = new Map([...game.things].map(([id, thing]) => [id, placed ? thing : { ...thing, at: undefined }]));
          const model = position({ ...game, things }, game.sample);
          const view = { flip, near: game.players[0], columns: 7 };
          const areas = plain.cells(view, model);
          const places = new Set(areas.flatMap(({ id, cells }) => cells.map(({ x, y }) => `${id} ${Math.round(x)} ${Math.round(y)}`)));
          const cells = areas.reduce((sum, area) => sum + area.cells.length, 0);
          const wanted = [...things.values()].filter(({ area }) => !['choice', 'button'].includes(area)).length;
          const inside = areas.every(({ box: [x, y, w, h], cells }) => cells.every((cell) => cell.x > x && cell.x < x + w && cell.y > y && cell.y < y + h));
          return [cells === wanted && places.size === wanted && inside, plain.draw(model, view).length === model.pieces.length];
        })))))",
    );
    let drawn = drawn.as_array().unwrap();
    assert_eq!(drawn.len(), 8);
    assert!(drawn.iter().all(|both| *both == json!([true, true])), "{drawn:?}");
    table.game("hexceed", HUMANS, "", "");
    table.check();
}
