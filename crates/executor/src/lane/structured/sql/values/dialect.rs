//! What SQL differs in between engines.

use cmec_decoder::language::ValueType;
use sea_query::{BinOper, Expr, ExprTrait, Func};
use serde_json::Value;

use crate::lane::structured::sql::values::derived_values::{
    first_letters, greatest, half_to_even, nothing_for_nought,
};
use crate::ports::database::{DatabaseValue, Engine, FOLDING_COLLATION, Parameter};

impl Engine {
    /// A text without case, `ё` as `е`.
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

    /// An expression with a collation of the engine.
    pub(crate) fn collated(self, expr: Expr, collation: &'static str) -> Expr {
        expr.binary(BinOper::Custom("COLLATE"), Expr::col(collation))
    }

    /// A text that is compared by its code points.
    pub(crate) fn by_code_points(self, text: Expr) -> Expr {
        match self {
            // It compares bytes, and those of UTF-8 stand in the order of code points.
            Self::Sqlite => text,
            Self::Postgres => self.collated(text, "C"),
        }
    }

    /// A column as a text. SQLite compares a text with a number as its column is declared.
    pub(crate) fn as_text(self, column: Expr) -> Expr {
        match self {
            Self::Sqlite => column,
            Self::Postgres => column.cast_as("text"),
        }
    }

    /// A number that no float stands for.
    pub(crate) fn exact(self, number: Expr) -> Expr {
        match self {
            Self::Sqlite => {
                let digits = Func::cust("cmec_number").arg(number).into();
                self.collated(digits, "cmec_decimal")
            }
            Self::Postgres => number.cast_as("numeric"),
        }
    }

    /// A moment in UTC.
    pub(crate) fn moment(self, moment: Expr) -> Expr {
        match self {
            Self::Sqlite => Func::cust("cmec_moment").arg(moment).into(),
            Self::Postgres => {
                let zoned = moment.cast_as("timestamptz");
                zoned.binary(BinOper::Custom("AT TIME ZONE"), Expr::cust("'UTC'"))
            }
        }
    }

    /// The day of a moment in UTC.
    pub(crate) fn day_of_moment(self, moment: Expr) -> Expr {
        match self {
            Self::Sqlite => first_letters(moment, 10),
            Self::Postgres => moment.cast_as("date"),
        }
    }

    /// A day as it is said.
    pub(crate) fn day(self, text: String) -> Expr {
        match self {
            Self::Sqlite => Expr::val(text),
            Self::Postgres => Expr::val(text).cast_as("date"),
        }
    }

    /// No value, of a type.
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

    /// Whether a text has a piece.
    pub(crate) fn has_piece(self, text: Expr, piece: Expr) -> Expr {
        let found = match self {
            Self::Sqlite => Func::cust("instr"),
            Self::Postgres => Func::cust("strpos"),
        };
        Expr::from(found.arg(text).arg(piece)).gt(Expr::cust("0"))
    }

    /// Whether a text begins with a piece.
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

    /// Whether a text ends with a piece.
    pub(crate) fn ends_with(self, text: Expr, piece: Expr) -> Expr {
        match self {
            Self::Sqlite => Func::cust("cmec_ends_with").arg(text).arg(piece).into(),
            Self::Postgres => {
                let length = Func::cust("length").arg(piece.clone());
                Expr::from(Func::cust("right").arg(text).arg(length)).eq(piece)
            }
        }
    }

    /// The values of a list in one column, as JSON.
    pub(crate) fn list(self, list: Expr) -> Expr {
        match self {
            Self::Sqlite => list,
            Self::Postgres => Func::cust("to_jsonb").arg(list).into(),
        }
    }

    /// No list.
    pub(crate) fn no_list(self) -> Expr {
        match self {
            Self::Sqlite => Expr::cust("NULL"),
            Self::Postgres => Expr::cust("NULL").cast_as("jsonb"),
        }
    }

    /// A key with its type: as the port gives it, or as JSON, which tells numbers from texts.
    pub(crate) fn key_told(self, key: Expr) -> Expr {
        match self {
            Self::Sqlite => key,
            Self::Postgres => Expr::from(Func::cust("to_jsonb").arg(key)).cast_as("text"),
        }
    }

    /// A number as the port reads it.
    pub(crate) fn number_told(self, number: Expr) -> Expr {
        match self {
            Self::Sqlite => number,
            Self::Postgres => number.cast_as("text"),
        }
    }

    /// The key that a row of a look-up has.
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

    /// The members of a list, as a table with one column.
    pub(crate) fn members(self, list: Expr) -> (sea_query::FunctionCall, &'static str) {
        match self {
            Self::Sqlite => (Func::cust("json_each").arg(list), "value"),
            Self::Postgres => (Func::cust("unnest").arg(list), ""),
        }
    }

    /// A sum, exact.
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

    /// A mean, exact to six digits or as many as a number has.
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

    /// The different values in their order, as JSON.
    pub(crate) fn listed(self, value: Expr) -> Expr {
        self.gathered(self.distinct(value.clone()), value)
    }

    /// All values in their order, as JSON.
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

    /// The different ones of some values, within the brackets of a function.
    pub(crate) fn distinct(self, value: Expr) -> Expr {
        Expr::cust_with_expr(self.mark("DISTINCT {}"), value)
    }

    /// A text with the engine's mark of the first expression.
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
