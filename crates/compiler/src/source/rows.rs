//! `policy.principals` and `policy.rows` as written: what the host says of whoever asks, and which rows of each type may be
//! seen.

use cmec_decoder::language::{Operator, ValueType};
use cmec_decoder::tables::{Principal, RowFilter, RowValue};

use super::node::{Node, NodeKind};
use super::node_reader::NodeReader;
use crate::finding::{Place, Spanned};
use crate::words;

/// Key of what the host says of whoever asks; a domain has it, the core has no fields.
pub(crate) const PRINCIPALS: &str = "principals";
/// Keys of a principal.
pub(crate) const PRINCIPAL_KEYS: &[&str] = &["type", "array"];
/// Key of which rows of each type may be seen; a domain has it.
pub(crate) const ROWS: &str = "rows";
/// Keys of a row filter.
pub(crate) const ROW_FILTER_KEYS: &[&str] = &["field", "operator", "is"];
/// What stands in place of the filters of a type whose rows may all be seen.
pub(crate) const PUBLIC: &str = "public";
/// What the name of a principal begins with.
const MARK: char = '$';

/// A principal.
#[derive(Debug)]
pub(crate) struct PrincipalSource {
    pub(crate) name: Spanned<String>,
    pub(crate) value_type: Spanned<ValueType>,
    pub(crate) array: bool,
}

/// Which rows of a type may be seen.
#[derive(Debug)]
pub(crate) struct TypeRowsSource {
    pub(crate) type_name: Spanned<String>,
    /// Whether neither a filter stands there nor `public`.
    pub(crate) says_nothing: bool,
    /// Each of them passes all of these; none: all may be seen.
    pub(crate) filters: Vec<RowFilterSource>,
}

/// A row filter.
#[derive(Debug)]
pub(crate) struct RowFilterSource {
    pub(crate) place: Place,
    pub(crate) field: Spanned<String>,
    pub(crate) operator: Option<Spanned<Operator>>,
    pub(crate) is: IsSource,
}

/// What a row filter compares with.
#[derive(Debug)]
pub(crate) enum IsSource {
    /// A value, or none where `is` is left out.
    One(Option<Spanned<String>>),
    /// A list of values.
    List(Vec<Spanned<String>>),
    /// A principal, by its name.
    Principal(Spanned<String>),
}

impl PrincipalSource {
    /// The principal as it is written.
    pub(crate) fn principal(&self) -> Principal {
        Principal {
            name: self.name.value.clone().into(),
            value_type: self.value_type.value,
            array: self.array,
        }
    }
}

impl RowFilterSource {
    /// The values that it is compared with, where they are constants.
    pub(crate) fn constants(&self) -> Vec<&str> {
        match &self.is {
            IsSource::One(value) => value.iter().map(Spanned::text).collect(),
            IsSource::List(values) => values.iter().map(Spanned::text).collect(),
            IsSource::Principal(_) => Vec::new(),
        }
    }

    /// The filter as it is written, of a field that is an array or not.
    pub(crate) fn filter(&self, of_array: bool, principals: &[PrincipalSource]) -> RowFilter {
        let known = |name: &str| principals.iter().find(|own| own.name.text() == name);
        let several = match &self.is {
            IsSource::One(_) => false,
            IsSource::List(_) => true,
            IsSource::Principal(name) => known(name.text()).is_some_and(|own| own.array),
        };
        let fitting = match (several, of_array) {
            (true, _) => Operator::In,
            (false, true) => Operator::Contains,
            (false, false) => Operator::Eq,
        };
        let texts = self.constants().into_iter();
        RowFilter {
            field: self.field.value.clone().into(),
            operator: self.operator.as_ref().map_or(fitting, |said| said.value),
            is: match &self.is {
                IsSource::Principal(name) => RowValue::Principal(name.value.clone().into()),
                _ => RowValue::Constant(texts.map(|text| text.to_owned().into()).collect()),
            },
        }
    }
}

/// The principals of a domain.
pub(crate) fn principals(node: Option<&Node>, r: &mut NodeReader<'_>) -> Vec<PrincipalSource> {
    let named = r.named(node, "`principals`").iter();
    let read = named.filter_map(|(name, node)| {
        let map = r.keyed(node, format!("principal `{name}`"), PRINCIPAL_KEYS);
        let value_type = r.required_word(&map, "type", &words::of());
        let array = r.flag(&map, "array");
        Some(PrincipalSource {
            name: name.clone(),
            value_type: value_type?,
            array,
        })
    });
    read.collect()
}

/// The rows of each type of a domain.
pub(crate) fn rows(node: Option<&Node>, r: &mut NodeReader<'_>) -> Vec<TypeRowsSource> {
    let named = r.named(node, "`rows`").iter();
    let read = named.map(|(type_name, node)| TypeRowsSource {
        type_name: type_name.clone(),
        says_nothing: matches!(&node.kind, NodeKind::List(items) if items.is_empty()),
        filters: match &node.kind {
            NodeKind::Scalar { .. } => {
                r.word(node, "the rows of a type", &[(PUBLIC, ())]);
                Vec::new()
            }
            _ => {
                let items = r.items(Some(node), "the rows of a type").iter();
                items.filter_map(|item| row_filter(item, r)).collect()
            }
        },
    });
    read.collect()
}

fn row_filter(node: &Node, r: &mut NodeReader<'_>) -> Option<RowFilterSource> {
    let map = r.keyed(node, "a row filter", ROW_FILTER_KEYS);
    let field = r.required_text(&map, "field");
    let operator = match map.get("operator") {
        None => None,
        Some(node) => Some(r.word(node, "`operator` of a row filter", &words::of())?),
    };
    let is = match map.get("is") {
        None => IsSource::One(None),
        Some(node) => match &node.kind {
            NodeKind::List(_) => {
                let texts = r.texts(Some(node), "`is` of a row filter").into_iter();
                IsSource::List(texts.map(constant).collect())
            }
            _ => {
                let text = r.text(node, "`is` of a row filter")?;
                match principal(&text.value) {
                    Some(name) => IsSource::Principal(Spanned::new(name, text.place)),
                    None => IsSource::One(Some(constant(text))),
                }
            }
        },
    };
    Some(RowFilterSource {
        place: node.place,
        field: field?,
        operator,
        is,
    })
}

/// The name of the principal that a text is; a constant that begins with the mark has it twice.
fn principal(text: &str) -> Option<String> {
    let name = text.strip_prefix(MARK)?;
    (!name.starts_with(MARK)).then(|| name.to_owned())
}

/// A constant without the mark that it has once more.
fn constant(text: Spanned<String>) -> Spanned<String> {
    match text.value.strip_prefix(MARK) {
        Some(rest) if rest.starts_with(MARK) => Spanned::new(rest.to_owned(), text.place),
        _ => text,
    }
}
