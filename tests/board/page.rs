//! What holds of the page of `quincunx board` without a browser: the contrast of its colours, and who names whom.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

/// Colours and the least contrast of the first on the second, in both themes.
const PAIRS: &[(&str, &str, f64)] = &[
    ("ink", "bg", 12.0),
    ("ink", "card", 12.0),
    ("ink2", "bg", 4.5),
    ("ink2", "card", 4.5),
    ("ink2", "board", 4.5),
    ("onW", "wf", 12.0),
    ("onB", "bf", 12.0),
    ("ws", "wf", 7.0),
    ("bs", "board", 4.5),
    ("accent", "bg", 4.5),
    ("accent", "card", 4.5),
    ("card", "accent", 4.5),
    ("bad", "card", 4.5),
    ("onp1", "p1", 4.5),
    ("onp2", "p2", 4.5),
    ("edge", "board", 3.0),
    ("edge", "board2", 3.0),
    ("accent", "board", 3.0),
    ("accent", "board2", 3.0),
    ("last", "board", 3.0),
    ("last", "board2", 3.0),
];

fn web(path: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/board/web").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The names of the files in a folder of the page.
fn files(folder: &str) -> Vec<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/board/web").join(folder);
    let entries = fs::read_dir(path).unwrap().map(Result::unwrap);
    let names = entries.filter(|entry| entry.path().is_file()).map(|entry| entry.file_name());
    let names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
    assert!(names.len() > 5, "{names:?}");
    names
}

/// The tokens of the style sheet, light and dark: `--a: light-dark(#.., #..);` or `--a: #..;`.
fn tokens() -> HashMap<String, [String; 2]> {
    let css = web("board.css");
    let root = css.split(":root {").nth(1).unwrap().split('}').next().unwrap();
    let mut tokens = HashMap::new();
    for (name, value) in
        root.split(';').filter_map(|part| part.trim().strip_prefix("--")?.split_once(": "))
    {
        let pair = match value.strip_prefix("light-dark(").and_then(|value| value.strip_suffix(')'))
        {
            Some(both) => both.split_once(", ").unwrap(),
            None => (value, value),
        };
        tokens.insert(name.to_owned(), [pair.0.to_owned(), pair.1.to_owned()]);
    }
    tokens
}

/// The relative luminance of WCAG 2.
fn luminance(colour: &str) -> f64 {
    let part = |i: usize| {
        let value = f64::from(u8::from_str_radix(&colour[i..i + 2], 16).unwrap()) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { libm::pow((value + 0.055) / 1.055, 2.4) }
    };
    0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}

fn contrast(one: &str, other: &str) -> f64 {
    let (a, b) = (luminance(one), luminance(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn what_stands_on_what_can_be_told_apart() {
    let tokens = tokens();
    assert!(tokens.len() > 30, "{tokens:?}");
    for &(upper, lower, least) in PAIRS {
        for (theme, (upper_ink, lower_ink)) in tokens[upper].iter().zip(&tokens[lower]).enumerate()
        {
            let found = contrast(upper_ink, lower_ink);
            assert!(found >= least, "--{upper} on --{lower} is {found:.1} : 1 in theme {theme}");
        }
    }
    // Plates are as light as each other, so that symbols in black and in white read well on all.
    for plate in ["R", "G", "B"] {
        for ink in ["#0B0B0D", "#FFFFFF"] {
            let found = contrast(&tokens[plate][0], ink);
            assert!(found >= 4.0, "{ink} on --{plate} is {found:.1} : 1");
        }
    }
    // In the dark theme a white outline and the digit tell Red and Blue from the board.
    for side in ["red", "blue"] {
        for ink in &tokens[side] {
            let found = contrast("#FFFFFF", ink);
            assert!(found >= 3.0, "white on --{side} is {found:.1} : 1");
        }
    }
}

#[test]
fn only_the_files_of_games_name_a_game() {
    let names = ["coerceo", "dominions", "hexceed", "morris", "trimok"];
    for file in files("").iter().filter(|file| !file.ends_with(".css")) {
        let text = web(file).to_lowercase();
        for name in names {
            assert!(!text.contains(name), "{file} names {name}");
        }
    }
    let list = web("games/list.js");
    for name in names {
        assert_eq!(list.matches(&format!("./{name}.js")).count(), 1, "{name}");
    }
}

#[test]
fn the_page_needs_nothing_that_its_policy_forbids() {
    let html = web("index.html");
    for word in [" style=", " onclick=", "<script>", "javascript:", "http://", "https://"] {
        assert!(!html.contains(word), "index.html has {word}");
    }
    let games = files("games/").into_iter().map(|name| format!("games/{name}"));
    for file in files("").into_iter().chain(games).filter(|file| file.ends_with(".js")) {
        let text = web(&file);
        for word in ["style=\"", "eval(", "import('http", "cdn"] {
            assert!(!text.contains(word), "{file} has {word}");
        }
    }
}
