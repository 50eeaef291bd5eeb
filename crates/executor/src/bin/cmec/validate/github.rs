//! GitHub annotations: workflow commands that mark the line in a pull request.

use std::fmt::Write;

use super::record::{Kind, Record, Standing};
use super::report::Report;

/// Workflow commands.
pub(super) struct Github;

impl Report for Github {
    fn one(&self, record: &Record<'_>, out: &mut String) {
        if record.standing == Standing::Known {
            return;
        }
        let file = property(record.file);
        let command = match record.kind {
            Kind::Contract => return,
            Kind::Clarify => "warning",
            Kind::Reject => "error",
        };
        if let Some(question) = &record.question {
            let line = record.line.unwrap_or(1);
            let question = message(question);
            let _ = writeln!(
                out,
                "::{command} file={file},line={line},title=model asks::{question}"
            );
        }
        for finding in &record.findings {
            let (line, column) = record.place(finding);
            let (id, slug) = (finding.rule.id, finding.rule.slug);
            let mut said = finding.message.clone();
            if let Some(help) = &finding.help {
                let _ = write!(said, "\n{help}");
            }
            let said = message(&said);
            let _ = writeln!(
                out,
                "::{command} file={file},line={line},col={column},title={id} {slug}::{said}"
            );
        }
    }
}

/// A message: `%` and line ends are escaped, or the command would end there.
fn message(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// A property: also what separates properties.
fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_ends_the_command() {
        assert_eq!(message("100%\r\n::error::x"), "100%25%0D%0A::error::x");
        assert_eq!(property("a,b:c"), "a%2Cb%3Ac");
    }
}
