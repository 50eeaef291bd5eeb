//! Compose: the result of a search → texts with their metadata, or the reason for none.

use cmec_decoder::language::Output;

use crate::documents::Chunk;
use crate::filters::filter_list::filters_said;
use crate::filters::{ExtractedFilter, Origin};
use crate::judgement::Judgement;
use crate::lane::absent_values::is_nothing;
use crate::lane::retrieval::documents::{self, DocumentsPlan};
use crate::lane::retrieval::fuse::RankedPiece;
use crate::lane::retrieval::models::{ModelNote, ModelPurpose};
use crate::lane::retrieval::plan::RetrievalPlan;
use crate::lane::retrieval::query::{preferred, said};
use crate::lane::retrieval::run::{RankedTexts, SearchResult};
use crate::lane::retrieval::why_empty::WhyEmpty;
use crate::limitation::Limitation;
use crate::ports::raw_row::Cell;
use crate::ports::text_index::{IndexError, Predicate};
use crate::redaction;
use crate::response::row::Row;
use crate::response::{Audience, Response, excerpt, quoted};
use crate::taxonomy::{LimitedReason, ResponseType};

/// Maximum number of texts that a weak answer names.
const NAMED: usize = 3;

/// The answer of a text search. Every such answer is made here.
pub(super) fn compose(
    plan: &RetrievalPlan,
    found: SearchResult,
    audience: Audience<'_>,
) -> Response {
    let (mut response, models) = match found {
        SearchResult::WithoutWords => (without_words(audience), Vec::new()),
        SearchResult::Nothing(why, models) => (empty(plan, &why, audience), models),
        SearchResult::Failed(error) => (failed(&error, audience), Vec::new()),
        SearchResult::Texts(RankedTexts {
            pieces,
            judgement,
            models,
        }) => match judgement.is_weak() {
            true => (weak(&pieces, &judgement, audience), models),
            false => (texts(plan, &pieces, audience), models),
        },
    };
    add_silent_models(&mut response, &models);
    response.filters_applied = filters(plan);
    if let Some(asked) = plan.top_k_asked {
        let (asked, used) = (asked.into(), plan.request.top_k.into());
        let mode = plan.request.mode.name().to_owned();
        return response.limited_by(Limitation::TopKInRange { asked, used, mode });
    }
    response
}

/// The filters of a request, including guessed ones.
fn filters(plan: &RetrievalPlan) -> Vec<ExtractedFilter> {
    let guessed = preferred(plan).into_iter();
    let all = said(plan).map(|own| (own, Origin::Said));
    let all = all.chain(guessed.map(|own| (own, Origin::Derived)));
    let filter = |(own, origin): (Predicate, Origin)| ExtractedFilter {
        filter: own.field.name().to_owned(),
        value: format!(
            "{}{}",
            if own.none { "!= " } else { "" },
            own.values().join(", ")
        ),
        origin,
        pointer: String::new(),
    };
    all.map(filter).collect()
}

/// The answer about documents. Every such answer is made here.
pub(super) fn compose_documents(
    plan: &DocumentsPlan<'_>,
    found: documents::run::DocumentsResult,
    audience: Audience<'_>,
) -> Response {
    use documents::run::DocumentsResult;
    let mut absent = Vec::new();
    let mut response = match (found, &plan.search) {
        (DocumentsResult::Rows(mut rows, limit, more, values), search) => {
            // A zero or a no over a value that does not exist says nothing about the question.
            if !values.is_empty() && is_nothing(&plan.contract, &rows) {
                rows.clear();
            }
            absent = values;
            let is_existence = plan.contract.intent.output_type == Output::Existence;
            let is_fact = is_existence && search.is_none() && !rows.is_empty();
            let mut response = document_rows(rows, limit, more, audience);
            if is_fact {
                response.response_type = ResponseType::FactualSummary;
            }
            response
        }
        (DocumentsResult::Searched(found, values), Some(search)) => {
            absent = values;
            compose(search, found, audience)
        }
        (DocumentsResult::Searched(..), None) => without_words(audience),
        (DocumentsResult::Failed(error), _) => failed(&error, audience),
        (DocumentsResult::Undefined(error), _) => undefined(&error.to_string(), audience),
        (DocumentsResult::TooMany(most), _) => too_many(most, audience),
    };
    let said = filters_said(&plan.contract);
    response.filters_applied.splice(0..0, said);
    for value in absent {
        value.tell(&mut response, audience.locale);
    }
    response
}

fn texts(plan: &RetrievalPlan, hits: &[RankedPiece], audience: Audience<'_>) -> Response {
    let rows: Vec<Row> = hits.iter().map(row).collect();
    let counted = audience.locale.pick("文本：", "Тексты: ", "Texts: ");
    let summary = format!("{counted}{}", rows.len());
    let limit = plan.request.top_k;
    Response::list(rows, (limit, false), summary, audience.trace_id)
}

/// Documents, or metrics over them.
fn document_rows(rows: Vec<Row>, limit: u32, more: usize, audience: Audience<'_>) -> Response {
    if rows.is_empty() {
        return limited(LimitedReason::EmptyMatch, "no_rows", audience);
    }
    let counted = audience.locale.pick("行数：", "Строк: ", "Rows: ");
    let summary = format!("{counted}{}", rows.len());
    Response::list(rows, (limit, more > 0), summary, audience.trace_id)
}

/// The answer to a contract without a meaning over documents.
fn undefined(why: &str, audience: Audience<'_>) -> Response {
    let category = LimitedReason::RecipeVisibilityGap;
    let why = excerpt(why);
    limited(category, "part_unknown_to_retrieval", audience)
        .limited_by(Limitation::NoMeaningOverTexts { why })
}

/// The answer where there are more pieces than the maximum that is evaluated.
fn too_many(most: usize, audience: Audience<'_>) -> Response {
    let category = LimitedReason::RecipeVisibilityGap;
    let most = most as u64;
    limited(category, "too_many_texts", audience).limited_by(Limitation::TooManyTexts { most })
}

fn row(hit: &RankedPiece) -> Row {
    let Chunk {
        id,
        document,
        title,
        headings,
        text,
        metadata,
    } = hit.chunk.as_ref();
    let text_of = |value: &str| Cell::Text(value.to_owned());
    let maybe = |value: &Option<String>| value.as_deref().map_or(Cell::Null, text_of);
    let all = |values: &[String]| Cell::List(values.iter().map(|value| text_of(value)).collect());
    Row::of([
        ("chunk", text_of(id)),
        ("document", text_of(document)),
        ("title", text_of(title)),
        ("section", text_of(&headings.join(" > "))),
        ("score", Cell::Number(format!("{:.4}", hit.score))),
        ("text", text_of(text)),
        ("type", text_of(&metadata.document_type)),
        ("status", maybe(&metadata.status)),
        ("tags", all(&metadata.tags)),
        ("project", maybe(&metadata.project)),
        ("lastmod", maybe(&metadata.lastmod)),
    ])
}

fn empty(plan: &RetrievalPlan, why: &WhyEmpty, audience: Audience<'_>) -> Response {
    let mut response = limited(LimitedReason::EmptyMatch, "no_text_found", audience);
    response.limit = Some(plan.request.top_k);
    match why {
        WhyEmpty::NoWord => response.limitations.push(Limitation::NoTextWord),
        WhyEmpty::Predicate { asked, nearest } => {
            let (field, values) = (asked.field.name().to_owned(), quoted(asked.values()));
            if !nearest.is_empty() {
                response.hints.push(format!("{field}: {}", quoted(nearest)));
            }
            response.limitations.push(match asked.none {
                false => Limitation::NoTextFits { field, values },
                true => Limitation::NoTextBut { field, values },
            });
        }
    }
    response
}

fn without_words(audience: Audience<'_>) -> Response {
    let category = LimitedReason::EmptyMatch;
    limited(category, "question_without_words", audience)
        .limited_by(Limitation::QuestionWithoutWords)
}

/// The answer where texts were found but contain too little of the question.
fn weak(hits: &[RankedPiece], judgement: &Judgement, audience: Audience<'_>) -> Response {
    let mut titles: Vec<&str> = hits.iter().map(|hit| hit.chunk.title.as_str()).collect();
    titles.dedup();
    let titles = titles.iter().take(NAMED);
    Response {
        hints: titles.map(|title| excerpt(title)).collect(),
        ..limited(LimitedReason::EmptyMatch, "weak_match", audience)
    }
    .limited_by(judgement.limitation())
}

/// Adds the models that failed, since the texts are ranked without them.
fn add_silent_models(response: &mut Response, models: &[ModelNote]) {
    for model in models {
        let Some(error) = &model.error else { continue };
        response.reasons.push(error.code().to_owned());
        let why = redaction::secrets(&excerpt(&error.to_string()));
        response.limitations.push(match model.purpose {
            ModelPurpose::Vectors => Limitation::RankedByWords { why },
            ModelPurpose::Reranking => Limitation::NotReranked { why },
        });
    }
}

fn failed(error: &IndexError, audience: Audience<'_>) -> Response {
    let summary = audience.locale.pick(
        "文本索引没有给出答案",
        "Индекс текстов не дал ответа",
        "The text index gave no answer",
    );
    let why = redaction::secrets(&excerpt(&error.to_string()));
    Response::limited(LimitedReason::ExecutionError, summary, audience.trace_id)
        .because(error.code())
        .limited_by(Limitation::IndexError { why })
}

fn limited(category: LimitedReason, reason: &str, audience: Audience<'_>) -> Response {
    let summary = audience.locale.pick(
        "没有找到回答该问题的文本",
        "Текстов, отвечающих на вопрос, не найдено",
        "No text was found that answers the question",
    );
    Response::limited(category, summary, audience.trace_id).because(reason)
}
