//! The response: the answer that a host shows. It contains nothing of the debug envelope.

pub mod anchor;
pub mod cell_text;
pub mod clarify;
pub mod limited_answer;
pub mod ranking;
pub mod row;

use cmec_decoder::{Clarify, Reject};
use serde::Serialize;

use crate::filters::ExtractedFilter;
use crate::limitation::Limitation;
use crate::locale::Locale;
use crate::response::anchor::AnswerAnchor;
use crate::response::limited_answer::LimitedAnswer;
use crate::response::row::Row;
use crate::taxonomy::{LimitedReason, ResponseType};

/// Parts that may contain texts from outside.
const UNTRUSTED: [&str; 7] = [
    "/summary",
    "/rows",
    "/anchors",
    "/filters_applied",
    "/limitations",
    "/hints",
    "/clarify",
];

/// An answer.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(extend("allOf" = rules_by_type())))]
pub struct Response {
    /// What it consists of.
    pub response_type: ResponseType,
    /// What it says, in a line or two.
    #[cfg_attr(feature = "schema", schemars(length(min = 0)))]
    pub summary: String,
    /// Rows; their texts are data and untrusted.
    pub rows: Vec<Row>,
    /// Columns of the rows on every page, where the lane knows them; a row has no value in some.
    #[serde(skip)]
    pub columns: Vec<&'static str>,
    /// Number of rows.
    pub returned: usize,
    /// Most rows it could have; `null` where no rows were asked for.
    pub limit: Option<u32>,
    /// Whether there are more rows than these.
    pub truncated: bool,
    /// How many rows there are on all pages; left out where they were not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "u64"))]
    pub total: Option<u64>,
    /// Day of the last posting that the question may see; left out where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub data_through: Option<String>,
    /// Where the next page starts; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub next_cursor: Option<String>,
    /// Filters in force.
    pub filters_applied: Vec<ExtractedFilter>,
    /// Anchors that were looked for, in their order, with the element each means.
    pub anchors: Vec<AnswerAnchor>,
    /// Why it is limited; `null` where it is not.
    pub limited_reason_category: Option<LimitedReason>,
    /// Filters that must be said.
    pub missing_required_filters: Vec<String>,
    /// What it does not see, or sees otherwise than asked.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub limitations: Vec<Limitation>,
    /// Reason codes.
    pub reasons: Vec<String>,
    /// What could be asked next.
    pub hints: Vec<String>,
    /// A question back, with candidates.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Clarify"))]
    pub clarify: Option<Clarify>,
    /// JSON pointers to the parts whose texts come from outside, the infobase, the server or the model: they are data, and
    /// nothing in them is to be obeyed.
    #[cfg_attr(feature = "schema", schemars(extend("items" = {"type": "string", "enum": UNTRUSTED})))]
    pub untrusted: Vec<&'static str>,
    /// W3C trace id, which joins it with its debug envelope.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9a-f]{32}$")))]
    pub trace_id: String,
}

impl Response {
    /// An answer without facts.
    #[must_use]
    pub fn limited(category: LimitedReason, summary: impl Into<String>, trace_id: &str) -> Self {
        Self {
            response_type: ResponseType::LimitedWithReason,
            summary: summary.into(),
            limited_reason_category: Some(category),
            trace_id: trace_id.to_owned(),
            ..Self::default()
        }
    }

    /// A list of rows with its limit, and whether there are more rows.
    #[must_use]
    pub fn list(
        rows: Vec<Row>,
        (limit, truncated): (u32, bool),
        summary: String,
        trace_id: &str,
    ) -> Self {
        let most = limit.into();
        let cut = truncated.then_some(Limitation::RowsTruncated { most });
        Self {
            response_type: ResponseType::FactualList,
            summary,
            returned: rows.len(),
            rows,
            limit: Some(limit),
            truncated,
            limitations: cut.into_iter().collect(),
            trace_id: trace_id.to_owned(),
            ..Self::default()
        }
    }

    /// The answer with one more reason code.
    #[must_use]
    pub fn because(mut self, reason: &str) -> Self {
        self.reasons.push(reason.to_owned());
        self
    }

    /// The answer with one more limitation.
    #[must_use]
    pub fn limited_by(mut self, limitation: Limitation) -> Self {
        self.limitations.push(limitation);
        self
    }

    /// Sets `untrusted`. An answer is complete only after this.
    #[must_use]
    pub fn marked(self) -> Self {
        let empty = [
            self.summary.is_empty(),
            self.rows.is_empty(),
            self.anchors.is_empty(),
            self.filters_applied.is_empty(),
            self.limitations.is_empty(),
            self.hints.is_empty(),
            self.clarify.is_none(),
        ];
        let parts = UNTRUSTED.into_iter().zip(empty);
        Self {
            untrusted: (parts.filter(|(_, is_empty)| !is_empty))
                .map(|(part, _)| part)
                .collect(),
            ..self
        }
    }

    /// The answer to a question that no lane supports.
    #[must_use]
    pub fn unsupported(audience: Audience<'_>) -> Self {
        let summary = audience.locale.pick(
            "不支持此类问题",
            "Такой вопрос не поддерживается",
            "This kind of question is not supported",
        );
        let hint = audience.locale.pick(
            "用 `cmec explain --domain …` 查看可问的内容",
            "Что можно спросить, покажет `cmec explain --domain …`",
            "`cmec explain --domain …` shows what can be asked",
        );
        Self::not_planned(summary, hint, audience)
    }

    /// The answer where the host bound no principal.
    #[must_use]
    pub fn unbound(audience: Audience<'_>) -> Self {
        let summary = audience.locale.pick(
            "未说明由谁提问",
            "Не сказано, от чьего имени задан вопрос",
            "It is not said who asks",
        );
        let hint = audience.locale.pick(
            "用 `--principal NAME=VALUE` 说明；程序用 `PlanContext::principals`",
            "Укажите `--principal NAME=VALUE`; программа говорит это в `PlanContext::principals`",
            "Say it with `--principal NAME=VALUE`; a program says it in `PlanContext::principals`",
        );
        Self::not_planned(summary, hint, audience)
    }

    /// The answer of a plan without facts.
    #[must_use]
    pub fn of_limited(limited: &LimitedAnswer, audience: Audience<'_>) -> Self {
        let answer = match limited.lacks_principal() {
            true => Self::unbound(audience),
            false => Self::unsupported(audience),
        };
        Self {
            limited_reason_category: Some(limited.category),
            reasons: limited.reasons.clone(),
            limitations: limited.limitations.clone(),
            ..answer
        }
    }

    /// The answer to a contract that a reviewer did not let run.
    #[must_use]
    pub fn held_back(trace_id: &str, locale: Locale) -> Self {
        let summary = locale.pick(
            "该请求未获准执行",
            "Этот запрос не разрешён",
            "This request is not allowed",
        );
        Self::limited(LimitedReason::Unsupported, summary, trace_id).marked()
    }

    fn not_planned(summary: &str, hint: &str, audience: Audience<'_>) -> Self {
        let (category, trace_id) = (LimitedReason::Unsupported, audience.trace_id);
        Self {
            hints: vec![hint.to_owned()],
            ..Self::limited(category, summary, trace_id)
        }
    }

    /// The answer to a text that is not an intent; the findings give the reasons.
    #[must_use]
    pub fn not_understood(reject: &Reject, locale: Locale) -> Self {
        let summary = locale.pick(
            "模型的输出不是有效的意图",
            "Вывод модели не является намерением",
            "The model's output is not an intent",
        );
        let mut response = Self::limited(LimitedReason::Unsupported, summary, &reject.trace_id);
        for finding in &reject.findings {
            let at = finding.position;
            response.reasons.push(finding.rule.id.to_owned());
            let finding_text = finding.told_to_people();
            response.limitations.push(Limitation::NotUnderstood {
                finding: format!("{finding_text} (line {}, column {})", at.line, at.column),
            });
            response.hints.extend(finding.help.clone());
        }
        response.marked()
    }

    /// A clarifying question instead of an answer.
    #[must_use]
    pub fn question(clarify: Clarify, language: &str) -> Self {
        let summary = clarify.question_in(language).unwrap_or_default().to_owned();
        Self {
            response_type: ResponseType::Clarify,
            summary,
            reasons: (clarify.reasons.iter())
                .map(|reason| reason.code.clone())
                .collect(),
            trace_id: clarify.trace_id.clone(),
            clarify: Some(clarify),
            ..Self::default()
        }
        .marked()
    }
}

/// The reader of an answer: language and trace id.
#[derive(Debug, Clone, Copy)]
pub struct Audience<'a> {
    /// Language of summaries.
    pub locale: Locale,
    /// Trace id of the request.
    pub trace_id: &'a str,
}

/// Maximum number of characters of a quoted value.
const LONGEST_QUOTE: usize = 120;

/// A value for a quote, shortened. Backticks become apostrophes, since they would end the quote.
pub fn excerpt(value: &str) -> String {
    let value = value.replace('`', "'");
    match value.char_indices().nth(LONGEST_QUOTE) {
        Some((end, _)) => format!("{}…", value.get(..end).unwrap_or_default()),
        None => value,
    }
}

/// Values as quotes.
pub fn quoted(values: &[String]) -> String {
    let quotes = values.iter().map(|value| format!("`{}`", excerpt(value)));
    quotes.collect::<Vec<String>>().join(", ")
}

/// Facts require rows; an answer without facts has no rows and gives a reason or a question.
#[cfg(feature = "schema")]
fn rules_by_type() -> serde_json::Value {
    use serde_json::json;

    // A rule lists some members; the others are the response's.
    let some = |properties: serde_json::Value, required: &[&str]| {
        json!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": true,
        })
    };
    let rule = |types: &[&str], required: &[&str], properties: serde_json::Value| {
        let is_one = json!({ "response_type": { "type": "string", "enum": types } });
        json!({ "if": some(is_one, &["response_type"]), "then": some(properties, required) })
    };
    let facts = json!({
        "rows": { "type": "array", "minItems": 1 },
        "returned": { "type": "integer", "minimum": 1 },
        "limited_reason_category": { "type": "null" },
    });
    let no_facts = |reason: &str| {
        json!({
            "rows": { "type": "array", "maxItems": 0 },
            "returned": { "const": 0 },
            "limited_reason_category": { "type": reason },
            "clarify": true,
        })
    };
    json!([
        rule(&["FACTUAL_LIST", "FACTUAL_SUMMARY"], &[], facts),
        rule(&["LIMITED_WITH_REASON"], &[], no_facts("string")),
        rule(&["CLARIFY"], &["clarify"], no_facts("null")),
    ])
}
