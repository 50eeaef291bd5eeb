//! Counts for people: a row for each intent, and the means.

use std::fmt::Write as _;

use super::count::Counted;
use super::form::Form;

/// The whole report.
pub(super) fn text(counted: &Counted) -> String {
    let mut out = String::new();
    for sum in &counted.sums {
        // Writing to a `String` cannot fail.
        let _ = writeln!(out, "{}", sum.tokenizer);
        let names = row(|name| Some(name.to_owned()));
        let _ = writeln!(out, "{names}  intent");
        for case in &counted.cases {
            let counts = case.tokens.get(&sum.tokenizer);
            let counts = row(|name| Some(counts?.get(name)?.to_string()));
            let _ = writeln!(
                out,
                "{counts}  {}/{}  {}",
                case.domain, case.file, case.line
            );
        }
        let means = row(|name| Some(format!("{:.1}", sum.mean.get(name)?)));
        let _ = writeln!(out, "{means}  mean");
        let ratios = row(|name| Some(format!("{:.2}", sum.line_to.get(name)?)));
        let _ = writeln!(out, "{ratios}  line against it, where it can say the same");
        if let Some((name, ratio)) = &sum.worst_to_mec {
            let _ = writeln!(out, "worst line against its MEC: {ratio:.2} {name}");
        }
        out.push('\n');
    }
    let _ = writeln!(
        out,
        "{:>8}{:>8}{:>8}{:>10}{:>10}  told first: cards, and definitions of tools; calls from which the line costs less",
        "line", "c0.2", "tools", "from c0.2", "tools"
    );
    for told in &counted.told {
        let from =
            |calls: Option<usize>| calls.map_or_else(|| "-".to_owned(), |calls| calls.to_string());
        let _ = writeln!(
            out,
            "{:>8}{:>8}{:>8}{:>10}{:>10}  {} ({}), {}",
            told.line,
            told.c02,
            told.tools,
            from(told.from_c02),
            from(told.from_tools),
            told.domain,
            told.language,
            told.tokenizer
        );
    }
    if counted.left_out > 0 {
        let _ = writeln!(out, "left out, no contract: {}", counted.left_out);
    }
    out
}

/// A cell for each form, by its name.
fn row(cell: impl Fn(&'static str) -> Option<String>) -> String {
    let cells = Form::ALL.iter().map(|form| cell(form.name()));
    cells
        .map(|cell| format!("{:>8}", cell.as_deref().unwrap_or("-")))
        .collect()
}
