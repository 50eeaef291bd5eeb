//! Documents of a corpus: the parsed content and the findings.

mod bounds;
mod json_lines;
mod metadata;
mod sections;

use cmec_executor::documents::Document;

use crate::documents::{DocumentTypes, placed, read_json_lines, read_markdown};
use crate::{Finding, report};

/// The path of the file.
const PATH: &str = "notes/on reading.md";

fn types() -> DocumentTypes<'static> {
    DocumentTypes::new(
        [
            "definition",
            "concept-map",
            "adr",
            "pattern",
            "policy",
            "class",
        ]
        .into_iter(),
        [
            ("decision", "adr"),
            ("Карта понятий", "concept-map"),
            ("lost", "absent"),
            ("pattern", "adr"),
        ]
        .into_iter(),
    )
}

/// Findings as `CB165 2:7 message`, followed by remark, other places and help.
fn told(bytes: &[u8], findings: Vec<Finding>) -> Vec<String> {
    let (findings, sources) = placed((PATH, 0), bytes, findings);
    let reports = report(&findings, &sources);
    let lines = reports.iter().map(|one| {
        assert_eq!(one.at.file, PATH);
        assert!(!one.message.contains('\n') && !one.message.ends_with('.'));
        let also = one.related.iter();
        let also: String = also
            .map(|other| format!("; {} {}:{}", other.remark, other.line, other.column))
            .collect();
        let remark = match one.at.remark.as_str() {
            "" => String::new(),
            remark => format!(" ({remark})"),
        };
        let help = one.help.as_ref().map(|help| format!(" -- {help}"));
        let (line, column) = (one.at.line, one.at.column);
        let help = help.unwrap_or_default();
        format!(
            "{} {line}:{column} {}{remark}{also}{help}",
            one.id, one.message
        )
    });
    lines.collect()
}

/// The document in a Markdown file, and the findings.
fn markdown(bytes: &[u8]) -> (Option<Document>, Vec<String>) {
    let (document, findings) = read_markdown(PATH, bytes, &types());
    (document, told(bytes, findings))
}

/// The document in a file without findings.
fn whole(text: &str) -> Document {
    let (document, told) = markdown(text.as_bytes());
    assert_eq!(told, Vec::<String>::new(), "{text}");
    document.unwrap()
}

fn json_lines(bytes: &[u8], types: &DocumentTypes<'_>) -> (Vec<Document>, Vec<String>) {
    let (documents, findings) = read_json_lines(PATH, bytes, types);
    let documents = documents.into_iter().map(|(_, own)| own);
    (documents.collect(), told(bytes, findings))
}

/// Sections as `one > two | text`.
fn sections(document: &Document) -> Vec<String> {
    let sections = document.sections.iter();
    let shown = sections.map(|one| format!("{} | {}", one.headings.join(" > "), one.text));
    shown.collect()
}
