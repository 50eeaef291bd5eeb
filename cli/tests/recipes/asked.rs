//! What came of asking: the answer and its envelope, in the words of a case.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::case::Case;
use crate::common::{answer, pipe};

pub(crate) struct Asked {
    pub(crate) response: Value,
    pub(crate) envelope: Value,
}

impl Asked {
    /// Asks the command, which asks the server of this ledger.
    pub(crate) fn of(case: &Case, ledger: &Path) -> Self {
        Self::with(case, ledger, &[])
    }

    /// The same with more arguments.
    pub(crate) fn with(case: &Case, ledger: &Path, more: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let debug = folder.path().join("debug.jsonl");
        let server = env!("CARGO_BIN_EXE_cmec");
        let mut arguments: Vec<String> = [
            "run",
            "--domain",
            "address",
            "--today",
            "2026-07-01",
            "--lang",
            "ru",
            "--debug-out",
            debug.to_str().unwrap(),
            "--mcp-command",
            server,
            "--mcp-arg=demo-1c",
            "--mcp-arg=--ledger",
        ]
        .map(str::to_owned)
        .to_vec();
        arguments.push(format!("--mcp-arg={}", ledger.display()));
        if let Some((fault, after)) = case.fault() {
            for argument in ["--fault", fault, "--fault-after", after] {
                arguments.push(format!("--mcp-arg={argument}"));
            }
        }
        arguments.extend(more.iter().map(|argument| (*argument).to_owned()));
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let (exit, response, _) = answer(&pipe(&arguments, case.says("intent")));
        let limited = response["response_type"] == "LIMITED_WITH_REASON";
        assert_eq!(
            exit,
            if limited { 5 } else { 0 },
            "{} {response}",
            case.name
        );
        let lines = std::fs::read_to_string(debug).unwrap();
        Self {
            response,
            envelope: serde_json::from_str(&lines).unwrap(),
        }
    }

    /// The lines a case has for it.
    pub(crate) fn lines(&self) -> BTreeMap<&'static str, String> {
        let block = &self.envelope["address"];
        let of = |value: &Value| match value {
            Value::Null => "none".to_owned(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        BTreeMap::from([
            ("answer", of(&self.response["response_type"])),
            ("recipe", of(&block["selected_recipe"])),
            ("mode", of(&block["detected_mode"])),
            ("reason", of(&self.response["limited_reason_category"])),
            ("codes", list(&self.response["reasons"], ", ")),
            ("readiness", of(&block["runtime_readiness"])),
            ("status", of(&block["mcp_call_status"])),
            ("legacy", of(&block["mcp_call_status_legacy"])),
            ("drop", of(&block["materialization_drop_reason"])),
            ("scope", scope(block).to_owned()),
            ("ways", ways(&block["ways_tried"])),
            (
                "rows",
                format!(
                    "{} of {}",
                    of(&self.response["returned"]),
                    of(&block["rows_fetched"])
                ),
            ),
            ("limitations", list(&self.response["limitations"], " | ")),
        ])
    }
}

fn list(values: &Value, joint: &str) -> String {
    let texts: Vec<&str> = (values.as_array().unwrap().iter())
        .map(|value| value.as_str().unwrap())
        .collect();
    if texts.is_empty() {
        return "none".to_owned();
    }
    texts.join(joint)
}

/// How the account scope went, in a word.
fn scope(block: &Value) -> &'static str {
    let mode = block["account_scope_mode"].as_str();
    let given_up = block["account_scope_fallback_applied"] == true;
    match (
        block["account_scope_match_strategy"].as_str(),
        mode,
        given_up,
    ) {
        (None, ..) => "not_reached",
        (Some("none"), ..) => "no_accounts",
        (_, Some("strict"), _) => "strict",
        (.., true) => "given_up",
        (.., false) => "held",
    }
}

fn ways(ways: &Value) -> String {
    let ways: Vec<String> = (ways.as_array().into_iter().flatten())
        .map(|way| {
            let words =
                ["source", "scope", "window", "status"].map(|key| way[key].as_str().unwrap());
            words.join(" ")
        })
        .collect();
    if ways.is_empty() {
        return "none".to_owned();
    }
    ways.join(", ")
}
