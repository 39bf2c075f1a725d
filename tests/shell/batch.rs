//! `quincunx analyse --json -`: many positions, one a line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::Value;

use crate::common::program::{Run, finish, pipe, quincunx, run, wait_for};

/// Positions that take more and less time, a finished game, and lines that are wrong.
const LINES: &str = "\
startpos
B[b6,d6,f6]W[c4,e3,b2]turn[W]

# a remark
d6 d2 d6
B[d6]W[]hand[8,9]turn[W] d2; f4
B[a7,d7,g7]W[c5,d5]turn[W]
B[d4]W[]turn[B]
d6 d2\u{20ac}
B[b6,d6,a7]W[c4,e3,b2]turn[W]
hello
";

fn batch(options: &[&str], input: &str) -> Run {
    pipe(&[&["analyse", "morris", "--json", "-"], options].concat(), input)
}

fn objects(found: &Run) -> Vec<Value> {
    found.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn lines_are_answered_in_order_and_wrong_ones_are_told() {
    let found = batch(&["--nodes", "3000", "--multipv", "2"], LINES);
    assert_eq!((found.code, found.error.as_str()), (Some(1), ""));
    let answers = objects(&found);
    let numbers: Vec<_> = answers.iter().map(|one| one["line"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [1, 2, 5, 6, 7, 8, 9, 10, 11]);
    let kinds: Vec<_> = answers.iter().map(|one| one["type"].as_str().unwrap()).collect();
    let (a, e) = ("analysis", "error");
    assert_eq!(kinds, [a, a, e, a, a, e, e, a, e]);

    let win = &answers[1];
    assert_eq!((&win["move"], &win["score"]["mate"]), (&"W[b2-c3]".into(), &3.into()));
    assert_eq!(
        (&win["game"], &win["turn"], &win["unit"]),
        (&"morris".into(), &"W".into(), &"men".into())
    );
    assert_eq!(win["lines"][0]["pv"][0], win["move"]);
    assert_eq!(answers[0]["lines"].as_array().unwrap().len(), 2);
    assert_eq!(answers[3]["position"], "B[d6,f4]W[d2]hand[7,8]turn[W]");
    let over = &answers[4];
    assert_eq!((&over["result"]["winner"], &over["move"]), (&"B".into(), &Value::Null));
    assert_eq!((&over["lines"], &over["nodes"]), (&serde_json::json!([]), &0.into()));

    for (at, text, column, message) in [
        (2, "d6", 7, "move 3 \"d6\" is not legal: d6 is not empty, in B[d6]W[d2]hand[8,8]turn[B]"),
        (
            5,
            "B[d4]W[]turn[B]",
            3,
            "no such position: the board has no such point: \"d4\" at column 3",
        ),
        (6, "€", 6, "expected ASCII text, found \"\\xe2\\x82\\xac\""),
        (8, "hello", 1, "move 1 \"hello\" is no move: "),
    ] {
        let one = &answers[at];
        assert_eq!((&one["text"], &one["column"]), (&text.into(), &column.into()), "{one}");
        assert!(one["message"].as_str().unwrap().starts_with(message), "{one}");
    }
}

/// What is searched beside a position, or was before it, does not change the answer to a byte.
#[test]
fn answers_depend_on_their_line_alone() {
    let lines = LINES.repeat(3);
    let [one, four] =
        ["1", "4"].map(|n| batch(&["--nodes", "5000", "--concurrency", n], &lines).out);
    assert_eq!(one.lines().count(), 27);
    assert_eq!(one, four);
    // And as a search of its own finds it.
    let alone = run(&["analyse", "morris", "--json", "--nodes", "5000", "--hash", "64"]).ok();
    let best: Value = serde_json::from_str(alone.lines().last().unwrap()).unwrap();
    let first: Value = serde_json::from_str(one.lines().nth(18).unwrap()).unwrap();
    assert_eq!(first["line"], 23);
    for field in ["move", "score", "depth", "nodes"] {
        assert_eq!(first[field], best[field], "{field}");
    }
}

/// The rules, and the game of a file with one.
#[test]
fn the_rules_hold_for_all_lines() {
    let options = ["--option", "Coerceo Start=ocius", "--depth", "1"];
    let found =
        pipe(&[&["analyse", "coerceo", "--json", "-"], &options[..]].concat(), "startpos\n");
    assert!(objects(&found)[0]["position"].as_str().unwrap().contains("gone[00,01,"), "{found:?}");
}

#[test]
fn ends_of_lines_are_those_of_any_system() {
    let found = batch(&["--depth", "1"], "startpos\r\nd6\r\n\r\nd9\rd2");
    let numbers: Vec<_> = objects(&found).iter().map(|one| one["line"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [1, 2, 4, 5], "{found:?}");
    let endless = format!("{}\nd6\n", "d6 ".repeat(30_000));
    let answers = objects(&batch(&["--depth", "1"], &endless));
    assert_eq!((&answers[0]["type"], &answers[0]["column"]), (&"error".into(), &65537.into()));
    assert_eq!((&answers[1]["type"], &answers[1]["line"]), (&"analysis".into(), &2.into()));
}

/// A batch that a script talks with.
struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Talk {
    fn start(concurrency: &str) -> Self {
        let mut command = quincunx();
        command.args(["analyse", "trimok", "--json", "-", "--depth", "2"]);
        command.args(["--concurrency", concurrency, "--hash", "1"]);
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = child.unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, input, output }
    }

    fn answer(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Every answer comes without another line, and the next line may depend on it.
#[test]
fn a_script_converses() {
    let mut talk = Talk::start("3");
    let mut moves = String::new();
    for number in 1..6 {
        writeln!(talk.input.as_mut().unwrap(), "position startpos moves{moves}").unwrap();
        let answer = talk.answer();
        assert_eq!(
            (&answer["type"], &answer["line"]),
            (&"analysis".into(), &number.into()),
            "{answer}"
        );
        moves += &format!(" {}", answer["move"].as_str().unwrap());
    }
    talk.input = None;
    let mut code = None;
    wait_for("the end", || {
        code = talk.child.try_wait().unwrap();
        code.is_some()
    });
    assert_eq!(code.unwrap().code(), Some(0));
}

/// Whoever never stops asking is answered in memory that does not grow, and whoever stops reading ends
/// the program.
#[cfg(target_os = "linux")]
#[test]
fn endless_input_takes_no_memory() {
    let mut talk = Talk::start("2");
    let mut input = talk.input.take().unwrap();
    let feeder = std::thread::spawn(move || {
        // The slowest line first, so that the others wait for it.
        let mut sent = 0_u64;
        while writeln!(input, "{}", if sent.is_multiple_of(100) { "startpos" } else { "nonsense" })
            .is_ok()
        {
            sent += 1;
        }
        sent
    });
    let memory = |child: &Child| -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.split_whitespace().next().unwrap().parse().unwrap()
    };
    let mut early = 0;
    for number in 1..20_000 {
        assert_eq!(talk.answer()["line"], number);
        if number == 1000 {
            early = memory(&talk.child);
        }
    }
    let late = memory(&talk.child);
    assert!(late < early + 8192, "{early} KiB, then {late} KiB");
    talk.output =
        BufReader::new(quincunx().stdout(Stdio::piped()).spawn().unwrap().stdout.take().unwrap());
    let mut is_over = false;
    wait_for("the end", || {
        is_over = talk.child.try_wait().unwrap().is_some();
        is_over
    });
    assert!(feeder.join().unwrap() >= 19_999);
}

#[test]
fn what_does_not_go_with_many_positions_is_refused() {
    for (options, message) in [
        (&["--infinite"][..], "go with neither --infinite nor --number nor --moves"),
        (&["--moves", "d6"], "go with neither"),
        (&["--concurrency", "0"], "invalid value '0' for '--concurrency <N>'"),
        (&["--concurrency", "2", "--each"], "cannot be used with"),
    ] {
        let found = batch(options, "startpos\n");
        assert_eq!((found.code, found.out.as_str()), (Some(2), ""), "{options:?}");
        assert!(found.error.contains(message), "{options:?}: {}", found.error);
    }
    let found = run(&["analyse", "morris", "d6", "--json", "--concurrency", "2"]);
    assert!(found.error.contains("--concurrency is for many positions"), "{}", found.error);
    let found = finish(quincunx().args(["analyse", "--json", "-"]), "startpos\n");
    assert!(found.error.contains("standard input does not name its game"), "{}", found.error);
}
