//! Derives from the relations of an intent where its columns can be read.

use std::borrow::Cow;

use crate::contract::{Grounding, Intent, Str};
use crate::language::Output;
use crate::places::{Place, Places, ValuePlace};
use crate::resolve::context::Context;
use crate::resolve::notes::Notes;
use crate::resolve::scope::Scope;
use crate::resolve::scope::known_places::{NamedPlace, Unclear};

/// Records the named variables. `single`, given if rows are instances, is `true` for each variable with one instance
/// per row.
pub(crate) fn learn_names<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    places: &Places<'_>,
    single: Option<&Vec<bool>>,
) {
    let types = context.tables.types.iter().map(|def| def.name.as_ref());
    for (at, place) in places.places.iter().enumerate() {
        let Some(name) = place.name else {
            continue;
        };
        let several = single.is_some_and(|single| single.get(at) == Some(&false));
        let types = types.clone().filter(|known| place.types.contains(known));
        let alone = |known: &&str| places.reached(known) == ValuePlace::At(at);
        scope.read.named.push(NamedPlace {
            name: Cow::Owned(name.to_owned()),
            types: types.clone().collect(),
            alone_has: types.filter(alone).collect(),
            unclear: match places.is_absent(at) {
                true => Some(Unclear::Nowhere),
                false if several => Some(Unclear::Several),
                false => {
                    let is_shared = single.is_some() && places.is_shared(at);
                    is_shared.then_some(Unclear::Shared)
                }
            },
            is_read: false,
        });
    }
}

/// Records where the columns of an intent can be read. `groups` are the types of each group.
pub(crate) fn learn_places<'a, 'w>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &Notes<'a>,
    intent: &Intent,
    grounding: &'w Grounding<'a>,
    groups: impl Iterator<Item = Vec<&'w str>>,
) {
    if grounding.relations.is_empty() || notes.overlong || !intent.scenario.is_matched() {
        return;
    }
    let mut targets: Vec<&str> = names(&grounding.target_types);
    let groups: Vec<Vec<&str>> = groups.collect();
    // A group without types, in a contract without types, may have any type.
    if !(targets.is_empty() && groups.iter().any(Vec::is_empty)) {
        targets.extend(groups.iter().flatten());
    }
    let places = Places::of(intent.scenario, grounding, &targets, context.tables);
    let single = places.single();
    let of_instances = has_instances(intent);
    learn_names(context, scope, &places, of_instances.then_some(&single));
    // Entities are fixed by name, so they do not multiply rows.
    let counted = places.places.iter().zip(&single).enumerate();
    let mut counted =
        counted.filter(|(at, (place, _))| place.entities.is_none() && !places.is_absent(*at));
    scope.read.many = of_instances && counted.any(|(_, (_, single))| !single);
    for def in context.tables.types.iter() {
        let has = |place: &&Place<'_>| place.types.contains(&def.name.as_ref());
        let mut having = places.places.iter().filter(has).peekable();
        // A type that no variable has is read at the target, if anywhere.
        if having.peek().is_none() {
            continue;
        }
        if having.any(|place| place.name.is_none()) {
            scope.read.unnamed.push(&def.name);
        }
        let several = |place| of_instances && single.get(place) == Some(&false);
        let unclear = match places.reached(&def.name) {
            ValuePlace::At(place) if places.is_absent(place) => Unclear::Nowhere,
            ValuePlace::At(place) if several(place) => Unclear::Several,
            ValuePlace::At(place) if of_instances && places.is_shared(place) => Unclear::Shared,
            ValuePlace::Twice => Unclear::Twice,
            _ => continue,
        };
        scope.read.unclear.push((&def.name, unclear));
    }
}

fn names<'w>(types: &'w [Str<'_>]) -> Vec<&'w str> {
    types.iter().map(AsRef::as_ref).collect()
}

/// `true` if the rows of the answer are instances, or numbers over instances.
fn has_instances(intent: &Intent) -> bool {
    intent.scenario.is_matched() && !intent.has_matches() && intent.output_type != Output::Existence
}
