//! The execution contract: MEC v0.2-lite and, when it uses one of the extended parts, SEC v0.2.
//!
//! One wire type for both. It serialises to exactly the JSON of the seed: parts that were not said and cannot be
//! derived are left out; filters, sort and pagination are always written. Texts are borrowed from the model's text
//! and from the tables.

mod condition;

use std::borrow::Cow;
use std::ops::Deref;

use bounded_static::{IntoBoundedStatic, ToStatic};
use serde::{Serialize, Serializer};

pub use crate::contract::condition::{AnyOf, Condition, Filter, Operand, Value};
use crate::language::given_names;
use crate::language::{
    Direction, Function, Operator, Order, Output, QuestionKind, RetrievalMode, Scenario,
    SetOperator,
};
use crate::version::ContractVersion;

/// A text of a contract.
pub type Str<'a> = Cow<'a, str>;

/// A contract that came through the decoder; there is no other way to make one. It remembers what was not said.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Valid<T> {
    pub(crate) value: T,
    #[serde(skip)]
    pub(crate) defaulted: Defaults,
    #[serde(skip)]
    pub(crate) version: ContractVersion,
}

/// A value of a contract that a default can stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Defaultable {
    /// The output type.
    Output = 1,
    /// The page limit.
    Limit = 2,
    /// The page offset.
    Offset = 4,
}

/// Which values of a contract are defaults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Defaults(u8);

impl Defaults {
    pub(crate) const fn add(&mut self, value: Defaultable) {
        self.0 |= value as u8;
    }

    pub(crate) const fn has(self, value: Defaultable) -> bool {
        self.0 & value as u8 != 0
    }
}

impl<T> Valid<T> {
    #[inline]
    pub(crate) const fn new(value: T, defaulted: Defaults, version: ContractVersion) -> Self {
        Self {
            value,
            defaulted,
            version,
        }
    }

    /// The oldest version but v0.1 that has a place for all of it.
    #[must_use]
    pub const fn version(&self) -> ContractVersion {
        self.version
    }

    /// The contract itself.
    #[must_use]
    pub const fn get(&self) -> &T {
        &self.value
    }

    /// The contract, no longer known to be valid.
    #[must_use]
    pub fn into_inner(self) -> T {
        self.value
    }

    /// Whether a value is a default.
    #[must_use]
    pub const fn is_defaulted(&self, value: Defaultable) -> bool {
        self.defaulted.has(value)
    }
}

impl<'a> Valid<Contract<'a>> {
    /// The same with row filters that the host has bound. It asks for fewer rows of what it is about, and is as valid as
    /// before.
    #[must_use]
    pub fn narrowed(&self, filters: impl IntoIterator<Item = Condition<'a>>) -> Self {
        let mut narrowed = self.clone();
        narrowed.value.constraints.filters.extend(filters);
        narrowed
    }
}

impl<T> Deref for Valid<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

/// What is to be executed.
#[derive(Debug, Clone, PartialEq, ToStatic, Serialize)]
pub struct Contract<'a> {
    /// Kind of question and of answer.
    pub intent: Intent,
    /// What it is about.
    pub grounding: Grounding<'a>,
    /// What must hold of it.
    pub constraints: Constraints<'a>,
    /// How relations are walked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph_params: Option<GraphParams<'a>>,
    /// How texts are looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rag_params: Option<RagParams<'a>>,
}

impl Contract<'_> {
    /// Whether a metric has this name, of the whole or of a group.
    #[must_use]
    pub fn has_metric(&self, name: &str) -> bool {
        let groups = self.constraints.groups.iter();
        let groups = groups.filter_map(|group| group.aggregation.as_deref());
        let own = self.constraints.aggregation.as_deref();
        let mut all = own.into_iter().chain(groups);
        all.any(|numbers| numbers.metrics.iter().any(|metric| metric.alias == name))
    }
}

impl Valid<Contract<'_>> {
    /// The same contract without borrowed texts, for another thread or a later time.
    #[must_use]
    pub fn into_owned(self) -> Valid<Contract<'static>> {
        Valid {
            value: self.value.into_static(),
            defaulted: self.defaulted,
            version: self.version,
        }
    }
}

/// Kind of question and of answer.
#[derive(Debug, Clone, PartialEq, ToStatic, Serialize)]
pub struct Intent {
    /// The scenario.
    pub scenario: Scenario,
    /// What the answer consists of.
    pub output_type: Output,
}

impl Intent {
    /// Whether a row of the answer is a match, and not an instance of the target.
    #[must_use]
    pub fn has_matches(&self) -> bool {
        let walks = matches!(
            self.scenario,
            Scenario::RelationQuery | Scenario::RelationExistence
        );
        let instances = self.output_type == Output::Instances;
        self.output_type == Output::Relations || (walks && !instances)
    }
}

/// What a contract is about.
#[derive(Debug, Clone, PartialEq, Default, ToStatic, Serialize)]
pub struct Grounding<'a> {
    /// Names of the types looked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub target_types: Vec<Str<'a>>,
    /// Named instances.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub entity_list: Vec<Entity<'a>>,
    /// Relations, in order: a chain of hops, or a star where they name their ends.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub relations: Vec<Relation<'a>>,
    /// Paths of the attributes wanted; empty: all. Of an aggregation its columns: what groups, as `group_by` has it,
    /// fields of a type that groups, and `&name` for a metric.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub target_attributes: Vec<Str<'a>>,
}

/// A named instance.
#[derive(Debug, Clone, PartialEq, ToStatic, Serialize)]
pub struct Entity<'a> {
    /// What it is called.
    pub text: Str<'a>,
    /// Its type, when said.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub type_name: Option<Str<'a>>,
    /// Its key, when known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Str<'a>>,
}

/// A hop along a relation.
#[derive(Debug, Clone, PartialEq, ToStatic, Serialize)]
pub struct Relation<'a> {
    /// Name of the relation.
    #[serde(rename = "type")]
    pub name: Str<'a>,
    /// Other relations, any of which may be walked instead.
    #[serde(rename = "alternatives", skip_serializing_if = "Vec::is_empty")]
    pub or: Vec<Str<'a>>,
    /// Way it is walked.
    pub direction: Direction,
    /// Where the hop starts, when it is not the end of the one before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<End<'a>>,
    /// Where it leads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<End<'a>>,
    /// The fewest and the most times it is walked, where that is not once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hops: Option<[u32; 2]>,
    /// Whether there must be none. Filters of what only such hops lead to say of what kind there must be none.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub absent: bool,
}

impl<'a> Relation<'a> {
    /// The names of the relations that may be walked.
    pub fn names(&self) -> impl Iterator<Item = &Str<'a>> {
        std::iter::once(&self.name).chain(&self.or)
    }

    /// The fewest and the most times it is walked.
    #[must_use]
    pub fn times(&self) -> [u32; 2] {
        self.hops.unwrap_or([1, 1])
    }
}

/// An end of a relation.
#[derive(Debug, Clone, PartialEq, Eq, ToStatic)]
pub enum End<'a> {
    /// The target.
    Target,
    /// An entity, by its index in `entity_list`.
    Entity(usize),
    /// A place, by the name it is given. Every hop that leads to the name leads to one instance.
    Place(Str<'a>),
}

impl End<'_> {
    /// Whether a chain that begins here leads away, and ends anywhere.
    pub(crate) const fn leads_away(&self) -> bool {
        matches!(self, Self::Target | Self::Place(_))
    }
}

impl Serialize for End<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Target => serializer.serialize_str("target"),
            Self::Entity(index) => serializer.serialize_u64(*index as u64),
            Self::Place(name) => serializer.serialize_str(&given_names::reference(name)),
        }
    }
}

/// What must hold.
#[derive(Debug, Clone, PartialEq, Default, ToStatic, Serialize)]
pub struct Constraints<'a> {
    /// Conditions, all of which must hold.
    pub filters: Vec<Condition<'a>>,
    /// Sort keys, the first is the strongest.
    pub sort: Vec<Sort<'a>>,
    /// Page of the answer.
    pub pagination: Pagination<'a>,
    /// Numbers over the instances.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aggregation: Option<Box<Aggregation<'a>>>,
    /// Named groups.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Group<'a>>,
    /// Operation over the groups.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set_ops: Option<Box<SetOp<'a>>>,
}

impl<'a> Constraints<'a> {
    /// The names of the groups that filters and conditions on metrics compare with.
    pub fn compared_groups(&self) -> impl Iterator<Item = &str> {
        let groups = self.groups.iter();
        let inner =
            groups.flat_map(|group| compared_with(&group.filters, group.aggregation.as_deref()));
        compared_with(&self.filters, self.aggregation.as_deref()).chain(inner)
    }

    /// Whether a group is matched with what the whole says. Every other one is matched by itself.
    #[must_use]
    pub fn is_of_whole(&self, group: &Group<'a>) -> bool {
        group.is_of_whole(self.set_ops.as_deref())
    }

    /// The group with this name.
    #[must_use]
    pub fn group(&self, name: &str) -> Option<&Group<'a>> {
        self.groups.iter().find(|group| group.name == name)
    }
}

fn compared_with<'c>(
    filters: &'c [Condition<'_>],
    numbers: Option<&'c Aggregation<'_>>,
) -> impl Iterator<Item = &'c str> {
    let filters = filters.iter().flat_map(Condition::filters);
    let having = numbers.map_or(&[][..], |numbers| numbers.having.as_slice());
    let held = having.iter().filter_map(|held| held.operand.as_group());
    filters.filter_map(Filter::group).chain(held)
}

/// A sort key.
#[derive(Debug, Clone, PartialEq, ToStatic, Serialize)]
pub struct Sort<'a> {
    /// Path of the field.
    pub field: Str<'a>,
    /// The order.
    pub order: Order,
}

/// Page of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Default, ToStatic, Serialize)]
pub struct Pagination<'a> {
    /// Most rows.
    pub limit: u32,
    /// Rows to leave out first.
    pub offset: u32,
    /// What the rows of a page agree in, each value having a page of its own; empty: one page for all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub per: Vec<Str<'a>>,
}

/// Numbers over a set of instances.
#[derive(Debug, Clone, PartialEq, ToStatic, Serialize)]
pub struct Aggregation<'a> {
    /// The numbers.
    pub metrics: Vec<Metric<'a>>,
    /// What to group by: a path for a field, a name for the instances of a type.
    pub group_by: Vec<Str<'a>>,
    /// Conditions on the numbers.
    pub having: Vec<Having<'a>>,
    /// Order of the groups.
    pub sort: Vec<AggregationSort<'a>>,
    /// Page of the groups.
    pub pagination: Pagination<'a>,
}

/// One number.
#[derive(Debug, Clone, PartialEq, ToStatic, Serialize)]
pub struct Metric<'a> {
    /// The function; `None`: it is a metric of the codebook, or derived from metrics before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub function: Option<Function>,
    /// Path of the field, or the name of a type whose instances are counted; `count` may have none. Without a function the
    /// name of a metric of the codebook, or what is derived from metrics: `divide(&a,&b)`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<Str<'a>>,
    /// Its name in the answer.
    pub alias: Str<'a>,
}

impl Metric<'_> {
    /// The name a metric has where none is said.
    pub(crate) fn default_alias(
        function: Option<Function>,
        field_name: Option<&str>,
    ) -> Str<'static> {
        match (function, field_name) {
            (Some(function), None) => Cow::Borrowed(function.name()),
            (Some(function), Some(name)) => Cow::Owned([function.name(), "_", name].concat()),
            (None, name) => Cow::Owned(name.unwrap_or_default().to_owned()),
        }
    }

    /// Whether it is one value for each group, which can be compared and sorted by.
    pub(crate) fn gives_one(&self) -> bool {
        self.function.is_none_or(Function::gives_one)
    }
}

/// A condition on a number.
#[derive(Debug, Clone, PartialEq, ToStatic, Serialize)]
pub struct Having<'a> {
    /// Alias of the metric.
    pub metric: Str<'a>,
    /// The comparison.
    pub operator: Operator,
    /// What is compared with: a value, or what a group gives.
    #[serde(flatten)]
    pub operand: Operand<'a>,
}

/// Order of groups.
#[derive(Debug, Clone, PartialEq, ToStatic, Serialize)]
pub struct AggregationSort<'a> {
    /// Alias of a metric or path of a grouping field.
    pub by: Str<'a>,
    /// The order.
    pub order: Order,
}

/// A named group: a side of the operation on groups, or what filters compare with.
#[derive(Debug, Clone, PartialEq, Default, ToStatic, Serialize)]
pub struct Group<'a> {
    /// Its name.
    pub name: Str<'a>,
    /// What it is about. A side of the operation has types where they are not the contract's, every other group always.
    #[serde(flatten)]
    pub grounding: Grounding<'a>,
    /// Its conditions.
    pub filters: Vec<Condition<'a>>,
    /// Its sort keys.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sort: Vec<Sort<'a>>,
    /// Its page; `None`: all rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pagination: Option<Pagination<'a>>,
    /// Numbers over its instances.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aggregation: Option<Box<Aggregation<'a>>>,
}

impl<'a> Group<'a> {
    /// The page of its rows, where it has one.
    #[must_use]
    pub fn page(&self) -> Option<&Pagination<'a>> {
        let of_numbers = self.aggregation.as_deref();
        let of_numbers = of_numbers.map(|numbers| &numbers.pagination);
        of_numbers.or(self.pagination.as_ref())
    }

    /// Whether it is matched with what the whole says, whose operation is `set`.
    pub(crate) fn is_of_whole(&self, set: Option<&SetOp<'_>>) -> bool {
        self.is_plain() && set.is_some_and(|set| set.uses(&self.name))
    }

    /// Whether it is types and filters alone.
    #[must_use]
    pub const fn is_plain(&self) -> bool {
        let grounding = &self.grounding;
        let lists = grounding.entity_list.is_empty() && grounding.relations.is_empty();
        lists && !self.has_columns() && self.sort.is_empty() && self.pagination.is_none()
    }

    /// Whether its rows are columns of values, and no instances.
    #[must_use]
    pub const fn has_columns(&self) -> bool {
        self.aggregation.is_some() || !self.grounding.target_attributes.is_empty()
    }
}

/// An operation on two sets.
#[derive(Debug, Clone, PartialEq, ToStatic, Serialize)]
pub struct SetOp<'a> {
    /// Left side.
    pub lhs: SetSide<'a>,
    /// The operation.
    pub op: SetOperator,
    /// Right side.
    pub rhs: SetSide<'a>,
}

impl SetOp<'_> {
    /// Whether a group is one of its sides, or of an operation in it.
    #[must_use]
    pub fn uses(&self, name: &str) -> bool {
        [&self.lhs, &self.rhs].into_iter().any(|side| match side {
            SetSide::Group(own) => own == name,
            SetSide::Nested(set) => set.uses(name),
        })
    }
}

/// A side of a set operation.
#[derive(Debug, Clone, PartialEq, ToStatic, Serialize)]
#[serde(untagged)]
pub enum SetSide<'a> {
    /// Name of a group.
    Group(Str<'a>),
    /// Another operation.
    Nested(Box<SetOp<'a>>),
}

/// How relations are walked.
#[derive(Debug, Clone, PartialEq, ToStatic, Serialize)]
pub struct GraphParams<'a> {
    /// The way; `both` where the relations differ.
    pub direction: Direction,
    /// Number of hops.
    pub depth: u32,
    /// Names of the relations; empty: any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub relation_types: Vec<Str<'a>>,
    /// A path between two sets of ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<PathParams<'a>>,
}

/// A path between two sets of ends.
#[derive(Debug, Clone, PartialEq, Default, ToStatic, Serialize)]
pub struct PathParams<'a> {
    /// Keys of the instances it starts from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub source_ids: Vec<Str<'a>>,
    /// Types it ends at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub target_types: Vec<Str<'a>>,
    /// Most hops.
    pub max_hops: u32,
    /// Names of the relations it may use; empty: any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub allowed_relations: Vec<Str<'a>>,
}

/// How texts are looked for.
#[derive(Debug, Clone, PartialEq, Default, ToStatic, Serialize)]
pub struct RagParams<'a> {
    /// The text to look for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub query_text: Option<Str<'a>>,
    /// Document types or named sets of them; empty: the profile's.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub corpora: Vec<Str<'a>>,
    /// Number of texts; the profile's when it is not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top_k: Option<u32>,
    /// Whether to rank the texts a second time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rerank: Option<bool>,
    /// Kind of question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<QuestionKind>,
    /// Depth; the profile's when it is not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<RetrievalMode>,
    /// Tags of which a text must have one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags_any: Vec<Str<'a>>,
    /// Project a text must belong to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<Str<'a>>,
}
