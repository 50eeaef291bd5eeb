//! Rows: one for each target instance that has a binding, or one for each binding.

use cmec_decoder::contract::{Contract, Str};
use cmec_decoder::language::{Order, Output, given_names};
use cmec_decoder::places::{Places, TARGET};
use cmec_decoder::tables::Column;
use sea_query::{Expr, SelectStatement};

use crate::lane::structured::sql::conditions::needs::{MatchColumn, Needs, RowsAsked};
use crate::lane::structured::sql::context::{
    AnswerColumn, KEY, SqlContext, Subselect, TYPE, WriteError, column_name,
};
use crate::lane::structured::sql::page::paging::Page;
use crate::lane::structured::sql::page::{distance, paging};
use crate::lane::structured::sql::places::field_value::place_read;
use crate::lane::structured::sql::places::subject::Subject;
use crate::lane::structured::sql::places::{compare, variant};
use crate::lane::structured::sql::select::matches;
use crate::lane::structured::sql::select::matches::shown_places;
use crate::lane::structured::sql::sort::{KeyKind, SortKey};

pub(crate) fn rows(
    context: &SqlContext<'_>,
    contract: &Contract<'_>,
) -> Result<Subselect, WriteError> {
    let constraints = &contract.constraints;
    let asked = match contract.intent.output_type {
        // No page limits the check whether a row exists.
        Output::Existence => RowsAsked::bare(Page::ALL),
        _ => RowsAsked {
            attributes: &contract.grounding.target_attributes,
            sort: &constraints.sort,
            page: Page::of(&constraints.pagination),
            per: &constraints.pagination.per,
        },
    };
    rows_of(context, &Subject::of(contract), &asked)
}

/// The rows of a contract without shown columns: only their sort values, the last of which is the key.
pub(crate) fn bare_rows(
    context: &SqlContext<'_>,
    contract: &Contract<'_>,
) -> Result<Subselect, WriteError> {
    let asked = RowsAsked::bare(Page::of(&contract.constraints.pagination));
    let subject = Subject::of(contract);
    let places = subject.places(context);
    arranged(context, &subject, &places, (Vec::new(), Vec::new()), &asked)
}

/// All rows of a contract, for a count.
pub(crate) fn counted_rows(
    context: &SqlContext<'_>,
    contract: &Contract<'_>,
) -> Result<SelectStatement, WriteError> {
    let asked = RowsAsked::bare(Page::ALL);
    let subject = Subject::of(contract);
    let places = subject.places(context);
    // The key column identifies rows.
    let shown = vec![key_name(TARGET)];
    let rows = arranged(context, &subject, &places, (Vec::new(), shown), &asked)?;
    Ok(rows.select)
}

pub(crate) fn rows_of(
    context: &SqlContext<'_>,
    subject: &Subject<'_>,
    asked: &RowsAsked<'_>,
) -> Result<Subselect, WriteError> {
    let places = subject.places(context);
    let (mut columns, mut needed) = (Vec::new(), Vec::new());
    for (shown, column) in columns_of(context, subject, asked.attributes, &places)? {
        needed.push((column_name(columns.len()), column));
        columns.push(shown);
    }
    let shown = needed.iter().map(|(name, _)| name.clone()).collect();
    let paged = arranged(context, subject, &places, (needed, shown), asked)?;
    Ok(Subselect { columns, ..paged })
}

pub(crate) fn instances_of(
    context: &SqlContext<'_>,
    subject: &Subject<'_>,
    asked: &RowsAsked<'_>,
) -> Result<SelectStatement, WriteError> {
    let places = subject.places(context);
    let needed = vec![
        (KEY.to_owned(), MatchColumn::RowKey),
        (TYPE.to_owned(), MatchColumn::Type),
    ];
    let shown = vec![KEY.to_owned(), TYPE.to_owned()];
    let rows = arranged(context, subject, &places, (needed, shown), asked)?;
    Ok(rows.select)
}

/// A page of the bindings with some columns, in order.
fn arranged(
    context: &SqlContext<'_>,
    subject: &Subject<'_>,
    places: &Places<'_>,
    (mut columns, shown): (Vec<(String, MatchColumn<'_>)>, Vec<String>),
    asked: &RowsAsked<'_>,
) -> Result<Subselect, WriteError> {
    let alias = context.alias('m');
    let column = |name: String| Expr::col((alias.clone(), name));
    let entities = subject.grounding.entity_list.as_slice();
    let (mut sort, mut per) = (Vec::new(), Vec::new());
    if let Some(nearest) = context.nearest.as_ref().filter(|_| asked.page.is_answer()) {
        for (index, distance) in nearest.distances().iter().enumerate() {
            let name = format!("d{index}");
            columns.push((name.clone(), MatchColumn::Distance(distance)));
            sort.push(distance::by_distance(nearest, column(name)));
        }
    }
    for (index, key) in asked.sort.iter().enumerate() {
        let kind = context.tables.kind(&key.field);
        let kind = kind.ok_or_else(|| WriteError::Unknown(key.field.to_string()))?;
        // A field with one value is shown as it is compared.
        let is_shown = |(_, needed): &&(String, MatchColumn<'_>)| {
            matches!(needed, MatchColumn::Shown(path) if *path == key.field) && !kind.several
        };
        let shown = columns.iter().find(is_shown).map(|(name, _)| name.clone());
        let name = shown.clone().unwrap_or_else(|| {
            let name = format!("s{index}");
            columns.push((name.clone(), MatchColumn::Value(&key.field)));
            name
        });
        sort.push(SortKey {
            expr: compare::in_order(context, column(name), kind.value_type),
            order: key.order,
            kind: KeyKind::Value(kind.value_type),
            shown,
        });
    }
    for (index, path) in asked.per.iter().enumerate() {
        let name = format!("p{index}");
        let needed = match context.tables.column(path) {
            Some(Column::Type(type_name)) => {
                MatchColumn::Key(place_read(places, path, Column::Type(type_name))?)
            }
            _ => MatchColumn::Value(path),
        };
        columns.push((name.clone(), needed));
        per.push(column(name));
    }
    for place in told_apart(subject, places) {
        let name = key_name(place);
        columns.push((name.clone(), MatchColumn::Key(place)));
        sort.push(SortKey {
            expr: column(name),
            order: Order::Asc,
            kind: KeyKind::RowKey(variant::key_type(context, places, entities, place)?),
            shown: None,
        });
    }
    let needs = Needs {
        columns,
        whole: subject.has_matches,
        any_times: false,
    };
    let matches = matches::matches(context, subject, &needs)?;
    let mut select = SelectStatement::new();
    for name in shown {
        select.expr_as(column(name.clone()), name);
    }
    select.from_subquery(matches.select, alias.clone());
    Ok(paging::paged(context, select, sort, per, asked.page))
}

fn columns_of<'p>(
    context: &'p SqlContext<'_>,
    subject: &Subject<'_>,
    attributes: &'p [Str<'_>],
    places: &Places<'_>,
) -> Result<Vec<(AnswerColumn, MatchColumn<'p>)>, WriteError> {
    if attributes.is_empty() && subject.has_matches {
        let there = shown_places(places).into_iter();
        return Ok(there.map(|place| called(context, places, place)).collect());
    }
    let own: Vec<&str> = match attributes {
        [] => {
            let target = places.places.first();
            let entities = subject.grounding.entity_list.as_slice();
            let types = target.map(|target| match target.types.as_slice() {
                [] => variant::types_at(context, target, entities),
                said => said.to_vec(),
            });
            let types = types.unwrap_or_default();
            let fields = context.tables.fields.iter();
            let own = fields.filter(|field| types.contains(&field.type_name.as_ref()));
            own.map(|field| field.path.as_ref()).collect()
        }
        said => said.iter().map(AsRef::as_ref).collect(),
    };
    own.into_iter()
        .map(|path| Ok((answer_column(context, path)?, MatchColumn::Shown(path))))
        .collect()
}

/// The column with the display name of a variable's instance.
fn called<'p>(
    context: &SqlContext<'_>,
    places: &Places<'_>,
    place: usize,
) -> (AnswerColumn, MatchColumn<'p>) {
    let def = places.places.get(place);
    let types = def.map(|def| def.types.as_slice()).unwrap_or_default();
    let paths = types.iter().filter_map(|name| context.key_path(name));
    let paths = paths.map(|path| match def.and_then(|def| def.name) {
        Some(name) => given_names::read_at(name, &path).into_owned(),
        None => path,
    });
    let column = AnswerColumn {
        name: paths.collect::<Vec<_>>().join(", "),
        value_type: cmec_decoder::language::ValueType::String,
        several: false,
    };
    (column, MatchColumn::Called(place))
}

pub(crate) fn answer_column(
    context: &SqlContext<'_>,
    path: &str,
) -> Result<AnswerColumn, WriteError> {
    let unknown = || WriteError::Unknown(path.to_owned());
    let kind = context.tables.kind(path).ok_or_else(unknown)?;
    Ok(AnswerColumn {
        name: path.to_owned(),
        value_type: kind.value_type,
        several: kind.several,
    })
}

fn key_name(place: usize) -> String {
    format!("k{place}")
}

/// The variables whose keys identify a row.
fn told_apart(subject: &Subject<'_>, places: &Places<'_>) -> Vec<usize> {
    match subject.has_matches {
        true => shown_places(places),
        false => vec![TARGET],
    }
}
