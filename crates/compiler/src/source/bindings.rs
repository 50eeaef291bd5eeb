//! `bindings.yaml` as written: the table, column or key of each part of the codebook.
//!
//! Every binding is explicit: equal names alone bind nothing. Any name that a database allows is valid, and statements
//! quote it; names come only from the codebook. An unbound part of the codebook is an error, because a valid question
//! must not fail for lack of a column.

use cmec_executor::catalogue::{KeySide, KeyType, MatchMode, VectorMetric};

use super::form::{Form, form};
use super::key::{Holds, Keys, keys};
use super::node::{Node, NodeKind};
use super::node_reader::{KeyedMap, NamedText, NodeReader};
use super::value_shape::ValueShape;
use crate::finding::Spanned;
use crate::words;

/// A column name as in the database.
const COLUMN: Holds = Holds::Text;
/// A table name, optionally with a schema; a part that contains a dot or a quote is in double quotes.
const TABLE: Holds = Holds::Text;
/// One column or several.
const COLUMNS: Holds = Holds::Either(&[COLUMN, Holds::NonEmpty(&COLUMN)]);

form! {
    /// The tables of a domain.
    Bindings: "the bindings file" {
        /// Types, by name, and their tables.
        types: Vec<TypeBindingSource> = InBase "types",
        /// Relations, by name (not by code), and their keys: a foreign key, or a link table.
        relations: Vec<RelationBindingSource> = "relations",
        /// How far the clocks of the business are ahead of UTC, such as `+03:00`: days and periods of moments are theirs.
        /// Default: `+00:00`.
        time_zone: Option<Spanned<i32>> = "time_zone" by minutes_ahead holds Holds::Pattern("^[+-](0[0-9]|1[0-4]):[0-5][0-9]$"),
    }
}

form! {
    /// A type and its table.
    TypeBindingSource: "binding of" name Spanned<String> {
        /// Table with a row for each instance.
        table: Spanned<String> = InBase "table" holds TABLE,
        /// Column that identifies a row, or a list of columns that do together.
        key: Vec<Spanned<String>> = InBase "key" by one_or_several holds COLUMNS,
        /// Columns and the value that every instance has there. Default: every row is an instance.
        only: Vec<NamedText> = "only" by only
            holds Holds::Map(&Holds::Scalar(&["string", "number", "boolean"])),
        /// What that column holds: `plain`, whole numbers or texts, or `uuid` of PostgreSQL. Default: `plain`.
        key_type: Option<Spanned<KeyType>> = "key_type" called "the type of a key" as Word,
        /// Column with the name that people know an instance by, or a list of columns whose texts are the name, with a blank
        /// between: `[first_name, last_name]`.
        label: Vec<Spanned<String>> = InBase "label" by one_or_several holds COLUMNS,
        /// Column with a vector for each row, where there is one.
        embedding: Option<EmbeddingSource> = "embedding" by part,
        /// Fields, by their name without the type (not by code), and their columns; a list of values may have a table of
        /// its own, and one value the row of another table.
        columns: Vec<ColumnSource> = InBase "columns" by columns
            holds Holds::Map(&Holds::Either(&[COLUMN, Holds::Keyed(Keys(&[VALUES]))])),
    }
}

form! {
    /// A column of embeddings.
    EmbeddingSource {
        /// Name of the column.
        column: Spanned<String> = "column" holds COLUMN,
        /// How many numbers a vector has.
        dimension: Spanned<u32> = "dimension",
        /// Name of the model that made the vectors: a question is embedded by the same.
        model: Option<Spanned<String>> = "model",
        /// How near two vectors are: `cosine`, `euclidean` or `inner_product`. Default: `cosine`.
        metric: Option<Spanned<VectorMetric>> = "metric" called "`metric` of an embedding" as DecisiveWord,
    }
}

keys! {
    /// Keys of a field in its long form.
    VALUES {
        /// Table with a row for each value.
        "table": TABLE,
        /// Its column with the key of the instance.
        "owner": COLUMN,
        /// Its column with the value.
        InBase "column": COLUMN,
        /// How a value is found in an array of texts: `exact` is a member, `part` a part of one, `exact_then_part` a part of
        /// one where no member is exactly so. Default: `exact`.
        "match": Holds::Words(words::all::<MatchMode>),
    }
}

/// The location of a field's values.
#[derive(Debug, Clone)]
pub(crate) struct ColumnSource {
    /// Name of the field, without the type.
    pub(crate) field: Spanned<String>,
    /// A table of values, and its column with the key of the instance.
    pub(crate) values: Option<(Spanned<String>, Spanned<String>)>,
    pub(crate) column: Spanned<String>,
    pub(crate) matching: Option<Spanned<MatchMode>>,
}

form! {
    /// A relation and its keys.
    RelationBindingSource: "binding of" name Spanned<String> {
        /// Column with the key of the other end.
        foreign_key: Option<Spanned<String>> = "foreign_key" holds COLUMN,
        /// End whose table has the foreign key.
        of: Option<Spanned<KeySide>> = "of" called "the end with the foreign key" as Word,
        /// Table with a row for each pair.
        link: Option<LinkSource> = "link" by part,
    }
}

form! {
    /// A link table.
    LinkSource {
        /// Name of the link table.
        table: Spanned<String> = "table" holds TABLE,
        /// Its column with the key of the instance the relation starts from.
        from: Spanned<String> = "from" holds COLUMN,
        /// Its column with the key of the instance it leads to.
        to: Spanned<String> = "to" holds COLUMN,
    }
}

/// The offset of a time zone in minutes, from `+03:00`. A zone name is invalid, because its offset may change in
/// summer.
fn minutes_ahead(
    map: &KeyedMap<'_>,
    key: &str,
    r: &mut NodeReader<'_>,
) -> Option<Option<Spanned<i32>>> {
    let Some(node) = map.get(key) else {
        return Some(None);
    };
    let minutes = |text: &str| {
        let (sign, clock) = text.split_at_checked(1)?;
        let (hours, minutes) = clock.split_once(':')?;
        let two = |digits: &str| {
            let is_number = digits.len() == 2 && digits.bytes().all(|own| own.is_ascii_digit());
            digits.parse::<i32>().ok().filter(|_| is_number)
        };
        let (hours, minutes) = (two(hours)?, two(minutes)?);
        let ahead = (hours <= 14 && minutes < 60).then_some(hours * 60 + minutes)?;
        match sign {
            "+" => Some(ahead),
            "-" => Some(-ahead),
            _ => None,
        }
    };
    let said = node.text().and_then(minutes);
    if said.is_none() {
        let form = ValueShape::Form("an offset from UTC such as `+03:00`");
        r.shape(node, map.called(key), form);
    }
    Some(said.map(|minutes| Spanned::new(minutes, node.place)))
}

fn columns(map: &KeyedMap<'_>, key: &str, r: &mut NodeReader<'_>) -> Option<Vec<ColumnSource>> {
    let columns = r.named(map.get(key), map.called(key)).iter();
    Some(
        columns
            .filter_map(|(field, body)| column(field, body, r))
            .collect(),
    )
}

/// A column of the type's table, or a table of values, with the matching of list members.
fn column(field: &Spanned<String>, body: &Node, r: &mut NodeReader<'_>) -> Option<ColumnSource> {
    let what = format!("column of `{field}`");
    let (mut values, mut matching) = (None, None);
    let column = if let NodeKind::Map(_) = body.kind {
        let map = r.keyed(body, &what, Keys(&[VALUES]));
        let column = r.text_at(&map, "column");
        if let Some(node) = map.get("match") {
            matching = Some(r.word(node, "`match` of a column", &words::of())?);
        }
        if map.get("table").is_some() || map.get("owner").is_some() {
            for key in ["table", "owner"].into_iter().filter(|key| map.lacks(key)) {
                r.missing(map.place, &map.what, key);
            }
            values = Some((r.text_at(&map, "table")?, r.text_at(&map, "owner")?));
        }
        column
    } else {
        r.text(body, &what)
    };
    Some(ColumnSource {
        field: field.clone(),
        values,
        column: column?,
        matching,
    })
}

/// One column, or several that identify a row together.
fn one_or_several(
    map: &KeyedMap<'_>,
    key: &str,
    r: &mut NodeReader<'_>,
) -> Option<Vec<Spanned<String>>> {
    let node = map.get(key)?;
    let what = format!("`{key}` of the {}", map.what);
    let columns = match &node.kind {
        NodeKind::List(_) => r.texts(Some(node), &what),
        _ => r.text(node, &what).into_iter().collect(),
    };
    Some(columns).filter(|columns| !columns.is_empty())
}

/// Columns with the constant value that the instances have there.
fn only(map: &KeyedMap<'_>, key: &str, r: &mut NodeReader<'_>) -> Option<Vec<NamedText>> {
    let what = format!("`{key}` of the {}", map.what);
    Some(r.named_texts(map.get(key), &what, |_| &what))
}

/// A part of a binding, discarded if it cannot be read.
fn part<T: Form>(map: &KeyedMap<'_>, key: &str, r: &mut NodeReader<'_>) -> Option<Option<T>> {
    let Some(node) = map.get(key) else {
        return Some(None);
    };
    T::read(node, format!("`{key}` of the {}", map.what), r).map(Some)
}
