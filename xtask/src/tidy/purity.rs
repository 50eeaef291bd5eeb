//! Who reaches for the world: the decoder never, the compiler in one file, the executor in its ports.
//!
//! The `clippy.toml` of each crate forbids the calls; this forbids the names, also where nothing is called.

use std::path::Path;

use super::paths::{Named, Source, source};
use xtask::repository::files;

/// Sources and the names they may not have.
struct Realm {
    name: &'static str,
    folder: &'static str,
    /// Files and folders, below `folder`, that are the way to the world.
    except: &'static [&'static str],
    forbidden: &'static [&'static str],
    /// A file that may have one of the names, and why.
    allowed: &'static [(&'static str, &'static str, &'static str)],
}

/// What a function from texts to texts has no use for.
const WORLD: &[&str] = &[
    "std::fs",
    "std::net",
    "std::env",
    "std::process",
    "std::time",
    "std::os",
    "std::*",
    "SystemTime",
    "Instant",
    "tokio",
];

const REALMS: &[Realm] = &[
    Realm {
        name: "the decoder",
        folder: "crates/decoder/src",
        except: &[],
        forbidden: WORLD,
        allowed: &[],
    },
    Realm {
        name: "the compiler",
        folder: "crates/compiler/src",
        // `source/files.rs` reads a codebook's folder, `build.rs` does a build script's work; tests read fixtures.
        except: &["build.rs", "source/files.rs", "tests"],
        forbidden: WORLD,
        allowed: &[],
    },
    Realm {
        name: "the executor",
        folder: "crates/executor/src",
        except: &["ports"],
        forbidden: &[
            "std::fs",
            "std::net",
            "std::env",
            "std::process",
            "std::os",
            "std::*",
            "std::time::*",
            "tokio::fs",
            "tokio::net",
            "tokio::process",
            "tokio::*",
            "SystemTime",
            "chrono::Local",
            "Local::now",
            "Utc::now",
            "Instant::now",
        ],
        allowed: &[
            (
                "lane/address/run.rs",
                "Instant::now",
                "opening the port counts against the deadline of the answer",
            ),
            ("run.rs", "Instant::now", "a run has one deadline"),
            ("plan/tests.rs", "Instant::now", "so has one in a test"),
            (
                "agent/stopwatch.rs",
                "Instant::now",
                "each step of an agent has a deadline and a time",
            ),
        ],
    },
];

pub(super) fn check(root: &Path, wrong: &mut Vec<String>) -> Result<(), String> {
    for realm in REALMS {
        for path in files(root, realm.folder)? {
            let Some(own) = (path.strip_prefix(realm.folder))
                .and_then(|path| path.strip_prefix('/'))
                .filter(|own| own.ends_with(".rs") && !excepted(own, realm))
            else {
                continue;
            };
            for named in source(root, &path)?.paths {
                for name in reached(&named, own, realm) {
                    let (line, realm) = (named.line, realm.name);
                    wrong.push(format!("{path}:{line}: {realm} does not use `{name}`"));
                }
            }
        }
        for (file, name, why) in realm.allowed {
            let path = format!("{}/{file}", realm.folder);
            let uses = |source: Source| source.paths.iter().any(|named| named.has(name));
            if !source(root, &path).is_ok_and(uses) {
                wrong.push(format!(
                    "{path} does not use `{name}` (\"{why}\"): take it from the list in `tidy/purity.rs`"
                ));
            }
        }
    }
    Ok(())
}

/// Whether the path lies in a file or folder that is left out.
fn excepted(own: &str, realm: &Realm) -> bool {
    realm.except.iter().any(|except| {
        own.strip_prefix(except)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || rest == ".rs")
    })
}

fn reached<'r>(
    named: &'r Named,
    own: &'r str,
    realm: &'r Realm,
) -> impl Iterator<Item = &'static str> + 'r {
    let may = move |name: &str| {
        (realm.allowed.iter()).any(|(file, allowed, _)| *file == own && *allowed == name)
    };
    (realm.forbidden.iter().copied()).filter(move |name| named.has(name) && !may(name))
}

#[cfg(test)]
mod tests {
    use super::{REALMS, excepted};

    #[test]
    fn exceptions_are_whole_names() {
        let executor = &REALMS[2];
        assert!(excepted("ports/mcp.rs", executor));
        assert!(excepted("ports.rs", executor));
        assert!(!excepted("ports_of_call.rs", executor));
        assert!(!excepted("address/ports/mcp.rs", executor));
    }
}
