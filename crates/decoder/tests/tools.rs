//! Calls of the tools shaped by hand mean what their cMEC means.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test panics on failure"
)]

use cmec_decoder::decode::Options;
use cmec_decoder::encode::encode;
use cmec_decoder::generated::builtin;
use cmec_decoder::language::Order;
use cmec_decoder::tables::{JsonType, TABLES_FORMAT, ToolDef, ToolSort};
use cmec_decoder::{Decoded, Decoder, Notation, Spelling, Tables, Verdict};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn wine() -> &'static Tables {
    builtin("wine").unwrap()
}

fn decode(text: &str) -> Decoded<'_> {
    Decoder::new(wine()).decode(text, "1")
}

fn contract(text: &str) -> Value {
    let decoded = decode(text);
    let Verdict::Contract(contract) = &decoded.verdict else {
        panic!("{text}: {:?}", decoded.verdict);
    };
    serde_json::to_value(contract).unwrap()
}

#[test]
fn a_call_means_what_its_cmec_means() {
    for (call, c02) in [
        (
            r#"{"name":"search_wines","arguments":{"wine_type":"red","price_max":2000}}"#,
            r#"{"s":"IS","C":{"flt":[{"f":"F007","op":"EQ","v":"red"},{"f":"F012","op":"LE","v":2000}]}}"#,
        ),
        (
            r#"{"name":"search_wines","arguments":{"grape_variety":"Мальбек","region":"Мендоса"}}"#,
            r#"{"s":"IS","C":{"flt":[{"f":"F006","op":"CT","v":"Мальбек"},{"f":"F003","op":"CT","v":"Мендоса"}]}}"#,
        ),
        (
            r#"{"name":"semantic_search","arguments":{"query":"лёгкое","price_max":1500}}"#,
            r#"{"s":"HY","C":{"flt":[{"f":"F012","op":"LE","v":1500}]},"Q":{"txt":"лёгкое"}}"#,
        ),
        (
            r#"{"name":"semantic_search","arguments":{"query":"лёгкое"}}"#,
            r#"{"s":"RAG","o":"INST","Q":{"txt":"лёгкое"}}"#,
        ),
        (r#"{"name":"search_wines","arguments":{}}"#, r#"{"s":"IS"}"#),
    ] {
        assert_eq!(contract(call), contract(c02), "{call}");
    }
}

/// One call means the same in whatever an API puts around it.
/// The rows of a tool are so many, in this order and with these fields, in the order of the codebook.
#[test]
fn a_tool_says_which_rows_it_gives() {
    let mut tables = wine().clone();
    let mut tools = tables.tools.to_vec();
    tools[0].limit = Some(10);
    tools[0].fields = vec!["wine.name".into(), "wine.price_rub".into()].into();
    tools[0].sort = vec![ToolSort {
        field: "wine.price_rub".into(),
        order: Order::Desc,
    }]
    .into();
    tables.tools = tools.into();
    let call = r#"{"name":"search_wines","arguments":{"wine_type":"red"}}"#;
    let meant = r#"{"s":"IS","A":["F001","F012"],"C":{"flt":[{"f":"F007","op":"EQ","v":"red"}],"srt":[{"f":"F012","ord":"D"}],"pg":{"lim":10}}}"#;
    let decoded = Decoder::new(&tables).decode(call, "1");
    let Verdict::Contract(found) = &decoded.verdict else {
        panic!("{:?}", decoded.account.findings);
    };
    assert_eq!(serde_json::to_value(found).unwrap(), contract(meant));
    let ledger = serde_json::to_string(&decoded.account.ledger).unwrap();
    for why in ["limit of the tool", "the tool's order", "the tool's fields"] {
        assert!(ledger.contains(why), "{why}: {ledger}");
    }
}

#[test]
fn a_call_is_found_in_what_an_api_puts_around_it() {
    let meant = contract(r#"{"s":"IS","C":{"flt":[{"f":"F007","op":"EQ","v":"red"}]}}"#);
    let arguments = r#"{"wine_type":"red"}"#;
    let quoted = serde_json::to_string(arguments).unwrap();
    let bare = format!(r#""name":"search_wines","arguments":{quoted}"#);
    for call in [
        format!("{{{bare}}}"),
        format!(r#"{{"type":"function_call","call_id":"c","status":"completed",{bare}}}"#),
        format!(r#"{{"id":"c","type":"function","function":{{{bare}}}}}"#),
        format!(r#"{{"tool_calls":[{{"id":"c","type":"function","function":{{{bare}}}}}]}}"#),
        format!(r#"{{"content":"…","tool_calls":null,"function_call":{{{bare}}}}}"#),
        format!(r#"{{"type":"tool_use","id":"t","name":"search_wines","input":{arguments}}}"#),
        format!(r#"{{"functionCall":{{"name":"search_wines","args":{arguments}}}}}"#),
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{{bare},"_meta":{{}}}}}}"#
        ),
    ] {
        assert_eq!(contract(&call), meant, "{call}");
        let spoilt = call.replace("wine_type", "wine_tpye");
        let decoded = decode(&spoilt);
        let [finding] = decoded.account.findings.as_slice() else {
            panic!("{spoilt}: {:?}", decoded.account.findings);
        };
        assert_eq!(finding.rule.id, "DEC021", "{spoilt}");
        assert!(finding.pointer.ends_with("/wine_tpye"), "{spoilt}");
    }
    for (call, found) in [
        (r#"{"name":"search_wine"}"#, &["DEC036"][..]),
        (r#"{"name":"semantic_search"}"#, &["DEC023", "DEC050"]),
        (
            r#"{"Name":"search_wines","Arguments":{}}"#,
            &["DEC023", "DEC021", "DEC021"],
        ),
        (r#"{"tool_calls":[]}"#, &["DEC023"]),
        (r#"{"tool_calls":{}}"#, &["DEC020"]),
        (r#"{"tool_calls":[{"name":"search_wines"},1]}"#, &["DEC014"]),
        (
            r#"{"tool_calls":[{"name":"search_wines"}],"function_call":{}}"#,
            &["DEC014"],
        ),
        (
            r#"{"method":"tools/list","params":{"name":"search_wines"}}"#,
            &["DEC020"],
        ),
        (
            r#"{"name":"search_wines","arguments":{},"input":{}}"#,
            &["DEC021"],
        ),
        (r#"{"functionCall":7}"#, &["DEC020"]),
    ] {
        let decoded = decode(call);
        let ids: Vec<&str> = (decoded.account.findings.iter())
            .map(|finding| finding.rule.id)
            .collect();
        assert_eq!(ids, found, "{call}");
    }
}

/// Any contract is written as a call of the codebook's own tool, those of the other tools included.
/// A call that says of itself that it is a part, or nothing at all, is not what was meant.
/// A host sent all that a server answered: one finding says what to send.
#[test]
fn a_whole_answer_of_a_server_is_no_intent() {
    for (answer, holds) in [
        (
            r#"{"id":"1","choices":[{"message":{"content":"x"}}]}"#,
            "`choices[0].message`",
        ),
        (
            r#"{"role":"assistant","content":[{"type":"tool_use"}]}"#,
            "`content[0]`",
        ),
        (
            r#"{"candidates":[{"content":{"parts":[]}}]}"#,
            "`candidates[0].content.parts[0]`",
        ),
        (
            r#"{"model":"x","message":{"content":"SELECT 1"}}"#,
            "`message`",
        ),
        (r#"{"output":[{"type":"function_call"}]}"#, "`output[0]`"),
    ] {
        let Verdict::Reject(reject) = decode(answer).verdict else {
            panic!("{answer}");
        };
        let [finding] = reject.findings.as_slice() else {
            panic!("{answer}: {reject:?}");
        };
        assert_eq!(finding.rule.id, "DEC020", "{answer}");
        let help = serde_json::to_string(finding).unwrap();
        assert!(help.contains(holds), "{help}");
    }
    let llama = r#"{"name":"search_wines","parameters":{"wine_type":"red"}}"#;
    let usual = r#"{"name":"search_wines","arguments":{"wine_type":"red"}}"#;
    assert_eq!(contract(llama), contract(usual));
}

#[test]
fn a_call_that_is_unfinished_or_refused_is_a_reject() {
    let bare = r#""name":"search_wines","arguments":"{\"wine_type\":\"red\"}""#;
    let call = format!(r#"{{"type":"function","function":{{{bare}}}}}"#);
    for text in [
        format!(r#"{{"type":"function_call","status":"incomplete","call_id":"x",{bare}}}"#),
        format!(r#"{{"type":"function_call","status":"in_progress",{bare}}}"#),
        format!(r#"{{"role":"assistant","refusal":"I cannot","tool_calls":[{call}]}}"#),
        format!(r#"{{"role":"assistant","finish_reason":"length","tool_calls":[{call}]}}"#),
        format!(r#"{{"stop_reason":"max_tokens",{bare}}}"#),
        format!(r#"{{"incomplete_details":{{"reason":"max_output_tokens"}},{bare}}}"#),
    ] {
        let decoded = decode(&text);
        assert!(matches!(decoded.verdict, Verdict::Reject(_)), "{text}");
        let ids: Vec<&str> = (decoded.account.findings.iter())
            .map(|one| one.rule.id)
            .collect();
        assert_eq!(ids, ["DEC018"], "{text}");
    }
    for text in [
        format!(r#"{{"type":"function_call","status":"completed",{bare}}}"#),
        format!(r#"{{"role":"assistant","refusal":null,"tool_calls":[{call}]}}"#),
        format!(r#"{{"finish_reason":"tool_calls","refusal":"","tool_calls":[{call}]}}"#),
    ] {
        contract(&text);
    }
}

/// An argument that is `null` is one that is not there.
#[test]
fn an_argument_that_is_null_is_absent() {
    let said = r#"{"name":"search_wines","arguments":{"wine_type":"red","country":null,"price_max":null}}"#;
    let unsaid = r#"{"name":"search_wines","arguments":{"wine_type":"red"}}"#;
    assert_eq!(contract(said), contract(unsaid));
    let lacking = decode(r#"{"name":"semantic_search","arguments":{"query":null}}"#);
    let ids: Vec<&str> = (lacking.account.findings.iter())
        .map(|one| one.rule.id)
        .collect();
    assert!(ids.contains(&"DEC023"), "{ids:?}");
}

#[test]
fn a_call_is_written_as_one_of_the_codebooks_own_tool() {
    let call = r#"{"name":"search_wines","arguments":{"sweetness":"dry"}}"#;
    let decoded = decode(call);
    let Verdict::Contract(contract) = &decoded.verdict else {
        panic!();
    };
    assert_eq!(
        encode(contract, wine(), Notation::ToolCall).unwrap(),
        r#"{"name":"query_wine","arguments":{"s":"IS","C":{"flt":[{"f":"F008","op":"EQ","v":"dry"}]}}}"#
    );
}

/// A lower bound is dropped exactly where it is not below the upper one, whichever is said first.
#[test]
fn lower_bounds_are_below_upper_ones() {
    for (low, high, kept) in [
        ("1", "2", true),
        ("2", "2", false),
        ("2.0", "2", false),
        ("3", "2", false),
        ("-2", "-1", true),
        ("9007199254740993", "9007199254740992", false),
        ("1e1", "11", true),
    ] {
        for text in [
            format!(r#"{{"price_min":{low},"price_max":{high}}}"#),
            format!(r#"{{"price_max":{high},"price_min":{low}}}"#),
        ] {
            let text = format!(r#"{{"name":"search_wines","arguments":{text}}}"#);
            assert_eq!(dropped(&text).1 == 0, kept, "{text}");
            let filters = contract(&text)["constraints"]["filters"].clone();
            assert_eq!(filters.as_array().unwrap().len(), 1 + usize::from(kept));
        }
    }
    let alone = r#"{"name":"search_wines","arguments":{"price_min":3000}}"#;
    assert_eq!(
        contract(alone)["constraints"]["filters"][0]["operator"],
        "ge"
    );
}

/// The verdict on a text, and how much of it was dropped.
fn dropped(text: &str) -> (Verdict<'_>, usize) {
    let decoded = decode(text);
    let count = decoded.account.ledger.dropped().count();
    (decoded.verdict, count)
}

/// Dropping belongs to the arguments of the tools that say so, and to nothing else.
#[test]
fn what_is_no_value_is_dropped_from_the_tools_alone() {
    // Whatever is no value: another word, a near miss, a look-alike, a wrong type, a list without a value.
    for value in [
        r#""orange""#,
        r#""not red""#,
        r#""red or white""#,
        r#""красноe""#,
        r#""red ""#,
        r#""red\u200b""#,
        r#""ｒｅｄ""#,
        "7",
        "true",
        r#"{"a":1}"#,
        r#"["orange"]"#,
    ] {
        for argument in ["wine_type", "sweetness"] {
            let arguments = format!(r#"{{"{argument}":{value},"price_max":2000}}"#);
            let text = format!(r#"{{"name":"search_wines","arguments":{arguments}}}"#);
            let (verdict, count) = dropped(&text);
            let Verdict::Contract(contract) = verdict else {
                panic!("{text}: {verdict:?}");
            };
            assert_eq!(
                (contract.constraints.filters.len(), count),
                (1, 1),
                "{text}"
            );
        }
    }
    // Models fill what they do not use: what is empty says nothing, in any argument that may be left out.
    let text = r#"{"name":"search_wines","arguments":{"wine_type":"","sweetness":[],"country":" ","grape_variety":null,"price_max":2000}}"#;
    let (verdict, count) = dropped(text);
    let Verdict::Contract(contract) = verdict else {
        panic!("{verdict:?}");
    };
    assert_eq!((contract.constraints.filters.len(), count), (1, 0));
    // A list of values says something, and so does one among others.
    for value in [r#"["red","white"]"#, r#"["red"]"#, r#"["red","orange"]"#] {
        let text = format!(r#"{{"name":"search_wines","arguments":{{"wine_type":{value}}}}}"#);
        let (verdict, count) = dropped(&text);
        assert!(
            matches!(verdict, Verdict::Clarify(_)),
            "{text}: {verdict:?}"
        );
        assert_eq!(count, 0, "{text}");
    }
    for text in [
        r#"{"s":"IS","C":{"flt":[{"f":"F007","op":"EQ","v":"orange"}]}}"#,
        r#"{"s":"IS","C":{"flt":[{"f":"F007","op":"EQ","v":["red"]}]}}"#,
        r#"{"s":"IS","C":{"flt":[{"f":"F007","op":"IN","v":"red"}]}}"#,
        r#"{"s":"IS","C":{"flt":[{"f":"F007","op":"EQ","v":null}]}}"#,
        r#"{"name":"query_wine","arguments":{"s":"IS","C":{"flt":[{"f":"F007","op":"EQ","v":"orange"}]}}}"#,
        r#"{"name":"search_wines","arguments":{"price_max":"orange"}}"#,
        "red|orange",
        "red|dry",
        "wine_type=red|orange",
        "count wine_type=orange",
        "a{red} b{wine_type=orange} ;a!b",
    ] {
        let (verdict, count) = dropped(text);
        assert!(
            !matches!(verdict, Verdict::Contract(_)),
            "{text}: {verdict:?}"
        );
        assert_eq!(count, 0, "{text}");
    }
}

/// What a table file says of tools must fit the rest of it.
#[test]
fn a_table_file_with_a_broken_tool_is_refused() {
    let load = |edit: &dyn Fn(&mut Value)| {
        let mut tables = serde_json::to_value(wine()).unwrap();
        edit(&mut tables["tools"]);
        Tables::from_compiled(&json!({"format": TABLES_FORMAT, "tables": tables}).to_string())
    };
    assert!(load(&|_| {}).is_ok());
    let edits: [&dyn Fn(&mut Value); 5] = [
        &|tools| tools[0]["name"] = json!("query_wine"),
        &|tools| tools[0]["name"] = tools[1]["name"].clone(),
        &|tools| tools[0]["target"] = json!("beer"),
        &|tools| tools[0]["parameters"][0]["filter"]["field"] = json!("wine.colour"),
        &|tools| tools[0]["parameters"][3]["lower_bound_of"] = json!("price"),
    ];
    for edit in edits {
        let refused = load(edit).unwrap_err().to_string();
        assert!(refused.contains("`tools`"), "{refused}");
    }
}

/// An argument for every parameter that was picked.
fn arguments(tool: &ToolDef, picks: &[(bool, u8)]) -> Map<String, Value> {
    (tool.parameters.iter().zip(picks))
        .filter(|(parameter, (picked, _))| *picked || parameter.required)
        .map(|(parameter, (_, number))| {
            let field = parameter.filter.as_ref();
            let field = field.and_then(|filter| wine().field_by_path(&filter.field));
            let values = field.map_or(&[][..], |field| &field.values);
            let value = match parameter.json_type {
                JsonType::Number => json!(number),
                _ if values.is_empty() => json!(format!("сыр \"{number}\"")),
                _ => json!(values[usize::from(*number) % values.len()].value),
            };
            (parameter.name.to_string(), value)
        })
        .collect()
}

fn tools() -> impl Strategy<Value = &'static ToolDef> {
    proptest::sample::select(wine().tools.iter().collect::<Vec<_>>())
}

fn picks() -> impl Strategy<Value = Vec<(bool, u8)>> {
    proptest::collection::vec((any::<bool>(), any::<u8>()), 8)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    /// Every call that keeps to the definition is a contract, which every notation can say; `null` and a text of
    /// arguments change nothing.
    #[test]
    fn a_call_that_keeps_to_its_definition_is_a_contract(tool in tools(), picks in picks()) {
        let said = arguments(tool, &picks);
        let call = json!({"name": tool.name, "arguments": said}).to_string();
        let meant = contract(&call);
        let decoded = decode(&call);
        let Verdict::Contract(valid) = &decoded.verdict else { panic!() };
        for notation in [Notation::C02, Notation::Mec, Notation::ToolCall] {
            let written = encode(valid, wine(), notation).unwrap();
            prop_assert_eq!(contract(&written), meant.clone(), "{}", written);
        }
        let mut nulls = said.clone();
        for parameter in tool.parameters.iter() {
            nulls.entry(parameter.name.to_string()).or_insert(Value::Null);
        }
        prop_assert_eq!(contract(&json!({"name": tool.name, "arguments": nulls}).to_string()), meant.clone());
        let quoted = Value::Object(said).to_string();
        prop_assert_eq!(contract(&json!({"name": tool.name, "arguments": quoted}).to_string()), meant);
    }

    /// Broken calls have a verdict with its places in the text, the same told and judged.
    #[test]
    fn any_mutation_of_a_call_has_a_verdict(
        tool in tools(),
        picks in picks(),
        start in any::<prop::sample::Index>(),
        length in 0_usize..12,
        new in "[\\[\\]{}\":,0-9a-z\\\\ынull]{0,6}",
    ) {
        let call = json!({"name": tool.name, "arguments": arguments(tool, &picks)}).to_string();
        let text: Vec<char> = call.chars().collect();
        let start = start.index(text.len());
        let end = (start + length).min(text.len());
        let mutated: String = text[..start].iter().copied().chain(new.chars()).chain(text[end..].iter().copied()).collect();
        for spelling in [Spelling::Auto, Spelling::Only(Notation::ToolCall)] {
            let decoder = Decoder::new(wine()).with_options(Options { spelling, ..Options::default() });
            let decoded = decoder.decode(&mutated, "1");
            for finding in &decoded.account.findings {
                prop_assert!(mutated.get(finding.span.start..finding.span.end).is_some(), "{:?}", finding);
            }
        }
    }
}
