//! Checks that the code of a package does not use certain parts of other packages or of its own modules, where neither
//! the dependencies nor the order of the rooms forbid it. ARCHITECTURE.md makes these claims.

use std::path::Path;

use super::modules::{Arrow, Crate};
use super::paths::{Source, source};
use super::size::is_code;
use xtask::repository::{files, read};

/// A limit on the code of a folder, apart from tests.
struct Limit {
    folder: &'static str,
    /// Folders and files within, outside of the limit.
    except: &'static [&'static str],
    parts: Parts,
    reason: &'static str,
}

enum Parts {
    /// The parts of a package that the folder may use.
    Only(&'static str, &'static [&'static str]),
    /// The packages and parts that the folder may not use.
    Never(&'static [&'static str]),
}

/// The lint that forbids a crate to open files, sockets, clocks and the like. An `allow` names it.
const DISALLOWED_METHODS: &str = "clippy::disallowed_methods";

const LIMITS: &[Limit] = &[
    Limit {
        folder: "crates/compiler/src",
        except: &[],
        parts: Parts::Only(
            "cmec_decoder",
            &[
                "cmec_decoder::language",
                "cmec_decoder::tables",
                "cmec_decoder::blank",
                "cmec_decoder::calendar",
                "cmec_decoder::letters",
                "cmec_decoder::names",
                "cmec_decoder::definition",
                // The decoder reads the examples, and they are written in the notation of a card.
                "cmec_decoder::clarify",
                "cmec_decoder::contract",
                "cmec_decoder::encode",
                "cmec_decoder::Decoder",
                "cmec_decoder::Notation",
                "cmec_decoder::Options",
                "cmec_decoder::Spelling",
                "cmec_decoder::Verdict",
            ],
        ),
        reason: "the compiler writes tables and decodes nothing but definitions and examples",
    },
    Limit {
        folder: "crates/compiler/src",
        except: &[],
        parts: Parts::Only(
            "cmec_executor",
            &[
                "cmec_executor::Catalogue",
                "cmec_executor::catalogue",
                "cmec_executor::database_schema",
                "cmec_executor::documents",
            ],
        ),
        reason: "the compiler writes catalogues and runs nothing",
    },
    Limit {
        folder: "crates/executor/src",
        except: &[],
        parts: Parts::Never(&[
            "cmec_decoder::Decoder",
            "cmec_decoder::decode",
            "cmec_decoder::draft",
            "cmec_decoder::patch",
            "cmec_decoder::stream",
        ]),
        reason: "the executor reads no notation",
    },
    Limit {
        folder: "crates/executor/src",
        except: &["crates/executor/src/ports/"],
        parts: Parts::Never(&[
            DISALLOWED_METHODS,
            "reqwest",
            "rmcp",
            "rusqlite",
            "rustls",
            "sqlx",
            "tantivy",
        ]),
        reason: "the world is reached through ports",
    },
    Limit {
        folder: "crates/decoder/src",
        except: &[],
        parts: Parts::Never(&[DISALLOWED_METHODS]),
        reason: "the decoder opens nothing",
    },
    Limit {
        folder: "crates/compiler/src",
        except: &[
            "crates/compiler/src/source/files.rs",
            "crates/compiler/src/build.rs",
        ],
        parts: Parts::Never(&[DISALLOWED_METHODS]),
        reason: "one file of the compiler reads files, and one writes them",
    },
    Limit {
        folder: "agent/src",
        except: &[],
        parts: Parts::Never(&["cmec_executor::lane", "cmec_executor::reference"]),
        reason: "the agent does not know how a plan is run",
    },
    Limit {
        folder: "agent/src",
        except: &[],
        parts: Parts::Only(
            "cmec_executor::catalogue",
            &["cmec_executor::catalogue::ToolResults"],
        ),
        reason: "the agent knows no recipe",
    },
];

/// Modules that may not use a module of a lower room.
struct Ban {
    root_file: &'static str,
    from: &'static [&'static str],
    to: &'static [&'static str],
    reason: &'static str,
}

const BANS: &[Ban] = &[
    Ban {
        root_file: "crates/decoder/src/lib.rs",
        from: &["resolve"],
        to: &["read"],
        reason: "the rules know no notation",
    },
    Ban {
        root_file: "crates/executor/src/lib.rs",
        from: &["lane", "structured"],
        to: &["reference"],
        reason: "tests compare the lane with the reference evaluator",
    },
];

pub(super) fn check(root: &Path, wrong: &mut Vec<String>) -> Result<(), String> {
    for limit in LIMITS {
        for path in files(root, limit.folder)? {
            let is_free = |path: &str| limit.except.iter().any(|start| path.starts_with(start));
            if is_code(&path) && !is_free(&path) {
                wrong.extend(beyond(limit, &path, &source(root, &path)?));
            }
        }
    }
    for ban in BANS {
        let modules = Crate::read(ban.root_file, &|file| read(root, file).ok())?;
        let arrows = modules.arrows();
        wrong.extend(arrows.iter().filter_map(|arrow| ban.broken_by(arrow)));
    }
    Ok(())
}

/// The uses in a file that a limit forbids.
fn beyond(limit: &Limit, path: &str, source: &Source) -> Vec<String> {
    let used = source.paths.iter().filter(|named| !named.is_test);
    let forbidden = used.filter(|named| match limit.parts {
        Parts::Only(package, parts) => {
            named.begins_with(package) && !parts.iter().any(|part| named.begins_with(part))
        }
        Parts::Never(parts) => parts.iter().any(|part| named.begins_with(part)),
    });
    forbidden
        .map(|named| {
            format!(
                "{path}:{}: `{}` may not be used here: {} (`tidy/uses.rs`)",
                named.line,
                named.segments.join("::"),
                limit.reason
            )
        })
        .collect()
}

impl Ban {
    fn broken_by(&self, arrow: &Arrow) -> Option<String> {
        let is_within = |place: &[String], module: &[&str]| {
            place.len() >= module.len() && place.iter().zip(module).all(|(one, other)| one == other)
        };
        (is_within(&arrow.from, self.from) && is_within(&arrow.to, self.to)).then(|| {
            format!(
                "{}: `{}` must not use `{}`: {} (`tidy/uses.rs`)",
                arrow.at,
                self.from.join("::"),
                self.to.join("::"),
                self.reason
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::paths::parse;
    use super::{Arrow, Ban, Limit, Parts, beyond};

    fn assert_told(parts: Parts, text: &str, expected: Option<&str>) {
        let limit = Limit {
            folder: "src",
            except: &[],
            parts,
            reason: "why",
        };
        let told = beyond(&limit, "src/a.rs", &parse(text).unwrap());
        assert_eq!(told.len(), expected.iter().len(), "{text}: {told:?}");
        for (told, expected) in told.iter().zip(expected) {
            assert!(told.contains(expected), "{told}");
        }
    }

    #[test]
    fn a_folder_uses_the_listed_parts_of_a_package() {
        for (text, expected) in [
            ("use decoder::tables::Tables; use other::read;", None),
            ("use decoder::{tables, tables::Text};", None),
            ("#[cfg(test)] mod tests { use decoder::read; }", None),
            (
                "use decoder::{tables, read};",
                Some("src/a.rs:1: `decoder::read`"),
            ),
            (
                "\nfn f() { decoder::read::f() }",
                Some("src/a.rs:2: `decoder::read::f`"),
            ),
            ("use decoder as d;", Some("`decoder`")),
        ] {
            assert_told(Parts::Only("decoder", &["decoder::tables"]), text, expected);
        }
    }

    #[test]
    fn a_folder_does_not_use_a_forbidden_package() {
        for (text, expected) in [
            ("use crate::ports::sqlx::Row;", None),
            ("fn f() { let sqlx = 1; sqlx }", None),
            ("use sqlx::Row;", Some("`sqlx::Row`")),
            ("use ::sqlx;", Some("`sqlx`")),
            ("fn f() { sqlx::query() }", Some("`sqlx::query`")),
        ] {
            assert_told(Parts::Never(&["sqlx"]), text, expected);
        }
    }

    #[test]
    fn a_module_does_not_use_a_forbidden_one() {
        let ban = Ban {
            root_file: "src/lib.rs",
            from: &["lane", "one"],
            to: &["oracle"],
            reason: "why",
        };
        let is_broken = |from: &[&str], to: &[&str]| {
            let owned = |place: &[&str]| place.iter().map(|name| (*name).to_owned()).collect();
            let arrow = Arrow {
                from: owned(from),
                to: owned(to),
                at: "src/a.rs:1".to_owned(),
            };
            ban.broken_by(&arrow).is_some()
        };
        assert!(is_broken(&["lane", "one"], &["oracle"]));
        assert!(is_broken(&["lane", "one", "run"], &["oracle", "cell"]));
        assert!(!is_broken(&["lane", "two"], &["oracle"]));
        assert!(!is_broken(&["lane", "one"], &["lane"]));
    }
}
