//! Which kind of question a text is: the contract says it, or its phrases do.
//!
//! A text with no phrase of any kind gets the profile `architect`, which filters least. A definition asked inside a project
//! is a question about the project, as in the example of RAG Query Specification v0.1.

use cmec_decoder::language::QuestionKind;

use crate::catalogue::RetrievalCatalogue;
use crate::lane::retrieval::decompose::phrases::{fold, positions};
use crate::lane::retrieval::plan::{KindDecision, KindReason};

/// Decides the kind. Where phrases overlap the longer one counts: `how is it related` is not a `how`.
#[must_use]
pub fn decide(
    said: Option<QuestionKind>,
    text: &str,
    catalogue: &RetrievalCatalogue,
) -> KindDecision {
    if let Some(kind) = said {
        return KindDecision {
            kind,
            why: KindReason::Said,
            phrases: Vec::new(),
        };
    }
    let text = fold(text);
    let mut found: Vec<((usize, usize), &str, QuestionKind)> = Vec::new();
    for rule in catalogue.questions.iter() {
        for phrase in rule.phrases.iter() {
            found.extend(
                positions(&text, phrase)
                    .into_iter()
                    .map(|position| (position, phrase.as_ref(), rule.kind)),
            );
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
    let kinds: Vec<QuestionKind> = longest.iter().map(|(_, kind)| *kind).collect();
    // What something is inside a project is a question about the project.
    let only = |kinds: &[QuestionKind]| {
        let in_context = kinds.contains(&QuestionKind::Context);
        let rest: Vec<QuestionKind> = kinds
            .iter()
            .filter(|kind| !in_context || **kind != QuestionKind::Definition)
            .copied()
            .collect();
        let first = *rest.first()?;
        rest.iter().all(|kind| *kind == first).then_some(first)
    };
    let (kind, why) = match only(&kinds) {
        Some(kind) => (kind, KindReason::Phrase),
        None if kinds.is_empty() => (QuestionKind::Architect, KindReason::NoPhrase),
        None => (QuestionKind::Architect, KindReason::SeveralKinds),
    };
    KindDecision {
        kind,
        why,
        phrases: longest,
    }
}
