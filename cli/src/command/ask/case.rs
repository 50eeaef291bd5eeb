//! A record of a run: the question, what it was asked with, and what went to the model and came back.

use std::path::Path;

use cmec_executor::agent::exchange::Exchange;
use serde::{Deserialize, Serialize};

use super::arguments::AskArguments;
use crate::arguments::Lang;
use crate::exit::Failure;
use crate::{input, output};

/// Version of the form.
const VERSION: u32 = 1;

/// A record of a run.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Case {
    version: u32,
    pub(super) domain: String,
    pub(super) question: String,
    pub(super) today: String,
    /// How the model said what it wanted.
    pub(super) way: String,
    pub(super) phrase: bool,
    /// Options that requests and answers depend on; those that were not given are left out.
    #[serde(default, skip_serializing_if = "CaseOptions::is_none")]
    pub(super) options: CaseOptions,
    pub(super) model: String,
    pub(super) exchanges: Vec<Exchange>,
}

/// Options that requests and answers depend on.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct CaseOptions {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) line_tool: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max_iterations: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) limit: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) lang: Option<Lang>,
}

impl CaseOptions {
    fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Those of the command line and, where it says nothing, those of a record.
    pub(super) fn said(
        arguments: &AskArguments,
        lang: Option<Lang>,
        recorded: Option<&Case>,
    ) -> Self {
        let recorded = recorded.map(|case| case.options.clone());
        let recorded = recorded.unwrap_or_default();
        Self {
            line_tool: arguments.line_tool || recorded.line_tool,
            max_iterations: arguments.max_iterations.or(recorded.max_iterations),
            limit: arguments.limit.or(recorded.limit),
            lang: lang.or(recorded.lang),
        }
    }
}

/// What a run was asked with.
pub(super) struct Asked<'a> {
    pub(super) domain: &'a str,
    pub(super) question: &'a str,
    pub(super) today: String,
    pub(super) way: &'a str,
    pub(super) phrase: bool,
    pub(super) options: &'a CaseOptions,
    pub(super) model: &'a str,
}

impl Case {
    pub(super) fn new(asked: &Asked<'_>, exchanges: Vec<Exchange>) -> Self {
        Self {
            version: VERSION,
            domain: asked.domain.to_owned(),
            question: asked.question.to_owned(),
            today: asked.today.clone(),
            way: asked.way.to_owned(),
            phrase: asked.phrase,
            options: asked.options.clone(),
            model: asked.model.to_owned(),
            exchanges,
        }
    }

    /// Reads the record of a run in a domain.
    pub(super) fn read(path: &Path, domain: &str) -> Result<Self, Failure> {
        let text = input::read_text(path)?;
        let case: Self = serde_json::from_str(&text).map_err(|error| {
            let said = output::plain(&error.to_string());
            Failure::at(path, format!("this is no record of a run: {said}"))
        })?;
        if case.version != VERSION {
            let message = format!(
                "a record of version {}, and {VERSION} is read",
                case.version
            );
            return Err(Failure::at(path, message));
        }
        if case.domain != domain {
            let own = output::plain(&case.domain);
            return Err(Failure::at(path, format!("it was recorded with `{own}`")));
        }
        Ok(case)
    }

    /// Writes the record, for people to read.
    pub(super) fn write(&self, path: &Path) -> Result<(), Failure> {
        output::file(path, &format!("{}\n", output::pretty(self)?))
    }
}
