//! Comparisons of values. A missing value passes none, by SQL's three-valued logic.

use cmec_decoder::language::{Operator, ValueType};
use sea_query::{Expr, ExprTrait};

use crate::lane::structured::sql::context::SqlContext;
use crate::lane::structured::sql::places::stored_columns;
use crate::lane::structured::sql::values::value_expr::Value;
use crate::lane::structured::sql::values::{exact_numbers, texts};
use crate::ports::database::Engine;

/// True where a value passes a comparison with one or several values.
pub(crate) fn holds(
    context: &SqlContext<'_>,
    value: &Value,
    operator: Operator,
    others: &[Value],
) -> Expr {
    let (first, second) = (others.first(), others.get(1));
    let never = || Expr::cust("1 = 0");
    let with = |operator, other: Option<&Value>| {
        other.map_or_else(never, |other| compared(context, value, operator, other))
    };
    let each = others.iter();
    match operator {
        Operator::In => each
            .map(|other| compared(context, value, Operator::Eq, other))
            .reduce(ExprTrait::or)
            .unwrap_or_else(never),
        // A missing value fails `not_in`, too.
        Operator::NotIn => each
            .map(|other| compared(context, value, Operator::Ne, other))
            .reduce(ExprTrait::and)
            .unwrap_or_else(|| value.expr.clone().is_not_null()),
        Operator::Between => with(Operator::Ge, first).and(with(Operator::Le, second)),
        one => with(one, first),
    }
}

fn compared(context: &SqlContext<'_>, value: &Value, operator: Operator, other: &Value) -> Expr {
    if operator.piece_test().is_some() {
        return piece(context, value, operator, other);
    }
    let (left, right) = alike(context, value, other);
    let in_order = |expr: Expr| match value.value_type.is_number() || !is_text(value) {
        true => expr,
        false => texts::by_code_points(context.engine, expr),
    };
    let holds = match operator {
        Operator::Ne => left.ne(right),
        Operator::Lt => in_order(left).lt(right),
        Operator::Le => in_order(left).lte(right),
        Operator::Gt => in_order(left).gt(right),
        Operator::Ge => in_order(left).gte(right),
        _ => left.eq(right),
    };
    match stored_columns::near(context, value, operator, other) {
        Some(near) => near.and(holds),
        None => holds,
    }
}

/// Two values converted to a common form for a comparison.
fn alike(context: &SqlContext<'_>, value: &Value, other: &Value) -> (Expr, Expr) {
    let engine = context.engine;
    let is_composed = value.is_composed || other.is_composed;
    let form = |text: &Value| match is_composed {
        true => texts::composed(engine, text.expr.clone()),
        false => text.expr.clone(),
    };
    let (left, right) = (form(value), form(other));
    if (value.exact || other.exact) && engine == Engine::Sqlite {
        return (
            exact_numbers::exact(engine, left),
            exact_numbers::exact(engine, right),
        );
    }
    if value.folded || other.folded {
        return (texts::folded(engine, left), texts::folded(engine, right));
    }
    match (value.value_type, other.value_type) {
        (ValueType::Datetime, ValueType::Date) => {
            (stored_columns::day_of_moment(context, left), right)
        }
        (ValueType::Date, ValueType::Datetime) => {
            (left, stored_columns::day_of_moment(context, right))
        }
        _ => (left, right),
    }
}

fn piece(context: &SqlContext<'_>, value: &Value, operator: Operator, piece: &Value) -> Expr {
    let engine = context.engine;
    let form = |text: &Value| match piece.is_composed {
        true => texts::folded(engine, texts::composed(engine, text.expr.clone())),
        false => texts::folded(engine, text.expr.clone()),
    };
    let (text, piece) = (form(value), form(piece));
    match operator {
        Operator::StartsWith => texts::begins_with(engine, text, piece),
        Operator::EndsWith => texts::ends_with(engine, text, piece),
        Operator::NotContains => texts::has_piece(engine, text, piece).not(),
        _ => texts::has_piece(engine, text, piece),
    }
}

/// A value in the form that it is sorted and grouped by.
pub(crate) fn in_order(context: &SqlContext<'_>, expr: Expr, value_type: ValueType) -> Expr {
    match value_type {
        ValueType::String | ValueType::Text | ValueType::Enum | ValueType::Reference => {
            texts::by_code_points(context.engine, expr)
        }
        _ => expr,
    }
}

const fn is_text(value: &Value) -> bool {
    matches!(
        value.value_type,
        ValueType::String | ValueType::Text | ValueType::Enum | ValueType::Reference
    )
}
