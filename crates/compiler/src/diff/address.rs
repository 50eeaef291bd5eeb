//! Compares the address lane apart from its recipes: row limits, templates, anchors, the filter catalogue.

use std::cmp::Ordering;

use cmec_executor::catalogue::{AddressCatalogue, LimitPolicy, Recipe};

use super::change::cut;
use super::comparison::Comparison;
use super::version::matched;
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
    ROWS_DEFAULT_CHANGED "CD122" "rows-default-changed" Untouched Breaking Untouched Compatible {
        what: "is another number when none is said",
        why: "an answer is longer or shorter; a contract that says its limit is answered as before",
        instead: "nothing",
    }
    TEMPLATE_CHANGED "CD123" "template-changed" Untouched Breaking Untouched Compatible {
        what: "asks in another way",
        why: "the recipes over it mean the same; their rows come from another query",
        instead: "compare answers before and after",
    }
    ANCHORS_CHANGED "CD124" "anchors-changed" Untouched Breaking Untouched Compatible {
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
    // Without the lane, all its recipes are reported as removed.
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
            (_, Ordering::Equal) => continue,
            (true, _) => &ROWS_DEFAULT_CHANGED,
            (false, Ordering::Less) => &ROWS_RAISED,
            (false, Ordering::Greater) => &ROWS_LOWERED,
        };
        let element = format!("row limit `{name}`");
        (changes.add(rule, element, (FILE, &["limits", name])))
            .from(was.to_string())
            .to(now.to_string());
    }
}

fn around(changes: &mut Comparison<'_>, old: &AddressCatalogue, new: &AddressCatalogue) {
    let templates = matched(&old.templates, &new.templates, |template| &template.name);
    for (_, template) in templates.stayed.iter().filter(|(was, now)| was != now) {
        let element = format!("template `{}`", cut(&template.name));
        let keys = ["templates", &*template.name];
        changes.add(&TEMPLATE_CHANGED, element, (FILE, &keys));
    }
    if old.anchors != new.anchors {
        changes.add(&ANCHORS_CHANGED, "the anchors", (FILE, &["anchors"]));
    }
    let filters = matched(&old.filters, &new.filters, |filter| &filter.name);
    let changed = (filters.stayed.into_iter()).filter_map(|(was, now)| (was != now).then_some(now));
    for filter in changed.chain(filters.came).chain(filters.gone) {
        let element = format!("filter `{}`", cut(&filter.name));
        let keys = ["filters", &*filter.name];
        changes.add(&FILTERS_CHANGED, element, (FILE, &keys));
    }
}
