//! What compiling a codebook costs, against only reading its YAML into the span tree: ratios within one run.
//!
//! Each round times every subject once, in turn, so that a change of the machine's speed touches all of them; the
//! figure is the median over the rounds. Memory is the peak of a process of its own for each subject.
//!
//! `cargo bench -p cmec-compiler --bench compile` holds it against the parser. Texts move from the source into the
//! tables, names of messages are written only for a message, a rule looks names up and never searches for them, and the
//! lock is made when somebody asks for it. The schema of each profile with budgets is made and measured every time.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a bench starts itself again and reads the clock"
)]

mod emitted;
mod generate;
mod memory;

use std::hint::black_box;
use std::time::Instant;

use cmec_compiler::{Compilation, EmitKind, Rule, SourceSet, compile, emit, parse};

/// Sizes in fields, with the rounds that give a steady median in a bearable time.
const SIZES: [(usize, usize); 4] = [(100, 401), (1_000, 101), (10_000, 31), (100_000, 11)];

fn main() {
    if memory::answered() {
        return;
    }
    // What is emitted alone, for whoever changes an emitter.
    if std::env::args().any(|argument| argument == "emit") {
        emitted::table();
        return;
    }
    println!(
        "compile: medians over rounds, each subject once a round; memory is the peak of a process of its own\n"
    );
    println!(
        "{:>7} {:>9} {:>10} {:>10} {:>6} {:>9} {:>10} {:>10} {:>10} {:>9} {:>9}",
        "fields",
        "bytes",
        "span tree",
        "compile",
        "ratio",
        "ns/field",
        "lock",
        "tables",
        "rust",
        "tree mem",
        "all mem"
    );
    for (fields, rounds) in SIZES {
        size(fields, rounds);
    }
    emitted::table();
}

fn size(fields: usize, rounds: usize) {
    let text = generate::codebook(fields);
    let sources = SourceSet::from_texts([("codebook.yaml", text.as_str())]);
    let checked = {
        let Compilation {
            findings, model, ..
        } = compile(&sources);
        // No codebook of a thousand fields keeps to the budgets it is held to; weighing them is part of a compilation.
        let other = findings
            .iter()
            .find(|finding| finding.rule != Rule::ProviderBudget);
        assert!(other.is_none(), "{other:?}");
        model.unwrap()
    };
    assert_eq!(checked.tables().fields.len(), fields);
    let subjects: [&dyn Fn(); 5] = [
        &|| drop(black_box(parse(black_box(&sources)))),
        &|| drop(black_box(compile(black_box(&sources)))),
        &|| drop(black_box(black_box(&checked).lock().artefact())),
        &|| drop(black_box(emit(black_box(&checked), EmitKind::Tables))),
        &|| drop(black_box(emit(black_box(&checked), EmitKind::Rust))),
    ];
    let mut times = subjects.map(|_| Vec::with_capacity(rounds));
    for _ in 0..rounds {
        for (subject, times) in subjects.iter().zip(&mut times) {
            let start = Instant::now();
            subject();
            times.push(start.elapsed().as_secs_f64());
        }
    }
    let [tree, whole, lock, tables, rust] = times.map(|mut times| {
        times.sort_unstable_by(f64::total_cmp);
        times.get(rounds / 2).copied().unwrap()
    });
    println!(
        "{fields:>7} {:>9} {:>10} {:>10} {:>6.2} {:>9.0} {:>10} {:>10} {:>10} {:>9} {:>9}",
        text.len(),
        milliseconds(tree),
        milliseconds(whole),
        whole / tree,
        whole * 1e9 / fields as f64,
        milliseconds(lock),
        milliseconds(tables),
        milliseconds(rust),
        memory::of("tree", fields),
        memory::of("compile", fields),
    );
}

fn milliseconds(seconds: f64) -> String {
    format!("{:.2} ms", seconds * 1e3)
}
