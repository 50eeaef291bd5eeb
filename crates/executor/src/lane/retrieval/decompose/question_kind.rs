//! The kind of a question, from the contract or from phrases of the text.
//!
//! A text without such phrases gets the profile `architect`, which filters least. A definition asked within a project
//! is a question about the project, as in the example of RAG Query Specification v0.1.

use cmec_decoder::language::QuestionKind;

use crate::catalogue::RetrievalCatalogue;
use crate::lane::retrieval::decompose::phrases::{fold, positions};
use crate::lane::retrieval::plan::{KindDecision, KindReason};

/// Chooses the kind. Among overlapping phrases the longest counts: `how is it related` is not a `how`.
#[must_use]
pub fn decide(
    said: Option<QuestionKind>,
    text: &str,
    catalogue: &RetrievalCatalogue,
) -> KindDecision {
    let text = fold(text);
    let mut found: Vec<((usize, usize), &str, QuestionKind)> = Vec::new();
    for rule in catalogue.questions.iter() {
        for phrase in rule.phrases.iter() {
            for position in positions(&text, phrase) {
                found.push((position, phrase, rule.kind));
            }
        }
    }
    let inside = |inner: (usize, usize), outer: (usize, usize)| {
        outer.0 <= inner.0 && inner.1 <= outer.1 && inner != outer
    };
    let longest: Vec<(String, QuestionKind)> = found
        .iter()
        .filter(|(position, ..)| !found.iter().any(|(other, ..)| inside(*position, *other)))
        .map(|(_, phrase, kind)| ((*phrase).to_owned(), *kind))
        .collect();
    // A definition within a project is a question about the project.
    let in_context = longest
        .iter()
        .any(|(_, kind)| *kind == QuestionKind::Context);
    let mut kinds: Vec<QuestionKind> = (longest.iter().map(|(_, kind)| *kind))
        .filter(|kind| !in_context || *kind != QuestionKind::Definition)
        .collect();
    kinds.dedup();
    let (kind, why) = match (said, kinds.as_slice()) {
        (Some(said), _) => (said, KindReason::Said),
        (None, []) => (QuestionKind::Architect, KindReason::NoPhrase),
        (None, [only]) => (*only, KindReason::Phrase),
        (None, _) => (QuestionKind::Architect, KindReason::SeveralKinds),
    };
    KindDecision {
        kind,
        why,
        phrases: longest,
    }
}
