//! Options and values that were taken away, and what to use in their place.

use clap::error::{ContextKind, ContextValue};

/// What was taken away, as it was typed, and one line about it.
const GONE: &[(&str, &str)] = &[
    (
        "--run-sql",
        "SQL of a model is never run; `cmec eval` compares contracts",
    ),
    ("--way", "use `--strategy`"),
    ("--line-tool", "use `--ask-tool`"),
    (
        "--notation line",
        "the line is not read any more; models write SQL, `--notation sql`",
    ),
    (
        "--to openai-custom",
        "no grammar holds SQL; `--to openai` has `ask_<domain>`, which takes it",
    ),
    (
        "--emit grammars",
        "a grammar made wrong answers valid; `--emit profiles` has the schemas for engines",
    ),
    (
        "grammar",
        "a grammar made wrong answers valid; `cmec compile --emit profiles` has the schemas for engines",
    ),
    (
        "--mcp-codec",
        "there is one kind of 1C server now, 1c-mcp-toolkit; leave the option out",
    ),
    (
        "--codec feenlace",
        "mcp-1c is not read any more: its released versions do not identify references",
    ),
    (
        "--codec data-plan",
        "1C_MCP_DATA is not read any more: its released versions refuse the query texts",
    ),
];

/// The line about what a wrong argument once was.
pub(crate) fn replacement(error: &clap::Error) -> Option<&'static str> {
    let typed = |kind| match error.get(kind) {
        Some(ContextValue::String(typed)) => typed.as_str(),
        _ => "",
    };
    // clap names an option together with its value: `--codec <KIND>`.
    let option = typed(ContextKind::InvalidArg).split(' ').next();
    let typed = [option.unwrap_or_default(), typed(ContextKind::InvalidValue)].join(" ");
    let mut gone = GONE.iter();
    let gone = gone.find(|(gone, _)| *gone == typed.trim_end());
    gone.map(|(_, line)| *line)
}
