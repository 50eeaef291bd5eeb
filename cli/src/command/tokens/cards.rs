//! What must be told before an intent can be said, and from which call on a line costs less for all that.
//!
//! A card, or the definitions of the tools, stands before every call; both are counted with what is said. Tokens of
//! prompts and of answers count alike here, though they seldom cost alike: a line gains more where answers are dearer.

use std::collections::BTreeMap;

use cmec_compiler::emit::{ToolForm, card, line_card, tools};
use cmec_compiler::tokens::Tokenizer;
use serde::Serialize;

use super::case::Case;
use super::form::Form;
use crate::domain::Domain;
use crate::exit::Failure;

/// What a domain must tell a model, by tokenizer.
#[derive(Debug, Serialize)]
pub(super) struct Told {
    pub(super) domain: String,
    /// Of the cards: the codebook's first.
    pub(super) language: String,
    pub(super) tokenizer: String,
    /// Tokens of the card of the line, the card of c0.2, and the definitions of the tools.
    pub(super) line: usize,
    #[serde(rename = "c0.2")]
    pub(super) c02: usize,
    pub(super) tools: usize,
    /// Calls from which on a line costs less, with its card told once: against c0.2 with its card, and against tool
    /// calls with their definitions. `None`: never.
    pub(super) from_c02: Option<usize>,
    pub(super) from_tools: Option<usize>,
}

/// What each domain that intents are of must tell.
pub(super) fn told(
    domains: &BTreeMap<String, Domain>,
    cases: &[Case],
    tokenizers: &[Tokenizer],
) -> Result<Vec<Told>, Failure> {
    let mut all = Vec::new();
    for (name, domain) in domains {
        let tables = &domain.tables;
        let language = tables.languages.first().map_or("", |tag| tag.as_ref());
        let catalogue = &domain.catalogue;
        let line = line_card(tables, catalogue, language, &[]).map_err(Failure::failed)?;
        let c02 = card(tables, catalogue, language, &[]).map_err(Failure::failed)?;
        let mut tools = tools(tables, catalogue, ToolForm::OpenAi, None);
        // One tool takes a line, whose card is counted by itself.
        let of_line = serde_json::Value::from(tables.line_tool());
        tools.retain(|tool| tool.pointer("/function/name") != Some(&of_line));
        let tools = serde_json::to_string(&tools).map_err(Failure::failed)?;
        for tokenizer in tokenizers {
            let count = |text: &str| tokenizer.tokens(text).map_err(Failure::failed);
            let said = |form| {
                let of = cases.iter().filter(|case| case.domain == *name);
                of.filter_map(|case| case.count(tokenizer.name(), form))
                    .sum::<usize>()
            };
            let intents = cases.iter().filter(|case| case.domain == *name).count();
            let (line, c02, tools) = (count(&line)?, count(&c02)?, count(&tools)?);
            let saved = said(Form::C02).saturating_sub(said(Form::Line));
            all.push(Told {
                domain: name.clone(),
                language: language.to_owned(),
                tokenizer: tokenizer.name().to_owned(),
                line,
                c02,
                tools,
                from_c02: break_even(line, c02, saved, intents),
                // The arguments of a domain's own tool are cMEC.
                from_tools: break_even(line, tools, saved, intents),
            });
        }
    }
    Ok(all)
}

/// The first call at which one that costs `own` once has cost less than one that costs `other` once, when `intents`
/// calls save `saved` tokens.
fn break_even(own: usize, other: usize, saved: usize, intents: usize) -> Option<usize> {
    if saved == 0 {
        return (own < other).then_some(1);
    }
    let more = own.saturating_sub(other);
    Some((more * intents / saved) + 1)
}

#[cfg(test)]
mod tests {
    use super::break_even;

    #[test]
    fn a_dearer_card_pays_by_its_calls() {
        // Ten calls save a hundred tokens: ten each.
        for (own, other, from) in [
            (50, 60, 1),
            (60, 60, 1),
            (65, 60, 1),
            (70, 60, 2),
            (95, 60, 4),
        ] {
            assert_eq!(break_even(own, other, 100, 10), Some(from), "{own} {other}");
        }
        assert_eq!(break_even(70, 60, 0, 10), None);
    }
}
