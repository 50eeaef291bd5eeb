//! The types of values.

use super::vocabulary;

vocabulary! {
    /// Type of a field's values.
    ValueType {
        /// A short text, compared as a whole.
        String = "string" / "string",
        /// A long text.
        Text = "text" / "text",
        /// A whole number.
        Integer = "integer" / "integer",
        /// A number that keeps its decimal text.
        Decimal = "decimal" / "decimal",
        /// True or false.
        Boolean = "boolean" / "boolean",
        /// `YYYY-MM-DD`.
        Date = "date" / "date",
        /// `YYYY-MM-DDTHH:MM:SS`, with an optional offset.
        Datetime = "datetime" / "datetime",
        /// One of the listed values.
        Enum = "enum" / "enum",
        /// The name or key of an instance of another type.
        Reference = "reference" / "reference",
    }
}

impl ValueType {
    /// Whether its values are texts that can be compared letter by letter.
    #[must_use]
    pub const fn may_have_case(self) -> bool {
        matches!(self, Self::String | Self::Text)
    }

    /// Whether its values are texts that can be looked into.
    #[must_use]
    pub const fn is_text(self) -> bool {
        matches!(self, Self::String | Self::Text | Self::Reference)
    }

    /// Whether its values have a sum.
    #[must_use]
    pub const fn is_number(self) -> bool {
        matches!(self, Self::Integer | Self::Decimal)
    }

    /// Whether one of its values can be less than another, of every field. Texts have an order where a field says so.
    #[must_use]
    pub const fn is_ordered(self) -> bool {
        self.is_number() || matches!(self, Self::Date | Self::Datetime)
    }
}
