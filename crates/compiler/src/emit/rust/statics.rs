//! Checked → Rust: the tables and the catalogue as `static`s, compiled into a program without start-up work.

use std::collections::BTreeSet;

use serde::Serialize;

use super::literal::{Unsupported, literal};
use crate::artefact::{Artefact, GENERATED, GENERATED_FOR_HOST};
use crate::resolve::checked::Checked;
use crate::text::joined;

/// The types that live in the decoder's `language`, of those the tables use.
const VOCABULARY: &[&str] = &[
    "Operator",
    "Output",
    "Part",
    "QuestionKind",
    "RetrievalMode",
    "Scenario",
    "ValueType",
];

/// What a generated file says about where its types are.
struct Target {
    /// First line.
    generated: &'static str,
    /// How the line that says what the file is starts; inner documentation cannot be included.
    remark: &'static str,
    root: &'static str,
    ty: &'static str,
    module: &'static str,
    language: &'static str,
    visibility: &'static str,
    /// What stands before the item.
    lints: &'static str,
}

const IN_DECODER: Target = Target {
    generated: GENERATED,
    remark: "//!",
    root: "crates/decoder/src/generated",
    ty: "Tables",
    module: "crate::tables",
    language: "crate::language",
    visibility: "pub(super)",
    lints: "",
};

const IN_EXECUTOR: Target = Target {
    root: "crates/executor/src/generated",
    ty: "Catalogue",
    module: "crate::catalogue",
    language: "cmec_decoder::language",
    ..IN_DECODER
};

/// The tables in any crate that depends on the decoder.
const TABLES_IN_HOST: Target = Target {
    generated: GENERATED_FOR_HOST,
    remark: "//",
    module: "cmec_decoder::tables",
    language: "cmec_decoder::language",
    visibility: "pub",
    lints: "#[allow(dead_code, unreachable_pub)]\n",
    ..IN_DECODER
};

/// The catalogue in any crate that depends on the executor.
const CATALOGUE_IN_HOST: Target = Target {
    ty: "Catalogue",
    module: "cmec_executor::catalogue",
    ..TABLES_IN_HOST
};

/// `<domain>.tables.rs` and `<domain>.catalogue.rs`.
pub(super) fn of_domain(checked: &Checked) -> Vec<Artefact> {
    let name = checked.name();
    let path = |what: &str| format!("{name}.{what}.rs");
    let (tables, catalogue) = (checked.tables(), checked.catalogue());
    vec![
        TABLES_IN_HOST.file(path("tables"), name, tables),
        CATALOGUE_IN_HOST.file(path("catalogue"), name, catalogue),
    ]
}

/// The built-in domains: a file each in the decoder and the executor, and the list of them.
pub(crate) fn builtin(domains: &[Checked]) -> Vec<Artefact> {
    let mut artefacts = Vec::new();
    for checked in domains {
        let name = checked.name();
        let path = |target: &Target| format!("{}/{name}.rs", target.root);
        artefacts.push(IN_DECODER.file(path(&IN_DECODER), name, checked.tables()));
        artefacts.push(IN_EXECUTOR.file(path(&IN_EXECUTOR), name, checked.catalogue()));
    }
    let mut names: Vec<&str> = domains.iter().map(Checked::name).collect();
    names.sort_unstable();
    artefacts.extend([IN_DECODER, IN_EXECUTOR].map(|target| target.list(&names)));
    artefacts
}

impl Target {
    fn item(&self) -> String {
        self.ty.to_uppercase()
    }

    fn file(&self, path: String, domain: &str, value: &impl Serialize) -> Artefact {
        let Self {
            generated,
            remark,
            ty,
            visibility,
            lints,
            ..
        } = self;
        let (item, doc) = (
            self.item(),
            format!("The {} of `{domain}`.", ty.to_lowercase()),
        );
        let text = match literal(value) {
            Ok((literal, names)) => format!(
                "{generated}\n\n{remark} {doc}\n\nuse std::borrow::Cow;\n\n{}\n/// {doc}\n{lints}{visibility} static {item}: {ty} = {};\n",
                self.imports(&names),
                literal.lay_out(0),
            ),
            // The forms are ours and all writable; a test holds that.
            Err(Unsupported { .. }) => {
                format!("{generated}\n\ncompile_error!(\"`{domain}` cannot be written\");\n")
            }
        };
        Artefact { path, text }
    }

    fn imports(&self, names: &BTreeSet<&'static str>) -> String {
        let (words, forms): (Vec<&str>, Vec<&str>) =
            names.iter().partition(|name| VOCABULARY.contains(name));
        [(self.module, forms), (self.language, words)]
            .iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(module, names)| match names.as_slice() {
                [name] => format!("use {module}::{name};\n"),
                names => format!("use {module}::{{{}}};\n", names.join(", ")),
            })
            .collect()
    }

    fn list(&self, names: &[&str]) -> Artefact {
        let Self {
            ty, module, root, ..
        } = self;
        let (item, what) = (self.item(), ty.to_lowercase());
        let names = names.iter();
        let modules = names
            .clone()
            .map(|name| format!("#[rustfmt::skip]\nmod {name};\n"));
        let modules: String = modules.collect();
        let quoted = joined(names.clone().map(|name| format!("\"{name}\"")), ", ");
        let arms: String = names
            .map(|name| format!("        \"{name}\" => Some(&{name}::{item}),\n"))
            .collect();
        let text = format!(
            "{GENERATED}\n\n//! The built-in domains.\n\n{modules}\nuse {module}::{ty};\n\n\
             /// Names of the built-in domains, sorted.\npub const DOMAINS: &[&str] = &[{quoted}];\n\n\
             /// The {what} of a built-in domain.\n#[must_use]\npub fn builtin(name: &str) -> Option<&'static {ty}> {{\n    \
             match name {{\n{arms}        _ => None,\n    }}\n}}\n"
        );
        Artefact {
            path: format!("{root}.rs"),
            text,
        }
    }
}
