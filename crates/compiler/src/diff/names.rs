//! Compares names: labels, synonyms, descriptions, aliases, and the key of a type.

use cmec_decoder::tables::{Deprecation, FieldDef, Label, MetricDef, RelationDef, Text, TypeDef};

use super::change::cut;
use super::comparison::Comparison;
use super::element::Element;
use super::rule;
use super::version::{label, list, matched};

rule::table! {
    LABEL_CHANGED "CD050" "label-changed" Untouched Untouched Compatible Compatible {
        what: "has another label",
        why: "cards and questions show it",
        instead: "nothing; hand the new card out when it suits",
    }
    VALUE_LABEL_CHANGED "CD051" "value-label-changed" Untouched Untouched Compatible Compatible {
        what: "is shown by another name",
        why: "cards and questions show it; that the decoder takes it for the value is a change of its own",
        instead: "nothing; hand the new card out when it suits",
    }
    SYNONYMS_CHANGED "CD052" "synonyms-changed" Untouched Untouched Untouched Compatible {
        what: "has other synonyms",
        why: "they help to find candidates for a question, and decide nothing",
        instead: "nothing",
    }
    DESCRIPTION_CHANGED "CD053" "description-changed" Untouched Untouched Compatible Compatible {
        what: "has another description",
        why: "cards and the reference page show it",
        instead: "nothing; hand the new card out when it suits",
    }
    ALIAS_ADDED "CD054" "alias-added" Compatible Untouched Compatible Compatible {
        what: "has an alias, or a name in SQL",
        why: "a query may say it instead of the name",
        instead: "nothing; an alias is given for good",
    }
    ALIAS_CHANGED "CD055" "alias-changed" Breaking Untouched Breaking Compatible {
        what: "no longer has its alias, or its name in SQL",
        why: "a query that says it, as the card has it, is no longer read",
        instead: "keep it; nobody sees it but models",
    }
    KEY_CHANGED "CD056" "key-changed" Breaking Breaking Compatible Compatible {
        what: "is identified by another field",
        why: "the text of an entity in a stored contract is looked for somewhere else; SQL that compares the field meant the thing that is called so",
        instead: "a new type, or the same key with better values",
    }
    DEPRECATED "CD057" "deprecated" Compatible Compatible Compatible Compatible {
        what: "is deprecated",
        why: "it is read as before, and no card tells it any more",
        instead: "nothing; remove it when nobody says it, as `cmec validate` shows",
    }
    DEPRECATION_CHANGED "CD058" "deprecation-changed" Compatible Compatible Compatible Compatible {
        what: "has another deprecation, or none any more",
        why: "cards and warnings say other things",
        instead: "nothing; hand the new card out when it suits",
    }
}

/// Labels, name, description and deprecation of an element.
struct Words<'w> {
    labels: LabelsOrName<'w>,
    description: &'w str,
    deprecated: Option<&'w Deprecation>,
}

macro_rules! words_of {
    ($element:expr) => {
        Words {
            labels: (&$element.labels, &$element.name),
            description: &$element.description,
            deprecated: $element.deprecated.as_ref(),
        }
    };
}

fn words(changes: &mut Comparison<'_>, element: &Element<'_>, old: Words<'_>, new: Words<'_>) {
    labels(changes, element, old.labels, new.labels);
    description(changes, element, old.description, new.description);
    deprecation(changes, element, &[], (old.deprecated, new.deprecated));
}

pub(super) fn of_type(changes: &mut Comparison<'_>, old: &TypeDef, new: &TypeDef) {
    let element = Element::of_type(old, new);
    words(changes, &element, words_of!(old), words_of!(new));
    let keys = (old.key.as_deref(), new.key.as_deref());
    changes.differ(&KEY_CHANGED, &element, "key", keys);
    alias(changes, &element, "sql", (&old.sql, &new.sql));
    alias(changes, &element, "sql_key", (&old.sql_key, &new.sql_key));
}

pub(super) fn of_field(changes: &mut Comparison<'_>, old: &FieldDef, new: &FieldDef) {
    let element = Element::of(old, new);
    words(changes, &element, words_of!(old), words_of!(new));
    alias(changes, &element, "alias", (&old.alias, &new.alias));
    alias(changes, &element, "sql", (&old.sql, &new.sql));
    value_labels(changes, &element, old, new);
}

pub(super) fn of_relation(changes: &mut Comparison<'_>, old: &RelationDef, new: &RelationDef) {
    let element = Element::of(old, new);
    words(changes, &element, words_of!(old), words_of!(new));
    alias(changes, &element, "alias", (&old.alias, &new.alias));
    alias(changes, &element, "sql", (&old.sql, &new.sql));
}

pub(super) fn of_metric(changes: &mut Comparison<'_>, old: &MetricDef, new: &MetricDef) {
    let element = Element::of(old, new);
    words(changes, &element, words_of!(old), words_of!(new));
}

fn value_labels(changes: &mut Comparison<'_>, field: &Element<'_>, old: &FieldDef, new: &FieldDef) {
    let languages = common(changes);
    for (was, now) in matched(&old.values, &new.values, |value| &value.value).stayed {
        let value = field.part(format!("{}, value `{}`", field.title, cut(&now.value)));
        let was_and_is = (was.deprecated.as_ref(), now.deprecated.as_ref());
        deprecation(changes, &value, &["values", &now.value], was_and_is);
        for language in &languages {
            let before = label(&was.labels, language, &was.value);
            let after = label(&now.labels, language, &now.value);
            if before != after {
                let keys = ["values", &*now.value, "label", language];
                (changes.inside(&VALUE_LABEL_CHANGED, &value, &keys))
                    .from(before)
                    .to(after);
            }
        }
    }
}

/// The languages of both codebooks; an added or removed language is a separate change.
fn common(changes: &Comparison<'_>) -> Vec<String> {
    let (old, new) = (changes.old.tables, changes.new.tables);
    (new.languages.iter())
        .filter(|language| old.languages.contains(language))
        .map(ToString::to_string)
        .collect()
}

/// Labels, and the name that replaces a missing one.
type LabelsOrName<'l> = (&'l [Label], &'l str);

fn labels(
    changes: &mut Comparison<'_>,
    element: &Element<'_>,
    old: LabelsOrName<'_>,
    new: LabelsOrName<'_>,
) {
    let synonyms = |labels: &[Label], language: &str| {
        let label = labels.iter().find(|label| label.language == language);
        label.and_then(|label| list(&label.synonyms))
    };
    for language in common(changes) {
        let was = label(old.0, &language, old.1);
        let now = label(new.0, &language, new.1);
        // Without labels, the rename itself is already reported.
        if was != now && (was, now) != (old.1, new.1) {
            (changes.inside(&LABEL_CHANGED, element, &["label", &language]))
                .from(was)
                .to(now);
        }
        let was = synonyms(old.0, &language);
        let now = synonyms(new.0, &language);
        if was != now {
            (changes.inside(&SYNONYMS_CHANGED, element, &["synonyms", &language]))
                .between(was, now);
        }
    }
}

/// Compares the text in the tables or on a card.
fn description(changes: &mut Comparison<'_>, element: &Element<'_>, old: &str, new: &str) {
    let told = |language: &String| {
        let was = changes.old.description(element.old, language);
        was != changes.new.description(element.new, language)
    };
    if old != new || common(changes).iter().any(told) {
        changes.inside(&DESCRIPTION_CHANGED, element, &["description"]);
    }
}

/// `within`: the keys from the element to the deprecated part.
fn deprecation(
    changes: &mut Comparison<'_>,
    element: &Element<'_>,
    within: &[&str],
    (old, new): (Option<&Deprecation>, Option<&Deprecation>),
) {
    if old == new {
        return;
    }
    let rule = match old {
        None => &DEPRECATED,
        Some(_) => &DEPRECATION_CHANGED,
    };
    let keys = [within, &["deprecated"]].concat();
    let change = changes.inside(rule, element, &keys);
    let said = |one: &Deprecation| match &one.instead {
        Some(instead) => format!("since {}, {instead} instead", one.since),
        None => format!("since {}", one.since),
    };
    change.between(old.map(said), new.map(said));
    // A card omits deprecated elements and never shows the replacement.
    change.off_card(old.is_some() != new.is_some());
}

fn alias(
    changes: &mut Comparison<'_>,
    element: &Element<'_>,
    key: &'static str,
    (old, new): (&Option<Text>, &Option<Text>),
) {
    let rule = match old {
        None => &ALIAS_ADDED,
        Some(_) => &ALIAS_CHANGED,
    };
    changes.differ(rule, element, key, (old.as_deref(), new.as_deref()));
}
