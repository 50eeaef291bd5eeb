//! A query as it is written, each part with its place. Chains are lists, so that their length adds no depth.

use crate::contract::Str;
use crate::span::{Span, Spanned};

/// A name, without its quotes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Name<'a> {
    pub(crate) text: Str<'a>,
    /// A name in double quotes may be a text, where no column has it.
    pub(crate) quote: Option<char>,
}

/// A statement that is read.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Statement<'a> {
    Query(Query<'a>),
    /// A question back: its text, and the answers that it offers.
    Ask(Spanned<Str<'a>>, Vec<Spanned<Str<'a>>>),
}

/// A query with what stands around its body.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Query<'a> {
    pub(crate) with: Vec<(Spanned<Name<'a>>, Spanned<Query<'a>>)>,
    pub(crate) body: Body<'a>,
    pub(crate) order: Vec<Spanned<OrderKey<'a>>>,
    pub(crate) limit: Option<Spanned<Expression<'a>>>,
    pub(crate) offset: Option<Spanned<Expression<'a>>>,
}

/// A query, or queries that are joined from left to right.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Body<'a> {
    pub(crate) first: Box<Spanned<Part<'a>>>,
    pub(crate) others: Vec<(Spanned<SetOperator>, Spanned<Part<'a>>)>,
}

/// A part of a body.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Part<'a> {
    Select(Select<'a>),
    /// A query in brackets.
    Query(Query<'a>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SetOperator {
    Union,
    Intersect,
    Except,
}

/// A `SELECT`.
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

/// A column of the answer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Item<'a> {
    pub(crate) value: Spanned<Expression<'a>>,
    pub(crate) alias: Option<Spanned<Name<'a>>>,
}

/// A table of `FROM`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Source<'a> {
    pub(crate) join: Join,
    pub(crate) table: Spanned<Table<'a>>,
    pub(crate) alias: Option<Spanned<Name<'a>>>,
    pub(crate) on: Option<Spanned<Expression<'a>>>,
}

/// How a table is joined with those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Join {
    /// The first table, or one behind a comma.
    List,
    Inner,
    /// Rows without a match stay.
    Left,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Table<'a> {
    Name(Name<'a>),
    Query(Box<Query<'a>>),
    /// `PATH('a', 'b')`.
    Call(Call<'a>),
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OrderKey<'a> {
    pub(crate) by: Spanned<Expression<'a>>,
    pub(crate) descending: Option<Spanned<bool>>,
    pub(crate) nulls_first: Option<Spanned<bool>>,
}

/// A function, and what it is called with.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Call<'a> {
    pub(crate) name: Spanned<Name<'a>>,
    pub(crate) distinct: Option<Span>,
    pub(crate) all: Option<Span>,
    pub(crate) arguments: Vec<Spanned<Argument<'a>>>,
    pub(crate) over: Option<Spanned<Window<'a>>>,
}

/// An argument, with its name where it has one: `mode => 'deep'`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Argument<'a> {
    pub(crate) name: Option<Spanned<Name<'a>>>,
    pub(crate) value: Expression<'a>,
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

/// What an expression is compared with in a test of its own.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Test<'a> {
    Null,
    Boolean(bool),
    Between(Spanned<Expression<'a>>, Spanned<Expression<'a>>),
    List(Vec<Spanned<Expression<'a>>>),
    Query(Query<'a>),
    /// A pattern, and whether case counts.
    Like(Spanned<Expression<'a>>, bool),
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Expression<'a> {
    /// A name and the names before it.
    Column(Vec<Spanned<Name<'a>>>),
    /// `*`, of one table or of all.
    Star(Option<Spanned<Name<'a>>>),
    Number(&'a str),
    Text(Str<'a>),
    Boolean(bool),
    Null,
    /// `INTERVAL '1 month'`, `INTERVAL 1 YEAR`: the amount, and the unit where it is a word of its own.
    Interval(Box<Spanned<Self>>, Option<Spanned<Name<'a>>>),
    Call(Box<Call<'a>>),
    And(Vec<Spanned<Self>>),
    Or(Vec<Spanned<Self>>),
    Not(Box<Spanned<Self>>),
    Negative(Box<Spanned<Self>>),
    /// Terms from left to right, each with the sign before it.
    Sum(Box<Spanned<Self>>, Vec<(Spanned<Sign>, Spanned<Self>)>),
    Compare(Box<Spanned<Self>>, Spanned<Comparison>, Box<Spanned<Self>>),
    /// A test, and whether it must fail.
    Test(Box<Spanned<Self>>, Box<Spanned<Test<'a>>>, bool),
    Exists(Box<Query<'a>>),
    Query(Box<Query<'a>>),
}
