//! The engine for programs that play: a game, moves as text, the best move.

use std::panic;
use std::sync::atomic::AtomicBool;
use std::thread;
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
    /// Returns the engine with a game of this crate at its start: `coerceo`, `dominions`, `hexceed`,
    /// `morris` or `trimok`.
    ///
    /// ```
    /// use quincunx::engine::Engine;
    ///
    /// let engine = Engine::playing("morris").unwrap();
    /// assert_eq!(engine.session().position(), "B[]W[]hand[9,9]turn[B]");
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
    /// # let mut engine = quincunx::engine::Engine::playing("morris").unwrap();
    /// engine.play_str("B[d6]; W[d2]").unwrap();
    /// engine.play_str("f4").unwrap();
    /// assert_eq!(engine.session().played(), ["B[d6]", "W[d2]", "B[f4]"]);
    /// let refused = engine.play_str("b4 d6").unwrap_err();
    /// assert_eq!(refused.without_position(), "move 2 \"d6\" is not legal: d6 is not empty");
    /// assert_eq!(engine.session().played().len(), 3);
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
    /// let mut engine = Engine::playing("morris").unwrap();
    /// engine.session_mut().set_position(Some("B[b6,d6,f6]W[c4,e3,b2]turn[W]"), &[]).unwrap();
    /// assert_eq!(engine.best_move(&Limits::depth(4)).unwrap().unwrap(), "W[b2-c3]");
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
    /// # use quincunx::{engine::Engine, kernel::Worth, search::Limits};
    /// let mut engine = Engine::playing("morris").unwrap();
    /// engine.session_mut().set_position(Some("B[b6,d6,f6]W[c4,e3,b2]turn[W]"), &[]).unwrap();
    /// let mut depths = Vec::new();
    /// let line = engine.best_line(&Limits::depth(4), |line| depths.push(line.depth)).unwrap();
    /// assert_eq!((line.pv[0].as_str(), line.worth), ("W[b2-c3]", Worth::Win(3)));
    /// assert_eq!(depths[0], 1);
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
        thread::scope(|scope| {
            let searcher = search::thread().spawn_scoped(scope, || job(&control, &mut report));
            let searcher = searcher.map_err(|_| SearchError::Thread)?;
            searcher.join().map_err(|panicked| panic::resume_unwind(panicked))
        })
    }

    /// Counts the leaves of the game tree of the current position at that depth, below each move.
    ///
    /// ```
    /// # let engine = quincunx::engine::Engine::playing("morris").unwrap();
    /// let counts = engine.perft(3);
    /// assert_eq!(counts.len(), 24);
    /// assert_eq!(counts.iter().map(|(_, leaves)| leaves).sum::<u64>(), 24 * 23 * 22);
    /// ```
    #[must_use]
    pub fn perft(&self, depth: u32) -> Vec<(String, u64)> {
        let count = self.session().perft(depth, Part::default(), 1);
        count(&AtomicBool::new(false), &|_, _, _| {}).unwrap_or_default()
    }
}
