//! The reading grammar of some types and scenarios, in the form that an engine or a provider takes.

use std::collections::BTreeSet;

use cmec_decoder::language::Scenario;
use cmec_decoder::tables::Tables;
use cmec_executor::Catalogue;
use serde_json::{Value, json};

use super::LINE;
use super::dialect::{Dialect, GBNF, LARK};
use super::model::Grammar;
use super::reading;
use crate::emit::scope::{NotInCodebook, Scope};

/// What a grammar is for.
#[derive(Debug, Clone, Copy, Default)]
pub struct GrammarOptions<'o> {
    /// Only these types; an empty list stands for all.
    pub types: &'o [&'o str],
    /// Only these scenarios, by their names or codes, and the question back; an empty list stands for all that lanes
    /// serve.
    pub scenarios: &'o [&'o str],
}

/// The form of a grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GrammarForm {
    /// Lark: llguidance, XGrammar, custom tools of OpenAI.
    Lark,
    /// Lark with the first line by which SGLang and llama.cpp know a grammar of llguidance.
    LlGuidance,
    /// GBNF: llama.cpp, XGrammar.
    Gbnf,
    /// A structural tag of XGrammar: free thought between `<think>` and `</think>`, then the line.
    StructuralTag,
}

impl GrammarForm {
    /// Every form.
    pub const ALL: &'static [Self] = &[
        Self::Lark,
        Self::LlGuidance,
        Self::Gbnf,
        Self::StructuralTag,
    ];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lark => "lark",
            Self::LlGuidance => "llguidance",
            Self::Gbnf => "gbnf",
            Self::StructuralTag => "structural-tag",
        }
    }
}

/// The reading grammar of the line.
///
/// # Errors
/// When the codebook has no such type, or no lane serves such a scenario over the types.
pub fn line_grammar(
    tables: &Tables,
    catalogue: &Catalogue,
    options: &GrammarOptions<'_>,
    form: GrammarForm,
) -> Result<String, NotInCodebook> {
    let scope = Scope::of(tables, catalogue, options.types)?.with_scenarios(options.scenarios)?;
    let written = |dialect: &Dialect| {
        let mut grammar = Grammar::default();
        let mut scenarios: BTreeSet<Scenario> = scope.scenarios.clone();
        scenarios.insert(Scenario::Clarify);
        let rule = reading::line(&mut grammar, tables, &scope, &scenarios);
        let head = LINE.head(&format!("`{}`", tables.name));
        dialect.file(&grammar, &rule, &head)
    };
    Ok(match form {
        GrammarForm::Lark => written(&LARK),
        GrammarForm::LlGuidance => format!("%llguidance {{}}\n\n{}", written(&LARK)),
        GrammarForm::Gbnf => written(&GBNF),
        GrammarForm::StructuralTag => format!("{:#}\n", structural_tag(&written(&GBNF))),
    })
}

fn structural_tag(grammar: &str) -> Value {
    let thought = json!({
        "type": "tag",
        "begin": "<think>",
        "content": { "type": "any_text" },
        "end": "</think>",
    });
    let line = json!({ "type": "grammar", "grammar": grammar });
    let format = json!({ "type": "sequence", "elements": [thought, line] });
    json!({ "type": "structural_tag", "format": format })
}

/// A custom tool of OpenAI's Chat Completions whose input is a line.
///
/// # Errors
/// As of [`line_grammar`].
pub fn custom_tool(
    tables: &Tables,
    catalogue: &Catalogue,
    (name, description): (&str, &str),
) -> Result<Value, NotInCodebook> {
    let options = GrammarOptions::default();
    let definition = line_grammar(tables, catalogue, &options, GrammarForm::Lark)?;
    let grammar = json!({ "syntax": "lark", "definition": definition });
    Ok(json!({
        "type": "custom",
        "custom": {
            "name": name,
            "description": description,
            "format": { "type": "grammar", "grammar": grammar },
        },
    }))
}
