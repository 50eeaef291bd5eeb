//! The syntax tree of a statement, with spans. Chains are lists, so their length adds no depth.

use crate::contract::Str;
use crate::span::{Span, Spanned};

/// A name without its quotes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Name<'a> {
    pub(crate) text: Str<'a>,
    /// The quote character. A name in double quotes may be a text if no column has that name.
    pub(crate) quote: Option<char>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Statement<'a> {
    Query(Query<'a>),
    /// A question to the user: its text and the options.
    Ask(Spanned<Str<'a>>, Vec<Spanned<Str<'a>>>),
}

/// A query with the clauses around its body.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Query<'a> {
    pub(crate) with: Vec<(Spanned<Name<'a>>, Spanned<Query<'a>>)>,
    pub(crate) body: Body<'a>,
    pub(crate) order: Vec<Spanned<OrderKey<'a>>>,
    pub(crate) limit: Option<Spanned<Expression<'a>>>,
    pub(crate) offset: Option<Spanned<Expression<'a>>>,
}

/// A query, or queries combined from left to right.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Body<'a> {
    pub(crate) first: Box<Spanned<Part<'a>>>,
    pub(crate) others: Vec<(Spanned<SetOperator>, Spanned<Part<'a>>)>,
}

/// An operand of a body.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Part<'a> {
    Select(Select<'a>),
    Query(Query<'a>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SetOperator {
    Union,
    Intersect,
    Except,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Select<'a> {
    pub(crate) distinct: Option<Span>,
    pub(crate) items: Vec<Spanned<Item<'a>>>,
    pub(crate) from: Vec<Spanned<Source<'a>>>,
    pub(crate) condition: Option<Spanned<Expression<'a>>>,
    pub(crate) group_by: Vec<Spanned<Expression<'a>>>,
    pub(crate) having: Option<Spanned<Expression<'a>>>,
    pub(crate) qualify: Option<Spanned<Expression<'a>>>,
}

/// An alias, and the expression that has it.
pub(crate) type Alias<'a> = (Spanned<Name<'a>>, Spanned<Expression<'a>>);

impl<'a> Select<'a> {
    /// The aliases that it gives.
    pub(crate) fn aliases(&self) -> Vec<Alias<'a>> {
        let items = self.items.iter().map(|item| &item.value);
        let aliased = items.filter_map(|item| Some((item.alias.clone()?, item.value.clone())));
        aliased.collect()
    }
}

/// A column of `SELECT`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Item<'a> {
    pub(crate) value: Spanned<Expression<'a>>,
    pub(crate) alias: Option<Spanned<Name<'a>>>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Source<'a> {
    pub(crate) join: Join,
    pub(crate) table: Spanned<Table<'a>>,
    pub(crate) alias: Option<Spanned<Name<'a>>>,
    pub(crate) on: Option<Spanned<Expression<'a>>>,
}

/// The join of a table with the tables before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Join {
    /// The first table, or one after a comma.
    List,
    Inner,
    /// An outer join, which keeps rows without a match.
    Left,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Table<'a> {
    Name(Name<'a>),
    Query(Box<Query<'a>>),
    /// `PATH('a', 'b')` or `NEIGHBOURHOOD('a', 2)`.
    Call(Call<'a>),
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OrderKey<'a> {
    pub(crate) by: Spanned<Expression<'a>>,
    pub(crate) descending: Option<Spanned<bool>>,
    pub(crate) nulls_first: Option<Spanned<bool>>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Call<'a> {
    pub(crate) name: Spanned<Name<'a>>,
    pub(crate) distinct: Option<Span>,
    pub(crate) all: Option<Span>,
    pub(crate) arguments: Vec<Argument<'a>>,
    pub(crate) over: Option<Spanned<Window<'a>>>,
}

/// An argument with an optional name: `mode => 'deep'`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Argument<'a> {
    pub(crate) name: Option<Spanned<Name<'a>>>,
    /// The value, with the span of the whole argument.
    pub(crate) value: Spanned<Expression<'a>>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Window<'a> {
    pub(crate) partition: Vec<Spanned<Expression<'a>>>,
    pub(crate) order: Vec<Spanned<OrderKey<'a>>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
    /// `@>`.
    Contains,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    Plus,
    Minus,
    Times,
    By,
    Modulo,
    Concatenation,
}

/// The right side of a test other than a comparison.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Test<'a> {
    Null,
    Boolean(bool),
    Between(Spanned<Expression<'a>>, Spanned<Expression<'a>>),
    List(Vec<Spanned<Expression<'a>>>),
    Query(Query<'a>),
    /// A pattern; `true` if case matters.
    Like(Spanned<Expression<'a>>, bool),
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Expression<'a> {
    /// A name with its qualifiers.
    Column(Vec<Spanned<Name<'a>>>),
    /// `*`, of one table or of all.
    Star(Option<Spanned<Name<'a>>>),
    Number(&'a str),
    Text(Str<'a>),
    Boolean(bool),
    Null,
    /// `INTERVAL '1 month'` or `INTERVAL 1 YEAR`: the amount, and the unit if it is a separate word.
    Interval(Box<Spanned<Self>>, Option<Spanned<Name<'a>>>),
    Call(Box<Call<'a>>),
    And(Vec<Spanned<Self>>),
    Or(Vec<Spanned<Self>>),
    Not(Box<Spanned<Self>>),
    Negative(Box<Spanned<Self>>),
    /// Terms from left to right, each with its sign.
    Sum(Box<Spanned<Self>>, Vec<(Spanned<Sign>, Spanned<Self>)>),
    Compare(Box<Spanned<Self>>, Spanned<Comparison>, Box<Spanned<Self>>),
    /// A test; `true` if it is negated.
    Test(Box<Spanned<Self>>, Box<Spanned<Test<'a>>>, bool),
    Exists(Box<Query<'a>>),
    Query(Box<Query<'a>>),
}

impl<'a> Expression<'a> {
    /// The name of a column without its table.
    pub(crate) fn bare_name(&self) -> Option<&Name<'a>> {
        match self {
            Self::Column(path) => match path.as_slice() {
                [name] => Some(&name.value),
                _ => None,
            },
            _ => None,
        }
    }
}
