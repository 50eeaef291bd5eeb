//! The text index port: pieces of documents that pass predicates, found by their words or their vectors.
//!
//! Predicates apply first and mean the same for every engine. Values compare without case and width, with `ё` as `е`;
//! in a row policy they compare exactly. A list matches where any of its members does. A document without a field has
//! no value of it, so it fails `any of` and passes `none of`.

#[cfg(feature = "run")]
pub mod build;
#[cfg(feature = "run")]
pub mod joined_indexes;
#[cfg(feature = "run")]
pub mod memory;
#[cfg(feature = "postgres")]
pub mod postgres;
#[cfg(any(feature = "postgres", feature = "texts"))]
mod rules;
pub mod spread;
#[cfg(feature = "texts")]
pub mod tantivy;

use std::borrow::Cow;
use std::fmt;
use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;
#[cfg(feature = "run")]
use std::time::Instant;

use cmec_decoder::letters::folded;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

#[cfg(feature = "run")]
use crate::analysis::Chinese;
use crate::documents::{Chunk, Metadata};
use crate::plain_name::composed;
use crate::ports::embedder::{Vector, Wording};
use crate::ports::text_index::spread::Spread;

/// A text index.
#[async_trait::async_trait]
pub trait TextIndex: Debug + Send + Sync {
    /// The name of its engine.
    fn engine(&self) -> &'static str;

    /// The model of its vectors; `None` where it has none.
    fn embedding(&self) -> Option<Embedding>;

    /// Its segmentation of Chinese words; questions use the same.
    #[cfg(feature = "run")]
    fn chinese(&self) -> Chinese;

    /// The pieces with words of a query, the best first.
    async fn search(&self, query: &TextQuery, within: Duration) -> Result<IndexHits, IndexError>;

    /// The pieces whose vectors are nearest to a vector by cosine, the nearest first. Fails for an index without
    /// vectors or with another dimension.
    async fn nearest(&self, query: &VectorQuery, within: Duration) -> Result<Nearest, IndexError>;

    /// The number of pieces that pass predicates.
    async fn count(&self, predicates: &[Predicate], within: Duration) -> Result<u64, IndexError>;

    /// The sorted values of a field among the pieces that pass predicates, at most [`MOST_VALUES`].
    async fn values(
        &self,
        field: MetadataField,
        predicates: &[Predicate],
        within: Duration,
    ) -> Result<Vec<String>, IndexError>;
}

/// The time left until a deadline.
#[cfg(feature = "run")]
pub(crate) fn left(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(Instant::now())
}

/// Weight of a word in a title or heading, in addition to its weight in the text.
pub const HEADING_WEIGHT: f32 = 0.5;
/// Okapi BM25: saturation of the word frequency.
#[cfg(feature = "run")]
pub(crate) const K1: f32 = 1.2;
/// Okapi BM25: influence of the text length.
#[cfg(feature = "run")]
pub(crate) const B: f32 = 0.75;
/// Score added to a preferred piece.
pub const PREFERENCE: f32 = 1.0;

/// Maximum number of values of a field that are read.
pub const MOST_VALUES: usize = 1_000;

/// A query to an index by words.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TextQuery {
    /// Its analysed words, of which a piece must have at least one; empty: every piece that passes the predicates.
    pub words: Vec<String>,
    /// Predicates that every result must pass.
    pub predicates: Vec<Predicate>,
    /// Number of leading predicates that decide which pieces are visible. Word statistics cover the visible pieces
    /// only.
    pub seen: usize,
    /// Predicates that raise the score of a piece.
    pub preferred: Vec<Predicate>,
    /// Maximum number of pieces.
    pub limit: usize,
}

/// The model and dimension of an index's vectors.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Embedding {
    /// Name of the model.
    pub model: String,
    /// Dimension of the vectors.
    pub dimension: usize,
    /// Prefix of each embedded piece.
    #[serde(default)]
    pub prefix: String,
    /// Additional fields of the request for a piece's vector.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub fields: Map<String, Value>,
    /// The form of a request for a question's vector.
    #[serde(default, skip_serializing_if = "Wording::is_empty")]
    pub question: Wording,
}

#[cfg(feature = "run")]
impl Embedding {
    /// Checks that an index with these vectors can continue with the next ones, which inherit the unset parts of the
    /// question form.
    ///
    /// # Errors
    /// The next vectors have another model or dimension, or there are none.
    pub fn go_on(&self, next: Option<&mut Self>) -> Result<(), IndexError> {
        let differing = match next {
            Some(next) => {
                next.question = std::mem::take(&mut next.question).or(&self.question);
                self.difference(next)
            }
            None => Some(format!("its vectors are {self}, and none are asked for")),
        };
        differing.map_or(Ok(()), |why| {
            let told = format!("{why}: they are kept unless the index is made anew");
            Err(IndexError::Unfit(told))
        })
    }

    /// A description of the difference to the next vectors.
    pub(crate) fn difference(&self, next: &Self) -> Option<String> {
        let told = || format!("its vectors are {self}, and those asked for are {next}");
        (self.made_by() != next.made_by()).then(told)
    }

    /// True where vectors of both can be in one index.
    pub(crate) fn are_alike(one: Option<&Self>, other: Option<&Self>) -> bool {
        one.map(Self::made_by) == other.map(Self::made_by)
    }

    /// The parameters that determine the vectors of pieces.
    pub(crate) fn made_by(&self) -> (&str, usize, &str, &Map<String, Value>) {
        (&self.model, self.dimension, &self.prefix, &self.fields)
    }
}

impl fmt::Display for Embedding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (model, dimension) = (&self.model, self.dimension);
        write!(f, "of `{model}` with {dimension} numbers")?;
        if !self.prefix.is_empty() {
            write!(f, " and the prefix `{}`", self.prefix)?;
        }
        for (name, value) in &self.fields {
            write!(f, " and `{name}` {value}")?;
        }
        Ok(())
    }
}

/// A query to an index by a vector.
#[derive(Debug, Clone, PartialEq)]
pub struct VectorQuery {
    /// The vector of the question.
    pub vector: Vector,
    /// Predicates that every result must pass.
    pub predicates: Vec<Predicate>,
    /// Maximum number of pieces.
    pub limit: usize,
}

/// A metadata field that predicates compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MetadataField {
    /// Its type.
    DocumentType,
    /// Its status.
    Status,
    /// Its tags.
    Tags,
    /// The contexts it belongs to.
    Contexts,
    /// The project it belongs to.
    Project,
    /// Its path.
    Path,
}

impl MetadataField {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::DocumentType,
        Self::Status,
        Self::Tags,
        Self::Contexts,
        Self::Project,
        Self::Path,
    ];

    /// Its key in the front matter.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::DocumentType => "type",
            Self::Status => "status",
            Self::Tags => "tags",
            Self::Contexts => "contexts",
            Self::Project => "project",
            Self::Path => "path",
        }
    }

    /// The index terms of a document's values: each folded and exact.
    #[must_use]
    pub fn terms(self, path: &str, metadata: &Metadata) -> Vec<String> {
        let values: Vec<&str> = match self {
            Self::DocumentType => vec![&metadata.document_type],
            Self::Status => metadata.status.iter().map(String::as_str).collect(),
            Self::Tags => metadata.tags.iter().map(String::as_str).collect(),
            Self::Contexts => metadata.contexts.iter().map(String::as_str).collect(),
            Self::Project => metadata.project.iter().map(String::as_str).collect(),
            Self::Path => vec![path],
        };
        let terms = values.into_iter();
        terms
            .flat_map(|value| [folded_term(value), exact_term(value)])
            .collect()
    }
}

impl Serialize for MetadataField {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// The prefix of a term that compares exactly, a noncharacter that no text contains.
pub(crate) const EXACT: char = '\u{fdd0}';

fn folded_term(value: &str) -> String {
    folded(&composed(value)).replace(EXACT, "")
}

fn exact_term(value: &str) -> String {
    format!("{EXACT}{value}")
}

/// A predicate: a field has one of some values, or none of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Predicate {
    /// The field.
    pub field: MetadataField,
    /// The values in comparable form.
    values: Vec<String>,
    /// True where the field must have none of them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub none: bool,
    /// True where values compare exactly.
    #[serde(skip)]
    is_exact: bool,
}

impl Predicate {
    /// A field has one of some values.
    pub fn any_of<T: AsRef<str>>(
        field: MetadataField,
        values: impl IntoIterator<Item = T>,
    ) -> Self {
        let values = values.into_iter().map(|value| folded_term(value.as_ref()));
        Self {
            field,
            values: values.collect(),
            none: false,
            is_exact: false,
        }
    }

    /// A field has exactly one of some values.
    #[must_use]
    pub const fn exactly_any_of(field: MetadataField, values: Vec<String>) -> Self {
        Self {
            field,
            values,
            none: false,
            is_exact: true,
        }
    }

    /// A field has none of some values.
    pub fn none_of<T: AsRef<str>>(
        field: MetadataField,
        values: impl IntoIterator<Item = T>,
    ) -> Self {
        Self {
            none: true,
            ..Self::any_of(field, values)
        }
    }

    /// The values in comparable form.
    #[must_use]
    pub fn values(&self) -> &[String] {
        &self.values
    }

    /// The index terms that it matches.
    pub fn terms(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.values.iter().map(|value| match self.is_exact {
            true => Cow::Owned(exact_term(value)),
            false => Cow::Borrowed(value.as_str()),
        })
    }

    /// True where a document passes.
    #[must_use]
    pub fn lets_in(&self, path: &str, metadata: &Metadata) -> bool {
        let own = self.field.terms(path, metadata);
        self.terms().any(|term| own.iter().any(|one| *one == term)) != self.none
    }
}

/// The result of a query by words.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct IndexHits {
    /// The pieces, the best first; equal scores by identifier.
    pub hits: Vec<Hit>,
    /// For each word of the query in order, the number of visible pieces with it.
    pub having: Vec<u64>,
    /// Number of visible pieces.
    pub pieces: u64,
}

/// The result of a query by a vector.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Nearest {
    /// The pieces, the nearest first; equal cosines by identifier.
    pub hits: Vec<Hit>,
    /// The distribution of cosines among the pieces that pass the predicates.
    pub spread: Spread,
}

/// A piece in a result.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// Its score: for words comparable within one answer only, for vectors a cosine.
    pub score: f32,
    /// The piece.
    pub chunk: Arc<Chunk>,
}

#[cfg(feature = "run")]
/// Sorts results by score, equal ones by identifier.
pub(super) fn in_order(mut hits: Vec<Hit>, most: usize) -> Vec<Hit> {
    hits.sort_by(|one, other| {
        let by_score = other.score.total_cmp(&one.score);
        by_score.then_with(|| one.chunk.id.cmp(&other.chunk.id))
    });
    hits.truncate(most);
    hits
}

/// Why an index failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IndexError {
    /// The index does not exist or cannot be read.
    #[error("the index cannot be opened: {0}")]
    Unreachable(String),
    /// It was made by other rules or with another model.
    #[error("the index does not fit: {0}")]
    Unfit(String),
    /// A query failed.
    #[error("the index failed: {0}")]
    Failed(String),
    /// The time ran out.
    #[error("the index gave no answer within {0:.1?}")]
    Timeout(Duration),
}

impl IndexError {
    /// Reason code of a response.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unreachable(_) => "index_unreachable",
            Self::Unfit(_) => "index_unfit",
            Self::Failed(_) => "index_failed",
            Self::Timeout(_) => "index_timeout",
        }
    }
}

/// Checks that an index has vectors of the query's dimension.
#[cfg(feature = "run")]
pub(crate) fn check_dimension(
    own: Option<&Embedding>,
    query: &VectorQuery,
) -> Result<(), IndexError> {
    let asked = query.vector.numbers().len();
    match own {
        Some(own) if own.dimension == asked => Ok(()),
        Some(own) => Err(IndexError::Unfit(format!(
            "its vectors have {} numbers, and that of the question {asked}",
            own.dimension
        ))),
        None => Err(IndexError::Unfit("it has no vectors".to_owned())),
    }
}

/// The port of a host without an index: every query fails.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoIndex;

#[async_trait::async_trait]
impl TextIndex for NoIndex {
    fn engine(&self) -> &'static str {
        "none"
    }

    fn embedding(&self) -> Option<Embedding> {
        None
    }

    #[cfg(feature = "run")]
    fn chinese(&self) -> Chinese {
        Chinese::default()
    }

    async fn nearest(&self, _: &VectorQuery, _: Duration) -> Result<Nearest, IndexError> {
        Err(IndexError::Unreachable("this host has no index".to_owned()))
    }

    async fn search(&self, _: &TextQuery, _: Duration) -> Result<IndexHits, IndexError> {
        Err(IndexError::Unreachable("this host has no index".to_owned()))
    }

    async fn count(&self, _: &[Predicate], _: Duration) -> Result<u64, IndexError> {
        Err(IndexError::Unreachable("this host has no index".to_owned()))
    }

    async fn values(
        &self,
        _: MetadataField,
        _: &[Predicate],
        _: Duration,
    ) -> Result<Vec<String>, IndexError> {
        Err(IndexError::Unreachable("this host has no index".to_owned()))
    }
}
