//! `fixtures/decode/<verdict>/<domain>/<name>.txt`: the folder promises the verdict. The snapshot beside shows the text and what came of it. A case called `core_<what>_<language>` has a person's
//! question beside it, in `<name>.question`, in that language and two others.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test reads its fixtures and panics on failure"
)]

#[path = "../../../fixtures/decode/cases.rs"]
mod cases;
#[path = "../../../xtask/codegen/src/question.rs"]
mod question;

use std::collections::BTreeSet;
use std::path::Path;

use cases::{Case, cases};
use cmec_decoder::clarify::MODEL_ASKED;
use cmec_decoder::decode::{EmitClarify, Options};
use cmec_decoder::finding::registry;
use cmec_decoder::generated::builtin;
use cmec_decoder::language::Scenario;
use cmec_decoder::{ContractVersion, Decoded, Decoder, Extract, Tables, Verdict};
use question::Question;
use serde_json::Value;

const TRACE_ID: &str = "0af7651916cd43dd8448eb211c80319c";

#[test]
fn every_folder_keeps_its_promise() {
    let schemas = Schemas::read();
    for case in cases() {
        let tables = builtin(&case.domain).unwrap();
        let decoded = Decoder::new(tables).decode(&case.text, TRACE_ID);
        assert_eq!(verdict(&decoded), case.verdict, "{}", case.path.display());
        let owned: Decoded<'static> = decoded.clone().into_owned();
        assert_eq!(owned, decoded, "{}", case.path.display());
        schemas.check(&case.domain, &decoded);
        // As text, not as a value: the digits of a decimal must come out as they went in.
        let verdict = serde_json::to_string_pretty(&decoded.verdict).unwrap();
        let ledger = decoded.account.ledger.entries().into_iter();
        let ledger: Vec<String> = ledger
            .map(|entry| serde_json::to_string(&entry).unwrap())
            .collect();
        insta::with_settings!({
            description => case.text,
            omit_expression => true,
            prepend_module_to_snapshot => false,
            snapshot_path => case.path.parent().unwrap(),
        }, {
            insta::assert_snapshot!(case.name, format!("{verdict}\nledger:\n{}", ledger.join("\n")));
        });
    }
}

/// A verdict as its readers see it: through its text.
fn as_value(verdict: &Verdict<'_>) -> Value {
    serde_json::from_str(&serde_json::to_string(verdict).unwrap()).unwrap()
}

/// A case of a host that reads otherwise than by default, or patches: `fixtures/hosts/<name>.json`.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct HostCase {
    question: String,
    what: String,
    domain: String,
    #[serde(default)]
    host: Host,
    says: Option<String>,
    bytes: Option<Vec<u8>>,
    times: Option<usize>,
    patch: Option<String>,
    verdict: String,
    finding: String,
}

#[derive(serde::Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Host {
    extract: bool,
    clarify: Option<bool>,
    contract_version: Option<String>,
}

impl Host {
    fn options(&self) -> Options {
        let version = self.contract_version.as_deref();
        Options {
            extract: if self.extract {
                Extract::On
            } else {
                Extract::Off
            },
            clarify: match self.clarify {
                Some(false) => EmitClarify::Off,
                _ => EmitClarify::On,
            },
            contract_version: version.map(|name| ContractVersion::from_name(name).unwrap()),
            ..Options::default()
        }
    }
}

fn host_cases() -> Vec<HostCase> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/hosts");
    let read = std::fs::read_dir(folder).unwrap();
    read.map(|entry| {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    })
    .collect()
}

#[test]
fn every_host_gets_what_it_switched() {
    let schemas = Schemas::read();
    for case in host_cases() {
        assert!(!case.question.is_empty() && !case.what.is_empty());
        let tables = builtin(&case.domain).unwrap();
        let decoder = Decoder::new(tables).with_options(case.host.options());
        let said = case
            .says
            .clone()
            .unwrap_or_default()
            .repeat(case.times.unwrap_or(1));
        let mut merged = String::new();
        let decoded = match (&case.patch, &case.bytes) {
            (Some(patch), _) => decoder.patch(&said, patch, &mut merged, TRACE_ID),
            (None, Some(bytes)) => decoder.decode_bytes(bytes, TRACE_ID),
            (None, None) => decoder.decode(&said, TRACE_ID),
        };
        assert_eq!(verdict(&decoded), case.verdict, "{}", case.what);
        schemas.check(&case.domain, &decoded);
        let findings = &decoded.account.findings;
        let ids: Vec<&str> = findings.iter().map(|finding| finding.rule.id).collect();
        assert_eq!(ids, [case.finding.as_str()], "{}", case.what);
    }
}

/// Every rule is broken by a core case, or by one of a host that switched something.
#[test]
fn every_rule_has_a_core_case() {
    let mut seen: BTreeSet<String> = host_cases().into_iter().map(|case| case.finding).collect();
    for case in core_cases() {
        let tables = builtin(&case.domain).unwrap();
        let decoded = Decoder::new(tables).decode(&case.text, TRACE_ID);
        let findings = decoded.account.findings.iter();
        seen.extend(findings.map(|finding| finding.rule.id.to_owned()));
    }
    let missing = registry::ALL.iter().filter(|rule| !seen.contains(rule.id));
    let missing: Vec<&str> = missing.map(|rule| rule.id).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// A core case is a question a person asked, in three languages, and what a model said to it. Where the text of the case is
/// not the right answer, the question says what is.
#[test]
fn every_core_case_has_its_question() {
    let cores = core_cases();
    assert!(cores.len() >= 50, "{} core cases", cores.len());
    for case in cores {
        let path = case.path.with_extension("question");
        let said = std::fs::read_to_string(&path);
        let said = said.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let question = Question::read(&said);
        let question = question.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = &case.name;
        let is_han = |letter: char| ('\u{4e00}'..='\u{9fff}').contains(&letter);
        let is_cyrillic = |letter: char| ('а'..='я').contains(&letter);
        let is_latin = |letter: char| letter.is_ascii_lowercase();
        assert!(question.zh.contains(is_han), "{name}: {}", question.zh);
        assert!(question.ru.contains(is_cyrillic), "{name}: {}", question.ru);
        assert!(question.en.contains(is_latin), "{name}: {}", question.en);
        let language = name.rsplit('_').next().unwrap();
        assert!(
            ["zh", "ru", "en"].contains(&language),
            "{name} does not end in a language"
        );
        let answers = usize::from(question.unclear) + usize::from(question.intent.is_some());
        let expected = usize::from(case.verdict != "contract");
        assert_eq!(
            answers, expected,
            "{name}: `unclear: true` or `intent: <SQL>` outside contract/"
        );
        if let Some(intent) = &question.intent {
            let decoded = decode(builtin(&case.domain).unwrap(), intent);
            assert_eq!(decoded, "contract", "{name}: {intent}");
        }
    }
}

fn decode(tables: &Tables, text: &str) -> &'static str {
    verdict(&Decoder::new(tables).decode(text, TRACE_ID))
}

/// Every scenario that makes sense in a domain has a core case there, and so has a question back.
#[test]
fn core_cases_cover_scenarios_and_languages() {
    let mut scenarios: BTreeSet<(String, Scenario)> = BTreeSet::new();
    let mut languages: BTreeSet<(String, String)> = BTreeSet::new();
    for case in core_cases() {
        let Case { domain, name, .. } = &case;
        let tables = builtin(domain).unwrap();
        let decoded = Decoder::new(tables).decode(&case.text, TRACE_ID);
        let scenario = match &decoded.verdict {
            Verdict::Contract(contract) => contract.intent.scenario,
            Verdict::Clarify(clarify) if clarify.reasons[0].code == MODEL_ASKED => {
                Scenario::Clarify
            }
            _ => continue,
        };
        scenarios.insert((domain.clone(), scenario));
        let language = name.rsplit('_').next().unwrap();
        languages.insert((domain.clone(), language.to_owned()));
    }
    let of = |domain: &str| -> Vec<&str> {
        let found = scenarios.iter().filter(|(name, _)| name == domain);
        found.map(|(_, scenario)| scenario.code()).collect()
    };
    let all: Vec<&str> = Scenario::ALL.iter().map(|known| known.code()).collect();
    assert_eq!(of("enterprise"), all);
    assert_eq!(of("address"), ["IS", "AGG", "CL"]);
    assert_eq!(of("mind"), ["IS", "RAG", "CL", "HY"]);
    assert_eq!(of("wine"), ["IS", "AF", "AGG", "SET", "RAG", "CL", "HY"]);
    for domain in ["enterprise", "address", "mind", "wine"] {
        for language in builtin(domain).unwrap().languages.iter() {
            let speaks = (domain.to_owned(), language.to_string());
            assert!(languages.contains(&speaks), "{speaks:?}");
        }
    }
}

fn core_cases() -> Vec<Case> {
    let mut cases = cases();
    cases.retain(|case| case.name.starts_with("core_"));
    cases
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
