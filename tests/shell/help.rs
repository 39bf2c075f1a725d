//! What the program says of itself, and whether it is true.

use std::collections::HashSet;
use std::env;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::program::{self, finish, interrupt, run, text};

/// The subcommands that the help lists, `help` itself left out.
fn commands() -> Vec<String> {
    let help = run(&["--help"]).ok();
    let (_, list) = help.split_once("\nCommands:\n").unwrap();
    let lines = list.lines().take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| line.strip_prefix("  ")).filter(|l| !l.starts_with(' '));
    let names = names.map(|line| line.split(' ').next().unwrap().to_owned());
    names.filter(|name| name != "help").collect()
}

/// Runs a shell line in a folder, the program found by its name.
fn shell(line: &str, folder: &Path) -> program::Run {
    let program = Path::new(env!("CARGO_BIN_EXE_quincunx")).parent().unwrap().to_owned();
    let known = env::var_os("PATH").unwrap();
    let paths = [program].into_iter().chain(env::split_paths(&known));
    let mut command = Command::new("sh");
    command.arg("-c").arg(line).current_dir(folder);
    command.env("PATH", env::join_paths(paths).unwrap());
    finish(&mut command, "")
}

/// Runs an example. A server is interrupted as soon as it has printed its address; the browser that
/// it would open is not on the path.
fn example(line: &str, folder: &Path) -> program::Run {
    if !line.starts_with("quincunx board") {
        return shell(line, folder);
    }
    let program = Path::new(env!("CARGO_BIN_EXE_quincunx")).parent().unwrap();
    let mut command = Command::new("/bin/sh");
    command.arg("-c").arg(format!("exec {line}")).current_dir(folder).env("PATH", program);
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = child.spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut out = String::new();
    output.read_line(&mut out).unwrap();
    assert!(out.starts_with("http://127.0.0.1:"), "{line}: {out}");
    interrupt(child.id(), "INT");
    output.read_to_string(&mut out).unwrap();
    let end = child.wait_with_output().unwrap();
    let error = String::from_utf8(end.stderr).unwrap();
    program::Run { out, error, code: end.status.code() }
}

/// Every line of a help text that begins with `$ ` can be typed as it is.
#[test]
fn examples_work_as_printed() {
    let commands = commands();
    assert!(commands.len() >= 6, "{commands:?}");
    let helps = commands.iter().map(|name| vec![name.as_str(), "--help"]);
    for arguments in [vec!["--help"]].into_iter().chain(helps) {
        let help = run(&arguments).ok();
        assert!(help.is_ascii(), "{arguments:?}");
        let examples: Vec<&str> =
            help.lines().filter_map(|line| line.trim_start().strip_prefix("$ ")).collect();
        assert!(!examples.is_empty(), "{arguments:?} shows examples: {help}");
        let different: HashSet<_> = examples.iter().collect();
        assert_eq!(different.len(), examples.len(), "{arguments:?} shows one twice: {help}");
        let folder = tempfile::tempdir().unwrap();
        for example in examples {
            let found = self::example(example, folder.path());
            assert_eq!((found.code, found.error.as_str()), (Some(0), ""), "{example}: {found:?}");
            assert!(!found.out.contains(": 0 puzzles"), "{example}: {found:?}");
            assert!(
                !found.out.is_empty() || example.contains('>') || example.contains("man --path"),
                "{example}"
            );
        }
    }
}

/// The table of levels in the help is the one that the program goes by.
#[test]
fn the_help_tells_the_levels() {
    let help = run(&["play", "--help"]).ok();
    let (_, table) = help.split_once("\nLevels:\n").unwrap();
    let levels = shell("echo level | quincunx play morris", Path::new(".")).ok();
    for (number, words) in [
        (1, "almost at random"),
        (2, "hardly beats somebody who has just read the rules"),
        (10, "thinks for 20 s"),
    ] {
        let line = levels.lines().find(|l| l.starts_with(&format!("level {number}: "))).unwrap();
        assert!(line.contains(words), "{line}");
    }
    for row in [
        "  1, 2   do not beat somebody who has just read the rules\n",
        "  10     as well as the engine can, 20 s a move\n",
    ] {
        assert!(table.contains(row), "{row:?}: {table}");
    }
}

#[test]
fn completions_complete() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let out = run(&["completions", name]).ok();
        for word in commands() {
            assert!(out.contains(&word), "{name}: {word}");
        }
        // The generators of the other two shells know no values.
        let knows_values = ["bash", "zsh", "fish"].contains(&name);
        assert_eq!(out.contains("dominions"), knows_values, "{name}");
    }
    assert_eq!(run(&["completions", "tcsh"]).code, Some(2));
    // bash itself completes with it.
    shell("quincunx completions bash > c; touch moves.games", folder.path()).ok();
    let all = "coerceo dominions hexceed morris trimok";
    for (words, expected) in [
        ("analyse morr", "morris"),
        ("analyse mo", "morris moves.games"),
        // Behind the game is a place for files, and for no other game.
        ("analyse morris ", "c moves.games"),
        ("play morris --side W mo", "moves.games"),
        ("perft morris mo", "moves.games"),
        ("rules ", all),
        ("rules morris ", ""),
        ("tablebase build mo", "morris"),
        ("tablebase build ", all),
        ("tablebase build morris --path mo", "moves.games"),
        ("analyse --js", "--json"),
        ("play morris --side n", "none"),
        ("play morris --side R", "R"),
        ("match morris --engine ra", "random"),
        (
            "match morris --engine bu",
            "builtin builtin:level= builtin:nodes= builtin:depth= builtin:movetime=",
        ),
    ] {
        let count = words.split(' ').count();
        let (before, current) = words.rsplit_once(' ').unwrap();
        let (_, last) = before.rsplit_once(' ').unwrap_or(("", before));
        let line = format!(
            "bash -c '. ./c; COMP_WORDS=(quincunx {before} \"{current}\"); COMP_CWORD={count}; \
             _quincunx_by_place quincunx \"{current}\" {last}; echo \"${{COMPREPLY[@]}}\"'"
        );
        let found = shell(&line, folder.path());
        assert_eq!(found.out.trim_end(), expected, "{words}: {found:?}");
    }
}

/// No help holds a place that should have been filled, the nested ones included.
#[test]
fn nested_helps_are_whole() {
    let mut count = 0;
    for name in commands() {
        let help = run(&[&name, "--help"]).ok();
        let Some((_, list)) = help.split_once("\nCommands:\n") else { continue };
        let lines = list.lines().take_while(|line| !line.is_empty());
        let names =
            lines.filter_map(|line| line.strip_prefix("  ")).filter(|l| !l.starts_with(' '));
        for nested in names.map(|line| line.split(' ').next().unwrap()).filter(|n| *n != "help") {
            let help = run(&[&name, nested, "--help"]).ok();
            assert!(!help.contains('{') && help.is_ascii(), "{name} {nested}: {help}");
            let example = format!("\n  $ quincunx {name} {nested} ");
            assert!(help.contains(&example), "{name} {nested}: {help}");
            let page = run(&["man", &name, nested]).ok();
            assert!(page.contains(&format!(".TH quincunx-{name}-{nested} 1")), "{page}");
            count += 1;
        }
    }
    assert!(count >= 12, "{count}");
}

#[test]
fn manual_pages_are_there() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("man1");
    assert_eq!(run(&["man", "--dir", text(&dir)]).ok(), "");
    // Each page that another names is there; no line of any is cut off on a terminal.
    let pages = std::fs::read_dir(&dir).unwrap().map(|entry| entry.unwrap().path());
    let pages: Vec<_> = pages.collect();
    for page in &pages {
        let words = std::fs::read_to_string(page).unwrap().replace("\\-", "-");
        for other in words.split([' ', '\n']).filter_map(|word| word.strip_suffix("(1)")) {
            assert!(dir.join(format!("{other}.1")).exists(), "{page:?}: {other}");
        }
        for kept in words.split(".nf\n").skip(1) {
            let kept = kept.split(".fi\n").next().unwrap();
            assert!(kept.lines().all(|line| line.len() <= 110), "{page:?}: {kept}");
        }
    }
    let all = |option: &str| {
        let has = |page: &&std::path::PathBuf| {
            std::fs::read_to_string(page).unwrap().replace("\\-", "-").contains(option)
        };
        pages.iter().filter(has).count()
    };
    assert!(all("--metric") > 0 && all("--claims") > 0 && all("--pairs") > 0);
    for name in commands() {
        let page = std::fs::read_to_string(dir.join(format!("quincunx-{name}.1"))).unwrap();
        assert!(page.contains(&format!(".TH quincunx-{name} 1")), "{name}: {page}");
        assert!(page.contains(".SH SYNOPSIS"), "{name}");
        assert_eq!(page, run(&["man", &name]).ok(), "{name}");
    }
    let page = run(&["man"]).ok();
    assert!(page.contains(".TH quincunx 1") && page.contains("Exit codes:"), "{page}");
    let found = run(&["man", "chess"]);
    assert_eq!(found.code, Some(2));
    assert!(
        found.error.starts_with("quincunx: there is no command \"chess\"; there are analyse, ")
    );
}

/// The exit codes are those that the help lists.
#[test]
fn exit_codes_are_as_the_help_says() {
    let help = run(&["--help"]).ok();
    let (_, list) = help.split_once("\nExit codes:\n").unwrap();
    let codes: Vec<&str> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(&codes[..5], ["0", "1", "2", "3", "130"]);
    assert_eq!(run(&["perft", "morris", "1"]).code, Some(0));
    assert_eq!(run(&["position nowhere"]).code, Some(1));
    assert_eq!(run(&["perft", "morris", "deep"]).code, Some(2));
    let open = "match hexceed --engine random --engine random:name=b --rounds 1 --sprt elo1=9";
    assert_eq!(run(&open.split(' ').collect::<Vec<_>>()).code, Some(3));
    assert_eq!(run(&["--bogus"]).code, Some(2));
    let found = run(&["analise", "morris"]);
    assert_eq!(found.code, Some(1));
    assert!(found.error.starts_with("quincunx: \"analise\" is a command neither of the shell nor"));
    assert!(found.error.ends_with("did you mean analyse?\n"), "{}", found.error);
    assert_eq!(run(&["man", "--dir", "Cargo.toml/man1"]).code, Some(2));
}
