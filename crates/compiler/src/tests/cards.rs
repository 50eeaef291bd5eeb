//! The cards of the shipped codebooks: what they say, how long they are, and that they say neither too much nor too little.

use std::collections::BTreeSet;

use super::shipped::{DOMAINS, model};
use cmec_decoder::tables::FieldDef;
use cmec_decoder::vocabulary::{Operator, ValueType};
use cmec_decoder::{Decoder, Notation, Options, Spelling, Verdict};

use crate::emit::{card, line_card};

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
            let card = card(&model, language, &[]).unwrap();
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
            let card = line_card(&model, language, &[]).unwrap();
            let name = format!("line-card-{domain}.{language}");
            insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
                insta::assert_snapshot!(name, format!("{} bytes\n\n{card}", card.len()));
            });
        }
    }
}

/// A comparison as a line card writes it, with a value of the field.
fn compared(field: &FieldDef, operator: Operator) -> String {
    let value = match field.value_type {
        ValueType::String | ValueType::Text | ValueType::Reference => "x",
        ValueType::Integer | ValueType::Decimal => "1",
        ValueType::Boolean => "true",
        ValueType::Date => "2026-01-31",
        ValueType::Datetime => "2026-01-31T00:00:00",
        ValueType::Enum => field.values[0].value.as_ref(),
    };
    let behind = match operator {
        Operator::Eq => format!("={value}"),
        Operator::Ne => format!("!={value}"),
        Operator::In => format!("={value}|{value}"),
        Operator::NotIn => format!("!={value}|{value}"),
        Operator::Contains => format!("~{value}"),
        Operator::NotContains => format!("!~{value}"),
        Operator::StartsWith => format!("^={value}"),
        Operator::EndsWith => format!("$={value}"),
        Operator::Lt => format!("<{value}"),
        Operator::Le => format!("<={value}"),
        Operator::Gt => format!(">{value}"),
        Operator::Ge => format!(">={value}"),
        Operator::Between => format!("={value}..{value}"),
        Operator::Exists => "=*".to_owned(),
    };
    format!("{}{behind}", field.alias.as_ref().unwrap_or(&field.name))
}

/// Each field is on the card by the name that a line about its type reads, with every operator it takes.
#[test]
fn what_a_line_card_names_is_read() {
    for domain in DOMAINS {
        let model = model(domain);
        let tables = model.tables();
        let decoder = Decoder::new(tables).with_options(Options {
            spelling: Spelling::Only(Notation::Line),
            ..Options::default()
        });
        for field in tables.fields.iter() {
            let name = field.alias.as_ref().unwrap_or(&field.name);
            let card = line_card(&model, &tables.languages[0], &[&field.type_name]).unwrap();
            assert!(card.contains(name.as_ref()), "{name}: {card}");
            for operator in field.operators.iter() {
                let line = format!("IS {} {}", field.type_name, compared(field, *operator));
                let decoded = decoder.decode(&line, "1");
                let Verdict::Contract(contract) = &decoded.verdict else {
                    panic!("{line}: {:#?}", decoded.account.findings);
                };
                let [filter] = contract.constraints.filters.as_slice() else {
                    panic!("{line}");
                };
                assert_eq!(
                    (filter.field.as_ref(), filter.operator),
                    (field.path.as_ref(), *operator),
                    "{line}"
                );
            }
        }
        for relation in tables.relations.iter() {
            let name = relation.alias.as_ref().unwrap_or(&relation.name);
            let line = format!("{} {}:x >{name}", relation.to, relation.from);
            let decoded = decoder.decode(&line, "1");
            let Verdict::Contract(contract) = &decoded.verdict else {
                panic!("{line}: {:#?}", decoded.account.findings);
            };
            assert_eq!(
                contract.grounding.relations[0].name, relation.name,
                "{line}"
            );
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
                let card = card(&model, language, &types).unwrap();
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
    let length = |types: &[&str]| card(&model, "zh", types).unwrap().len();
    assert!(length(&["park", "industry"]) * 3 < length(&[]));
}
