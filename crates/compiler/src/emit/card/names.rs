//! The names of fields on the card of the line: of those that sort and of those that group.

use std::collections::HashSet;

use cmec_decoder::tables::FieldDef;

use crate::emit::scope::Scope;
use crate::text::joined;

/// Behind a field one can sort by, where another type's of the same name does not sort.
pub(super) const SORTS: &str = "±";
/// Any such field, in the list of those to sort by.
const SORTS_SHOWN: &str = "<f>±";

/// The names of the fields to sort by.
pub(super) fn sortable(scope: &Scope<'_>) -> String {
    names(scope, |field| field.sortable, |_| SORTS_SHOWN)
}

/// The names of the fields to group by.
pub(super) fn groupable(scope: &Scope<'_>) -> String {
    names(scope, |field| field.groupable, |field| &field.path)
}

/// The names of the fields with which something can be done, each once. `shared`: what stands for a field where another
/// type's of the same name cannot.
fn names<'s>(
    scope: &Scope<'s>,
    can: impl Fn(&FieldDef) -> bool,
    shared: impl Fn(&'s FieldDef) -> &'s str,
) -> String {
    let cannot = cannot(scope, &can);
    let mut seen = HashSet::new();
    let names = (scope.fields.iter().copied().filter(|field| can(field)))
        .map(|field| match field.spelling() {
            own if cannot.contains(own) => shared(field),
            own => own,
        })
        .filter(|said| seen.insert(*said));
    joined(names, "|")
}

/// The names of the fields with which something cannot be done.
pub(super) fn cannot<'s>(scope: &Scope<'s>, can: impl Fn(&FieldDef) -> bool) -> HashSet<&'s str> {
    let fields = scope.fields.iter().copied();
    fields
        .filter(|field| !can(field))
        .map(FieldDef::spelling)
        .collect()
}
