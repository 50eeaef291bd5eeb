//! The cost of prompts: a card or tool definitions before every call.

use std::collections::BTreeMap;

use cmec_compiler::emit::{ToolForm, card, sql_card, tools};
use cmec_compiler::tokens::Tokenizer;
use serde::Serialize;

use crate::domain::Domain;
use crate::terminal::exit::CliError;

/// The tokens of a domain's prompts by tokenizer.
#[derive(Debug, Serialize)]
pub(super) struct PromptTokens {
    pub(super) domain: String,
    /// The language of the cards: the codebook's first.
    pub(super) language: String,
    pub(super) tokenizer: String,
    /// Tokens of the SQL card, the c0.2 card, and the tool definitions.
    pub(super) sql: usize,
    #[serde(rename = "c0.2")]
    pub(super) c02: usize,
    pub(super) tools: usize,
}

/// The prompt costs of each domain in use.
pub(super) fn told(
    domains: &BTreeMap<String, Domain>,
    tokenizers: &[Tokenizer],
) -> Result<Vec<PromptTokens>, CliError> {
    let mut all = Vec::new();
    for (name, domain) in domains {
        let tables = &domain.tables;
        let language = tables.languages.first().map_or("", |tag| tag.as_ref());
        let catalogue = &domain.catalogue;
        let sql = sql_card(tables, catalogue, language, &[]).map_err(CliError::failed)?;
        let c02 = card(tables, catalogue, language, &[]).map_err(CliError::failed)?;
        let mut tools = tools(tables, catalogue, ToolForm::OpenAi, None);
        // The SQL tool is left out, because its card is counted separately.
        let of_sql = serde_json::Value::from(tables.ask_tool());
        tools.retain(|tool| tool.pointer("/function/name") != Some(&of_sql));
        let tools = serde_json::to_string(&tools).map_err(CliError::failed)?;
        for tokenizer in tokenizers {
            let count = |text: &str| tokenizer.tokens(text).map_err(CliError::failed);
            let (sql, c02, tools) = (count(&sql)?, count(&c02)?, count(&tools)?);
            all.push(PromptTokens {
                domain: name.clone(),
                language: language.to_owned(),
                tokenizer: tokenizer.name().to_owned(),
                sql,
                c02,
                tools,
            });
        }
    }
    Ok(all)
}
