//! Checked → Rust: the tables and the catalogue as `static`s, compiled into a program without start-up work.

use std::collections::BTreeSet;

use cmec_decoder::tables::Tables;
use cmec_executor::catalogue::Catalogue;
use serde::Serialize;

use super::literal::{Unsupported, literal};
use crate::artefact::{Artefact, GENERATED, GENERATED_FOR_HOST};
use crate::resolve::checked::Checked;

/// The types that live in the decoder's `language`, of those the tables use.
const VOCABULARY: &[&str] = &[
    "Operator",
    "Output",
    "Part",
    "QuestionKind",
    "Scenario",
    "ValueType",
];

/// What a generated file says about where its types are.
struct Target {
    /// First line.
    generated: &'static str,
    /// How the line that says what the file is starts; inner documentation cannot be included.
    remark: &'static str,
    item: &'static str,
    root: &'static str,
    ty: &'static str,
    doc: &'static str,
    module: &'static str,
    language: &'static str,
    visibility: &'static str,
    /// What stands before the item.
    lints: &'static str,
}

/// For any crate that depends on the decoder and the executor: `<domain>.tables.rs` and `<domain>.catalogue.rs`.
pub(super) fn of_domain(checked: &Checked) -> Vec<Artefact> {
    let tables = Target {
        generated: GENERATED_FOR_HOST,
        remark: "//",
        module: "cmec_decoder::tables",
        language: "cmec_decoder::language",
        visibility: "pub",
        lints: "#[allow(dead_code, unreachable_pub)]\n",
        ..IN_DECODER
    };
    let catalogue = Target {
        generated: GENERATED_FOR_HOST,
        remark: "//",
        module: "cmec_executor::catalogue",
        visibility: "pub",
        lints: "#[allow(dead_code, unreachable_pub)]\n",
        ..IN_EXECUTOR
    };
    let path = |what: &str| format!("{}.{what}.rs", checked.name());
    vec![
        file(path("tables"), &tables, checked.tables()),
        file(path("catalogue"), &catalogue, checked.catalogue()),
    ]
}

const IN_DECODER: Target = Target {
    generated: GENERATED,
    remark: "//!",
    item: "TABLES",
    root: "crates/decoder/src/generated",
    ty: "Tables",
    doc: "The tables of",
    module: "crate::tables",
    language: "crate::language",
    visibility: "pub(super)",
    lints: "",
};

const IN_EXECUTOR: Target = Target {
    generated: GENERATED,
    remark: "//!",
    item: "CATALOGUE",
    root: "crates/executor/src/generated",
    ty: "Catalogue",
    doc: "The catalogue of",
    module: "crate::catalogue",
    language: "cmec_decoder::language",
    visibility: "pub(super)",
    lints: "",
};

/// The built-in domains: a file each in the decoder and the executor, and the list of them.
pub(crate) fn builtin(domains: &[Checked]) -> Vec<Artefact> {
    let mut artefacts = Vec::new();
    for checked in domains {
        let name = checked.name();
        let path = |target: &Target| format!("{}/{name}.rs", target.root);
        artefacts.push(file(path(&IN_DECODER), &IN_DECODER, checked.tables()));
        artefacts.push(file(path(&IN_EXECUTOR), &IN_EXECUTOR, checked.catalogue()));
    }
    let mut names: Vec<&str> = domains.iter().map(Checked::name).collect();
    names.sort_unstable();
    artefacts.push(list(&IN_DECODER, &names));
    artefacts.push(list(&IN_EXECUTOR, &names));
    artefacts
}

/// A form that generated Rust can hold.
trait Compiled: Serialize {
    fn domain(&self) -> &str;
}

impl Compiled for Tables {
    fn domain(&self) -> &str {
        &self.name
    }
}

impl Compiled for Catalogue {
    fn domain(&self) -> &str {
        &self.domain
    }
}

fn file<T: Compiled>(path: String, target: &Target, value: &T) -> Artefact {
    let Target {
        generated,
        remark,
        item,
        ty,
        doc,
        visibility,
        lints,
        ..
    } = target;
    let domain = value.domain();
    let text = match literal(value) {
        Ok((literal, names)) => format!(
            "{generated}\n\n{remark} {doc} `{domain}`.\n\nuse std::borrow::Cow;\n\n{}\n/// {doc} `{domain}`.\n{lints}{visibility} static {item}: {ty} = {};\n",
            imports(target, &names),
            literal.lay_out(0),
        ),
        // The forms are ours and all writable; a test holds that.
        Err(Unsupported { .. }) => {
            format!("{generated}\n\ncompile_error!(\"`{domain}` cannot be written\");\n")
        }
    };
    Artefact { path, text }
}

fn imports(target: &Target, names: &BTreeSet<&'static str>) -> String {
    let (words, forms): (Vec<&str>, Vec<&str>) =
        names.iter().partition(|name| VOCABULARY.contains(name));
    [(target.module, forms), (target.language, words)]
        .iter()
        .filter(|(_, names)| !names.is_empty())
        .map(|(module, names)| match names.as_slice() {
            [name] => format!("use {module}::{name};\n"),
            names => format!("use {module}::{{{}}};\n", names.join(", ")),
        })
        .collect()
}

fn list(target: &Target, names: &[&str]) -> Artefact {
    let Target {
        item, ty, module, ..
    } = target;
    let what = ty.to_lowercase();
    let modules: String = names
        .iter()
        .map(|name| format!("#[rustfmt::skip]\nmod {name};\n"))
        .collect();
    let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    let arms: String = names
        .iter()
        .map(|name| format!("        \"{name}\" => Some(&{name}::{item}),\n"))
        .collect();
    let text = format!(
        "{GENERATED}\n\n//! The built-in domains.\n\n{modules}\nuse {module}::{ty};\n\n\
         /// Names of the built-in domains, sorted.\npub const DOMAINS: &[&str] = &[{}];\n\n\
         /// The {what} of a built-in domain.\n#[must_use]\npub fn builtin(name: &str) -> Option<&'static {ty}> {{\n    \
         match name {{\n{arms}        _ => None,\n    }}\n}}\n",
        quoted.join(", ")
    );
    Artefact {
        path: format!("{}.rs", target.root),
        text,
    }
}
