//! The tables of `docs/src/reference/line.md` that the contract language gives: operators, functions and derivations.
//! The rest of the page is written by hand.

use cmec_decoder::language::{Arity, Call, Derivation, Function, Operator, ValueType};

use crate::marked_tables::{head, quoted, row, with_tables};

/// The page.
pub(crate) const PAGE: &str = "docs/src/reference/line.md";

/// The page with its tables as they should be.
pub(crate) fn page(have: &str) -> Result<String, String> {
    let tables = [
        ("operators", operators()),
        ("functions", functions()),
        ("derivations", derivations()),
    ];
    with_tables(PAGE, have, &tables)
}

fn operators() -> String {
    let mut table = head(["in a line", "operator", "cMEC", "value", "fields"]);
    for operator in Operator::ALL {
        let value = match operator.arity() {
            Arity::One => "one",
            Arity::Piece => "a part of a text",
            Arity::List => "a list",
            Arity::Pair => "two, the smaller first",
            Arity::Flag => "none, `true` or `false`",
        };
        let fields = fitting(|value_type| operator.fits(value_type, false));
        let (example, code) = (quoted(operator.example()), quoted(operator.code()));
        table += &row([&example, operator.name(), &code, value, &fields]);
    }
    table
}

fn functions() -> String {
    let mut table = head(["in a line", "function", "cMEC", "fields"]);
    for function in Function::ALL {
        let mark = function.mark();
        let (shown, fields) = if function.needs_field() {
            let fields = fitting(|value_type| function.fits(value_type, false));
            (format!("{mark}(f)"), fields)
        } else {
            (mark.to_owned(), "none: it counts rows".to_owned())
        };
        let (shown, code) = (quoted(&shown), quoted(function.code()));
        table += &row([&shown, function.name(), &code, &fields]);
    }
    table
}

fn derivations() -> String {
    let mut table = head(["in a line", "derivation", "cMEC", "fields", "values"]);
    for derivation in Derivation::ALL {
        let of = ["f", "g"].into_iter().take(derivation.arity());
        let shown = Call::written(derivation.mark(), &of.collect::<Vec<_>>());
        let fields = fitting(|value_type| derivation.fits(value_type));
        let values = derivation.gives().name();
        let (shown, code) = (quoted(&shown), quoted(derivation.code()));
        table += &row([&shown, derivation.name(), &code, &fields, values]);
    }
    table
}

/// The types of fields that fit, in the shorter way of saying it.
fn fitting(fits: impl Fn(ValueType) -> bool) -> String {
    let all = ValueType::ALL.iter().copied();
    let (fit, misfit): (Vec<_>, Vec<_>) = all.partition(|value_type| fits(*value_type));
    let names = |types: &[ValueType]| {
        let names: Vec<&str> = types.iter().map(|value_type| value_type.name()).collect();
        names.join(", ")
    };
    if misfit.is_empty() {
        "all".to_owned()
    } else if misfit.len() < fit.len() {
        format!("all but {}", names(&misfit))
    } else {
        names(&fit)
    }
}
