//! `Tables`: one compiled codebook.
//!
//! A codebook is distributed as a table file. The built-in domains and those of a host can be compiled into the program
//! as text and are parsed at the first use; others are read from a folder. Lists keep the order of the codebook.

mod column;
mod consistency;
mod deprecation;
pub(crate) mod derived_fields;
pub(crate) mod indices;
mod kind;
mod measure;
mod metric;
mod row_filter;
mod tools;
mod unknown_name;
pub(crate) mod value_names;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::contract::Metric;
use crate::language::{Direction, Operator, Output, Part, Scenario, ValueType};
pub use crate::language::{Limits, Requirement, ScenarioDef};
pub use crate::tables::column::Column;
pub use crate::tables::deprecation::Deprecation;
pub use crate::tables::derived_fields::OperandError;
pub use crate::tables::indices::Indices;
pub use crate::tables::kind::Kind;
pub use crate::tables::measure::Measure;
pub use crate::tables::metric::{MetricDef, OverTime, PeriodsRead};
pub use crate::tables::row_filter::{Principal, RowFilter, RowValue};
pub use crate::tables::tools::{
    JsonType, SQL_ARGUMENT, ToolDef, ToolFilter, ToolParameter, ToolSort, UnknownValue,
};
pub use crate::tables::unknown_name::UnknownNameError;
pub use crate::tables::value_names::ValueNames;
pub use crate::version::ContractVersion;

/// A text of a table.
pub type Text = Cow<'static, str>;
/// A list of a table.
pub type List<T> = Cow<'static, [T]>;

/// Format of the table files that this decoder reads; any other is refused.
pub const TABLES_FORMAT: u32 = 1;

/// One compiled codebook.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// [`TABLES_FORMAT`] at compile time of the codebook.
    pub format: u32,
    /// Name of the domain.
    pub name: Text,
    /// Version of the codebook, as its author gives it.
    pub version: Text,
    /// The newest contract version to execute, if the host sets none.
    pub contract_version: ContractVersion,
    /// SHA-256 of the codebook's sources, hexadecimal.
    pub source_hash: Text,
    /// Languages of questions and labels; the first is the default.
    pub languages: List<Text>,
    /// Types, in codebook order.
    pub types: List<TypeDef>,
    /// Fields, in codebook order.
    pub fields: List<FieldDef>,
    /// Relations, in codebook order.
    pub relations: List<RelationDef>,
    /// Metrics, in codebook order. A definition uses only metrics before it.
    pub metrics: List<MetricDef>,
    /// Retired codes, which must not be used again.
    pub reserved: List<Text>,
    /// Document types and named sets of them for `Q.cor`; empty if the domain has no corpora.
    pub corpora: List<CorpusDef>,
    /// The scenario table, with a row for each scenario in a lane of the codebook, and for `clarify`.
    pub scenarios: List<ScenarioDef>,
    /// Caps and defaults.
    pub limits: Limits,
    /// The action for each class of findings.
    pub policy: List<PolicyRule>,
    /// Values that the host provides about the caller, in codebook order.
    pub principals: List<Principal>,
    /// Row-level security: filters that are added to every intent about their type.
    pub row_filters: List<RowFilter>,
    /// Tools shaped by hand, in codebook order.
    pub tools: List<ToolDef>,
    /// Indices for lookup by name, not stored in the file.
    #[serde(skip)]
    pub indices: Indices,
}

/// A name in one language, with its synonyms.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// Language tag, `zh`, `ru`, `en`.
    pub language: Text,
    /// The name to show.
    pub text: Text,
    /// Other names people use.
    pub synonyms: List<Text>,
}

impl Label {
    /// The name to show and its synonyms.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let synonyms = self.synonyms.iter().map(AsRef::as_ref);
        std::iter::once(self.text.as_ref()).chain(synonyms)
    }
}

/// A type of instances.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypeDef {
    /// Name, as in `tg` and `target_types`.
    pub name: Text,
    /// Name in SQL, if different.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sql: Option<Text>,
    /// Name of its key in SQL, if no field is the key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sql_key: Option<Text>,
    /// Name of the field (without the type) that identifies an instance.
    pub key: Option<Text>,
    /// Names for people.
    pub labels: List<Label>,
    /// One sentence for models and people; may be empty.
    pub description: Text,
    /// The version that deprecated it, and the replacement.
    pub deprecated: Option<Deprecation>,
}

/// A field of a type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldDef {
    /// Registered code, `F001`.
    pub code: Text,
    /// `type.field`, as in contracts.
    pub path: Text,
    /// The part of `path` before the dot.
    pub type_name: Text,
    /// The part of `path` after the dot.
    pub name: Text,
    /// Short name of its column.
    pub alias: Option<Text>,
    /// Name of its column in SQL, if different.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sql: Option<Text>,
    /// Type of the values.
    pub value_type: ValueType,
    /// Allowed values of an enum; empty otherwise.
    pub values: List<EnumValue>,
    /// Index of the values by name, not stored in the file.
    #[serde(skip)]
    pub value_names: ValueNames,
    /// The referenced type of a reference.
    pub reference: Option<Text>,
    /// `true` if an instance has several values.
    pub array: bool,
    /// Unit of a number, as text.
    pub unit: Option<Text>,
    /// Operators that filters may use.
    pub operators: List<Operator>,
    /// `true` if sort keys may use it.
    pub sortable: bool,
    /// `true` if `group_by` may use it.
    pub groupable: bool,
    /// `true` if its texts have an order, by code points. They can then be compared and have a minimum and maximum.
    pub ordered: bool,
    /// `true` if comparisons ignore case and treat `ё` as `е`.
    pub folded: bool,
    /// Names for people.
    pub labels: List<Label>,
    /// One sentence for models and people; may be empty.
    pub description: Text,
    /// The version that deprecated it, and the replacement.
    pub deprecated: Option<Deprecation>,
}

impl FieldDef {
    /// The name in SQL: its SQL name, its alias, or its own name.
    #[must_use]
    pub fn spelling(&self) -> &str {
        let said = self.sql.as_deref().or(self.alias.as_deref());
        said.unwrap_or(&self.name)
    }
}

/// SQL names for the key of a table without a column of that name. The first is the default.
pub const ROW_KEYS: [&str; 2] = ["id", "key"];

impl TypeDef {
    /// The table name in SQL.
    #[must_use]
    pub fn spelling(&self) -> &str {
        self.sql.as_deref().unwrap_or(&self.name)
    }

    /// `true` if a field is the key of the type, which names its instances.
    #[must_use]
    pub fn is_key(&self, field: &FieldDef) -> bool {
        self.key.as_deref() == Some(field.name.as_ref())
    }

    /// The key column of its rows in SQL.
    #[must_use]
    pub fn row_key(&self) -> &str {
        self.sql_key.as_deref().unwrap_or(ROW_KEYS[0])
    }
}

impl RelationDef {
    /// The column name in SQL: its SQL name, its alias, or its own name.
    #[must_use]
    pub fn spelling(&self) -> &str {
        let said = self.sql.as_deref().or(self.alias.as_deref());
        said.unwrap_or(&self.name)
    }
}

/// A value of an enum field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnumValue {
    /// The value, as in contracts.
    pub value: Text,
    /// Names and synonyms. A synonym is the only value that the decoder converts, with a ledger entry.
    pub labels: List<Label>,
    /// The version that deprecated it, and the replacement.
    pub deprecated: Option<Deprecation>,
}

/// A relation between two types.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RelationDef {
    /// Registered code, `R001`.
    pub code: Text,
    /// Name, as in contracts.
    pub name: Text,
    /// Type it starts from.
    pub from: Text,
    /// Type it leads to.
    pub to: Text,
    /// Name of the inverse relation, if it exists.
    pub inverse: Option<Text>,
    /// `true` if each start leads to at most one end.
    pub to_one: bool,
    /// `true` if each end is reached from at most one start.
    pub from_one: bool,
    /// Short name of its column.
    pub alias: Option<Text>,
    /// Name of its column in SQL, if different.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sql: Option<Text>,
    /// Names for people.
    pub labels: List<Label>,
    /// One sentence for models and people; may be empty.
    pub description: Text,
    /// The version that deprecated it, and the replacement.
    pub deprecated: Option<Deprecation>,
}

/// A document type, or a named set of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorpusDef {
    /// Name, as in `cor` and `corpora`.
    pub name: Text,
    /// Names for people; may be empty.
    pub labels: List<Label>,
}

/// Class of a finding, the unit of policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FindingClass {
    /// The text is not what the notation's grammar allows.
    Syntax,
    /// A key stands twice.
    DuplicateKey,
    /// A key is not part of the notation.
    UnknownKey,
    /// A value has the wrong JSON shape.
    Shape,
    /// A code is not registered.
    UnknownCode,
    /// A field or relation cannot be used here.
    IllegalField,
    /// An operator cannot be used on this field.
    IllegalOperator,
    /// A value does not fit its field.
    IllegalValue,
    /// A cap of the codebook is exceeded.
    OverCap,
    /// Two parts contradict each other.
    Conflict,
    /// A part the scenario needs is missing.
    MissingPart,
    /// A part the scenario forbids is there.
    ForbiddenPart,
}

/// The action for a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PolicyAction {
    /// The text is rejected.
    Reject,
    /// The text becomes a question.
    Clarify,
}

/// A rule of the policy. The first matching rule applies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PolicyRule {
    /// Class of findings.
    pub class: FindingClass,
    /// Paths of the fields that the rule applies to; empty means all.
    pub fields: List<Text>,
    /// The action.
    pub action: PolicyAction,
}

/// The reason why a table file was refused.
#[derive(Debug, thiserror::Error)]
pub enum TablesError {
    /// The file is not a table file.
    #[error("not a compiled table file: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// The file has another format.
    #[error(
        "table file has format {found}, this decoder reads {TABLES_FORMAT}; compile the codebook again"
    )]
    Format {
        /// Format of the file.
        found: u64,
    },
    /// The head and the tables of the file belong to different codebooks.
    #[error(
        "table file is damaged: its head is of another codebook than its tables; compile the codebook again"
    )]
    Source,
    /// Two elements share a name, or a reference does not resolve.
    #[error(
        "table file is damaged: its `{list}` do not fit each other; compile the codebook again"
    )]
    List {
        /// Name of the list.
        list: &'static str,
    },
    /// A row filter does not fit its field.
    #[error(
        "table file is damaged: a row filter does not fit its field; compile the codebook again"
    )]
    RowFilter,
    /// A scenario has two rows, a row has no output, or `clarify` has no row.
    #[error("table file is damaged: its scenario table is not whole; compile the codebook again")]
    Scenarios,
}

impl Tables {
    /// The names that `Q.cor` accepts.
    pub fn corpus_names(&self) -> impl Iterator<Item = &str> {
        self.corpora.iter().map(|corpus| corpus.name.as_ref())
    }

    /// `true` if any scenario may have a part.
    #[must_use]
    pub fn may_have(&self, part: Part) -> bool {
        self.scenarios.iter().any(|row| row.may_have(part))
    }

    /// The operators that at least one field accepts.
    pub fn operators(&self) -> impl Iterator<Item = Operator> {
        let taken = |operator: &Operator| {
            let mut fields = self.fields.iter();
            fields.any(|field| field.operators.contains(operator))
        };
        Operator::ALL.iter().copied().filter(taken)
    }

    /// `true` if any scenario has an output.
    #[must_use]
    pub fn gives(&self, output: Output) -> bool {
        (self.scenarios.iter()).any(|row| row.outputs.contains(&output))
    }

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

    /// The metric of the codebook that a contract's metric refers to; `None` for a function or a metric derived from
    /// others.
    #[must_use]
    pub fn metric_asked_for(&self, metric: &Metric<'_>) -> Option<&MetricDef> {
        let name = metric.field.as_deref();
        self.metric_by_name(name.filter(|_| metric.function.is_none())?)
    }

    /// Reads a compiled table file.
    ///
    /// # Errors
    ///
    /// If the text is not a table file, has another format, or is inconsistent.
    pub fn from_compiled(text: &str) -> Result<Self, TablesError> {
        #[derive(Deserialize)]
        struct Head<'a> {
            format: u64,
            /// Missing if the tables come without their file.
            source_hash: Option<String>,
            #[serde(borrow)]
            tables: &'a serde_json::value::RawValue,
        }
        let head: Head<'_> = serde_json::from_str(text)?;
        if head.format != u64::from(TABLES_FORMAT) {
            return Err(TablesError::Format { found: head.format });
        }
        let mut tables: Self = serde_json::from_str(head.tables.get())?;
        if head
            .source_hash
            .is_some_and(|hash| hash != tables.source_hash)
        {
            return Err(TablesError::Source);
        }
        tables.reindex();
        consistency::check(&tables)?;
        Ok(tables)
    }

    /// The row of a scenario; `None` if no lane of the codebook names it.
    #[must_use]
    pub fn scenario(&self, scenario: Scenario) -> Option<&ScenarioDef> {
        // The fast path: by default the rows have the order of the vocabulary. A core codebook may reorder them, and
        // lanes may name only a few.
        let own_place = self.scenarios.get(scenario as usize);
        own_place
            .filter(|def| def.scenario == scenario)
            .or_else(|| self.scenarios.iter().find(|def| def.scenario == scenario))
    }

    /// The action for a finding of this class, and on this field if given.
    #[must_use]
    pub fn action(&self, class: FindingClass, field: Option<&str>) -> PolicyAction {
        self.policy
            .iter()
            .find(|rule| {
                rule.class == class
                    && (rule.fields.is_empty()
                        || field.is_some_and(|path| rule.fields.iter().any(|name| name == path)))
            })
            .map_or(PolicyAction::Reject, |rule| rule.action)
    }
}

/// The relations between two types, each with the direction from the first to the second.
#[must_use]
pub fn ways_between<'t>(
    tables: &'t Tables,
    one: &str,
    other: &str,
) -> Vec<(&'t RelationDef, Direction)> {
    let mut ways: Vec<(&RelationDef, Direction)> = Vec::new();
    for relation in tables.relations.iter() {
        // Skip the inverse of a known relation.
        let inverse = relation.inverse.as_deref();
        let is_second = |inverse: &str| ways.iter().any(|(known, _)| known.name == inverse);
        if inverse.is_some_and(is_second) {
            continue;
        }
        if relation.from == one && relation.to == other {
            ways.push((relation, Direction::Out));
        }
        if relation.to == one && relation.from == other {
            ways.push((relation, Direction::In));
        }
    }
    ways
}
