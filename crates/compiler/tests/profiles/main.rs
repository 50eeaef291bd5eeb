//! What is written for a provider keeps to the provider's rules, by a second reading of them, and still says whatever
//! a person asked.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test reads the fixtures and panics on failure"
)]

#[path = "../../../../fixtures/decode/cases.rs"]
mod cases;
mod nulls;

use std::collections::BTreeSet;
use std::path::Path;

use cmec_compiler::emit::profile::Profile;
use cmec_compiler::{Checked, EmitKind, compile, emit, load_dir};
use cmec_decoder::encode::encode;
use cmec_decoder::language::{Call, given_names};
use cmec_decoder::tables::Tables;
use cmec_decoder::{Decoder, Notation, Verdict};
use serde_json::{Value, json};

use self::cases::cases_of;
use self::nulls::with_nulls;

const DOMAINS: &[&str] = &["address", "enterprise", "mind", "wine"];

fn model(domain: &str) -> Checked {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../codebook");
    compile(&load_dir(folder.join(domain)).unwrap())
        .model
        .unwrap()
}

fn profile(name: &str) -> &'static Profile {
    Profile::named(name).unwrap()
}

/// The schemas of a profile: the cMEC's and those of every tool's arguments.
fn schemas(profile: &Profile, model: &Checked) -> Vec<(String, Value)> {
    let mut all = vec![("cmec".to_owned(), profile.cmec(model.tables()))];
    for tool in profile.tools(model.tables(), model.catalogue(), None) {
        let function = tool.get("function").unwrap_or(&tool);
        let keys = ["parameters", "parametersJsonSchema", "input_schema"];
        let arguments = keys.iter().find_map(|key| function.get(key)).unwrap();
        let name = function["name"].as_str().unwrap();
        all.push((name.to_owned(), arguments.clone()));
    }
    all
}

/// What a second reading counts.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    properties: usize,
    levels: usize,
    values: usize,
    characters: usize,
    optional: usize,
    unions: usize,
}

/// Walks a schema, with every key of every object judged by `keyword`.
fn walk(schema: &Value, level: usize, counts: &mut Counts, keyword: &dyn Fn(&str, &Value)) {
    let map = schema.as_object().unwrap();
    for (name, value) in map {
        keyword(name, schema);
        match name.as_str() {
            "properties" | "$defs" => {
                let inner = value.as_object().unwrap();
                counts.characters += inner.keys().map(|key| key.chars().count()).sum::<usize>();
                if name == "properties" {
                    counts.properties += inner.len();
                    counts.levels = counts.levels.max(level);
                    counts.optional += inner.len() - map["required"].as_array().unwrap().len();
                }
                for schema in inner.values() {
                    walk(schema, level + 1, counts, keyword);
                }
            }
            "anyOf" => {
                counts.unions += 1;
                for schema in value.as_array().unwrap() {
                    walk(schema, level, counts, keyword);
                }
            }
            "type" => counts.unions += usize::from(value.is_array()),
            "items" => walk(value, level, counts, keyword),
            "enum" => {
                let values = value.as_array().unwrap();
                counts.values += values.len();
                let texts = values
                    .iter()
                    .map(|text| text.as_str().unwrap().chars().count());
                counts.characters += texts.sum::<usize>();
                assert!(values.len() <= 250, "{schema}");
            }
            _ => {}
        }
    }
}

fn is_closed(schema: &Value) {
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        assert_eq!(schema["additionalProperties"], false, "{schema}");
        let required = schema["required"].as_array().unwrap();
        assert!(
            required
                .iter()
                .all(|name| properties.contains_key(name.as_str().unwrap()))
        );
    }
}

/// No list goes on for ever, and one of types has no more items than there are types. `uniqueItems` is refused by some engines.
#[test]
fn every_list_has_an_end() {
    let profile = profile("engine");
    for domain in DOMAINS {
        let model = model(domain);
        let types = model.tables().types.len();
        for (name, schema) in schemas(profile, &model) {
            walk(&schema, 1, &mut Counts::default(), &|keyword, own| {
                assert_ne!(keyword, "uniqueItems", "{domain} {name}");
                if own["type"] == "array" {
                    assert!(own["maxItems"].is_u64(), "{domain} {name}: {own}");
                }
                if own["items"]["$ref"] == "#/$defs/type" {
                    assert_eq!(own["maxItems"], types, "{domain} {name}: {own}");
                }
            });
        }
    }
}

#[test]
fn openai_strict_keeps_to_its_rules() {
    let profile = profile("openai-strict");
    for domain in DOMAINS {
        let model = model(domain);
        for (name, schema) in schemas(profile, &model) {
            assert_eq!(schema["type"], "object");
            let mut counts = Counts::default();
            walk(&schema, 1, &mut counts, &|keyword, own| {
                let known = "type description properties required additionalProperties items minItems maxItems enum \
                    anyOf $ref $defs pattern minimum maximum";
                assert!(
                    known.split(' ').any(|known| known == keyword),
                    "{domain} {name}: {keyword}"
                );
                is_closed(own);
                let choices = own.get("anyOf").and_then(Value::as_array);
                let first = |choice: &Value| {
                    let keys = choice.get("properties")?.as_object()?;
                    keys.keys().next().cloned()
                };
                let firsts: Vec<String> = choices.into_iter().flatten().filter_map(first).collect();
                let distinct: BTreeSet<&String> = firsts.iter().collect();
                assert_eq!(distinct.len(), firsts.len(), "{domain} {name}: {firsts:?}");
            });
            assert_eq!(counts.optional, 0, "{domain} {name}");
            let Counts {
                properties,
                levels,
                values,
                characters,
                ..
            } = counts;
            assert!(
                properties <= 5000 && levels <= 10 && values <= 1000 && characters <= 120_000,
                "{domain} {name}: {counts:?}"
            );
        }
        for tool in profile.tools(model.tables(), model.catalogue(), None) {
            assert_eq!(
                (&tool["type"], &tool["function"]["strict"]),
                (&json!("function"), &json!(true))
            );
        }
    }
}

#[test]
fn anthropic_keeps_to_its_rules_or_says_by_how_much_it_does_not() {
    let profile = profile("anthropic");
    for domain in DOMAINS {
        let model = model(domain);
        let over = profile.over(model.tables());
        for (name, schema) in schemas(profile, &model) {
            let mut counts = Counts::default();
            walk(&schema, 1, &mut counts, &|keyword, own| {
                let known = "type description properties required additionalProperties items minItems enum anyOf pattern";
                assert!(
                    known.split(' ').any(|known| known == keyword),
                    "{domain} {name}: {keyword}"
                );
                assert!(
                    own.get("minItems")
                        .is_none_or(|least| least.as_u64() <= Some(1)),
                    "{own}"
                );
                is_closed(own);
            });
            let exported = [format!("query_{domain}"), format!("ask_{domain}")];
            let by_hand = name != "cmec" && !exported.contains(&name);
            if name == exported[1] {
                assert_eq!((counts.optional, counts.unions), (0, 0));
                continue;
            }
            let document = if by_hand { name.as_str() } else { "cmec-c0.2" };
            for (what, most, have) in [
                ("optional parameters", 24, counts.optional),
                ("parameters of several types", 16, counts.unions),
            ] {
                let said = over
                    .iter()
                    .find(|over| over.document == document && over.what == what);
                assert_eq!(
                    said.map(|over| (over.most, over.have)),
                    (have > most).then_some((most, have)),
                    "{domain} {name} {what}"
                );
            }
        }
        assert!(profile.tools(model.tables(), model.catalogue(), None).len() <= 20);
        for tool in profile.tools(model.tables(), model.catalogue(), None) {
            assert_eq!(tool["strict"], true);
        }
    }
}

#[test]
fn gemini_keeps_to_its_rules() {
    let profile = profile("gemini");
    for domain in DOMAINS {
        for (name, schema) in schemas(profile, &model(domain)) {
            walk(&schema, 1, &mut Counts::default(), &|keyword, own| {
                let known = "type description properties required additionalProperties items minItems maxItems enum \
                    minimum maximum anyOf $ref $defs";
                assert!(
                    known.split(' ').any(|known| known == keyword),
                    "{domain} {name}: {keyword}"
                );
                is_closed(own);
            });
        }
        let model = model(domain);
        for tool in profile.tools(model.tables(), model.catalogue(), None) {
            assert!(tool.get("parameters").is_none() && tool["parametersJsonSchema"].is_object());
        }
    }
}

/// Whether engines load it and hold to it `xtask/engines/measure.py` tells.
#[test]
fn engine_says_no_conditions() {
    let profile = profile("engine");
    for domain in DOMAINS {
        for (name, schema) in schemas(profile, &model(domain)) {
            walk(&schema, 1, &mut Counts::default(), &|keyword, own| {
                let known = "type description properties required additionalProperties items minItems maxItems \
                    minLength enum minimum maximum pattern anyOf $ref $defs";
                assert!(
                    known.split(' ').any(|known| known == keyword),
                    "{domain} {name}: {keyword}"
                );
                if name == "cmec" {
                    is_closed(own);
                }
                let pattern = own.get("pattern").and_then(Value::as_str);
                let whole = |pattern: &str| pattern.starts_with('^') && pattern.ends_with('$');
                assert!(pattern.is_none_or(whole), "{domain} {name}: {own}");
            });
        }
    }
}

#[test]
fn every_schema_of_a_profile_is_one() {
    for domain in DOMAINS {
        let model = model(domain);
        for profile in Profile::all() {
            for (name, schema) in schemas(profile, &model) {
                if let Err(error) = jsonschema::draft202012::meta::validate(&schema) {
                    panic!("{domain} {} {name}: {error}", profile.name);
                }
                jsonschema::draft202012::new(&schema).unwrap();
            }
        }
    }
}

/// The manifest has the numbers of a second count, and a line for each keyword that went.
#[test]
fn manifests_say_what_was_measured_and_left() {
    let model = model("wine");
    let artefacts = emit(&model, EmitKind::Profiles);
    let manifests = artefacts
        .iter()
        .find(|artefact| artefact.path == "wine/profiles.json");
    let manifests: Value = serde_json::from_str(&manifests.unwrap().text).unwrap();
    let find = |name: &str| {
        let all = manifests["profiles"].as_array().unwrap();
        all.iter()
            .find(|manifest| manifest["profile"] == name)
            .unwrap()
    };
    let openai = find("openai-strict");
    for (name, schema) in schemas(profile("openai-strict"), &model) {
        if name == "query_wine" || name == "ask_wine" {
            continue;
        }
        let name = if name == "cmec" {
            "cmec-c0.2".to_owned()
        } else {
            name
        };
        let documents = openai["documents"].as_array().unwrap();
        let document = documents
            .iter()
            .find(|document| document["document"] == *name)
            .unwrap();
        let mut counts = Counts::default();
        walk(&schema, 1, &mut counts, &|_, _| {});
        for (what, have) in [
            ("properties", counts.properties),
            ("enum values", counts.values),
            ("characters of names and values", counts.characters),
        ] {
            assert_eq!(document["budgets"][what]["have"], have, "{name} {what}");
        }
        assert_eq!(document["fits"], true);
    }
    assert_eq!(openai["null_is_left_out"], true);
    let left = openai["left_to_the_decoder"].to_string();
    assert!(left.contains("the scenario table (1 × `allOf`)"), "{left}");
    assert!(
        find("anthropic")["cannot_be_said"]
            .to_string()
            .contains("set operations")
    );
    for (name, fits) in [
        ("cmec-c0.2", false),
        ("search_wines", true),
        ("semantic_search", true),
    ] {
        let documents = find("anthropic")["documents"].as_array().unwrap();
        let document = documents
            .iter()
            .find(|document| document["document"] == name)
            .unwrap();
        assert_eq!(document["fits"], fits, "{name}");
    }
}

/// The contracts of the fixtures of a domain as canonical cMEC.
fn said(domain: &str, tables: &Tables) -> Vec<Value> {
    let mut texts = Vec::new();
    for text in cases_of("contract", domain)
        .into_iter()
        .map(|case| case.text)
    {
        let decoded = Decoder::new(tables).decode(&text, "1");
        let Verdict::Contract(contract) = &decoded.verdict else {
            panic!("{text}")
        };
        let canonical = encode(contract, tables, Notation::C02).unwrap();
        texts.push(serde_json::from_str(&canonical).unwrap());
    }
    texts
}

/// Whether something is read at a place with a name, or derived: only a pattern says either.
fn needs_a_pattern(intent: &Value) -> bool {
    match intent {
        Value::String(text) => {
            given_names::at_place(text).0.is_some() || Call::read(text).is_some()
        }
        Value::Array(elements) => elements.iter().any(needs_a_pattern),
        Value::Object(members) => members.values().any(needs_a_pattern),
        _ => false,
    }
}

/// What is asked can be said under every profile; only what its manifest says cannot.
#[test]
fn whatever_is_asked_can_be_said() {
    for domain in DOMAINS {
        let model = model(domain);
        let said = said(domain, model.tables());
        assert!(said.len() > 5, "{domain}");
        for profile in Profile::all() {
            let schema = profile.cmec(model.tables());
            let validator = jsonschema::draft202012::new(&schema).unwrap();
            for intent in &said {
                let nested = ["l", "r"]
                    .iter()
                    .any(|side| intent["C"]["set"][side].is_object());
                let mut narrowed = nested && profile.name == "anthropic";
                narrowed |= needs_a_pattern(intent) && profile.name == "gemini";
                let whole = match profile.name {
                    "openai-strict" => with_nulls(&schema, &schema, intent),
                    _ => intent.clone(),
                };
                assert_eq!(
                    validator.is_valid(&whole),
                    !narrowed,
                    "{domain} {}: {whole}",
                    profile.name
                );
                same_contract(model.tables(), intent, &whole);
            }
        }
    }
}

/// A call with every key, `null` for what is left out, means what the intent means.
fn same_contract(tables: &Tables, intent: &Value, whole: &Value) {
    let call = json!({ "name": tables.query_tool(), "arguments": whole }).to_string();
    let intent = intent.to_string();
    let decoder = Decoder::new(tables);
    let (call, intent) = (decoder.decode(&call, "1"), decoder.decode(&intent, "1"));
    let (Verdict::Contract(call), Verdict::Contract(intent)) = (&call.verdict, &intent.verdict)
    else {
        panic!("{whole}");
    };
    assert_eq!(call.get(), intent.get());
}
