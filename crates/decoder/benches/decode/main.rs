//! What a decode costs, in a user's measure: nanoseconds of a usual text, against reading the same text with
//! `serde_json` and `jsonschema`, and the price of a refusal. `validate` of the command has a bench of its own.
//!
//! Each round times every subject once, in turn, so that a change of the machine's speed touches all of them, and every
//! other round in the opposite order, so that none always runs on the caches and the heap that the same one left; the
//! figure is the median over the rounds. Allocations are counted by the bench `allocations`: counting them takes time.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a bench reads its texts and the clock"
)]

#[path = "../common/subjects.rs"]
mod subjects;

use std::hint::black_box;
use std::time::Instant;

use cmec_decoder::Decoder;
use cmec_decoder::generated::builtin;
use subjects::{Case, DOMAINS, bytes, cases, new_forms, seed};

const ROUNDS: usize = 101;
/// Bytes a subject reads in one round, about: long enough for caches and branch prediction to settle on it.
const ROUND_BYTES: usize = 200_000;
/// The same of a text alone.
const TEXT_BYTES: usize = 2_000;

fn main() {
    println!("decode: medians of {ROUNDS} rounds, each subject once a round\n");
    contracts("seed's first cMEC", &seed());
    let core: Vec<Case> = [cases("contract", true), new_forms()]
        .into_iter()
        .flatten()
        .collect();
    contracts("core cases of cMEC", &core);
    refusals(&core);
}

/// Contracts, against parsing the text and validating it with a schema that is compiled once.
fn contracts(title: &str, cases: &[Case]) {
    let schemas: Vec<(&str, jsonschema::Validator)> =
        DOMAINS.map(|domain| (domain, schema(domain))).into();
    let schema_of = |domain: &str| &schemas.iter().find(|(name, _)| *name == domain).unwrap().1;
    let validated = |case: &Case| {
        let value: serde_json::Value = serde_json::from_str(black_box(&case.text)).unwrap();
        assert!(
            black_box(schema_of(case.domain).is_valid(&value)),
            "{}",
            case.text
        );
    };
    let [full, value] = medians([(cases, &decode as &dyn Fn(&Case)), (cases, &validated)]);
    println!("{title} ({} texts, {} bytes)", cases.len(), bytes(cases));
    println!("  decode                          {full:>9.0} ns (bar 10000)");
    println!("  serde_json::Value + jsonschema  {value:>9.0} ns");
    println!("  ratio {:.2} (bar 0.50)\n", full / value);
}

/// Refusals, with their messages and candidates, against contracts: the median text of each.
fn refusals(contracts: &[Case]) {
    let refused: Vec<Case> = ["clarify", "reject"]
        .iter()
        .flat_map(|verdict| [true, false].map(|of_cmec| cases(verdict, of_cmec)))
        .flatten()
        .collect();
    let [contract, refusal] = [contracts, &refused].map(median_text);
    println!("refusals against contracts, the median text of each");
    println!(
        "  contract  ({:>3} texts)  {contract:>7.0} ns",
        contracts.len()
    );
    println!(
        "  refusal   ({:>3} texts)  {refusal:>7.0} ns",
        refused.len()
    );
    println!("  ratio {:.2} (bar 5.00)", refusal / contract);
}

/// Median over the texts of the nanoseconds that one takes, each the median of its rounds.
fn median_text(cases: &[Case]) -> f64 {
    let each = cases
        .iter()
        .map(|case| medians([(std::slice::from_ref(case), &decode as &dyn Fn(&Case))])[0]);
    median(each.collect())
}

fn decode(case: &Case) {
    let decoder = Decoder::new(builtin(case.domain).unwrap());
    black_box(decoder.decode(black_box(&case.text), "1"));
}

/// What is timed: texts, and what is done with each.
type Subject<'s> = (&'s [Case], &'s dyn Fn(&Case));

/// Median nanoseconds per text of each subject over its texts.
fn medians<const N: usize>(subjects: [Subject<'_>; N]) -> [f64; N] {
    let mut times = [(); N].map(|()| Vec::with_capacity(ROUNDS));
    for round in 0..ROUNDS {
        for turn in 0..N {
            let place = if round % 2 == 0 { turn } else { N - 1 - turn };
            let ((cases, subject), times) = (&subjects[place], &mut times[place]);
            let room = if cases.len() > 1 {
                ROUND_BYTES
            } else {
                TEXT_BYTES
            };
            let repeats = (room / bytes(cases).max(1)).max(1);
            let start = Instant::now();
            for _ in 0..repeats {
                cases.iter().for_each(subject);
            }
            times.push(start.elapsed().as_nanos() as f64 / (repeats * cases.len()) as f64);
        }
    }
    times.map(median)
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

fn schema(domain: &str) -> jsonschema::Validator {
    let path = format!(
        "{}/../../schemas/{domain}/cmec-c0.2.schema.json",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(path).unwrap();
    jsonschema::validator_for(&serde_json::from_str(&text).unwrap()).unwrap()
}
