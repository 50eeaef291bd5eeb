//! `cmec card`: what a model must be told to write intents of a domain, of all of it or of some types.

use clap::Args;
use cmec_compiler::emit::{NotInCodebook, card, line_card};
use cmec_executor::Locale;
use serde::Serialize;

use crate::arguments::{Format, Global};
use crate::domain::Domain;
use crate::exit::{Exit, Failure};
use crate::output;

#[derive(Debug, Args)]
pub(crate) struct CardArguments {
    /// Built-in domain, folder of a codebook, or compiled table file
    #[arg(long, value_name = "DOMAIN")]
    domain: String,
    /// Only these types, separated by commas [default: all]
    #[arg(long, value_delimiter = ',', value_name = "TYPES")]
    types: Vec<String>,
    /// Notation it teaches
    #[arg(long, value_name = "NOTATION", default_value = "c0.2", value_parser = ["c0.2", "line"])]
    notation: String,
}

/// A card as data.
#[derive(Serialize)]
struct Told<'a> {
    domain: &'a str,
    language: &'a str,
    types: &'a [String],
    notation: &'a str,
    bytes: usize,
    card: &'a str,
}

/// Runs the command.
pub(crate) fn run(arguments: &CardArguments, global: &Global) -> Result<Exit, Failure> {
    let domain = Domain::load(&arguments.domain)?;
    let tables = &domain.tables;
    // The codebook's own first language, which need not be one this command answers in.
    let first = tables.languages.first().map_or("", |tag| tag.as_ref());
    let asked = global.lang.map(|lang| Locale::from(lang).tag());
    let language = asked.unwrap_or(first);
    let types: Vec<&str> = arguments.types.iter().map(String::as_str).collect();
    let card = match arguments.notation.as_str() {
        "line" => line_card(tables, &domain.catalogue, language, &types),
        _ => card(tables, &domain.catalogue, language, &types),
    };
    let card = card.map_err(usage)?;
    match output::format(global) {
        Format::Text => {
            output::text(&card)?;
            eprintln!("{} bytes", card.len());
        }
        Format::Json => output::json(
            &Told {
                domain: &tables.name,
                language,
                types: &arguments.types,
                notation: &arguments.notation,
                bytes: card.len(),
                card: &card,
            },
            Format::Json,
        )?,
    }
    Ok(Exit::Done)
}

fn usage(error: NotInCodebook) -> Failure {
    let named: Vec<String> = error
        .candidates()
        .iter()
        .map(|name| format!("`{name}`"))
        .collect();
    Failure::usage(output::plain(&error.to_string()))
        .help(format!("candidates: {}", named.join(", ")))
}
