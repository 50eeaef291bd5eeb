//! Compares a matched field: its values and the operations on it.

use cmec_decoder::language::{Operator, Scenario, ValueType};
use cmec_decoder::tables::FieldDef;

use super::comparison::Comparison;
use super::element::Element;
use super::names;
use super::rule::{self, Effect};
use super::version::added;
use crate::text::joined;

rule::table! {
    VALUE_TYPE_CHANGED "CD020" "value-type-changed" Breaking Breaking Breaking Breaking {
        what: "takes values of another type",
        why: "a value that was right is refused now, or is read as something else; the Rust enum of an enum that is none any more is gone",
        instead: "a new field with a new code",
    }
    VALUE_TYPE_WIDENED "CD021" "value-type-widened" Compatible Compatible Compatible Compatible {
        what: "takes values of a wider type",
        why: "every value that was right still is; hosts may meet values they did not know",
        instead: "nothing; see that hosts read the wider values. The lock wants a new code all the same",
    }
    ARRAY_CHANGED "CD022" "array-changed" Breaking Breaking Untouched Compatible {
        what: "has one value where it had many, or the reverse",
        why: "the same filter asks about a list where it asked about a value, and SQL compares a member where it compared a value",
        instead: "a new field with a new code",
    }
    REFERENCE_CHANGED "CD023" "reference-changed" Untouched Breaking Untouched Compatible {
        what: "refers to another type",
        why: "a stored contract names an element of the old type",
        instead: "a new field with a new code",
    }
    UNIT_CHANGED "CD024" "unit-changed" Breaking Breaking Breaking Compatible {
        what: "is counted in another unit",
        why: "the same number is another amount, in stored contracts and for models with the old card; with a field of the old unit nothing is computed any more",
        instead: "a new field with a new code, and the unit in its name",
    }
    OPERATOR_ADDED "CD025" "operator-added" Compatible Compatible Compatible Compatible {
        what: "may be compared in more ways",
        why: "hosts must be able to run it before models are told",
        instead: "nothing; teach hosts first",
    }
    OPERATOR_REMOVED "CD026" "operator-removed" Breaking Breaking Breaking Compatible {
        what: "may be compared in fewer ways",
        why: "filters with the operator are questions or rejects now",
        instead: "keep it until nobody says it; a field that shall go is `deprecated` first",
    }
    SORT_ALLOWED "CD027" "sort-allowed" Compatible Compatible Compatible Compatible {
        what: "can be sorted by",
        why: "contracts may sort by it from now on",
        instead: "nothing; teach hosts first",
    }
    SORT_REFUSED "CD028" "sort-refused" Breaking Breaking Breaking Compatible {
        what: "can no longer be sorted by",
        why: "outputs and stored contracts that sort by it are no longer read",
        instead: "keep it sortable until nobody sorts by it",
    }
    GROUP_ALLOWED "CD029" "group-allowed" Compatible Compatible Compatible Compatible {
        what: "can be grouped by",
        why: "contracts may group by it from now on",
        instead: "nothing; teach hosts first",
    }
    GROUP_REFUSED "CD030" "group-refused" Breaking Breaking Breaking Compatible {
        what: "can no longer be grouped by",
        why: "outputs and stored contracts that group by it are no longer read",
        instead: "keep it groupable until nobody groups by it",
    }
    CASE_CHANGED "CD031" "case-changed" Untouched Breaking Untouched Compatible {
        what: "tells texts apart that it took for the same, or the reverse",
        why: "the same filter has other rows",
        instead: "a new field with a new code, where stored contracts must keep their rows",
    }
    KEY_GROUPABLE "CD032" "key-groupable" Breaking Compatible Compatible Compatible {
        what: "can be grouped by, and is what things are called by",
        why: "a query that groups by it grouped by the things themselves; two of one name are one group now",
        instead: "have models group by the table",
    }
}

/// Each first type's values are also values of the second type with the same meaning.
const WIDER: &[(ValueType, ValueType)] = &[
    (ValueType::Integer, ValueType::Decimal),
    (ValueType::String, ValueType::Text),
    (ValueType::Text, ValueType::String),
];

pub(super) fn compare(changes: &mut Comparison<'_>, old: &FieldDef, new: &FieldDef) {
    let element = Element::of(old, new);
    let word = |field: &FieldDef| match field.array {
        true => Some("many values"),
        false => Some("one value"),
    };
    changes.differ(&ARRAY_CHANGED, &element, "array", (word(old), word(new)));
    if old.value_type == new.value_type {
        let references = (old.reference.as_deref(), new.reference.as_deref());
        changes.differ(&REFERENCE_CHANGED, &element, "reference", references);
    } else {
        value_type(changes, &element, old.value_type, new.value_type);
    }
    let units = (old.unit.as_deref(), new.unit.as_deref());
    changes.differ(&UNIT_CHANGED, &element, "unit", units);
    let case = |field: &FieldDef| Some(if field.folded { "folded" } else { "exact" });
    changes.differ(&CASE_CHANGED, &element, "case", (case(old), case(new)));
    // All changes to the operators of a field are one change.
    let named = |operators: Vec<&Operator>| joined(operators.iter().map(|one| one.name()), ", ");
    let more = named(added(&old.operators, &new.operators));
    if !more.is_empty() {
        (changes.inside(&OPERATOR_ADDED, &element, &["operators"])).to(more);
    }
    let fewer = named(added(&new.operators, &old.operators));
    if !fewer.is_empty() {
        (changes.inside(&OPERATOR_REMOVED, &element, &["operators"])).from(fewer);
    }
    if old.sortable != new.sortable {
        let rule = match new.sortable {
            true => &SORT_ALLOWED,
            false => &SORT_REFUSED,
        };
        changes.inside(rule, &element, &["sortable"]);
    }
    if old.groupable != new.groupable {
        let of = changes.new.tables.type_by_name(&new.type_name);
        let rule = match (new.groupable, of.is_some_and(|of| of.is_key(new))) {
            (true, true) => &KEY_GROUPABLE,
            (true, false) => &GROUP_ALLOWED,
            (false, _) => &GROUP_REFUSED,
        };
        // A card explains grouping only where aggregation is available.
        let counted = [&changes.old, &changes.new].map(|side| side.offers(Scenario::Aggregation));
        (changes.inside(rule, &element, &["groupable"])).off_card(counted.contains(&true));
    }
    names::of_field(changes, old, new);
}

fn value_type(changes: &mut Comparison<'_>, element: &Element<'_>, old: ValueType, new: ValueType) {
    let rule = if WIDER.contains(&(old, new)) {
        &VALUE_TYPE_WIDENED
    } else {
        &VALUE_TYPE_CHANGED
    };
    let change = changes.inside(rule, element, &["type"]);
    change.from(old.name()).to(new.name());
    // The card does not name the types text and reference.
    change.off_card(on_card(old) || on_card(new));
    // Only enum values have names in Rust.
    if old != ValueType::Enum {
        change.effects.rust = Effect::Compatible;
    }
}

const fn on_card(value_type: ValueType) -> bool {
    !matches!(
        value_type,
        ValueType::String | ValueType::Text | ValueType::Reference
    )
}
