//! What a decode costs, against reading the same text with `serde_json`: ratios within one run.
//!
//! Each round times every subject once, in turn, so that a change of the machine's speed touches all of them; the
//! figure is the median over the rounds.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a bench reads its texts and the clock"
)]

mod typed;

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use cmec_decoder::generated::builtin;
use cmec_decoder::{Decoder, Verdict};

const ROUNDS: usize = 400;
const SEED: &str = include_str!("../../../../fixtures/seed/cmec-instance-search.json");

struct Case {
    domain: &'static str,
    text: String,
}

fn main() {
    println!("decode: medians of {ROUNDS} rounds, each subject once a round\n");
    let seed = [Case {
        domain: "enterprise",
        text: SEED.to_owned(),
    }];
    accept("seed's first cMEC", &seed);
    accept("core cases (contracts)", &cases("contract"));
    refuse("core cases (clarify)", &cases("clarify"));
    refuse("core cases (reject)", &cases("reject"));
}

/// The accept path against two ways of only reading the JSON.
fn accept(title: &str, cases: &[Case]) {
    let schemas: Vec<(&str, jsonschema::Validator)> = ["address", "enterprise", "mind", "wine"]
        .map(|domain| (domain, schema(domain)))
        .into();
    let schema_of = |domain: &str| &schemas.iter().find(|(name, _)| *name == domain).unwrap().1;
    let decode = |case: &Case| {
        let decoder = Decoder::new(builtin(case.domain).unwrap());
        black_box(decoder.decode(black_box(&case.text), "1"));
    };
    let typed = |case: &Case| {
        black_box(serde_json::from_str::<typed::Cmec<'_>>(black_box(&case.text)).unwrap());
    };
    let validated = |case: &Case| {
        let value: serde_json::Value = serde_json::from_str(black_box(&case.text)).unwrap();
        black_box(schema_of(case.domain).is_valid(&value));
    };
    let [full, parse, value] = medians(cases, [&decode, &typed, &validated]);
    println!("{title} ({} texts, {} bytes)", cases.len(), bytes(cases));
    println!(
        "  full decode to a verdict        {full:>9.0} ns  {:>6.1} allocations",
        allocations(cases, &decode)
    );
    println!(
        "  serde_json, borrowed structs    {parse:>9.0} ns  {:>6.1} allocations",
        allocations(cases, &typed)
    );
    println!(
        "  serde_json::Value + jsonschema  {value:>9.0} ns  {:>6.1} allocations",
        allocations(cases, &validated)
    );
    println!(
        "  full / typed {:.2} (to reach 1.00)   full / value+schema {:.2} (to reach 0.30)\n",
        full / parse,
        full / value
    );
}

/// Verdict and findings against the accept path on a contract of the same size, and rendering apart.
fn refuse(title: &str, cases: &[Case]) {
    let decode = |case: &Case| {
        let decoder = Decoder::new(builtin(case.domain).unwrap());
        black_box(decoder.decode(black_box(&case.text), "1"));
    };
    let [full] = medians(cases, [&decode]);
    println!("{title} ({} texts, {} bytes)", cases.len(), bytes(cases));
    println!(
        "  verdict and findings            {full:>9.0} ns  {:>6.1} allocations\n",
        allocations(cases, &decode)
    );
}

/// Median nanoseconds per text of each subject.
fn medians<const N: usize>(cases: &[Case], subjects: [&dyn Fn(&Case); N]) -> [f64; N] {
    let repeats = (20_000 / bytes(cases).max(1)).max(1);
    let mut times = [(); N].map(|()| Vec::with_capacity(ROUNDS));
    for _ in 0..ROUNDS {
        for (subject, times) in subjects.iter().zip(&mut times) {
            let start = Instant::now();
            for _ in 0..repeats {
                for case in cases {
                    subject(case);
                }
            }
            times.push(start.elapsed().as_nanos() as f64 / (repeats * cases.len()) as f64);
        }
    }
    times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    })
}

fn allocations(cases: &[Case], subject: &dyn Fn(&Case)) -> f64 {
    let info = allocation_counter::measure(|| cases.iter().for_each(subject));
    info.count_total as f64 / cases.len() as f64
}

fn bytes(cases: &[Case]) -> usize {
    cases.iter().map(|case| case.text.len()).sum()
}

fn cases(verdict: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    for domain in ["address", "enterprise", "mind", "wine"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../fixtures/decode")
            .join(verdict)
            .join(domain);
        let Ok(entries) = std::fs::read_dir(folder) else {
            continue;
        };
        let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths
            .iter()
            .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
        {
            let text = std::fs::read_to_string(path).unwrap();
            // Only cMEC can be read into the structs that are compared with.
            if verdict != "contract" || serde_json::from_str::<typed::Cmec<'_>>(&text).is_ok() {
                if verdict == "contract" {
                    let decoded = Decoder::new(builtin(domain).unwrap()).decode(&text, "1");
                    assert!(matches!(decoded.verdict, Verdict::Contract(_)));
                }
                cases.push(Case { domain, text });
            }
        }
    }
    cases
}

fn schema(domain: &str) -> jsonschema::Validator {
    let path = format!(
        "{}/../../schemas/{domain}/cmec-c0.2.schema.json",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(path).unwrap();
    jsonschema::validator_for(&serde_json::from_str(&text).unwrap()).unwrap()
}
