//! What a chat server answers: a word that its constraint allows, or `hello`.

use serde_json::{Value, json};

use super::server::Reply;

/// What a request is held to.
pub(crate) struct Asked {
    /// The name of the mechanism.
    pub(crate) by: &'static str,
    /// The only word that is allowed.
    pub(crate) word: String,
}

/// The constraint of a request, read as an honest server reads it; `None`: it has none.
pub(crate) fn asked(body: &Value) -> Option<Asked> {
    let tool = &body["tools"][0]["function"];
    let places = [
        (
            "response_format.json_schema",
            &body["response_format"]["json_schema"]["schema"],
        ),
        (
            "structured_outputs.json",
            &body["structured_outputs"]["json"],
        ),
        ("guided_json", &body["guided_json"]),
        ("tools.function.strict", &tool["parameters"]),
    ];
    let (by, schema) = places.into_iter().find(|(_, schema)| schema.is_object())?;
    assert!(by != "tools.function.strict" || tool["strict"] == true);
    let property = &schema["properties"]["word"];
    let only = [&property["const"], &property["enum"][0]];
    let word = only.into_iter().find_map(Value::as_str)?.to_owned();
    Some(Asked { by, word })
}

/// An answer that says a word, in the form in which it is asked for, or as a plain text where there is no constraint.
pub(crate) fn says(asked: Option<&Asked>, word: &str) -> Reply {
    let text = match asked {
        Some(_) => json!({"word": word}).to_string(),
        None => word.to_owned(),
    };
    let message = match asked {
        Some(own) if own.by == "tools.function.strict" => {
            let function = json!({"name": "say", "arguments": text});
            let call = json!({"id": "1", "type": "function", "function": function});
            json!({"content": null, "tool_calls": [call]})
        }
        _ => json!({"role": "assistant", "content": text}),
    };
    let usage = json!({"prompt_tokens": 10, "completion_tokens": 2});
    let choice = json!({"index": 0, "message": message, "finish_reason": "stop"});
    Reply::json(&json!({"choices": [choice], "usage": usage}))
}

/// A server that enforces what a test chooses, and answers `hello` otherwise.
pub(crate) fn enforcing(body: &Value, is_enforced: impl Fn(&Asked) -> bool) -> Reply {
    match asked(body) {
        Some(asked) if is_enforced(&asked) => says(Some(&asked), &asked.word),
        _ => says(None, "hello"),
    }
}
