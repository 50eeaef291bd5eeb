//! `Draft`: the content of a text in the words of its notation, with spans, before names are resolved.
//!
//! Each notation has a reader that produces a `Draft`; all later steps are the same for all notations.

mod map_spans;
mod source;

use crate::contract::Str;
pub(crate) use crate::draft::map_spans::{Lift, Outer};
pub(crate) use crate::draft::source::{DraftObject, DraftValue, Source, value_of};
use crate::language::{Key, Object, Part, object};
use crate::span::{Span, Spanned};

/// A word of the text with its span.
pub type Word<'a> = Spanned<Str<'a>>;

/// The naming scheme of a draft. Each notation has one and does not accept the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Words {
    /// By code: `IS`, `CT`, `F001`, `R001`.
    #[default]
    Codes,
    /// By name: `instance_search`, `contains`, `enterprise.name`, `enterprise_2_park`.
    Names,
    /// SQL names. The SQL reader resolves them to codes, and candidates are shown as column names.
    Sql,
}

/// The content of a text.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Draft<'a> {
    /// Span of the whole intent.
    pub span: Span,
    /// The naming scheme of its words.
    pub words: Words,
    /// Scenario word.
    pub scenario: Option<Word<'a>>,
    /// Output word.
    pub output: Option<Word<'a>>,
    /// Names of target types.
    pub targets: Vec<Word<'a>>,
    /// Entities.
    pub entities: Vec<Spanned<DraftEntity<'a>>>,
    /// Relations.
    pub relations: Vec<Spanned<DraftRelation<'a>>>,
    /// Words of the attributes to show.
    pub attributes: Vec<Word<'a>>,
    /// Filters.
    pub filters: Vec<Spanned<DraftCondition<'a>>>,
    /// Sort keys.
    pub sort: Vec<Spanned<DraftSort<'a>>>,
    /// Page.
    pub page: Option<Spanned<DraftPage<'a>>>,
    /// The called tool, if the codebook defines it.
    pub tool: Option<Word<'a>>,
    /// The limit of that tool, for a page without one.
    pub default_limit: Option<u32>,
    /// Aggregation.
    pub aggregation: Option<Spanned<DraftAggregation<'a>>>,
    /// Groups.
    pub groups: Vec<Spanned<DraftGroup<'a>>>,
    /// Set operation.
    pub set: Option<Spanned<DraftSet<'a>>>,
    /// Graph parameters.
    pub graph: Option<Spanned<DraftGraph<'a>>>,
    /// Retrieval parameters.
    pub retrieval: Option<Spanned<DraftRetrieval<'a>>>,
    /// A question to the user.
    pub question: Option<Spanned<DraftQuestion<'a>>>,
    /// Parts that are in the text but could not be read.
    pub misread: Misread,
}

/// Parts that are in the text but could not be read. They have findings of their own and must not be reported as
/// missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Misread {
    parts: u32,
    /// `true` if the scenario could not be read.
    pub scenario: bool,
}

impl Misread {
    /// Adds a part.
    pub const fn add(&mut self, part: Part) {
        self.parts |= 1 << (part as u32);
    }

    /// Marks all parts, if it is unknown which one could not be read.
    pub const fn add_any(&mut self) {
        self.parts = u32::MAX;
    }

    /// `true` if a part could not be read.
    #[must_use]
    pub const fn has(self, part: Part) -> bool {
        self.parts & (1 << (part as u32)) != 0
    }
}

impl Draft<'_> {
    pub(crate) fn new(span: Span, words: Words) -> Self {
        Self {
            span,
            words,
            ..Self::default()
        }
    }

    /// The names of the subqueries that filters and conditions on metrics compare with, as written.
    pub(crate) fn compared_groups(&self) -> impl Iterator<Item = &str> {
        let groups = self.groups.iter().map(|group| &group.value);
        let inner =
            groups.flat_map(|group| compared_with(&group.filters, group.aggregation.as_ref()));
        compared_with(&self.filters, self.aggregation.as_ref()).chain(inner)
    }
}

/// The names of the subqueries that the given filters, and conditions on the given metrics, compare with.
pub(crate) fn compared_with<'d>(
    filters: &'d [Spanned<DraftCondition<'_>>],
    numbers: Option<&'d Spanned<DraftAggregation<'_>>>,
) -> impl Iterator<Item = &'d str> {
    let filters = filters.iter().flat_map(|said| said.value.filters());
    let filters = filters.filter_map(|filter| filter.group.as_ref());
    let having = numbers.map_or(&[][..], |numbers| numbers.value.having.as_slice());
    let having = having.iter().filter_map(|held| held.value.group.as_ref());
    filters.chain(having).map(|word| word.value.as_ref())
}

/// A value as written.
#[derive(Debug, Clone, PartialEq)]
pub enum Raw<'a> {
    /// A text.
    Text(Str<'a>),
    /// A number as its digits.
    Number(&'a str),
    /// True or false.
    Boolean(bool),
    /// Nothing.
    Null,
    /// A list of values.
    List(Vec<Spanned<Raw<'a>>>),
    /// An object, which no field accepts.
    Object,
}

impl Raw<'_> {
    /// The kind of value, for messages.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Text(_) => "a text",
            Self::Number(_) => "a number",
            Self::Boolean(_) => "true or false",
            Self::Null => "null",
            Self::List(_) => "a list",
            Self::Object => "an object",
        }
    }

    /// The text or the digits, for messages; otherwise empty.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Number(digits) => digits,
            _ => "",
        }
    }
}

/// Implements `Lift` field by field.
macro_rules! lifts {
    ($name:ident { $($field:ident)+ }) => {
        impl<'a> Lift<'a> for $name<'_> {
            type Output = $name<'a>;

            fn lift<O: Outer<'a>>(self, at: Span, outer: &O) -> Option<$name<'a>> {
                Some($name { $($field: self.$field.lift(at, outer)?,)+ })
            }
        }
    };
}

lifts!(Draft {
    span words scenario output targets entities relations attributes filters sort page tool default_limit aggregation groups set
    graph retrieval question misread
});

/// Defines an object of a draft, with the keys of the language that its fields are read from.
macro_rules! draft_object {
    ($(#[$doc:meta])* $name:ident of $object:path {
        $($(#[$about:meta])* $field:ident: $type:ty = $key:ident,)+
    }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name<'a> {
            $($(#[$about])* pub $field: $type,)+
        }

        impl<'a> DraftObject<'a> for $name<'a> {
            const OBJECT: &'static Object = &$object;

            fn of_members<S: Source<'a>>(source: &mut S, node: S::Node<'_>) -> Option<Self> {
                $(let $field = value_of(source, node, Self::OBJECT, Key::$key);)+
                Some(Self { $($field: $field?,)+ })
            }
        }

        lifts!($name { $($field)+ });
    };
}

draft_object! {
    /// An entity.
    #[derive(Default)]
    DraftEntity of object::ENTITY {
        /// What it is called.
        text: Word<'a> = Txt,
        /// Its type.
        type_name: Option<Word<'a>> = Ty,
        /// Its key.
        id: Option<Word<'a>> = Id,
    }
}

draft_object! {
    /// A relation.
    DraftRelation of object::RELATION {
        /// Its code.
        relation: Word<'a> = Rel1,
        /// The codes of others that may be walked instead.
        or: Vec<Word<'a>> = Or,
        /// Direction code.
        direction: Option<Word<'a>> = Dir,
        /// Where it starts.
        from: Option<Spanned<DraftEnd<'a>>> = Fr,
        /// Where it leads.
        to: Option<Spanned<DraftEnd<'a>>> = To,
        /// How often it is walked, at least and at most.
        hops: Option<Spanned<Vec<Spanned<&'a str>>>> = Hop,
        /// Whether there must be none.
        absent: Option<Spanned<bool>> = No,
    }
}

/// An end of a relation.
#[derive(Debug, Clone, PartialEq)]
pub enum DraftEnd<'a> {
    /// A name, such as `target` or `&name`.
    Name(Str<'a>),
    /// An index into the entities.
    Index(&'a str),
}

draft_object! {
    /// A filter.
    #[derive(Default)]
    DraftFilter of object::FILTER {
        /// Field code.
        field: Word<'a> = F,
        /// Operator code.
        operator: Word<'a> = Op,
        /// Value.
        value: Option<Spanned<Raw<'a>>> = V,
        /// Field code of what it is compared with.
        value_field: Option<Word<'a>> = Vf,
        /// Name of the group it is compared with.
        group: Option<Word<'a>> = Gr,
    }
}

draft_object! {
    /// A choice of filters.
    DraftAny of object::ANY_OF {
        /// Branches, one of which must hold.
        branches: Vec<Spanned<Vec<Spanned<DraftFilter<'a>>>>> = Any,
    }
}

/// A filter or a choice between filters.
#[derive(Debug, Clone, PartialEq)]
pub enum DraftCondition<'a> {
    /// A filter.
    Filter(DraftFilter<'a>),
    /// One of several.
    Any(DraftAny<'a>),
}

impl<'a> DraftCondition<'a> {
    pub(crate) fn filters(&self) -> impl Iterator<Item = &DraftFilter<'a>> {
        let (one, branches) = match self {
            Self::Filter(filter) => (Some(filter), &[][..]),
            Self::Any(any) => (None, any.branches.as_slice()),
        };
        let inner = branches.iter().flat_map(|branch| &branch.value);
        one.into_iter().chain(inner.map(|filter| &filter.value))
    }
}

draft_object! {
    /// A sort key of groups.
    DraftGroupSort of object::GROUP_SORT {
        /// Field code or alias of a metric.
        by: Word<'a> = By,
        /// Order code.
        order: Option<Word<'a>> = Ord,
    }
}

draft_object! {
    /// A sort key of instances.
    #[derive(Default)]
    DraftSort of object::SORT {
        /// Field code.
        by: Word<'a> = F,
        /// Order code.
        order: Option<Word<'a>> = Ord,
    }
}

draft_object! {
    /// A page.
    #[derive(Default)]
    DraftPage of object::PAGE {
        /// Limit, in its digits.
        limit: Option<Spanned<&'a str>> = Lim,
        /// Offset, in its digits.
        offset: Option<Spanned<&'a str>> = Off,
        /// Field codes of what has a page for each value.
        per: Vec<Word<'a>> = Per,
    }
}

draft_object! {
    /// An aggregation.
    #[derive(Default)]
    DraftAggregation of object::AGGREGATION {
        /// Metrics.
        metrics: Vec<Spanned<DraftMetric<'a>>> = M,
        /// Field codes to group by.
        group_by: Vec<Word<'a>> = By,
        /// Conditions on metrics.
        having: Vec<Spanned<DraftHaving<'a>>> = Hav,
        /// Order of groups.
        sort: Vec<Spanned<DraftGroupSort<'a>>> = Srt,
        /// Page of groups.
        page: Option<Spanned<DraftPage<'a>>> = Pg,
    }
}

/// A metric.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DraftMetric<'a> {
    /// Function word; `None` for a metric of the codebook or one derived from metrics.
    pub function: Option<Word<'a>>,
    /// Field word, metric of the codebook, or derivation.
    pub field: Option<Word<'a>>,
    /// Name in the answer.
    pub alias: Option<Word<'a>>,
}

impl<'a> DraftObject<'a> for DraftMetric<'a> {
    const OBJECT: &'static Object = &object::METRIC;

    fn of_members<S: Source<'a>>(source: &mut S, node: S::Node<'_>) -> Option<Self> {
        let function: Option<Word<'a>> = value_of(source, node, Self::OBJECT, Key::Fn)?;
        let field: Option<Word<'a>> = value_of(source, node, Self::OBJECT, Key::F)?;
        let alias = value_of(source, node, Self::OBJECT, Key::As)?;
        let said = source.member(node, Self::OBJECT, Key::Fn).is_some();
        if function.is_none() && (said || field.is_none()) {
            if !said {
                source.lacks(node, Self::OBJECT, Key::Fn);
            }
            return None;
        }
        Some(Self {
            function,
            field,
            alias,
        })
    }
}

lifts!(DraftMetric { function field alias });

/// A condition on a metric.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DraftHaving<'a> {
    /// Alias of the metric, or its field.
    pub metric: Word<'a>,
    /// Operator code.
    pub operator: Word<'a>,
    /// Value.
    pub value: Option<Spanned<Raw<'a>>>,
    /// Name of the subquery to compare with.
    pub group: Option<Word<'a>>,
}

impl<'a> DraftObject<'a> for DraftHaving<'a> {
    const OBJECT: &'static Object = &object::HAVING;

    fn of_members<S: Source<'a>>(source: &mut S, node: S::Node<'_>) -> Option<Self> {
        let metric = value_of(source, node, Self::OBJECT, Key::M);
        let operator = value_of(source, node, Self::OBJECT, Key::Op);
        let value: Option<Spanned<Raw<'a>>> = value_of(source, node, Self::OBJECT, Key::V)?;
        let group: Option<Word<'a>> = value_of(source, node, Self::OBJECT, Key::Gr)?;
        if value.is_none() && group.is_none() {
            source.lacks(node, Self::OBJECT, Key::V);
            return None;
        }
        Some(Self {
            metric: metric?,
            operator: operator?,
            value,
            group,
        })
    }
}

lifts!(DraftHaving { metric operator value group });

draft_object! {
    /// A group.
    #[derive(Default)]
    DraftGroup of object::GROUP {
        /// Its name.
        name: Word<'a> = N,
        /// Names of its types.
        targets: Vec<Word<'a>> = Tg,
        /// Its entities.
        entities: Vec<Spanned<DraftEntity<'a>>> = E,
        /// Its relations.
        relations: Vec<Spanned<DraftRelation<'a>>> = R,
        /// Field codes of its columns.
        attributes: Vec<Word<'a>> = A,
        /// Its filters.
        filters: Vec<Spanned<DraftCondition<'a>>> = Flt,
        /// Its sort keys.
        sort: Vec<Spanned<DraftSort<'a>>> = Srt,
        /// Its page.
        page: Option<Spanned<DraftPage<'a>>> = Pg,
        /// Its numbers.
        aggregation: Option<Spanned<DraftAggregation<'a>>> = Agg,
    }
}

impl DraftGroup<'_> {
    /// `true` if it consists only of types and filters.
    pub(crate) fn is_plain(&self) -> bool {
        let lists = self.entities.is_empty() && self.relations.is_empty();
        let rows = self.attributes.is_empty() && self.sort.is_empty() && self.page.is_none();
        lists && rows && self.aggregation.is_none()
    }
}

draft_object! {
    /// A set operation.
    DraftSet of object::SET {
        /// Left side.
        left: Spanned<DraftSide<'a>> = L,
        /// Operator code.
        operator: Word<'a> = Op,
        /// Right side.
        right: Spanned<DraftSide<'a>> = Rel1,
    }
}

/// A side of a set operation.
#[derive(Debug, Clone, PartialEq)]
pub enum DraftSide<'a> {
    /// Name of a group.
    Group(Str<'a>),
    /// Another operation.
    Nested(Box<DraftSet<'a>>),
}

draft_object! {
    /// Graph parameters.
    #[derive(Default)]
    DraftGraph of object::GRAPH {
        /// Direction code.
        direction: Option<Word<'a>> = Dir,
        /// Depth, in its digits.
        depth: Option<Spanned<&'a str>> = Dep,
        /// Relation codes.
        relations: Vec<Word<'a>> = Rel,
        /// A path.
        path: Option<Spanned<DraftPath<'a>>> = Path,
    }
}

draft_object! {
    /// A path.
    #[derive(Default)]
    DraftPath of object::PATH {
        /// Keys it starts from.
        sources: Vec<Word<'a>> = Src,
        /// Names of the types it ends at.
        targets: Vec<Word<'a>> = Tg,
        /// Most hops, in digits.
        hops: Option<Spanned<&'a str>> = Hop,
        /// Relation codes it may use.
        relations: Vec<Word<'a>> = Rel,
    }
}

draft_object! {
    /// Retrieval parameters.
    #[derive(Default)]
    DraftRetrieval of object::RETRIEVAL {
        /// The text to look for.
        text: Option<Word<'a>> = Txt,
        /// Names of corpora.
        corpora: Vec<Word<'a>> = Cor,
        /// Number of texts, in its digits.
        top_k: Option<Spanned<&'a str>> = K,
        /// Whether to rank again.
        rerank: Option<Spanned<bool>> = Rr,
        /// Kind of question.
        kind: Option<Word<'a>> = Kd,
        /// Depth.
        mode: Option<Word<'a>> = Md,
        /// Tags.
        tags: Vec<Word<'a>> = Tag,
        /// Project.
        project: Option<Word<'a>> = Prj,
    }
}

draft_object! {
    /// A question back.
    DraftQuestion of object::QUESTION {
        /// The question.
        text: Word<'a> = Qq,
        /// Answers to choose from.
        options: Vec<Word<'a>> = Opt,
    }
}
