//! Why a move is a mistake.

use super::moves::HexceedMove;
use super::position::Hexceed;
use super::themes::most;
use crate::games::coach::{Lines, Mistake, Sentences};
use crate::kernel::Position;

/// Returns the least that any piece left scores on its best cell.
fn least(position: &Hexceed) -> Option<u32> {
    position.unused_pieces().map(|piece| most(position, piece)).min()
}

/// Returns what all pieces that are left score on their best cells, each counted alone.
fn prospects(position: &Hexceed) -> u32 {
    position.unused_pieces().map(|piece| most(position, piece)).sum()
}

/// Returns sentences about a mistake, the most telling first.
pub(super) fn remarks(position: &Hexceed, mistake: Mistake<HexceedMove>) -> Vec<String> {
    let lines = Lines::new(position, mistake);
    let mut sentences = Sentences::default();
    let (played, best) = (mistake.played, mistake.best[0]);
    match (played.cell(), best.cell()) {
        (Some(cell), Some(better)) => {
            let gain = |cell| position.gain(played.piece(), cell);
            let (gain, more) = (gain(cell), gain(better));
            let text = lines.best();
            if gain < more {
                sentences.say(format!("It scores {gain}; {text} would score {more}."));
            }
            if let (Some(left), Some(better)) = (least(&lines.after), least(&lines.after_best))
                && left > better
            {
                sentences.say(format!(
                    "Whatever is handed over next can score {left} or more; after {text} one piece scores {better} at most."
                ));
            }
        }
        _ => {
            let (piece, better) = (played.piece(), best.piece());
            let (given, less) = (most(position, piece), most(position, better));
            if given > less {
                sentences
                    .say(format!("{piece} can score {given}; {better} scores {less} at most."));
            }
        }
    }
    lines.tell_points(
        "points",
        &|position, player| position.points(player).unwrap_or(0),
        &mut sentences,
    );
    if sentences.is_empty()
        && played.cell().is_some()
        && let (left, better) = (prospects(&lines.after), prospects(&lines.after_best))
        && left > better
    {
        let text = lines.best();
        sentences.say(format!(
            "The pieces that are left can score {left} points on their best cells; after {text} they could score {better}."
        ));
    }
    if sentences.is_empty()
        && let Some((placed, text, _)) = lines.reply()
        && let Some(cell) = placed.cell()
        && let gain = lines.after.gain(placed.piece(), cell)
        && gain > 0
    {
        let points = if gain == 1 { "1 point".to_owned() } else { format!("{gain} points") };
        sentences.say(format!("{text} scores {points}."));
    }
    sentences.list()
}
