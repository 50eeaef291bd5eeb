//! `codebook/core.yaml`: vocabulary and scenario table from the language, limits and policy as written by hand.

use std::fmt::Write as _;

use cmec_decoder::language::{Part, SCENARIOS, ScenarioDef, lists};

use crate::text::joined;

/// The first line of the handwritten part.
const BY_HAND: &str = "\nlimits:\n";

/// The whole file; `written` is the current file.
///
/// # Errors
/// If the file has no `limits`.
pub fn core_yaml(written: &str) -> Result<String, String> {
    let by_hand = written.find(BY_HAND).and_then(|at| written.get(at..));
    let by_hand = by_hand.ok_or("the core codebook has no `limits`")?;
    let mut text = String::from(
        "# yaml-language-server: $schema=../schemas/core.schema.json\n\
         # Vocabulary and scenarios: written by `cargo xtask codegen` from crates/decoder/src/language/. The rest: by hand.\n\
         version: 1\n\nvocabulary:\n",
    );
    for (list, members) in lists() {
        let _ = writeln!(text, "  {list}:");
        for (code, name) in members {
            let _ = writeln!(text, "    {code}: {name}");
        }
    }
    text.push_str(
        "\n# outputs: what it can give; the first is given when none is said.\n\
         # required: every line must be there, in any of its forms. forbidden: none may be there.\nscenarios:\n",
    );
    for row in SCENARIOS {
        scenario(&mut text, row);
    }
    text.push_str(by_hand);
    Ok(text)
}

fn scenario(text: &mut String, row: &ScenarioDef) {
    let names = |parts: &[Part]| {
        let names = parts.iter().map(|part| part.name());
        format!("[{}]", joined(names, ", "))
    };
    let _ = writeln!(text, "  {}:", row.scenario.name());
    if !row.outputs.is_empty() {
        let outputs = joined(row.outputs.iter().map(|output| output.name()), ", ");
        let _ = writeln!(text, "    outputs: [{outputs}]");
    }
    let required = joined(row.required.iter().map(|one| names(&one.any_of)), ", ");
    let _ = writeln!(text, "    required: [{required}]");
    let _ = writeln!(text, "    forbidden: {}", names(&row.forbidden));
    for (key, number) in [
        ("default_limit", row.default_limit),
        ("default_depth", row.default_depth),
    ] {
        if let Some(number) = number {
            let _ = writeln!(text, "    {key}: {number}");
        }
    }
}
