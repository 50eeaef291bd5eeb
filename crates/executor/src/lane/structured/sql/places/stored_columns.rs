//! A column as the type of its field reads it, in the time zone of the bindings, and how many of its values are not of that
//! form.
//!
//! PostgreSQL keeps a column of one type. SQLite keeps whatever was put in, so that a column is read through a function where
//! one of its values is of another form, and as it is otherwise: then its index serves.

use chrono::{Datelike, Days, NaiveDate};
use cmec_decoder::language::{Operator, ValueType};
use cmec_decoder::tables::FieldDef;
use sea_query::{Expr, ExprTrait, Func, SelectStatement};

use crate::lane::structured::sql::places::row_security;
use crate::lane::structured::sql::statement;
use crate::lane::structured::sql::values::value_expr::Value;
use crate::lane::structured::sql::writer::{WriteError, Writer, column_name};
use crate::ports::database::{Engine, Statement};

/// A column of a field as its values are compared.
pub(crate) fn of_field(writer: &Writer<'_>, column: Expr, field: &FieldDef) -> Expr {
    let stored = writer.anchors.column(&field.path).unwrap_or_default();
    match writer.engine {
        Engine::Sqlite if stored.is_mixed => read_in_sqlite(column, field.value_type),
        Engine::Sqlite | Engine::Postgres => of_column(writer, column, field.value_type),
    }
}

/// Whether an answer shows the column of a field as it is stored: it is nothing but shown.
pub(crate) fn is_shown_as_stored(writer: &Writer<'_>, field: &FieldDef) -> bool {
    writer.engine == Engine::Sqlite && writer.anchors.column(&field.path).is_none()
}

/// Whether the column of a field, as it is stored, is compared with a day.
pub(crate) fn is_dated(writer: &Writer<'_>, field: &FieldDef) -> bool {
    (writer.anchors.column(&field.path)).is_some_and(|stored| stored.is_dated)
}

/// A column as its values are compared, where all of them are of the form of the type.
pub(crate) fn of_column(writer: &Writer<'_>, column: Expr, value_type: ValueType) -> Expr {
    match (writer.engine, value_type) {
        (engine, ValueType::Datetime) => engine.moment(column),
        (Engine::Postgres, ValueType::Enum | ValueType::String | ValueType::Text) => {
            column.cast_as("text")
        }
        (Engine::Postgres, ValueType::Date) => column.cast_as("date"),
        _ => column,
    }
}

/// The statement that tells in which forms the values of a field are stored: in SQLite how many have to be read through a
/// function, and how many of them it does not read; in PostgreSQL the type of the column of a moment. `None`: there is one
/// form.
///
/// # Errors
/// What the bindings do not have.
pub fn forms(writer: &Writer<'_>, field: &FieldDef) -> Result<Option<Statement>, WriteError> {
    let binding = writer.field(field)?;
    if field.array || field.reference.is_some() || binding.values.is_some() {
        return Ok(None);
    }
    let alias = writer.alias('t');
    let column = Expr::col((alias.clone(), binding.column.to_string()));
    let call = |function: &'static str| Expr::from(Func::cust(function).arg(column.clone()));
    let kind = || call("typeof");
    let mut select = SelectStatement::new();
    select.from(row_security::placed(writer, &field.type_name, &alias)?);
    let is_other = match (writer.engine, field.value_type) {
        (Engine::Postgres, ValueType::Datetime) => {
            let kind = call("pg_typeof").cast_as("text");
            select.expr_as(kind, column_name(0)).limit(1);
            return statement(&select, writer.engine).map(Some);
        }
        (Engine::Sqlite, ValueType::Integer | ValueType::Decimal) => kind().is_in(["text", "blob"]),
        (Engine::Sqlite, ValueType::Boolean) => kind()
            .ne("integer")
            .or(column.clone().is_not_in([0_i64, 1])),
        (Engine::Sqlite, ValueType::Date) => call("date").is_not(column.clone()),
        (Engine::Sqlite, ValueType::Datetime) => {
            // SQLite reads times without a day, numbers and texts of them as well: none of these begins with its day.
            let day = Func::cust("substr").arg(column.clone());
            call("date").is_not(Expr::from(day.arg(1_i64).arg(10_i64)))
        }
        (Engine::Postgres, _)
        | (
            Engine::Sqlite,
            ValueType::Enum | ValueType::String | ValueType::Text | ValueType::Reference,
        ) => return Ok(None),
    };
    let unread = read_in_sqlite(column.clone(), field.value_type).is_null();
    let unread = Expr::from(Func::cust("total").arg(unread)).cast_as("integer");
    select
        .expr_as(Expr::cust("count(*)"), column_name(0))
        .expr_as(unread, column_name(1))
        .and_where(column.is_not_null())
        .and_where(is_other);
    statement(&select, writer.engine).map(Some)
}

/// The day of a moment, by the clocks of the business.
pub(crate) fn day_of_moment(writer: &Writer<'_>, moment: Expr) -> Expr {
    writer.engine.day_of_moment(by_own_clocks(writer, moment))
}

/// A moment in UTC as the clocks of the business show it.
pub(crate) fn by_own_clocks(writer: &Writer<'_>, moment: Expr) -> Expr {
    let minutes = match writer.bindings.minutes_ahead {
        0 => return moment,
        minutes => Expr::cust(format!("'{minutes} minutes'")),
    };
    match writer.engine {
        Engine::Sqlite => {
            let clock = Func::cust("strftime").arg(Expr::cust("'%Y-%m-%dT%H:%M:%S'"));
            clock.arg(moment).arg(minutes).into()
        }
        Engine::Postgres => moment.add(minutes.cast_as("interval")),
    }
}

/// What a stored value is compared with, where it passes a comparison with a day or a moment: for an index, which knows
/// nothing of time zones and of forms, so that it is a day wider on either side.
pub(crate) fn near(
    writer: &Writer<'_>,
    value: &Value,
    operator: Operator,
    other: &Value,
) -> Option<Expr> {
    // A number is a year where it is compared with one, and not with a stored number.
    let is_year = other.value_type.is_number() && value.days_behind > 0;
    let is_day = !other.value_type.is_number();
    let day = other.day.filter(|_| is_year || is_day)?;
    let stored = value.stored.clone()?;
    let behind = Days::new(value.days_behind.saturating_add(2));
    let bound = |day: Option<NaiveDate>| {
        // Beyond these years no engine writes a day as it compares it: nothing is bounded there.
        let day = day.filter(|day| (1..=9999).contains(&day.year()))?;
        let text = Expr::val(day.to_string());
        Some(match writer.engine {
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

/// A column through the function that reads its type.
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
    Func::cust(function).arg(column).into()
}
