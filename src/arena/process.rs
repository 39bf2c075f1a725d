//! Players that are programs: UCI or UGI over pipes.
//!
//! A program that does not answer is told to stop, and killed if it does not answer that either. One
//! that is gone is started again for its next game.

use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::contestant::{Choice, Contestant, Fault, Turn};
use super::spec::ProgramSpec;
use crate::kernel::{Assignment, Gather, Limits, PerPlayer, Player, Quoted};
use crate::wire::{
    Client, Go, Gone, Heard, Info, OptionLine, OptionType, SetOption, SetPosition, UciScore,
    refusal,
};

/// The least time that a program gets to start, or to prepare for a game.
const PREPARATION: Duration = Duration::from_secs(5);
/// How long a program may take to answer `stop`.
const GRACE: Duration = Duration::from_secs(2);
/// How long a program may take to end, and to save what it learned.
const FAREWELL: Duration = Duration::from_secs(3);
/// How often a wait looks whether the match is to stop.
const GLANCE: Duration = Duration::from_millis(50);
/// The button by which this engine forgets the positions that it remembers beyond a game.
const FORGET: &str = "Clear Memory";

/// A program that plays one game of the list.
pub(super) struct Program<'a> {
    spec: ProgramSpec,
    game: &'static str,
    /// The rules that are not the default, by option.
    rules: Vec<Assignment>,
    /// How long it may take to start, or to prepare for a game.
    timeout: Duration,
    process: Option<Process<'a>>,
    /// Set when the match is to stop.
    stop: &'a AtomicBool,
}

impl<'a> Program<'a> {
    /// Starts a program and makes it ready for a game under those rules. Whatever it is waited for is
    /// waited for no longer once `stop` is set.
    pub(super) fn start(
        spec: &ProgramSpec,
        game: &'static str,
        rules: &[Assignment],
        timeout: Duration,
        stop: &'a AtomicBool,
    ) -> Result<Self, Fault> {
        let (spec, rules) = (spec.clone(), rules.to_vec());
        let timeout = timeout.max(PREPARATION);
        let mut program = Self { spec, game, rules, timeout, process: None, stop };
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
        let (hello, timeout) = (self.spec.dialect.new_game(), self.timeout);
        let process = self.ready()?;
        process.client.send(hello)?;
        if process.forgets {
            process.client.send(SetOption::new(FORGET, None))?;
        }
        process.ask("isready", "readyok", Instant::now() + timeout).map(drop)
    }

    fn launch(&self) -> Result<Process<'a>, Fault> {
        let (spec, deadline) = (&self.spec, Instant::now() + self.timeout);
        let mut command = Command::new(&spec.command[0]);
        command.args(&spec.command[1..]);
        if let Some(folder) = &spec.folder {
            command.current_dir(folder);
        }
        let client = Client::spawn(&mut command, FAREWELL, || {}).map_err(|gone| match gone {
            Gone::Unstartable(error) => {
                let program = Quoted(spec.command[0].as_bytes());
                Fault::Crashed(format!("cannot run {program}: {error}"))
            }
            gone => gone.into(),
        })?;
        let mut process = Process { client, forgets: false, stop: self.stop };
        let lines = process.ask(spec.dialect.hello(), spec.dialect.ok(), deadline)?;
        let offered = lines.iter().filter_map(|line| OptionLine::parse(line)).gather();
        let find = |name: &str| offered.iter().find(|o| o.name.eq_ignore_ascii_case(name));
        let client = &mut process.client;
        let mut set = |name: &str, value: &str| {
            let option = find(name).ok_or_else(|| {
                Fault::Crashed(format!("it has no option {}", Quoted(name.as_bytes())))
            })?;
            let value = Some(value).filter(|_| option.kind != OptionType::Button);
            client.send(SetOption::new(option.name, value)).map_err(Fault::from)
        };
        for (name, value) in &spec.options {
            set(name, value)?;
        }
        // A program that has no such option plays one game only.
        if let Some(option) = ["UCI_Variant", "UGI_Variant"].into_iter().find_map(find) {
            let is_other = |choice: &&str| !choice.eq_ignore_ascii_case(self.game);
            if matches!(&option.kind, OptionType::Combo { choices, .. }
                if !choices.is_empty() && choices.iter().all(is_other))
            {
                return Err(Fault::Crashed(format!("it does not play {}", self.game)));
            }
            set(option.name, self.game)?;
        }
        for Assignment { name, value } in &self.rules {
            set(name, value)?;
        }
        // Games are to be independent, unless a memory is part of what is measured.
        let is_asked_to_remember =
            spec.options.iter().any(|(name, _)| name.to_ascii_lowercase().contains("memory"));
        process.forgets = find(FORGET).is_some() && !is_asked_to_remember;
        let lines = process.ask("isready", "readyok", deadline)?;
        match lines.iter().rev().find_map(|line| refusal(line)) {
            Some(error) => Err(Fault::Crashed(format!("it refuses an option: {error}"))),
            None => Ok(process),
        }
    }
}

impl Contestant for Program<'_> {
    fn begin(&mut self, _seed: u64) -> Result<(), Fault> {
        // One that died since its last game gets a second chance.
        self.prepare().or_else(|_| {
            self.process = None;
            self.prepare()
        })
    }

    fn choose(&mut self, turn: &Turn) -> Result<Choice, Fault> {
        let dialect = self.spec.dialect;
        let process = self.ready()?;
        let position = SetPosition::new(turn.start, turn.moves.iter().map(String::as_str));
        let asked = Instant::now();
        // In one piece: what comes before it was not asked for, and a refusal of the position was.
        let lines = format!("{position}\n{}", go(turn).line(dialect));
        let begun = process.client.go(lines, Some(asked + turn.patience));
        let answer = begun.map_err(Fault::from).and_then(|()| process.best_move(asked));
        let Answer { best, score, complaint } = match answer {
            Ok(answer) => answer,
            Err(fault) => {
                // One that only was interrupted ends in order.
                if !self.stop.load(Ordering::Relaxed) {
                    self.process = None;
                }
                return Err(fault);
            }
        };
        match turn.record.now().read_action(&best) {
            Ok(action) => Ok(Choice { action, score: score.map(|score| dialect.hear(score)) }),
            Err(error) => {
                let mut reason = format!("{} {error}", Quoted(best.as_bytes()));
                if let Some(complaint) = complaint {
                    reason += &format!(" (it said: {complaint})");
                }
                Err(Fault::Illegal(reason))
            }
        }
    }
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            process.client.quit(FAREWELL);
        }
    }
}

/// Returns the command that asks for a move.
fn go(turn: &Turn) -> Go<'static> {
    // The clock of a player without one never runs out.
    let shown = |left: Option<Duration>| Some(left.unwrap_or(Duration::from_secs(86_400)));
    let clocks =
        turn.limits.clock.map(|_| PerPlayer(Player::both(|player| shown(turn.clocks[player]))));
    let limits = Limits {
        depth: turn.limits.depth,
        nodes: turn.limits.nodes,
        move_time: turn.limits.move_time,
        clocks: clocks.unwrap_or_default(),
        increments: if clocks.is_some() { turn.increments } else { PerPlayer::default() },
        ..Limits::default()
    };
    Go { limits, ..Go::default() }
}

impl From<Gone> for Fault {
    fn from(gone: Gone) -> Self {
        let reason = format!("it {gone}");
        match gone {
            Gone::Deaf | Gone::Silent => Self::Stalled(reason),
            _ => Self::Crashed(reason),
        }
    }
}

/// A running program.
struct Process<'a> {
    client: Client,
    /// Whether it remembers positions beyond a game and is told to forget them.
    forgets: bool,
    /// Set when the match is to stop.
    stop: &'a AtomicBool,
}

/// What a program answers to `go`.
struct Answer {
    best: String,
    /// The score of the best line.
    score: Option<UciScore>,
    /// The last refusal that it told.
    complaint: Option<String>,
}

impl Process<'_> {
    /// Waits until there is something, or the match is to stop.
    fn until<T>(&mut self, found: impl Fn(&mut Client) -> Option<T>) -> Result<T, Fault> {
        while !self.stop.load(Ordering::Relaxed) {
            if let Some(found) = found(&mut self.client) {
                return Ok(found);
            }
            let due = self
                .client
                .due()
                .map_or(GLANCE, |due| due.saturating_duration_since(Instant::now()));
            self.client.wait(due.min(GLANCE));
        }
        Err(Fault::Stalled("it is no longer waited for".to_owned()))
    }

    /// Sends a command and returns the lines up to `mark`.
    fn ask(
        &mut self,
        command: &str,
        mark: &'static str,
        deadline: Instant,
    ) -> Result<Vec<String>, Fault> {
        self.client.ask(command, mark, deadline)?;
        Ok(self.until(Client::answer)??)
    }

    /// Waits for the best move, and calls for it when patience is at its end.
    fn best_move(&mut self, asked: Instant) -> Result<Answer, Fault> {
        let (mut score, mut complaint, mut is_stopped) = (None, None, false);
        loop {
            match self.until(Client::poll)? {
                Heard::Best(best) => return Ok(Answer { best, score, complaint }),
                Heard::Line(line) => {
                    complaint = refusal(&line).map(str::to_owned).or(complaint);
                    let info = Info::parse(&line).filter(|info| info.multipv.unwrap_or(1) == 1);
                    score = info.and_then(|info| info.score).or(score);
                }
                Heard::Gone(Gone::Silent) if !is_stopped => {
                    is_stopped = true;
                    self.client.stop(Instant::now() + GRACE)?;
                }
                Heard::Gone(Gone::Silent) => {
                    let waited = asked.elapsed().as_millis();
                    return Err(Fault::Stalled(format!("no move within {waited} ms")));
                }
                Heard::Gone(gone) => return Err(gone.into()),
            }
        }
    }
}
