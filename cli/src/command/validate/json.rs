//! One object of JSON a line for each output; what `--baseline` reads.

use cmec_decoder::Finding;
use serde::Serialize;

use super::record::{Kind, Record};
use super::report::Report;
use crate::output::push_json;
use crate::standing::Standing;

/// JSON Lines.
pub(super) struct Json;

#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    line: Option<u64>,
    verdict: Kind,
    findings: &'a [Finding],
    /// Findings beside these.
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<usize>,
    /// Arguments of a tool that were ignored.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    dropped: &'a [String],
    /// What it says though the codebook calls it deprecated.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    deprecated: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    question: Option<&'a str>,
    /// Said only against a baseline.
    #[serde(skip_serializing_if = "Option::is_none")]
    regression: Option<bool>,
}

impl Report for Json {
    fn one(&self, record: &Record<'_>, out: &mut String) {
        let line = Line {
            file: record.file,
            line: record.line,
            verdict: record.kind,
            findings: &record.findings,
            more: Some(record.more).filter(|more| *more > 0),
            dropped: &record.dropped,
            deprecated: &record.deprecated,
            question: record.question.as_deref(),
            regression: match record.standing {
                Standing::Alone => None,
                Standing::Known => Some(false),
                Standing::Worse => Some(true),
            },
        };
        push_json(out, &line);
        out.push('\n');
    }
}
