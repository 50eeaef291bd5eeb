//! The arguments of `cmec ask`.

use std::num::NonZeroU32;
use std::path::PathBuf;

use chrono::NaiveDate;
use clap::{ArgGroup, Args, ValueEnum};

use crate::domain::principals::PrincipalArguments;
use crate::domain::strategy::ConstraintChoice;
use crate::report::debug_out::DebugOptions;
use crate::terminal::arguments::{money, probability, seconds};
use crate::world::lanes::LaneArguments;
use crate::world::models::ChatArguments;

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("who").required(true).args(["endpoint", "replay"]))]
pub(crate) struct AskArguments {
    /// The question; left out or `-`: it is read from standard input
    #[arg(
        value_name = "QUESTION",
        default_value = "-",
        hide_default_value = true
    )]
    pub(super) question: String,
    /// Built-in domain, folder of a codebook, or compiled table file
    #[arg(long, value_name = "DOMAIN")]
    pub(super) domain: String,
    #[command(flatten)]
    pub(super) chat: ChatArguments,
    /// Recording, written by `--save` or by `eval --record`: its answers replace the model, and where no question is given its
    /// first question is asked
    #[arg(long, value_name = "FILE")]
    pub(super) replay: Option<PathBuf>,
    /// File for a recording of the run: what went to the model and what came back, without keys
    #[arg(long, value_name = "FILE")]
    pub(super) save: Option<PathBuf>,
    /// File with your own system prompt; the model reads it before the prompt of the codebook
    #[arg(long, value_name = "FILE")]
    pub(super) system: Option<PathBuf>,
    /// File with the conversation so far: `[{"role": "user", "content": "…"}, {"role": "assistant", "content": "…"}, …]`
    #[arg(long, value_name = "FILE")]
    pub(super) history: Option<PathBuf>,
    /// How the model says what it wants [default: sql, or that of the recording]
    #[arg(long, value_name = "STRATEGY")]
    pub(super) strategy: Option<Strategy>,
    /// With `--strategy tools`: also offer the tool of every codebook that takes SQL
    #[arg(long)]
    pub(super) ask_tool: bool,
    /// What an intent is held to: `auto` for the strongest that `cmec doctor` found at this server, `none`, or a mechanism as
    /// `cmec doctor` names it
    #[arg(long, value_name = "MECHANISM", default_value = "auto", value_parser = constraint)]
    pub(super) constraint: AskConstraint,
    /// Most times that the model is asked again where its text is no intent or an unclear one [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=10))]
    pub(super) repairs: Option<u32>,
    /// Least probability of an intent, 0 to 1, as `cmec eval` proposes it for a model and a domain: a less likely one is not
    /// run, and you are asked whether it is what you meant; each is, where the server reports no log-probabilities
    #[arg(long, value_name = "PROBABILITY", value_parser = probability)]
    pub(super) least_confidence: Option<f64>,
    /// Most rounds of tool calls [default: 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10))]
    pub(super) max_iterations: Option<u32>,
    /// Longest time for everything, in seconds: a laptop may read a prompt for a minute or two
    #[arg(long, value_name = "SECONDS", default_value_t = 180.0, value_parser = seconds)]
    pub(super) timeout: f64,
    /// Longest time for one answer of the model, in seconds from its first token, a part of `--timeout`
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, value_parser = seconds)]
    pub(super) model_timeout: f64,
    /// Longest silence within an answer that has begun, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 20.0, value_parser = seconds)]
    pub(super) idle_timeout: f64,
    /// Most tokens of one answer; a model that reasons before it answers needs some thousands
    #[arg(long, value_name = "N", default_value = "1024")]
    pub(super) max_tokens: NonZeroU32,
    /// Most tokens that the question may take, requests and answers together; a request is estimated before it is sent
    #[arg(long, value_name = "N")]
    pub(super) budget_tokens: Option<u64>,
    /// Most money that the question may take, in the currency of the prices
    #[arg(long, value_name = "MONEY", requires = "price_in", value_parser = money)]
    pub(super) budget: Option<f64>,
    /// Price of a million tokens of requests
    #[arg(long, value_name = "MONEY", requires = "price_out", value_parser = money)]
    pub(super) price_in: Option<f64>,
    /// Price of a million tokens of answers
    #[arg(long, value_name = "MONEY", requires = "price_in", value_parser = money)]
    pub(super) price_out: Option<f64>,
    /// Most rows of an answer, in place of what the intent says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) limit: Option<u32>,
    /// Today, for the model and for defaults: YYYY-MM-DD [default: the clock's, or the record's]
    #[arg(long, value_name = "DATE")]
    pub(super) today: Option<NaiveDate>,
    /// Tell how the answer came about: the intent, each step, what it took
    #[arg(long)]
    pub(super) explain: bool,
    #[command(flatten)]
    pub(super) principals: PrincipalArguments,
    #[command(flatten)]
    pub(super) debug: DebugOptions,
    #[command(flatten)]
    pub(super) lanes: LaneArguments,
}

/// How a model says what it wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Strategy {
    /// It writes SQL over the codebook's tables, which is read; what it means is run, and the rows are the answer
    Sql,
    /// It calls tools of the codebook, reads what they found, and answers in words
    Tools,
    /// As `sql`, with cMEC c0.2
    #[value(name = "c0.2")]
    C02,
}

/// What an intent is held to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AskConstraint {
    /// What is known of the server.
    Auto,
    /// What is said.
    Said(ConstraintChoice),
}

fn constraint(name: &str) -> Result<AskConstraint, String> {
    match name {
        "auto" => Ok(AskConstraint::Auto),
        other => other.parse().map(AskConstraint::Said),
    }
}
