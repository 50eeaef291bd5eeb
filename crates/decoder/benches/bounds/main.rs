//! What the worst texts cost, against reading as many bytes with `serde_json::Value`: at most 40 times.
//!
//! Every text is as long as its codebook allows and is wrong all through. What is no JSON is held against the list of
//! filters of the same codebook, which has as many bytes.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a bench reads the clock"
)]

#[path = "../../tests/common/hostile.rs"]
mod hostile;

use std::hint::black_box;
use std::time::{Duration, Instant};

use cmec_decoder::Decoder;
use cmec_decoder::generated::{DOMAINS, builtin};
use hostile::hostile;
use serde_json::Value;

const ROUNDS: usize = 15;
const BAR: f64 = 40.0;

fn main() {
    println!("bounds: medians of {ROUNDS} rounds, full decode against serde_json::Value\n");
    let mut worst = 0.0_f64;
    for domain in DOMAINS {
        let tables = builtin(domain).unwrap();
        let decoder = Decoder::new(tables);
        let texts = hostile(tables);
        let filters = texts.first().unwrap();
        for text in &texts {
            let json = if serde_json::from_str::<Value>(text).is_ok() {
                text
            } else {
                filters
            };
            let value = median(|| {
                let _ = black_box(serde_json::from_str::<Value>(black_box(json)));
            });
            let full = median(|| {
                black_box(decoder.decode(black_box(text), "1"));
            });
            let ratio = full.as_secs_f64() / value.as_secs_f64();
            worst = worst.max(ratio);
            let head: String = text.chars().take(50).collect();
            let head = head.escape_debug();
            println!("  {domain:<10} {ratio:>6.1}  {full:>10.1?} / {value:>10.1?}  {head}");
        }
    }
    println!("\n  worst {worst:.1} (bar {BAR:.0})");
}

fn median(mut one: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            let started = Instant::now();
            one();
            started.elapsed()
        })
        .collect();
    times.sort_unstable();
    times.get(ROUNDS / 2).copied().unwrap_or_default()
}
