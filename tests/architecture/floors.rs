//! Which module may name which, and which crates: the table in the documentation of `src/lib.rs`,
//! compared with what the source names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::source::{named_modules, root, sources, without_comments, without_tests};

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
        let code_ends = if is_test { 0 } else { without_tests(&source).len() };
        let (code, tests) = source.split_at(code_ends);
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
