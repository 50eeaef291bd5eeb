//! The codebooks of the project compile without a finding, and what is generated from them is up to date in shape.

use std::path::{Path, PathBuf};

use cmec_decoder::tables::Tables;

use crate::{Checked, Colour, EmitKind, compile, emit, load_dir, render};

pub(super) const DOMAINS: &[&str] = &["address", "enterprise", "mind", "wine"];

pub(super) fn folder(domain: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../codebook")
        .join(domain)
}

pub(super) fn model(domain: &str) -> Checked {
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

/// The decoder reads the table file back into the same tables, indices included.
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

#[test]
fn the_address_catalogue_is_what_the_files_say() {
    let checked = model("address");
    let address = checked.catalogue().address.as_ref().unwrap();
    assert_eq!(address.recipes.len(), 13);
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
    assert_eq!(corpora.last().map(AsRef::as_ref), Some("overview"));
}

/// Whatever a person may ask about an enterprise has a name and another one, in Chinese and in English.
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
