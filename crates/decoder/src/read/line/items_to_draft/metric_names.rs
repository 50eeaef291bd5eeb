//! Words alone that are names of metrics of the codebook: `funds_raised`, and `funds_raised:f` with a name of its own.

use std::borrow::Cow;

use crate::read::line::items::{Column, Item, ItemKind, Metric};
use crate::span::Spanned;
use crate::tables::Tables;

/// The items, those that name a metric of the codebook as that. What names a type is of that type.
pub(super) fn with_metrics<'a>(items: Vec<Item<'a>>, tables: &'a Tables) -> Vec<Item<'a>> {
    if tables.metrics.is_empty() {
        return items;
    }
    items
        .into_iter()
        .map(|item| Spanned {
            value: named(&item, tables).unwrap_or(item.value),
            ..item
        })
        .collect()
}

fn named<'a>(item: &Item<'a>, tables: &'a Tables) -> Option<ItemKind<'a>> {
    let (name, span, alias) = match &item.value {
        ItemKind::Bare(bare) => (&bare.word, item.span, None),
        // Read as an entity of a type.
        ItemKind::Entity(entity) if entity.id.is_none() => {
            let name = entity.type_name.as_ref()?;
            (&name.value, name.span, Some(entity.text.clone()))
        }
        _ => return None,
    };
    let def = tables.metric_by_name(name)?;
    tables.type_by_name(name).is_none().then_some(())?;
    let code = Cow::Borrowed(def.code.as_ref());
    Some(ItemKind::Metric(Metric {
        function: None,
        over: Some(Column::Metric(Spanned::new(code, span))),
        alias,
    }))
}
