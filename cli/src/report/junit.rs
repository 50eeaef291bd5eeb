//! JUnit XML: suites of test cases with counts.

use std::fmt::{self, Write};

use cmec_decoder::blank::is_unseen;

use super::record::{TestCase, TestOutcome};

pub(super) const SUITE_END: &str = "</testsuite>\n";
pub(super) const SUITES_END: &str = "</testsuites>\n";
/// The end of a single suite.
pub(super) const TAIL: &str = "</testsuite>\n</testsuites>\n";

#[derive(Default)]
pub(super) struct Counts {
    passed: u64,
    skipped: u64,
    failed: u64,
    errors: u64,
}

impl Counts {
    pub(super) fn add(&mut self, other: &Self) {
        self.passed += other.passed;
        self.skipped += other.skipped;
        self.failed += other.failed;
        self.errors += other.errors;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (failures, errors) = (self.failed, self.errors);
        let tests = self.passed + self.skipped + failures + errors;
        write!(
            out,
            " tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\""
        )
    }
}

pub(super) fn suites(name: &str, counts: &str) -> String {
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{name}\"{counts}>\n")
}

pub(super) fn suite(name: &str, counts: &Counts) -> String {
    let (name, skipped) = (escape(name), counts.skipped);
    format!("<testsuite name=\"{name}\"{counts} skipped=\"{skipped}\">\n")
}

pub(super) fn push(case: &TestCase<'_>, counts: &mut Counts, out: &mut String) {
    let (count, end) = match &case.outcome {
        TestOutcome::Passed(text) if text.is_empty() => (&mut counts.passed, "/>".to_owned()),
        TestOutcome::Passed(text) => {
            let output = format!("><system-out>{}</system-out></testcase>", escape(text));
            (&mut counts.passed, output)
        }
        TestOutcome::Skipped(why) => {
            let skipped = format!("><skipped message=\"{}\"/></testcase>", escape(why));
            (&mut counts.skipped, skipped)
        }
        TestOutcome::Failed(kind, message, text) => {
            let first = || text.lines().next().unwrap_or_default();
            let message = escape(message.as_deref().unwrap_or_else(first));
            let text = escape(text);
            let failure = format!(
                "><failure type=\"{kind}\" message=\"{message}\">{text}</failure></testcase>"
            );
            (&mut counts.failed, failure)
        }
        TestOutcome::Error(kind, message) => {
            let error = format!(
                "><error type=\"{kind}\" message=\"{}\"/></testcase>",
                escape(message)
            );
            (&mut counts.errors, error)
        }
    };
    *count += 1;
    let (class, name) = (escape(&case.class), escape(&case.name));
    // Writing to a string cannot fail.
    let _ = writeln!(out, "<testcase classname=\"{class}\" name=\"{name}\"{end}");
}

/// Escapes a text for XML 1.0; characters that it cannot hold are replaced.
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
            // Invisible and control characters are made visible.
            unseen if is_unseen(unseen) => escaped.extend(unseen.escape_unicode()),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn any_text_is_xml() {
        assert_eq!(
            escape("<a b=\"1\">&\n\u{0}é\u{202e}"),
            "&lt;a b=&quot;1&quot;&gt;&amp;&#10;\u{fffd}é\\u{202e}"
        );
    }
}
