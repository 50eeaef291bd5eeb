//! Types, fields, relations and metrics as written.

use std::borrow::Cow;

use cmec_decoder::language::{Operator, ValueType};
use serde::{Deserialize, Serialize};

use super::description::{Description, description};
use super::form::form;
use super::node::NodeKind;
use super::node_reader::{KeyedMap, NodeReader};
use crate::finding::{Remarks, Rule, Spanned, tell};
use crate::words;

/// Where a name is one element's alone: among the fields of a type, or among the relations that lead from one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Scope<'c> {
    FieldsOf(&'c str),
    RelationsFrom(&'c str),
}

/// Keys of names.
pub(crate) const LABEL_KEYS: &[&str] = &["label", "synonyms"];
/// Keys of an enum value.
pub(crate) const VALUE_KEYS: &[&str] = &["label", "synonyms", "deprecated"];
/// Keys of a deprecation.
const DEPRECATION_KEYS: &[&str] = &["since", "instead"];

/// Names of something, per language.
#[derive(Debug, Clone, Default)]
pub(crate) struct Labels {
    /// Language and name.
    pub(crate) names: Vec<(Spanned<String>, Spanned<String>)>,
    /// Language and synonyms.
    pub(crate) synonyms: Vec<(Spanned<String>, Vec<Spanned<String>>)>,
}

/// Since when something is not to be said any more.
#[derive(Debug)]
pub(crate) struct DeprecationSource {
    pub(crate) since: Spanned<String>,
    pub(crate) instead: Option<Spanned<String>>,
}

form! {
    /// A type.
    TypeSource: "type" name, TYPE_KEYS {
        key: Option<Spanned<String>> = "key",
        labels: Labels = "label" + "synonyms" by labels,
        description: Description = "description" by description,
        deprecated: Option<DeprecationSource> = "deprecated" by deprecated,
    }
}

/// Which texts of a field are the same when they are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LetterCase {
    /// Those that are the same letter by letter.
    Exact,
    /// Those that differ in case alone, and in `ё` for `е`, as well.
    Folded,
}

form! {
    /// A field.
    FieldSource: "field" code, FIELD_KEYS {
        path: Spanned<String> = "path",
        value_type: Spanned<ValueType> = "type" in words::of(),
        values: Option<Vec<ValueSource>> = "values" by values,
        reference: Option<Spanned<String>> = "reference",
        array: bool = "array",
        unit: Option<Spanned<String>> = "unit",
        operators: Option<Vec<Spanned<Operator>>> = "operators" by operators,
        sortable: bool = "sortable",
        groupable: bool = "groupable",
        figures: bool = "figures",
        ordered: bool = "ordered",
        case: Option<Spanned<LetterCase>> = "case" in words::of(),
        alias: Option<Spanned<String>> = "alias",
        labels: Labels = "label" + "synonyms" by labels,
        description: Description = "description" by description,
        deprecated: Option<DeprecationSource> = "deprecated" by deprecated,
    }
}

impl FieldSource {
    /// The type in its path, and its name there; a path without a dot is all type.
    pub(crate) fn parts(&self) -> (&str, &str) {
        self.path
            .value
            .split_once('.')
            .unwrap_or((self.path.text(), ""))
    }

    /// The type it is of.
    pub(crate) fn type_name(&self) -> &str {
        self.parts().0
    }

    /// Its name among the fields of its type.
    pub(crate) fn name(&self) -> &str {
        self.parts().1
    }

    /// Where its names are read.
    pub(crate) fn scope(&self) -> Scope<'_> {
        Scope::FieldsOf(self.type_name())
    }

    /// The operators that fit its values.
    pub(crate) fn fitting(&self) -> impl Iterator<Item = Operator> {
        Operator::fitting(self.value_type.value, self.ordered)
    }

    /// Whether texts that differ in case alone are the same.
    pub(crate) fn folded(&self) -> bool {
        let case = self.case.as_ref();
        case.is_some_and(|case| case.value == LetterCase::Folded)
    }

    /// The operators a filter on this field may use.
    pub(crate) fn allowed(&self) -> Cow<'static, [Operator]> {
        match &self.operators {
            Some(said) => said.iter().map(|operator| operator.value).collect(),
            // Of a list of texts only membership is asked: that the whole list is one text never holds.
            None if self.array && self.value_type.value.is_text() => self
                .fitting()
                .filter(|operator| operator.asks_membership())
                .collect(),
            None => self.fitting().collect(),
        }
    }
}

/// A value of an enum.
#[derive(Debug)]
pub(crate) struct ValueSource {
    pub(crate) value: Spanned<String>,
    pub(crate) labels: Labels,
    pub(crate) deprecated: Option<DeprecationSource>,
}

form! {
    /// A relation.
    RelationSource: "relation" code, RELATION_KEYS {
        name: Spanned<String> = "name",
        from: Spanned<String> = "from",
        to: Spanned<String> = "to",
        inverse: Option<Spanned<String>> = "inverse",
        to_one: bool = "to_one",
        from_one: bool = "from_one",
        alias: Option<Spanned<String>> = "alias",
        labels: Labels = "label" + "synonyms" by labels,
        description: Description = "description" by description,
        deprecated: Option<DeprecationSource> = "deprecated" by deprecated,
    }
}

form! {
    /// A metric.
    MetricSource: "metric" code, METRIC_KEYS {
        name: Spanned<String> = "name",
        definition: Spanned<String> = "definition",
        not_additive: Vec<Spanned<String>> = "not_additive",
        time: Option<Spanned<String>> = "time",
        cumulative: bool = "cumulative",
        window: Option<Spanned<String>> = "window",
        offset: Option<Spanned<String>> = "offset",
        labels: Labels = "label" + "synonyms" by labels,
        description: Description = "description" by description,
        deprecated: Option<DeprecationSource> = "deprecated" by deprecated,
    }
}

impl RelationSource {
    /// Where its alias is read.
    pub(crate) fn scope(&self) -> Scope<'_> {
        Scope::RelationsFrom(self.from.text())
    }
}

/// The operators that are said.
fn operators(map: &KeyedMap<'_>, r: &mut NodeReader<'_>) -> Option<Option<Vec<Spanned<Operator>>>> {
    let said = map.get("operators");
    if let Some(node) = said
        && matches!(&node.kind, NodeKind::List(items) if items.is_empty())
    {
        let message = format!("{} lists none", map.called("operators"));
        tell(r.findings, Rule::WrongShape, node.place, message)
            .help("leave `operators` out, or name one: a field without any cannot be asked about");
    }
    Some(said.map(|list| r.words(Some(list), "an operator", &words::of())))
}

/// Enum values: a list of them, or a map to their labels.
fn values(map: &KeyedMap<'_>, r: &mut NodeReader<'_>) -> Option<Option<Vec<ValueSource>>> {
    let Some(node) = map.get("values") else {
        return Some(None);
    };
    let what = map.called("values");
    if let NodeKind::List(_) = node.kind {
        let bare = |value| ValueSource {
            value,
            labels: Labels::default(),
            deprecated: None,
        };
        return Some(Some(
            r.texts(Some(node), what).into_iter().map(bare).collect(),
        ));
    }
    let values = (r.named(Some(node), what).iter())
        .filter_map(|(value, body)| {
            let (labels, deprecated) = if body.is_null() {
                Default::default()
            } else {
                let what = format!("value `{value}` of {}", map.what);
                let map = r.keyed(body, what, VALUE_KEYS);
                (labels(&map, r)?, deprecated(&map, r)?)
            };
            Some(ValueSource {
                value: value.clone(),
                labels,
                deprecated,
            })
        })
        .collect();
    Some(Some(values))
}

pub(super) fn labels(map: &KeyedMap<'_>, r: &mut NodeReader<'_>) -> Option<Labels> {
    let what = map.called("label");
    let names = (r.named(map.get("label"), what).iter())
        .filter_map(|(language, text)| Some((language.clone(), r.text(text, what)?)))
        .collect();
    let what = map.called("synonyms");
    let synonyms = (r.named(map.get("synonyms"), what).iter())
        .map(|(language, list)| (language.clone(), r.texts(Some(list), what)))
        .collect();
    Some(Labels { names, synonyms })
}

/// The element stays where its deprecation cannot be read.
fn deprecated(map: &KeyedMap<'_>, r: &mut NodeReader<'_>) -> Option<Option<DeprecationSource>> {
    let Some(node) = map.get("deprecated") else {
        return Some(None);
    };
    let what = map.called("deprecated").to_string();
    let map = r.keyed(node, what, DEPRECATION_KEYS);
    let since = r.required_text(&map, "since");
    let instead = r.optional_text(&map, "instead");
    Some(since.map(|since| DeprecationSource { since, instead }))
}
