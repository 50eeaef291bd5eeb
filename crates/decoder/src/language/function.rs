//! The functions of a metric, and the fields each is computed over.

use super::{ValueType, vocabulary};

vocabulary! {
    /// Aggregation function.
    Function {
        /// Number of rows.
        Count = "count" / "CNT",
        /// Number of distinct values.
        CountDistinct = "count_distinct" / "CNTD",
        /// Sum.
        Sum = "sum" / "SUM",
        /// Mean.
        Avg = "avg" / "AVG",
        /// Smallest value.
        Min = "min" / "MIN",
        /// Largest value.
        Max = "max" / "MAX",
        /// The different values, as many as a list may have.
        List = "list" / "LST",
    }
}

impl Function {
    /// Whether it is computed over fields of this type. `ordered`: whether their texts have an order.
    #[must_use]
    pub const fn fits(self, value_type: ValueType, ordered: bool) -> bool {
        match self {
            Self::Count | Self::CountDistinct | Self::List => true,
            Self::Sum | Self::Avg => value_type.is_number(),
            Self::Min | Self::Max => ordered || value_type.is_ordered(),
        }
    }

    /// Whether it needs a field; rows are counted without one.
    #[must_use]
    pub const fn needs_field(self) -> bool {
        !matches!(self, Self::Count)
    }

    /// Whether it gives one value, which can be compared and sorted by.
    #[must_use]
    pub const fn gives_one(self) -> bool {
        !matches!(self, Self::List)
    }
}
