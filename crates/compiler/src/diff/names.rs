//! What elements are called: labels, synonyms, descriptions, aliases, and the key of a type.

use std::collections::HashMap;

use cmec_decoder::tables::{EnumValue, FieldDef, Label, RelationDef, TypeDef};

use super::change::{Change, cut};
use super::comparison::{Comparison, ElementPath};
use super::element_title;
use super::rule::{self, ChangeRule};
use super::version::{label, list};

rule::table! {
    LABEL_CHANGED "CD050" "label-changed" Untouched Untouched Compatible Compatible {
        what: "has another label",
        why: "cards and questions show it",
        instead: "nothing; hand the new card out when it suits",
    }
    VALUE_LABEL_CHANGED "CD051" "value-label-changed" Untouched Untouched Untouched Compatible {
        what: "is shown by another name",
        why: "questions show it; that the decoder takes it for the value is a change of its own",
        instead: "nothing",
    }
    SYNONYMS_CHANGED "CD052" "synonyms-changed" Untouched Untouched Untouched Compatible {
        what: "has other synonyms",
        why: "they help to find candidates for a question, and decide nothing",
        instead: "nothing",
    }
    DESCRIPTION_CHANGED "CD053" "description-changed" Untouched Untouched Untouched Compatible {
        what: "has another description",
        why: "the reference page shows it",
        instead: "nothing",
    }
    ALIAS_ADDED "CD054" "alias-added" Compatible Untouched Compatible Compatible {
        what: "has an alias",
        why: "a line may say it instead of the code",
        instead: "nothing; an alias is given for good",
    }
    ALIAS_CHANGED "CD055" "alias-changed" Breaking Untouched Breaking Compatible {
        what: "no longer has its alias",
        why: "a line that says the alias, as the card of the line has it, is no longer read",
        instead: "keep the alias; nobody sees it but models",
    }
    KEY_CHANGED "CD056" "key-changed" Untouched Breaking Untouched Compatible {
        what: "is identified by another field",
        why: "the text of an entity in a stored contract is looked for somewhere else",
        instead: "a new type, or the same key with better values",
    }
}

pub(super) fn of_type(changes: &mut Comparison<'_>, old: &TypeDef, new: &TypeDef) {
    let element = format!("type `{}`", new.name);
    let path = ElementPath {
        section: "types",
        old: &old.name,
        new: &new.name,
    };
    let names = NamedElement {
        element: &element,
        path,
    };
    names.labels(changes, (&old.labels, &old.name), (&new.labels, &new.name));
    names.description(changes, &old.description, &new.description);
    if old.key != new.key {
        let change = changes.inside(&KEY_CHANGED, element, path, &["key"]);
        change.from = old.key.as_deref().map(str::to_owned);
        change.to = new.key.as_deref().map(str::to_owned);
    }
}

pub(super) fn of_field(changes: &mut Comparison<'_>, old: &FieldDef, new: &FieldDef) {
    let element = element_title::of_field(new);
    let names = NamedElement {
        element: &element,
        path: ElementPath::of_field(old, new),
    };
    names.labels(changes, (&old.labels, &old.name), (&new.labels, &new.name));
    names.description(changes, &old.description, &new.description);
    names.alias(changes, old.alias.as_deref(), new.alias.as_deref());
    value_labels(changes, old, new);
}

fn value_labels(changes: &mut Comparison<'_>, old: &FieldDef, new: &FieldDef) {
    let languages = common(changes);
    let before: HashMap<&str, &EnumValue> = (old.values.iter())
        .map(|value| (value.value.as_ref(), value))
        .collect();
    for value in new.values.iter() {
        let Some(before) = before.get(value.value.as_ref()) else {
            continue;
        };
        for language in &languages {
            let was = label(&before.labels, language, &before.value);
            let now = label(&value.labels, language, &value.value);
            if was != now {
                let element = format!(
                    "{}, value `{}`",
                    element_title::of_field(new),
                    cut(&value.value)
                );
                let keys = ["values", value.value.as_ref(), "label", language];
                let path = ElementPath::of_field(old, new);
                (changes.inside(&VALUE_LABEL_CHANGED, element, path, &keys))
                    .from(was)
                    .to(now);
            }
        }
    }
}

pub(super) fn of_relation(changes: &mut Comparison<'_>, old: &RelationDef, new: &RelationDef) {
    let element = element_title::of_relation(new);
    let names = NamedElement {
        element: &element,
        path: ElementPath::of_relation(old, new),
    };
    names.labels(changes, (&old.labels, &old.name), (&new.labels, &new.name));
    names.description(changes, &old.description, &new.description);
    names.alias(changes, old.alias.as_deref(), new.alias.as_deref());
}

/// Languages of both codebooks: one that came or went is a change of its own.
fn common(changes: &Comparison<'_>) -> Vec<String> {
    let (old, new) = (changes.old.tables, changes.new.tables);
    (new.languages.iter())
        .filter(|language| old.languages.contains(language))
        .map(ToString::to_string)
        .collect()
}

/// An element and where it stands.
struct NamedElement<'e> {
    element: &'e str,
    path: ElementPath<'e>,
}

/// Labels, and the name that stands where there is none.
type Labelled<'l> = (&'l [Label], &'l str);

impl NamedElement<'_> {
    fn add<'s>(
        &self,
        changes: &'s mut Comparison<'_>,
        rule: &'static ChangeRule,
        keys: &[&str],
    ) -> &'s mut Change {
        changes.inside(rule, self.element.to_owned(), self.path, keys)
    }

    fn labels(&self, changes: &mut Comparison<'_>, old: Labelled<'_>, new: Labelled<'_>) {
        let synonyms = |labels: &[Label], language: &str| {
            let label = labels.iter().find(|label| label.language == language);
            label.map_or_else(Vec::new, |label| label.synonyms.to_vec())
        };
        for language in common(changes) {
            let was = label(old.0, &language, old.1);
            let now = label(new.0, &language, new.1);
            // A renamed element without a label is called by its name: that is said already.
            if was != now && (was, now) != (old.1, new.1) {
                (self.add(changes, &LABEL_CHANGED, &["label", &language]))
                    .from(was)
                    .to(now);
            }
            let was = synonyms(old.0, &language);
            let now = synonyms(new.0, &language);
            if was != now {
                let change = self.add(changes, &SYNONYMS_CHANGED, &["synonyms", &language]);
                change.from = list(&was);
                change.to = list(&now);
            }
        }
    }

    fn description(&self, changes: &mut Comparison<'_>, old: &str, new: &str) {
        if old != new {
            self.add(changes, &DESCRIPTION_CHANGED, &["description"]);
        }
    }

    fn alias(&self, changes: &mut Comparison<'_>, old: Option<&str>, new: Option<&str>) {
        let rule = match (old, new) {
            (old, new) if old == new => return,
            (None, _) => &ALIAS_ADDED,
            (Some(_), _) => &ALIAS_CHANGED,
        };
        let change = self.add(changes, rule, &["alias"]);
        change.from = old.map(str::to_owned);
        change.to = new.map(str::to_owned);
    }
}
