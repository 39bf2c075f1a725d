//! A sixth game, from outside the crate: Kayles, in a folder of its own as `games/mod.rs` says, and a
//! list that names it. It has no drawing of its own on the board in the browser.
//!
//! This file is also the program for that list: the checks below run it as a process whose first
//! argument is `quincunx`. That is why it does without the usual harness. Beside Kayles the list has
//! one game of the crate: choosing is real with two, and each game of a list is a search to compile.

#[cfg(feature = "board")]
mod board;
#[cfg(feature = "board")]
#[path = "../board/browser/cdp.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with other tests")]
mod cdp;
mod kayles;
#[path = "../common/program.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with other tests")]
mod program;
#[cfg(feature = "board")]
#[path = "../board/browser/table.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with other tests")]
mod table;
#[path = "../common/transcript.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with other tests")]
mod transcript;

use std::env;
use std::ffi::OsString;
use std::fs;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use kayles::{Kayles, PINS, Rules};
use program::{Run, finish, text};
use quincunx::engine::Engine;
use quincunx::games::{GameKind, GameList};
use quincunx::kernel::{Player, Record};
use quincunx::notation::Notation;
use quincunx::search::{Control, Limits, Searcher};
use transcript::Talk;

quincunx::games! {
    /// A game of the crate and one more.
    pub struct House: quincunx::games::hexceed::Hexceed, Kayles
}

fn main() -> ExitCode {
    let words: Vec<_> = env::args_os().skip(1).collect();
    if words.first().is_some_and(|word| word == "quincunx") {
        return quincunx::cli::run_with::<House>(words);
    }
    // Those that need a browser are run by scripts/browser-tests.sh.
    if words.iter().any(|word| word == "--ignored") {
        #[cfg(feature = "board")]
        return run_checks(&words, &board::CHECKS);
    }
    let checks: [(&str, fn()); 7] = [
        ("the_list_has_both", the_list_has_both),
        ("the_search_knows_who_wins", the_search_knows_who_wins),
        ("the_protocol_plays_it", the_protocol_plays_it),
        ("a_match_is_played_and_goes_on", a_match_is_played_and_goes_on),
        ("positions_and_games_are_analysed", positions_and_games_are_analysed),
        ("every_other_command_knows_it", every_other_command_knows_it),
        ("the_help_tells_of_it", the_help_tells_of_it),
    ];
    run_checks(&words, &checks)
}

/// Runs the checks with the name that was given, or all of them.
fn run_checks(words: &[OsString], checks: &[(&str, fn())]) -> ExitCode {
    let words = words.iter().filter_map(|word| word.to_str());
    let wanted =
        words.filter(|word| word.parse::<u32>().is_err()).find(|word| !word.starts_with('-'));
    for (name, check) in checks {
        if wanted.is_none_or(|wanted| name.contains(wanted)) {
            check();
            println!("sixth_game: {name} ... ok");
        }
    }
    ExitCode::SUCCESS
}

/// Runs the program of this file.
fn run(arguments: &[&str]) -> Run {
    pipe(arguments, "")
}

/// Runs the program of this file with an input.
fn pipe(arguments: &[&str], input: &str) -> Run {
    let mut command = Command::new(env::current_exe().unwrap());
    command.arg("quincunx").args(arguments).stdin(Stdio::null());
    finish(&mut command, input)
}

fn the_list_has_both() {
    assert_eq!(House::NAMES, ["hexceed", "kayles"]);
    assert_eq!(House::find("Kayles"), Some(GameKind::of::<Kayles>()));
}

/// Whether the side to move wins, by trying everything.
fn wins(pins: u16, misere: bool, known: &mut Vec<Option<bool>>) -> bool {
    if pins == 0 {
        return misere;
    }
    if let Some(wins) = known[usize::from(pins)] {
        return wins;
    }
    let singles = (0..PINS).map(|pin| 1 << pin);
    let falls = singles.clone().chain(singles.map(|bit: u16| bit | bit << 1));
    let mut standing = falls.filter(|falls| falls & !pins == 0);
    let found = standing.any(|falls| !wins(pins & !falls, misere, known));
    known[usize::from(pins)] = Some(found);
    found
}

fn the_search_knows_who_wins() {
    let mut searcher = Searcher::<Kayles>::new(1).unwrap();
    let (mut won, mut lost) = (0, 0);
    for misere in [false, true] {
        let mut known = vec![None; 1 << PINS];
        searcher.clear();
        for pins in (1..1 << PINS).step_by(37) {
            let position = Kayles { pins, to_move: Player::First, rules: Rules { misere } };
            let limits = Limits { depth: Some(pins.count_ones() + 1), ..Limits::default() };
            let control = Control::new(Instant::now());
            let found = searcher.search(&Record::new(position), &limits, &control, &mut |_| {});
            let score = found.score();
            let expected = wins(pins, misere, &mut known);
            let shown = position.write_position();
            assert_eq!((score.is_win(), score.is_loss()), (expected, !expected), "{shown}");
            (won, lost) = (won + u32::from(expected), lost + u32::from(!expected));
        }
    }
    assert!(won > 20 && lost > 20, "{won} won, {lost} lost");
}

fn the_protocol_plays_it() {
    let mut talk = Talk::with(Engine::with_games::<House>());
    talk.send("ugi");
    let about = talk.line_starting("option name UCI_EngineAbout");
    assert!(about.contains("an engine for Hexceed and Kayles; licence"), "{about}");
    talk.line_starting("option name Kayles Misere type check default false");
    talk.line_starting("ugiok");
    let pins = "pins[1,2,3,4,5,6,7,8,9,10,11,12]";
    for (send, expect) in [
        (
            "setoption name UCI_Variant value kayles",
            "info string variant kayles players A,B startpos",
        ),
        (
            "setoption name Kayles Misere value true",
            "info string variant kayles players A,B startpos",
        ),
        (
            "setoption name Kayles Misere value false",
            "info string variant kayles players A,B startpos",
        ),
        ("position startpos moves A[6-7] B[1]", ""),
        ("query fen", "response pins[2,3,4,5,8,9,10,11,12]turn[A]"),
        (
            "moves A[6]",
            "info string error illegal-move: move 1 \"A[6]\" is not legal: pin 6 does not",
        ),
        (
            "moves A[2-4]",
            "info string error illegal-move: move 1 \"A[2-4]\" is no move: expected the",
        ),
        ("position fen pins[13]turn[A]", "info string error bad-position: expected a pin from 1"),
        ("perft 1", "A[2]: 1"),
    ] {
        talk.send(send);
        if !expect.is_empty() {
            let line = talk.line();
            assert!(line.starts_with(expect), "{send}: {line}");
        }
    }
    assert_eq!(talk.line_starting("Nodes searched"), "Nodes searched: 16");
    // Two in the middle leave two equal rows, and then every throw has its answer.
    talk.send("setoption name UCI_ShowWDL value true");
    talk.send("position startpos");
    talk.send("go depth 12");
    let best = talk.line_starting("bestmove ");
    assert_eq!(best, "bestmove A[6-7]");
    let mut played = vec![best["bestmove ".len()..].to_owned()];
    loop {
        talk.send(format!("position fen {pins}turn[A] moves {}", played.join(" ")));
        talk.send("query gameover");
        if talk.line() == "response true" {
            break;
        }
        talk.send("go depth 12");
        let best = talk.line_starting("bestmove ");
        played.push(best["bestmove ".len()..].to_owned());
    }
    assert_eq!(played.len() % 2, 1, "A knocks the last pin down: {played:?}");
    talk.send("query result");
    assert_eq!(talk.line(), "response p1win");
    talk.send("d");
    assert_eq!(talk.line_starting("Result: "), "Result: A wins (cleared)");
    talk.send("bench 2");
    let lines: Vec<String> = (0..6).map(|_| talk.line_starting("info string bench")).collect();
    assert_eq!(lines.iter().filter(|line| line.contains(" bench kayles depth 2 ")).count(), 2);
    talk.line_starting("Nodes/second");
    talk.send("setoption name UCI_Variant value morris");
    assert!(talk.line_starting("info string error").contains("one of hexceed, kayles"));
    assert_eq!(talk.finish(), [""; 0]);
}

fn a_match_is_played_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kayles.games");
    let players = ["--engine", "builtin:depth=12,name=deep", "--engine", "random"];
    let record = ["--rounds", "2", "--random-plies", "0", "--record", text(&file)];
    let found = run(&[&["match", "kayles"], &players[..], &record].concat());
    assert_eq!((found.code, found.error.as_str()), (Some(0), ""), "{found:?}");
    let games = fs::read_to_string(&file).unwrap();
    assert_eq!(games.matches("[Game \"kayles\"]").count(), 4, "{games}");
    assert_eq!(games.matches("[Termination \"cleared\"]").count(), 4, "{games}");
    let found = run(&["match", "--resume", text(&file), "--rounds", "3"]);
    assert_eq!((found.code, found.error.as_str()), (Some(0), ""), "{found:?}");
    let games = fs::read_to_string(&file).unwrap();
    assert_eq!(games.matches("[Game \"kayles\"]").count(), 6, "{games}");
    assert!(found.out.contains("cleared 6"), "{found:?}");
    let found = run(&["match", "morris", "--engine", "random", "--engine", "random"]);
    assert_eq!(found.code, Some(2));
    assert!(found.error.contains("[possible values: hexceed, kayles]"), "{found:?}");
}

fn positions_and_games_are_analysed() {
    let found = run(&["analyse", "KAYLES", "pins[1,2,4]turn[B]", "--depth", "4"]);
    assert_eq!((found.code, found.error.as_str()), (Some(0), ""), "{found:?}");
    assert!(found.out.starts_with("||.|........\n"), "{found:?}");
    assert!(found.out.contains("in pins"), "{found:?}");
    assert!(found.out.contains("Best move: B[1]") || found.out.contains("Best move: B[2]"));
    let game = "A[6-7]; B[1]; A[12]; B[2-3]";
    let found = run(&["analyse", "kayles", game, "--each", "--depth", "12", "--json"]);
    assert_eq!(found.code, Some(0), "{found:?}");
    assert!(found.out.contains("\"unit\":\"pins\""), "{found:?}");
    assert!(found.out.contains("\"type\":\"summary\",\"moves\":4"), "{found:?}");
    let over = "pins[3]turn[A] 3";
    let misere = ["--option", "Kayles Misere=true", "--json"];
    let found = run(&[&["analyse", "kayles", over], &misere[..]].concat());
    let result = "\"result\":{\"winner\":\"B\",\"reason\":\"last\",\"margin\":null}";
    assert!(found.out.contains(result), "{found:?}");
    let found = run(&["analyse", "kayles", over, "--each", "--depth", "1"]);
    assert!(found.out.contains("Result: A wins: B finds no pin standing"), "{found:?}");
}

fn every_other_command_knows_it() {
    let folder = tempfile::tempdir().unwrap();
    let found = run(&["perft", "kayles", "3"]);
    let told = GameKind::of::<Kayles>().about().perft;
    assert_eq!(told.depth, 3);
    assert!(found.out.contains(&format!("Nodes searched: {}\n", told.leaves)), "{found:?}");
    let found = run(&["bench", "kayles"]);
    assert_eq!(found.out.lines().filter(|line| line.starts_with("kayles ")).count(), 3);
    let data = folder.path().to_str().unwrap();
    let toy = ["--games", "300", "--nodes", "20", "--match", "2", "--match-nodes", "20"];
    let found = run(&[&["train", "kayles", "--data", data], &toy[..]].concat());
    assert_eq!(found.code, Some(0), "{found:?}");
    assert!(found.out.contains("best: "), "{found:?}");
    let found = pipe(&["play", "kayles", "--level", "3"], "6-7\nquit\n");
    assert!(found.out.starts_with("Kayles\n") && found.out.contains("B plays B["), "{found:?}");
    let found = run(&["--game", "kayles", "go depth 1"]);
    assert!(found.out.contains("bestmove A["), "{found:?}");
}

fn the_help_tells_of_it() {
    let help = |command: &str| run(&[command, "--help"]).out;
    assert!(
        run(&["--help"]).out.starts_with("An engine for abstract games: Hexceed and Kayles.\n")
    );
    assert!(help("analyse").contains("[possible values: hexceed, kayles]"));
    let sides = help("play").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(sides.contains("1 and 2 in Hexceed, A and B in Kayles, the one who moves first"));
    assert!(help("perft").contains("for example \"Kayles Misere=true\""));
    assert!(run(&["completions", "bash"]).out.contains("hexceed kayles"));
    // The games take turns in the examples, this one among them.
    for command in ["analyse", "play"] {
        let help = help(command);
        let examples = help.lines().filter_map(|line| line.trim().strip_prefix("$ quincunx "));
        let examples: Vec<&str> = examples.filter(|line| line.contains("kayles")).collect();
        assert!(!examples.is_empty(), "{help}");
        for line in examples {
            let words = shlex::split(line).unwrap();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            assert_eq!(run(&words).code, Some(0), "{line}");
        }
    }
}
