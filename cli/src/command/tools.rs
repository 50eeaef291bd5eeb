//! `cmec tools`: the tool definitions of a domain.

use clap::Args;
use cmec_compiler::emit::client::Client;
use cmec_compiler::emit::profile::{Over, Profile};
use cmec_compiler::emit::{ToolForm, tools};

use crate::domain::Domain;
use crate::terminal::arguments::Global;
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::output;

#[derive(Debug, Args)]
pub(crate) struct ToolsArguments {
    /// Built-in domain, folder of a codebook, or compiled table file
    #[arg(long, value_name = "DOMAIN")]
    domain: String,
    /// Form of the definitions: OpenAI function calling, MCP, or what a provider holds a model to; `openai` where no client says another
    #[arg(
        long,
        value_name = "FORM",
        value_parser = ["openai", "mcp", "openai-strict", "anthropic", "gemini"]
    )]
    to: Option<String>,
    /// Client that hands them to a model: descriptions are cut to what it takes
    #[arg(
        long = "for",
        value_name = "CLIENT",
        value_parser = Client::all().iter().map(|client| client.name).collect::<Vec<_>>()
    )]
    client: Option<String>,
}

/// Runs the command.
pub(crate) fn run(arguments: &ToolsArguments, global: &Global) -> Result<Exit, CliError> {
    let domain = Domain::load(&arguments.domain)?;
    let (tables, catalogue) = (&domain.tables, &domain.catalogue);
    let client = arguments.client.as_deref().and_then(Client::named);
    let form = arguments.to.as_deref().or(client.map(|client| client.form));
    let form = form.unwrap_or("openai");
    let profile = Profile::named(form);
    let mut over: Vec<Over> = profile.map_or_else(Vec::new, |profile| profile.over(tables));
    over.extend(
        client
            .into_iter()
            .flat_map(|client| client.over(tables, catalogue)),
    );
    let mut exit = Exit::Done;
    for over in over {
        let Over {
            document,
            what,
            most,
            have,
        } = &over;
        if over.is_cut() {
            eprintln!("`{document}` has {have} {what}, and is cut to {most}");
            continue;
        }
        // The provider or client would reject the request.
        exit = Exit::Reject;
        eprintln!("`{document}` has {have} {what}, and {most} are allowed");
    }
    if global.lang.is_some() {
        eprintln!(
            "descriptions of tools are in English where the codebook has it; `--lang` is not looked at"
        );
    }
    let tools = match (form, profile) {
        (_, Some(profile)) => profile.tools(tables, catalogue, client),
        ("mcp", _) => tools(tables, catalogue, ToolForm::Mcp, client),
        _ => tools(tables, catalogue, ToolForm::OpenAi, client),
    };
    let text = serde_json::to_string_pretty(&tools).map_err(CliError::failed)?;
    output::line(&text)?;
    Ok(exit)
}
