//! The arguments of `cmec tokens`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::terminal::arguments::Spelling;

#[derive(Debug, Args)]
pub(crate) struct TokensArguments {
    /// Files with intents: one each, or one a line where the name ends in `.jsonl`; `-` is standard input
    #[arg(value_name = "FILES", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Built-in domain, folder of a codebook, or compiled table file [default: what the folder of each file is called]
    #[arg(long, value_name = "DOMAIN")]
    pub(crate) domain: Option<String>,
    /// Notation of the intents
    #[arg(long, value_name = "NOTATION", default_value = "auto")]
    pub(crate) notation: Spelling,
    /// Tokenizer to count with: `o200k_base`, `cl100k_base`, or the path of a `tokenizer.json` [default: both built in]
    #[arg(long, value_name = "TOKENIZER")]
    pub(crate) tokenizer: Vec<String>,
    /// Form of the report [default: text on a terminal, json otherwise]
    #[arg(long, value_name = "FORM")]
    pub(crate) report: Option<TokensReport>,
}

/// Form of a report on tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TokensReport {
    /// For people: a row for each intent, and the means
    Text,
    /// One object: the intents and the means
    Json,
}
