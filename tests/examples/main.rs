//! The examples beside this file do what they say.

use std::env;
use std::path::Path;
use std::process::Command;
use std::sync::Once;

static BUILT: Once = Once::new();

/// Runs an example and returns what it prints. `cargo test` has built it; where this is the only test
/// that was asked for it is built here.
fn run(name: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_quincunx"));
    let folder = program.parent().unwrap();
    BUILT.call_once(|| {
        let mut build = Command::new(env!("CARGO"));
        // The profile of this test, so that the library is there already.
        let profile = if folder.ends_with("release") { "release" } else { "test" };
        build.args(["build", "--locked", "--quiet", "--examples", "--profile", profile]);
        if cfg!(not(feature = "board")) {
            build.arg("--no-default-features");
        }
        let built = build.current_dir(env!("CARGO_MANIFEST_DIR")).status().unwrap();
        assert!(built.success(), "the examples are built");
    });
    let output = Command::new(folder.join("examples").join(name)).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{name}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_game_is_played_to_its_end() {
    let out = run("play_a_game");
    let moves = out.lines().next().unwrap().split(' ').count();
    assert!(moves > 20 && out.starts_with("1["), "{out}");
    let end = out.trim_end().lines().last().unwrap();
    assert!(end.ends_with(" points)") || end.starts_with("draw ("), "{out}");
}

#[test]
fn a_position_is_analysed() {
    let out = run("analyse");
    assert!(out.contains("\ndepth 1: ") && out.contains("\ndepth 3: win in 3, W[b2-c3] "), "{out}");
    assert!(out.contains("\nbest: W[b2-c3] after "), "{out}");
}

#[test]
fn the_better_setting_wins() {
    let out = run("match_settings");
    let words: Vec<&str> = out.split_whitespace().collect();
    let [few, many] = [words[5], words[9]].map(|count| count.parse::<u32>().unwrap());
    assert!(few + many <= 6 && many > few, "{out}");
}

#[test]
fn leaves_are_counted() {
    let out = run("count_leaves");
    let rows: Vec<Vec<&str>> = out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows.len(), 5, "{out}");
    assert_eq!(rows[1], ["dominions", "11320", "1947103"], "{out}");
    assert_eq!(rows[3], ["morris", "24", "552"], "{out}");
}

#[test]
fn a_game_is_added() {
    let out = run("add_a_game");
    assert!(out.contains("\nPosition: pins[1,2,3,4,5,6,7,8,9,10,11,12]turn[A]\n"), "{out}");
    assert!(out.contains("\nBest move: A["), "{out}");
}
