//! `quincunx solve`: a proof in parts, resumed, in shards, and refused.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::Stdio;

use crate::common::program::{Run, interrupt, quincunx, run, text};

/// Ten empty cells; the margin is 1, as `analyse` and the solver of the game say.
const LATE: &str = "on[RXK@A,GOW@B,B-K@C,GXK@D,BOW@E,R-K@F,RXW@G,G-W@H]turn[1]";

fn solve(store: &Path, more: &str) -> Run {
    let mut arguments = vec!["solve", "hexceed", "--store", text(store), "--hash", "16"];
    arguments.extend(more.split_whitespace());
    run(&arguments)
}

fn answers(store: &Path, name: &str) -> String {
    fs::read_to_string(store.join(name)).unwrap()
}

/// What the whole program says of the margin.
fn margin() -> String {
    let judged = run(&["analyse", "hexceed", LATE, "--movetime", "60s", "--json"]).ok();
    let (_, found) = judged.rsplit_once("\"margin\":").unwrap();
    found.split([',', '}']).next().unwrap().trim().to_owned()
}

#[test]
fn the_margin_is_proven_and_a_killed_proof_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path().join(name));
    let from = format!("--plies 4 --from {LATE}");
    let said = solve(&whole, &from).ok();
    let proven = format!("proven: the margin is {}\n", margin());
    assert!(said.ends_with(&proven), "{said}");
    assert!(said.contains("is the margin at least 0?\n"), "{said}");
    let left = " more if all is as expected, ";
    assert!(said.contains(left) && said.contains(" at this pace, at most "), "{said}");
    let file = answers(&whole, "1-of-1.txt");
    assert_eq!(file.lines().count(), said.matches(" nodes").count());
    assert!(solve(&whole, &from).ok().ends_with(&proven), "nothing is asked again");
    assert_eq!(answers(&whole, "1-of-1.txt"), file);

    let several = folder.path().join("several");
    assert!(solve(&several, &format!("{from} --at-once 3")).ok().ends_with(&proven));
    assert!(answers(&several, "1-of-1.txt").lines().count() >= 3);

    let mut command = quincunx();
    command.args(["solve", "hexceed", "--store", text(&killed), "--hash", "16"]);
    command.args(from.split_whitespace()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let answered = lines.map(Result::unwrap).filter(|line| line.contains(" nodes")).take(3).count();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(answered, 3);
    let before = answers(&killed, "1-of-1.txt");
    assert!(before.lines().count() >= 3 && before.len() < file.len(), "killed in the middle");
    // In the middle of a line.
    fs::write(killed.join("1-of-1.txt"), &before[..before.len() - 5]).unwrap();
    assert!(solve(&killed, &format!("{from} --threads 2")).ok().ends_with(&proven));
    assert_eq!(answers(&killed, "1-of-1.txt"), file);
}

#[test]
fn the_margin_of_each_position_is_proven() {
    let folder = tempfile::tempdir().unwrap();
    let [each, one] = ["each", "one"].map(|name| folder.path().join(name));
    let said = solve(&each, &format!("--plies 3 --each 1 --from {LATE}")).ok();
    let proven: Vec<&str> = said.lines().filter(|line| line.starts_with("proven: ")).collect();
    assert!(proven.len() > 5, "one line for each piece that can be handed over: {said}");
    for line in [proven[0], proven[proven.len() - 1]] {
        let (position, margin) = line["proven: the margin of ".len()..].split_once(" is ").unwrap();
        let alone = solve(&one, &format!("--plies 2 --from {position}")).ok();
        assert!(alone.ends_with(&format!("proven: the margin is {margin}\n")), "{line}: {alone}");
    }
    let said = solve(&each, &format!("--plies 3 --each 1 --at-least 2 --from {LATE}")).ok();
    for line in proven {
        let (position, margin) = line.rsplit_once(' ').unwrap();
        let bound = if margin.parse::<i32>().unwrap() >= 2 { "at least 2" } else { "at most 1" };
        assert!(said.contains(&format!("{position} {bound}\n")), "{line}: {said}");
    }
}

/// The claims that come with the program are all that follows from the answers among them.
#[test]
fn claims_are_complete() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games/hexceed/proof");
    let kept = answers(&folder, "8-plies.txt");
    let kept: Vec<&str> = kept.lines().filter(|line| !line.starts_with('#')).collect();
    let printed = solve(&folder, "--plies 8 --claims").ok();
    assert!(kept.len() > 500 && printed.lines().eq(kept), "the file is made by the same command");
    let refused = solve(&folder, "--plies 8 --claims --at-least 1");
    assert!(refused.error.contains("cannot be used with"), "{refused:?}");
}

#[test]
fn parts_are_given_up_when_interrupted() {
    for at_once in ["1", "2"] {
        let folder = tempfile::tempdir().unwrap();
        let mut command = quincunx();
        command.args(["solve", "hexceed", "--store", text(folder.path()), "--hash", "16"]);
        command.args(["--at-once", at_once]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        // Fifteen empty cells take an hour.
        assert!(lines.map(Result::unwrap).any(|line| line == "is the margin at least 0?"));
        interrupt(child.id(), "INT");
        let mut error = String::new();
        child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{error}");
        assert_eq!(error.matches("Interrupted; all answers so far are kept").count(), 1, "{error}");
        assert_eq!(answers(folder.path(), "1-of-1.txt"), "");
    }
}

#[test]
fn shards_are_merged_by_copying_their_files() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let question = format!("--plies 3 --at-least 1 --from {LATE}");
    let whole = solve(&at("whole"), &question).ok();
    let verdict = whole.lines().last().unwrap();
    fs::create_dir(at("all")).unwrap();
    for shard in ["3/3", "1/3", "2/3"] {
        let store = at(&shard.replace('/', "-"));
        let part = solve(&store, &format!("{question} --shard {shard}"));
        assert!(matches!(part.code, Some(0 | 1)), "{part:?}");
        if part.code == Some(1) {
            let left = format!("all questions of shard {shard} are answered; of the others ");
            assert!(part.out.contains(&left), "{part:?}");
        }
        let name = format!("{}.txt", shard.replace('/', "-of-"));
        fs::copy(store.join(&name), at("all").join(&name)).unwrap();
    }
    let merged = solve(&at("all"), &question).ok();
    assert_eq!(merged.lines().count(), 2, "nothing is asked: {merged}");
    assert_eq!(merged.lines().last().unwrap(), verdict);
    // The answers serve every other question, and other numbers of plies.
    let value = solve(&at("all"), &format!("--plies 3 --from {LATE}")).ok();
    assert!(value.ends_with(&format!("proven: the margin is {}\n", margin())), "{value}");
}

#[test]
fn questions_are_printed_and_answered_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let [store, elsewhere] = ["store", "elsewhere"].map(|name| folder.path().join(name));
    let proof = format!("--plies 2 --at-least 1 --from {LATE}");
    let questions = |most: &str| solve(&store, &format!("{proof} --questions {most}")).ok();
    let three = questions("3");
    let open = questions("1000");
    assert_eq!(three.lines().count(), 3, "{three}");
    assert!(open.starts_with(&three) && open.lines().count() > 10, "{open}");
    let mut count = 0;
    let proven = loop {
        let said = questions("1");
        let Some((position, margin)) = said.trim_end().split_once(" >= ") else { break said };
        let question = format!("--plies 0 --at-least {margin} --from {position}");
        assert!(solve(&elsewhere, &question).ok().contains("proven: "));
        fs::copy(elsewhere.join("1-of-1.txt"), store.join("copied.txt")).unwrap();
        count += 1;
        assert!(count < open.lines().count(), "an answer makes others superfluous");
    };
    assert_eq!(proven, "proven: the margin is at least 1\n");
    let files = fs::read_dir(&store).unwrap().map(|entry| entry.unwrap().file_name());
    let mut files: Vec<_> = files.collect();
    files.sort();
    assert_eq!(files, ["at-least-1.plan", "copied.txt"], "nothing was answered here");
}

#[test]
fn a_forecast_answers_nothing_and_is_the_same_again() {
    let folder = tempfile::tempdir().unwrap();
    let forecast = |seed: &str| {
        solve(folder.path(), &format!("--plies 4 --forecast 5 --deepest 13 --seed {seed}")).ok()
    };
    let without_time = |said: String| {
        let lines =
            said.lines().filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit()));
        lines.map(|line| format!("{line}\n")).collect::<String>()
    };
    let first = forecast("1");
    for part in [
        "parts that may matter, seed 1: ",
        "\nplies to the end  parts  nodes on average",
        "\n               9      5  ",
        "\n              13      5  ",
        "  nodes are the ways to play on to the power 0.",
        " nodes, ",
        "\n  all 95 parts: ",
        " processor ",
    ] {
        assert!(first.contains(part), "{part:?}: {first}");
    }
    assert!(first.contains("intervals of 90 % for the sampling error only"), "{first}");
    assert_eq!(without_time(forecast("1")), without_time(first.clone()));
    assert_ne!(without_time(forecast("2")), without_time(first));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn what_is_wrong_is_quoted() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    let line = format!("{LATE} >= 1 00000000");
    fs::create_dir(&store).unwrap();
    fs::write(store.join("a.txt"), format!("# answers\n{line}\n")).unwrap();
    let refused = solve(&store, "");
    let place = format!("a.txt: line 2, \"{line}\": the checksum should be ");
    assert!(refused.code == Some(2) && refused.error.contains(&place), "{refused:?}");
    let store = folder.path().join("none");
    for (more, error) in [
        (
            "--plies 3",
            "--plies 3: the solver of hexceed is no use so far from the end; 4 is the least",
        ),
        (
            "--from on[X]turn[1]",
            "--from: \"on[X]turn[1]\": expected an item such as RXK@E, found \"X\"",
        ),
        ("--each 7", "--each 7: the parts come after 6 plies"),
        ("--shard 3/2", "there is no part 3 of 2"),
        ("--at-least x", "invalid value 'x' for '--at-least <N>'"),
        ("--forecast 3 --threads 2", "cannot be used with"),
        ("--questions 3 --forecast 2", "cannot be used with"),
        ("--questions 0", "invalid value '0' for '--questions <N>'"),
        ("--seed 3", "--forecast <N>"),
    ] {
        let refused = solve(&store, more);
        assert!(refused.code == Some(2) && refused.error.contains(error), "{more}: {refused:?}");
    }
    let refused = run(&["solve", "morris", "--store", text(&store)]);
    assert!(
        refused.error.contains("there is no solver of morris; there is one of hexceed"),
        "{refused:?}"
    );
    assert!(!store.exists());
}
