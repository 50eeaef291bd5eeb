//! SARIF 2.1.0, the format of code scanning.

use std::fmt::Write;

use serde_json::{Value, json};

use super::record::{Place, Record, Rule};
use crate::terminal::output::push_json;

pub(super) const BETWEEN: &str = ",\n";
pub(super) const TAIL: &str = "\n]}]}\n";

/// The text before the first result: the tool with all its rules.
pub(super) fn head(rules: &[Rule]) -> String {
    let rule = |rule: &Rule| {
        json!({
            "id": rule.id,
            "name": rule.slug,
            "shortDescription": {"text": rule.what},
            "fullDescription": {"text": rule.why},
            "help": {"text": rule.help},
        })
    };
    let driver = json!({
        "name": "cmec",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules.iter().map(rule).collect::<Value>(),
    });
    format!(
        "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{{\"driver\":{driver}}},\"columnKind\":\"unicodeCodePoints\",\"results\":[\n"
    )
}

pub(super) fn push(record: &Record<'_>, rules: &[Rule], out: &mut String) {
    let index = rules.iter().position(|rule| rule.id == record.rule);
    let related: Vec<Value> = record.related.iter().map(location).collect();
    let mut result = json!({
        "ruleId": record.rule,
        "ruleIndex": index,
        "level": record.level,
        "message": {"text": record.message},
        "locations": [location(&record.place)],
        "relatedLocations": related,
        "baselineState": record.status,
        "properties": record.properties,
    });
    drop_empty(&mut result);
    push_json(out, &result);
}

fn location(place: &Place<'_>) -> Value {
    let (end_line, end_column) = place.end.unzip();
    let mut region = json!({
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": end_line,
        "endColumn": end_column,
    });
    drop_empty(&mut region);
    let remark = (!place.remark.is_empty()).then(|| json!({"text": place.remark}));
    let mut location = json!({
        "physicalLocation": {"artifactLocation": {"uri": uri(place.file)}, "region": region},
        "message": remark,
    });
    drop_empty(&mut location);
    location
}

fn drop_empty(object: &mut Value) {
    if let Some(members) = object.as_object_mut() {
        members.retain(|_, value| {
            !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty())
        });
    }
}

/// A path as a relative URI reference: percent-encoded except unreserved characters and slashes.
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
