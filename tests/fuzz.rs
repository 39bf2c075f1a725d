//! Fuzzing: damaged sessions, sessions with a referee, damaged notation.
//!
//! As a test it runs for a few seconds. `scripts/fuzz.sh` runs it for as long as you like, by the
//! variables `QUINCUNX_FUZZ_SECONDS`, `QUINCUNX_FUZZ_SEED`, and `QUINCUNX_FUZZ_ONLY`, the number of
//! one execution to repeat. Overflow checks and debug assertions are on.

#[path = "common/mod.rs"]
mod common;

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use quincunx::engine::{Engine, Session};
use quincunx::games::{Game, GameKind, GameList, Standard, Visitor};
use quincunx::kernel::{Action, Outcome, Record, Rules, SplitMix64};
use quincunx::notation::moves;
use quincunx::protocol::{Server, serve};

/// Whether any thread has panicked: searches run on threads of their own.
static PANICKED: AtomicBool = AtomicBool::new(false);
/// The execution that runs, for the report of one that does not end.
static RUNNING: AtomicU64 = AtomicU64::new(0);
/// No execution may take longer.
const PATIENCE: Duration = Duration::from_secs(120);

/// A writer that collects what is written.
#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Sink {
    /// Takes the lines written so far.
    fn lines(&self) -> Vec<String> {
        let text = String::from_utf8(std::mem::take(&mut *self.0.lock().unwrap())).unwrap();
        assert!(text.is_empty() || text.ends_with('\n'), "whole lines: {text:?}");
        text.lines().map(str::to_owned).collect()
    }
}

fn pick<'a, T>(rng: &mut SplitMix64, from: &'a [T]) -> &'a T {
    &from[rng.below(from.len())]
}

fn pick_word<'a>(rng: &mut SplitMix64, from: &[&'a str]) -> &'a str {
    from[rng.below(from.len())]
}

/// Every tenth time, or so.
fn rarely(rng: &mut SplitMix64) -> bool {
    rng.below(10) == 0
}

/// The positions of the perft tables.
fn positions(kind: GameKind) -> Vec<String> {
    common::lines(&format!("perft/{kind}.perft"))
        .into_iter()
        .filter_map(|row| row.value.strip_prefix("position ").map(str::to_owned))
        .collect()
}

/// Damages a text: cuts, doubles, exchanges and invents bytes.
fn damage(rng: &mut SplitMix64, bytes: &mut Vec<u8>) {
    const LIKELY: &[u8] = b"[],;'-x@=0123456789 \t\r\n\x00\xffABDRWabcdefg";
    for _ in 0..=rng.below(4) {
        let at = rng.below(bytes.len() + 1);
        match rng.below(6) {
            0 if at < bytes.len() => _ = bytes.remove(at),
            1 => bytes.insert(at, *pick(rng, LIKELY)),
            2 => bytes.insert(at, rng.next_u64() as u8),
            3 if at < bytes.len() => {
                let other = rng.below(bytes.len());
                bytes.swap(at, other);
            }
            4 => bytes.truncate(at),
            _ => {
                let part = bytes[at..bytes.len().min(at + rng.below(12))].to_vec();
                let to = rng.below(bytes.len() + 1);
                bytes.splice(to..to, part);
            }
        }
    }
}

/// A line that the protocol knows, or nearly.
fn known_line(rng: &mut SplitMix64, positions: &[(GameKind, Vec<String>)]) -> String {
    let (kind, texts) = pick(rng, positions);
    match rng.below(14) {
        0 => format!("setoption name UCI_Variant value {kind}"),
        1 => format!("position fen {}", pick(rng, texts)),
        2 => "position startpos moves B[d6] W[d2];B[f4] moves W[b4]".to_owned(),
        3 => "position startpos moves W[P63i9];B[P55h8];W[P30h9]".to_owned(),
        4 => {
            const GO: [&str; 12] = [
                "go depth 2 nodes 100",
                "go infinite",
                "go ponder wtime 10 btime 10",
                "go movetime 1",
                "go nodes 50 searchmoves d6 a7 W[pass]",
                "go mate 1 nodes 200",
                "go p1time 9 p2time 9 p1inc 1 p2inc 1 movestogo 3",
                "go perft 1",
                "perft 1",
                "bench 1",
                "stop",
                "ponderhit",
            ];
            pick_word(rng, &GO).to_owned()
        }
        5 => {
            const QUERIES: [&str; 15] = [
                "ending",
                "played",
                "remembered",
                "gameover",
                "p1turn",
                "p2turn",
                "result",
                "turn",
                "fen",
                "moves",
                "islegal B[d6]",
                "game",
                "score",
                "key",
                "seedboard",
            ];
            format!("query {}", pick_word(rng, &QUERIES))
        }
        6 => {
            const OPTIONS: [&str; 14] = [
                "Hash value 2",
                "Clear Hash",
                "Clear Memory",
                "MemoryFile value no/such/folder/file",
                "MultiPV value 3",
                "Threads value 2",
                "Ponder value true",
                "Move Overhead value 5",
                "UCI_ShowWDL value true",
                "Skill Level value 4",
                "Skill Seed value 9",
                "UCI_AnalyseMode value true",
                "Morris Quiet value 3",
                "Coerceo Start value ocius",
            ];
            format!("setoption name {}", pick_word(rng, &OPTIONS))
        }
        7 => "undo 2".to_owned(),
        8 => "moves".to_owned(),
        9 => "debug on".to_owned(),
        10 => "go depth 1".to_owned(),
        _ => {
            const OTHERS: [&str; 10] = [
                "uci",
                "ugi",
                "isready",
                "d",
                "eval",
                "help",
                "save",
                "ucinewgame",
                "# x",
                "joho d",
            ];
            pick_word(rng, &OTHERS).to_owned()
        }
    }
}

/// Whether a line asks for a table that this machine should not be asked for.
fn is_too_greedy(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_lowercase();
    let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty());
    text.contains("hash") && numbers.any(|n| u64::from_str(n).map_or(true, |n| n > 64))
}

/// A reader that gives its bytes in pieces.
struct Pieces {
    bytes: VecDeque<u8>,
    rng: SplitMix64,
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = (1 + self.rng.below(300)).min(buffer.len()).min(self.bytes.len());
        for (to, byte) in buffer.iter_mut().zip(self.bytes.drain(..n)) {
            *to = byte;
        }
        Ok(n)
    }
}

/// Damaged lines through the whole loop. Whatever comes, it ends when it is told to, has at most
/// one best move for each `go`, and speaks whole lines of printable text. Returns its lines.
fn wild_session(rng: &mut SplitMix64, known: &[(GameKind, Vec<String>)]) -> u64 {
    let mut input = Vec::new();
    let count = 1 + rng.below(30);
    for _ in 0..count {
        let mut line = known_line(rng, known).into_bytes();
        if rng.below(3) > 0 {
            damage(rng, &mut line);
        }
        if rarely(rng) {
            line = (0..rng.below(60)).map(|_| rng.next_u64() as u8).collect();
        }
        if is_too_greedy(&line) {
            continue;
        }
        input.extend_from_slice(&line);
        input.extend_from_slice(pick_word(rng, &["\n", "\r\n", "\r", "\nstop\n"]).as_bytes());
    }
    input.extend_from_slice(b"\nquit\n");
    let gos = String::from_utf8_lossy(&input).matches("go").count();
    let sink = Sink::default();
    let server = Server::new(Engine::new(), sink.clone());
    let input = Pieces { bytes: input.into(), rng: SplitMix64::new(rng.next_u64()) };
    serve(server, input).unwrap();
    let lines = sink.lines();
    let bests = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
    assert!(bests <= gos, "{bests} best moves for {gos} times go");
    for line in &lines {
        let printable = line.bytes().all(|b| (b' '..=b'~').contains(&b));
        assert!(printable, "{line:?}");
    }
    count as u64
}

/// A session that knows what it asks: a game with a referee of its own. Every best move is legal,
/// begins the last line told, and lines are legal to their end.
fn refereed_session(rng: &mut SplitMix64, known: &[(GameKind, Vec<String>)]) -> u64 {
    let (kind, texts) = pick(rng, known);
    let mut referee = Engine::new();
    referee.choose(*kind);
    let sink = Sink::default();
    let mut server = Server::new(Engine::new(), sink.clone());
    let count = std::cell::Cell::new(1);
    let send = |server: &mut Server<Sink>, line: &str| {
        count.set(count.get() + 1);
        server.handle(line.as_bytes());
    };
    send(&mut server, &format!("setoption name Game value {kind}"));
    send(&mut server, pick_word(rng, &["uci", "ugi", "setoption name Hash value 1"]));
    for option in
        ["MultiPV value 3", "Skill Level value 2", "UCI_ShowWDL value true", "Threads value 2"]
    {
        if rng.below(4) == 0 {
            send(&mut server, &format!("setoption name {option}"));
        }
    }
    let start = pick(rng, texts);
    // Some of the positions exist under other rules only.
    let is_known = referee.session_mut().set_position(Some(start), &[]).is_ok();
    let from = if is_known { format!("fen {start}") } else { "startpos".to_owned() };
    let mut played: Vec<String> = Vec::new();
    for _ in 0..1 + rng.below(6) {
        // Some random moves, then the position as a whole or move by move.
        for _ in 0..rng.below(4) {
            let legal = referee.session().legal_moves();
            if legal.is_empty() {
                break;
            }
            let chosen = pick(rng, &legal).clone();
            referee.session_mut().play(&moves(&chosen)).unwrap();
            played.push(chosen);
        }
        let joint = pick_word(rng, &[" ", ";", " moves ", "  "]);
        let list = played.join(joint);
        sink.lines();
        send(&mut server, &format!("position {from} moves {list}"));
        send(&mut server, "query fen");
        let expected = format!("response {}", referee.session().position());
        assert_eq!(sink.lines(), std::slice::from_ref(&expected), "position {from} moves {list}");
        send(
            &mut server,
            pick_word(rng, &["position startpos moves x", "moves x", "position fen x"]),
        );
        assert_eq!(sink.lines().len(), 1, "one refusal");
        send(&mut server, "query fen");
        assert_eq!(sink.lines(), [expected], "a refusal changes nothing");
        let best = search(rng, &mut server, &sink, referee.session());
        count.set(count.get() + 1);
        match best {
            Some(best) => {
                referee.session_mut().play(&moves(&best)).unwrap();
                played.push(best);
            }
            None => assert!(referee.session().outcome().is_some(), "no move, no end"),
        }
        if !played.is_empty() && rarely(rng) {
            send(&mut server, &format!("moves {}", played.last().unwrap()));
            sink.lines();
        }
    }
    server.handle(b"quit");
    assert_eq!(sink.lines().iter().filter(|line| line.starts_with("bestmove")).count(), 0);
    count.get()
}

/// One search in any of its forms. Returns the best move.
fn search(
    rng: &mut SplitMix64,
    server: &mut Server<Sink>,
    sink: &Sink,
    referee: &dyn Session,
) -> Option<String> {
    let nodes = 1 + rng.below(300);
    let (go, ends) = match rng.below(8) {
        0 => ("go infinite".to_owned(), "stop"),
        1 => (format!("go ponder nodes {nodes}"), "ponderhit"),
        2 => (format!("go ponder depth 2 nodes {nodes}"), "stop"),
        3 => ("go movetime 1".to_owned(), ""),
        4 => (format!("go wtime 3 btime 3 winc 1 binc 1 nodes {nodes}"), ""),
        5 => (format!("go mate 2 nodes {nodes}"), ""),
        6 => ("go depth 1".to_owned(), ""),
        _ => (format!("go nodes {nodes}"), ""),
    };
    server.handle(go.as_bytes());
    if !ends.is_empty() {
        if rng.below(2) == 0 {
            std::thread::sleep(Duration::from_micros(rng.below(500) as u64));
        }
        server.handle(b"isready");
        server.handle(ends.as_bytes());
        // A stopped search counts as unbounded; it ends all the same.
        while !sink.0.lock().unwrap().windows(9).any(|w| w == b"bestmove ") {
            std::thread::yield_now();
        }
    }
    server.wait();
    let lines = sink.lines();
    let (best, before) = lines.split_last().expect("an answer");
    let mut words = best.split(' ').skip(1);
    let best = words.next().expect("a best move").to_owned();
    let mut last_pv = None;
    let mut before_that = [0; 3];
    let mut heads = Vec::new();
    for line in before {
        // Where points decide, nobody mates.
        let is_refused_mate = referee.points().is_some()
            && go.contains("mate ")
            && line.starts_with("info string error bad-argument: mate: ");
        if line == "readyok" || is_refused_mate {
            continue;
        }
        assert!(line.starts_with("info depth "), "{go}: {line}");
        let number = |name: &str| -> i64 {
            let (_, rest) =
                line.split_once(&format!(" {name} ")).unwrap_or_else(|| panic!("{line}"));
            rest.split(' ').next().unwrap().parse().unwrap_or_else(|_| panic!("{line}"))
        };
        if line.contains(" currmove ") {
            continue;
        }
        for name in ["seldepth", "nodes", "nps", "tbhits", "time"] {
            assert!(number(name) >= 0, "{line}");
        }
        assert!(number("hashfull") <= 1000, "{line}");
        let line_of = |text: &str| {
            text.split_once(" pv ").map(|(_, pv)| pv.split(' ').next().map(str::to_owned))
        };
        if number("multipv") == 1 {
            heads.clear();
            let counts = ["depth", "nodes", "time"].map(number);
            let goes_on = counts.iter().zip(&before_that).all(|(after, before)| after >= before);
            assert!(goes_on, "something goes back: {before:#?}");
            before_that = counts;
            last_pv = line.split_once(" pv ").map(|(_, pv)| pv.to_owned());
        }
        if let Some(head) = line_of(line) {
            assert!(!heads.contains(&head), "two lines begin alike: {before:#?}");
            heads.push(head);
        }
        if let Some((_, pv)) = line.split_once(" pv ") {
            assert!(is_playable(referee, pv), "{} {go}: {line}", referee.position());
        }
    }
    if best == "0000" {
        return None;
    }
    let pv = last_pv.expect("a line before the best move");
    assert_eq!(pv.split(' ').next(), Some(best.as_str()), "{go}: {before:#?}");
    Some(best)
}

/// Whether moves can be played from a position on, none behind the end of the game.
fn is_playable(session: &dyn Session, pv: &str) -> bool {
    let mut engine = Engine::new();
    engine.choose(session.kind());
    let trial = engine.session_mut();
    trial.set_position(Some(&session.position()), &[]).unwrap();
    trial.play(&moves(pv)).is_ok()
}

/// [`damaged_notation`] of a game.
struct Damaged<'a>(&'a mut SplitMix64, &'a [String]);

impl Visitor for Damaged<'_> {
    type Output = u64;

    fn visit<P: Game>(self) -> u64 {
        damaged_notation::<P>(self.0, self.1)
    }
}

/// Damaged positions and moves: what is read is written and read the same, and can be played.
fn damaged_notation<P: Game>(rng: &mut SplitMix64, texts: &[String]) -> u64 {
    let mut count = 0;
    let mut rules = P::Rules::default();
    for (index, option) in P::Rules::OPTIONS.iter().enumerate() {
        if rarely(rng) {
            rules.set(index, pick(rng, &common::values(&option.kind)));
        }
    }
    for _ in 0..40 {
        let mut bytes = pick(rng, texts).clone().into_bytes();
        damage(rng, &mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        count += 1;
        let Ok(read) = P::read_position(&text, &rules) else { continue };
        let written = read.write_position();
        assert_eq!(P::read_position(&written, &rules).as_ref(), Ok(&read), "{text} {written}");
        let mut record = Record::new(read);
        for _ in 0..rng.below(6) {
            let mut legal = Vec::new();
            record.legal_moves(&mut legal);
            if legal.is_empty() {
                let over: Option<Outcome> = record.outcome();
                assert!(over.is_some(), "{written}: no move and no end");
                break;
            }
            let m = *pick(rng, &legal);
            let current = record.current();
            let mut shown = current.write_move(m);
            assert_eq!(current.read_move(&shown), Ok(Action::Move(m)), "{written} {shown}");
            let mut damaged = std::mem::take(&mut shown).into_bytes();
            damage(rng, &mut damaged);
            count += 1;
            if let Ok(action) = current.read_move(&String::from_utf8_lossy(&damaged)) {
                let text = current.write_action(action);
                assert_eq!(current.read_move(&text), Ok(action), "{written} {text}");
            }
            record.play(Action::Move(m)).unwrap();
        }
    }
    count
}

#[test]
fn nothing_breaks() {
    let variable = |name: &str| {
        let text = std::env::var(name).ok()?;
        let number = text.parse::<u64>();
        Some(number.unwrap_or_else(|_| panic!("{name}: {text:?} is not a number")))
    };
    let seconds = variable("QUINCUNX_FUZZ_SECONDS").unwrap_or(4);
    let seed = variable("QUINCUNX_FUZZ_SEED").unwrap_or(1);
    let only = variable("QUINCUNX_FUZZ_ONLY");

    let known: Vec<(GameKind, Vec<String>)> =
        Standard::ALL.iter().map(|kind| (*kind, positions(*kind))).collect();
    assert!(known.iter().all(|(_, texts)| texts.len() > 3));
    // Damaged options may name any file.
    let folder = tempfile::tempdir().unwrap();
    std::env::set_current_dir(folder.path()).unwrap();
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        PANICKED.store(true, Ordering::SeqCst);
        eprintln!("in execution {}", RUNNING.load(Ordering::SeqCst));
        hook(info);
    }));
    std::thread::spawn(|| {
        let mut last = (0, Instant::now());
        loop {
            std::thread::sleep(Duration::from_secs(1));
            let running = RUNNING.load(Ordering::SeqCst);
            if running != last.0 {
                last = (running, Instant::now());
            } else if last.1.elapsed() > PATIENCE {
                eprintln!("execution {running} does not end");
                std::process::abort();
            }
        }
    });

    let started = Instant::now();
    let mut told = Instant::now();
    let (mut wild, mut wild_lines, mut refereed, mut refereed_lines, mut texts) = (0, 0, 0, 0, 0);
    let mut execution = only.unwrap_or(1);
    while started.elapsed() < Duration::from_secs(seconds) {
        RUNNING.store(execution, Ordering::SeqCst);
        let mut rng = SplitMix64::new(seed.rotate_left(32) ^ execution);
        match execution % 3 {
            0 => {
                wild += 1;
                wild_lines += wild_session(&mut rng, &known);
            }
            1 => {
                refereed += 1;
                refereed_lines += refereed_session(&mut rng, &known);
            }
            _ => {
                let (kind, list) = pick(&mut rng, &known);
                texts += Standard::with(*kind, Damaged(&mut rng, list)).unwrap();
            }
        }
        assert!(!PANICKED.load(Ordering::SeqCst), "seed {seed}: execution {execution} panicked");
        if only.is_some() {
            break;
        }
        execution += 1;
        if told.elapsed() > Duration::from_secs(60) {
            told = Instant::now();
            println!("{:?}: {execution} executions", started.elapsed());
        }
    }
    println!(
        "fuzz: seed {seed}, {:.0?}: {} executions: {wild} damaged sessions of {wild_lines} lines, \
         {refereed} refereed sessions of {refereed_lines} lines, {texts} damaged texts",
        started.elapsed(),
        wild + refereed + texts,
    );
    assert!(only.is_some() || wild > 0 && refereed > 0 && texts > 0);
}

/// What the script is given or finds out, with `cargo` and `git` played by scripts.
#[cfg(unix)]
#[test]
fn the_script_takes_the_seed_from_the_commit() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let programs =
        [("git", "echo $COMMIT"), ("cargo", "echo $QUINCUNX_FUZZ_SECONDS $QUINCUNX_FUZZ_SEED")];
    for (name, command) in programs {
        let path = folder.path().join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{command}\n")).unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
    }
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let run = |commit: &str, arguments: &[&str]| {
        let mut script =
            std::process::Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/fuzz.sh"));
        let output = script.env("PATH", &path).env("COMMIT", commit).args(arguments).output();
        String::from_utf8(output.unwrap().stdout).unwrap()
    };
    assert_eq!(run("0000000000ff", &[]), "seed 255\n1200 255\n");
    assert_eq!(run("63aca76e4d01", &["60"]), "seed 109593194548481\n60 109593194548481\n");
    assert_eq!(run("63aca76e4d01", &["60", "7"]), "seed 7\n60 7\n");
}
