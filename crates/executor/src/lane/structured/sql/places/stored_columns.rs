//! A column read as the type of its field, in the time zone of the bindings, and a count of its values of another form.
//!
//! A PostgreSQL column has one type. A SQLite column may store anything: it is read through a function where some value
//! has another form, and directly otherwise, so that its index is used.

use chrono::{Datelike, Days, NaiveDate};
use cmec_decoder::language::{Operator, ValueType};
use cmec_decoder::tables::FieldDef;
use sea_query::{Expr, ExprTrait, SelectStatement};

use crate::lane::structured::sql::context::{SqlContext, WriteError, column_name};
use crate::lane::structured::sql::places::row_security;
use crate::lane::structured::sql::statement;
use crate::lane::structured::sql::values::dialect;
use crate::lane::structured::sql::values::expressions::{call, column};
use crate::lane::structured::sql::values::value_expr::Value;
use crate::ports::database::{Engine, Statement};

/// A field's column in the form that its values are compared in.
pub(crate) fn of_field(context: &SqlContext<'_>, column: Expr, field: &FieldDef) -> Expr {
    let stored = context.anchors.column(&field.path).unwrap_or_default();
    match context.engine {
        Engine::Sqlite if stored.is_mixed => read_in_sqlite(column, field.value_type),
        Engine::Sqlite | Engine::Postgres => of_column(context, column, field.value_type),
    }
}

/// True where an answer may show a field's column as stored, because the field is only shown.
pub(crate) fn is_shown_as_stored(context: &SqlContext<'_>, field: &FieldDef) -> bool {
    context.engine == Engine::Sqlite && context.anchors.column(&field.path).is_none()
}

/// True where a field's stored column can be compared with a day.
pub(crate) fn is_dated(context: &SqlContext<'_>, field: &FieldDef) -> bool {
    (context.anchors.column(&field.path)).is_some_and(|stored| stored.is_dated)
}

/// A column in the form that its values are compared in, where all values have the form of the type.
pub(crate) fn of_column(context: &SqlContext<'_>, column: Expr, value_type: ValueType) -> Expr {
    match (context.engine, value_type) {
        (engine, ValueType::Datetime) => dialect::moment(engine, column),
        (Engine::Postgres, ValueType::Enum | ValueType::String | ValueType::Text) => {
            column.cast_as("text")
        }
        (Engine::Postgres, ValueType::Date) => column.cast_as("date"),
        _ => column,
    }
}

/// The statement that checks the storage form of a field. In SQLite it counts the values that need a function, and the
/// values that no function reads; in PostgreSQL it returns the column type of a moment. `None` where only one form is
/// possible.
///
/// # Errors
/// The bindings do not cover a name.
pub fn forms(context: &SqlContext<'_>, field: &FieldDef) -> Result<Option<Statement>, WriteError> {
    let binding = context.field(field)?;
    if field.array || field.reference.is_some() || binding.values.is_some() {
        return Ok(None);
    }
    let alias = context.alias('t');
    let column = column(&alias, &binding.column);
    let of_column = |function: &'static str| call(function, [column.clone()]);
    let kind = || of_column("typeof");
    let mut select = SelectStatement::new();
    select.from(row_security::placed(context, &field.type_name, &alias)?);
    let is_other = match (context.engine, field.value_type) {
        (Engine::Postgres, ValueType::Datetime) => {
            let kind = of_column("pg_typeof").cast_as("text");
            select.expr_as(kind, column_name(0)).limit(1);
            return statement(&select, context.engine).map(Some);
        }
        (Engine::Sqlite, ValueType::Integer | ValueType::Decimal) => kind().is_in(["text", "blob"]),
        (Engine::Sqlite, ValueType::Boolean) => kind()
            .ne("integer")
            .or(column.clone().is_not_in([0_i64, 1])),
        (Engine::Sqlite, ValueType::Date) => of_column("date").is_not(column.clone()),
        (Engine::Sqlite, ValueType::Datetime) => {
            // SQLite also accepts times without a day and numbers as dates; such values do not start with the day they
            // give.
            let [from, count] = [1_i64, 10].map(Expr::val);
            of_column("date").is_not(call("substr", [column.clone(), from, count]))
        }
        (Engine::Postgres, _)
        | (
            Engine::Sqlite,
            ValueType::Enum | ValueType::String | ValueType::Text | ValueType::Reference,
        ) => return Ok(None),
    };
    let unread = read_in_sqlite(column.clone(), field.value_type).is_null();
    let unread = call("total", [unread]).cast_as("integer");
    select
        .expr_as(Expr::cust("count(*)"), column_name(0))
        .expr_as(unread, column_name(1))
        .and_where(column.is_not_null())
        .and_where(is_other);
    statement(&select, context.engine).map(Some)
}

/// The day of a moment in the time zone of the business.
pub(crate) fn day_of_moment(context: &SqlContext<'_>, moment: Expr) -> Expr {
    dialect::day_of_moment(context.engine, by_own_clocks(context, moment))
}

/// A UTC moment in the time zone of the business.
pub(crate) fn by_own_clocks(context: &SqlContext<'_>, moment: Expr) -> Expr {
    let minutes = match context.bindings.minutes_ahead {
        0 => return moment,
        minutes => Expr::cust(format!("'{minutes} minutes'")),
    };
    match context.engine {
        Engine::Sqlite => {
            let clock = Expr::cust("'%Y-%m-%dT%H:%M:%S'");
            call("strftime", [clock, moment, minutes])
        }
        Engine::Postgres => moment.add(minutes.cast_as("interval")),
    }
}

/// A weaker comparison of the stored column that an index can use. An index knows neither time zones nor storage forms,
/// so the range is a day wider on either side.
pub(crate) fn near(
    context: &SqlContext<'_>,
    value: &Value,
    operator: Operator,
    other: &Value,
) -> Option<Expr> {
    // A number is a year where it is compared with a year, but not where it is compared with a stored number.
    let is_year = other.value_type.is_number() && value.days_behind > 0;
    let is_day = !other.value_type.is_number();
    let day = other.day.filter(|_| is_year || is_day)?;
    let stored = value.stored.clone()?;
    let behind = Days::new(value.days_behind.saturating_add(2));
    let bound = |day: Option<NaiveDate>| {
        // Outside of these years no engine writes a day in its comparable form, so no range is added.
        let day = day.filter(|day| (1..=9999).contains(&day.year()))?;
        let text = Expr::val(day.to_string());
        Some(match context.engine {
            Engine::Sqlite => text,
            Engine::Postgres => text.cast_as("timestamptz"),
        })
    };
    let from = || {
        Some(
            stored
                .clone()
                .gte(bound(day.checked_sub_days(Days::new(1)))?),
        )
    };
    let until = || Some(stored.clone().lt(bound(day.checked_add_days(behind))?));
    match operator {
        Operator::Eq => match (from(), until()) {
            (Some(from), Some(until)) => Some(from.and(until)),
            (from, until) => from.or(until),
        },
        Operator::Gt | Operator::Ge => from(),
        Operator::Lt | Operator::Le => until(),
        _ => None,
    }
}

fn read_in_sqlite(column: Expr, value_type: ValueType) -> Expr {
    let function = match value_type {
        ValueType::Integer | ValueType::Decimal => "cmec_as_number",
        ValueType::Boolean => "cmec_as_boolean",
        ValueType::Date => "cmec_as_day",
        ValueType::Datetime => "cmec_moment",
        ValueType::Enum | ValueType::String | ValueType::Text | ValueType::Reference => {
            return column;
        }
    };
    call(function, [column])
}
