//! Codes and names → fields, relations, types, and where columns are read.

pub(crate) mod codes;
pub(crate) mod derivations;
pub(crate) mod fields;
pub(crate) mod learned_places;
pub(crate) mod named_places;
pub(crate) mod places_read;
