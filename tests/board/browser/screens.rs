//! The page on every screen: what is seen together, what is large enough for eyes and fingers.

use std::collections::HashMap;

use quincunx::games::{GameList, Standard};
use serde_json::json;

use super::table::{By, HUMANS, Table};
use super::{GAMES, Sample};

/// Width, height, and whether there are fingers.
const SCREENS: [(u32, u32, bool); 5] = [
    (360, 740, true),
    (740, 360, true),
    (768, 1024, true),
    (1280, 800, false),
    (1920, 1080, false),
];

/// A game in its middle: the position that shows it well.
fn middle(table: &Table, game: &str) {
    let kind = Standard::find(game).unwrap();
    table.game(game, HUMANS, Standard::with(kind, Sample).unwrap(), "");
    let text = table.moves().into_iter().rfind(|text| text != "pass").unwrap();
    table.play(&text, 0, By::Clicks);
    table.tab.value("scrollTo(0, 0)");
}

fn analyse(table: &Table) {
    table.tab.value("document.querySelector('[data-tab=analysis]').click(); quincunx.analysing || document.getElementById('analyse').click()");
    table.tab.until("document.querySelectorAll('.pv').length > 1");
    table.tab.value("scrollTo(0, 0)");
}

/// The board's share of the smaller side of the screen: on no screen is it a stamp.
#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn the_board_is_large_on_every_screen() {
    for screen in SCREENS {
        let (width, height, _) = screen;
        let table = Table::open(screen);
        for game in GAMES {
            middle(&table, game);
            let seen = table.tab.value("(() => { const box = document.querySelector('#board .layer-base').getBoundingClientRect(); return [box.width, box.height, box.top, box.bottom, box.right]; })()");
            let [wide, high, top, bottom, right] =
                [0, 1, 2, 3, 4].map(|i| seen[i].as_f64().unwrap());
            let least = f64::from(width.min(height)) * 0.6;
            assert!(wide.max(high) >= least, "{game} at {width}x{height}: {wide:.0} x {high:.0}");
            let inside =
                top >= 0.0 && bottom <= f64::from(height) + 1.0 && right <= f64::from(width) + 1.0;
            assert!(inside, "{game} at {width}x{height}: {seen}");
            let fits =
                "document.documentElement.scrollWidth <= document.documentElement.clientWidth";
            assert_eq!(table.tab.value(fits), true, "{game} at {width}x{height} is too wide");
        }
        table.check();
    }
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn what_belongs_together_is_seen_together() {
    let table = Table::open(SCREENS[0]);
    // The board, whose turn it is, and what else can be done, above the tiles.
    middle(&table, "dominions");
    let order = "['#board', '#expected', '#actions button', '#racks svg'].map((one) => document.querySelector(one).getBoundingClientRect().top)";
    let tops: Vec<f64> = serde_json::from_value(table.tab.value(order)).unwrap();
    assert!(tops.is_sorted() && tops[2] < 740.0, "{tops:?}");
    // Tiles that do not fit a cell are faint, and only those.
    let count = |what: &str| table.tab.value(what).as_u64().unwrap();
    let (tiles, idle) = ("[data-surface^=rack] .layer-pieces > g", "[data-surface^=rack] .idle");
    let cell = table.tab.text(
        "[...quincunx.root.next.keys()].find((it) => quincunx.board.cells.get(it)?.on === 'board')",
    );
    table.tap(&cell);
    table.tab.until("quincunx.picked.length === 1");
    let fitting = count("quincunx.board.scene.next.length");
    let rack = format!("[data-surface=rack-{}]", table.tab.text("quincunx.state.turn"));
    let own = |of: &str| {
        count(&format!(
            "document.querySelectorAll('{}').length",
            of.replace("[data-surface^=rack]", &rack)
        ))
    };
    assert_eq!(own(idle) + fitting, own(tiles), "of the player to move");
    assert_eq!(
        count(&format!("document.querySelectorAll('{idle}').length")),
        own(idle),
        "of the other"
    );
    assert!(own(idle) > 0 && fitting > 0, "{fitting} of {} fit {cell}", own(tiles));
    // On the small screens the board and the lines of the search are seen together.
    for screen in &SCREENS[..3] {
        let table = Table::open(*screen);
        for game in GAMES {
            middle(&table, game);
            analyse(&table);
            let bottom =
                table.tab.value("document.getElementById('lines').getBoundingClientRect().bottom");
            assert!(bottom.as_f64() <= Some(f64::from(screen.1)), "{game} at {screen:?}: {bottom}");
        }
        table.check();
    }
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn names_can_be_read_and_buttons_hit_on_a_phone() {
    let table = Table::open(SCREENS[0]);
    for game in GAMES {
        middle(&table, game);
        let size = table.tab.value("Math.min(...[...document.querySelectorAll('#board .co')].map((el) => parseFloat(getComputedStyle(el).fontSize) * el.getScreenCTM().a))");
        assert!(size.as_f64() >= Some(9.0), "{game}: names of {size} px");
        for tab in ["moves", "analysis", "position"] {
            table.tab.value(&format!("document.querySelector('[data-tab={tab}]').click()"));
            if tab == "analysis" {
                analyse(&table);
            }
            let small = table.tab.value("[...document.querySelectorAll('button, select, input:not([type=checkbox], [type=radio]), label.check')].filter((el) => el.checkVisibility()).map((el) => [el.textContent.slice(0, 20), el.getBoundingClientRect()]).filter(([, box]) => box.width < 24 || box.height < 24).map(([text, box]) => `${text}: ${box.width} x ${box.height}`)");
            assert_eq!(small, json!([]), "{game}, {tab}");
        }
        table.tab.value("document.getElementById('analyse').click(); document.querySelector('[data-tab=moves]').click()");
    }
    table.check();
}

/// Beside clocks and what the players hold, there is room for who plays.
#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn players_have_names_beside_their_clocks() {
    let table = Table::open((360, 640, true));
    for game in GAMES {
        let kind = Standard::find(game).unwrap();
        let position = Standard::with(kind, Sample).unwrap();
        let seats = json!([{"who": "human", "name": "Annabella"}, {"who": "human", "name": "Bo"}]);
        let clock = json!({"time": 600_000, "increment": 0});
        table.ask(&json!({"do": "new", "game": game, "seats": seats, "position": position, "moves": "", "clock": clock}));
        table.tab.value("document.querySelector('dialog').close()");
        table.tab.until(&format!(
            "document.body.dataset.game === '{game}' && document.querySelector('.strip .clock')"
        ));
        table.tab.picture(&format!("clock-{game}-360"));
        let fits = "[...document.querySelectorAll('.strip')].every((el) => el.scrollWidth <= el.clientWidth && el.querySelector('.who').clientWidth >= 44)";
        assert_eq!(table.tab.value(fits), true, "{game}");
    }
    table.check();
}

/// A window that is made narrow shows what one shows that is opened so.
#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn a_window_that_is_made_narrow_is_as_any_narrow_one() {
    let table = Table::open(SCREENS[3]);
    let held = "[...document.querySelectorAll('.strip .holds')].map((el) => el.textContent)";
    let fits = "[document.documentElement, ...document.querySelectorAll('.strip')].every((el) => el.scrollWidth <= el.clientWidth)";
    for game in GAMES {
        table.game(game, HUMANS, "", "");
        table.tab.resize(360, 740, false);
        table.tab.until("document.documentElement.dataset.layout.includes('small')");
        let narrowed = table.tab.value(held);
        assert_eq!(table.tab.value(fits), true, "{game}");
        table.tab.value("window.old = true; location.reload()");
        table.tab.until("!window.old && window.quincunx?.state");
        assert_eq!(table.tab.value(held), narrowed, "{game}");
        table.tab.resize(1280, 800, false);
        table.tab.until("document.documentElement.dataset.layout.includes('desk')");
    }
    table.check();
}

/// Several best moves have numbers, and arrows or rings of different widths.
#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn the_best_moves_differ_by_more_than_their_tint() {
    let table = Table::open(SCREENS[3]);
    for game in ["trimok", "dominions"] {
        middle(&table, game);
        analyse(&table);
        // Marks change while the search goes on, so one look sees them all; a pass has its mark on its button.
        table.tab.until("(window.looks = [...document.querySelectorAll('.layer-top .mark')].map((el) => [el.querySelector('.badge text')?.textContent ?? '', getComputedStyle(el).opacity, getComputedStyle(el.querySelector('.spot > :not(.ghost)') ?? el).strokeWidth + (el.querySelector(':scope > polygon')?.getBBox().width ?? '')])).length + document.querySelectorAll('#actions [data-rank]').length === 3");
        let looks = table.tab.value("looks");
        let looks: Vec<[String; 3]> = serde_json::from_value(looks).unwrap();
        let mut kinds = HashMap::new();
        for [number, opacity, width] in looks {
            *kinds.entry(opacity).or_insert(0) += 1;
            assert!(["1", "2", "3"].contains(&number.as_str()), "{number}");
            assert!(!width.is_empty());
        }
        assert_eq!(kinds.len(), 1, "{kinds:?}");
        table.tab.value("document.getElementById('analyse').click()");
    }
    table.check();
}

/// What is drawn, on every screen and in both themes, for a look at each.
#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn pictures_on_every_screen() {
    for screen in SCREENS {
        let (width, height, _) = screen;
        let table = Table::open(screen);
        for game in GAMES {
            for what in ["middle", "analysis"] {
                middle(&table, game);
                if what == "analysis" {
                    analyse(&table);
                    table.wait(300);
                }
                for theme in ["light", "dark"] {
                    table.tab.media(theme, true);
                    table.tab.picture(&format!("{game}-{what}-{width}x{height}-{theme}"));
                }
                table.tab.value("quincunx.analysing && document.getElementById('analyse').click(); document.querySelector('[data-tab=moves]').click()");
            }
        }
        table.check();
    }
}
