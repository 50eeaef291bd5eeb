//! The arguments of `cmec eval`.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use clap::{ArgGroup, Args};

use crate::domain::principals::PrincipalArguments;
use crate::domain::strategy::{ConstraintChoice, IntentForm};
use crate::terminal::arguments::Lang;
use crate::world::lanes::LaneArguments;
use crate::world::models::ChatArguments;

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("who").required(true).args(["endpoint", "replay"]))]
pub(crate) struct EvalArguments {
    /// Built-in domain, folder of a codebook, or compiled table file
    #[arg(long, value_name = "DOMAIN")]
    pub(super) domain: String,
    #[command(flatten)]
    pub(super) chat: ChatArguments,
    /// Recording, as `--record` and `ask --save` write it; nobody is asked
    #[arg(long, value_name = "FILE", conflicts_with_all = ["record", "types"])]
    pub(super) replay: Option<PathBuf>,
    /// Recording to which each answer is added; what it has already is not asked again
    #[arg(long, value_name = "FILE", requires = "endpoint")]
    pub(super) record: Option<PathBuf>,
    /// File with questions, as JSON Lines [default: those that come with the domain]
    #[arg(long, value_name = "FILE")]
    pub(super) set: Option<PathBuf>,
    /// Languages of the questions, separated by commas [default: those of the codebook]
    #[arg(long, value_delimiter = ',', value_name = "LANG")]
    pub(super) language: Vec<Lang>,
    /// How the model says what it wants, separated by commas [default: sql; of a replay all]
    #[arg(long, value_delimiter = ',', value_name = "NOTATION")]
    pub(super) notation: Vec<IntentForm>,
    /// What the answer is held to, separated by commas: `none`, or a mechanism as `cmec doctor` names it [default: none;
    /// of a replay all]
    #[arg(long, value_delimiter = ',', value_name = "MECHANISM")]
    pub(super) constraint: Vec<ConstraintChoice>,
    /// Keep the card to these types, separated by commas [default: all]
    #[arg(long, value_delimiter = ',', value_name = "TYPES")]
    pub(super) types: Vec<String>,
    /// The date that the model and the lanes take for today [default: 2026-11-26, the date of the built-in questions]
    #[arg(long, value_name = "DATE", value_parser = day)]
    pub(super) today: Option<String>,
    /// Only so many questions, spread evenly over the set
    #[arg(long, value_name = "N")]
    pub(super) limit: Option<NonZeroUsize>,
    /// Most times that a model is asked again where its answer is no intent or an unclear one
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=10))]
    pub(super) repairs: u32,
    /// Questions that are asked at once
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) concurrency: u16,
    /// Longest time for one answer, of the model with the time in which it reads the prompt, or of a lane, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 180, value_parser = clap::value_parser!(u64).range(1..=3_600))]
    pub(super) timeout: u64,
    /// Most tokens of one answer; a model that reasons before it answers needs some thousands
    #[arg(long, value_name = "N", default_value = "2048")]
    pub(super) max_tokens: NonZeroU32,
    #[command(flatten)]
    pub(super) principals: PrincipalArguments,
    #[command(flatten)]
    pub(super) lanes: LaneArguments,
}

fn day(text: &str) -> Result<String, String> {
    let day = chrono::NaiveDate::parse_from_str(text, "%Y-%m-%d");
    let day = day.map_err(|_| "YYYY-MM-DD".to_owned())?;
    Ok(day.format("%Y-%m-%d").to_string())
}
