//! The rounds of a training.

use std::fs;
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};

use super::args::TrainArgs;
use super::curve::{self, RoundRow, finite};
use super::folder::{Folder, files, numbers, player_sum};
use super::recipe::{PROGRAM, Recipe, Round};
use super::{bar, played, start};
use crate::arena::{
    BuiltinSpec, Conditions, Decision, Format, MoveLimits, OpeningSource, PlayerKind, PlayerSpec,
    Sprt, Tournament,
};
use crate::cli::words;
use crate::engine::{Engine, NetworkChoice, Session};
use crate::games::{AnyOracle, AnyTablebase};
use crate::kernel::file;
use crate::kernel::{Gather, Part, parallel};
use crate::network::{self, Origin};
use crate::search;
use crate::tablebase::Folder as Tables;
use crate::train::{Ended, GameLog, Model, Plan, Played, Samples, Schedule, Shard, play};

/// One game in this many is held out from training.
const HELD_OUT: u64 = 20;
/// The learning rate of networks that are trained further, as a share of that for new ones.
const FINE_RATE: f32 = 0.25;
/// The plies of the openings of a match, and how uneven they may be, in hundredths.
const MATCH_PLIES: usize = 6;
const MATCH_BALANCE: i32 = 100;
/// ... by a search of so many.
const MATCH_BALANCE_NODES: u64 = 2_000;

/// Follows the recipe of a file, or that which the options stand for.
pub(super) fn run(task: &TrainArgs, engine: &Engine) -> anyhow::Result<ExitCode> {
    let read = task.recipe.as_deref().map(|path| Recipe::read(path, engine)).transpose()?;
    let game = read.as_ref().map(|recipe| &recipe.game).or(task.game.as_ref());
    let session = game.and_then(|game| engine.game(game)).context("which game?")?;
    // Playing alone does not need the tables.
    let tables = task.tables.as_deref().filter(|_| !task.games_only);
    let tables = tables.map(|tables| open_tables(session, tables)).transpose()?;
    let wanted = match read {
        Some(recipe) => recipe,
        None => Recipe::of(task, session, tables.as_deref().map(contents))?,
    };
    let path = task.data.as_deref().context("--path is missing")?;
    file::create_folder(path).with_context(|| path.display().to_string())?;
    if let Some(path) = &task.svg {
        file::try_write(path).with_context(|| path.display().to_string())?;
    }
    let folder = Folder { path, game: session.name() };
    let rows = curve::read(&folder.table())?;
    let recipe = begun(task, engine, &folder, wanted, &rows)?;
    let mut rounds = Rounds { task, engine, session, folder, recipe, rows, tables };
    rounds.check()?;
    rounds.run()
}

/// Returns the recipe of a folder that is to follow this one from its last finished round on.
fn begun(
    task: &TrainArgs,
    engine: &Engine,
    folder: &Folder,
    wanted: Recipe,
    rows: &[RoundRow],
) -> anyhow::Result<Recipe> {
    let (path, name) = (folder.recipe(), folder.path.display());
    let finished = rows.iter().map(|row| row.round).max().unwrap_or(0) as usize;
    if !fs::exists(&path).with_context(|| path.display().to_string())? {
        ensure!(
            finished == 0,
            "{name} has finished rounds but not their recipe, {}; begin in another folder, into which files \
             of games may be copied",
            path.display()
        );
        return Ok(wanted);
    }
    let known = Recipe::read(&path, engine)?;
    ensure!(known.rounds.len() >= finished, "{}: {finished} rounds are finished", path.display());
    let joined = if task.recipe.is_some() {
        wanted.after(&known, finished)
    } else {
        wanted.continuing(known, finished, &|round, set| folder.has_games(round, set))
    };
    joined.with_context(|| format!("{name} follows another recipe"))
}

/// The rounds of a training.
struct Rounds<'a> {
    task: &'a TrainArgs,
    engine: &'a Engine,
    session: &'a dyn Session,
    folder: Folder<'a>,
    recipe: Recipe,
    /// The finished ones.
    rows: Vec<RoundRow>,
    tables: Option<Box<dyn AnyTablebase>>,
}

impl Rounds<'_> {
    /// Checks that what the unfinished rounds need is there: games to hold out, a network to train further,
    /// and their tables.
    fn check(&self) -> anyhow::Result<()> {
        for round in (1..=self.last()).filter(|round| !self.is_finished(*round)) {
            let rounds =
                &self.recipe.rounds[self.first_learned(round) as usize - 1..round as usize];
            let sets = || rounds.iter().flat_map(|round| &round.sets);
            let games: u64 = sets().map(|set| set.games).sum();
            ensure!(
                sets().any(|set| (set.first_game..set.end()).any(is_held_out)),
                "round {round}: {games} games are too few to train on: one in {HELD_OUT} is held out"
            );
        }
        if self.task.games_only {
            return Ok(());
        }
        let (Recipe { first, rounds, .. }, is_begun) = (&self.recipe, !self.rows.is_empty());
        if rounds[0].options.fine_tune && first.is_none() && !is_begun {
            bail!("--fine-tune needs a network to train further: --from");
        }
        let found = self.tables.as_deref().map(contents);
        for round in (1..=self.last()).filter(|round| !self.is_finished(*round)) {
            match (&self.round(round).tables, &found) {
                (Some(wanted), None) => {
                    bail!(
                        "round {round} learns from tables, {wanted}: give their folder by --tables"
                    )
                }
                (Some(wanted), Some(found)) if wanted != found => {
                    bail!("round {round} learns from the tables {wanted}, not {found}")
                }
                (None, Some(_)) => bail!("by the recipe round {round} learns from no tables"),
                _ => {}
            }
        }
        Ok(())
    }

    /// Runs the unfinished rounds.
    fn run(&mut self) -> anyhow::Result<ExitCode> {
        self.folder.write_recipe(&self.recipe)?;
        if self.recipe.first.is_some() {
            self.conclude(0)?;
        }
        for round in 1..=self.last() {
            if self.is_finished(round) {
                self.folder.checked_sum(&self.recipe, round)?;
                continue;
            }
            let begun = Instant::now();
            let before = self.best(round);
            if self.task.learn_only {
                let missing = self.missing(round, &before)?;
                if !missing.is_empty() {
                    let (game, missing) = (self.folder.game, missing.join(" "));
                    say(format_args!("{game}, round {round}: missing games: shards {missing}"))?;
                    return Ok(ExitCode::SUCCESS);
                }
            } else {
                self.play_round(round, &before)?;
            }
            if self.task.games_only {
                return Ok(ExitCode::SUCCESS);
            }
            let row = self.learn(round, begun.elapsed(), &before)?;
            let row = self.compare(row, &before)?;
            self.rows.push(row);
            self.conclude(round)?;
            self.folder.write(&self.folder.table(), curve::table(&self.rows).as_bytes())?;
            if let Some(path) = &self.task.svg {
                let drawing = curve::svg(self.session.kind().about().title, &self.rows);
                self.folder.write(path, drawing.as_bytes())?;
            }
        }
        match self.best(u32::MAX) {
            NetworkChoice::File(path) => say(format_args!("best: {}", path.display()))?,
            NetworkChoice::Own => say(format_args!("best: the game's own"))?,
            NetworkChoice::None => say(format_args!("best: the terms alone"))?,
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Returns the last round to be run.
    fn last(&self) -> u32 {
        let all = self.recipe.rounds.len() as u32;
        self.task.rounds.map_or(all, |rounds| rounds.min(all))
    }

    fn is_finished(&self, round: u32) -> bool {
        self.rows.iter().any(|row| row.round == round)
    }

    fn round(&self, round: u32) -> &Round {
        &self.recipe.rounds[round as usize - 1]
    }

    /// Returns the first round that the network of one learns from.
    fn first_learned(&self, round: u32) -> u32 {
        round.saturating_sub(self.round(round).options.last.unwrap_or(round)) + 1
    }

    /// Writes the checksum of the network of a round into the recipe.
    fn conclude(&mut self, round: u32) -> anyhow::Result<()> {
        let sum = self.folder.checked_sum(&self.recipe, round)?;
        self.recipe.sums.insert(round, sum);
        self.folder.write_recipe(&self.recipe)
    }

    /// Returns the best network of the rounds before this one.
    fn best(&self, round: u32) -> NetworkChoice {
        let kept = self.rows.iter().filter(|row| row.is_kept && row.round < round);
        match kept.map(|row| row.round).max() {
            Some(round) => NetworkChoice::File(self.folder.network(round)),
            None if self.recipe.first.is_some() => NetworkChoice::File(self.folder.network(0)),
            None => NetworkChoice::None,
        }
    }

    /// Returns the numbers of the games that exist of a round, in order.
    fn existing(&self, round: u32, player: &NetworkChoice) -> anyhow::Result<Vec<Range<u64>>> {
        let shards = self.folder.shards(round, self.round(round), self.session, player)?;
        Ok(shards.iter().map(|(_, shard)| numbers(shard)).gather())
    }

    /// Returns the shards of a round that lack games, if a shard is one file.
    fn missing(&self, round: u32, player: &NetworkChoice) -> anyhow::Result<Vec<String>> {
        let existing = self.existing(round, player)?;
        let all: Vec<Range<u64>> = self.round(round).sets.iter().flat_map(files).gather();
        let lacks = |numbers: &&Range<u64>| !gaps(numbers, &existing).is_empty();
        let lacking = (1..).zip(&all).filter(|(_, numbers)| lacks(numbers));
        Ok(lacking.map(|(number, _)| format!("{number}/{}", all.len())).gather())
    }

    /// Plays the missing games of a round, or of a part of it.
    fn play_round(&self, number: u32, with: &NetworkChoice) -> anyhow::Result<()> {
        let round = self.round(number);
        let existing = self.existing(number, with)?;
        let network = player_sum(with)?;
        let searcher = self.session.searcher(1, with)?;
        let all =
            round.sets.iter().flat_map(|set| files(set).map(move |games| (set, games))).gather();
        let part = self.task.shard.unwrap_or_default().range(all.len() as u64);
        let part = &all[part.start as usize..part.end as usize];
        let games = part.iter().map(|(_, games)| games.end - games.start).sum();
        let bar = bar(games, &format!("round {number}: games"));
        for (set, games) in part {
            let start = start(self.session, &set.option)?;
            let missing = gaps(games, &existing);
            let left: u64 = missing.iter().map(|games| games.end - games.start).sum();
            bar.inc(games.end - games.start - left);
            for games in missing {
                // Rounds differ in their openings, too.
                let seed = round.options.seed ^ u64::from(number) << 40;
                let plan = Plan { games, ..set.plan(seed) };
                let play = |ended: &Ended| play(&plan, &*start, &*searcher, ended);
                let games = played(self.task, &bar, &play)?;
                self.folder.write_games(&Shard {
                    game: self.session.name().to_owned(),
                    round: number,
                    nodes: set.nodes,
                    seed: round.options.seed,
                    rules: set.option.clone(),
                    played: Some(Played {
                        random_plies: set.random_plies,
                        network,
                        proof_nodes: set.proof_nodes,
                    }),
                    games,
                })?;
            }
        }
        bar.finish_and_clear();
        if self.task.games_only {
            say(format_args!("round {number}: {games} games are played"))?;
        }
        Ok(())
    }

    /// Returns the training and held-out samples of the rounds that the network of one learns from,
    /// and the number of games that they come from.
    fn samples(&self, number: u32) -> anyhow::Result<(Samples, Samples, u64)> {
        let round = self.round(number);
        let first = self.first_learned(number);
        let teacher = self.tables.as_deref().filter(|_| round.tables.is_some());
        let origin = start(self.session, &[])?;
        let mut learned = Samples::of(&[], &*origin, None);
        let mut held_out = Samples::of(&[], &*origin, None);
        let mut count = 0;
        for number in first..=number {
            let round = self.round(number);
            let wanted: u64 = round.sets.iter().map(|set| set.games).sum();
            let mut found = 0;
            let player = self.best(number);
            for (path, shard) in self.folder.shards(number, round, self.session, &player)? {
                found += shard.games.len() as u64;
                let is_out = |game: &GameLog| is_held_out(game.number);
                let (out, to_learn): (Vec<_>, Vec<_>) = shard.games.into_iter().partition(is_out);
                let start = start(self.session, &shard.rules);
                let start = start.with_context(|| path.display().to_string())?;
                let teacher = teacher.map(|tables| tables as &dyn AnyOracle);
                learned.append(Samples::of(&to_learn, &*start, teacher));
                held_out.append(Samples::of(&out, &*start, teacher));
            }
            let lost = wanted - found;
            ensure!(lost == 0, "{lost} of the {wanted} games of round {number} are missing");
            count += found;
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
            NetworkChoice::Own | NetworkChoice::None => {
                bail!("no round has left a network to train further")
            }
        }
    }

    /// Trains the network of a round, which played with the network `before`.
    fn learn(
        &self,
        round: u32,
        played: Duration,
        before: &NetworkChoice,
    ) -> anyhow::Result<RoundRow> {
        let begun = Instant::now();
        let options = &self.round(round).options;
        let pool = search::pool(self.task.threads.into())?;
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
        let seed = options.seed ^ u64::from(round);
        let terms = Model::new(design.clone(), 0, seed);
        let mut model = if options.fine_tune {
            Model::of(&self.bytes(before)?, design, &samples)?
        } else {
            Model::new(design, options.hidden.map_or(recipe.hidden, usize::from), seed)
        };
        let hidden = model.hidden_units();
        let rate = if options.fine_tune { FINE_RATE } else { 1.0 };
        let schedule = Schedule { epochs: options.epochs, seed, rate };
        let bar = bar(options.epochs.into(), &format!("round {round}: epochs"));
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
            nodes: self.round(round).sets[0].nodes,
            seed: options.seed,
            scale: recipe.scale,
            program: PROGRAM.to_owned(),
        };
        let bytes = model.network()?.to_bytes(shape, &origin);
        self.folder.write(&self.folder.network(round), &bytes)?;
        // No match of a wrong one.
        self.folder.checked_sum(&self.recipe, round)?;
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
            elo: Some(0.0),
            error: Some(0.0),
            is_kept: true,
        })
    }

    /// Plays the match that decides whether the network of a round replaces the previous one.
    fn compare(&self, row: RoundRow, before: &NetworkChoice) -> anyhow::Result<RoundRow> {
        let Round { sets, options, .. } = self.round(row.round);
        if options.match_games == 0 {
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
            rules: sets[0].option.clone(),
            players: vec![
                player("after", NetworkChoice::File(self.folder.network(round))),
                player("before", before.clone()),
            ],
            limits: MoveLimits { nodes: Some(options.match_nodes), ..MoveLimits::default() },
            format: Format::RoundRobin,
            rounds: options.match_games.div_ceil(2),
            part: Part::default(),
            openings: OpeningSource::Random {
                plies: MATCH_PLIES,
                balance: MATCH_BALANCE,
                nodes: MATCH_BALANCE_NODES,
            },
            seed: options.seed ^ u64::from(round),
            sprt: Some(Sprt::default()),
            concurrency: self.task.threads.into(),
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
        let pairs = standings.pairs(0);
        let estimate = pairs.estimate();
        let elo = estimate.as_ref().map_or(0.0, |estimate| estimate.elo);
        // Pairs that all came to the same say nothing of the error.
        let estimate = estimate.filter(|_| pairs.varies());
        let error = estimate.and_then(|estimate| finite(estimate.error));
        let strength = match (finite(elo), error) {
            (Some(elo), Some(error)) => format!(", {elo:+.0} +/- {error:.0} Elo"),
            _ => String::new(),
        };
        let is_kept = match tournament.decision(&standings) {
            Some(decision) => decision == Decision::H1,
            None => elo > 0.0,
        };
        let [won, drawn, lost] = matched;
        say(format_args!(
            "round {round}: +{won} ={drawn} -{lost} at {} nodes a move{strength}: {}",
            options.match_nodes,
            if is_kept { "kept" } else { "dropped" }
        ))?;
        Ok(RoundRow { matched, elo: finite(elo), error, is_kept, ..row })
    }
}

/// Returns whether a game is held out from training, by its number.
const fn is_held_out(game: u64) -> bool {
    game % HELD_OUT == HELD_OUT - 1
}

/// Returns the numbers of a range that are not in others, which are in order.
fn gaps(all: &Range<u64>, others: &[Range<u64>]) -> Vec<Range<u64>> {
    let mut gaps = Vec::new();
    let mut next = all.start;
    for other in others {
        if other.start > next && next < all.end {
            gaps.push(next..other.start.min(all.end));
        }
        next = next.max(other.end);
    }
    if next < all.end {
        gaps.push(next..all.end);
    }
    gaps
}

/// Says which tables a folder has.
fn contents(tables: &dyn AnyTablebase) -> String {
    match tables.missing_names().as_str() {
        "" => tables.inventory(),
        names => format!("{}; missing {names}", tables.inventory()),
    }
}

/// Opens the tables of a folder.
fn open_tables(session: &dyn Session, folder: &Path) -> anyhow::Result<Box<dyn AnyTablebase>> {
    let solved = session.kind().solved();
    let solved = solved.with_context(|| format!("{} has no tables", session.name()))?;
    let (tables, problems) = solved.open(folder, Tables::CACHE_MIB)?;
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
