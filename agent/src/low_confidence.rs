//! A contract of which the model was not sure enough: a person is asked, in words, whether it is what was meant.

use chrono::NaiveDate;
use cmec_decoder::Clarify;
use cmec_decoder::clarify::Reason;
use cmec_decoder::contract::{Contract, Valid};
use cmec_decoder::tables::Tables;

use crate::chat::confidence::{Confidence, Statistic};
use cmec_executor::locale::Locale;
use cmec_executor::wording::contract::words;

/// Reason code where the model was less sure than it has to be.
pub const CONFIDENCE_LOW: &str = "confidence_low";

/// Reason code where nobody knows how sure it was: its server reports no log-probabilities.
pub const CONFIDENCE_UNKNOWN: &str = "confidence_unknown";

/// Why a contract is asked back about.
#[derive(Debug)]
pub(super) struct LowConfidence {
    pub(super) code: &'static str,
    message: String,
}

impl LowConfidence {
    /// The doubt about an answer; `None`: it is at least so sure.
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

    /// The question whether a contract is what was meant.
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
