//! The program as a person runs it.

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;

use crate::common::transcript::{blocks, matches};

fn quincunx() -> Command {
    Command::new(env!("CARGO_BIN_EXE_quincunx"))
}

fn run(arguments: &[&str]) -> Output {
    quincunx().args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Gives the program an input and returns its output and its exit code.
fn pipe(input: &[u8]) -> (String, Option<i32>) {
    let mut child = quincunx().stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    (text(&output.stdout), output.status.code())
}

#[test]
fn the_end_of_the_input_ends_the_program() {
    assert_eq!(pipe(b""), (String::new(), Some(0)), "nothing is said before a command");
    let (out, code) = pipe(b"setoption name Game value morris\ngo depth 5");
    assert_eq!(code, Some(0));
    assert!(out.contains("info depth 5 ") && out.contains("\nbestmove B["), "{out}");
    let (out, code) = pipe(b"setoption name Game value morris\r\ngo infinite\r\n");
    assert_eq!(code, Some(0));
    assert!(out.contains("bestmove B["), "an unbounded search is stopped: {out}");
}

#[test]
fn quit_ends_a_search() {
    let (out, code) = pipe(b"go infinite\nquit\nisready\n");
    assert_eq!(code, Some(0));
    assert_eq!(out.matches("bestmove ").count(), 1);
    assert!(!out.contains("readyok"), "{out}");
}

#[test]
fn a_client_that_is_gone_ends_the_program() {
    let mut child = quincunx()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    drop(child.stdout.take());
    // The input stays open: it is the failing output that has to end the program.
    input.write_all(b"go infinite\n").unwrap();
    let started = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(started.elapsed().as_secs() < 30, "the program should end");
        std::thread::yield_now();
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn commands_run_one_after_the_other() {
    let output =
        run(&["--game", "morris", "go depth 3", "position startpos moves B[a7]", "query fen"]);
    let out = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{out}");
    assert!(out.ends_with("response B[a7]W[]hand[8,9]turn[W]\n"), "{out}");
    let output = run(&["--game", "morris", "position fen B[", "query turn"]);
    assert_eq!(output.status.code(), Some(1), "a command was refused");
    assert!(text(&output.stdout).contains("info string error bad-position: "));
    let output = run(&["undo", "isready"]);
    assert!(text(&output.stdout).ends_with("has no move to take back\nreadyok\n"), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[test]
fn perft_counts() {
    let output = run(&["perft", "morris", "3"]);
    let out = text(&output.stdout);
    assert!(out.starts_with("B[a7]: 506\n"), "{out}");
    assert!(out.contains("\nNodes searched: 12144\n"), "{out}");
    let output =
        run(&["perft", "morris", "B[a7,d7,b6]W[c5,d5,e4]quiet[99]turn[B]", "2", "--threads", "2"]);
    assert_eq!(output.status.code(), Some(0));
    let output = run(&["perft", "morris", "2", "--option", "Morris Quiet=0"]);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn wrong_usage_is_told_in_a_sentence() {
    for (arguments, message) in [
        (&["perft", "chess", "1"][..], "[possible values: coerceo, dominions, "),
        (&["perft", "morris", "x"], "quincunx: \"x\" is no depth: "),
        (
            &["perft", "morris", "B[d4]W[]turn[B]", "1"],
            "no such point: \"d4\" at column 3\nB[d4]W[]turn[B]\n  ^",
        ),
        (
            &["perft", "morris", "1", "--option", "x"],
            "for '--option <NAME=VALUE>': \"x\" is not NAME=VALUE",
        ),
        (&["perft", "morris", "1", "--option", "x=1"], "quincunx: there is no option \"x\"; "),
        (&["--bogus"], "unexpected argument '--bogus'"),
        (&["--game", "chess"], "[possible values: coerceo, dominions, "),
    ] {
        let output = run(arguments);
        let error = text(&output.stderr);
        assert!(error.contains(message), "{arguments:?}: {error}");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn help_and_version_are_there() {
    let help = text(&run(&["--help"]).stdout);
    for word in ["perft", "bench", "--game", "protocol.md"] {
        assert!(help.contains(word), "{word}: {help}");
    }
    let version = text(&run(&["--version"]).stdout);
    assert_eq!(version, format!("quincunx {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn bench_gives_the_same_nodes_twice() {
    let nodes = || {
        let out = text(&run(&["bench", "--deeper", "-3"]).stdout);
        out.lines().find(|line| line.starts_with("Nodes searched: ")).unwrap().to_owned()
    };
    assert_eq!(nodes(), nodes());
}

#[test]
fn the_readme_tells_the_truth() {
    forget(&["target/train"]);
    // A match does not write over a record.
    for record in ["1", "2", "whole"] {
        let _ = fs::remove_file(format!("target/{record}.games"));
    }
    shell_examples_run("README.md");
}

/// Removes trainings of a document, which would go on with the recipes of before.
fn forget(trainings: &[&str]) {
    for training in trainings {
        let _ = fs::remove_dir_all(training);
    }
}

#[test]
fn the_guides_tell_the_truth() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/guide");
    let mut guides: Vec<_> = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    guides.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    guides.sort();
    assert!(guides.len() >= 5, "{guides:?}");
    forget(&["target/guide/train", "target/guide/once", "target/guide/again"]);
    fs::create_dir_all("target/guide").unwrap();
    for guide in guides {
        for (_, recipe) in blocks(&fs::read_to_string(&guide).unwrap(), "toml") {
            fs::write("target/guide/recipe.toml", recipe).unwrap();
        }
        shell_examples_run(guide.to_str().unwrap());
    }
}

/// Where Python is installed.
#[test]
fn the_scripts_of_the_guide_run() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/guide/analysis.md");
    let blocks = blocks(&fs::read_to_string(guide).unwrap(), "python");
    assert_eq!(blocks.len(), 1);
    let program = Path::new(env!("CARGO_BIN_EXE_quincunx")).parent().unwrap().to_owned();
    let known = env::var_os("PATH").unwrap();
    let paths = env::join_paths([program].into_iter().chain(env::split_paths(&known))).unwrap();
    let Ok(output) = Command::new("python3").args(["-c", &blocks[0].1]).env("PATH", paths).output()
    else {
        return;
    };
    let told = text(&output.stdout);
    assert!(told.starts_with("36 moves: {'winner': "), "{output:?}");
    assert!(told.contains("'reason': 'points', 'margin': "), "{output:?}");
}

#[test]
fn the_reference_tells_the_truth() {
    shell_examples_run("protocol.md");
}

/// The command of the protocol is reproducible as well, and ends with its two lines.
#[test]
fn bench_is_a_command_of_the_protocol() {
    let nodes = || {
        let output = run(&["bench 2"]);
        assert_eq!(output.status.code(), Some(0));
        let out = text(&output.stdout);
        let lines: Vec<&str> = out.lines().collect();
        let [before @ .., nodes, speed] = lines.as_slice() else { panic!("{out}") };
        assert!(before.iter().all(|line| line.starts_with("info string bench ")), "{out}");
        assert!(before.len() > 20 && speed.starts_with("Nodes/second: "), "{out}");
        nodes.strip_prefix("Nodes searched: ").unwrap().to_owned()
    };
    assert_eq!(nodes(), nodes());
}

#[test]
fn an_argument_may_hold_several_lines_and_any_bytes() {
    use std::os::unix::ffi::OsStrExt;
    let output = run(&["--game", "morris", "position startpos\nmoves d6\r\nquery turn"]);
    assert_eq!((text(&output.stdout).as_str(), output.status.code()), ("response W\n", Some(0)));
    let wild = std::ffi::OsStr::from_bytes(b"query \xff");
    let output = quincunx().arg(wild).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).ends_with("response unknown\n"));
}

/// The shell examples of a document: `$ ` is typed, the lines below are what is printed.
fn shell_examples_run(document: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(document);
    let blocks = blocks(&fs::read_to_string(path).unwrap(), "console");
    // The examples run `quincunx` as if it were installed.
    let program = Path::new(env!("CARGO_BIN_EXE_quincunx")).parent().unwrap().to_owned();
    let known = env::var_os("PATH").unwrap();
    let paths = env::join_paths([program].into_iter().chain(env::split_paths(&known))).unwrap();
    let mut count = 0;
    for (line, block) in blocks {
        let mut lines = block.lines().peekable();
        while let Some(typed) = lines.next() {
            let typed = typed.strip_prefix("$ ").expect("a block begins with what is typed");
            let mut expected = Vec::new();
            while let Some(next) = lines.next_if(|next| !next.starts_with("$ ")) {
                expected.push(next);
            }
            // The example builds the program that this test already has.
            let typed = typed.replace("cargo run --release --", env!("CARGO_BIN_EXE_quincunx"));
            if typed.starts_with("cargo ") || typed.starts_with("git ") {
                continue;
            }
            let output =
                Command::new("sh").arg("-c").arg(&typed).env("PATH", &paths).output().unwrap();
            let printed = text(&output.stdout);
            agree(&expected, &printed, &format!("{document}:{line}: {typed}"));
            count += 1;
        }
    }
    assert!(count > 0, "{document} shows the program at work");
}

fn agree(expected: &[&str], printed: &str, place: &str) {
    let mut printed = printed.lines();
    let mut skips = false;
    for want in expected {
        if *want == ".." {
            skips = true;
            continue;
        }
        loop {
            let Some(found) = printed.next() else { panic!("{place}: {want:?} did not come") };
            if matches(want, found) {
                break;
            }
            assert!(skips, "{place}: want {want:?}, got {found:?}");
        }
        skips = false;
    }
    let rest: Vec<&str> = printed.collect();
    assert!(skips || rest.is_empty(), "{place}: more came: {rest:?}");
}
