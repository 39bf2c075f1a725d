//! Puzzles on the board: tried, hinted at, shown and solved by mouse, touch and keys.

use quincunx::engine::Engine;
use quincunx::puzzles::{Puzzle, PuzzleFile};

use serde_json::json;

use super::table::{By, DESKTOP, HUMANS, PHONE, Table, body};
use super::{GAMES, options};

/// The puzzle that is asked, with its solution.
fn asked(table: &Table, game: &str) -> Puzzle {
    table.tab.until("quincunx.puzzle?.state === 'ask'");
    let position = table.tab.text("quincunx.puzzle.look.position");
    let engine = Engine::new();
    let text = engine.game(game).unwrap().kind().game().puzzles();
    let found = PuzzleFile::read(text).unwrap().puzzles.into_iter();
    found.map(|(_, puzzle)| puzzle).find(|puzzle| puzzle.position == position).expect(&position)
}

fn press(table: &Table, label: &str) {
    table.tab.until(&format!("[...document.querySelectorAll('#actions button, #puzzles button')].some((el) => el.textContent === '{label}')"));
    table.tab.value(&format!("[...document.querySelectorAll('#actions button, #puzzles button')].find((el) => el.textContent === '{label}').click()"));
}

fn play(table: &Table, text: &str, by: By) {
    table.settle();
    let sequences = table.steps(text);
    table.make(&sequences[0], by);
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn puzzles_are_solved_by_mouse_touch_and_keys() {
    for (size, by) in [(DESKTOP, By::Clicks), (PHONE, By::Taps), (DESKTOP, By::Keys)] {
        let table = Table::open(size);
        for game in GAMES {
            table.game(game, HUMANS, "", options(game));
            let before = table.state();
            table.tab.value("document.querySelector('[data-tab=puzzles]').click()");
            press(&table, "Start");
            let puzzle = asked(&table, game);
            // The solver sits near.
            assert_eq!(table.tab.value("quincunx.view.near === quincunx.puzzle.look.turn"), true);
            let right = body(&puzzle.line[0]).to_owned();
            let moves = table.tab.text("quincunx.puzzle.look.moves");
            let wrong = moves.split(' ').find(|text| *text != right && *text != "pass").unwrap();
            play(&table, wrong, by);
            table.tab.until("quincunx.puzzle.state === 'wrong' && document.getElementById('help').textContent.includes('Try another move.')");
            press(&table, "Hint");
            table.tab.until("document.querySelectorAll('.layer-top .mark, .layer-marks .mark, #actions [data-rank]').length === 1 && quincunx.puzzle.clue.length === 1");
            press(&table, "More");
            table.tab.until("quincunx.puzzle.clue.length >= 1 && document.getElementById('spoken').textContent.length > 6");
            let mut made = 0;
            loop {
                play(&table, &puzzle.line[made], by);
                made += 2;
                table.tab.until(&format!(
                    "quincunx.puzzle.state === 'solved' || quincunx.puzzle.look.ply === {made}"
                ));
                if table.tab.text("quincunx.puzzle.state") == "solved" {
                    break;
                }
            }
            let title = table.tab.text("document.getElementById('expected').textContent");
            assert_eq!(title, "Solved");
            // The next one is another; what is shown is not solved.
            press(&table, "Next puzzle");
            let other = asked(&table, game);
            assert_ne!(other.position, puzzle.position);
            press(&table, "Solution");
            table.tab.until("quincunx.puzzle.state === 'shown'");
            press(&table, "End");
            table.tab.until("!quincunx.puzzle && !quincunx.looking");
            let after = table.state();
            assert_eq!(
                (&after["record"], &after["position"]),
                (&before["record"], &before["position"])
            );
        }
        table.check();
    }
}

/// A tile or a stack of choices in a puzzle is a button, as in a game; a click on a ply, undo and other tabs leave it.
#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn a_puzzle_is_left_for_the_game() {
    let table = Table::open(DESKTOP);
    table.game("trimok", HUMANS, "", options("trimok"));
    table.play("R[A2-A3]", 0, By::Clicks);
    let begin = || {
        table.tab.value("document.querySelector('[data-tab=puzzles]').click()");
        table.tab.until("document.querySelector('#puzzles button')");
        table.tab.value("document.querySelector('#puzzles button').click()");
        table.tab.until("quincunx.puzzle?.state === 'ask'");
    };
    begin();
    table.ask(&json!({"do": "speed", "ms": 100}));
    assert_eq!(table.tab.text("quincunx.puzzle.state"), "ask");
    table.tab.key("z");
    table.wait(200);
    assert_eq!(table.ply(), 1, "undo is for the game");
    for leave in [
        "document.querySelector('[data-tab=moves]').click()",
        "document.querySelector('[data-do=first]').click()",
        "[...document.querySelectorAll('#actions button')].find((el) => el.textContent === 'End').click()",
    ] {
        begin();
        table.tab.value(leave);
        table.tab.until("!quincunx.puzzle");
        table.tab.value("document.querySelector('[data-do=last]').click()");
        table.tab.until("!quincunx.looking && quincunx.shown().ply === 1");
    }
    // It stays beside a game without a move, too, until there is another.
    table.game("trimok", HUMANS, "", "");
    begin();
    table.ask(&json!({"do": "speed", "ms": 200}));
    assert_eq!(table.tab.text("quincunx.puzzle.state"), "ask");
    table.game("trimok", HUMANS, "", "");
    table.tab.until("!quincunx.puzzle && !quincunx.looking");
    // From the start dialog, another game.
    table.tab.value("document.getElementById('new').click(); document.querySelector('[name=game][value=morris]').click(); [...document.querySelectorAll('dialog .act button')].find((el) => el.textContent === 'Puzzles').click()");
    table.tab.until(
        "document.body.dataset.game === 'morris' && document.querySelector('#puzzles select')",
    );
    table.check();
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn pictures_of_puzzles() {
    for size in [DESKTOP, PHONE] {
        let table = Table::open(size);
        for game in GAMES {
            table.game(game, HUMANS, "", options(game));
            table.tab.value("document.querySelector('[data-tab=puzzles]').click()");
            press(&table, "Start");
            asked(&table, game);
            press(&table, "Hint");
            table.tab.until("quincunx.puzzle.clue.length");
            for theme in ["light", "dark"] {
                table.tab.media(theme, true);
                table.settle();
                table.tab.picture(&format!("puzzle-{game}-{}-{theme}", size.0));
            }
            press(&table, "End");
        }
        table.check();
    }
}
