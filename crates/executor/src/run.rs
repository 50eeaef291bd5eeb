//! Running a plan, by its lane: the only step with effects, all of them through ports.
//!
//! Trace id, today and timings come from the caller, so the same contract and context give the same plan. The executor
//! measures deadlines and nothing else.

use std::time::{Duration, Instant};

use cmec_decoder::Account;
use cmec_decoder::ledger::LedgerKind;

use crate::debug_envelope::DebugEnvelope;
use crate::lane::address;
#[cfg(feature = "retrieval")]
use crate::lane::retrieval;
#[cfg(feature = "structured")]
use crate::lane::structured;
use crate::limitation::Limitation;
use crate::locale::Locale;
use crate::plan::{LanePlan, Plan};
use crate::ports::database::{Database, NoDatabase};
use crate::ports::embedder::{Embedder, NoEmbedder};
use crate::ports::one_c::{NoOneC, OneCConnector};
use crate::ports::reranker::{NoReranker, Reranker};
use crate::ports::row_vectors::RowVectors;
use crate::ports::text_index::{NoIndex, TextIndex};
use crate::ports::texts::Texts;
#[cfg(not(all(feature = "structured", feature = "retrieval")))]
use crate::response::limited_answer::NO_LANE_YET;
use crate::response::{Audience, Response, excerpt};

/// How a plan is to be run.
#[derive(Debug, Clone, Copy)]
pub struct RunContext<'a> {
    /// Trace id of the request.
    pub trace_id: &'a str,
    /// Language of summaries.
    pub locale: Locale,
    /// Longest time for the whole answer.
    pub timeout: Duration,
    /// What [`ignored_arguments`] says of the decoding: the answer says it too.
    pub ignored: &'a [Limitation],
    /// Whether the rows of all pages are counted, which costs the structured lane a statement more. Other lanes count none.
    pub total: bool,
}

/// The ports of the lanes; a lane that no plan of the host's domains needs has none.
#[derive(Debug, Clone, Copy)]
pub struct Ports<'p, C, D = NoDatabase, X = NoIndex, E = NoEmbedder, R = NoReranker> {
    /// The server of the address lane.
    pub one_c: &'p C,
    /// The database of the structured lane.
    pub database: &'p D,
    /// The texts of the retrieval lane. The structured lane asks their embedder for the vector of a question.
    pub texts: Texts<'p, X, E, R>,
    /// Vectors of rows that lie beside the database of the structured lane, a list for each type.
    pub row_vectors: &'p [Box<dyn RowVectors>],
}

impl<'p, C> Ports<'p, C> {
    /// The server of the address lane alone.
    #[must_use]
    pub const fn one_c(one_c: &'p C) -> Self {
        Self {
            one_c,
            database: &NoDatabase,
            texts: Texts::NONE,
            row_vectors: &[],
        }
    }
}

impl<'p, D> Ports<'p, NoOneC, D> {
    /// The database of the structured lane alone.
    #[must_use]
    pub const fn database(database: &'p D) -> Self {
        Self {
            one_c: &NoOneC,
            database,
            texts: Texts::NONE,
            row_vectors: &[],
        }
    }
}

impl<'p, X, E, R> Ports<'p, NoOneC, NoDatabase, X, E, R> {
    /// The texts of the retrieval lane alone.
    #[must_use]
    pub const fn texts(texts: Texts<'p, X, E, R>) -> Self {
        Self {
            one_c: &NoOneC,
            database: &NoDatabase,
            texts,
            row_vectors: &[],
        }
    }
}

/// The arguments of a tool call that were ignored, as limitations of its answer: what was ignored is not what was asked for.
#[must_use]
pub fn ignored_arguments(account: &Account<'_>) -> Vec<Limitation> {
    let entries = account.ledger.entries();
    let dropped = entries
        .iter()
        .filter(|entry| entry.kind == LedgerKind::Dropped);
    dropped
        .map(|entry| Limitation::ArgumentIgnored {
            argument: excerpt(&entry.value.to_string()),
        })
        .collect()
}

/// Runs a plan. The answer comes within the timeout; the envelope gets what is not part of it.
pub async fn run<C: OneCConnector, D: Database, X: TextIndex, E: Embedder, R: Reranker>(
    plan: &Plan<'_>,
    ports: Ports<'_, C, D, X, E, R>,
    context: RunContext<'_>,
    debug: &mut DebugEnvelope,
) -> Response {
    let deadline = Instant::now() + context.timeout;
    let audience = Audience {
        locale: context.locale,
        trace_id: context.trace_id,
    };
    plan.explain(debug);
    let mut response = match plan.lane() {
        LanePlan::Address(plan) => {
            address::run::run(plan, ports.one_c, deadline, audience, debug).await
        }
        #[cfg(feature = "structured")]
        LanePlan::Structured(plan) => {
            let counted = context.total;
            let ports = structured::run::RowPorts {
                database: ports.database,
                embedder: ports.texts.embedder,
                row_vectors: ports.row_vectors,
            };
            structured::run::run(plan, ports, (deadline, counted), audience, debug).await
        }
        #[cfg(not(feature = "structured"))]
        LanePlan::Structured(_) => not_built(audience),
        #[cfg(feature = "retrieval")]
        LanePlan::Retrieval(plan) => {
            let told = &mut debug.explain;
            retrieval::run::run(plan, ports.texts, deadline, audience, told).await
        }
        #[cfg(feature = "retrieval")]
        LanePlan::Documents(plan) => {
            let told = &mut debug.explain;
            retrieval::documents::run::run(plan, ports.texts, deadline, audience, told).await
        }
        #[cfg(not(feature = "retrieval"))]
        LanePlan::Retrieval(_) | LanePlan::Documents(_) => not_built(audience),
        LanePlan::Unsupported(limited) => {
            let mut response = match limited.lacks_principal() {
                true => Response::unbound(audience),
                false => Response::unsupported(audience),
            };
            response.limited_reason_category = Some(limited.category);
            response.reasons.clone_from(&limited.reasons);
            response.limitations.clone_from(&limited.limitations);
            response
        }
    };
    response.limitations.extend_from_slice(context.ignored);
    response.marked()
}

/// An answer of a lane that this program was built without.
#[cfg(not(all(feature = "structured", feature = "retrieval")))]
fn not_built(audience: Audience<'_>) -> Response {
    let mut response = Response::unsupported(audience);
    response.reasons.push(NO_LANE_YET.to_owned());
    response
}
