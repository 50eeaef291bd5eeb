//! Statistics on confidence for people: a line per row and statistic.

use cmec_agent::chat::confidence::Statistic;

use super::percent;
use crate::command::eval::confidence::Cut;
use crate::command::eval::figures::share;
use crate::command::eval::report::Row;

/// The statistics of all rows; empty if nothing is known.
pub(super) fn lines(rows: &[Row<'_>]) -> String {
    let mut lines = String::new();
    for row in rows {
        for own in &row.confidence {
            let (all, even) = (own.all.as_ref(), own.even.as_ref());
            let line = format!(
                "{:<12} {:<33} {:<4} {:<5} {:>6} {} {}",
                row.notation,
                row.constraint,
                row.language.unwrap_or("all"),
                own.statistic.name(),
                own.auc.map_or("-".to_owned(), |auc| format!("{auc:.3}")),
                cells(all),
                cells(even),
            );
            lines.push_str(line.trim_end());
            lines.push('\n');
        }
    }
    if lines.is_empty() {
        return lines;
    }
    let head = ["least", "given", "wrong"].map(|name| format!("{name:>7}"));
    let head = head.join(" ");
    let used = Statistic::default().name();
    format!(
        "\n{:<12} {:<33} {:<4} {:<5} {:>6} {head} {head}\n{lines}least: probability that keeps silently wrong answers to 2 % \
         of those given, on all questions, then chosen on the odd and seen on the even ones; `ask --least-confidence` takes \
         that of `{used}`.\n",
        "notation", "constraint", "lang", "by", "AUC",
    )
}

/// A threshold with the share of answered questions and the share of silent errors among them.
fn cells(cut: Option<&Cut>) -> String {
    let cells = match cut {
        None => [(); 3].map(|()| "-".to_owned()),
        Some(own) => [
            format!("{:.4}", own.least),
            percent(share(own.answered, own.questions)),
            percent(share(own.silent_wrong, own.answered)),
        ],
    };
    cells.map(|cell| format!("{cell:>7}")).join(" ")
}
