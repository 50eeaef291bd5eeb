//! Resolves the columns of rows: grouping columns, fields of the grouped instances, metrics, and the columns of a page
//! per value.

use std::borrow::Cow;

use crate::contract::{Aggregation, Str};
use crate::draft::{DraftPage, Word};
use crate::finding::candidates::Choice;
use crate::finding::registry;
use crate::finding::topic::Elements;
use crate::language::{Call, Part, given_names};
use crate::resolve::checks;
use crate::resolve::conflicts::pairs;
use crate::resolve::context::Context;
use crate::resolve::metrics::{aliases, grouping};
use crate::resolve::names::{codes, fields, places_read};
use crate::resolve::notes::Notes;
use crate::resolve::scope::Scope;
use crate::resolve::scope::known_places::ColumnRead;
use crate::span::Spanned;
use crate::tables::Column;

pub(crate) fn columns<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    said: &[Word<'a>],
    numbers: &Aggregation<'a>,
) -> Vec<Str<'a>> {
    let columns = said.iter();
    columns
        .filter_map(|word| shown(context, scope, notes, word, numbers))
        .collect()
}

/// Resolves the columns of a page per value. Each must be a column of the rows, so that a row has one value of it.
pub(crate) fn per<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    said: Option<&Spanned<DraftPage<'a>>>,
    is_column: impl Fn(&str, Column<'_>) -> bool,
) -> Vec<Str<'a>> {
    let said = said.map_or(&[][..], |page| page.value.per.as_slice());
    checks::list_cap(context, notes, said, Elements::GroupFields);
    pairs::check_grouped_once(notes, said);
    let mut columns = Vec::new();
    for word in said {
        notes.newer(word.span, Part::Page, "a page for each value");
        let Some(path) = grouping::group(context, scope, notes, word) else {
            continue;
        };
        let fields = Call::fields(&path).into_iter();
        let mut columns_read = fields.filter_map(|path| context.tables.column(path));
        let column = context.tables.column(&path);
        if columns_read.all(|column| is_column(&path, column)) {
            columns.push(path);
            continue;
        }
        notes.report(&registry::NOT_A_COLUMN, word.span, |finding| {
            let message = format!("`{path}` is no column of the rows: one may have several");
            let known = codes::fields_of_intent(context, scope, |field| {
                field.groupable && is_column(&field.path, Column::Field(field))
            });
            finding
                .explain(message, "say a column of the rows")
                .candidates(context.candidates(&word.value, known))
                .about(column.and_then(Column::field))
        });
    }
    columns
}

fn shown<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    word: &Word<'a>,
    numbers: &Aggregation<'a>,
) -> Option<Str<'a>> {
    let place = given_names::at_place(&word.value).0;
    if let Some(name) = given_names::name(&word.value) {
        if numbers.metrics.iter().any(|metric| metric.alias == name) {
            notes.newer(word.span, Part::Metric, "metrics among the attributes");
            return Some(word.value.clone());
        }
        if place.is_none() && places_read::only_type_at(scope, name).is_none() {
            aliases::unknown_name(context, notes, word, "metric", &numbers.metrics);
            return None;
        }
    }
    let ColumnRead { column, path } = fields::column(context, scope, notes, word)?;
    let groups = |name: &str| numbers.group_by.iter().any(|by| by == name);
    let instances = match given_names::at_place(&path).0 {
        Some(place) => given_names::read_at(place, column.type_name()),
        None => Cow::Borrowed(column.type_name()),
    };
    if groups(&path) || (column.field().is_some() && groups(&instances)) {
        return Some(path);
    }
    notes.report(&registry::NOT_A_COLUMN, word.span, |finding| {
        let message = format!("`{path}` is no column of the groups: they differ in it");
        let references: Vec<Str<'_>> = (numbers.metrics.iter())
            .map(|metric| given_names::reference(&metric.alias))
            .collect();
        let by = context.tables.fields.iter();
        let by = by.filter(|field| groups(&field.path) || groups(&field.type_name));
        let known = by.map(|field| Choice::field(context.tables, field));
        let known = known.chain(references.iter().map(|name| Choice::plain(name.as_ref())));
        let finding = finding.explain(message, "group by it as well, or leave it out");
        finding
            .candidates(context.candidates("", known.collect()))
            .about(column.field())
    });
    None
}
