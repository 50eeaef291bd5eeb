//! The types a line is about, which say what its names mean.

use crate::draft::{DraftEnd, DraftRelation};
use crate::language::{Direction, given, is_line_keyword};
use crate::line::name_lookup::{aliased, relation};
use crate::read::line::items::{Bare, Item, ItemKind};
use crate::tables::Tables;

/// The types a line is about.
pub(super) struct Near<'a> {
    pub(super) targets: Vec<&'a str>,
    pub(super) others: Vec<&'a str>,
    /// The places with names, and the types that relations lead to there.
    places: Vec<(String, Vec<&'a str>)>,
}

impl<'a> Near<'a> {
    pub(super) fn of(items: &[Item<'a>], tables: &'a Tables) -> Self {
        let mut near = Self {
            targets: Vec::new(),
            others: Vec::new(),
            places: Vec::new(),
        };
        let mut entities = 0;
        let mut several = Vec::new();
        for item in items {
            match &item.value {
                ItemKind::Bare(bare) => add(&mut near.targets, type_of(bare, tables)),
                ItemKind::Entity(entity) => {
                    entities += 1;
                    let name = entity.type_name.as_ref();
                    let def = name.and_then(|name| tables.type_by_name(&name.value));
                    add(&mut near.others, def.map(|def| def.name.as_ref()));
                }
                ItemKind::Relation(said) => {
                    near.leads_to(said, tables);
                    let name = &said.relation.value;
                    match relation(tables, name) {
                        Some(def) => add(&mut near.others, [def.from.as_ref(), def.to.as_ref()]),
                        None => several.push(aliased(tables, name)),
                    }
                }
                _ => {}
            }
        }
        // An alias of several relations is of one that leads from or to what is said.
        for defs in several {
            let is_near = |name: &str| near.targets.contains(&name) || near.others.contains(&name);
            let mut fitting = (defs.iter()).filter(|def| is_near(&def.from) || is_near(&def.to));
            if let (Some(only), None) = (fitting.next(), fitting.next()) {
                add(&mut near.others, [only.from.as_ref(), only.to.as_ref()]);
            }
        }
        if near.targets.is_empty()
            && entities == 0
            && let [only] = tables.types.as_ref()
        {
            near.targets.push(&only.name);
        }
        near
    }
}

impl<'a> Near<'a> {
    /// The types at the place with this name; none where no relation leads there.
    pub(super) fn at(&self, place: &str) -> &[&'a str] {
        let mut places = self.places.iter();
        let found = places.find(|(name, _)| name == place);
        found.map_or(&[], |(_, types)| types)
    }

    /// Learns the place that a relation leads to, where it has a name.
    fn leads_to(&mut self, said: &DraftRelation<'_>, tables: &'a Tables) {
        let Some(DraftEnd::Name(end)) = said.to.as_ref().map(|end| &end.value) else {
            return;
        };
        let Some(place) = given::name(end) else {
            return;
        };
        let direction = said.direction.as_ref();
        let direction = direction.and_then(|word| Direction::from_code(&word.value));
        let name = &said.relation.value;
        let defs = match relation(tables, name) {
            Some(def) => vec![def],
            None => aliased(tables, name),
        };
        let known = self.places.iter().position(|(known, _)| known == place);
        let at = known.unwrap_or(self.places.len());
        if known.is_none() {
            self.places.push((place.to_owned(), Vec::new()));
        }
        let Some((_, types)) = self.places.get_mut(at) else {
            return;
        };
        for def in defs {
            let (low, high) = (def.from.as_ref(), def.to.as_ref());
            match direction {
                Some(Direction::Out) => add(types, [high]),
                Some(Direction::In) => add(types, [low]),
                _ => add(types, [low, high]),
            }
        }
    }
}

/// Adds types that are not there yet: a line may say a type a thousand times, and each of its names is looked for in all.
fn add<'a>(known: &mut Vec<&'a str>, names: impl IntoIterator<Item = &'a str>) {
    for name in names {
        if !known.contains(&name) {
            known.push(name);
        }
    }
}

/// The type a word alone names.
pub(super) fn type_of<'a>(bare: &Bare<'_>, tables: &'a Tables) -> Option<&'a str> {
    let keyword = !bare.quoted && is_line_keyword(&bare.word);
    let def = tables.type_by_name(&bare.word).filter(|_| !keyword)?;
    Some(&def.name)
}
