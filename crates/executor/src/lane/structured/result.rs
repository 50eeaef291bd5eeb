//! What a run found, before it is an answer: an outcome, and whatever the answer has to mention beside it.

use cmec_decoder::contract::Contract;

use crate::fingerprint::Fingerprint;
use crate::judgement::Judgement;
use crate::lane::absent_values::{Absent, Presence, is_nothing};
use crate::lane::structured::graph::GraphRows;
use crate::lane::structured::match_modes::MatchedValue;

use crate::lane::structured::cell::OutOfForm;
use crate::lane::structured::page_rows::PageRows;
use crate::lane::structured::resolve::{Resolution, ResolveError};
use crate::lane::structured::search::RankedRows;
use crate::lane::structured::sql::WrittenStatement;
use crate::limitation::Limitation;
use crate::ports::model_error::ModelError;

/// What a run found.
pub(super) struct StructuredResult {
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
    Ranked(WrittenStatement, RankedRows),
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
    Failed(ResolveError),
}

impl Outcome {
    /// Whether some rows have all that a contract asks for; `None`: no rows were asked for.
    pub(super) fn has_rows(&self, contract: &Contract<'_>) -> Option<bool> {
        match self {
            Self::Rows(page) => Some(!is_nothing(contract, &page.rows)),
            Self::Graph(found) => Some(!is_nothing(contract, &found.rows)),
            Self::Ranked(..) | Self::Weak(_) | Self::Far(..) => Some(true),
            Self::Nothing(_) => Some(false),
            Self::Unresolved(_)
            | Self::StaleCursor
            | Self::TooMany(_)
            | Self::UnfitVectors(_)
            | Self::Failed(_) => None,
        }
    }
}

/// What an answer mentions beside its rows.
#[derive(Clone, Default)]
pub(super) struct Notes {
    /// What everything means, for the cursor of the next page.
    pub(super) anchors: Fingerprint,
    /// How many rows there are on all pages, where they were counted.
    pub(super) total: Option<u64>,
    /// Values that may be parts of members.
    pub(super) matched: Vec<MatchedValue>,
    /// Values that the rows do not prove.
    pub(super) absent: Vec<Absent>,
    /// Stored values that are not of the form of their field.
    pub(super) out_of_form: OutOfForm,
    /// What else the answer does not see.
    pub(super) limitations: Vec<Limitation>,
    /// Why rows with vectors are ranked without them.
    pub(super) unused_vectors: Option<ModelError>,
}

impl Notes {
    /// Whether a value is nowhere.
    pub(super) fn has_absent(&self) -> bool {
        let mut absent = self.absent.iter();
        absent.any(|own| own.presence == Presence::Nowhere)
    }
}
