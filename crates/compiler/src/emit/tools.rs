//! Tool definitions for function calling and MCP: one tool takes the domain's cMEC, one takes SQL, and the others are
//! handwritten.

mod ask;
mod long_description;

use cmec_decoder::language::{Arity, Direction, Function, Order, Output, Scenario, SetOperator};
use cmec_decoder::tables::{FieldDef, JsonType, Tables, ToolDef, ToolParameter};
use cmec_executor::Catalogue;
use serde_json::{Map, Value, json};

use super::client::Client;
use super::schema;
use crate::artefact::{Artefact, json as artefact};
use crate::resolve::checked::Checked;
use crate::text::joined;

/// A form of tool definitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolForm {
    /// OpenAI function calling: `{type, function: {name, description, parameters}}`.
    OpenAi,
    /// The same with `strict`.
    OpenAiStrict,
    /// MCP: `{name, description, inputSchema}`.
    Mcp,
    /// Anthropic: `{name, description, strict, input_schema}`.
    Anthropic,
    /// Gemini: `{name, description, parametersJsonSchema}`; its `parameters` support a smaller schema language.
    Gemini,
}

impl ToolForm {
    pub(super) fn write(self, tool: Tool) -> Value {
        let (key, strict) = match self {
            Self::OpenAi => ("parameters", false),
            Self::Gemini => ("parametersJsonSchema", false),
            Self::OpenAiStrict => ("parameters", true),
            Self::Mcp => ("inputSchema", false),
            Self::Anthropic => ("input_schema", true),
        };
        let mut written = Map::new();
        written.insert("name".to_owned(), json!(tool.name));
        written.insert("description".to_owned(), json!(tool.description));
        if strict {
            written.insert("strict".to_owned(), json!(true));
        }
        written.insert(key.to_owned(), tool.arguments);
        match self {
            Self::OpenAi | Self::OpenAiStrict => json!({ "type": "function", "function": written }),
            Self::Mcp | Self::Anthropic | Self::Gemini => Value::Object(written),
        }
    }
}

/// The definitions of every tool that a codebook exports: `query_<domain>`, `ask_<domain>`, then the handwritten ones
/// in codebook order. Descriptions are cut to the limits of `client`.
#[must_use]
pub fn tools(
    tables: &Tables,
    catalogue: &Catalogue,
    form: ToolForm,
    client: Option<&Client>,
) -> Vec<Value> {
    let most = client.and_then(Client::longest);
    let all = all(tables, catalogue, schema::Sayable::TO_MODELS, most);
    all.map(|tool| form.write(tool)).collect()
}

/// Every tool, independent of the form. `sayable`: the JSON Schema features in use; `most`: the length limit of a
/// description.
pub(super) fn all(
    tables: &Tables,
    catalogue: &Catalogue,
    sayable: schema::Sayable,
    most: Option<usize>,
) -> impl Iterator<Item = Tool> {
    let mut schema = Some(arguments_of_query(tables, sayable));
    described(tables, catalogue, most).map(move |mut tool| {
        // The first tool takes cMEC. The rest of its description goes into the description of its schema.
        if let Some(mut arguments) = schema.take() {
            let about = tool.arguments.take();
            if let (Some(rest), Some(own)) = (about.as_str(), arguments.get_mut("description")) {
                *own = json!(format!("{ABOUT_ARGUMENTS} {rest}"));
            }
            tool.arguments = arguments;
        }
        tool
    })
}

/// Every tool, the cMEC tool first and without its long arguments; they hold only the rest of its description, if any.
///
/// A description over the client's limit continues in the description of the arguments, which no client is known to
/// cut. A handwritten description is cut.
pub(super) fn described(
    tables: &Tables,
    catalogue: &Catalogue,
    most: Option<usize>,
) -> impl Iterator<Item = Tool> {
    let exported = [query(tables, most), ask::ask(tables, catalogue, most)];
    let by_hand = by_hand(tables).map(move |mut tool| {
        if let Some(most) = most {
            tool.description = long_description::cut(&tool.description, most);
        }
        tool
    });
    exported.into_iter().chain(by_hand)
}

/// `<domain>.tools.json`: the tools in two forms.
pub(super) fn of_domain(checked: &Checked) -> Artefact {
    let written = |form| tools(checked.tables(), checked.catalogue(), form, None);
    artefact(
        format!("{}.tools.json", checked.name()),
        &json!({
            "openai": written(ToolForm::OpenAi),
            "mcp": written(ToolForm::Mcp),
        }),
    )
}

/// A tool, independent of the form.
pub(super) struct Tool {
    pub(super) name: String,
    pub(super) description: String,
    /// JSON Schema of the arguments.
    pub(super) arguments: Value,
}

/// The description of the schema of an intent for a model.
pub(super) const ABOUT_ARGUMENTS: &str =
    "One intent. Keys, codes and types; the rest is left to the decoder.";

/// Keywords without effect on validation, which are useless to a model.
pub(super) const REMARKS: &[&str] = &["$schema", "$comment", "title"];

fn arguments_of_query(tables: &Tables, sayable: schema::Sayable) -> Value {
    let mut arguments = schema::arguments_in(tables, sayable);
    if let Some(arguments) = arguments.as_object_mut() {
        arguments.retain(|keyword, _| !REMARKS.contains(&keyword.as_str()));
        // The schema's own description is for authors of decoders.
        arguments.insert("description".to_owned(), json!(ABOUT_ARGUMENTS));
    }
    arguments
}

fn query(tables: &Tables, most: Option<usize>) -> Tool {
    let description = format!(
        "Asks the domain `{}` ({}). The arguments are one cMEC c0.2 intent; leave out what can be derived.{}",
        tables.name,
        joined(types(tables), ", "),
        codes(tables),
    );
    let continues = "The rest stands in the description of the arguments.";
    let (description, rest) = long_description::split(&description, most, continues);
    Tool {
        name: tables.query_tool(),
        description,
        arguments: rest.map_or(Value::Null, Value::String),
    }
}

/// The types that are not deprecated.
fn types(tables: &Tables) -> impl Iterator<Item = &str> {
    let types = tables.types.iter().filter(|ty| ty.deprecated.is_none());
    types.map(|ty| ty.name.as_ref())
}

/// The codes of the language in this domain, and of its fields, metrics and relations, without deprecated ones.
fn codes(tables: &Tables) -> String {
    let served = |scenario: Scenario| tables.scenario(scenario).is_some();
    let is_gone = |name: &str| {
        let def = tables.type_by_name(name);
        def.is_some_and(|def| def.deprecated.is_some())
    };
    let scenarios = tables.scenarios.iter().map(|row| row.scenario);
    let outputs = Output::ALL.iter().filter(|output| tables.gives(**output));
    let operators = tables.operators();
    let functions = Function::ALL.iter();
    let functions = functions.filter(|_| served(Scenario::Aggregation));
    let orders = Order::ALL.iter();
    let directions = Direction::ALL.iter();
    let directions = directions.filter(|_| !tables.relations.is_empty());
    let operations = SetOperator::ALL.iter();
    let operations = operations.filter(|_| served(Scenario::SetOps));
    let fields = tables.fields.iter();
    let fields = fields.filter(|field| field.deprecated.is_none() && !is_gone(&field.type_name));
    let metrics = tables.metrics.iter();
    let metrics =
        metrics.filter(|metric| metric.deprecated.is_none() && served(Scenario::Aggregation));
    let relations = tables.relations.iter();
    let relations = relations.filter(|relation| {
        relation.deprecated.is_none() && !is_gone(&relation.from) && !is_gone(&relation.to)
    });
    let word = |code: &str, name: &str| format!("{code} {name}");
    [
        said("Scenarios", scenarios, |one| word(one.code(), one.name())),
        said("Outputs", outputs, |one| word(one.code(), one.name())),
        said("Operators", operators, |one| word(one.code(), one.name())),
        said("Functions", functions, |one| word(one.code(), one.name())),
        said("Orders", orders, |one| word(one.code(), one.name())),
        said("Directions", directions, |one| word(one.code(), one.name())),
        said("Operations", operations, |one| word(one.code(), one.name())),
        said("Fields", fields, |one| word(&one.code, &one.path)),
        said("Metrics", metrics, |one| word(&one.code, &one.name)),
        said("Relations", relations, |one| word(&one.code, &one.name)),
    ]
    .concat()
}

/// A sentence that lists codes; empty without any.
fn said<T>(what: &str, all: impl Iterator<Item = T>, word: impl Fn(T) -> String) -> String {
    match joined(all.map(word), ", ").as_str() {
        "" => String::new(),
        codes => format!(" {what}: {codes}."),
    }
}

/// The handwritten tools, independent of the form.
pub(super) fn by_hand(tables: &Tables) -> impl Iterator<Item = Tool> {
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
    match (parameter.json_type, field) {
        (JsonType::Array, Some(field)) => {
            let mut item = Map::new();
            let name = JsonType::of(field.value_type).name();
            item.insert("type".to_owned(), json!(name));
            item.extend(values(field));
            argument.insert("items".to_owned(), Value::Object(item));
            let is_pair = filter.is_some_and(|filter| filter.operator.arity() == Arity::Pair);
            if is_pair {
                argument.insert("minItems".to_owned(), json!(2));
            }
            // Without an upper bound, a model may write values forever.
            let most = if is_pair { 2 } else { tables.limits.list_cap };
            argument.insert("maxItems".to_owned(), json!(most));
        }
        (JsonType::String, Some(field)) => argument.extend(values(field)),
        _ => {}
    }
    if !parameter.description.is_empty() {
        argument.insert("description".to_owned(), json!(parameter.description));
    }
    Value::Object(argument)
}

/// The keyword `enum` with its values, if there are any.
fn values(field: &FieldDef) -> Option<(String, Value)> {
    let values = field.values.iter().map(|value| value.value.as_ref());
    let values: Vec<&str> = values.collect();
    (!values.is_empty()).then(|| ("enum".to_owned(), json!(values)))
}
