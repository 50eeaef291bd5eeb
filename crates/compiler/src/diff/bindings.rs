//! The tables of the structured lane: where the answer to a contract is looked for.

use cmec_executor::catalogue::TypeBinding;

use super::change::cut;
use super::comparison::Comparison;
use super::rule;
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
        (None, Some(_)) => {
            changes.add(&TABLES_BOUND, "tables".to_owned(), (FILE, &["types"]));
            return;
        }
        (Some(_), None) => {
            changes.add(&TABLES_UNBOUND, "tables".to_owned(), (FILE, &["types"]));
            return;
        }
    };
    // What joins or goes is told by the element itself.
    for after in new.types.iter() {
        let mut types = old.types.iter();
        let Some(was) = types.find(|was| was.type_name == after.type_name) else {
            continue;
        };
        let own = |ty: &TypeBinding| (ty.table.clone(), ty.key.clone(), ty.label.clone());
        if own(was) != own(after) {
            let element = format!("type `{}`", cut(&after.type_name));
            changes.add(
                &BINDING_CHANGED,
                element,
                (FILE, &["types", &after.type_name]),
            );
        }
        for field in after.fields.iter() {
            let before = was.fields.iter().find(|was| was.path == field.path);
            if before.is_some_and(|before| before != field) {
                let element = format!("field `{}`", cut(&field.path));
                let name = field.path.split_once('.').map_or("", |(_, name)| name);
                let at = ["types", after.type_name.as_ref(), "columns", name];
                changes.add(&BINDING_CHANGED, element, (FILE, &at));
            }
        }
    }
    for after in new.relations.iter() {
        let mut relations = old.relations.iter();
        let before = relations.find(|was| was.relation == after.relation);
        if before.is_some_and(|before| before != after) {
            let element = format!("relation `{}`", cut(&after.relation));
            changes.add(
                &BINDING_CHANGED,
                element,
                (FILE, &["relations", &after.relation]),
            );
        }
    }
}
