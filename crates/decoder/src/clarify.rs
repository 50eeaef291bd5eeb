//! `Clarify`: the unclear parts of a text, as data and as a short question.

mod question;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::draft::DraftQuestion;
use crate::finding::{Candidate, Finding, Retry};
#[cfg(feature = "schema")]
use crate::schema::tag;

/// A question back. Its `kind` says that it is one.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Clarify", transform = tag("kind", "clarify", "Which answer it is.")))]
#[serde(tag = "kind", rename = "clarify")]
pub struct Clarify {
    /// Trace id of the request.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9a-f]{32}$")))]
    pub trace_id: String,
    /// What is unclear, in text order.
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    pub reasons: Vec<Reason>,
    /// What is unclear beside these and only counted; left out where there is nothing.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub more: usize,
    /// The question, by language tag; `und` for the model's own words.
    #[cfg_attr(feature = "schema", schemars(extend("minProperties" = 1, "propertyNames" = {"pattern": "^[a-z]{2,3}(-[A-Za-z0-9]+)*$"})))]
    pub question: BTreeMap<String, String>,
    /// JSON pointer to the smallest part of the text to say again; `null`: the whole.
    pub patchable: Option<String>,
}

/// One thing that is unclear.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reason {
    /// Id of the finding, or `model_asked`.
    pub code: String,
    /// JSON pointer into the text.
    #[cfg_attr(feature = "schema", schemars(length(min = 0)))]
    pub path: String,
    /// What is unclear in a word, in the language asked for; left out where none was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub headline: Option<&'static str>,
    /// What is unclear, in one line.
    pub message: String,
    /// What could have been meant, the likeliest first.
    pub candidates: Vec<Candidate>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands members by reference"
)]
pub(crate) const fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// Reason code of a question that the model itself asks.
pub const MODEL_ASKED: &str = "model_asked";

impl Clarify {
    /// The question in a language, in its fallback, or in the first available language.
    #[must_use]
    pub fn question_in(&self, language: &str) -> Option<&str> {
        let said = self.question.get(language);
        said.or_else(|| self.question.get(question::spoken(language)))
            .or_else(|| self.question.values().next())
            .map(String::as_str)
    }

    pub(crate) fn from_findings<'l>(
        findings: &[Finding],
        languages: impl IntoIterator<Item = &'l str>,
        trace_id: &str,
    ) -> Self {
        let reasons = findings.iter().map(Reason::from_finding).collect();
        let mut question = BTreeMap::new();
        for language in languages {
            // Key by the language of the sentences, which may be a fallback: there are no sentences in Portuguese, for
            // example.
            let spoken = question::spoken(language);
            if spoken == language || !question.contains_key(spoken) {
                question.insert(spoken.to_owned(), question::ask(findings, language));
            }
        }
        Self {
            trace_id: trace_id.to_owned(),
            reasons,
            more: 0,
            question,
            patchable: patchable(findings),
        }
    }

    /// Rewrites the reasons for a language, and adds the question in it if missing. `findings` are the source of the
    /// reasons; a question by the model stays as it is.
    pub(crate) fn in_language(&mut self, findings: &[Finding], language: &str) {
        if findings.is_empty() {
            return;
        }
        self.reasons = findings.iter().map(Reason::from_finding).collect();
        let question = || question::ask(findings, language);
        (self.question)
            .entry(language.to_owned())
            .or_insert_with(question);
    }

    pub(crate) fn from_model(question: &DraftQuestion<'_>, pointer: &str, trace_id: &str) -> Self {
        let candidates = question
            .options
            .iter()
            .map(|option| Candidate {
                code: option.value.to_string(),
                label: option.value.to_string(),
                ..Candidate::default()
            })
            .collect();
        Self {
            trace_id: trace_id.to_owned(),
            reasons: vec![Reason {
                code: MODEL_ASKED.to_owned(),
                path: pointer.to_owned(),
                headline: None,
                message: "the model asks back".to_owned(),
                candidates,
            }],
            more: 0,
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
            headline: finding.headline,
            message: finding.message.clone(),
            candidates: finding.candidates.clone(),
        }
    }
}

/// The pointer to the smallest part that contains all unclear parts; `None` if any finding needs more than a patch.
fn patchable(findings: &[Finding]) -> Option<String> {
    if findings
        .iter()
        .any(|finding| finding.rule.retry != Retry::Patch)
    {
        return None;
    }
    let mut pointers = findings.iter().map(|finding| finding.pointer.as_str());
    let first = pointers.next()?;
    let shared = part_of(pointers.fold(first, shared));
    (!shared.is_empty()).then(|| shared.to_owned())
}

/// The common prefix of two pointers.
fn shared<'p>(one: &'p str, other: &str) -> &'p str {
    let steps = one.split('/').zip(other.split('/'));
    let same = steps.take_while(|(step, of_other)| step == of_other);
    // Each step but the first, which is empty, follows a slash.
    let length: usize = same.map(|(step, _)| step.len() + 1).sum();
    one.get(..length.saturating_sub(1)).unwrap_or(one)
}

/// The pointer to the list element that contains the target, because a single key cannot be replaced but its filter
/// can.
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

#[cfg(test)]
mod tests {
    use super::{Clarify, part_of, shared};

    #[test]
    fn two_places_share_the_part_that_holds_both() {
        for (one, other, part) in [
            ("/C/flt/0/v/0", "/C/flt/0/v/1", "/C/flt/0"),
            ("/C/flt/0/op", "/C/flt/1/f", "/C/flt"),
            ("/C/flt/1", "/C/flt/10", "/C/flt"),
            ("/C/flt/0/f", "/C/flt/0/f", "/C/flt/0"),
            ("/C/flt/0", "/C/pg/lim", "/C"),
            ("/s", "/o", ""),
            ("", "/o", ""),
        ] {
            assert_eq!(part_of(shared(one, other)), part, "{one} {other}");
            assert_eq!(part_of(shared(other, one)), part, "{other} {one}");
        }
    }

    #[test]
    fn a_question_stands_under_the_language_it_is_in() {
        for (languages, keys) in [
            (&["pt", "de"][..], &["en"][..]),
            (&["pt", "en", "ru"], &["en", "ru"]),
            (&["zh-Hans"], &["zh-Hans"]),
        ] {
            let clarify = Clarify::from_findings(&[], languages.iter().copied(), "");
            let said: Vec<&str> = clarify.question.keys().map(String::as_str).collect();
            assert_eq!(said, keys);
            assert!(clarify.question_in("pt").is_some());
        }
    }
}
