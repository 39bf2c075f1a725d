//! Reading the source: its files, and the names in a text of Rust.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The files of a folder and its folders that end so.
pub(crate) fn sources(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
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

pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// How the tests of a file begin.
const TESTS: &str = "\n#[cfg(test)]\nmod tests {";
const TESTS_ON_UNIX: &str = "\n#[cfg(all(test, unix))]\nmod tests {";

/// The part of a source before its tests, which may take any game for an example.
pub(crate) fn without_tests(source: &str) -> &str {
    let tests = [TESTS, TESTS_ON_UNIX].iter().filter_map(|start| source.find(start)).min();
    &source[..tests.unwrap_or(source.len())]
}

/// The names right behind each `crate::` of a source text, comments left out. A group
/// (`crate::{a, b::c}`) gives the first name of each of its branches.
pub(crate) fn named_modules(source: &str, depth: usize) -> BTreeSet<String> {
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

pub(crate) fn first_name(text: &str) -> Option<String> {
    let name: String =
        text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    (!name.is_empty()).then_some(name)
}

pub(crate) fn without_comments(source: &str) -> String {
    let code = |line: &str| !line.trim_start().starts_with("//");
    source.lines().filter(|line| code(line)).map(|line| format!("{line}\n")).collect()
}
