//! What a run found, before it is an answer: an outcome, and whatever the answer has to mention beside it.

use crate::fingerprint::Fingerprint;
use crate::judgement::Judgement;
use crate::lane::structured::graph::GraphRows;
use crate::lane::structured::matching::ByPart;
use crate::lane::structured::nearest::Absent;
use crate::lane::structured::page_rows::PageRows;
use crate::lane::structured::resolve::{Resolution, Unresolved};
use crate::lane::structured::search::Ranked;
use crate::lane::structured::sql::Written;
use crate::limitation::Limitation;
use crate::ports::model_error::ModelError;

/// What a run found.
pub(super) struct Found {
    pub(super) outcome: Outcome,
    /// The entities, with the instances that each means.
    pub(super) resolutions: Vec<Resolution>,
    pub(super) notes: Notes,
}

/// How a run ended.
pub(super) enum Outcome {
    /// An entity means no instance, or several: its place among the resolutions.
    Unresolved(usize),
    /// The entities mean other instances than when the cursor was given.
    StaleCursor,
    /// The rows of a statement.
    Rows(PageRows),
    /// The rows of a graph.
    Graph(GraphRows),
    /// Rows in the order of a search.
    Ranked(Written, Ranked),
    /// A search without rows, with the reason.
    Nothing(&'static str),
    /// A search whose best rows are no answer.
    Weak(Judgement),
    /// A search whose nearest row is too far: its cosine, and the least one.
    Far(f32, f32),
    /// A search that leaves more rows than are compared: so many at most.
    TooMany(u32),
    /// Vectors of rows and question are not of one kind, with the reason.
    UnfitVectors(String),
    /// A failure.
    Failed(Unresolved),
}

/// What an answer mentions beside its rows.
#[derive(Default)]
pub(super) struct Notes {
    /// What everything means, for the cursor of the next page.
    pub(super) anchors: Fingerprint,
    /// How many rows there are on all pages, where they were counted.
    pub(super) total: Option<u64>,
    /// Values that were looked for as parts.
    pub(super) by_part: Vec<ByPart>,
    /// Values that no row has.
    pub(super) absent: Vec<Absent>,
    /// What else the answer does not see.
    pub(super) limitations: Vec<Limitation>,
    /// Why rows with vectors are ranked without them.
    pub(super) unused_vectors: Option<ModelError>,
}
