//! `quincunx play` over pipes, which is how a person's lines look to it.

use std::fs;
use std::io::{Read, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::common::program::{Run, finish, legal_moves, pipe, quincunx, run, text, wait_for};
use serde_json::Value;

const GAMES: [&str; 5] = ["coerceo", "dominions", "hexceed", "morris", "trimok"];

/// Types lines and returns what is printed.
fn play(arguments: &[&str], lines: &[&str]) -> Run {
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let run = pipe(&[&["play"], arguments].concat(), &input);
    assert_eq!((run.code, run.error.as_str()), (Some(0), ""), "{run:?}");
    assert!(!run.out.contains('\x1b') && run.out.is_ascii(), "plain in a pipe");
    run
}

/// Whole games, typed by one person for both sides, end as they did.
#[test]
fn recorded_games_are_played_to_their_ends() {
    for game in GAMES {
        let file = format!("{}/tests/games/{game}.jsonl", env!("CARGO_MANIFEST_DIR"));
        let file = fs::read_to_string(file).unwrap();
        let mut count = 0;
        for line in file.lines().filter(|line| line.starts_with('{')) {
            let record: Value = serde_json::from_str(line).unwrap();
            if !record["rules"].is_null() || !record["start"].is_null() {
                continue;
            }
            let moves: Vec<&str> =
                record["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
            let found = play(&[game, "--side", "both"], &[&moves[..], &["board"]].concat());
            assert_eq!(found.after("Position: "), record["final"], "{game}");
            let result = record["result"].as_str().unwrap();
            let told = found.out.lines().find_map(|l| l.strip_prefix("The game is over: "));
            match (result, told) {
                ("unfinished", told) => assert_eq!(told, None, "{game}"),
                ("draw", Some(told)) => assert!(told.starts_with("a draw: "), "{game}: {told}"),
                (winner, Some(told)) => {
                    assert!(told.starts_with(&format!("{winner} wins: ")), "{game}: {told}");
                }
                (_, None) => panic!("{game}: the end is not told"),
            }
            count += 1;
            if count == 4 {
                break;
            }
        }
        assert!(count > 0, "{game}: no game fits");
    }
}

#[test]
fn the_engine_plays_itself_to_the_end() {
    for game in GAMES {
        let arguments = [game, "--side", "none", "--level", "1", "--seed", "5"];
        let first = play(&arguments, &[]);
        assert!(first.out.contains("The game is over: "), "{game}");
        if game == "trimok" {
            assert_eq!(first.out, play(&arguments, &[]).out, "the seed decides");
        }
    }
}

/// Every answer of the engine is legal: the game is saved and read again, which checks it.
#[test]
fn the_engine_answers_with_legal_moves() {
    let folder = tempfile::tempdir().unwrap();
    for game in GAMES {
        for side in ["first", "second"] {
            let path = folder.path().join(format!("{game}-{side}.games"));
            let letters = match game {
                "coerceo" | "dominions" => ["W", "B"],
                "hexceed" => ["1", "2"],
                "morris" => ["B", "W"],
                _ => ["R", "B"],
            };
            let letter = letters[usize::from(side == "second")];
            let save = format!("save {}", text(&path));
            let found = play(&[game, "--side", letter, "--level", "3"], &["1", "2", "1", &save]);
            let other = letters[usize::from(side == "first")];
            assert!(
                found.out.contains(&format!("{other} plays {other}[")),
                "{game}: {}",
                found.out
            );
            let each = run(&["analyse", game, text(&path), "--each", "--nodes", "1", "--json"]);
            let rows = each.ok().lines().filter(|l| l.starts_with("{\"type\":\"move\"")).count();
            let saved = found.after("Saved ").split(' ').next().unwrap().to_owned();
            assert_eq!(rows.to_string(), saved, "{game}");
        }
    }
}

#[test]
fn a_win_is_not_missed() {
    let start = "B[a7,d7,b6]W[c5,d5,e4]turn[B]";
    let found = play(&["morris", start, "--side", "W", "--level", "4"], &[]);
    assert_eq!(found.after("The game is over: "), "B wins: W has fewer than three men");
    let found = play(&["morris", start, "--level", "1"], &["hint"]);
    assert!(found.after("Hint: B[b6-g7x").contains("(B wins in 1 ply)"), "{}", found.out);
}

/// What a weak level sees is wrong on purpose; only what is certain is told.
#[test]
fn weak_levels_tell_no_score() {
    let told = |strength: [&str; 2]| {
        let arguments = [&["morris", "--seed", "1"], &strength[..]].concat();
        play(&arguments, &["d6"]).after("W plays ").to_owned()
    };
    let weak = told(["--level", "2"]);
    assert!(weak.contains("] (depth "), "{weak}");
    let own = told(["--nodes", "500"]);
    assert!(
        own.contains(", depth ") && (own.contains(" men, ") || own.contains(" even, ")),
        "{own}"
    );
    let start = "B[a7,d7,b6]W[c5,d5,e4]turn[B]";
    let certain = play(&["morris", start, "--side", "W", "--level", "4"], &[]);
    assert!(certain.out.contains("(B wins in 1 ply, depth "), "{}", certain.out);
}

/// A finished game counts, once, and the next one is against the level that fits.
#[test]
fn the_level_follows_the_results() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("quincunx/strength");
    let won = "B[a7,d7,b6]W[c5,d5,e4]turn[B]";
    let sit = |arguments: &[&str], lines: &[&str]| {
        let mut command = quincunx();
        command.env("XDG_DATA_HOME", folder.path());
        command.args([&["play", "morris", won], arguments, &["--level", "auto"]].concat());
        finish(&mut command, &lines.iter().map(|line| format!("{line}\n")).collect::<String>())
    };
    let found = sit(&[], &["b6-g7xc5", "undo", "b6-g7xc5", "new"]);
    assert!(found.out.contains("the engine W (about your strength, level 3)."), "{}", found.out);
    let told = found.out.matches("Your next game is against level ");
    assert_eq!(told.count(), 1, "{}", found.out);
    assert!(found.out.contains("\nabout your strength, level 4\n"), "{}", found.out);
    assert_eq!(fs::read_to_string(&file).unwrap(), "morris 4.000 1\n");
    sit(&[], &["b6-g7xc5"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "morris 4.500 2\n");
    // The person is told of a loss; games between engines and unfinished ones do not count.
    sit(&["--side", "none"], &[]);
    sit(&[], &["quit"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "morris 4.500 2\n");
    let lost = sit(&["--side", "W"], &[]);
    assert!(lost.out.contains("Your next game is against level 4."), "{}", lost.out);
    assert!(fs::read_to_string(&file).unwrap().ends_with(" 3\n"));
    fs::write(&file, "morris much\n").unwrap();
    let refused = sit(&[], &[]);
    assert_eq!(refused.code, Some(2));
    let told = "line 1: expected GAME STRENGTH GAMES, found \"morris much\"";
    assert!(refused.error.contains(told), "{}", refused.error);
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let lines = ["d6", "d6", "z9", "B[d2]", "d2-d3", "d2", "board"];
    let found = play(&["morris", "--side", "both"], &lines);
    for message in [
        "\n\"d6\" is not legal: d6 is not empty\n",
        "\n\"z9\" is no move: expected a point such as a7, found \"z9\" at column 1; moves lists",
        "\n\"B[d2]\" is not legal: it is not B's turn\n",
        "\n\"d2-d3\" is not legal: ",
    ] {
        assert!(found.out.contains(message), "{message:?}: {}", found.out);
    }
    assert_eq!(found.after("Position: "), "B[d6]W[d2]hand[8,8]turn[B]", "the game goes on");

    let found = play(&["trimok", "--side", "both"], &["A3-A4"]);
    assert!(found.out.contains("\n\"A3-A4\" is not legal: "), "{}", found.out);
    let found = play(&["dominions", "--side", "both"], &["63a0", "P63 i9", "pass", "PASS", "pass"]);
    assert_eq!(
        found.after("\"63a0\" is no move: ").split(',').next(),
        Some("expected a tile such as P63")
    );
    assert_eq!(found.after("\"pass\": "), "the game is over; undo takes the last move back");
}

#[test]
fn moves_have_short_forms_and_numbers() {
    for (game, lines, position) in [
        ("morris", &["D6", "2", "B[f4]; W[b4] a7"][..], "B[a7,d6,f4]W[d7,b4]hand[6,7]turn[W]"),
        ("hexceed", &["rxk", "e", "bw", "@d"], "on[B-W@D,RXK@E]turn[1]"),
        (
            "trimok",
            &["a2a3", "a5 a4"],
            "R[3A1,2B1,1C1,3D1,2E1,1F1,2B2,1C2,3D2,2E2,1F2,3A3]B[3A4,2B5,1C5,3D5,2E5,1F5,3A6,2B6,1C6,3D6,2E6,1F6]quiet[2]turn[R]",
        ),
        ("dominions", &["63i9", "p55h8"], "W[P63i9]B[P55h8]turn[W]"),
        (
            "coerceo",
            &["0d3 0d5"],
            "W[001,005,015,021,041,045,083,0A3,0B1,0B3,0C3,0C5,0D1,0D5,0F3,0F5,101,115]B[012,024,030,032,050,054,060,062,070,074,080,0A0,0E2,0E4,104,112,122,124]turn[B]",
        ),
    ] {
        let found = play(&[game, "--side", "both"], &[lines, &["board"]].concat());
        assert_eq!(found.after("Position: "), position, "{game}: {}", found.out);
    }
    let sliding = "B[d7,a4,b4,c4,f4,e3,d2]W[d6,c5,e5,b2,a1,d1,g1]turn[W]";
    let found = play(&["morris", sliding, "--side", "both"], &["d6"]);
    let count = found.after("\"d6\" may be one of ");
    let legal = legal_moves("morris", sliding);
    let meant: Vec<&str> =
        legal.iter().map(String::as_str).filter(|m| m.contains("[d6-")).collect();
    assert_eq!(count, format!("{} moves:", meant.len()));
    let (_, list) = found.out.split_once(" moves:\n").unwrap();
    let listed = list.split_whitespace().filter(|word| word.contains('['));
    assert_eq!(listed.collect::<Vec<_>>(), meant, "it says what could be meant");
}

/// The beginning of a move lists where it may lead, with the numbers that may be typed.
#[test]
fn a_piece_alone_lists_its_targets() {
    for (game, position, source, targets) in [
        ("coerceo", "startpos", "101", &["W[101-103]", "W[101-105]"][..]),
        ("coerceo", "startpos", "0b1", &["W[0B1-063]", "W[0B1-085]", "W[0B1-0B5]"]),
        ("trimok", "startpos", "b2", &["R[B2-A3]", "R[B2-B3]", "R[B2-C3]"]),
        ("morris", "B[a7,d7,b6,c3]W[c5,d5,e4]turn[W]", "e4", &[]),
    ] {
        let found = play(&[game, position, "--side", "both"], &[source]);
        let legal = legal_moves(game, position);
        let wanted: Vec<&String> = match targets {
            [] => legal.iter().filter(|m| m.contains(&format!("[{source}-"))).collect(),
            _ => legal.iter().filter(|m| targets.contains(&m.as_str())).collect(),
        };
        assert!(wanted.len() >= targets.len().max(2), "{game}: {wanted:?} of {legal:?}");
        let (_, list) = found.out.split_once(" moves:\n").unwrap_or_else(|| panic!("{found:?}"));
        for m in wanted {
            let number = 1 + legal.iter().position(|other| other == m).unwrap();
            let words: Vec<&str> = list.split_whitespace().collect();
            let row = [&*number.to_string(), m];
            assert!(words.windows(2).any(|pair| pair == row), "{game} {source}: {row:?} in {list}");
        }
    }
}

#[test]
fn a_slip_of_the_pen_is_understood() {
    let lines = ["resing", "Hnit", "mvoes d", "d9"];
    let found = play(&["morris", "--side", "both"], &lines);
    for message in [
        "\"resing\" is no move; did you mean resign?\n",
        "\"Hnit\" is no move; did you mean hint?\n",
        "\"mvoes\" is no move; did you mean moves?\n",
        "\"d9\" is no move: expected a point such as a7, ",
    ] {
        assert!(found.out.contains(message), "{message:?}: {}", found.out);
    }
}

/// A review ends where the game was.
#[test]
fn a_game_is_reviewed_where_it_was_played() {
    let start = "B[a7,d7,b6]W[c5,d5,e4]turn[B]";
    let lines = ["review", "b6-a1", "review", "e4-e5xa7", "review", "undo 1", "board"];
    let found = play(&["morris", start, "--side", "both"], &lines);
    assert!(found.out.contains("\nreview: no move has been made\n"), "{}", found.out);
    assert!(found.out.contains("\n   1. B[b6-a1] "), "{}", found.out);
    let (_, last) = found.out.split_once("A game of morris with 2 moves, from ").unwrap();
    assert!(last.starts_with(start) && last.contains("The biggest mistakes:"), "{last}");
    assert!(last.contains("Result: W wins: B has fewer than three men"), "{last}");
    assert!(last.contains("\nPosition: B[a7,d7,a1]W[c5,d5,e4]quiet[1]turn[W]\n"), "{last}");
    let found = play(&["morris", "--side", "both"], &["d6", "resign", "review"]);
    assert!(found.out.contains("A game of morris with 2 moves"), "{}", found.out);
    assert!(found.out.contains("\nResult: B wins: W resigned\n"), "{}", found.out);
}

/// Whoever plays may be called as people do.
#[test]
fn sides_have_many_names() {
    for (game, side, told) in [
        ("morris", "white", "You play W, the engine B"),
        ("morris", "1", "You play B, the engine W"),
        ("trimok", "Red", "You play R, the engine B"),
        ("trimok", "second", "You play B, the engine R"),
        ("hexceed", "first", "You play 1, the engine 2"),
        ("coerceo", "black", "You play B, the engine W"),
    ] {
        let found = play(&[game, "--side", side, "--level", "1"], &["side none"]);
        assert!(found.out.contains(told), "{game} {side}: {}", found.out);
        let found = play(&[game, "--side", "both"], &[&format!("side {side}")]);
        assert!(found.out.contains(told), "{game} {side}: {}", found.out);
    }
}

#[test]
fn lists_are_of_legal_moves() {
    let found = play(&["morris", "--side", "both"], &["moves", "moves d", "moves q"]);
    let words: Vec<&str> = found.out.split_whitespace().collect();
    for (i, m) in legal_moves("morris", "B[]W[]hand[9,9]turn[B]").iter().enumerate() {
        let number = (i + 1).to_string();
        assert!(words.windows(2).any(|pair| pair == [number.as_str(), m.as_str()]), "{m}");
    }
    assert!(found.out.contains("no legal move contains \"q\""));
    let found = play(&["dominions", "--side", "both"], &["moves", "moves P63i9"]);
    let (_, list) =
        found.out.split_once("\n11320 legal moves, such as W[P8q9], by the cell").unwrap();
    assert!(list.contains("\n  i1\n      1 16-17 32-33 48-49\n"), "{list}");
    assert!(list.split("5691").next().unwrap().lines().count() < 60, "{list}");
    assert!(found.out.trim_end().ends_with(" W[P63i9]"));
}

#[test]
fn undo_goes_back_to_the_person() {
    let found = play(&["morris", "--level", "2"], &["undo", "d6", "undo", "board"]);
    assert!(found.out.contains("\nundo: no move has been made\n"));
    let taken = found.after("Took back ");
    assert!(taken.starts_with("B[d6] W[") && taken.ends_with("]."), "{taken}");
    assert_eq!(found.after("Position: "), "B[]W[]hand[9,9]turn[B]");

    let lines = ["d6", "d2", "f4", "undo 2", "undo 9", "undo x", "undo", "board"];
    let found = play(&["morris", "--side", "both"], &lines);
    assert!(found.out.contains("\nundo \"9\": expected a number from 1 to 1\n"), "{}", found.out);
    assert!(found.out.contains("\nundo \"x\": expected a number from 1 to 1\n"), "{}", found.out);
    assert_eq!(found.after("Position: "), "B[]W[]hand[9,9]turn[B]");
    // The engine began, and nothing of the person's can be taken back.
    let found = play(&["morris", "--side", "W", "--level", "2"], &["undo"]);
    assert!(found.out.contains("\nundo: you have made no move\n"));
    // A player of Hexceed acts twice running; each action is a move to take back.
    let found =
        play(&["hexceed", "--side", "2", "--level", "1", "--seed", "1"], &["a", "undo", "board"]);
    assert!(found.after("Position: ").starts_with("on[]hold["), "{}", found.out);
}

#[test]
fn sides_and_levels_change() {
    let lines = [
        "side",
        "side both",
        "side Q",
        "level",
        "level 2",
        "level 11",
        "flip",
        "new",
        "side none",
        "",
    ];
    let found = play(&["trimok", "--side", "R", "--level", "1"], &lines);
    for message in [
        "\nYou play both R and B.\n",
        "\nside \"Q\": a side is first (R, red), second (B, blue), both or none\n",
        "\nlevel 10: as well as it can, thinks for 20 s\nlevel auto: about your strength\n",
        "\nlevel 2: hardly beats somebody who has just read the rules\n",
        "\nlevel \"11\": levels go from 1 to 10, or auto\n",
    ] {
        assert!(found.out.contains(message), "{message:?}: {}", found.out);
    }
    assert!(found.out.contains(
        "The engine plays both R and B (level 2: hardly beats somebody who has just read the rules)."
    ));
}

#[test]
fn games_are_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my game.games");
    let [save, load] = ["save", "load"].map(|verb| format!("{verb} {}", text(&path)));
    let rules = ["--option", "Morris Quiet=8"];
    let start = "B[d6]W[]hand[8,9]turn[W]";
    let found = play(
        &[&["morris", start, "--side", "both"], &rules[..]].concat(),
        &["d2", "save Cargo.toml/x", &save, "f4", &save, "save"],
    );
    assert!(found.out.contains("\nsave wants the name of a file\n"));
    assert!(found.out.contains("\nsave: Cargo.toml/x cannot be written: "));
    let written = fs::read_to_string(&path).unwrap();
    let date = written.lines().find_map(|line| line.strip_prefix("[Date \"")).unwrap();
    let shape: String = date.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    assert_eq!(shape, "0000.00.00\"]");
    assert_eq!(
        written.replace(&format!("[Date \"{date}\n"), ""),
        format!(
            "[Game \"morris\"]\n[Rules \"Morris Quiet=8\"]\n[Start \"{start}\"]\n[First \"human\"]\n\
             [Second \"human\"]\n[Result \"*\"]\nW[d2];B[f4]\n*\n\n"
        )
    );
    assert!(is_date(date.trim_end_matches(['"', ']'])), "{date}");
    // A file that was there before is not lost.
    let found = play(&["morris", "--side", "both"], &["a7", &save, &load, "board"]);
    assert!(found.out.contains(&format!("\nsave: {} exists; take another name\n", text(&path))));
    assert_eq!(fs::read_to_string(&path).unwrap(), written);
    assert_eq!(found.after("Position: "), "B[d6,f4]W[d2]hand[7,8]turn[W]");
    assert!(found.out.contains("0 of 8 quiet plies"), "the rules come with it: {}", found.out);
    let found = play(&["morris", text(&path), "--side", "both"], &["board", "load nothing"]);
    assert_eq!(found.after("Position: "), "B[d6,f4]W[d2]hand[7,8]turn[W]");
    assert!(found.out.contains("\nload: there is no file \"nothing\"\n"));
    let folder = text(path.parent().unwrap());
    let found = play(&["morris", "--side", "both"], &[&format!("load {folder}")]);
    assert!(found.out.contains(&format!("\nload: {folder:?} is a folder\n")), "{}", found.out);
    // What is damaged leaves the game as it was.
    fs::write(&path, "[Game \"morris\"]\nd6;d6 *\n").unwrap();
    let found = play(&["morris", "a7", "--side", "both"], &[&load, "board"]);
    assert!(found.out.contains("is not legal: d6 is not empty"), "{}", found.out);
    assert_eq!(found.after("Position: "), "B[a7]W[]hand[8,9]turn[W]");
}

/// Whether a text is a day of this century: `2026.11.22`.
fn is_date(text: &str) -> bool {
    let parts: Vec<u32> = text.split('.').filter_map(|part| part.parse().ok()).collect();
    matches!(parts[..], [2026..2100, 1..=12, 1..=31]) && text.len() == 10
}

/// A file is replaced only by what continues the game that this program wrote there.
/// Variations, marks and comments of a file stay in it, and what was taken back becomes one if it is wanted.
#[test]
fn variations_stay_and_are_kept_if_that_is_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(format!("{name}.games"));
    let before = file("before");
    let moves = "# a gäme\nB[d6]!;W[d2] (W[f4];B[d2]\n# why nöt\n) B[a1]\n";
    let tags = "[Game \"morris\"]\n[First \"Ünal\"]\n";
    fs::write(&before, format!("{tags}{moves}*\n")).unwrap();
    let written = |name: &str, lines: &[&str]| {
        let save = format!("save {}", text(&file(name)));
        let lines = [lines, &[save.as_str()]].concat();
        let found = play(&["morris", text(&before), "--side", "both"], &lines);
        let record = fs::read_to_string(file(name)).unwrap();
        let moves = record.split_once("[Result \"*\"]\n").unwrap().1;
        (found.out, moves.trim_end().trim_end_matches('*').to_owned())
    };
    let (_, same) = written("same", &[]);
    assert_eq!(same, moves);
    let longer = moves.replace("B[a1]", "B[a1];W[g7]");
    assert_eq!(written("longer", &["g7"]).1, longer);
    // What is taken back and played again is as it was; what is not is forgotten, or kept.
    assert_eq!(written("again", &["undo 2", "d2", "a1", "g7"]).1, longer);
    let (out, forgotten) = written("forgotten", &["keep", "undo 1", "b2"]);
    assert!(out.contains("\nkeep: no move has been taken back\n"), "{out}");
    assert_eq!(forgotten, moves.replace("B[a1]", "B[b2]"));
    let (out, kept) = written("kept", &["g7", "undo 2", "keep", "b2", "g1"]);
    assert!(out.contains("\nThose 2 moves stay as a variation once you play another.\n"), "{out}");
    assert_eq!(kept, moves.replace("B[a1]", "B[b2] (B[a1];W[g7]) W[g1]"));
    // It reads again, and says what it has.
    let load = format!("load {}", text(&file("kept")));
    let (out, again) = written("read", &[&load]);
    assert!(out.contains("\nLoaded 4 moves and 2 variations.\n"), "{out}");
    assert_eq!(again, kept);
    // Other letters than ASCII are no moves.
    fs::write(&before, format!("{tags}B[d6];W[ä2]\n*\n")).unwrap();
    let found = run(&["play", "morris", text(&before)]);
    assert_eq!(found.code, Some(2));
    assert!(
        found.error.contains("line 3 of ") && found.error.contains("is not a game"),
        "{found:?}"
    );
}

#[test]
fn no_save_destroys_another_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.games");
    let save = format!("save {}", text(&path));
    let refused = format!("\nsave: {} exists; take another name\n", text(&path));
    let lines = ["d6", &save, "new", "a7", &save, ""].join("\n");
    let found = pipe(&["play", "morris", "--side", "both"], &lines);
    assert!(found.out.contains(&refused), "another game: {}", found.out);
    assert_eq!(found.code, Some(2), "and it is not lost");
    assert!(found.out.contains("\nThe game is not saved. This is its record:\n"), "{}", found.out);
    assert!(found.out.contains("\nB[a7]\n*\n"), "{}", found.out);
    assert!(fs::read_to_string(&path).unwrap().contains("\nB[d6]\n"));

    let found = run(&["play", "morris", "--side", "none", "--level", "1", "--save", text(&path)]);
    assert_eq!(found.code, Some(2));
    assert_eq!(
        found.error,
        format!("quincunx: --save: {} exists; take another name\n", text(&path))
    );
}

#[test]
fn a_game_is_saved_at_its_end_with_the_name_of_the_player() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.games");
    let options = ["morris", "--side", "both", "--name", "Ann \"A\"", "--save", text(&path)];
    play(&options, &["d6", "resign"]);
    let written = fs::read_to_string(&path).unwrap();
    for line in ["[First \"Ann \\\"A\\\"\"]", "[Result \"1-0\"]", "B[d6];W[resign]"] {
        assert!(written.lines().any(|l| l == line), "{line}: {written}");
    }
}

/// Nobody is there to type: nothing is read, and the program ends with the game.
#[test]
fn without_people_nothing_is_read() {
    let mut command = quincunx();
    command.args(["play", "hexceed", "--side", "none", "--level", "1"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    // The input stays open and empty all the time.
    let input = child.stdin.take();
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    assert!(out.contains("The game is over: "), "{out}");
    assert!(child.wait().unwrap().success());
    drop(input);
}

#[test]
fn short_names_are_commands_unless_they_are_moves() {
    let found = play(&["morris", "--side", "both"], &["d6", "u", "d", "h", "m", "Q", "a7"]);
    assert!(found.out.contains("Took back B[d6]."), "{}", found.out);
    assert_eq!(found.after("Position: "), "B[]W[]hand[9,9]turn[B]");
    assert!(found.out.contains("Commands:\n") && found.out.contains("  1 B["), "{}", found.out);
    assert!(!found.out.contains("B[a7]W[]"), "Q has ended it");
    // Cells of Hexceed are letters: none of them ends the game by mistake, and no wish to end it is
    // taken for a move.
    let lines = ["rxk", "q", "@q", "rok", "Q", "@d", "board"];
    let found = play(&["hexceed", "--side", "both"], &lines);
    assert_eq!(found.after("Position: "), "on[ROK@D,RXK@Q]turn[1]", "{}", found.out);
    for letter in ["q", "Q"] {
        let told = format!("\n\"{letter}\": type quit for that, or @{letter} for the move\n");
        assert!(found.out.contains(&told), "{}", found.out);
    }
    let found = play(&["hexceed", "--side", "both"], &["rxk", "q", "quit", "a"]);
    assert!(!found.out.contains("RXK@A"), "{}", found.out);
}

/// Who is to move is not told once the game is over.
#[test]
fn a_finished_board_says_how_it_ended() {
    for game in GAMES {
        let file = format!("{}/tests/games/{game}.jsonl", env!("CARGO_MANIFEST_DIR"));
        let file = fs::read_to_string(file).unwrap();
        let records = file.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let mut ends: Vec<String> = records
            .filter(|record| record["rules"].is_null() && record["result"] != "unfinished")
            .map(|record| record["final"].as_str().unwrap().to_owned())
            .collect();
        ends.truncate(9);
        let shown = ends.iter().map(|end| play(&[game, end, "--side", "both"], &[]).out);
        let over: Vec<String> = shown.filter(|out| out.contains("The game is over: ")).collect();
        assert!(!over.is_empty(), "{game}: {ends:?}");
        for out in over {
            assert!(!out.contains(" to move"), "{game}: {out}");
        }
    }
}

/// On a terminal Ctrl-C clears the line; twice it asks, and the game is kept.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_at_the_prompt_does_not_lose_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let line = format!("{} play morris --side both; echo code $?", env!("CARGO_BIN_EXE_quincunx"));
    let mut command = std::process::Command::new("script");
    command.args(["-qfc", &line, "/dev/null"]).current_dir(folder.path()).env("TERM", "xterm");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = child.stdout.take().unwrap();
    let told = std::sync::Arc::new(std::sync::Mutex::new(String::new()));
    let heard = told.clone();
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = output.read(&mut bytes) {
            heard.lock().unwrap().push_str(&String::from_utf8_lossy(&bytes[..count]));
        }
    });
    // What is typed is read only at a prompt.
    let mut type_after = |prompt: &str, keys: &str| {
        wait_for(prompt, || told.lock().unwrap().contains(prompt));
        std::thread::sleep(Duration::from_millis(200));
        told.lock().unwrap().clear();
        input.write_all(keys.as_bytes()).unwrap();
    };
    type_after("B> ", "d6\r");
    type_after("W> ", "d2 and more\x03");
    type_after("Ctrl-C again ends the program.", "d2\r");
    type_after("B> ", "\x03");
    type_after("Ctrl-C again ends the program.", "\x03");
    type_after("? [y/N] ", "n\r");
    type_after("B> ", "f4\r");
    type_after("W> ", "\x03");
    type_after("Ctrl-C again ends the program.", "\x03");
    type_after("? [y/N] ", "y\r");
    wait_for("the end", || told.lock().unwrap().contains("code 130"));
    child.wait().unwrap();
    let mut files = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
    let path = files.next().expect("a file");
    let name = path.file_name().unwrap().to_str().unwrap();
    assert!(name.starts_with("quincunx-morris-20") && name.ends_with(".games"), "{name}");
    assert!(fs::read_to_string(&path).unwrap().contains("\nB[d6];W[d2];B[f4]\n*\n"));
}

#[test]
fn the_rules_are_there_while_one_plays() {
    for game in GAMES {
        let found = play(&[game, "--side", "both"], &["rules"]);
        let rules = run(&["rules", game]).ok();
        assert!(found.out.contains(rules.trim_end()), "{game}: {}", found.out);
        assert!(rules.contains("\nThe end\n") && rules.is_ascii(), "{game}: {rules}");
        assert!(rules.lines().all(|line| line.len() <= 100), "{game}: {rules}");
        assert!(rules.lines().count() <= 60, "{game}: one screen, {}", rules.lines().count());
    }
}

#[test]
fn a_clock_runs_if_one_is_asked_for() {
    // The engine would think for 20 seconds, and has two for the game.
    let start = "B[a7,d7,b6]W[c5,d5,e4]turn[W]";
    let options = ["morris", start, "--side", "B", "--clock", "2s", "--level", "10"];
    let began = Instant::now();
    let found = play(&options, &["resign"]);
    assert!(found.out.contains("The game is over: W wins: "), "{}", found.out);
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
    // A person who is late loses; what is typed then is no move any more.
    let mut command = quincunx();
    command.args(["play", "morris", "--side", "both", "--clock", "200ms"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    std::thread::sleep(Duration::from_secs(1));
    input.write_all(b"d6\nd6\nundo\nnew\nboard\n").unwrap();
    drop(input);
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    assert!(out.contains("The game is over: W wins: B has no time left\n"), "{out}");
    assert!(out.contains("\n\"d6\": the game is over"), "{out}");
    assert!(out.contains("\nPosition: B[]W[]hand[9,9]turn[B]\n"), "{out}");
    assert!(child.wait().unwrap().success());
}

#[test]
fn nonsense_does_no_harm() {
    let found = play(
        &["morris", "--side", "both"],
        &["\u{e9}\u{0}", "[", "#", "-", "]]", "save", "hint 3", "d6;zz;d2", "board"],
    );
    assert!(found.out.contains("\nhint takes nothing, got \"3\"\n"), "{}", found.out);
    assert!(found.out.contains("\n\"\\xc3\\xa9\\x00\" is no move: "), "{}", found.out);
    assert!(found.out.contains("\n\"zz\" is no move: "), "{}", found.out);
    assert_eq!(found.after("Position: "), "B[d6]W[]hand[8,9]turn[W]", "up to the refused one");
    let found = pipe(&["play", "morris"], &"x".repeat(1 << 17));
    assert_eq!(found.code, Some(2));
    assert_eq!(found.error, "quincunx: a line is longer than 65536 bytes\n");
}

#[test]
fn wrong_usage_is_told_in_a_sentence() {
    for (arguments, message) in [
        (
            &["--side", "X"][..],
            "quincunx: --side \"X\": a side is first (B, black), second (W, white), both or none\n",
        ),
        (&["--level", "11"], "levels go from 1 to 10, or auto"),
        (&["--clock", "soon"], "expected a time such as 3m, 90s or 500ms"),
        (&["-"], "quincunx: standard input is for the moves; name a file\n"),
        (&["--level", "2", "--depth", "3"], "cannot be used with"),
    ] {
        let found = run(&[&["play", "morris"], arguments].concat());
        assert!(found.error.contains(message), "{arguments:?}: {}", found.error);
        assert_eq!((found.code, found.out.as_str()), (Some(2), ""), "{arguments:?}");
    }
}
