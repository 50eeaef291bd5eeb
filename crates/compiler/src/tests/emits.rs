//! The output of the emitters, which is always the same.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{sources, town, town_model};
use crate::artefact::Artefact;
use crate::emit::{ScopeError, ToolForm, emit, emit_builtin, emit_core_schemas};
use crate::resolve::checked::Checked;
use crate::{EmitKind, compile};

fn everything(checked: &Checked) -> Vec<Artefact> {
    let own = EmitKind::ALL.iter().flat_map(|kind| emit(checked, *kind));
    own.chain(emit_builtin(checked))
        .chain(emit_core_schemas())
        .collect()
}

#[test]
fn the_hash_changes_with_any_source() {
    let hash = |files: &[(String, String)]| {
        let checked = compile(&sources(files)).model.unwrap();
        checked.tables().source_hash.clone()
    };
    let first = hash(&town());
    assert_eq!(first.len(), 64);
    for position in 0..town().len() {
        let mut files = town();
        files[position].1.push('\n');
        assert_ne!(hash(&files), first, "{}", files[position].0);
    }
}

#[test]
fn artefacts_have_a_path_of_their_own_and_end_in_a_newline() {
    let mut texts = BTreeMap::new();
    for Artefact { path, text } in everything(&town_model()) {
        assert!(text.ends_with('\n'), "{path}");
        // Two kinds include the table file.
        let other = texts.insert(path.clone(), text.clone());
        assert!(other.is_none_or(|other| other == text), "{path}");
    }
}

#[test]
fn rust() {
    let checked = town_model();
    let artefacts = emit(&checked, EmitKind::Rust);
    insta::assert_snapshot!(format!("{}\n{}", artefacts[0].text, artefacts[1].text));
}

#[test]
fn typed() {
    let checked = town_model();
    let artefacts = emit(&checked, EmitKind::Rust);
    assert_eq!(artefacts[2].path, "town.codes.rs");
    let hash = checked.tables().source_hash.as_ref();
    insta::assert_snapshot!(artefacts[2].text.replace(hash, "HASH"));
}

/// Two domains can be written to one folder.
#[test]
fn files_of_a_domain_have_its_name() {
    let checked = town_model();
    for artefact in EmitKind::ALL.iter().flat_map(|kind| emit(&checked, *kind)) {
        let named = ["town.", "town/"]
            .iter()
            .any(|start| artefact.path.starts_with(start));
        assert!(named, "{}", artefact.path);
    }
}

#[test]
fn cards() {
    let artefacts = emit(&town_model(), EmitKind::Card);
    let texts: Vec<&str> = artefacts
        .iter()
        .map(|artefact| artefact.text.as_str())
        .collect();
    insta::assert_snapshot!(texts.join("\n"));
}

#[test]
fn a_card_can_be_narrowed_to_types() {
    let town = town_model();
    let card =
        |types: &[&str]| crate::emit::card(town.tables(), town.catalogue(), "en", types).unwrap();
    insta::assert_snapshot!(format!("{}\n{}", card(&["owner"]), card(&["park"])));
    assert_eq!(card(&["park", "owner"]), card(&[]));
}

#[test]
fn a_card_of_what_is_not_there_names_candidates() {
    let town = town_model();
    let card = |language: &str, types: &[&str]| {
        crate::emit::card(town.tables(), town.catalogue(), language, types)
    };
    for (text, named) in [
        ("prak", vec!["park"]),
        ("Holder", vec!["owner"]),
        ("владелец", vec!["owner"]),
        ("colour", vec!["park", "owner"]),
        ("", vec!["park", "owner"]),
    ] {
        let (name, candidates) = (
            text.to_owned(),
            named.into_iter().map(str::to_owned).collect(),
        );
        assert_eq!(
            card("en", &["park", text]),
            Err(ScopeError::Type { name, candidates })
        );
    }
    let (name, candidates) = ("zh".to_owned(), vec!["ru".to_owned(), "en".to_owned()]);
    assert_eq!(
        card("zh", &[]),
        Err(ScopeError::Language { name, candidates })
    );
}

#[test]
fn reference() {
    insta::assert_snapshot!(emit(&town_model(), EmitKind::Reference)[0].text);
}

#[test]
fn tools_take_a_cmec() {
    let checked = town_model();
    let tools = emit(&checked, EmitKind::Tools);
    let tools: serde_json::Value = serde_json::from_str(&tools[0].text).unwrap();
    let schemas = emit(&checked, EmitKind::Schemas);
    let cmec = schemas
        .iter()
        .find(|artefact| artefact.path == "town/cmec-c0.2.schema.json");
    let mut cmec: serde_json::Value = serde_json::from_str(&cmec.unwrap().text).unwrap();
    // Providers reject rules at the top of a tool's arguments, and remarks are useless to a model.
    for keyword in ["allOf", "$schema", "title", "$comment"] {
        cmec.as_object_mut().unwrap().shift_remove(keyword).unwrap();
    }
    // The schema's own description is about the decoder.
    let about = "One intent. Keys, codes and types; the rest is left to the decoder.";
    cmec["description"] = about.into();
    let said = tools["mcp"][0]["description"].as_str().unwrap();
    for code in [
        "IS instance_search",
        "INST instances",
        "GE ge",
        "SUM sum",
        "A asc",
        "O out",
        "F001 park.name, ",
        "R001 park_2_owner",
    ] {
        assert!(said.contains(code), "{code}: {said}");
    }
    assert_eq!(tools["openai"][0]["function"]["parameters"], cmec);
    assert_eq!(tools["mcp"][0]["inputSchema"], cmec);
    assert_eq!(tools["mcp"][0]["name"], "query_town");
}

/// The seed's two tools, word for word.
#[test]
fn the_wine_tools_are_the_seeds() {
    let wine = super::shipped::model("wine");
    let seed = [
        include_str!("../../../../fixtures/seed/tool-search-wines.json"),
        include_str!("../../../../fixtures/seed/tool-semantic-search.json"),
    ];
    let seed = seed.map(|text| serde_json::from_str::<Value>(text).unwrap());
    let tools = crate::emit::tools(wine.tables(), wine.catalogue(), ToolForm::OpenAi, None);
    assert_eq!(tools[2..], seed);
    let mcp = crate::emit::tools(wine.tables(), wine.catalogue(), ToolForm::Mcp, None);
    for (tool, seed) in mcp[2..].iter().zip(seed) {
        let function = &seed["function"];
        let wanted = json!({
            "name": function["name"],
            "description": function["description"],
            "inputSchema": function["parameters"],
        });
        assert_eq!(*tool, wanted);
    }
}

/// Arguments with several values, and with enum values.
#[test]
fn arguments_have_the_types_of_their_fields() {
    let mut files = town();
    let (_, text) = files
        .iter_mut()
        .find(|(name, _)| name == "tools.yaml")
        .unwrap();
    *text = "\
tools:
  find:
    scenario: instance_search
    target: park
    description: Finds.
    parameters:
      kinds: {field: park.kind, operator: in, type: array, required: true}
      area: {field: park.area, operator: between, type: array}
      known: {field: park.name, operator: exists, type: boolean, description: Whether it has a name}
"
    .to_owned();
    let checked = compile(&sources(&files)).model.unwrap();
    let tools = crate::emit::tools(checked.tables(), checked.catalogue(), ToolForm::Mcp, None);
    let kinds = json!({"type": "string", "enum": ["science", "industry"]});
    assert_eq!(
        tools[2]["inputSchema"],
        json!({
            "type": "object",
            "properties": {
                "kinds": {"type": "array", "items": kinds, "maxItems": 64},
                "area": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
                "known": {"type": "boolean", "description": "Whether it has a name"},
            },
            "required": ["kinds"],
        })
    );
}

#[test]
fn arguments_of_tools_are_schemas() {
    for domain in super::shipped::DOMAINS {
        let model = super::shipped::model(domain);
        for tool in crate::emit::tools(model.tables(), model.catalogue(), ToolForm::Mcp, None) {
            let schema = &tool["inputSchema"];
            assert!(jsonschema::draft202012::meta::is_valid(schema), "{tool}");
        }
    }
}
