//! Values as expressions: of a contract, of a field at a place, of what is derived.

use chrono::NaiveDate;
use cmec_decoder::contract::Value as Said;
use cmec_decoder::language::{Call, Derivation, ValueType, given};
use cmec_decoder::places::Reached;
use cmec_decoder::tables::Column;
use sea_query::{Alias, Expr, ExprTrait, IntoIden, SelectStatement, TableRef};

use super::lookup::label_of;
use super::scope::Scope;
use super::writer::{Unwritten, Writer};
use crate::catalogue::ValuesTable;
use crate::ports::database::{Engine, table_ref};
use crate::relative_days::in_zone;

/// A value as an expression.
#[derive(Debug, Clone)]
pub(super) struct Value {
    pub(super) expr: Expr,
    pub(super) value_type: ValueType,
    /// Whether it is a number that must be compared digit by digit.
    pub(super) exact: bool,
    /// Whether it is compared without case.
    pub(super) folded: bool,
    /// Whether it is compared in one form of letters.
    pub(super) is_composed: bool,
    /// The column that it is read from, where an index of it finds days and moments.
    pub(super) stored: Option<Expr>,
    /// The same of what is derived of it: a column of days as well, which is compared as it is.
    pub(super) dated: Option<Expr>,
    /// The column that it is read from, where an answer reads it by itself and counts what is not of its form.
    pub(super) shown: Option<Expr>,
    /// Days that the last day of its period lies behind the first: a month has 30.
    pub(super) days_behind: u64,
    /// The day of a value that a contract says, or of a moment; of a number the first day of the year.
    pub(super) day: Option<NaiveDate>,
}

impl Value {
    pub(super) const fn new(expr: Expr, value_type: ValueType) -> Self {
        Self {
            expr,
            value_type,
            exact: false,
            folded: false,
            is_composed: false,
            stored: None,
            dated: None,
            shown: None,
            days_behind: 0,
            day: None,
        }
    }
}

/// How many days the last day of a period lies behind its first, at most. `None`: what is derived is no period.
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

/// The members of a field with several values.
#[derive(Debug, Clone)]
pub(super) enum Several {
    /// They stand in one column.
    List(Expr),
    /// They stand in a table, of the instance with this key.
    Table {
        values: ValuesTable,
        column: String,
        owner: Expr,
    },
}

/// The members of a list, as a select of nothing yet, and one of them.
pub(super) struct Members {
    pub(super) select: SelectStatement,
    pub(super) member: Expr,
}

impl Writer<'_> {
    /// A value that a contract says; several for a list.
    pub(super) fn said(&self, value: &Said<'_>) -> Vec<Value> {
        let engine = self.engine;
        let one = match value {
            Said::Text(text) => Value::new(Expr::val(text.clone().into_owned()), ValueType::String),
            Said::Integer(number) => Value {
                day: (i32::try_from(*number).ok())
                    .and_then(|year| NaiveDate::from_ymd_opt(year, 1, 1)),
                ..Value::new(Expr::val(*number), ValueType::Integer)
            },
            Said::Decimal(digits) => self.number(digits),
            Said::Boolean(flag) => Value::new(Expr::val(*flag), ValueType::Boolean),
            Said::Date(day) => Value {
                day: day.parse().ok(),
                ..Value::new(engine.day(day.clone().into_owned()), ValueType::Date)
            },
            Said::Datetime(moment) => Value {
                day: moment.get(..10).and_then(|day| day.parse().ok()),
                ..Value::new(
                    engine.moment(Expr::val(in_zone(moment, self.bindings.minutes_ahead))),
                    ValueType::Datetime,
                )
            },
            // A contract is written with the days that it means.
            Said::Relative(_) => Value::new(engine.missing(ValueType::Date), ValueType::Date),
            Said::List(values) => {
                return values.iter().flat_map(|value| self.said(value)).collect();
            }
        };
        vec![one]
    }

    /// A number in its digits. A float that means just these is compared as fast as one.
    fn number(&self, digits: &str) -> Value {
        if self.engine == Engine::Postgres {
            let number = Expr::val(digits.to_owned()).cast_as("numeric");
            return Value::new(number, ValueType::Decimal);
        }
        if let Ok(whole) = digits.parse::<i64>() {
            return Value::new(Expr::val(whole), ValueType::Decimal);
        }
        let float = digits.parse::<f64>().ok();
        let is_same = |float: &f64| {
            let digits = digits.trim_end_matches('0').trim_end_matches('.');
            float.to_string() == digits
        };
        match float.filter(is_same) {
            Some(float) => Value::new(Expr::val(float), ValueType::Decimal),
            None => Value {
                exact: true,
                ..Value::new(Expr::val(digits.to_owned()), ValueType::Decimal)
            },
        }
    }

    /// The members of a list.
    pub(super) fn members(&self, several: &Several, value_type: ValueType) -> Members {
        let alias = self.alias('v');
        let mut select = SelectStatement::new();
        let member = match several {
            Several::List(list) => {
                let (function, column) = self.engine.members(list.clone());
                select.from_function(function, alias.clone());
                let column = if column.is_empty() {
                    alias.as_str()
                } else {
                    column
                };
                Expr::col((alias.clone(), column.to_owned()))
            }
            Several::Table {
                values,
                column,
                owner,
            } => {
                select.from_as(table_ref(&values.table), alias.clone());
                let own = Expr::col((alias.clone(), values.owner.to_string()));
                select.and_where(own.eq(owner.clone()));
                Expr::col((alias, column.clone()))
            }
        };
        let member = self.of_column(member, value_type);
        select.and_where(member.clone().is_not_null());
        Members { select, member }
    }

    /// The members of a list as a table to join, what it is joined by, and one of them.
    pub(super) fn members_joined(
        &self,
        several: &Several,
        value_type: ValueType,
    ) -> (TableRef, Expr, Expr) {
        let alias = self.alias('v');
        let column = |name: &str| Expr::col((alias.clone(), name.to_owned()));
        match several {
            Several::List(list) => {
                let (function, name) = self.engine.members(list.clone());
                let name = if name.is_empty() {
                    alias.as_str()
                } else {
                    name
                };
                let member = self.of_column(column(name), value_type);
                let table = TableRef::FunctionCall(function, Alias::new(&alias).into_iden());
                (table, Expr::cust("1 = 1"), member)
            }
            Several::Table {
                values,
                column: name,
                owner,
            } => {
                let on = column(&values.owner).eq(owner.clone());
                let member = self.of_column(column(name), value_type);
                (table_ref(&values.table).alias(alias.clone()), on, member)
            }
        }
    }

    /// Whether a field with several values has one.
    pub(super) fn has_member(&self, several: &Several, path: &str) -> Expr {
        let (_, read) = given::at_place(path);
        let def = self.tables.field_by_path(read);
        let value_type = def.map_or(ValueType::String, |def| def.value_type);
        let Members { mut select, .. } = self.members(several, value_type);
        Expr::exists(select.expr(Expr::cust("1")).take())
    }
}

impl Scope<'_> {
    /// The place that a path is read at.
    pub(super) fn place_of(&self, path: &str) -> Result<usize, Unwritten> {
        let column = self.writer.tables.column(path);
        let column = column.ok_or_else(|| Unwritten::Unknown(path.to_owned()))?;
        match self.places.read(path, column) {
            Reached::At(place) => Ok(place),
            Reached::Twice => Err(Unwritten::ReachedTwice(path.to_owned())),
            Reached::Nowhere => Err(Unwritten::NotReached(path.to_owned())),
        }
    }

    /// The places that a path is read at; what is derived may be read at several.
    pub(super) fn places_of(&self, path: &str) -> Result<Vec<usize>, Unwritten> {
        let fields = Call::fields(path).into_iter();
        fields.map(|path| self.place_of(path)).collect()
    }

    /// The value of a field, or of what is derived.
    pub(super) fn value(&self, path: &str) -> Result<Value, Unwritten> {
        let (tables, engine) = (self.writer.tables, self.writer.engine);
        let unknown = || Unwritten::Unknown(path.to_owned());
        let Some(call) = Call::read(path) else {
            return self.field(path);
        };
        let derivation = Derivation::from_name(call.name).ok_or_else(unknown)?;
        let kind = tables.kind(path).ok_or_else(unknown)?;
        let days_behind = days_behind(derivation);
        let mut stored = None;
        let mut of = Vec::with_capacity(call.of.len());
        for path in &call.of {
            let value = self.value(path)?;
            stored = days_behind.and(value.dated);
            let is_day = !matches!(derivation, Derivation::Hour | Derivation::HourOf);
            of.push(match value.value_type {
                ValueType::Datetime if is_day && !derivation.is_arithmetic() => {
                    self.writer.day_of_moment(value.expr)
                }
                ValueType::Datetime if derivation == Derivation::HourOf => {
                    self.writer.by_own_clocks(value.expr)
                }
                _ => value.expr,
            });
        }
        let derived = engine.derived(derivation, of).ok_or_else(unknown)?;
        Ok(Value {
            exact: derivation.is_arithmetic(),
            stored,
            days_behind: days_behind.unwrap_or_default(),
            ..Value::new(derived, kind.value_type)
        })
    }

    /// The value of a field; none where the place is of another type.
    fn field(&self, path: &str) -> Result<Value, Unwritten> {
        let writer = self.writer;
        let place = self.place_of(path)?;
        let (_, read) = given::at_place(path);
        let unknown = || Unwritten::Unknown(path.to_owned());
        let def = writer.tables.field_by_path(read).ok_or_else(unknown)?;
        let folded = def.folded && !writer.of_policy;
        let value = |expr| Value {
            folded,
            ..Value::new(expr, def.value_type)
        };
        if self.type_of(place) != def.type_name {
            return Ok(value(writer.engine.missing(def.value_type)));
        }
        let binding = writer.field(def)?;
        let column = Expr::col((self.name_of(place), binding.column.to_string()));
        if let Some(values) = binding.values.as_ref().filter(|_| !def.array) {
            // The one row of another table that has the value.
            let alias = writer.alias('v');
            let of = |column: &str| Expr::col((alias.clone(), column.to_owned()));
            let mut select = SelectStatement::new();
            let own = writer.of_column(of(&binding.column), def.value_type);
            select
                .expr(own)
                .from_as(table_ref(&values.table), alias.clone())
                .and_where(of(&values.owner).eq(self.key(place)?));
            return Ok(value(Expr::from(select)));
        }
        let referred = def.reference.as_deref();
        let key = referred.and_then(|name| Some((name, writer.key_path(name)?)));
        let Some((referred, key)) = key else {
            let own = writer.of_field(column.clone(), def);
            let seen = referred
                .map(|name| writer.is_seen(name, column.clone()))
                .transpose()?;
            return Ok(match seen.flatten() {
                Some(seen) => value(Expr::case(seen, own).into()),
                None => {
                    let stored = writer.is_dated(def).then(|| column.clone());
                    let of_days = (def.value_type == ValueType::Date).then(|| own.clone());
                    Value {
                        dated: stored.clone().or(of_days),
                        stored,
                        shown: writer.is_shown_as_stored(def).then_some(column),
                        ..value(own)
                    }
                }
            });
        };
        // A reference is the key of what is referred to, and its column the key of that row.
        let alias = writer.alias('r');
        let key = writer.tables.field_by_path(&key).ok_or_else(unknown)?;
        let of_key = Expr::col((alias.clone(), writer.field(key)?.column.to_string()));
        let mut select = SelectStatement::new();
        select.expr(of_key).from(writer.placed(referred, &alias)?);
        select.and_where(writer.key_of(referred, &alias)?.eq(column));
        Ok(value(Expr::from(select)))
    }

    /// The members of a field with several values; `None`: it has one, or the place is of another type.
    pub(super) fn several(&self, path: &str) -> Result<Option<Several>, Unwritten> {
        let writer = self.writer;
        let (_, read) = given::at_place(path);
        let Some(def) = writer.tables.field_by_path(read).filter(|def| def.array) else {
            return Ok(None);
        };
        let place = self.place_of(path)?;
        if self.type_of(place) != def.type_name {
            return Ok(None);
        }
        let binding = writer.field(def)?;
        let of_place = |column: &str| Expr::col((self.name_of(place), column.to_owned()));
        Ok(Some(match &binding.values {
            None => Several::List(of_place(&binding.column)),
            Some(values) => Several::Table {
                values: values.clone(),
                column: binding.column.to_string(),
                owner: self.writer.key_of(&def.type_name, &self.name_of(place))?,
            },
        }))
    }

    /// What is shown of a path: of a field with several values all of them, as JSON.
    pub(super) fn shown(&self, path: &str) -> Result<Expr, Unwritten> {
        let writer = self.writer;
        let def = match writer.tables.column(path) {
            Some(Column::Field(def)) if def.array => def,
            _ => {
                let value = self.value(path)?;
                return Ok(value.shown.unwrap_or(value.expr));
            }
        };
        Ok(match self.several(path)? {
            Some(several @ Several::Table { .. }) => {
                let Members { mut select, member } = writer.members(&several, def.value_type);
                select.expr(writer.engine.all_of(member));
                Expr::from(select)
            }
            Some(Several::List(list)) => writer.engine.list(list),
            None => writer.engine.no_list(),
        })
    }

    /// The key of the row at a place.
    pub(super) fn key(&self, place: usize) -> Result<Expr, Unwritten> {
        self.writer
            .key_of(self.type_of(place), &self.name_of(place))
    }

    /// What an instance is called: the field of the codebook that identifies it, else the columns that are its name together,
    /// else the key of its row.
    pub(super) fn name_shown(&self, place: usize) -> Result<Value, Unwritten> {
        let writer = self.writer;
        let type_name = self.type_of(place);
        let key = writer.key_path(type_name);
        let def = key.and_then(|path| writer.tables.field_by_path(&path));
        let Some(def) = def else {
            let table = writer.table(type_name)?;
            let name = match table.label.len() {
                1 => self.key(place)?.cast_as("text"),
                _ => label_of(table, &self.name_of(place)),
            };
            return Ok(Value::new(name, ValueType::String));
        };
        let column = writer.field(def)?.column.to_string();
        let column = Expr::col((self.name_of(place), column));
        Ok(Value::new(writer.of_field(column, def), def.value_type))
    }
}
