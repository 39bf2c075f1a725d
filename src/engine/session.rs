//! One game: its rules, its record and its search.

use std::any::Any;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use thiserror::Error;

use super::explorer::Explorer;
use super::job::{Job, PerftJob, Search};
use super::memory::{Judge, Memory};
use super::searcher::{AnySearcher, NetworkChoice, NoSearcher, searcher};
use super::settings::Settings;
use crate::games::scene::{self, Description, Scene, Setup, Sketch};
use crate::games::{AnyPosition, AnyRecord, Claims, Game, GameKind, Mistake, any_oracle, explain};
use crate::kernel::{
    Action, Ending, Gather, IllegalMove, MoveBits, MoveError, OptionSpec, OptionValue, Oracle,
    Outcome, Packed, Part, Player, PositionError, Quoted, Record, Rules, Score, Term, perft,
};
use crate::network::{Hybrid, NetworkError};
use crate::notation::{Drawing, Text};
use crate::search::{Limits, OutOfMemory, Searcher, own_values};
use crate::store::Store;
use crate::tablebase::{self, TableError};

/// A move of a list that was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}, in {position}", self.without_position())]
pub struct MoveRefused {
    /// Its number in the list, from 1.
    pub ordinal: usize,
    /// Its text.
    pub text: String,
    /// What is wrong with it.
    pub error: MoveError,
    /// The position in which it was to be played.
    pub position: String,
}

impl MoveRefused {
    /// Says which move is refused and why, but not in which position.
    #[must_use]
    pub fn without_position(&self) -> String {
        let verb = match self.error {
            MoveError::Syntax(_) => "is no move",
            MoveError::Illegal(_) => "is not legal",
        };
        let Self { ordinal, text, error, .. } = self;
        format!("move {ordinal} {} {verb}: {error}", Quoted(text.as_bytes()))
    }
}

/// Why a position was not set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetRefused {
    /// The text is not a position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move from there was refused.
    #[error(transparent)]
    Move(#[from] MoveRefused),
}

impl SetRefused {
    /// Returns the column of the position text at which it is wrong.
    #[must_use]
    pub const fn column(&self) -> Option<usize> {
        match self {
            Self::Position(error) => Some(error.column()),
            Self::Move(_) => None,
        }
    }
}

/// A session of any game.
pub trait Session: Send + Sync {
    /// Returns the game.
    fn kind(&self) -> GameKind;

    /// Returns the name of the game.
    fn name(&self) -> &'static str {
        self.kind().name()
    }

    /// Returns a fresh session of the same game: default rules, nothing learned, nothing
    /// remembered.
    fn fresh(&self) -> Box<dyn Session>;

    /// Returns a session with the same rules, position, tables, network and book that searches on its
    /// own: it has learned nothing and remembers nothing.
    fn another(&self) -> Box<dyn Session>;

    /// Returns the letters of the players, in moving order.
    fn players(&self) -> [&'static str; 2];

    /// Returns the options of the rules.
    fn rule_options(&self) -> &'static [OptionSpec];

    /// Returns the value of the option at that index of [`rule_options`](Self::rule_options).
    fn rule(&self, index: usize) -> OptionValue;

    /// Sets the option at that index, and then the start position under the new rules. Returns what
    /// the tables in use can no longer be certain of, if that has changed.
    fn set_rule(&mut self, index: usize, value: &OptionValue) -> Option<String>;

    /// Sets the start position and forgets everything that was learned.
    fn new_game(&mut self);

    /// Sets a position from text, the start position without one, and plays moves from there.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, or the first move that is refused; nothing has changed then.
    fn set_position(&mut self, text: Option<&str>, moves: &[Text]) -> Result<(), SetRefused>;

    /// Plays a sequence of moves, all or none.
    ///
    /// # Errors
    ///
    /// The first move that is refused; nothing has changed then.
    fn play(&mut self, moves: &[Text]) -> Result<(), MoveRefused>;

    /// Takes back `count` moves, all or none, and returns whether that many were made since the
    /// position was set.
    fn undo(&mut self, count: usize) -> bool;

    /// Returns what was played since the position was set, as canonical texts, including a
    /// resignation.
    fn played(&self) -> Vec<String>;

    /// Returns the last move played, as canonical text.
    fn last_played(&self) -> Option<String>;

    /// Returns the position that [`played`](Self::played) starts from as canonical text.
    fn start(&self) -> String;

    /// Returns the start position under the chosen rules as canonical text.
    fn first_position(&self) -> String;

    /// Returns the current position as canonical text.
    fn position(&self) -> String;

    /// Returns a drawing of the board as text.
    fn picture(&self) -> String;

    /// Draws the board with what the last turn changed, which may have been several moves of a player.
    fn drawing(&self) -> Drawing;

    /// Describes the game for a front end that knows neither its rules nor its notation.
    fn describe(&self) -> Description;

    /// Describes the current position for such a front end.
    fn scene(&self) -> Scene;

    /// Describes a position and some of its moves, without changing the current one.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, or the first move that is refused.
    fn sketch(&self, position: &str, moves: &[Text]) -> Result<Sketch, SetRefused>;

    /// Returns the text of a position set up by hand from things of the [description](Self::describe);
    /// `None` if the game does not say how.
    fn compose(&self, setup: &Setup) -> Option<String>;

    /// Returns the text of the move that things of the [description](Self::describe) stand for,
    /// legal or not; `None` if they are no move at all.
    fn attempt(&self, things: &[&str]) -> Option<String>;

    /// Says in sentences why a move in the current position is a mistake: what a better line does that
    /// it does not, and what its refutation does. Every claim follows from the rules.
    ///
    /// # Errors
    ///
    /// The first move of the three that is refused; a line may be cut short there, but not be empty.
    fn explain(
        &self,
        played: &str,
        best: &[String],
        refutation: &[String],
    ) -> Result<Vec<String>, MoveError>;

    /// Returns a 64-bit key of the current position.
    fn key(&self) -> u64;

    /// Returns the legal moves as canonical texts; none when the game is over.
    fn legal_moves(&self) -> Vec<String>;

    /// Returns the legal move of that text, if it is one.
    fn legal_move(&self, text: &str) -> Option<MoveBits>;

    /// Returns the player to act.
    fn to_move(&self) -> Player;

    /// Returns how the game ended.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns the points of both players, in the games of points.
    fn points(&self) -> Option<[i32; 2]>;

    /// Answers a query that only this game knows; `None` for any other.
    fn answer(&self, query: &str) -> Option<String>;

    /// Returns the evaluation and its terms, from the view of the side to move.
    fn evaluate(&self) -> (Score, Vec<Term>);

    /// Returns what lists the legal moves with all that is known of them.
    fn explorer(&self) -> Explorer;

    /// Gives the search a table of at most `mib` MiB and drops its contents. The memory is
    /// allocated by the next [`prepare`](Self::prepare) or search.
    fn set_hash(&mut self, mib: usize);

    /// Returns the size of that table in MiB: what the last [`prepare`](Self::prepare) could
    /// allocate, or what the next one will ask for.
    fn hash(&self) -> usize;

    /// Allocates the memory that a search needs.
    ///
    /// # Errors
    ///
    /// The memory cannot be allocated. The table then stays as it was, or is a smaller one if there
    /// was none, and a search uses that.
    fn prepare(&mut self) -> Result<(), OutOfMemory>;

    /// Forgets what the search has learned.
    fn clear_hash(&mut self);

    /// Opens the game's tables of solved positions in a folder for later searches, or closes them
    /// without a folder. Forgets what searches have learned. Returns what to report, nothing if the
    /// game has no tables.
    ///
    /// # Errors
    ///
    /// There is no such folder; nothing has changed then.
    fn set_tables(
        &mut self,
        folder: Option<&Path>,
    ) -> Result<Option<tablebase::FolderReport>, TableError>;

    /// Evaluates with the network of a file, or with the game's own if there is none, and forgets what
    /// searches have learned.
    ///
    /// # Errors
    ///
    /// Says why the bytes are not a network for this game; nothing has changed then.
    fn set_network(&mut self, bytes: Option<&[u8]>) -> Result<(), NetworkError>;

    /// Sets the store whose experience is the opening book.
    fn set_book(&mut self, book: Option<Store>);

    /// Frees the memory of the search.
    fn release(&mut self);

    /// Prepares a search of the current position. It searches only the listed root moves, as
    /// [`legal_move`](Self::legal_move) returns them, or all if the list is empty.
    ///
    /// # Errors
    ///
    /// There is not even memory for the smallest table.
    fn search(
        &mut self,
        limits: &Limits,
        root_moves: &[MoveBits],
        settings: Settings,
    ) -> Result<Job, OutOfMemory>;

    /// Returns a search of its own, with a table of at most `mib` MiB.
    ///
    /// # Errors
    ///
    /// There is not enough memory, or the network cannot be read.
    fn searcher(
        &self,
        mib: usize,
        network: &NetworkChoice,
    ) -> Result<Box<dyn AnySearcher>, NoSearcher>;

    /// Returns the values that the search has for [`Tuning::NUMBERS`](crate::search::Tuning::NUMBERS).
    fn search_values(&self) -> Vec<i64>;

    /// Prepares a perft of the current position, or of a part of its moves, on `threads` threads.
    fn perft(&self, depth: u32, part: Part, threads: usize) -> PerftJob;
}

impl dyn Session + '_ {
    /// Returns the outcome in words: `B wins (pieces)`, `draw (repetition)`.
    #[must_use]
    pub fn conclusion(&self) -> Option<String> {
        let outcome = self.outcome()?;
        let who = match outcome.winner {
            Some(player) => format!("{} wins", self.players()[player.index()]),
            None => "draw".to_owned(),
        };
        Some(match (outcome.ending, self.points()) {
            (Ending::Points, Some([first, second])) => {
                format!("{who} ({first} to {second} points)")
            }
            (ending, _) => format!("{who} ({ending})"),
        })
    }
}

/// The default size of a table, in MiB.
pub(super) const DEFAULT_HASH_MIB: usize = 16;

/// The session of one game.
pub(super) struct GameSession<P: Game> {
    rules: P::Rules,
    record: Record<P>,
    hash_mib: usize,
    /// The size that the searcher's table was made with.
    prepared_mib: usize,
    searcher: Option<Arc<Mutex<Searcher<P>>>>,
    /// What the searches of all sessions remember.
    memory: Arc<Memory>,
    oracle: Option<Arc<dyn Oracle<P>>>,
    /// What evaluates positions. The game's own network is read when it is first needed: an engine has a
    /// session for every game, and most are never searched.
    mind: OnceLock<Mind<P>>,
    /// What was learned from games.
    book: Option<Store>,
    /// What is proven of the game, read when it is first needed.
    claims: OnceLock<Arc<Claims>>,
}

/// What evaluates positions, and who that is to the memory.
#[derive(Clone)]
struct Mind<P: Game> {
    evaluator: Arc<Hybrid<P>>,
    judge: Judge,
}

impl<P: Game> Mind<P> {
    fn of(evaluator: Hybrid<P>) -> Self {
        Self { judge: Judge::of(&evaluator), evaluator: Arc::new(evaluator) }
    }
}

impl<P: Game> GameSession<P> {
    pub(super) fn new(hash_mib: usize, memory: Arc<Memory>) -> Self {
        Self::with_rules(P::Rules::default(), hash_mib, memory)
    }

    fn with_rules(rules: P::Rules, hash_mib: usize, memory: Arc<Memory>) -> Self {
        let record = Record::new(P::start(&rules));
        Self {
            rules,
            record,
            hash_mib,
            prepared_mib: hash_mib,
            searcher: None,
            memory,
            oracle: None,
            mind: OnceLock::new(),
            book: None,
            claims: OnceLock::new(),
        }
    }

    fn mind(&self) -> &Mind<P> {
        self.mind.get_or_init(|| Mind::of(Hybrid::default()))
    }

    fn claims(&self) -> Arc<Claims> {
        // A test reads those of every game.
        let read = || Claims::of(GameKind::of::<P>().game()).unwrap_or_default();
        Arc::clone(self.claims.get_or_init(|| Arc::new(read())))
    }

    /// Returns what the tables cannot be certain of under the chosen rules.
    fn caveat(&self) -> Option<String> {
        self.oracle.as_ref()?.caveat(&self.rules)
    }
}

/// Plays moves up to the first that is refused.
fn play(record: &mut dyn AnyRecord, moves: &[Text]) -> Result<(), MoveRefused> {
    for (i, text) in moves.iter().enumerate() {
        let played = match record.result() {
            Some(_) => Err(IllegalMove::game_over().into()),
            None => record
                .now()
                .read_action(text.text)
                .and_then(|action| record.act(action).map_err(MoveError::from)),
        };
        played.map_err(|error| MoveRefused {
            ordinal: i + 1,
            text: text.text.to_owned(),
            error,
            position: record.now().text(),
        })?;
    }
    Ok(())
}

/// Reads a line of moves up to the first that cannot be made.
///
/// # Errors
///
/// The first cannot be made.
fn read_line(start: &dyn AnyPosition, texts: &[String]) -> Result<Vec<MoveBits>, MoveError> {
    let mut line = Vec::new();
    let mut here = start.copied();
    for text in texts {
        match here.read_action(text) {
            Ok(Action::Move(m)) if here.ending().is_none() => {
                line.push(m);
                here = here.behind(m);
            }
            Err(error) if line.is_empty() => return Err(error),
            _ => break,
        }
    }
    Ok(line)
}

/// A move, a better line, and what is best play after the move.
type ReadMistake = (MoveBits, Vec<MoveBits>, Vec<MoveBits>);

/// Reads a mistake; `None` if there is nothing to compare.
fn read_mistake(
    before: &dyn AnyPosition,
    played: &str,
    best: &[String],
    refutation: &[String],
) -> Result<Option<ReadMistake>, MoveError> {
    let played = read_line(before, &[played.to_owned()])?;
    let best = read_line(before, best)?;
    let Some(&played) = played.first().filter(|_| !best.is_empty()) else { return Ok(None) };
    let after = before.behind(played);
    let is_told = after.ending().is_none() && !refutation.is_empty();
    let refutation = if is_told { read_line(&*after, refutation)? } else { Vec::new() };
    Ok(Some((played, best, refutation)))
}

/// Reads moves that may each be made in a position; resignations are left out.
fn read_moves(position: &dyn AnyPosition, moves: &[Text]) -> Result<Vec<MoveBits>, MoveRefused> {
    let mut read = Vec::new();
    for (i, text) in moves.iter().enumerate() {
        let action = position.read_action(text.text).map_err(|error| MoveRefused {
            ordinal: i + 1,
            text: text.text.to_owned(),
            error,
            position: position.text(),
        })?;
        if let Action::Move(m) = action {
            read.push(m);
        }
    }
    Ok(read)
}

impl<P: Game> Session for GameSession<P> {
    fn kind(&self) -> GameKind {
        GameKind::of::<P>()
    }

    fn fresh(&self) -> Box<dyn Session> {
        Box::new(Self::new(DEFAULT_HASH_MIB, Arc::new(Memory::new())))
    }

    fn another(&self) -> Box<dyn Session> {
        Box::new(Self {
            record: self.record.clone(),
            oracle: self.oracle.clone(),
            mind: self.mind.clone(),
            book: self.book.clone(),
            claims: self.claims.clone(),
            ..Self::with_rules(self.rules, self.hash_mib, Arc::new(Memory::new()))
        })
    }

    fn players(&self) -> [&'static str; 2] {
        P::PLAYERS
    }

    fn rule_options(&self) -> &'static [OptionSpec] {
        P::Rules::OPTIONS
    }

    fn rule(&self, index: usize) -> OptionValue {
        self.rules.get(index)
    }

    fn set_rule(&mut self, index: usize, value: &OptionValue) -> Option<String> {
        let before = self.caveat();
        self.rules.set(index, value);
        // Results found under other rules are not valid under these.
        self.new_game();
        self.caveat().filter(|caveat| before.as_ref() != Some(caveat))
    }

    fn new_game(&mut self) {
        self.record = Record::new(P::start(&self.rules));
        self.clear_hash();
    }

    fn set_position(&mut self, text: Option<&str>, moves: &[Text]) -> Result<(), SetRefused> {
        let start = match text {
            Some(text) => P::read_position(text, &self.rules)?,
            None => P::start(&self.rules),
        };
        let mut record = Record::new(start);
        play(&mut record, moves)?;
        self.record = record;
        Ok(())
    }

    fn play(&mut self, moves: &[Text]) -> Result<(), MoveRefused> {
        let played = play(&mut self.record, moves);
        if let Err(refused) = &played {
            self.undo(refused.ordinal - 1);
        }
        played
    }

    fn undo(&mut self, count: usize) -> bool {
        let played = self.record.steps().len() + usize::from(self.record.resigned().is_some());
        count <= played && (0..count).all(|_| self.record.undo())
    }

    fn played(&self) -> Vec<String> {
        let record: &dyn AnyRecord = &self.record;
        let mut texts = record.texts();
        if self.record.resigned().is_some() {
            texts.push(self.record.current().write_action(Action::Resign));
        }
        texts
    }

    fn last_played(&self) -> Option<String> {
        let record: &dyn AnyRecord = &self.record;
        if self.record.resigned().is_some() {
            return Some(self.record.current().write_action(Action::Resign));
        }
        let at = record.plies().checked_sub(1)?;
        Some(record.position(at).action_text(Action::Move(record.played(at))))
    }

    fn start(&self) -> String {
        self.record.start().write_position()
    }

    fn first_position(&self) -> String {
        P::start(&self.rules).write_position()
    }

    fn position(&self) -> String {
        self.record.current().write_position()
    }

    fn picture(&self) -> String {
        self.record.current().draw(None, self.record.outcome()).to_string()
    }

    fn drawing(&self) -> Drawing {
        let turn = self.record.last_turn();
        let before = turn.first().map(|step| &step.before);
        self.record.current().draw(before, self.record.outcome())
    }

    fn describe(&self) -> Description {
        scene::describe::<P>()
    }

    fn scene(&self) -> Scene {
        scene::scene(&self.record)
    }

    fn sketch(&self, position: &str, moves: &[Text]) -> Result<Sketch, SetRefused> {
        let position = P::read_position(position, &self.rules)?;
        let bits = read_moves(&position, moves)?;
        let moves: Vec<P::Move> = MoveBits::decode_all(&bits);
        Ok(scene::sketch(&position, &moves))
    }

    fn compose(&self, setup: &Setup) -> Option<String> {
        P::compose(setup)
    }

    fn attempt(&self, things: &[&str]) -> Option<String> {
        self.record.current().attempt(things)
    }

    fn explain(
        &self,
        played: &str,
        best: &[String],
        refutation: &[String],
    ) -> Result<Vec<String>, MoveError> {
        let before: &dyn AnyPosition = self.record.current();
        let Some((played, best, refutation)) = read_mistake(before, played, best, refutation)?
        else {
            return Ok(Vec::new());
        };
        let Some(played) = played.decode() else { return Ok(Vec::new()) };
        let (best, refutation) = (MoveBits::decode_all(&best), MoveBits::decode_all(&refutation));
        let mistake = Mistake { played, best: &best, refutation: &refutation };
        Ok(explain(&self.record, mistake))
    }

    fn key(&self) -> u64 {
        self.record.current().packed().fold()
    }

    fn legal_moves(&self) -> Vec<String> {
        let record: &dyn AnyRecord = &self.record;
        record.legal_texts()
    }

    fn legal_move(&self, text: &str) -> Option<MoveBits> {
        match self.record.current().read_move(text) {
            Ok(Action::Move(m)) if self.record.outcome().is_none() => MoveBits::of(m),
            _ => None,
        }
    }

    fn to_move(&self) -> Player {
        self.record.current().to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.record.outcome()
    }

    fn points(&self) -> Option<[i32; 2]> {
        let position = self.record.current();
        Some([position.points(Player::First)?, position.points(Player::Second)?])
    }

    fn answer(&self, query: &str) -> Option<String> {
        self.record.current().answer(query)
    }

    fn evaluate(&self) -> (Score, Vec<Term>) {
        let position = self.record.current();
        let evaluator = &self.mind().evaluator;
        (position.evaluate(evaluator), position.terms(evaluator))
    }

    fn explorer(&self) -> Explorer {
        let evaluator = Arc::clone(&self.mind().evaluator);
        let evaluate = move |position: &dyn AnyPosition| {
            let position = (position as &dyn Any).downcast_ref::<P>();
            position.map_or(Score::ZERO, |position| position.evaluate(&evaluator))
        };
        let tables = self.oracle.as_ref().map(|oracle| any_oracle(Arc::clone(oracle)));
        let (claims, book) = (self.claims(), self.book.clone());
        Explorer::new(&self.record, tables, claims, book, Box::new(evaluate))
    }

    fn set_hash(&mut self, mib: usize) {
        self.hash_mib = mib;
    }

    fn hash(&self) -> usize {
        self.hash_mib
    }

    fn prepare(&mut self) -> Result<(), OutOfMemory> {
        // Read now rather than on the clock of the first search.
        self.claims();
        if self.searcher.is_some() && self.prepared_mib == self.hash_mib {
            return Ok(());
        }
        let wanted = self.hash_mib;
        let refused = match &self.searcher {
            Some(searcher) => {
                let refused = searcher.lock().resize(wanted).err();
                if refused.is_some() {
                    self.hash_mib = self.prepared_mib;
                }
                refused
            }
            None => {
                let mut refused = None;
                // The size that was set before, then half of that, until there is a table to search
                // with.
                let made = loop {
                    let evaluator = Arc::clone(&self.mind().evaluator);
                    match Searcher::with_evaluator(self.hash_mib, evaluator) {
                        Ok(searcher) => break Some(searcher),
                        Err(error) => _ = refused.get_or_insert(error),
                    }
                    match self.hash_mib {
                        mib if mib > self.prepared_mib => self.hash_mib = self.prepared_mib,
                        0 | 1 => break None,
                        _ => self.hash_mib /= 2,
                    }
                };
                self.searcher = made.map(|searcher| Arc::new(Mutex::new(searcher)));
                refused
            }
        };
        self.prepared_mib = self.hash_mib;
        refused.map_or(Ok(()), Err)
    }

    fn clear_hash(&mut self) {
        if let Some(searcher) = &self.searcher {
            searcher.lock().clear();
        }
    }

    fn set_tables(
        &mut self,
        folder: Option<&Path>,
    ) -> Result<Option<tablebase::FolderReport>, TableError> {
        let opened = folder.map(P::open_tables).transpose()?.flatten();
        let (oracle, mut report) = opened.map(|opened| (opened.oracle, opened.report)).unzip();
        self.oracle = oracle;
        self.clear_hash();
        if let Some(report) = &mut report {
            report.lines.extend(self.caveat());
        }
        Ok(report)
    }

    fn set_network(&mut self, bytes: Option<&[u8]>) -> Result<(), NetworkError> {
        let mind = bytes.map(|bytes| Ok(Mind::of(Hybrid::read(bytes)?.0))).transpose()?;
        self.mind = mind.map_or_else(OnceLock::new, OnceLock::from);
        self.clear_hash();
        Ok(())
    }

    fn set_book(&mut self, book: Option<Store>) {
        self.book = book;
    }

    fn release(&mut self) {
        self.searcher = None;
    }

    fn search(
        &mut self,
        limits: &Limits,
        root_moves: &[MoveBits],
        settings: Settings,
    ) -> Result<Job, OutOfMemory> {
        self.prepare()?;
        let Some(searcher) = self.searcher.clone() else {
            return Err(OutOfMemory { mib: self.hash_mib });
        };
        let search = Search {
            searcher,
            memory: Arc::clone(&self.memory),
            oracle: self.oracle.clone(),
            evaluator: Arc::clone(&self.mind().evaluator),
            judge: self.mind().judge,
            book: self.book.clone(),
            claims: self.claims(),
            record: self.record.clone(),
            root_moves: root_moves.to_vec(),
            limits: *limits,
            settings,
        };
        Ok(Box::new(move |control, report| search.run(control, report)))
    }

    fn searcher(
        &self,
        mib: usize,
        network: &NetworkChoice,
    ) -> Result<Box<dyn AnySearcher>, NoSearcher> {
        searcher::<P>(mib, network)
    }

    fn search_values(&self) -> Vec<i64> {
        own_values::<P>()
    }

    fn perft(&self, depth: u32, part: Part, threads: usize) -> PerftJob {
        let record = self.record.clone();
        Box::new(move |stop, report| {
            if record.outcome().is_some() {
                return Some(Vec::new());
            }
            let position = record.current();
            let tell = |at, m, nodes| report(at, &position.action_text(Action::Move(m)), nodes);
            let counts = perft::divide(position, depth, part, threads, stop, &tell)?;
            Some(in_words(position, counts))
        })
    }
}

/// Writes the moves of counts.
fn in_words(position: &dyn AnyPosition, counts: Vec<(MoveBits, u64)>) -> Vec<(String, u64)> {
    let text = |(m, nodes)| (position.action_text(Action::Move(m)), nodes);
    counts.into_iter().map(text).gather()
}
