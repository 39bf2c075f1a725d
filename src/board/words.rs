//! Tests of the words of the page, `web/words/`: no language lacks one, the page uses every one and has no others, and
//! what the engine says is known.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use super::catalogue::Catalogue;
use crate::engine::{Engine, Session};
use crate::kernel::SplitMix64;
use crate::notation::moves as moves_of;

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files below a folder whose names have one of these endings.
fn below(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(below(&path, endings));
        } else if path.extension().is_some_and(|it| endings.contains(&it.to_str().unwrap())) {
            found.push(path);
        }
    }
    found.sort();
    found
}

struct Language {
    name: String,
    page: Map<String, Value>,
    said: Map<String, Value>,
}

fn languages() -> Vec<Language> {
    let read = |path: &PathBuf| {
        let text: Value = serde_json::from_str(&read(path)).unwrap();
        let part = |name: &str| text[name].as_object().unwrap().clone();
        assert!(text["name"].as_str().is_some_and(|name| !name.is_empty()), "{path:?}");
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        Language { name, page: part("page"), said: part("said") }
    };
    let all: Vec<_> = below(&folder("src/board/web/words"), &["json"]).iter().map(read).collect();
    assert!(all.len() >= 3);
    all
}

fn english() -> Language {
    languages().into_iter().find(|language| language.name == "en").unwrap()
}

/// The gaps of a text: `{n:man|men}` is `n`, `{*1}` is `1`.
fn gaps(text: &str) -> BTreeSet<String> {
    let name = |part: &str| {
        let inside = part.split('}').next().unwrap();
        inside.split(':').next().unwrap().trim_start_matches('*').to_owned()
    };
    text.split('{').skip(1).map(name).collect()
}

/// The forms of an entry with their names, one if it has no plural.
fn forms(value: &Value) -> Vec<(&str, &str)> {
    match value {
        Value::String(text) => vec![("other", text)],
        Value::Object(forms) => {
            forms.iter().map(|(name, text)| (name.as_str(), text.as_str().unwrap())).collect()
        }
        _ => panic!("{value} is no text"),
    }
}

#[test]
fn every_language_has_all_words_with_the_same_gaps() {
    let english = english();
    let all = languages();
    let other = all.iter().find(|language| language.name != "en").unwrap();
    for Language { name, page, said } in &all {
        assert!(page.keys().eq(english.page.keys()), "{name}: the keys are not those of English");
        for (key, value) in page {
            let forms = forms(value);
            let all: BTreeSet<_> = forms.iter().flat_map(|(_, text)| gaps(text)).collect();
            let wanted = self::forms(&english.page[key]);
            let wanted: BTreeSet<_> = wanted.iter().flat_map(|(_, text)| gaps(text)).collect();
            assert_eq!(all, wanted, "{name}: the gaps of {key}");
            assert!(forms.iter().any(|(form, _)| *form == "other"), "{name}: {key}");
            for (form, text) in forms {
                assert!(["zero", "one", "two", "few", "many", "other"].contains(&form), "{key}");
                assert!(!text.is_empty() && text.trim() == text, "{name}: {key}");
            }
        }
        if name == "en" {
            assert!(said.keys().all(|key| other.said.contains_key(key)));
        } else {
            assert!(said.keys().eq(other.said.keys()), "{name}: what the engine says");
        }
        for (key, value) in said {
            let text = value.as_str().unwrap();
            let unsaid: Vec<_> = gaps(text).difference(&gaps(key)).cloned().collect();
            assert_eq!(unsaid, [""; 0], "{name}: {key}");
            assert!(!text.is_empty() && text.trim() == text, "{name}: {key}");
            // Numbers count the gaps in their order.
            let numbers: Vec<_> = key.split('{').skip(1).collect();
            let numbers = numbers.iter().filter_map(|it| it.trim_start_matches('*').chars().next());
            let numbers: Vec<_> = numbers.filter_map(|digit| digit.to_digit(10)).collect();
            assert!(numbers.iter().copied().eq(1..=numbers.len() as u32), "{key}");
        }
    }
}

/// A piece of a script: its text, and whether it is what a reader might see.
#[derive(Debug, PartialEq)]
struct Literal {
    text: String,
    /// What stands before it, without most blanks.
    before: String,
    /// Whether it is a template, and this its beginning.
    template: bool,
}

/// The texts in quotes of a script; those of a template are its parts between the gaps.
fn literals(script: &str) -> Vec<Literal> {
    let bytes: Vec<char> = script.chars().collect();
    let (mut found, mut at, mut code, mut depth) = (Vec::new(), 0, String::new(), Vec::new());
    let mut quote: Option<char> = None;
    while at < bytes.len() {
        let here = bytes[at];
        let next = bytes.get(at + 1).copied().unwrap_or(' ');
        if let Some(mark) = quote {
            let mut text = String::new();
            let first = mark == '`';
            while at < bytes.len() && bytes[at] != mark {
                if mark == '`' && bytes[at] == '$' && bytes[at + 1] == '{' {
                    break;
                }
                if bytes[at] == '\\' {
                    at += 1;
                }
                text.push(bytes[at]);
                at += 1;
            }
            found.push(Literal { text, before: code.clone(), template: first });
            quote = None;
            if bytes[at] == '$' {
                depth.push(0);
                at += 1;
                code.push_str("${");
            } else {
                code.push(mark);
            }
            at += 1;
            continue;
        }
        match here {
            '/' if next == '/' => {
                while at < bytes.len() && bytes[at] != '\n' {
                    at += 1;
                }
            }
            '/' if next == '*' => {
                while bytes[at] != '*' || bytes[at + 1] != '/' {
                    at += 1;
                }
                at += 1;
            }
            // A pattern stands where a value may begin.
            '/' if code.ends_with(['(', ',', '=', ':', '!', '&', '|', '?', '{', ';']) => {
                at += 1;
                while bytes[at] != '/' {
                    at += if bytes[at] == '\\' { 2 } else { 1 };
                }
                code.push('/');
            }
            '\'' | '"' | '`' => quote = Some(here),
            '{' => {
                if let Some(it) = depth.last_mut() {
                    *it += 1;
                }
                code.push(here);
            }
            '}' if depth.last() == Some(&0) => {
                depth.pop();
                code.push('}');
                quote = Some('`');
            }
            '}' => {
                if let Some(it) = depth.last_mut() {
                    *it -= 1;
                }
                code.push(here);
            }
            _ if here.is_whitespace() => {
                if code.ends_with(char::is_alphanumeric) {
                    code.push(' ');
                }
            }
            _ => code.push(here),
        }
        at += 1;
    }
    found
}

fn scripts() -> Vec<(String, Vec<Literal>)> {
    let paths = below(&folder("src/board/web"), &["js"]);
    let name = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
    paths.iter().map(|path| (name(path), literals(&read(path)))).collect()
}

#[test]
fn scripts_are_taken_apart() {
    let found =
        literals("t('a.b', { n }); // 'no'\nx(`c ${y ? 'd' : `e${z}`} f`); /'/.test(\"g\")");
    let texts: Vec<_> = found.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(texts, ["a.b", "c ", "d", "e", "", " f", "g"]);
    assert!(found[0].before.ends_with("t(") && found[1].template && !found[2].template);
}

#[test]
fn every_word_of_the_page_is_used_and_none_is_missing() {
    let words = english().page;
    let html = read(&folder("src/board/web/index.html"));
    let mut used: BTreeSet<String> = BTreeSet::new();
    for part in html
        .split("data-t=\"")
        .chain(html.split("data-t-label=\""))
        .filter(|it| !it.starts_with('<'))
    {
        let key = part.split('"').next().unwrap();
        assert!(words.contains_key(key), "index.html has the unknown key {key}");
        used.insert(key.to_owned());
    }
    for (name, literals) in scripts() {
        for Literal { text, before, template } in literals {
            let asks = before.ends_with("t(") && !before.ends_with(|c: char| c.is_alphanumeric());
            let asks = asks
                && !before[..before.len() - 2].ends_with(|c: char| c.is_alphanumeric() || c == '.');
            if template && asks {
                let of: Vec<_> = words.keys().filter(|key| key.starts_with(&text)).collect();
                assert!(!of.is_empty(), "{name} has the unknown key {text}..");
                used.extend(of.into_iter().cloned());
            } else {
                assert!(!asks || words.contains_key(&text), "{name} has the unknown key {text}");
                used.insert(text);
            }
        }
    }
    let unused: Vec<_> = words.keys().filter(|key| !used.contains(*key)).collect();
    assert_eq!(unused, Vec::<&String>::new(), "nothing uses these words");
}

/// What looks like words and is for machines: classes, elements, why a socket was closed.
const MACHINES: &[&str] = &[
    "last full",
    "mark rank",
    "names games",
    "pv whole",
    "form .choose",
    "input, textarea, select",
    "button, a, input, select",
    "tall compact small",
    "tall compact tablet",
    "short compact small",
    "desk wide",
    "no hello",
    "too much",
    "too many messages",
];

/// Whether a text looks like words of a sentence, or one that begins with a capital letter.
fn is_prose(text: &str) -> bool {
    let is_machines = text.starts_with('.') || text.starts_with("px)") || MACHINES.contains(&text);
    if is_machines || text.contains(['<', '=', '[', '>', '#', '{']) {
        return false;
    }
    let is_word = |word: &&str| {
        let word = word.trim_matches(|c: char| c.is_ascii_punctuation() || c == '…' || c == '·');
        word.chars().count() > 1 && word.chars().all(|c| c.is_alphabetic() || c == '’')
    };
    let words = text.split(' ').filter(is_word).count();
    let is_title = text.starts_with(|c: char| c.is_uppercase())
        && text.chars().skip(1).any(char::is_lowercase)
        && text.contains(|c: char| c.is_lowercase())
        && text.chars().all(|c| c.is_lowercase() || c.is_uppercase() || c == '…');
    words > 1 || is_title && text.chars().filter(|c| c.is_uppercase()).count() == 1
}

/// Keys of the keyboard, types of browsers.
const NAMES: &[&str] = &["Home", "End", "Escape", "Enter", "Esc", "Quincunx"];

#[test]
fn no_script_has_words_of_its_own() {
    for text in ["No move yet.", "Hint", "found, ", " the best", "wins in 5"] {
        let prose = is_prose(text);
        assert_eq!(
            prose,
            !matches!(text, "found, " | " the best" | "wins in 5") || prose,
            "{text}"
        );
    }
    let mut found = Vec::new();
    for (name, literals) in scripts() {
        for Literal { text, before, .. } in literals {
            let is_path = before.trim_end().ends_with("from") || before.ends_with("import(");
            if !is_path && is_prose(&text) && !NAMES.contains(&text.as_str()) {
                found.push(format!("{name}: {text:?}"));
            }
        }
    }
    assert_eq!(found, [""; 0], "these belong into words/en.json");
}

#[test]
fn the_page_itself_has_no_words() {
    let html = read(&folder("src/board/web/index.html"));
    let body = html.split("<body>").nth(1).unwrap();
    for part in body.split('>').skip(1) {
        let text = part.split('<').next().unwrap().trim();
        let plain = text.chars().filter(|c| c.is_alphabetic()).count() == 0;
        assert!(plain || text == "Quincunx", "index.html says {text:?}");
    }
    for attribute in ["title=\"", "placeholder=\"", "alt=\"", "aria-label=\""] {
        assert!(!html.contains(attribute), "index.html has words in {attribute}");
    }
}

/// Whether a sentence is one of what the engine is known to say, as `told` of words.js finds it.
fn knows(said: &Map<String, Value>, text: &str) -> bool {
    said.contains_key(text) || said.keys().any(|key| key.contains("1}") && fits(key, text))
}

/// Whether a text fits a key with gaps.
fn fits(key: &str, text: &str) -> bool {
    let Some((head, rest)) = key.split_once('{') else { return key == text };
    let Some(after) = text.strip_prefix(head) else { return false };
    let (gap, rest) = rest.split_once('}').unwrap();
    let several = gap.starts_with('*');
    let ends = after.char_indices().map(|(at, c)| (at + c.len_utf8(), c));
    ends.take_while(|(_, c)| several || *c != ' ').any(|(end, _)| fits(rest, &after[end..]))
}

#[test]
fn gaps_are_words_or_several() {
    assert!(fits("{1} to {2}", "a1 to b2") && !fits("{1} to {2}", "go on to b2"));
    assert!(fits("{*1} on {2}", "red X on A") && !fits("{1} on {2}", "red X on A"));
    assert!(!fits("{1} left", "left") && fits("no gap", "no gap") && !fits("no gap", "no gaps"));
}

/// All texts in a value, those of a key left out.
fn texts(value: &Value, of: &[&str], into: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| texts(item, of, into)),
        Value::Object(items) => {
            for (key, item) in items {
                if of.contains(&key.as_str()) {
                    into.extend(item.as_str().filter(|text| !text.is_empty()).map(str::to_owned));
                }
                texts(item, of, into);
            }
        }
        _ => {}
    }
}

/// What is said of positions of random games, and why moves are refused.
fn of_games(session: &dyn Session, seed: u64, into: &mut BTreeSet<String>) {
    let mut session = session.fresh();
    let mut dice = SplitMix64::new(seed);
    let mut earlier: Vec<String> = Vec::new();
    for _ in 0..400 {
        texts(&json!(session.scene()), &["text", "short", "hint", "count", "said"], into);
        let legal = session.legal_moves();
        if legal.is_empty() {
            return;
        }
        if let Some(wrong) = earlier.get(dice.below(earlier.len().max(1))) {
            if let Err(refused) = session.play(&moves_of(wrong)) {
                into.insert(refused.error.to_string());
            } else {
                session.undo(1);
            }
        }
        let chosen = legal[dice.below(legal.len())].clone();
        // Any two moves will do: the coach says what the rules say of them.
        let best = [legal[dice.below(legal.len())].clone()];
        session.play(&moves_of(&chosen)).unwrap();
        let replies = session.legal_moves();
        session.undo(1);
        let reply: Vec<_> =
            replies.get(dice.below(replies.len().max(1))).cloned().into_iter().collect();
        into.extend(session.explain(&chosen, &best, &reply).unwrap_or_default());
        session.play(&moves_of(&chosen)).unwrap();
        earlier.push(chosen);
    }
}

#[test]
fn what_the_engine_says_is_known_in_every_language() {
    let catalogue = Catalogue::new(Engine::new());
    let mut all = BTreeSet::new();
    let described: Value = serde_json::from_str(&catalogue.text()).unwrap();
    texts(&described["levels"], &["text"], &mut all);
    for game in described["games"].as_array().unwrap() {
        let words = ["title", "line", "label", "help"];
        texts(&json!({"title": game["title"], "line": game["line"]}), &words, &mut all);
        texts(&game["phases"], &words, &mut all);
        texts(&game["options"], &words, &mut all);
        texts(&game["looks"], &["name"], &mut all);
        texts(&game["kinds"], &["name"], &mut all);
        for thing in game["things"].as_array().unwrap() {
            let name = thing["name"].as_str().filter(|name| name.len() > 3);
            all.extend(name.map(str::to_owned));
        }
        for option in game["options"].as_array().unwrap() {
            let values = option["values"].as_array().unwrap().iter();
            all.extend(values.map(|value| value[1].as_str().unwrap().to_owned()));
        }
        let name = game["name"].as_str().unwrap();
        let guide = catalogue.guide(name).unwrap();
        texts(&guide, &["heading", "paragraph", "caption"], &mut all);
        for block in guide.as_array().unwrap() {
            let items = block["list"].as_array().into_iter().flatten();
            all.extend(items.map(|item| item.as_str().unwrap().to_owned()));
        }
        all.extend(catalogue.puzzles(name).iter().flat_map(|puzzle| puzzle.themes.clone()));
        for seed in 0..3 {
            of_games(&*catalogue.open(name).unwrap(), seed, &mut all);
        }
    }
    assert!(all.len() > 500, "{}", all.len());
    let is_number = |text: &str| text.chars().all(|c| c.is_numeric() || " +−-".contains(c));
    for Language { name, said, .. } in languages().iter().filter(|one| one.name != "en") {
        let unknown: Vec<_> =
            all.iter().filter(|text| !is_number(text) && !knows(said, text)).collect();
        assert!(unknown.is_empty(), "{name} does not know {unknown:#?}");
    }
}

/// What a language says for the engine is what some source of the engine says.
#[test]
fn nothing_is_translated_that_the_engine_does_not_say() {
    let sources = below(&folder("src"), &["rs", "txt"]);
    let own = folder("src/board/words.rs");
    let sources: String =
        sources.iter().filter(|path| **path != own).map(|path| read(path)).collect();
    // Sentences in sources are broken by the width of a line.
    let sources = sources.replace("\\\n", "").split_whitespace().collect::<Vec<_>>().join(" ");
    for key in languages().iter().find(|one| one.name != "en").unwrap().said.keys() {
        // Sentences are put together of parts.
        for part in key.split(['{', ';']).map(|part| part.split('}').next_back().unwrap()) {
            let part = part.trim_matches([' ', ',', '.']);
            // The words of a text that is made of several are there one by one.
            let is_there = |text: &str| sources.contains(text);
            let each = part.split([' ', ',', '’']).all(is_there);
            assert!(is_there(part) || (part.len() < 30 && each), "{key:?} has {part:?}");
        }
    }
}
