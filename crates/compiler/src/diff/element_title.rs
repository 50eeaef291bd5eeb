//! How a message calls an element.

use cmec_decoder::tables::{FieldDef, RelationDef};

pub(super) fn of_field(field: &FieldDef) -> String {
    format!("field `{}` (`{}`)", field.code, field.path)
}

pub(super) fn of_relation(relation: &RelationDef) -> String {
    format!("relation `{}` (`{}`)", relation.code, relation.name)
}
