//! Counts for people: a row for each intent, and the means.

use std::fmt::Write as _;

use super::count::IntentCounts;
use super::form::FORMS;

pub(super) fn text(counted: &IntentCounts) -> String {
    let mut out = String::new();
    for sum in &counted.sums {
        // Writing to a `String` cannot fail.
        let _ = writeln!(out, "{}", sum.tokenizer);
        let names = row(|name| Some(name.to_owned()));
        let _ = writeln!(out, "{names}  intent");
        for case in &counted.cases {
            let counts = case.tokens.get(&sum.tokenizer);
            let counts = row(|name| Some(counts?.get(name)?.to_string()));
            let _ = writeln!(out, "{counts}  {}/{}  {}", case.domain, case.file, case.sql);
        }
        let means = row(|name| Some(format!("{:.1}", sum.mean.get(name)?)));
        let _ = writeln!(out, "{means}  mean");
        let ratios = row(|name| Some(format!("{:.2}", sum.sql_to.get(name)?)));
        let _ = writeln!(out, "{ratios}  sql against it, where both can say the same");
        if let Some((name, ratio)) = &sum.worst_to_mec {
            let _ = writeln!(out, "worst SQL against its MEC: {ratio:.2} {name}");
        }
        out.push('\n');
    }
    let _ = writeln!(
        out,
        "{:>8}{:>8}{:>8}  told first: cards, and definitions of tools",
        "sql", "c0.2", "tools"
    );
    for told in &counted.told {
        let _ = writeln!(
            out,
            "{:>8}{:>8}{:>8}  {} ({}), {}",
            told.sql, told.c02, told.tools, told.domain, told.language, told.tokenizer
        );
    }
    if counted.left_out > 0 {
        let _ = writeln!(out, "left out, no contract: {}", counted.left_out);
    }
    out
}

/// A cell for each form.
fn row(cell: impl Fn(&'static str) -> Option<String>) -> String {
    let cells = FORMS.iter().map(|(_, form)| cell(form));
    cells
        .map(|cell| format!("{:>8}", cell.as_deref().unwrap_or("-")))
        .collect()
}
