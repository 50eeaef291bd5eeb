//! Runs a plan of the retrieval lane: queries the index and judges the result.

use std::time::Instant;

use crate::judgement::{Judgement, judge};
use crate::lane::retrieval::fuse::{RankedPiece, fused, of_words};
use crate::lane::retrieval::models::{ModelNote, ModelPurpose};
use crate::lane::retrieval::plan::RetrievalPlan;
use crate::lane::retrieval::query::query;
use crate::lane::retrieval::why_empty::{self, WhyEmpty};
use crate::ports::embedder::{Purpose, vectors};
use crate::ports::model_error::ModelError;
use crate::ports::model_time::for_model;
use crate::ports::reranker::Reranker;
use crate::ports::text_index::{IndexError, Nearest, TextQuery, VectorQuery, left};
use crate::ports::texts::Texts;

/// Minimum length of each list where two are fused, since later ranks count, too.
const LISTED: usize = 50;
/// Maximum number of pieces that a reranker reads.
const READ_AGAIN: usize = 50;

pub(super) enum SearchResult {
    WithoutWords,
    /// No text, with the reason, and the models called.
    Nothing(WhyEmpty, Vec<ModelNote>),
    /// Texts, and whether they are an answer.
    Texts(RankedTexts),
    Failed(IndexError),
}

/// Runs a plan within the deadline; `explain` records the run.
pub(super) async fn run(
    plan: &RetrievalPlan,
    texts: Texts<'_>,
    deadline: Instant,
    explain: &mut Vec<String>,
) -> SearchResult {
    let found = found(plan, texts, deadline, explain).await;
    found.unwrap_or_else(SearchResult::Failed)
}

async fn found(
    plan: &RetrievalPlan,
    texts: Texts<'_>,
    deadline: Instant,
    explain: &mut Vec<String>,
) -> Result<SearchResult, IndexError> {
    let query = query(plan, texts.index.chinese());
    let engine = texts.index.engine();
    let has_vectors = texts.embedder.model().is_some() && texts.index.embedding().is_some();
    if query.words.is_empty() && !has_vectors {
        return Ok(SearchResult::WithoutWords);
    }
    explain.push(format!("{engine}: words `{}`", query.words.join("` `")));
    let ranked = ranked(plan, &query, texts, deadline).await?;
    explain.push(format!("pieces found: {}", ranked.pieces.len()));
    explain.extend(ranked.models.iter().map(ModelNote::text));
    if ranked.pieces.is_empty() {
        let why = why_empty::why(plan, &query, texts.index, deadline).await?;
        return Ok(SearchResult::Nothing(why, ranked.models));
    }
    explain.push(ranked.judgement.text());
    Ok(SearchResult::Texts(ranked))
}

/// The ranked pieces of a plan.
#[derive(Debug)]
pub struct RankedTexts {
    /// The pieces in the order of the answer.
    pub pieces: Vec<RankedPiece>,
    /// Whether they are an answer.
    pub judgement: Judgement,
    /// The models called.
    pub models: Vec<ModelNote>,
}

/// The pieces of an index for a plan, in the order of the answer, and whether they are one. `query` is the plan's
/// query.
///
/// Where a model fails, the texts are ranked without it and the answer says so; the predicates are unaffected.
///
/// # Errors
/// The index failed, or its vectors come from another model.
pub async fn ranked(
    plan: &RetrievalPlan,
    query: &TextQuery,
    texts: Texts<'_>,
    deadline: Instant,
) -> Result<RankedTexts, IndexError> {
    let mut models = Vec::new();
    let near = near(plan, query, texts, deadline, &mut models).await?;
    let is_read_again = plan.reads_again(texts.reranker.model().is_some());
    let listed = match near.is_some() || is_read_again {
        false => query.limit,
        true => query.limit.max(LISTED),
    };
    let asked = TextQuery {
        limit: listed,
        ..query.clone()
    };
    let found = match query.words.is_empty() {
        true => Default::default(),
        false => texts.index.search(&asked, left(deadline)).await?,
    };
    let least_cosine = texts.embedder.least_cosine();
    let judged = near.as_ref().map(|near| (near, least_cosine));
    let phrases = plan.kind.phrases.iter().map(|(phrase, _)| phrase.as_str());
    let projects = plan.project_names.iter().map(String::as_str);
    let mut judgement = judge(
        (&query.words, texts.index.chinese()),
        phrases.chain(projects),
        &found,
        judged,
    );
    judgement.least *= plan.bound();
    let mut pieces = match &near {
        None => of_words(&found.hits),
        Some(near) => fused((&found.hits, judgement.has_words()), &near.hits),
    };
    if is_read_again {
        let best = pieces.len().min(READ_AGAIN);
        let best = pieces.get_mut(..best).unwrap_or_default();
        read_again(plan, best, texts.reranker, deadline, &mut models).await;
    }
    pieces.truncate(query.limit);
    // Overview texts come first; both groups keep their order.
    let is_overview = |own: &RankedPiece| plan.first.contains(&own.chunk.metadata.document_type);
    pieces.sort_by_key(|own| !is_overview(own));
    Ok(RankedTexts {
        pieces,
        judgement,
        models,
    })
}

/// The pieces nearest to the question's vector, if it has one.
async fn near(
    plan: &RetrievalPlan,
    query: &TextQuery,
    texts: Texts<'_>,
    deadline: Instant,
    models: &mut Vec<ModelNote>,
) -> Result<Option<Nearest>, IndexError> {
    let (model, embedding) = match (texts.embedder.model(), texts.index.embedding()) {
        (Some(model), Some(embedding)) => (model, embedding),
        (None, None) => return Ok(None),
        (model, embedding) => {
            let (model, why) = match embedding {
                Some(embedding) => (embedding.model, "this host has no embedder"),
                None => (
                    model.unwrap_or_default().to_owned(),
                    "the index has no vectors",
                ),
            };
            models.push(ModelNote {
                purpose: ModelPurpose::Vectors,
                model,
                error: Some(ModelError::Unasked(why)),
            });
            return Ok(None);
        }
    };
    if model != embedding.model {
        return Err(IndexError::Unfit(format!(
            "its vectors are of `{}`, and that of the question is of `{model}`",
            embedding.model
        )));
    }
    let asked = [plan.request.query_text.as_str()];
    let asked = vectors(
        texts.embedder,
        &asked,
        Purpose::Question,
        for_model(deadline),
    )
    .await;
    models.push(ModelNote {
        purpose: ModelPurpose::Vectors,
        model: embedding.model,
        error: asked.as_ref().err().cloned(),
    });
    let Some(vector) = asked.ok().and_then(|own| own.into_iter().next()) else {
        return Ok(None);
    };
    let nearest = VectorQuery {
        vector,
        predicates: query.predicates.clone(),
        limit: query.limit.max(LISTED),
    };
    let nearest = texts.index.nearest(&nearest, left(deadline)).await?;
    Ok(Some(nearest))
}

/// Sorts the best pieces by a reranker.
async fn read_again(
    plan: &RetrievalPlan,
    pieces: &mut [RankedPiece],
    reranker: &dyn Reranker,
    deadline: Instant,
    models: &mut Vec<ModelNote>,
) {
    if pieces.is_empty() {
        return;
    }
    let read: Vec<String> = pieces.iter().map(|own| own.chunk.searched()).collect();
    let read: Vec<&str> = read.iter().map(String::as_str).collect();
    let question = &plan.request.query_text;
    let scores = reranker.scores(question, &read, for_model(deadline)).await;
    let scores = scores.and_then(|scores| match scores.len() == read.len() {
        true => Ok(scores),
        false => Err(ModelError::Malformed(
            "it has not one score a text".to_owned(),
        )),
    });
    models.push(ModelNote {
        purpose: ModelPurpose::Reranking,
        model: reranker.model().unwrap_or("none").to_owned(),
        error: scores.as_ref().err().cloned(),
    });
    if let Ok(scores) = scores {
        for (piece, score) in pieces.iter_mut().zip(scores) {
            piece.score = score;
        }
        pieces.sort_by(|one, other| other.score.total_cmp(&one.score));
    }
}
