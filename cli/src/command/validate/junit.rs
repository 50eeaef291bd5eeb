//! JUnit: each output is a test case.

use std::fmt::Write;

use super::record::{Kind, Record, Standing, Tally};
use super::report::Report;

/// JUnit's XML.
pub(super) struct Junit;

impl Report for Junit {
    fn counts_first(&self) -> bool {
        true
    }

    fn head(&self, tally: &Tally) -> String {
        let (tests, failures) = (tally.outputs(), tally.failing);
        let skipped = tally.clarifies + tally.rejects - failures;
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"cmec validate\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\">\n<testsuite name=\"cmec validate\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\">\n"
        )
    }

    fn one(&self, record: &Record<'_>, out: &mut String) {
        let file = escape(record.file);
        let name = record
            .line
            .map_or_else(|| file.clone(), |line| format!("line {line}"));
        let _ = write!(out, "<testcase classname=\"{file}\" name=\"{name}\"");
        let kind = record.kind.name();
        if record.kind == Kind::Contract {
            out.push_str("/>\n");
            return;
        }
        if record.standing == Standing::Known {
            let _ = writeln!(
                out,
                "><skipped message=\"{kind}, no worse than the baseline\"/></testcase>"
            );
            return;
        }
        let said = said(record);
        let first = escape(said.lines().next().unwrap_or_default());
        let said = escape(&said);
        let _ = writeln!(
            out,
            "><failure type=\"{kind}\" message=\"{first}\">{said}</failure></testcase>"
        );
    }

    fn tail(&self, _tally: &Tally, _against_baseline: bool) -> String {
        "</testsuite>\n</testsuites>\n".to_owned()
    }
}

fn said(record: &Record<'_>) -> String {
    let mut lines = Vec::new();
    if let Some(question) = &record.question {
        lines.push(format!("the model asks: {question}"));
    }
    for finding in &record.findings {
        let (line, column) = record.place(finding);
        let (id, slug) = (finding.rule.id, finding.rule.slug);
        lines.push(format!(
            "{id} {slug}: {} ({line}:{column})",
            finding.told_to_people()
        ));
    }
    lines.extend(record.more_findings());
    lines.join("\n")
}

/// A text of XML 1.0: the characters it cannot hold at all are replaced.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("&#10;"),
            '\r' => escaped.push_str("&#13;"),
            '\t' => escaped.push_str("&#9;"),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_is_xml() {
        assert_eq!(
            escape("<a b=\"1\">&\n\u{0}é"),
            "&lt;a b=&quot;1&quot;&gt;&amp;&#10;\u{fffd}é"
        );
    }
}
