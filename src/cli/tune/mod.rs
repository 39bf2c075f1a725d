//! `quincunx tune`: numbers of the search tuned by games against itself.

mod args;
mod chart;

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, anyhow, bail};

pub(super) use args::TuneArgs;
use chart::Chart;

use super::{input, interrupt, progress};
use crate::arena::{
    BuiltinSpec, Conditions, Format, MoveLimits, OpeningSource, PlayerKind, PlayerSpec, Tournament,
    opening_lines,
};
use crate::engine::{Engine, Session};
use crate::kernel::bytes::checksum;
use crate::kernel::file::{self, Existing};
use crate::kernel::{Gather, Part, Quoted, SplitMix64};
use crate::notation::Text;
use crate::search::Tuning;
use crate::train::{Course, Knob, Tuner};

/// The numbers that matter only on a clock begin with this.
const CLOCK: &str = "clock_";
/// The longest file of results that is read, in bytes.
const LONGEST: u64 = 1 << 28;

/// Tunes the search of a game.
pub(super) fn run(task: &TuneArgs, engine: &Engine) -> anyhow::Result<ExitCode> {
    let session = engine.game(&task.game).context("which game?")?;
    if let Some(path) = &task.svg {
        file::try_write(path).with_context(|| path.display().to_string())?;
    }
    let places = chosen(task)?;
    let own = session.search_values();
    let knob = |at: &usize| {
        let number = Tuning::NUMBERS[*at];
        let (name, start) = (number.name, own[*at]);
        Knob { name, start, least: number.least, most: number.most, step: number.step }
    };
    let course = Course {
        iterations: task.iterations,
        seed: task.seed,
        rate: f64::from(task.rate) / 1000.0,
    };
    let mut tuner = Tuner::new(course, places.iter().map(knob).gather());
    let games = Games::new(task, engine, session, places)?;
    let mut chart = Chart::new(task.iterations);
    let mut log = resume(&task.path, &games.describe(), &mut tuner, &mut chart)?;

    let stop = Arc::new(AtomicBool::new(false));
    interrupt::raise(Arc::clone(&stop));
    let bar = progress::bar(task.iterations).with_message("iterations");
    while !tuner.is_done() && !stop.load(Ordering::Relaxed) {
        bar.set_position(tuner.done());
        let Some(score) = games.play(&tuner, &stop)? else { break };
        log.write_all(Tuner::line(score).as_bytes())
            .with_context(|| task.path.display().to_string())?;
        tuner.learn(score);
        chart.add(&tuner);
        if tuner.done().is_multiple_of(task.every) {
            bar.suspend(|| tell(&tuner))?;
            draw(task, session, &tuner, &chart)?;
        }
    }
    bar.finish_and_clear();
    draw(task, session, &tuner, &chart)?;
    if interrupt::take() {
        super::complain("Interrupted. The same command resumes.");
        return Ok(ExitCode::from(interrupt::INTERRUPTED as u8));
    }
    conclude(&tuner)?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the places of the numbers that are to be tuned.
fn chosen(task: &TuneArgs) -> anyhow::Result<Vec<usize>> {
    let known = || (0..).zip(Tuning::NUMBERS);
    if task.only.is_empty() {
        let matters = |name: &str| task.tc.is_some() || !name.starts_with(CLOCK);
        return Ok(known().filter(|(_, it)| matters(it.name)).map(|(at, _)| at).gather());
    }
    let mut places = Vec::new();
    for name in &task.only {
        let Some((at, _)) = known().find(|(_, number)| number.name == name) else {
            let names: Vec<&str> = Tuning::NUMBERS.iter().map(|number| number.name).gather();
            let name = Quoted(name.as_bytes());
            bail!("--only: the search has no number {name}, but {}", names.join(", "));
        };
        if places.contains(&at) {
            bail!("--only: {name} stands there twice");
        }
        places.push(at);
    }
    Ok(places)
}

/// Reads what earlier calls have found, and returns the file, ready for more.
fn resume(path: &Path, games: &str, tuner: &mut Tuner, chart: &mut Chart) -> anyhow::Result<File> {
    let name = || path.display().to_string();
    let bytes = file::read_if_any(path, LONGEST).with_context(name)?.unwrap_or_default();
    let text = String::from_utf8(bytes).with_context(name)?;
    let is_whole = text.contains('\n');
    let course = match text.strip_prefix(games) {
        Some(course) => course,
        None if !is_whole && games.starts_with(&text) => "",
        None => {
            let found = Quoted(text.lines().next().unwrap_or("").as_bytes());
            bail!("{}: it begins with {found}, where this tuning has {:?}", name(), games.trim());
        }
    };
    let length = tuner.resume(course, &mut |tuner| chart.add(tuner)).with_context(name)?;
    if length == 0 {
        let head = format!("{games}{}", tuner.head());
        file::write(path, head.as_bytes(), Existing::Replace).with_context(name)?;
    }
    let open = || OpenOptions::new().append(true).open(path);
    let log = open().with_context(name)?;
    if length > 0 {
        log.set_len((games.len() + length) as u64).with_context(name)?;
    }
    Ok(log)
}

/// The games by which settings are compared.
struct Games<'a> {
    task: &'a TuneArgs,
    engine: &'a Engine,
    session: &'a dyn Session,
    places: Vec<usize>,
    limits: MoveLimits,
    /// The lines of the file of openings.
    openings: Option<Vec<String>>,
}

impl<'a> Games<'a> {
    fn new(
        task: &'a TuneArgs,
        engine: &'a Engine,
        session: &'a dyn Session,
        places: Vec<usize>,
    ) -> anyhow::Result<Self> {
        let mut limits = MoveLimits::default();
        match &task.tc {
            Some(tc) => {
                limits.set("tc", Text::whole(tc)).with_context(|| format!("--tc {tc:?}"))?
            }
            None => limits.nodes = Some(task.nodes),
        }
        let openings = task.openings.as_ref().map(|path| {
            let text = input::text(path).context("--openings")?;
            let lines: Vec<String> = opening_lines(&text).map(|(_, line)| line.to_owned()).gather();
            if lines.is_empty() {
                return Err(anyhow!("{}: there is no opening", path.display()));
            }
            Ok(lines)
        });
        Ok(Self { task, engine, session, places, limits, openings: openings.transpose()? })
    }

    /// Says how the games are played, in a line.
    fn describe(&self) -> String {
        let rules: String =
            self.task.option.iter().map(|rule| format!(" {rule}")).gather().concat();
        let openings = match &self.openings {
            Some(lines) => {
                let sum = checksum(lines.join("\n").as_bytes());
                format!("{} openings {sum:016x}", lines.len())
            }
            None => "random openings".to_owned(),
        };
        let (game, pairs) = (self.session.name(), self.task.pairs);
        format!("{game}{rules} {} pairs {pairs} {openings}\n", self.limits)
    }

    /// Plays the games of an iteration; `None` if it was interrupted.
    fn play(&self, tuner: &Tuner, stop: &AtomicBool) -> anyhow::Result<Option<[u64; 3]>> {
        let (task, done) = (self.task, tuner.done());
        let [first, second] = tuner.settings();
        let player = |name: &str, setting: Vec<i64>| {
            let mut tuning = Tuning::default();
            self.places.iter().zip(setting).for_each(|(at, value)| tuning.set(*at, value));
            PlayerSpec {
                name: name.to_owned(),
                kind: PlayerKind::Builtin(BuiltinSpec { tuning, ..BuiltinSpec::default() }),
                limits: MoveLimits::default(),
            }
        };
        let tournament = Tournament {
            game: self.session.kind(),
            rules: task.option.clone(),
            players: vec![player("first", first), player("second", second)],
            limits: self.limits,
            format: Format::RoundRobin,
            rounds: task.pairs,
            part: Part::default(),
            openings: match &self.openings {
                Some(lines) => {
                    let begin = (done % lines.len() as u64 * task.pairs) as usize;
                    let pairs = task.pairs as usize;
                    let some = (begin..begin + pairs).map(|at| &*lines[at % lines.len()]);
                    OpeningSource::Text(some.gather().join("\n"))
                }
                None => OpeningSource::Random { plies: 6, balance: 100, nodes: 2_000 },
            },
            seed: SplitMix64::nth(task.seed, done).next_u64(),
            sprt: None,
            concurrency: task.concurrency.into(),
            conditions: Conditions::default(),
            details: false,
        };
        let halt = AtomicBool::new(stop.load(Ordering::Relaxed));
        let standings = tournament.run(self.engine, None, Vec::new(), &halt, &mut |_| {
            if stop.load(Ordering::Relaxed) {
                halt.store(true, Ordering::Relaxed);
            }
        })?;
        let is_whole = standings.games() == tournament.schedule().games();
        Ok(is_whole.then(|| standings.totals(0)))
    }
}

/// Reports the values.
fn tell(tuner: &Tuner) -> io::Result<()> {
    let mut text = format!("{} iterations:", tuner.done());
    for (knob, value) in tuner.knobs().iter().zip(tuner.values()) {
        text += &format!(" {} {value:.1}", knob.name);
    }
    writeln!(io::stdout(), "{text}")
}

/// Prints what the numbers have come to, for the source and for a match.
fn conclude(tuner: &Tuner) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{:24} {:>9} {:>11} {:>7}", "number", "before", "after", "steps")?;
    for (knob, value) in tuner.knobs().iter().zip(tuner.values()) {
        let steps = (value - knob.start as f64) / knob.step as f64;
        writeln!(out, "{:24} {:>9} {value:>11.2} {steps:>+7.2}", knob.name, knob.start)?;
    }
    let changed: Vec<(&str, i64)> = (tuner.knobs().iter().zip(tuner.rounded()))
        .filter(|(knob, value)| knob.start != *value)
        .map(|(knob, value)| (knob.name, value))
        .gather();
    if changed.is_empty() {
        return writeln!(out, "\nNo value has changed.");
    }
    writeln!(out, "\nFor the source:\n    const TUNED: &'static [(&'static str, i64)] = &[")?;
    changed.iter().try_for_each(|(name, value)| writeln!(out, "        ({name:?}, {value}),"))?;
    let options: String =
        changed.iter().map(|(name, value)| format!(",option.{name}={value}")).gather().concat();
    writeln!(out, "    ];\n\nFor a match:\n  --engine builtin:name=tuned{options}")
}

/// Draws the courses into the file that was asked for.
fn draw(
    task: &TuneArgs,
    session: &dyn Session,
    tuner: &Tuner,
    chart: &Chart,
) -> anyhow::Result<()> {
    let Some(path) = &task.svg else { return Ok(()) };
    let drawing = chart.svg(session.kind().about().title, tuner.knobs());
    file::write(path, drawing.as_bytes(), Existing::Replace)
        .with_context(|| path.display().to_string())
}
