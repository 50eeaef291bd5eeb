//! Rust: the tables and the catalogue as `static`s, and enums of a domain's codes.

pub(crate) mod code_enums;
pub(crate) mod identifiers;
mod literal;
mod literal_layout;
pub(super) mod statics;

use crate::artefact::Artefact;
use crate::resolve::checked::Checked;

/// `<domain>.tables.rs`, `<domain>.catalogue.rs` and `<domain>.codes.rs`, for a host to include.
pub(super) fn of_domain(checked: &Checked) -> Vec<Artefact> {
    let mut artefacts = statics::of_domain(checked);
    artefacts.push(code_enums::of_domain(checked));
    artefacts
}
