//! The engine for programs that play: a game, moves as text, the best move.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use thiserror::Error;

use super::options::{Engine, OptionError};
use super::session::MoveRefused;
use crate::kernel::Part;
use crate::notation::moves;
use crate::search::{self, Control, Event, Limits, Line, OutOfMemory};

/// Why there was no search.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SearchError {
    /// There is no memory for its table.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The system gives no thread with a stack that is deep enough.
    #[error("no thread to search on")]
    Thread,
}

impl Engine {
    /// Returns the engine with a game of this crate at its start.
    ///
    /// ```
    /// use quincunx::engine::Engine;
    /// use quincunx::games::{GameList, Standard};
    ///
    /// for name in Standard::NAMES {
    ///     assert_eq!(Engine::playing(name).unwrap().session().name(), *name);
    /// }
    /// assert!(Engine::playing("chess").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// There is no such game.
    pub fn playing(game: &str) -> Result<Self, OptionError> {
        let mut engine = Self::new();
        engine.set_option("UCI_Variant", Some(game))?;
        Ok(engine)
    }

    /// Plays moves, all or none: one or several, separated by white space or `;`, with or without
    /// their player.
    ///
    /// ```
    /// # let mut engine = quincunx::engine::Engine::new();
    /// let first = engine.session().legal_moves()[0].clone();
    /// engine.play_str(&first).unwrap();
    /// let second = engine.session().legal_moves()[0].clone();
    /// // All or none: the first move can be played, what follows is no move.
    /// let refused = engine.play_str(&format!("{second}; nonsense")).unwrap_err();
    /// assert_eq!((refused.ordinal, refused.text.as_str()), (2, "nonsense"));
    /// assert_eq!(engine.session().played(), [first]);
    /// ```
    ///
    /// # Errors
    ///
    /// The first move that is refused; nothing has changed then.
    pub fn play_str(&mut self, text: &str) -> Result<(), MoveRefused> {
        self.session_mut().play(&moves(text))
    }

    /// Returns the best move that a search within limits finds in the current position; `None` if the
    /// game is over.
    ///
    /// ```
    /// # use quincunx::{engine::Engine, search::Limits};
    /// let mut engine = Engine::new();
    /// let best = engine.best_move(&Limits::depth(2)).unwrap().expect("the game is not over");
    /// assert!(engine.session().legal_moves().contains(&best));
    /// ```
    ///
    /// # Errors
    ///
    /// There is no memory or no thread for a search.
    pub fn best_move(&mut self, limits: &Limits) -> Result<Option<String>, SearchError> {
        Ok(self.best_line(limits, |_| {})?.best())
    }

    /// Searches the current position within limits, tells each line as it is found, and returns the
    /// last: the moves, what they are worth to the player to move, the depth, the nodes, the time.
    ///
    /// ```
    /// # use quincunx::{engine::Engine, search::Limits};
    /// let mut engine = Engine::new();
    /// let mut depths = Vec::new();
    /// let line = engine.best_line(&Limits::depth(3), |line| depths.push(line.depth)).unwrap();
    /// println!("{} is worth {}, {} nodes", line.pv.join(" "), line.worth, line.nodes);
    /// assert_eq!((depths[0], line.depth), (1, 3));
    /// ```
    ///
    /// # Errors
    ///
    /// There is no memory or no thread for a search.
    pub fn best_line(
        &mut self,
        limits: &Limits,
        mut tell: impl FnMut(&Line<String>) + Send,
    ) -> Result<Line<String>, SearchError> {
        let settings = self.settings();
        let job = self.session_mut().search(limits, &[], settings)?;
        let control = Control::new(Instant::now());
        let mut report = |event| {
            if let Event::Line(line) = event {
                tell(&line);
            }
        };
        search::on_thread(|| job(&control, &mut report)).map_err(|_| SearchError::Thread)
    }

    /// Counts the leaves of the game tree of the current position at that depth, below each move.
    ///
    /// ```
    /// # let engine = quincunx::engine::Engine::new();
    /// let counts = engine.perft(2);
    /// let moves: Vec<String> = counts.iter().map(|(m, _)| m.clone()).collect();
    /// assert_eq!(moves, engine.session().legal_moves());
    /// println!("{} leaves", counts.iter().map(|(_, leaves)| leaves).sum::<u64>());
    /// ```
    #[must_use]
    pub fn perft(&self, depth: u32) -> Vec<(String, u64)> {
        let count = self.session().perft(depth, Part::default(), 1);
        count(&AtomicBool::new(false), &|_, _, _| {}).unwrap_or_default()
    }
}
