//! An answer as text: summary, subject, the rows as a table, sums, and limitations. Outside text is escaped, so that
//! control characters, text direction and line breaks cannot affect the terminal.

use cmec_executor::filters::{ExtractedFilter, Origin};
use cmec_executor::limitation::Limitation;
use cmec_executor::ports::raw_row::Cell;
use cmec_executor::response::row::Row;
use cmec_executor::taxonomy::ResponseType;
use cmec_executor::{Locale, Response};

use super::table::{bounded, codes, common, narrowed, table};
use super::{Columns, sums, texts};
use crate::terminal::output::plain;

/// Most rows shown with a summary, whose totals are the actual answer.
const TOP_ROWS: usize = 10;

pub(super) fn text(response: &Response, columns: Columns<'_>) -> String {
    if texts::are_texts(&response.rows) {
        let summary = plain(&response.summary);
        let texts = texts::texts(&response.rows);
        return format!("{summary}\n\n{texts}{}", tail(response, columns.locale));
    }
    let mut out = head(response, columns);
    if !response.rows.is_empty() {
        out.push('\n');
        out.push_str(&rows(response, columns));
        out.push('\n');
    }
    out.push_str(&tail(response, columns.locale));
    out
}

pub(super) fn without_rows(response: &Response, columns: Columns<'_>) -> String {
    head(response, columns) + &tail(response, columns.locale)
}

/// Summary and subject.
fn head(response: &Response, columns: Columns<'_>) -> String {
    let locale = columns.locale;
    let mut out = format!("{}\n", plain(&response.summary));
    let mut about: Vec<(String, String)> = Vec::new();
    let mut say = |name: &str, value: String| about.push((name.to_owned(), value));
    let filter = |name: &str| {
        let mut all = response.filters_applied.iter();
        all.find(|entry| entry.filter == name)
            .map(|entry| entry.value.as_str())
    };
    let narrow = narrowed(&response.rows);
    let codes = codes(&narrow);
    let above = above(response, &narrow, columns);
    let (of_all, of_shown): (Vec<_>, Vec<_>) =
        (above.iter()).partition(|(code, _)| is_of_all(response, code));
    for (code, shown) in of_all {
        say(
            &columns.name_among(code, &codes),
            columns.value(code, shown),
        );
    }
    for entry in &response.filters_applied {
        let code = entry.filter.as_str();
        let is_said = ["limit", "sort", "period_from", "period_to"].contains(&code)
            || above.iter().any(|(known, _)| *known == code);
        if !is_said {
            let said = columns.said(code, &entry.value);
            let meant = element(response, entry).filter(|meant| *meant != entry.value);
            let meant = meant.map(|meant| format!(" — {}", plain(meant)));
            let guessed = match entry.origin {
                Origin::Derived => locale.pick("（排名更高）", " (ранг выше)", " (ranked higher)"),
                Origin::Said | Origin::Defaulted => "",
            };
            say(
                &columns.name(code),
                said + &meant.unwrap_or_default() + guessed,
            );
        }
    }
    let bound = |code: &str| filter(code).map(|day| columns.said(code, day));
    if let Some(asked) = period(bound("period_from"), bound("period_to"), locale) {
        let is_broadened = response.limitations.contains(&Limitation::WholePeriod);
        let shown = match is_broadened {
            // The rows cover another period than the requested one.
            true => (locale.pick(
                "全部期间（所问：{}）",
                "всё доступное время (спрошено: {})",
                "all available time (asked for: {})",
            ))
            .replace("{}", &asked),
            false => asked,
        };
        say(locale.pick("期间", "Период", "Period"), shown);
    }
    let of_shown: Vec<String> = (of_shown.iter())
        .map(|(code, shown)| {
            let name = columns.name_among(code, &codes);
            format!("{name}: {}", columns.value(code, shown))
        })
        .collect();
    if !of_shown.is_empty() {
        let name = locale.pick(
            "所示各行均为",
            "Во всех показанных строках",
            "In all rows shown",
        );
        say(name, of_shown.join("; "));
    }
    for (name, value) in about {
        out.push_str(&format!("{name}: {}\n", bounded(value)));
    }
    out
}

/// A period by its bounds.
fn period(from: Option<String>, to: Option<String>, locale: Locale) -> Option<String> {
    Some(match (from, to) {
        (Some(from), Some(to)) => format!("{from} – {to}"),
        (Some(from), None) => (locale.pick("自 {}", "с {}", "from {}")).replace("{}", &from),
        (None, Some(to)) => (locale.pick("至 {}", "по {}", "to {}")).replace("{}", &to),
        (None, None) => return None,
    })
}

/// The name of the element that a filter refers to; a filter with several values has several.
fn element<'r>(response: &'r Response, entry: &ExtractedFilter) -> Option<&'r str> {
    let mut anchors = response.anchors.iter();
    let anchor =
        anchors.find(|anchor| anchor.filter == entry.filter && anchor.said == entry.value)?;
    Some(&anchor.element.as_ref()?.presentation)
}

/// The constant columns above the table. For a summary there are none: its totals cover more than the rows, and a
/// constant would seem to apply to the totals.
fn above<'r>(
    response: &Response,
    rows: &'r [Row],
    columns: Columns<'_>,
) -> Vec<(&'r str, &'r Cell)> {
    match response.response_type {
        ResponseType::FactualSummary => Vec::new(),
        _ => common(rows, columns),
    }
}

/// True where a constant column holds for all existing rows, not just those shown.
fn is_of_all(response: &Response, code: &str) -> bool {
    let is_part = response.truncated || response.next_cursor.is_some();
    let mut filters = response.filters_applied.iter();
    !is_part || filters.any(|entry| entry.filter == code && entry.origin != Origin::Derived)
}

/// The table, the number of omitted rows, and the sums.
fn rows(response: &Response, columns: Columns<'_>) -> String {
    let locale = columns.locale;
    let narrow = narrowed(&response.rows);
    let above = above(response, &narrow, columns);
    let above: Vec<&str> = above.iter().map(|(code, _)| *code).collect();
    let shown = match response.response_type {
        ResponseType::FactualSummary => response.rows.len().min(TOP_ROWS),
        _ => response.rows.len(),
    };
    let mut out = table(narrow.get(..shown).unwrap_or_default(), &above, columns);
    let left = response.rows.len().saturating_sub(shown);
    if left > 0 {
        let words = match response.next_cursor {
            // Only the omitted rows of this page are counted.
            Some(_) => locale.pick(
                "……本页还有 {} 行",
                "… и ещё {} на этой странице",
                "… and {} more on this page",
            ),
            None => locale.pick("……还有 {} 行", "… и ещё строк: {}", "… and {} rows more"),
        };
        out.push_str(&words.replace("{}", &left.to_string()));
        out.push('\n');
    }
    for sum in sums::sums(response, locale) {
        out.push_str(&plain(&sum));
        out.push('\n');
    }
    out
}

/// Limitations, advice, candidates, and the next page.
fn tail(response: &Response, locale: Locale) -> String {
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(&plain(&text));
        out.push('\n');
    };
    for limitation in &response.limitations {
        line(format!("• {}", limitation.sentence(locale)));
    }
    for hint in &response.hints {
        line(format!("→ {hint}"));
    }
    let clarify = response.clarify.iter();
    let candidates = clarify
        .flat_map(|clarify| &clarify.reasons)
        .flat_map(|reason| &reason.candidates);
    for candidate in candidates {
        let label = candidate.label_in(locale.tag());
        let text = format!("? {} ({label}) {}", candidate.code, candidate.description);
        line(text.trim_end().to_owned());
    }
    if let Some(cursor) = &response.next_cursor {
        let next = locale.pick("下一页", "Дальше", "Next page");
        line(format!("{next}: --cursor {cursor}"));
    }
    line(format!("trace id: {}", response.trace_id));
    out
}
