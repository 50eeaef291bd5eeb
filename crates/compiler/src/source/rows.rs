//! Row-level security as written: `policy.principals` (the host's data about the user) and `policy.rows` (the visible
//! rows of each type).

use cmec_decoder::language::{Operator, ValueType};
use cmec_decoder::tables::{Principal, RowFilter, RowValue};

use super::form::{Form, form};
use super::key::{Holds, keys};
use super::node::{Node, NodeKind};
use super::node_reader::{KeyedMap, NodeReader};
use crate::finding::{Place, Spanned};

keys! {
    /// Keys of `policy` that a domain has; the core has no fields.
    ROWS {
        /// What the host says of whoever asks: name → its type. No model can say it.
        "principals": PrincipalSource::MAP,
        /// Which rows may be seen: type → its row filters, or `public`. Once one type has rows, every type says its own.
        "rows": Holds::Map(&Holds::Either(&[Holds::Word(PUBLIC), Holds::NonEmpty(&Holds::Keyed(RowFilterSource::KEYS))])),
    }
}

/// Replaces the filters of a type whose rows are all visible.
pub(crate) const PUBLIC: &str = "public";
/// Prefix of a principal's name.
const MARK: char = '$';

form! {
    /// A principal.
    PrincipalSource: "principal" name Spanned<String> {
        /// Type of its values.
        value_type: Spanned<ValueType> = "type" as Word,
        /// Whether it has any number of values. Default: `false`, exactly one.
        array: bool = "array",
    }
}

/// The visible rows of a type.
#[derive(Debug)]
pub(crate) struct TypeRowsSource {
    pub(crate) type_name: Spanned<String>,
    /// True where there is neither a filter nor `public`.
    pub(crate) says_nothing: bool,
    /// A visible row passes all of these; with none, all rows are visible.
    pub(crate) filters: Vec<RowFilterSource>,
}

form! {
    /// A row filter.
    RowFilterSource {
        place: Place = (place),
        /// Path of a field of the type.
        field: Spanned<String> = "field",
        /// Operator of the filter. Default: `eq`; `in` where `is` is a list, `contains` where the field is an array.
        operator: Option<Spanned<Operator>> = "operator" as DecisiveWord,
        /// Value, or a list of them where the operator takes several, or `$name` of a principal. A constant that begins
        /// with `$` is written with two.
        is: IsSource = "is" by is holds Holds::Either(&[SCALAR, Holds::NonEmpty(&SCALAR)]),
    }
}

/// A text, a number or a boolean.
const SCALAR: Holds = Holds::Scalar(&["string", "number", "boolean"]);

/// The operand of a row filter.
#[derive(Debug, Clone)]
pub(crate) enum IsSource {
    /// A value; `None` if `is` is missing.
    One(Option<Spanned<String>>),
    List(Vec<Spanned<String>>),
    /// A principal by name.
    Principal(Spanned<String>),
}

impl PrincipalSource {
    pub(crate) fn principal(&self) -> Principal {
        Principal {
            name: self.name.value.clone().into(),
            value_type: self.value_type.value,
            array: self.array,
        }
    }
}

impl RowFilterSource {
    /// The constant values it compares with.
    pub(crate) fn constants(&self) -> Vec<&str> {
        match &self.is {
            IsSource::One(value) => value.iter().map(Spanned::text).collect(),
            IsSource::List(values) => values.iter().map(Spanned::text).collect(),
            IsSource::Principal(_) => Vec::new(),
        }
    }

    /// The filter in compiled form. `of_array`: true for an array field.
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

/// The visible rows of each type of a domain.
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
                items
                    .filter_map(|item| Form::read(item, "a row filter", r))
                    .collect()
            }
        },
    });
    read.collect()
}

fn place(map: &KeyedMap<'_>, _: &mut NodeReader<'_>) -> Option<Place> {
    Some(map.place)
}

fn is(map: &KeyedMap<'_>, key: &str, r: &mut NodeReader<'_>) -> Option<IsSource> {
    let Some(node) = map.get(key) else {
        return Some(IsSource::One(None));
    };
    if let NodeKind::List(_) = node.kind {
        let texts = r.texts(Some(node), map.called(key)).into_iter();
        return Some(IsSource::List(texts.map(constant).collect()));
    }
    let text = r.text(node, map.called(key))?;
    Some(match principal(&text.value) {
        Some(name) => IsSource::Principal(Spanned::new(name, text.place)),
        None => IsSource::One(Some(constant(text))),
    })
}

/// The principal's name in a text; a constant that begins with the mark doubles it.
fn principal(text: &str) -> Option<String> {
    let name = text.strip_prefix(MARK)?;
    (!name.starts_with(MARK)).then(|| name.to_owned())
}

/// A constant with a doubled mark reduced to one.
fn constant(text: Spanned<String>) -> Spanned<String> {
    match text.value.strip_prefix(MARK) {
        Some(rest) if rest.starts_with(MARK) => Spanned::new(rest.to_owned(), text.place),
        _ => text,
    }
}
