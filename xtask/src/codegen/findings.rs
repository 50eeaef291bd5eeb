//! `docs/src/reference/findings.md`: every finding of the decoder and the compiler, from their registries.

use std::fmt::Write;

const HEAD: &str = "# Findings

What is wrong with a model's text (DEC) or with a codebook (CB): what each finding is about, why it is one, a text that \
has it, and what to write instead. `cmec explain ID` says the same. Written by `cargo xtask codegen`; do not edit.
";

/// The page.
pub(super) fn page() -> String {
    let mut page = HEAD.to_owned();
    page.push_str("\n## Of the decoder\n");
    for rule in cmec_decoder::finding::registry::ALL {
        let class = format!("{:?}", rule.class);
        let doc = [rule.what, rule.why, rule.example, rule.instead];
        section(&mut page, rule.id, rule.slug, &class, doc);
    }
    page.push_str("\n## Of the compiler\n");
    for rule in cmec_compiler::rules() {
        let doc = [rule.what, rule.why, rule.example, rule.instead];
        section(&mut page, rule.id, rule.slug, "", doc);
    }
    page
}

fn section(page: &mut String, id: &str, slug: &str, class: &str, doc: [&str; 4]) {
    let [what, why, example, instead] = doc;
    let class = if class.is_empty() {
        String::new()
    } else {
        format!(" ({class})")
    };
    // Writing into a string cannot fail.
    let _ = write!(
        page,
        "\n### {id} {slug}{class}\n\n- What: {what}\n- Why: {why}\n- Example: {}\n- Instead: {}\n",
        shown(example),
        shown(instead)
    );
}

/// A text, as code where it is a piece of JSON or YAML.
fn shown(text: &str) -> String {
    let is_code = text.starts_with(['{', '[', '"', '\u{feff}']) && !text.contains('`');
    if is_code {
        format!("`{text}`")
    } else {
        text.to_owned()
    }
}
