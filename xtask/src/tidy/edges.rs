//! Checks dependencies: the crates that each package may depend on, and a feature that some packages are built without.

use std::collections::BTreeSet;
use std::path::Path;

use xtask::command::output;

/// A package, its features, and its exact dependencies with these features on any platform.
struct Edges {
    package: &'static str,
    features: &'static str,
    direct: &'static str,
}

const EDGES: &[Edges] = &[
    Edges {
        package: "cmec-decoder",
        features: "--features builtin",
        direct: "bounded-static logos miette serde serde_json strsim thiserror unicode-normalization",
    },
    // With the schemas of its documents, an option for hosts.
    Edges {
        package: "cmec-decoder",
        features: "--all-features",
        direct: "bounded-static logos miette schemars serde serde_json strsim thiserror unicode-normalization",
    },
    Edges {
        package: "cmec-compiler",
        features: "--no-default-features",
        direct: "cmec-decoder cmec-executor codespan-reporting granit-parser serde serde_json sha2 thiserror",
    },
    // With the import of ontologies and token counting: parsers of RDF, XML and vocabularies, and a crate for Chinese
    // characters. None of them opens files.
    Edges {
        package: "cmec-compiler",
        features: "--all-features",
        direct: "cmec-decoder cmec-executor codespan-reporting granit-parser json-event-parser oxiri oxjsonld oxrdf \
            oxttl percent-encoding pinyin pulldown-cmark quick-xml serde serde_json sha2 thiserror tiktoken-rs \
            tokenizers",
    },
    // Catalogue, plan, response and debug envelope, without an async runtime and servers. A plan opens the cursor of a
    // page.
    Edges {
        package: "cmec-executor",
        features: "--no-default-features",
        direct: "aes-gcm-siv async-trait chrono cmec-decoder getrandom serde serde_json sha2 thiserror tracing \
            unicode-normalization",
    },
    Edges {
        package: "cmec-executor",
        features: "--features run",
        direct: "aes-gcm-siv async-trait bigdecimal chrono cmec-decoder frostem getrandom rmcp rustix sea-query serde serde_json \
            sha2 thiserror tokio tracing unicode-normalization wide",
    },
    Edges {
        package: "cmec-executor",
        features: "--all-features",
        direct: "aes-gcm-siv async-trait base64 bigdecimal chrono cmec-decoder frostem futures-util getrandom jieba-rs jsonschema \
            reqwest rmcp rusqlite rustix rustls schemars sea-query serde serde_json sha2 sqlx tantivy thiserror \
            tiktoken-rs tokio tokio-util tracing unicode-normalization wide",
    },
    // The agent needs a model server and a domain; execution belongs to the executor.
    Edges {
        package: "cmec-agent",
        features: "--all-features",
        direct: "chrono cmec-decoder cmec-executor reqwest serde serde_json thiserror tokio",
    },
    // Demonstration data depend on none of the three crates, so they cannot be biased.
    Edges {
        package: "cmec-demo",
        features: "--all-features",
        direct: "base64 chrono clap getrandom http-body-util hyper hyper-util include_dir rmcp rusqlite serde \
            serde_json thiserror tokio",
    },
    Edges {
        package: "cmec-cli",
        features: "--all-features",
        direct: "async-trait chrono clap cmec-agent cmec-compiler cmec-decoder cmec-demo cmec-executor futures-util getrandom \
            indicatif miette rustix serde serde_json tar tempfile textwrap tokio tracing",
    },
    // Every task starts with it, so it builds no other package of the workspace.
    Edges {
        package: "xtask",
        features: "--all-features",
        direct: "clap proc-macro2 serde_json",
    },
    // A host: its tables need only the decoder.
    Edges {
        package: "cmec-example-host",
        features: "--all-features",
        direct: "cmec-decoder",
    },
];

/// Packages that write the table files of the built-in domains, and are built without them.
const WITHOUT_TABLES: &[&str] = &["cmec-compiler", "codegen"];

pub(super) fn check(root: &Path, wrong: &mut Vec<String>) -> Result<(), String> {
    for edges in EDGES {
        let mut args = vec!["tree", "--package", edges.package];
        args.extend(edges.features.split(' '));
        args.extend("--edges normal --depth 1 --prefix none --target all".split(' '));
        let tree = output(root, &args)?;
        let said = format!("{} with {}", edges.package, edges.features);
        compare(&tree, edges.direct, &said, wrong);
    }
    for package in WITHOUT_TABLES {
        let with = "--all-features --edges normal,features --prefix none --target all";
        let args = ["tree", "--package", package].into_iter();
        let args: Vec<&str> = args.chain(with.split(' ')).collect();
        let tree = output(root, &args)?;
        if let Some(feature) = tree
            .lines()
            .find(|line| line.contains("feature \"builtin\""))
        {
            wrong.push(format!("{package} must be built without {feature}"));
        }
    }
    Ok(())
}

/// Compares the direct dependencies in a tree with a list.
fn compare(tree: &str, allowed: &str, said: &str, wrong: &mut Vec<String>) {
    // The first line is the crate itself.
    let have: BTreeSet<&str> = (tree.lines().skip(1))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let allowed: BTreeSet<&str> = allowed.split_whitespace().collect();
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

#[cfg(test)]
mod tests {
    use super::compare;

    #[test]
    fn more_and_less_than_the_list_are_told() {
        let mut wrong = Vec::new();
        let tree = "cmec-decoder v0.1.0 (/here)\nserde v1.0.0\ntokio v1.0.0\n";
        compare(tree, "logos serde", "cmec-decoder", &mut wrong);
        assert!(wrong[0].contains("must not depend on tokio"), "{wrong:?}");
        assert!(wrong[1].contains("does not depend on logos"), "{wrong:?}");
        assert_eq!(wrong.len(), 2);
    }
}
