//! Validates contracts, clarifying questions, rejections, responses and debug envelopes against their published schemas
//! at run time.
//!
//! A difference is a bug of cmec, never of the model or the host, since hosts rely on the schemas.

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
    /// A contract, by the schema of its codebook or the general one.
    Contract,
    /// A clarifying question.
    Clarify,
    /// A rejection.
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

    /// Its name, as in the name of its schema file.
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
pub struct SchemaMismatchError {
    /// The document.
    pub document: Document,
    /// JSON pointer of the difference.
    pub pointer: String,
    /// The message of the validator.
    pub message: String,
}

/// An invalid schema.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the schema of the {document} is none: {message}")]
pub struct InvalidSchemaError {
    /// The document of the schema.
    pub document: Document,
    /// The error.
    pub message: String,
}

/// The compiled schemas.
#[derive(Debug)]
pub struct SelfCheck {
    contract: Validator,
    clarify: Validator,
    reject: Validator,
    response: Validator,
    debug_envelope: Validator,
}

impl SelfCheck {
    /// Compiles the schemas, with the given one for contracts.
    ///
    /// # Errors
    /// A schema is invalid.
    pub fn new(contract: &Value) -> Result<Self, InvalidSchemaError> {
        let validator = |document: Document, schema: &Value| {
            jsonschema::validator_for(schema).map_err(|error| InvalidSchemaError {
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

    /// Validates a verdict.
    ///
    /// # Errors
    /// The first difference.
    pub fn verdict(&self, verdict: &Verdict<'_>) -> Result<(), SchemaMismatchError> {
        match verdict {
            Verdict::Contract(contract) => self.document(Document::Contract, contract.get()),
            Verdict::Clarify(clarify) => self.document(Document::Clarify, clarify),
            Verdict::Reject(reject) => self.document(Document::Reject, reject),
        }
    }

    /// Validates an answer and its debug envelope.
    ///
    /// # Errors
    /// The first difference.
    pub fn answer(
        &self,
        response: &Response,
        envelope: &DebugEnvelope,
    ) -> Result<(), SchemaMismatchError> {
        self.document(Document::Response, response)?;
        self.document(Document::DebugEnvelope, envelope)
    }

    /// Validates a serialised document.
    ///
    /// # Errors
    /// The first difference.
    pub fn document(
        &self,
        document: Document,
        said: &impl Serialize,
    ) -> Result<(), SchemaMismatchError> {
        let differs = |pointer: String, message: String| SchemaMismatchError {
            document,
            pointer,
            message,
        };
        let written = serde_json::to_value(said);
        let written = written.map_err(|error| differs(String::new(), error.to_string()))?;
        let first = self.validator(document).iter_errors(&written).next();
        first.map_or(Ok(()), |error| {
            // The message omits the value, which is a text from outside of any length.
            let message = error.masked().to_string();
            Err(differs(error.instance_path().to_string(), message))
        })
    }
}
