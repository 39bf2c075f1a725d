//! The floors: which module may name which, and which crates; and that nobody names a game.
//!
//! The table stands in the documentation of `src/lib.rs`; this test reads it there and compares it
//! with what the source names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use quincunx::games::{GameList, Standard};

/// What a module may name.
#[derive(Debug, Default)]
struct Allowed {
    modules: BTreeSet<String>,
    crates: BTreeSet<String>,
}

/// Reads the rows `| floor | module | may name | outside crates |`.
fn table(lib: &str) -> BTreeMap<String, Allowed> {
    let names = |cell: &str| -> BTreeSet<String> {
        cell.split(',')
            .map(|name| name.trim().trim_matches('`').to_owned())
            .filter(|name| !name.is_empty() && name != "-")
            .collect()
    };
    lib.lines()
        .filter_map(|line| line.strip_prefix("//! | "))
        .map(|row| row.trim_end_matches('|').split('|').map(str::trim).collect::<Vec<_>>())
        .filter(|cells| cells.len() == 4 && cells[1].starts_with('`'))
        .map(|cells| {
            let allowed = Allowed { modules: names(cells[2]), crates: names(cells[3]) };
            (cells[1].trim_matches('`').to_owned(), allowed)
        })
        .collect()
}

/// The crates that a section of the manifest lists, as paths name them.
fn dependencies(manifest: &str, section: &str) -> BTreeSet<String> {
    manifest
        .lines()
        .skip_while(|line| *line != section)
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.split_once('='))
        .map(|(name, _)| name.trim().replace('-', "_"))
        .collect()
}

/// The names right behind each `crate::` of a source text, comments left out. A group
/// (`crate::{a, b::c}`) gives the first name of each of its branches.
fn named_modules(source: &str, depth: usize) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    // In a file so many folders deep, as many `super`s reach the root as well.
    let climb = "super::".repeat(depth);
    for root in ["crate::", climb.as_str()] {
        for (at, _) in source.match_indices(root) {
            let rest = &source[at + root.len()..];
            if let Some(group) = rest.strip_prefix('{') {
                let mut level = 0;
                let mut branch = String::new();
                for c in group.chars() {
                    match c {
                        '{' => level += 1,
                        '}' if level == 0 => break,
                        '}' => level -= 1,
                        ',' if level == 0 => {
                            names.extend(first_name(&branch));
                            branch.clear();
                        }
                        _ if level == 0 => branch.push(c),
                        _ => {}
                    }
                }
                names.extend(first_name(&branch));
            } else {
                names.extend(first_name(rest));
            }
        }
    }
    names
}

fn first_name(text: &str) -> Option<String> {
    let name: String =
        text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    (!name.is_empty()).then_some(name)
}

fn without_comments(source: &str) -> String {
    let code = |line: &str| !line.trim_start().starts_with("//");
    source.lines().filter(|line| code(line)).map(|line| format!("{line}\n")).collect()
}

/// What a file names that its module may not.
fn violations(
    module: &str,
    depth: usize,
    source: &str,
    floors: &BTreeMap<String, Allowed>,
    dependencies: &BTreeSet<String>,
) -> Vec<String> {
    let source = without_comments(source);
    let Some(allowed) = floors.get(module) else {
        return vec![format!("module {module} is not in the table of lib.rs")];
    };
    let mut wrong = Vec::new();
    for name in named_modules(&source, depth) {
        // Exported macros are named from the root.
        if floors.contains_key(&name) && name != module && !allowed.modules.contains(&name) {
            wrong.push(format!("{module} names crate::{name}"));
        }
    }
    for name in dependencies {
        let is_path = |at: usize| {
            let before = source[..at].chars().next_back().unwrap_or(' ');
            !before.is_alphanumeric() && before != '_' && before != ':'
        };
        let path = format!("{name}::");
        if source.match_indices(&path).any(|(at, _)| is_path(at)) && !allowed.crates.contains(name)
        {
            wrong.push(format!("{module} names the crate {name}"));
        }
    }
    wrong
}

/// The files of a folder and its folders that end so.
fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, extensions));
        } else if path.extension().is_some_and(|e| extensions.iter().any(|wanted| e == *wanted)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn every_module_names_only_what_its_floor_may() {
    let floors = table(&fs::read_to_string(root().join("src/lib.rs")).unwrap());
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let for_tests = dependencies(&manifest, "[dev-dependencies]");
    let dependencies = dependencies(&manifest, "[dependencies]");
    assert!(floors.len() >= 7 && dependencies.len() >= 4, "{floors:?} {dependencies:?}");
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for path in files(&root().join("src"), &["rs"]) {
        let inside = path.strip_prefix(root().join("src")).unwrap();
        let parts: Vec<&str> = inside.iter().map(|part| part.to_str().unwrap()).collect();
        if parts.len() == 1 {
            continue;
        }
        seen.insert(parts[0].to_owned());
        let depth = parts.len() - usize::from(parts[parts.len() - 1] == "mod.rs");
        let source = fs::read_to_string(&path).unwrap();
        let is_test = parts.iter().any(|part| ["tests", "tests.rs"].contains(part));
        // Tests stand at the end of a file or in files of their own; they may use what is for them.
        let code_ends = source.find("\n#[cfg(test)]\nmod tests {").unwrap_or(source.len());
        let (code, tests) = source.split_at(if is_test { 0 } else { code_ends });
        let for_code = violations(parts[0], depth, code, &floors, &dependencies);
        let for_tests = violations(parts[0], depth, tests, &floors, &(&dependencies - &for_tests));
        for what in for_code.into_iter().chain(for_tests) {
            wrong.push(format!("{}: {what}", inside.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(seen, floors.keys().cloned().collect(), "the table lists the modules there are");
}

#[test]
fn a_breach_is_seen() {
    let floors = table(
        "//! | 0 | `kernel` | - | rayon |\n//! | 1 | `search` | kernel | - |\n\
         //! | 2 | `games` | kernel | nom |\n",
    );
    let crates = ["nom", "rayon"].map(str::to_owned).into();
    let check = |module, source| violations(module, 2, source, &floors, &crates);
    assert_eq!(check("games", "use crate::kernel::Score;\nuse nom::Parser;"), [""; 0]);
    assert_eq!(check("games", "use crate::search::Table;"), ["games names crate::search"]);
    assert_eq!(
        check("games", "use crate::{kernel::{A, B}, search};"),
        ["games names crate::search"]
    );
    assert_eq!(
        check("games", "let x = super::super::search::go();"),
        ["games names crate::search"]
    );
    assert_eq!(check("kernel", "fn f() { nom::bytes::take(1); }"), ["kernel names the crate nom"]);
    assert_eq!(check("games", "// crate::search\n/// [x](crate::search)\n"), [""; 0]);
    assert_eq!(check("other", ""), ["module other is not in the table of lib.rs"]);
}

/// Where games are still named outside their folders, and which: the tables of solved positions, and
/// the option that opens them.
const STILL_NAMED: [(&str, &str); 3] =
    [("tablebase/", "morris"), ("cli/tablebase/", "morris"), ("engine/options.rs", "morris")];

/// The floors whose comments name no game either: those of `cli` are help texts.
const SILENT: [&str; 5] = ["engine", "protocol", "arena", "tune", "cli"];

/// What a file outside `games` names of the games: identifiers and paths, words in strings, and in the
/// comments of the [`SILENT`] floors. `games` are the names of modules and types.
fn games_named(inside: &str, source: &str, games: &[String]) -> Vec<String> {
    let module = inside.split('/').next().unwrap_or("");
    let source =
        if SILENT.contains(&module) { source.to_owned() } else { without_comments(source) };
    let words = source.split(|c: char| !c.is_alphanumeric() && c != '_');
    let mut named: Vec<String> = words
        .filter(|word| games.iter().any(|game| game.eq_ignore_ascii_case(word)))
        .filter(|word| {
            let is_known = |(place, game): &(&str, &str)| {
                inside.starts_with(place) && word.eq_ignore_ascii_case(game)
            };
            !STILL_NAMED.iter().any(is_known)
        })
        .map(str::to_owned)
        .collect();
    named.sort_unstable();
    named.dedup();
    named
}

/// The part of a source before its tests, which may take any game for an example.
fn without_tests(source: &str) -> &str {
    &source[..source.find("\n#[cfg(test)]\nmod tests {").unwrap_or(source.len())]
}

/// A game is a folder and a name in a list: nobody outside its folder knows it.
#[test]
fn nobody_but_the_list_names_a_game() {
    let games: Vec<String> = Standard::NAMES.iter().map(|name| (*name).to_owned()).collect();
    let mut wrong = Vec::new();
    let mut named_still: BTreeSet<&(&str, &str)> = BTreeSet::new();
    for path in files(&root().join("src"), &["rs", "txt"]) {
        let inside = path.strip_prefix(root().join("src")).unwrap();
        let inside: Vec<&str> = inside.iter().map(|part| part.to_str().unwrap()).collect();
        if inside.len() == 1 || inside[0] == "games" {
            continue;
        }
        let inside = inside.join("/");
        let source = fs::read_to_string(&path).unwrap();
        let source = without_tests(&source);
        for name in games_named(&inside, source, &games) {
            wrong.push(format!("{inside} names {name}"));
        }
        let lower = source.to_ascii_lowercase();
        named_still.extend(
            STILL_NAMED.iter().filter(|(p, game)| inside.starts_with(p) && lower.contains(game)),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(named_still.len(), STILL_NAMED.len(), "an exemption that nobody needs");
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
    let named = |inside| games_named(inside, "fn morris() {}", &["morris".to_owned()]);
    assert_eq!((named("tablebase/file.rs"), named("tune/fit.rs")), (vec![], vec!["morris".into()]));
    assert_eq!(without_tests("let x;\n#[cfg(test)]\nmod tests {\n"), "let x;");
}

/// Every folder of `games` is a game of the list, and every game has one.
#[test]
fn every_folder_is_a_game() {
    let folders = fs::read_dir(root().join("src/games")).unwrap().map(|entry| entry.unwrap());
    let folders = folders.filter(|entry| entry.path().is_dir());
    let folders: BTreeSet<String> =
        folders.map(|entry| entry.file_name().into_string().unwrap()).collect();
    assert_eq!(folders, Standard::NAMES.iter().map(|name| (*name).to_owned()).collect());
}
