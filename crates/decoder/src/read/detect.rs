//! Detects the notation of a JSON text by its top-level keys.
//!
//! SQL is tried earlier, so texts here begin with a bracket.

use crate::notation::Notation;
use crate::read::json::tree::{Json, JsonKind};
use crate::read::tool_call::call;
use crate::read::{c02, mec};

/// The notation whose keys a tree has. Keys in a different case count, except for cMEC, whose keys differ by case; the
/// notation's reader reports the spelling. The first match wins:
///
/// 1. a key of cMEC (`s`, `tg`, `C`, …): c0.2;
/// 2. a key that only a tool call has (`arguments`, `input`, `function`, …): a tool call;
/// 3. a `contract_version` of v0.1, or a list in `constraints` without a version of MEC v0.2: v0.1.x;
/// 4. another key of MEC (`intent`, `grounding`, `constraints`, …): MEC;
/// 5. `name`, or a key of a server's whole response: a tool call;
/// 6. anything else: c0.2, whose reader reports the errors.
pub(crate) fn detect(root: &Json<'_>) -> Notation {
    let JsonKind::Object(members) = &root.kind else {
        return Notation::C02;
    };
    let mut keys = members.iter().map(|member| member.key.value.as_ref());
    if keys.any(c02::is_key) {
        return Notation::C02;
    }
    let member = |name: &str| {
        let mut members = members.iter();
        members.find(|member| member.key.value.eq_ignore_ascii_case(name))
    };
    let any = |names: &[&str]| names.iter().any(|name| member(name).is_some());
    if any(call::KEYS) {
        return Notation::ToolCall;
    }
    let version = member("contract_version").and_then(|member| member.value.as_text());
    let flat = match version.map(AsRef::as_ref) {
        Some(version) if mec::VERSIONS.contains(&version) => false,
        Some(version) if is_v01(version) => true,
        _ => member("constraints").is_some_and(|said| matches!(said.value.kind, JsonKind::List(_))),
    };
    if flat {
        return Notation::MecV01;
    }
    if mec::keys().any(|name| member(name).is_some()) {
        return Notation::Mec;
    }
    let is_answer = |name: &&str| call::ANSWERS.iter().any(|(key, _)| key == name);
    if any(&["name"])
        || members
            .iter()
            .any(|member| is_answer(&member.key.value.as_ref()))
    {
        return Notation::ToolCall;
    }
    Notation::C02
}

/// `true` for any spelling of version 0.1.x: `v0.1`, `v0.1.x`, `0.1.2`.
fn is_v01(version: &str) -> bool {
    let number = version.strip_prefix('v').unwrap_or(version);
    number == "0.1" || number.starts_with("0.1.")
}
