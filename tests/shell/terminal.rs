//! What a person sees on a terminal; `script` of util-linux is one.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;

use crate::common::program::{run, wait_for};

/// Runs a command on a terminal of a size; each text is typed as soon as the one before it is shown,
/// behind what was shown for the last. Returns all that was shown.
fn shown(arguments: &str, rows: u32, columns: u32, typed: &[(&str, &str)]) -> String {
    let program = env!("CARGO_BIN_EXE_quincunx");
    let line = format!("stty rows {rows} cols {columns}; exec {program} {arguments}");
    let mut command = Command::new("script");
    command.args(["-qec", &line, "/dev/null"]).env("TERM", "xterm").env("NO_COLOR", "1");
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = child.expect("util-linux is there");
    let (mut input, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let shown = Arc::new(Mutex::new(String::new()));
    let reader = thread::spawn({
        let shown = Arc::clone(&shown);
        move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                let text = String::from_utf8_lossy(&bytes[..count]).replace('\r', "");
                shown.lock().unwrap().push_str(&text);
            }
        }
    });
    let mut from = 0;
    for (awaited, text) in typed {
        wait_for(awaited, || {
            let shown = shown.lock().unwrap();
            let found = shown[from..].find(awaited).map(|at| from + at + awaited.len());
            from = found.unwrap_or(from);
            found.is_some()
        });
        write!(input, "{text}\r").unwrap();
    }
    reader.join().unwrap();
    child.wait().unwrap();
    Arc::into_inner(shown).unwrap().into_inner().unwrap()
}

#[test]
fn the_clock_runs_while_a_person_thinks() {
    let typed = [("B 0:59  W 1:00\x1b[0m", "d6"), ("  W 0:59\x1b[0m", "quit")];
    let out = shown("play morris --side both --clock 1m", 24, 80, &typed);
    // At the right end of the line, without moving the cursor.
    assert!(out.contains("\x1b7\x1b[66G\x1b[2m B 0:59  W 1:00\x1b[0m\x1b8"), "{out:?}");
    assert!(!shown("play morris --side both", 24, 80, &[("B> ", "quit")]).contains("\x1b7"));
}

/// A large board is shown in part, so that the last move and the hands are seen together.
#[test]
fn a_large_board_has_a_window() {
    let found = run(&["bench", "dominions", "--deeper", "-4", "--json"]).ok();
    let line = found.lines().find(|line| line.contains("\"name\":\"ending\"")).unwrap();
    let bench: serde_json::Value = serde_json::from_str(line).unwrap();
    let position = bench["position"].as_str().unwrap();
    let arguments = format!("play dominions '{}' --side both", position.replace('\'', "'\\''"));
    let boards = |rows: u32, columns: u32| {
        let out = shown(
            &arguments,
            rows,
            columns,
            &[("type board for all of it.", "board"), ("\nPosition: ", "quit")],
        );
        let (_, rest) = out.split_once("or help.\n\n").unwrap_or_else(|| panic!("{out}"));
        let (part, rest) = rest.split_once("type board for all of it.").unwrap();
        let (whole, _) = rest.split_once("\nPosition: ").unwrap();
        let count = |text: &str| text.lines().count();
        assert!(part.lines().all(|line| line.len() <= columns as usize), "{part}");
        (count(part), count(whole))
    };
    let (part, whole) = boards(40, 80);
    assert!(part <= 38 && whole > 60, "{part} of {whole} lines");
    let (part, _) = boards(50, 60);
    assert!((39..=48).contains(&part), "{part} lines");
    assert!(shown("play morris", 40, 80, &[("B> ", "quit")]).contains("B to move"));
}

#[test]
fn texts_end_where_the_terminal_does() {
    let typed = [("B> ", "help"), ("ends the program", "side X"), ("both or none", "quit")];
    let out = shown("play morris", 40, 60, &typed);
    let (_, help) = out.split_once("Commands:").unwrap();
    let long: Vec<&str> = help.lines().filter(|line| line.len() > 60).collect();
    // What is typed is written by the terminal.
    assert!(long.iter().all(|line| line.contains('\x1b')), "{long:?}");
    assert!(help.contains("\n                them\n"), "{help}");
    let out = shown("analyse morris --moves d6 d6", 24, 50, &[]);
    assert!(out.lines().count() > 1 && out.lines().all(|line| line.len() <= 50), "{out}");
}
