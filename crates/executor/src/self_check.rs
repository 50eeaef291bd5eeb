//! Contracts, questions, refusals, responses and debug envelopes held against their published schemas, at run time.
//!
//! A difference is a fault of cmec, never of the model or the host: the schemas are what hosts build on.

use std::fmt;

use cmec_decoder::Verdict;
use jsonschema::Validator;
use serde::Serialize;
use serde_json::Value;
use thiserror::Error;

use crate::{DebugEnvelope, Response, schemas};

/// A document that has a published schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Document {
    /// A contract: the schema of its codebook, or that of any.
    Contract,
    /// A question back.
    Clarify,
    /// A refusal.
    Reject,
    /// A response.
    Response,
    /// A debug envelope.
    DebugEnvelope,
}

impl Document {
    /// Every document.
    pub const ALL: &'static [Self] = &[
        Self::Contract,
        Self::Clarify,
        Self::Reject,
        Self::Response,
        Self::DebugEnvelope,
    ];

    /// Its name, as in the file of its schema.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Contract => "contract",
            Self::Clarify => "clarify",
            Self::Reject => "reject",
            Self::Response => "response",
            Self::DebugEnvelope => "debug-envelope",
        }
    }
}

impl fmt::Display for Document {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// A document that differs from its schema.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("a fault of cmec: the {document} differs from its schema at `{pointer}`: {message}")]
pub struct Difference {
    /// The document.
    pub document: Document,
    /// JSON pointer to the place in it.
    pub pointer: String,
    /// What the schema says there.
    pub message: String,
}

/// A schema that is none.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the schema of the {document} is none: {message}")]
pub struct BrokenSchema {
    /// The document that it is of.
    pub document: Document,
    /// What is wrong with it.
    pub message: String,
}

/// The schemas, ready to be held against.
#[derive(Debug)]
pub struct SelfCheck {
    contract: Validator,
    clarify: Validator,
    reject: Validator,
    response: Validator,
    debug_envelope: Validator,
}

impl SelfCheck {
    /// A check with the schema of a codebook's contracts.
    ///
    /// # Errors
    /// When it is no schema.
    pub fn new(contract: &Value) -> Result<Self, BrokenSchema> {
        let validator = |document: Document, schema: &Value| {
            jsonschema::validator_for(schema).map_err(|error| BrokenSchema {
                document,
                message: error.to_string(),
            })
        };
        Ok(Self {
            contract: validator(Document::Contract, contract)?,
            clarify: validator(Document::Clarify, &schemas::clarify())?,
            reject: validator(Document::Reject, &schemas::reject())?,
            response: validator(Document::Response, &schemas::response())?,
            debug_envelope: validator(Document::DebugEnvelope, &schemas::debug_envelope())?,
        })
    }

    const fn validator(&self, document: Document) -> &Validator {
        match document {
            Document::Contract => &self.contract,
            Document::Clarify => &self.clarify,
            Document::Reject => &self.reject,
            Document::Response => &self.response,
            Document::DebugEnvelope => &self.debug_envelope,
        }
    }

    /// Holds a verdict against the schema of what it is.
    ///
    /// # Errors
    /// The first difference.
    pub fn verdict(&self, verdict: &Verdict<'_>) -> Result<(), Difference> {
        match verdict {
            Verdict::Contract(contract) => self.document(Document::Contract, contract.get()),
            Verdict::Clarify(clarify) => self.document(Document::Clarify, clarify),
            Verdict::Reject(reject) => self.document(Document::Reject, reject),
        }
    }

    /// Holds an answer and its debug envelope against their schemas.
    ///
    /// # Errors
    /// The first difference.
    pub fn answer(&self, response: &Response, envelope: &DebugEnvelope) -> Result<(), Difference> {
        self.document(Document::Response, response)?;
        self.document(Document::DebugEnvelope, envelope)
    }

    /// Holds a document, as it is written, against its schema.
    ///
    /// # Errors
    /// The first difference.
    pub fn document(&self, document: Document, said: &impl Serialize) -> Result<(), Difference> {
        let differs = |pointer: String, message: String| Difference {
            document,
            pointer,
            message,
        };
        let written = serde_json::to_value(said);
        let written = written.map_err(|error| differs(String::new(), error.to_string()))?;
        let first = self.validator(document).iter_errors(&written).next();
        first.map_or(Ok(()), |error| {
            // Without the value: it is a text from outside, of any length.
            let message = error.masked().to_string();
            Err(differs(error.instance_path().to_string(), message))
        })
    }
}
