//! How long the program takes to answer: from `stop` to `bestmove`, and what it makes of a time for
//! a move. Wall time over pipes, as a client sees it.
//!
//! `cargo bench --bench latency [-- --rounds N]`; takes about a minute. What else the machine does
//! shows in the greatest values.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use common::number;
use quincunx::games::{GameKind, GameList, Standard};
use quincunx::kernel::SplitMix64;

/// The program behind its pipes.
struct Client {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Client {
    fn new(game: GameKind, threads: usize) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quincunx"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut client = Self { child, input, output };
        client.send(&format!("setoption name UCI_Variant value {game}"));
        client.send(&format!("setoption name Threads value {threads}"));
        client.send("isready");
        client.wait_for("readyok");
        client
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("a reader");
    }

    fn wait_for(&mut self, word: &str) {
        let mut line = String::new();
        loop {
            line.clear();
            assert!(self.output.read_line(&mut line).expect("text") > 0, "the program has ended");
            if line.starts_with(word) {
                return;
            }
        }
    }

    /// Returns how long a search takes to end after `stop`.
    fn stop(&mut self, after: Duration) -> Duration {
        self.send("go infinite");
        std::thread::sleep(after);
        let start = Instant::now();
        self.send("stop");
        self.wait_for("bestmove");
        start.elapsed()
    }

    /// Returns how long a search for a given time takes.
    fn move_time(&mut self, ms: u32) -> Duration {
        let start = Instant::now();
        self.send(&format!("go movetime {ms}"));
        self.wait_for("bestmove");
        start.elapsed()
    }
}

/// Prints the least, the middle and the greatest of some times in milliseconds.
fn print(name: &str, mut times: Vec<Duration>) {
    times.sort();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let last = times.len() - 1;
    println!(
        "  {name:<14} least {:>7.2}  median {:>7.2}  greatest {:>7.2} ms",
        ms(times[0]),
        ms(times[last / 2]),
        ms(times[last])
    );
}

fn main() {
    let rounds = number("rounds").unwrap_or(20);
    let mut rng = SplitMix64::new(1);
    for &game in Standard::ALL {
        for threads in [1, 2] {
            println!("{game}, {threads} threads");
            let mut client = Client::new(game, threads);
            let mut after = || Duration::from_millis(20 + rng.below(180) as u64);
            print("stop", (0..rounds).map(|_| client.stop(after())).collect());
            for ms in [10, 100] {
                let times = (0..rounds).map(|_| client.move_time(ms)).collect();
                print(&format!("movetime {ms}"), times);
            }
            client.send("quit");
            client.child.wait().expect("an end");
        }
    }
}
