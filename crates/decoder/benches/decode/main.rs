//! What a decode costs, against reading the same text with `serde_json`: ratios within one run.
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
use subjects::{Case, DOMAINS, as_line, bytes, cases, new_forms, seed, typed};

const ROUNDS: usize = 101;
/// Bytes a subject reads in one round, about: long enough for caches and branch prediction to settle on it.
const ROUND_BYTES: usize = 200_000;

fn main() {
    println!("decode: medians of {ROUNDS} rounds, each subject once a round\n");
    accept("seed's first cMEC", &seed());
    accept("core cases of cMEC", &cases("contract", true));
    lines(&cases("contract", true));
    forms(&new_forms());
    refuse("core cases of cMEC", true);
    refuse("core cases of MEC, MEC v0.1 and tool calls", false);
}

/// The accept path against two ways of only reading the JSON.
fn accept(title: &str, cases: &[Case]) {
    let schemas: Vec<(&str, jsonschema::Validator)> =
        DOMAINS.map(|domain| (domain, schema(domain))).into();
    let schema_of = |domain: &str| &schemas.iter().find(|(name, _)| *name == domain).unwrap().1;
    let parse = |case: &Case| {
        black_box(serde_json::from_str::<typed::Cmec<'_>>(black_box(&case.text)).unwrap());
    };
    let validated = |case: &Case| {
        let value: serde_json::Value = serde_json::from_str(black_box(&case.text)).unwrap();
        black_box(schema_of(case.domain).is_valid(&value));
    };
    let [full, parse, value] = medians([
        (cases, &decode as &dyn Fn(&Case)),
        (cases, &parse),
        (cases, &validated),
    ]);
    println!("{title} ({} texts, {} bytes)", cases.len(), bytes(cases));
    println!("  full decode to a verdict        {full:>9.0} ns");
    println!("  serde_json, borrowed structs    {parse:>9.0} ns");
    println!("  serde_json::Value + jsonschema  {value:>9.0} ns");
    println!(
        "  full / typed {:.2} (bar 1.00 for the seed, 1.10 for the core cases)   full / value+schema {:.2} (printed, no bar)\n",
        full / parse,
        full / value
    );
}

/// The same contracts said in lines, against what they cost in cMEC.
fn lines(cases: &[Case]) {
    let lines: Vec<Case> = cases.iter().map(as_line).collect();
    let [cmec, line] = medians([(cases, &decode as &dyn Fn(&Case)), (&lines, &decode)]);
    println!(
        "core cases as lines ({} texts, {} bytes)",
        lines.len(),
        bytes(&lines)
    );
    println!("  cMEC {cmec:.0} ns, line {line:.0} ns");
    println!("  line / cMEC {:.2} (bar 0.75)\n", line / cmec);
}

/// What the forms of v0.3 cost, in cMEC and in lines.
fn forms(cases: &[Case]) {
    let lines: Vec<Case> = cases.iter().map(as_line).collect();
    let [cmec, line] = medians([(cases, &decode as &dyn Fn(&Case)), (&lines, &decode)]);
    println!("core cases of v0.3 alone ({} texts)", cases.len());
    println!("  cMEC {cmec:.0} ns, line {line:.0} ns (printed, no bar)\n");
}

/// Verdict and findings of refusals against the accept path, text by text and byte by byte: refused texts are shorter,
/// so the second is the harder one. Candidates, messages and questions apart.
fn refuse(title: &str, of_cmec: bool) {
    let [contracts, clarifies, rejects] =
        ["contract", "clarify", "reject"].map(|verdict| cases(verdict, of_cmec));
    let [accept, clarify, reject, clarify_told, reject_told] = medians([
        (&contracts, &judge as &dyn Fn(&Case)),
        (&clarifies, &judge),
        (&rejects, &judge),
        (&clarifies, &decode),
        (&rejects, &decode),
    ]);
    let rate = |time: f64, cases: &[Case]| time * cases.len() as f64 / bytes(cases) as f64;
    let base = rate(accept, &contracts);
    println!("{title}: a refusal against a contract");
    println!(
        "  contract ({:>3} texts)  {accept:>7.0} ns  {base:>5.1} ns/byte",
        contracts.len()
    );
    for (name, time, told, cases) in [
        ("clarify", clarify, clarify_told, &clarifies),
        ("reject ", reject, reject_told, &rejects),
    ] {
        let rate = rate(time, cases);
        println!(
            "  {name}  ({:>3} texts)  {time:>7.0} ns  {rate:>5.1} ns/byte  {:.2} of a contract, {:.2} byte by byte \
             (bar 3.00); with all that is said about it {told:.0} ns",
            cases.len(),
            time / accept,
            rate / base
        );
    }
    println!();
}

fn decode(case: &Case) {
    let decoder = Decoder::new(builtin(case.domain).unwrap());
    black_box(decoder.decode(black_box(&case.text), "1"));
}

fn judge(case: &Case) {
    let decoder = Decoder::new(builtin(case.domain).unwrap());
    black_box(decoder.judge(black_box(&case.text)));
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
            let repeats = (ROUND_BYTES / bytes(cases).max(1)).max(1);
            let start = Instant::now();
            for _ in 0..repeats {
                cases.iter().for_each(subject);
            }
            times.push(start.elapsed().as_nanos() as f64 / (repeats * cases.len()) as f64);
        }
    }
    times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    })
}

fn schema(domain: &str) -> jsonschema::Validator {
    let path = format!(
        "{}/../../schemas/{domain}/cmec-c0.2.schema.json",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(path).unwrap();
    jsonschema::validator_for(&serde_json::from_str(&text).unwrap()).unwrap()
}
