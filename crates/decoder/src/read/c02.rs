//! cMEC c0.2: JSON tree → `Draft`. Checks only keys and JSON types.

use crate::draft::{Draft, Words};
use crate::language::NamingStyle;
use crate::language::object::CONTRACT;
use crate::read::intent::{constraints, level};
use crate::read::json::tree::Json;
use crate::read::shape::Shape;

/// `true` for a top-level key of cMEC.
pub(crate) fn is_key(name: &str) -> bool {
    CONTRACT.key(name, NamingStyle::Codes).is_some()
}

pub(super) fn read<'a>(shape: &mut Shape, root: &Json<'a>) -> Draft<'a> {
    let mut draft = Draft::new(root.span, Words::Codes);
    level(shape, root, &CONTRACT, &mut draft, constraints);
    draft
}
