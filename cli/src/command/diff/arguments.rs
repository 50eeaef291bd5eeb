//! The arguments of `cmec diff`.

use std::path::PathBuf;

use clap::Args;
use cmec_compiler::diff::Audience;

use crate::report::ReportFormat;
use crate::terminal::arguments::one_of;

#[derive(Debug, Args)]
pub(crate) struct DiffArguments {
    /// The codebook as it was and the codebook as it is: folders, folders of codebooks, `git:REF`, tar archives, compiled
    /// table files
    #[arg(value_name = "OLD NEW", num_args = 1..=2, required = true)]
    pub(crate) sides: Vec<PathBuf>,
    /// The codebook as it was; the one that is named is then the codebook as it is. `git:main` is the same folder at that
    /// revision, `git:main:FOLDER` another one of the repository
    #[arg(long, value_name = "OLD")]
    pub(crate) against: Option<PathBuf>,
    /// Report only what breaks somebody who may not be broken
    #[arg(long)]
    pub(crate) breaking: bool,
    /// Form of the report [default: text on a terminal, json otherwise]
    #[arg(long, value_name = "FORM")]
    pub(crate) report: Option<ReportFormat>,
    /// Those who may be broken: reported all the same, and not counted, separated by commas
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "AUDIENCES",
        value_parser = one_of(Audience::ALL, Audience::name, help)
    )]
    pub(crate) allow: Vec<Audience>,
}

const fn help(audience: Audience) -> &'static str {
    match audience {
        Audience::Model => "Models: outputs as they were said before",
        Audience::Contract => "Hosts: stored contracts",
        Audience::Card => "Prompts: cards handed out before",
        Audience::Rust => "Programs with the generated Rust in them",
    }
}
