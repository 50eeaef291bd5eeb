//! What a whole run costs beside the calls it makes, in one process, over standard input and output.
//!
//! The calls are timed where they are made, so each round holds the run against its very own calls: bare tool calls
//! with the same texts, the reading of their answers included. The rest is the executor: reading the model's text,
//! planning, judging and trimming rows, the answer, the debug envelope and its line in a file.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a bench panics on failure"
)]

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chrono::NaiveDate;
use cmec_decoder::{Decoder, Verdict};
use cmec_executor::debug_envelope::{ENVELOPE_BEGIN, Timings};
use cmec_executor::ports::json_lines::{Durability, JsonLinesFile};
use cmec_executor::ports::mcp::stdio::{ServerLog, StdioServer};
use cmec_executor::ports::one_c::{OneC, PortError, QueryCall};
use cmec_executor::ports::one_c::{OneCConnector, SharedOneC};
use cmec_executor::ports::raw_row::RawRows;
use cmec_executor::{DebugEnvelope, Locale, PlanContext, Principals, RunContext, generated};

/// Most that a run may cost beside its calls, at the median and without a record on the disk, in percent.
const BAR: f64 = 5.0;

/// Rounds; the first few warm the caches of the server.
const ROUNDS: usize = 101;

/// Questions, and the texts a model answers them with.
const QUESTIONS: [(&str, &str); 4] = [
    (
        "account on a date",
        r#"{"s":"IS","tg":["account_balance"],"C":{"flt":[{"f":"F411","op":"EQ","v":"62"},{"f":"F412","op":"EQ","v":"2026-03-31"}]}}"#,
    ),
    (
        "account on a date, 5 rows",
        r#"{"s":"IS","tg":["account_balance"],"C":{"flt":[{"f":"F411","op":"EQ","v":"62"},{"f":"F412","op":"EQ","v":"2026-03-31"}],"pg":{"lim":5}}}"#,
    ),
    (
        "documents of a balance",
        r#"{"s":"IS","tg":["balance_document"],"C":{"flt":[{"f":"F401","op":"EQ","v":"60.01"},{"f":"F402","op":"EQ","v":"2026-03-31"}]}}"#,
    ),
    (
        "candidates for open contracts",
        r#"{"s":"IS","tg":["open_contract_candidate"]}"#,
    ),
];

/// A port that notes how long its calls take.
#[derive(Debug)]
struct Timed {
    port: Arc<dyn OneC>,
    spent: Mutex<Duration>,
}

#[async_trait::async_trait]
impl OneC for Timed {
    fn row_cap(&self) -> u32 {
        self.port.row_cap()
    }

    async fn query(&self, call: &QueryCall<'_>, within: Duration) -> Result<RawRows, PortError> {
        let started = Instant::now();
        let rows = self.port.query(call, within).await;
        *self.spent.lock().unwrap() += started.elapsed();
        rows
    }
}

/// How long a run took, and how much of it its calls.
struct Round {
    whole: Duration,
    calls: Duration,
}

async fn round(port: &Arc<dyn OneC>, text: &str, sink: &mut JsonLinesFile) -> (Round, usize) {
    let timed = Arc::new(Timed {
        port: Arc::clone(port),
        spent: Mutex::default(),
    });
    let started = Instant::now();
    let decoder = Decoder::new(cmec_decoder::generated::builtin("address").unwrap());
    let decoded = decoder.decode(text, "bench");
    let Verdict::Contract(contract) = decoded.verdict else {
        eprintln!("{text} is no contract");
        std::process::exit(1);
    };
    let context = PlanContext {
        tables: cmec_decoder::generated::builtin("address").unwrap(),
        catalogue: generated::builtin("address").unwrap(),
        principals: Principals::NONE,
        today: NaiveDate::from_ymd_opt(2026, 7, 1).unwrap(),
        limit: None,
        cursor: None,
    };
    let plan = cmec_executor::plan(&contract, &context);
    let account = decoded.account;
    let mut envelope = DebugEnvelope::of_decoding("bench", "address", account, Timings::default());
    let run = RunContext {
        trace_id: "bench",
        locale: Locale::Ru,
        timeout: Duration::from_secs(30),
        ignored: &[],
        total: false,
    };
    let response = cmec_executor::run(
        &plan,
        cmec_executor::Ports::one_c(&SharedOneC(timed.clone())),
        run,
        &mut envelope,
    )
    .await;
    let answer = serde_json::to_vec(&response).unwrap();
    sink.append(&envelope).unwrap();
    let whole = started.elapsed();
    std::hint::black_box(answer);
    let calls = *timed.spent.lock().unwrap();
    (Round { whole, calls }, response.rows.len())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

/// Kinds of servers, and when a record is on the disk: beside each kind as it is, the first with every record on the disk.
const PASSES: [(&str, Durability); 3] = [
    ("roctup-json", Durability::Buffered),
    ("roctup-json", Durability::Synced),
    ("roctup-toon", Durability::Buffered),
];

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    println!("overhead: medians of {ROUNDS} rounds; a run against its own calls\n");
    let mut measured = Vec::new();
    for (kind, durability) in PASSES {
        println!("{kind}, debug envelope in a file, {durability:?}");
        let overheads = runtime.block_on(pass(kind, durability));
        if durability == Durability::Buffered {
            measured.extend(overheads);
        }
    }
    let held = measured.iter().filter(|over| **over <= BAR).count();
    let most = measured.iter().copied().fold(0.0, f64::max);
    println!(
        "\nbar: {BAR:.1} % at the median without fsync; held by {held} of {}, the most is {most:.1} %",
        measured.len()
    );
}

/// The overheads of the questions, in percent.
async fn pass(kind: &str, durability: Durability) -> Vec<f64> {
    let server = StdioServer {
        program: env!("CARGO_BIN_EXE_cmec").into(),
        arguments: ["demo-1c", "--codec", kind].map(Into::into).to_vec(),
        log: ServerLog::Traced,
    };
    let folder = tempfile::tempdir().unwrap();
    let port = server.open(Duration::from_secs(30)).await.unwrap();
    let path = folder.path().join("debug.jsonl");
    let mut sink = JsonLinesFile::open(&path, ENVELOPE_BEGIN, durability).unwrap();
    let mut overheads = Vec::with_capacity(QUESTIONS.len());
    for (name, text) in QUESTIONS {
        let mut rounds = Vec::with_capacity(ROUNDS);
        let mut rows = 0;
        for _ in 0..ROUNDS {
            let (taken, count) = round(&port, text, &mut sink).await;
            rounds.push(taken);
            rows = count;
        }
        let of = |each: &dyn Fn(&Round) -> f64| median(rounds.iter().map(each).collect());
        let micros = |time: Duration| time.as_secs_f64() * 1e6;
        let whole = of(&|round| micros(round.whole));
        let calls = of(&|round| micros(round.calls));
        let over =
            of(&|round| 100.0 * (micros(round.whole) - micros(round.calls)) / micros(round.calls));
        println!(
            "  {name:<32} {rows:>4} rows  run {whole:>8.0} µs, calls {calls:>8.0} µs, overhead {over:.1} %"
        );
        overheads.push(over);
    }
    overheads
}
