//! `docs/src/reference/findings.md`: every finding of the decoder and the compiler, from their registries.

/// The page.
pub(crate) const PAGE: &str = "docs/src/reference/findings.md";

const HEAD: &str = "# Findings

What is wrong with a model's text (DEC) or with a codebook (CB): what each finding is about, why it is one, a text that \
has it, and what to write instead. `cmec explain ID` says the same. Written by `cargo xtask codegen`; do not edit.
";

/// Its text.
pub(crate) fn page() -> String {
    let mut page = HEAD.to_owned();
    page.push_str("\n## Of the decoder\n");
    for rule in cmec_decoder::finding::registry::ALL {
        let name = format!("{} {} ({:?})", rule.id, rule.slug, rule.class);
        let doc = [rule.what, rule.why, rule.example, rule.instead];
        page.push_str(&section(&name, doc));
    }
    page.push_str("\n## Of the compiler\n");
    for rule in cmec_compiler::rules() {
        let doc = [rule.what, rule.why, rule.example, rule.instead];
        page.push_str(&section(&format!("{} {}", rule.id, rule.slug), doc));
    }
    page
}

fn section(name: &str, [what, why, example, instead]: [&str; 4]) -> String {
    let (example, instead) = (shown(example), shown(instead));
    format!(
        "\n### {name}\n\n- What: {what}\n- Why: {why}\n- Example: {example}\n- Instead: {instead}\n"
    )
}

/// A text, as code where it is a piece of JSON, YAML or XML.
fn shown(text: &str) -> String {
    let is_code = text.starts_with(['{', '[', '"', '<', '\u{feff}']) && !text.contains('`');
    if is_code {
        format!("`{text}`")
    } else {
        text.to_owned()
    }
}
