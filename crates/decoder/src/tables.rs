//! `Tables`: one codebook as the decoder reads it.
//!
//! A codebook travels as a compiled table file: the built-in domains and a host's own are compiled into the program as its
//! text and read at the first call, others are read from a folder. Order is the codebook's.

mod column;
mod deprecation;
pub(crate) mod derived_fields;
mod indices;
mod kind;
mod measure;
mod metric;
mod row_filter;
mod tools;
mod unknown_name;
pub(crate) mod value_names;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::language::{Direction, Operator, Output, Part, Scenario, ValueType};
pub use crate::language::{Limits, Requirement, ScenarioDef};
pub use crate::tables::column::Column;
pub use crate::tables::deprecation::Deprecation;
pub use crate::tables::derived_fields::Misfit;
pub use crate::tables::indices::Indices;
pub use crate::tables::kind::Kind;
pub use crate::tables::measure::Measure;
pub use crate::tables::metric::{MetricDef, OverTime, PeriodsRead};
pub use crate::tables::row_filter::{Principal, RowFilter, RowValue};
pub use crate::tables::tools::{
    JsonType, SQL_ARGUMENT, ToolDef, ToolFilter, ToolParameter, ToolSort, UnknownValue,
};
pub use crate::tables::unknown_name::UnknownName;
pub use crate::tables::value_names::ValueNames;
pub use crate::version::ContractVersion;

/// A text of a table.
pub type Text = Cow<'static, str>;
/// A list of a table.
pub type List<T> = Cow<'static, [T]>;

/// Version of the compiled file this decoder reads; any other is refused.
pub const TABLES_FORMAT: u32 = 1;

/// One compiled codebook.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// [`TABLES_FORMAT`] at the time of compiling.
    pub format: u32,
    /// Name of the domain.
    pub name: Text,
    /// Version of the codebook, as its author gives it.
    pub version: Text,
    /// The newest version of the contract that is executed where the host says none.
    pub contract_version: ContractVersion,
    /// SHA-256 of the codebook's sources, hexadecimal.
    pub source_hash: Text,
    /// Languages of questions and labels, the first is the default.
    pub languages: List<Text>,
    /// Types, in codebook order.
    pub types: List<TypeDef>,
    /// Fields, in codebook order.
    pub fields: List<FieldDef>,
    /// Relations, in codebook order.
    pub relations: List<RelationDef>,
    /// Metrics, in codebook order: each is defined by those before it.
    pub metrics: List<MetricDef>,
    /// Codes that were given once and must not come back.
    pub reserved: List<Text>,
    /// Document types and named sets of them that `Q.cor` may name; empty: the domain has no corpora.
    pub corpora: List<CorpusDef>,
    /// The scenario table, with a row for each scenario that a lane of the codebook names, and for `clarify`.
    pub scenarios: List<ScenarioDef>,
    /// Caps and defaults.
    pub limits: Limits,
    /// What a finding of each class leads to.
    pub policy: List<PolicyRule>,
    /// What the host says of whoever asks, in codebook order.
    pub principals: List<Principal>,
    /// Which rows may be seen: filters that are added to every intent about their type.
    pub row_filters: List<RowFilter>,
    /// Tools shaped by hand, in codebook order.
    pub tools: List<ToolDef>,
    /// Where elements are found by their names; of no file.
    #[serde(skip)]
    pub indices: Indices,
}

/// A name of something in one language, with its synonyms.
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
    /// What people call it: the name to show, then the others.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let synonyms = self.synonyms.iter().map(AsRef::as_ref);
        std::iter::once(self.text.as_ref()).chain(synonyms)
    }
}

/// A type: what instances are of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypeDef {
    /// Name, as in `tg` and `target_types`.
    pub name: Text,
    /// Name in SQL, where it is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sql: Option<Text>,
    /// Name of its key in SQL, where no field is the key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sql_key: Option<Text>,
    /// Name of the field (without the type) that identifies an instance.
    pub key: Option<Text>,
    /// Names for people.
    pub labels: List<Label>,
    /// One sentence for models and people; may be empty.
    pub description: Text,
    /// Since when it is not to be said any more.
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
    /// Name of its column in SQL, where it is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sql: Option<Text>,
    /// Type of the values.
    pub value_type: ValueType,
    /// Allowed values of an enum; empty otherwise.
    pub values: List<EnumValue>,
    /// Where values are found by what they are called; of no file.
    #[serde(skip)]
    pub value_names: ValueNames,
    /// Type referred to, for references.
    pub reference: Option<Text>,
    /// Whether an instance has many values.
    pub array: bool,
    /// Unit of a number, as text.
    pub unit: Option<Text>,
    /// Operators a filter may use.
    pub operators: List<Operator>,
    /// Whether a sort may name it.
    pub sortable: bool,
    /// Whether `group_by` may name it.
    pub groupable: bool,
    /// Whether its texts have an order, that of their code points: they are compared, and have a least and a greatest.
    pub ordered: bool,
    /// Whether texts that differ in case alone, or in `ё` for `е`, are the same when they are compared.
    pub folded: bool,
    /// Names for people.
    pub labels: List<Label>,
    /// One sentence for models and people; may be empty.
    pub description: Text,
    /// Since when it is not to be said any more.
    pub deprecated: Option<Deprecation>,
}

impl FieldDef {
    /// How SQL spells it: its name there, its alias, or its own name where it has neither.
    #[must_use]
    pub fn spelling(&self) -> &str {
        let said = self.sql.as_deref().or(self.alias.as_deref());
        said.unwrap_or(&self.name)
    }
}

/// Words of SQL for the key of any table that has no column with such a name; the first is that of a table which says no other.
pub const ROW_KEYS: [&str; 2] = ["id", "key"];

impl TypeDef {
    /// How SQL spells it.
    #[must_use]
    pub fn spelling(&self) -> &str {
        self.sql.as_deref().unwrap_or(&self.name)
    }

    /// Whether a field of it is its key, which its instances are called by.
    #[must_use]
    pub fn is_key(&self, field: &FieldDef) -> bool {
        self.key.as_deref() == Some(field.name.as_ref())
    }

    /// The key column of its rows, as SQL spells it.
    #[must_use]
    pub fn row_key(&self) -> &str {
        self.sql_key.as_deref().unwrap_or(ROW_KEYS[0])
    }
}

impl RelationDef {
    /// How SQL spells it: its alias, or its name where it has none.
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
    /// Names and synonyms; a synonym is the one thing the decoder coerces, with a ledger entry.
    pub labels: List<Label>,
    /// Since when it is not to be said any more.
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
    /// Name of the relation that says the same the other way round.
    pub inverse: Option<Text>,
    /// Whether it leads from an instance to one at most.
    pub to_one: bool,
    /// Whether it leads to an instance from one at most.
    pub from_one: bool,
    /// Short name of its column.
    pub alias: Option<Text>,
    /// Name of its column in SQL, where it is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sql: Option<Text>,
    /// Names for people.
    pub labels: List<Label>,
    /// One sentence for models and people; may be empty.
    pub description: Text,
    /// Since when it is not to be said any more.
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

/// What a finding leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PolicyAction {
    /// The whole text is rejected.
    Reject,
    /// A question goes back.
    Clarify,
}

/// One rule of the policy; the first that fits decides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PolicyRule {
    /// Class of finding.
    pub class: FindingClass,
    /// Paths of the fields it is for; empty: all.
    pub fields: List<Text>,
    /// What it leads to.
    pub action: PolicyAction,
}

/// Why a compiled file was refused.
#[derive(Debug, thiserror::Error)]
pub enum TablesError {
    /// The file is not a table file.
    #[error("not a compiled table file: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// The file was written for another decoder.
    #[error(
        "table file has format {found}, this decoder reads {TABLES_FORMAT}; compile the codebook again"
    )]
    Format {
        /// Format of the file.
        found: u64,
    },
    /// The head of the file names another codebook than its tables do.
    #[error(
        "table file is damaged: its head is of another codebook than its tables; compile the codebook again"
    )]
    Source,
    /// Two elements have one name, or one names what is not there.
    #[error(
        "table file is damaged: its `{list}` do not fit each other; compile the codebook again"
    )]
    List {
        /// Name of the list.
        list: &'static str,
    },
    /// A row filter is none its field can have.
    #[error(
        "table file is damaged: a row filter does not fit its field; compile the codebook again"
    )]
    RowFilter,
    /// A scenario has two rows, its row no output, or `clarify` no row.
    #[error("table file is damaged: its scenario table is not whole; compile the codebook again")]
    Scenarios,
}

impl Tables {
    /// What `Q.cor` may name.
    pub fn corpus_names(&self) -> impl Iterator<Item = &str> {
        self.corpora.iter().map(|corpus| corpus.name.as_ref())
    }

    /// Whether some scenario may have a part.
    #[must_use]
    pub fn may_have(&self, part: Part) -> bool {
        self.scenarios.iter().any(|row| row.may_have(part))
    }

    /// The relations that join two types, each with the way from the first to the second.
    #[must_use]
    pub fn ways_between(&self, one: &str, other: &str) -> Vec<(&RelationDef, Direction)> {
        let mut ways: Vec<(&RelationDef, Direction)> = Vec::new();
        for relation in self.relations.iter() {
            // One that says the same the other way round is no second way.
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

    /// The operators that some field takes.
    pub fn operators(&self) -> impl Iterator<Item = Operator> {
        let taken = |operator: &Operator| {
            let mut fields = self.fields.iter();
            fields.any(|field| field.operators.contains(operator))
        };
        Operator::ALL.iter().copied().filter(taken)
    }

    /// Whether some scenario gives an output.
    #[must_use]
    pub fn gives(&self, output: Output) -> bool {
        (self.scenarios.iter()).any(|row| row.outputs.contains(&output))
    }

    /// Reads the tables section of a compiled file.
    ///
    /// # Errors
    /// When the text is no table file, has another format, or its parts do not fit each other.
    pub fn from_compiled(text: &str) -> Result<Self, TablesError> {
        #[derive(Deserialize)]
        struct Head<'a> {
            format: u64,
            /// Left out where tables are handed on without their file.
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
        tables.check()?;
        Ok(tables)
    }

    /// The row of the scenario table; `None` where no lane of the codebook names the scenario.
    #[must_use]
    pub fn scenario(&self, scenario: Scenario) -> Option<&ScenarioDef> {
        // The table's order is the vocabulary's, unless a core codebook has another or the lanes name a few.
        let own_place = self.scenarios.get(scenario as usize);
        own_place
            .filter(|def| def.scenario == scenario)
            .or_else(|| self.scenarios.iter().find(|def| def.scenario == scenario))
    }

    /// What a finding of this class, on this field if any, leads to.
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
