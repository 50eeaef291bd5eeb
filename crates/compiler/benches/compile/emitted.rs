//! What it costs to emit profiles and the reference: ten times the fields may cost ten times as much, and more
//! types for the same fields no more than they add to the text.

use std::hint::black_box;
use std::time::Instant;

use cmec_compiler::{Checked, EmitKind, SourceSet, compile, emit};

use crate::generate::with_types;

/// Fields and types.
const SIZES: [(usize, usize); 6] = [
    (1_000, 50),
    (10_000, 10),
    (10_000, 500),
    (10_000, 2_000),
    (100_000, 10),
    (100_000, 500),
];

const KINDS: [EmitKind; 2] = [EmitKind::Profiles, EmitKind::Reference];

pub(crate) fn table() {
    println!("\nemit: one run each, and the bytes that are written\n");
    print!("{:>7} {:>6}", "fields", "types");
    for kind in KINDS {
        print!(" {:>12} {:>9}", kind.name(), "MB");
    }
    println!();
    for (fields, types) in SIZES {
        let text = with_types(fields, types);
        let sources = SourceSet::from_texts([("codebook.yaml", text.as_str())]);
        let checked = compile(&sources).model.unwrap();
        print!("{fields:>7} {types:>6}");
        for kind in KINDS {
            let (seconds, bytes) = emitted(&checked, kind);
            print!(" {:>10.0} ms {:>9.1}", seconds * 1e3, bytes as f64 / 1e6);
        }
        println!();
    }
}

fn emitted(checked: &Checked, kind: EmitKind) -> (f64, usize) {
    let start = Instant::now();
    let artefacts = black_box(emit(black_box(checked), kind));
    let seconds = start.elapsed().as_secs_f64();
    let bytes = artefacts.iter().map(|one| one.text.len()).sum();
    (seconds, bytes)
}
