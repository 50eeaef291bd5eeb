//! The retrieval lane: a contract → a request of RAG Query Specification v0.1 → pieces of an index.
//!
//! ```text
//! Contract ─ decompose ─► RetrievalPlan ─ ask ─► pieces ─ judge ─► compose ─► Response
//! ```
//!
//! The plan serialises to the bare request, as it is sent to an index. The debug envelope explains how the kind of the
//! question was chosen.

pub mod decompose;
pub mod documents;
pub mod explain;
pub mod plan;

#[cfg(feature = "run")]
mod compose;
#[cfg(feature = "run")]
pub mod fuse;
#[cfg(feature = "run")]
pub mod models;
#[cfg(feature = "run")]
pub mod query;
#[cfg(feature = "run")]
mod why_empty;

#[cfg(feature = "run")]
pub mod run;

use cmec_decoder::contract::Contract;
use cmec_decoder::language::{Output, Scenario};
use cmec_decoder::tables::Tables;

use crate::catalogue;
use crate::debug_envelope::DebugEnvelope;
#[cfg(feature = "run")]
use crate::lane::Run;
use crate::lane::part::{self, Part, Use};
use crate::lane::{Lane, Request};
#[cfg(feature = "run")]
use crate::ports::set::Ports;
use crate::ports::text_index::Predicate;
#[cfg(feature = "run")]
use crate::ports::texts::Texts;
#[cfg(feature = "run")]
use crate::response::Response;
use crate::response::limited_answer::LimitedAnswer;
use crate::row_policy::RowPolicy;

/// The cursor of a lane whose answers have a single page.
#[derive(Debug)]
pub enum NoCursor {}

/// The lane of text search.
#[derive(Debug)]
pub struct TextLane;

impl Lane for TextLane {
    const NAME: catalogue::Lane = catalogue::Lane::Retrieval;
    /// The row-level security policy as predicates of an index.
    type Visible<'c> = Vec<Predicate>;
    type Plan<'c> = plan::RetrievalPlan;
    type Cursor = NoCursor;

    fn serves(scenario: Scenario) -> bool {
        scenario == Scenario::TextRag
    }

    fn use_of(contract: &Contract<'_>, tables: &Tables, part: Part) -> Use {
        match part {
            // Texts do not belong to any of several types.
            Part::Types if tables.types.len() > 1 => Use::WithoutEffect,
            Part::Output if contract.intent.output_type != Output::Texts => Use::Unknown,
            Part::Entities | Part::Relations | Part::Graph => Use::Unknown,
            part => of_texts(contract, part),
        }
    }

    fn visible<'c>(
        policy: &RowPolicy<'c>,
        request: &Request<'_, 'c>,
    ) -> Result<Vec<Predicate>, LimitedAnswer> {
        decompose::policy(policy, request.tables)
    }

    fn plan<'c>(
        request: &Request<'_, 'c>,
        visible: Vec<Predicate>,
        _cursor: Option<&NoCursor>,
    ) -> Option<Result<plan::RetrievalPlan, LimitedAnswer>> {
        let catalogue = request.catalogue.retrieval.as_ref()?;
        Some(decompose::decompose(request, catalogue, visible))
    }

    fn explain(plan: &plan::RetrievalPlan, debug: &mut DebugEnvelope) {
        explain::explain(plan, debug);
    }

    #[cfg(feature = "run")]
    async fn run(
        plan: &Self::Plan<'_>,
        ports: &Ports<'_>,
        run: Run<'_>,
        debug: &mut DebugEnvelope,
    ) -> Response {
        answer(plan, ports.texts, run, &mut debug.explain).await
    }
}

/// How a text search uses a part. A row limit is not a number of texts.
fn of_texts(contract: &Contract<'_>, part: Part) -> Use {
    match part {
        Part::Limit | Part::Attributes => Use::Unknown,
        part => part::of_search(contract, part),
    }
}

/// Runs a search and answers; `explain` records the run.
#[cfg(feature = "run")]
pub async fn answer(
    plan: &plan::RetrievalPlan,
    texts: Texts<'_>,
    run: Run<'_>,
    explain: &mut Vec<String>,
) -> Response {
    let found = run::run(plan, texts, run.deadline, explain).await;
    compose::compose(plan, found, run.audience)
}

/// The lane of contracts over documents, evaluated on their front matter.
#[derive(Debug)]
pub struct DocumentLane;

impl Lane for DocumentLane {
    const NAME: catalogue::Lane = catalogue::Lane::Retrieval;
    /// The row-level security policy as predicates of an index.
    type Visible<'c> = Vec<Predicate>;
    type Plan<'c> = documents::DocumentsPlan<'c>;
    type Cursor = NoCursor;

    fn serves(scenario: Scenario) -> bool {
        scenario != Scenario::TextRag
    }

    fn use_of(contract: &Contract<'_>, _tables: &Tables, part: Part) -> Use {
        match contract.intent.scenario {
            Scenario::Hybrid => of_texts(contract, part),
            _ => part::of_rows(contract, part),
        }
    }

    fn visible<'c>(
        policy: &RowPolicy<'c>,
        request: &Request<'_, 'c>,
    ) -> Result<Vec<Predicate>, LimitedAnswer> {
        decompose::policy(policy, request.tables)
    }

    fn plan<'c>(
        request: &Request<'_, 'c>,
        visible: Vec<Predicate>,
        _cursor: Option<&NoCursor>,
    ) -> Option<Result<documents::DocumentsPlan<'c>, LimitedAnswer>> {
        let catalogue = request.catalogue.retrieval.as_ref()?;
        Some(documents::decompose(request, catalogue, visible))
    }

    fn explain(plan: &documents::DocumentsPlan<'_>, debug: &mut DebugEnvelope) {
        documents::explain(plan, debug);
    }

    #[cfg(feature = "run")]
    async fn run(
        plan: &Self::Plan<'_>,
        ports: &Ports<'_>,
        run: Run<'_>,
        debug: &mut DebugEnvelope,
    ) -> Response {
        let texts = ports.texts;
        let found = documents::run::run(plan, texts, run.deadline, &mut debug.explain).await;
        compose::compose_documents(plan, found, run.audience)
    }
}
