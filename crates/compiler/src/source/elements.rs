//! Types, fields, relations and metrics as written.

use std::borrow::Cow;

use cmec_decoder::language::{Operator, ValueType};
use serde::{Deserialize, Serialize};

use super::description::{Description, description};
use super::form::{Form, Member, NamedTexts, form};
use super::key::{Holds, Keys, keys};
use super::node::{Node, NodeKind};
use super::node_reader::{KeyedMap, NamedText, NodeReader, ValueName};
use super::value_shape::ValueShape;
use crate::finding::Spanned;
use crate::words;

/// The namespace of a name: the fields of a type, or the relations from a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Scope<'c> {
    FieldsOf(&'c str),
    RelationsFrom(&'c str),
}

keys! {
    /// Names for people.
    LABELS {
        /// Name for people, one per language.
        "label": Holds::Map(&Holds::Text),
        /// Other names for people, a list per language. Values of an enum are read by them; types, fields and relations
        /// are offered by them when a name is not registered.
        "synonyms": Holds::Map(&Holds::List(&Holds::Text)),
    }

    /// A deprecation.
    DEPRECATED {
        /// Not to be said any more. It is left off the card, still decodes, and `validate` warns of it.
        "deprecated": Holds::Keyed(DeprecationSource::KEYS),
    }

    /// What an element is.
    DESCRIPTION {
        /// What it is, in a sentence, where its name does not say it: the scale of a number, what counts. A text in the
        /// first language of the codebook, or a map of languages to texts. The card of a language shows the text in it
        /// alone; the reference page and the questions back show the English one, or the first.
        "description": Holds::Either(&[Holds::Text, Holds::Map(&Holds::Text)]),
    }

    /// The code of a field of an overlay.
    FIELD_CODE {
        /// Code of a field that the overlay adds. A field of the codebook keeps its own.
        OverlayOnly "code": Holds::Text,
    }

    /// The code of a relation of an overlay.
    RELATION_CODE {
        /// Code of a relation that the overlay adds. A relation of the codebook keeps its own.
        OverlayOnly "code": Holds::Text,
    }

    /// The code of a metric of an overlay.
    METRIC_CODE {
        /// Code of a metric that the overlay adds. An import makes none.
        OverlayOnly "code": Holds::Text,
    }
}

const VALUE: Keys = Keys(&[LABELS, DEPRECATED]);

/// Labels and synonyms by language.
#[derive(Debug, Clone, Default)]
pub(crate) struct Labels {
    /// Language and label.
    pub(crate) names: Vec<NamedText>,
    /// Language and synonyms.
    pub(crate) synonyms: NamedTexts,
    /// A label without a language.
    pub(crate) bare: Option<Spanned<String>>,
    /// True where a label cannot be read: that is reported, and the label does not count as missing.
    pub(crate) unread: bool,
}

impl Labels {
    pub(crate) fn is_empty(&self) -> bool {
        let Self {
            names,
            synonyms,
            bare,
            unread,
        } = self;
        names.is_empty() && synonyms.is_empty() && bare.is_none() && !unread
    }
}

/// A version of a codebook; YAML may read it as a number.
pub(super) const VERSION: Holds = Holds::Either(&[
    Holds::Pattern("^[0-9]+([.][0-9]+){0,2}(-.*)?$"),
    Holds::Scalar(&["number"]),
]);

pub(super) fn version(
    node: &Node,
    what: ValueName<'_>,
    r: &mut NodeReader<'_>,
) -> Option<Spanned<String>> {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_version = |text: &str| {
        let numbers = text.split('-').next().unwrap_or_default().split('.');
        numbers.clone().count() <= 3 && numbers.into_iter().all(is_number)
    };
    let said = node.text().filter(|text| is_version(text));
    if said.is_none() {
        let form = ValueShape::Form("numbers with dots between, such as `1.0.0`");
        r.shape(node, what, form);
    }
    said.map(|text| Spanned::new(text.to_owned(), node.place))
}

/// A version under a key of a form.
fn version_at(map: &KeyedMap<'_>, key: &str, r: &mut NodeReader<'_>) -> Option<Spanned<String>> {
    version(map.get(key)?, map.called(key), r)
}

form! {
    /// Since when something is not to be said any more.
    DeprecationSource {
        /// Version of the codebook from which it is deprecated.
        since: Spanned<String> = Required "since" by version_at holds VERSION,
        /// Code, path or value to say instead.
        instead: Option<Spanned<String>> = "instead",
    }
}

form! {
    /// A type.
    TypeSource: "type" name Spanned<String>, [LABELS, DESCRIPTION, DEPRECATED] {
        /// Name of the field that identifies an instance. A value of it is meant where SQL names an instance.
        key: Option<Spanned<String>> = "key",
        /// Name of its table in SQL, where it is another one: any name that a database keeps.
        sql: Option<Spanned<String>> = "sql",
        /// Name of the column of its key in SQL, where no field is that column: tables are joined by it.
        sql_key: Option<Spanned<String>> = "sql_key",
        labels: Labels = (labels),
        description: Description = (description),
        deprecated: Option<DeprecationSource> = (deprecated),
    }
}

/// The comparison of texts in a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LetterCase {
    /// Case-sensitive.
    Exact,
    /// Case is ignored, and so is the difference between `ё` and `е`.
    Folded,
}

form! {
    /// A field.
    FieldSource: "field" code Spanned<String>, [LABELS, DESCRIPTION, DEPRECATED, FIELD_CODE] {
        /// `type.field`: the full name, as in contracts.
        path: Spanned<String> = BaseOnly "path" holds Holds::Pattern("^[^.]+\\.[^.]+$"),
        /// Type of the values. `text` is for long texts, `reference` for instances of another type.
        value_type: Spanned<ValueType> = InBase "type" as Word,
        /// Values of an enum: a list, or a map from each value to its names.
        values: Option<Vec<ValueSource>> = "values" by values holds Holds::Either(VALUES),
        /// Type that a value of type `reference` names an instance of.
        reference: Option<Spanned<String>> = "reference",
        /// Whether an instance has a list of values.
        array: bool = "array",
        /// Unit of the figures, such as `CNY` or `percent`. The card shows it, and figures of two units are not compared.
        unit: Option<Spanned<String>> = "unit",
        /// Operators that a filter may use. Default: all that fit the type.
        operators: Option<Vec<Spanned<Operator>>> = "operators" by operators
            holds Holds::List(&Holds::Words(words::all::<Operator>)),
        /// Whether rows may be sorted by it.
        sortable: bool = "sortable",
        /// Whether rows may be grouped by it.
        groupable: bool = "groupable",
        /// Whether texts have an order, so that LT, LE, GT, GE and BT compare them.
        ordered: bool = "ordered",
        /// Whether texts that differ in case alone are the same (`folded`) or not (`exact`, the default).
        case: Option<Spanned<LetterCase>> = "case" as Word,
        /// Name of its column in SQL, where it is another one: any name that a database keeps.
        sql: Option<Spanned<String>> = "sql",
        /// Short name of its column, where the automatic one is not wanted. A code keeps its alias.
        alias: Option<Spanned<String>> = "alias",
        labels: Labels = (labels),
        description: Description = (description),
        deprecated: Option<DeprecationSource> = (deprecated),
    }
}

/// The values of an enum.
const VALUES: &[Holds] = &[
    Holds::Map(&Holds::Either(&[Holds::Keyed(VALUE), Holds::Null])),
    Holds::List(&Holds::Text),
];

impl FieldSource {
    /// The type and the name in the path; a path without a dot is all type.
    pub(crate) fn parts(&self) -> (&str, &str) {
        self.path
            .value
            .split_once('.')
            .unwrap_or((self.path.text(), ""))
    }

    pub(crate) fn type_name(&self) -> &str {
        self.parts().0
    }

    pub(crate) fn name(&self) -> &str {
        self.parts().1
    }

    /// The namespace of its names.
    pub(crate) fn scope(&self) -> Scope<'_> {
        Scope::FieldsOf(self.type_name())
    }

    /// The operators that fit its values.
    pub(crate) fn fitting(&self) -> impl Iterator<Item = Operator> {
        Operator::fitting(self.value_type.value, self.ordered)
    }

    /// True where case is ignored.
    pub(crate) fn folded(&self) -> bool {
        let case = self.case.as_ref();
        case.is_some_and(|case| case.value == LetterCase::Folded)
    }

    /// The operators that a filter on this field may use.
    pub(crate) fn allowed(&self) -> Cow<'static, [Operator]> {
        match &self.operators {
            Some(said) => said.iter().map(|operator| operator.value).collect(),
            // Lists of texts offer only membership, since a whole list never equals one text.
            None if self.array && self.value_type.value.is_text() => self
                .fitting()
                .filter(|operator| operator.asks_membership())
                .collect(),
            None => self.fitting().collect(),
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct ValueSource {
    pub(crate) value: Spanned<String>,
    pub(crate) labels: Labels,
    pub(crate) deprecated: Option<DeprecationSource>,
}

form! {
    /// A relation.
    RelationSource: "relation" code Spanned<String>, [LABELS, DESCRIPTION, DEPRECATED, RELATION_CODE] {
        /// Name of the relation, as in contracts.
        name: Spanned<String> = BaseOnly "name",
        /// Type it starts from.
        from: Spanned<String> = InBase "from",
        /// Type it leads to.
        to: Spanned<String> = InBase "to",
        /// Name of another relation, with a code of its own, that says the same the other way round.
        inverse: Option<Spanned<String>> = "inverse",
        /// Whether it leads to at most one instance. Fields behind it may then be shown in a row.
        to_one: bool = "to_one",
        /// Whether at most one instance leads to each of its ends.
        from_one: bool = "from_one",
        /// Short name of its column, where the automatic one is not wanted. A code keeps its alias.
        alias: Option<Spanned<String>> = "alias",
        /// Name of its column in SQL, where it is another one: any name that a database keeps.
        sql: Option<Spanned<String>> = "sql",
        labels: Labels = (labels),
        description: Description = (description),
        deprecated: Option<DeprecationSource> = (deprecated),
    }
}

form! {
    /// A metric.
    MetricSource: "metric" code Spanned<String>, [LABELS, DESCRIPTION, DEPRECATED, METRIC_CODE] {
        /// Name of the metric, as in contracts and SQL.
        name: Spanned<String> = BaseOnly "name",
        /// What it is, as SQL over one type: `SELECT COUNT(*) FROM enterprise WHERE listed = TRUE`.
        definition: Spanned<String> = InBase "definition",
        /// Paths of fields over whose values it does not add up, as a balance does not over days. An intent fixes each of
        /// them or groups by it.
        not_additive: Vec<Spanned<String>> = "not_additive",
        /// Path of the field of days or moments whose periods it reads. An intent groups by such a period.
        time: Option<Spanned<String>> = "time",
        /// Whether it is over everything up to the end of the period.
        cumulative: bool = "cumulative",
        /// How far back from the end of the period it reads, such as `-3m`.
        window: Option<Spanned<String>> = "window",
        /// Which period it reads instead, such as `-1y`: the same one a year earlier.
        offset: Option<Spanned<String>> = "offset",
        labels: Labels = (labels),
        description: Description = (description),
        deprecated: Option<DeprecationSource> = (deprecated),
    }
}

impl RelationSource {
    /// The namespace of its alias.
    pub(crate) fn scope(&self) -> Scope<'_> {
        Scope::RelationsFrom(self.from.text())
    }
}

/// The listed operators; a field with none is displayed but not compared.
fn operators(
    map: &KeyedMap<'_>,
    key: &str,
    r: &mut NodeReader<'_>,
) -> Option<Option<Vec<Spanned<Operator>>>> {
    let said = map.get(key);
    Some(said.map(|list| r.words(Some(list), (map.called(key), "an operator"), &words::of())))
}

/// Enum values: a list, or a map to their labels.
fn values(
    map: &KeyedMap<'_>,
    key: &str,
    r: &mut NodeReader<'_>,
) -> Option<Option<Vec<ValueSource>>> {
    let Some(node) = map.get(key) else {
        return Some(None);
    };
    let what = map.called(key);
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
                let map = r.keyed(body, what, VALUE);
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
    let (what, said) = (map.called("label"), map.get("label"));
    let bare = said.filter(|node| !node.is_null());
    let bare = bare.and_then(|node| Some(Spanned::new(node.text()?.to_owned(), node.place)));
    let said = said.filter(|_| bare.is_none());
    let by_language = r.named(said, what);
    let names: Vec<_> = (by_language.iter())
        .filter_map(|(language, text)| Some((language.clone(), r.text_in(language, text, what)?)))
        .collect();
    let is_map = said.is_none_or(|node| matches!(node.kind, NodeKind::Map(_)));
    let unread = !is_map || names.len() < by_language.len();
    let what = map.called("synonyms");
    let synonyms = (r.named(map.get("synonyms"), what).iter())
        .map(|(language, list)| (language.clone(), r.texts(Some(list), what)))
        .collect();
    Some(Labels {
        names,
        synonyms,
        bare,
        unread,
    })
}

/// An unreadable deprecation does not lose the element.
fn deprecated(map: &KeyedMap<'_>, r: &mut NodeReader<'_>) -> Option<Option<DeprecationSource>> {
    Member::<()>::read(map.get("deprecated"), map.called("deprecated"), r)
}
