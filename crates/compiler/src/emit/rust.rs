//! Rust for a host: enums of a domain's codes, the table file, and functions that load it.

pub(crate) mod code_enums;
pub(crate) mod identifiers;

use super::tables_file::tables_file;
use crate::artefact::{Artefact, GENERATED_FOR_HOST};
use crate::resolve::checked::Checked;

/// `<domain>.tables.rs`, `<domain>.catalogue.rs` and `<domain>.codes.rs` for a host to include, and the table file that
/// the first two load.
pub(super) fn of_domain(checked: &Checked) -> Vec<Artefact> {
    let name = checked.name();
    vec![
        loader(name, "tables", "::cmec_decoder::Tables"),
        loader(name, "catalogue", "::cmec_executor::Catalogue"),
        code_enums::of_domain(checked),
        tables_file(checked),
    ]
}

/// A function that loads a section of the table file next to it. It has no `use`, so that it can be included anywhere.
fn loader(domain: &str, section: &str, form: &str) -> Artefact {
    let text = format!(
        "{GENERATED_FOR_HOST}\n\n\
         /// The {section} of `{domain}`, read from its table file at the first call.\n\
         ///\n\
         /// # Panics\n\
         /// Where the program is linked with another version of cmec than its build script.\n\
         #[allow(dead_code, unreachable_pub, clippy::expect_used)]\n\
         #[must_use]\n\
         pub fn {section}() -> &'static {form} {{\n    \
         static LOADED: ::std::sync::LazyLock<{form}> = ::std::sync::LazyLock::new(|| {{\n        \
         let file = include_str!(\"{domain}.tables.json\");\n        \
         {form}::from_compiled(file).expect(\"a table file of this version of cmec\")\n    }});\n    \
         &LOADED\n}}\n"
    );
    Artefact {
        path: format!("{domain}.{section}.rs"),
        text,
    }
}
