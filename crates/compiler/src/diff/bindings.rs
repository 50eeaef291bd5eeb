//! Compares bindings: the tables that the structured lane queries.

use cmec_executor::catalogue::{StructuredCatalogue, TypeBinding};

use super::change::{Change, cut};
use super::comparison::Comparison;
use super::rule;
use super::version::{list, matched};
use crate::source::files::BINDINGS as FILE;

rule::table! {
    TABLES_BOUND "CD150" "tables-bound" Untouched Compatible Untouched Compatible {
        what: "are bound",
        why: "contracts mean the same; there are tables now to ask",
        instead: "nothing",
    }
    TABLES_UNBOUND "CD151" "tables-unbound" Untouched Breaking Untouched Compatible {
        what: "are no longer bound",
        why: "contracts mean the same; there are no tables any more to ask",
        instead: "keep the tables bound until nobody asks",
    }
    BINDING_CHANGED "CD152" "binding-changed" Untouched Breaking Untouched Compatible {
        what: "is bound otherwise",
        why: "a stored contract means the same; it is answered from other rows, another table or another column",
        instead: "change the database at the same time, and compare answers before and after",
    }
}

pub(super) fn compare(changes: &mut Comparison<'_>) {
    let old = changes.old.catalogue.structured.as_ref();
    let new = changes.new.catalogue.structured.as_ref();
    let (old, new) = match (old, new) {
        (Some(old), Some(new)) => (old, new),
        (None, None) => return,
        (before, _) => {
            let rule = before.map_or(&TABLES_BOUND, |_| &TABLES_UNBOUND);
            changes.add(rule, "tables", (FILE, &["types"]));
            return;
        }
    };
    if old.minutes_ahead != new.minutes_ahead {
        let ahead = |catalogue: &StructuredCatalogue| format!("{} min", catalogue.minutes_ahead);
        add(changes, "the time zone", &["time_zone"]).between(Some(ahead(old)), Some(ahead(new)));
    }
    // Added and removed elements are reported themselves.
    for (was, now) in matched(&old.types, &new.types, |ty| &ty.type_name).stayed {
        of_type(changes, was, now);
    }
    for (was, now) in matched(&old.relations, &new.relations, |one| &one.relation).stayed {
        if was != now {
            let name = &*now.relation;
            let element = format!("relation `{}`", cut(name));
            add(changes, &element, &["relations", name]);
        }
    }
}

fn of_type(changes: &mut Comparison<'_>, was: &TypeBinding, now: &TypeBinding) {
    let name = &*now.type_name;
    let only = |ty: &TypeBinding| {
        let only = ty.only.iter();
        let only = only.map(|one| format!("{} = {}", one.column, one.is));
        list(&only.collect::<Vec<String>>())
    };
    let table = |ty: &TypeBinding| Some(ty.table.to_string());
    for (key, old, new) in [
        ("table", table(was), table(now)),
        ("key", list(&was.key), list(&now.key)),
        ("only", only(was), only(now)),
        ("label", list(&was.label), list(&now.label)),
    ] {
        if old != new {
            let element = format!("`{key}` of type `{}`", cut(name));
            add(changes, &element, &["types", name, key]).between(old, new);
        }
    }
    for (key, differ) in [
        ("key_type", was.key_type != now.key_type),
        ("embedding", was.embedding != now.embedding),
    ] {
        if differ {
            let element = format!("`{key}` of type `{}`", cut(name));
            add(changes, &element, &["types", name, key]);
        }
    }
    for (was, now) in matched(&was.fields, &now.fields, |field| &field.path).stayed {
        if was != now {
            let field = now.path.split_once('.').map_or("", |(_, name)| name);
            let columns = (was.column != now.column)
                .then(|| (was.column.to_string(), now.column.to_string()));
            let (old, new) = columns.unzip();
            let element = format!("field `{}`", cut(&now.path));
            add(changes, &element, &["types", name, "columns", field]).between(old, new);
        }
    }
}

fn add<'c>(changes: &'c mut Comparison<'_>, element: &str, keys: &[&str]) -> &'c mut Change {
    changes.add(&BINDING_CHANGED, element, (FILE, keys))
}
