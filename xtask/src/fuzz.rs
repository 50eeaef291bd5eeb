//! `fuzz`: the fuzz targets for a bounded time, seeded with the fixtures, on the pinned stable toolchain.
//!
//! The flags are those of `cargo fuzz --sanitizer none`, which the pinned toolchain takes, but for the one unit a
//! crate: in many units and without joining them again the build takes 93 s on two cores, not 246, and the targets
//! see and run about as much. Optimising less saves less and halves their speed. From the seeds alone the tests
//! give each target five seconds; a longer run leaves a corpus that takes longer to load.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use crate::command::{output, output_with, run_with};
use crate::repository::files;

/// A file of `fuzz/fuzz_targets`.
struct Target {
    name: &'static str,
    /// Folders its seeds are in, and the endings of their names; no ending: every file.
    seeds: &'static [(&'static str, &'static [&'static str])],
    /// Longest input that is tried, in bytes; what it may be in earnest is longer and not more interesting.
    longest: usize,
}

/// What a model said.
const TEXTS: (&str, &[&str]) = ("fixtures/decode", &["txt"]);

const TARGETS: &[Target] = &[
    Target {
        name: "decode",
        seeds: &[TEXTS],
        longest: 4096,
    },
    Target {
        name: "round_trip",
        seeds: &[TEXTS],
        longest: 4096,
    },
    Target {
        name: "stream",
        seeds: &[TEXTS, ("fuzz/seeds/stream", &[])],
        longest: 2048,
    },
    Target {
        name: "ways",
        seeds: &[TEXTS, ("fuzz/seeds/ways", &[])],
        longest: 4096,
    },
    Target {
        name: "tables",
        seeds: &[("fuzz/seeds/tables", &["json"])],
        longest: 16384,
    },
    Target {
        name: "extract",
        seeds: &[TEXTS, ("fuzz/seeds/extract", &[])],
        longest: 4096,
    },
    Target {
        name: "patch",
        seeds: &[("fuzz/seeds/patch", &[])],
        longest: 2048,
    },
    Target {
        name: "line",
        seeds: &[TEXTS, ("fuzz/seeds/line", &[])],
        longest: 2048,
    },
    Target {
        name: "codebook",
        seeds: &[
            ("codebook", &["yaml"]),
            ("fuzz/seeds/codebook", &["yaml", "1c"]),
        ],
        longest: 16384,
    },
    Target {
        name: "ontology",
        seeds: &[
            ("fixtures/import", &["ttl", "rdf", "jsonld", "xml"]),
            ("fuzz/seeds/ontology", &[]),
        ],
        longest: 4096,
    },
];
/// What `cargo fuzz --sanitizer none` passes: the decoder has no unsafe code for a sanitizer to watch. But for
/// `-Ccodegen-units=1`, which leaves all but one core idle while the compiler is built.
const FLAGS: &[&str] = &[
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];
/// Longest time one input may take, in seconds; nothing a reader does grows faster than its text.
const SLOWEST: u32 = 10;

/// Runs each target for so many seconds, as many at once as there are cores.
pub(crate) fn fuzz(root: &Path, seconds: u64) -> Result<(), String> {
    let flags = FLAGS.join("\u{1f}");
    let flags = [("CARGO_ENCODED_RUSTFLAGS", flags.as_str())];
    // Flags without a named target would reach build scripts too, and these cannot link the coverage runtime.
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
        let given = arguments(root, target, seconds)?;
        let given: Vec<&str> = given.iter().map(String::as_str).collect();
        let own = ["--bin", target.name, "--"];
        let output = output_with(root, &[&["run"], &with[..], &own, &given].concat(), &flags)?;
        let statistics = String::from_utf8_lossy(&output.stderr).into_owned();
        println!("--- {}, {seconds} s\n{statistics}", target.name);
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

/// What a target is given: its corpus and its bounds.
fn arguments(root: &Path, target: &Target, seconds: u64) -> Result<Vec<String>, String> {
    let corpus = seed(root, target)?;
    let artefacts = root.join("fuzz/artifacts").join(target.name);
    fs::create_dir_all(&artefacts).map_err(|error| format!("fuzz/artifacts: {error}"))?;
    Ok(vec![
        corpus.display().to_string(),
        format!("-max_total_time={seconds}"),
        format!("-max_len={}", target.longest),
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

/// The corpus of a target, with every seed in it; what earlier runs found stays.
fn seed(root: &Path, target: &Target) -> Result<PathBuf, String> {
    let folder = root.join("fuzz/corpus").join(target.name);
    let said = |error: std::io::Error| format!("fuzz/corpus: {error}");
    fs::create_dir_all(&folder).map_err(said)?;
    for (from, endings) in target.seeds {
        for file in files(root, from)? {
            let ending = file.rsplit_once('.').map_or("", |(_, ending)| ending);
            if endings.is_empty() || endings.contains(&ending) {
                fs::copy(root.join(&file), folder.join(file.replace('/', "-"))).map_err(said)?;
            }
        }
    }
    Ok(folder)
}
