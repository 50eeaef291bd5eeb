//! SARIF 2.1.0 on outputs.

use std::fmt::Write;

use cmec_decoder::Finding;
use cmec_decoder::finding::registry;
use cmec_decoder::span::Position;
use cmec_executor::Locale;
use serde_json::{Value, json};

use super::record::{Kind, Record, Tally};
use super::remark::About;
use super::report::Report;
use crate::output::push_json;
use crate::sarif::{self, Entry, Text};

/// SARIF.
pub(super) struct Sarif {
    rules: Value,
}

/// One thing to report of an output.
struct Said<'a> {
    id: &'a str,
    level: &'a str,
    message: &'a str,
    region: Value,
    pointer: &'a str,
}

impl Sarif {
    /// With every rule of the registry and of the remarks, whether or not it is broken here, its headline in the
    /// language asked for.
    pub(super) fn new(language: Option<Locale>) -> Self {
        let rules = registry::ALL.iter().map(|rule| {
            let help = format!(
                "{}\nfor example {}\ninstead {}",
                rule.why, rule.example, rule.instead
            );
            let headline = language.map_or(rule.what, |language| rule.headline(language.tag()));
            sarif::rule(rule.id, rule.slug, headline, rule.why, &help)
        });
        let others = About::WITHOUT_FINDING
            .map(|about| sarif::rule(about.rule(), about.rule(), about.what(), about.what(), ""));
        Self {
            rules: rules.chain(others).collect(),
        }
    }
}

impl Report for Sarif {
    fn head(&self, _tally: &Tally) -> String {
        sarif::head(&self.rules)
    }

    fn one(&self, record: &Record<'_>, out: &mut String) {
        let whole = json!({"startLine": record.line.unwrap_or(1)});
        for remark in record.remarks() {
            let said = Said {
                id: remark.about.rule(),
                level: match remark.about {
                    About::Question | About::Ignored => "note",
                    About::Deprecated => "warning",
                },
                message: &format!("{}: {}", remark.about.title(), remark.text),
                region: whole.clone(),
                pointer: "",
            };
            self.push(out, record, &said);
        }
        let level = match record.kind {
            Kind::Contract => return,
            Kind::Clarify => "warning",
            Kind::Reject => "error",
        };
        for finding in &record.findings {
            let region = region(record, finding);
            let mut message = finding.told_to_people().into_owned();
            if let Some(help) = &finding.help {
                let _ = write!(message, "\n{help}");
            }
            let said = Said {
                id: finding.rule.id,
                level,
                message: &message,
                region,
                pointer: &finding.pointer,
            };
            self.push(out, record, &said);
        }
        if let (Some(message), Some(last)) = (record.more_findings(), record.findings.last()) {
            let said = Said {
                id: last.rule.id,
                level: "note",
                message: &message,
                region: whole,
                pointer: "",
            };
            self.push(out, record, &said);
        }
    }

    fn between(&self) -> &'static str {
        sarif::BETWEEN
    }

    fn tail(&self, _tally: &Tally, _against_baseline: bool) -> String {
        sarif::TAIL.to_owned()
    }
}

impl Sarif {
    fn push(&self, out: &mut String, record: &Record<'_>, said: &Said<'_>) {
        if !out.is_empty() {
            out.push_str(self.between());
        }
        let entry = Entry {
            rule_id: said.id,
            rule_index: rule_index(said.id),
            level: said.level,
            message: Text { text: said.message },
            locations: [sarif::location(record.file, said.region.clone())],
            related_locations: Vec::new(),
            baseline_state: record.standing.in_sarif(),
            properties: json!({"verdict": record.kind.name(), "pointer": said.pointer}),
        };
        push_json(out, &entry);
    }
}

/// Where a rule stands in the head: the registry's first.
fn rule_index(id: &str) -> usize {
    let registry = registry::ALL.iter().map(|rule| rule.id);
    let others = About::WITHOUT_FINDING.into_iter().map(About::rule);
    registry
        .chain(others)
        .position(|rule| rule == id)
        .unwrap_or(0)
}

/// Where a finding is; its end is known where the text is.
fn region(record: &Record<'_>, finding: &Finding) -> Value {
    let (line, column) = record.place(finding);
    let mut region = json!({"startLine": line, "startColumn": column});
    if let (Some(text), Some(members)) = (record.text, region.as_object_mut()) {
        let end = Position::of(text, finding.span.end);
        let end_line = record.line.unwrap_or(end.line as u64);
        members.insert("endLine".to_owned(), json!(end_line));
        members.insert("endColumn".to_owned(), json!(end.column));
    }
    region
}
