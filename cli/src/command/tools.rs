//! `cmec tools`: the definitions of the tools a domain exports.

use clap::Args;
use cmec_compiler::emit::profile::Profile;
use cmec_compiler::emit::{ToolForm, custom_tool, line_card, tools};
use serde_json::Value;

use crate::command::grammar::unknown;
use crate::domain::Domain;
use crate::exit::{Exit, Failure};
use crate::output;

#[derive(Debug, Args)]
pub(crate) struct ToolsArguments {
    /// Built-in domain, folder of a codebook, or compiled table file
    #[arg(long, value_name = "DOMAIN")]
    domain: String,
    /// Form of the definitions: OpenAI function calling or a custom tool of one line, MCP, or what a provider holds a model to
    #[arg(
        long,
        value_name = "FORM",
        default_value = "openai",
        value_parser = ["openai", "openai-custom", "mcp", "openai-strict", "anthropic", "gemini"]
    )]
    to: String,
}

/// Runs the command.
pub(crate) fn run(arguments: &ToolsArguments) -> Result<Exit, Failure> {
    let domain = Domain::load(&arguments.domain)?;
    let mut exit = Exit::Done;
    let tables = &domain.tables;
    let tools = match arguments.to.as_str() {
        "mcp" => tools(tables, ToolForm::Mcp),
        "openai-custom" => custom(&domain)?,
        form => match Profile::named(form) {
            Some(profile) => {
                for over in profile.over(tables) {
                    // The provider refuses the request.
                    exit = Exit::Reject;
                    eprintln!(
                        "`{}` has {} {}, and {} are allowed",
                        over.document, over.have, over.what, over.most
                    );
                }
                profile.tools(tables)
            }
            None => tools(tables, ToolForm::OpenAi),
        },
    };
    let text = serde_json::to_string_pretty(&tools).map_err(Failure::failed)?;
    output::line(&text)?;
    Ok(exit)
}

/// A tool whose input is a line that a grammar holds, told by the card of the codebook's first language.
fn custom(domain: &Domain) -> Result<Vec<Value>, Failure> {
    let (tables, catalogue) = (&domain.tables, &domain.catalogue);
    let language = tables.languages.first().map_or("", |tag| tag.as_ref());
    let name = format!("{}_line", tables.name);
    let card = line_card(tables, catalogue, language, &[]).map_err(|error| unknown(&error))?;
    let tool = custom_tool(tables, catalogue, (&name, &card));
    Ok(vec![tool.map_err(|error| unknown(&error))?])
}
