#![allow(
    missing_docs,
    clippy::all,
    clippy::pedantic,
    clippy::restriction,
    clippy::nursery
)]
#[path = "../benches/common/subjects.rs"]
mod subjects;
use cmec_decoder::Decoder;
use cmec_decoder::generated::builtin;
use std::hint::black_box;
use subjects::{as_line, cases, seed};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let list = match a[1].as_str() {
        "seed" => seed(),
        "core" => cases("contract", true),
        "flt" => cases("contract", true)
            .into_iter()
            .filter(|c| c.text.contains("\"flt\""))
            .collect(),
        "line" => cases("contract", true).iter().map(as_line).collect(),
        "clarify" => cases("clarify", true),
        _ => cases("reject", true),
    };
    let n: usize = a[3].parse().unwrap();
    eprintln!("{} texts {} bytes", list.len(), subjects::bytes(&list));
    for _ in 0..n {
        for c in &list {
            let d = Decoder::new(builtin(c.domain).unwrap());
            match a[2].as_str() {
                "judge" => drop(black_box(d.judge(black_box(&c.text)))),
                "typed" => drop(black_box(
                    serde_json::from_str::<subjects::typed::Cmec<'_>>(black_box(&c.text)),
                )),
                _ => drop(black_box(d.decode(black_box(&c.text), "1"))),
            }
        }
    }
}
