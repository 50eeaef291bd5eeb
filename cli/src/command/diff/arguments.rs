//! The arguments of `cmec diff`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
pub(crate) struct DiffArguments {
    /// Folder of the codebook as it was
    #[arg(value_name = "OLD")]
    pub(crate) old: PathBuf,
    /// Folder of the codebook as it is
    #[arg(value_name = "NEW")]
    pub(crate) new: PathBuf,
    /// Form of the report [default: text on a terminal, json otherwise]
    #[arg(long, value_name = "FORM")]
    pub(crate) report: Option<DiffForm>,
    /// Those who may be broken: reported all the same, and not counted, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "AUDIENCES")]
    pub(crate) allow: Vec<Allowed>,
}

/// Form of a report on changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffForm {
    /// For people: each change drawn with its lines, and the counts
    Text,
    /// One line of JSON for each change
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// GitHub annotations
    Github,
}

/// Who may be broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Allowed {
    /// Models: outputs as they were said before
    Model,
    /// Hosts: stored contracts
    Contract,
    /// Prompts: cards handed out before
    Card,
    /// Programs with the generated Rust in them
    Rust,
}
