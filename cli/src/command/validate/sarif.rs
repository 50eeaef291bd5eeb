//! SARIF 2.1.0 on outputs.

use std::fmt::Write;

use cmec_decoder::Finding;
use cmec_decoder::finding::registry;
use cmec_decoder::span::Position;
use cmec_executor::Locale;
use serde_json::{Value, json};

use super::record::{Kind, Record, Standing, Tally};
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
    /// With every rule of the registry, whether or not it is broken here, its headline in the language asked for.
    pub(super) fn new(language: Option<Locale>) -> Self {
        let rules = registry::ALL.iter().map(|rule| {
            let help = format!(
                "{}\nfor example {}\ninstead {}",
                rule.why, rule.example, rule.instead
            );
            let headline = language.map_or(rule.what, |language| rule.headline(language.tag()));
            sarif::rule(rule.id, rule.slug, headline, rule.why, &help)
        });
        Self {
            rules: rules.collect(),
        }
    }
}

impl Report for Sarif {
    fn head(&self, _tally: &Tally) -> String {
        sarif::head(&self.rules)
    }

    fn one(&self, record: &Record<'_>, out: &mut String) {
        let level = match record.kind {
            Kind::Contract => return,
            Kind::Clarify => "warning",
            Kind::Reject => "error",
        };
        if let Some(question) = &record.question {
            let line = record.line.unwrap_or(1);
            let message = format!("the model asks: {question}");
            let region = json!({"startLine": line});
            let said = Said {
                id: registry::MODEL_ASKED.id,
                level: "note",
                message: &message,
                region,
                pointer: "",
            };
            self.push(out, record, &said);
        }
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
                region: json!({"startLine": record.line.unwrap_or(1)}),
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
            rule_index: registry::ALL
                .iter()
                .position(|rule| rule.id == said.id)
                .unwrap_or(0),
            level: said.level,
            message: Text { text: said.message },
            locations: [sarif::location(record.file, said.region.clone())],
            related_locations: Vec::new(),
            baseline_state: match record.standing {
                Standing::Alone => None,
                Standing::Known => Some("unchanged"),
                Standing::Worse => Some("new"),
            },
            properties: json!({"verdict": record.kind.name(), "pointer": said.pointer}),
        };
        push_json(out, &entry);
    }
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
