//! Explains an empty result: the predicate that excluded every text with a word of the question, and the nearest values
//! that would not.

use std::time::Instant;

use cmec_decoder::names;

use crate::lane::retrieval::plan::RetrievalPlan;
use crate::lane::retrieval::query::said;
use crate::ports::text_index::{IndexError, Predicate, TextIndex, TextQuery, left};

/// Maximum number of values that are named.
const TOLD: usize = 5;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum WhyEmpty {
    /// No visible text has a word of the question.
    NoWord,
    /// A given predicate excluded all texts that passed the predicates before it.
    Predicate {
        /// The predicate.
        asked: Predicate,
        /// Field values of texts that pass the other predicates, the nearest first.
        nearest: Vec<String>,
    },
}

/// Finds the reason. Fixed predicates always apply and are never named.
pub(super) async fn why(
    plan: &RetrievalPlan,
    query: &TextQuery,
    index: &dyn TextIndex,
    deadline: Instant,
) -> Result<WhyEmpty, IndexError> {
    let mut so_far = TextQuery {
        predicates: plan.fixed().collect(),
        limit: 1,
        ..query.clone()
    };
    let found = index.search(&so_far, left(deadline)).await?;
    if found.hits.is_empty() {
        return Ok(WhyEmpty::NoWord);
    }
    let mut all: Vec<Predicate> = said(plan).collect();
    // Positive predicates are checked first: then a text exists, and an exclusion removes it.
    all.sort_by_key(|own| own.none);
    for (at, predicate) in all.iter().enumerate() {
        so_far.predicates.push(predicate.clone());
        let found = index.search(&so_far, left(deadline)).await?;
        if !found.hits.is_empty() {
            continue;
        }
        let others = all.iter().enumerate().filter(|(own, _)| *own != at);
        let others = others.map(|(_, own)| own.clone());
        let others: Vec<Predicate> = others.chain(plan.fixed()).collect();
        let mut values = index
            .values(predicate.field, &others, left(deadline))
            .await?;
        let asked = predicate.values();
        values.retain(|value| predicate.none || !asked.contains(value));
        values.sort_unstable();
        let near = asked
            .iter()
            .flat_map(|asked| names::nearest(&values, asked));
        let mut nearest: Vec<String> = Vec::new();
        for value in near.chain(&values) {
            if nearest.len() < TOLD && !nearest.contains(value) {
                nearest.push(value.clone());
            }
        }
        return Ok(WhyEmpty::Predicate {
            asked: predicate.clone(),
            nearest,
        });
    }
    Ok(WhyEmpty::NoWord)
}
