//! Which notation a text is in, told from its keys at the top alone.
//!
//! Texts here begin with a bracket. One that may be a line is tried as one before.

use crate::notation::Notation;
use crate::read::json::tree::{Json, JsonKind};
use crate::read::tool_call::call;
use crate::read::{c02, mec};

/// The notation whose keys a tree has. A key in other case counts for it, but in cMEC, whose keys differ by case: its
/// reader says how it is spelled.
///
/// 1. a key of cMEC (`s`, `tg`, `C`, …): c0.2, whatever else is there;
/// 2. a key that only a tool call has (`arguments`, `input`, `function`, …): a tool call;
/// 3. a `contract_version` of v0.1, or `constraints` that are a list where no version of MEC v0.2 is said: v0.1.x;
/// 4. another key of MEC (`intent`, `grounding`, `constraints`, …): MEC;
/// 5. `name`: a tool call without arguments; or a key of the whole answer of a server, whose reader says what to send;
/// 6. anything else is read as c0.2, so that its findings say what is wrong with it.
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

/// Whether a version is meant to be v0.1.x, however it is written: `v0.1`, `v0.1.x`, `0.1.2`.
fn is_v01(version: &str) -> bool {
    let number = version.strip_prefix('v').unwrap_or(version);
    number == "0.1" || number.starts_with("0.1.")
}
