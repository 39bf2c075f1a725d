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
fn sources(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path, extensions));
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
    let for_unix = dependencies(&manifest, "[target.'cfg(unix)'.dependencies]");
    assert!(!for_unix.is_empty());
    let dependencies = &dependencies(&manifest, "[dependencies]") | &for_unix;
    assert!(floors.len() >= 7 && dependencies.len() >= 4, "{floors:?} {dependencies:?}");
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for path in sources(&root().join("src"), &["rs"]) {
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

/// The files of a folder by name, each with its code and how many `super`s lead to the folder. The
/// files of a folder inside count as one. Tests do not count.
type Folder = BTreeMap<String, Vec<(usize, String)>>;

/// The traits that the rest of the program knows a game's position by.
const TRAITS: [&str; 4] = ["Position", "Notation", "Evaluate", "Weighed"];

fn folder(path: &Path) -> Folder {
    let root = fs::read_to_string(path.join("mod.rs")).unwrap_or_default();
    let mut files = Folder::new();
    for file in sources(path, &["rs"]) {
        let inside: Vec<&str> =
            file.strip_prefix(path).unwrap().iter().map(|part| part.to_str().unwrap()).collect();
        let name = inside[0].trim_end_matches(".rs");
        let is_for_tests = root.contains(&format!("#[cfg(test)]\nmod {name};"));
        if name == "mod" || is_for_tests {
            continue;
        }
        let depth = inside.len() - usize::from(inside[inside.len() - 1] == "mod.rs");
        let source = fs::read_to_string(&file).unwrap();
        let tests = source.find("\n#[cfg(test)]\nmod tests {").unwrap_or(source.len());
        let code = without_comments(&source[..tests]);
        files.entry(name.to_owned()).or_default().push((depth, code));
    }
    files
}

/// Returns the names right behind each `root` of a source text, unless a `super::` precedes it.
fn named_behind(source: &str, root: &str) -> BTreeSet<String> {
    const DEEPER_THAN_ANY: usize = 9;
    let source = source
        .replace(&format!("super::{root}"), "elsewhere::")
        .replace(root, "\0")
        .replace("crate::", "elsewhere::")
        .replace('\0', "crate::");
    named_modules(&source, DEEPER_THAN_ANY)
}

fn words(source: &str) -> BTreeSet<&str> {
    source.split(|c: char| !c.is_alphanumeric() && c != '_').collect()
}

/// Returns what a file gives to types of other files of its folder: the traits among [`TRAITS`], and
/// the methods that others may call, as `.name(`.
fn given(file: &str, files: &Folder) -> (BTreeSet<String>, BTreeSet<String>) {
    let code = |name: &str| files[name].iter().map(|(_, code)| code.as_str()).collect::<String>();
    let defines = |code: &str, name: &str| {
        ["struct ", "enum "].iter().any(|kind| {
            let definition = format!("{kind}{name}");
            code.match_indices(&definition).any(|(at, _)| {
                !code[at + definition.len()..].starts_with(|c: char| c.is_alphanumeric())
            })
        })
    };
    let here = code(file);
    let others: Vec<String> =
        files.keys().filter(|other| *other != file).map(|other| code(other)).collect();
    let (mut traits, mut methods) = (BTreeSet::new(), BTreeSet::new());
    for block in here.split("\nimpl").skip(1) {
        let block = block.split("\n}\n").next().unwrap_or(block);
        let Some((head, body)) = block.split_once(" {") else { continue };
        let (given, taker) = head.split_once(" for ").unwrap_or(("", head));
        let taker = taker.trim().split('<').next().unwrap_or(taker);
        if defines(&here, taker) || !others.iter().any(|other| defines(other, taker)) {
            continue;
        }
        traits.extend(TRAITS.iter().filter(|name| given.trim() == **name).map(|n| (*n).to_owned()));
        let public = body.lines().filter(|line| line.trim_start().starts_with("pub"));
        let names = public.filter_map(|line| first_name(line.split_once(" fn ")?.1));
        // A name that several files have says nothing about whose it is.
        methods.extend(names.filter(|name| {
            let definition = format!("fn {name}");
            !others.iter().any(|other| other.contains(&definition))
        }));
    }
    (traits, methods)
}

/// Returns which files of a folder each of its files uses: those that it names behind `super::` or
/// the folder's path, itself or by what the folder's `mod.rs` says to be theirs, and those whose
/// traits and methods for a type of another file it uses.
fn uses(files: &Folder, path: &str, root: &str) -> BTreeMap<String, BTreeSet<String>> {
    let root = without_comments(root);
    let mut owners: BTreeMap<String, &String> = BTreeMap::new();
    for file in files.keys() {
        owners.insert(file.clone(), file);
        let exported = named_behind(&root, &format!("use {file}::"));
        owners.extend(exported.into_iter().map(|name| (name, file)));
    }
    let given: Vec<_> = files.keys().map(|file| (file, given(file, files))).collect();
    let mut uses = BTreeMap::new();
    for (file, parts) in files {
        let mut used = BTreeSet::new();
        for (depth, code) in parts {
            let roots = ["super::".repeat(*depth), format!("crate::{path}::")];
            let named = roots.iter().flat_map(|root| named_behind(code, root));
            used.extend(named.filter_map(|name| owners.get(&name).map(|file| (*file).clone())));
            let words = words(code);
            for (giver, (traits, methods)) in &given {
                let calls = |name: &String| {
                    [".", "::"].iter().any(|dot| {
                        ["(", "::<"].iter().any(|end| code.contains(&format!("{dot}{name}{end}")))
                    })
                };
                if traits.iter().any(|name| words.contains(name.as_str()))
                    || methods.iter().any(calls)
                {
                    used.insert((*giver).clone());
                }
            }
        }
        used.remove(file);
        uses.insert(file.clone(), used);
    }
    uses
}

/// Returns a circle of files that use each other, if there is one.
fn cycle(uses: &BTreeMap<String, BTreeSet<String>>) -> Option<String> {
    /// Follows the path to its end and on; `done` are the files that lead into no circle.
    fn follow<'a>(
        uses: &'a BTreeMap<String, BTreeSet<String>>,
        path: &mut Vec<&'a str>,
        done: &mut BTreeSet<&'a str>,
    ) -> Option<String> {
        let last = *path.last()?;
        for next in &uses[last] {
            if let Some(at) = path.iter().position(|file| file == next) {
                return Some(format!("{} -> {next}", path[at..].join(" -> ")));
            }
            if !done.contains(next.as_str()) {
                path.push(next);
                let found = follow(uses, path, done);
                if found.is_some() {
                    return found;
                }
            }
        }
        done.insert(last);
        path.pop();
        None
    }
    let mut done = BTreeSet::new();
    uses.keys().find_map(|file| follow(uses, &mut vec![file.as_str()], &mut done))
}

/// Returns what is wrong with the table `| file | owns |` of a folder's `mod.rs`: a file that it
/// does not list, or lists before one that the file uses.
fn misplaced(uses: &BTreeMap<String, BTreeSet<String>>, root: &str) -> Vec<String> {
    let rows = root.lines().filter_map(|line| line.strip_prefix("//! | ")?.split_once(" | "));
    let listed: Vec<&str> = rows
        .filter(|(files, _)| files.contains('`'))
        .flat_map(|(files, _)| files.split('`').skip(1).step_by(2))
        .collect();
    let mut wrong = Vec::new();
    for name in listed.iter().filter(|name| !uses.contains_key(**name)) {
        wrong.push(format!("the table lists {name}, which is no file"));
    }
    for (file, used) in uses {
        let Some(at) = listed.iter().position(|name| name == file) else {
            wrong.push(format!("the table does not list {file}"));
            continue;
        };
        for other in used.iter().filter(|other| !listed[..at].contains(&other.as_str())) {
            wrong.push(format!("{file} uses {other}, which the table does not list before it"));
        }
    }
    wrong
}

#[test]
fn the_files_of_a_game_use_each_other_one_way() {
    let games = root().join("src/games");
    let mut wrong = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(&games).unwrap() {
        let path = entry.unwrap().path();
        if !path.is_dir() {
            continue;
        }
        let game = path.file_name().unwrap().to_str().unwrap();
        let files = folder(&path);
        let mod_rs = fs::read_to_string(path.join("mod.rs")).unwrap();
        let uses = uses(&files, &format!("games::{game}"), &mod_rs);
        assert!(uses["position"].len() >= 4 && uses["notation"].len() >= 4, "{game}: {uses:?}");
        match cycle(&uses) {
            Some(cycle) => wrong.push(format!("{game}: a circle: {cycle}")),
            None => wrong.extend(misplaced(&uses, &mod_rs).iter().map(|w| format!("{game}: {w}"))),
        }
        count += 1;
    }
    assert!(count >= 5, "{count} games");
    wrong.sort();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_file_in_the_wrong_row_is_seen() {
    let uses = |list: &[(&str, &[&str])]| {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        list.iter().map(|(file, used)| ((*file).to_owned(), names(used))).collect()
    };
    let table = "//! | file | owns |\n//! |---|---|\n//! | `a`, [`b`] | one |\n//! | `c` | two |\n";
    assert_eq!(misplaced(&uses(&[("a", &[]), ("b", &["a"]), ("c", &["a", "b"])]), table), [""; 0]);
    assert_eq!(
        misplaced(&uses(&[("a", &["c"]), ("b", &[]), ("c", &[])]), table),
        ["a uses c, which the table does not list before it"]
    );
    assert_eq!(
        misplaced(&uses(&[("a", &[]), ("b", &[]), ("d", &[])]), table),
        ["the table lists c, which is no file", "the table does not list d"]
    );
}

#[test]
fn a_circle_of_files_is_seen() {
    let circle = |sources: &[(&str, usize, &str)]| {
        let mut files = Folder::new();
        for (name, depth, code) in sources {
            let code = format!("\n{code}\n");
            files.entry((*name).to_owned()).or_default().push((*depth, code));
        }
        cycle(&uses(&files, "games::chess", "mod b;\npub use b::{Board, PIECES};\n"))
    };
    let seen = |cycle: &str| Some(cycle.to_owned());
    assert_eq!(circle(&[("a", 1, "use super::b::X;"), ("b", 1, "")]), None);
    assert_eq!(
        circle(&[("a", 1, "use super::b::X;"), ("b", 1, "fn f() { super::a::f(); }")]),
        seen("a -> b -> a")
    );
    // Named by the folder's path, in a group, and through what `mod.rs` exports.
    assert_eq!(
        circle(&[
            ("a", 1, "use super::{c, d::{e, f}};"),
            ("b", 1, "use crate::games::chess::a;"),
            ("c", 1, "use super::Board;"),
            ("d", 1, "use crate::kernel::{a, b};")
        ]),
        seen("a -> c -> b -> a")
    );
    // A folder inside counts as one file; its own files are its own affair.
    assert_eq!(circle(&[("a", 1, "use super::b;"), ("b", 2, "use super::a;")]), None);
    assert_eq!(
        circle(&[("a", 1, "use super::b;"), ("b", 2, "use super::super::a;")]),
        seen("a -> b -> a")
    );
    // What is given to a type of another file.
    let board =
        ("b", 1, "pub struct Board;\nimpl Board {\n    pub fn g(&self) { self.group(); }\n}\n");
    let group = "use super::b::Board;\nimpl Board {\n    pub(super) fn group(&self) {}\n}\n";
    assert_eq!(circle(&[board, ("groups", 1, group)]), seen("b -> groups -> b"));
    let named = "use super::b::Board;\nimpl Position for Board {\n}\n";
    assert_eq!(
        circle(&[("b", 1, "struct Board;\nuse crate::kernel::Position;"), ("p", 1, named)]),
        seen("b -> p -> b")
    );
}

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

/// The part of a source before its tests, which may take any game for an example.
fn without_tests(source: &str) -> &str {
    &source[..source.find("\n#[cfg(test)]\nmod tests {").unwrap_or(source.len())]
}

/// A game is a folder and a name in a list: nobody outside its folder knows it.
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

/// Every folder of `games` is a game of the list, and every game has one.
#[test]
fn every_folder_is_a_game() {
    let folders = fs::read_dir(root().join("src/games")).unwrap().map(|entry| entry.unwrap());
    let folders = folders.filter(|entry| entry.path().is_dir());
    let folders: BTreeSet<String> =
        folders.map(|entry| entry.file_name().into_string().unwrap()).collect();
    assert_eq!(folders, Standard::NAMES.iter().map(|name| (*name).to_owned()).collect());
}
