//! The courses of numbers being tuned, drawn.

use std::fmt::Write;

use crate::cli::plot::{MARGIN, frame, levels};
use crate::kernel::Gather;
use crate::train::{Knob, Tuner};

/// The courses of all numbers.
pub(super) struct Chart {
    iterations: u64,
    /// Every so many iterations a point is drawn.
    every: u64,
    /// The iterations done, and by how many steps each number has moved.
    points: Vec<(u64, Vec<f64>)>,
}

/// How many points a course has.
const POINTS: u64 = 400;
/// The chart, and the room for names in it.
const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 420.0;
const NAMES: f64 = 190.0;

impl Chart {
    pub(super) fn new(iterations: u64) -> Self {
        Self { iterations, every: iterations.div_ceil(POINTS), points: Vec::new() }
    }

    /// Takes the values after an iteration.
    pub(super) fn add(&mut self, tuner: &Tuner) {
        if tuner.done().is_multiple_of(self.every) || tuner.is_done() {
            let both = tuner.knobs().iter().zip(tuner.values());
            let moved = both.map(|(knob, value)| (value - knob.start as f64) / knob.step as f64);
            self.points.push((tuner.done(), moved.gather()));
        }
    }

    /// Draws the courses: how far each number has moved, in its steps.
    pub(super) fn svg(&self, title: &str, knobs: &[Knob]) -> String {
        let all = || self.points.iter().flat_map(|(_, moved)| moved);
        let top = all().fold(1.0, |top, moved| f64::max(top, *moved)).ceil();
        let bottom = all().fold(-1.0, |bottom, moved| f64::min(bottom, *moved)).floor();
        let right = WIDTH - NAMES;
        let x = |done: u64| MARGIN + (right - MARGIN) * done as f64 / self.iterations as f64;
        let y = |moved: f64| MARGIN + (HEIGHT - 2.0 * MARGIN) * (top - moved) / (top - bottom);
        let title = format!("{title}: how far numbers have moved, in steps, by iterations");
        let mut text = frame(WIDTH, HEIGHT, &title);
        let step = ((top - bottom) / 10.0).ceil();
        levels(&mut text, right, [bottom, top], step, &y, &|level| format!("{level:+.0}"));
        for done in [0, self.iterations / 2, self.iterations] {
            // Writing to a string does not fail.
            let _ = writeln!(
                text,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{done}</text>",
                x(done),
                HEIGHT - MARGIN + 18.0
            );
        }
        for (at, knob) in knobs.iter().enumerate() {
            let colour = format!("hsl({} 70% 40%)", at * 360 / knobs.len());
            let mut line = format!("M{:.1} {:.1}", x(0), y(0.0));
            for (done, moved) in &self.points {
                let _ = write!(line, "L{:.1} {:.1}", x(*done), y(moved[at]));
            }
            let moved = self.points.last().map_or(0.0, |(_, moved)| moved[at]);
            let name_at = MARGIN + 15.0 * at as f64;
            let _ = writeln!(
                text,
                "<path d=\"{line}\" fill=\"none\" stroke=\"{colour}\"/><text x=\"{:.1}\" \
                 y=\"{name_at:.1}\" fill=\"{colour}\">{} {moved:+.2}</text>",
                right + 10.0,
                knob.name
            );
        }
        text + "</svg>\n"
    }
}
