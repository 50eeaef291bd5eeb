//! Operators: their codes, what value each takes, the types it fits and its sign.

use super::{ValueType, vocabulary};

/// What value an operator takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Arity {
    /// One value.
    One,
    /// One piece of a text, which is not empty.
    Piece,
    /// A list of at least one value.
    List,
    /// Two values, the smaller one first.
    Pair,
    /// No value, or `true` or `false`.
    Flag,
}

/// The types of values an operator fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fits {
    All,
    Texts,
    Ordered,
    /// All but `boolean`, which has no more than two values.
    Listed,
}

/// The operators: name, code, arity, types, sign, and what it is in a few words: Chinese, Russian, English.
macro_rules! operators {
    ($($(#[doc = $doc:literal])* $member:ident = $name:literal / $code:literal, $arity:ident, $fits:ident, $sign:literal, $short:expr;)+) => {
        vocabulary! {
            /// How a filter compares.
            Operator { $($(#[doc = $doc])* $member = $name / $code,)+ }
        }

        impl Operator {
            /// What value it takes.
            #[must_use]
            pub const fn arity(self) -> Arity {
                match self { $(Self::$member => Arity::$arity,)+ }
            }

            const fn fits_types(self) -> Fits {
                match self { $(Self::$member => Fits::$fits,)+ }
            }

            /// The sign that people write for it. Those of a list and of a pair share one with those of one value.
            #[must_use]
            pub const fn sign(self) -> &'static str {
                match self { $(Self::$member => $sign,)+ }
            }

            /// What it is, in a few words: Chinese, Russian, English.
            #[must_use]
            pub const fn in_short(self) -> [&'static str; 3] {
                match self { $(Self::$member => $short,)+ }
            }
        }
    };
}

operators! {
    /// Equal.
    Eq = "eq" / "EQ", One, All, "=", ["是", "равно", "is"];
    /// Not equal.
    Ne = "ne" / "NE", One, All, "!=", ["不是", "не равно", "is not"];
    /// Contains.
    Contains = "contains" / "CT", Piece, Texts, "~", ["含", "содержит", "contains"];
    /// Does not contain.
    NotContains = "not_contains" / "NC", Piece, Texts, "!~", ["不含", "не содержит", "does not contain"];
    /// Starts with.
    StartsWith = "starts_with" / "SW", Piece, Texts, "^=", ["开头是", "начинается с", "starts with"];
    /// Ends with.
    EndsWith = "ends_with" / "EW", Piece, Texts, "$=", ["结尾是", "кончается на", "ends with"];
    /// Less than.
    Lt = "lt" / "LT", One, Ordered, "<", ["小于", "меньше", "less"];
    /// Less than or equal.
    Le = "le" / "LE", One, Ordered, "<=", ["至多", "не больше", "at most"];
    /// Greater than.
    Gt = "gt" / "GT", One, Ordered, ">", ["大于", "больше", "more"];
    /// Greater than or equal.
    Ge = "ge" / "GE", One, Ordered, ">=", ["至少", "не меньше", "at least"];
    /// One of a list.
    In = "in" / "IN", List, Listed, "=", ["其中之一", "одно из", "one of"];
    /// None of a list.
    NotIn = "not_in" / "NI", List, Listed, "!=", ["都不是", "ни одно из", "none of"];
    /// Between two values, both included.
    Between = "between" / "BT", Pair, Ordered, "=", ["区间", "от и до", "from and to"];
    /// Has a value.
    Exists = "exists" / "EX", Flag, All, "=*", ["有值", "есть значение", "has a value"];
}

impl Operator {
    /// How it looks for a piece in a text, both without case; `None`: it compares whole values.
    #[must_use]
    pub fn piece_test(self) -> Option<fn(text: &str, piece: &str) -> bool> {
        Some(match self {
            Self::Contains => |text, piece| text.contains(piece),
            Self::NotContains => |text, piece| !text.contains(piece),
            Self::StartsWith => |text, piece| text.starts_with(piece),
            Self::EndsWith => |text, piece| text.ends_with(piece),
            _ => return None,
        })
    }

    /// Whether it fits a value type; a codebook can only narrow this. `ordered`: whether its texts have an order.
    #[must_use]
    pub const fn fits(self, value_type: ValueType, ordered: bool) -> bool {
        match self.fits_types() {
            Fits::All => true,
            Fits::Texts => value_type.is_text(),
            Fits::Ordered => ordered || value_type.is_ordered(),
            Fits::Listed => !matches!(value_type, ValueType::Boolean),
        }
    }

    /// Whether it asks for a member of a list of texts, or whether there is one.
    #[must_use]
    pub const fn asks_membership(self) -> bool {
        matches!(
            self,
            Self::Contains | Self::NotContains | Self::In | Self::NotIn | Self::Exists
        )
    }

    /// The operators that fit a value type, in their order. `ordered`: whether its texts have an order.
    pub fn fitting(value_type: ValueType, ordered: bool) -> impl Iterator<Item = Self> {
        Self::ALL
            .iter()
            .copied()
            .filter(move |operator| operator.fits(value_type, ordered))
    }

    /// Whether it compares one value with one other, so that either may be a field or a metric.
    #[must_use]
    pub const fn compares(self) -> bool {
        matches!(self.arity(), Arity::One)
    }

    /// Whether it compares with what a group gives: whether something is among its rows, or which is the larger one.
    #[must_use]
    pub const fn compares_groups(self) -> bool {
        match self {
            Self::In | Self::NotIn => true,
            Self::Eq | Self::Ne => false,
            other => other.compares(),
        }
    }

    /// The operators of conditions on metrics, and of filters that compare two fields.
    pub fn comparing() -> impl Iterator<Item = Self> {
        let all = Self::ALL.iter().copied();
        all.filter(|operator| operator.compares())
    }

    /// The operators that compare with what a group gives.
    pub fn comparing_groups() -> impl Iterator<Item = Self> {
        let all = Self::ALL.iter().copied();
        all.filter(|operator| operator.compares_groups())
    }
}
