//! Tools shaped by hand: functions that a codebook exports in addition to `query_<domain>`. Each argument is one filter
//! or the query text.
//!
//! Tools are part of the tables, because the decoder reads their calls, and a host that loads a table file can export
//! their definitions. A call is another notation of a draft, not another way to execute something. The compiler proves
//! that every call that conforms to its definition conforms to the scenario table (CB104, CB105). A tool ignores
//! arguments only where its data says so (`on_unknown_value`, `lower_bound_of`), with a ledger entry.

use serde::{Deserialize, Serialize};

use crate::language::{Operator, Order, Output, Scenario, ValueType};
use crate::tables::{List, Text};

/// A tool: a name and parameters that form an intent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolDef {
    /// Its name: Latin letters, digits, `_` and `-`, at most 64.
    pub name: Text,
    /// Its purpose and use, for models.
    pub description: Text,
    /// The scenario of a call.
    pub scenario: Scenario,
    /// The scenario of a call without filters, if different.
    pub without_filters: Option<Scenario>,
    /// The output; `None` means the scenario's default.
    pub output: Option<Output>,
    /// The target type; `None` means that the call names none.
    pub target: Option<Text>,
    /// The greatest number of rows; `None` means the scenario's default.
    pub limit: Option<u32>,
    /// The sort keys, most significant first.
    pub sort: List<ToolSort>,
    /// Paths of the fields to show; empty means all.
    pub fields: List<Text>,
    /// The parameters, in the order shown to models.
    pub parameters: List<ToolParameter>,
}

impl ToolDef {
    /// The parameter with this name.
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<&ToolParameter> {
        self.parameters
            .iter()
            .find(|parameter| parameter.name == name)
    }
}

/// A sort key of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolSort {
    /// Path of the field.
    pub field: Text,
    /// The order.
    pub order: Order,
}

/// A parameter of a tool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolParameter {
    /// Its name: Latin letters, digits, `_` and `-`, at most 64.
    pub name: Text,
    /// The filter whose value is the argument; `None` for the query text.
    pub filter: Option<ToolFilter>,
    /// The JSON type in the exported definition.
    pub json_type: JsonType,
    /// Its meaning, for models; may be empty.
    pub description: Text,
    /// `true` if every call must have it.
    pub required: bool,
    /// The treatment of an argument that is not a value of the field.
    pub on_unknown_value: UnknownValue,
    /// The parameter for the upper bound. If its argument is not above this one's, this filter is dropped.
    pub lower_bound_of: Option<Text>,
}

/// A filter without its value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolFilter {
    /// Path of the field.
    pub field: Text,
    /// The comparison operator.
    pub operator: Operator,
}

/// The treatment of an argument that is not a value of its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnknownValue {
    /// It becomes a question.
    Ask,
    /// It is ignored, with a ledger entry.
    Drop,
}

/// Type of an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JsonType {
    /// A text.
    String,
    /// A number.
    Number,
    /// A whole number.
    Integer,
    /// True or false.
    Boolean,
    /// Several values.
    Array,
}

impl JsonType {
    /// The JSON type for one value of a field.
    #[must_use]
    pub const fn of(values: ValueType) -> Self {
        match values {
            ValueType::Integer => Self::Integer,
            ValueType::Decimal => Self::Number,
            ValueType::Boolean => Self::Boolean,
            ValueType::String
            | ValueType::Text
            | ValueType::Reference
            | ValueType::Date
            | ValueType::Datetime
            | ValueType::Enum => Self::String,
        }
    }

    /// Its name in JSON Schema.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Number => "number",
            Self::Integer => "integer",
            Self::Boolean => "boolean",
            Self::Array => "array",
        }
    }
}

/// The only argument of the tool that takes SQL.
pub const SQL_ARGUMENT: &str = "sql";
