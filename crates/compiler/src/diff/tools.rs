//! Tools shaped by hand: which calls a model may make, and what they mean.

use cmec_decoder::tables::{ToolDef, ToolParameter};

use super::change::cut;
use super::comparison::Comparison;
use super::rule::{self, ChangeRule};
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
}

pub(super) fn compare(changes: &mut Comparison<'_>) {
    let (old, new) = (changes.old.tables, changes.new.tables);
    for tool in new.tools.iter() {
        match old.tool_by_name(&tool.name) {
            Some(before) => one(changes, before, tool),
            None => told(changes, &TOOL_ADDED, &tool.name, None),
        }
    }
    for tool in old.tools.iter() {
        if new.tool_by_name(&tool.name).is_none() {
            told(changes, &TOOL_REMOVED, &tool.name, None);
        }
    }
}

fn one(changes: &mut Comparison<'_>, old: &ToolDef, new: &ToolDef) {
    let meaning = |tool: &ToolDef| {
        let ToolDef {
            scenario,
            without_filters,
            output,
            target,
            ..
        } = tool;
        (*scenario, *without_filters, *output, target.clone())
    };
    if meaning(old) != meaning(new) {
        told(changes, &TOOL_MEANING, &new.name, None);
    }
    for argument in new.parameters.iter() {
        match old.parameter(&argument.name) {
            Some(before) => said(changes, &new.name, before, argument),
            None if argument.required => {
                told(changes, &ARGUMENT_REQUIRED, &new.name, Some(&argument.name));
            }
            None => told(changes, &ARGUMENT_ADDED, &new.name, Some(&argument.name)),
        }
    }
    for argument in old.parameters.iter() {
        if new.parameter(&argument.name).is_none() {
            told(changes, &ARGUMENT_REMOVED, &new.name, Some(&argument.name));
        }
    }
    let order = |tool: &ToolDef| -> Vec<String> {
        let names = tool.parameters.iter();
        names.map(|argument| argument.name.to_string()).collect()
    };
    let kept = |tool: &ToolDef, other: &ToolDef| -> Vec<String> {
        let names = order(tool).into_iter();
        names
            .filter(|name| other.parameter(name).is_some())
            .collect()
    };
    if old.description != new.description || kept(old, new) != kept(new, old) {
        told(changes, &TOOL_WORDS, &new.name, None);
    }
}

fn said(changes: &mut Comparison<'_>, tool: &str, old: &ToolParameter, new: &ToolParameter) {
    let name = Some(new.name.as_ref());
    if (&old.filter, &old.lower_bound_of) != (&new.filter, &new.lower_bound_of) {
        told(changes, &ARGUMENT_MEANING, tool, name);
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
