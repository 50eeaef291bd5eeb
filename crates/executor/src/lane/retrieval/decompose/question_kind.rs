//! Which kind of question a text is: said, or told by its phrases.

use cmec_decoder::vocabulary::QuestionKind;
use serde::Serialize;

use crate::catalogue::RetrievalCatalogue;
use crate::lane::retrieval::decompose::phrases::{fold, places};

/// How the kind was decided.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct KindDecision {
    /// The kind.
    pub kind: QuestionKind,
    /// Why.
    pub why: KindReason,
    /// Phrases found, with the kind each tells.
    pub phrases: Vec<(String, QuestionKind)>,
}

/// Why a kind was decided on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum KindReason {
    /// The contract says it.
    Said,
    /// Phrases of one kind.
    Phrase,
    /// Phrases of several kinds: the broad one.
    SeveralKinds,
    /// No phrase: the broad one, which filters least.
    NoPhrase,
}

impl KindReason {
    /// Its name, as in the debug envelope.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Said => "said",
            Self::Phrase => "phrase",
            Self::SeveralKinds => "several_kinds",
            Self::NoPhrase => "no_phrase",
        }
    }
}

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
                places(&text, phrase)
                    .into_iter()
                    .map(|place| (place, phrase.as_ref(), rule.kind)),
            );
        }
    }
    let inside = |inner: (usize, usize), outer: (usize, usize)| {
        outer.0 <= inner.0 && inner.1 <= outer.1 && inner != outer
    };
    let longest: Vec<(String, QuestionKind)> = found
        .iter()
        .filter(|(place, ..)| !found.iter().any(|(other, ..)| inside(*place, *other)))
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
