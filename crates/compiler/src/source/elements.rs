//! Types, fields and relations as written.

use std::borrow::Cow;

use cmec_decoder::language::{Operator, ValueType};

use super::node::{Node, NodeKind};
use super::node_reader::{KeyedMap, NodeReader};
use crate::finding::Spanned;
use crate::words;

/// Keys of a type.
pub(crate) const TYPE_KEYS: &[&str] = &["key", "label", "synonyms", "description"];
/// Keys of a field.
pub(crate) const FIELD_KEYS: &[&str] = &[
    "path",
    "type",
    "values",
    "reference",
    "array",
    "unit",
    "operators",
    "sortable",
    "groupable",
    "alias",
    "label",
    "synonyms",
    "description",
];
/// Keys of an enum value.
pub(crate) const VALUE_KEYS: &[&str] = &["label", "synonyms"];
/// Keys of a relation.
pub(crate) const RELATION_KEYS: &[&str] = &[
    "name",
    "from",
    "to",
    "inverse",
    "alias",
    "label",
    "synonyms",
    "description",
];

/// Names of something, per language.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    /// Language and name.
    pub(crate) names: Vec<(Spanned<String>, Spanned<String>)>,
    /// Language and synonyms.
    pub(crate) synonyms: Vec<(Spanned<String>, Vec<Spanned<String>>)>,
}

/// A type.
#[derive(Debug)]
pub(crate) struct TypeSource {
    pub(crate) name: Spanned<String>,
    pub(crate) key: Option<Spanned<String>>,
    pub(crate) labels: Labels,
    pub(crate) description: Option<Spanned<String>>,
}

/// A field.
#[derive(Debug)]
pub(crate) struct FieldSource {
    pub(crate) code: Spanned<String>,
    pub(crate) path: Spanned<String>,
    pub(crate) type_name: String,
    pub(crate) name: String,
    pub(crate) value_type: Spanned<ValueType>,
    pub(crate) values: Option<Vec<ValueSource>>,
    pub(crate) reference: Option<Spanned<String>>,
    pub(crate) array: bool,
    pub(crate) unit: Option<Spanned<String>>,
    pub(crate) operators: Option<Vec<Spanned<Operator>>>,
    pub(crate) sortable: bool,
    pub(crate) groupable: bool,
    pub(crate) alias: Option<Spanned<String>>,
    pub(crate) labels: Labels,
    pub(crate) description: Option<Spanned<String>>,
}

impl FieldSource {
    /// The operators a filter on this field may use.
    pub(crate) fn allowed(&self) -> Cow<'static, [Operator]> {
        match &self.operators {
            Some(said) => said.iter().map(|operator| operator.value).collect(),
            None => Operator::fitting(self.value_type.value).collect(),
        }
    }
}

/// A value of an enum.
#[derive(Debug)]
pub(crate) struct ValueSource {
    pub(crate) value: Spanned<String>,
    pub(crate) labels: Labels,
}

/// A relation.
#[derive(Debug)]
pub(crate) struct RelationSource {
    pub(crate) code: Spanned<String>,
    pub(crate) name: Spanned<String>,
    pub(crate) from: Spanned<String>,
    pub(crate) to: Spanned<String>,
    pub(crate) inverse: Option<Spanned<String>>,
    pub(crate) alias: Option<Spanned<String>>,
    pub(crate) labels: Labels,
    pub(crate) description: Option<Spanned<String>>,
}

pub(crate) fn read_type(name: &Spanned<String>, body: &Node, r: &mut NodeReader<'_>) -> TypeSource {
    let what = format!("type `{name}`");
    let map = r.keyed(body, &what, TYPE_KEYS);
    TypeSource {
        name: name.clone(),
        key: r.optional_text(&map, "key"),
        labels: labels(&map, &what, r),
        description: r.optional_text(&map, "description"),
    }
}

pub(crate) fn read_field(
    code: &Spanned<String>,
    body: &Node,
    r: &mut NodeReader<'_>,
) -> Option<FieldSource> {
    let what = format!("field `{code}`");
    let map = r.keyed(body, &what, FIELD_KEYS);
    let path = r.required_text(&map, "path");
    let value_type = r.required_word(&map, "type", words::value_types());
    let values = map.get("values").map(|node| values(node, &what, r));
    let reference = r.optional_text(&map, "reference");
    let unit = r.optional_text(&map, "unit");
    let operators = map
        .get("operators")
        .map(|node| r.words(Some(node), "an operator", words::operators()));
    let alias = r.optional_text(&map, "alias");
    let (array, sortable, groupable) = (
        r.flag(&map, "array"),
        r.flag(&map, "sortable"),
        r.flag(&map, "groupable"),
    );
    let labels = labels(&map, &what, r);
    let description = r.optional_text(&map, "description");
    let path = path?;
    let (type_name, name) = match path.value.split_once('.') {
        Some((ty, name)) => (ty.to_owned(), name.to_owned()),
        None => (path.value.clone(), String::new()),
    };
    Some(FieldSource {
        code: code.clone(),
        path,
        type_name,
        name,
        value_type: value_type?,
        values,
        reference,
        array,
        unit,
        operators,
        sortable,
        groupable,
        alias,
        labels,
        description,
    })
}

pub(crate) fn read_relation(
    code: &Spanned<String>,
    body: &Node,
    r: &mut NodeReader<'_>,
) -> Option<RelationSource> {
    let what = format!("relation `{code}`");
    let map = r.keyed(body, &what, RELATION_KEYS);
    let name = r.required_text(&map, "name");
    let from = r.required_text(&map, "from");
    let to = r.required_text(&map, "to");
    let inverse = r.optional_text(&map, "inverse");
    let alias = r.optional_text(&map, "alias");
    let labels = labels(&map, &what, r);
    let description = r.optional_text(&map, "description");
    Some(RelationSource {
        code: code.clone(),
        name: name?,
        from: from?,
        to: to?,
        inverse,
        alias,
        labels,
        description,
    })
}

/// Enum values: a list of them, or a map to their labels.
fn values(node: &Node, what: &str, r: &mut NodeReader<'_>) -> Vec<ValueSource> {
    if let NodeKind::List(_) = node.kind {
        return r
            .texts(Some(node), format_args!("`values` of {what}"))
            .into_iter()
            .map(|value| ValueSource {
                value,
                labels: Labels::default(),
            })
            .collect();
    }
    r.named(Some(node), format_args!("`values` of {what}"))
        .iter()
        .map(|(value, body)| {
            let what = format!("value `{value}` of {what}");
            let labels = if body.is_null() {
                Labels::default()
            } else {
                let map = r.keyed(body, &what, VALUE_KEYS);
                labels(&map, &what, r)
            };
            ValueSource {
                value: value.clone(),
                labels,
            }
        })
        .collect()
}

fn labels(map: &KeyedMap<'_>, what: &str, r: &mut NodeReader<'_>) -> Labels {
    let names = r
        .named(map.get("label"), format_args!("`label` of {what}"))
        .iter()
        .filter_map(|(language, text)| {
            let name = r.text(text, format_args!("`label` of {what}"))?;
            Some((language.clone(), name))
        })
        .collect();
    let synonyms = r
        .named(map.get("synonyms"), format_args!("`synonyms` of {what}"))
        .iter()
        .map(|(language, list)| {
            let names = r.texts(Some(list), format_args!("`synonyms` of {what}"));
            (language.clone(), names)
        })
        .collect();
    Labels { names, synonyms }
}
