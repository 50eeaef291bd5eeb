//! The address lane around its recipes: row limits, templates, anchors, the filter catalogue.

use std::collections::HashMap;

use cmec_executor::catalogue::{AddressCatalogue, FilterDef, LimitPolicy, Recipe, Template};

use super::change::cut;
use super::comparison::Comparison;
use super::{recipes, rule};
use crate::source::files::RECIPES as FILE;

rule::table! {
    ROWS_LOWERED "CD120" "rows-lowered" Untouched Breaking Untouched Compatible {
        what: "is lower",
        why: "a stored contract that asks for more rows is cut",
        instead: "keep the maximum; pages bound an answer too",
    }
    ROWS_RAISED "CD121" "rows-raised" Untouched Compatible Untouched Compatible {
        what: "is higher",
        why: "an answer may be longer than any before",
        instead: "nothing",
    }
    ROWS_DEFAULT_CHANGED "CD122" "rows-default-changed" Untouched Compatible Untouched Compatible {
        what: "is another number when none is said",
        why: "an answer is longer or shorter; a contract that says its limit is answered as before",
        instead: "nothing",
    }
    TEMPLATE_CHANGED "CD123" "template-changed" Untouched Compatible Untouched Compatible {
        what: "asks in another way",
        why: "the recipes over it mean the same; their rows come from another query",
        instead: "compare answers before and after",
    }
    ANCHORS_CHANGED "CD124" "anchors-changed" Untouched Compatible Untouched Compatible {
        what: "are confirmed in another way",
        why: "a name may be found, or become ambiguous, where it did not before",
        instead: "compare answers before and after",
    }
    FILTERS_CHANGED "CD125" "filters-changed" Untouched Compatible Untouched Compatible {
        what: "has changed",
        why: "the filter catalogue is for recipes and people; what a recipe takes is a change of its own",
        instead: "nothing",
    }
}

pub(super) fn compare(changes: &mut Comparison<'_>) {
    let old = changes.old.catalogue.address.as_ref();
    let new = changes.new.catalogue.address.as_ref();
    recipes::compare(changes, recipes_of(old), recipes_of(new));
    // Without the lane there are no recipes, and that is said.
    if let (Some(old), Some(new)) = (old, new) {
        rows(changes, &old.limits, &new.limits);
        around(changes, old, new);
    }
}

fn recipes_of(side: Option<&AddressCatalogue>) -> &[Recipe] {
    side.map_or(&[], |address| address.recipes.as_ref())
}

fn rows(changes: &mut Comparison<'_>, old: &LimitPolicy, new: &LimitPolicy) {
    for (name, is_default, was, now) in [
        ("default", true, old.default, new.default),
        ("account", true, old.account, new.account),
        ("max", false, old.max, new.max),
        ("extended_max", false, old.extended_max, new.extended_max),
    ] {
        let rule = match (is_default, was.cmp(&now)) {
            (_, std::cmp::Ordering::Equal) => continue,
            (true, _) => &ROWS_DEFAULT_CHANGED,
            (false, std::cmp::Ordering::Less) => &ROWS_RAISED,
            (false, std::cmp::Ordering::Greater) => &ROWS_LOWERED,
        };
        let element = format!("row limit `{name}`");
        (changes.add(rule, element, (FILE, &["limits", name])))
            .from(was.to_string())
            .to(now.to_string());
    }
}

fn around(changes: &mut Comparison<'_>, old: &AddressCatalogue, new: &AddressCatalogue) {
    let before: HashMap<&str, &Template> = (old.templates.iter())
        .map(|template| (template.name.as_ref(), template))
        .collect();
    for template in new.templates.iter() {
        let before = before.get(template.name.as_ref());
        if before.is_some_and(|before| *before != template) {
            let element = format!("template `{}`", cut(&template.name));
            let keys = ["templates", template.name.as_ref()];
            changes.add(&TEMPLATE_CHANGED, element, (FILE, &keys));
        }
    }
    if old.anchors != new.anchors {
        let element = "the anchors".to_owned();
        changes.add(&ANCHORS_CHANGED, element, (FILE, &["anchors"]));
    }
    let before: HashMap<&str, &FilterDef> = filters(old).collect();
    let now: HashMap<&str, &FilterDef> = filters(new).collect();
    let gone = filters(old).filter(|(name, _)| !now.contains_key(name));
    for (name, _) in filters(new).chain(gone) {
        if before.get(name) != now.get(name) {
            let element = format!("filter `{}`", cut(name));
            changes.add(&FILTERS_CHANGED, element, (FILE, &["filters", name]));
        }
    }
}

fn filters(side: &AddressCatalogue) -> impl Iterator<Item = (&str, &FilterDef)> {
    (side.filters.iter()).map(|filter| (filter.name.as_ref(), filter))
}
