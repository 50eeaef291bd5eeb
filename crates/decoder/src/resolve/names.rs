//! Resolves codes and names to fields, relations and types, and columns to variables.

pub(crate) mod codes;
pub(crate) mod derivations;
pub(crate) mod fields;
pub(crate) mod learned_places;
pub(crate) mod named_places;
pub(crate) mod places_read;
