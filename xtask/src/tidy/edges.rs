//! Checks dependencies: the crates that each package may depend on, and the parts of other workspace crates it may use.

use std::collections::BTreeSet;
use std::path::Path;

use super::paths::source;
use xtask::command::output;
use xtask::repository::files;

/// A package, its features, and its exact dependencies with these features on any platform.
struct Edges {
    package: &'static str,
    features: &'static [&'static str],
    direct: &'static [&'static str],
}

const EDGES: &[Edges] = &[
    Edges {
        package: "cmec-decoder",
        features: &["--features", "builtin"],
        direct: &[
            "bounded-static",
            "logos",
            "miette",
            "serde",
            "serde_json",
            "strsim",
            "thiserror",
            "unicode-normalization",
        ],
    },
    // With the schemas of its documents, an option for hosts.
    Edges {
        package: "cmec-decoder",
        features: &["--all-features"],
        direct: &[
            "bounded-static",
            "logos",
            "miette",
            "schemars",
            "serde",
            "serde_json",
            "strsim",
            "thiserror",
            "unicode-normalization",
        ],
    },
    Edges {
        package: "cmec-compiler",
        features: &["--no-default-features"],
        direct: &[
            "cmec-decoder",
            "cmec-executor",
            "codespan-reporting",
            "granit-parser",
            "serde",
            "serde_json",
            "sha2",
            "thiserror",
        ],
    },
    // With the import of ontologies and token counting: parsers of RDF, XML and vocabularies, and a crate for Chinese
    // characters. None of them opens files.
    Edges {
        package: "cmec-compiler",
        features: &["--all-features"],
        direct: &[
            "cmec-decoder",
            "cmec-executor",
            "codespan-reporting",
            "granit-parser",
            "json-event-parser",
            "oxiri",
            "oxjsonld",
            "oxrdf",
            "oxttl",
            "percent-encoding",
            "pinyin",
            "pulldown-cmark",
            "quick-xml",
            "serde",
            "serde_json",
            "sha2",
            "thiserror",
            "tiktoken-rs",
            "tokenizers",
        ],
    },
    // Catalogue, plan, response and debug envelope, without an async runtime and servers. A plan opens the cursor of a
    // page.
    Edges {
        package: "cmec-executor",
        features: &["--no-default-features"],
        direct: &[
            "aes-gcm-siv",
            "chrono",
            "cmec-decoder",
            "getrandom",
            "serde",
            "serde_json",
            "sha2",
            "thiserror",
            "tracing",
            "unicode-normalization",
        ],
    },
    Edges {
        package: "cmec-executor",
        features: &["--features", "mcp"],
        direct: &[
            "aes-gcm-siv",
            "chrono",
            "cmec-decoder",
            "getrandom",
            "rmcp",
            "rustix",
            "serde",
            "serde_json",
            "sha2",
            "thiserror",
            "tokio",
            "tracing",
            "unicode-normalization",
        ],
    },
    Edges {
        package: "cmec-executor",
        features: &["--all-features"],
        direct: &[
            "aes-gcm-siv",
            "base64",
            "bigdecimal",
            "chrono",
            "cmec-decoder",
            "frostem",
            "futures-util",
            "getrandom",
            "jieba-rs",
            "jsonschema",
            "reqwest",
            "rmcp",
            "rusqlite",
            "rustix",
            "rustls",
            "schemars",
            "sea-query",
            "serde",
            "serde_json",
            "sha2",
            "sqlx",
            "tantivy",
            "thiserror",
            "tiktoken-rs",
            "tokio",
            "tokio-util",
            "tracing",
            "unicode-normalization",
            "wide",
        ],
    },
    // The agent needs a model server and a domain; execution belongs to the executor.
    Edges {
        package: "cmec-agent",
        features: &["--all-features"],
        direct: &[
            "chrono",
            "cmec-decoder",
            "cmec-executor",
            "reqwest",
            "serde",
            "serde_json",
            "thiserror",
            "tokio",
        ],
    },
    // Demonstration data depend on none of the three crates, so they cannot be biased.
    Edges {
        package: "cmec-demo",
        features: &["--all-features"],
        direct: &[
            "base64",
            "chrono",
            "clap",
            "getrandom",
            "http-body-util",
            "hyper",
            "hyper-util",
            "include_dir",
            "rmcp",
            "rusqlite",
            "serde",
            "serde_json",
            "thiserror",
            "tokio",
        ],
    },
    Edges {
        package: "cmec-cli",
        features: &["--all-features"],
        direct: &[
            "chrono",
            "clap",
            "cmec-agent",
            "cmec-compiler",
            "cmec-decoder",
            "cmec-demo",
            "cmec-executor",
            "futures-util",
            "getrandom",
            "indicatif",
            "miette",
            "rustix",
            "serde",
            "serde_json",
            "tar",
            "tempfile",
            "textwrap",
            "tokio",
            "tracing",
        ],
    },
    // A host: its tables need only the decoder.
    Edges {
        package: "cmec-example-host",
        features: &["--all-features"],
        direct: &["cmec-decoder"],
    },
];

/// The parts of the decoder that the compiler may use: the language, its tables, the notation of names, empty texts,
/// dates, and the comparison of letters and names.
const OF_THE_DECODER: &[&str] = &[
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
];

pub(super) fn check(root: &Path, wrong: &mut Vec<String>) -> Result<(), String> {
    for edges in EDGES {
        let mut args = vec!["tree", "--package", edges.package];
        args.extend(edges.features);
        args.extend("--edges normal --depth 1 --prefix none --target all".split(' '));
        let tree = output(root, &args)?;
        let said = format!("{} with {}", edges.package, edges.features.join(" "));
        compare(&tree, edges.direct, &said, wrong);
    }
    of_the_decoder(root, wrong)
}

/// Compares the direct dependencies in a tree with a list.
fn compare(tree: &str, allowed: &[&str], said: &str, wrong: &mut Vec<String>) {
    // The first line is the crate itself.
    let have: BTreeSet<&str> = (tree.lines().skip(1))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let allowed: BTreeSet<&str> = allowed.iter().copied().collect();
    for name in have.difference(&allowed) {
        wrong.push(format!(
            "{said} must not depend on {name}; a new edge is a decision: ARCHITECTURE.md and `tidy/edges.rs` name it first"
        ));
    }
    for name in allowed.difference(&have) {
        wrong.push(format!(
            "{said} does not depend on {name} any more: take it from the list in `tidy/edges.rs`"
        ));
    }
}

fn of_the_decoder(root: &Path, wrong: &mut Vec<String>) -> Result<(), String> {
    for path in files(root, "crates/compiler/src")? {
        if !path.ends_with(".rs") {
            continue;
        }
        for named in source(root, &path)?.paths {
            let decoder = named
                .segments
                .iter()
                .any(|segment| segment == "cmec_decoder");
            if decoder && !OF_THE_DECODER.iter().any(|part| named.has(part)) {
                wrong.push(format!(
                    "{path}:{}: the compiler uses {} only (it writes tables and decodes nothing but definitions and examples), not `{}`",
                    named.line,
                    OF_THE_DECODER.join(", "),
                    named.segments.join("::")
                ));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::compare;

    #[test]
    fn more_and_less_than_the_list_are_told() {
        let mut wrong = Vec::new();
        let tree = "cmec-decoder v0.1.0 (/here)\nserde v1.0.0\ntokio v1.0.0\n";
        compare(tree, &["logos", "serde"], "cmec-decoder", &mut wrong);
        assert!(wrong[0].contains("must not depend on tokio"), "{wrong:?}");
        assert!(wrong[1].contains("does not depend on logos"), "{wrong:?}");
        assert_eq!(wrong.len(), 2);
    }
}
