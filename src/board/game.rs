//! The state of a game: its record, its players and its referee. No searches, no sockets.

use std::collections::BTreeMap;

use serde_json::Value;
use tokio::time::Instant;

use super::catalogue::{self, GameEntry};
use super::clock::Clock;
use super::library::Library;
use super::message::{Awaited, ErrorCode, LONGEST_GAME, Lesson, RequestError, Seat};
use super::referee::{Continuation, Referee};
use super::snapshot::{Conclusion, Snapshot};
use super::tree::GameTree;
use crate::engine::Explorer;
use crate::kernel::Gather;
use crate::notation::{MoveTree, TooDeep};
use crate::wire::{SetOption, SetPosition};

/// The default time that a move of AI v AI stays on the board, in milliseconds.
pub(super) const SPEED: u64 = 600;

/// The table of an engine that plays or analyses, in MiB.
const HASH: u32 = 64;

/// How a game ends in which a player has no time left.
pub(super) const TIME: &str = "time";

/// A game, its record and its players.
pub(super) struct BoardGame {
    pub(super) name: &'static str,
    /// The letters of the players, in moving order.
    pub(super) players: [&'static str; 2],
    /// The options of the game, all of them.
    pub(super) options: BTreeMap<String, Value>,
    /// Those that differ from the default.
    pub(super) rules: Vec<(String, String)>,
    /// The position it started from; `None` for the start position of the rules.
    pub(super) start: Option<String>,
    pub(super) seats: [Seat; 2],
    pub(super) is_paused: bool,
    pub(super) speed: u64,
    pub(super) clock: Option<Clock>,
    /// Whether its result has been counted for the strength of the human.
    pub(super) is_counted: bool,
    /// Who has lost on time, and how that is told.
    flagged: Option<Conclusion>,
    referee: Referee,
    /// The moves made, followed by those taken back, with their variations.
    moves: GameTree,
    /// The number of moves made.
    ply: usize,
    /// What is known about the positions, by ply.
    snapshots: Vec<Option<Snapshot>>,
    /// What searches found about them.
    judgements: Vec<Option<Judgement>>,
}

/// What a search found about a position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Judgement {
    /// The first player's chance of winning; a draw counts half.
    pub(super) chance: f64,
    pub(super) best: Option<String>,
    /// The winning chance lost by the move played from here.
    pub(super) loss: Option<f64>,
    /// Why that move is a mistake, if it is one.
    pub(super) why: Option<Lesson>,
    /// Whether the chance is certain: the game is over, or its end is known.
    pub(super) proven: bool,
}

impl Judgement {
    /// Returns that of a chance alone, which is an estimate.
    pub(super) const fn of(chance: f64) -> Self {
        Self { chance, best: None, loss: None, why: None, proven: false }
    }
}

impl BoardGame {
    /// Returns a game at its start.
    pub(super) fn new(
        entry: &GameEntry,
        options: BTreeMap<String, Value>,
        start: Option<String>,
        seats: [Seat; 2],
        referee: Referee,
    ) -> Self {
        let is_changed = |name: &String, value: &Value| {
            let mut choices = entry.options.iter();
            choices.any(|choice| choice.name == name && choice.kind.default() != *value)
        };
        let changed = options.iter().filter(|(name, value)| is_changed(name, value));
        let rules = changed.map(|(name, value)| (name.clone(), catalogue::text(value))).gather();
        Self {
            name: entry.name,
            players: entry.players,
            options,
            rules,
            start,
            seats,
            is_paused: false,
            speed: SPEED,
            clock: None,
            is_counted: false,
            flagged: None,
            referee,
            moves: GameTree::default(),
            ply: 0,
            snapshots: vec![None],
            judgements: vec![None],
        }
    }

    /// Plays the moves that the game starts with.
    ///
    /// # Errors
    ///
    /// A move is illegal, or there are too many.
    pub(super) fn replay(&mut self, tree: &MoveTree) -> Result<(), RequestError> {
        let tree = self.referee.tree(tree)?;
        self.moves.set(tree)?;
        self.ply = self.plies();
        self.forget(0);
        self.fill()
    }

    /// From a ply on the moves are others: what was known of later ones is forgotten.
    fn forget(&mut self, fork: usize) {
        // The loss of the move from here goes with the move.
        if let Some(Some(judgement)) = self.judgements.get_mut(fork) {
            judgement.loss = None;
            judgement.why = None;
        }
        self.snapshots.truncate(fork + 1);
        self.snapshots.resize(self.plies() + 1, None);
        self.judgements.truncate(fork + 1);
        self.judgements.resize(self.plies() + 1, None);
    }

    /// Changes the tree of moves. A game whose moves are others then stands at their end. Returns from
    /// which ply on they are.
    ///
    /// # Errors
    ///
    /// There is nothing to change, or the tree would be too large.
    pub(super) fn edit(
        &mut self,
        change: impl FnOnce(&mut MoveTree) -> Result<bool, TooDeep>,
    ) -> Result<usize, RequestError> {
        let plies = self.plies();
        let fork = self.moves.edit(change)?;
        if fork < plies.max(self.plies()) {
            self.forget(fork);
        }
        if fork < self.ply {
            self.go_to(self.plies());
            self.is_paused |= self.seats.iter().any(|seat| matches!(seat, Seat::Ai { .. }));
        }
        Ok(fork)
    }

    /// Adds moves from a ply on as a variation.
    ///
    /// # Errors
    ///
    /// A move is illegal, the game ends there, or the tree would be too large.
    pub(super) fn vary(&mut self, ply: usize, line: &[String]) -> Result<(), RequestError> {
        let line = self.look(ply, line)?.moves;
        self.moves.vary(ply, &line)
    }

    /// Returns the path in the tree to moves from a ply on, in any spelling.
    ///
    /// # Errors
    ///
    /// There is no such ply, or a move is illegal.
    pub(super) fn path(
        &mut self,
        ply: usize,
        line: &[String],
    ) -> Result<Vec<String>, RequestError> {
        let line = if line.is_empty() { Vec::new() } else { self.look(ply, line)?.moves };
        self.look(ply, &[])?;
        Ok(self.moves.path(ply, &line))
    }

    pub(super) const fn tree(&self) -> &MoveTree {
        self.moves.tree()
    }

    /// Finds the effect of moves from a ply without changing the game.
    ///
    /// # Errors
    ///
    /// There is no such ply, or a move is illegal.
    pub(super) fn look(
        &mut self,
        ply: usize,
        moves: &[String],
    ) -> Result<Continuation, RequestError> {
        match self.moves.main().get(..ply) {
            Some(record) => self.referee.look(record, moves),
            None => {
                let text = format!("there are {} plies", self.plies());
                Err(RequestError::new(ErrorCode::Stale, text))
            }
        }
    }

    /// Returns what lists the moves behind further ones from a ply.
    ///
    /// # Errors
    ///
    /// There is no such ply, or a move is illegal.
    pub(super) fn explorer(
        &mut self,
        ply: usize,
        moves: &[String],
        library: &Library,
    ) -> Result<Explorer, RequestError> {
        self.look(ply, &[])?;
        self.referee.explorer(&self.moves.main()[..ply], moves, library)
    }

    /// Draws the position behind further moves from a ply as text.
    ///
    /// # Errors
    ///
    /// There is no such ply, or a move is illegal.
    pub(super) fn drawing(&mut self, ply: usize, moves: &[String]) -> Result<String, RequestError> {
        self.look(ply, moves)?;
        Ok(self.referee.picture())
    }

    /// Describes the position of a ply.
    ///
    /// # Errors
    ///
    /// There is no such ply.
    pub(super) fn describe(&mut self, ply: usize) -> Result<Snapshot, RequestError> {
        if let Some(snapshot) = self.snapshot(ply) {
            return Ok(snapshot.clone());
        }
        let snapshot = self.look(ply, &[])?.snapshot;
        self.snapshots[ply] = Some(snapshot.clone());
        Ok(snapshot)
    }

    /// Makes sure that everything in a state is known.
    ///
    /// # Errors
    ///
    /// The referee has failed.
    pub(super) fn fill(&mut self) -> Result<(), RequestError> {
        self.describe(self.ply).map(drop)
    }

    pub(super) const fn ply(&self) -> usize {
        self.ply
    }

    /// Returns the number of moves, including those taken back.
    pub(super) fn plies(&self) -> usize {
        self.moves.main().len()
    }

    /// Returns all moves, including those taken back.
    pub(super) fn record(&self) -> &[String] {
        self.moves.main()
    }

    /// Returns the moves that lead to the current position.
    pub(super) fn played(&self) -> &[String] {
        &self.record()[..self.ply]
    }

    pub(super) fn snapshot(&self, ply: usize) -> Option<&Snapshot> {
        self.snapshots.get(ply)?.as_ref()
    }

    pub(super) fn judgement(&self, ply: usize) -> Option<&Judgement> {
        self.judgements.get(ply)?.as_ref()
    }

    pub(super) fn judge(&mut self, ply: usize, judgement: Judgement) {
        if let Some(place) = self.judgements.get_mut(ply) {
            *place = Some(judgement);
        }
    }

    /// Says why the move played at a ply is a mistake.
    pub(super) fn lesson(
        &mut self,
        ply: usize,
        better: Vec<String>,
        refutation: Vec<String>,
    ) -> Option<Lesson> {
        let record = self.moves.main();
        let played = record.get(ply)?;
        let sentences = self.referee.explain(&record[..ply], played, &better, &refutation);
        Some(Lesson { sentences, better, refutation })
    }

    /// Returns the index of the player with that letter.
    pub(super) fn player(&self, letter: &str) -> usize {
        usize::from(self.players[1] == letter)
    }

    /// Returns who is to move at a ply, judging by the move that follows or, at the end, by the
    /// position. Moves start with the letter of their player.
    pub(super) fn mover(&self, ply: usize) -> usize {
        let letter = match self.record().get(ply) {
            Some(text) => text.split('[').next().unwrap_or_default(),
            None => self.snapshot(ply).map_or("", |snapshot| snapshot.turn.as_str()),
        };
        self.player(letter)
    }

    /// Returns who made each move of the record: `0` or `1`, an index of the players.
    pub(super) fn movers(&self) -> String {
        (0..self.plies()).map(|ply| if self.mover(ply) == 0 { '0' } else { '1' }).collect()
    }

    /// Finds why things of a ply, clicked in that order, make no move, or which they make.
    ///
    /// # Errors
    ///
    /// There is no such ply, or the move is illegal.
    pub(super) fn attempt(&mut self, ply: usize, things: &[&str]) -> Result<String, RequestError> {
        self.look(ply, &[])?;
        let text = self.referee.attempt(things)?;
        let played = self.look(ply, &[text])?.moves;
        Ok(played.into_iter().next().unwrap_or_default())
    }

    /// Returns whether a human is to move at a ply.
    pub(super) fn is_humans(&self, ply: usize) -> bool {
        matches!(self.seats[self.mover(ply)], Seat::Human { .. })
    }

    /// Returns whether no human plays.
    pub(super) fn is_among_engines(&self) -> bool {
        self.seats.iter().all(|seat| matches!(seat, Seat::Ai { .. }))
    }

    pub(super) fn result(&self) -> Option<&Conclusion> {
        let by_rules = self.snapshot(self.ply).and_then(|snapshot| snapshot.result.as_ref());
        by_rules.or(self.flagged.as_ref())
    }

    /// A player has no time left: the other one has won.
    pub(super) fn flag(&mut self, loser: usize, now: Instant) {
        if let Some(clock) = &mut self.clock {
            clock.stop(now);
        }
        let winner = self.players[1 - loser].to_owned();
        let text = format!("{winner} wins ({TIME})");
        self.flagged = Some(Conclusion { winner: Some(winner), ending: TIME.to_owned(), text });
    }

    /// Lets the clock of whoever is to move run, once a move was made, or stops it.
    pub(super) fn run_clock(&mut self, now: Instant, runs: bool) {
        let mover = self.mover(self.ply);
        let has_begun = self.ply > 0;
        let Some(clock) = &mut self.clock else { return };
        if runs && has_begun {
            clock.start(mover, now);
        } else {
            clock.stop(now);
        }
    }

    /// The player who moved last has pressed the clock.
    pub(super) fn press_clock(&mut self, mover: usize, now: Instant) {
        let goes_on = matches!(self.waits(), Awaited::Human | Awaited::Ai);
        let next = goes_on.then(|| self.mover(self.ply));
        if let Some(clock) = &mut self.clock {
            clock.press(mover, next, now);
        }
    }

    /// Returns who is to act: nobody if the game is over or has reached the greatest length.
    pub(super) fn waits(&self) -> Awaited {
        if self.result().is_some() || self.ply >= LONGEST_GAME {
            Awaited::Over
        } else if self.is_humans(self.ply) {
            Awaited::Human
        } else if self.is_paused {
            Awaited::Paused
        } else {
            Awaited::Ai
        }
    }

    /// Makes a move. Others that followed here become its variation.
    pub(super) fn play(&mut self, text: &str, snapshot: Snapshot) {
        let fork = self.moves.play(self.ply, text);
        if fork <= self.ply {
            self.forget(fork);
        }
        self.ply += 1;
        self.snapshots[self.ply] = Some(snapshot);
    }

    /// Goes to a ply; later moves count as taken back.
    pub(super) fn go_to(&mut self, ply: usize) {
        self.ply = ply.min(self.plies());
        if self.flagged.take().is_some() {
            // Who takes a loss on time back plays on without clocks.
            self.clock = None;
        }
    }

    /// Returns the ply that an undo leads to: the last decision of a human or, if no human plays,
    /// the move before. `None` if there is none.
    pub(super) fn undo_target(&self) -> Option<usize> {
        if self.is_among_engines() {
            return self.ply.checked_sub(1);
        }
        (0..self.ply).rev().find(|ply| self.is_humans(*ply))
    }

    /// Returns the ply that a redo leads to: the next decision of a human, or the end. `None` if
    /// nothing was taken back.
    pub(super) fn redo_target(&self) -> Option<usize> {
        let last = self.plies();
        if self.ply == last {
            return None;
        }
        if self.is_among_engines() {
            return Some(self.ply + 1);
        }
        Some((self.ply + 1..last).find(|ply| self.is_humans(*ply)).unwrap_or(last))
    }

    /// Returns the commands that prepare an engine for the game, and for searches on so many
    /// threads.
    pub(super) fn setup(&self, threads: usize) -> Vec<String> {
        // A child may have played under other rules before.
        let rules =
            self.options.iter().map(|(name, value)| (name.as_str(), catalogue::text(value)));
        let options = [("UCI_Variant", self.name.to_owned())].into_iter().chain(rules).chain([
            ("Hash", HASH.to_string()),
            ("Threads", threads.to_string()),
            ("UCI_ShowWDL", true.to_string()),
        ]);
        options.map(|(name, value)| SetOption::new(name, Some(&value)).to_string()).gather()
    }

    /// Returns the command that sets the position of a ply, or behind a line from there.
    pub(super) fn position(&self, ply: usize, line: &[String]) -> String {
        let moves = self.record()[..ply].iter().chain(line).map(String::as_str);
        SetPosition::new(self.start.as_deref(), moves).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Engine, Level};

    fn human() -> Seat {
        Seat::HUMAN
    }

    fn ai() -> Seat {
        Seat::Ai {
            level: Level::new(3).unwrap(),
            auto: false,
            remember: None,
            tables: false,
            book: false,
        }
    }

    fn chess() -> BoardGame {
        let start = "x".to_owned();
        let entry = GameEntry { name: "chess", players: ["1", "2"], start, ..GameEntry::default() };
        // A referee that is never asked.
        let session = Engine::new().session().fresh();
        let referee = Referee::new(session, &BTreeMap::new(), None).unwrap();
        BoardGame::new(&entry, BTreeMap::new(), None, [human(), human()], referee)
    }

    fn snapshot(turn: &str) -> Snapshot {
        let (position, turn) = (format!("turn[{turn}]").into(), turn.to_owned());
        let moves = format!("{turn}[x] {turn}[y]").into();
        Snapshot { position, turn, moves, ..Snapshot::default() }
    }

    fn game(seats: [Seat; 2]) -> BoardGame {
        let mut game = BoardGame { seats, ..chess() };
        game.snapshots[0] = Some(snapshot("1"));
        // The second player moves twice in a row, as happens in some games.
        for (text, turn) in [("1[a]", "2"), ("2[b]", "2"), ("2[c]", "1"), ("1[d]", "2")] {
            game.play(text, snapshot(turn));
        }
        game
    }

    #[test]
    fn undo_goes_to_the_last_decision_of_a_human() {
        for (seats, plies) in [
            ([human(), human()], vec![3, 2, 1, 0]),
            ([human(), ai()], vec![3, 0]),
            ([ai(), human()], vec![2, 1]),
            ([ai(), ai()], vec![3, 2, 1, 0]),
        ] {
            let mut game = game(seats);
            let mut seen = Vec::new();
            while let Some(ply) = game.undo_target() {
                game.go_to(ply);
                seen.push(ply);
            }
            assert_eq!(seen, plies);
            assert_eq!(game.plies(), 4, "nothing is lost");
        }
    }

    #[test]
    fn redo_mirrors_undo() {
        for (seats, plies) in [
            ([human(), human()], vec![1, 2, 3, 4]),
            ([human(), ai()], vec![3, 4]),
            ([ai(), human()], vec![1, 2, 4]),
            ([ai(), ai()], vec![1, 2, 3, 4]),
        ] {
            let mut game = game(seats);
            game.go_to(0);
            let mut seen = Vec::new();
            while let Some(ply) = game.redo_target() {
                game.go_to(ply);
                seen.push(ply);
            }
            assert_eq!(seen, plies);
        }
    }

    #[test]
    fn a_new_move_makes_a_variation_of_what_was_taken_back() {
        let mut game = game([human(), human()]);
        game.judge(1, Judgement { loss: Some(0.1), ..Judgement::of(0.5) });
        game.judge(3, Judgement::of(0.5));
        game.go_to(1);
        assert_eq!((game.ply(), game.plies(), game.played().len()), (1, 4, 1));
        game.play("2[z]", snapshot("1"));
        assert_eq!((game.ply(), game.plies()), (2, 2));
        assert_eq!(game.record(), ["1[a]", "2[z]"]);
        assert_eq!(game.tree().to_string(), "1[a];2[z] (2[b];2[c];1[d])\n");
        assert_eq!(game.judgement(3), None);
        assert_eq!(game.judgement(1).unwrap().loss, None, "the move it belongs to is gone");
        assert_eq!(game.snapshot(2).unwrap().turn, "1");
        assert_eq!(game.redo_target(), None);
        // The move that was taken back brings what followed with it.
        game.go_to(1);
        game.play("2[b]", snapshot("2"));
        assert_eq!((game.ply(), game.plies(), game.redo_target()), (2, 4, Some(3)));
        assert_eq!(game.snapshot(4), None, "nothing is known of it any more");
        game.judge(2, Judgement { loss: Some(0.1), ..Judgement::of(0.5) });
        game.play("2[c]", snapshot("1"));
        assert_eq!(game.judgement(2).unwrap().loss, Some(0.1), "the same move");
    }

    #[test]
    fn a_game_that_is_changed_stands_at_its_end() {
        let mut game = game([human(), ai()]);
        let line = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let insert = line("1[a] 2[z] 1[y]");
        assert_eq!(game.edit(|tree| tree.insert(&insert).map(|()| true)), Ok(4));
        assert_eq!((game.ply(), game.is_paused), (4, false));
        assert_eq!(game.edit(|tree| tree.promote(&insert)), Ok(1));
        assert_eq!((game.ply(), game.plies(), game.is_paused), (3, 3, true));
        game.go_to(1);
        assert_eq!(game.edit(|tree| tree.promote(&line("1[a] 2[b]"))), Ok(1));
        assert_eq!((game.ply(), game.plies()), (1, 4));
        assert_eq!(game.edit(|tree| Ok(tree.prune(&line("1[a] 2[b] 2[c]")))), Ok(2));
        assert_eq!((game.ply(), game.plies()), (1, 2));
        assert_eq!(
            game.edit(|tree| Ok(tree.prune(&line("1[x]")))).unwrap_err().code,
            ErrorCode::Stale
        );
    }

    #[test]
    fn who_is_to_act() {
        let mut game = game([human(), ai()]);
        assert_eq!(game.waits(), Awaited::Ai);
        game.is_paused = true;
        assert_eq!(game.waits(), Awaited::Paused);
        game.go_to(0);
        assert_eq!(game.waits(), Awaited::Human, "a human may move in a pause");
        game.go_to(4);
        let text = "1 wins (pieces)".to_owned();
        let result = Conclusion { winner: Some("1".to_owned()), ending: "pieces".to_owned(), text };
        game.snapshots[4] = Some(Snapshot { result: Some(result), ..snapshot("2") });
        assert_eq!(game.waits(), Awaited::Over);
    }

    #[test]
    fn engines_are_told_the_rules_and_the_moves() {
        let mut game = game([human(), ai()]);
        game.options.insert("Chess Quiet".to_owned(), Value::from(50));
        assert_eq!(
            game.setup(2)[..2],
            ["setoption name UCI_Variant value chess", "setoption name Chess Quiet value 50"]
        );
        assert_eq!(game.position(0, &[]), "position startpos");
        assert_eq!(game.position(2, &[]), "position startpos moves 1[a] 2[b]");
        game.start = Some("turn[1]".to_owned());
        assert_eq!(game.position(1, &[]), "position fen turn[1] moves 1[a]");
    }
}
