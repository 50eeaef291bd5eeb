//! Running a plan of the retrieval lane: ask the index, judge what it found, compose the answer.

use std::time::Instant;

use crate::lane::retrieval::compose;
use crate::lane::retrieval::judge::{Judgement, judge};
use crate::lane::retrieval::plan::RetrievalPlan;
use crate::lane::retrieval::query::query;
use crate::lane::retrieval::why_empty;
use crate::ports::text_index::{Hit, IndexError, TextIndex, TextQuery, left};
use crate::response::{Audience, Response};

/// Answers a plan. The answer comes within the deadline; `told` gets how it came about.
pub async fn run<X: TextIndex>(
    plan: &RetrievalPlan,
    index: &X,
    deadline: Instant,
    audience: Audience<'_>,
    told: &mut Vec<String>,
) -> Response {
    let answered = answer(plan, index, deadline, audience, told).await;
    answered.unwrap_or_else(|error| compose::failed(&error, audience))
}

async fn answer<X: TextIndex>(
    plan: &RetrievalPlan,
    index: &X,
    deadline: Instant,
    audience: Audience<'_>,
    told: &mut Vec<String>,
) -> Result<Response, IndexError> {
    let query = query(plan);
    if query.words.is_empty() {
        return Ok(compose::without_words(audience));
    }
    let engine = index.engine();
    let words = query.words.join("` `");
    told.push(format!("{engine}: words `{words}`"));
    let (hits, judgement) = ranked(plan, &query, index, deadline).await?;
    told.push(format!("pieces found: {}", hits.len()));
    if hits.is_empty() {
        let why = why_empty::why(plan, &query, index, deadline).await?;
        return Ok(compose::empty(plan, &why, audience));
    }
    told.push(format!(
        "of the weight of the words {:.2} stands in one piece, at least {:.2} is asked for",
        judgement.share, judgement.least
    ));
    Ok(match judgement.is_weak() {
        true => compose::weak(&hits, &judgement, audience),
        false => compose::texts(plan, &hits, audience),
    })
}

/// What an index has for a plan, in the order of an answer, and whether it is one. `query`: that of the plan.
///
/// # Errors
/// When the index gives no answer.
pub async fn ranked<X: TextIndex>(
    plan: &RetrievalPlan,
    query: &TextQuery,
    index: &X,
    deadline: Instant,
) -> Result<(Vec<Hit>, Judgement), IndexError> {
    let mut found = index.search(query, left(deadline)).await?;
    let judgement = judge(&query.words, plan, &found);
    // Overview texts stand first, each in its own order.
    let is_overview = |hit: &Hit| plan.first.contains(&hit.chunk.metadata.document_type);
    found.hits.sort_by_key(|hit| !is_overview(hit));
    Ok((found.hits, judgement))
}
