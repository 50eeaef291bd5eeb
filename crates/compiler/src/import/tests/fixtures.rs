//! The fixtures, each with its codebook and its report.

use super::{file, imported, request};

/// A file of `fixtures/import/` with its name.
macro_rules! fixture {
    ($name:literal) => {
        (
            $name,
            include_str!(concat!("../../../../../fixtures/import/", $name)),
        )
    };
}

/// One ontology in three formats.
const SHOP: [(&str, &str); 3] = [
    fixture!("shop.ttl"),
    fixture!("shop.rdf"),
    fixture!("shop.jsonld"),
];
const OTHERS: [(&str, &str); 3] = [
    fixture!("shapes.ttl"),
    fixture!("odata-1c.xml"),
    fixture!("odata-v4.xml"),
];

#[test]
fn each_fixture_gives_this_codebook() {
    let [shop, ..] = SHOP;
    for (name, text) in [shop].into_iter().chain(OTHERS) {
        let imported = imported(text, &request(name));
        let (codebook, report) = (file(&imported, "codebook.yaml"), imported.report.text());
        let lock = file(&imported, "import.lock");
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(format!("import-{name}"), format!("{codebook}\n=== import.lock\n{lock}\n=== report\n{report}"));
        });
    }
}

#[test]
fn a_format_changes_nothing_but_its_name() {
    let texts = SHOP.map(|(name, text)| {
        let imported = imported(text, &request(name));
        let plain = |text: &str| {
            text.replace(name, "shop")
                .replace(&imported.report.format, "format")
        };
        imported
            .files
            .iter()
            .map(|file| plain(&file.text))
            .collect::<Vec<_>>()
    });
    let [turtle, rdf_xml, json_ld] = texts;
    assert_eq!(turtle, rdf_xml);
    assert_eq!(turtle, json_ld);
}

#[test]
fn the_order_of_the_statements_changes_nothing() {
    let ([shop, ..], [shapes, ..]) = (SHOP, OTHERS);
    for (name, text) in [shop, shapes] {
        let (head, body) = text.split_once("\n\n").unwrap();
        let mut statements: Vec<&str> = body.lines().collect();
        let first = imported(text, &request(name)).files;
        for turn in 1..statements.len() {
            statements.rotate_left(turn);
            let other = format!("{head}\n\n{}\n", statements.join("\n"));
            assert_eq!(imported(&other, &request(name)).files, first);
        }
    }
}
