//! The report for people: tables, and a bar for each row.

mod confidence;

use super::figures::Counts;
use super::report::{ReplayDifferences, Report, Row};
use crate::terminal::output;

/// Width of a bar in columns.
const BAR: usize = 40;

pub(super) fn text(report: &Report<'_>) -> String {
    let domain = output::plain(report.domain);
    let mut text = format!("{domain}: {}", counted(report.questions, "question"));
    if report.left_out > 0 {
        text.push_str(&format!(
            ", {} of them on a card and left out",
            report.left_out
        ));
    }
    if !report.complete {
        text.push_str(", not all of them asked");
    }
    text.push('\n');
    let mut head: Option<(&str, &[String])> = None;
    for row in &report.ways {
        if head != Some((row.model, row.types)) {
            head = Some((row.model, row.types));
            text.push_str(&heading(row));
        }
        let language = row.language.unwrap_or("all");
        text.push_str(&counts(
            [row.notation, row.constraint, language],
            &row.figures.counts,
        ));
        for (kind, own) in row.kinds.iter().filter(|_| row.is_whole) {
            text.push_str(&counts(["", &output::plain(kind), ""], own));
        }
    }
    text.push_str(
        "\n█ right  x silently wrong  ! limited  ▒ asked back  ░ rejected  · no answer\n",
    );
    text.push_str(&judged(report));
    text.push_str(&shares(report));
    text.push_str(&confidence::lines(&report.ways));
    text.push_str(&report.record.as_ref().map(unread).unwrap_or_default());
    text
}

/// The ignored parts of a recording, one line per reason.
fn unread(own: &ReplayDifferences) -> String {
    let half = usize::from(own.half);
    let lines = [
        (
            own.unanswered,
            "question",
            "without an answer in the record",
        ),
        (
            own.left_out,
            "answer",
            "in a language or to a question that is not asked, left out",
        ),
        (
            own.repairs_left_out,
            "answer",
            "to a question that was asked again, left out: see `--repairs`",
        ),
        (own.replaced, "answer", "in whose place a later one stands"),
        (
            own.other_prompts,
            "answer",
            "to another prompt or question than that of now",
        ),
        (half, "answer", "of which only half is there, left out"),
    ];
    let lines = lines.into_iter().filter(|(count, _, _)| *count > 0);
    lines
        .map(|(count, what, why)| format!("{} {why}\n", counted(count, what)))
        .collect()
}

fn heading(row: &Row<'_>) -> String {
    let types = match row.types.is_empty() {
        true => String::new(),
        false => format!(", card of {}", output::plain(&row.types.join(", "))),
    };
    let model = output::plain(row.model);
    let head = columns([
        "notation",
        "constraint",
        "lang",
        "",
        "right",
        "wrong",
        "limited",
        "asked",
        "reject",
        "failed",
    ]);
    format!("\n`{model}`{types}\n{head}")
}

/// The counts of a row or of one of its kinds.
fn counts([said, held, language]: [&str; 3], own: &Counts) -> String {
    columns([
        said,
        held,
        language,
        &bar(own),
        &own.right.to_string(),
        &own.silent_wrong.to_string(),
        &own.limited.to_string(),
        &own.asked.to_string(),
        &own.rejected.to_string(),
        &own.failed.to_string(),
    ])
}

fn columns(cells: [&str; 10]) -> String {
    let [
        said,
        held,
        language,
        bar,
        right,
        wrong,
        limited,
        asked,
        rejected,
        failed,
    ] = cells;
    let line = format!(
        "{said:<12} {held:<33} {language:<4} {bar:<BAR$} {right:>6} {wrong:>6} {limited:>7} {asked:>6} {rejected:>6} {failed:>6}"
    );
    format!("{}\n", line.trim_end())
}

/// The reasons why answers are right, the source of clarification questions, and the scores; one line per row.
fn judged(report: &Report<'_>) -> String {
    let mut text = format!(
        "\n{:<12} {:<33} {:<4} {:>8} {:>6} {:>6} {:>6} {:>6} {:>7} {:>6} {:>6} {:>6} {:>7}\n",
        "notation",
        "constraint",
        "lang",
        "contract",
        "also",
        "rows",
        "back",
        "model",
        "decoder",
        "clear",
        "silent",
        "RS(1)",
        "RS(10)",
    );
    let mut uncompared = 0;
    for row in &report.ways {
        let own = &row.figures;
        if row.is_whole {
            uncompared += own.uncompared;
        }
        text.push_str(&format!(
            "{:<12} {:<33} {:<4} {:>8} {:>6} {:>6} {:>6} {:>6} {:>7} {:>6} {:>6} {:>6} {:>7}\n",
            row.notation,
            row.constraint,
            row.language.unwrap_or("all"),
            own.right_by.contract,
            own.right_by.also,
            own.right_by.rows,
            own.right_by.question,
            own.clarify.by_model,
            own.clarify.by_decoder,
            percent(own.clear_right),
            percent(own.silent_wrong_share),
            score(own.counts.rs_1),
            score(own.counts.rs_10),
        ));
    }
    if uncompared > 0 {
        let wrong = counted(uncompared, "wrong contract");
        text.push_str(&format!(
            "Judged by the contract alone, because no right one gives rows: {wrong}.\n"
        ));
    }
    text
}

/// The other figures, one line per row.
fn shares(report: &Report<'_>) -> String {
    let mut text = format!(
        "\n{:<12} {:<33} {:<4} {:>7} {:>9} {:>8} {:>7} {:>7}\n",
        "notation", "constraint", "lang", "unclear", "tok in", "tok out", "p50 ms", "p95 ms",
    );
    for row in &report.ways {
        let own = &row.figures;
        text.push_str(&format!(
            "{:<12} {:<33} {:<4} {:>7} {:>9} {:>8} {:>7} {:>7}\n",
            row.notation,
            row.constraint,
            row.language.unwrap_or("all"),
            percent(own.clarify.recall),
            own.tokens.prompt,
            own.tokens.completion,
            milliseconds(own.latency_ms.p50),
            milliseconds(own.latency_ms.p95),
        ));
    }
    text
}

/// A bar with the shares of the outcomes.
fn bar(figures: &Counts) -> String {
    let parts = [
        ('█', figures.right),
        ('x', figures.silent_wrong),
        ('!', figures.limited),
        ('▒', figures.asked),
        ('░', figures.rejected),
        ('·', figures.failed),
    ];
    let whole = figures.questions.max(1);
    let mut bar = String::new();
    let (mut before, mut columns) = (0, 0);
    for (mark, part) in parts {
        before += part;
        let end = (before * BAR + whole / 2) / whole;
        bar.extend(std::iter::repeat_n(mark, end.saturating_sub(columns)));
        columns = end;
    }
    bar
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.1}%", share * 100.0))
}

fn score(score: Option<f64>) -> String {
    score.map_or_else(|| "-".to_owned(), |score| format!("{score:.2}"))
}

fn milliseconds(number: Option<u64>) -> String {
    number.map_or_else(|| "-".to_owned(), |number| number.to_string())
}

fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        more => format!("{more} {what}s"),
    }
}
