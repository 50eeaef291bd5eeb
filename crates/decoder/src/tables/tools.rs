//! Tools shaped by hand: functions that a codebook exports in addition to `query_<domain>`. Each argument is one filter
//! or the query text.
//!
//! Tools are part of the tables, because the decoder reads their calls, and a host that loads a table file can export
//! their definitions. A call is another notation of a draft, not another way to execute something. The compiler proves
//! that every call that conforms to its definition conforms to the scenario table (CB104, CB105). A tool ignores
//! arguments only where its data says so (`on_unknown_value`, `lower_bound_of`), with a ledger entry.

use serde::{Deserialize, Serialize};

use crate::language::{Operator, Order, Output, Scenario, ValueType};
use crate::tables::{List, Tables, Text};

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

impl Tables {
    /// Name of the exported tool that takes cMEC.
    #[must_use]
    pub fn query_tool(&self) -> String {
        format!("query_{}", self.name)
    }

    /// Name of the exported tool that takes SQL.
    #[must_use]
    pub fn ask_tool(&self) -> String {
        format!("ask_{}", self.name)
    }

    /// The tool shaped by hand with this name.
    #[must_use]
    pub fn tool_by_name(&self, name: &str) -> Option<&ToolDef> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// `true` if tool names are unique and all references to other tables resolve.
    pub(super) fn tools_hold(&self) -> bool {
        let exported = [self.query_tool(), self.ask_tool()];
        self.tools.iter().all(|tool| {
            let own = self
                .tool_by_name(&tool.name)
                .is_some_and(|first| std::ptr::eq(first, tool));
            let target = tool.target.as_deref();
            own && !exported.iter().any(|name| tool.name == *name)
                && target.is_none_or(|name| self.type_by_name(name).is_some())
                && tool.parameters.iter().all(|parameter| {
                    let own = tool
                        .parameter(&parameter.name)
                        .is_some_and(|first| std::ptr::eq(first, parameter));
                    let filter = parameter.filter.as_ref();
                    let bound = parameter.lower_bound_of.as_deref();
                    own && filter.is_none_or(|filter| self.field_by_path(&filter.field).is_some())
                        && bound.is_none_or(|name| tool.parameter(name).is_some())
                })
        })
    }
}
