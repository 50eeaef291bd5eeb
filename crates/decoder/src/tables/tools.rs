//! Tools shaped by hand: functions a codebook exports beside its own `query_<domain>`, whose arguments each say one
//! filter or the query text.
//!
//! Tools are part of the tables: the decoder reads their calls, and a host that loads a table file can hand out
//! their definitions. A call is another spelling of a draft, not another way to run something. The compiler proves
//! that every call that keeps to its definition keeps to the scenario table (CB104, CB105). What a tool ignores is
//! said by data (`on_unknown_value`, `lower_bound_of`), with a line in the ledger. Nothing else is ever dropped.

use serde::{Deserialize, Serialize};

use crate::language::{Operator, Order, Output, Scenario, ValueType};
use crate::tables::{List, Tables, Text};

/// A tool: a name and arguments that stand for an intent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolDef {
    /// Its name: Latin letters, digits, `_` and `-`, at most 64.
    pub name: Text,
    /// What it does and when to call it, for models.
    pub description: Text,
    /// The scenario a call stands for.
    pub scenario: Scenario,
    /// The scenario of a call without filters, where that is another one.
    pub without_filters: Option<Scenario>,
    /// The output asked for; `None`: the scenario's default.
    pub output: Option<Output>,
    /// The target type; `None`: none is said.
    pub target: Option<Text>,
    /// Most rows of an answer; `None`: the scenario's default.
    pub limit: Option<u32>,
    /// What rows are sorted by, the strongest first.
    pub sort: List<ToolSort>,
    /// Paths of the fields that an answer has; empty: all.
    pub fields: List<Text>,
    /// Parameters, in the order in which models are told of them.
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

/// What the rows of a tool are sorted by.
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
    /// The filter its argument is the value of; `None`: it is the query text.
    pub filter: Option<ToolFilter>,
    /// The JSON type models are told.
    pub json_type: JsonType,
    /// What it means, for models; may be empty.
    pub description: Text,
    /// Whether every call must have it.
    pub required: bool,
    /// What becomes of an argument that is no value of the field.
    pub on_unknown_value: UnknownValue,
    /// The parameter whose argument must be above this one's. Where it is not, this one's filter is dropped.
    pub lower_bound_of: Option<Text>,
}

/// A filter without its value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolFilter {
    /// Path of the field.
    pub field: Text,
    /// How it is compared.
    pub operator: Operator,
}

/// What becomes of an argument that is no value of its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnknownValue {
    /// It is asked about.
    Ask,
    /// It is ignored, with a line in the ledger.
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
    /// The type of one value of a field.
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

    /// Its name, as JSON Schema has it.
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

/// The one argument of the tool that takes SQL.
pub const SQL_ARGUMENT: &str = "sql";

impl Tables {
    /// Name of the tool every codebook exports, whose arguments are its cMEC.
    #[must_use]
    pub fn query_tool(&self) -> String {
        format!("query_{}", self.name)
    }

    /// Name of the other one, whose one argument is SQL.
    #[must_use]
    pub fn ask_tool(&self) -> String {
        format!("ask_{}", self.name)
    }

    /// The tool shaped by hand with this name.
    #[must_use]
    pub fn tool_by_name(&self, name: &str) -> Option<&ToolDef> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// Whether every tool has a name of its own and speaks of what the tables have.
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
