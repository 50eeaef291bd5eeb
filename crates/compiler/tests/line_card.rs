//! What the card of the line names, the decoder reads by that name.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test panics on failure"
)]

use std::path::Path;

use cmec_compiler::emit::line_card;
use cmec_compiler::{Checked, compile, load_dir};
use cmec_decoder::contract::Condition;
use cmec_decoder::language::{Operator, ValueType};
use cmec_decoder::tables::FieldDef;
use cmec_decoder::{Decoder, Notation, Options, Spelling, Verdict};

fn model(domain: &str) -> Checked {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../codebook");
    compile(&load_dir(folder.join(domain)).unwrap())
        .model
        .unwrap()
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
        Operator::Lt | Operator::Gt if field.ordered => {
            format!("{}{}", operator.mark(), format_args!("\"{value}\""))
        }
        Operator::Lt => format!("<{value}"),
        Operator::Le => format!("<={value}"),
        Operator::Gt => format!(">{value}"),
        Operator::Ge => format!(">={value}"),
        Operator::Between => format!("={value}..{value}"),
        Operator::Exists => "=*".to_owned(),
    };
    format!("{}{behind}", field.spelling())
}

/// Each field is on the card by the name that a line about its type reads, with every operator it takes.
#[test]
fn what_a_line_card_names_is_read() {
    for domain in ["address", "enterprise", "mind", "wine"] {
        let model = model(domain);
        let tables = model.tables();
        let decoder = Decoder::new(tables).with_options(Options {
            spelling: Spelling::Only(Notation::Line),
            ..Options::default()
        });
        for field in tables.fields.iter() {
            let name = field.spelling();
            let card = line_card(
                model.tables(),
                model.catalogue(),
                &tables.languages[0],
                &[&field.type_name],
            )
            .unwrap();
            assert!(card.contains(name), "{name}: {card}");
            for operator in field.operators.iter() {
                let line = format!("IS {} {}", field.type_name, compared(field, *operator));
                let decoded = decoder.decode(&line, "1");
                let Verdict::Contract(contract) = &decoded.verdict else {
                    panic!("{line}: {:#?}", decoded.account.findings);
                };
                let [Condition::Filter(filter)] = contract.constraints.filters.as_slice() else {
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
            let name = relation.spelling();
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

/// What the card of a domain lists for sorting can be sorted by, whichever type a line is about.
#[test]
fn what_is_listed_for_sorting_sorts() {
    for domain in ["address", "enterprise", "mind", "wine"] {
        let model = model(domain);
        let card = line_card(model.tables(), model.catalogue(), "en", &[]).unwrap();
        let listed = card
            .lines()
            .find_map(|line| line.strip_prefix("-<f> +<f>: "));
        let listed = listed.and_then(|line| line.split(' ').next());
        let listed: Vec<&str> = listed.unwrap().split('|').collect();
        for field in model.tables().fields.iter() {
            let name = field.spelling();
            let own = card.lines().find(|line| {
                let of = line.strip_prefix(field.type_name.as_ref());
                of.is_some_and(|rest| rest.starts_with([':', ' ']))
            });
            let marked = (own.unwrap().split([' ', ';'])).any(|word| word == format!("{name}±"));
            assert_eq!(
                marked || listed.contains(&name),
                field.sortable,
                "{}: {card}",
                field.path
            );
            assert!(!marked || listed.contains(&"<f>±"), "{card}");
        }
    }
}

/// What stands on the card beside the names is read as well.
#[test]
fn what_a_line_card_shows_is_read() {
    for (domain, shown, line) in [
        (
            "wine",
            "count count(<type>) sum(<f>):n avg(<f>) min(<f>) max(<f>) distinct(<f>) list(<f>) ratio(&n,&m):r <M> <M>:n ",
            "wine count(wine) list(region) sum(price):n by region,wine",
        ),
        (
            "wine",
            " having &n>=1 -&n .<f> .&n ",
            "wine .region .&n sum(price):n by region having &n>=1 -&n",
        ),
        (
            "enterprise",
            "20 +20 1 per <f> ",
            "enterprise 20 +20 per city",
        ),
        (
            "enterprise",
            "<f>>.<f> any(… or …) ",
            "enterprise revenue>.capital any(city=x or employees<1)",
        ),
        (
            "wine",
            "\"<text>\" ?definition|",
            "\"text\" ?definition %tag $project ^10",
        ),
        (
            "mind",
            "\"<text>\" ?definition|decision|pattern|context|architect :fast|deep|architect /",
            "\"text\" ?decision :deep /adr ^10",
        ),
        (
            "enterprise",
            " !><r> ",
            "enterprise !>located level=national",
        ),
        (
            "enterprise",
            " ><r>:&a &a.<f>=<v>",
            "enterprise >invest:&a &a.city=Suzhou",
        ),
        (
            "enterprise",
            "path(#id <type> *4 ><r>)",
            "path(#id park *4 >located)",
        ),
        (
            "enterprise",
            "&a{<type> <f>=<v>} <f>>&a <type>!=&a &b{…} ;a|b ;a&b ;a!b",
            "&a{park city=x} &b{park} ;a!b",
        ),
        (
            "enterprise",
            "&a{<type> <f>=<v>} <f>>&a <type>!=&a &b{…} ;a|b ;a&b ;a!b",
            "enterprise &a{enterprise city=x avg(revenue)} revenue>&a &h{enterprise >located} enterprise!=&h",
        ),
    ] {
        let model = model(domain);
        let card = line_card(model.tables(), model.catalogue(), "en", &[]).unwrap();
        assert!(card.contains(shown), "{shown}: {card}");
        let decoded = Decoder::new(model.tables()).decode(line, "1");
        let read = matches!(decoded.verdict, Verdict::Contract(_));
        assert!(read, "{line}: {:#?}", decoded.account.findings);
    }
}
