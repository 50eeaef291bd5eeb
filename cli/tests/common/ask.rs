//! A question put to the library over a server that a test has opened.

use chrono::NaiveDate;
use cmec_decoder::{Decoder, Verdict};
use cmec_executor::debug_envelope::Timings;
use cmec_executor::ports::one_c::OneCConnector;
use cmec_executor::{Cursor, DebugEnvelope, PlanContext, Principals, Response, RunContext};

/// The answer to an intent, or a later page of it, of the address domain, on the day on which the demonstration ledger is asked.
pub(crate) async fn ask<O: OneCConnector>(
    server: &O,
    intent: &str,
    run: RunContext<'_>,
    cursor: Option<&str>,
) -> Response {
    let tables = cmec_decoder::generated::builtin("address").unwrap();
    let decoded = Decoder::new(tables).decode(intent, run.trace_id);
    let Verdict::Contract(contract) = &decoded.verdict else {
        panic!("{intent}: {:?}", decoded.verdict);
    };
    let context = PlanContext {
        tables,
        catalogue: cmec_executor::generated::builtin("address").unwrap(),
        principals: Principals::NONE,
        today: NaiveDate::from_ymd_opt(2026, 7, 1).unwrap(),
        limit: None,
        cursor: cursor.map(|text| Cursor::parse(text).unwrap()),
    };
    let plan = cmec_executor::plan(contract, &context);
    let mut envelope =
        DebugEnvelope::of_decoding(run.trace_id, "address", decoded.account, Timings::default());
    cmec_executor::run(
        &plan,
        cmec_executor::Ports::one_c(server),
        run,
        &mut envelope,
    )
    .await
}
