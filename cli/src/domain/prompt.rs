//! The prompt: the card of a notation, the tools, and the date.

use cmec_agent::chat::constraint::{Constraint, Mechanism};
use cmec_agent::chat::tool::Tool;
use cmec_compiler::emit::profile::Profile;
use cmec_compiler::emit::{Card, CardOptions, ScopeError, ToolForm, card, card_of, tools};
use cmec_decoder::Notation;
use cmec_executor::Locale;
use serde::Deserialize;
use serde_json::Value;

use crate::domain::Domain;
use crate::domain::strategy::{AskVariant, ConstraintChoice, IntentForm};
use crate::terminal::exit::CliError;
use crate::terminal::output;

/// The profile of the schemas for constrained decoding; every server with constraints accepts it.
const PROFILE: &str = "openai-strict";

pub(crate) struct Prompt {
    pub(crate) system: String,
    pub(crate) tools: Vec<Tool>,
    pub(crate) constraint: Option<Constraint>,
}

impl Prompt {
    /// The prompt for a strategy, a language and a date.
    pub(crate) fn of(
        domain: &Domain,
        way: &AskVariant,
        language: &'static str,
        today: &str,
    ) -> Result<Self, CliError> {
        let (told, locale) = (told_in(domain, language), Locale::of_tag(language));
        let types: Vec<&str> = way.types.iter().map(String::as_str).collect();
        let tables = &domain.tables;
        let card = match way.said {
            IntentForm::Sql => sql_card(domain, way, told, None)?.system,
            IntentForm::C02 => card(tables, &domain.catalogue, told, &types).map_err(usage)?,
            IntentForm::StrictTool | IntentForm::Tools => format!("{}\n", call(way.said, locale)),
        };
        Ok(Self {
            system: format!("{card}{}", day(locale, today)),
            tools: match way.said {
                // Only the tools of `tools.yaml`.
                IntentForm::Tools => lean(domain).skip(OF_EVERY_CODEBOOK).collect(),
                _ => Vec::new(),
            },
            constraint: match way.held {
                ConstraintChoice::Free => None,
                ConstraintChoice::By(mechanism) => Some(constraint(domain, mechanism)?),
            },
        })
    }
}

/// The examples most similar to a question, as chat turns; only for SQL.
pub(crate) fn turns(
    domain: &Domain,
    way: &AskVariant,
    language: &'static str,
    question: &str,
) -> Result<Vec<(String, String)>, CliError> {
    if way.said != IntentForm::Sql {
        return Ok(Vec::new());
    }
    let told = told_in(domain, language);
    Ok(sql_card(domain, way, told, Some(question))?.turns)
}

/// The SQL card; with a question, its examples are the most similar ones.
fn sql_card(
    domain: &Domain,
    way: &AskVariant,
    told: &str,
    question: Option<&str>,
) -> Result<Card, CliError> {
    let types: Vec<&str> = way.types.iter().map(String::as_str).collect();
    let options = CardOptions {
        types: &types,
        question,
        ..CardOptions::default()
    };
    let said = (Notation::Sql, told);
    card_of(&domain.tables, &domain.catalogue, said, &options).map_err(usage)
}

/// The language of a card: the question's if the codebook has it, or else the codebook's first.
fn told_in<'d>(domain: &'d Domain, language: &'static str) -> &'d str {
    let languages = &domain.tables.languages;
    let own = languages.iter().find(|tag| *tag == language);
    own.or_else(|| languages.first())
        .map_or("", |tag| tag.as_ref())
}

fn day(locale: Locale, today: &str) -> String {
    let words = locale.pick("今天是 {}。", "Сегодня {}.", "Today is {}.");
    words.replace("{}", today)
}

/// The instruction that accompanies tool definitions.
const fn call(said: IntentForm, locale: Locale) -> &'static str {
    match said {
        IntentForm::StrictTool => locale.pick(
            "只用一次工具调用来回答。如果问题不清楚，就用场景 CL 反问。",
            "Ответь одним вызовом инструмента. Если вопрос неясен, задай встречный вопрос сценарием CL.",
            "Answer with one call of the tool. If the question is unclear, ask back with the scenario CL.",
        ),
        _ => locale.pick(
            "只用一次工具调用来回答。如果问题不清楚，就不要调用工具，只用一个问句反问。",
            "Ответь одним вызовом инструмента. Если вопрос неясен, ничего не вызывай и задай один встречный вопрос.",
            "Answer with one call of a tool. If the question is unclear, call none and ask one question back.",
        ),
    }
}

/// Number of tools that every codebook has, before those of `tools.yaml`: one takes cMEC, one takes SQL.
const OF_EVERY_CODEBOOK: usize = 2;

/// The tools of a domain; the two of every codebook come first.
fn lean(domain: &Domain) -> impl Iterator<Item = Tool> {
    let all = tools(&domain.tables, &domain.catalogue, ToolForm::OpenAi, None);
    all.into_iter().filter_map(tool)
}

/// The same in strict mode, where the server enforces their schemas.
fn strict(domain: &Domain) -> impl Iterator<Item = Tool> {
    let all = Profile::named(PROFILE).into_iter();
    let all = all.flat_map(|profile| profile.tools(&domain.tables, &domain.catalogue, None));
    all.filter_map(tool)
}

fn tool(mut definition: Value) -> Option<Tool> {
    Tool::deserialize(definition.get_mut("function")?.take()).ok()
}

/// The named tools that have a strict form.
pub(crate) fn made_strict(domain: &Domain, named: &[Tool]) -> Vec<Tool> {
    let all = strict(domain);
    all.filter(|tool| named.iter().any(|own| own.name == tool.name))
        .collect()
}

/// `ask_<domain>`, the SQL tool of every codebook.
pub(crate) fn ask_tool(domain: &Domain) -> Result<Tool, CliError> {
    let name = domain.tables.ask_tool();
    let own = lean(domain).find(|own| own.name == name);
    own.ok_or_else(|| CliError::failed("the domain has no tool that takes SQL"))
}

/// The schema of `query_<domain>` as a constraint by a mechanism.
fn constraint(domain: &Domain, mechanism: Mechanism) -> Result<Constraint, CliError> {
    let tool = strict(domain).next();
    let tool = tool.ok_or_else(|| CliError::failed("the domain has no tool of its own"))?;
    Ok(Constraint {
        mechanism,
        schema: tool.parameters,
        name: tool.name,
        description: tool.description,
    })
}

fn usage(error: ScopeError) -> CliError {
    CliError::usage(output::plain(&error.to_string()))
}
