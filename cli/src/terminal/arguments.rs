//! Arguments that several commands share; each command's own arguments are in its file.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use cmec_decoder::{ContractVersion, Notation};
use cmec_executor::Locale;

/// Arguments of every command.
#[derive(Debug, Args)]
pub(crate) struct Global {
    /// How results are written [default: text on a terminal, json otherwise]
    #[arg(long, global = true, value_name = "FORMAT")]
    pub(crate) format: Option<AnswerFormat>,
    /// Language of what people read: questions shown as text, candidates, summaries [default: the codebook's first]
    #[arg(long, global = true, value_name = "LANG")]
    pub(crate) lang: Option<Lang>,
}

/// How answers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum AnswerFormat {
    /// For people
    Text,
    /// One line of JSON a result
    Json,
    /// The rows of an answer of `run`, for a spreadsheet
    Csv,
}

/// How other results are written.
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
    /// Newest version of the contract that is executed; what it has no place for is asked about [default: the one the
    /// codebook names]
    #[arg(
        long,
        value_name = "VERSION",
        value_parser = one_of(ContractVersion::ALL, ContractVersion::name, version_help)
    )]
    pub(crate) contract_version: Option<ContractVersion>,
}

const fn version_help(version: ContractVersion) -> &'static str {
    match version {
        ContractVersion::V02Lite => {
            "MEC v0.2-lite, with parts of SEC v0.2 where a scenario needs them"
        }
        ContractVersion::V03 => {
            "the same with groups by instances, groups without metrics, and columns that are chosen"
        }
        ContractVersion::V01 => "MEC v0.1.x: one flat list of constraints",
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
    /// Every line is an intent of its own, a blank one too, or `{"id": …, "cursor": …, "text": "…"}`; each is answered with
    /// a line of JSON as soon as it has come
    #[arg(long)]
    pub(crate) lines: bool,
    /// Trace id to use: 32 hexadecimal digits [default: a random one]
    #[arg(long, value_name = "ID")]
    pub(crate) trace_id: Option<String>,
    /// Hold what is written against its published schemas, in a build with the feature `self-check`; a difference is a
    /// fault of cmec and ends the command
    #[arg(long)]
    pub(crate) self_check: bool,
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
    /// One SELECT over the codebook's tables, which is read and never run
    Sql,
}

impl From<Spelling> for cmec_decoder::Spelling {
    fn from(spelling: Spelling) -> Self {
        match spelling {
            Spelling::Auto => Self::Auto,
            Spelling::C02 => Self::Only(Notation::C02),
            Spelling::Mec => Self::Only(Notation::Mec),
            Spelling::MecV01 => Self::Only(Notation::MecV01),
            Spelling::ToolCall => Self::Only(Notation::ToolCall),
            Spelling::Sql => Self::Only(Notation::Sql),
        }
    }
}

/// Reads one of the values that a library lists, by the name it has there; `help` says what each of them is.
pub(crate) fn one_of<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
    help: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let value = |one: &T| PossibleValue::new(name(*one)).help(help(*one));
    PossibleValuesParser::new(all.iter().map(value)).try_map(move |given| {
        let mut all = all.iter().copied();
        all.find(|one| name(*one) == given).ok_or("not in the list")
    })
}

/// A name of a codebook, which files and modules can have.
pub(crate) fn domain_name(text: &str) -> Result<String, String> {
    let starts = text.starts_with(|letter: char| letter.is_ascii_lowercase());
    let legal =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    if starts && text.chars().all(legal) && text.len() <= 64 {
        Ok(text.to_owned())
    } else {
        Err("lower-case Latin letters, digits and `_`, a letter first, 64 at most".to_owned())
    }
}

/// Reads a number within bounds, which the second message names.
pub(crate) fn within<T: FromStr + PartialOrd>(
    text: &str,
    bounds: RangeInclusive<T>,
    [no_number, outside]: [&str; 2],
) -> Result<T, String> {
    let number = text.parse().map_err(|_| no_number.to_owned())?;
    match bounds.contains(&number) {
        true => Ok(number),
        false => Err(outside.to_owned()),
    }
}

/// Reads a duration of a second's thousandth to an hour.
pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    let messages = ["not a number of seconds", "from 0.001 to 3600 seconds"];
    within(text, 0.001..=3600.0, messages)
}

/// Reads a probability.
pub(crate) fn probability(text: &str) -> Result<f64, String> {
    within(text, 0.0..=1.0, ["not a number", "from 0 to 1"])
}

/// Reads an amount of money, in whatever currency.
pub(crate) fn money(text: &str) -> Result<f64, String> {
    within(text, 0.0..=1e9, ["not a number", "from 0 to 1000000000"])
}
