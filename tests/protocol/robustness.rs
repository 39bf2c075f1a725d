//! The program under bad input, signals, missing memory, and closed streams: no panic, no hang,
//! exactly one answer to what asks for one.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::common::client::{Client, end_of, program};
use quincunx::games::{GameList, Standard};
use quincunx::kernel::SplitMix64;

/// Expects one refusal of that kind for what was sent, and nothing else.
fn refused(client: &mut Client, code: &str) {
    let lines = client.sync();
    assert_eq!(lines.len(), 1, "{code}: {lines:?}");
    assert!(lines[0].starts_with(&format!("info string error {code}: ")), "{code}: {lines:?}");
    assert!(lines[0].is_ascii(), "{lines:?}");
}

#[test]
fn bytes_of_any_kind_are_lines() {
    let mut client = Client::start(&["--game", "morris"]);
    client.write(b"\xff\xfe\x00 \x80\n");
    refused(&mut client, "unknown-command");
    client.write(b"position startpos moves \xc3\xa4\n");
    refused(&mut client, "illegal-move");
    client.write(b"position startpos moves \xff\n");
    assert!(client.line().ends_with(r#"expected ASCII text, found "\xff" at column 1"#));
    client.write(b"position fen B[\x00]W[]turn[B]\n");
    refused(&mut client, "bad-position");
    client.write(b"setoption name H\xffsh value 1\n");
    refused(&mut client, "unknown-option");
    client.write(b"setoption name Hash value \xff\n");
    refused(&mut client, "bad-value");
    client.write(b"go depth \xff\n");
    assert!(client.line().ends_with(r#"depth wants a number, got "\xff""#));
    client.line_starting("bestmove ");
    client.write(b"query \xff\n");
    assert_eq!(client.line(), r#"info string error unknown-query: "\xff""#);
    assert_eq!(client.line(), "response unknown");
    // Carriage returns, tabs, and blanks anywhere.
    client.write(b"\r\n\t\r\n  isready \t\r\n");
    assert_eq!(client.line(), "readyok");
    client.write(b"isready\risready\n\n\n");
    assert_eq!([client.line(), client.line()], ["readyok", "readyok"]);
    assert_eq!(client.quit(), [""; 0]);
}

#[test]
fn long_lines_are_read_or_refused() {
    const MIB: usize = 1 << 20;
    let mut client = Client::start(&["--game", "morris"]);
    client.write(&[b"x".repeat(MIB), b"\n".to_vec()].concat());
    let found = client.sync();
    assert_eq!(found, [format!("info string error unknown-command: \"{}...\"", "x".repeat(40))]);
    client.write(&[b"x".repeat(MIB + 1), b"\n".to_vec()].concat());
    refused(&mut client, "line-too-long");
    client.write(&[b"joho ".repeat(MIB / 5 - 2), b" isready\n".to_vec()].concat());
    assert_eq!(client.line(), "readyok", "unknown words without end are skipped");
    let text = format!("position fen {}\n", "B[".repeat(MIB / 2 - 50));
    client.write(text.as_bytes());
    refused(&mut client, "bad-position");
    client.write(format!("go {}depth 1\n", "searchmovez ".repeat(50_000)).as_bytes());
    client.line_starting("bestmove ");
    client.write(&[b"y".repeat(3 * MIB), b"\nisready\n".to_vec()].concat());
    client.line_starting("info string error line-too-long: ");
    assert_eq!(client.line(), "readyok");
    client.quit();
}

#[test]
fn ten_thousand_moves_are_played() {
    const START: &str = "position fen B[a7,d7,b6]W[c5,d5,e4]turn[B]";
    let mut client = Client::start(&["--game", "morris"]);
    client.send("setoption name Morris Repetition value 0");
    client.send("setoption name Morris Quiet value 0");
    client.sync();
    let moves = ["B[a7-a1] W[c5-a4] B[a1-a7] W[a4-c5]"; 2_500].join(";");
    let started = Instant::now();
    client.send(format!("{START} moves {moves}"));
    assert_eq!(client.sync(), [""; 0]);
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    client.send("go depth 2");
    client.line_starting("bestmove ");
    client.send(format!("{START} moves {moves} B[a7-a7]"));
    let refusal = client.sync().swap_remove(0);
    assert!(refusal.starts_with("info string error illegal-move: move 10001 "), "{refusal}");
    client.send("undo 9999");
    client.send("query fen");
    assert_eq!(client.line(), "response B[d7,b6,a1]W[c5,d5,e4]quiet[1]turn[W]");
    client.send("undo");
    client.send("query fen");
    assert_eq!(client.line(), "response B[a7,d7,b6]W[c5,d5,e4]turn[B]");
    client.quit();
}

#[test]
fn numbers_out_of_range_are_refused_or_cut() {
    let mut client = Client::start(&["--game", "trimok"]);
    for value in ["0", "-1", "99999999999999999999", "1e3", "0x10", "16 MB", ""] {
        client.send(format!("setoption name Hash value {value}"));
        refused(&mut client, "bad-value");
    }
    for (name, value) in [
        ("UCI_Variant", "chess"),
        ("Threads", "0"),
        ("MultiPV", "257"),
        ("Ponder", "yes"),
        ("Move Overhead", "5001"),
        ("Skill Level", "11"),
        ("UCI_ShowWDL", "1"),
        ("Trimok Quiet", "1001"),
        ("Trimok Change", "all"),
    ] {
        client.send(format!("setoption name {name} value {value}"));
        refused(&mut client, "bad-value");
    }
    for go in [
        "go depth 0",
        "go depth -7",
        "go nodes 0",
        "go nodes -99999999999999999999999",
        "go movetime 0",
        "go movetime -5",
        "go wtime 0 btime 0",
        "go p1time -100 p2time -100 p1inc -1",
        "go depth 99999999999999999999 nodes 1",
        "go mate 0",
        "go mate -3 depth 99999999999999999999",
        "go wtime 99999999999999999999 movestogo 0 depth 1",
        "go movestogo -3 depth 1",
        "go depth",
        "go depth 1 depth 2",
        "go depth x nodes y movetime z",
    ] {
        client.send(go);
        let mut infos = 0;
        loop {
            let line = client.line();
            infos += usize::from(line.contains(" score "));
            if line.starts_with("bestmove ") {
                assert_ne!(line, "bestmove 0000", "{go}");
                break;
            }
        }
        assert!(infos > 0, "{go}");
    }
    for (wrong, code) in [
        ("perft", "bad-argument"),
        ("perft -1", "bad-argument"),
        ("perft 256", "bad-argument"),
        ("go perft 99999999999999999999", "bad-argument"),
        ("go depth 3 perft x", "bad-argument"),
        ("bench x", "bad-argument"),
        ("undo 1", "bad-argument"),
        ("undo -1", "bad-argument"),
        ("undo x", "bad-argument"),
        ("debug", "bad-argument"),
        ("debug maybe", "bad-argument"),
        ("position", "bad-argument"),
        ("position fen", "bad-argument"),
        ("position startpos e2e4", "bad-argument"),
        ("setoption", "bad-argument"),
        ("save", "bad-file"),
    ] {
        client.send(wrong);
        refused(&mut client, code);
    }
    assert_eq!(client.quit(), [""; 0]);
}

#[test]
fn every_command_is_answered_while_searching() {
    for &kind in Standard::ALL {
        for go in ["go infinite", "go ponder p1time 10 p2time 10", "go"] {
            let mut client = Client::start(&["--game", kind.name()]);
            client.send(go);
            client.line_starting("info depth 1 ");
            for busy in [
                "setoption name Hash value 2",
                "ucinewgame",
                "uginewgame",
                "position startpos",
                "moves x",
                "go",
                "go perft 1",
                "perft 1",
                "eval",
                "undo",
                "bench",
                "save",
            ] {
                client.send(busy);
                client.line_starting("info string error busy: ");
            }
            for (asked, answer) in [
                ("isready", "readyok"),
                ("uci", "uciok"),
                ("ugi", "ugiok"),
                ("query gameover", "response false"),
                ("query p1turn", "response true"),
                ("query result", "response none"),
                ("query nonsense", "response unknown"),
                ("moves", "moves "),
                ("d", "Moves: "),
                ("help", "quit"),
                ("nonsense", "info string error unknown-command: "),
                ("debug x", "info string error bad-argument: "),
                ("position", "info string error bad-argument: "),
            ] {
                client.send(asked);
                client.line_starting(answer);
            }
            for silent in ["debug on", "debug off", "register later", "", "# a comment"] {
                client.send(silent);
            }
            // What went on meanwhile is the search, and it is not over.
            assert!(client.sync().iter().all(|line| line.starts_with("info depth ")));
            client.send("stop");
            client.line_starting("bestmove ");
            client.send("stop");
            client.send("ponderhit");
            assert_eq!(client.sync(), [""; 0], "{kind} {go}");
            client.quit();
        }
    }
}

#[test]
fn go_and_stop_in_one_write_a_thousand_times() {
    let mut client = Client::start(&["--game", "hexceed"]);
    client.write("go infinite\nstop\n".repeat(1_000).as_bytes());
    for _ in 0..1_000 {
        let best = client.line_starting("bestmove ");
        assert_ne!(best, "bestmove 0000");
    }
    assert_eq!(client.sync(), [""; 0], "none was refused, none answered twice");
    for _ in 0..1_000 {
        client.write(b"go infinite\nstop\n");
        client.line_starting("bestmove ");
    }
    assert_eq!(client.quit(), [""; 0]);
}

#[test]
fn the_end_of_the_input_answers_a_search() {
    for (kind, go, is_bounded) in [
        ("morris", "go depth 5", true),
        ("dominions", "go movetime 100", true),
        ("trimok", "go infinite", false),
        ("coerceo", "go ponder depth 3", false),
        ("hexceed", "go", false),
    ] {
        let mut client = Client::start(&["--game", kind]);
        client.send(go);
        client.close();
        let (status, rest, errors) = client.end();
        assert_eq!((status.code(), errors.as_str()), (Some(0), ""));
        assert!(rest.last().is_some_and(|line| line.starts_with("bestmove ")), "{go}: {rest:?}");
        assert_eq!(rest.iter().filter(|line| line.starts_with("bestmove ")).count(), 1);
        if go == "go depth 5" {
            assert!(is_bounded && rest.iter().any(|line| line.starts_with("info depth 5 ")));
        }
    }
}

#[test]
fn a_reader_that_leaves_ends_the_program_silently() {
    // One that says nothing for long, and one that says nothing at all.
    for commands in ["go infinite\n", "uci\nisready\n", "bench\n", "perft 99\n", ""] {
        let mut child = program(&["--game", "morris"])
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut input = child.stdin.take().unwrap();
        // It may be gone already.
        let _ = std::io::Write::write_all(&mut input, commands.as_bytes());
        let status = end_of(&mut child, &format!("{commands:?}: the program"));
        assert_eq!(status.code(), Some(0), "{commands:?}");
        let mut errors = String::new();
        std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut errors).unwrap();
        assert_eq!(errors, "", "{commands:?}");
    }
    // As arguments as well, and in a shell's pipe.
    let command = format!("{} 'bench 1' uci | head -n 1", env!("CARGO_BIN_EXE_quincunx"));
    let output = Command::new("sh").arg("-c").arg(command).output().unwrap();
    assert_eq!(output.stderr, b"");
}

/// Sends a signal to a process.
fn signal(name: &str, id: u32) {
    let status = Command::new("kill").arg(format!("-{name}")).arg(id.to_string()).status().unwrap();
    assert!(status.success());
}

#[test]
fn signals_end_a_session_and_save_what_it_remembers() {
    let folder = tempfile::tempdir().unwrap();
    for (at, name) in ["TERM", "INT", "HUP"].into_iter().enumerate() {
        for (go, last) in
            [("", "readyok"), ("go infinite", "bestmove "), ("go ponder", "bestmove ")]
        {
            let file = folder.path().join(format!("{at}{}", go.replace(' ', "-")));
            let mut client = Client::start(&["--game", "morris"]);
            client.send(format!("setoption name MemoryFile value {}", file.display()));
            client.send("go depth 6");
            client.line_starting("bestmove ");
            if !go.is_empty() {
                client.send(go);
                client.line_starting("info depth 1 ");
            }
            client.send("isready");
            client.line_starting("readyok");
            signal(name, client.id());
            let (status, rest, errors) = client.end();
            assert_eq!((status.code(), errors.as_str()), (Some(0), ""), "{name} {go}");
            let bests = rest.iter().filter(|line| line.starts_with("bestmove ")).count();
            assert_eq!(bests, usize::from(last == "bestmove "), "{name} {go}: {rest:?}");
            assert!(fs::metadata(&file).is_ok_and(|data| data.len() > 0), "{name} {go}: not saved");
        }
    }
}

#[test]
fn a_signal_ends_commands_from_arguments() {
    let mut command = program(&["--game", "morris", "go movetime 600000", "isready"]);
    command.stdin(std::process::Stdio::null());
    let mut client = Client::spawn(command);
    client.line_starting("info depth 3 ");
    signal("INT", client.id());
    let (status, rest, _) = client.end();
    assert_eq!(status.code(), Some(0));
    assert!(rest.last().is_some_and(|line| line.starts_with("bestmove ")), "{rest:?}");
}

/// Nobody reads, the pipe is full, and the engine hangs in a write: a signal ends it all the same.
#[test]
fn a_signal_ends_a_session_that_nobody_reads() {
    let mut child = program(&["--game", "dominions"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    // Some 100 kB an answer, while a pipe holds 64.
    std::io::Write::write_all(&mut input, b"moves\nmoves\nmoves\n").unwrap();
    std::thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().unwrap().is_none(), "it waits for its reader");
    signal("TERM", child.id());
    assert_eq!(end_of(&mut child, "the program").code(), Some(0));
}

/// The system gives no more than this much address space: a great table cannot be had.
#[cfg(target_os = "linux")]
#[test]
fn a_table_that_does_not_fit_leaves_the_old_one() {
    let limited = |first: &str| {
        let mut command = Command::new("sh");
        let program = env!("CARGO_BIN_EXE_quincunx");
        command.arg("-c").arg(format!("ulimit -v 1000000; exec {program} --game morris"));
        let mut client = Client::spawn(command);
        client.send(first);
        client
    };
    let mut client = limited("setoption name Hash value 8");
    assert_eq!(client.sync(), [""; 0]);
    client.send("setoption name Hash value 2000");
    let refused = client.sync();
    assert_eq!(
        refused,
        ["info string error out-of-memory: no memory for a table of 2000 MiB, Hash stays at 8 MiB"]
    );
    // Without an old one, it is the size that was set before.
    let mut fresh = limited("setoption name Hash value 2000");
    let refused = fresh.sync();
    assert!(refused[0].ends_with("Hash stays at 16 MiB"), "{refused:?}");
    // Said once; the table that there is serves on, and its size goes with another game.
    assert_eq!(client.sync(), [""; 0]);
    client.send("setoption name Game value trimok");
    assert_eq!(client.sync().len(), 1);
    client.send("setoption name Game value morris");
    assert_eq!(client.sync().len(), 1);
    client.send("go depth 3");
    client.line_starting("info depth 3 ");
    client.line_starting("bestmove B[");
    assert_eq!(client.quit(), [""; 0]);
    // The same without a table from before, found out by the search.
    let mut client = limited("setoption name Hash value 2000");
    client.send("go depth 3");
    assert!(client.line().starts_with("info string error out-of-memory: "));
    client.line_starting("info depth 3 ");
    client.line_starting("bestmove B[");
    client.quit();
}

/// Sessions of random commands at random moments. Each `go` that was not refused gets one best
/// move, each query one response, each `isready` one `readyok`.
#[test]
fn five_hundred_random_sessions() {
    let mut rng = SplitMix64::new(20_261_121);
    for session in 0..500 {
        let kind = Standard::ALL[rng.below(Standard::ALL.len())];
        let mut client = Client::start(&["--game", kind.name()]);
        let (mut gos, mut queries, mut readies, mut wrong) = (0, 0, 0, 0);
        let mut sent = Vec::new();
        for _ in 0..rng.below(25) + 1 {
            let line = match rng.below(22) {
                0 => "go infinite",
                1 => "go ponder movetime 5",
                2 => "go depth 2",
                3 => "go movetime 1",
                4 => "go nodes 30",
                5 => "go p1time 20 p2time 20 movestogo 2",
                6..=8 => "stop",
                9 => "ponderhit",
                10 => "isready",
                11 => "query gameover",
                12 => "query islegal x",
                13 => "query nothing",
                14 => "position startpos",
                15 => "ucinewgame",
                16 => "setoption name MultiPV value 3",
                17 => "uci",
                18 => "bogus",
                19 => "setoption name Hash value x",
                20 => "perft 1",
                _ => "d",
            };
            gos += usize::from(line.starts_with("go"));
            queries += usize::from(line.starts_with("query"));
            readies += usize::from(line == "isready");
            wrong += usize::from(line == "bogus" || line == "query nothing");
            sent.push(line);
            client.send(line);
            match rng.below(4) {
                0 => std::thread::sleep(Duration::from_micros(rng.below(3_000) as u64)),
                1 => std::thread::yield_now(),
                _ => {}
            }
        }
        if rng.below(2) == 0 {
            client.send("quit");
        } else {
            client.close();
        }
        let (status, lines, errors) = client.end();
        let count = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
        let place = format!("session {session}: {sent:?}\n{lines:#?}");
        assert_eq!((status.code(), errors.as_str()), (Some(0), ""), "{place}");
        let busy = lines.iter().filter(|line| line.ends_with(", go has to wait for it")).count();
        assert_eq!(count("bestmove "), gos - busy, "{place}");
        assert_eq!(count("response "), queries, "{place}");
        assert_eq!(count("readyok"), readies, "{place}");
        let unknown =
            count("info string error unknown-command") + count("info string error unknown-query");
        assert_eq!(unknown, wrong, "{place}");
    }
}
