//! The cards of the shipped codebooks: what they say, how long they are, and that they say neither too much nor too little.

use std::collections::BTreeSet;

use super::shipped::{DOMAINS, model};
use super::{check, town};
use crate::emit::{ToolForm, card, line_card, tools};

/// The codes of fields and relations that a text names: `F001`, `R001`.
fn codes(text: &str) -> BTreeSet<&str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    let code = |word: &&str| {
        word.len() == 4
            && word.starts_with(['F', 'R'])
            && word.bytes().skip(1).all(|byte| byte.is_ascii_digit())
    };
    words.filter(code).collect()
}

#[test]
fn cards_of_shipped_codebooks() {
    for domain in DOMAINS {
        let model = model(domain);
        for language in model.tables().languages.iter() {
            let card = card(model.tables(), model.catalogue(), language, &[]).unwrap();
            let name = format!("card-{domain}.{language}");
            insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
                insta::assert_snapshot!(name, format!("{} bytes\n\n{card}", card.len()));
            });
        }
    }
}

#[test]
fn line_cards_of_shipped_codebooks() {
    for domain in DOMAINS {
        let model = model(domain);
        for language in model.tables().languages.iter() {
            let card = line_card(model.tables(), model.catalogue(), language, &[]).unwrap();
            let name = format!("line-card-{domain}.{language}");
            insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
                insta::assert_snapshot!(name, format!("{} bytes\n\n{card}", card.len()));
            });
        }
    }
}

/// Of each type and each pair of types: every field of theirs, no other, and the relations that stay among them.
#[test]
fn a_card_of_some_types_has_what_they_can_use() {
    for domain in DOMAINS {
        let model = model(domain);
        let tables = model.tables();
        let language = tables.languages[0].as_ref();
        let names: Vec<&str> = tables.types.iter().map(|ty| ty.name.as_ref()).collect();
        for (at, first) in names.iter().enumerate() {
            for second in &names[at..] {
                let types = [*first, *second];
                let card = card(model.tables(), model.catalogue(), language, &types).unwrap();
                let fields = (tables.fields.iter())
                    .filter(|field| types.contains(&field.type_name.as_ref()))
                    .map(|field| field.code.as_ref());
                let relations = (tables.relations.iter())
                    .filter(|one| {
                        [&one.from, &one.to]
                            .iter()
                            .all(|end| types.contains(&end.as_ref()))
                    })
                    .map(|one| one.code.as_ref());
                let wanted: BTreeSet<&str> = fields.chain(relations.clone()).collect();
                assert_eq!(codes(&card), wanted, "{domain}: {types:?}");
                let walks = card.contains("path_query") || card.contains("R:[");
                assert_eq!(walks, relations.count() > 0, "{domain}: {types:?}");
            }
        }
    }
}

/// A smaller card is what a subset is asked for.
#[test]
fn one_type_costs_a_fraction() {
    let model = model("enterprise");
    let length = |types: &[&str]| {
        card(model.tables(), model.catalogue(), "zh", types)
            .unwrap()
            .len()
    };
    let (few, all) = (length(&["park", "industry"]), length(&[]));
    assert!(few * 2 < all, "{few} of {all}");
}

/// What is deprecated is told to nobody.
#[test]
fn what_is_deprecated_is_told_nowhere() {
    let mut files = town();
    for (from, to) in [
        (
            "alias: acc,",
            "alias: acc, deprecated: {since: 0.2, instead: park.name},",
        ),
        (
            "en: industry}}",
            "en: industry}, deprecated: {since: 0.2, instead: science}}",
        ),
        (
            "{name: park_2_owner,",
            "{name: park_2_owner, deprecated: {since: 0.2},",
        ),
    ] {
        assert!(files[1].1.contains(from), "{from}");
        files[1].1 = files[1].1.replace(from, to);
    }
    // Neither are the fields and relations of a type.
    let mut typed = town();
    let owner = "owner: {key: name";
    assert!(typed[1].1.contains(owner));
    let gone = "owner: {deprecated: {since: 0.2}, key: name";
    typed[1].1 = typed[1].1.replace(owner, gone);
    let (compilation, drawn) = check(&typed);
    let model = compilation.model.unwrap_or_else(|| panic!("{drawn}"));
    let told =
        tools(model.tables(), model.catalogue(), ToolForm::Mcp, None)[0]["description"].to_string();
    assert!(!told.contains("owner."), "{told}");
    let (compilation, drawn) = check(&files);
    let model = compilation.model.unwrap_or_else(|| panic!("{drawn}"));
    let tables = model.tables();
    for (what, card) in [
        ("cMEC", card(tables, model.catalogue(), "en", &[]).unwrap()),
        (
            "line",
            line_card(tables, model.catalogue(), "en", &[]).unwrap(),
        ),
        (
            "tool",
            tools(tables, model.catalogue(), ToolForm::Mcp, None)[0]["description"].to_string(),
        ),
    ] {
        for gone in ["F004", "account", "acc ", "industry", "R001", "belongs to"] {
            assert!(!card.contains(gone), "{what} tells `{gone}`:\n{card}");
        }
    }
}
