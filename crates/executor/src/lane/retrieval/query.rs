//! A plan → the query to an index: its words and its predicates.

use cmec_decoder::language::QuestionKind;

use crate::analysis::{Analyser, Chinese};
use crate::lane::retrieval::decompose::phrases;
use crate::lane::retrieval::plan::RetrievalPlan;
use crate::ports::text_index::{MetadataField, Predicate, TextQuery};

/// Maximum number of bytes of a question that are analysed, and maximum number of its words that are searched.
const QUESTION_BYTES: usize = 16 << 10;
const QUESTION_WORDS: usize = 256;

/// The query of a plan. Fixed predicates come first.
#[must_use]
pub fn query(plan: &RetrievalPlan, chinese: Chinese) -> TextQuery {
    let text = &plan.request.query_text;
    let text = text.get(..text.floor_char_boundary(QUESTION_BYTES));
    let text = text.unwrap_or_default();
    // Phrases of a context also carry the subject: the role of something, its boundary.
    let of_words = plan.kind.phrases.iter();
    let of_words = of_words.filter(|(_, kind)| *kind != QuestionKind::Context);
    let phrases = of_words.map(|(phrase, _)| phrase.as_str());
    let analyser = Analyser::new(chinese);
    // A search for `what is` would rank texts with these words before texts about the subject.
    let mut words = analyser.question(&phrases::without(text, phrases));
    words.truncate(QUESTION_WORDS);
    TextQuery {
        words,
        predicates: plan.fixed().chain(said(plan)).collect(),
        // The index has no texts of the statuses that are always excluded.
        seen: plan.policy.len(),
        preferred: preferred(plan),
        limit: usize::try_from(plan.request.top_k).unwrap_or(usize::MAX),
    }
}

pub(super) fn preferred(plan: &RetrievalPlan) -> Vec<Predicate> {
    let mut own = plan.request.filters.predicates();
    own.retain(|own| plan.guessed.contains(&own.field));
    if !plan.preferred_tags.is_empty() {
        own.push(Predicate::any_of(MetadataField::Tags, &plan.preferred_tags));
    }
    own
}

pub(super) fn said(plan: &RetrievalPlan) -> impl Iterator<Item = Predicate> {
    let own = plan.request.filters.predicates().into_iter();
    let own = own.filter(|own| !plan.guessed.contains(&own.field));
    let own = own.chain(plan.narrowed.iter().cloned());
    own.filter(|own| *own != plan.not_left_out)
}
