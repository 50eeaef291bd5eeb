//! `ask_<domain>`: the tool whose one argument is a line, described by the card of the line.

use cmec_decoder::tables::Tables;
use cmec_executor::Catalogue;
use serde_json::json;

use super::{Tool, types};
use crate::emit::card::line_card;

/// Characters at the beginning of a description that say the essentials. Clients that show a part show at least these.
pub(super) const ESSENTIALS: usize = 512;

/// What stands where a text was cut.
const CUT: &str = "…";

/// The language of the description, where the codebook has it; the names in it are the same in all.
const LANGUAGE: &str = "en";

pub(super) fn ask(tables: &Tables, catalogue: &Catalogue) -> Tool {
    let has_own = tables.languages.iter().any(|tag| tag.as_ref() == LANGUAGE);
    let first = tables.languages.first().map_or(LANGUAGE, AsRef::as_ref);
    let language = if has_own { LANGUAGE } else { first };
    // A codebook has a card in each of its languages.
    let card = line_card(tables, catalogue, language, &[]).unwrap_or_default();
    Tool {
        name: tables.line_tool(),
        description: format!("{}\n{card}", essentials(tables)),
        arguments: json!({
            "type": "object",
            "properties": { "line": { "type": "string", "description": "One line, as the tool's description has it." } },
            "required": ["line"],
            "additionalProperties": false,
        }),
    }
}

/// What a model must know to call the tool at all.
fn essentials(tables: &Tables) -> String {
    let name = &tables.name;
    let before = format!(
        "Answers questions about `{name}`. `line` holds the whole question as one line: a type, values, conditions, then what to show or compute. What is unclear goes back as ?\"question\". The names are those below. Types: "
    );
    let most = ESSENTIALS.saturating_sub(before.chars().count() + 1);
    let mut shown = String::new();
    for ty in types(tables) {
        let separator = if shown.is_empty() { "" } else { ", " };
        let length = shown.chars().count() + separator.len() + ty.chars().count();
        if length + CUT.chars().count() > most {
            shown.push_str(CUT);
            break;
        }
        shown.push_str(separator);
        shown.push_str(ty);
    }
    format!("{before}{shown}.")
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
