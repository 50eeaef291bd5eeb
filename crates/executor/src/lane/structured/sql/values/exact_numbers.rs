//! Numbers as SQL of each engine, with all their digits.

use cmec_decoder::language::ValueType;
use sea_query::{Expr, ExprTrait, Func};

use crate::lane::structured::sql::values::expressions::call;
use crate::lane::structured::sql::values::texts::collated;
use crate::ports::database::Engine;

/// The collation of SQLite that compares numbers by their digits.
const DECIMAL: &str = "cmec_decimal";

/// A number in an exact type instead of a float.
pub(crate) fn exact(engine: Engine, number: Expr) -> Expr {
    match engine {
        Engine::Sqlite => decimal("cmec_number", [number]),
        Engine::Postgres => number.cast_as("numeric"),
    }
}

/// A number that a function of SQLite gives as its digits.
pub(crate) fn decimal<const N: usize>(function: &'static str, of: [Expr; N]) -> Expr {
    collated(call(function, of), DECIMAL)
}

/// An exact sum.
pub(crate) fn sum(engine: Engine, number: Expr, value_type: ValueType, exact: bool) -> Expr {
    match (engine, value_type) {
        (Engine::Sqlite, ValueType::Integer) if !exact => call("sum", [number]),
        (Engine::Sqlite, _) => decimal("cmec_sum", [number]),
        (Engine::Postgres, _) => call("sum", [number]).cast_as("numeric"),
    }
}

/// An exact mean, with six decimal places or as many as a number has.
pub(crate) fn mean(engine: Engine, number: Expr) -> Expr {
    if engine == Engine::Sqlite {
        return decimal("cmec_avg", [number]);
    }
    let number = number.cast_as("numeric");
    let scale = call("max", [call("scale", [number.clone()])]);
    let sum = call("sum", [number.clone()]);
    let count = call("count", [number]).cast_as("numeric");
    half_to_even(sum, nothing_for_nought(count), greatest(vec![scale]))
}

/// A quotient in PostgreSQL, with six decimal places or as many as a number has.
pub(crate) fn quotient(number: Expr, by: Expr) -> Expr {
    let scales = [&number, &by].map(|own| call("scale", [own.clone()]));
    half_to_even(number, by, greatest(scales.to_vec()))
}

/// The greatest of some numbers of decimal places, at least six.
fn greatest(mut scales: Vec<Expr>) -> Expr {
    scales.insert(0, Expr::cust("6"));
    Func::cust("greatest").args(scales).into()
}

fn nothing_for_nought(number: Expr) -> Expr {
    call("nullif", [number, Expr::cust("0")])
}

/// A quotient in PostgreSQL with `scale` decimal places, rounded half to even; `round` would round half away from zero.
fn half_to_even(number: Expr, by: Expr, scale: Expr) -> Expr {
    let by = nothing_for_nought(by);
    let unit = call("power", [Expr::cust("10::numeric"), scale.clone()]);
    let whole = number.mul(unit.clone());
    let quotient = call("div", [whole.clone(), by.clone()]);
    let rest = call("mod", [whole.clone(), by.clone()]);
    let twice = call("abs", [rest.mul(Expr::cust("2"))]);
    let bound = call("abs", [by.clone()]);
    let sign = call("sign", [whole]).mul(call("sign", [by]));
    let odd = call("abs", [call("mod", [quotient.clone(), Expr::cust("2")])]);
    let carry = Expr::case(twice.clone().gt(bound.clone()), Expr::cust("1"))
        .case(twice.eq(bound), odd)
        .finally(Expr::cust("0"));
    let rounded = quotient.add(sign.mul(carry));
    call("round", [rounded.div(unit), scale.cast_as("integer")])
}
