//! The protocol, in memory: transcripts, the examples of protocol.md, and bad input.

use std::fs;
use std::path::PathBuf;

use crate::common::transcript::{Talk, blocks, matches, play};
use proptest::prelude::*;
use quincunx::engine::Engine;
use quincunx::games::{GameList, Standard};

fn root(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

#[test]
fn transcripts_run() {
    let mut count = 0;
    for entry in fs::read_dir(root("tests/transcripts")).unwrap() {
        let path = entry.unwrap().path();
        play(&fs::read_to_string(&path).unwrap(), &path.display().to_string());
        count += 1;
    }
    assert!(count >= 4, "only {count} transcripts");
}

#[test]
fn every_exchange_of_the_reference_runs() {
    let blocks = blocks(&fs::read_to_string(root("protocol.md")).unwrap(), "text session");
    assert!(blocks.len() >= 10, "only {} exchanges", blocks.len());
    for (line, block) in blocks {
        play(&block, &format!("protocol.md:{line}"));
    }
}

#[test]
fn the_session_of_the_readme_runs() {
    let blocks = blocks(&fs::read_to_string(root("README.md")).unwrap(), "text session");
    assert!(!blocks.is_empty());
    for (line, block) in blocks {
        play(&block, &format!("README.md:{line}"));
    }
}

/// The reference lists every option with its range and default, and no other.
#[test]
fn the_documents_list_the_options() {
    let mut talk = Talk::new();
    talk.send("uci");
    let reference = fs::read_to_string(root("protocol.md")).unwrap();
    let mut count = 0;
    loop {
        let line = talk.line();
        if line == "uciok" {
            break;
        }
        let Some(option) = line.strip_prefix("option name ") else { continue };
        count += 1;
        let (name, rest) = option.split_once(" type ").unwrap();
        let words: Vec<&str> = rest.split(' ').collect();
        let start = format!("| `{name}` |");
        let row = reference.lines().find(|line| line.starts_with(&start));
        let row = row.unwrap_or_else(|| panic!("{name} is not in the table"));
        assert!(row.contains(&format!("| {} |", words[0])), "{row}: {rest}");
        if let ["spin", _, default, _, least, _, greatest] = words.as_slice() {
            // The greatest table and number of threads depend on the machine.
            let greatest = match name {
                "Hash" => "three quarters of the machine's memory",
                "Threads" => "the processors of the machine",
                _ => greatest,
            };
            assert!(row.contains(&format!(" {least} to {greatest}, {default} |")), "{row}: {rest}");
        }
        if let ["combo", _, default, choices @ ..] = words.as_slice() {
            let choices = choices.iter().filter(|word| **word != "var");
            let choices: Vec<String> = choices.map(|word| format!("`{word}`")).collect();
            assert!(row.contains(&format!(" {}, {default} |", choices.join(" "))), "{row}: {rest}");
        }
        if let ["check", _, default] = words.as_slice() {
            assert!(row.contains(&format!("| {default} |")), "{row}: {rest}");
        }
    }
    let table = reference.split("### `setoption").nth(1).unwrap().split("###").next().unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| `")).count();
    assert_eq!(rows, count, "the reference lists the options that there are");
}

/// What the documents tell of the games is what the games say of themselves.
#[test]
fn the_documents_tell_of_the_games() {
    let reference = fs::read_to_string(root("protocol.md")).unwrap();
    let readme = fs::read_to_string(root("README.md")).unwrap();
    let analysis = fs::read_to_string(root("src/guide/analysis.md")).unwrap();
    let cells = |row: &str| -> Vec<String> {
        row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let rows = |document: &str, begin: &str| -> Vec<Vec<String>> {
        document.lines().filter(|line| line.starts_with(begin)).map(cells).collect()
    };
    let row = |document: &str, begin: &str| -> Vec<String> {
        let found = rows(document, begin);
        assert!(!found.is_empty(), "no row {begin}");
        found[0].clone()
    };

    // The odds: a table with a column for each game.
    let (before, _) = reference.split_once("| a | ").unwrap();
    let head = cells(before.lines().nth_back(1).unwrap());
    let [even, spread] = ["| a | ", "| b | "].map(|begin| row(&reference, begin));
    assert_eq!(head[1..], *Standard::NAMES, "the odds of every game, in order");
    for ((name, even), spread) in head.iter().zip(&even).zip(&spread).skip(1) {
        let odds = Standard::find(name).unwrap().about().odds;
        assert_eq!([even, spread], [&odds.even.to_string(), &odds.spread.to_string()], "{name}");
    }

    for session in Engine::new().sessions() {
        let about = session.kind().about();
        let name = about.name;
        let [first, second] = session.players();
        let of_readme = row(&readme, &format!("| `{name}` | "));
        assert!(of_readme[1].starts_with(about.title), "{of_readme:?}");
        let perft = row(&analysis, &format!("| {} | ", about.title));
        let verified = [about.perft.depth.to_string(), grouped(about.perft.leaves)];
        assert_eq!(perft[1..], verified, "{name}");

        // Two tables of the reference have a row for each game: scores and notation.
        let of_reference = rows(&reference, &format!("| {name} | "));
        let [scores, _notation] = of_reference.as_slice() else { panic!("{of_reference:?}") };
        assert_eq!(scores[1..3], [first, second], "{name}");

        for option in session.rule_options() {
            let row = row(&reference, &format!("| `{}` | ", option.name));
            let meaning = option.words.map(|words| words.meaning);
            assert_eq!(row.last().map(String::as_str), meaning, "{}", option.name);
        }
    }
}

/// A number with a comma between groups of three digits.
fn grouped(number: u64) -> String {
    if number < 1000 {
        return number.to_string();
    }
    format!("{},{:03}", grouped(number / 1000), number % 1000)
}

#[test]
fn patterns_match_what_they_should() {
    assert!(matches("info .. pv ..", "info depth 1 pv B[a7]"));
    assert!(matches("bestmove ..", "bestmove B[a7]"));
    assert!(!matches("bestmove ..", "info depth 1"));
    assert!(!matches("readyok", "readyok2"));
    assert!(!matches("a..b..c", "a-c-b"));
}

#[test]
fn a_search_goes_on_while_it_is_asked_other_things() {
    for &kind in Standard::ALL {
        let mut talk = Talk::new();
        talk.send(format!("setoption name UCI_Variant value {kind}"));
        talk.line_starting("info string variant");
        talk.send("go infinite");
        talk.line_starting("info depth");
        talk.send("isready");
        talk.line_starting("readyok");
        for refused in [
            "go depth 1",
            "position startpos",
            "ucinewgame",
            "setoption name Hash value 1",
            "perft 1",
            "moves x",
            "eval",
            "undo",
            "bench",
            "save",
        ] {
            talk.send(refused);
            talk.line_starting("info string error busy: ");
        }
        talk.send("query result");
        talk.line_starting("response none");
        talk.send("stop");
        let best = talk.line_starting("bestmove ");
        talk.send(format!("query islegal {}", &best["bestmove ".len()..]));
        assert_eq!(talk.line(), "response true", "{kind}: {best}");
        assert_eq!(talk.finish(), [""; 0]);
    }
}

#[test]
fn go_and_stop_in_one_breath_give_one_best_move_each() {
    for &kind in Standard::ALL {
        let mut talk = Talk::new();
        talk.send(format!("setoption name UCI_Variant value {kind}"));
        talk.line();
        for _ in 0..100 {
            talk.send("go infinite");
            talk.send("stop");
            talk.line_starting("bestmove ");
        }
        assert_eq!(talk.finish(), [""; 0]);
    }
}

#[test]
fn a_best_move_may_be_answered_with_go_at_once() {
    let mut talk = Talk::new();
    for _ in 0..300 {
        talk.send("go nodes 50");
        let line = talk.line_starting("bestmove ");
        assert_ne!(line, "bestmove 0000");
    }
    assert_eq!(talk.finish(), [""; 0], "no go was refused");
}

#[test]
fn the_time_for_a_move_is_kept() {
    // A bound with much room: the point is that no search forgets its clock.
    for &kind in Standard::ALL {
        let mut talk = Talk::new();
        talk.send(format!("setoption name UCI_Variant value {kind}"));
        let started = std::time::Instant::now();
        for go in ["go movetime 0", "go movetime 50", "go p1time 0 p2time 0", "go wtime 500 binc 1"]
        {
            talk.send(go);
            talk.line_starting("info depth");
            talk.line_starting("bestmove ");
        }
        assert!(started.elapsed().as_secs() < 20, "{kind}");
    }
}

/// `query ending` says the word that the drawing shows, in games played at random to their ends.
#[test]
fn the_ending_is_the_one_that_is_drawn() {
    let mut talk = Talk::new();
    talk.send("ugi");
    let announced = talk.line_starting("option name UCI_Variant ");
    talk.line_starting("ugiok");
    let names = announced.split(' ').collect::<Vec<_>>();
    let mut seen = std::collections::BTreeSet::new();
    for name in names.windows(2).filter(|pair| pair[0] == "var").map(|pair| pair[1]) {
        talk.send(format!("setoption name UCI_Variant value {name}"));
        talk.line_starting("info string variant");
        for seed in 0..8 {
            let mut dice = quincunx::kernel::SplitMix64::new(seed);
            talk.send("position startpos");
            let mut played = Vec::new();
            loop {
                talk.send("query ending");
                let ending = talk.line();
                talk.send("query moves");
                let legal = talk.line();
                let legal: Vec<&str> = legal.split(' ').skip(1).collect();
                if legal.is_empty() {
                    talk.send("d");
                    let drawn = talk.line_starting("Result: ");
                    let word = ending.strip_prefix("response ").unwrap();
                    let is_points = word == "points" && drawn.ends_with(" points)");
                    assert!(is_points || drawn.ends_with(&format!("({word})")), "{drawn}: {word}");
                    seen.insert(word.to_owned());
                    break;
                }
                assert_eq!(ending, "response none");
                played.push(legal[dice.below(legal.len())].to_owned());
                talk.send(format!("moves {}", played[played.len() - 1]));
            }
            talk.send("query played");
            assert_eq!(talk.line(), format!("response {}", played.join(" ")));
        }
    }
    assert!(seen.len() >= 4, "{seen:?}");
    assert_eq!(talk.finish(), [""; 0]);
}

/// The position alone does not show that a player has resigned or that it was there before.
#[test]
fn a_board_tells_of_a_draw_by_repetition_and_of_a_resignation() {
    let there_and_back = "B[d1-g1] W[d7-g7] B[g1-d1] W[g7-d7]";
    let men = "fen B[a7,b6,c5,d1]W[a1,b2,c3,d7]turn[B]";
    let mut talk = Talk::new();
    for (game, position, told) in [
        (
            "coerceo",
            "startpos moves W[resign]",
            "B has won (resigned). W holds 0, B holds 0; an exchange costs 2.",
        ),
        ("dominions", "startpos moves W[pass] B[resign]", "W has won (resigned)"),
        (
            "morris",
            &format!("{men} moves {there_and_back}"),
            "B to move: slides a piece; 4 of 100 quiet plies",
        ),
        (
            "morris",
            &format!("{men} moves {there_and_back} {there_and_back}"),
            "Drawn (repetition); 8 of 100 quiet plies",
        ),
    ] {
        talk.send(format!("setoption name Game value {game}"));
        talk.send(format!("position {position}"));
        talk.send("d");
        assert_eq!(talk.line_starting(told), told);
    }
    talk.line_starting("Result: ");
    assert_eq!(talk.finish(), [""; 0]);
}

#[test]
fn remembered_positions_are_counted() {
    let mut talk = Talk::new();
    let count = |talk: &mut Talk| {
        talk.send("query remembered");
        let line = talk.line();
        line.strip_prefix("response ").and_then(|text| text.parse::<usize>().ok()).expect(&line)
    };
    assert_eq!(count(&mut talk), 0);
    for (remembers, is_counted) in [(false, false), (true, true)] {
        talk.send(format!("setoption name Remember value {remembers}"));
        talk.send("go depth 6");
        talk.line_starting("bestmove ");
        assert_eq!(count(&mut talk) > 0, is_counted);
    }
    talk.send("ucinewgame");
    assert!(count(&mut talk) > 0);
    talk.send("setoption name Clear Memory");
    assert_eq!(count(&mut talk), 0);
}

#[test]
fn a_long_search_tells_which_move_it_looks_at() {
    let mut talk = Talk::new();
    talk.send("setoption name Game value dominions");
    talk.line();
    talk.send("query moves");
    let legal = talk.line();
    let started = std::time::Instant::now();
    talk.send("go movetime 1800");
    let mut count = 0;
    let mut last = String::new();
    loop {
        let line = talk.line();
        if line.starts_with("bestmove ") {
            break;
        }
        let words: Vec<&str> = line.split(' ').collect();
        if let ["info", "depth", depth, "currmove", m, "currmovenumber", number] = words.as_slice()
        {
            count += 1;
            assert!(started.elapsed().as_millis() >= 1_000, "{line}");
            assert!(legal.split(' ').any(|known| known == *m), "{line}");
            let [depth, number] = [depth, number].map(|text| text.parse::<usize>().unwrap());
            assert!(depth > 0 && (1..=11_320).contains(&number), "{line}");
        } else {
            assert!(line.contains(" score "), "{line}");
            last = line;
        }
    }
    assert!((1..=9).contains(&count), "{count} lines in 0.8 seconds");
    let (_, time) = last.split_once(" time ").unwrap();
    let time: u64 = time.split(' ').next().unwrap().parse().unwrap();
    assert!(time >= 1_000, "the last line has the final time: {last}");
}

/// Plays `go` after some options and returns the last line with a score and the best move.
fn answer(options: &[String], go: &str) -> (String, String) {
    let mut talk = Talk::new();
    talk.send("setoption name Game value morris");
    talk.line();
    talk.send("position startpos moves d6 d2 f4 b4");
    for option in options {
        talk.send(format!("setoption name {option}"));
    }
    talk.send(go);
    let mut last = String::new();
    loop {
        let line = talk.line();
        match line.strip_prefix("bestmove ") {
            Some(best) => return (last, best.to_owned()),
            None => last = line,
        }
    }
}

#[test]
fn a_level_below_the_greatest_varies_with_the_seed_alone() {
    let options = |level: u32, seed: u32| {
        [format!("Skill Level value {level}"), format!("Skill Seed value {seed}")]
    };
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..12 {
        let (line, best) = answer(&options(1, seed), "go depth 6");
        assert_eq!((&line, &best), (&line, &answer(&options(1, seed), "go depth 6").1));
        assert!(line.contains(&format!(" pv {best}")), "{line} {best}");
        seen.insert(best);
    }
    assert!(seen.len() > 1, "level 1 plays more than one move: {seen:?}");
    // At the greatest level nothing of it is there: the nodes are those of a plain search.
    let nodes = |options: &[String]| {
        let (line, best) = answer(options, "go depth 6");
        let (_, rest) = line.split_once(" nodes ").unwrap();
        (rest.split(' ').next().unwrap().to_owned(), best)
    };
    assert_eq!(nodes(&options(10, 5)), nodes(&[]));
    let analysis = "UCI_AnalyseMode value true".to_owned();
    assert_eq!(nodes(&[options(1, 5)[0].clone(), analysis]), nodes(&[]));
    assert_ne!(nodes(&options(5, 5)).0, nodes(&[]).0);
}

/// Only the search that waits for it starts its clock at `ponderhit`, and only once.
#[test]
fn a_stray_ponderhit_gives_no_time() {
    let mut talk = Talk::new();
    talk.send("setoption name Move Overhead value 0");
    for go in ["go movetime 300", "go ponder movetime 300"] {
        talk.send(go);
        let started = std::time::Instant::now();
        let mut hits = 0;
        loop {
            talk.send("ponderhit");
            hits += 1;
            match talk.early_line() {
                Some(line) if line.starts_with("bestmove ") => break,
                _ => assert!(started.elapsed().as_secs() < 20, "{go}: {hits} times ponderhit"),
            }
        }
    }
}

/// With one move there is nothing to think about while the clock runs, but there is on the opponent's time and
/// in an analysis.
#[test]
fn a_single_move_is_searched_where_no_clock_runs() {
    let mut talk = Talk::new();
    talk.send("setoption name Game value morris");
    // A move that is thought about takes hours of it.
    let clock = "wtime 1000000000 btime 1000000000 searchmoves d6";
    for (how, end) in [("infinite", "stop"), ("ponder", "ponderhit")] {
        talk.send(format!("go {how} {clock}"));
        talk.line_starting("info depth 6 ");
        talk.send(end);
        talk.line_starting("bestmove B[d6]");
    }
    talk.send(format!("go {clock}"));
    talk.line_starting("info depth 1 ");
    talk.line_starting("bestmove B[d6]");
}

#[test]
fn a_refused_position_changes_nothing() {
    for &kind in Standard::ALL {
        let mut talk = Talk::new();
        talk.send(format!("setoption name UCI_Variant value {kind}"));
        talk.line();
        talk.send("moves");
        let first = talk.line().split(' ').nth(1).unwrap().to_owned();
        talk.send(format!("position startpos moves {first}"));
        talk.send("query fen");
        let before = talk.line();
        for refused in [
            "position fen nonsense".to_owned(),
            format!("position startpos moves {first} {first} {first}"),
            "position startpos moves \u{e9}".to_owned(),
            "position".to_owned(),
            "position fen".to_owned(),
            "moves nonsense".to_owned(),
        ] {
            talk.send(&refused);
            let error = talk.line();
            assert!(error.starts_with("info string error "), "{refused}: {error}");
            talk.send("query fen");
            assert_eq!(talk.line(), before, "{refused}");
        }
    }
}

#[test]
fn every_rule_of_every_game_can_be_set() {
    let mut talk = Talk::new();
    talk.send("uci");
    let mut options = Vec::new();
    loop {
        let line = talk.line();
        if line == "uciok" {
            break;
        }
        options.push(line);
    }
    for &kind in Standard::ALL {
        talk.send(format!("setoption name Game value {kind}"));
        assert!(talk.line().starts_with(&format!("info string variant {kind} players ")));
        let prefix = format!("option name {kind} ");
        for line in options.iter().filter(|line| {
            line.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(&prefix))
        }) {
            let (name, rest) = line["option name ".len()..].split_once(" type ").unwrap();
            let default = rest.split(' ').nth(2).unwrap();
            talk.send(format!("setoption name {name} value {default}"));
            assert!(talk.line().starts_with("info string variant "), "{name}");
            talk.send(format!("setoption name {name} value nonsense"));
            let error = talk.line();
            assert!(error.starts_with("info string error bad-value: "), "{error}");
        }
    }
}

/// Lines that are arbitrary bytes, or close to what the protocol knows.
fn line() -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        prop::sample::select(vec![
            "uci",
            "ugi",
            "isready",
            "setoption",
            "name",
            "value",
            "position",
            "startpos",
            "fen",
            "moves",
            "go",
            "depth",
            "nodes",
            "1",
            "2",
            "-1",
            "99999999999999999999",
            "perft",
            "stop",
            "query",
            "fen",
            "islegal",
            "score",
            "d",
            "eval",
            "ucinewgame",
            "Hash",
            "UCI_Variant",
            "morris",
            "Morris Quiet",
            "B[a7]",
            "W[P63i9]",
            "turn[B]",
            "searchmoves",
            "debug",
            "on",
            "undo",
            "bench",
            "help",
        ])
        .prop_map(|word| word.as_bytes().to_vec()),
        prop::collection::vec(any::<u8>(), 0..12),
    ];
    prop::collection::vec(word, 0..8).prop_map(|words| words.join(&b' '))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Whatever comes, the loop goes on, and each accepted `go` is answered once.
    #[test]
    fn no_line_breaks_the_loop(lines in prop::collection::vec(line(), 1..20)) {
        let mut talk = Talk::new();
        for line in lines {
            // A table of a few MiB is enough, and a line must not end this session.
            let text = String::from_utf8_lossy(&line).to_lowercase();
            if text.contains("hash") || text.contains("quit") {
                continue;
            }
            talk.send(&line);
            talk.send("stop");
        }
        talk.send("stop");
        talk.send("isready");
        talk.line_starting("readyok");
        talk.finish();
    }
}
