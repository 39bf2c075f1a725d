//! What the program takes: time to start, idle processor time, memory. All from the system's own
//! books, with bounds that a slow machine keeps too.

use std::fs;
use std::time::{Duration, Instant};

use crate::common::client::Client;
use quincunx::games::{GameList, Standard};

/// The processor time of a process, in ticks: fields 14 and 15 of its stat file.
fn ticks(id: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap();
    let (_, rest) = stat.rsplit_once(") ").unwrap();
    let fields: Vec<&str> = rest.split(' ').collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

/// The most memory that a process ever had in use, in KiB.
fn peak_kib(id: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
fn nothing_is_said_before_the_first_command() {
    let mut client = Client::start(&[]);
    assert_eq!(client.early_line(Duration::from_millis(300)), None);
    client.send("isready");
    assert_eq!(client.line(), "readyok");
    assert_eq!(client.quit(), [""; 0]);
}

#[test]
fn the_handshake_comes_soon() {
    let mut best = Duration::MAX;
    for _ in 0..5 {
        let started = Instant::now();
        let mut client = Client::start(&[]);
        client.send("uci");
        client.line_starting("uciok");
        best = best.min(started.elapsed());
        assert!(peak_kib(client.id()) < 20 * 1024, "no table is taken before it is needed");
        client.quit();
    }
    println!("uciok after {best:?}");
    assert!(best < Duration::from_secs(2), "{best:?}");
}

#[test]
fn waiting_takes_no_processor_time() {
    for (go, wait) in [("isready", "readyok"), ("go infinite", "info depth 0 ")] {
        let mut client = Client::start(&["--game", "morris"]);
        // In a finished game an infinite search has nothing to do but to wait.
        client.send("position fen B[d7,a4,g4,d1,f6]W[a7,g7,a1,g1]turn[W]");
        client.send(go);
        client.line_starting(wait);
        std::thread::sleep(Duration::from_millis(50));
        let before = ticks(client.id());
        std::thread::sleep(Duration::from_millis(700));
        let spent = ticks(client.id()) - before;
        assert!(spent <= 1, "{go}: {spent} ticks of 10 ms");
        client.quit();
    }
}

#[test]
fn memory_stays_near_the_table() {
    const HASH_MIB: u64 = 16;
    for &kind in Standard::ALL {
        let mut client = Client::start(&["--game", kind.name()]);
        client.send(format!("setoption name Hash value {HASH_MIB}"));
        client.send("go movetime 1500");
        client.line_starting("bestmove ");
        let mib = peak_kib(client.id()) / 1024;
        println!("{kind}: {mib} MiB with Hash {HASH_MIB}");
        assert!(mib <= HASH_MIB + 64, "{kind}: {mib} MiB");
        client.quit();
    }
}
