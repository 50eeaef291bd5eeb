//! Clarify: what must be said again, as data and as a short question.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::draft::DraftQuestion;
use crate::finding::{Candidate, Finding, Retry};
use crate::question;

/// A question back.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Clarify {
    /// Always `clarify`.
    pub kind: ClarifyKind,
    /// Trace id of the request.
    pub trace_id: String,
    /// What is unclear, in text order.
    pub reasons: Vec<Reason>,
    /// The question, by language tag; `und` for the model's own words.
    pub question: BTreeMap<String, String>,
    /// JSON pointer to the smallest part of the text to say again; `null`: the whole.
    pub patchable: Option<String>,
}

/// The one kind of clarify.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ClarifyKind {
    /// Clarify.
    Clarify,
}

/// One thing that is unclear.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// Id of the finding, or `model_asked`.
    pub code: String,
    /// JSON pointer into the text.
    pub path: String,
    /// What is unclear, in one line.
    pub message: String,
    /// What could have been meant, the likeliest first.
    pub candidates: Vec<Candidate>,
}

/// Reason code of a question the model itself asks.
pub const MODEL_ASKED: &str = "model_asked";

impl Clarify {
    pub(crate) fn from_findings<'l>(
        findings: &[Finding],
        languages: impl IntoIterator<Item = &'l str>,
        trace_id: &str,
    ) -> Self {
        let reasons = findings.iter().map(Reason::from_finding).collect();
        let question = languages
            .into_iter()
            .map(|language| (language.to_owned(), question::ask(findings, language)))
            .collect();
        Self {
            kind: ClarifyKind::Clarify,
            trace_id: trace_id.to_owned(),
            reasons,
            question,
            patchable: patchable(findings),
        }
    }

    pub(crate) fn from_model(question: &DraftQuestion<'_>, pointer: &str, trace_id: &str) -> Self {
        let candidates = question
            .options
            .iter()
            .map(|option| Candidate {
                code: option.value.to_string(),
                label: option.value.to_string(),
                description: String::new(),
                labels: Vec::new(),
            })
            .collect();
        Self {
            kind: ClarifyKind::Clarify,
            trace_id: trace_id.to_owned(),
            reasons: vec![Reason {
                code: MODEL_ASKED.to_owned(),
                path: pointer.to_owned(),
                message: "the model asks back".to_owned(),
                candidates,
            }],
            question: BTreeMap::from([("und".to_owned(), question.text.value.to_string())]),
            patchable: None,
        }
    }
}

impl Reason {
    fn from_finding(finding: &Finding) -> Self {
        Self {
            code: finding.rule.id.to_owned(),
            path: finding.pointer.clone(),
            message: finding.message.clone(),
            candidates: finding.candidates.clone(),
        }
    }
}

/// The one part to say again: only where every finding can be mended by a patch and all lie in that part.
fn patchable(findings: &[Finding]) -> Option<String> {
    if findings
        .iter()
        .any(|finding| finding.rule.retry != Retry::Patch)
    {
        return None;
    }
    let mut pointers = findings.iter().map(|finding| part_of(&finding.pointer));
    let first = pointers.next()?;
    pointers
        .all(|pointer| pointer == first)
        .then(|| first.to_owned())
}

/// The element of a list a pointer leads into: a key alone cannot be said again, its filter can.
fn part_of(pointer: &str) -> &str {
    let mut end = pointer.len();
    let mut rest = pointer;
    while let Some((before, last)) = rest.rsplit_once('/') {
        if last.bytes().all(|byte| byte.is_ascii_digit()) && !last.is_empty() {
            return pointer.get(..end).unwrap_or(pointer);
        }
        end = before.len();
        rest = before;
    }
    pointer
}
