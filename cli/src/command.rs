//! The commands, one per file.

pub(crate) mod ask;
pub(crate) mod card;
pub(crate) mod check;
pub(crate) mod compile;
pub(crate) mod decode;
pub(crate) mod demo_1c;
pub(crate) mod diff;
pub(crate) mod doctor;
pub(crate) mod encode;
pub(crate) mod eval;
pub(crate) mod explain;
pub(crate) mod explain_run;
pub(crate) mod import;
pub(crate) mod index;
pub(crate) mod init;
pub(crate) mod plan;
pub(crate) mod read;
pub(crate) mod run;
pub(crate) mod search;
pub(crate) mod tokens;
pub(crate) mod tools;
pub(crate) mod validate;

use clap::{Parser, Subcommand};
use cmec_demo::one_c;

use self::ask::arguments::AskArguments;
use self::card::CardArguments;
use self::check::CheckArguments;
use self::compile::CompileArguments;
use self::decode::DecodeArguments;
use self::diff::arguments::DiffArguments;
use self::doctor::DoctorArguments;
use self::encode::EncodeArguments;
use self::eval::arguments::EvalArguments;
use self::explain::ExplainArguments;
use self::explain_run::ExplainRunArguments;
use self::import::ImportArguments;
use self::index::IndexCommand;
use self::init::InitArguments;
use self::plan::PlanArguments;
use self::read::ReadArguments;
use self::run::RunArguments;
use self::search::SearchArguments;
use self::tokens::arguments::TokensArguments;
use self::tools::ToolsArguments;
use self::validate::ValidateArguments;
use crate::terminal::arguments::{AnswerFormat, Global};
use crate::terminal::exit::{CliError, Exit};

/// Compile a codebook, decode what a model said, run what is allowed
#[derive(Debug, Parser)]
#[command(
    name = "cmec",
    version,
    about = "Compile a codebook, decode what a model said, run what is allowed",
    max_term_width = 100
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Write a small codebook to begin with
    Init(InitArguments),
    /// Check codebooks and report every finding
    Check(CheckArguments),
    /// Compile a codebook and write its artefacts
    Compile(CompileArguments),
    /// Print what a model must be told of a domain, or of some of its types
    Card(CardArguments),
    /// Compare two codebooks and say what breaks, and for whom
    Diff(DiffArguments),
    /// Make a codebook of an ontology: Turtle, RDF/XML, JSON-LD, OData `$metadata`
    Import(ImportArguments),
    /// Read the numbers, codes, days and periods of a question
    Read(ReadArguments),
    /// Read what a model said: contract, clarify or reject as JSON
    Decode(DecodeArguments),
    /// Write an intent in another notation, in its shortest form
    Encode(EncodeArguments),
    /// Read many outputs of a model and report on them
    Validate(ValidateArguments),
    /// Count what intents cost in every notation
    Tokens(TokensArguments),
    /// Show what would be run for an intent
    Plan(PlanArguments),
    /// Run an intent and answer
    ///
    /// Contracts over tables ask the database that --db names, or else the demonstration database of a built-in domain.
    Run(Box<RunArguments>),
    /// Ask a question: a model says what is wanted, the lanes find it, and the rows are the answer
    Ask(Box<AskArguments>),
    /// Make an index of texts: Markdown, JSON Lines
    Index(Box<IndexCommand>),
    /// Look for texts, by hand or with a set of questions
    Search(Box<SearchArguments>),
    /// Ask a server of models what it enforces: schemas, strict tools
    Doctor(DoctorArguments),
    /// Measure how often a model asks for the right thing, on a server or on recorded answers
    Eval(Box<EvalArguments>),
    /// Say what a code, a finding, a recipe, a filter or a key of a codebook means
    Explain(ExplainArguments),
    /// Tell how one answer came about, from its debug envelope
    #[command(name = "explain-run")]
    ExplainRun(ExplainRunArguments),
    /// Print the definitions of the tools a domain exports, as a list of JSON
    Tools(ToolsArguments),
    /// Serve a generated ledger as a 1C MCP server on standard input and output
    #[command(name = "demo-1c")]
    Demo1c(one_c::Options),
}

/// Runs the command that was asked for.
pub(crate) fn run(arguments: Arguments) -> Result<Exit, CliError> {
    let global = arguments.global;
    if global.format == Some(AnswerFormat::Csv)
        && !matches!(
            arguments.command,
            Command::Ask(_) | Command::Run(_) | Command::Search(_)
        )
    {
        let text =
            "`--format csv`: only an answer of `cmec ask`, `cmec run` or `cmec search` is a table";
        return Err(CliError::usage(text));
    }
    match arguments.command {
        Command::Init(arguments) => init::run(&arguments),
        Command::Check(arguments) => check::run(&arguments, &global),
        Command::Compile(arguments) => compile::run(&arguments),
        Command::Card(arguments) => card::run(&arguments, &global),
        Command::Diff(arguments) => diff::run(&arguments, &global),
        Command::Import(arguments) => import::run(&arguments, &global),
        Command::Read(arguments) => read::run(&arguments, &global),
        Command::Decode(arguments) => decode::run(&arguments, &global),
        Command::Encode(arguments) => encode::run(&arguments, &global),
        Command::Validate(arguments) => validate::run(&arguments, &global),
        Command::Plan(arguments) => plan::run(&arguments, &global),
        Command::Run(arguments) => run::run(&arguments, &global),
        Command::Ask(mut arguments) => ask::run(&mut arguments, &global),
        Command::Tokens(arguments) => tokens::run(&arguments, &global),
        Command::Tools(arguments) => tools::run(&arguments, &global),
        Command::Index(arguments) => index::run(&arguments, &global),
        Command::Search(arguments) => search::run(&arguments, &global),
        Command::Doctor(arguments) => doctor::run(&arguments, &global),
        Command::Eval(mut arguments) => eval::run(&mut arguments, &global),
        Command::Explain(arguments) => explain::run(&arguments, &global),
        Command::ExplainRun(arguments) => explain_run::run(&arguments, &global),
        Command::Demo1c(options) => demo_1c::run(&options),
    }
}
