//! The arguments of the command.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use cmec_decoder::{ContractVersion, Notation};
use cmec_executor::Locale;

use crate::diff::arguments::DiffArguments;
use crate::server::ServerKind;
use crate::tokens::arguments::TokensArguments;

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

/// Arguments of every command.
#[derive(Debug, Args)]
pub(crate) struct Global {
    /// How results are written [default: text on a terminal, json otherwise]
    #[arg(long, global = true, value_name = "FORMAT")]
    pub(crate) format: Option<Format>,
    /// Language of what people read: questions shown as text, candidates, summaries [default: the codebook's first]
    #[arg(long, global = true, value_name = "LANG")]
    pub(crate) lang: Option<Lang>,
}

/// How results are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// One line of JSON a result
    Json,
}

/// Language of questions and summaries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Lang {
    /// Chinese
    Zh,
    /// Russian
    Ru,
    /// English
    En,
}

impl From<Lang> for Locale {
    fn from(lang: Lang) -> Self {
        match lang {
            Lang::Zh => Self::Zh,
            Lang::Ru => Self::Ru,
            Lang::En => Self::En,
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check codebooks and report every finding
    Check(CheckArguments),
    /// Compile a codebook and write its artefacts
    Compile(CompileArguments),
    /// Print what a model must be told of a domain, or of some of its types
    Card(crate::card::CardArguments),
    /// Compare two codebooks and say what breaks, and for whom
    Diff(DiffArguments),
    /// Make a codebook of an ontology: Turtle, RDF/XML, JSON-LD, OData `$metadata`
    Import(crate::import::ImportArguments),
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
    Run(RunArguments),
    /// Say what a code, a finding, a recipe or a filter means
    Explain(ExplainArguments),
    /// Tell how one answer came about, from its debug envelope
    #[command(name = "explain-run")]
    ExplainRun(ExplainRunArguments),
    /// Print the definitions of the tools a domain exports, as a list of JSON
    Tools(crate::tools::ToolsArguments),
    /// Serve a generated ledger as a 1C MCP server on standard input and output
    #[command(name = "demo-1c")]
    Demo1c(cmec_executor::demo_1c::Options),
}

#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// Folders of codebooks [default: every folder of ./codebook]
    #[arg(value_name = "DIR")]
    pub(crate) folders: Vec<PathBuf>,
    /// Warnings count as errors
    #[arg(long)]
    pub(crate) deny_warnings: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CompileArguments {
    /// Folder of the codebook
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// What to write, separated by commas
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "tables",
        value_name = "KINDS"
    )]
    pub(crate) emit: Vec<EventSwitches>,
    /// Folder to write to
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Write nothing; fail when a file is stale
    #[arg(long)]
    pub(crate) check: bool,
    /// Tokenizer that missing aliases are chosen by: `o200k_base`, `cl100k_base`, or the path of a `tokenizer.json`
    /// [default: both built in]
    #[arg(long, value_name = "TOKENIZER")]
    pub(crate) tokenizer: Vec<String>,
}

/// What can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EventSwitches {
    /// Rust source: static tables and catalogue, typed codes
    Rust,
    /// The table file that is loaded at run time
    Tables,
    /// JSON Schemas
    Schemas,
    /// Grammars of cMEC for constrained decoding: Lark and GBNF
    Grammars,
    /// Tool definitions
    Tools,
    /// Schemas and tools as each provider takes them, with manifests
    Profiles,
    /// Prompt cards
    Card,
    /// Reference page
    Reference,
}

/// How texts are read.
#[derive(Debug, Args)]
pub(crate) struct ReadingArguments {
    /// Built-in domain, folder of a codebook, or compiled table file
    #[arg(long, value_name = "DOMAIN")]
    pub(crate) domain: String,
    /// Notation of the text
    #[arg(long, value_name = "NOTATION", default_value = "auto")]
    pub(crate) notation: Spelling,
    /// Cut prose and code fences around the one intent away
    #[arg(long)]
    pub(crate) extract: bool,
    /// What would be a question back becomes a reject
    #[arg(long)]
    pub(crate) no_clarify: bool,
    /// Version of the contract that is executed; what it has no place for is asked about
    #[arg(long, value_name = "VERSION", default_value = "v0.2-lite")]
    pub(crate) contract_version: Version,
}

/// Versions of the contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Version {
    /// MEC v0.2-lite, with parts of SEC v0.2 where a scenario needs them
    #[value(name = "v0.2-lite")]
    V02Lite,
    /// MEC v0.1.x: one flat list of constraints
    #[value(name = "v0.1")]
    V01,
}

impl From<Version> for ContractVersion {
    fn from(version: Version) -> Self {
        match version {
            Version::V02Lite => Self::V02Lite,
            Version::V01 => Self::V01,
        }
    }
}

/// Where intents come from, and how they are read.
#[derive(Debug, Args)]
pub(crate) struct IntentArguments {
    /// File with the intent; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
    /// Every line is an intent of its own, a blank one too; one line of JSON comes out for each
    #[arg(long)]
    pub(crate) lines: bool,
    /// Trace id to use: 32 hexadecimal digits [default: a random one]
    #[arg(long, value_name = "ID")]
    pub(crate) trace_id: Option<String>,
}

/// Notation of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Spelling {
    /// Tell it from the text
    Auto,
    /// cMEC c0.2: short codes
    #[value(name = "c0.2")]
    C02,
    /// MEC v0.2-lite and SEC v0.2: the contract itself
    #[value(name = "mec")]
    Mec,
    /// MEC v0.1.x: the contract with one flat list of constraints
    #[value(name = "mec-v0.1")]
    MecV01,
    /// A call of a tool the codebook exports
    #[value(name = "tool-call")]
    ToolCall,
    /// c0.3, the line
    Line,
}

impl From<Spelling> for cmec_decoder::Spelling {
    fn from(spelling: Spelling) -> Self {
        match spelling {
            Spelling::Auto => Self::Auto,
            Spelling::C02 => Self::Only(Notation::C02),
            Spelling::Mec => Self::Only(Notation::Mec),
            Spelling::MecV01 => Self::Only(Notation::MecV01),
            Spelling::ToolCall => Self::Only(Notation::ToolCall),
            Spelling::Line => Self::Only(Notation::Line),
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct DecodeArguments {
    #[command(flatten)]
    pub(crate) intent: IntentArguments,
    /// Show on standard error what was filled in, derived, coerced or left out
    #[arg(long)]
    pub(crate) ledger: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ValidateArguments {
    /// Files with outputs: one each, or one a line where the name ends in `.jsonl`; `-` is standard input
    #[arg(value_name = "FILES", required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
    /// Every line of every file is an output of its own, a blank one too
    #[arg(long)]
    pub(crate) lines: bool,
    /// Form of the report [default: text on a terminal, json otherwise]
    #[arg(long, value_name = "FORM")]
    pub(crate) report: Option<ReportFormat>,
    /// A JSON report of before: only what is worse than there counts
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
}

/// Form of a report on many outputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For people: a line for each finding, and the counts
    Text,
    /// One line of JSON for each output
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// GitHub annotations
    Github,
    /// JUnit's XML
    Junit,
}

#[derive(Debug, Args)]
pub(crate) struct EncodeArguments {
    #[command(flatten)]
    pub(crate) intent: IntentArguments,
    /// Notation to write
    #[arg(long, value_name = "NOTATION")]
    pub(crate) to: Target,
}

/// A notation that can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Target {
    /// cMEC c0.2
    #[value(name = "c0.2")]
    C02,
    /// MEC or SEC v0.2
    Mec,
    /// MEC v0.1.x: one flat list of constraints
    #[value(name = "mec-v0.1")]
    MecV01,
    /// Function call of the codebook's tool
    ToolCall,
    /// c0.3, the line
    Line,
}

/// What a plan depends on beside the intent.
#[derive(Debug, Args)]
pub(crate) struct PlanOptions {
    /// Most rows, in place of what the intent says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) limit: Option<u32>,
    /// Where the next page starts: `next_cursor` of the answer before, for the same intent
    #[arg(long, value_name = "TOKEN", conflicts_with = "lines")]
    pub(crate) cursor: Option<String>,
    /// Today, for defaults: YYYY-MM-DD [default: the clock's]
    #[arg(long, value_name = "DATE")]
    pub(crate) today: Option<chrono::NaiveDate>,
    /// File the debug envelope is appended to, one line of JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) debug_out: Option<PathBuf>,
    /// The debug envelope is on the disk before the answer is printed
    #[arg(long, requires = "debug_out")]
    pub(crate) debug_sync: bool,
    /// Names are hidden in the debug envelope and in events: anchors, values of filters, what lines quote
    #[arg(long)]
    pub(crate) debug_hide_names: bool,
    /// Show the model's reasoning and why this plan as an event: a line of JSON on standard error
    #[arg(long)]
    pub(crate) emit_reasoning: bool,
    /// Show the estimated cost and the durations as an event: a line of JSON on standard error
    #[arg(long)]
    pub(crate) emit_metrics: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PlanArguments {
    #[command(flatten)]
    pub(crate) intent: IntentArguments,
    #[command(flatten)]
    pub(crate) options: PlanOptions,
}

#[derive(Debug, Args)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    pub(crate) intent: IntentArguments,
    #[command(flatten)]
    pub(crate) options: PlanOptions,
    /// Longest time for the whole answer, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, value_parser = seconds)]
    pub(crate) timeout: f64,
    /// Program of a 1C MCP server on standard input and output [default: the demonstration server]
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) mcp_command: Option<OsString>,
    /// An argument for the program; may be given several times
    #[arg(
        long,
        value_name = "ARGUMENT",
        requires = "mcp_command",
        allow_hyphen_values = true
    )]
    pub(crate) mcp_arg: Vec<OsString>,
    /// Address of a 1C MCP server over Streamable HTTP, `http://HOST:PORT/mcp`
    #[arg(long, value_name = "URL", conflicts_with = "mcp_command")]
    pub(crate) mcp_url: Option<String>,
    /// Environment variable with the bearer token, or the password, for the address
    #[arg(
        long,
        value_name = "NAME",
        requires = "mcp_url",
        conflicts_with = "mcp_token_file"
    )]
    pub(crate) mcp_token_env: Option<String>,
    /// File with the bearer token, or the password, for the address; a line break at its end is no part of it
    #[arg(long, value_name = "FILE", requires = "mcp_url")]
    pub(crate) mcp_token_file: Option<PathBuf>,
    /// User for the address; the variable or file then has the password
    #[arg(long, value_name = "NAME", requires = "mcp_url")]
    pub(crate) mcp_user: Option<String>,
    /// Kind of the 1C MCP server, which its tools must fit [default: told by its tools]
    #[arg(long, value_name = "KIND")]
    pub(crate) mcp_codec: Option<ServerKind>,
    /// Show the server's standard error
    #[arg(long, short)]
    pub(crate) verbose: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    /// Finding (DEC030, CB004), change (CD026), code (IS, F001, R001), type, path, recipe, intent or filter [default: list what can be asked]
    #[arg(value_name = "ID")]
    pub(crate) id: Option<String>,
    /// Only this domain [default: every built-in one]
    #[arg(long, value_name = "DOMAIN")]
    pub(crate) domain: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainRunArguments {
    /// File of `--debug-out`; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Trace id of the answer [default: the last one]
    #[arg(long, value_name = "ID")]
    pub(crate) trace_id: Option<String>,
    /// Show names that the question or the infobase has
    #[arg(long)]
    pub(crate) show_values: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| "not a number of seconds".to_owned())?;
    if (0.001..=3600.0).contains(&seconds) {
        Ok(seconds)
    } else {
        Err("from 0.001 to 3600 seconds".to_owned())
    }
}
