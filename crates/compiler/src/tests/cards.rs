//! The cards of the shipped codebooks: their content and their length.

use std::collections::BTreeSet;

use cmec_decoder::Notation;
use cmec_decoder::tables::Tables;
use cmec_executor::Catalogue;

use super::shipped::{DOMAINS, model};
use super::{check, town};
use crate::emit::{
    Budget, CardOptions, CardPlace, ScopeError, ToolForm, card, card_of, sql_card, tools,
};

/// A function that renders a card.
type Told = fn(&Tables, &Catalogue, &str, &[&str]) -> Result<String, ScopeError>;

/// The codes of fields and relations in a text: `F001`, `R001`.
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
            let card = sql_card(model.tables(), model.catalogue(), language, &[]).unwrap();
            let name = format!("sql-card-{domain}.{language}");
            insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
                insta::assert_snapshot!(name, format!("{} bytes\n\n{card}", card.len()));
            });
        }
    }
}

/// For each type and each pair of types: exactly their fields, and the relations among them.
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

/// A card for a subset is smaller.
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

/// Deprecated elements are not shown.
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
    // Nor are the fields and relations of a deprecated type.
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
            sql_card(tables, model.catalogue(), "en", &[]).unwrap(),
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

/// A card shows descriptions in its own language; a text without a language is in the codebook's first one.
#[test]
fn a_description_is_told_in_its_own_language_alone() {
    let mut files = town();
    for (from, to) in [
        (
            "unit: km2,",
            "unit: km2, description: {ru: \"Без\n воды; всё.\"},",
        ),
        (
            "owner: {key: name",
            "owner: {description: Кто платит., key: name",
        ),
        (
            "alias: acc,",
            "alias: acc, description: {en: Of the ledger.},",
        ),
    ] {
        assert!(files[1].1.contains(from), "{from}");
        files[1].1 = files[1].1.replace(from, to);
    }
    let (compilation, drawn) = check(&files);
    let model = compilation.model.unwrap_or_else(|| panic!("{drawn}"));
    let (tables, catalogue) = (model.tables(), model.catalogue());
    for (told, mark) in [(card as Told, " — "), (sql_card, "; ")] {
        let [ru, en] = ["ru", "en"].map(|one| told(tables, catalogue, one, &[]).unwrap());
        for said in ["Без воды, всё", "Кто платит"] {
            let said = format!("{mark}{said}");
            assert!(
                ru.contains(&said) && !en.contains(&said),
                "{said}: {ru}{en}"
            );
        }
        let said = format!("{mark}Of the ledger");
        assert!(en.contains(&said) && !ru.contains(&said), "{en}{ru}");
    }
    // A display of a single text uses the English one, or else the first.
    let shown = |path| tables.field_by_path(path).unwrap().description.as_ref();
    assert_eq!(shown("park.account"), "Of the ledger.");
    assert!(shown("park.area").starts_with("Без"));
}

/// One example per scenario comes before descriptions, and further examples come after them.
#[test]
fn descriptions_have_room_between_examples() {
    let model = model("wine");
    let (tables, catalogue) = (model.tables(), model.catalogue());
    let characters = |text: &str| text.chars().count();
    let of = |most| {
        let budgets = [Budget {
            most,
            measure: &characters,
        }];
        let options = CardOptions {
            budgets: &budgets,
            ..CardOptions::default()
        };
        card_of(tables, catalogue, (Notation::Sql, "en"), &options).unwrap()
    };
    let all = of(usize::MAX);
    assert_eq!((all.left_out, all.descriptions_left_out), (0, 0));
    let (least, all_told) = (characters(&of(0).text), of(0).descriptions_left_out);
    let scenarios = catalogue.lanes.len() + 1;
    let (mut some, mut every) = (0, 0);
    for most in (least..=characters(&all.text)).step_by(7) {
        let card = of(most);
        assert!(card.fits && characters(&card.text) <= most);
        let left = card.descriptions_left_out;
        // All descriptions together are longer than any example.
        assert!(
            left > 0 || card.turns.len() >= scenarios,
            "{most}: {card:?}"
        );
        some += usize::from(left > 0 && left < all_told);
        every += usize::from(left == 0 && card.left_out > 0);
    }
    assert!(some > 0 && every > 0, "{some} {every}");
}

/// A value with punctuation is written as each notation requires.
#[test]
fn values_stand_as_they_are_written() {
    let mut files = town();
    let (_, book) = files
        .iter_mut()
        .find(|(name, _)| name == "codebook.yaml")
        .unwrap();
    *book = book.replace("      industry:", "      'it''s \"a\\b\"|c d':");
    let model = check(&files).0.model.unwrap();
    let [sql, cmec] = [sql_card as Told, card]
        .map(|told| told(model.tables(), model.catalogue(), "en", &[]).unwrap());
    assert!(sql.contains(r#"'it''s "a\b"|c d' industry"#), "{sql}");
    assert!(
        cmec.contains(r#"science|"it's \"a\\b\"|c d" (industry)"#),
        "{cmec}"
    );
}

/// A tool description starts with the essentials, in the requested language.
#[test]
fn a_card_of_a_tool_begins_with_the_essentials() {
    for domain in DOMAINS {
        let model = model(domain);
        let tables = model.tables();
        for language in tables.languages.iter() {
            for (notation, asked) in [
                (Notation::Sql, "ASK '"),
                (Notation::C02, "{s:CL,X:{q,opt?}}"),
            ] {
                let options = CardOptions {
                    place: CardPlace::Description,
                    ..CardOptions::default()
                };
                let said = (notation, language.as_ref());
                let card = card_of(tables, model.catalogue(), said, &options).unwrap();
                let essentials = card.text.lines().next().unwrap();
                assert!(essentials.chars().count() <= 512, "{essentials}");
                for said in [domain, asked, &tables.types[0].name] {
                    assert!(essentials.contains(said), "{said}: {essentials}");
                }
            }
        }
    }
}
