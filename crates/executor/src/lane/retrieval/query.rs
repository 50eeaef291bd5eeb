//! The question of a plan to an index: its words, and what lets texts in.

use cmec_decoder::language::QuestionKind;

use crate::analysis::{Analyser, Chinese};
use crate::lane::retrieval::decompose::phrases;
use crate::lane::retrieval::plan::RetrievalPlan;
use crate::ports::text_index::{MetadataField, Predicate, TextQuery};

/// Most bytes of a question that are analysed, and most of its words that are looked for.
const QUESTION_BYTES: usize = 16 << 10;
const QUESTION_WORDS: usize = 256;

/// The question of a plan to an index with such words. What is fixed comes first.
#[must_use]
pub fn query(plan: &RetrievalPlan, chinese: Chinese) -> TextQuery {
    let text = &plan.request.query_text;
    let text = text.get(..text.floor_char_boundary(QUESTION_BYTES));
    let text = text.unwrap_or_default();
    // Those of a context say what it is about, too: the role of something, its boundary.
    let of_words = plan.kind.phrases.iter();
    let of_words = of_words.filter(|(_, kind)| *kind != QuestionKind::Context);
    let phrases = of_words.map(|(phrase, _)| phrase.as_str());
    let analyser = Analyser::new(chinese);
    // A search for `what is` ranks texts with these words before texts about the thing.
    let mut words = analyser.question(&phrases::without(text, phrases));
    words.truncate(QUESTION_WORDS);
    TextQuery {
        words,
        predicates: plan.fixed().chain(said(plan)).collect(),
        // Texts of the statuses that are always left out are in no index.
        seen: plan.policy.len(),
        preferred: preferred(plan),
        limit: usize::try_from(plan.request.top_k).unwrap_or(usize::MAX),
    }
}

/// The predicates that were guessed from the question.
pub(super) fn preferred(plan: &RetrievalPlan) -> Vec<Predicate> {
    let mut own = plan.request.filters.predicates();
    own.retain(|own| plan.guessed.contains(&own.field));
    if !plan.preferred_tags.is_empty() {
        own.push(Predicate::any_of(MetadataField::Tags, &plan.preferred_tags));
    }
    own
}

/// The predicates that were said.
pub(super) fn said(plan: &RetrievalPlan) -> impl Iterator<Item = Predicate> {
    let own = plan.request.filters.predicates().into_iter();
    let own = own.filter(|own| !plan.guessed.contains(&own.field));
    let own = own.chain(plan.narrowed.iter().cloned());
    own.filter(|own| *own != plan.not_left_out)
}
