//! Players that are programs: UCI or UGI over pipes.
//!
//! A program that does not answer is told to stop, and killed if it does not answer that either. One
//! that is gone is started again for its next game.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::contestant::{Choice, Contestant, Fault, Turn};
use super::spec::ProgramSpec;
use crate::games::Game;
use crate::kernel::{Assignment, Limits, PerPlayer, Quoted, Score};
use crate::wire::{
    BestMove, Dialect, Go, Info, OptionLine, OptionType, SetOption, SetPosition, refusal,
};

/// How long a program may take to start, to set its options or to prepare for a game.
const PREPARATION: Duration = Duration::from_secs(30);
/// How long a program may take to answer `stop`.
const GRACE: Duration = Duration::from_secs(2);
/// How long a program may take to end.
const FAREWELL: Duration = Duration::from_secs(1);
/// How often a wait looks whether the match is to stop.
const GLANCE: Duration = Duration::from_millis(50);
/// How many bytes of a program's complaints are kept.
const COMPLAINTS: u64 = 400;

/// A program that plays one game of the list.
pub(super) struct Program<'a> {
    spec: ProgramSpec,
    game: &'static str,
    /// The rules that are not the default, by option.
    rules: Vec<Assignment>,
    process: Option<Process<'a>>,
    /// Set when the match is to stop.
    stop: &'a AtomicBool,
}

/// The button by which this engine forgets the positions that it remembers beyond a game.
const FORGET: &str = "Clear Memory";

impl<'a> Program<'a> {
    /// Starts a program and makes it ready for a game under those rules. Whatever it is waited for is
    /// waited for no longer once `stop` is set.
    pub(super) fn start(
        spec: &ProgramSpec,
        game: &'static str,
        rules: &[Assignment],
        stop: &'a AtomicBool,
    ) -> Result<Self, Fault> {
        let (spec, rules) = (spec.clone(), rules.to_vec());
        let mut program = Self { spec, game, rules, process: None, stop };
        program.ready()?;
        Ok(program)
    }

    /// Returns the running program, started again if it is gone.
    fn ready(&mut self) -> Result<&mut Process<'a>, Fault> {
        let process = match self.process.take() {
            Some(process) => process,
            None => self.launch()?,
        };
        Ok(self.process.insert(process))
    }

    /// Makes the program ready for a new game.
    fn prepare(&mut self) -> Result<(), Fault> {
        let hello = self.spec.dialect.new_game();
        let process = self.ready()?;
        process.send(hello)?;
        if process.forgets {
            process.send(&SetOption::new(FORGET, None).to_string())?;
        }
        process.settle()
    }

    fn launch(&self) -> Result<Process<'a>, Fault> {
        let mut process = Process::spawn(&self.spec, self.stop)?;
        process.send(self.spec.dialect.hello())?;
        let mut lines = Vec::new();
        loop {
            let line = process.line(PREPARATION)?;
            if line.trim() == self.spec.dialect.ok() {
                break;
            }
            lines.push(line);
        }
        let offered: Vec<_> = lines.iter().filter_map(|line| OptionLine::parse(line)).collect();
        let find = |name: &str| offered.iter().find(|o| o.name.eq_ignore_ascii_case(name));
        for (name, value) in &self.spec.options {
            let option = find(name).ok_or_else(|| missing(name))?;
            process.send(&setting(option, value))?;
        }
        // A program that has no such option plays one game only.
        if let Some(option) = ["UCI_Variant", "UGI_Variant"].into_iter().find_map(find) {
            let is_other = |choice: &&str| !choice.eq_ignore_ascii_case(self.game);
            if matches!(&option.kind, OptionType::Combo { choices, .. }
                if !choices.is_empty() && choices.iter().all(is_other))
            {
                return Err(Fault::Crashed(format!("it does not play {}", self.game)));
            }
            process.send(&setting(option, self.game))?;
        }
        for Assignment { name, value } in &self.rules {
            let option = find(name).ok_or_else(|| missing(name))?;
            process.send(&setting(option, value))?;
        }
        // Games are to be independent, unless a memory is part of what is measured.
        let is_asked_to_remember =
            self.spec.options.iter().any(|(name, _)| name.to_ascii_lowercase().contains("memory"));
        process.forgets = find(FORGET).is_some() && !is_asked_to_remember;
        process.complaint = None;
        process.settle()?;
        match process.complaint.take() {
            Some(complaint) => Err(Fault::Crashed(format!("it refuses an option: {complaint}"))),
            None => Ok(process),
        }
    }
}

fn missing(name: &str) -> Fault {
    Fault::Crashed(format!("it has no option {}", Quoted(name.as_bytes())))
}

impl<P: Game> Contestant<P> for Program<'_> {
    fn begin(&mut self, _seed: u64) -> Result<(), Fault> {
        // One that died since its last game gets a second chance.
        self.prepare().or_else(|_| {
            self.process = None;
            self.prepare()
        })
    }

    fn choose(&mut self, turn: &Turn<P>) -> Result<Choice<P::Move>, Fault> {
        let dialect = self.spec.dialect;
        let process = self.ready()?;
        process.complaint = None;
        let asked = Instant::now();
        let position = SetPosition::new(turn.start, turn.moves.iter().map(String::as_str));
        let answer = process
            .send(&position.to_string())
            .and_then(|()| process.send(&go(turn).line(dialect)))
            .and_then(|()| process.best_move(asked, turn.patience, dialect));
        let (text, score) = match answer {
            Ok(answer) => answer,
            Err(fault) => {
                self.process = None;
                return Err(fault);
            }
        };
        match turn.record.current().read_move(&text) {
            Ok(action) => Ok(Choice { action, score }),
            Err(error) => {
                let mut reason = format!("{} {error}", Quoted(text.as_bytes()));
                if let Some(complaint) = &process.complaint {
                    reason += &format!(" (it said: {complaint})");
                }
                Err(Fault::Illegal(reason))
            }
        }
    }
}

/// Returns the command that gives an option a value.
fn setting(option: &OptionLine, value: &str) -> String {
    let value = Some(value).filter(|_| option.kind != OptionType::Button);
    SetOption::new(option.name, value).to_string()
}

/// Returns the command that asks for a move.
fn go<P: Game>(turn: &Turn<P>) -> Go<'static> {
    // The clock of a player without one never runs out.
    let shown = |left: Option<Duration>| Some(left.unwrap_or(Duration::from_secs(86_400)));
    let clocks = turn.pace.clock.map(|_| PerPlayer(turn.clocks.0.map(shown)));
    let limits = Limits {
        depth: turn.pace.depth,
        nodes: turn.pace.nodes,
        move_time: turn.pace.move_time,
        clocks: clocks.unwrap_or_default(),
        increments: if clocks.is_some() { turn.increments } else { PerPlayer::default() },
        ..Limits::default()
    };
    Go { limits, ..Go::default() }
}

/// A running program and its pipes.
struct Process<'a> {
    child: Child,
    input: ChildStdin,
    output: Receiver<String>,
    /// What it wrote to its standard error.
    errors: Arc<Mutex<String>>,
    /// The last refusal that it told.
    complaint: Option<String>,
    /// Whether it remembers positions beyond a game and is told to forget them.
    forgets: bool,
    /// Set when the match is to stop.
    stop: &'a AtomicBool,
}

impl<'a> Process<'a> {
    fn spawn(spec: &ProgramSpec, stop: &'a AtomicBool) -> Result<Self, Fault> {
        let mut command = Command::new(&spec.command[0]);
        command.args(&spec.command[1..]);
        if let Some(folder) = &spec.folder {
            command.current_dir(folder);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let failed = |error: &dyn std::fmt::Display| {
            Fault::Crashed(format!("cannot run {}: {error}", Quoted(spec.command[0].as_bytes())))
        };
        let mut child = command.spawn().map_err(|error| failed(&error))?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(stdout), Some(stderr)) = pipes else {
            return Err(failed(&"no pipes"));
        };
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut reader = BufReader::new(stdout);
            let mut bytes = Vec::new();
            while reader.read_until(b'\n', &mut bytes).is_ok_and(|n| n > 0) {
                let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
                bytes.clear();
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let errors = Arc::new(Mutex::new(String::new()));
        let kept = Arc::clone(&errors);
        thread::spawn(move || {
            let mut stderr = BufReader::new(stderr);
            let mut bytes = Vec::new();
            // What comes first tells the most; the rest is read so that the program can go on.
            while stderr.read_until(b'\n', &mut bytes).is_ok_and(|n| n > 0) {
                let mut kept = kept.lock();
                if (kept.len() as u64) < COMPLAINTS {
                    kept.push_str(&String::from_utf8_lossy(&bytes));
                }
                drop(kept);
                bytes.clear();
            }
            let _ = stderr.read(&mut []);
        });
        Ok(Self { child, input, output, errors, complaint: None, forgets: false, stop })
    }

    fn send(&mut self, line: &str) -> Result<(), Fault> {
        let written = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        written.map_err(|_| self.crash())
    }

    /// Waits for the next line.
    fn line(&mut self, patience: Duration) -> Result<String, Fault> {
        let until = Instant::now() + patience;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(GLANCE)) {
                Ok(line) => {
                    if let Some(complaint) = refusal(&line) {
                        self.complaint = Some(complaint.to_owned());
                    }
                    return Ok(line);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
                Err(RecvTimeoutError::Timeout)
                    if left > GLANCE && !self.stop.load(Ordering::Relaxed) => {}
                Err(RecvTimeoutError::Timeout) => {
                    return Err(Fault::Stalled("it does not answer".to_owned()));
                }
            }
        }
    }

    /// Waits until everything that was sent has taken effect.
    fn settle(&mut self) -> Result<(), Fault> {
        self.send("isready")?;
        while self.line(PREPARATION)?.trim() != "readyok" {}
        Ok(())
    }

    /// Waits for the best move, and calls for it when patience is at its end.
    fn best_move(
        &mut self,
        asked: Instant,
        patience: Duration,
        dialect: Dialect,
    ) -> Result<(String, Option<Score>), Fault> {
        let mut last = None;
        let mut until = asked + patience;
        let mut is_stopped = false;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.line(left) {
                Ok(line) => {
                    if let Some(BestMove { best, .. }) = BestMove::parse(&line) {
                        return Ok((best.to_owned(), last));
                    }
                    let info = Info::parse(&line).filter(|info| info.multipv.unwrap_or(1) == 1);
                    let score = info.and_then(|info| info.score);
                    last = score.map(|score| dialect.hear(score)).or(last);
                }
                Err(Fault::Stalled(_)) if !is_stopped => {
                    is_stopped = true;
                    until = Instant::now() + GRACE;
                    self.send("stop")?;
                }
                Err(Fault::Stalled(_)) => {
                    let waited = asked.elapsed().as_millis();
                    return Err(Fault::Stalled(format!("no move within {waited} ms")));
                }
                Err(fault) => return Err(fault),
            }
        }
    }

    /// Says how the program ended.
    fn crash(&mut self) -> Fault {
        let mut reason = match wait(&mut self.child) {
            Some(status) => format!("it ended with {status}"),
            None => "it closed its output".to_owned(),
        };
        // Its last words may still be on their way.
        thread::sleep(Duration::from_millis(10));
        let errors = self.errors.lock();
        let said = errors.split_whitespace().collect::<Vec<_>>().join(" ");
        if !said.is_empty() {
            reason += &format!(": {said}");
        }
        Fault::Crashed(reason)
    }
}

/// Waits for the end of a program, for a while.
fn wait(child: &mut Child) -> Option<std::process::ExitStatus> {
    let since = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if since.elapsed() < FAREWELL => thread::sleep(Duration::from_millis(2)),
            _ => return None,
        }
    }
}

impl Drop for Process<'_> {
    fn drop(&mut self) {
        // One that searches is told to stop before it is told to go.
        let asked = writeln!(self.input, "stop\nquit").and_then(|()| self.input.flush());
        if asked.is_err() || wait(&mut self.child).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}
