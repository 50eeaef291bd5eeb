//! `fuzz`: runs the fuzz targets for a bounded time, seeded with the fixtures, on the pinned stable toolchain.
//!
//! The flags are those of `cargo fuzz --sanitizer none`, which the pinned toolchain accepts, except for one codegen
//! unit per crate: with many units, not joined again, the build takes 93 s on two cores instead of 246 s, and the
//! targets reach about the same speed and coverage. Less optimisation saves less and halves their speed. The tests give
//! each target five seconds from the seeds alone; a longer run leaves a corpus that takes longer to load.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use xtask::command::{output, output_with, run_with};
use xtask::repository::files;

/// Folders with seeds, and the extensions to use.
type Seeds = &'static [(&'static str, &'static [&'static str])];

/// A target in `fuzz/fuzz_targets`; its own seeds, if any, are in the folder of its name in `fuzz/seeds`. With other
/// seeds, and the longest input in bytes, as longer real inputs are not more interesting.
type Target = (&'static str, Seeds, usize);

/// Texts of models.
const TEXTS: (&str, &[&str]) = ("fixtures/decode", &["txt"]);
const ONTOLOGIES: (&str, &[&str]) = ("fixtures/import", &["ttl", "rdf", "jsonld", "xml"]);

const TARGETS: &[Target] = &[
    ("decode", &[TEXTS], 4096),
    ("round_trip", &[TEXTS], 4096),
    ("stream", &[TEXTS], 2048),
    ("tables", &[], 16384),
    ("extract", &[TEXTS], 4096),
    ("patch", &[], 2048),
    ("sql", &[TEXTS], 1024),
    ("codebook", &[("codebook", &["yaml"])], 16384),
    ("ontology", &[ONTOLOGIES], 4096),
    ("question", &[("fixtures/decode", &["question"])], 512),
];
/// The flags of `cargo fuzz --sanitizer none` (the decoder has no unsafe code to check), except `-Ccodegen-units=1`,
/// which leaves all but one core idle while the compiler crate is built.
const FLAGS: &[&str] = &[
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];
/// Time limit for one input in seconds; every reader takes linear time.
const SLOWEST: u32 = 10;

/// Runs each target for this many seconds, one per core at a time.
pub(crate) fn fuzz(root: &Path, seconds: u64) -> Result<(), String> {
    let flags = FLAGS.join("\u{1f}");
    let flags = [("CARGO_ENCODED_RUSTFLAGS", flags.as_str())];
    // Without an explicit target, flags would also apply to build scripts, which cannot link the coverage runtime.
    let host = host(root)?;
    let with = [
        "--quiet",
        "--manifest-path",
        "fuzz/Cargo.toml",
        "--release",
        "--target",
        &host,
    ];
    run_with(root, &[&["build", "--bins"], &with[..]].concat(), &flags)?;
    let run = |target: &Target| {
        let (name, ..) = target;
        let given = arguments(root, target, seconds)?;
        let given: Vec<&str> = given.iter().map(String::as_str).collect();
        let own = ["--bin", name, "--"];
        let output = output_with(root, &[&["run"], &with[..], &own, &given].concat(), &flags)?;
        let statistics = String::from_utf8_lossy(&output.stderr).into_owned();
        println!("--- {name}, {seconds} s\n{statistics}");
        Ok(())
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    for targets in TARGETS.chunks(cores) {
        let outcomes: Vec<Result<(), String>> = thread::scope(|scope| {
            let runs: Vec<_> = (targets.iter())
                .map(|target| scope.spawn(|| run(target)))
                .collect();
            let panicked = |_| Err("a run of a fuzz target panicked".to_owned());
            (runs.into_iter())
                .map(|run| run.join().unwrap_or_else(panicked))
                .collect()
        });
        outcomes.into_iter().collect::<Result<(), String>>()?;
    }
    Ok(())
}

/// The arguments of a target: its corpus and bounds.
fn arguments(root: &Path, target: &Target, seconds: u64) -> Result<Vec<String>, String> {
    let (corpus, (name, _, longest)) = (seed(root, target)?, target);
    let artefacts = root.join("fuzz/artifacts").join(name);
    fs::create_dir_all(&artefacts).map_err(|error| format!("fuzz/artifacts: {error}"))?;
    Ok(vec![
        corpus.display().to_string(),
        format!("-max_total_time={seconds}"),
        format!("-max_len={longest}"),
        format!("-timeout={SLOWEST}"),
        format!("-artifact_prefix={}/", artefacts.display()),
        "-print_final_stats=1".to_owned(),
        "-verbosity=0".to_owned(),
    ])
}

fn host(root: &Path) -> Result<String, String> {
    let told = output(root, &["-vV"])?;
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned)
        .ok_or_else(|| "`cargo -vV` names no host".to_owned())
}

/// The corpus of a target with all seeds; earlier finds are kept.
fn seed(root: &Path, (name, seeds, _): &Target) -> Result<PathBuf, String> {
    let folder = root.join("fuzz/corpus").join(name);
    let said = |error: std::io::Error| format!("fuzz/corpus: {error}");
    fs::create_dir_all(&folder).map_err(said)?;
    let own = format!("fuzz/seeds/{name}");
    let mut all = Vec::new();
    if root.join(&own).is_dir() {
        all = files(root, &own)?;
    }
    for (from, endings) in *seeds {
        let others = files(root, from)?.into_iter();
        let fits = |file: &String| {
            file.rsplit_once('.')
                .is_some_and(|(_, end)| endings.contains(&end))
        };
        all.extend(others.filter(fits));
    }
    for file in all {
        fs::copy(root.join(&file), folder.join(file.replace('/', "-"))).map_err(said)?;
    }
    Ok(folder)
}
