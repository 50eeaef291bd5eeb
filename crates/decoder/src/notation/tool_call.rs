//! A tool call: `{name, arguments}` of a tool the codebook exports, bare or in the wrapper of a chat API. The
//! arguments are cMEC c0.2, as an object or as a text that holds one.

use super::json::{Json, Kind};
use super::shape::{Keys, Shape};
use super::{c02, nested};
use crate::draft::{Draft, Word, Words};
use crate::finding::Finding;
use crate::registry;
use crate::similar::{self, Known};
use crate::tables::Tables;

/// Keys of a call; those beside name and arguments say nothing about the intent.
const CALL: &[&str] = &["id", "call_id", "type", "status", "name", "arguments"];
/// Keys of the wrapper.
const WRAPPER: &[&str] = &["id", "index", "type", "function"];
/// What a call says it is.
const TYPES: &[&str] = &["function", "function_call"];

/// Name of the tool a codebook exports.
pub(crate) fn tool_name(tables: &Tables) -> String {
    format!("query_{}", tables.name)
}

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
    if let Some(name) = shape.need(&keys, "name", "a tool call")
        && let Some(name) = shape.text(name)
    {
        known_tool(shape, &name, tables);
    }
    if let Some(arguments) = shape.need(&keys, "arguments", "a tool call") {
        draft = c02::read(shape, arguments);
    }
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

fn known_tool(shape: &mut Shape, name: &Word<'_>, tables: &Tables) {
    let tool = tool_name(tables);
    if name.value == tool {
        return;
    }
    shape.report(&registry::UNKNOWN_TOOL, name.span, |finding| {
        finding
            .said(format!("the codebook exports no tool `{}`", name.value))
            .help(format!("its tool is `{tool}`"))
            .candidates(similar::rank_or_all(
                &name.value,
                vec![Known::plain(&tool)],
                1,
            ))
    });
}
