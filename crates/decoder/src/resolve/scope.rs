//! `Scope`: the mutable state of the rules for the whole intent or a subquery.

pub(crate) mod intent_types;
pub(crate) mod known_places;
pub(crate) mod subquery;

use crate::resolve::scope::intent_types::{IntentTypes, Types};
use crate::resolve::scope::known_places::PlacesRead;
use crate::resolve::scope::subquery::GivenGroup;

/// The state of the rules for the whole intent or a subquery.
#[derive(Default)]
pub(crate) struct Scope<'a> {
    pub(crate) about: IntentTypes<'a>,
    pub(crate) walked: Types<'a>,
    pub(crate) read: PlacesRead<'a>,
    pub(crate) given: Vec<GivenGroup<'a>>,
    /// `true` in a subquery, which has no default limit.
    pub(crate) in_group: bool,
    /// The greatest nesting depth of subqueries.
    pub(crate) deepest: u32,
}
