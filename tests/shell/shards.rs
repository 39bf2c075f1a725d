//! Matches in parts: put together they are the match that one machine plays, to the byte.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::arena::without_checksums;

const PROGRAM: &str = env!("CARGO_BIN_EXE_quincunx");

/// Two players, one of them by dice, so that seeds show.
const MATCH: &str = "match morris --engine builtin:nodes=30,name=search --engine random --rounds 21 --seed 3 --max-plies 80";
/// A test that some rounds decide, and not the last.
const TEST: &str = "--sprt elo0=150,elo1=350,model=logistic";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn run(&self, line: &str) -> Output {
        run(line, self.0.path())
    }

    /// Runs what must end with that exit code, and returns what it says.
    fn says(&self, line: &str, code: i32) -> String {
        let output = self.run(line);
        let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        assert_eq!(output.status.code(), Some(code), "{line}: {}", said.concat());
        said.concat()
    }

    /// Plays all parts of a match into `N-I.games` and returns these names.
    fn parts(&self, line: &str, of: usize) -> Vec<String> {
        let part = |number: usize| {
            let name = format!("{of}-{number}.games");
            self.says(&format!("{line} --shard {number}/{of} --record {name}"), 0);
            name
        };
        (1..=of).map(part).collect()
    }
}

fn run(line: &str, folder: &Path) -> Output {
    let mut command = Command::new(PROGRAM);
    command.args(shlex::split(line).unwrap()).current_dir(folder).stdin(Stdio::null());
    command.output().unwrap()
}

#[test]
fn parts_in_any_order_are_the_whole_to_the_byte() {
    let folder = Folder::new();
    folder.says(&format!("{MATCH} --record whole.games"), 0);
    folder.says(&format!("{MATCH} --concurrency 3 --every 1 --record wide.games"), 0);
    let whole = folder.read("whole.games");
    assert_eq!(folder.read("wide.games"), whole, "whatever is played at the same time");
    assert_eq!(whole.matches("[Result ").count(), 42);
    for of in [1, 2, 7] {
        let mut parts = folder.parts(MATCH, of);
        parts.reverse();
        // One of them once more: it is the same.
        let again = format!("{MATCH} --shard {of}/{of} --record again.games --concurrency 2");
        folder.says(&again, 0);
        assert_eq!(folder.read("again.games"), folder.read(&parts[0]));
        fs::rename(folder.path("again.games"), folder.path(&parts[0])).unwrap();
        parts.rotate_left(of / 2);
        folder.says(&format!("match --merge {} --record merged.games", parts.join(" ")), 0);
        assert_eq!(folder.read("merged.games"), whole, "{of} parts");
        fs::remove_file(folder.path("merged.games")).unwrap();
    }
    // What was put together is a part like the others, and goes on like a match.
    folder.says("match --merge 7-1.games 7-2.games 7-3.games --partial --record begun.games", 0);
    folder.says(
        "match --merge 7-6.games 7-7.games begun.games 7-4.games 7-5.games --record x.games",
        0,
    );
    assert_eq!(folder.read("x.games"), whole);
    folder.says("match --resume begun.games --concurrency 2", 0);
    assert_eq!(folder.read("begun.games"), whole);
}

#[test]
fn the_test_ends_the_match_behind_the_same_game_everywhere() {
    let folder = Folder::new();
    let line = format!("{MATCH} {TEST}");
    let report = folder.says(&format!("{line} --record whole.games"), 0);
    let whole = folder.read("whole.games");
    let games = whole.matches("[Result ").count();
    assert!((7..40).contains(&games), "{games}: {report}");
    for concurrency in [2, 5] {
        let name = format!("{concurrency}.games");
        folder.says(&format!("{line} --concurrency {concurrency} --record {name}"), 0);
        assert_eq!(folder.read(&name), whole);
    }
    let mut parts = folder.parts(&line, 7);
    let played: usize =
        parts.iter().map(|part| folder.read(part).matches("[Result ").count()).sum();
    assert_eq!(played, 42, "a part asks no test");
    parts.rotate_left(3);
    let merged =
        folder.says(&format!("match --merge {} --record merged.games", parts.join(" ")), 0);
    assert_eq!(folder.read("merged.games"), whole);
    let without_time = |text: &str| {
        let lines = text.lines().skip_while(|line| !line.starts_with("morris: "));
        let lines = lines.map(|line| {
            line.split(" s")
                .next()
                .unwrap()
                .trim_end_matches(|c: char| c.is_ascii_digit() || c == '.')
        });
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(without_time(&merged), without_time(&report));

    // What lies behind the decision may be missing.
    let needed = games.div_ceil(6);
    let first: Vec<String> = (1..=needed).map(|part| format!("7-{part}.games")).collect();
    folder.says(&format!("match --merge {}", first.join(" ")), 0);
    let fewer = first[1..].join(" ");
    let refused = folder.says(&format!("match --merge {fewer}"), 2);
    assert!(refused.contains("rounds 1 to 3"), "{refused}");
    let partial = folder.says(&format!("match --merge {fewer} --partial"), 3);
    assert!(partial.contains("morris: 0 games") && partial.contains("not decided"), "{partial}");
}

#[test]
fn exit_codes_tell_the_verdict() {
    let folder = Folder::new();
    let weaker = MATCH.replace("builtin:nodes=30,name=search", "random:name=dice");
    for (line, test, code, verdict) in [
        (MATCH, "elo0=150,elo1=350,model=logistic", 0, "H1 was accepted"),
        (&weaker, "elo0=300,elo1=600,model=logistic", 1, "H0 was accepted"),
        (MATCH, "elo0=0,elo1=1,alpha=1e-9,beta=1e-9,model=logistic", 3, "not decided"),
    ] {
        let name = format!("{code}.games");
        let report = folder.says(&format!("{line} --sprt {test} --record {name}"), code);
        assert!(report.contains(verdict), "{report}");
        assert!(folder.says(&format!("match --merge {name}"), code).contains(verdict));
    }
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let folder = Folder::new();
    let line = MATCH.replace("--rounds 21", "--rounds 6");
    folder.parts(&line, 3);
    folder.parts(&line.replace("--seed 3", "--seed 4"), 2);
    let third = folder.read("3-3.games");
    let older = without_checksums(&third);
    let write = |name: &str, text: &str| fs::write(folder.path(name), text).unwrap();
    write("cut.games", &third[..third.len() - 20]);
    write("build.games", &older.replace("# build ", "# build 1"));
    write("option.games", &older.replace("--max-plies 80", "--max-plies 90"));
    write("changed.games", &third.replacen("[First \"search\"]", "[First \"seek\"]", 1));
    write("foreign.games", &older.replacen("[First \"search\"]", "[First \"seek\"]", 1));
    write("moved.games", &older.replacen("[Round \"5.1\"]", "[Round \"1.1\"]", 1));
    write("lost.games", &third[..third.find("[Game \"morris\"]\n[Round \"6.1\"]").unwrap()]);
    for (files, error) in [
        ("3-1.games 3-3.games", "rounds 3 to 4: no file has them"),
        ("3-1.games 3-2.games lost.games", "round 6: no file has them"),
        (
            "3-1.games 3-2.games 3-2.games 3-3.games",
            "3-2.games: line 5, game \"3.1\": [Round \"3.1\"]: 3-2.games has this game, too",
        ),
        (
            "3-1.games 2-2.games",
            "2-2.games is not of the match of 3-1.games: the command of the one was",
        ),
        ("3-1.games 3-2.games option.games", "option.games is not of the match of 3-1.games"),
        ("3-1.games 3-2.games build.games", "it was played by build 1"),
        ("3-1.games 3-2.games cut.games", "cut.games: its last game was cut off, line "),
        (
            "3-1.games 3-2.games foreign.games",
            "foreign.games: line 6, game \"5.1\": [First \"seek\"]: it should be \"search\"",
        ),
        (
            "3-1.games 3-2.games changed.games",
            "changed.games: line 14, game \"5.1\": the checksum \"",
        ),
        (
            "3-2.games moved.games 3-1.games",
            "3-1.games: line 5, game \"1.1\": [Round \"1.1\"]: moved.games has this game, too",
        ),
        ("3-2.games moved.games", "moved.games: line 14, game \"1.1\": move 1, "),
        ("3-1.games none.games", "none.games: No such file"),
    ] {
        let refused = folder.says(&format!("match --merge {files} --record merged.games"), 2);
        assert!(refused.contains(error), "{files}: {refused}");
        assert!(!folder.path("merged.games").exists(), "{files}");
    }
    for (arguments, error) in [
        (format!("{line} --shard 0/3"), "there is no part 0 of 3"),
        (format!("{line} --shard 4/3"), "invalid value '4/3'"),
        (format!("{line} --shard x"), "such as 2/7, found \"x\""),
        (format!("{line} --shard 1/7"), "there is no part 1/7 of 6 rounds"),
        (
            "match --resume 3-2.games --shard 1/3".to_owned(),
            "--shard 1/3: 3-2.games holds part 2/3",
        ),
        (
            "match --resume 3-2.games --rounds 9".to_owned(),
            "--rounds: 3-2.games is a part of a match",
        ),
        ("match --resume lost.games --merge 3-1.games".to_owned(), "cannot be used with"),
        ("match --merge 3-1.games --every 2".to_owned(), "cannot be used with"),
        (format!("{line} --partial"), "--merge"),
    ] {
        let refused = folder.says(&arguments, 2);
        assert!(refused.contains(error), "{arguments}: {refused}");
    }
    // The part that lost a round goes on as the part that it is.
    folder.says("match --resume lost.games --shard 3/3", 0);
    assert_eq!(folder.read("lost.games"), third);
}

#[test]
fn a_book_of_openings_stands_for_them() {
    let folder = Folder::new();
    let book = folder.run("match morris --rounds 21 --seed 3 --print-openings");
    assert!(book.status.success() && book.stderr.is_empty());
    fs::write(folder.path("book"), book.stdout).unwrap();
    let lines = folder.read("book");
    assert_eq!(lines.lines().count(), 22, "behind a line that says what they are");
    folder.says(&format!("{MATCH} --record random.games"), 0);
    let random = folder.read("random.games");
    folder.says(&format!("{MATCH} --opening-cache book --record cached.games"), 0);
    assert_eq!(folder.read("cached.games"), random);
    let part = format!("{MATCH} --opening-cache book --shard 1/2 --record a.games");
    folder.says(&part, 0);
    folder.says(&format!("{MATCH} --shard 2/2 --record b.games"), 0);
    folder.says("match --merge b.games a.games --record c.games --opening-cache book", 0);
    assert_eq!(folder.read("c.games"), random);
    for (from, to, error) in [
        (
            "--seed 3",
            "--seed 4",
            "--opening-cache book: it begins with \"# openings of morris: 6 plies, balance 100 by 2000 nodes, seed 3",
        ),
        ("--rounds 21", "--rounds 22", "--opening-cache book: it has 21 openings for 22 rounds"),
        ("--seed 3", "--random-plies 4", "not with \"# openings of morris: 4 plies"),
    ] {
        let refused = folder.says(&part.replace(from, to), 2);
        assert!(refused.contains(error), "{refused}");
    }
    let line = format!("{MATCH} --openings book");
    folder.says(&format!("{line} --record whole.games"), 0);
    let games = |name: &str| without_checksums(folder.read(name).split_once("\n\n").unwrap().1);
    assert_eq!(games("whole.games"), games("random.games"), "only the command differs");
    let parts = folder.parts(&line, 2).join(" ");
    folder.says(&format!("match --merge {parts} --record merged.games"), 0);
    assert_eq!(folder.read("merged.games"), folder.read("whole.games"));
    fs::write(folder.path("book"), lines.lines().rev().collect::<Vec<_>>().join("\n")).unwrap();
    let refused = folder.says(&format!("match --merge {parts}"), 2);
    assert!(refused.contains("its opening is not the one that was given"), "{refused}");

    // There are no more first moves.
    let few = folder.says("match morris --rounds 30 --random-plies 1 --print-openings", 0);
    assert!(few.contains("only 24 of the 30 openings are different"), "{few}");
    let none = folder.says("match morris --rounds 2 --random-plies 0 --print-openings", 0);
    fs::write(folder.path("start"), none.lines().take(3).collect::<Vec<_>>().join("\n")).unwrap();
    folder.says(&format!("{MATCH} --openings start --shard 1/21"), 0);
}

#[test]
fn perft_adds_up() {
    let folder = Folder::new();
    let line = "perft coerceo 3";
    let whole = folder.says(line, 0);
    let (whole, _) = whole.split_once("Time: ").unwrap();
    for of in [1, 2, 7, 50] {
        let parts: Vec<String> = (1..=of)
            .rev()
            .map(|part| {
                let name = format!("{of}-{part}.txt");
                let said = folder.says(&format!("{line} --shard {part}/{of}"), 0);
                fs::write(folder.path(&name), said).unwrap();
                name
            })
            .collect();
        assert_eq!(folder.says(&format!("{line} --merge {}", parts.join(" ")), 0), whole, "{of}");
    }
    let first = folder.read("2-1.txt");
    let (cut, _) = first.split_once("Nodes").unwrap();
    fs::write(folder.path("cut.txt"), cut).unwrap();
    for (arguments, error) in [
        ("3 --merge 2-1.txt", ": no file has it"),
        ("3 --merge 2-1.txt 2-2.txt 7-7.txt", "2-2.txt and 7-7.txt both have "),
        ("2 --merge 2-1.txt 2-2.txt", "2-1.txt: it begins with \"# perft of coerceo: depth 3, "),
        ("3 --merge cut.txt 2-2.txt", "cut.txt: it does not end with \"Nodes searched: "),
        ("3 --shard 3/2", "there is no part 3 of 2"),
    ] {
        let refused = folder.says(&format!("perft coerceo {arguments}"), 2);
        assert!(refused.contains(error), "{arguments}: {refused}");
    }
}

#[test]
fn learning_in_parts_adds_up_the_same_in_any_order() {
    let folder = Folder::new();
    let learn = |store: &str, first: u64, games: u64| {
        let line = format!(
            "learn trimok --store {store} --first-game {first} --games {games} --seed 5 --trials 0"
        );
        folder.says(&line, 0);
    };
    for (store, first) in [("a", 0), ("b", 20), ("c", 40)] {
        learn(store, first, 20);
    }
    // A worker died and another one played its games again.
    learn("b2", 20, 7);
    learn("b2", 20, 20);
    folder.says("experience merge one a b c", 0);
    folder.says("experience merge other c b2 a", 0);
    let export = |store: &str| folder.says(&format!("experience export --store {store}"), 0);
    assert_eq!(export("one"), export("other"));
    assert_ne!(export("a"), export("b"), "other numbers are other games");
    // The same numbers again belong to the same series: nothing is left to play.
    let report =
        folder.says("learn trimok --store one --first-game 20 --games 20 --seed 5 --trials 0", 0);
    assert!(report.contains(" 0 played now"), "{report}");
}

#[test]
fn training_takes_games_from_elsewhere_and_each_once() {
    let folder = Folder::new();
    let games = |data: &str, first: u64, games: u64| {
        let line = format!(
            "train hexceed --data {data} --nodes 20 --first-game {first} --games {games} --games-only"
        );
        folder.says(&line, 0)
    };
    assert!(games("a", 0, 250).contains("round 1: 250 games are played"));
    games("b", 250, 50);
    games("whole", 0, 300);
    fs::copy(folder.path("b/hexceed-01-000250.games"), folder.path("a/hexceed-01-000250.games"))
        .unwrap();
    for name in ["hexceed-01-000000.games", "hexceed-01-000250.games"] {
        let bytes = |data: &str| fs::read(folder.path(data).join(name)).unwrap();
        assert_eq!(bytes("a"), bytes("whole"), "{name}");
    }
    let twice = folder.path("a/hexceed-01-000260.games");
    fs::copy(folder.path("a/hexceed-01-000250.games"), &twice).unwrap();
    let refused =
        folder.says("train hexceed --data a --nodes 20 --games 300 --match 0 --epochs 1", 2);
    assert!(refused.contains("both have game 250 of round 1"), "{refused}");
    fs::remove_file(twice).unwrap();
    let trained =
        folder.says("train hexceed --data a --nodes 20 --games 300 --match 0 --epochs 1", 0);
    assert!(trained.contains("round 1: 300 games"), "{trained}");
}
