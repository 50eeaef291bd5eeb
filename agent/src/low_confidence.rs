//! Asks a person to confirm a contract of which the model was not sure enough.

use chrono::NaiveDate;
use cmec_decoder::Clarify;
use cmec_decoder::clarify::Reason;
use cmec_decoder::contract::{Contract, Valid};
use cmec_decoder::tables::Tables;

use crate::chat::confidence::{Confidence, Statistic};
use cmec_executor::locale::Locale;
use cmec_executor::wording::contract::words;

/// Reason code for a confidence below the limit.
pub const CONFIDENCE_LOW: &str = "confidence_low";

/// Reason code for an unknown confidence: the server reports no log-probabilities.
pub const CONFIDENCE_UNKNOWN: &str = "confidence_unknown";

/// The reason for asking.
#[derive(Debug)]
pub(super) struct LowConfidence {
    pub(super) code: &'static str,
    message: String,
}

impl LowConfidence {
    /// The doubt about an answer; `None` if its confidence is high enough.
    pub(super) fn of(confidence: Option<Confidence>, least: f64) -> Option<Self> {
        let Some(confidence) = confidence else {
            return Some(Self {
                code: CONFIDENCE_UNKNOWN,
                message: "the server reports no log-probabilities".to_owned(),
            });
        };
        let probability = confidence.probability(Statistic::default());
        (probability < least).then(|| Self {
            code: CONFIDENCE_LOW,
            message: format!("the intent has a probability of {probability:.4}, below {least}"),
        })
    }

    /// The question that asks for confirmation.
    pub(super) fn question(
        &self,
        contract: &Valid<Contract<'_>>,
        (tables, today): (&Tables, NaiveDate),
        trace_id: &str,
    ) -> Clarify {
        let question = [Locale::Zh, Locale::Ru, Locale::En].map(|locale| {
            let ask = locale.pick(
                "您是这个意思吗：{}？",
                "Верно ли понят вопрос: {}?",
                "Is this what was meant: {}?",
            );
            let words = words(contract, tables, locale, today);
            (locale.tag().to_owned(), ask.replace("{}", &words))
        });
        Clarify {
            trace_id: trace_id.to_owned(),
            reasons: vec![Reason {
                code: self.code.to_owned(),
                path: String::new(),
                headline: None,
                message: self.message.clone(),
                candidates: Vec::new(),
            }],
            more: 0,
            question: question.into(),
            patchable: None,
        }
    }
}
