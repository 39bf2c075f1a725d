//! `quincunx puzzles`: solving, finding and checking them.

use std::fs;

use crate::common::program::{pipe, run, text};

/// White has one move that wins: into the corner, with mills on both sides.
const WIN: &str = "win 3 | B[b6,d6,f6]W[c4,e3,b2]turn[W] | W[b2-c3] | | 2 7\n";

#[test]
fn mining_resumes_and_threads_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, parts] = ["whole", "parts"].map(|name| folder.path().join(name));
    let mine = |games: &str, threads: &str, out| {
        let task = ["puzzles", "hexceed", "--games", games, "--threads", threads];
        run(&[task.as_slice(), &["--nodes", "50", "--out", text(out)]].concat())
    };
    assert!(mine("20", "1", &whole).ok().ends_with(" puzzles from 20 games\n"));
    mine("16", "2", &parts).ok();
    // As if it had been killed in the middle of a line.
    let found = fs::read_to_string(&parts).unwrap();
    fs::write(&parts, format!("{found}{}", &found[found.find("margin").unwrap()..][..200]))
        .unwrap();
    assert_eq!(mine("20", "1", &parts).code, Some(2), "no puzzle");
    let last = found.lines().last().unwrap();
    assert_eq!(last, "# mined 16");
    let one = found.lines().find(|line| line.starts_with("margin")).unwrap();
    fs::write(&parts, format!("{found}{one}\n")).unwrap();
    mine("20", "2", &parts).ok();
    assert_eq!(fs::read_to_string(&parts).unwrap(), fs::read_to_string(&whole).unwrap());
    let other = run(&["puzzles", "hexceed", "--games", "20", "--seed", "2", "--out", text(&whole)]);
    assert_eq!(other.code, Some(2));
    assert!(other.error.contains("take another name"), "{other:?}");
}

/// A puzzle says nothing of rules, so those of the games must be those of the puzzles.
#[test]
fn records_of_other_rules_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let [games, out] = ["x.games", "out"].map(|name| folder.path().join(name));
    let with = |rules: &str| format!("[Game \"morris\"]\n{rules}d6;d2 *\n\n");
    fs::write(&games, with("") + &with("[Rules \"Morris Quiet=8\"]\n")).unwrap();
    let mine = |more: &[&str]| {
        let task = ["puzzles", "morris", "--from", text(&games), "--out", text(&out)];
        run(&[&task, more].concat())
    };
    for (more, told) in [
        (&[][..], "game 2 of {}: it was played by other rules: Morris Quiet=8; "),
        (
            &["--option", "Morris Quiet=8"],
            "game 1 of {}: it was played by other rules: the usual ones; ",
        ),
    ] {
        let refused = mine(more);
        let told = told.replace("{}", text(&games));
        assert!(refused.code == Some(2) && refused.error.contains(&told), "{refused:?}");
        assert!(!out.exists());
    }
    // Rules that are named and the usual ones are the usual ones.
    fs::write(&games, with("[Rules \"Morris Quiet=100\"]\n")).unwrap();
    assert!(mine(&[]).ok().ends_with(" 0 puzzles from 1 games\n"));
    // Neither what is asked of the player nor how games are played goes with recorded games.
    for more in [["--level", "4"], ["--seed", "2"], ["--random", "2"]] {
        let refused = mine(&more);
        assert!(refused.error.contains("cannot be used with"), "{refused:?}");
    }
    let refused = run(&["puzzles", "morris", "--seed", "2"]);
    assert!(refused.error.contains("--out"), "{refused:?}");
}

#[test]
fn positions_of_tables_are_mined_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let [tables, one, two] = ["tables", "one", "two"].map(|name| folder.path().join(name));
    let build = ["tablebase", "build", "coerceo", "--pairs", "line-2-2", "--threads", "1"];
    run(&[build.as_slice(), &["--path", text(&tables)]].concat()).ok();
    let mine = |positions: &str, threads: &str, out| {
        let task = ["puzzles", "coerceo", "--positions", positions, "--threads", threads];
        run(&[task.as_slice(), &["--tables", text(&tables), "--out", text(out)]].concat())
    };
    let found = mine("1500", "1", &one).ok();
    assert!(found.ends_with(" puzzles from 1500 positions and 0 games\n"), "{found}");
    mine("1500", "2", &two).ok();
    let found = fs::read_to_string(&one).unwrap();
    assert_eq!(found, fs::read_to_string(&two).unwrap());
    assert!(found.contains("\nwin ") && found.contains("\ndraw | "), "{found}");
    let checked = run(&["puzzles", "--solve", text(&one), "--tables", text(&tables)]).ok();
    assert!(checked.ends_with(" 0 not refuted, 0 undecided, 0 refuted\n"), "{checked}");
    // The positions are part of the plan.
    assert!(mine("1600", "1", &one).error.contains("take another name"));
    let untabled = run(&["puzzles", "coerceo", "--positions", "9", "--out", text(&two)]);
    assert!(untabled.error.contains("--tables"), "{untabled:?}");
}

#[test]
fn a_file_is_checked_by_the_rules() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.puzzles");
    let check = |lines: &str| {
        fs::write(&path, format!("# puzzles of morris\n{lines}")).unwrap();
        run(&["puzzles", "--solve", text(&path), "--nodes", "100000"])
    };
    let found = check(WIN);
    assert_eq!(found.code, Some(0), "{found:?}");
    assert!(found.out.ends_with("0 undecided, 0 refuted\n"), "{found:?}");
    for (goal, why) in [
        ("win 1", "line 2: refuted: W[b2-c3] does not win within 1 plies"),
        ("hold 2", "line 2: refuted: "),
    ] {
        let found = check(&WIN.replace("win 3", goal));
        assert_eq!(found.code, Some(1), "{found:?}");
        assert!(found.out.starts_with(why), "{found:?}");
    }
    for (lines, what) in [
        ("win\n", "line 2, column 4: expected a position, found nothing"),
        (&WIN.replace("c3]", "c9]"), "line 2: \"W[b2-c9]\": "),
        (&WIN.replace("turn[W]", "turn[X]"), "line 2: expected"),
    ] {
        let found = check(lines);
        assert_eq!(found.code, Some(2));
        assert!(found.error.contains(what), "{found:?}");
    }
}

#[test]
fn puzzles_are_asked_and_answers_judged() {
    let own = include_str!("../../src/games/morris/puzzles.txt");
    let first = own.lines().find(|line| line.contains('|')).unwrap();
    let parts: Vec<&str> = first.split('|').map(str::trim).collect();
    let level = parts[4].split(' ').next().unwrap();
    let ask = |input: &str| pipe(&["puzzles", "morris", "--level", level], input).ok();
    let solution = parts[2].split(' ').next().unwrap();
    let out = ask(&format!("hint\n{solution}\nquit\n"));
    assert!(out.contains("Hint: "), "{out}");
    assert!(out.contains(&format!("Right: {}", parts[2])), "{out}");
    assert!(out.ends_with(&format!("Solved 1 of {}.\n", count(own, level))), "{out}");
    let out = ask("nonsense\nskip\n");
    assert!(out.contains("The solution: "), "{out}");
    assert!(out.contains("Puzzle 2 of "), "{out}");
}

fn count(puzzles: &str, level: &str) -> usize {
    let lines = puzzles.lines().filter(|line| line.contains('|'));
    lines
        .filter(|line| line.rsplit('|').next().unwrap().trim().starts_with(&format!("{level} ")))
        .count()
}
