//! Lanes: each lane plans, runs and explains the contracts of its scenarios.
//!
//! ```text
//! Request ── visible ──► row policy in the lane's form ── plan ──► Plan ── run ──► what was found ── compose ──► Response
//!                                                                   └── explain ──► DebugEnvelope
//! ```
//!
//! A lane has a line in `plan.rs` and a folder here; lanes with one name in a codebook may share a folder. Folders do
//! not depend on each other.

pub mod part;

#[cfg(feature = "run")]
mod absent_values;

pub mod address;
pub mod retrieval;
pub mod structured;

use std::fmt::Debug;
#[cfg(feature = "run")]
use std::time::Instant;

use chrono::NaiveDate;
use cmec_decoder::contract::{Contract, Valid};
use cmec_decoder::language::Scenario;
use cmec_decoder::tables::Tables;
use serde::Serialize;

use crate::catalogue::{self, Catalogue};
use crate::debug_envelope::DebugEnvelope;
use crate::lane::part::{Part, Use};
#[cfg(feature = "run")]
use crate::ports::set::Ports;
use crate::principals::Principals;
use crate::response::limited_answer::LimitedAnswer;
#[cfg(feature = "run")]
use crate::response::limited_answer::NO_LANE_YET;
#[cfg(feature = "run")]
use crate::response::{Audience, Response};
use crate::row_policy::RowPolicy;

/// The planning context that all lanes share.
#[derive(Debug, Clone, Copy)]
pub struct Request<'r, 'c> {
    /// The decoded contract.
    pub contract: &'r Valid<Contract<'c>>,
    /// The tables of the domain's codebook.
    pub tables: &'c Tables,
    /// The catalogue of the domain: bindings, recipes and limits of its lanes.
    pub catalogue: &'c Catalogue,
    /// The principals who ask.
    pub principals: &'r Principals,
    /// The current day.
    pub today: NaiveDate,
    /// The maximum number of rows that the host sets; it overrides the contract's.
    pub limit: Option<u32>,
}

/// The execution context that all lanes share.
#[cfg(feature = "run")]
#[derive(Debug, Clone, Copy)]
pub struct Run<'a> {
    /// The time by which the answer must be ready.
    pub deadline: Instant,
    /// True where the rows of all pages are counted.
    pub total: bool,
    /// The readers of the answer.
    pub audience: Audience<'a>,
}

/// A lane. `plan` is pure. Only `run` does I/O; it builds every answer in its `compose`.
pub trait Lane {
    /// The name by which a codebook assigns scenarios to it.
    const NAME: catalogue::Lane;
    /// The row-level security policy in the form that its plans take.
    type Visible<'c>;
    /// Its plan for a contract.
    type Plan<'c>: Clone + Debug + PartialEq + Serialize;
    /// The cursor of its next page.
    type Cursor;
    /// True where it supports a scenario that a codebook assigns to it.
    fn serves(_scenario: Scenario) -> bool {
        true
    }

    /// How the lane uses a part of a contract. A lane that does not execute every part must declare that here, or name
    /// the part itself.
    fn use_of(_contract: &Contract<'_>, _tables: &Tables, _part: Part) -> Use {
        Use::Executed
    }

    /// Translates the row-level security policy.
    ///
    /// # Errors
    /// The lane cannot apply a row-level security filter.
    fn visible<'c>(
        policy: &RowPolicy<'c>,
        request: &Request<'_, 'c>,
    ) -> Result<Self::Visible<'c>, LimitedAnswer>;

    /// Plans a contract; `None` where the domain gives the lane nothing to answer it with.
    ///
    /// # Errors
    /// The contract gets an answer without facts.
    fn plan<'c>(
        request: &Request<'_, 'c>,
        visible: Self::Visible<'c>,
        cursor: Option<&Self::Cursor>,
    ) -> Option<Result<Self::Plan<'c>, LimitedAnswer>>;

    /// True where a plan refuses the cursor of another question.
    fn refuses_cursor(_plan: &Self::Plan<'_>) -> bool {
        false
    }

    /// Adds the reasons for a plan to the envelope.
    fn explain(plan: &Self::Plan<'_>, debug: &mut DebugEnvelope);

    /// Queries the ports within the deadline and answers. The envelope records the run. A program built without the
    /// lane says so in its answer.
    #[cfg(feature = "run")]
    #[expect(
        async_fn_in_trait,
        reason = "hosts call lanes through `Plan`; nobody outside names the future"
    )]
    async fn run(
        _plan: &Self::Plan<'_>,
        _ports: &Ports<'_>,
        run: Run<'_>,
        _debug: &mut DebugEnvelope,
    ) -> Response {
        Response::unsupported(run.audience).because(NO_LANE_YET)
    }
}
