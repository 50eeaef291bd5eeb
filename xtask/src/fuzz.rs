//! `fuzz`: the fuzz targets for a bounded time, seeded with the fixtures, on the pinned stable toolchain.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Outcome;
use crate::command::{output, run_with};

/// Targets, each a file of `fuzz/fuzz_targets`.
const TARGETS: &[&str] = &["decode", "round_trip"];
/// What `cargo fuzz --sanitizer none` passes: the decoder has no unsafe code for a sanitizer to watch.
const FLAGS: &[&str] = &[
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Ccodegen-units=1",
];
/// Longest text that is tried; what a text may be in earnest is longer and not more interesting.
const LONGEST: usize = 4096;

/// Runs each target for so many seconds.
pub(crate) fn fuzz(root: &Path, seconds: u64) -> Outcome {
    let flags = FLAGS.join("\u{1f}");
    // Flags without a named target would reach build scripts too, and these cannot link the coverage runtime.
    let host = host(root)?;
    for target in TARGETS {
        let corpus = seed(root, target)?;
        let corpus = corpus.display().to_string();
        let artifacts = root.join("fuzz/artifacts").join(target);
        fs::create_dir_all(&artifacts).map_err(|error| format!("fuzz/artifacts: {error}"))?;
        let time = format!("-max_total_time={seconds}");
        let longest = format!("-max_len={LONGEST}");
        let artifacts = format!("-artifact_prefix={}/", artifacts.display());
        let args = [
            "run",
            "--quiet",
            "--manifest-path",
            "fuzz/Cargo.toml",
            "--release",
            "--target",
            &host,
            "--bin",
            target,
            "--",
            &corpus,
            &time,
            &longest,
            &artifacts,
            "-print_final_stats=1",
            "-verbosity=0",
        ];
        println!("--- {target}, {seconds} s");
        run_with(root, &args, &[("CARGO_ENCODED_RUSTFLAGS", &flags)])?;
    }
    Ok(())
}

fn host(root: &Path) -> Result<String, String> {
    let told = output(root, &["-vV"])?;
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned)
        .ok_or_else(|| "`cargo -vV` names no host".to_owned())
}

/// The corpus of a target, with every fixture in it; what earlier runs found stays.
fn seed(root: &Path, target: &str) -> Result<PathBuf, String> {
    let folder = root.join("fuzz/corpus").join(target);
    let said = |error: std::io::Error| format!("fuzz/corpus: {error}");
    fs::create_dir_all(&folder).map_err(said)?;
    let mut fixtures = Vec::new();
    texts(&root.join("fixtures/decode"), &mut fixtures)?;
    for path in fixtures {
        let name = path.strip_prefix(root).unwrap_or(&path);
        let name = name.to_string_lossy().replace(['/', '\\'], "-");
        fs::copy(&path, folder.join(name)).map_err(said)?;
    }
    Ok(folder)
}

fn texts(folder: &Path, found: &mut Vec<PathBuf>) -> Outcome {
    let said = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(said)? {
        let path = entry.map_err(said)?.path();
        if path.is_dir() {
            texts(&path, found)?;
        } else if path.extension().is_some_and(|ending| ending == "txt") {
            found.push(path);
        }
    }
    Ok(())
}
