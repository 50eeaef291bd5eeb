//! The report for people: tables, and a bar for each row.

mod confidence;

use super::figures::{Counts, Figures};
use super::report::{EvalReport, ReplayDifferences, Row};
use crate::terminal::output;

/// Width of a bar in columns.
const BAR: usize = 40;

pub(super) fn text(report: &EvalReport<'_>) -> String {
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
    text.push_str(&judged(&report.ways));
    text.push_str(&shares(&report.ways));
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
    format!("\n`{model}`{types}\n{}", head(COUNTS))
}

/// The columns of a table with their widths.
type Columns<const N: usize> = [(&'static str, usize); N];

const COUNTS: Columns<7> = [
    ("", BAR),
    ("right", 6),
    ("wrong", 6),
    ("limited", 7),
    ("asked", 6),
    ("reject", 6),
    ("failed", 6),
];

/// The reasons why answers are right, the source of clarification questions, and the scores.
const JUDGED: Columns<10> = [
    ("contract", 8),
    ("also", 6),
    ("rows", 6),
    ("back", 6),
    ("model", 6),
    ("decoder", 7),
    ("clear", 6),
    ("silent", 6),
    ("RS(1)", 6),
    ("RS(10)", 7),
];

/// The other figures.
const SHARES: Columns<5> = [
    ("unclear", 7),
    ("tok in", 9),
    ("tok out", 8),
    ("p50 ms", 7),
    ("p95 ms", 7),
];

fn head<const N: usize>(columns: Columns<N>) -> String {
    let names = columns.map(|(name, _)| name.to_owned());
    line(["notation", "constraint", "lang"], columns, names)
}

/// A line of a table: notation, constraint and language, then its cells.
fn line<const N: usize>(
    [said, held, language]: [&str; 3],
    columns: Columns<N>,
    cells: [String; N],
) -> String {
    let mut line = format!("{said:<12} {held:<33} {language:<4}");
    for ((_, width), cell) in columns.into_iter().zip(cells) {
        line.push_str(&format!(" {cell:>width$}"));
    }
    format!("{}\n", line.trim_end())
}

/// A table with one line per row.
fn table<const N: usize>(
    rows: &[Row<'_>],
    columns: Columns<N>,
    cells: impl Fn(&Figures) -> [String; N],
) -> String {
    let lines = rows.iter().map(|row| {
        let language = row.language.unwrap_or("all");
        let start = [row.notation, row.constraint, language];
        line(start, columns, cells(&row.figures))
    });
    let lines: String = lines.collect();
    format!("\n{}{lines}", head(columns))
}

/// The counts of a row or of one of its kinds.
fn counts(start: [&str; 3], own: &Counts) -> String {
    let counts = [
        own.right,
        own.silent_wrong,
        own.limited,
        own.asked,
        own.rejected,
        own.failed,
    ];
    let [right, wrong, limited, asked, rejected, failed] = counts.map(|own| own.to_string());
    let cells = [bar(own), right, wrong, limited, asked, rejected, failed];
    line(start, COUNTS, cells)
}

fn judged(rows: &[Row<'_>]) -> String {
    let mut text = table(rows, JUDGED, |own| {
        [
            own.right_by.contract.to_string(),
            own.right_by.also.to_string(),
            own.right_by.rows.to_string(),
            own.right_by.question.to_string(),
            own.clarify.by_model.to_string(),
            own.clarify.by_decoder.to_string(),
            percent(own.clear_right),
            percent(own.silent_wrong_share),
            score(own.counts.rs_1),
            score(own.counts.rs_10),
        ]
    });
    let whole = rows.iter().filter(|row| row.is_whole);
    let uncompared: usize = whole.map(|row| row.figures.uncompared).sum();
    if uncompared > 0 {
        let wrong = counted(uncompared, "wrong contract");
        text.push_str(&format!(
            "Judged by the contract alone, because no right one gives rows: {wrong}.\n"
        ));
    }
    text
}

fn shares(rows: &[Row<'_>]) -> String {
    table(rows, SHARES, |own| {
        [
            percent(own.clarify.recall),
            own.tokens.prompt.to_string(),
            own.tokens.completion.to_string(),
            or_dash(own.latency_ms.p50.map(|own| own.to_string())),
            or_dash(own.latency_ms.p95.map(|own| own.to_string())),
        ]
    })
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
    or_dash(share.map(|share| format!("{:.1}%", share * 100.0)))
}

fn score(score: Option<f64>) -> String {
    or_dash(score.map(|score| format!("{score:.2}")))
}

fn or_dash(cell: Option<String>) -> String {
    cell.unwrap_or_else(|| "-".to_owned())
}

fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        more => format!("{more} {what}s"),
    }
}
