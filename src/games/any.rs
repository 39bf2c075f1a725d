//! Games, positions and records whose type is known only when the program runs: what the code above needs of
//! them that is not worth compiling for each game.
//!
//! Moves are [`MoveBits`] here. Whoever passes some must have them from the same game.

use std::any::Any;
use std::marker::PhantomData;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::scene::{self, Description, Scene};
use super::{About, Game, Sector};
use crate::kernel::{
    Action, Answer, Assignment, Effort, Gather, IllegalMove, Move, MoveBits, MoveError, OptionSpec,
    OptionValue, Oracle, Outcome, Packed, Part, Player, PositionError, Proof, Record, Rules, Solve,
    SplitMix64, Verdict, Weights, chosen, perft,
};
use crate::network::{Design, Sink};
use crate::notation::Notation;
use crate::tablebase::{FolderReport, TableError};

/// Open tables of solved positions, and what to report of them.
pub type AnyTables = (Box<dyn AnyOracle>, FolderReport);

/// A game.
pub trait AnyGame: Sync {
    /// Returns the facts about it.
    fn about(&self) -> &'static About;

    /// Returns the letters of the players, in moving order.
    fn players(&self) -> [&'static str; 2];

    /// Describes it for a front end that knows neither its rules nor its notation.
    fn description(&self) -> Description;

    /// Returns the options of its rules.
    fn rule_options(&self) -> &'static [OptionSpec];

    /// Returns the start position under its rules with some choices made.
    ///
    /// # Errors
    ///
    /// Names the unknown choice, or says which values it takes.
    fn start(&self, choices: &[Assignment]) -> Result<Box<dyn AnyPosition>, String>;

    /// Returns whether bits are those of a move, legal or not.
    fn has_move(&self, m: MoveBits) -> bool;

    /// Returns the kinds of features that its moves have, and how many there are of each.
    fn features(&self) -> &'static [(&'static str, usize)];

    /// Returns what its networks are like.
    fn design(&self) -> Design;

    /// Opens its tables of solved positions in a folder; `None` if it has none.
    ///
    /// # Errors
    ///
    /// There is no such folder.
    fn open_tables(&self, folder: &Path) -> Result<Option<AnyTables>, TableError>;

    /// Returns from how many plies before the end its solver answers questions; 0 if never.
    fn solver_reach(&self) -> u32;

    /// Returns the puzzles that come with it, as text.
    fn puzzles(&self) -> &'static str;

    /// Returns what is proven of its first positions, as text.
    fn claims(&self) -> &'static str;

    /// Returns the greatest weight of a move in the bytes of the original description.
    fn most_weight(&self) -> u16;

    /// Returns a move and its weight in these bytes.
    fn literal_move(&self, m: MoveBits, weight: u16) -> [u8; 4];

    /// Reads such bytes; `None` if they are malformed.
    fn read_literal_move(&self, bytes: [u8; 4]) -> Option<(MoveBits, u16)>;
}

/// Something that knows the exact value of some positions of a game.
pub trait AnyOracle: Send + Sync {
    /// Returns the exact value of a position of the game; `None` if nothing is certain.
    fn judge(&self, position: &dyn AnyPosition) -> Option<Verdict>;

    /// Returns whether its distances count to the next move that is final, and not to the end of the game.
    fn ends_at_final(&self) -> bool;

    /// Returns what it could not read since it was last asked.
    fn complaints(&self) -> Vec<String>;
}

/// An oracle of one game.
struct OracleOf<P>(Arc<dyn Oracle<P>>);

/// Returns the oracle of a game as one of any game.
pub fn any_oracle<P: Game>(oracle: Arc<dyn Oracle<P>>) -> Box<dyn AnyOracle> {
    Box::new(OracleOf(oracle))
}

/// A sector of any game.
pub type AnySector = Sector<Box<dyn AnyPosition>>;

/// A position of any game.
pub trait AnyPosition: Any + Send + Sync {
    /// Returns the game.
    fn game(&self) -> &'static dyn AnyGame;

    /// Returns the same position once more.
    fn copied(&self) -> Box<dyn AnyPosition>;

    /// Returns the record of a game that starts here.
    fn record(&self) -> Box<dyn AnyRecord>;

    /// Returns whether it is the start position of its rules.
    fn is_first(&self) -> bool;

    /// Reads a position under the same rules.
    ///
    /// # Errors
    ///
    /// Says what is wrong and at which column.
    fn parsed(&self, text: &str) -> Result<Box<dyn AnyPosition>, PositionError>;

    /// Returns the position as canonical text.
    fn text(&self) -> String;

    /// Reads a move or a resignation and checks that it is legal here.
    ///
    /// # Errors
    ///
    /// Says where the text stops being a move, or why the move is illegal.
    fn read_action(&self, text: &str) -> Result<Action<MoveBits>, MoveError>;

    /// Returns an action of the side to move as canonical text.
    fn action_text(&self, action: Action<MoveBits>) -> String;

    /// Returns a drawing of the board as text.
    fn picture(&self) -> String;

    /// Returns a 64-bit key of the packed board.
    fn key(&self) -> u64;

    /// Counts the leaves at a depth below each legal move, on so many threads, in the order of the moves;
    /// `None` if `stop` was set before the count was complete. See [`perft::divide`].
    fn perft(&self, depth: u32, threads: usize, stop: &AtomicBool) -> Option<Vec<(MoveBits, u64)>>;

    /// Returns the value of each of the [options](AnyGame::rule_options) of the rules.
    fn choices(&self) -> Vec<OptionValue>;

    /// Returns the player to act.
    fn mover(&self) -> Player;

    /// Returns how the game ended if this position ends it.
    fn ending(&self) -> Option<Outcome>;

    /// Returns the score in points of a player, in the games that are decided by points.
    fn points_of(&self, player: Player) -> Option<i32>;

    /// Returns the settled part of the margin, in the games that are decided by points.
    fn settled_margin(&self) -> Option<i32>;

    /// Returns the legal moves.
    fn moves(&self) -> Vec<MoveBits>;

    /// Returns how many moves are legal.
    fn mobility(&self) -> usize;

    /// Calls `visit` with each legal move and the position behind it.
    fn each_behind(&self, visit: &mut dyn FnMut(MoveBits, &dyn AnyPosition));

    /// Returns the position behind a legal move.
    fn behind(&self, m: MoveBits) -> Box<dyn AnyPosition>;

    /// Returns after how many more quiet plies the game is drawn, if there is such a limit.
    fn quiet_plies_left(&self) -> Option<u32>;

    /// Returns what happens in a line of legal moves, in words of the game.
    fn themes_of(&self, line: &[MoveBits]) -> Vec<&'static str>;

    /// Returns whether no position from before a legal move can occur again after it.
    fn is_final(&self, m: MoveBits) -> bool;

    /// Returns whether a legal move changes the material.
    fn is_noisy_move(&self, m: MoveBits) -> bool;

    /// Returns the words of the packed board.
    fn board(&self) -> Vec<u64>;

    /// Returns the words of the packed board of the canonical image.
    fn canonical_board(&self) -> Vec<u64>;

    /// Returns the bytes of the original description.
    fn literal(&self) -> Vec<u8>;

    /// Returns the sectors that a text names; `None` if the game has none.
    ///
    /// # Errors
    ///
    /// Says what was expected of the text.
    fn sectors_of(&self, text: &str) -> Option<Result<Vec<AnySector>, String>>;

    /// Returns the score of a legal move and tells the numbers of its features.
    fn rated(&self, m: MoveBits, feature: &mut dyn FnMut(usize)) -> i32;

    /// Gives a sink the inputs of a network.
    fn give_inputs(&self, sink: &mut dyn Sink);

    /// Returns the sum of the terms of the evaluation under those weights.
    fn weighed(&self, weights: &[i32]) -> i32;

    /// Solves the rest of the game, if the game has a solver and it takes about `nodes` nodes at most.
    fn proof(&self, nodes: u64, effort: Effort) -> Option<Proof<MoveBits>>;

    /// Answers whether the final margin is at least `margin`; see [`Solve::reaches`].
    fn reaches(&self, margin: i32, effort: Effort) -> Answer;

    /// Returns after how many plies the game ends, if that is known.
    fn plies_to_end(&self) -> Option<u32>;
}

/// A record of any game.
pub trait AnyRecord: Any + Send + Sync {
    /// Returns the same record once more.
    fn copied(&self) -> Box<dyn AnyRecord>;

    /// Returns how many moves were made.
    fn plies(&self) -> usize;

    /// Returns the position after so many moves, at most [`plies`](Self::plies).
    fn position(&self, plies: usize) -> &dyn AnyPosition;

    /// Returns the move after so many moves.
    fn played(&self, plies: usize) -> MoveBits;

    /// Returns how the game ended, or `None` if it is not over.
    fn result(&self) -> Option<Outcome>;

    /// Returns who resigned.
    fn resigner(&self) -> Option<Player>;

    /// Describes the current position for a front end that knows neither rules nor notation.
    fn scene(&self) -> Scene;

    /// Returns the words of the packed boards whose next occurrence is a draw.
    fn drawn_next(&self) -> Vec<Vec<u64>>;

    /// Plays an action.
    ///
    /// # Errors
    ///
    /// Refuses an illegal move, and anything once the game is over; the record stays as it was.
    fn act(&mut self, action: Action<MoveBits>) -> Result<(), IllegalMove>;

    /// Takes back the last action and returns whether there was one.
    fn take_back(&mut self) -> bool;
}

impl dyn AnyRecord {
    /// Returns the position after the last move.
    #[must_use]
    pub fn now(&self) -> &dyn AnyPosition {
        self.position(self.plies())
    }

    /// Returns the legal moves; none when the game is over.
    #[must_use]
    pub fn legal(&self) -> Vec<MoveBits> {
        if self.result().is_none() { self.now().moves() } else { Vec::new() }
    }

    /// Returns one of the legal moves, each with the same probability; `None` when the game is over.
    #[must_use]
    pub fn random(&self, rng: &mut SplitMix64) -> Option<MoveBits> {
        let moves = self.legal();
        (!moves.is_empty()).then(|| moves[rng.below(moves.len())])
    }

    /// Returns the legal moves as canonical texts; none when the game is over.
    #[must_use]
    pub fn legal_texts(&self) -> Vec<String> {
        let text = |m| self.now().action_text(Action::Move(m));
        self.legal().into_iter().map(text).gather()
    }

    /// Returns the moves as canonical texts.
    #[must_use]
    pub fn texts(&self) -> Vec<String> {
        let text = |at| self.position(at).action_text(Action::Move(self.played(at)));
        (0..self.plies()).map(text).gather()
    }
}

/// The value that stands for a game.
pub(super) struct Of<P>(pub(super) PhantomData<fn() -> P>);

/// Passes on inputs.
struct Inputs<'a>(&'a mut dyn Sink);

impl Sink for Inputs<'_> {
    fn flag(&mut self, at: usize) {
        self.0.flag(at);
    }

    fn count(&mut self, at: usize, number: i32) {
        self.0.count(at, number);
    }

    fn tally(&mut self, at: usize, number: i32) {
        self.0.tally(at, number);
    }
}

/// Returns the move that bits stand for.
fn decoded<M: Move>(m: MoveBits) -> M {
    m.decode().expect("moves are of the game that they are given to")
}

/// Returns the bits of a move.
pub(super) fn bits<M: Move>(m: M) -> MoveBits {
    MoveBits::of(m).expect("every move has bits")
}

fn typed<M: Move>(action: Action<MoveBits>) -> Action<M> {
    match action {
        Action::Move(m) => Action::Move(decoded(m)),
        Action::Resign => Action::Resign,
    }
}

impl<P: Game> AnyGame for Of<P> {
    fn about(&self) -> &'static About {
        P::ABOUT
    }

    fn players(&self) -> [&'static str; 2] {
        P::PLAYERS
    }

    fn description(&self) -> Description {
        scene::describe::<P>()
    }

    fn rule_options(&self) -> &'static [OptionSpec] {
        P::Rules::OPTIONS
    }

    fn start(&self, choices: &[Assignment]) -> Result<Box<dyn AnyPosition>, String> {
        Ok(Box::new(P::start(&chosen(P::NAME, choices)?)))
    }

    fn has_move(&self, m: MoveBits) -> bool {
        m.decode::<P::Move>().is_some()
    }

    fn features(&self) -> &'static [(&'static str, usize)] {
        P::FEATURES
    }

    fn design(&self) -> Design {
        Design::of::<P>()
    }

    fn open_tables(&self, folder: &Path) -> Result<Option<AnyTables>, TableError> {
        let opened = P::open_tables(folder)?;
        Ok(opened.map(|it| (any_oracle(it.oracle), it.report)))
    }

    fn solver_reach(&self) -> u32 {
        P::REACH
    }

    fn puzzles(&self) -> &'static str {
        P::PUZZLES
    }

    fn claims(&self) -> &'static str {
        P::CLAIMS
    }

    fn most_weight(&self) -> u16 {
        P::MOST_WEIGHT
    }

    fn literal_move(&self, m: MoveBits, weight: u16) -> [u8; 4] {
        P::literal_move(decoded(m), weight)
    }

    fn read_literal_move(&self, bytes: [u8; 4]) -> Option<(MoveBits, u16)> {
        P::read_literal_move(bytes).map(|(m, weight)| (bits(m), weight))
    }
}

impl<P: Game> AnyOracle for OracleOf<P> {
    fn judge(&self, position: &dyn AnyPosition) -> Option<Verdict> {
        (position as &dyn Any).downcast_ref().and_then(|position| self.0.judge(position))
    }

    fn ends_at_final(&self) -> bool {
        self.0.ends_at_irreversible()
    }

    fn complaints(&self) -> Vec<String> {
        self.0.complaints()
    }
}

impl<P: Game> AnyPosition for P {
    fn game(&self) -> &'static dyn AnyGame {
        &Of::<P>(PhantomData)
    }

    fn copied(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }

    fn record(&self) -> Box<dyn AnyRecord> {
        Box::new(Record::new(self.clone()))
    }

    fn is_first(&self) -> bool {
        *self == P::start(&self.rules())
    }

    fn parsed(&self, text: &str) -> Result<Box<dyn AnyPosition>, PositionError> {
        Ok(Box::new(P::read_position(text, &self.rules())?))
    }

    fn text(&self) -> String {
        self.write_position()
    }

    fn read_action(&self, text: &str) -> Result<Action<MoveBits>, MoveError> {
        Ok(match self.read_move(text)? {
            Action::Move(m) => Action::Move(bits(m)),
            Action::Resign => Action::Resign,
        })
    }

    fn action_text(&self, action: Action<MoveBits>) -> String {
        self.write_action(typed(action))
    }

    fn picture(&self) -> String {
        Notation::picture(self)
    }

    fn key(&self) -> u64 {
        self.packed().fold()
    }

    fn perft(&self, depth: u32, threads: usize, stop: &AtomicBool) -> Option<Vec<(MoveBits, u64)>> {
        perft::divide(self, depth, Part::default(), threads, stop, &|_, _, _| {})
    }

    fn choices(&self) -> Vec<OptionValue> {
        let rules = self.rules();
        (0..P::Rules::OPTIONS.len()).map(|at| rules.get(at)).gather()
    }

    fn mover(&self) -> Player {
        self.to_move()
    }

    fn ending(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn points_of(&self, player: Player) -> Option<i32> {
        self.points(player)
    }

    fn settled_margin(&self) -> Option<i32> {
        (P::MAX_MARGIN > 0).then(|| self.settled())
    }

    fn moves(&self) -> Vec<MoveBits> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        MoveBits::of_all(&moves)
    }

    fn mobility(&self) -> usize {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.len()
    }

    fn each_behind(&self, visit: &mut dyn FnMut(MoveBits, &dyn AnyPosition)) {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        let mut behind = self.clone();
        for m in moves {
            let undo = behind.make(m);
            visit(bits(m), &behind);
            behind.unmake(m, undo);
        }
    }

    fn behind(&self, m: MoveBits) -> Box<dyn AnyPosition> {
        let mut behind = self.clone();
        behind.make(decoded(m));
        Box::new(behind)
    }

    fn quiet_plies_left(&self) -> Option<u32> {
        self.quiet_left()
    }

    fn themes_of(&self, line: &[MoveBits]) -> Vec<&'static str> {
        self.themes(&MoveBits::decode_all(line))
    }

    fn is_final(&self, m: MoveBits) -> bool {
        self.is_irreversible(decoded(m))
    }

    fn is_noisy_move(&self, m: MoveBits) -> bool {
        self.is_noisy(decoded(m))
    }

    fn board(&self) -> Vec<u64> {
        self.packed().words().to_vec()
    }

    fn canonical_board(&self) -> Vec<u64> {
        self.canonical().words().to_vec()
    }

    fn literal(&self) -> Vec<u8> {
        self.literal_state()
    }

    fn sectors_of(&self, text: &str) -> Option<Result<Vec<AnySector>, String>> {
        let boxed = |position| Box::new(position) as Box<dyn AnyPosition>;
        let sectors = match P::sectors(text, &self.rules())? {
            Ok(sectors) => sectors,
            Err(error) => return Some(Err(error)),
        };
        let mut all = Vec::with_capacity(sectors.len());
        for Sector { name, count, sample, positions } in sectors {
            let mut boxes = Vec::with_capacity(sample.len());
            for position in sample {
                boxes.push(boxed(position));
            }
            let positions = Box::new(positions.map(boxed));
            all.push(Sector { name, count, sample: boxes, positions });
        }
        Some(Ok(all))
    }

    fn rated(&self, m: MoveBits, feature: &mut dyn FnMut(usize)) -> i32 {
        self.features(decoded(m), feature);
        self.move_score(decoded(m))
    }

    fn give_inputs(&self, sink: &mut dyn Sink) {
        self.read(&mut Inputs(sink));
    }

    fn weighed(&self, weights: &[i32]) -> i32 {
        self.weigh(&P::Weights::from_values(weights))
    }

    fn proof(&self, nodes: u64, effort: Effort) -> Option<Proof<MoveBits>> {
        if self.proof_nodes(0)? > nodes {
            return None;
        }
        let Proof { margin, line } = self.prove(effort).proof?;
        Some(Proof { margin, line: MoveBits::of_all(&line) })
    }

    fn reaches(&self, margin: i32, effort: Effort) -> Answer {
        Solve::reaches(self, margin, effort)
    }

    fn plies_to_end(&self) -> Option<u32> {
        self.plies_left()
    }
}

impl<P: Game> AnyRecord for Record<P> {
    fn copied(&self) -> Box<dyn AnyRecord> {
        Box::new(self.clone())
    }

    fn plies(&self) -> usize {
        self.steps().len()
    }

    fn position(&self, plies: usize) -> &dyn AnyPosition {
        self.steps().get(plies).map_or(self.current(), |step| &step.before)
    }

    fn played(&self, plies: usize) -> MoveBits {
        bits(self.steps()[plies].played)
    }

    fn result(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn resigner(&self) -> Option<Player> {
        self.resigned()
    }

    fn scene(&self) -> Scene {
        scene::scene(self)
    }

    fn drawn_next(&self) -> Vec<Vec<u64>> {
        let mut boards = Vec::new();
        for board in Self::drawn_next(self) {
            boards.push(board.words().to_vec());
        }
        boards
    }

    fn act(&mut self, action: Action<MoveBits>) -> Result<(), IllegalMove> {
        self.play(typed(action))
    }

    fn take_back(&mut self) -> bool {
        self.undo()
    }
}
