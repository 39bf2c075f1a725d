//! What the commands do when the world is against them: full disks, endless files, engines that hang,
//! signals, readers that leave.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use quincunx::kernel::bytes::checksum;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::program::{Run, finish, interrupt, pipe, quincunx, run, wait_for};

/// A program that says its number, is ready, and never moves.
const HANGS: &str = r#"
echo $$ >>hangs.pid
while read -r line; do
    case $line in
    uci) echo uciok ;;
    isready) echo readyok ;;
    go*) exec sleep 600 ;;
    esac
done
"#;
/// A program that starts once, crashes at its first move, and starts never again.
const ONCE: &str = r#"
[ ! -e once.ran ] || exit 1
while read -r line; do
    case $line in
    uci) echo uciok ;;
    isready) echo readyok ;;
    go*) : >once.ran; exit 1 ;;
    esac
done
"#;

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("hangs.sh"), HANGS).unwrap();
    fs::write(folder.path().join("once.sh"), ONCE).unwrap();
    folder
}

/// Runs the program in a folder by arguments that are written as in a shell.
fn run_in(folder: &Path, line: &str) -> Run {
    finish(quincunx().args(shlex::split(line).unwrap()).current_dir(folder), "")
}

/// Runs a line of the shell in a folder, `quincunx` being the program.
fn shell(folder: &Path, line: &str) -> Run {
    let line = line.replace("quincunx", env!("CARGO_BIN_EXE_quincunx"));
    finish(Command::new("sh").arg("-c").arg(line).current_dir(folder), "")
}

const RANDOM: &str = "match trimok --engine random:name=a --engine random:name=b --max-plies 20";

#[test]
fn a_record_cut_in_its_first_game_can_be_resumed_again_and_again() {
    let folder = folder();
    let path = folder.path().join("x.games");
    run_in(folder.path(), &format!("{RANDOM} --rounds 1 --record x.games")).ok();
    let whole = fs::read_to_string(&path).unwrap();
    let header = whole.find('[').unwrap();
    for end in [header + 5, header + 40] {
        for _ in 0..2 {
            fs::write(&path, &whole[..end]).unwrap();
            run_in(folder.path(), "match --resume x.games").ok();
            assert_eq!(fs::read_to_string(&path).unwrap(), whole);
        }
    }
}

#[test]
fn endless_files_are_refused() {
    let folder = folder();
    let longer = "there is no game, ".repeat(1 << 20);
    fs::write(folder.path().join("long"), longer).unwrap();
    for (line, error) in [
        (format!("{RANDOM} --openings /dev/zero"), "has more than 16777216 bytes"),
        (format!("{RANDOM} --openings long"), "has more than 16777216 bytes"),
        ("match --resume /dev/zero".to_owned(), "not a plain file"),
        ("match --resume long".to_owned(), "not the file of a match"),
        ("perft morris 1 --merge /dev/zero".to_owned(), "has more than 16777216 bytes"),
    ] {
        // As much memory as a program may well have, and no more.
        let found = shell(folder.path(), &format!("ulimit -v 2000000; exec quincunx {line}"));
        assert_eq!(found.code, Some(2), "{line}: {found:?}");
        assert!(found.error.contains(error), "{line}: {}", found.error);
    }
}

#[test]
fn who_cannot_start_loses_and_the_others_play() {
    let folder = folder();
    let three = "match trimok --engine random:name=a --engine random:name=b --max-plies 20 --rounds 1 \
                 --nodes 1 --json --engine";
    let found = run_in(folder.path(), &format!("{three} name=none,cmd=no-such-program"));
    assert_eq!(found.code, Some(0), "{found:?}");
    let results: Value = serde_json::from_str(&found.out).unwrap();
    assert_eq!(
        (&results["games"], &results["players"][2]["forfeits"]["crash"]),
        (&6.into(), &4.into())
    );
    assert!(found.error.contains("it cannot start: cannot run \"no-such-program\""), "{found:?}");
    // One that started once, and not again.
    let two = "match trimok --engine random:name=a --rounds 3 --nodes 1 --json --engine";
    let found = run_in(folder.path(), &format!("{two} 'name=once,cmd=sh once.sh'"));
    assert_eq!(found.code, Some(0), "{found:?}");
    let results: Value = serde_json::from_str(&found.out).unwrap();
    assert_eq!((&results["games"], &results["players"][1]["lost"]), (&6.into(), &6.into()));
    // Alone there is nobody to play with.
    let found = run_in(folder.path(), &format!("{two} cmd=no-such-program --record x.games"));
    assert_eq!((found.code, found.out.as_str()), (Some(2), ""), "{found:?}");
    assert!(!folder.path().join("x.games").exists(), "the next attempt may have that name");
}

#[test]
fn a_match_that_is_told_to_end_takes_its_engines_along() {
    let begins = "match trimok --engine random --engine 'sh hangs.sh,name=hangs' --timeout 300000 \
                  --nodes 1 --rounds 2 --concurrency 2 --record 'x y.games'";
    let again = "match --resume 'x y.games'";
    for (signal, line, advice) in [
        ("TERM", begins, again.to_owned()),
        ("INT", begins, again.to_owned()),
        ("HUP", &*format!("{again} --rounds 3 --concurrency 2"), format!("{again} --rounds 3")),
    ] {
        let folder = folder();
        if line != begins {
            // As if it had been killed at once.
            let [hangs, plays] = ["sh hangs.sh,name=hangs", "random:name=hangs"];
            run_in(folder.path(), &begins.replace(hangs, plays)).ok();
            let path = folder.path().join("x y.games");
            let record = fs::read_to_string(&path).unwrap();
            let (header, _) = record.split_once("\n\n").unwrap();
            fs::write(&path, format!("{}\n\n", header.replace(plays, hangs))).unwrap();
        }
        let mut command = quincunx();
        command.args(shlex::split(line).unwrap()).current_dir(folder.path());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        let pids = || fs::read_to_string(folder.path().join("hangs.pid")).unwrap_or_default();
        let sleeps = |pid: &str| {
            fs::read_to_string(format!("/proc/{pid}/comm")).is_ok_and(|name| name == "sleep\n")
        };
        wait_for("the engines to hang", || {
            pids().lines().count() == 2 && pids().lines().all(sleeps)
        });
        interrupt(child.id(), signal);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{signal}: {output:?}");
        assert!(!pids().lines().any(sleeps), "{signal}: the engines are gone");
        let out = String::from_utf8(output.stdout).unwrap();
        assert!(out.starts_with("trimok: 0 games"), "{out}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(error, format!("Interrupted. To resume: quincunx {advice}\n"));
    }
}

#[test]
fn counting_ends_when_nobody_reads() {
    let folder = folder();
    let learn = "learn trimok --store store --games 1000000 --trials 0 --nodes 1";
    for line in ["perft morris 20", "bench --deeper 20", learn] {
        let mut command = quincunx();
        command.args(line.split(' ')).current_dir(folder.path());
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(200));
        drop(child.stdout.take());
        wait_for("the end", || child.try_wait().unwrap().is_some());
    }
}

#[test]
fn a_failed_write_leaves_nothing_in_the_way() {
    let folder = folder();
    let full = |line: &str| shell(folder.path(), &format!("trap '' XFSZ; ulimit -f 0; {line}"));
    let found = full(&format!("exec quincunx {RANDOM} --rounds 1 --record x.games"));
    assert_eq!(found.code, Some(2), "{found:?}");
    assert!(found.error.contains("x.games: File too large"), "{found:?}");
    assert!(!folder.path().join("x.games").exists());
    run_in(folder.path(), &format!("{RANDOM} --rounds 1 --record x.games")).ok();
    // A game that cannot be saved is not lost.
    for (lines, argument) in [("d6\nd2\nquit\n", "--save y.games"), ("d6\nsave y.games\nd2\n", "")]
    {
        let line = format!("printf '{lines}' | quincunx play morris --side both {argument}");
        let found = full(&line);
        assert_eq!(found.code, Some(2), "{found:?}");
        assert!(
            found.error.starts_with("quincunx: save: y.games cannot be written: "),
            "{found:?}"
        );
        assert!(found.error.contains("File too large"), "{found:?}");
        assert!(found.out.contains("\nThe game is not saved. This is its record:\n"), "{found:?}");
        assert!(found.out.contains("\nB[d6];W[d2]\n*\n"), "{found:?}");
    }
    let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let left: Vec<_> = names.filter(|name| name.to_string_lossy().starts_with('y')).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_full_disk_is_told() {
    let folder = folder();
    for line in [
        "quincunx uci",
        "echo uci | quincunx",
        "quincunx bench --deeper -9",
        "quincunx perft morris 2",
        "quincunx analyse morris --depth 2",
        "quincunx completions bash",
        "quincunx completions fish",
        "quincunx man",
        "quincunx rules morris",
        "quincunx --help",
        "quincunx -h",
        "quincunx perft --help",
        "quincunx help analyse",
        "quincunx --version",
        "echo quit | quincunx play morris",
        "quincunx match trimok --engine random:name=a --engine random:name=b --rounds 1",
        "quincunx train trimok --data data --games 20 --nodes 1 --epochs 1 --match 0",
    ] {
        let found = shell(folder.path(), &format!("{line} >/dev/full"));
        assert_eq!(found.code, Some(2), "{line}: {found:?}");
        let told = "quincunx: standard output: No space left on device";
        assert!(found.error.starts_with(told), "{line}: {found:?}");
    }
}

/// Whoever ends the program from outside gets the game where it was to be.
#[test]
fn a_signal_saves_the_game() {
    for signal in ["TERM", "INT", "HUP"] {
        let folder = folder();
        let mut command = quincunx();
        command.args(["play", "morris", "--side", "both", "--save", "a.games"]);
        command.current_dir(folder.path()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"d6\nmoves d2\n").unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(lines.any(|line| line.unwrap().contains("W[d2]")));
        std::thread::sleep(Duration::from_millis(300));
        interrupt(child.id(), signal);
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        let record = fs::read_to_string(folder.path().join("a.games")).unwrap();
        assert!(record.contains("\nB[d6]\n*\n"), "{signal}: {record}");
    }
}

#[test]
fn states_say_that_they_cannot_be_written() {
    let folder = folder();
    let line = "trap '' XFSZ; ulimit -f 256; exec quincunx states morris --store s --plies 3";
    let found = shell(folder.path(), line);
    assert_eq!(found.code, Some(2), "{found:?}");
    let told = "quincunx: states cannot be written, perhaps because the disk is full: /";
    assert!(found.error.starts_with(told) && found.error.contains("/s: "), "{found:?}");
}

#[test]
fn a_pipe_without_a_writer_is_not_waited_for() {
    let folder = folder();
    let made = Command::new("mkfifo").arg("pipe").current_dir(folder.path()).status().unwrap();
    assert!(made.success());
    for (line, told) in [
        ("perft morris 1 --merge pipe", "pipe is empty"),
        ("match trimok --engine random --engine random:name=b --openings pipe", "pipe is empty"),
        ("analyse morris pipe", "pipe holds neither a position nor a move"),
        ("tablebase build morris --path pipe", "cannot create the folder pipe: not a directory"),
        ("train morris --path pipe", "pipe: not a directory"),
        ("solve hexceed --store pipe", "pipe: not a directory"),
        ("match --resume pipe", "not a plain file"),
    ] {
        let found = run_in(folder.path(), line);
        assert_eq!(found.code, Some(2), "{line}: {found:?}");
        assert!(found.error.contains(told), "{line}: {found:?}");
    }
    // One with a writer is read as a file is. A writer that comes too late must hold none of the streams that
    // are waited for.
    let line = "timeout 5 sh -c \"printf 'd6 d2' >pipe\" </dev/null >/dev/null 2>&1 & sleep 0.1
        exec quincunx perft morris pipe 1";
    let counted = |text: &str| text.contains("Nodes searched: 22\n");
    wait_for("the writer to be first", || counted(&shell(folder.path(), line).out));
}

/// Whatever the sizes in a network's file say, with a checksum that is right: it is refused, in the
/// memory that a program may well have.
#[test]
fn networks_of_hostile_sizes_are_refused() {
    let folder = folder();
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/src/games/trimok/trimok.net");
    let bytes = fs::read(own).unwrap();
    let body = &bytes[..bytes.len() - 8];
    let size = |at: usize| u16::from_le_bytes([body[at], body[at + 1]]);
    let [flags, counts, tallies, terms, hidden, text] = [6, 8, 10, 12, 14, 16].map(size);
    let mut hostile: Vec<(String, Vec<u8>)> = Vec::new();
    let mut with = |name: String, change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = body.to_vec();
        change(&mut bytes);
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        hostile.push((name, bytes));
    };
    let fields = [(6, flags), (8, counts), (10, tallies), (12, terms), (14, hidden), (16, text)];
    for (at, right) in fields {
        for wrong in
            [0, 1, 512, 513, 0x7FFF, 0x8000, 0xFFFF, right.wrapping_sub(1), right.wrapping_add(1)]
        {
            if wrong != right {
                with(format!("{wrong} at {at}"), &|bytes| {
                    bytes[at..at + 2].copy_from_slice(&wrong.to_le_bytes());
                });
            }
        }
    }
    with("all sizes".to_owned(), &|bytes| bytes[6..18].fill(0xFF));
    let weights = 18 + usize::from(text);
    let direct = 4 * (usize::from(terms) + 1 + usize::from(counts + tallies));
    for units in [513, 4096, 0xFFFF_usize] {
        with(format!("{units} whole units"), &|bytes| {
            bytes[14..16].copy_from_slice(&(units as u16).to_le_bytes());
            bytes.resize(weights + direct + 2 * units * (2 + usize::from(flags + counts)), 0);
        });
    }
    // Weights that make a sum overflow: of the terms, the constant, directly, in the hidden layer.
    for (at, count) in [(0, terms.into()), (4 * usize::from(terms), 1), (0, direct / 4)] {
        for weight in [i32::MAX, i32::MIN] {
            with(format!("{count} weights {weight} from {at}"), &|bytes| {
                let weights = &mut bytes[weights + at..][..4 * count];
                weights.chunks_mut(4).for_each(|to| to.copy_from_slice(&weight.to_le_bytes()));
            });
        }
    }
    for byte in [0x7F, 0x80] {
        with(format!("a hidden layer of {byte}"), &|bytes| bytes[weights + direct..].fill(byte));
    }
    let mut commands = "setoption name UCI_Variant value trimok\n".to_owned();
    for (at, (_, bytes)) in hostile.iter().enumerate() {
        fs::write(folder.path().join(format!("{at}.net")), bytes).unwrap();
        commands += &format!("setoption name EvalFile value {at}.net\neval\n");
    }
    fs::write(folder.path().join("commands"), commands).unwrap();
    let talk = shell(folder.path(), "ulimit -v 2000000; exec quincunx <commands");
    assert_eq!(talk.code, Some(0), "{talk:?}");
    let refused: Vec<&str> = talk.out.lines().filter(|line| line.contains(" error ")).collect();
    for (at, (name, _)) in hostile.iter().enumerate() {
        let begin = format!("info string error bad-file: {at}.net: ");
        assert!(
            refused.iter().any(|line| line.starts_with(&begin)),
            "{name} is taken: {refused:#?}"
        );
    }
    let values: Vec<&str> = talk.out.lines().filter(|line| line.starts_with("eval ")).collect();
    assert!(values.len() == hostile.len() && values.iter().all(|value| *value == values[0]));
}

/// A table of a gigabyte and more, most of it a hole: a chunk that is longer than its entries can need
/// is not read into memory.
#[test]
fn chunks_of_a_gigabyte_are_refused() {
    const HOLE: u64 = 3 << 30;
    let folder = folder();
    run_in(folder.path(), "tablebase build morris --path . --pairs 3-3").ok();
    let path = folder.path().join("morris-3-3.qtb");
    let whole = fs::read(&path).unwrap();
    let number = |at: usize| u64::from_le_bytes(whole[at..at + 8].try_into().unwrap());
    let (length, list) = (number(144), number(152));
    assert_eq!(length, whole.len() as u64);
    for first in [1, 9] {
        // All chunks behind a certain one begin beyond the hole.
        let places = whole[list as usize..].chunks(8).enumerate();
        let places = places.map(|(at, place)| {
            let place = u64::from_le_bytes(place.try_into().unwrap());
            if at >= first { place + HOLE } else { place }
        });
        let new_list: Vec<u8> = places.flat_map(u64::to_le_bytes).collect();
        let mut header = whole[..256].to_vec();
        header[144..152].copy_from_slice(&(length + HOLE).to_le_bytes());
        header[152..160].copy_from_slice(&(list + HOLE).to_le_bytes());
        header[160..168].copy_from_slice(&checksum(&new_list).to_le_bytes());
        let sum = checksum(&header[..248]);
        header[248..].copy_from_slice(&sum.to_le_bytes());
        let file = fs::File::create(&path).unwrap();
        file.write_all_at(&header, 0).unwrap();
        file.write_all_at(&whole[256..list as usize], 256).unwrap();
        file.write_all_at(&new_list, list + HOLE).unwrap();
        let probe = "probe --path . 'B[a7,c5,b4]W[b6,a4,c4]turn[W]'";
        for line in [probe, "verify --path . --all", "stats --path .", "list --path ."] {
            let line = format!("ulimit -v 2500000; exec quincunx tablebase {line}");
            let found = shell(folder.path(), &line);
            assert!(found.code == Some(2) || found.code == Some(1), "{line}: {found:?}");
            let told = "morris-3-3.qtb is damaged: the list of chunks";
            assert!(found.error.contains(told), "{line}: {found:?}");
        }
    }
}

#[test]
fn pipes_and_devices_are_read_as_files_are() {
    for name in ["-", "/dev/stdin", "/proc/self/fd/0"] {
        let found = pipe(&["perft", "morris", name, "1"], "B[d6];W[d2]");
        assert!(found.ok().contains("Nodes searched: 22"), "{name}");
    }
}

#[test]
fn games_are_told_as_asked_for() {
    let folder = folder();
    let players =
        "--engine builtin:name=a --engine builtin:name=b --nodes 50 --rounds 1 --random-plies 2";
    let told = run_in(folder.path(), &format!("match morris {players} --each --max-plies 9")).ok();
    assert!(
        told.starts_with("game 1.1, a against b: 1/2-1/2, adjudication: 9 plies\ngame 1.2, "),
        "{told}"
    );
    assert!(told.contains("  50.0 %  nodes=50\n"), "one pair tells nothing of strength: {told}");
    assert!(told.contains("\nNo estimate of Elo: all pairs came to the same\n"), "{told}");
    let line =
        format!("match morris {players} --each --json --details --draw 30000,2,8 --record x.games");
    let told = run_in(folder.path(), &line).ok();
    let objects: Vec<Value> =
        told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), 3);
    assert_eq!((&objects[0]["type"], &objects[0]["plies"]), (&"game".into(), &8.into()));
    assert_eq!(objects[0]["reason"], "both players see it even");
    assert_eq!(
        (&objects[2]["type"], &objects[2]["by_side"]),
        (&"results".into(), &serde_json::json!([0, 0, 2]))
    );
    let record = fs::read_to_string(folder.path().join("x.games")).unwrap();
    for tag in ["[Scores \"", "[Times \""] {
        let value = record.split_once(tag).unwrap().1.split('"').next().unwrap();
        assert_eq!(value.split(' ').count(), 6, "{tag}{value}");
    }
}

#[test]
fn counts_are_objects_too() {
    let found = run(&["perft", "morris", "2", "--json"]).ok();
    let counts: Value = serde_json::from_str(&found).unwrap();
    assert_eq!((&counts["nodes"], &counts["moves"]["B[d6]"]), (&552.into(), &23.into()));
    let found = run(&["bench", "morris", "--deeper", "-9", "--json"]).ok();
    let found: Vec<Value> = found.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (total, positions) = found.split_last().unwrap();
    let sum: u64 = positions.iter().map(|position| position["nodes"].as_u64().unwrap()).sum();
    assert_eq!((&total["type"], &total["nodes"]), (&"total".into(), &sum.into()));
}

#[test]
fn the_clock_of_a_match_is_in_seconds() {
    let players =
        "match trimok --engine random --engine builtin:name=b --rounds 1 --max-plies 8 --depth 1";
    let run =
        |tc: &str| run(&[&players.split(' ').collect::<Vec<_>>()[..], &["--tc", tc]].concat());
    for tc in ["0.5+0.01", "500ms+10ms", "0.5s+0.01s"] {
        let found = run(tc);
        assert_eq!(found.error, "", "{tc}");
        assert!(found.out.contains("  tc=0.5+0.01 depth=1\n"), "{found:?}");
    }
    let found = run("1000+10");
    assert!(
        found.error.starts_with("quincunx: tc is in seconds, this is 1000 of them"),
        "{found:?}"
    );
}
