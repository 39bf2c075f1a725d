//! What a match writes about a game, and whether a game that was read is one that it could have written.

use super::archive::RecordedGame;
use super::error::ArenaError;
use super::ledger::FinishedGame;
use super::openings::OpeningSource;
use super::referee::{Played, Termination, Thought};
use super::schedule::Fixture;
use super::spec::PlayerKind;
use super::tournament::Tournament;
use crate::games::AnyRecord;
use crate::kernel::{Action, Assignment, Ending, Gather, Quoted, Score};
use crate::notation::{GameResult, GameText, tag};

/// The scoresheet of one game of a match.
pub(super) struct Scoresheet<'a> {
    pub(super) tournament: &'a Tournament,
    pub(super) fixture: Fixture,
    pub(super) opening: Box<dyn AnyRecord>,
}

/// The tags that a game must have.
const NEEDED: [&str; 4] = [tag::FIRST, tag::SECOND, tag::RESULT, tag::TERMINATION];
/// The tags that moves and rules say nothing about.
const FREE: [&str; 3] = [tag::REASON, tag::SCORES, tag::TIMES];

impl Scoresheet<'_> {
    /// Returns what is written about the game.
    pub(super) fn write(&self, played: &Played) -> GameText {
        let Self { tournament, fixture, opening } = self;
        let start = opening.position(0);
        let result = GameResult::of(played.winner);
        let mut tags = Vec::new();
        let mut add = |name: &str, value: String| tags.push((name.to_owned(), value));
        add(tag::GAME, tournament.game.name().to_owned());
        add(tag::ROUND, fixture.label());
        for (name, player) in [tag::FIRST, tag::SECOND].into_iter().zip(fixture.players) {
            add(name, tournament.players[player].name.clone());
        }
        add(tag::RESULT, result.to_string());
        if let Some(margin) = played.margin {
            add(tag::MARGIN, margin.to_string());
        }
        add(tag::TERMINATION, played.termination.name().to_owned());
        if let Some(reason) = &played.reason {
            add(tag::REASON, reason.chars().filter(|c| !c.is_control()).collect());
        }
        let limits = fixture.players.map(|player| match tournament.players[player].kind {
            PlayerKind::Random | PlayerKind::Novice => "none".to_owned(),
            PlayerKind::Learner(_) if tournament.players[player].limits.is_unlimited() => {
                "none".to_owned()
            }
            _ if tournament.limits(player).is_unlimited() => "none".to_owned(),
            _ => tournament.limits(player).to_string(),
        });
        match limits {
            [a, b] if a == b => add(tag::TIME_CONTROL, a),
            [a, b] => {
                add(tag::FIRST_CONTROL, a);
                add(tag::SECOND_CONTROL, b);
            }
        }
        if !tournament.rules.is_empty() {
            let set = tournament.rules.iter().map(Assignment::to_string);
            add(tag::RULES, set.gather().join(";"));
        }
        if !start.is_first() {
            add(tag::START, start.text());
        }
        add(tag::OPENING, opening.plies().to_string());
        add(tag::SEED, tournament.seed.to_string());
        if tournament.details {
            let list =
                |text: fn(&Thought) -> String| played.thoughts.iter().map(text).gather().join(" ");
            add(tag::SCORES, list(|(score, _)| score.map_or("-".to_owned(), shown)));
            add(tag::TIMES, list(|(_, time)| time.as_millis().to_string()));
        }
        GameText { tags, moves: played.moves.clone(), result }
    }

    /// Returns a recorded game as one that is over, if this game of the match could have come to it: it is
    /// played again by the rules, and all that it says of itself must be so.
    pub(super) fn check(&self, game: &RecordedGame) -> Result<FinishedGame, ArenaError> {
        let played = self.replay(game)?;
        let right = self.write(&played);
        let text = &game.text;
        let found = text.tags.iter().map(|(name, value)| (name.as_str(), Some(value.as_str())));
        let needed = NEEDED.map(|name| (name, text.tag(name)));
        for (name, value) in found.chain(needed) {
            match right.tag(name) {
                _ if FREE.contains(&name) => {}
                Some(right) if value == Some(right) => {}
                Some(right) => {
                    let reason = format!("it should be {}", Quoted(right.as_bytes()));
                    return Err(game.wrong_tag(name, &reason));
                }
                None => return Err(game.wrong_tag(name, "a match writes no such tag here")),
            }
        }
        if text.result != right.result {
            let at = text.tags.len() + text.moves.len();
            let reason = format!("the result {} should be {}", text.result, right.result);
            return Err(game.wrong(at, reason));
        }
        let Played { winner, termination, .. } = played;
        Ok(FinishedGame { winner, termination, text: game.text.clone(), is_recorded: true })
    }

    /// Plays a recorded game again. Returns what the referee would say of it, as far as the moves tell.
    fn replay(&self, game: &RecordedGame) -> Result<Played, ArenaError> {
        let Self { tournament, opening, .. } = self;
        let (text, conditions) = (&game.text, &tournament.conditions);
        let wrong_move = |at: usize, reason: &dyn std::fmt::Display| {
            let found = text.moves.get(at).map_or("", String::as_str);
            let reason = format!("move {}, {}: {reason}", at + 1, Quoted(found.as_bytes()));
            game.wrong(text.tags.len() + at, reason)
        };
        let given = opening.texts();
        if let Some(at) = (0..given.len()).find(|at| text.moves.get(*at) != given.get(*at)) {
            return Err(wrong_move(
                at,
                match tournament.openings {
                    OpeningSource::Random { .. } => {
                        &"its opening is not the one that this build generates from the seed"
                    }
                    OpeningSource::Text(_) => &"its opening is not the one that was given",
                },
            ));
        }
        let mut record = opening.copied();
        for (at, found) in text.moves.iter().enumerate().skip(given.len()) {
            let position = record.now();
            let action = position.read_action(found).map_err(|error| wrong_move(at, &error))?;
            let right = position.action_text(action);
            if right != *found {
                return Err(wrong_move(at, &format!("it should be {right}")));
            }
            if at >= conditions.max_plies || matches!(action, Action::Resign) {
                return Err(wrong_move(at, &"the match ends the game before"));
            }
            record.act(action).map_err(|error| wrong_move(at, &error))?;
        }

        let found = text.tag(tag::TERMINATION).unwrap_or("");
        let wrong_end = |reason: &str| Err(game.wrong_tag(tag::TERMINATION, reason));
        let Some(termination) = Termination::from_name(found, tournament.game.about().endings)
        else {
            return wrong_end("no game ends like that");
        };
        let recorded = match text.result {
            GameResult::Won(player) => Some(player),
            GameResult::Drawn | GameResult::Unknown => None,
        };
        let plies = text.moves.len();
        let waiting = !record.now().mover();
        let (winner, margin, termination) = match (record.result(), termination) {
            (Some(outcome), _) => {
                (outcome.winner, outcome.margin, Termination::Rules(outcome.ending))
            }
            (None, Termination::Rules(Ending::Resigned)) => (Some(waiting), None, termination),
            (None, Termination::Rules(_)) => return wrong_end("the game is not over by the rules"),
            (None, Termination::Adjudication) if conditions.adjudicate(recorded, plies) => {
                (recorded, None, termination)
            }
            (None, Termination::Adjudication) => {
                return wrong_end(&format!(
                    "no condition of the match ends it so after {plies} plies"
                ));
            }
            // Either player may have failed to start.
            _ if plies == given.len() && recorded.is_some() => (recorded, None, termination),
            _ => (Some(waiting), None, termination),
        };
        let (moves, thoughts) = (text.moves.clone(), Vec::new());
        Ok(Played { moves, winner, margin, termination, reason: None, thoughts })
    }
}

impl RecordedGame {
    /// Says what is wrong with a tag.
    pub(super) fn wrong_tag(&self, name: &str, reason: &str) -> ArenaError {
        match self.text.tags.iter().position(|(found, _)| found == name) {
            Some(at) => {
                let value = Quoted(self.text.tags[at].1.as_bytes());
                self.wrong(at, format!("[{name} {value}]: {reason}"))
            }
            None => self.wrong(0, format!("there is no [{name} ..]: {reason}")),
        }
    }

    /// Says what is wrong with one of its parts: a tag, a move or, behind both, the result.
    fn wrong(&self, part: usize, reason: String) -> ArenaError {
        let line = self.lines.get(part).or(self.lines.last()).copied().unwrap_or(0);
        let round = self.text.tag(tag::ROUND).unwrap_or("").to_owned();
        ArenaError::Record { path: self.path.to_path_buf(), line, round, reason }
    }
}

/// Returns a score as records write it: hundredths, or `+M5` and `-M4` for plies to the end.
fn shown(score: Score) -> String {
    match score.plies() {
        Some(plies) => format!("{}M{plies}", if score.is_win() { '+' } else { '-' }),
        None => format!("{:+}", score.value()),
    }
}
