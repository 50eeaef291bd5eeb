//! Files that the command writes: only their owner reads them, and no link leads them elsewhere.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test panics on failure, starts programs and writes its files"
)]

mod common;

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;

use common::{cmec, feed};

const QUESTION: &str = "SELECT COUNT(*) FROM wine";

fn mode(path: &Path) -> u32 {
    path.metadata().unwrap().mode() & 0o777
}

/// A plan whose envelope is kept in a file: exit code, standard error.
fn kept(file: &Path) -> (Option<i32>, String) {
    let mut plan = cmec(&["plan", "--domain", "wine"]);
    plan.arg("--debug-out").arg(file);
    let output = feed(plan, QUESTION);
    (
        output.status.code(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[test]
fn an_envelope_goes_to_a_file_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let [own, link, pipe] = ["own", "link", "pipe"].map(|name| folder.path().join(name));
    for _ in 0..2 {
        assert_eq!(kept(&own), (Some(0), String::new()));
    }
    assert_eq!(fs::read_to_string(&own).unwrap().lines().count(), 2);
    assert_eq!(mode(&own), 0o600);
    symlink(&own, &link).unwrap();
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    for (path, why) in [(&link, "a link"), (&pipe, "pipe: ")] {
        let (code, said) = kept(path);
        assert!(code == Some(1) && said.contains(why), "{code:?} {said}");
    }
    for other in ["a key", "{\"name\":\"a\"}\n", "{\n"] {
        fs::write(&own, other).unwrap();
        let (code, said) = kept(&own);
        assert!(code == Some(1) && said.contains("something else"), "{said}");
        assert_eq!(fs::read_to_string(&own).unwrap(), other);
    }
    // A record that a crash cut off.
    fs::write(&own, "{\"versi").unwrap();
    assert_eq!(kept(&own).0, Some(0));
}

/// The folder of the cache is one of the temporary files where there is no other: anybody may have made it before.
#[test]
fn a_cache_is_ones_own() {
    let temporary = tempfile::tempdir().unwrap();
    let cache = temporary.path().join("cmec");
    let ask = || {
        let mut run = cmec(&["run", "--domain", "wine", "--format", "json"]);
        run.env_remove("XDG_CACHE_HOME").env_remove("HOME");
        run.env("TMPDIR", temporary.path());
        let output = feed(run, QUESTION);
        (
            output.status.code(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    symlink(env!("CARGO_TARGET_TMPDIR"), &cache).unwrap();
    let (code, said) = ask();
    assert_eq!(code, Some(1), "{said}");
    for part in ["a link", "XDG_CACHE_HOME"] {
        assert!(said.contains(part), "{said}");
    }
    fs::remove_file(&cache).unwrap();
    assert_eq!(ask().0, Some(0));
    assert_eq!(mode(&cache), 0o700);
    fs::set_permissions(&cache, fs::Permissions::from_mode(0o777)).unwrap();
    assert_eq!(ask().0, Some(0));
    assert_eq!(mode(&cache), 0o700);
    // Only the system gives a folder to somebody else.
    if std::os::unix::fs::chown(&cache, Some(12_345), None).is_ok() {
        let (code, said) = ask();
        assert!(code == Some(1) && said.contains("somebody else"), "{said}");
    }
}

#[test]
fn an_index_has_a_folder_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let [notes, own, other] = ["notes", "own", "other"].map(|name| folder.path().join(name));
    for path in [&notes, &other] {
        fs::create_dir(path).unwrap();
    }
    fs::write(notes.join("a.md"), "---\ntype: adr\n---\nzebra\n").unwrap();
    let index = |into: &Path| {
        let mut index = cmec(&["index", "--domain", "mind"]);
        let output = index.arg(&notes).arg("--index").arg(into).output().unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    assert_eq!(index(&own).0, Some(0));
    let files = own.join("generations/1");
    assert_eq!([&own, &files].map(|path| mode(path)), [0o700; 2]);
    for name in ["manifest.json", "lock"] {
        assert_eq!(mode(&own.join(name)), 0o600, "{name}");
    }
    // An index may have a file beside it, which it leaves alone.
    fs::write(own.join(".gitignore"), "*").unwrap();
    assert_eq!(index(&own).0, Some(0));
    for name in ["manifest.json", "page.html"] {
        fs::write(other.join(name), "{}").unwrap();
    }
    let (code, said) = index(&other);
    assert!(code == Some(1) && said.contains("other files"), "{said}");
    assert_eq!(fs::read_dir(&other).unwrap().count(), 2);
    assert_eq!(
        fs::read_to_string(other.join("manifest.json")).unwrap(),
        "{}"
    );
}
