//! The result of a run before it becomes an answer: an outcome, and notes that the answer mentions.

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

pub(super) struct StructuredResult {
    pub(super) outcome: Outcome,
    pub(super) resolutions: Vec<Resolution>,
    pub(super) notes: Notes,
}

pub(super) enum Outcome {
    /// An entity has no candidate or several; its index in the resolutions.
    Unresolved(usize),
    /// The entities resolve to other instances than when the cursor was made.
    StaleCursor,
    Rows(PageRows),
    Graph(GraphRows),
    Ranked(WrittenStatement, RankedRows),
    /// A search without rows, with the reason.
    Nothing(&'static str),
    /// A search whose best rows are too weak for an answer.
    Weak(Judgement),
    /// A search whose nearest row is too far: its cosine, and the minimum.
    Far(f32, f32),
    /// A search over more rows than the maximum that is compared, which is given here.
    TooMany(u32),
    /// The vectors of rows and question come from different models, with the reason.
    UnfitVectors(String),
    Failed(ResolveError),
}

impl Outcome {
    /// True where some rows meet the whole contract; `None` where no rows were asked for.
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

/// Facts that an answer mentions in addition to its rows.
#[derive(Clone, Default)]
pub(super) struct Notes {
    /// Fingerprint of the resolved entities, for the cursor of the next page.
    pub(super) anchors: Fingerprint,
    /// The number of rows on all pages, where it was counted.
    pub(super) total: Option<u64>,
    /// Values that were compared with parts of list members.
    pub(super) matched: Vec<MatchedValue>,
    /// Values that the rows do not prove.
    pub(super) absent: Vec<Absent>,
    /// Stored values that do not have the form of their field.
    pub(super) out_of_form: OutOfForm,
    /// Other limitations of the answer.
    pub(super) limitations: Vec<Limitation>,
    /// The reason why rows with vectors were ranked without them.
    pub(super) unused_vectors: Option<ModelError>,
}

impl Notes {
    /// True where a filter value does not exist.
    pub(super) fn has_absent(&self) -> bool {
        let mut absent = self.absent.iter();
        absent.any(|own| own.presence == Presence::Nowhere)
    }
}
