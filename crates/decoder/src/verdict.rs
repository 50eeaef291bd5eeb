//! The verdict on a text: a contract, a question, or a reject.

use bounded_static::IntoBoundedStatic;
use serde::Serialize;

use crate::clarify::{Clarify, is_zero};
use crate::contract::{Contract, Str, Valid};
use crate::finding::Finding;
use crate::ledger::Ledger;
use crate::notation::Notation;
#[cfg(feature = "schema")]
use crate::schema::tag;
use crate::tokens::Tokens;

/// The result of decoding a text.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Verdict<'a> {
    /// A contract that can be executed.
    Contract(Box<Valid<Contract<'a>>>),
    /// A question: the intent cannot be executed as it is, and a person or the model must clarify it.
    Clarify(Box<Clarify>),
    /// A reject: the text is not an intent.
    Reject(Box<Reject>),
}

/// A text that is not an intent, and why. Its `kind` says that it is one.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Reject", transform = tag("kind", "reject", "Which answer it is.")))]
#[serde(tag = "kind", rename = "reject")]
pub struct Reject {
    /// Trace id of the request.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9a-f]{32}$")))]
    pub trace_id: String,
    /// Everything wrong with it, in text order.
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    pub findings: Vec<Finding>,
    /// Findings beside these that are only counted; left out where there are none.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub more: usize,
}

/// A verdict with the account of how it was reached.
#[derive(Debug, Clone, PartialEq)]
pub struct Decoded<'a> {
    /// The verdict.
    pub verdict: Verdict<'a>,
    /// The account, for the debug envelope.
    pub account: Account<'a>,
}

/// The account of how a verdict was reached.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Account<'a> {
    /// Notation of the text.
    pub notation: Notation,
    /// Bytes of the text.
    pub bytes: usize,
    /// Lexical tokens of the text.
    pub tokens: Tokens<'a>,
    /// The called tool, if the codebook defines it.
    #[serde(skip)]
    pub tool: Option<Str<'a>>,
    /// The model's reasoning in a document of v0.1.x, verbatim; contracts never contain it.
    pub reasoning: Option<Str<'a>>,
    /// All errors, in text order.
    pub findings: Vec<Finding>,
    /// The number of further findings that are only counted; omitted if zero.
    #[serde(skip_serializing_if = "is_zero")]
    pub more: usize,
    /// Defaults, derivations, conversions and omissions.
    pub ledger: Ledger<'a>,
}

impl Decoded<'_> {
    /// The same verdict without borrowed texts, for another thread or a later time.
    #[must_use]
    pub fn into_owned(self) -> Decoded<'static> {
        let account = self.account;
        Decoded {
            verdict: match self.verdict {
                Verdict::Contract(contract) => Verdict::Contract(Box::new(contract.into_owned())),
                Verdict::Clarify(clarify) => Verdict::Clarify(clarify),
                Verdict::Reject(reject) => Verdict::Reject(reject),
            },
            account: Account {
                notation: account.notation,
                bytes: account.bytes,
                tokens: account.tokens.into_owned(),
                tool: account.tool.into_static(),
                reasoning: account.reasoning.into_static(),
                findings: account.findings,
                more: account.more,
                ledger: account.ledger.into_owned(),
            },
        }
    }
    /// Sets labels of candidates, headlines and a missing question to a language.
    #[must_use]
    pub fn in_language(mut self, language: &str) -> Self {
        for finding in &mut self.account.findings {
            finding.in_language(language);
        }
        match &mut self.verdict {
            Verdict::Contract(_) => {}
            Verdict::Clarify(clarify) => clarify.in_language(&self.account.findings, language),
            Verdict::Reject(reject) => reject.findings.clone_from(&self.account.findings),
        }
        self
    }
}
