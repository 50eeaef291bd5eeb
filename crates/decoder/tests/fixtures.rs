//! `fixtures/decode/<verdict>/<domain>/<name>.txt`: the folder promises the verdict, on compiled-in and loaded tables
//! alike. The snapshot beside shows the text and what came of it.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test reads its fixtures and panics on failure"
)]

mod common;

use std::collections::BTreeSet;
use std::path::Path;

use cmec_decoder::registry;
use cmec_decoder::{Decoded, Decoder, Verdict};
use serde_json::Value;

const TRACE_ID: &str = "0af7651916cd43dd8448eb211c80319c";

#[test]
fn every_folder_keeps_its_promise() {
    let schemas = Schemas::read();
    for path in texts() {
        let text = std::fs::read_to_string(&path).unwrap();
        let domain = folder(&path, 1);
        let verdicts = common::both(domain).map(|tables| {
            let decoded = Decoder::new(&tables).decode(&text, TRACE_ID);
            assert_eq!(verdict(&decoded), folder(&path, 2), "{}", path.display());
            schemas.check(domain, &decoded);
            // As text, not as a value: the digits of a decimal must come out as they went in.
            let verdict = serde_json::to_string_pretty(&decoded.verdict).unwrap();
            let ledger = decoded.account.ledger.entries().iter();
            let ledger: Vec<String> = ledger
                .map(|entry| serde_json::to_string(entry).unwrap())
                .collect();
            format!("{verdict}\nledger:\n{}", ledger.join("\n"))
        });
        assert_eq!(verdicts[0], verdicts[1]);
        insta::with_settings!({
            description => text,
            omit_expression => true,
            prepend_module_to_snapshot => false,
            snapshot_path => path.parent().unwrap(),
        }, {
            let name = path.file_stem().unwrap().to_str().unwrap();
            insta::assert_snapshot!(name, verdicts[0]);
        });
    }
}

/// A verdict as its readers see it: through its text.
fn as_value(verdict: &Verdict<'_>) -> Value {
    serde_json::from_str(&serde_json::to_string(verdict).unwrap()).unwrap()
}

#[test]
fn every_rule_has_a_fixture() {
    let mut seen = BTreeSet::new();
    for path in texts() {
        let tables = common::both(folder(&path, 1));
        let text = std::fs::read_to_string(&path).unwrap();
        let decoded = Decoder::new(&tables[0]).decode(&text, TRACE_ID);
        seen.extend(
            decoded
                .account
                .findings
                .iter()
                .map(|finding| finding.rule.id),
        );
    }
    // These cannot be written as a text file of a sensible size; `tests/limits.rs` has them.
    let elsewhere = ["DEC001", "DEC002", "DEC080"];
    for rule in registry::ALL {
        assert_eq!(
            seen.contains(rule.id),
            !elsewhere.contains(&rule.id),
            "{} {}",
            rule.id,
            rule.slug
        );
    }
}

fn verdict(decoded: &Decoded<'_>) -> &'static str {
    match decoded.verdict {
        Verdict::Contract(_) => "contract",
        Verdict::Clarify(_) => "clarify",
        Verdict::Reject(_) => "reject",
    }
}

/// The schemas a verdict must validate against.
struct Schemas {
    seed: jsonschema::Validator,
    mec: jsonschema::Validator,
    clarify: jsonschema::Validator,
    reject: jsonschema::Validator,
}

impl Schemas {
    fn read() -> Self {
        Self {
            seed: schema("fixtures/seed/mec-v0.2-lite.draft.schema.json"),
            mec: schema("schemas/mec.schema.json"),
            clarify: schema("schemas/clarify.schema.json"),
            reject: schema("schemas/reject.schema.json"),
        }
    }

    fn check(&self, domain: &str, decoded: &Decoded<'_>) {
        let value = as_value(&decoded.verdict);
        let holds = |schema: &jsonschema::Validator| {
            if let Some(error) = schema.iter_errors(&value).next() {
                panic!("{error} at {}: {value}", error.instance_path());
            }
        };
        match decoded.verdict {
            Verdict::Contract(_) => {
                holds(&self.seed);
                holds(&self.mec);
                holds(&schema(&format!("schemas/{domain}/contract.schema.json")));
            }
            Verdict::Clarify(_) => holds(&self.clarify),
            Verdict::Reject(_) => holds(&self.reject),
        }
    }
}

fn schema(path: &str) -> jsonschema::Validator {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path);
    let text = std::fs::read_to_string(&path).unwrap();
    jsonschema::validator_for(&serde_json::from_str(&text).unwrap()).unwrap()
}

/// The name of the folder so many levels above the file.
fn folder(path: &Path, up: usize) -> &str {
    path.ancestors()
        .nth(up)
        .unwrap()
        .file_name()
        .unwrap()
        .to_str()
        .unwrap()
}

fn texts() -> Vec<std::path::PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/decode");
    let entries = |path: &Path| -> Vec<std::path::PathBuf> {
        let read = std::fs::read_dir(path).unwrap();
        let mut paths: Vec<_> = read.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths
    };
    entries(&root)
        .iter()
        .flat_map(|verdict| entries(verdict))
        .flat_map(|domain| entries(&domain))
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
        .collect()
}
