//! The project's codebooks compile without findings, and their generated files are current.

use std::path::{Path, PathBuf};

use cmec_decoder::tables::{TABLES_FORMAT, Tables};
use serde_json::{Value, json};

use crate::report::drawing::render;
use crate::resolve::checked::Checked;
use crate::{Colour, EmitKind, compile, emit, load_dir};

pub(super) const DOMAINS: &[&str] = &["address", "enterprise", "mind", "wine"];

pub(super) fn folder(domain: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../codebook")
        .join(domain)
}

pub(crate) fn model(domain: &str) -> Checked {
    let sources = load_dir(folder(domain)).unwrap();
    let compilation = compile(&sources);
    let drawn = render(&compilation.findings, &sources, Colour::Plain);
    assert_eq!(drawn, "", "{domain}");
    compilation.model.unwrap()
}

#[test]
fn shipped_codebooks_compile_clean() {
    for domain in DOMAINS {
        assert_eq!(model(domain).name(), *domain);
    }
}

/// The decoder reads a table file back into equal tables, including indices.
#[test]
fn table_files_are_read_back() {
    for domain in DOMAINS {
        let checked = model(domain);
        let artefacts = emit(&checked, EmitKind::Tables);
        let tables = Tables::from_compiled(&artefacts[0].text).unwrap();
        assert_eq!(&tables, checked.tables(), "{domain}");
        for field in tables.fields.iter() {
            assert_eq!(tables.field_by_code(&field.code), Some(field));
            assert_eq!(tables.field_by_path(&field.path), Some(field));
        }
    }
}

/// A table file names its decoder version and sources; a mismatch is rejected with a reason.
#[test]
fn table_files_that_do_not_fit_are_refused() {
    let text = emit(&model("enterprise"), EmitKind::Tables).remove(0).text;
    let file: Value = serde_json::from_str(&text).unwrap();
    let hash = file["source_hash"].as_str().unwrap().to_owned();
    let other = "0".repeat(hash.len());
    let format = TABLES_FORMAT;
    for (pointer, value, why) in [
        ("/format", json!(format + 1), "has format"),
        ("/format", json!(0), "has format 0"),
        ("/format", json!(-1), "not a compiled table file"),
        (
            "/format",
            json!(format.to_string()),
            "not a compiled table file",
        ),
        ("/source_hash", json!(other), "of another codebook"),
        ("/tables/source_hash", json!(other), "of another codebook"),
        (
            "/tables/fields/0/code",
            json!("F002"),
            "its `fields` do not",
        ),
        ("/tables/fields/0/path", json!("a.b"), "its `fields` do not"),
        ("/tables/types", json!([]), "its `fields` do not"),
        (
            "/tables/relations/0/to",
            json!("a"),
            "its `relations` do not",
        ),
        (
            "/tables/types/0",
            json!({"name": "a"}),
            "not a compiled table file",
        ),
        ("/tables/scenarios", json!([]), "scenario table"),
        ("/tables", json!(null), "not a compiled table file"),
    ] {
        let mut file = file.clone();
        *file.pointer_mut(pointer).unwrap() = value;
        let refused = Tables::from_compiled(&file.to_string()).unwrap_err();
        assert!(refused.to_string().contains(why), "{pointer}: {refused}");
    }
    for cut in [0, 1, text.len() / 2, text.len() - 3] {
        let cut = text.get(..text.floor_char_boundary(cut)).unwrap();
        assert!(Tables::from_compiled(cut).is_err(), "{} bytes", cut.len());
    }
}

#[test]
fn the_address_catalogue_is_what_the_files_say() {
    let checked = model("address");
    let address = checked.catalogue().address.as_ref().unwrap();
    assert_eq!(address.recipes.len(), 25);
    let movements = &address.templates[0];
    assert_eq!(movements.name, "movements");
    assert_eq!(movements.first, Some(1001));
    let sources = load_dir(folder("address")).unwrap();
    let (_, file) = sources.named("queries/movements.1c").unwrap();
    assert_eq!(movements.query, file.text);
    let totals = address
        .templates
        .iter()
        .find(|template| template.name == "account_totals");
    assert_eq!(totals.unwrap().first, None);
    assert_eq!(checked.tables().limits.page_cap, 5000);
}

#[test]
fn corpora_are_document_types_and_named_sets() {
    let checked = model("mind");
    let corpora = &checked.tables().corpora;
    assert_eq!(corpora.len(), 9);
    let last = corpora.last().unwrap();
    assert_eq!(last.name, "overview");
    assert!(corpora.iter().all(|corpus| corpus.labels.len() == 3));
}

/// Every element of `enterprise` has a label and a synonym in Chinese and English.
#[test]
fn enterprise_is_whole() {
    let checked = model("enterprise");
    let tables = checked.tables();
    assert!(tables.types.len() >= 6 && tables.fields.len() >= 40 && tables.relations.len() >= 12);
    let types = tables.types.iter().map(|ty| (&ty.name, &ty.labels));
    let fields = tables
        .fields
        .iter()
        .map(|field| (&field.code, &field.labels));
    let relations = (tables.relations.iter()).map(|relation| (&relation.code, &relation.labels));
    for (name, labels) in types.chain(fields).chain(relations) {
        for language in ["zh", "en"] {
            let label = labels.iter().find(|label| label.language == language);
            let label = label.unwrap_or_else(|| panic!("{name} has no name in {language}"));
            assert!(!label.synonyms.is_empty(), "{name} in {language}");
            assert!(
                !label.synonyms.contains(&label.text),
                "{name} in {language}"
            );
        }
    }
}
