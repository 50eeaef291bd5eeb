//! The variants of a contract's places: each place is of one type, and every hop can lead between them.

use cmec_decoder::contract::Entity;
use cmec_decoder::places::{Hop, Place, Places};

use super::link::steps;
use super::writer::{Unwritten, Writer, each_once};
use crate::catalogue::KeyType;

/// Most variants of one contract.
const MOST: usize = 64;

impl<'q> Writer<'q> {
    /// The types that may stand at a place.
    pub(super) fn types_at<'s>(
        &'s self,
        place: &Place<'s>,
        entities: &'s [Entity<'s>],
    ) -> Vec<&'s str> {
        let Some(named) = &place.entities else {
            return match place.types.as_slice() {
                [] => self
                    .tables
                    .types
                    .iter()
                    .map(|def| def.name.as_ref())
                    .collect(),
                own => each_once(own.to_vec()),
            };
        };
        let named = named.iter().filter_map(|index| entities.get(*index));
        let found = named.flat_map(|entity| self.anchors.of(entity));
        let types = found.map(|found| found.type_name.as_str());
        let fits = |name: &&str| place.types.is_empty() || place.types.contains(name);
        each_once(types.filter(fits).collect())
    }

    /// The types of the places, in each way that the hops allow.
    pub(super) fn variants<'s>(
        &'s self,
        places: &'s Places<'s>,
        entities: &'s [Entity<'s>],
    ) -> Result<Vec<Vec<&'s str>>, Unwritten> {
        let mut variants: Vec<Vec<&str>> = vec![Vec::new()];
        for (index, place) in places.places.iter().enumerate() {
            let types = match places.is_absent(index) {
                true => vec![""],
                false => self.types_at(place, entities),
            };
            let mut longer = Vec::new();
            for variant in &variants {
                for name in &types {
                    let variant = [variant.as_slice(), &[*name]].concat();
                    if self.allowed(&variant, &places.hops) {
                        longer.push(variant);
                    }
                }
            }
            if longer.len() > MOST {
                return Err(Unwritten::ManyTypes);
            }
            variants = longer;
        }
        Ok(variants)
    }

    /// The types that stand at a place in some variant.
    fn types_there<'s>(
        &'s self,
        places: &'s Places<'s>,
        entities: &'s [Entity<'s>],
        place: usize,
    ) -> Result<Vec<&'s str>, Unwritten> {
        let variants = self.variants(places, entities)?;
        let types = variants.iter().filter_map(|variant| variant.get(place));
        Ok(each_once(types.copied().collect()))
    }

    /// Whether instances of several types stand at a place.
    pub(super) fn is_of_several(
        &self,
        places: &Places<'_>,
        entities: &[Entity<'_>],
        place: usize,
    ) -> Result<bool, Unwritten> {
        Ok(self.types_there(places, entities, place)?.len() > 1)
    }

    /// What the keys at a place are, as rows are sorted by them: of several types they are texts.
    pub(super) fn key_type(
        &self,
        places: &Places<'_>,
        entities: &[Entity<'_>],
        place: usize,
    ) -> Result<KeyType, Unwritten> {
        match self.types_there(places, entities, place)?.as_slice() {
            [only] if !only.is_empty() => Ok(self.table(only)?.key_type),
            _ => Ok(KeyType::Plain),
        }
    }

    /// Whether the hops can lead between the places as far as they have types.
    fn allowed(&self, types: &[&str], hops: &[Hop<'_>]) -> bool {
        let there = hops.iter().filter(|hop| !hop.absent);
        there.into_iter().all(|hop| {
            let ends = types.get(hop.from).zip(types.get(hop.to));
            ends.is_none_or(|(from, to)| self.may_lead(hop, from, to))
        })
    }

    /// Whether a hop can lead from a type to another.
    pub(super) fn may_lead(&self, hop: &Hop<'_>, from: &str, to: &str) -> bool {
        let [least, most] = hop.times;
        let mut here = vec![from];
        for walked in 1..=most {
            let next = here.iter().flat_map(|here| steps(self.tables, hop, here));
            here = each_once(next.map(|step| step.leads).collect());
            if walked >= least && here.contains(&to) {
                return true;
            }
        }
        false
    }
}
