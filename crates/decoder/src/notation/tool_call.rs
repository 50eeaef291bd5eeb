//! A tool call: `{name, arguments}` of a tool the codebook exports, bare or in the wrapper of a chat API. The
//! arguments, as an object or as a text that holds one, are cMEC c0.2 for the codebook's own `query_<domain>`, and
//! what its definition says for a tool shaped by hand.

use super::json::{Json, Kind};
use super::shape::{Keys, Nulls, Shape};
use super::{c02, nested, tool_arguments};
use crate::draft::{Draft, Word, Words};
use crate::finding::Finding;
use crate::registry;
use crate::similar::{self, Known};
use crate::tables::{Tables, ToolDef};

/// Keys of a call; those beside name and arguments say nothing about the intent.
const CALL: &[&str] = &["id", "call_id", "type", "status", "name", "arguments"];
/// Keys of the wrapper.
const WRAPPER: &[&str] = &["id", "index", "type", "function"];
/// What a call says it is.
const TYPES: &[&str] = &["function", "function_call"];

/// Reads a call. Arguments that stand in a text are put into the tree in its place.
///
/// # Errors
/// When the text of the arguments is not JSON.
pub(super) fn read<'a>(
    shape: &mut Shape,
    root: &mut Json<'a>,
    text: &'a str,
    tables: &Tables,
) -> Result<Draft<'a>, Box<Finding>> {
    if let Some(arguments) = arguments(root)
        && matches!(arguments.kind, Kind::Text(_))
    {
        let read = nested::read(arguments.span, text, &tables.limits, shape.telling)?;
        shape.twice(&read.duplicates);
        *arguments = read.root;
    }
    shape.nulls = Nulls::LeftOut;
    let mut draft = Draft {
        span: root.span,
        words: Words::Codes,
        ..Draft::default()
    };
    let call = if root.member("function").is_some() {
        let Some(keys) = shape.keys(root, WRAPPER) else {
            return Ok(draft);
        };
        beside(shape, &keys);
        keys.get("function")
    } else {
        Some(&*root)
    };
    let Some(keys) = call.and_then(|call| shape.keys(call, CALL)) else {
        return Ok(draft);
    };
    beside(shape, &keys);
    let name = shape.need(&keys, "name", "a tool call");
    let name = name.and_then(|name| shape.text(name));
    let Some(arguments) = shape.need(&keys, "arguments", "a tool call") else {
        return Ok(draft);
    };
    let tool = name.as_ref().and_then(|name| {
        named(name, tables).unwrap_or_else(|| {
            unknown_tool(shape, name, tables);
            alike(name, arguments, tables)
        })
    });
    draft = match (tool, name) {
        (Some(tool), Some(name)) => tool_arguments::read(shape, arguments, name.span, tool, tables),
        // A call without a name has a finding already.
        _ => c02::read(shape, arguments),
    };
    Ok(draft)
}

/// The arguments of a call, bare or wrapped.
fn arguments<'j, 'a>(root: &'j mut Json<'a>) -> Option<&'j mut Json<'a>> {
    let call = if root.member("function").is_some() {
        root.member_mut("function")?
    } else {
        root
    };
    call.member_mut("arguments")
}

/// The keys beside name and arguments: they say that this is a call, and which.
fn beside(shape: &mut Shape, keys: &Keys<'_, '_>) {
    for key in ["id", "call_id", "index", "status"] {
        if let Some(json) = keys.get(key) {
            shape.leave_out(json.span, "names the call, not the intent");
        }
    }
    let Some(said) = keys.get("type").and_then(|json| shape.text(json)) else {
        return;
    };
    if TYPES.contains(&said.value.as_ref()) {
        shape.leave_out(said.span, "says that this is a call");
        return;
    }
    shape.report(&registry::UNKNOWN_CODE, said.span, |finding| {
        let known = TYPES.iter().map(|name| Known::plain(name)).collect();
        finding
            .said(format!("`{}` is no kind of tool call", said.value))
            .help(format!("it is `{}`", TYPES.join("` or `")))
            .candidates(similar::rank_or_all(&said.value, known, TYPES.len()))
    });
}

/// The tool with this name: `Some(None)` for the one that takes cMEC, `None` where there is none.
fn named<'t>(name: &Word<'_>, tables: &'t Tables) -> Option<Option<&'t ToolDef>> {
    if name.value == tables.query_tool() {
        return Some(None);
    }
    tables.tool_by_name(&name.value).map(Some)
}

fn unknown_tool(shape: &mut Shape, name: &Word<'_>, tables: &Tables) {
    shape.report(&registry::UNKNOWN_TOOL, name.span, |finding| {
        let query = tables.query_tool();
        let by_hand = tables.tools.iter().map(|tool| tool.name.as_ref());
        let names: Vec<&str> = std::iter::once(query.as_str()).chain(by_hand).collect();
        let help = match names.as_slice() {
            [only] => format!("its tool is `{only}`"),
            _ => format!("its tools are `{}`", names.join("`, `")),
        };
        let cap = tables.limits.candidates_cap as usize;
        let known = names.iter().map(|name| Known::plain(name)).collect();
        finding
            .said(format!("the codebook exports no tool `{}`", name.value))
            .help(help)
            .candidates(similar::rank_or_all(&name.value, known, cap))
    });
}

/// The tool whose arguments these could be, so that what is wrong with them is told along with the name.
fn alike<'t>(name: &Word<'_>, arguments: &Json<'_>, tables: &'t Tables) -> Option<&'t ToolDef> {
    let Kind::Object(members) = &arguments.kind else {
        return None;
    };
    let keys = members.iter().map(|member| member.key.value.as_ref());
    if keys.clone().any(|key| c02::KEYS.contains(&key)) {
        return None;
    }
    let known = tables.tools.iter();
    let fits = |tool: &&ToolDef| keys.clone().all(|key| tool.parameter(key).is_some());
    let fitting = known.clone().find(fits);
    let names = known.map(|tool| Known::plain(&tool.name));
    let nearest = similar::rank(&name.value, names, 1).into_iter().next();
    let nearest = nearest.and_then(|candidate| tables.tool_by_name(&candidate.code));
    nearest.or(fitting)
}
