//! Finds the tool call in a text: bare, or inside the structures of an API.
//!
//! | API | one call |
//! |---|---|
//! | OpenAI, Chat Completions | `{"id":…,"type":"function","function":{"name":…,"arguments":"…"}}`, also as the only one of a message's `tool_calls`; `function_call` in older messages |
//! | OpenAI, Responses | `{"type":"function_call","call_id":…,"name":…,"arguments":"…"}` |
//! | Anthropic | `{"type":"tool_use","id":…,"name":…,"input":{…}}` |
//! | Gemini | `{"functionCall":{"name":…,"args":{…}}}` |
//! | Llama 3 | `{"name":…,"parameters":{…}}` |
//! | MCP | `{"jsonrpc":"2.0","id":…,"method":"tools/call","params":{"name":…,"arguments":{…}}}` |
//!
//! An intent is one call; a second one is a finding.

use crate::blank::is_blank;
use crate::draft::Source;
use crate::finding::candidates::{self, Choice};
use crate::finding::registry;
use crate::read::json::tree::{Json, JsonKind, Member};
use crate::read::shape::Shape;
use crate::span::Span;

/// Top-level keys that only a call has.
pub(crate) const KEYS: &[&str] = &[
    "arguments",
    "args",
    "input",
    "parameters",
    "function",
    "function_call",
    "functionCall",
    "tool_calls",
    "params",
];

/// The keys of the arguments in the various APIs.
pub(crate) const ARGUMENTS: &[&str] = &["arguments", "args", "input", "parameters"];

/// Top-level keys of a server's whole response, with the location of the call or text in it.
pub(crate) const ANSWERS: &[(&str, &str)] = &[
    ("choices", "choices[0].message"),
    ("candidates", "candidates[0].content.parts[0]"),
    ("output", "output[0]"),
    ("message", "message"),
    ("content", "content[0]"),
];

/// An object that holds a call.
struct Wrapper {
    holds: &'static str,
    keys: &'static [&'static str],
}

/// Members of a message. Libraries write all of them, mostly as `null`.
const MESSAGE: &[&str] = &[
    "role",
    "content",
    "refusal",
    "finish_reason",
    "stop_reason",
    "annotations",
    "audio",
    "thought",
    "thought_signature",
    FUNCTION_CALL,
    TOOL_CALLS,
];
/// The key of a message's list of calls.
const TOOL_CALLS: &str = "tool_calls";
/// The key of the only call in older messages.
const FUNCTION_CALL: &str = "function_call";

static WRAPPERS: [Wrapper; 4] = [
    Wrapper {
        holds: "function",
        keys: &["id", "index", "type", "function"],
    },
    Wrapper {
        holds: FUNCTION_CALL,
        keys: MESSAGE,
    },
    Wrapper {
        holds: "functionCall",
        keys: &["thought", "thoughtSignature", "functionCall"],
    },
    Wrapper {
        holds: "params",
        keys: &["jsonrpc", "id", "method", "params"],
    },
];

/// Members that identify the call.
const NAMING: &[&str] = &["id", "call_id", "index"];
/// Members that report the end of a call, with their values for a complete call.
const ENDINGS: &[(&str, &[&str])] = &[
    ("status", &["completed"]),
    (
        "finish_reason",
        &["tool_calls", "function_call", "stop", "STOP"],
    ),
    ("stop_reason", &["tool_use", "end_turn"]),
    ("incomplete_details", &[]),
    ("refusal", &[]),
];
/// Values of `type` for a call.
const TYPES: &[&str] = &["function", "function_call", "tool_use"];
/// Values of `method` for a call in MCP.
const METHODS: &[&str] = &["tools/call"];

fn wrapper(json: &Json<'_>) -> Option<&'static Wrapper> {
    let mut all = WRAPPERS.iter();
    all.find(|wrapper| says(json, wrapper.holds))
}

/// `true` if an object has this member with a value other than `null`.
fn says(json: &Json<'_>, key: &str) -> bool {
    json.member(key)
        .is_some_and(|said| said.kind != JsonKind::Null)
}

/// The arguments of the call, mutable.
pub(crate) fn arguments_mut<'j, 'a>(root: &'j mut Json<'a>) -> Option<&'j mut Json<'a>> {
    let mut node = root;
    if says(node, TOOL_CALLS) {
        node = match &mut node.member_mut(TOOL_CALLS)?.kind {
            JsonKind::List(calls) => calls.first_mut()?,
            _ => return None,
        };
    }
    if let Some(wrapper) = wrapper(node) {
        node = node.member_mut(wrapper.holds)?;
    }
    let name = ARGUMENTS.iter().find(|name| node.member(name).is_some())?;
    node.member_mut(name)
}

/// The object with the name and the arguments; `None` if its surroundings have a finding.
pub(crate) fn find<'j, 'a>(shape: &mut Shape, root: &'j Json<'a>) -> Option<&'j Json<'a>> {
    let mut node = root;
    if says(node, TOOL_CALLS) {
        has_only(shape, node, MESSAGE).then_some(())?;
        let calls = shape.need(node, TOOL_CALLS, "a message")?;
        if let Some(second) = shape.member(node, FUNCTION_CALL) {
            several(shape, second.span);
            return None;
        }
        beside(shape, node, MESSAGE);
        node = only(shape, calls)?;
    }
    let Some(wrapper) = wrapper(node) else {
        let has_arguments = ARGUMENTS.iter().any(|name| node.member(name).is_some());
        let answer = ANSWERS.iter().find(|(key, _)| says(node, key));
        let Some((_, holds)) = answer.filter(|_| !has_arguments) else {
            return Some(node);
        };
        shape.report(&registry::WRONG_SHAPE, node.span, |finding| {
            let help = format!("send what is in `{holds}`: its call, or its text");
            finding.explain("this is the whole answer of a server, and no intent", help)
        });
        return None;
    };
    has_only(shape, node, wrapper.keys).then_some(())?;
    beside(shape, node, wrapper.keys);
    shape.need(node, wrapper.holds, "a tool call")
}

/// `true` if the JSON is an object. Reports keys that are not allowed.
pub(crate) fn has_only(shape: &mut Shape, json: &Json<'_>, allowed: &[&'static str]) -> bool {
    let known = |member: &Member<'_>| allowed.contains(&member.key.value.as_ref());
    shape.has_keys(json, known, || allowed.to_vec())
}

/// The only call of a list; reports another number of calls.
fn only<'j, 'a>(shape: &mut Shape, calls: &'j Json<'a>) -> Option<&'j Json<'a>> {
    let JsonKind::List(elements) = &calls.kind else {
        shape.wrong(calls, "a list");
        return None;
    };
    match elements.as_slice() {
        [only] => Some(only),
        [] => {
            shape.report(&registry::MISSING_KEY, calls.span, |finding| {
                finding.explain("the list has no call", "send the one call that is meant")
            });
            None
        }
        [_, second, ..] => {
            several(shape, second.span);
            None
        }
    }
}

fn several(shape: &mut Shape, second: Span) {
    shape.report(&registry::TWO_PAYLOADS, second, |finding| {
        finding.explain("a second call follows the first", "send each call alone")
    });
}

/// Checks the members next to the call or next to its name and arguments; they only identify it.
pub(crate) fn beside(shape: &mut Shape, call: &Json<'_>, known: &[&'static str]) {
    for key in known {
        let Some(json) = shape.member(call, key) else {
            continue;
        };
        let ending = ENDINGS.iter().find(|(ending, _)| ending == key);
        if let Some((_, whole)) = ending {
            ended(shape, json, key, whole);
            continue;
        }
        match *key {
            "type" => one_of(shape, json, TYPES, "kind of tool call"),
            "method" => one_of(shape, json, METHODS, "method of a tool call"),
            "name" => {}
            key if KEYS.contains(&key) => {}
            key if NAMING.contains(&key) => {
                shape.leave_out(json.span, "names the call, not the intent");
            }
            _ => shape.leave_out(json.span, "stands beside the call"),
        }
    }
}

/// Checks a member that reports the end of the call.
fn ended(shape: &mut Shape, json: &Json<'_>, key: &str, whole: &[&str]) {
    let said: Option<&str> = json.as_text().map(AsRef::as_ref);
    if said.is_some_and(|said| is_blank(said) || whole.contains(&said)) {
        shape.leave_out(json.span, "says that the call is whole");
        return;
    }
    shape.report(&registry::UNFINISHED_CALL, json.span, |finding| {
        let message = match (key, said) {
            ("refusal", _) => "the model says that it refuses".to_owned(),
            (_, Some(said)) => format!("the call says of itself that it is `{said}`"),
            (_, None) => "the call says of itself that it is not whole".to_owned(),
        };
        finding.explain(
            message,
            "ask again, with a larger token limit if it was cut",
        )
    });
}

/// Checks a member that identifies a call.
fn one_of(shape: &mut Shape, json: &Json<'_>, known: &[&'static str], what: &str) {
    let Some(said) = shape.text(json) else {
        return;
    };
    if known.contains(&said.value.as_ref()) {
        shape.leave_out(said.span, "says that this is a call");
        return;
    }
    // The host wrote this value, so a question to the user would not help.
    shape.report(&registry::WRONG_SHAPE, said.span, |finding| {
        let names = known.iter().map(|name| Choice::plain(*name));
        let message = format!("`{}` is no {what}", said.value);
        finding
            .explain(message, format!("it is `{}`", known.join("` or `")))
            .candidates(candidates::rank(&said.value, names, known.len()))
    });
}
