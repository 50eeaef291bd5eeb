//! Field values of a variable as expressions: plain and derived values, list members, and display names.

use cmec_decoder::language::{Call, Derivation, ValueType, given_names};
use cmec_decoder::places::{Places, ValuePlace};
use cmec_decoder::tables::Column;
use sea_query::{Alias, Expr, ExprTrait, Func, IntoIden, SelectStatement, TableRef};

use crate::catalogue::{TypeBinding, ValuesTable};
use crate::lane::structured::sql::context::{SqlContext, WriteError};
use crate::lane::structured::sql::places::scope::Scope;
use crate::lane::structured::sql::places::{row_security, stored_columns};
use crate::lane::structured::sql::values::expressions::{call, column};
use crate::lane::structured::sql::values::value_expr::Value;
use crate::lane::structured::sql::values::{derived_values, dialect, lists};
use crate::ports::database::table_ref;

/// The display name of a row: the non-empty texts of its label columns.
pub(crate) fn label_of(table: &TypeBinding, alias: &str) -> Expr {
    match table.label.as_ref() {
        [only] => column(alias, only),
        several => {
            let filled = |text: Expr| call("nullif", [text, Expr::val("")]);
            let texts = several.iter();
            let texts = texts.map(|own| filled(column(alias, own).cast_as("text")));
            let joined = Func::cust("concat_ws").args([Expr::val(" ")].into_iter().chain(texts));
            filled(joined.into())
        }
    }
}

/// The maximum number of days from the first to the last day of a period; `None` where the derivation is no period.
const fn days_behind(derivation: Derivation) -> Option<u64> {
    match derivation {
        Derivation::Year => Some(365),
        Derivation::Quarter => Some(91),
        Derivation::Month => Some(30),
        Derivation::Week => Some(6),
        Derivation::Day => Some(0),
        _ => None,
    }
}

/// The storage of a list field.
#[derive(Debug, Clone)]
pub(crate) enum Several {
    /// In one column.
    List(Expr),
    /// In a table of values, by the key of the instance.
    Table {
        values: ValuesTable,
        column: String,
        owner: Expr,
    },
}

/// The members of a list as a table.
pub(crate) struct Members {
    pub(crate) table: TableRef,
    /// True for the members of one instance; `None` where the table has no others.
    pub(crate) of_instance: Option<Expr>,
    pub(crate) member: Expr,
}

impl Members {
    /// A select of the members without columns, and the expression of one member.
    pub(crate) fn select(self) -> (SelectStatement, Expr) {
        let mut select = SelectStatement::new();
        select
            .from(self.table)
            .and_where_option(self.of_instance)
            .and_where(self.member.clone().is_not_null());
        (select, self.member)
    }
}

pub(crate) fn members(
    context: &SqlContext<'_>,
    several: &Several,
    value_type: ValueType,
) -> Members {
    let alias = context.alias('v');
    let (table, of_instance, name) = match several {
        Several::List(list) => {
            let (function, name) = lists::members(context.engine, list.clone(), &alias);
            let table = TableRef::FunctionCall(function, Alias::new(&alias).into_iden());
            (table, None, name)
        }
        Several::Table {
            values,
            column: name,
            owner,
        } => {
            let of_instance = column(&alias, &values.owner).eq(owner.clone());
            let table = table_ref(&values.table).alias(alias.clone());
            (table, Some(of_instance), name.as_str())
        }
    };
    Members {
        table,
        of_instance,
        member: stored_columns::of_column(context, column(&alias, name), value_type),
    }
}

pub(crate) fn has_member(context: &SqlContext<'_>, several: &Several, path: &str) -> Expr {
    let (_, read) = given_names::at_place(path);
    let def = context.tables.field_by_path(read);
    let value_type = def.map_or(ValueType::String, |def| def.value_type);
    let (mut select, _) = members(context, several, value_type).select();
    Expr::exists(select.expr(Expr::cust("1")).take())
}

pub(crate) fn place_of(scope: &Scope<'_>, path: &str) -> Result<usize, WriteError> {
    let column = scope.context.tables.column(path);
    let column = column.ok_or_else(|| WriteError::Unknown(path.to_owned()))?;
    place_read(scope.places, path, column)
}

/// The variable that has a column.
pub(crate) fn place_read(
    places: &Places<'_>,
    path: &str,
    column: Column<'_>,
) -> Result<usize, WriteError> {
    match places.read(path, column) {
        ValuePlace::At(place) => Ok(place),
        ValuePlace::Twice => Err(WriteError::ReachedTwice(path.to_owned())),
        ValuePlace::Nowhere => Err(WriteError::NotReached(path.to_owned())),
    }
}

/// The variables that a path reads; a derivation may read several.
pub(crate) fn places_of(scope: &Scope<'_>, path: &str) -> Result<Vec<usize>, WriteError> {
    let fields = Call::fields(path).into_iter();
    fields.map(|path| place_of(scope, path)).collect()
}

pub(crate) fn value(scope: &Scope<'_>, path: &str) -> Result<Value, WriteError> {
    let (tables, engine) = (scope.context.tables, scope.context.engine);
    let unknown = || WriteError::Unknown(path.to_owned());
    let Some(call) = Call::read(path) else {
        return field(scope, path);
    };
    let derivation = Derivation::from_name(call.name).ok_or_else(unknown)?;
    let kind = tables.kind(path).ok_or_else(unknown)?;
    let days_behind = days_behind(derivation);
    let mut stored = None;
    let mut of = Vec::with_capacity(call.of.len());
    for path in &call.of {
        let value = value(scope, path)?;
        stored = days_behind.and(value.dated);
        let is_day = !matches!(derivation, Derivation::Hour | Derivation::HourOf);
        of.push(match value.value_type {
            ValueType::Datetime if is_day && !derivation.is_arithmetic() => {
                stored_columns::day_of_moment(scope.context, value.expr)
            }
            ValueType::Datetime if derivation == Derivation::HourOf => {
                stored_columns::by_own_clocks(scope.context, value.expr)
            }
            _ => value.expr,
        });
    }
    let derived = derived_values::derived(engine, derivation, of).ok_or_else(unknown)?;
    Ok(Value {
        exact: derivation.is_arithmetic(),
        stored,
        days_behind: days_behind.unwrap_or_default(),
        ..Value::new(derived, kind.value_type)
    })
}

/// The value of a field; missing where the variable has another type.
fn field(scope: &Scope<'_>, path: &str) -> Result<Value, WriteError> {
    let context = scope.context;
    let place = place_of(scope, path)?;
    let (_, read) = given_names::at_place(path);
    let unknown = || WriteError::Unknown(path.to_owned());
    let def = context.tables.field_by_path(read).ok_or_else(unknown)?;
    let folded = def.folded && !context.of_policy;
    let value = |expr| Value {
        folded,
        ..Value::new(expr, def.value_type)
    };
    if scope.type_of(place) != def.type_name {
        return Ok(value(dialect::missing(context.engine, def.value_type)));
    }
    let binding = context.field(def)?;
    let stored = scope.column(place, &binding.column);
    if let Some(values) = binding.values.as_ref().filter(|_| !def.array) {
        // The value is in the single row of another table.
        let alias = context.alias('v');
        let mut select = SelectStatement::new();
        let own = column(&alias, &binding.column);
        select
            .expr(stored_columns::of_column(context, own, def.value_type))
            .from_as(table_ref(&values.table), alias.clone())
            .and_where(column(&alias, &values.owner).eq(key(scope, place)?));
        return Ok(value(Expr::from(select)));
    }
    let referred = def.reference.as_deref();
    let key = referred.and_then(|name| Some((name, context.key_path(name)?)));
    let Some((referred, key)) = key else {
        let own = stored_columns::of_field(context, stored.clone(), def);
        let seen = referred
            .map(|name| row_security::is_seen(context, name, stored.clone()))
            .transpose()?;
        return Ok(match seen.flatten() {
            Some(seen) => value(Expr::case(seen, own).into()),
            None => {
                let dated = stored_columns::is_dated(context, def).then(|| stored.clone());
                let of_days = (def.value_type == ValueType::Date).then(|| own.clone());
                Value {
                    dated: dated.clone().or(of_days),
                    stored: dated,
                    shown: stored_columns::is_shown_as_stored(context, def).then_some(stored),
                    ..value(own)
                }
            }
        });
    };
    // A reference field holds the row key of its instance, while its value is the identifying field of that instance.
    let alias = context.alias('r');
    let key = context.tables.field_by_path(&key).ok_or_else(unknown)?;
    let mut select = SelectStatement::new();
    select
        .expr(column(&alias, &context.field(key)?.column))
        .from(row_security::placed(context, referred, &alias)?)
        .and_where(row_security::key_of(context, referred, &alias)?.eq(stored));
    Ok(value(Expr::from(select)))
}

/// The storage of a list field; `None` where the field has one value or the variable has another type.
pub(crate) fn several(scope: &Scope<'_>, path: &str) -> Result<Option<Several>, WriteError> {
    let context = scope.context;
    let (_, read) = given_names::at_place(path);
    let Some(def) = context.tables.field_by_path(read).filter(|def| def.array) else {
        return Ok(None);
    };
    let place = place_of(scope, path)?;
    if scope.type_of(place) != def.type_name {
        return Ok(None);
    }
    let binding = context.field(def)?;
    Ok(Some(match &binding.values {
        None => Several::List(scope.column(place, &binding.column)),
        Some(values) => Several::Table {
            values: values.clone(),
            column: binding.column.to_string(),
            owner: key(scope, place)?,
        },
    }))
}

/// The displayed value of a path; for a list field, all members as JSON.
pub(crate) fn shown(scope: &Scope<'_>, path: &str) -> Result<Expr, WriteError> {
    let context = scope.context;
    let def = match context.tables.column(path) {
        Some(Column::Field(def)) if def.array => def,
        _ => {
            let value = value(scope, path)?;
            return Ok(value.shown.unwrap_or(value.expr));
        }
    };
    Ok(match several(scope, path)? {
        Some(several @ Several::Table { .. }) => {
            let (mut select, member) = members(context, &several, def.value_type).select();
            select.expr(lists::all_of(context.engine, member));
            Expr::from(select)
        }
        Some(Several::List(list)) => lists::list(context.engine, list),
        None => lists::no_list(context.engine),
    })
}

pub(crate) fn key(scope: &Scope<'_>, place: usize) -> Result<Expr, WriteError> {
    row_security::key_of(scope.context, scope.type_of(place), &scope.name_of(place))
}

/// The display name of an instance: the identifying field of the codebook, else the label columns, else the key of the
/// row.
pub(crate) fn name_shown(scope: &Scope<'_>, place: usize) -> Result<Value, WriteError> {
    let context = scope.context;
    let type_name = scope.type_of(place);
    let path = context.key_path(type_name);
    let def = path.and_then(|path| context.tables.field_by_path(&path));
    let Some(def) = def else {
        let table = context.table(type_name)?;
        let name = match table.label.len() {
            1 => key(scope, place)?.cast_as("text"),
            _ => label_of(table, &scope.name_of(place)),
        };
        return Ok(Value::new(name, ValueType::String));
    };
    let column = scope.column(place, &context.field(def)?.column);
    let name = stored_columns::of_field(context, column, def);
    Ok(Value::new(name, def.value_type))
}
