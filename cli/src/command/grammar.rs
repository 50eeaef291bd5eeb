//! `cmec grammar`: what a model is held to while it writes a line of a domain, or of some of its types and scenarios.

use clap::Args;
use cmec_compiler::emit::{GrammarForm, GrammarOptions, NotInCodebook, grammar};

use crate::domain::Domain;
use crate::exit::{Exit, Failure};
use crate::output;

#[derive(Debug, Args)]
pub(crate) struct GrammarArguments {
    /// Built-in domain, folder of a codebook, or compiled table file
    #[arg(long, value_name = "DOMAIN")]
    domain: String,
    /// Only these types, separated by commas [default: all]
    #[arg(long, value_delimiter = ',', value_name = "TYPES")]
    types: Vec<String>,
    /// Only these scenarios, by names or codes, separated by commas [default: all that are answered]
    #[arg(long, value_delimiter = ',', value_name = "SCENARIOS")]
    scenarios: Vec<String>,
    /// Form: Lark, Lark for llguidance inside of another engine, GBNF, or a structural tag of XGrammar
    #[arg(
        long,
        value_name = "FORM",
        default_value = "lark",
        value_parser = GrammarForm::ALL.iter().map(|form| form.name()).collect::<Vec<_>>()
    )]
    to: String,
}

/// Runs the command.
pub(crate) fn run(arguments: &GrammarArguments) -> Result<Exit, Failure> {
    let domain = Domain::load(&arguments.domain)?;
    let types: Vec<&str> = arguments.types.iter().map(String::as_str).collect();
    let scenarios: Vec<&str> = arguments.scenarios.iter().map(String::as_str).collect();
    let options = GrammarOptions {
        types: &types,
        scenarios: &scenarios,
    };
    let mut forms = GrammarForm::ALL.iter().copied();
    let form = forms.find(|form| form.name() == arguments.to);
    let form = form.unwrap_or(GrammarForm::Lark);
    let written = grammar(&domain.tables, &domain.catalogue, &options, form);
    output::text(&written.map_err(|error| unknown(&error))?)?;
    Ok(Exit::Done)
}

/// That the codebook has nothing of that name, and what it has.
pub(crate) fn unknown(error: &NotInCodebook) -> Failure {
    let named = error.candidates().iter();
    let named: Vec<String> = named.map(|name| format!("`{name}`")).collect();
    Failure::usage(output::plain(&error.to_string()))
        .help(format!("candidates: {}", named.join(", ")))
}
