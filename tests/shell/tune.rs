//! `quincunx tune` and the numbers of the search as options, in a tuning build.

use std::fs;

use crate::common::program::{Run, pipe, run};

const NUMBERS: &str = "reduction,late_moves,move_score_weight";

/// Tunes some numbers of Trimok into a file.
fn tune(path: &str, more: &[&str]) -> Run {
    let always = ["tune", "trimok", "--path", path, "--only", NUMBERS];
    let little = ["--iterations", "12", "--nodes", "200", "--rate", "300", "--every", "6"];
    run(&[&always[..], &little, more].concat())
}

#[test]
fn an_interrupted_tuning_comes_to_the_same_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (whole, part, svg) = (path("whole"), path("part"), path("x.svg"));
    let found = tune(&whole, &["--svg", &svg]);
    assert_eq!(found.code, Some(0), "{found:?}");
    assert!(found.out.contains("For the source:") && found.out.contains("option."), "{found:?}");
    let drawing = fs::read_to_string(&svg).unwrap();
    assert!(drawing.contains(">late_moves ") && drawing.contains(">reduction "), "{drawing}");
    assert_eq!(drawing.matches("fill=\"none\"").count(), 3, "a course for each number");
    assert_eq!(drawing.matches('L').count(), 3 * 12, "{drawing}");
    let rows: Vec<&str> =
        found.out.lines().skip_while(|line| !line.starts_with("number ")).collect();
    for row in &rows[1..=3] {
        let words: Vec<&str> = row.split_whitespace().collect();
        let [name, _, _, steps] = words[..] else { panic!("{row}") };
        assert!(drawing.contains(&format!(">{name} {steps}</text>")), "{row}: {drawing}");
    }

    let text = fs::read_to_string(&whole).unwrap();
    assert_eq!(text.lines().count(), 6 + 12, "{text}");
    assert!(text.lines().skip(6).any(|line| line != "0 2 0" && line != "1 0 1"), "{text}");
    // Killed at the start, in the head, between and within results.
    for length in [0, 10, text.len() - 30, text.len() - 21, text.len()] {
        fs::write(&part, &text[..length]).unwrap();
        let again = tune(&part, &["--concurrency", "2"]);
        let last = |run: &Run| run.out[run.out.rfind("number ").unwrap()..].to_owned();
        assert_eq!(last(&again), last(&found), "cut at {length}");
        assert_eq!(fs::read_to_string(&part).unwrap(), text, "cut at {length}");
    }
    for (more, error) in [
        (["--seed", "2"], "iterations 12 seed 1 rate 0.3"),
        (["--pairs", "2"], "trimok nodes=200 pairs 1"),
        (["--nodes", "201"], "trimok nodes=200 pairs 1"),
    ] {
        let words = ["tune", "trimok", "--path", &whole, "--only", NUMBERS];
        let usual = [("--iterations", "12"), ("--nodes", "200"), ("--rate", "300")];
        let usual = usual.iter().filter(|(name, _)| *name != more[0]);
        let usual: Vec<&str> = usual.flat_map(|(name, value)| [*name, *value]).collect();
        let other = run(&[&words[..], &usual, &more].concat());
        assert!(other.code == Some(2) && other.error.contains(error), "{other:?}");
    }
    assert_eq!(fs::read_to_string(&whole).unwrap(), text, "a refusal changes nothing");
    let known = include_str!("../../benches/openings/trimok.txt");
    let mut known = known.lines().filter(|line| !line.starts_with('#'));
    let mut openings = || {
        let some: Vec<&str> = known.by_ref().take(2).collect();
        fs::write(path("openings"), some.join("\n")).unwrap();
        tune(&path("opened"), &["--openings", &path("openings")])
    };
    assert_eq!(openings().code, Some(0));
    let others = openings();
    assert!(others.code == Some(2) && others.error.contains("pairs 1 2 openings"), "{others:?}");
    let none = tune(&path("none"), &["--only", "reductions"]);
    assert!(none.error.contains("no number \"reductions\", but aspiration_depth,"), "{none:?}");
}

#[test]
fn the_numbers_are_options_and_change_the_search() {
    let nodes = |options: &str| {
        let talk = pipe(&["--game", "trimok"], &format!("{options}go depth 8\n"));
        assert!(!talk.out.contains("error"), "{talk:?}");
        let last = talk.out.lines().rfind(|line| line.contains(" nodes ")).unwrap();
        last.split(" nodes ").nth(1).unwrap().split(' ').next().unwrap().to_owned()
    };
    let usual = nodes("");
    assert_eq!(nodes("setoption name reduction value 69\n"), usual, "as it is in this game");
    assert_ne!(nodes("setoption name reduction value 100\n"), usual);
    assert_ne!(nodes("setoption name LATE_MOVES value 1\n"), usual);
    let talk = pipe(&[], "uci\nsetoption name reduction value 1000\n");
    assert!(talk.out.contains("option name reduction type spin default 69 min 10 max 160\n"));
    assert!(talk.out.contains("reduction wants a number from 10 to 160"), "{}", talk.out);
}

#[test]
fn players_of_a_match_differ_in_numbers() {
    let play = |one: &str| {
        let (one, other) = (format!("builtin:name=one{one}"), "builtin:name=other");
        let record = run(&[
            "match", "trimok", "--engine", &one, "--engine", other, "--nodes", "200", "--rounds",
            "8",
        ]);
        record.out
    };
    // The same search on both sides wins as often as it loses in each pair.
    let same = play(",option.late_moves=3");
    assert!(same.contains("Pairs of one: 0:0 1/2:0 1:8 3/2:0 2:0"), "{same}");
    let blind = play(",option.late_moves=1,option.late_depth=10");
    assert!(!blind.contains("Pairs of one: 0:0 1/2:0 1:8 3/2:0 2:0"), "{blind}");
    let wrong = run(&["match", "trimok", "--engine", "builtin:option.late_moves=99"]);
    assert!(wrong.error.contains("expected a value in range"), "{wrong:?}");
}
