//! SARIF 2.1.0: what code scanning reads.

use std::fmt::Write;

use serde::Serialize;
use serde_json::{Value, json};

/// What stands between two results.
pub(crate) const BETWEEN: &str = ",\n";
/// What stands after the last result.
pub(crate) const TAIL: &str = "\n]}]}\n";

/// What stands before the first result: the tool, with every rule whether or not it speaks here.
pub(crate) fn head(rules: &Value) -> String {
    let driver = json!({
        "name": "cmec",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules,
    });
    format!(
        "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{{\"driver\":{driver}}},\"columnKind\":\"unicodeCodePoints\",\"results\":[\n"
    )
}

/// A rule in the head.
pub(crate) fn rule(id: &str, slug: &str, what: &str, why: &str, help: &str) -> Value {
    json!({
        "id": id,
        "name": slug,
        "shortDescription": {"text": what},
        "fullDescription": {"text": why},
        "help": {"text": help},
    })
}

/// A result.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Entry<'a> {
    pub(crate) rule_id: &'a str,
    pub(crate) rule_index: usize,
    /// `error`, `warning` or `note`.
    pub(crate) level: &'a str,
    pub(crate) message: Text<'a>,
    pub(crate) locations: [Value; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) related_locations: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) baseline_state: Option<&'a str>,
    pub(crate) properties: Value,
}

/// A text.
#[derive(Serialize)]
pub(crate) struct Text<'a> {
    pub(crate) text: &'a str,
}

/// A place in a file.
pub(crate) fn location(file: &str, region: Value) -> Value {
    json!({"physicalLocation": {
        "artifactLocation": {"uri": uri(file)},
        "region": region,
    }})
}

/// A path as a relative reference: everything but unreserved characters and slashes is percent-encoded.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.replace('\\', "/").bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'/') {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_uris() {
        assert_eq!(uri("a b/ё.jsonl"), "a%20b/%D1%91.jsonl");
        assert_eq!(uri("C:\\x"), "C%3A/x");
    }
}
