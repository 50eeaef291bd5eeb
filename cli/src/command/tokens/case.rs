//! Counts of one intent.

use std::collections::BTreeMap;
use std::path::Path;

use cmec_compiler::tokens::Tokenizer;
use serde::Serialize;

use super::form::{Form, SQL};
use crate::terminal::exit::CliError;

/// Tokens by form; a form that cannot express the intent is missing.
pub(super) type Counts = BTreeMap<&'static str, usize>;

#[derive(Debug, Serialize)]
pub(super) struct Case {
    pub(super) file: String,
    pub(super) domain: String,
    /// The SQL form; empty if SQL cannot express it.
    pub(super) sql: String,
    /// By tokenizer.
    pub(super) tokens: BTreeMap<String, Counts>,
}

impl Case {
    pub(super) fn of(
        path: &Path,
        domain: &str,
        texts: &BTreeMap<&'static str, String>,
        tokenizers: &[Tokenizer],
    ) -> Result<Self, CliError> {
        let mut tokens = BTreeMap::new();
        for tokenizer in tokenizers {
            let mut counts = Counts::new();
            for (form, text) in texts {
                let count = tokenizer.tokens(text).map_err(CliError::failed)?;
                counts.insert(*form, count);
            }
            tokens.insert(tokenizer.name().to_owned(), counts);
        }
        let name = path.file_stem().unwrap_or(path.as_os_str());
        Ok(Self {
            file: name.to_string_lossy().into_owned(),
            domain: domain.to_owned(),
            sql: texts.get(SQL.1).cloned().unwrap_or_default(),
            tokens,
        })
    }

    pub(super) fn count(&self, tokenizer: &str, (_, form): Form) -> Option<usize> {
        self.tokens.get(tokenizer)?.get(form).copied()
    }
}
