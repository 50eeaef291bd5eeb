//! A chart of the means: a bar for each form, the tokenizers below each other.

use std::fmt::Write as _;

use super::count::Counted;
use super::form::Form;

/// Pixels.
const WIDTH: f64 = 640.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 60.0;
const ROW: f64 = 24.0;
const BAR: f64 = 16.0;
const HEAD: f64 = 30.0;

/// The chart as one SVG. Its colours are seen on a light and on a dark page.
pub(super) fn svg(counted: &Counted) -> String {
    let rows = counted.sums.len() * (Form::ALL.len() + 1);
    let height = HEAD + ROW * rows as f64;
    let most = (counted.sums.iter())
        .flat_map(|sum| sum.mean.values().copied())
        .fold(1.0, f64::max);
    let scale = (WIDTH - LEFT - RIGHT) / most;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#808080\">\n<text x=\"0\" y=\"18\" font-size=\"14\">tokens of an intent, mean of {}</text>\n",
        counted.cases.len()
    );
    let mut top = HEAD;
    for sum in &counted.sums {
        // Writing to a `String` cannot fail.
        let name = escaped(&sum.tokenizer);
        let _ = writeln!(
            out,
            "<text x=\"0\" y=\"{:.0}\" font-weight=\"bold\">{name}</text>",
            top + 16.0
        );
        top += ROW;
        for form in Form::ALL {
            let mean = sum.mean.get(form.name()).copied().unwrap_or_default();
            let colour = if *form == Form::Line {
                "#2a9d5c"
            } else {
                "#8aa4c8"
            };
            let _ = writeln!(
                out,
                "<text x=\"0\" y=\"{:.0}\">{}</text><rect x=\"{LEFT}\" y=\"{top:.0}\" width=\"{:.1}\" height=\"{BAR}\" fill=\"{colour}\"/><text x=\"{:.1}\" y=\"{:.0}\">{mean:.1}</text>",
                top + 13.0,
                form.name(),
                mean * scale,
                LEFT + mean * scale + 6.0,
                top + 13.0,
            );
            top += ROW;
        }
    }
    out.push_str("</svg>\n");
    out
}

/// A name as text of XML.
fn escaped(name: &str) -> String {
    name.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
