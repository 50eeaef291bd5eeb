//! `Draft`: what a text says, in the notation's own words, each with its place. Nothing is resolved yet.
//!
//! Every notation has one reader that makes a `Draft`; everything after it is the same for all of them.

use crate::contract::Str;
use crate::span::{Span, Spanned};
use crate::vocabulary::Part;

/// A word as it was said.
pub type Word<'a> = Spanned<Str<'a>>;

/// How the words of a draft name what is registered. A notation has one way, and the other is not accepted in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Words {
    /// By code: `IS`, `CT`, `F001`, `R001`.
    #[default]
    Codes,
    /// By name: `instance_search`, `contains`, `enterprise.name`, `enterprise_2_park`.
    Names,
    /// As the line does: by code, by alias or by name; its reader gives codes, and candidates are aliases.
    Line,
}

/// What a text says.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Draft<'a> {
    /// Place of the whole.
    pub span: Span,
    /// How its words name things.
    pub words: Words,
    /// Scenario code.
    pub scenario: Option<Word<'a>>,
    /// Output code.
    pub output: Option<Word<'a>>,
    /// Names of target types.
    pub targets: Vec<Word<'a>>,
    /// Entities.
    pub entities: Vec<Spanned<DraftEntity<'a>>>,
    /// Relations.
    pub relations: Vec<Spanned<DraftRelation<'a>>>,
    /// Field codes of the attributes wanted.
    pub attributes: Vec<Word<'a>>,
    /// Filters.
    pub filters: Vec<Spanned<DraftFilter<'a>>>,
    /// Sort keys.
    pub sort: Vec<Spanned<DraftSort<'a>>>,
    /// Page.
    pub page: Option<Spanned<DraftPage<'a>>>,
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
    /// A question back.
    pub question: Option<Spanned<DraftQuestion<'a>>>,
    /// Parts that stand in the text and could not be read.
    pub misread: Misread,
}

/// Parts that stand in the text and could not be read. What is wrong with them has its finding; that they are missing
/// would be one too many, and not true.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Misread {
    parts: u32,
    /// Whether the scenario is one of them.
    pub scenario: bool,
}

impl Misread {
    /// Adds a part.
    pub const fn add(&mut self, part: Part) {
        self.parts |= 1 << (part as u32);
    }

    /// Something could not be read, and no one can tell which part it was.
    pub const fn add_any(&mut self) {
        self.parts = u32::MAX;
    }

    /// Whether a part is one of them.
    #[must_use]
    pub const fn has(self, part: Part) -> bool {
        self.parts & (1 << (part as u32)) != 0
    }
}

/// A value as it was said.
#[derive(Debug, Clone, PartialEq)]
pub enum Raw<'a> {
    /// A text.
    Text(Str<'a>),
    /// A number, in its digits.
    Number(&'a str),
    /// True or false.
    Boolean(bool),
    /// Nothing.
    Null,
    /// Several values.
    List(Vec<Spanned<Raw<'a>>>),
    /// An object, which is no value of any field.
    Object,
}

impl Raw<'_> {
    /// What it is, for messages.
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

    /// The text, or the digits, for messages; empty where it is neither.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Number(digits) => digits,
            _ => "",
        }
    }
}

/// An entity.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftEntity<'a> {
    /// What it is called.
    pub text: Word<'a>,
    /// Its type.
    pub type_name: Option<Word<'a>>,
    /// Its key.
    pub id: Option<Word<'a>>,
}

/// A relation.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftRelation<'a> {
    /// Its code.
    pub relation: Word<'a>,
    /// Direction code.
    pub direction: Option<Word<'a>>,
    /// Where it starts.
    pub from: Option<Spanned<DraftEnd<'a>>>,
    /// Where it leads.
    pub to: Option<Spanned<DraftEnd<'a>>>,
}

/// An end of a relation.
#[derive(Debug, Clone, PartialEq)]
pub enum DraftEnd<'a> {
    /// A name; only `target` is one.
    Name(Str<'a>),
    /// An index into the entities.
    Index(&'a str),
}

/// A filter.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftFilter<'a> {
    /// Field code.
    pub field: Word<'a>,
    /// Operator code.
    pub operator: Word<'a>,
    /// Value.
    pub value: Option<Spanned<Raw<'a>>>,
}

/// A sort key.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftSort<'a> {
    /// Field code, or in an aggregation an alias.
    pub by: Word<'a>,
    /// Order code.
    pub order: Option<Word<'a>>,
}

/// A page.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftPage<'a> {
    /// Limit, in its digits.
    pub limit: Option<Spanned<&'a str>>,
    /// Offset, in its digits.
    pub offset: Option<Spanned<&'a str>>,
}

/// An aggregation.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftAggregation<'a> {
    /// Metrics.
    pub metrics: Vec<Spanned<DraftMetric<'a>>>,
    /// Field codes to group by.
    pub group_by: Vec<Word<'a>>,
    /// Conditions on metrics.
    pub having: Vec<Spanned<DraftHaving<'a>>>,
    /// Order of groups.
    pub sort: Vec<Spanned<DraftSort<'a>>>,
    /// Page of groups.
    pub page: Option<Spanned<DraftPage<'a>>>,
}

/// A metric.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftMetric<'a> {
    /// Function code.
    pub function: Word<'a>,
    /// Field code.
    pub field: Option<Word<'a>>,
    /// Name in the answer.
    pub alias: Option<Word<'a>>,
}

/// A condition on a metric.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftHaving<'a> {
    /// Alias or field code of the metric.
    pub metric: Word<'a>,
    /// Operator code.
    pub operator: Word<'a>,
    /// Value.
    pub value: Spanned<Raw<'a>>,
}

/// A group.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftGroup<'a> {
    /// Its name.
    pub name: Word<'a>,
    /// Names of its types.
    pub targets: Vec<Word<'a>>,
    /// Its filters.
    pub filters: Vec<Spanned<DraftFilter<'a>>>,
}

/// A set operation.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftSet<'a> {
    /// Left side.
    pub left: Spanned<DraftSide<'a>>,
    /// Operator code.
    pub operator: Word<'a>,
    /// Right side.
    pub right: Spanned<DraftSide<'a>>,
}

/// A side of a set operation.
#[derive(Debug, Clone, PartialEq)]
pub enum DraftSide<'a> {
    /// Name of a group.
    Group(Str<'a>),
    /// Another operation.
    Nested(Box<DraftSet<'a>>),
}

/// Graph parameters.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DraftGraph<'a> {
    /// Direction code.
    pub direction: Option<Word<'a>>,
    /// Depth, in its digits.
    pub depth: Option<Spanned<&'a str>>,
    /// Relation codes.
    pub relations: Vec<Word<'a>>,
    /// A path.
    pub path: Option<Spanned<DraftPath<'a>>>,
}

/// A path.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DraftPath<'a> {
    /// Keys it starts from.
    pub sources: Vec<Word<'a>>,
    /// Names of the types it ends at.
    pub targets: Vec<Word<'a>>,
    /// Most hops, in digits.
    pub hops: Option<Spanned<&'a str>>,
    /// Relation codes it may use.
    pub relations: Vec<Word<'a>>,
}

/// Retrieval parameters.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DraftRetrieval<'a> {
    /// The text to look for.
    pub text: Option<Word<'a>>,
    /// Names of corpora.
    pub corpora: Vec<Word<'a>>,
    /// Number of texts, in its digits.
    pub top_k: Option<Spanned<&'a str>>,
    /// Whether to rank again.
    pub rerank: Option<Spanned<bool>>,
    /// Kind of question.
    pub kind: Option<Word<'a>>,
    /// Tags.
    pub tags: Vec<Word<'a>>,
    /// Project.
    pub project: Option<Word<'a>>,
}

/// A question back.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftQuestion<'a> {
    /// The question.
    pub text: Word<'a>,
    /// Answers to choose from.
    pub options: Vec<Word<'a>>,
}
