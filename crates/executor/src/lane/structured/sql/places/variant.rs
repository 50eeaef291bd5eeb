//! Variants of a contract: assignments of types to variables such that every hop is possible.

use cmec_decoder::contract::Entity;
use cmec_decoder::places::{Hop, Place, Places};

use crate::catalogue::KeyType;
use crate::lane::structured::sql::context::{SqlContext, WriteError, each_once};
use crate::lane::structured::sql::places::link::steps;

/// Maximum number of variants of one contract.
const MOST: usize = 64;

pub(crate) fn types_at<'s>(
    context: &'s SqlContext<'_>,
    place: &Place<'s>,
    entities: &'s [Entity<'s>],
) -> Vec<&'s str> {
    let Some(named) = &place.entities else {
        return match place.types.as_slice() {
            [] => {
                let types = context.tables.types.iter();
                types.map(|def| def.name.as_ref()).collect()
            }
            own => each_once(own.to_vec()),
        };
    };
    let named = named.iter().filter_map(|index| entities.get(*index));
    let found = named.flat_map(|entity| context.anchors.of(entity));
    let types = found.map(|found| found.type_name.as_str());
    let fits = |name: &&str| place.types.is_empty() || place.types.contains(name);
    each_once(types.filter(fits).collect())
}

/// The type assignments that the hops allow.
pub(crate) fn variants<'s>(
    context: &'s SqlContext<'_>,
    places: &'s Places<'s>,
    entities: &'s [Entity<'s>],
) -> Result<Vec<Vec<&'s str>>, WriteError> {
    let mut variants: Vec<Vec<&str>> = vec![Vec::new()];
    for (index, place) in places.places.iter().enumerate() {
        let types = match places.is_absent(index) {
            true => vec![""],
            false => types_at(context, place, entities),
        };
        let mut longer = Vec::new();
        for variant in &variants {
            for name in &types {
                let variant = [variant.as_slice(), &[*name]].concat();
                if allowed(context, &variant, &places.hops) {
                    longer.push(variant);
                }
            }
        }
        if longer.len() > MOST {
            return Err(WriteError::ManyTypes);
        }
        variants = longer;
    }
    Ok(variants)
}

fn types_there<'s>(
    context: &'s SqlContext<'_>,
    places: &'s Places<'s>,
    entities: &'s [Entity<'s>],
    place: usize,
) -> Result<Vec<&'s str>, WriteError> {
    let variants = variants(context, places, entities)?;
    let types = variants.iter().filter_map(|variant| variant.get(place));
    Ok(each_once(types.copied().collect()))
}

/// True where a variable has several possible types.
pub(crate) fn is_of_several(
    context: &SqlContext<'_>,
    places: &Places<'_>,
    entities: &[Entity<'_>],
    place: usize,
) -> Result<bool, WriteError> {
    Ok(types_there(context, places, entities, place)?.len() > 1)
}

/// The type of a variable's keys as sort values: with several types, text.
pub(crate) fn key_type(
    context: &SqlContext<'_>,
    places: &Places<'_>,
    entities: &[Entity<'_>],
    place: usize,
) -> Result<KeyType, WriteError> {
    match types_there(context, places, entities, place)?.as_slice() {
        [only] if !only.is_empty() => Ok(context.table(only)?.key_type),
        _ => Ok(KeyType::Plain),
    }
}

/// True where the hops are possible between the variables that have a type so far.
fn allowed(context: &SqlContext<'_>, types: &[&str], hops: &[Hop<'_>]) -> bool {
    let there = hops.iter().filter(|hop| !hop.absent);
    there.into_iter().all(|hop| {
        let ends = types.get(hop.from).zip(types.get(hop.to));
        ends.is_none_or(|(from, to)| may_lead(context, hop, from, to))
    })
}

/// True where a hop can lead from one type to another.
pub(crate) fn may_lead(context: &SqlContext<'_>, hop: &Hop<'_>, from: &str, to: &str) -> bool {
    let [least, most] = hop.times;
    let mut here = vec![from];
    for walked in 1..=most {
        let next = here
            .iter()
            .flat_map(|here| steps(context.tables, hop, here));
        here = each_once(next.map(|step| step.leads).collect());
        if walked >= least && here.contains(&to) {
            return true;
        }
    }
    false
}
