//! `quincunx analyse` as a person runs it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::common::program::{
    Run, finish, interrupt, legal_moves, pipe, quincunx, run, text, wait_for,
};
use serde_json::Value;

const GAMES: [&str; 5] = ["coerceo", "dominions", "hexceed", "morris", "trimok"];

/// White flies into a double threat and wins with the next move but one.
const WIN_IN_3: &str = "B[b6,d6,f6]W[c4,e3,b2]turn[W]";

fn objects(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_win_is_found_and_told() {
    let found = run(&["analyse", "morris", WIN_IN_3, "--depth", "5"]);
    assert_eq!(found.after("Best move: "), "W[b2-c3]");
    assert_eq!(found.after("Position: "), WIN_IN_3);
    assert!(found.out.contains("\nW wins in 3 plies\n    W[b2-c3] "), "{}", found.out);
    assert!(found.out.starts_with("7   .-----------"), "the board comes first: {}", found.out);

    let found = run(&["analyse", "morris", WIN_IN_3, "--depth", "5", "--json"]).ok();
    let best = objects(&found).pop().unwrap();
    assert_eq!(best["type"], "best");
    assert_eq!(
        (&best["move"], &best["score"]),
        (&"W[b2-c3]".into(), &serde_json::json!({"mate": 3}))
    );
}

#[test]
fn every_game_is_analysed_from_its_start() {
    for game in GAMES {
        let found = run(&["analyse", game, "--depth", "2"]);
        let best = found.after("Best move: ");
        let legal = legal_moves(game, found.after("Position: "));
        assert!(legal.iter().any(|m| m == best), "{game}: {best}");
        assert!(found.out.is_ascii() && !found.out.contains('\x1b'), "{game}: plain in a pipe");
        assert_eq!(found.error, "", "{game}: no progress but on a terminal");
    }
}

#[test]
fn several_lines_begin_with_different_moves() {
    let arguments = ["analyse", "trimok", "--depth", "3", "--multipv", "4", "--json"];
    let lines = objects(&run(&arguments).ok());
    let last: Vec<&Value> =
        lines.iter().filter(|line| line["type"] == "line" && line["depth"] == 3).collect();
    let ranks: Vec<_> = last.iter().map(|line| line["multipv"].as_u64().unwrap()).collect();
    assert_eq!(ranks, [1, 2, 3, 4]);
    let first: BTreeSet<_> = last.iter().map(|line| line["pv"][0].as_str().unwrap()).collect();
    assert_eq!(first.len(), 4);
    let scores: Vec<_> = last.iter().map(|line| line["score"]["cp"].as_i64().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
}

#[test]
fn a_game_comes_in_many_ways() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, content: &str| {
        let path = folder.path().join(name);
        fs::write(&path, content).unwrap();
        path
    };
    let record = "# pasted\r\n1. W[P63i9]; B[P55h8];\r\n2. W[P30h9];B[P63g8]\r\n";
    let plain = file("plain", record);
    let games = file(
        "two.games",
        "[Game \"dominions\"]\nW[pass]\n*\n\n[Game \"dominions\"]\n[Rules \"Dominions No \
         Boomerang=true\"]\nW[P63i9];B[P55h8]\nW[P30h9];B[P63g8] 1-0\n",
    );
    let want = "W[P63i9,P30h9]B[P55h8,P63g8]turn[W]";
    let arguments: [&[&str]; 8] = [
        &[want],
        &["W[P63i9];B[P55h8];W[P30h9] B[P63g8]"],
        &["P63i9 P55h8 P30h9 P63g8"],
        &["position startpos moves W[P63i9] B[P55h8] W[P30h9] B[P63g8]"],
        &["W[P63i9]B[]turn[B] P55h8", "--moves", "P30h9", "B[P63g8]"],
        &[text(&plain)],
        &["/dev/stdin"],
        &[text(&games), "--number", "2"],
    ];
    let limits = ["--nodes", "1", "--json"];
    for given in arguments {
        let found = pipe(&[&["analyse", "dominions"], given, &limits].concat(), record).ok();
        assert_eq!(objects(&found)[0]["position"], want, "{given:?}");
    }
    let found = pipe(&["analyse", "dominions", "-", "--nodes", "1"], record);
    assert_eq!(found.after("Position: "), want);
    let two = run(&["analyse", "dominions", text(&games), "--nodes", "1"]);
    assert_eq!(two.error, "game 1 of 2; --number takes another\n");
    assert_eq!(two.after("After move "), "1, W[pass]");
}

/// A file of games names the game and its rules; nobody needs to.
#[test]
fn a_record_says_which_game_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let record =
        "[Game \"trimok\"]\n[Rules \"Trimok Change=any\"]\n*\n\n[Game \"Morris\"]\nd6;d2 0-1\n";
    let path = folder.path().join("a.games");
    fs::write(&path, record).unwrap();
    let found = run(&["analyse", text(&path), "--number", "2", "--depth", "1"]);
    assert_eq!(found.after("Position: "), "B[d6]W[d2]hand[8,8]turn[B]");
    let found = pipe(&["analyse", "-", "--each", "--depth", "1", "--number", "2"], record);
    assert!(found.out.starts_with("A game of morris with 2 moves"), "{found:?}");
    let found = pipe(&["play", text(&path)], "quit\n");
    assert!(found.out.starts_with("Trimok\n"), "{found:?}");

    fs::write(folder.path().join("plain"), "d6 d2").unwrap();
    let chess = "[Game \"chess\"]\ne4 *\n";
    for (arguments, input, message) in [
        (&["moris"][..], "", "\"moris\" is neither a game nor a file; did you mean morris?"),
        (&["chess"], "", "\"chess\" is neither a game nor a file; the games are coerceo, "),
        (&["chess", "e4"], "", "\"chess\" is neither a game nor a file"),
        (&["no.games"], "", "there is no file \"no.games\""),
        (&[text(&folder.path().join("plain"))], "", "does not name its game; put it first"),
        (&["-"], chess, "\"-\" is a game of \"chess\"; the games are coerceo, "),
        (&[text(&path), "--number", "3"], "", "a.games, which holds 2"),
        (&[text(&path), "d6"], "", "expected a game before \"d6\", found the file "),
    ] {
        let found = pipe(&[&["analyse"], arguments].concat(), input);
        assert_eq!((found.code, found.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(found.error.contains(message), "{arguments:?}: {}", found.error);
    }
}

/// A recorded game says who played and how it ended where the rules alone do not know.
#[test]
fn the_tags_of_a_record_are_told() {
    let record = "[Game \"morris\"]\n[First \"one\"]\n[Second \"two\"]\n\
                  [Termination \"time forfeit\"]\nd6;d2 0-1\n";
    let found = pipe(&["analyse", "morris", "-", "--each", "--depth", "1"], record);
    assert_eq!(found.after("B is "), "one, W is two");
    let result = "unfinished by the rules, recorded as 0-1, time forfeit";
    assert_eq!(found.after("Result: "), result);
}

#[test]
fn a_finished_game_is_told() {
    let found = run(&["analyse", "morris", "B[a7,d7,g7]W[c5,d5]turn[W]"]);
    assert_eq!(found.after("The game is over: "), "B wins: W has fewer than three men");
    let found = run(&["analyse", "dominions", "W[resign]", "--json"]).ok();
    let result = serde_json::json!({"winner": "B", "reason": "resigned", "margin": null});
    assert_eq!(objects(&found), [objects(&found)[0].clone()]);
    assert_eq!(objects(&found)[0]["result"], result);
}

#[test]
fn rules_are_set_by_name() {
    let option = ["--option", "Coerceo Start=ocius", "--depth", "1"];
    let found = run(&[&["analyse", "coerceo"], &option[..]].concat());
    assert!(found.after("Position: ").contains("gone[00,01,"), "{}", found.out);
}

/// Black could end the game and does not; White does.
const BLUNDER: &str = "B[a7,d7,b6]W[c5,d5,e4]turn[B]\nB[b6-a1]; W[e4-e5xa7]";

#[test]
fn a_game_is_judged_move_by_move() {
    let found = pipe(&["analyse", "morris", "-", "--each", "--depth", "3"], BLUNDER);
    assert_eq!(found.after("Result: "), "W wins: B has fewer than three men");
    let row = found.after("   1. B[b6-a1] ");
    assert!(row.contains(" loss in 2 ") && row.contains(" 0% ??"), "{row}");
    assert!(row.contains("?? gives a win away; best was 100% B[b6-g7x"), "{row}");
    let (_, summary) = found.out.split_once("The biggest mistakes:\n").unwrap();
    let why = found.after("      W[");
    assert!(why.starts_with("e4-e5xa7] wins at once. It passes over B[b6-g7x"), "{why}");
    assert!(why.ends_with("], which closes a mill."), "{why}");
    let shown = format!("   1. B[b6-a1] {row}\n      W[{why}\n\nBefore move 1:\n");
    assert!(summary.starts_with(&shown), "{summary}");
    assert!(summary.contains("\nPlayed was B[b6-a1], better was B[b6-g7x"), "{summary}");
    // The other player did nothing wrong: the same score, of the first player, and no correction.
    let row = found.after("   2. W[e4-e5xa7] ");
    assert_eq!(row.split_whitespace().collect::<Vec<_>>(), ["loss", "in", "1", "0%"], "{row}");
    assert!(found.out.contains("\nB            1      0      0.0%"), "{}", found.out);
    assert!(found.out.contains("\nW            1      1    100.0%"), "{}", found.out);

    let json = ["analyse", "morris", "-", "--each", "--depth", "3", "--json"];
    let lines = objects(&pipe(&json, BLUNDER).ok());
    assert_eq!(lines.len(), 4);
    let (first, second, summary) = (&lines[1], &lines[2], &lines[3]);
    assert_eq!((&first["before"]["mate"], &first["after"]["mate"]), (&1.into(), &(-2).into()));
    assert_eq!((&first["mark"], &first["loss"]), (&"??".into(), &Value::Null));
    assert_eq!((&second["before"]["mate"], &second["after"]["mate"]), (&1.into(), &1.into()));
    assert_eq!((&second["mark"], &second["loss"]), (&"".into(), &0.0.into()));
    assert_eq!(summary["result"]["reason"], "pieces");
    assert_eq!(
        (&summary["players"][0]["best"], &summary["players"][0]["moves"]),
        (&0.into(), &1.into())
    );
}

#[test]
fn some_moves_of_a_game_are_judged() {
    let judged = |plies: &str| {
        let all = ["analyse", "morris", "-", "--each", "--depth", "3", "--json", "--plies", plies];
        let lines = objects(&pipe(&all, BLUNDER).ok());
        assert_eq!(lines.last().unwrap()["moves"], lines.len() - 2);
        let moves = &lines[1..lines.len() - 1];
        moves.iter().map(|one| format!("{}{}", one["ply"], one["mark"])).collect::<Vec<_>>()
    };
    assert_eq!(judged("1"), [r#"1"??""#]);
    assert_eq!(judged("2"), [r#"2"""#]);
    assert_eq!(judged("1-9"), [r#"1"??""#, r#"2"""#]);
}

/// The record with comments is read again, and the chart is a picture.
#[test]
fn a_judged_game_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let [record, svg] = ["a.games", "a.svg"].map(|name| folder.path().join(name));
    let options = ["--each", "--depth", "3", "--record", text(&record), "--svg", text(&svg)];
    let arguments = [&["analyse", "morris", "-"], &options[..]].concat();
    pipe(&arguments, BLUNDER).ok();
    let written = fs::read_to_string(&record).unwrap();
    assert!(
        written.contains("\nB[b6-a1]\n# 1. B[b6-a1] ?? 100% to 0%; best was B[b6-g7x"),
        "{written}"
    );
    let read = run(&["analyse", "morris", text(&record), "--json", "--depth", "1"]).ok();
    assert_eq!(objects(&read)[0]["result"]["winner"], "W", "{read}");
    let picture = fs::read_to_string(&svg).unwrap();
    assert!(picture.starts_with("<svg ") && picture.contains("1. B[b6-a1] ??"), "{picture}");
    // Neither is written over.
    let again = pipe(&arguments, BLUNDER);
    assert_eq!(again.code, Some(2));
    assert!(again.error.contains("a.svg exists; take another name"), "{}", again.error);
    assert_eq!(fs::read_to_string(&record).unwrap(), written);
    // A folder that is missing is told before the moves are judged.
    for option in ["--record", "--svg"] {
        let nowhere = ["analyse", "morris", "-", "--each", option, "/no/such/folder/a"];
        let found = pipe(&nowhere, BLUNDER);
        assert_eq!((found.code, found.out.as_str()), (Some(2), ""), "{found:?}");
        assert!(found.error.contains("/no/such/folder/a: No such file"), "{found:?}");
    }
    // A record keeps its tags, and its moves are in canonical form.
    let source = folder.path().join("source.games");
    fs::write(
        &source,
        format!("[Game \"morris\"]\n[Start \"{WIN_IN_3}\"]\n[First \"Ann\"]\nb2-c3 *\n"),
    )
    .unwrap();
    let copy = folder.path().join("copy.games");
    let options = ["--each", "--depth", "1", "--record", text(&copy)];
    run(&[&["analyse", "morris", text(&source)], &options[..]].concat()).ok();
    let written = fs::read_to_string(&copy).unwrap();
    assert!(written.contains("[First \"Ann\"]\n"), "{written}");
    assert!(written.contains("\nW[b2-c3]\n"), "{written}");
}

/// A move that alone keeps the game is told as that; one of many that do as well is not.
#[test]
fn only_moves_are_told() {
    let mark = |record: &str| {
        let run = run(&["analyse", "morris", record, "--each", "--depth", "5", "--json"]);
        objects(&run.ok())[1]["mark"].as_str().unwrap().to_owned()
    };
    assert_eq!(mark(&format!("{WIN_IN_3} b2-c3")), "!");
    assert_eq!(mark("B[]W[]hand[9,9]turn[B] d6"), "", "many moves are as good");
}

/// Near its end a game of Hexceed is solved, so that every value is the truth: no move is better
/// than the best one, and the best value stays until somebody errs. A player acts twice running.
#[test]
fn solved_positions_are_judged_exactly() {
    let line = include_str!("../games/hexceed.jsonl").lines().find(|l| l.starts_with('{')).unwrap();
    let game: Value = serde_json::from_str(line).unwrap();
    let moves: Vec<&str> =
        game["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
    let (opening, ending) = moves.split_at(moves.len() - 12);
    let arguments = ["analyse", "hexceed", &opening.join(" "), "--nodes", "1", "--json"];
    let start = objects(&run(&arguments).ok())[0]["position"].as_str().unwrap().to_owned();
    let record = format!("{start} {}", ending.join(";"));
    let arguments = ["analyse", "hexceed", &record, "--each", "--depth", "40", "--json"];
    let lines = objects(&run(&arguments).ok());
    let value = |score: &Value| {
        let points = score["margin"].as_i64().map(|margin| margin * 100);
        points.or(score["cp"].as_i64()).unwrap()
    };
    let mut last: Option<(Value, i64)> = None;
    for one in &lines[1..lines.len() - 1] {
        let (before, after) = (value(&one["before"]), value(&one["after"]));
        assert!(before >= after, "{one}");
        assert_eq!(one["loss"].as_f64().unwrap(), (before - after) as f64 / 100.0, "{one}");
        if let Some((player, value)) = last {
            let same = if player == one["player"] { before } else { -before };
            assert_eq!(same, value, "the value after a move is the one before the next: {one}");
        }
        last = Some((one["player"].clone(), after));
    }
    let (player, value) = last.unwrap();
    let margin = lines.last().unwrap()["result"]["margin"].as_i64().unwrap() * 100;
    assert_eq!(value, if player == "1" { margin } else { -margin });
}

/// The objects have the fields that the help lists, all of them and no other.
#[test]
fn json_is_as_the_help_says() {
    let help = run(&["analyse", "--help"]).ok();
    let (_, schema) = help.split_once("JSON: ").unwrap();
    // A long list of fields goes on in the next line.
    let schema = schema.replace("\n        ", " ");
    let fields: BTreeMap<&str, BTreeSet<&str>> = schema
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split_once(": "))
        .map(|(name, fields)| (name, fields.split(' ').chain(["type"]).collect()))
        .collect();
    let one = run(&["analyse", "morris", "--depth", "2", "--json"]).ok();
    let each = pipe(&["analyse", "morris", "-", "--each", "--depth", "2", "--json"], BLUNDER).ok();
    let many = pipe(&["analyse", "morris", "--json", "-", "--depth", "2"], "d6\nd9\n").out;
    let mut seen = BTreeSet::new();
    let explore = ["analyse", "morris", "B[a7,d7,b6]W[c5,d5,e4]turn[B]", "--explore", "--json"];
    let known = run(&[&explore[..], &["--movetime", "20ms"]].concat()).ok();
    for object in objects(&(one + &each + &many + &known)) {
        let name = object["type"].as_str().unwrap();
        let keys: BTreeSet<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(Some(&keys), fields.get(name), "{object}");
        for field in ["score", "before", "after"] {
            let Some(score) = object.get(field) else { continue };
            let (kind, number) = score.as_object().unwrap().iter().next().unwrap();
            assert!(
                ["cp", "mate", "margin"].contains(&kind.as_str()) && number.is_i64(),
                "{score}"
            );
        }
        seen.insert(name.to_owned());
    }
    assert_eq!(seen, fields.keys().map(|name| (*name).to_owned()).collect(), "the help lists them");
}

#[test]
fn wrong_input_is_told_with_its_place() {
    for (arguments, input, message) in [
        (
            &["d6 d2 d6"][..],
            "",
            "move 3 \"d6\" is not legal: d6 is not empty, in B[d6]W[d2]hand[8,8]turn[B]\nd6 d2 d6\n      ^",
        ),
        (&["-"], "d6 d2\n# a remark\n3. d9x\n", "\nline 3 of standard input:\n3. d9x\n"),
        (
            &["B[d4]W[]turn[B]"],
            "",
            "no such position: the board has no such point: \"d4\" at column 3\nB[d4]W[]turn[B]\n  ^",
        ),
        (&["no-such.games"], "", "there is no file \"no-such.games\""),
        (&["-"], " \n", "standard input holds neither a position nor a move"),
        (&["-"], "[Game \"trimok\"]\n*\n", "this is a game of \"trimok\", not of morris"),
        (&["-"], "[Game \"morris\"]\nd6\n", "standard input: line 3, column 1: expected 1-0"),
        (
            &["-", "--number", "2"],
            "[Game \"morris\"]\nd6 *\n",
            "there is no game 2 in standard input, which holds 1",
        ),
        // A record sets nothing but the rules of its game.
        (
            &["-"],
            "[Game \"morris\"]\n[Rules \"Clear Memory=\"]\nd6 *\n",
            "morris has no rule \"Clear Memory\"",
        ),
        (
            &["-"],
            "[Game \"morris\"]\n[Rules \"Trimok Quiet=5\"]\nd6 *\n",
            "morris has no rule \"Trimok Quiet\"",
        ),
        (
            &["-"],
            "[Game \"morris\"]\nd6 d2\n (f4 ()\n*\n",
            "standard input: line 3, column 2: expected a variation that ends before the result",
        ),
        (&["d6", "--number", "2"], "", "there is no game 2 in the argument, which holds 1"),
        (&["--moves", "d6", "d6"], "", "--moves: move 2 \"d6\" is not legal: d6 is not empty"),
        (&["--each"], "", "--each needs a game with at least one move"),
        (
            &["d6", "--each", "--plies", "2-3"],
            "",
            "--plies: the last move of the game is number 1\n",
        ),
        (&["d6", "--each", "--plies", "0"], "", "expected the number of a move, from 1, or two"),
        (&["d6", "--each", "--plies", "3-2"], "", "expected the number of a move, from 1, or two"),
        (&["d6", "--plies", "1"], "", "--each"),
        (&["--movetime", "5h"], "", "expected a time such as 500ms"),
        (&["--depth", "0"], "", "invalid value '0' for '--depth <PLIES>'"),
        (&["--hash", "0"], "", "Hash wants a number from 1 to "),
        (
            &["--option", "Morris Quite=8"],
            "",
            "there is no option \"Morris Quite\"; the rules of morris are Morris Repetition, Morris Quiet",
        ),
        (&["--each", "--multipv", "2"], "", "cannot be used with '--multipv"),
    ] {
        let Run { out, error, code } = pipe(&[&["analyse", "morris"], arguments].concat(), input);
        assert!(error.contains(message), "{arguments:?}: {error}");
        assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments:?}");
    }
    let error = finish(&mut quincunx(), "").error;
    assert_eq!(error, "");
}

#[test]
fn colours_are_for_terminals_that_want_them() {
    let arguments = ["analyse", "morris", WIN_IN_3, "--depth", "2"];
    let has_colour = |force: bool, no_color: bool| {
        let mut command = quincunx();
        command.args(arguments);
        if force {
            command.env("CLICOLOR_FORCE", "1");
        }
        if no_color {
            command.env("NO_COLOR", "1");
        }
        finish(&mut command, "").ok().contains('\x1b')
    };
    assert!(has_colour(true, false));
    assert!(!has_colour(true, true) && !has_colour(false, false) && !has_colour(false, true));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_the_best_line_so_far() {
    let mut command = quincunx();
    command.args(["analyse", "morris", "--infinite"]).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    // The board has a row 3, too.
    assert!(lines.any(|line| line.trim_start().starts_with("depth ")), "a table should begin");
    assert!(lines.any(|line| line.trim_start().starts_with("3 ")), "a depth should be told");
    interrupt(child.id(), "INT");
    let rest: Vec<String> = lines.collect();
    assert!(rest.iter().any(|line| line.starts_with("Best move: B[")), "{rest:?}");
    assert!(rest.iter().any(|line| line == "(interrupted)"), "{rest:?}");
    let mut code = None;
    wait_for("the end", || {
        code = child.try_wait().unwrap();
        code.is_some()
    });
    assert_eq!(code.unwrap().code(), Some(130));
}

#[test]
fn variations_are_kept_written_and_taken() {
    let folder = tempfile::tempdir().unwrap();
    let [before, after] =
        ["before", "after"].map(|name| folder.path().join(format!("{name}.games")));
    let tags = "[Game \"morris\"]\n[Start \"B[a7,d7,b6]W[c5,d5,e4]turn[B]\"]\n";
    let moves = "B[b6-a1] (B[b6-g1]!? # mine\n W[e4-e5xb6]) W[e4-e5xa7]\n1-0\n";
    let with = |moves: &str| fs::write(&before, format!("{tags}{moves}")).unwrap();
    with(moves);
    let analyse = |more: &[&str]| {
        run(&[&["analyse", "morris", text(&before), "--depth", "3"], more].concat())
    };
    let found = analyse(&["--each", "--record", text(&after), "--variations"]);
    assert_eq!(found.code, Some(2), "the second move of the variation takes what is not there");
    assert!(found.error.contains("in a variation, move 2 \"W[e4-e5xb6]\""), "{found:?}");
    with(&moves.replace("xb6", "xa7"));
    analyse(&["--each", "--record", text(&after), "--variations"]).ok();
    let written = fs::read_to_string(&after).unwrap();
    assert!(written.contains("\nB[b6-a1]??\n# 1. B[b6-a1] ?? 100% to 0%\n"), "{written}");
    assert!(written.contains("(B[b6-g1]!?\n# mine\nW[e4-e5xa7]) (B[b6-g7x"), "{written}");
    // Whoever reads it plays the main line, or the line that is asked for.
    let found = run(&["analyse", "morris", text(&after), "--depth", "1"]);
    assert!(found.out.contains("W wins: B has fewer than three men"), "{found:?}");
    let found = run(&["analyse", "morris", text(&after), "--line", "3", "--depth", "1"]);
    assert!(found.out.contains("B wins: W has fewer than three men"), "{found:?}");
    let found = run(&["analyse", "morris", text(&after), "--line", "4", "--depth", "1"]);
    assert!(found.error.contains("there is no line 4; the record has 3"), "{found:?}");
    for (moves, error) in [
        (
            "B[b6-a1] ( 1-0\n",
            "line 3, column 10: expected a variation that ends before the result, found \"(\"",
        ),
        ("(B[b6-a1]) 1-0\n", "expected a move before its variation, found \"(\""),
        ("B[b6-a1]??? 1-0\n", "expected a mark such as ? or !?, found \"???\""),
    ] {
        with(moves);
        let found = analyse(&[]);
        assert_eq!(found.code, Some(2), "{found:?}");
        assert!(found.error.contains(error), "{found:?}");
    }
}
