//! A program with a codebook of its own.
//!
//! ```text
//! codebook/shop/ ── build.rs ──► tables ──► decode ──► Contract ── match on `codes` ──► teas
//! ```
//!
//! `cmec-example-host TEXT` prints the teas that a model's text asks for, or why there are none.
//!
//! It is a member of the workspace, so the tests of the workspace build its codebook by its build script and run it;
//! no test starts cargo.

#[rustfmt::skip]
mod codes {
    include!(concat!(env!("OUT_DIR"), "/shop.codes.rs"));
}
#[rustfmt::skip]
mod tables {
    include!(concat!(env!("OUT_DIR"), "/shop.tables.rs"));
}

use std::process::ExitCode;

use cmec_decoder::contract::{Filter, Value};
use cmec_decoder::language::Operator;
use cmec_decoder::{Decoder, Verdict};

use codes::{Field, TeaKind};

/// Something to sell.
struct Tea {
    name: &'static str,
    kind: TeaKind,
    price: i64,
}

const SHELF: &[Tea] = &[
    Tea {
        name: "Assam",
        kind: TeaKind::Black,
        price: 350,
    },
    Tea {
        name: "Lapsang Souchong",
        kind: TeaKind::Black,
        price: 780,
    },
    Tea {
        name: "Longjing",
        kind: TeaKind::Green,
        price: 900,
    },
    Tea {
        name: "Koporye",
        kind: TeaKind::IvanChai,
        price: 240,
    },
];

fn main() -> ExitCode {
    let Some(text) = std::env::args().nth(1) else {
        eprintln!("usage: cmec-example-host TEXT");
        return ExitCode::from(2);
    };
    let decoded = Decoder::new(tables::tables()).decode(&text, "example");
    match &decoded.verdict {
        Verdict::Contract(contract) => {
            let conditions = &contract.constraints.filters;
            let asked = |tea: &&Tea| {
                let passes = |filter: &Filter<'_>| passes(tea, filter);
                conditions.iter().all(|condition| condition.holds(passes))
            };
            for tea in SHELF.iter().filter(asked) {
                println!("{}, {}, {} RUB", tea.name, tea.kind, tea.price);
            }
            ExitCode::SUCCESS
        }
        Verdict::Clarify(clarify) => {
            println!("{}", clarify.question.get("en").map_or("", AsRef::as_ref));
            ExitCode::from(3)
        }
        Verdict::Reject(_) => {
            for finding in &decoded.account.findings {
                println!("{}: {}", finding.rule.id, finding.message);
            }
            ExitCode::from(4)
        }
    }
}

/// Whether a tea passes a filter. A field that joins the codebook does not build until it has its line. No two fields of
/// this one can be compared with each other, so each filter has a value.
fn passes(tea: &Tea, filter: &Filter<'_>) -> bool {
    let (Some(field), Some(value)) = (Field::from_path(&filter.field), filter.value()) else {
        return false;
    };
    match field {
        Field::TeaName => compare(filter.operator, tea.name, value.as_text()),
        Field::TeaKind => {
            let kind = value.as_text().and_then(TeaKind::from_value);
            compare(filter.operator, tea.kind.value(), kind.map(TeaKind::value))
        }
        Field::TeaPriceRub => match (filter.operator, value) {
            (Operator::Eq, Value::Integer(price)) => tea.price == *price,
            (Operator::Le, Value::Integer(price)) => tea.price <= *price,
            (Operator::Ge, Value::Integer(price)) => tea.price >= *price,
            // The codebook allows no other; the decoder lets none through.
            _ => false,
        },
    }
}

fn compare(operator: Operator, have: &str, said: Option<&str>) -> bool {
    said.is_some_and(|said| match operator {
        Operator::Eq => have == said,
        Operator::Ne => have != said,
        Operator::Contains => have.contains(said),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::codes::{Field, SCENARIOS, SOURCE_HASH, TeaKind, Type};
    use super::tables::tables;
    use cmec_decoder::language::{Scenario, ValueType};
    use cmec_decoder::tables::UnknownNameError;

    /// Enums and tables are two forms of one codebook.
    #[test]
    fn enums_say_what_the_tables_say() {
        let codes: Vec<&str> = Field::ALL.iter().map(|field| field.code()).collect();
        let defs: Vec<&str> = tables()
            .fields
            .iter()
            .map(|def| def.code.as_ref())
            .collect();
        assert_eq!(codes, defs);
        for field in Field::ALL.iter().copied() {
            let def = tables().field_by_code(field.code()).unwrap();
            assert_eq!(def.path, field.path());
            assert_eq!(def.value_type, field.value_type());
            assert_eq!(def.type_name, field.of_type().code());
            assert_eq!(Field::from_code(field.code()), Some(field));
            assert_eq!(Field::from_path(field.path()), Some(field));
            assert_eq!(field.to_string().parse(), Ok(field));
        }
        let values = &tables()
            .field_by_path(TeaKind::FIELD.path())
            .unwrap()
            .values;
        for (value, kind) in values.iter().zip(TeaKind::ALL) {
            assert_eq!(value.value, kind.value());
            assert_eq!(TeaKind::from_value(kind.value()), Some(*kind));
        }
        assert_eq!(values.len(), TeaKind::ALL.len());
        assert_eq!(Type::from_code("tea"), Some(Type::Tea));
        assert_eq!(SCENARIOS, [Scenario::InstanceSearch]);
        assert_eq!(SOURCE_HASH, tables().source_hash);
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        for text in ["", "F00", "F0011", "tea.nam", "tea.name ", "чай"] {
            assert_eq!(Field::from_code(text), None, "{text}");
            assert_eq!(Field::from_path(text), None, "{text}");
            assert_eq!(TeaKind::from_value(text), None, "{text}");
            assert_eq!(text.parse::<Type>(), Err(UnknownNameError), "{text}");
        }
    }

    /// Look-ups of a variant are done by the compiler.
    const PRICE: ValueType = Field::TeaPriceRub.value_type();

    #[test]
    fn facts_are_constants() {
        assert_eq!(PRICE, ValueType::Integer);
    }
}
