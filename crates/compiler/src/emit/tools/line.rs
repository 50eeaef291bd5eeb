//! `ask_<domain>`: the tool whose one argument is a line, described by the card of the line.

use cmec_decoder::Notation;
use cmec_decoder::tables::{LINE_ARGUMENT, Tables};
use cmec_executor::Catalogue;
use serde_json::json;

use super::Tool;
use crate::emit::card::{Budget, CUT, CardOptions, CardPlace, card_of};

/// The language of the description, where the codebook has it; the names in it are the same in all.
const LANGUAGE: &str = "en";

/// `most`: characters of its description, within which the card leaves out examples and descriptions before anything is
/// cut.
pub(super) fn ask(tables: &Tables, catalogue: &Catalogue, most: Option<usize>) -> Tool {
    let has_own = tables.languages.iter().any(|tag| tag.as_ref() == LANGUAGE);
    let first = tables.languages.first().map_or(LANGUAGE, AsRef::as_ref);
    let language = if has_own { LANGUAGE } else { first };
    let budgets = most.map(|most| Budget {
        most,
        measure: &characters,
    });
    let options = CardOptions {
        place: CardPlace::Description,
        budgets: budgets.as_slice(),
        ..CardOptions::default()
    };
    // A codebook has a card in each of its languages.
    let card = card_of(tables, catalogue, (Notation::Line, language), &options);
    Tool {
        name: tables.line_tool(),
        description: card.map_or_else(|_| String::new(), |card| card.text),
        arguments: json!({
            "type": "object",
            "properties": { LINE_ARGUMENT: { "type": "string", "description": "One line, as the tool's description has it." } },
            "required": [LINE_ARGUMENT],
            "additionalProperties": false,
        }),
    }
}

fn characters(text: &str) -> usize {
    text.chars().count()
}

/// A description of at most so many characters: whole parts of it, where one ends in its second half.
pub(super) fn cut(description: &str, most: usize) -> String {
    let end = description.char_indices().nth(most);
    if end.is_none() {
        return description.to_owned();
    }
    let room = most.saturating_sub(CUT.chars().count());
    let end = description.char_indices().nth(room);
    let whole = end.map_or(description, |(at, _)| {
        description.get(..at).unwrap_or_default()
    });
    let part = whole.rfind(['\n', ';']).filter(|at| at * 2 > whole.len());
    let kept = part.map_or(whole, |at| whole.get(..=at).unwrap_or_default());
    format!("{kept}{CUT}")
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn parts_stay_whole() {
        assert_eq!(cut("abc", 3), "abc");
        assert_eq!(cut("name; producer; region", 18), "name; producer;…");
        assert_eq!(cut("страна; регион", 9), "страна;…");
        assert_eq!(cut("a;bcdefghijk", 6), "a;bcd…");
    }
}
