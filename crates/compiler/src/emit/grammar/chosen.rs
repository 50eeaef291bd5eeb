//! The grammar of some types and scenarios, in the form that an engine or a provider takes.

use cmec_decoder::tables::Tables;
use cmec_executor::Catalogue;
use serde_json::{Value, json};

use super::Lines;
use super::dialect::{GBNF, LARK};
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

/// A grammar.
///
/// # Errors
/// When the codebook has no such type, or no lane serves such a scenario over the types.
pub fn grammar(
    tables: &Tables,
    catalogue: &Catalogue,
    options: &GrammarOptions<'_>,
    form: GrammarForm,
) -> Result<String, NotInCodebook> {
    let scope = Scope::of(tables, catalogue, options.types)?.with_scenarios(options.scenarios)?;
    let lines = Lines::all(tables, &scope);
    Ok(match form {
        GrammarForm::Lark => lines.written(&LARK),
        GrammarForm::LlGuidance => format!("%llguidance {{}}\n\n{}", lines.written(&LARK)),
        GrammarForm::Gbnf => lines.written(&GBNF),
        GrammarForm::StructuralTag => format!("{:#}\n", structural_tag(&lines.written(&GBNF))),
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
/// As of [`grammar`].
pub fn custom_tool(
    tables: &Tables,
    catalogue: &Catalogue,
    (name, description): (&str, &str),
) -> Result<Value, NotInCodebook> {
    let options = GrammarOptions::default();
    let definition = grammar(tables, catalogue, &options, GrammarForm::Lark)?;
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
