//! The execution contract: MEC v0.2-lite and, if it uses one of the extended parts, SEC v0.2.
//!
//! One type covers both. It serializes to exactly the JSON of the seed: missing parts that cannot be derived are
//! omitted; filters, sort and pagination are always written. Texts are borrowed from the model's text and from the
//! tables.

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

/// A contract that passed the decoder, which is the only way to create one. It records which values are defaults.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Valid<T> {
    pub(crate) value: T,
    #[serde(skip)]
    pub(crate) defaulted: Defaults,
    #[serde(skip)]
    pub(crate) version: ContractVersion,
}

/// A value of a contract that may be a default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Defaultable {
    /// The output type.
    Output = 1,
    /// The page limit.
    Limit = 2,
    /// The page offset.
    Offset = 4,
}

/// The set of values that are defaults.
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

    /// The oldest contract version, v0.1 excepted, that can express the contract.
    #[must_use]
    pub const fn version(&self) -> ContractVersion {
        self.version
    }

    /// The contract itself.
    #[must_use]
    pub const fn get(&self) -> &T {
        &self.value
    }

    /// The contract without the proof of validity.
    #[must_use]
    pub fn into_inner(self) -> T {
        self.value
    }

    /// `true` if a value is a default.
    #[must_use]
    pub const fn is_defaulted(&self, value: Defaultable) -> bool {
        self.defaulted.has(value)
    }
}

impl<'a> Valid<Contract<'a>> {
    /// Adds row filters that the host has bound. They only reduce the rows, so the contract stays valid.
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

/// The request to execute.
#[derive(Debug, Clone, PartialEq, ToStatic, Serialize)]
pub struct Contract<'a> {
    /// Kind of question and of answer.
    pub intent: Intent,
    /// The instances that it applies to.
    pub grounding: Grounding<'a>,
    /// The conditions, order and numbers.
    pub constraints: Constraints<'a>,
    /// The parameters of a walk along relations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph_params: Option<GraphParams<'a>>,
    /// The parameters of a search in texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rag_params: Option<RagParams<'a>>,
}

impl Contract<'_> {
    /// `true` if the whole contract or a group has a metric with this name.
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
    /// The kind of answer.
    pub output_type: Output,
}

impl Intent {
    /// `true` if a row of the answer is a match, `false` if it is an instance of the target.
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

/// The instances that a contract applies to.
#[derive(Debug, Clone, PartialEq, Default, ToStatic, Serialize)]
pub struct Grounding<'a> {
    /// Names of the target types.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub target_types: Vec<Str<'a>>,
    /// Named instances.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub entity_list: Vec<Entity<'a>>,
    /// Relations, in order: a chain of hops, or a star if the hops name their ends.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub relations: Vec<Relation<'a>>,
    /// Paths of the attributes to show; empty means all. For an aggregation, its columns: grouping columns as in
    /// `group_by`, fields of a grouping type, and `&name` for a metric.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub target_attributes: Vec<Str<'a>>,
}

/// A named instance.
#[derive(Debug, Clone, PartialEq, ToStatic, Serialize)]
pub struct Entity<'a> {
    /// Its name in the text.
    pub text: Str<'a>,
    /// Its type, if given.
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
    /// Alternative relations, any of which may be walked.
    #[serde(rename = "alternatives", skip_serializing_if = "Vec::is_empty")]
    pub or: Vec<Str<'a>>,
    /// The direction of the walk.
    pub direction: Direction,
    /// The start of the hop, if it is not the end of the hop before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<End<'a>>,
    /// The end of the hop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<End<'a>>,
    /// The least and greatest number of repetitions; `None` means once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hops: Option<[u32; 2]>,
    /// `true` for an anti-join: no such relation may exist. Filters on a variable that only anti-joins reach restrict
    /// what must not exist.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub absent: bool,
}

impl<'a> Relation<'a> {
    /// The names of the relation and its alternatives.
    pub fn names(&self) -> impl Iterator<Item = &Str<'a>> {
        std::iter::once(&self.name).chain(&self.or)
    }

    /// The least and greatest number of repetitions.
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
    /// A variable, by its name. All hops that lead to the name lead to the same instance.
    Place(Str<'a>),
}

impl End<'_> {
    /// `true` if a chain from this end leads away from the target and may end anywhere.
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

/// The conditions on the instances, and the shape of the rows.
#[derive(Debug, Clone, PartialEq, Default, ToStatic, Serialize)]
pub struct Constraints<'a> {
    /// Conditions, all of which must hold.
    pub filters: Vec<Condition<'a>>,
    /// Sort keys, most significant first.
    pub sort: Vec<Sort<'a>>,
    /// Page of the answer.
    pub pagination: Pagination<'a>,
    /// Metrics over the instances.
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
    /// The page of the answer's rows, which are the groups of an aggregation.
    #[must_use]
    pub fn page(&self) -> &Pagination<'a> {
        let of_groups = self.aggregation.as_deref();
        let of_groups = of_groups.and_then(|numbers| numbers.pagination.as_ref());
        of_groups.unwrap_or(&self.pagination)
    }

    /// The same, to change it.
    pub fn page_mut(&mut self) -> &mut Pagination<'a> {
        let of_groups = self.aggregation.as_deref_mut();
        let of_groups = of_groups.and_then(|numbers| numbers.pagination.as_mut());
        of_groups.unwrap_or(&mut self.pagination)
    }

    /// The names of the subqueries that filters and conditions on metrics compare with.
    pub fn compared_groups(&self) -> impl Iterator<Item = &str> {
        let groups = self.groups.iter();
        let inner =
            groups.flat_map(|group| compared_with(&group.filters, group.aggregation.as_deref()));
        compared_with(&self.filters, self.aggregation.as_deref()).chain(inner)
    }

    /// `true` if a group shares the matching of the whole contract. Every other group is a subquery.
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
    /// The greatest number of rows.
    pub limit: u32,
    /// The number of rows to skip.
    pub offset: u32,
    /// The columns for whose values there is a page each; empty means one page for all rows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub per: Vec<Str<'a>>,
}

impl Pagination<'_> {
    /// All rows.
    #[must_use]
    pub const fn all() -> Self {
        Self {
            limit: u32::MAX,
            offset: 0,
            per: Vec::new(),
        }
    }
}

/// Metrics over a set of instances.
#[derive(Debug, Clone, PartialEq, ToStatic, Serialize)]
pub struct Aggregation<'a> {
    /// The metrics.
    pub metrics: Vec<Metric<'a>>,
    /// The grouping columns: a path for a field, a type name for its instances.
    pub group_by: Vec<Str<'a>>,
    /// Conditions on the metrics.
    pub having: Vec<Having<'a>>,
    /// Order of the groups.
    pub sort: Vec<AggregationSort<'a>>,
    /// Page of the groups; `None`, in subqueries only, means all groups.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pagination: Option<Pagination<'a>>,
}

/// A metric.
#[derive(Debug, Clone, PartialEq, ToStatic, Serialize)]
pub struct Metric<'a> {
    /// The function; `None` for a metric of the codebook or one derived from earlier metrics.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub function: Option<Function>,
    /// Path of the field, or the name of a type whose instances are counted; `count` may have none. Without a function,
    /// the name of a metric of the codebook, or a derivation from metrics: `divide(&a,&b)`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<Str<'a>>,
    /// Its name in the answer.
    pub alias: Str<'a>,
}

impl Metric<'_> {
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

    /// `true` if it has one value for each group, which can be compared and sorted by.
    pub(crate) fn gives_one(&self) -> bool {
        self.function.is_none_or(Function::gives_one)
    }
}

/// A condition on a metric.
#[derive(Debug, Clone, PartialEq, ToStatic, Serialize)]
pub struct Having<'a> {
    /// Alias of the metric.
    pub metric: Str<'a>,
    /// The comparison operator.
    pub operator: Operator,
    /// The right side: a value or a subquery.
    #[serde(flatten)]
    pub operand: Operand<'a>,
}

/// Order of groups.
#[derive(Debug, Clone, PartialEq, ToStatic, Serialize)]
pub struct AggregationSort<'a> {
    /// Alias of a metric, or path of a grouping field.
    pub by: Str<'a>,
    /// The order.
    pub order: Order,
}

/// A named group: a side of a set operation, or a subquery that conditions compare with.
#[derive(Debug, Clone, PartialEq, Default, ToStatic, Serialize)]
pub struct Group<'a> {
    /// Its name.
    pub name: Str<'a>,
    /// Its instances. A side of a set operation may inherit the target types of the contract; every subquery has its
    /// own.
    #[serde(flatten)]
    pub grounding: Grounding<'a>,
    /// Its conditions.
    pub filters: Vec<Condition<'a>>,
    /// Its sort keys.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sort: Vec<Sort<'a>>,
    /// Its page; `None` means all rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pagination: Option<Pagination<'a>>,
    /// Metrics over its instances.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aggregation: Option<Box<Aggregation<'a>>>,
}

impl<'a> Group<'a> {
    /// The page of its rows, if it has one.
    #[must_use]
    pub fn page(&self) -> Option<&Pagination<'a>> {
        let of_groups = self.aggregation.as_deref();
        let of_groups = of_groups.and_then(|numbers| numbers.pagination.as_ref());
        of_groups.or(self.pagination.as_ref())
    }

    /// `true` if it shares the matching of the whole contract, whose set operation is `set`.
    pub(crate) fn is_of_whole(&self, set: Option<&SetOp<'_>>) -> bool {
        self.is_plain() && set.is_some_and(|set| set.uses(&self.name))
    }

    /// `true` if it consists only of types and filters.
    #[must_use]
    pub const fn is_plain(&self) -> bool {
        let grounding = &self.grounding;
        let lists = grounding.entity_list.is_empty() && grounding.relations.is_empty();
        lists && !self.has_columns() && self.sort.is_empty() && self.pagination.is_none()
    }

    /// `true` if its rows are columns of values, `false` if they are instances.
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
    /// `true` if a group is a side of this operation or of a nested one.
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

/// The parameters of a walk along relations.
#[derive(Debug, Clone, PartialEq, ToStatic, Serialize)]
pub struct GraphParams<'a> {
    /// The direction; `both` if the relations differ.
    pub direction: Direction,
    /// The number of hops.
    pub depth: u32,
    /// Names of the relations; empty means any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub relation_types: Vec<Str<'a>>,
    /// A path between two sets of ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<PathParams<'a>>,
}

/// A path between two sets of ends.
#[derive(Debug, Clone, PartialEq, Default, ToStatic, Serialize)]
pub struct PathParams<'a> {
    /// Keys of the instances at its start.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub source_ids: Vec<Str<'a>>,
    /// Types of its end.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub target_types: Vec<Str<'a>>,
    /// The greatest number of hops.
    pub max_hops: u32,
    /// Names of the relations it may use; empty means any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub allowed_relations: Vec<Str<'a>>,
}

/// The parameters of a search in texts.
#[derive(Debug, Clone, PartialEq, Default, ToStatic, Serialize)]
pub struct RagParams<'a> {
    /// The search text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub query_text: Option<Str<'a>>,
    /// Document types or named sets of them; empty means those of the profile.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub corpora: Vec<Str<'a>>,
    /// The number of texts; `None` means that of the profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top_k: Option<u32>,
    /// `true` to rerank the texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rerank: Option<bool>,
    /// Kind of question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<QuestionKind>,
    /// The depth; `None` means that of the profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<RetrievalMode>,
    /// Tags; a text must have at least one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags_any: Vec<Str<'a>>,
    /// The project that a text must belong to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<Str<'a>>,
}
