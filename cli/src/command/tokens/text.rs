//! Counts for people: a row for each intent, and the means.

use std::fmt::Write as _;

use super::case::Counts;
use super::count::Counted;
use super::form::Form;

/// The whole report.
pub(super) fn text(counted: &Counted) -> String {
    let mut out = String::new();
    for sum in &counted.sums {
        // Writing to a `String` cannot fail.
        let _ = writeln!(out, "{}", sum.tokenizer);
        let names: String = (Form::ALL.iter())
            .map(|form| format!("{:>8}", form.name()))
            .collect();
        let _ = writeln!(out, "{names}  intent");
        for case in &counted.cases {
            let none = Counts::new();
            let counts = case.tokens.get(&sum.tokenizer).unwrap_or(&none);
            let row: String = (Form::ALL.iter())
                .map(|form| cell(counts.get(form.name())))
                .collect();
            let _ = writeln!(out, "{row}  {}/{}  {}", case.domain, case.file, case.line);
        }
        let means: String = (Form::ALL.iter())
            .map(|form| {
                cell(
                    sum.mean
                        .get(form.name())
                        .map(|mean| format!("{mean:.1}"))
                        .as_ref(),
                )
            })
            .collect();
        let _ = writeln!(out, "{means}  mean");
        let ratios: String = (Form::ALL.iter())
            .map(|form| {
                let ratio = sum.line_to.get(form.name());
                cell(ratio.map(|ratio| format!("{ratio:.2}")).as_ref())
            })
            .collect();
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

fn cell(shown: Option<&impl std::fmt::Display>) -> String {
    shown.map_or_else(|| format!("{:>8}", "-"), |shown| format!("{shown:>8}"))
}
