//! Which notation a text is in, told from its keys at the top alone.

use super::json::{Json, Kind};
use super::{Notation, c02};

/// Whether a text may be a line: it starts with a word, a text in quotes or a mark of the line, and so is no JSON but
/// a bare scalar.
pub(crate) fn may_be_line(text: &str, from: usize) -> bool {
    let text = text.get(from..).unwrap_or_default().trim_ascii_start();
    let name = text.starts_with('`') && !text.starts_with("``");
    name || text.starts_with(|first: char| {
        first == '_' || first.is_alphanumeric() || "\"@><*.-+;?%^/$!".contains(first)
    })
}

/// The notation whose keys a tree has:
///
/// 1. a key of cMEC (`s`, `tg`, `C`, …): c0.2, whatever else is there;
/// 2. `arguments` or `function`: a tool call;
/// 3. a `contract_version` of v0.1, or `constraints` that are a list where no version is said: v0.1.x;
/// 4. another key of MEC (`intent`, `grounding`, `constraints`, …): MEC;
/// 5. anything else is read as c0.2, so that its findings say what is wrong with it.
pub(crate) fn detect(root: &Json<'_>) -> Notation {
    let Kind::Object(members) = &root.kind else {
        return Notation::C02;
    };
    let any = |keys: &[&str]| {
        members
            .iter()
            .any(|member| keys.contains(&member.key.value.as_ref()))
    };
    if any(c02::KEYS) {
        return Notation::C02;
    }
    if any(&["arguments", "function"]) {
        return Notation::ToolCall;
    }
    let flat = match root.member("contract_version").map(|json| &json.kind) {
        Some(Kind::Text(version)) => *version == "v0.1" || version.starts_with("v0.1."),
        _ => root
            .member("constraints")
            .is_some_and(|json| matches!(json.kind, Kind::List(_))),
    };
    if flat {
        return Notation::MecV01;
    }
    if any(super::mec::KEYS) {
        return Notation::Mec;
    }
    Notation::C02
}
