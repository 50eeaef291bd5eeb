//! Compares handwritten tools: the allowed calls and their meaning.

use cmec_decoder::tables::{ToolDef, ToolParameter, UnknownValue};

use super::change::cut;
use super::comparison::Comparison;
use super::policy;
use super::rule::{self, ChangeRule};
use super::version::matched;
use crate::source::files::TOOLS as FILE;

rule::table! {
    TOOL_ADDED "CD140" "tool-added" Compatible Untouched Untouched Compatible {
        what: "can be called",
        why: "models that are told of it may call it from now on",
        instead: "nothing; hand the new definitions out",
    }
    TOOL_REMOVED "CD141" "tool-removed" Breaking Untouched Untouched Compatible {
        what: "can no longer be called",
        why: "calls of models with the old definitions are refused",
        instead: "keep the tool until nobody is told of it",
    }
    TOOL_MEANING "CD142" "tool-meaning" Breaking Untouched Untouched Compatible {
        what: "means something else",
        why: "the same call comes to another contract, or to none",
        instead: "a new tool with a new name",
    }
    ARGUMENT_ADDED "CD143" "argument-added" Compatible Untouched Untouched Compatible {
        what: "can be said",
        why: "models with the new definitions may say it",
        instead: "nothing; hand the new definitions out",
    }
    ARGUMENT_REMOVED "CD144" "argument-removed" Breaking Untouched Untouched Compatible {
        what: "can no longer be said",
        why: "calls that have it are refused",
        instead: "keep the argument until nobody is told of it",
    }
    ARGUMENT_MEANING "CD145" "argument-meaning" Breaking Untouched Untouched Compatible {
        what: "says something else",
        why: "the same call comes to another contract, or to none",
        instead: "a new argument with a new name",
    }
    ARGUMENT_REQUIRED "CD146" "argument-required" Breaking Untouched Untouched Compatible {
        what: "must be said",
        why: "calls without it are refused",
        instead: "a new tool that wants it",
    }
    ARGUMENT_EASED "CD147" "argument-eased" Compatible Untouched Untouched Compatible {
        what: "may be left out",
        why: "every call that was right still is",
        instead: "nothing; hand the new definitions out",
    }
    TOOL_WORDS "CD148" "tool-words" Compatible Untouched Untouched Compatible {
        what: "is told to models in other words",
        why: "every call means what it meant; models may call it more or less often",
        instead: "compare what models call before and after",
    }
    TOOL_RESULTS "CD149" "tool-results" Compatible Untouched Untouched Compatible {
        what: "have another form",
        why: "models read the same rows under other keys",
        instead: "compare what models answer before and after",
    }
}

pub(super) fn compare(changes: &mut Comparison<'_>) {
    if changes.old.catalogue.tool_results != changes.new.catalogue.tool_results {
        changes.add(&TOOL_RESULTS, "results", (FILE, &["results"]));
    }
    let (old, new) = (changes.old.tables, changes.new.tables);
    let tools = matched(&old.tools, &new.tools, |tool| &tool.name);
    for (was, now) in tools.stayed {
        one(changes, was, now);
    }
    for tool in tools.came {
        told(changes, &TOOL_ADDED, &tool.name, None);
    }
    for tool in tools.gone {
        told(changes, &TOOL_REMOVED, &tool.name, None);
    }
}

fn one(changes: &mut Comparison<'_>, old: &ToolDef, new: &ToolDef) {
    let tool = &*new.name;
    let meaning = |tool: &'_ ToolDef| {
        let rows = (tool.limit, tool.sort.clone(), tool.fields.clone());
        let intent = (tool.scenario, tool.without_filters, tool.output);
        (intent, tool.target.clone(), rows)
    };
    if meaning(old) != meaning(new) {
        told(changes, &TOOL_MEANING, tool, None);
    }
    let arguments = matched(&old.parameters, &new.parameters, |argument| &argument.name);
    let kept = |side: &ToolDef, other: &ToolDef| -> Vec<String> {
        (side.parameters.iter())
            .filter(|argument| other.parameter(&argument.name).is_some())
            .map(|argument| argument.name.to_string())
            .collect()
    };
    if old.description != new.description || kept(old, new) != kept(new, old) {
        told(changes, &TOOL_WORDS, tool, None);
    }
    for (was, now) in arguments.stayed {
        said(changes, tool, was, now);
    }
    for argument in arguments.came {
        let rule = if argument.required {
            &ARGUMENT_REQUIRED
        } else {
            &ARGUMENT_ADDED
        };
        told(changes, rule, tool, Some(&argument.name));
    }
    for argument in arguments.gone {
        told(changes, &ARGUMENT_REMOVED, tool, Some(&argument.name));
    }
}

fn said(changes: &mut Comparison<'_>, tool: &str, old: &ToolParameter, new: &ToolParameter) {
    let name = Some(new.name.as_ref());
    if (&old.filter, &old.lower_bound_of) != (&new.filter, &new.lower_bound_of) {
        told(changes, &ARGUMENT_MEANING, tool, name);
    }
    match (old.on_unknown_value, new.on_unknown_value) {
        (UnknownValue::Drop, UnknownValue::Ask) => told(changes, &policy::DROP_ENDED, tool, name),
        (UnknownValue::Ask, UnknownValue::Drop) => told(changes, &policy::DROP_STARTED, tool, name),
        _ => {}
    }
    match (old.required, new.required) {
        (false, true) => told(changes, &ARGUMENT_REQUIRED, tool, name),
        (true, false) => told(changes, &ARGUMENT_EASED, tool, name),
        _ => {}
    }
    if (&old.description, old.json_type) != (&new.description, new.json_type) {
        told(changes, &TOOL_WORDS, tool, name);
    }
}

fn told(
    changes: &mut Comparison<'_>,
    rule: &'static ChangeRule,
    tool: &str,
    argument: Option<&str>,
) {
    let (element, at) = match argument {
        None => (format!("tool `{}`", cut(tool)), vec!["tools", tool]),
        Some(name) => (
            format!("argument `{}` of `{}`", cut(name), cut(tool)),
            vec!["tools", tool, "parameters", name],
        ),
    };
    changes.add(rule, element, (FILE, &at));
}
