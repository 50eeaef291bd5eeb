//! Running a plan of the retrieval lane: ask the index, judge what it found, compose the answer.

use std::time::Instant;

use crate::lane::retrieval::compose;
use crate::lane::retrieval::judge::{Judgement, judge};
use crate::lane::retrieval::plan::RetrievalPlan;
use crate::lane::retrieval::query::query;
use crate::lane::retrieval::why_empty;
use crate::ports::text_index::{Found, IndexError, TextIndex, left};
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
    let found = index.search(&query, left(deadline)).await?;
    told.push(format!("pieces found: {}", found.hits.len()));
    if found.hits.is_empty() {
        let why = why_empty::why(plan, &query, index, deadline).await?;
        return Ok(compose::empty(plan, &why, audience));
    }
    let judgement = judge(&query.words, plan, &found);
    told.push(format!(
        "of the weight of the words {:.2} stands in one piece, at least {:.2} is asked for",
        judgement.share, judgement.least
    ));
    Ok(composed(plan, found, &judgement, audience))
}

fn composed(
    plan: &RetrievalPlan,
    mut found: Found,
    judgement: &Judgement,
    audience: Audience<'_>,
) -> Response {
    if judgement.is_weak() {
        return compose::weak(&found.hits, judgement, audience);
    }
    // Overview texts stand first, each in its own order.
    found
        .hits
        .sort_by_key(|hit| !plan.first.contains(&hit.chunk.metadata.document_type));
    compose::texts(plan, &found.hits, audience)
}
