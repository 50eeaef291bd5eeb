//! `Scope`: what is known of the part of a draft that is being resolved, the whole or one of its subqueries.

pub(crate) mod intent_types;
pub(crate) mod known_places;
pub(crate) mod subquery;

use crate::resolve::scope::intent_types::{IntentTypes, Types};
use crate::resolve::scope::known_places::PlacesRead;
use crate::resolve::scope::subquery::GivenGroup;

/// What is known of the whole, or of a group that is matched by itself.
#[derive(Default)]
pub(crate) struct Scope<'a> {
    pub(crate) about: IntentTypes<'a>,
    /// The types at the ends of the relations.
    pub(crate) walked: Types<'a>,
    /// Where the columns are read.
    pub(crate) read: PlacesRead<'a>,
    /// The groups before that are matched by themselves.
    pub(crate) given: Vec<GivenGroup<'a>>,
    /// Whether it is a group, which has all rows where it has no page.
    pub(crate) in_group: bool,
    /// How many groups are within one another.
    pub(crate) deepest: u32,
}
