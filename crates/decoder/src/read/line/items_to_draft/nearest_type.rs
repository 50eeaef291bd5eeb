//! The types a line is about, which say what its names mean.

use crate::language::is_line_keyword;
use crate::line::name_lookup::{aliased, relation};
use crate::read::line::items::{Bare, Item, ItemKind};
use crate::tables::Tables;

/// The types a line is about.
pub(super) struct Near<'a> {
    pub(super) targets: Vec<&'a str>,
    pub(super) others: Vec<&'a str>,
}

impl<'a> Near<'a> {
    pub(super) fn of(items: &[Item<'a>], tables: &'a Tables) -> Self {
        let mut near = Self {
            targets: Vec::new(),
            others: Vec::new(),
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
