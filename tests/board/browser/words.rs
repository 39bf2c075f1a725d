//! The languages of the page: which one it speaks, that nothing is left in another, and that all of it fits.

use serde_json::{Value, json};

use super::table::{By, DESKTOP, HUMANS, Table};
use super::{GAMES, options};

/// Opens the page anew in a browser whose user reads these languages.
fn speak(table: &Table, languages: &str) {
    let agent = table.tab.text("navigator.userAgent");
    table.tab.call(
        "Emulation.setUserAgentOverride",
        json!({"userAgent": agent, "acceptLanguage": languages}),
    );
    reopen(table);
}

fn reopen(table: &Table) {
    table.tab.value("window.old = true");
    table.tab.open(&table.server.address);
    table.tab.until("!window.old && window.quincunx?.welcome");
}

fn word(table: &Table) -> [String; 2] {
    ["document.documentElement.lang", "document.getElementById('new').textContent"]
        .map(|what| table.tab.text(what))
}

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn the_browser_chooses_the_language_unless_the_user_does() {
    let table = Table::open(DESKTOP);
    for (languages, lang, new) in [
        ("de-AT,en", "de", "Neue Partie"),
        ("sv,fi,en", "fi", "Uusi peli"),
        ("sv", "en", "New game"),
        ("en-GB,de", "en", "New game"),
    ] {
        speak(&table, languages);
        assert_eq!(word(&table), [lang, new], "{languages}");
    }
    let languages = table.tab.value("[...document.getElementById('language').options].map((one) => [one.value, one.textContent])");
    assert_eq!(
        languages,
        json!([["", "As in the browser"], ["de", "Deutsch"], ["en", "English"], ["fi", "Suomi"]])
    );
    for (chosen, lang) in [("fi", "fi"), ("de", "de"), ("", "en")] {
        table.tab.value(&format!("window.old = true; (() => {{ const el = document.getElementById('language'); el.value = '{chosen}'; el.dispatchEvent(new Event('change')); }})()"));
        table.tab.until("!window.old && window.quincunx?.welcome");
        assert_eq!(word(&table)[0], lang);
        assert_eq!(table.tab.text("document.getElementById('language').value"), chosen);
    }
    table.check();
}

/// The words of the page in brackets: what stands outside of them is in no file.
const BRACKETS: &str = "(() => { const fetched = window.fetch; window.fetch = async (...of) => { const answer = await fetched(...of); if (!`${of[0]}`.includes('/words/')) return answer;
  const { name, page } = await answer.json(); const wrap = (one) => typeof one === 'string' ? `⟦${one}⟧` : Object.fromEntries(Object.entries(one).map(([form, text]) => [form, wrap(text)]));
  return new Response(JSON.stringify({ name, page: wrap(page), said: { '{*1}': '⟦{1}⟧' } })); }; })()";

/// Texts, names and titles that are seen and have a word of three letters outside of brackets.
const BARE: &str = "(() => { const left = (text) => { let depth = 0, out = ''; for (const c of text ?? '') { if (c === '⟦') depth += 1; else if (c === '⟧') depth -= 1; else if (!depth) out += c; } return /[A-Za-z]{3,}/.test(out); };
  const machine = '#moves button, #note b, .pv button, textarea, kbd, pre, #language option, header b, .rules .co, [data-known] b, .worst, #folder, .names td:first-child, .games td:nth-child(3), script, style, title';
  const found = []; const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) { const el = walk.currentNode.parentElement; if (el.closest(machine) || !el.checkVisibility()) continue; if (left(walk.currentNode.data)) found.push(walk.currentNode.data.trim()); }
  for (const el of document.querySelectorAll('[aria-label], [title], [placeholder]')) if (el.checkVisibility() && !el.closest(`${machine}, [data-known]`)) for (const name of ['aria-label', 'title', 'placeholder']) if (el.hasAttribute(name) && left(el.getAttribute(name))) found.push(`${name}=${el.getAttribute(name)}`);
  return [...new Set(found)]; })()";

#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn everything_that_is_read_comes_from_the_files_of_words() {
    let table = Table::open(DESKTOP);
    table.tab.call("Page.addScriptToEvaluateOnNewDocument", json!({"source": BRACKETS}));
    reopen(&table);
    table.tab.until("document.querySelector('dialog[open]')");
    let clean = |what: &str| assert_eq!(table.tab.value(BARE), json!([]), "{what}");
    table.tab.value("document.querySelectorAll('details').forEach((el) => (el.open = true))");
    assert!(table.tab.text("document.querySelector('dialog').textContent").contains('⟦'));
    clean("the start dialog");
    for mode in ["human", "ais"] {
        table.tab.value(&format!("document.querySelector('[name=mode][value={mode}]').click()"));
        table.tab.value("document.querySelectorAll('details').forEach((el) => (el.open = true))");
        clean(mode);
    }
    for game in GAMES {
        table.game(game, HUMANS, "", options(game));
        clean(game);
        let text = table.moves()[0].clone();
        table.play(&text, 0, By::Clicks);
        for tab in ["moves", "analysis", "explorer", "puzzles", "position"] {
            table.tab.value(&format!("document.querySelector('[data-tab={tab}]').click()"));
            table.wait(400);
            clean(&format!("{game}: {tab}"));
        }
        for command in ["rules", "keys", "memories", "games", "picture", "open", "edit"] {
            table
                .tab
                .value(&format!("document.querySelector('#menu [data-do={command}]').click()"));
            table.wait(300);
            clean(&format!("{game}: {command}"));
            table.tab.value("document.querySelector('dialog').close()");
        }
        table.tab.value("[...document.querySelectorAll('#editor .row2 button')].at(-1).click()");
    }
    let seats = json!([Table::ai(1), Table::ai(2)]).to_string();
    table.game("trimok", &seats, "", "");
    table.tab.value("quincunx.wire.ask({do: 'pause', on: true})");
    table.tab.until("quincunx.state.waits === 'paused' || quincunx.state.result");
    clean("two AIs");
}

/// Longer words fit: nothing is wider than the screen, no button is cut.
#[test]
#[ignore = "needs a browser: scripts/browser-tests.sh"]
fn longer_words_fit_on_every_screen() {
    for size in [(360, 740, true), (390, 844, true), (740, 360, true), (1280, 800, false)] {
        let table = Table::open(size);
        for languages in ["de", "fi"] {
            speak(&table, languages);
            let fits = |what: &str| {
                let cut = table.tab.value("[document.documentElement.scrollWidth > document.documentElement.clientWidth ? 'the page' : '', ...[...document.querySelectorAll('button, #tabs, .controls, dialog, label.check, legend')].filter((el) => el.checkVisibility() && !el.matches('.who') && (el.scrollWidth > el.clientWidth + 1 || el.getBoundingClientRect().right > innerWidth + 1)).map((el) => el.textContent.slice(0, 60))].filter(Boolean)");
                assert_eq!(cut, json!([]), "{languages} at {size:?}: {what}");
            };
            fits("the start dialog");
            for game in GAMES {
                table.game(game, HUMANS, "", options(game));
                for tab in ["moves", "analysis", "explorer", "puzzles", "position"] {
                    table.tab.value(&format!("document.querySelector('[data-tab={tab}]').click()"));
                    table.wait(100);
                    fits(&format!("{game}: {tab}"));
                }
                table.tab.picture(&format!("words-{game}-{languages}-{}x{}", size.0, size.1));
            }
            for command in ["new", "rules", "keys", "memories", "games", "open", "edit"] {
                table.tab.value(&format!("document.querySelector('[data-do={command}]').click()"));
                table.wait(200);
                fits(command);
                table.tab.picture(&format!("words-{command}-{languages}-{}x{}", size.0, size.1));
                table.tab.value("document.querySelector('dialog').close()");
            }
        }
        let _: Value = table.tab.value("1");
        table.check();
    }
}
