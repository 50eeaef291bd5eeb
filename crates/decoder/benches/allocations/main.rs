//! How many allocations a decode makes, against parsing the same text with `serde_json::Value`. Its own bench: the counting
//! allocator takes time at every allocation, and so would lengthen what is timed.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a bench reads its texts"
)]

#[path = "../common/subjects.rs"]
mod subjects;

use std::hint::black_box;

use cmec_decoder::Decoder;
use cmec_decoder::generated::builtin;
use subjects::{Case, cases, seed};

fn main() {
    println!("allocations per text");
    accept("seed's first cMEC", &seed());
    accept("core cases of cMEC, contracts", &cases("contract", true));
    for verdict in ["clarify", "reject"] {
        let cases = cases(verdict, true);
        println!(
            "  core cases of cMEC, {verdict}: {:.1}",
            mean(&cases, decode)
        );
    }
    println!();
}

fn accept(title: &str, cases: &[Case]) {
    println!(
        "  {title}: decode {:.1}, serde_json::Value {:.1}",
        mean(cases, decode),
        mean(cases, |case| {
            black_box(serde_json::from_str::<serde_json::Value>(black_box(&case.text)).unwrap());
        })
    );
}

fn decode(case: &Case) {
    let decoder = Decoder::new(builtin(case.domain).unwrap());
    black_box(decoder.decode(black_box(&case.text), "1"));
}

fn mean(cases: &[Case], subject: impl Fn(&Case)) -> f64 {
    // Tables are loaded at the first text.
    cases.iter().for_each(&subject);
    let info = allocation_counter::measure(|| cases.iter().for_each(&subject));
    info.count_total as f64 / cases.len() as f64
}
