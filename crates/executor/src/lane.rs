//! Lanes: each plans, runs and explains the contracts of its scenarios.
//!
//! ```text
//! Request ── visible ──► row policy in the lane's form ── plan ──► Plan ── run ──► what was found ── compose ──► Response
//!                                                                   └── explain ──► DebugEnvelope
//! ```
//!
//! A lane is a line in `plan.rs` and a folder here, which it may share with lanes of the same name in a codebook; folders
//! do not know each other.

// How a lane uses each part of a contract.
pub mod part;

// Values of filters that are nowhere.
#[cfg(feature = "retrieval")]
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
use crate::ports::set::PortSet;
use crate::principals::Principals;
use crate::response::limited_answer::LimitedAnswer;
#[cfg(feature = "run")]
use crate::response::limited_answer::NO_LANE_YET;
#[cfg(feature = "run")]
use crate::response::{Audience, Response};
use crate::row_policy::RowPolicy;

/// What a plan is made of: the context that all lanes share.
#[derive(Debug, Clone, Copy)]
pub struct Request<'r, 'c> {
    /// The contract, as it was decoded.
    pub contract: &'r Valid<Contract<'c>>,
    /// What the domain's contracts can say.
    pub tables: &'c Tables,
    /// What the domain lets the executor do.
    pub catalogue: &'c Catalogue,
    /// Whoever asks.
    pub principals: &'r Principals,
    /// Today.
    pub today: NaiveDate,
    /// The number of rows that the host says; it goes before the contract's.
    pub limit: Option<u32>,
}

/// How a plan is run: the context that all lanes share.
#[cfg(feature = "run")]
#[derive(Debug, Clone, Copy)]
pub struct Run<'a> {
    /// When the answer must be there.
    pub deadline: Instant,
    /// Whether the rows of all pages are counted.
    pub total: bool,
    /// Who is answered.
    pub audience: Audience<'a>,
}

/// A lane. `plan` is pure; `run` alone reaches the world, and makes the answer in one place, its `compose`.
pub trait Lane {
    /// The name by which a codebook gives it scenarios.
    const NAME: catalogue::Lane;
    /// The rows that may be seen, in the form that its plans take.
    type Visible<'c>;
    /// What it does for a contract.
    type Plan<'c>: Clone + Debug + PartialEq + Serialize;
    /// Where its next page starts.
    type Cursor;
    /// Whether it answers a scenario that a codebook gives it.
    fn serves(_scenario: Scenario) -> bool {
        true
    }

    /// How the lane uses a part of a contract. A lane that does not execute every part says so here, or names the part itself.
    fn use_of(_contract: &Contract<'_>, _tables: &Tables, _part: Part) -> Use {
        Use::Executed
    }

    /// Applies the row policy.
    ///
    /// # Errors
    /// When the lane has no place for a row filter.
    fn visible<'c>(
        policy: &RowPolicy<'c>,
        request: &Request<'_, 'c>,
    ) -> Result<Self::Visible<'c>, LimitedAnswer>;

    /// Plans a contract; `None` where the domain gives the lane nothing to answer it with.
    ///
    /// # Errors
    /// When it is answered without facts.
    fn plan<'c>(
        request: &Request<'_, 'c>,
        visible: Self::Visible<'c>,
        cursor: Option<&Self::Cursor>,
    ) -> Option<Result<Self::Plan<'c>, LimitedAnswer>>;

    /// Whether a plan is the answer to a cursor of another question.
    fn refuses_cursor(_plan: &Self::Plan<'_>) -> bool {
        false
    }

    /// Adds to an envelope why this plan.
    fn explain(plan: &Self::Plan<'_>, debug: &mut DebugEnvelope);

    /// Asks the ports within the deadline and answers. The envelope gets how it went. A program that was built without the
    /// lane says so.
    #[cfg(feature = "run")]
    #[expect(
        async_fn_in_trait,
        reason = "hosts call lanes through `Plan`; nobody outside names the future"
    )]
    async fn run(
        _plan: &Self::Plan<'_>,
        _ports: &impl PortSet,
        run: Run<'_>,
        _debug: &mut DebugEnvelope,
    ) -> Response {
        let mut response = Response::unsupported(run.audience);
        response.reasons.push(NO_LANE_YET.to_owned());
        response
    }
}
