//! Why nothing was found: the predicate that let no text with a word of the question in, and the nearest values that would have.

use std::time::Instant;

use cmec_decoder::names;

use crate::lane::retrieval::plan::RetrievalPlan;
use crate::lane::retrieval::query::said;
use crate::ports::text_index::{IndexError, Predicate, TextIndex, TextQuery, left};

/// Most values that are told.
const TOLD: usize = 5;

/// Why an answer is empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum WhyEmpty {
    /// No text that may be seen has a word of the question.
    NoWord,
    /// A predicate that was said let nothing in that those before it did.
    Predicate {
        /// What it asks for.
        asked: Predicate,
        /// Values of the texts that are let in without it, the nearest first.
        nearest: Vec<String>,
    },
}

/// Finds out why. What is fixed holds throughout and is never named.
pub(super) async fn why<X: TextIndex>(
    plan: &RetrievalPlan,
    query: &TextQuery,
    index: &X,
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
    // What is asked for is there, and is left out by what must not be.
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
