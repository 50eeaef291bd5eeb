//! Tool definitions, for OpenAI function calling and for MCP: the function whose arguments are the domain's cMEC, and
//! the tools shaped by hand.

use cmec_decoder::language::Arity;
use cmec_decoder::tables::{FieldDef, JsonType, Tables, ToolDef, ToolParameter};
use serde_json::{Map, Value, json};

use super::schema;
use crate::artefact::{Artefact, json as artefact};
use crate::resolve::checked::Checked;

/// A form of tool definitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolForm {
    /// OpenAI function calling: `{type, function: {name, description, parameters}}`.
    OpenAi,
    /// MCP: `{name, description, inputSchema}`.
    Mcp,
}

impl ToolForm {
    fn write(self, tool: Tool) -> Value {
        let Tool {
            name,
            description,
            arguments,
        } = tool;
        match self {
            Self::OpenAi => json!({
                "type": "function",
                "function": { "name": name, "description": description, "parameters": arguments },
            }),
            Self::Mcp => {
                json!({ "name": name, "description": description, "inputSchema": arguments })
            }
        }
    }
}

/// The definitions of every tool a codebook exports: its `query_<domain>` first, then those shaped by hand, in
/// codebook order.
#[must_use]
pub fn tools(tables: &Tables, form: ToolForm) -> Vec<Value> {
    all(tables).map(|tool| form.write(tool)).collect()
}

/// Every tool, in no form yet.
pub(super) fn all(tables: &Tables) -> impl Iterator<Item = Tool> {
    std::iter::once(query(tables)).chain(by_hand(tables))
}

/// `<domain>.tools.json`: the same tools in both forms.
pub(super) fn of_domain(checked: &Checked) -> Artefact {
    let tables = checked.tables();
    artefact(
        format!("{}.tools.json", checked.name()),
        &json!({
            "openai": tools(tables, ToolForm::OpenAi),
            "mcp": tools(tables, ToolForm::Mcp),
        }),
    )
}

/// A tool, in no form yet.
pub(super) struct Tool {
    pub(super) name: String,
    pub(super) description: String,
    /// JSON Schema of the arguments.
    pub(super) arguments: Value,
}

fn query(tables: &Tables) -> Tool {
    let types: Vec<&str> = tables.types.iter().map(|ty| ty.name.as_ref()).collect();
    Tool {
        name: tables.query_tool(),
        description: format!(
            "Asks the domain `{}` ({}). The arguments are one cMEC c0.2 intent; leave out what can be derived.",
            tables.name,
            types.join(", ")
        ),
        arguments: schema::arguments(tables),
    }
}

fn by_hand(tables: &Tables) -> impl Iterator<Item = Tool> {
    tables.tools.iter().map(|tool| Tool {
        name: tool.name.to_string(),
        description: tool.description.to_string(),
        arguments: arguments(tables, tool),
    })
}

fn arguments(tables: &Tables, tool: &ToolDef) -> Value {
    let properties: Map<String, Value> = (tool.parameters.iter())
        .map(|parameter| (parameter.name.to_string(), argument(tables, parameter)))
        .collect();
    let required: Vec<&str> = (tool.parameters.iter())
        .filter(|parameter| parameter.required)
        .map(|parameter| parameter.name.as_ref())
        .collect();
    json!({ "type": "object", "properties": properties, "required": required })
}

fn argument(tables: &Tables, parameter: &ToolParameter) -> Value {
    let mut argument = Map::new();
    argument.insert("type".to_owned(), json!(parameter.json_type.name()));
    let filter = parameter.filter.as_ref();
    let field = filter.and_then(|filter| tables.field_by_path(&filter.field));
    let values = field.filter(|field| !field.values.is_empty()).map(values);
    match (parameter.json_type, field) {
        (JsonType::Array, Some(field)) => {
            argument.insert("items".to_owned(), item(field));
            if filter.is_some_and(|filter| filter.operator.arity() == Arity::Pair) {
                argument.insert("minItems".to_owned(), json!(2));
                argument.insert("maxItems".to_owned(), json!(2));
            }
        }
        (JsonType::String, _) => {
            if let Some(values) = values {
                argument.insert("enum".to_owned(), values);
            }
        }
        _ => {}
    }
    if !parameter.description.is_empty() {
        argument.insert("description".to_owned(), json!(parameter.description));
    }
    Value::Object(argument)
}

/// One of the values of a list.
fn item(field: &FieldDef) -> Value {
    let mut item = Map::new();
    let name = JsonType::of(field.value_type).name();
    item.insert("type".to_owned(), json!(name));
    if !field.values.is_empty() {
        item.insert("enum".to_owned(), values(field));
    }
    Value::Object(item)
}

fn values(field: &FieldDef) -> Value {
    let values = field.values.iter().map(|value| value.value.as_ref());
    json!(values.collect::<Vec<&str>>())
}
