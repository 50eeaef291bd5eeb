use chrono::NaiveDate;
use cmec_decoder::{Decoder, Verdict};

use self::counter_lane::CounterLane;
use super::*;
use crate::debug_envelope::Timings;
use crate::generated;
use crate::principals::Principals;

mod counter_lane;

lanes! {
    enum LanePlan {
        /// Counts.
        Counter: CounterLane,
        /// A question to a database.
        Structured: StructuredLane,
    }
}

/// Adding a lane takes a folder and a line in `lanes!`.
#[test]
fn a_lane_is_a_folder_and_a_line() {
    let tables = cmec_decoder::generated::builtin("mind").unwrap();
    let decoded = Decoder::new(tables).decode("SELECT title FROM note", "0");
    let Verdict::Contract(contract) = decoded.verdict else {
        panic!("{:#?}", decoded.account.findings);
    };
    let mut debug = DebugEnvelope::of_decoding("0", "mind", decoded.account, Timings::default());
    let request = Request {
        contract: &contract,
        tables,
        catalogue: generated::builtin("mind").unwrap(),
        principals: Principals::NONE,
        today: NaiveDate::from_ymd_opt(2026, 3, 31).unwrap(),
        limit: None,
    };
    let plan = LanePlan::of(&request, &RowPolicy::default(), None).unwrap();
    assert_eq!(serde_json::to_string(&plan).unwrap(), r#"{"targets":1}"#);
    assert!(!plan.refuses_cursor());
    assert_eq!(plan.without_effect((&contract, tables)), []);
    plan.explain(&mut debug);
    assert!(debug.explain.contains(&"targets: 1".to_owned()));
    #[cfg(feature = "run")]
    assert_eq!(answer(&plan, &mut debug).reasons, ["1 targets"]);
}

#[cfg(feature = "run")]
fn answer(plan: &LanePlan<'_>, debug: &mut DebugEnvelope) -> Response {
    use crate::locale::Locale;
    use crate::ports::set::Ports;
    use crate::response::Audience;
    use std::time::Instant;

    let run = Run {
        deadline: Instant::now(),
        total: false,
        audience: Audience {
            locale: Locale::En,
            trace_id: "0",
        },
    };
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.build().unwrap();
    let ports = Ports::database(&crate::ports::database::NoDatabase);
    runtime.block_on(plan.run(&ports, run, debug))
}
