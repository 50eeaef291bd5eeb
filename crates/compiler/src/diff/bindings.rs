//! The tables of the structured lane: where the answer to a contract is looked for.

use super::change::cut;
use super::comparison::Comparison;
use super::rule;
use super::version::matched;
use crate::source::files::BINDINGS as FILE;

rule::table! {
    TABLES_BOUND "CD150" "tables-bound" Untouched Compatible Untouched Compatible {
        what: "are bound",
        why: "contracts mean the same; there are tables now to ask",
        instead: "nothing",
    }
    TABLES_UNBOUND "CD151" "tables-unbound" Untouched Compatible Untouched Compatible {
        what: "are no longer bound",
        why: "contracts mean the same; there are no tables any more to ask",
        instead: "keep the tables bound until nobody asks",
    }
    BINDING_CHANGED "CD152" "binding-changed" Untouched Compatible Untouched Compatible {
        what: "stands elsewhere",
        why: "contracts mean the same; what they ask for is looked for in another table or column",
        instead: "change the database at the same time",
    }
}

pub(super) fn compare(changes: &mut Comparison<'_>) {
    let old = changes.old.catalogue.structured.as_ref();
    let new = changes.new.catalogue.structured.as_ref();
    let (old, new) = match (old, new) {
        (Some(old), Some(new)) => (old, new),
        (None, None) => return,
        (before, _) => {
            let rule = if before.is_none() {
                &TABLES_BOUND
            } else {
                &TABLES_UNBOUND
            };
            changes.add(rule, "tables", (FILE, &["types"]));
            return;
        }
    };
    let mut add = |element: String, keys: &[&str]| {
        changes.add(&BINDING_CHANGED, element, (FILE, keys));
    };
    if old.minutes_ahead != new.minutes_ahead {
        add("time zone".to_owned(), &["time_zone"]);
    }
    // What joins or goes is told by the element itself.
    for (was, now) in matched(&old.types, &new.types, |ty| &ty.type_name).stayed {
        let name = &*now.type_name;
        if (&was.table, &was.key, &was.label) != (&now.table, &now.key, &now.label) {
            add(format!("type `{}`", cut(name)), &["types", name]);
        }
        for (was, field) in matched(&was.fields, &now.fields, |field| &field.path).stayed {
            if was != field {
                let field_name = field.path.split_once('.').map_or("", |(_, name)| name);
                let keys = ["types", name, "columns", field_name];
                add(format!("field `{}`", cut(&field.path)), &keys);
            }
        }
    }
    for (was, now) in matched(&old.relations, &new.relations, |one| &one.relation).stayed {
        if was != now {
            let name = &*now.relation;
            add(format!("relation `{}`", cut(name)), &["relations", name]);
        }
    }
}
