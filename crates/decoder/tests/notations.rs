//! Every spelling of an intent means the same, is recognised, and never makes the decoder panic.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test panics on failure"
)]

#[path = "common/intents.rs"]
mod intents;

use cmec_decoder::decode::Options;
use cmec_decoder::encode::encode;
use cmec_decoder::generated::builtin;
use cmec_decoder::language::Scenario;
use cmec_decoder::ledger::LedgerKind;
use cmec_decoder::{Decoded, Decoder, Notation, Spelling, Verdict};
use intents::{Dice, intent};
use proptest::prelude::*;
use serde_json::value::RawValue;

fn decode(text: &str) -> Decoded<'_> {
    Decoder::new(builtin("enterprise").unwrap()).decode(text, "1")
}

fn only(notation: Notation) -> Decoder<'static> {
    Decoder::new(builtin("enterprise").unwrap()).with_options(Options {
        spelling: Spelling::Only(notation),
        ..Options::default()
    })
}

fn ids(decoded: &Decoded<'_>) -> Vec<&'static str> {
    let found = decoded.account.findings.iter();
    found.map(|finding| finding.rule.id).collect()
}

#[test]
fn a_relation_that_is_not_denied_is_one_of_v02() {
    let said = [
        r#"{"s":"RQ","tg":["enterprise"],"R":[{"r":"R001","no":false}]}"#,
        r#"{"s":"RQ","tg":["enterprise"],"R":[{"r":"R001"}]}"#,
    ];
    let [denied, plain] = said.map(|text| match decode(text).verdict {
        Verdict::Contract(contract) => (contract.version(), format!("{:?}", contract.get())),
        other => panic!("{other:?}"),
    });
    assert_eq!(denied, plain);
}

#[test]
fn notations_are_told_from_their_keys() {
    use Notation::{C02, Mec, MecV01, ToolCall};
    for (text, notation) in [
        (r#"{"s":"IS"}"#, C02),
        (r#"{"C":{},"intent":{},"constraints":[]}"#, C02),
        (r#"{"E":[],"arguments":{}}"#, C02),
        (r#"{"intent":{},"grounding":{},"constraints":{}}"#, Mec),
        (r#"{"intent":{}}"#, Mec),
        (r#"{"rag_params":{}}"#, Mec),
        (r#"{"contract_version":"v0.2-lite","constraints":[]}"#, Mec),
        (r#"{"constraints":[]}"#, MecV01),
        (r#"{"intent":{},"constraints":[{}]}"#, MecV01),
        (r#"{"contract_version":"v0.1.9","constraints":{}}"#, MecV01),
        (r#"{"name":"query_enterprise","arguments":{}}"#, ToolCall),
        (r#"{"arguments":"{}"}"#, ToolCall),
        (r#"{"type":"function","function":{}}"#, ToolCall),
        (r#"{"type":"tool_use","name":"x","input":{}}"#, ToolCall),
        (r#"{"functionCall":{"name":"x"}}"#, ToolCall),
        (r#"{"tool_calls":[]}"#, ToolCall),
        (r#"{"method":"tools/call","params":{}}"#, ToolCall),
        (r#"{"name":"x"}"#, ToolCall),
        (r#"{"name":"x","s":"IS"}"#, C02),
        (r#"{"name":"x","intent":{}}"#, Mec),
        (r#"{"Intent":{},"Grounding":{}}"#, Mec),
        (r#"{"Name":"x","Arguments":{}}"#, ToolCall),
        (r#"{"contract_version":"v0.1.x","constraints":{}}"#, MecV01),
        (r#"{"contract_version":"0.1.2","constraints":{}}"#, MecV01),
        (r#"{"contract_version":"v0.3","constraints":[]}"#, Mec),
        (r#"{"contract_version":"v0.12","constraints":{}}"#, Mec),
        ("{}", C02),
        ("[]", C02),
        ("I cannot answer", C02),
    ] {
        assert_eq!(decode(text).account.notation, notation, "{text}");
    }
    for notation in Notation::ALL {
        assert_eq!(Notation::from_name(notation.name()), Some(*notation));
        let told = serde_json::to_value(notation).unwrap();
        assert_eq!(told, notation.name());
        let decoder = only(*notation);
        for text in ["{", "{}", r#"{"arguments":"{"}"#] {
            assert_eq!(decoder.decode(text, "1").account.notation, *notation);
        }
    }
}

#[test]
fn a_notation_asked_for_is_the_only_one_read() {
    let mec = include_str!("../../../fixtures/seed/mec-instance-search.json");
    let c02 = include_str!("../../../fixtures/seed/cmec-instance-search.json");
    for (text, own) in [(mec, Notation::Mec), (c02, Notation::C02)] {
        for notation in Notation::ALL {
            let decoder = only(*notation);
            let decoded = decoder.decode(text, "1");
            let is_contract = matches!(decoded.verdict, Verdict::Contract(_));
            assert_eq!(is_contract, *notation == own, "{notation:?}");
        }
    }
}

#[test]
fn the_seeds_documents_are_what_their_c02_means() {
    for (mec, c02) in [
        (
            include_str!("../../../fixtures/seed/mec-instance-search.json"),
            include_str!("../../../fixtures/seed/cmec-instance-search.json"),
        ),
        (
            include_str!("../../../fixtures/seed/mec-relation-existence.json"),
            r#"{"s":"REX","E":[{"txt":"企业A"},{"txt":"园区B"}],"R":[{"r":"R001","dir":"O"}]}"#,
        ),
    ] {
        let (mec, c02) = (decode(mec), decode(c02));
        let (Verdict::Contract(mec), Verdict::Contract(c02)) = (&mec.verdict, &c02.verdict) else {
            panic!();
        };
        assert_eq!(mec.get(), c02.get());
    }
}

#[test]
fn versions_are_accepted_where_they_belong() {
    let document = |version: &str, constraints: &str| {
        format!(
            r#"{{"contract_version":{version},"intent":{{"scenario":"instance_search","output_type":"instances"}},"grounding":{{"target_types":["park"]}},"constraints":{constraints}}}"#
        )
    };
    for version in ["v0.2-lite", "v0.2", "v0.3"] {
        let text = document(&format!("\"{version}\""), "{}");
        assert!(ids(&decode(&text)).is_empty(), "{text}");
    }
    for version in ["v0.1", "v0.1.0", "v0.1.12"] {
        let text = document(&format!("\"{version}\""), "[]");
        assert!(ids(&decode(&text)).is_empty(), "{text}");
    }
    for (version, constraints, found) in [
        ("\"v0.9\"", "{}", &["DEC024"][..]),
        ("\"c0.2\"", "{}", &["DEC024"]),
        ("\"v0.1.\"", "[]", &["DEC024"]),
        ("\"v0.1.x\"", "[]", &["DEC024"]),
        ("\"0.1.2\"", "[]", &["DEC024"]),
        ("\"v0.1.2\"", "{}", &["DEC020"]),
        ("\"v0.2\"", "[]", &["DEC020"]),
        ("0.2", "{}", &["DEC020"]),
    ] {
        let text = document(version, constraints);
        assert_eq!(ids(&decode(&text)), found, "{text}");
    }
    assert_eq!(
        ids(&decode(
            r#"{"contract_version":"v0.2","s":"IS","tg":["park"]}"#
        )),
        ["DEC021"]
    );
}

/// The document never carries it; whoever debugs has it all the same.
#[test]
fn the_reasoning_that_is_cut_away_is_kept_in_the_account() {
    let document = |said: &str| {
        format!(
            r#"{{"intent":{{"scenario":"instance_search"}},"grounding":{{"target_types":["park"]}},"constraints":[]{said}}}"#
        )
    };
    for (said, kept) in [
        ("", None),
        (r#","reasoning":"потому \"что\"""#, Some("потому \"что\"")),
        (r#","reasoning":["a"]"#, None),
        (r#","confidence":0.5,"explain":"a""#, None),
    ] {
        let text = document(said);
        let decoded = decode(&text);
        assert!(matches!(decoded.verdict, Verdict::Contract(_)), "{text}");
        assert_eq!(decoded.account.reasoning.as_deref(), kept, "{text}");
    }
    let inside = document("").replace(r#"search"}"#, r#"search","reasoning":"a"}"#);
    assert_eq!(decode(&inside).account.reasoning.as_deref(), Some("a"));
    let banned = decode(r#"{"s":"IS","tg":["park"],"reasoning":"a"}"#);
    assert_eq!(banned.account.reasoning, None);
}

#[test]
fn names_of_metrics_are_not_names_of_fields() {
    for alias in ["F004", "enterprise.industry"] {
        let text = format!(
            r#"{{"s":"AGG","tg":["enterprise"],"C":{{"agg":{{"m":[{{"fn":"CNT","as":"{alias}"}}]}}}}}}"#
        );
        assert_eq!(ids(&decode(&text)), ["DEC060"], "{text}");
    }
}

#[test]
fn an_aggregation_that_computes_nothing_has_no_place() {
    for (scenario, numbers, id) in [
        ("AGG", r#""srt":[]"#, "DEC050"),
        ("IS", r#""by":["F003"]"#, "DEC051"),
    ] {
        let text =
            format!(r#"{{"s":"{scenario}","tg":["enterprise"],"C":{{"agg":{{{numbers}}}}}}}"#);
        assert_eq!(ids(&decode(&text)), [id], "{text}");
    }
}

#[test]
fn a_path_has_at_least_one_hop_and_at_most_the_cap() {
    for (depth, found) in [
        ("0", &["DEC044"][..]),
        ("1", &[]),
        ("6", &[]),
        ("7", &["DEC070"]),
    ] {
        let text =
            format!(r#"{{"s":"PQ","E":[{{"txt":"a"}},{{"txt":"b"}}],"G":{{"dep":{depth}}}}}"#);
        assert_eq!(ids(&decode(&text)), found, "{text}");
    }
    assert_eq!(
        ids(&decode(r#"{"s":"SG","E":[{"txt":"a"}],"G":{"dep":6}}"#)),
        ["DEC070"]
    );
}

/// The parts of a MEC document, each in its own digits.
#[derive(serde::Deserialize)]
struct Mec<'a> {
    #[serde(borrow)]
    intent: &'a RawValue,
    #[serde(borrow)]
    grounding: &'a RawValue,
    #[serde(borrow)]
    constraints: Constraints<'a>,
    #[serde(borrow)]
    graph_params: Option<&'a RawValue>,
    #[serde(borrow)]
    rag_params: Option<&'a RawValue>,
}

#[derive(serde::Deserialize)]
struct Constraints<'a> {
    #[serde(borrow)]
    filters: Vec<&'a RawValue>,
    #[serde(borrow)]
    sort: Vec<&'a RawValue>,
    #[serde(borrow)]
    pagination: &'a RawValue,
}

/// The same contract as a flat document of v0.1, with things the seed has cut since.
fn flat(mec: &str) -> String {
    let mec: Mec<'_> = serde_json::from_str(mec).unwrap();
    let constraints = &mec.constraints;
    let elements: Vec<&str> = std::iter::once(&constraints.pagination)
        .chain(&constraints.sort)
        .chain(&constraints.filters)
        .map(|raw| raw.get())
        .collect();
    let optional = |key: &str, raw: Option<&RawValue>| {
        raw.map_or_else(String::new, |raw| format!(",\"{key}\":{}", raw.get()))
    };
    format!(
        r#"{{"reasoning":"…","constraints":[{}],"confidence":0.5,"intent":{},"grounding":{}{}{}}}"#,
        elements.join(","),
        mec.intent.get(),
        mec.grounding.get(),
        optional("graph_params", mec.graph_params),
        optional("rag_params", mec.rag_params),
    )
}

fn scenarios() -> impl Strategy<Value = Scenario> {
    let scenarios: Vec<Scenario> = (Scenario::ALL.iter().copied())
        .filter(|scenario| *scenario != Scenario::Clarify)
        .collect();
    proptest::sample::select(scenarios)
}

fn numbers() -> impl Strategy<Value = Vec<u32>> {
    proptest::collection::vec(any::<u32>(), 0..100)
}

/// A valid text in a notation.
fn spelled(notation: Notation, scenario: Scenario, numbers: &[u32]) -> String {
    let tables = builtin("enterprise").unwrap();
    let flat_has_no_place = matches!(scenario, Scenario::Aggregation | Scenario::SetOps);
    let scenario = if notation == Notation::MecV01 && flat_has_no_place {
        Scenario::InstanceSearch
    } else {
        scenario
    };
    let text = intent(tables, scenario, &mut Dice::of(numbers));
    let decoded = decode(&text);
    let Verdict::Contract(contract) = &decoded.verdict else {
        panic!("{text}");
    };
    match notation {
        Notation::MecV01 => flat(&encode(contract, tables, Notation::Mec).unwrap()),
        // What SQL has no words for is said in codes.
        Notation::Sql => encode(contract, tables, Notation::Sql).unwrap_or(text),
        other => encode(contract, tables, other).unwrap(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// A flat document means what the document it came from means.
    #[test]
    fn flat_documents_are_upgraded(scenario in scenarios(), numbers in numbers()) {
        let flat = spelled(Notation::MecV01, scenario, &numbers);
        // Only v0.3 has these.
        prop_assume!(!["any_of", "value_field", "\"group", "\"per\""].iter().any(|form| flat.contains(form)));
        let decoded = decode(&flat);
        prop_assert_eq!(decoded.account.notation, Notation::MecV01);
        let Verdict::Contract(contract) = &decoded.verdict else {
            panic!("{flat}: {:#?}", decoded.account.findings);
        };
        let mec = encode(contract, builtin("enterprise").unwrap(), Notation::Mec).unwrap();
        let kinds = |kind| decoded.account.ledger.entries().iter().filter(move |entry| entry.kind == kind).count();
        prop_assert_eq!(kinds(LedgerKind::CutAway), 2);
        let elements = contract.constraints.filters.len() + contract.constraints.sort.len() + 1;
        prop_assert_eq!(kinds(LedgerKind::ContractUpgraded), elements + 1);
        let again = decode(&mec);
        let Verdict::Contract(again) = &again.verdict else {
            panic!("{mec}");
        };
        prop_assert_eq!(again.get(), contract.get());
    }

    /// Arguments in a text mean what they mean as an object, and their findings have true places.
    #[test]
    fn arguments_in_a_text_are_read_as_they_are(scenario in scenarios(), numbers in numbers(), spoil in any::<bool>()) {
        let mut c02 = spelled(Notation::C02, scenario, &numbers);
        if spoil {
            c02 = c02.replacen("F0", "Ф0", 1);
        }
        let quoted = serde_json::to_string(&c02).unwrap();
        let object = format!(r#"{{"name":"query_enterprise","arguments":{c02}}}"#);
        let text = format!(r#"{{"type":"function","function":{{"name":"query_enterprise","arguments":{quoted}}}}}"#);
        let (object, decoded) = (decode(&object), decode(&text));
        if let (Verdict::Contract(object), Verdict::Contract(text)) = (&object.verdict, &decoded.verdict) {
            prop_assert_eq!(object, text);
        }
        prop_assert_eq!(object.account.findings.len(), decoded.account.findings.len());
        for (one, other) in object.account.findings.iter().zip(&decoded.account.findings) {
            prop_assert_eq!(one.rule.id, other.rule.id);
            prop_assert_eq!(&one.message, &other.message);
            prop_assert_eq!(format!("/function{}", one.pointer), other.pointer.as_str());
            let said = &text[other.span.start..other.span.end];
            prop_assert!(said.contains("Ф0") == (one.rule.id == "DEC031"), "{}", said);
        }
    }

    /// Mutations of valid texts: a range replaced, in every notation, read as it and as any.
    #[test]
    fn any_mutation_has_a_verdict(
        notation in proptest::sample::select(Notation::ALL),
        scenario in scenarios(),
        numbers in numbers(),
        start in any::<prop::sample::Index>(),
        length in 0_usize..12,
        new in "[\\[\\]{}\":,0-9a-zA-Z\\\\и企]{0,6}",
    ) {
        let text: Vec<char> = spelled(notation, scenario, &numbers).chars().collect();
        let start = start.index(text.len());
        let end = (start + length).min(text.len());
        let mutated: String = text[..start].iter().copied().chain(new.chars()).chain(text[end..].iter().copied()).collect();
        check(&mutated, &decode(&mutated))?;
        check(&mutated, &only(notation).decode(&mutated, "1"))?;
    }

    /// Whatever the text, every reader has a verdict.
    #[test]
    fn any_text_has_a_verdict(notation in proptest::sample::select(Notation::ALL), text in any::<String>()) {
        check(&text, &only(notation).decode(&text, "1"))?;
    }

    /// Whatever the JSON under a notation's own keys, its reader has a verdict.
    #[test]
    fn any_shape_has_a_verdict(
        notation in proptest::sample::select(Notation::ALL),
        values in proptest::collection::vec(shapes(), 12),
    ) {
        let keys = ["s", "tg", "C", "G", "intent", "grounding", "constraints", "graph_params", "name", "arguments", "function", "clarify"];
        let members: Vec<String> = keys.iter().zip(&values).map(|(key, value)| format!("\"{key}\":{value}")).collect();
        let text = format!("{{{}}}", members.join(","));
        check(&text, &only(notation).decode(&text, "1"))?;
    }
}

/// Small JSON values with keys the notations know.
fn shapes() -> impl Strategy<Value = String> {
    let leaf = proptest::sample::select(vec![
        "null",
        "true",
        "-1",
        "2.50",
        "\"\"",
        "\"IS\"",
        "\"F001\"",
        "\"eq\"",
        "\"filter\"",
        "\"{}\"",
        "[]",
        "{}",
        "\"{\\\"s\\\":\\\"IS\\\\u0041\\\"}\"",
        "\"{\\\"a\\\":\\u0031}\"",
    ]);
    let keys = proptest::sample::select(vec![
        "flt",
        "f",
        "op",
        "v",
        "path",
        "filters",
        "field",
        "operator",
        "value",
        "order",
        "limit",
        "kind",
        "type",
        "scenario",
        "relations",
        "pagination",
        "aggregation",
        "metrics",
        "set_ops",
        "lhs",
        "arguments",
        "name",
    ]);
    leaf.prop_map(str::to_owned)
        .prop_recursive(4, 24, 4, move |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..4)
                    .prop_map(|values| format!("[{}]", values.join(","))),
                proptest::collection::vec((keys.clone(), inner), 0..4).prop_map(|members| {
                    let members: Vec<String> = members
                        .iter()
                        .map(|(key, value)| format!("\"{key}\":{value}"))
                        .collect();
                    format!("{{{}}}", members.join(","))
                }),
            ]
        })
}

fn check(text: &str, decoded: &Decoded<'_>) -> Result<(), TestCaseError> {
    let is_contract = matches!(decoded.verdict, Verdict::Contract(_));
    let asks = matches!(&decoded.verdict, Verdict::Clarify(clarify) if clarify.reasons[0].code == "model_asked");
    prop_assert_eq!(
        decoded.account.findings.is_empty(),
        is_contract || asks,
        "{}",
        text
    );
    for finding in &decoded.account.findings {
        prop_assert!(
            text.get(finding.span.start..finding.span.end).is_some(),
            "{:?}",
            finding
        );
    }
    for entry in decoded.account.ledger.entries() {
        let span = entry.span.unwrap_or_default();
        prop_assert!(text.get(span.start..span.end).is_some(), "{:?}", entry);
    }
    Ok(())
}
