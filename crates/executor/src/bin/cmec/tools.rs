//! `cmec tools`: the definitions of the tools a domain exports.

use clap::{Args, ValueEnum};
use cmec_compiler::emit::{ToolForm, tools};

use crate::domain::Domain;
use crate::exit::{Exit, Failure};
use crate::output;

#[derive(Debug, Args)]
pub(crate) struct ToolsArguments {
    /// Built-in domain, folder of a codebook, or compiled table file
    #[arg(long, value_name = "DOMAIN")]
    domain: String,
    /// Form of the definitions
    #[arg(long, value_name = "FORM", default_value = "openai")]
    to: Form,
}

/// Form of the definitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// OpenAI function calling
    #[value(name = "openai")]
    OpenAi,
    /// MCP
    Mcp,
}

/// Runs the command.
pub(crate) fn run(arguments: &ToolsArguments) -> Result<Exit, Failure> {
    let domain = Domain::load(&arguments.domain)?;
    let form = match arguments.to {
        Form::OpenAi => ToolForm::OpenAi,
        Form::Mcp => ToolForm::Mcp,
    };
    let tools = tools(&domain.tables, form);
    let text = serde_json::to_string_pretty(&tools).map_err(Failure::failed)?;
    output::line(&text)?;
    Ok(Exit::Done)
}
