//! The answer of the retrieval lane: texts with what is said of them, or why there are none.

use std::borrow::Cow;

use crate::documents::Chunk;
use crate::judgement::Judgement;
use crate::lane::retrieval::fuse::Ranked;
use crate::lane::retrieval::models::{ModelNote, ModelPurpose};
use crate::lane::retrieval::plan::RetrievalPlan;
use crate::lane::retrieval::why_empty::WhyEmpty;
use crate::locale::Locale;
use crate::ports::raw_row::Cell;
use crate::ports::text_index::IndexError;
use crate::redaction;
use crate::response::row::Row;
use crate::response::{Audience, Response, excerpt};
use crate::taxonomy::{LimitedReason, ResponseType};

/// Most texts that a weak answer names.
const NAMED: usize = 3;

/// Texts.
pub(super) fn texts(plan: &RetrievalPlan, hits: &[Ranked], audience: Audience<'_>) -> Response {
    let rows: Vec<Row> = hits.iter().map(row).collect();
    let count = rows.len();
    Response {
        response_type: ResponseType::FactualList,
        summary: audience
            .locale
            .pick(
                &format!("文本：{count}"),
                &format!("Тексты: {count}"),
                &format!("Texts: {count}"),
            )
            .to_owned(),
        returned: count,
        rows,
        limit: Some(plan.request.top_k),
        trace_id: audience.trace_id.to_owned(),
        ..Response::default()
    }
}

/// Documents, or what is counted of them.
pub(super) fn documents(
    rows: Vec<Row>,
    limit: u32,
    more: usize,
    audience: Audience<'_>,
) -> Response {
    let count = rows.len();
    if count == 0 {
        return limited(LimitedReason::EmptyMatch, "no_rows", audience);
    }
    let mut response = Response {
        response_type: ResponseType::FactualList,
        summary: audience
            .locale
            .pick(
                &format!("行数：{count}"),
                &format!("Строк: {count}"),
                &format!("Rows: {count}"),
            )
            .to_owned(),
        returned: count,
        rows,
        limit: Some(limit),
        truncated: more > 0,
        trace_id: audience.trace_id.to_owned(),
        ..Response::default()
    };
    if more > 0 {
        let told = format!("rows_truncated_to_limit: {limit}");
        response.limitations.push(told);
    }
    response
}

/// A contract that has no meaning over documents.
pub(super) fn undefined(why: &str, audience: Audience<'_>) -> Response {
    let category = LimitedReason::RecipeVisibilityGap;
    let mut response = limited(category, "part_unknown_to_retrieval", audience);
    response.limitations.push(excerpt(why));
    response
}

/// More pieces than are looked through.
pub(super) fn too_many(most: usize, audience: Audience<'_>) -> Response {
    let category = LimitedReason::RecipeVisibilityGap;
    let mut response = limited(category, "too_many_texts", audience);
    response.limitations.push(match audience.locale {
        Locale::Zh => format!("按元数据查找的文本片段最多 {most} 个"),
        Locale::Ru => format!("По данным о текстах просматривается не больше {most} частей"),
        Locale::En => format!("{most} pieces at most are looked through for what is said of texts"),
    });
    response
}

fn row(hit: &Ranked) -> Row {
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
    let cells = [
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
    ];
    let values = cells.map(|(name, cell)| (Cow::Borrowed(name), cell));
    Row {
        values: values.into(),
    }
}

/// Nothing was found.
pub(super) fn empty(plan: &RetrievalPlan, why: &WhyEmpty, audience: Audience<'_>) -> Response {
    let mut response = limited(LimitedReason::EmptyMatch, "no_text_found", audience);
    response.limit = Some(plan.request.top_k);
    match why {
        WhyEmpty::NoWord => {
            let told = audience.locale.pick(
                "没有文本含有问题中的词",
                "Ни в одном тексте нет слов вопроса",
                "No text has a word of the question",
            );
            response.limitations.push(told.to_owned());
        }
        WhyEmpty::Predicate { asked, nearest } => {
            let (field, values) = (asked.field.name(), quoted(asked.values()));
            response
                .limitations
                .push(match (audience.locale, asked.none) {
                    (Locale::Zh, false) => format!("没有文本符合 `{field}`：{values}"),
                    (Locale::Zh, true) => format!("没有文本符合 `{field}` 之外：{values}"),
                    (Locale::Ru, false) => {
                        format!("Нет текстов, подходящих под `{field}`: {values}")
                    }
                    (Locale::Ru, true) => format!("Нет текстов, у которых `{field}` не {values}"),
                    (Locale::En, false) => format!("No text fits `{field}`: {values}"),
                    (Locale::En, true) => format!("No text has another `{field}` than {values}"),
                });
            if !nearest.is_empty() {
                response.hints.push(format!("{field}: {}", quoted(nearest)));
            }
        }
    }
    response
}

/// A question without a word.
pub(super) fn without_words(audience: Audience<'_>) -> Response {
    let mut response = limited(
        LimitedReason::EmptyMatch,
        "question_without_words",
        audience,
    );
    let told = audience.locale.pick(
        "问题中没有可查找的词",
        "В вопросе нет слов, которые можно искать",
        "The question has no word to look for",
    );
    response.limitations.push(told.to_owned());
    response
}

/// Something was found, and too little of the question stands in it.
pub(super) fn weak(hits: &[Ranked], judgement: &Judgement, audience: Audience<'_>) -> Response {
    let mut response = limited(LimitedReason::EmptyMatch, "weak_match", audience);
    response.limitations.push(judgement.told(audience.locale));
    let mut titles: Vec<&str> = hits.iter().map(|hit| hit.chunk.title.as_str()).collect();
    titles.dedup();
    response
        .hints
        .extend(titles.iter().take(NAMED).map(|title| excerpt(title)));
    response
}

/// Says which models gave no answer: the texts are ranked without them.
pub(super) fn name_silent_models(response: &mut Response, models: &[ModelNote], locale: Locale) {
    for model in models {
        let Some(error) = &model.error else { continue };
        response.reasons.push(error.code().to_owned());
        let without = match model.purpose {
            ModelPurpose::Vectors => locale.pick(
                "文本仅按词语排序",
                "Тексты упорядочены только по словам",
                "The texts are ranked by words alone",
            ),
            ModelPurpose::Reranking => locale.pick(
                "文本未经重新排序",
                "Тексты не упорядочены заново",
                "The texts are not ranked again",
            ),
        };
        let told = redaction::secrets(&excerpt(&error.to_string()));
        response.limitations.push(format!("{without}: {told}"));
    }
}

/// The index gave no answer.
pub(super) fn failed(error: &IndexError, audience: Audience<'_>) -> Response {
    let mut response = limited(LimitedReason::ExecutionError, error.code(), audience);
    response.summary = audience
        .locale
        .pick(
            "文本索引没有给出答案",
            "Индекс текстов не дал ответа",
            "The text index gave no answer",
        )
        .to_owned();
    response
        .limitations
        .push(redaction::secrets(&excerpt(&error.to_string())));
    response
}

fn limited(category: LimitedReason, reason: &str, audience: Audience<'_>) -> Response {
    let summary = audience.locale.pick(
        "没有找到回答该问题的文本",
        "Текстов, отвечающих на вопрос, не найдено",
        "No text was found that answers the question",
    );
    let mut response = Response::limited(category, summary.to_owned(), audience.trace_id);
    response.reasons.push(reason.to_owned());
    response
}

fn quoted(values: &[String]) -> String {
    let values: Vec<String> = values
        .iter()
        .map(|value| format!("`{}`", excerpt(value)))
        .collect();
    values.join(", ")
}
