//! Compares the policy: the action on a finding, in general and for each named field, and row-level security.

use std::collections::BTreeSet;

use cmec_decoder::tables::{PolicyAction, RowFilter, RowValue, Tables};

use super::comparison::Comparison;
use super::rule;
use crate::source::files::CODEBOOK;
use crate::words;

rule::table! {
    DROP_ENDED "CD080" "drop-ended" Breaking Untouched Untouched Compatible {
        what: "is asked about where it is no value, and no longer ignored",
        why: "a call that became a contract without the filter is a question now",
        instead: "see in the ledgers that nothing is dropped any more, then change the tool",
    }
    DROP_STARTED "CD081" "drop-started" Compatible Untouched Untouched Compatible {
        what: "is ignored from now on where it is no value",
        why: "a call that was a question becomes a contract without the filter",
        instead: "show the ledger to whoever asked",
    }
    POLICY_CHANGED "CD082" "policy-changed" Compatible Untouched Untouched Compatible {
        what: "leads to another verdict",
        why: "hosts ask back where they refused, or refuse where they asked back",
        instead: "nothing; a host must know both verdicts",
    }
    ROW_FILTER_ENDED "CD083" "row-filter-ended" Breaking Untouched Untouched Compatible {
        what: "does not narrow the rows of its type any more",
        why: "answers hold what the filter kept out",
        instead: "see who may have the rows it kept out, then change the policy",
    }
    ROW_FILTER_STARTED "CD084" "row-filter-started" Breaking Breaking Untouched Compatible {
        what: "narrows the rows of its type from now on",
        why: "answers lack what the filter keeps out; contracts hold a constant nobody said, and hosts must say a principal",
        instead: "tell who reads the contracts",
    }
    PRINCIPALS_CHANGED "CD085" "principals-changed" Untouched Breaking Untouched Compatible {
        what: "are others, or have other values",
        why: "a host says every principal, with values of its type; one that does not is refused",
        instead: "have hosts say the new ones before the codebook asks for them",
    }
}

pub(super) fn compare(changes: &mut Comparison<'_>) {
    compare_rows(changes);
    if changes.old.tables.principals != changes.new.tables.principals {
        let at = (CODEBOOK, &["policy", "principals"][..]);
        changes.add(&PRINCIPALS_CHANGED, "the principals", at);
    }
    let (old, new) = (changes.old.tables, changes.new.tables);
    for (name, class) in words::of() {
        // A rule for one field exists in addition to the general one, and both may change.
        let of = |tables: &Tables| -> BTreeSet<String> {
            (tables.policy.iter())
                .filter(|rule| rule.class == class)
                .flat_map(|rule| rule.fields.iter().map(ToString::to_string))
                .filter(|path| old.field_by_path(path).is_some())
                .filter(|path| new.field_by_path(path).is_some())
                .collect()
        };
        let fields: BTreeSet<String> = of(old).union(&of(new)).cloned().collect();
        let general = [old, new].map(|side| side.action(class, None));
        if general[0] != general[1] {
            add(changes, name, format!("a finding `{name}`"), general);
        }
        for path in fields {
            let on_field = [old, new].map(|side| side.action(class, Some(&path)));
            if on_field[0] != on_field[1] && on_field != general {
                let element = format!("a finding `{name}` on `{path}`");
                add(changes, name, element, on_field);
            }
        }
    }
}

/// Row-level security. A filter with a changed operator or value counts as removed and added.
fn compare_rows(changes: &mut Comparison<'_>) {
    let (old, new) = (changes.old.tables, changes.new.tables);
    let at = (CODEBOOK, &["policy", "rows"][..]);
    for filter in (old.row_filters.iter()).filter(|filter| !new.row_filters.contains(filter)) {
        changes.add(&ROW_FILTER_ENDED, said(filter), at);
    }
    for filter in (new.row_filters.iter()).filter(|filter| !old.row_filters.contains(filter)) {
        changes.add(&ROW_FILTER_STARTED, said(filter), at);
    }
}

fn said(filter: &RowFilter) -> String {
    let values = match &filter.is {
        RowValue::Constant(values) => values.join(", "),
        RowValue::Principal(name) => format!("${name}"),
    };
    let said = format!("{} {} {values}", filter.field, filter.operator.name());
    format!("the filter `{}`", said.trim_end())
}

fn add(changes: &mut Comparison<'_>, class: &str, element: String, [old, new]: [PolicyAction; 2]) {
    (changes.in_force(&POLICY_CHANGED, element, &["policy", class]))
        .from(words::name(old))
        .to(words::name(new));
}
