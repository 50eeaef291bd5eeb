//! Commands, options and values that were taken away, and what to use in their place.

use clap::error::{ContextKind, ContextValue};

/// What was taken away, as it was typed, and one line about it.
const GONE: &[(&str, &str)] = &[
    (
        "--run-sql",
        "SQL of a model is never run; `cmec eval` compares contracts",
    ),
    (
        "sql",
        "SQL of a model is not measured any more: it was run for that",
    ),
    (
        "--mcp-codec",
        "there is one kind of 1C server now, 1c-mcp-toolkit; leave the option out",
    ),
    (
        "feenlace",
        "mcp-1c is not read any more: its released versions do not identify references",
    ),
    (
        "data-plan",
        "1C_MCP_DATA is not read any more: its released versions refuse the query texts",
    ),
];

/// The line about what a wrong argument once was.
pub(crate) fn replacement(error: &clap::Error) -> Option<&'static str> {
    let kinds = [
        ContextKind::InvalidSubcommand,
        ContextKind::InvalidArg,
        ContextKind::InvalidValue,
    ];
    let typed = kinds.iter().filter_map(|kind| match error.get(*kind) {
        Some(ContextValue::String(typed)) => Some(typed.as_str()),
        _ => None,
    });
    typed
        .filter_map(|typed| GONE.iter().find(|(gone, _)| *gone == typed))
        .map(|(_, line)| *line)
        .next()
}
