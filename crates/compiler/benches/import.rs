//! What an import of schema.org costs, against only parsing its Turtle: ratios within one run.
//!
//! The folder that `CMEC_TBOX_DIR` names holds `schemaorg-current-https.ttl`. Each round times every subject once, in
//! turn, so that a change of the machine's speed touches all of them; the figure is the median over the rounds.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a bench reads its file and the clock"
)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use cmec_compiler::import::{ImportOutput, Narrowing, Request, import};
use cmec_compiler::{SourceSet, compile};

const ROUNDS: usize = 15;
const FILE: &str = "schemaorg-current-https.ttl";

fn main() {
    let Some(folder) = std::env::var_os("CMEC_TBOX_DIR") else {
        println!("CMEC_TBOX_DIR names no folder with {FILE}: nothing to time");
        return;
    };
    let bytes = std::fs::read(std::path::Path::new(&folder).join(FILE)).unwrap();
    let requests = [
        ("Person", request(&["Person"], None)),
        (
            "Person, Organization, Event, Place, a step further",
            request(&["Person", "Organization", "Event", "Place"], Some(1)),
        ),
        ("whole", request(&[], None)),
    ];
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); requests.len() + 1];
    for _ in 0..ROUNDS {
        let mut times = times.iter_mut();
        let parse = || {
            let triples = oxttl::TurtleParser::new().for_slice(&bytes);
            triples.filter(Result::is_ok).count()
        };
        times.next().unwrap().push(timed(parse));
        for (_, request) in &requests {
            times
                .next()
                .unwrap()
                .push(timed(|| import(&bytes, request).unwrap()));
        }
    }
    let mut medians = times.into_iter().map(|mut times| {
        times.sort_unstable();
        times.get(ROUNDS / 2).copied().unwrap_or_default()
    });
    let parse = medians.next().unwrap();
    println!(
        "import of schema.org: medians of {ROUNDS} rounds; parsing its Turtle alone {parse:.1?}\n"
    );
    for ((name, request), time) in requests.iter().zip(medians) {
        let imported = import(&bytes, request).unwrap();
        let ratio = time.as_secs_f64() / parse.as_secs_f64();
        println!(
            "{name}: {time:.1?}, {ratio:.2} times the parsing; {}",
            counts(&imported)
        );
    }
}

fn request(classes: &[&str], depth: Option<u32>) -> Request {
    Request {
        source: FILE.to_owned(),
        narrowing: Narrowing {
            classes: classes.iter().map(|class| (*class).to_owned()).collect(),
            depth,
            ..Narrowing::default()
        },
        ..Request::default()
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    black_box(work());
    start.elapsed()
}

/// What came out, and what the compiler says of it.
fn counts(imported: &ImportOutput) -> String {
    let report = &imported.report;
    let texts = imported
        .files
        .iter()
        .map(|file| (file.path.as_str(), file.text.as_str()));
    let sources = SourceSet::from_texts(texts.filter(|(path, _)| path.ends_with(".yaml")));
    let start = Instant::now();
    let findings = compile(&sources).findings.len();
    format!(
        "{} types, {} fields, {} relations; compiled in {:.1?} with {findings} findings",
        report.types,
        report.fields,
        report.relations,
        start.elapsed()
    )
}
