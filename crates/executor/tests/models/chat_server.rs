//! What a chat server answers: a word that its constraint allows, or `hello`.

use serde_json::{Value, json};

use super::server::Reply;

/// What a request is held to.
pub(crate) struct Asked {
    /// The key of the request, or the kind of tool, with the key below it.
    pub(crate) by: String,
    /// The only word that is allowed.
    pub(crate) word: String,
    /// Whether the word stands in an object.
    pub(crate) is_schema: bool,
}

/// The constraint of a request, read as an honest server reads it; `None`: it has none.
pub(crate) fn asked(body: &Value) -> Option<Asked> {
    let below = |key: &str| {
        let (inner, own) = body[key]
            .as_object()?
            .iter()
            .find(|(name, _)| *name != "type")?;
        Some((format!("{key}.{inner}"), own.clone()))
    };
    let whole = |key: &str| Some((key.to_owned(), body.get(key)?.clone()));
    let tool = &body["tools"][0];
    let tool = match tool["type"].as_str() {
        Some("function") if tool["function"]["strict"] == true => Some((
            "function".to_owned(),
            tool["function"]["parameters"].clone(),
        )),
        Some("custom") => {
            let grammar = &tool["custom"]["format"]["grammar"]["definition"];
            Some(("custom".to_owned(), grammar.clone()))
        }
        _ => None,
    };
    let guided = ["guided_grammar", "guided_json", "guided_choice"].into_iter();
    let whole = guided.chain(["grammar", "ebnf"]).find_map(whole);
    let (by, own) = tool
        .or_else(|| below("structured_outputs"))
        .or_else(|| below("response_format"))
        .or(whole)?;
    let value = match own.get("schema").unwrap_or(&own) {
        // The JSON of a structural tag as a text, or a grammar, or a regular expression.
        Value::String(text) => match serde_json::from_str::<Value>(text) {
            Ok(tag) => tag["format"]["grammar"].clone(),
            Err(_) => own.clone(),
        },
        other => other.clone(),
    };
    let property = &value["properties"]["word"];
    let only = [&property["const"], &property["enum"][0]];
    let only = only.into_iter().find_map(Value::as_str);
    let text = [&value, &value[0], &value["grammar"]];
    let text = text.into_iter().find_map(Value::as_str);
    let word = match (only, text) {
        (Some(word), _) => word,
        (None, text) => text.map(|text| text.split('"').nth(1).unwrap_or(text))?,
    };
    Some(Asked {
        by,
        word: word.to_owned(),
        is_schema: only.is_some(),
    })
}

/// An answer that says a word, in the form in which it is asked for, or as a plain text where there is no constraint.
pub(crate) fn says(asked: Option<&Asked>, word: &str) -> Reply {
    let text = match asked {
        Some(asked) if asked.is_schema => json!({"word": word}).to_string(),
        _ => word.to_owned(),
    };
    let call = |kind: &str, said: &str| {
        let call = json!({"id": "1", "type": kind, kind: {"name": "say", said: text}});
        json!({"content": null, "tool_calls": [call]})
    };
    let message = match asked.map(|asked| asked.by.as_str()) {
        Some("function") => call("function", "arguments"),
        Some("custom") => call("custom", "input"),
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
