//! What a line says, item by item: told by its marks alone, with no codebook.

use std::borrow::Cow;

use crate::contract::Str;
use crate::draft::{DraftEntity, DraftPath, DraftQuestion, DraftRelation, DraftSet, Raw, Word};
use crate::finding::topic::Listed;
use crate::language::{Direction, Function, Key, Operator, Order};
use crate::span::{Span, Spanned};

/// An item and its place.
pub(super) type Item<'a> = Spanned<ItemKind<'a>>;

/// What an item is made into, and its place; an item that is something else is given back.
pub(super) type Made<'a, T> = Result<Option<Spanned<T>>, Box<ItemKind<'a>>>;

/// What an item is.
#[derive(Debug)]
pub(super) enum ItemKind<'a> {
    /// A word alone: a keyword, a type, or a value that names its field.
    Bare(Bare<'a>),
    /// Several values that name their field.
    AnyOf(Vec<Word<'a>>),
    /// Values, none of which may be.
    NoneOf(Vec<Word<'a>>),
    /// Filters, with a word between branches of which one must hold.
    Choice(Vec<Item<'a>>),
    Entity(DraftEntity<'a>),
    Relation(DraftRelation<'a>),
    GraphWalk(GraphWalk<'a>),
    Path(DraftPath<'a>),
    Attribute(Column<'a>),
    Filter(Comparison<'a>),
    Sort(GroupKey<'a>, Spanned<Order>),
    /// A figure alone: the rows of a page.
    Limit(Spanned<&'a str>),
    /// A number of a page behind the keyword or the sign of its key.
    Rows(Key, Spanned<&'a str>),
    Metric(Metric<'a>),
    /// What stands behind the keyword of a key.
    Columns(Key, Vec<Column<'a>>),
    Having(GroupKey<'a>, Comparison<'a>),
    Group(Word<'a>, Vec<Item<'a>>),
    Set(DraftSet<'a>),
    Text(Str<'a>),
    Corpus(Word<'a>),
    Tag(Word<'a>),
    Project(Word<'a>),
    Asked(Word<'a>),
    Mode(Word<'a>),
    Top(Spanned<&'a str>),
    Rerank(bool),
    Question(DraftQuestion<'a>),
    /// It could not be read: the place of what is wrong with it. It has its own place among the others.
    Lost(Span),
}

/// A word alone.
#[derive(Debug)]
pub(super) struct Bare<'a> {
    pub(super) word: Str<'a>,
    /// Whether it stands in backquotes, and so is no keyword.
    pub(super) quoted: bool,
}

/// What is named where a field can stand, and also a type or a name that is given.
#[derive(Debug)]
pub(super) enum Column<'a> {
    /// A field, or a type where no field is called so.
    Named(Word<'a>),
    /// A type.
    Type(Word<'a>),
    /// A name that is given, with its mark.
    Given(Word<'a>),
    /// The code of a metric of the codebook.
    Metric(Word<'a>),
}

/// What groups, or rows, are sorted or held by.
#[derive(Debug)]
pub(super) enum GroupKey<'a> {
    /// A field, or the name of a metric.
    Name(Word<'a>),
    /// In quotes: the name of a metric.
    Quoted(Word<'a>),
    /// The name of a metric with its mark.
    Given(Word<'a>),
    /// `@type`: a type that groups.
    Type(Word<'a>),
    /// A metric as it is asked for, `avg(price)`.
    Metric(Metric<'a>, Span),
}

/// A comparison, whose value has no type yet.
#[derive(Debug)]
pub(super) struct Comparison<'a> {
    pub(super) name: Word<'a>,
    /// Whether the name is that of a type, said with its mark.
    pub(super) of_type: bool,
    pub(super) operator: Spanned<Operator>,
    pub(super) with: With<'a>,
}

/// What something is compared with.
#[derive(Debug)]
pub(super) enum With<'a> {
    /// Nothing: it is there.
    Nothing,
    Value(Spanned<Value<'a>>),
    Field(Word<'a>),
    Group(Word<'a>),
}

/// A value as it was said.
#[derive(Debug)]
pub(super) enum Value<'a> {
    One(Scalar<'a>),
    Many(Vec<Spanned<Scalar<'a>>>),
}

/// One value as it was said.
#[derive(Debug)]
pub(super) enum Scalar<'a> {
    /// In quotes: a text.
    Quoted(Str<'a>),
    /// Without: whatever its field makes of it.
    Bare(&'a str),
    /// True or false, of `=*` and its kin.
    Flag(bool),
}

/// How far and which way to walk.
#[derive(Debug)]
pub(super) struct GraphWalk<'a> {
    pub(super) depth: Option<Spanned<&'a str>>,
    pub(super) direction: Option<Spanned<Direction>>,
    pub(super) relations: Vec<Word<'a>>,
}

/// A number over the instances.
#[derive(Debug)]
pub(super) struct Metric<'a> {
    /// None where it is a metric of the codebook, or derived from metrics.
    pub(super) function: Option<Spanned<Function>>,
    pub(super) over: Option<Column<'a>>,
    pub(super) alias: Option<Word<'a>>,
}

impl<'a> Value<'a> {
    /// The value, each scalar made by `typed`.
    pub(super) fn raw(self, typed: impl Fn(Scalar<'a>) -> Raw<'a>) -> Raw<'a> {
        match self {
            Self::One(scalar) => typed(scalar),
            Self::Many(scalars) => Raw::List(
                scalars
                    .into_iter()
                    .map(|said| Spanned::new(typed(said.value), said.span))
                    .collect(),
            ),
        }
    }
}

/// A member of a closed list as a draft says it.
pub(super) fn code<'a>(said: Spanned<impl Listed>) -> Word<'a> {
    Spanned::new(Cow::Borrowed(said.value.code()), said.span)
}

/// The place from the start of one to the end of another.
pub(super) const fn across(first: Span, last: Span) -> Span {
    Span::new(first.start, last.end)
}
