//! `ask_<domain>`: the tool with SQL as its only argument, described by the SQL card.

use cmec_decoder::Notation;
use cmec_decoder::tables::{SQL_ARGUMENT, Tables};
use cmec_executor::Catalogue;
use serde_json::json;

use super::{Tool, long_description};
use crate::emit::card::{CardOptions, CardPlace, card_of, goes_on};

/// The preferred language of the description; the names in it are the same in all languages.
const LANGUAGE: &str = "en";

/// `most`: the length of the description in characters; the rest of the card goes to the argument.
pub(super) fn ask(tables: &Tables, catalogue: &Catalogue, most: Option<usize>) -> Tool {
    let has_own = tables.languages.iter().any(|tag| tag.as_ref() == LANGUAGE);
    let first = tables.languages.first().map_or(LANGUAGE, AsRef::as_ref);
    let language = if has_own { LANGUAGE } else { first };
    let options = CardOptions {
        place: CardPlace::Description,
        ..CardOptions::default()
    };
    // Cannot fail: a codebook has a card in each of its languages.
    let card = card_of(tables, catalogue, (Notation::Sql, language), &options);
    let card = card.map_or_else(|_| String::new(), |card| card.text);
    let (description, rest) = long_description::split(&card, most, goes_on(language));
    let about = rest.unwrap_or_else(|| "One SELECT, as the tool's description has it.".to_owned());
    Tool {
        name: tables.ask_tool(),
        description,
        arguments: json!({
            "type": "object",
            "properties": { SQL_ARGUMENT: { "type": "string", "description": about } },
            "required": [SQL_ARGUMENT],
            "additionalProperties": false,
        }),
    }
}
