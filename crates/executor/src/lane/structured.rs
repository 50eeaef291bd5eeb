//! The structured lane: a contract → one SQL statement over the tables that `bindings.yaml` names → rows.
//!
//! ```text
//! Contract ─ decompose ─► StructuredPlan ─ resolve entities ─► keys ─ write ─► Statement ─ run ─► rows ─ compose ─► Response
//! ```
//!
//! `docs/src/reference/meaning.md` defines the meaning of a contract. The lane returns the same rows as the reference
//! evaluator. A hop that may lead to several instances becomes `IN` or `EXISTS`, so that no join counts an instance
//! twice. A scenario that counts bindings counts each binding once. A path query or a neighbourhood is walked step by
//! step, with one statement for each step.

#[cfg(feature = "run")]
mod absent_values;
#[cfg(feature = "run")]
mod cell;
#[cfg(feature = "run")]
mod compose;
pub mod cursor;
pub mod decompose;
#[cfg(feature = "run")]
mod entity_question;
pub mod explain;
#[cfg(feature = "run")]
pub mod forms;
#[cfg(feature = "run")]
mod graph;
#[cfg(feature = "run")]
pub mod match_modes;
#[cfg(feature = "run")]
pub mod page_rows;
pub mod plan;
#[cfg(feature = "run")]
pub mod resolve;
#[cfg(feature = "run")]
mod result;
#[cfg(feature = "run")]
pub mod row_indexing;
#[cfg(feature = "run")]
mod run;
#[cfg(feature = "run")]
mod search;
#[cfg(feature = "run")]
pub mod sql;

use cmec_decoder::contract::Contract;
use cmec_decoder::tables::Tables;

use crate::catalogue;
use crate::debug_envelope::DebugEnvelope;
#[cfg(feature = "run")]
use crate::lane::Run;
use crate::lane::part::{Part, Use};
use crate::lane::{Lane, Request};
#[cfg(feature = "run")]
use crate::ports::set::Ports;
#[cfg(feature = "run")]
use crate::response::Response;
use crate::response::limited_answer::LimitedAnswer;
use crate::row_policy::RowPolicy;

/// The structured lane.
#[derive(Debug)]
pub struct StructuredLane;

impl Lane for StructuredLane {
    const NAME: catalogue::Lane = catalogue::Lane::Structured;
    /// The row policy unchanged: each table that a statement reads gets its row-level security filters.
    type Visible<'c> = RowPolicy<'c>;
    type Plan<'c> = plan::StructuredPlan<'c>;
    type Cursor = cursor::Cursor;

    fn use_of(contract: &Contract<'_>, _tables: &Tables, part: Part) -> Use {
        decompose::use_of(contract, part)
    }

    fn visible<'c>(
        policy: &RowPolicy<'c>,
        _request: &Request<'_, 'c>,
    ) -> Result<RowPolicy<'c>, LimitedAnswer> {
        Ok(policy.clone())
    }

    fn plan<'c>(
        request: &Request<'_, 'c>,
        visible: RowPolicy<'c>,
        cursor: Option<&cursor::Cursor>,
    ) -> Option<Result<plan::StructuredPlan<'c>, LimitedAnswer>> {
        decompose::decompose(request, visible, cursor)
    }

    fn explain(plan: &plan::StructuredPlan<'_>, debug: &mut DebugEnvelope) {
        explain::explain(plan, debug);
    }

    #[cfg(feature = "run")]
    async fn run(
        plan: &Self::Plan<'_>,
        ports: &Ports<'_>,
        run: Run<'_>,
        debug: &mut DebugEnvelope,
    ) -> Response {
        let asked = run::RunRequest {
            plan,
            database: ports.database,
            embedder: ports.texts.embedder,
            row_vectors: ports.row_vectors,
            run,
        };
        let found = run::run(&asked, debug).await;
        compose::compose(plan, found, run.audience)
    }
}
