//! Running a plan of the retrieval lane: ask the index, and judge what it found.

use std::time::Instant;

use crate::judgement::{Judgement, judge};
use crate::lane::retrieval::fuse::{RankedPiece, fused, of_words};
use crate::lane::retrieval::models::{ModelNote, ModelPurpose};
use crate::lane::retrieval::plan::RetrievalPlan;
use crate::lane::retrieval::query::query;
use crate::lane::retrieval::why_empty::{self, WhyEmpty};
use crate::ports::embedder::{Embedder, Purpose, vectors};
use crate::ports::model_error::ModelError;
use crate::ports::model_time::for_model;
use crate::ports::reranker::Reranker;
use crate::ports::text_index::{IndexError, Nearest, TextIndex, TextQuery, VectorQuery, left};
use crate::ports::texts::Texts;

/// Least number of pieces of each list, where there are two: places far behind count, too.
const LISTED: usize = 50;
/// Most pieces that a reranker reads.
const READ_AGAIN: usize = 50;

/// What a run found.
pub(super) enum SearchResult {
    /// The question has no word to look for.
    WithoutWords,
    /// No text, and why; and the models that were to be asked.
    Nothing(WhyEmpty, Vec<ModelNote>),
    /// Texts, and whether they are an answer.
    Texts(RankedTexts),
    /// The index gave no answer.
    Failed(IndexError),
}

/// Runs a plan, within the deadline; `explain` gets how it went.
pub(super) async fn run<X: TextIndex, E: Embedder, R: Reranker>(
    plan: &RetrievalPlan,
    texts: Texts<'_, X, E, R>,
    deadline: Instant,
    explain: &mut Vec<String>,
) -> SearchResult {
    let found = found(plan, texts, deadline, explain).await;
    found.unwrap_or_else(SearchResult::Failed)
}

async fn found<X: TextIndex, E: Embedder, R: Reranker>(
    plan: &RetrievalPlan,
    texts: Texts<'_, X, E, R>,
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

/// What an index and the models beside it have for a plan.
#[derive(Debug)]
pub struct RankedTexts {
    /// The pieces, in the order of an answer.
    pub pieces: Vec<RankedPiece>,
    /// Whether they are an answer.
    pub judgement: Judgement,
    /// The models that were to be asked.
    pub models: Vec<ModelNote>,
}

/// What an index has for a plan, in the order of an answer, and whether it is one. `query`: that of the plan.
///
/// Where a model gives no answer the texts are ranked without it, and the answer says so: what predicates let in is the same.
///
/// # Errors
/// When the index gives no answer, or its vectors are of another model.
pub async fn ranked<X: TextIndex, E: Embedder, R: Reranker>(
    plan: &RetrievalPlan,
    query: &TextQuery,
    texts: Texts<'_, X, E, R>,
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
    // Overview texts stand first, each in its own order.
    let is_overview = |own: &RankedPiece| plan.first.contains(&own.chunk.metadata.document_type);
    pieces.sort_by_key(|own| !is_overview(own));
    Ok(RankedTexts {
        pieces,
        judgement,
        models,
    })
}

/// The pieces whose vectors are nearest to that of the question; `None`: there is none.
async fn near<X: TextIndex, E: Embedder, R: Reranker>(
    plan: &RetrievalPlan,
    query: &TextQuery,
    texts: Texts<'_, X, E, R>,
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

/// Puts the best pieces in the order of a reranker.
async fn read_again<R: Reranker>(
    plan: &RetrievalPlan,
    pieces: &mut [RankedPiece],
    reranker: &R,
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
