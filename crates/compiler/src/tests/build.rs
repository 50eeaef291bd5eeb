//! Builds in a build script: files, lines for cargo, and failures.
#![allow(
    clippy::disallowed_methods,
    reason = "a build reads and writes folders"
)]

use std::fs;
use std::path::Path;

use super::town;
use crate::{Build, EmitKind, LOCK_FILE};

/// A folder that contains the small codebook as `town`, with texts replaced.
fn folder(swaps: &[(&str, &str)]) -> tempfile::TempDir {
    let above = tempfile::tempdir().unwrap();
    let folder = above.path().join("town");
    fs::create_dir_all(folder.join("queries")).unwrap();
    for (name, mut text) in town() {
        for (from, to) in swaps {
            text = text.replace(from, to);
        }
        let place = if name == "core.yaml" {
            above.path()
        } else {
            &folder
        };
        fs::write(place.join(name), text).unwrap();
    }
    above
}

/// The lines for cargo, and the failure if any.
fn run(above: &Path, build: impl FnOnce(Build) -> Build) -> (Vec<String>, Option<String>) {
    let build = build(Build::new(above.join("town")).out_dir(above.join("out")));
    let mut lines = Vec::new();
    let outcome = build.run_with(|line| lines.push(line.to_owned()));
    // Most of these folders have no lock, which a build reports.
    lines.retain(|line| !line.contains(": CB097: "));
    (lines, outcome.err().map(|error| format!("{error:?}")))
}

fn written(above: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(above.join("out")) else {
        return Vec::new();
    };
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[test]
fn every_file_that_is_read_is_watched() {
    let above = folder(&[]);
    let (lines, failed) = run(above.path(), |build| build);
    assert_eq!(failed, None);
    let at = above.path().to_str().unwrap();
    let watched: Vec<String> = lines
        .iter()
        .map(|line| line.replace(&format!("cargo::rerun-if-changed={at}/"), ""))
        .collect();
    let files = [
        "town",
        "town/codebook.yaml",
        "core.yaml",
        "town/queries/owner.1c",
        "town/queries/rows.1c",
        "town/queries/rows_asc.1c",
        "town/recipes.yaml",
        "town/retrieval.yaml",
        "town/tools.yaml",
    ];
    assert_eq!(watched, files);
    assert_eq!(
        written(above.path()),
        [
            "town.catalogue.rs",
            "town.codes.rs",
            "town.tables.json",
            "town.tables.rs"
        ]
    );
}

#[test]
fn what_is_asked_for_is_written_once() {
    let above = folder(&[]);
    let tables = |build: Build| build.emit(EmitKind::Tables).emit(EmitKind::Tables);
    assert_eq!(run(above.path(), tables).1, None);
    assert_eq!(written(above.path()), ["town.tables.json"]);
    let file = above.path().join("out/town.tables.json");
    let long_ago = std::time::SystemTime::UNIX_EPOCH;
    let touch = || fs::File::options().append(true).open(&file).unwrap();
    touch().set_modified(long_ago).unwrap();
    let modified = || fs::metadata(&file).unwrap().modified().unwrap();
    assert_eq!(run(above.path(), tables).1, None);
    assert_eq!(modified(), long_ago, "the same bytes are left alone");
    fs::write(&file, "other").unwrap();
    touch().set_modified(long_ago).unwrap();
    assert_eq!(run(above.path(), tables).1, None);
    assert_ne!(modified(), long_ago, "other bytes are not");
}

#[test]
fn errors_fail_and_are_drawn() {
    let above = folder(&[("type: decimal", "type: decimla")]);
    let (lines, failed) = run(above.path(), |build| build);
    let failed = failed.unwrap();
    assert!(failed.contains("error[CB013]"), "{failed}");
    assert!(failed.contains("town/codebook.yaml:16:"), "{failed}");
    assert!(failed.contains("help: did you mean `decimal`?"), "{failed}");
    assert_eq!(lines.len(), 9, "a mended file must start the next build");
    assert!(written(above.path()).is_empty());
}

#[test]
fn warnings_are_cargos_unless_denied() {
    let missing = [("label: {ru: площадь, en: area}", "label: {ru: площадь}")];
    let above = folder(&missing);
    let (lines, failed) = run(above.path(), |build| build);
    assert_eq!(failed, None);
    let warning = lines.last().unwrap();
    let told = "codebook.yaml:16: CB034: field `F005` has no label in `en`";
    assert!(
        warning.starts_with("cargo::warning=") && warning.ends_with(told),
        "{warning}"
    );
    let (_, failed) = run(above.path(), Build::deny_warnings);
    assert!(failed.unwrap().contains("warning[CB034]"));
}

/// No content of a codebook can produce a line of its own for cargo.
#[test]
fn a_warning_is_one_line() {
    let value = "{\"a\\ncargo::rustc-cfg=b\": {label: {ru: а}}}";
    let above = folder(&[(
        "type: decimal, unit: km2",
        &format!("type: enum, values: {value}"),
    )]);
    let (lines, failed) = run(above.path(), |build| build);
    // A value with a line break is rejected; otherwise it would be printed on one line.
    assert!(failed.unwrap().contains("error[CB039]"));
    assert!(lines.iter().all(|line| !line.contains('\n')), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains('\n')));
}

#[test]
fn the_lock_is_held_to_and_not_written() {
    let above = folder(&[]);
    assert!(!above.path().join("town").join(LOCK_FILE).exists());
    run(above.path(), |build| build);
    let lock = above.path().join("town").join(LOCK_FILE);
    assert!(!lock.exists());
    fs::write(
        &lock,
        super::town_model()
            .with_aliases(&|text| text.len())
            .lock()
            .artefact()
            .text,
    )
    .unwrap();
    let told = run(above.path(), |build| build).0.concat();
    assert!(!told.contains("CB096"), "{told}");
    let book = above.path().join("town/codebook.yaml");
    let text = fs::read_to_string(&book).unwrap();
    let more =
        "  F011: {path: owner.age, type: integer, label: {ru: возраст, en: age}}\nrelations:\n";
    fs::write(&book, text.replace("relations:\n", more)).unwrap();
    let (lines, failed) = run(above.path(), |build| build);
    assert!(
        failed.is_none()
            && lines
                .last()
                .unwrap()
                .contains("CB096: `codebook.lock` lacks `F011`"),
        "{lines:?}"
    );
    fs::write(
        &book,
        text.replace("type: decimal, unit: km2", "type: integer"),
    )
    .unwrap();
    assert!(
        run(above.path(), |build| build)
            .1
            .unwrap()
            .contains("CB093")
    );
}

#[test]
fn a_folder_that_is_not_there_is_an_error() {
    let above = tempfile::tempdir().unwrap();
    let (lines, failed) = run(above.path(), |build| build);
    assert!(lines.is_empty() && failed.unwrap().contains("town: "));
}
