//! What is derived from fields where a field can stand: `month(founded)`, `minus(revenue,capital)`.

use super::{ValueType, vocabulary};

vocabulary! {
    /// What a derived field is.
    Derivation {
        /// The sum of two numbers.
        Add = "add" / "ADD",
        /// The first number less the second.
        Subtract = "subtract" / "SUB",
        /// The product of two numbers.
        Multiply = "multiply" / "MUL",
        /// The first number by the second; missing where that is nought.
        Divide = "divide" / "DIV",
        /// The year of a day, a whole number.
        Year = "year" / "YEAR",
        /// The first day of the quarter of a day.
        Quarter = "quarter" / "QTR",
        /// The first day of the month of a day.
        Month = "month" / "MON",
        /// The Monday of the week of a day.
        Week = "week" / "WEEK",
        /// The day of a moment.
        Day = "day" / "DAY",
        /// The first moment of the hour of a moment.
        Hour = "hour" / "HOUR",
        /// The number of the month, 1 to 12.
        MonthOf = "month_of" / "MON_OF",
        /// The number of the day in its month, 1 to 31.
        DayOf = "day_of" / "DAY_OF",
        /// The number of the day in its week, 1 for Monday.
        Weekday = "weekday" / "WDAY",
        /// The number of the hour, 0 to 23.
        HourOf = "hour_of" / "HOUR_OF",
        /// How many characters a text has.
        Length = "length" / "LEN",
        /// How many days the second day is behind the first.
        Days = "days" / "DAYS",
    }
}

/// How many derivations stand in one another.
pub const DERIVATION_LEVELS: usize = 2;

impl Derivation {
    /// What people call it.
    #[must_use]
    pub const fn mark(self) -> &'static str {
        match self {
            Self::Add => "plus",
            Self::Subtract => "minus",
            Self::Multiply => "times",
            Self::Divide => "ratio",
            other => other.name(),
        }
    }

    /// Of how many fields it is.
    #[must_use]
    pub const fn arity(self) -> usize {
        match self {
            Self::Add | Self::Subtract | Self::Multiply | Self::Divide | Self::Days => 2,
            _ => 1,
        }
    }

    /// Whether it is of numbers.
    #[must_use]
    pub const fn is_arithmetic(self) -> bool {
        matches!(
            self,
            Self::Add | Self::Subtract | Self::Multiply | Self::Divide
        )
    }

    /// Whether its values are periods that follow one another without end.
    #[must_use]
    pub const fn is_period(self) -> bool {
        matches!(
            self,
            Self::Year | Self::Quarter | Self::Month | Self::Week | Self::Day
        )
    }

    /// Whether it is of values of this type.
    #[must_use]
    pub const fn fits(self, value_type: ValueType) -> bool {
        match self {
            Self::Add | Self::Subtract | Self::Multiply | Self::Divide => value_type.is_number(),
            Self::Hour | Self::HourOf => matches!(value_type, ValueType::Datetime),
            Self::Length => matches!(value_type, ValueType::String | ValueType::Text),
            _ => matches!(value_type, ValueType::Date | ValueType::Datetime),
        }
    }

    /// The type of its values.
    #[must_use]
    pub const fn gives(self) -> ValueType {
        match self {
            Self::Add | Self::Subtract | Self::Multiply | Self::Divide => ValueType::Decimal,
            Self::Quarter | Self::Month | Self::Week | Self::Day => ValueType::Date,
            Self::Hour => ValueType::Datetime,
            Self::Year
            | Self::MonthOf
            | Self::DayOf
            | Self::Weekday
            | Self::HourOf
            | Self::Length
            | Self::Days => ValueType::Integer,
        }
    }
}
