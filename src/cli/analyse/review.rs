//! A game judged move by move, for people.

use std::io;

use super::chart;
use super::judge::{Judged, Loss, Performance};
use crate::cli::screen::{BAD, BOLD, DIM, GOOD, NOTE, Screen, fit, fold, painted, styled};
use crate::cli::source::Loaded;
use crate::cli::words;
use crate::engine::Session;
use crate::games::{GameKind, Mark};
use crate::kernel::{Gather, PerPlayer, Player, sort};
use crate::notation::Text;

/// Where the judgement of a game goes.
pub(super) trait Report {
    /// Shows the start of the game, which has so many moves.
    fn start(&mut self, session: &dyn Session, moves: usize) -> io::Result<()>;

    /// Says how many moves are judged.
    fn progress(&mut self, moves: usize);

    /// Shows a move.
    fn tell(&mut self, one: &Judged) -> io::Result<()>;

    /// Shows the whole; the session is at the end of the game.
    fn end(
        &mut self,
        session: &mut dyn Session,
        judged: &[Judged],
        is_interrupted: bool,
    ) -> io::Result<()>;
}

/// How many of the biggest mistakes the summary names.
const WORST: usize = 5;
/// What stands before the reasons why a move is a mistake.
const WHY: &str = "      ";
/// How many plies of a better line a row shows.
const BETTER_PLIES: usize = 4;

/// Rows on standard output, then a summary.
pub(super) struct Review<'a> {
    kind: GameKind,
    loaded: &'a Loaded,
    screen: Screen,
    letters: PerPlayer<&'static str>,
}

impl<'a> Review<'a> {
    pub(super) fn new(kind: GameKind, loaded: &'a Loaded) -> Self {
        Self { kind, loaded, screen: Screen::new(), letters: PerPlayer::new("", "") }
    }

    fn row(&self, one: &Judged) -> String {
        let played = match one.player {
            Player::First => one.found.played,
            Player::Second => -one.found.played,
        };
        let percent = |share: f64| format!("{:.0}%", 100.0 * one.of_first(share));
        let head = format!(
            "{:>4}. {:<14} {:>11} {:>5} ",
            one.ply,
            one.text,
            played.to_string(),
            percent(one.found.played_share),
        );
        let comment = match one.mark {
            Mark::None => String::new(),
            Mark::Only => "the only good move".to_owned(),
            Mark::Slight | Mark::Bad | Mark::Worst => {
                let what = match one.loss() {
                    Loss::Win => "gives a win away; ",
                    Loss::Draw => "loses; ",
                    Loss::Centi(_) => "",
                };
                let best = percent(one.found.best_share);
                let what = format!("{what}best was {best} ");
                let room = self.screen.width().saturating_sub(head.len() + 3 + what.len()).max(12);
                let line = &one.found.best.pv;
                what + &fit(&line[..line.len().min(BETTER_PLIES)], room)
            }
        };
        let style = match one.mark {
            Mark::Worst => BAD,
            Mark::Slight | Mark::Bad => NOTE,
            Mark::Only => GOOD,
            Mark::None => DIM,
        };
        if one.mark == Mark::None {
            return head.trim_end().to_owned();
        }
        let sign = styled(style, format!("{:<2}", one.mark.sign()));
        let row = format!("{head}{sign} {}", styled(style, comment));
        if one.why.is_empty() {
            return row;
        }
        let words: Vec<String> = one.why.join(" ").split(' ').map(str::to_owned).gather();
        let why = fold(&words, WHY.len(), self.screen.width());
        format!("{row}\n{WHY}{}", styled(DIM, why))
    }

    fn tell_players(&mut self, judged: &[Judged]) -> io::Result<()> {
        self.screen.line(styled(
            DIM,
            format!(
                "\n{:<8}{:>6}{:>7}{:>10}{:>11}{:>5}{:>5}{:>5}{:>5}",
                "player", "moves", "best", "accuracy", "loss/move", "!", "?!", "?", "??"
            ),
        ))?;
        for player in Player::ALL {
            let played = Performance::of(judged, player);
            let [only, slight, bad, worst] = played.marks;
            let accuracy = played.accuracy().map_or("n/a".to_owned(), |a| format!("{a:.1}%"));
            self.screen.line(format!(
                "{:<8}{:>6}{:>7}{accuracy:>10}{:>11.2}{only:>5}{slight:>5}{bad:>5}{worst:>5}",
                self.letters[player],
                played.moves,
                played.best,
                played.average(),
            ))?;
        }
        Ok(())
    }

    fn tell_worst(&mut self, session: &mut dyn Session, judged: &[Judged]) -> io::Result<()> {
        let mut worst: Vec<&Judged> = judged.iter().filter(|one| one.mark.is_mistake()).gather();
        // The sort is stable: equal ones stay in the order of the game.
        sort::by(&mut worst, |one, other| other.found.drop().total_cmp(&one.found.drop()));
        let Some(first) = worst.first() else {
            return self.screen.line("\nNobody made a mistake that has a mark.");
        };
        self.screen.line(format!("\n{}", styled(BOLD, "The biggest mistakes:")))?;
        for one in worst.iter().take(WORST) {
            self.screen.line(self.row(one))?;
        }
        // The position is one that the session has had, so it is read.
        if session.set_position(Some(&first.position), &[]).is_ok() {
            let before = format!("Before move {}:", first.ply);
            self.screen.line(format!("\n{}", styled(BOLD, before)))?;
            self.screen.line(painted(&session.drawing()))?;
            let best = first.best().unwrap_or("");
            self.screen.line(format!("Played was {}, better was {best}.", first.text))?;
            let _ = session.play(&[Text::whole(&first.text)]);
        }
        Ok(())
    }
}

impl Report for Review<'_> {
    fn start(&mut self, session: &dyn Session, moves: usize) -> io::Result<()> {
        self.letters = PerPlayer(session.players());
        let [one, other] = session.players();
        let (name, start) = (session.name(), session.start());
        let counted = if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") };
        self.screen.line(format!("A game of {name} with {counted}, from {start}"))?;
        if let Some([first, second]) = &self.loaded.names {
            self.screen.line(format!("{one} is {first}, {other} is {second}"))?;
        }
        let units = self.kind.units();
        self.screen.line(format!(
            "The score after each move, in {units}, and the share of the points to expect: both for {one}.\n"
        ))?;
        let head = format!("{:>4}  {:<14} {:>11} {:>5}", "ply", "move", "score", "share");
        self.screen.line(styled(DIM, head))?;
        self.screen.begin_progress(Some(moves as u64));
        Ok(())
    }

    fn progress(&mut self, moves: usize) {
        self.screen.set_progress(moves as u64, "(Ctrl-C stops)");
    }

    fn tell(&mut self, one: &Judged) -> io::Result<()> {
        self.screen.line(self.row(one))
    }

    fn end(
        &mut self,
        session: &mut dyn Session,
        judged: &[Judged],
        is_interrupted: bool,
    ) -> io::Result<()> {
        self.screen.end_progress();
        let result = match (session.outcome(), &self.loaded.result) {
            (Some(outcome), _) => words::result(outcome, session),
            // Somebody lost on time, or a referee ended the game.
            (None, Some(recorded)) => format!("unfinished by the rules, recorded as {recorded}"),
            (None, None) => format!("unfinished, {} to move", self.letters[session.to_move()]),
        };
        self.screen.line(format!("\n{} {result}", styled(BOLD, "Result:")))?;
        if is_interrupted {
            self.screen.line(styled(DIM, format!("(interrupted after {} moves)", judged.len())))?;
        }
        if judged.is_empty() {
            return Ok(());
        }
        let width = self.screen.width().min(120);
        let chart = chart::text(judged, self.letters[Player::First], width);
        self.screen.line(format!("\n{}", chart.trim_end()))?;
        self.tell_players(judged)?;
        self.tell_worst(session, judged)
    }
}
