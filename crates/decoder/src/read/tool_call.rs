//! Reads a tool call: the name and arguments of a tool that the codebook exports, located by [`call`]. The arguments
//! are an object or a JSON text of one. They are cMEC c0.2 for `query_<domain>`, SQL for `ask_<domain>`, and the
//! parameters of its definition for a tool shaped by hand.
//!
//! A call without arguments counts as one with none, since MCP and Gemini omit them. The scenario, output and target of
//! a tool are recorded in the ledger as derived from its name.

pub(crate) mod arguments;
pub(crate) mod call;
pub(crate) mod sql_argument;

use crate::draft::{Draft, Source, Word, Words};
use crate::finding::candidates::{self, Choice};
use crate::finding::{Finding, registry};
use crate::read::json::json_in_string;
use crate::read::json::tree::{Json, JsonKind};
use crate::read::shape::{Nulls, Shape};
use crate::read::{c02, doubly_encoded};
use crate::tables::{SQL_ARGUMENT, Tables, ToolDef};

/// Keys of a call next to its arguments. Only the name affects the intent.
const CALL: &[&str] = &[
    "id",
    "call_id",
    "type",
    "status",
    "finish_reason",
    "stop_reason",
    "incomplete_details",
    "caller",
    "toolset_name",
    "_meta",
    "name",
];

/// Reads a call. Arguments in a JSON text replace that text in the tree.
///
/// # Errors
///
/// If the text of the arguments is not JSON.
pub(super) fn read<'a>(
    shape: &mut Shape,
    root: &mut Json<'a>,
    text: &'a str,
    tables: &Tables,
) -> Result<Draft<'a>, Box<Finding>> {
    if let Some(arguments) = call::arguments_mut(root)
        && matches!(arguments.kind, JsonKind::Text(_))
    {
        let read = json_in_string::read(arguments.span, text, &tables.limits)?;
        shape.twice(&read.duplicates);
        if let JsonKind::Text(inner) = &read.root.kind
            && doubly_encoded::holds_intent(inner)
        {
            return Err(doubly_encoded::finding(arguments.span));
        }
        *arguments = read.root;
    }
    shape.nulls = Nulls::LeftOut;
    let mut draft = Draft::new(root.span, Words::Codes);
    // An unreadable call has its own findings, and missing parts of its intent cannot be reported.
    draft.misread.scenario = true;
    let Some(call) = call::find(shape, root) else {
        return Ok(draft);
    };
    let mut arguments = call::ARGUMENTS.iter().copied();
    let said = arguments.find(|name| call.member(name).is_some());
    let allowed: Vec<&'static str> = (CALL.iter().copied())
        .chain([said.unwrap_or("arguments")])
        .collect();
    if !call::has_only(shape, call, &allowed) {
        return Ok(draft);
    }
    call::beside(shape, call, &allowed);
    let name = shape.need(call, "name", "a tool call");
    let name = name.and_then(|name| shape.text(name));
    if name.is_none() && said.is_none() {
        return Ok(draft);
    }
    // MCP and Gemini omit empty arguments.
    let none = Json {
        span: call.span,
        kind: JsonKind::Object(Vec::new()),
    };
    let arguments = said.and_then(|key| shape.member(call, key));
    let arguments = arguments.unwrap_or(&none);
    let tool = name.as_ref().map(|name| {
        named(name, tables).unwrap_or_else(|| {
            unknown_tool(shape, name, tables);
            alike(name, arguments, tables)
        })
    });
    draft = match (tool, name) {
        (Some(Tool::ByHand(tool)), Some(name)) => {
            arguments::read(shape, arguments, name.span, tool, tables)
        }
        (Some(Tool::Ask), _) => sql_argument::read(shape, arguments, text, tables)?,
        // A call without a name already has a finding.
        _ => c02::read(shape, arguments),
    };
    Ok(draft)
}

enum Tool<'t> {
    /// `query_<domain>`, which takes cMEC.
    Query,
    /// `ask_<domain>`, which takes SQL.
    Ask,
    ByHand(&'t ToolDef),
}

fn named<'t>(name: &Word<'_>, tables: &'t Tables) -> Option<Tool<'t>> {
    if name.value == tables.query_tool() {
        return Some(Tool::Query);
    }
    if name.value == tables.ask_tool() {
        return Some(Tool::Ask);
    }
    tables.tool_by_name(&name.value).map(Tool::ByHand)
}

fn unknown_tool(shape: &mut Shape, name: &Word<'_>, tables: &Tables) {
    shape.report(&registry::UNKNOWN_TOOL, name.span, |finding| {
        let exported = [tables.query_tool(), tables.ask_tool()];
        let by_hand = tables.tools.iter().map(|tool| tool.name.as_ref());
        let exported = exported.iter().map(String::as_str);
        let names: Vec<&str> = exported.chain(by_hand).collect();
        let help = format!("its tools are `{}`", names.join("`, `"));
        let cap = tables.limits.candidates_cap as usize;
        let known = names.iter().map(|name| Choice::plain(*name)).collect();
        let message = format!("the codebook exports no tool `{}`", name.value);
        finding
            .explain(message, help)
            .candidates(candidates::rank_or_all(&name.value, known, cap))
    });
}

/// The tool that the arguments seem meant for, so that their errors are reported together with the unknown name.
fn alike<'t>(name: &Word<'_>, arguments: &Json<'_>, tables: &'t Tables) -> Tool<'t> {
    let JsonKind::Object(members) = &arguments.kind else {
        return Tool::Query;
    };
    let keys = members.iter().map(|member| member.key.value.as_ref());
    if keys.clone().any(c02::is_key) {
        return Tool::Query;
    }
    if keys.clone().any(|key| key == SQL_ARGUMENT) {
        return Tool::Ask;
    }
    let known = tables.tools.iter();
    let fits = |tool: &&ToolDef| keys.clone().all(|key| tool.parameter(key).is_some());
    let fitting = known.clone().find(fits);
    let names = known.map(|tool| Choice::plain(tool.name.as_ref()));
    let nearest = candidates::rank(&name.value, names, 1).into_iter().next();
    let nearest = nearest.and_then(|candidate| tables.tool_by_name(&candidate.code));
    nearest.or(fitting).map_or(Tool::Query, Tool::ByHand)
}
