//! The engine that referees a game: legal moves, positions, results. It never searches.

use super::child::Gone;
use super::game::{Game, Spot, Verdict};
use super::message::{Code, Refusal, Reply};
use super::post::Post;

/// A referee, set to some ply of the game. An engine that ends is replaced, and the question is
/// repeated.
pub(super) struct Rules {
    post: Post,
    /// The ply of the record that the engine has on its board; `None` if it has another position.
    stands: Option<usize>,
    /// Reports about engines that ended.
    pub(super) troubles: Vec<Reply>,
}

/// Why a question was not answered.
enum Failed {
    /// The rules forbid it.
    Refused(Refusal),
    /// The engine ended.
    Gone(Gone),
}

impl From<Gone> for Failed {
    fn from(gone: Gone) -> Self {
        Self::Gone(gone)
    }
}

/// The effect of moves from a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ahead {
    /// The moves in canonical form.
    pub(super) moves: Vec<String>,
    /// The position before the last of them; `None` if there are none.
    pub(super) before: Option<Spot>,
    /// The position after them.
    pub(super) spot: Spot,
}

impl Rules {
    pub(super) const fn new(post: Post) -> Self {
        Self { post, stands: None, troubles: Vec::new() }
    }

    /// Returns the post of the engine.
    pub(super) const fn post(&mut self) -> &mut Post {
        &mut self.post
    }

    pub(super) fn into_post(self) -> Post {
        self.post
    }

    /// Forgets the engine's position, because the game or the engine has changed.
    pub(super) const fn forget(&mut self) {
        self.stands = None;
    }

    /// Handles the end of the engine.
    pub(super) fn lose(&mut self, gone: Gone) {
        self.stands = None;
        let trouble = self.post.lose(gone);
        self.troubles.push(trouble);
    }

    /// The moves of the record from a ply on are no longer valid.
    pub(super) fn cut(&mut self, ply: usize) {
        if self.stands.is_some_and(|stands| stands > ply) {
            self.stands = None;
        }
    }

    /// Finds the effect of moves from a ply of the game without changing the game.
    ///
    /// # Errors
    ///
    /// The position that the game starts from is wrong, or a move is illegal (for a single move,
    /// only the reason), or there is no engine to answer.
    pub(super) async fn look(
        &mut self,
        game: &Game,
        ply: usize,
        moves: &[String],
    ) -> Result<Ahead, Refusal> {
        for _ in 0..2 {
            match self.try_look(game, ply, moves).await {
                Ok(ahead) => return Ok(ahead),
                Err(Failed::Refused(refusal)) => return Err(refusal),
                Err(Failed::Gone(_)) if self.post.is_down() => break,
                Err(Failed::Gone(gone)) => self.lose(gone),
            }
        }
        Err(Refusal::new(Code::Engine, "the engine that knows the rules has ended"))
    }

    async fn try_look(
        &mut self,
        game: &Game,
        ply: usize,
        moves: &[String],
    ) -> Result<Ahead, Failed> {
        self.stand(game, ply).await?;
        if moves.is_empty() {
            let spot = described(&self.query(&DESCRIPTION).await?, &game.players)?;
            return Ok(Ahead { moves: Vec::new(), before: None, spot });
        }
        // All or none, so that a refusal names the right move and leaves the engine's position
        // unchanged.
        let all = format!("moves {}", moves.join(" "));
        if let Err(failed) = self.ask(&[all]).await {
            return Err(match failed {
                Failed::Refused(refusal) => Failed::Refused(shortened(refusal, moves.len())),
                gone @ Failed::Gone(_) => gone,
            });
        }
        self.stands = None;
        let mut questions = vec!["played"];
        questions.extend(DESCRIPTION);
        let answers = self.query(&questions).await?;
        let played = answers[0].split_whitespace().skip(ply).map(str::to_owned).collect();
        let spot = described(&answers[1..], &game.players)?;
        let before = match game.spot(ply) {
            Some(before) if moves.len() == 1 => {
                self.ask(&["undo 1".to_owned()]).await?;
                before.clone()
            }
            _ => {
                self.ask(&["undo 1".to_owned()]).await?;
                let before = described(&self.query(&DESCRIPTION).await?, &game.players)?;
                if moves.len() > 1 {
                    self.ask(&[format!("undo {}", moves.len() - 1)]).await?;
                }
                before
            }
        };
        self.stands = Some(ply);
        Ok(Ahead { moves: played, before: Some(before), spot })
    }

    /// Sends commands; if any is refused, returns the refusal.
    async fn ask(&mut self, commands: &[String]) -> Result<Vec<String>, Failed> {
        let answers = self.post.child()?.ask(commands).await?;
        match answers.iter().find_map(|line| line.strip_prefix("info string error ")) {
            Some(error) => Err(Failed::Refused(refusal(error))),
            None => Ok(answers),
        }
    }

    /// Sets the engine's board to a position of the record.
    async fn stand(&mut self, game: &Game, ply: usize) -> Result<(), Failed> {
        let commands = match self.stands {
            Some(stands) if stands == ply && self.post.is_filled() => return Ok(()),
            Some(stands) if stands > ply => vec![format!("undo {}", stands - ply)],
            Some(stands) if stands < ply => {
                vec![format!("moves {}", game.record()[stands..ply].join(" "))]
            }
            _ => [game.setup(), vec![game.position(ply)]].concat(),
        };
        self.stands = None;
        self.ask(&commands).await?;
        self.stands = Some(ply);
        Ok(())
    }

    async fn query(&mut self, what: &[&str]) -> Result<Vec<String>, Failed> {
        let commands: Vec<String> = what.iter().map(|what| format!("query {what}")).collect();
        let answers = self.ask(&commands).await?;
        let answers = answers.iter().filter_map(|line| line.strip_prefix("response"));
        let answers: Vec<String> = answers.map(|text| text.trim_start().to_owned()).collect();
        if answers.len() == what.len() {
            Ok(answers)
        } else {
            Err(Gone("the engine's answers do not match the questions".to_owned()).into())
        }
    }
}

/// The queries that describe a position.
const DESCRIPTION: [&str; 6] = ["fen", "turn", "moves", "score", "result", "ending"];

/// Reads the answers to [`DESCRIPTION`].
fn described(answers: &[String], players: &[String; 2]) -> Result<Spot, Failed> {
    let [position, turn, moves, score, result, ending] = answers else {
        return Err(Gone("the engine does not answer".to_owned()).into());
    };
    let number = |text: &str| text.parse::<i64>().ok();
    let points = |(first, second)| Some([number(first)?, number(second)?]);
    let score = score.split_once(',').and_then(points);
    let result = (result != "none").then(|| {
        let winner = match result.as_str() {
            "p1win" => Some(players[0].clone()),
            "p2win" => Some(players[1].clone()),
            _ => None,
        };
        verdict(winner, ending, score)
    });
    let (position, moves) = (position.as_str().into(), moves.as_str().into());
    Ok(Spot { position, turn: turn.clone(), moves, score, result })
}

/// Describes a result as the engine does.
fn verdict(winner: Option<String>, ending: &str, score: Option<[i64; 2]>) -> Verdict {
    let who = winner.as_ref().map_or_else(|| "draw".to_owned(), |winner| format!("{winner} wins"));
    let how = match score {
        Some([first, second]) if ending == "points" => format!("{first} to {second} points"),
        _ => ending.to_owned(),
    };
    Verdict { winner, ending: ending.to_owned(), text: format!("{who} ({how})") }
}

/// Reads `CODE: TEXT`.
fn refusal(error: &str) -> Refusal {
    match error.split_once(": ") {
        Some((code, text)) => Refusal { code: code.to_owned(), text: text.to_owned() },
        None => Refusal::new(Code::Engine, error),
    }
}

/// For a single move says only why it is refused, for several also which one.
fn shortened(refusal: Refusal, moves: usize) -> Refusal {
    let text = match moves {
        1 => reason(&refusal.text),
        _ => without_position(&refusal.text).to_owned(),
    };
    Refusal { text, ..refusal }
}

fn without_position(text: &str) -> &str {
    text.rsplit_once(", in ").map_or(text, |(text, _)| text)
}

/// Extracts the reason from `move N "M" is not legal: REASON, in POSITION`.
fn reason(text: &str) -> String {
    let behind = ["is not legal: ", "is no move: "].iter().find_map(|mark| text.split_once(mark));
    let reason = behind.map_or(text, |(_, reason)| reason);
    without_position(reason).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_is_cut_out_of_a_refusal() {
        let whole = "illegal-move: move 1 \"A2-A5\" is not legal: Illegal Move, in R[3A1]turn[R]";
        let refused = refusal(whole);
        assert_eq!(refused.code, "illegal-move");
        assert_eq!(reason(&refused.text), "Illegal Move");
        let text = "move 1 \"x\" is not legal: no, in this way, it cannot, in R[3A1]turn[R]";
        assert_eq!(reason(text), "no, in this way, it cannot");
        let text = "move 1 \"x\" is no move: expected \"]\", found nothing at column 6, in R[]";
        assert_eq!(reason(text), "expected \"]\", found nothing at column 6");
    }

    #[test]
    fn results_are_put_into_words() {
        let text = |winner: Option<&str>, ending, score| {
            verdict(winner.map(str::to_owned), ending, score).text
        };
        assert_eq!(text(Some("B"), "blocked", None), "B wins (blocked)");
        assert_eq!(text(None, "repetition", None), "draw (repetition)");
        assert_eq!(text(Some("1"), "points", Some([12, 9])), "1 wins (12 to 9 points)");
        assert_eq!(text(None, "points", Some([-63, -63])), "draw (-63 to -63 points)");
        assert_eq!(text(Some("W"), "resigned", Some([3, 1])), "W wins (resigned)");
    }
}
