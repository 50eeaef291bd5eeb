//! Aliases are chosen once, differ from every other name, and can be set by hand.

use std::collections::BTreeSet;

use cmec_decoder::encode::is_sql_keyword;

use super::{check, town};
use crate::LOCK_FILE;
use crate::resolve::checked::Checked;

/// A cost function by length: short names are cheap.
fn letters(text: &str) -> usize {
    text.chars().count()
}

fn model(files: &[(String, String)]) -> Checked {
    let (compilation, drawn) = check(files);
    compilation.model.unwrap_or_else(|| panic!("{drawn}"))
}

fn aliases(model: &Checked) -> Vec<(String, Option<String>)> {
    let fields = model.tables().fields.iter();
    let fields = fields.map(|def| (def.code.to_string(), def.alias.as_deref()));
    let relations = model.tables().relations.iter();
    let relations = relations.map(|def| (def.code.to_string(), def.alias.as_deref()));
    fields
        .chain(relations)
        .map(|(code, alias)| (code, alias.map(str::to_owned)))
        .collect()
}

/// The small codebook with this lock and this change.
fn locked(lock: &str, from: &str, to: &str) -> Vec<(String, String)> {
    let mut files = town();
    let (_, book) = &mut files[1];
    assert!(book.contains(from), "{from}");
    *book = book.replacen(from, to, 1);
    files.push((LOCK_FILE.to_owned(), lock.to_owned()));
    files
}

fn given(model: &Checked, code: &str) -> Option<String> {
    let all = aliases(model);
    all.into_iter().find(|(own, _)| own == code)?.1
}

#[test]
fn what_is_missing_is_chosen_and_stays() {
    let first = model(&town());
    assert!(first.lacks_aliases());
    let chosen = first.with_aliases(&letters);
    assert!(!chosen.lacks_aliases());
    for (code, alias) in [
        ("F001", Some("name")),
        // A type has that name.
        ("F002", None),
        ("F003", Some("period")),
        ("F004", Some("acc")),
        ("F010", Some("name")),
        ("R001", Some("belongs")),
        ("R002", Some("owns")),
    ] {
        assert_eq!(given(&chosen, code).as_deref(), alias, "{code}");
    }
    let lock = chosen.lock().artefact().text;
    let again = model(&locked(&lock, "version: 0.1.0", "version: 0.2.0"));
    assert_eq!(aliases(&again), aliases(&chosen));
    // Another cost function does not change given aliases.
    assert!(!again.lacks_aliases());
    let dear = again.with_aliases(&|text| 100 - text.len());
    assert_eq!(dear.lock().artefact().text, lock);
}

/// A generic word is not an alias; the distinguishing word is.
#[test]
fn the_head_word_is_preferred() {
    let fields = "  F020: {path: owner.birth_date, type: date}
  F021: {path: owner.death_date, type: date}
  F022: {path: owner.fax_number, type: string}
  F023: {path: owner.annual_revenue, type: decimal}
  F024: {path: owner.nonprofit_status, type: string}
  F025: {path: owner.founding_place, type: string}
  F026: {path: owner.place_of_residence, type: string}
relations:
";
    let mut files = town();
    files[1].1 = files[1].1.replacen("relations:\n", fields, 1);
    let chosen = model(&files).with_aliases(&|text| text.split([' ', '_']).count());
    let of = |code: &str| given(&chosen, code).unwrap();
    assert_eq!(of("F020"), "birth");
    assert_eq!(of("F021"), "death");
    assert_eq!(of("F022"), "fax");
    assert_eq!(of("F023"), "revenue");
    assert_eq!(of("F024"), "nonprofit");
    assert_eq!(of("F025"), "founding");
    assert_eq!(of("F026"), "residence");
}

/// A word that fits two relations from a type is an alias of neither.
#[test]
fn a_word_of_two_relations_from_a_type_is_the_alias_of_none() {
    let more = "\
relations:
  R010: {name: park_founder_owner, from: park, to: owner, label: {ru: основатель, en: founder}}
  R011: {name: park_founder_park, from: park, to: park, label: {ru: основатель, en: founder}}
";
    let mut files = town();
    files[1].1 = files[1].1.replacen("relations:\n", more, 1);
    let chosen = model(&files).with_aliases(&letters);
    for code in ["R010", "R011"] {
        assert_ne!(given(&chosen, code).as_deref(), Some("founder"), "{code}");
    }
    assert!(!chosen.lacks_aliases());
    assert_eq!(given(&chosen, "R001").as_deref(), Some("belongs"));
}

/// An alias of a relation is unique only among the relations from its source type.
#[test]
fn relations_from_different_types_share_an_alias() {
    let more = "  company: {key: name, label: {ru: фирма, en: company}}
  person: {key: name, label: {ru: человек, en: person}}
fields:
  F030: {path: company.name, type: string}
  F031: {path: person.name, type: string}
";
    let relations = "\
relations:
  R010: {name: company_founder, from: company, to: person, label: {ru: основал, en: founder}}
  R011: {name: park_founder, from: park, to: person, label: {ru: основал, en: founder}}
";
    let mut files = town();
    let book = &mut files[1].1;
    *book = book
        .replacen("fields:\n", more, 1)
        .replacen("relations:\n", relations, 1);
    let chosen = model(&files).with_aliases(&letters);
    assert_eq!(given(&chosen, "R010").as_deref(), Some("founder"));
    assert_eq!(given(&chosen, "R011").as_deref(), Some("founder"));
}

#[test]
fn the_author_can_fix_one() {
    let fixed = "unit: km2, alias: size,";
    let mut files = town();
    files[1].1 = files[1].1.replacen("unit: km2,", fixed, 1);
    let first = model(&files).with_aliases(&letters);
    assert_eq!(given(&first, "F005").as_deref(), Some("size"));
    let lock = model(&town()).with_aliases(&letters).lock().artefact().text;
    // An alias in use cannot be given to another element.
    let (_, drawn) = check(&locked(&lock, "type: date,", "type: date, alias: area,"));
    assert!(drawn.contains("error[CB094]"), "{drawn}");
    // Another type may use the same alias.
    let other = "{path: owner.name, type: string, alias: acc,";
    let (compilation, drawn) = check(&locked(
        "format: 1\ngiven: []\n",
        "{path: owner.name, type: string,",
        other,
    ));
    assert!(compilation.model.is_some(), "{drawn}");
    for taken in ["name", "park", "R001"] {
        let alias = format!("unit: km2, alias: {taken},");
        let (compilation, drawn) = check(&locked(&lock, "unit: km2,", &alias));
        assert!(compilation.model.is_none(), "{taken}");
        assert!(drawn.contains("error[CB025]"), "{drawn}");
    }
}

/// In the shipped codebooks, every element that can have an alias has an unambiguous one.
#[test]
fn shipped_aliases_are_free_of_other_names() {
    for domain in ["address", "enterprise", "mind", "wine"] {
        let folder = format!("{}/../../codebook/{domain}", env!("CARGO_MANIFEST_DIR"));
        let sources = crate::load_dir(std::path::Path::new(&folder)).unwrap();
        let model = crate::compile(&sources).model.unwrap();
        assert!(!model.lacks_aliases(), "{domain}");
        let tables = model.tables();
        let values = tables.fields.iter().flat_map(|field| field.values.iter());
        let mut others: BTreeSet<&str> = values.map(|value| value.value.as_ref()).collect();
        others.extend(tables.types.iter().map(|def| def.name.as_ref()));
        let relations = tables.relations.iter();
        let of_relations: Vec<&str> = relations.filter_map(|def| def.alias.as_deref()).collect();
        let mut seen = BTreeSet::new();
        for field in tables.fields.iter() {
            let Some(alias) = field.alias.as_deref() else {
                continue;
            };
            let own = (field.type_name.as_ref(), alias);
            assert!(seen.insert(own), "{domain}: {own:?} twice");
            let of_type = tables
                .fields
                .iter()
                .filter(|other| other.code != field.code && other.type_name == field.type_name);
            assert!(
                of_type.into_iter().all(|other| other.name != alias),
                "{own:?}"
            );
            assert!(!of_relations.contains(&alias), "{own:?}");
        }
        let distinct: BTreeSet<&str> = of_relations.iter().copied().collect();
        assert_eq!(distinct.len(), of_relations.len(), "{domain}");
        for alias in seen.iter().map(|(_, alias)| *alias).chain(of_relations) {
            assert!(
                !others.contains(alias) && !is_sql_keyword(alias),
                "{domain}: {alias}"
            );
            assert!(alias.is_ascii(), "{domain}: {alias}");
        }
    }
}
