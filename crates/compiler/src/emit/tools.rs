//! Tool definitions: one function whose arguments are the domain's cMEC, for OpenAI function calling and for MCP.

use serde_json::json;

use super::{Artefact, json as artefact, schema};
use crate::Checked;

/// `<domain>.tools.json`: the same tool in both forms.
pub(super) fn tools(checked: &Checked) -> Vec<Artefact> {
    let name = format!("query_{}", checked.name());
    let types: Vec<&str> = (checked.tables().types.iter())
        .map(|ty| ty.name.as_ref())
        .collect();
    let description = format!(
        "Asks the domain `{}` ({}). The arguments are one cMEC c0.2 intent; leave out what can be derived.",
        checked.name(),
        types.join(", ")
    );
    let parameters = schema::arguments(checked);
    vec![artefact(
        format!("{}.tools.json", checked.name()),
        &json!({
            "openai": [{
                "type": "function",
                "function": {
                    "name": name,
                    "description": description,
                    "parameters": parameters,
                },
            }],
            "mcp": [{
                "name": name,
                "description": description,
                "inputSchema": parameters,
            }],
        }),
    )]
}
