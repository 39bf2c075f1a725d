//! A game is a folder and a name in a list: nobody outside its folder knows it.

use std::collections::BTreeSet;
use std::fs;

use quincunx::games::{GameList, Standard};

use super::source::{root, sources, without_comments, without_tests};

/// The page of the board has a drawing and the rules of each game, in a file of its own, and the server
/// has a list of its files.
const PAGE: [&str; 2] = ["board/web/", "board/files.rs"];

/// The floors whose comments name no game either: those of `cli` are help texts.
const SILENT: [&str; 5] = ["engine", "protocol", "arena", "train", "cli"];

/// What a file outside `games` names of the games: identifiers and paths, words in strings, and in the
/// comments of the [`SILENT`] floors. `games` are the names of modules and types.
fn games_named(inside: &str, source: &str, games: &[String]) -> Vec<String> {
    let module = inside.split('/').next().unwrap_or("");
    let source =
        if SILENT.contains(&module) { source.to_owned() } else { without_comments(source) };
    let words = source.split(|c: char| !c.is_alphanumeric() && c != '_');
    let mut named: Vec<String> = words
        .filter(|word| games.iter().any(|game| game.eq_ignore_ascii_case(word)))
        .map(str::to_owned)
        .collect();
    named.sort_unstable();
    named.dedup();
    named
}

#[test]
fn nobody_but_the_list_names_a_game() {
    let games: Vec<String> = Standard::NAMES.iter().map(|name| (*name).to_owned()).collect();
    let mut wrong = Vec::new();
    for path in sources(&root().join("src"), &["rs", "txt"]) {
        let inside = path.strip_prefix(root().join("src")).unwrap();
        let inside: Vec<&str> = inside.iter().map(|part| part.to_str().unwrap()).collect();
        if inside.len() == 1 || inside[0] == "games" {
            continue;
        }
        let inside = inside.join("/");
        if PAGE.iter().any(|part| inside.starts_with(part)) {
            continue;
        }
        let source = fs::read_to_string(&path).unwrap();
        let source = without_tests(&source);
        for name in games_named(&inside, source, &games) {
            wrong.push(format!("{inside} names {name}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_game_that_is_named_is_seen() {
    let games = ["chess".to_owned(), "go".to_owned()];
    let named = |inside, source| games_named(inside, source, &games);
    assert_eq!(named("engine/odds.rs", "use crate::games::chess::Chess;"), ["Chess", "chess"]);
    assert_eq!(named("cli/play.rs", "/// $ quincunx play chess"), ["chess"], "a help text");
    assert_eq!(named("protocol/help.txt", "variant chess"), ["chess"]);
    assert_eq!(named("search/table.rs", "if name == \"go\" {}"), ["go"], "a string");
    assert_eq!(named("search/table.rs", "// 1.00 in Chess\nlet going = go_on();"), [""; 0]);
    assert_eq!(without_tests("let x;\n#[cfg(test)]\nmod tests {\n"), "let x;");
}

/// Every folder of `games` with a `mod.rs` is a game of the list, and every game has one.
#[test]
fn every_folder_is_a_game() {
    let folders = fs::read_dir(root().join("src/games")).unwrap().map(|entry| entry.unwrap());
    let folders = folders.filter(|entry| entry.path().join("mod.rs").exists());
    let folders: BTreeSet<String> =
        folders.map(|entry| entry.file_name().into_string().unwrap()).collect();
    assert_eq!(folders, Standard::NAMES.iter().map(|name| (*name).to_owned()).collect());
}
