//! Metrics of an Ossie model → metrics of the book. A metric is one function of one field.

use std::collections::BTreeSet;

use cmec_decoder::encode::sql_name;
use cmec_decoder::language::{Function, ValueType};
use cmec_decoder::letters::folded;

use super::model::{ExpressionElement, Model};
use super::{LaidOver, unquoted};
use crate::import::codebook::from_schema::{source, words};
use crate::import::codebook::schema_bindings::Bound;
use crate::import::codebook::{Book, BookMetric};
use crate::import::element_names::code_name;
use crate::import::omission::{OmissionReason, Omissions};
use crate::words::is_word;

/// Adds the metrics that are one function of one field, and reports the others.
pub(crate) fn add(
    model: &Model,
    laid: &LaidOver<'_>,
    (book, bound): (&mut Book, &Bound),
    left: &mut Omissions,
) {
    let mut taken = taken(book);
    let language = book.languages.first().cloned().unwrap_or_default();
    for metric in &model.metrics {
        let (said, expression) = (&metric.said.named, metric.expression.sql());
        let Some((of, definition)) = definition(metric, laid, (book, bound)) else {
            left.other(OmissionReason::Expression, &said.name, expression);
            continue;
        };
        let mut name = code_name(&said.name);
        if taken.contains(&folded(&name))
            || is_word(&name)
            || !name.starts_with(char::is_alphabetic)
        {
            left.other(OmissionReason::NameClash, &said.name, expression);
            name = format!("metric_{name}");
        }
        if !taken.insert(folded(&name)) {
            continue;
        }
        let described = &metric.said.description;
        book.metrics.push(BookMetric {
            words: words(&language, Some(said), (&name, &name), described),
            name,
            of,
            definition,
        });
    }
}

/// All names in the book, which no metric may have.
fn taken(book: &Book) -> BTreeSet<String> {
    let types = book.types.iter().map(|ty| &ty.name);
    let fields = book.fields.iter().map(|field| &field.name);
    let relations = book.relations.iter().map(|relation| &relation.name);
    let values = (book.fields.iter()).flat_map(|field| &field.value.values);
    let values = values.map(|(value, _)| value);
    let all = types.chain(fields).chain(relations).chain(values);
    all.map(|name| folded(name)).collect()
}

/// The type and the definition of a metric; `None` if a codebook cannot express it.
fn definition(
    metric: &ExpressionElement,
    laid: &LaidOver<'_>,
    (book, bound): (&Book, &Bound),
) -> Option<(String, String)> {
    let (function, of) = metric.expression.sql().trim().split_once('(')?;
    let of = of.strip_suffix(')')?.trim();
    let function = function.trim().to_ascii_uppercase();
    let distinct = (of.get(..9)).filter(|word| word.eq_ignore_ascii_case("distinct "));
    let of = distinct.map_or(of, |word| of.get(word.len()..).unwrap_or_default().trim());
    let function = match (function.as_str(), distinct) {
        ("COUNT", None) => Function::Count,
        ("COUNT", Some(_)) => Function::CountDistinct,
        ("SUM", None) => Function::Sum,
        ("AVG", None) => Function::Avg,
        ("MIN", None) => Function::Min,
        ("MAX", None) => Function::Max,
        _ => return None,
    };
    // An unqualified field belongs to the only dataset.
    let (dataset, field) = match (of.split_once('.'), laid.datasets.len()) {
        (Some(both), _) => both,
        (None, 1) => (*laid.datasets.keys().next()?, of),
        (None, _) => return None,
    };
    let (dataset, table) = *laid.datasets.get(&*unquoted(dataset))?;
    let ty = bound.types.iter().find(|ty| ty.table == table.name)?;
    let rows = |what: &str| {
        let definition = format!("SELECT {what} FROM {}", sql_name(&ty.name));
        Some((ty.name.clone(), definition))
    };
    if field == "*" {
        return (function == Function::Count).then(|| rows("COUNT(*)"))?;
    }
    let named = (dataset.fields.iter()).find(|own| own.said.named.name == unquoted(field));
    let expression = named.map_or(field, |own| own.expression.sql());
    let column = dataset.column(expression, table).ok()?;
    let counted = match function {
        Function::Count => ty.key.contains(&column.name),
        Function::CountDistinct => ty.key.as_slice() == [column.name.as_str()],
        _ => false,
    };
    if counted {
        return rows("COUNT(*)");
    }
    let property = source(&table.name, Some(&column.name));
    let mut fields = book.fields.iter().filter(|own| own.type_name == ty.name);
    let field = fields.find(|own| own.property == property)?;
    let value = &field.value;
    let name = sql_name(&field.name);
    let fits = match function {
        Function::Count => value.ty != ValueType::Boolean,
        Function::CountDistinct => true,
        Function::Sum | Function::Avg | Function::Min | Function::Max => value.ty.is_number(),
        Function::List => false,
    };
    let said = match function {
        Function::CountDistinct => format!("COUNT(DISTINCT {name})"),
        function => format!("{}({name})", function.name().to_ascii_uppercase()),
    };
    (fits && !value.array).then(|| rows(&said))?
}
