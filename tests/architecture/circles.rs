//! The files of a module use each other one way; those of a game in the order of a table.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::source::{first_name, named_modules, root, sources, without_comments, without_tests};

/// Which files of a folder each of its files uses.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// The files of a folder by name, each with its code and how many `super`s lead to the folder. The
/// files of a folder inside count as one. Tests do not count.
type Folder = BTreeMap<String, Vec<(usize, String)>>;

/// The traits that the rest of the program knows a game's position by.
const TRAITS: [&str; 6] = ["Position", "Notation", "Evaluate", "Order", "Solve", "Weighed"];

/// Returns the files of the module in a folder, and the text of its root: `mod.rs`, or the file of the
/// folder's name beside it.
fn module(path: &Path) -> (Folder, String) {
    let root = fs::read_to_string(path.join("mod.rs"));
    let root = root.or_else(|_| fs::read_to_string(path.with_extension("rs"))).unwrap();
    let mut files = Folder::new();
    for file in sources(path, &["rs"]) {
        let inside: Vec<&str> =
            file.strip_prefix(path).unwrap().iter().map(|part| part.to_str().unwrap()).collect();
        let name = inside[0].trim_end_matches(".rs");
        let last = inside[inside.len() - 1];
        let is_for_tests = root.contains(&format!("#[cfg(test)]\nmod {name};"))
            || inside.iter().any(|part| ["tests", "tests.rs"].contains(part));
        if name == "mod" || is_for_tests {
            continue;
        }
        let depth = inside.len() - usize::from(last == "mod.rs");
        let source = fs::read_to_string(&file).unwrap();
        let code = without_comments(without_tests(&source));
        files.entry(name.to_owned()).or_default().push((depth, code));
    }
    (files, root)
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

/// Returns what follows the parameters of a head such as `<'a, S: Unit> Waves<'a, S>`.
fn without_parameters(head: &str) -> &str {
    let mut level = 0;
    let end = head.find(|c| {
        level += i32::from(c == '<') - i32::from(c == '>');
        level == 0
    });
    if head.starts_with('<') { &head[end.map_or(0, |end| end + 1)..] } else { head }
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
        let taker = first_name(without_parameters(taker)).unwrap_or_default();
        let taker = taker.as_str();
        if taker.is_empty()
            || defines(&here, taker)
            || !others.iter().any(|other| defines(other, taker))
        {
            continue;
        }
        let given = without_parameters(given).trim();
        traits.extend(TRAITS.iter().filter(|name| given == **name).map(|n| (*n).to_owned()));
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
fn uses(files: &Folder, path: &str, root: &str) -> Uses {
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

/// Returns the files that lead back to themselves, in groups that reach each other.
fn circles(uses: &Uses) -> BTreeSet<BTreeSet<&str>> {
    fn reached<'a>(uses: &'a Uses, from: &'a String) -> BTreeSet<&'a str> {
        let (mut reached, mut due) = (BTreeSet::new(), vec![from]);
        while let Some(file) = due.pop() {
            due.extend(uses[file].iter().filter(|next| reached.insert(next.as_str())));
        }
        reached
    }
    let reached: BTreeMap<&str, _> =
        uses.keys().map(|file| (&**file, reached(uses, file))).collect();
    let group = |file: &&str| {
        let beyond = reached[file].iter();
        beyond.copied().filter(|other| reached[other].contains(file)).collect::<BTreeSet<_>>()
    };
    reached.keys().map(group).filter(|circle| !circle.is_empty()).collect()
}

/// Lists the uses among a group of files: `a -> b, b -> a`.
fn arrows(group: &BTreeSet<&str>, uses: &Uses) -> String {
    let inside = |from: &&str| {
        let from = (*from).to_owned();
        let to = uses[&from].iter().filter(|to| group.contains(to.as_str()));
        to.map(|to| format!("{from} -> {to}")).collect::<Vec<_>>()
    };
    group.iter().flat_map(inside).collect::<Vec<_>>().join(", ")
}

/// Returns what is wrong with the table `| file | owns |` of a folder's `mod.rs`: a file that it
/// does not list, or lists before one that the file uses.
fn misplaced(uses: &Uses, root: &str) -> Vec<String> {
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

/// Returns the folders of modules below a folder, at any depth; those of tests are none.
fn modules(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let has_root = path.join("mod.rs").exists() || path.with_extension("rs").exists();
        if path.is_dir() && has_root && !path.ends_with("tests") {
            found.extend(modules(&path));
            found.push(path);
        }
    }
    found
}

#[test]
fn the_files_of_a_module_use_each_other_one_way() {
    let src = root().join("src");
    let mut wrong = Vec::new();
    let modules = modules(&src);
    for path in &modules {
        let inside: Vec<_> =
            path.strip_prefix(&src).unwrap().iter().map(|part| part.to_str().unwrap()).collect();
        let (files, mod_rs) = module(path);
        let uses = uses(&files, &inside.join("::"), &mod_rs);
        let circles = circles(&uses);
        let module = inside.join("/");
        if inside.len() == 2 && inside[0] == "games" && path.join("mod.rs").exists() {
            assert!(uses["position"].len() >= 4 && uses["notation"].len() >= 4, "{uses:?}");
            if circles.is_empty() {
                wrong.extend(misplaced(&uses, &mod_rs).iter().map(|w| format!("{module}: {w}")));
            }
        }
        for circle in circles {
            wrong.push(format!("{module}: a circle: {}", arrows(&circle, &uses)));
        }
    }
    assert!(modules.len() >= 30, "{modules:?}");
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
        let uses = uses(&files, "games::chess", "mod b;\npub use b::{Board, PIECES};\n");
        let circles = circles(&uses);
        circles.iter().map(|circle| arrows(circle, &uses)).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(circle(&[("a", 1, "use super::b::X;"), ("b", 1, "")]), "");
    assert_eq!(
        circle(&[("a", 1, "use super::b::X;"), ("b", 1, "fn f() { super::a::f(); }")]),
        "a -> b, b -> a"
    );
    // Named by the folder's path, in a group, and through what `mod.rs` exports.
    assert_eq!(
        circle(&[
            ("a", 1, "use super::{c, d::{e, f}};"),
            ("b", 1, "use crate::games::chess::a;"),
            ("c", 1, "use super::Board;"),
            ("d", 1, "use crate::kernel::{a, b};")
        ]),
        "a -> c, b -> a, c -> b"
    );
    // A folder inside counts as one file; its own files are its own affair.
    assert_eq!(circle(&[("a", 1, "use super::b;"), ("b", 2, "use super::a;")]), "");
    assert_eq!(
        circle(&[("a", 1, "use super::b;"), ("b", 2, "use super::super::a;")]),
        "a -> b, b -> a"
    );
    // What is given to a type of another file.
    let board =
        ("b", 1, "pub struct Board;\nimpl Board {\n    pub fn g(&self) { self.group(); }\n}\n");
    let group =
        "use super::b::Board;\nimpl<'a> Board<'a> {\n    pub(super) fn group(&self) {}\n}\n";
    assert_eq!(circle(&[board, ("groups", 1, group)]), "b -> groups, groups -> b");
    let named = "use super::b::Board;\nimpl Position for Board {\n}\n";
    assert_eq!(
        circle(&[("b", 1, "struct Board;\nuse crate::kernel::Position;"), ("p", 1, named)]),
        "b -> p, p -> b"
    );
}
