//! The port of text indexes: pieces of documents found by their words or by their vectors, of those that predicates let in.
//!
//! Predicates come first, and mean the same on every engine. A value is compared without case and width and with `ё` as `е`; in a
//! row policy it is compared letter by letter. A list has what any of its members is. A document without a field has none of its
//! values, so that `any of` does not let it in and `none of` does.

#[cfg(feature = "retrieval")]
pub mod build;
#[cfg(feature = "retrieval")]
pub mod joined_indexes;
#[cfg(feature = "retrieval")]
pub mod memory;
#[cfg(feature = "text-postgres")]
pub mod postgres;
#[cfg(any(feature = "tantivy", feature = "text-postgres"))]
mod rules;
pub mod spread;
#[cfg(feature = "tantivy")]
pub mod tantivy;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
#[cfg(feature = "retrieval")]
use std::time::Instant;

use cmec_decoder::letters::folded;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

#[cfg(feature = "retrieval")]
use crate::analysis::Chinese;
use crate::documents::{Chunk, Metadata};
use crate::plain_name::composed;
use crate::ports::embedder::{Vector, Wording};
use crate::ports::text_index::spread::Spread;

/// A text index.
pub trait TextIndex: Sync {
    /// The name of its engine.
    fn engine(&self) -> &'static str;

    /// The vectors that its pieces have; `None`: they have none.
    fn embedding(&self) -> Option<Embedding>;

    /// What its Chinese words are: those of a question are cut alike.
    #[cfg(feature = "retrieval")]
    fn chinese(&self) -> Chinese;

    /// The pieces that have the words of a question, the best first.
    fn search(
        &self,
        query: &TextQuery,
        within: Duration,
    ) -> impl Future<Output = Result<IndexHits, IndexError>> + Send;

    /// The pieces whose vectors are nearest to one, by their cosines, the nearest first. An index without vectors, or with
    /// vectors of another dimension, refuses.
    fn nearest(
        &self,
        query: &VectorQuery,
        within: Duration,
    ) -> impl Future<Output = Result<Nearest, IndexError>> + Send;

    /// How many pieces predicates let in.
    fn count(
        &self,
        predicates: &[Predicate],
        within: Duration,
    ) -> impl Future<Output = Result<u64, IndexError>> + Send;

    /// The values of a field among the pieces that predicates let in, sorted; [`MOST_VALUES`] at most.
    fn values(
        &self,
        field: MetadataField,
        predicates: &[Predicate],
        within: Duration,
    ) -> impl Future<Output = Result<Vec<String>, IndexError>> + Send;
}

/// The time that is left until a deadline.
#[cfg(feature = "retrieval")]
pub(crate) fn left(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(Instant::now())
}

/// How much a word of a title or heading counts beside its place in the text.
pub const HEADING_WEIGHT: f32 = 0.5;
/// Okapi BM25: how soon another occurrence of a word counts no more.
#[cfg(feature = "retrieval")]
pub(crate) const K1: f32 = 1.2;
/// Okapi BM25: how much the length of a text counts.
#[cfg(feature = "retrieval")]
pub(crate) const B: f32 = 0.75;
/// What a preferred piece gets on top of its score.
pub const PREFERENCE: f32 = 1.0;

/// Most values of a field that are looked at.
pub const MOST_VALUES: usize = 1_000;

/// A question to an index.
#[derive(Debug, Clone, PartialEq)]
pub struct TextQuery {
    /// Its words, analysed; of which a piece has one at least. None: every piece that the predicates let in.
    pub words: Vec<String>,
    /// What holds of every piece that is found.
    pub predicates: Vec<Predicate>,
    /// How many of them, from the first, say which pieces may be seen: words are counted among these.
    pub seen: usize,
    /// What puts a piece before others that fit as well.
    pub preferred: Vec<Predicate>,
    /// Most pieces.
    pub limit: usize,
}

/// The vectors of an index.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Embedding {
    /// The model that made them.
    pub model: String,
    /// How many numbers each has.
    pub dimension: usize,
    /// What the model was told before each piece.
    #[serde(default)]
    pub prefix: String,
    /// What a request for the vector of a piece had besides.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub fields: Map<String, Value>,
    /// How the model is asked for the vector of a question.
    #[serde(default, skip_serializing_if = "Wording::is_empty")]
    pub question: Wording,
}

#[cfg(feature = "retrieval")]
impl Embedding {
    /// Has an index with these vectors go on with the next ones: what is said of questions holds on where these say nothing.
    ///
    /// # Errors
    /// When they are of another model or length, or there are none.
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

    /// What differs from the next vectors.
    pub(crate) fn difference(&self, next: &Self) -> Option<String> {
        let told = || format!("its vectors are {self}, and those asked for are {next}");
        (self.made_by() != next.made_by()).then(told)
    }

    /// Whether vectors of the one can stand among those of the other.
    pub(crate) fn are_alike(one: Option<&Self>, other: Option<&Self>) -> bool {
        one.map(Self::made_by) == other.map(Self::made_by)
    }

    /// All that the vectors of pieces depend on.
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

/// A question to the vectors of an index.
#[derive(Debug, Clone, PartialEq)]
pub struct VectorQuery {
    /// The vector of the question.
    pub vector: Vector,
    /// What holds of every piece that is found.
    pub predicates: Vec<Predicate>,
    /// Most pieces.
    pub limit: usize,
}

/// What of a document is compared.
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

    /// Its key in a front matter.
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

    /// Its values of a document as they are compared: each folded, and exactly.
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

/// The first letter of a term that is compared exactly. No text has it: it stands for no character.
pub(crate) const EXACT: char = '\u{fdd0}';

fn folded_term(value: &str) -> String {
    folded(&composed(value)).replace(EXACT, "")
}

fn exact_term(value: &str) -> String {
    format!("{EXACT}{value}")
}

/// That a field has one of some values, or none of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Predicate {
    /// The field.
    pub field: MetadataField,
    /// The values, as they are compared.
    values: Vec<String>,
    /// Whether it has none of them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub none: bool,
    /// Whether values are compared letter by letter.
    #[serde(skip)]
    is_exact: bool,
}

impl Predicate {
    /// That a field has one of some values.
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

    /// That a field has one of some values letter by letter.
    #[must_use]
    pub const fn exactly_any_of(field: MetadataField, values: Vec<String>) -> Self {
        Self {
            field,
            values,
            none: false,
            is_exact: true,
        }
    }

    /// That a field has none of some values.
    pub fn none_of<T: AsRef<str>>(
        field: MetadataField,
        values: impl IntoIterator<Item = T>,
    ) -> Self {
        Self {
            none: true,
            ..Self::any_of(field, values)
        }
    }

    /// The values, as they are compared.
    #[must_use]
    pub fn values(&self) -> &[String] {
        &self.values
    }

    /// The terms of an index that it looks for.
    pub fn terms(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.values.iter().map(|value| match self.is_exact {
            true => Cow::Owned(exact_term(value)),
            false => Cow::Borrowed(value.as_str()),
        })
    }

    /// Whether a document passes.
    #[must_use]
    pub fn lets_in(&self, path: &str, metadata: &Metadata) -> bool {
        let own = self.field.terms(path, metadata);
        self.terms().any(|term| own.iter().any(|one| *one == term)) != self.none
    }
}

/// What an index found.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct IndexHits {
    /// The pieces, the best first; of equal ones by their identifiers.
    pub hits: Vec<Hit>,
    /// In how many pieces that may be seen each word of the question stands, in the order of the words.
    pub having: Vec<u64>,
    /// How many pieces may be seen.
    pub pieces: u64,
}

/// The pieces that are nearest to a question.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Nearest {
    /// The pieces, the nearest first; of equal ones by their identifiers.
    pub hits: Vec<Hit>,
    /// How near all are that the predicates let in.
    pub spread: Spread,
}

/// A piece that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// How well it fits: a score of words is comparable within one answer alone, one of vectors is a cosine.
    pub score: f32,
    /// The piece.
    pub chunk: Arc<Chunk>,
}

#[cfg(feature = "retrieval")]
/// The best first, of equal ones by their identifiers.
pub(super) fn in_order(mut hits: Vec<Hit>, most: usize) -> Vec<Hit> {
    hits.sort_by(|one, other| {
        let by_score = other.score.total_cmp(&one.score);
        by_score.then_with(|| one.chunk.id.cmp(&other.chunk.id))
    });
    hits.truncate(most);
    hits
}

/// Why an index gave no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IndexError {
    /// There is none, or it cannot be read.
    #[error("the index cannot be opened: {0}")]
    Unreachable(String),
    /// It was made by other rules or with another model.
    #[error("the index does not fit: {0}")]
    Unfit(String),
    /// It failed while it was asked.
    #[error("the index failed: {0}")]
    Failed(String),
    /// No answer came in time.
    #[error("the index gave no answer within {0:.1?}")]
    Timeout(Duration),
}

impl IndexError {
    /// Reason code, as in responses.
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

/// That a question and the vectors of an index are of different dimensions, or that it has none.
#[cfg(feature = "retrieval")]
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

/// A host that has no index: every question fails.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoIndex;

impl TextIndex for NoIndex {
    fn engine(&self) -> &'static str {
        "none"
    }

    fn embedding(&self) -> Option<Embedding> {
        None
    }

    #[cfg(feature = "retrieval")]
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
