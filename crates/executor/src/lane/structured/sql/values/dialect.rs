//! The SQL that differs between engines.

use cmec_decoder::language::ValueType;
use sea_query::{BinOper, Expr, ExprTrait, Func};
use serde_json::Value;

use crate::lane::structured::sql::values::derived_values::{
    first_letters, greatest, half_to_even, nothing_for_nought,
};
use crate::ports::database::{DatabaseValue, Engine, FOLDING_COLLATION, Parameter};

impl Engine {
    /// A text in lower case with `ё` as `е`.
    pub(crate) fn folded(self, text: Expr) -> Expr {
        match self {
            Self::Sqlite => Func::cust("cmec_folded").arg(text).into(),
            Self::Postgres => {
                let lower = Func::cust("lower").arg(self.collated(text, FOLDING_COLLATION));
                Func::cust("translate")
                    .arg(lower)
                    .arg(Expr::cust("'ё'"))
                    .arg(Expr::cust("'е'"))
                    .into()
            }
        }
    }

    pub(crate) fn collated(self, expr: Expr, collation: &'static str) -> Expr {
        expr.binary(BinOper::Custom("COLLATE"), Expr::col(collation))
    }

    /// A text with a collation by code points.
    pub(crate) fn by_code_points(self, text: Expr) -> Expr {
        match self {
            // SQLite compares bytes, and UTF-8 bytes have the order of code points.
            Self::Sqlite => text,
            Self::Postgres => self.collated(text, "C"),
        }
    }

    /// A column as text. SQLite converts a text compared with a number by the declared type of the column.
    pub(crate) fn as_text(self, column: Expr) -> Expr {
        match self {
            Self::Sqlite => column,
            Self::Postgres => column.cast_as("text"),
        }
    }

    /// A number in an exact type instead of a float.
    pub(crate) fn exact(self, number: Expr) -> Expr {
        match self {
            Self::Sqlite => {
                let digits = Func::cust("cmec_number").arg(number).into();
                self.collated(digits, "cmec_decimal")
            }
            Self::Postgres => number.cast_as("numeric"),
        }
    }

    pub(crate) fn moment(self, moment: Expr) -> Expr {
        match self {
            Self::Sqlite => Func::cust("cmec_moment").arg(moment).into(),
            Self::Postgres => {
                let zoned = moment.cast_as("timestamptz");
                zoned.binary(BinOper::Custom("AT TIME ZONE"), Expr::cust("'UTC'"))
            }
        }
    }

    pub(crate) fn day_of_moment(self, moment: Expr) -> Expr {
        match self {
            Self::Sqlite => first_letters(moment, 10),
            Self::Postgres => moment.cast_as("date"),
        }
    }

    /// A day literal.
    pub(crate) fn day(self, text: String) -> Expr {
        match self {
            Self::Sqlite => Expr::val(text),
            Self::Postgres => Expr::val(text).cast_as("date"),
        }
    }

    pub(crate) fn missing(self, value_type: ValueType) -> Expr {
        match self {
            Self::Sqlite => Expr::cust("NULL"),
            Self::Postgres => Expr::cust("NULL").cast_as(match value_type {
                ValueType::Integer => "bigint",
                ValueType::Decimal => "numeric",
                ValueType::Boolean => "boolean",
                ValueType::Date => "date",
                ValueType::Datetime => "timestamp",
                _ => "text",
            }),
        }
    }

    pub(crate) fn has_piece(self, text: Expr, piece: Expr) -> Expr {
        let found = match self {
            Self::Sqlite => Func::cust("instr"),
            Self::Postgres => Func::cust("strpos"),
        };
        Expr::from(found.arg(text).arg(piece)).gt(Expr::cust("0"))
    }

    pub(crate) fn begins_with(self, text: Expr, piece: Expr) -> Expr {
        match self {
            Self::Sqlite => {
                let length = Func::cust("length").arg(piece.clone());
                let begin = Func::cust("substr")
                    .arg(text)
                    .arg(Expr::cust("1"))
                    .arg(length);
                Expr::from(begin).eq(piece)
            }
            Self::Postgres => Func::cust("starts_with").arg(text).arg(piece).into(),
        }
    }

    pub(crate) fn ends_with(self, text: Expr, piece: Expr) -> Expr {
        match self {
            Self::Sqlite => Func::cust("cmec_ends_with").arg(text).arg(piece).into(),
            Self::Postgres => {
                let length = Func::cust("length").arg(piece.clone());
                Expr::from(Func::cust("right").arg(text).arg(length)).eq(piece)
            }
        }
    }

    /// The members of a list column as JSON.
    pub(crate) fn list(self, list: Expr) -> Expr {
        match self {
            Self::Sqlite => list,
            Self::Postgres => Func::cust("to_jsonb").arg(list).into(),
        }
    }

    pub(crate) fn no_list(self) -> Expr {
        match self {
            Self::Sqlite => Expr::cust("NULL"),
            Self::Postgres => Expr::cust("NULL").cast_as("jsonb"),
        }
    }

    /// A key with its type: in PostgreSQL as the port reads it, in SQLite as JSON, which separates numbers from texts.
    pub(crate) fn key_told(self, key: Expr) -> Expr {
        match self {
            Self::Sqlite => key,
            Self::Postgres => Expr::from(Func::cust("to_jsonb").arg(key)).cast_as("text"),
        }
    }

    /// A number in the form that the port reads.
    pub(crate) fn number_told(self, number: Expr) -> Expr {
        match self {
            Self::Sqlite => number,
            Self::Postgres => number.cast_as("text"),
        }
    }

    /// The key in a row of a lookup statement.
    #[must_use]
    pub fn key(self, told: &DatabaseValue) -> Option<Parameter> {
        match (self, told) {
            (Self::Postgres, DatabaseValue::Text(json)) => match serde_json::from_str(json).ok()? {
                Value::Number(number) => number.as_i64().map(Parameter::Integer),
                Value::String(text) => Some(Parameter::Text(text)),
                _ => None,
            },
            (_, told) => told.parameter(),
        }
    }

    /// The members of a list as a table with one column.
    pub(crate) fn members(self, list: Expr) -> (sea_query::FunctionCall, &'static str) {
        match self {
            Self::Sqlite => (Func::cust("json_each").arg(list), "value"),
            Self::Postgres => (Func::cust("unnest").arg(list), ""),
        }
    }

    /// An exact sum.
    pub(crate) fn sum(self, number: Expr, value_type: ValueType, exact: bool) -> Expr {
        match (self, value_type) {
            (Self::Sqlite, ValueType::Integer) if !exact => Func::cust("sum").arg(number).into(),
            (Self::Sqlite, _) => {
                let sum = Func::cust("cmec_sum").arg(number).into();
                self.collated(sum, "cmec_decimal")
            }
            (Self::Postgres, _) => Expr::from(Func::cust("sum").arg(number)).cast_as("numeric"),
        }
    }

    /// An exact mean, with six decimal places or as many as a number has.
    pub(crate) fn mean(self, number: Expr) -> Expr {
        match self {
            Self::Sqlite => {
                let mean = Func::cust("cmec_avg").arg(number).into();
                self.collated(mean, "cmec_decimal")
            }
            Self::Postgres => {
                let number = number.cast_as("numeric");
                let scale = Func::cust("scale").arg(number.clone());
                let scale = greatest(vec![Func::cust("max").arg(scale).into()]);
                let sum = Func::cust("sum").arg(number.clone()).into();
                let count = Expr::from(Func::cust("count").arg(number)).cast_as("numeric");
                half_to_even(sum, nothing_for_nought(count), scale)
            }
        }
    }

    /// The distinct values in order, as JSON.
    pub(crate) fn listed(self, value: Expr) -> Expr {
        self.gathered(self.distinct(value.clone()), value)
    }

    pub(crate) fn all_of(self, value: Expr) -> Expr {
        self.gathered(value.clone(), value)
    }

    fn gathered(self, values: Expr, by: Expr) -> Expr {
        let ordered = match self {
            Self::Sqlite => "? ORDER BY ?",
            Self::Postgres => "$1 ORDER BY $2",
        };
        let gather = Func::cust(match self {
            Self::Sqlite => "json_group_array",
            Self::Postgres => "jsonb_agg",
        });
        gather
            .arg(Expr::cust_with_exprs(ordered, [values, by]))
            .into()
    }

    /// `DISTINCT` values, as an argument of an aggregate function.
    pub(crate) fn distinct(self, value: Expr) -> Expr {
        Expr::cust_with_expr(self.mark("DISTINCT {}"), value)
    }

    /// A text with the engine's placeholder of the first expression.
    fn mark(self, text: &str) -> String {
        text.replace(
            "{}",
            match self {
                Self::Sqlite => "?",
                Self::Postgres => "$1",
            },
        )
    }
}
