//! The course of a game: the first player's share of the points after each move, as text and as SVG.

use std::fmt::Write;

use super::judge::Judged;
use crate::games::Mark;
use crate::kernel::Gather;

/// The lines of the chart in the terminal, one for each tenth of the points.
const HEIGHT: usize = 10;
/// The size of the picture, in pixels, and its margin.
const SVG: [f64; 2] = [960.0, 320.0];
const MARGIN: f64 = 36.0;

/// Returns the first player's shares after each move, the one before the first move in front.
fn course(moves: &[Judged]) -> Vec<f64> {
    let first = moves.first().map(|one| one.of_first(one.found.best_share));
    first.into_iter().chain(moves.iter().map(|one| one.of_first(one.found.played_share))).gather()
}

/// Draws the course in at most so many columns: bars of the share of the player of that letter, with
/// the signs of mistakes below them.
pub(super) fn text(moves: &[Judged], letter: &str, width: usize) -> String {
    let course = course(moves);
    let columns = width.saturating_sub(8).clamp(1, course.len().max(1));
    // Where there are more moves than columns a column has several; the worst mistake tells.
    let part = |column: usize| column * course.len() / columns;
    let mut text = String::new();
    for row in (0..HEIGHT).rev() {
        let label = match row {
            9 => format!("{letter} 100%"),
            4 => "50%".to_owned(),
            0 => "0%".to_owned(),
            _ => String::new(),
        };
        let mut line = format!("{label:>6} |");
        for column in 0..columns {
            let share = course[part(column + 1) - 1];
            let (low, high) = (row as f64 / HEIGHT as f64, (row + 1) as f64 / HEIGHT as f64);
            line.push(match share {
                _ if share >= high - 0.025 => '#',
                _ if share >= low + 0.025 => '=',
                _ if row == 4 => '-',
                _ => ' ',
            });
        }
        text += line.trim_end();
        text.push('\n');
    }
    let mut line = format!("{:>6}  ", "");
    for column in 0..columns {
        let (from, to) = (part(column), part(column + 1));
        // The first of the course is no move.
        let part = &moves[from.saturating_sub(1)..to - 1];
        let worst = part.iter().map(|one| one.mark).filter(|mark| mark.is_mistake()).max();
        line.push(match worst.map(Mark::sign) {
            None => ' ',
            Some("?!") => '.',
            Some("?") => '?',
            Some(_) => 'X',
        });
    }
    text += line.trim_end();
    text.push('\n');
    text
}

/// Draws the course as a picture. The letters are those of the players.
pub(super) fn svg(moves: &[Judged], [first, second]: [&str; 2], title: &str) -> String {
    let course = course(moves);
    let [width, height] = SVG;
    let steps = (course.len().max(2) - 1) as f64;
    let x = |at: usize| MARGIN + (width - 2.0 * MARGIN) * at as f64 / steps;
    let y = |share: f64| MARGIN + (height - 2.0 * MARGIN) * (1.0 - share);
    let title = escaped(title);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n<title>{title}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    // Writing to a String cannot fail.
    for (share, label) in
        [(1.0, format!("{first} 100%")), (0.5, "50%".into()), (0.0, format!("{second} 100%"))]
    {
        let (x, y, end) = (MARGIN, y(share), width - MARGIN);
        let _ = writeln!(
            text,
            "<path d=\"M{x} {y:.1}H{end}\" stroke=\"#bbb\"/><text x=\"{x}\" y=\"{:.1}\">{label}</text>",
            y - 4.0
        );
    }
    let mut path = format!("M{:.1} {:.1}", x(0), y(0.5));
    for (at, share) in course.iter().enumerate() {
        let _ = write!(path, "L{:.1} {:.1}", x(at), y(*share));
    }
    let last = x(course.len().saturating_sub(1));
    let _ = writeln!(
        text,
        "<path d=\"{path}L{last:.1} {:.1}Z\" fill=\"#38c\" fill-opacity=\"0.2\"/>",
        y(0.5)
    );
    let _ = writeln!(
        text,
        "<path d=\"{}\" fill=\"none\" stroke=\"#26a\" stroke-width=\"2\"/>",
        line(&course, x, y)
    );
    for (at, one) in (1..).zip(moves) {
        let colour = match one.mark.sign() {
            "" => continue,
            "!" => "#284",
            "?!" => "#da2",
            "?" => "#e72",
            _ => "#c22",
        };
        let label = escaped(&format!("{}. {} {}", one.ply, one.text, one.mark.sign()));
        let _ = writeln!(
            text,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\" fill=\"{colour}\"><title>{label}</title></circle>",
            x(at),
            y(course[at])
        );
    }
    text + "</svg>\n"
}

fn line(course: &[f64], x: impl Fn(usize) -> f64, y: impl Fn(f64) -> f64) -> String {
    let mut path = String::new();
    for (at, share) in course.iter().enumerate() {
        let _ = write!(path, "{}{:.1} {:.1}", if at == 0 { 'M' } else { 'L' }, x(at), y(*share));
    }
    path
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::super::judge::Comparison;
    use super::*;
    use crate::kernel::{Player, Worth};
    use crate::search::Line;

    fn judged(ply: usize, best_share: f64, played_share: f64, mark: Mark) -> Judged {
        let found = Comparison {
            depth: 1,
            best: Line::nothing(Worth::Estimate(0)),
            played: Worth::Estimate(0),
            best_share,
            played_share,
            others_share: None,
        };
        let text = format!("B[{ply}]");
        Judged {
            ply,
            player: Player::First,
            text,
            position: String::new(),
            found,
            mark,
            refutation: Vec::new(),
            why: Vec::new(),
        }
    }

    #[test]
    fn the_chart_rises_and_falls() {
        let moves = [judged(1, 0.5, 0.5, Mark::None), judged(2, 1.0, 0.0, Mark::Worst)];
        let chart = text(&moves, "B", 80);
        let lines: Vec<&str> = chart.lines().collect();
        assert_eq!(lines.len(), HEIGHT + 1);
        assert_eq!((lines[0], lines[5], lines[9]), ("B 100% |", "   50% |##-", "    0% |##"));
        assert_eq!(lines[10], "          X", "below its bar");
        let many: Vec<Judged> = (1..500).map(|ply| judged(ply, 0.5, 0.5, Mark::None)).collect();
        assert!(text(&many, "B", 80).lines().all(|line| line.len() <= 80));
        let picture = svg(&moves, ["B", "W"], "a < b");
        assert!(picture.contains("a &lt; b") && picture.contains("2. B[2] ??"), "{picture}");
    }
}
