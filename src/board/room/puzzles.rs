//! Puzzles: asking them, judging what is tried, hints and solutions. The game of the session is left alone.

use std::io;
use std::time::{SystemTime, UNIX_EPOCH};

use super::{Room, no_game};
use crate::board::message::{
    ErrorCode, PuzzleDeck, PuzzleState, Reply, RequestError, ShownPosition, SolvingState,
};
use crate::board::referee::Referee;
use crate::board::trainer::{self, Wanted};
use crate::kernel::{Action, Gather, MoveBits, sort};
use crate::notation;
use crate::puzzles::{Goal, Posed, Puzzle, Verdict};

/// The nodes for a move that may be as good as that of the solution.
const NODES: u64 = 40_000;

/// The puzzle that is asked.
pub(super) struct Asked {
    game: &'static str,
    name: String,
    puzzle: Puzzle,
    posed: Posed,
    wanted: Wanted,
    /// How many moves of its line were made.
    made: usize,
    /// Whether nothing was wrong yet, and no hint was asked for.
    clean: bool,
    state: SolvingState,
}

fn broken(error: &io::Error) -> RequestError {
    RequestError::new(ErrorCode::BadFile, error)
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

impl Room {
    /// Says how many puzzles of the game there are, and of what.
    pub(super) fn puzzles(&self) -> Result<Reply, RequestError> {
        let game = self.game()?.name;
        Ok(Reply::Puzzles(self.deck(game, &Wanted::default())?))
    }

    fn deck(&self, game: &'static str, wanted: &Wanted) -> Result<PuzzleDeck, RequestError> {
        let puzzles = self.context.catalogue.puzzles(game);
        let trainer = &self.context.trainer;
        let standing =
            trainer.standing(game, puzzles, wanted, now()).map_err(|error| broken(&error))?;
        let (mut themes, mut levels) = (Vec::<(String, usize)>::new(), Vec::<(u8, usize)>::new());
        for puzzle in puzzles {
            for theme in &puzzle.themes {
                count(&mut themes, theme);
            }
            count(&mut levels, &puzzle.difficulty.level);
        }
        sort::by_key(&mut themes, |(_, count)| usize::MAX - count);
        sort::by_key(&mut levels, |(level, _)| *level);
        Ok(PuzzleDeck { game, standing, themes, levels })
    }

    /// Asks the next puzzle.
    pub(super) fn ask_puzzle(&mut self, wanted: Wanted) -> Result<Reply, RequestError> {
        let game = self.game()?.name;
        let last = self.puzzle.as_ref().filter(|asked| asked.game == game);
        let last = last.map(|asked| asked.name.clone());
        let puzzles = self.context.catalogue.puzzles(game);
        let next = self.context.trainer.next(game, puzzles, &wanted, last.as_deref(), now());
        let puzzle = next
            .map_err(|error| broken(&error))?
            .cloned()
            .ok_or_else(|| RequestError::new(ErrorCode::BadValue, "there are no such puzzles"))?;
        let session = self.context.catalogue.open(game).ok_or_else(no_game)?;
        let wrong = |error: String| RequestError::new(ErrorCode::BadFile, error);
        let start = session.kind().game().start(&[]).map_err(wrong)?;
        let posed = puzzle.pose(&*start).map_err(wrong)?;
        let name = trainer::name(&puzzle);
        let (made, clean, state) = (0, true, SolvingState::Ask);
        self.puzzle = Some(Asked { game, name, puzzle, posed, wanted, made, clean, state });
        self.shown_puzzle(None, &[])
    }

    fn asked(&mut self) -> Result<&mut Asked, RequestError> {
        let none = || RequestError::new(ErrorCode::Over, "no puzzle is asked");
        self.puzzle.as_mut().ok_or_else(none)
    }

    /// Judges a move, and answers it.
    pub(super) fn try_puzzle(&mut self, word: &str) -> Result<Reply, RequestError> {
        let asked = self.asked()?;
        let illegal =
            |error: &dyn std::fmt::Display| RequestError::new(ErrorCode::IllegalMove, error);
        if matches!(asked.state, SolvingState::Solved | SolvingState::Shown) {
            return Err(illegal(&"the puzzle is solved"));
        }
        let here = asked.posed.after(asked.made);
        let tried = match here.read_action(word).map_err(|error| illegal(&error))? {
            Action::Move(m) => m,
            Action::Resign => return Err(illegal(&"resigning solves nothing")),
        };
        if !here.moves().contains(&tried) {
            return Err(illegal(&"That is no move"));
        }
        let text = here.action_text(Action::Move(tried));
        let verdict = asked.posed.judge(asked.made, tried, NODES);
        match verdict {
            Verdict::Solution if asked.posed.goes_on(asked.made + 1) => {
                asked.made += 2;
                asked.state = SolvingState::Right;
            }
            Verdict::Solution => {
                asked.made += 1;
                asked.state = SolvingState::Solved;
            }
            Verdict::AsGood => asked.state = SolvingState::Solved,
            Verdict::Wrong => asked.state = SolvingState::Wrong,
            Verdict::Open => asked.state = SolvingState::Open,
        }
        // The first move is the point; of later ones several may be good.
        match (asked.state, asked.made) {
            (SolvingState::Wrong, 0) => self.note_puzzle(false)?,
            (SolvingState::Right | SolvingState::Solved, _) => self.note_puzzle(true)?,
            _ => {}
        }
        let beside = if verdict == Verdict::AsGood { vec![text.clone()] } else { Vec::new() };
        self.shown_puzzle(Some(text), &beside)
    }

    /// Keeps whether the puzzle was solved at once; only the first that is known of it counts.
    fn note_puzzle(&mut self, solved: bool) -> Result<(), RequestError> {
        let asked = self.asked()?;
        if !std::mem::take(&mut asked.clean) {
            return Ok(());
        }
        let (game, name) = (asked.game, asked.name.clone());
        let trainer = &self.context.trainer;
        trainer.note(game, &name, solved, now()).map_err(|error| broken(&error))
    }

    /// Names a thing of the right move, or with `whole` all of them.
    pub(super) fn clue(&mut self, whole: bool) -> Result<Reply, RequestError> {
        self.note_puzzle(false)?;
        let asked = self.asked()?;
        let m = *asked.posed.line.get(asked.made).ok_or_else(no_game)?;
        let here = asked.posed.after(asked.made);
        let at = here.moves().into_iter().position(|one: MoveBits| one == m);
        let text = here.action_text(Action::Move(m));
        let scene = here.record().scene();
        let mut path = at.and_then(|at| scene.each_path().get(at).cloned()).unwrap_or_default();
        if !whole {
            path.truncate(1);
        }
        let things = path.join(" ");
        Ok(Reply::Clue { things, r#move: whole.then_some(text) })
    }

    /// Gives the solution away.
    pub(super) fn solution(&mut self) -> Result<Reply, RequestError> {
        self.note_puzzle(false)?;
        let asked = self.asked()?;
        asked.state = SolvingState::Shown;
        asked.made = (asked.made + 1).min(asked.posed.line.len());
        self.shown_puzzle(None, &[])
    }

    /// Describes the puzzle as it stands: behind the moves made of its line, and others `beside` it.
    fn shown_puzzle(
        &mut self,
        tried: Option<String>,
        beside: &[String],
    ) -> Result<Reply, RequestError> {
        let Asked { game, puzzle, made, state, wanted, name, .. } = self.asked()?;
        let (game, made, state) = (*game, *made, *state);
        let (puzzle, wanted, name) = (puzzle.clone(), wanted.clone(), name.clone());
        let session = self.context.catalogue.open(game).ok_or_else(no_game)?;
        let mut referee = Referee::new(session, &Default::default(), Some(&puzzle.position))?;
        let moves = [&puzzle.line[..made], beside].concat();
        let snapshot = referee.look(&[], &moves)?.snapshot;
        let over = matches!(state, SolvingState::Solved | SolvingState::Shown);
        let (goal, amount) = match puzzle.goal {
            Goal::Win(plies) => ("win", i64::from(plies)),
            Goal::Draw => ("draw", 0),
            Goal::Hold(plies) => ("hold", i64::from(plies)),
            Goal::Margin(margin) => ("margin", i64::from(margin)),
        };
        Ok(Reply::Puzzle(Box::new(PuzzleState {
            id: name,
            goal,
            amount,
            level: puzzle.difficulty.level,
            nodes: puzzle.difficulty.nodes,
            themes: puzzle.themes,
            state,
            tried,
            line: over.then(|| {
                let bodies = puzzle.line.iter().map(|m| notation::body(m)).gather();
                bodies.join(" ")
            }),
            look: ShownPosition {
                ply: made,
                line: String::new(),
                position: snapshot.position.to_string(),
                last: moves.last().cloned(),
                turn: snapshot.turn,
                moves: snapshot.moves.to_string(),
                scene: (*snapshot.scene).clone(),
                score: snapshot.score,
                result: snapshot.result,
            },
            deck: self.deck(game, &wanted)?,
        })))
    }
}

fn count<T: Clone + PartialEq>(counts: &mut Vec<(T, usize)>, what: &T) {
    match counts.iter_mut().find(|(counted, _)| counted == what) {
        Some((_, count)) => *count += 1,
        None => counts.push((what.clone(), 1)),
    }
}
