//! What charts have in common: a frame with a title, and lines at round values.

use std::fmt::Write;

/// The room around a chart.
pub(super) const MARGIN: f64 = 50.0;

/// Begins a drawing of that size.
pub(super) fn frame(width: f64, height: f64, title: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"13\" fill=\"#333\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <text x=\"{MARGIN}\" y=\"28\" font-size=\"16\">{title}</text>\n"
    )
}

/// Draws a line as far as `right` at each multiple of `step` between two values; `y` says how high
/// it is, and `label` what stands before it.
pub(super) fn levels(
    text: &mut String,
    right: f64,
    [bottom, top]: [f64; 2],
    step: f64,
    y: &dyn Fn(f64) -> f64,
    label: &dyn Fn(f64) -> String,
) {
    let mut level = (bottom / step).ceil() * step;
    while level <= top {
        let at = y(level);
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "<path d=\"M{MARGIN} {at:.1}H{right:.1}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" \
             text-anchor=\"end\">{}</text>",
            MARGIN - 6.0,
            at + 4.0,
            label(level)
        );
        level += step;
    }
}
