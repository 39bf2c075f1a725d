//! The rounds of a training, in a folder.
//!
//! | file | holds |
//! |---|---|
//! | `GAME-01-000250.games` | games of round 1 from number 250 |
//! | `GAME-01.net` | the network of round 1 |
//! | `GAME-rounds.tsv` | a line for each round |

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use super::args::TrainArgs;
use super::curve::{self, RoundRow};
use super::{bar, played, start};
use crate::arena::{
    BuiltinSpec, Conditions, Decision, Estimate, Format, MoveLimits, OpeningSource, PlayerKind,
    PlayerSpec, Sprt, Tournament,
};
use crate::cli::words;
use crate::engine::{Engine, NetworkChoice, Session};
use crate::games::{AnyOracle, AnyPosition};
use crate::kernel::file::{self, Existing};
use crate::kernel::{Part, all_ok, parallel, sort};
use crate::network::{self, Origin};
use crate::search;
use crate::tablebase::Folder;
use crate::train::{Ended, GameLog, Model, Plan, Samples, Schedule, Shard, play};

/// The number of games per file.
const FILE: u64 = 250;
/// One game in this many is held out from training.
const HELD_OUT: u64 = 20;
/// The longest file of games that is read, in bytes.
const LONGEST: u64 = 1 << 28;
/// The learning rate of networks that are trained further, as a share of that for new ones.
const FINE_RATE: f32 = 0.25;
/// The plies of the openings of a match, and how uneven they may be, in hundredths.
const MATCH_PLIES: usize = 6;
const MATCH_BALANCE: i32 = 100;
/// ... by a search of so many.
const MATCH_BALANCE_NODES: u64 = 2_000;

/// The rounds of a training.
pub(super) struct Rounds<'a> {
    task: &'a TrainArgs,
    engine: &'a Engine,
    session: &'a dyn Session,
    data: &'a Path,
    /// Where the games begin that are played.
    start: Box<dyn AnyPosition>,
    /// An oracle for some positions.
    teacher: Option<Box<dyn AnyOracle>>,
}

impl<'a> Rounds<'a> {
    pub(super) fn new(
        task: &'a TrainArgs,
        engine: &'a Engine,
        session: &'a dyn Session,
    ) -> anyhow::Result<Self> {
        let data = task.data.as_deref().context("--path is missing")?;
        let start = start(session, &task.option)?;
        fs::create_dir_all(data).with_context(|| data.display().to_string())?;
        if let Some(path) = &task.svg {
            file::try_write(path).with_context(|| path.display().to_string())?;
        }
        // Playing alone does not need the tables.
        let tables = task.tables.as_deref().filter(|_| !task.games_only);
        let teacher = tables.map(|tables| teacher(session, tables)).transpose()?;
        Ok(Self { task, engine, session, data, start, teacher })
    }

    /// Runs the unfinished rounds.
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let table = self.data.join(format!("{}-rounds.tsv", self.session.name()));
        let mut rows = curve::read(&table)?;
        for round in 1..=self.task.rounds {
            if rows.iter().any(|row| row.round == round) {
                continue;
            }
            let begun = Instant::now();
            let before = self.best(&rows, round);
            self.play_round(round, &before)?;
            if self.task.games_only {
                let Range { start, end } = self.games();
                say(format_args!("round {round}: games {start} to {} are played", end - 1))?;
                return Ok(ExitCode::SUCCESS);
            }
            let played = begun.elapsed();
            let row = self.learn(round, played, &before)?;
            let row = self.compare(row, &before)?;
            rows.push(row);
            file::write(&table, curve::table(&rows).as_bytes(), Existing::Replace)
                .with_context(|| table.display().to_string())?;
            if let Some(path) = &self.task.svg {
                let drawing = curve::svg(self.session.kind().about().title, &rows);
                file::write(path, drawing.as_bytes(), Existing::Replace)
                    .with_context(|| path.display().to_string())?;
            }
        }
        match self.best(&rows, u32::MAX) {
            NetworkChoice::File(path) => say(format_args!("best: {}", path.display()))?,
            NetworkChoice::Own => say(format_args!("best: the game's own"))?,
            NetworkChoice::None => say(format_args!("best: the terms alone"))?,
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Returns the path of the network of a round.
    fn network(&self, round: u32) -> PathBuf {
        self.data.join(format!("{}-{round:02}.net", self.session.name()))
    }

    /// Returns the best network of the rounds before this one.
    fn best(&self, rows: &[RoundRow], round: u32) -> NetworkChoice {
        let kept = rows.iter().filter(|row| row.is_kept && row.round < round);
        kept.map(|row| row.round)
            .max()
            .map_or_else(|| self.first(), |round| NetworkChoice::File(self.network(round)))
    }

    /// Returns the network that the first round plays with.
    fn first(&self) -> NetworkChoice {
        match &self.task.from {
            None => NetworkChoice::None,
            Some(own) if own.as_os_str() == "own" => NetworkChoice::Own,
            Some(file) => NetworkChoice::File(file.clone()),
        }
    }

    /// Returns the numbers of the games of a round.
    const fn games(&self) -> Range<u64> {
        self.task.first_game..self.task.first_game + self.task.games
    }

    /// Plays the missing games of a round.
    fn play_round(&self, round: u32, with: &NetworkChoice) -> anyhow::Result<()> {
        let searcher = self.session.searcher(1, with)?;
        let task = self.task;
        let bar = bar(task.games, &format!("round {round}: games"));
        let Range { start: mut next, end } = self.games();
        while next < end {
            let numbers: Range<u64> = next..end.min(next + FILE);
            next = numbers.end;
            let path = self.data.join(format!(
                "{}-{round:02}-{:06}.games",
                self.session.name(),
                numbers.start
            ));
            let count = numbers.end - numbers.start;
            if path.exists() {
                let start = start(self.session, &shard(&path)?.rules)?;
                if start.choices() != self.start.choices() {
                    bail!("{}: games under other rules; give --first-game", path.display());
                }
                bar.inc(count);
                continue;
            }
            // Rounds differ in their openings, too.
            let seed = task.seed ^ u64::from(round) << 40;
            let plan = Plan { games: numbers, seed, ..task.plan() };
            let play = |ended: &Ended| play(&plan, &*self.start, &*searcher, ended);
            let games = played(task, &bar, &play)?;
            let game = self.session.name().to_owned();
            let rules = task.option.clone();
            let shard = Shard { game, round, nodes: task.nodes, seed: task.seed, rules, games };
            file::write(&path, &shard.to_bytes(), Existing::Replace)
                .with_context(|| path.display().to_string())?;
        }
        bar.finish_and_clear();
        Ok(())
    }

    /// Returns the training and held-out samples of the rounds that the network of one learns from,
    /// and the number of games that they come from.
    fn samples(&self, round: u32) -> anyhow::Result<(Samples, Samples, u64)> {
        let mut paths: Vec<PathBuf> = fs::read_dir(self.data)
            .and_then(|entries| all_ok(entries.map(|entry| Ok(entry?.path()))))
            .with_context(|| self.data.display().to_string())?;
        let prefix = format!("{}-", self.session.name());
        paths.retain(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with(&prefix) && name.ends_with(".games")
        });
        sort::by(&mut paths, Ord::cmp);
        let rounds = round.saturating_sub(self.task.last.unwrap_or(round)) + 1..=round;
        let teacher = self.teacher.as_deref();
        let mut learned = Samples::of(&[], &*self.start, None);
        let mut held_out = Samples::of(&[], &*self.start, None);
        let mut count = 0;
        // Games are identified by number and seed.
        let mut known: HashMap<(u32, u64, u64), &Path> = HashMap::new();
        for path in &paths {
            let shard = shard(path)?;
            if shard.game != self.session.name() {
                bail!("{}: these are games of {}", path.display(), shard.game);
            }
            if !rounds.contains(&shard.round) {
                continue;
            }
            count += shard.games.len() as u64;
            for game in &shard.games {
                if let Some(other) = known.insert((shard.round, shard.seed, game.number), path) {
                    let (here, there) = (path.display(), other.display());
                    bail!(
                        "{there} and {here} both have game {} of round {}",
                        game.number,
                        shard.round
                    );
                }
            }
            let (out, to_learn): (Vec<GameLog>, Vec<GameLog>) =
                shard.games.into_iter().partition(|game| game.number % HELD_OUT == HELD_OUT - 1);
            let start =
                start(self.session, &shard.rules).with_context(|| path.display().to_string())?;
            learned.append(Samples::of(&to_learn, &*start, teacher));
            held_out.append(Samples::of(&out, &*start, teacher));
        }
        if let Some(teacher) = teacher {
            teacher.complaints().into_iter().for_each(crate::cli::complain);
        }
        Ok((learned, held_out, count))
    }

    /// Returns the bytes of a network.
    fn bytes(&self, network: &NetworkChoice) -> anyhow::Result<Vec<u8>> {
        match network {
            NetworkChoice::File(path) => Ok(network::load(path)?),
            NetworkChoice::Own => {
                let own = self.session.kind().game().design().network;
                Ok(own.with_context(|| format!("{} has no network", self.session.name()))?.to_vec())
            }
            NetworkChoice::None => bail!("there is no network to train further"),
        }
    }

    /// Trains the network of a round, which played with the network `before`.
    fn learn(
        &self,
        round: u32,
        played: Duration,
        before: &NetworkChoice,
    ) -> anyhow::Result<RoundRow> {
        let task = self.task;
        let begun = Instant::now();
        let pool = search::pool(task.threads.into())?;
        let (samples, held_out, games) = parallel::within(&pool, || self.samples(round))?;
        if samples.is_empty() || held_out.is_empty() {
            bail!("round {round}: too few games to train on");
        }
        let positions = samples.len() + held_out.len();
        let design = self.session.kind().game().design();
        let (recipe, shape) = (design.recipe, design.shape);
        say(format_args!(
            "round {round}: {games} games in {}, {positions} positions; a scale of {:.0} suits \
             their results, {:.0} is used",
            words::time(played),
            samples.scale(),
            recipe.scale
        ))?;
        let seed = task.seed ^ u64::from(round);
        let terms = Model::new(design.clone(), 0, seed);
        let mut model = if task.fine_tune {
            Model::of(&self.bytes(before)?, design, &samples)?
        } else {
            Model::new(design, task.hidden.map_or(recipe.hidden, usize::from), seed)
        };
        let hidden = model.hidden_units();
        let rate = if task.fine_tune { FINE_RATE } else { 1.0 };
        let schedule = Schedule { epochs: task.epochs, seed, rate };
        let bar = bar(task.epochs.into(), &format!("round {round}: epochs"));
        let loss = parallel::within(&pool, || {
            model.learn(&samples, schedule, &mut |epoch| bar.set_position(epoch.number.into()));
            [terms.loss(&held_out), model.loss(&held_out)]
        });
        bar.finish_and_clear();
        let origin = Origin {
            game: self.session.name().to_owned(),
            rounds: round,
            games,
            positions: positions as u64,
            nodes: task.nodes,
            seed: task.seed,
            scale: recipe.scale,
            program: format!("quincunx {}", env!("CARGO_PKG_VERSION")),
        };
        let path = self.network(round);
        let bytes = model.network()?.to_bytes(shape, &origin);
        file::write(&path, &bytes, Existing::Replace)
            .with_context(|| path.display().to_string())?;
        let learned = begun.elapsed();
        say(format_args!(
            "round {round}: held-out loss {:.5} by the terms, {:.5} with {hidden} hidden units, after {}",
            loss[0],
            loss[1],
            words::time(learned)
        ))?;
        Ok(RoundRow {
            round,
            games,
            positions: positions as u64,
            hidden: hidden as u64,
            loss,
            seconds: [played.as_secs_f64(), learned.as_secs_f64()],
            matched: [0; 3],
            elo: 0.0,
            error: 0.0,
            is_kept: true,
        })
    }

    /// Plays the match that decides whether the network of a round replaces the previous one.
    fn compare(&self, row: RoundRow, before: &NetworkChoice) -> anyhow::Result<RoundRow> {
        let task = self.task;
        if task.match_games == 0 {
            return Ok(row);
        }
        let player = |name: &str, network: NetworkChoice| PlayerSpec {
            name: name.to_owned(),
            kind: PlayerKind::Builtin(BuiltinSpec { network, ..BuiltinSpec::default() }),
            limits: MoveLimits::default(),
        };
        let round = row.round;
        let tournament = Tournament {
            game: self.session.kind(),
            rules: task.option.clone(),
            players: vec![
                player("after", NetworkChoice::File(self.network(round))),
                player("before", before.clone()),
            ],
            limits: MoveLimits { nodes: Some(task.match_nodes), ..MoveLimits::default() },
            format: Format::RoundRobin,
            rounds: task.match_games.div_ceil(2),
            part: Part::default(),
            openings: OpeningSource::Random {
                plies: MATCH_PLIES,
                balance: MATCH_BALANCE,
                nodes: MATCH_BALANCE_NODES,
            },
            seed: task.seed ^ u64::from(round),
            sprt: Some(Sprt::default()),
            concurrency: task.threads.into(),
            conditions: Conditions::default(),
            details: false,
        };
        let bar = bar(tournament.schedule().games(), &format!("round {round}: match"));
        let standings = tournament.run(
            self.engine,
            None,
            Vec::new(),
            &AtomicBool::new(false),
            &mut |progress| bar.set_position(progress.standings.games()),
        )?;
        bar.finish_and_clear();
        let matched = standings.totals(0);
        let estimate = standings.pairs(0).estimate();
        let (elo, error) = estimate.map_or((0.0, 0.0), |Estimate { elo, error, .. }| (elo, error));
        let is_kept = match tournament.decision(&standings) {
            Some(decision) => decision == Decision::H1,
            None => elo > 0.0,
        };
        let [won, drawn, lost] = matched;
        say(format_args!(
            "round {round}: +{won} ={drawn} -{lost} at {} nodes a move, {elo:+.0} +/- {error:.0} Elo: {}",
            task.match_nodes,
            if is_kept { "kept" } else { "dropped" }
        ))?;
        Ok(RoundRow { matched, elo, error, is_kept, ..row })
    }
}

/// Reads a file of games.
fn shard(path: &Path) -> anyhow::Result<Shard> {
    let name = || path.display().to_string();
    let bytes = file::read(path, LONGEST).with_context(name)?;
    Shard::read(&bytes).with_context(name)
}

/// Opens the tables of a folder.
fn teacher(session: &dyn Session, folder: &Path) -> anyhow::Result<Box<dyn AnyOracle>> {
    let solved = session.kind().solved();
    let solved = solved.with_context(|| format!("{} has no tables", session.name()))?;
    let (tables, problems) = solved.open(folder, Folder::CACHE_MIB)?;
    let report = tables.report(&problems);
    for line in &report.lines {
        say(format_args!("{line}"))?;
    }
    if report.is_empty {
        bail!("{}: there are no tables of {}", folder.display(), session.name());
    }
    Ok(tables)
}

/// Reports progress.
fn say(text: std::fmt::Arguments) -> io::Result<()> {
    writeln!(io::stdout(), "{text}")
}
