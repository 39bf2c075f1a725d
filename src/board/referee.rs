//! The referee of a game: legal moves, positions, results. A session of the engine, in this process.

use std::collections::BTreeMap;

use serde_json::Value;

use super::catalogue;
use super::library::Library;
use super::message::{ErrorCode, RequestError};
use super::snapshot::Snapshot;
use crate::engine::{Explorer, MoveRefused, Session, SetRefused, play_tree};
use crate::kernel::Gather;
use crate::notation::{MoveTree, Text};

/// A referee.
pub(super) struct Referee {
    session: Box<dyn Session>,
    /// The position that the game starts from.
    start: String,
    /// What of the library the session uses.
    equipped: u64,
}

/// The effect of moves from a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Continuation {
    /// The moves in canonical form.
    pub(super) moves: Vec<String>,
    /// The position after them.
    pub(super) snapshot: Snapshot,
}

impl Referee {
    /// Returns the referee of a game from a position, or from the usual one.
    ///
    /// # Errors
    ///
    /// The text is not a position of the game.
    pub(super) fn new(
        mut session: Box<dyn Session>,
        options: &BTreeMap<String, Value>,
        start: Option<&str>,
    ) -> Result<Self, RequestError> {
        for (index, spec) in session.rule_options().iter().enumerate() {
            let value = options.get(spec.name).map(catalogue::text);
            if let Ok(value) = spec.kind.parse(value.as_deref()) {
                session.set_rule(index, &value);
            }
        }
        session.set_position(start, &[]).map_err(|refused| match refused {
            SetRefused::Position(error) => RequestError::new(ErrorCode::BadPosition, error),
            SetRefused::Move(refused) => whole(&refused),
        })?;
        Ok(Self { start: session.start(), session, equipped: 0 })
    }

    /// Returns the canonical text of the position that the game starts from.
    pub(super) fn start(&self) -> &str {
        &self.start
    }

    /// Finds the effect of moves that follow those of a record.
    ///
    /// # Errors
    ///
    /// A move is illegal; for a single one the text is only the reason.
    pub(super) fn look(
        &mut self,
        record: &[String],
        moves: &[String],
    ) -> Result<Continuation, RequestError> {
        let session = &mut *self.session;
        let played = session.played();
        let same = played.iter().zip(record).take_while(|(a, b)| a == b).count();
        session.undo(played.len() - same);
        session.play(&texts(&record[same..])).map_err(|refused| whole(&refused))?;
        session.play(&texts(moves)).map_err(|refused| match moves {
            [_] => RequestError::new(ErrorCode::IllegalMove, refused.error),
            _ => whole(&refused),
        })?;
        let moves = session.played().split_off(record.len());
        Ok(Continuation { moves, snapshot: Snapshot::of(session) })
    }

    /// Returns a tree of moves from the start in canonical form.
    ///
    /// # Errors
    ///
    /// Says which move is illegal.
    pub(super) fn tree(&mut self, tree: &MoveTree) -> Result<MoveTree, RequestError> {
        play_tree(&mut *self.session, tree).map_err(|refused| whole(&refused))
    }

    /// Says in sentences why the move that follows those of a record is a mistake.
    pub(super) fn explain(
        &mut self,
        record: &[String],
        played: &str,
        better: &[String],
        refutation: &[String],
    ) -> Vec<String> {
        match self.look(record, &[]) {
            Ok(_) => self.session.explain(played, better, refutation).unwrap_or_default(),
            Err(_) => Vec::new(),
        }
    }

    /// Draws the last position looked at as text.
    pub(super) fn picture(&self) -> String {
        self.session.picture()
    }

    /// Returns what lists the moves of the position after moves that follow those of a record, with what
    /// the library knows of them.
    ///
    /// # Errors
    ///
    /// A move is illegal.
    pub(super) fn explorer(
        &mut self,
        record: &[String],
        moves: &[String],
        library: &Library,
    ) -> Result<Explorer, RequestError> {
        self.look(record, moves)?;
        let version = library.version();
        if self.equipped != version {
            library.equip(&mut *self.session);
            self.equipped = version;
        }
        Ok(self.session.explorer())
    }

    /// Returns the move that things of the last position looked at stand for.
    ///
    /// # Errors
    ///
    /// They are no move at all.
    pub(super) fn attempt(&self, things: &[&str]) -> Result<String, RequestError> {
        let text = self.session.attempt(things);
        text.ok_or_else(|| RequestError::new(ErrorCode::IllegalMove, "That is no move"))
    }
}

fn texts(moves: &[String]) -> Vec<Text<'_>> {
    moves.iter().map(|text| Text::whole(text)).gather()
}

/// Says also which move of several is refused.
fn whole(refused: &MoveRefused) -> RequestError {
    RequestError::new(ErrorCode::IllegalMove, refused.without_position())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;

    fn referees() -> impl Iterator<Item = Referee> {
        let open = |session: &dyn Session| Referee::new(session.fresh(), &BTreeMap::new(), None);
        let all: Vec<_> = Engine::new().sessions().map(|session| open(session).unwrap()).collect();
        all.into_iter()
    }

    fn first(ahead: &Continuation) -> Vec<String> {
        ahead.snapshot.moves.split(' ').take(1).map(str::to_owned).collect()
    }

    #[test]
    fn any_ply_is_looked_at_from_any_other() {
        for mut referee in referees() {
            let mut record = Vec::new();
            let mut seen = vec![referee.look(&[], &[]).unwrap()];
            for ply in 0..6 {
                let ahead = referee.look(&record, &first(&seen[ply])).unwrap();
                record.extend(ahead.moves.clone());
                seen.push(ahead);
            }
            for (from, to) in [(0, 6), (6, 2), (2, 5), (5, 0), (3, 3)] {
                let ahead = referee.look(&record[..from], &[]).unwrap();
                assert_eq!(ahead.snapshot, seen[from].snapshot);
                assert_eq!(referee.look(&record[..to], &[]).unwrap().snapshot, seen[to].snapshot);
            }
            // Another move at an earlier ply.
            let other = seen[2].snapshot.moves.split(' ').next_back().unwrap().to_owned();
            let ahead = referee.look(&record[..2], std::slice::from_ref(&other)).unwrap();
            assert_eq!(ahead.moves, [other]);
            assert_eq!(referee.look(&record, &[]).unwrap().snapshot, seen[6].snapshot);
        }
    }

    #[test]
    fn a_refusal_names_the_move_among_several_and_changes_nothing() {
        for mut referee in referees() {
            let start = referee.look(&[], &[]).unwrap();
            let legal = first(&start);
            let single = referee.look(&[], &["nonsense".to_owned()]).unwrap_err();
            assert_eq!(single.code, ErrorCode::IllegalMove);
            assert!(single.text.starts_with("expected "), "{}", single.text);
            assert!(single.text.contains(" at column "), "{}", single.text);
            let both = [legal, vec!["nonsense".to_owned()]].concat();
            let second = referee.look(&[], &both).unwrap_err();
            assert_eq!(second.text, format!("move 2 \"nonsense\" is no move: {}", single.text));
            assert_eq!(referee.look(&[], &[]).unwrap(), start);
        }
    }
}
