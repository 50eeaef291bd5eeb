//! Resolves the names of a query to columns, tables, relations and metrics.
//!
//! An exact match takes precedence over the only match without case. A field can be called by its SQL name, alias, own
//! name, path or code.

use std::borrow::Cow;

use crate::finding::candidates::Choice;
use crate::finding::registry;
use crate::language::Direction;
use crate::read::sql::draft::Context;
use crate::read::sql::draft::query::{Hop, Query};
use crate::read::sql::tree::{Expression, Name};
use crate::span::{Span, Spanned};
use crate::sql_words::{
    is_same, is_today, name as sql_name, table as sql_table, table_of_parts, table_parts,
};
use crate::tables::{FieldDef, MetricDef, ROW_KEYS, RelationDef, Tables, TypeDef, ways_between};

/// The meaning of a name.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Meaning<'a> {
    Field(usize, &'a FieldDef),
    Relation(usize, &'a RelationDef),
    /// The table itself, or its key if that has no name in the codebook.
    Instances(usize),
    Metric(&'a MetricDef),
    /// A type without a table in the query.
    Type(&'a TypeDef),
    /// A column of a `WITH` query, with the index of that query.
    Given(usize),
}

/// The elements with a name: exact matches, or else matches without case.
fn called<'n, T: Clone>(all: &[T], name: &str, names: impl Fn(&T) -> Vec<&'n str>) -> Vec<T> {
    let with = |is: &dyn Fn(&str) -> bool| -> Vec<T> {
        let found = all.iter().filter(|one| names(one).into_iter().any(is));
        found.cloned().collect()
    };
    let exact = with(&|own| own == name);
    match exact.is_empty() {
        true => with(&|own| is_same(own, name)),
        false => exact,
    }
}

/// The types whose table has this name.
pub(super) fn types_called<'t>(tables: &'t Tables, name: &str) -> Vec<&'t TypeDef> {
    let all: Vec<&TypeDef> = tables.types.iter().collect();
    let found = called(&all, name, |of| vec![of.spelling()]);
    // A junction table has exactly this name, so another table in a different case is not meant.
    let is_of_pairs = || tables.relations.iter().any(|own| own.spelling() == name);
    if !found.iter().any(|of| of.spelling() == name) && is_of_pairs() {
        return Vec::new();
    }
    if !found.is_empty() {
        return found;
    }
    let parts = table_parts(name).unwrap_or_default();
    match parts.as_slice() {
        // The default schema may be written.
        [schema, own] if is_same("main", schema) || is_same("public", schema) => {
            let own = table_of_parts([own.as_str()]);
            return called(&all, &own, |of| vec![of.spelling()]);
        }
        // The schema of a table may be omitted.
        [own] => {
            let last = |of: &&TypeDef| match table_parts(of.sql.as_deref()?)?.as_slice() {
                [_, last] => Some(last.clone()),
                _ => None,
            };
            let owns = all.iter().filter(|of| last(of).as_ref() == Some(own));
            if let [of] = owns.collect::<Vec<_>>().as_slice() {
                return vec![of];
            }
        }
        _ => {}
    }
    called(&all, name, |of| vec![of.name.as_ref()])
}

fn fields_called<'t>(tables: &'t Tables, of: &str, name: &str) -> Vec<&'t FieldDef> {
    let fields = tables.fields.iter().filter(|field| field.type_name == of);
    let fields: Vec<&FieldDef> = fields.collect();
    let found = called(&fields, name, |field| vec![field.spelling()]);
    if !found.is_empty() {
        return found;
    }
    called(&fields, name, |field| {
        let names = [Some(field.name.as_ref()), field.alias.as_deref()];
        let codes = [Some(field.code.as_ref()), Some(field.path.as_ref())];
        names.into_iter().chain(codes).flatten().collect()
    })
}

fn relations_called<'t>(tables: &'t Tables, of: &str, name: &str) -> Vec<&'t RelationDef> {
    let relations = tables.relations.iter().filter(|own| own.from == of);
    let relations: Vec<&RelationDef> = relations.collect();
    called(&relations, name, |relation| relation_names(relation))
}

/// The metric of the codebook with this name or code.
pub(super) fn metric_called<'t>(tables: &'t Tables, name: &str) -> Option<&'t MetricDef> {
    let mut metrics = tables.metrics.iter();
    metrics.find(|own| is_same(&own.name, name) || own.code == name)
}

/// `true` if a relation has this name, alias or code.
pub(super) fn goes_by(relation: &RelationDef, name: &str) -> bool {
    let mut names = relation_names(relation).into_iter();
    names.any(|own| is_same(own, name))
}

fn relation_names(relation: &RelationDef) -> Vec<&str> {
    let sql = relation.sql.as_deref();
    let names = [sql, Some(relation.name.as_ref()), relation.alias.as_deref()];
    let names = names.into_iter().flatten();
    names.chain([relation.code.as_ref()]).collect()
}

/// The possible meanings of a name at one variable.
fn of_place<'a>(
    tables: &'a Tables,
    query: &Query<'a>,
    place: usize,
    name: &str,
) -> Vec<Meaning<'a>> {
    let Some(of) = query.places.get(place).map(|place| place.of) else {
        return Vec::new();
    };
    let fields = fields_called(tables, &of.name, name).into_iter();
    let fields: Vec<Meaning<'_>> = fields.map(|field| Meaning::Field(place, field)).collect();
    if !fields.is_empty() {
        return fields;
    }
    let relations = relations_called(tables, &of.name, name).into_iter();
    let relations: Vec<Meaning<'_>> = relations.map(|one| Meaning::Relation(place, one)).collect();
    let mut keys = ROW_KEYS.into_iter().chain(of.sql_key.as_deref());
    if relations.is_empty() && keys.any(|key| is_same(key, name)) {
        return vec![Meaning::Instances(place)];
    }
    relations
}

/// The variables with this table name, in the innermost scope that has one.
fn places_called(query: &Query<'_>, name: &str) -> Vec<usize> {
    let scopes = query.scopes.iter().rev();
    let names = |at: &usize| {
        let place = query.places.get(*at).into_iter();
        place.map(|place| place.name.as_str()).collect()
    };
    let mut found = scopes.map(|scope| called(scope, name, names));
    found.find(|places| !places.is_empty()).unwrap_or_default()
}

/// The variable of the table that an expression names.
pub(super) fn table(query: &Query<'_>, said: &Spanned<Expression<'_>>) -> Option<usize> {
    let name = said.value.bare_name()?;
    match places_called(query, &name.text).as_slice() {
        [place] => Some(*place),
        _ => None,
    }
}

/// The meaning of a qualified name; `None` if it is unknown or ambiguous, which is reported.
pub(super) fn meaning<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    path: &[Spanned<Name<'a>>],
    span: Span,
) -> Option<Meaning<'a>> {
    let found = meanings(context, query, path, span);
    match found.as_slice() {
        [one] => Some(*one),
        [] => {
            unknown(context, query, path, span);
            None
        }
        several => {
            let name = path.last().map_or("", |name| name.value.text.as_ref());
            let readings = several.iter().filter_map(|one| reading(query, *one));
            let readings: Vec<String> = readings.collect();
            let message = format!("`{name}` could be `{}`", readings.join("` or `"));
            let help = "write the table before the column";
            context.ask(&registry::AMBIGUOUS_NAME, span, (message, help), readings);
            None
        }
    }
}

/// The meaning of a column, if it has one.
pub(super) fn meaning_of<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    said: &Spanned<Expression<'a>>,
) -> Option<Meaning<'a>> {
    let Expression::Column(path) = &said.value else {
        return None;
    };
    is_known(context, query, path, said.span).then_some(())?;
    meaning(context, query, path, said.span)
}

/// A meaning written in SQL.
pub(super) fn reading(query: &Query<'_>, meaning: Meaning<'_>) -> Option<String> {
    let table = |place: usize| query.places.get(place).map(|place| sql_name(&place.name));
    Some(match meaning {
        Meaning::Field(place, field) => format!("{}.{}", table(place)?, sql_name(field.spelling())),
        Meaning::Relation(place, relation) => {
            format!("{}.{}", table(place)?, sql_name(relation.spelling()))
        }
        Meaning::Instances(place) => table(place)?.into_owned(),
        Meaning::Metric(metric) => metric.name.to_string(),
        Meaning::Type(of) => sql_table(of.spelling()),
        Meaning::Given(_) => return None,
    })
}

/// `true` if a name has any meaning.
pub(super) fn is_known<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    path: &[Spanned<Name<'a>>],
    span: Span,
) -> bool {
    let hops = query.hops.len();
    let known = !meanings(context, query, path, span).is_empty();
    // Undo the hops that the lookup added.
    let places = query.places.len() - (query.hops.len() - hops);
    query.places.truncate(places);
    query.hops.truncate(hops);
    known
}

fn meanings<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    path: &[Spanned<Name<'a>>],
    span: Span,
) -> Vec<Meaning<'a>> {
    let tables = context.tables;
    let text = |name: &Spanned<Name<'a>>| name.value.text.clone();
    match path {
        [name] => {
            let name = text(name);
            for scope in query.scopes.iter().rev() {
                let places = scope.iter();
                let found = places.flat_map(|place| of_place(tables, query, *place, &name));
                let mut found: Vec<Meaning<'a>> = found.collect();
                // A table takes precedence over the implicit key of another table.
                let is_named = |one: &Meaning<'a>| !matches!(one, Meaning::Instances(_));
                if found.iter().any(is_named) {
                    found.retain(is_named);
                }
                if !found.is_empty() {
                    return found;
                }
            }
            let places = places_called(query, &name);
            if !places.is_empty() {
                return places.into_iter().map(Meaning::Instances).collect();
            }
            if let Some(metric) = metric_called(tables, &name) {
                return vec![Meaning::Metric(metric)];
            }
            let types = types_called(tables, &name).into_iter();
            types.map(Meaning::Type).collect()
        }
        [first, rest @ ..] => {
            let (first, Some((last, middle))) = (text(first), rest.split_last()) else {
                return Vec::new();
            };
            let mut given = query.given_names.iter();
            if let Some(at) = given.position(|own| is_same(own, &first)) {
                return vec![Meaning::Given(at)];
            }
            let Some(mut place) = start(context, query, &first, span) else {
                return Vec::new();
            };
            for step in middle {
                let relations = of_place(tables, query, place, &step.value.text);
                let [Meaning::Relation(_, relation)] = relations.as_slice() else {
                    return Vec::new();
                };
                match walk(tables, query, (place, relation), span) {
                    Some(end) => place = end,
                    None => return Vec::new(),
                }
            }
            let found = of_place(tables, query, place, &last.value.text);
            match found.is_empty() {
                // `enterprise.revenue_per_employee`: a metric of the codebook after its type.
                true => {
                    let mut metrics = tables.metrics.iter();
                    let metric = metrics.find(|own| is_same(&own.name, &last.value.text));
                    metric.map(Meaning::Metric).into_iter().collect()
                }
                false => found,
            }
        }
        [] => Vec::new(),
    }
}

/// The variable for the first name of a path: a table, the end of a relation, or the only variable of a type that one
/// relation leads to.
fn start<'a>(
    context: &Context<'a>,
    query: &mut Query<'a>,
    name: &str,
    span: Span,
) -> Option<usize> {
    let tables = context.tables;
    if let [place] = places_called(query, name).as_slice() {
        return Some(*place);
    }
    let mut scopes = query.scopes.iter().rev();
    let scope = scopes.find(|scope| !scope.is_empty())?.clone();
    let places = scope.iter();
    let relations = places.flat_map(|place| of_place(tables, query, *place, name));
    let relations: Vec<Meaning<'a>> = relations.collect();
    if let [Meaning::Relation(place, relation)] = relations.as_slice() {
        return walk(tables, query, (*place, relation), span);
    }
    let types = types_called(tables, name);
    let [of] = types.as_slice() else {
        return None;
    };
    let mut ways = Vec::new();
    for place in scope {
        let from = query.places.get(place)?.of;
        let found = ways_between(tables, &from.name, &of.name).into_iter();
        ways.extend(found.map(|way| (place, way)));
    }
    let [(place, (relation, direction))] = ways.as_slice() else {
        return None;
    };
    Some(query.path_end(hop(*place, relation, *direction, span), of))
}

/// The end of a relation from a variable.
pub(super) fn walk<'a>(
    tables: &'a Tables,
    query: &mut Query<'a>,
    (place, relation): (usize, &'a RelationDef),
    span: Span,
) -> Option<usize> {
    let of = tables.type_by_name(&relation.to)?;
    Some(query.path_end(hop(place, relation, Direction::Out, span), of))
}

/// A hop from a variable to one that is not known yet.
pub(super) fn hop<'a>(
    from: usize,
    relation: &'a RelationDef,
    direction: Direction,
    span: Span,
) -> Hop<'a> {
    Hop {
        from,
        to: from,
        relations: vec![Spanned::new(Cow::Borrowed(relation.code.as_ref()), span)],
        direction,
        times: None,
        is_absent: false,
        is_path: false,
        span,
    }
}

/// Reports an unknown column or table.
fn unknown<'a>(
    context: &mut Context<'a>,
    query: &Query<'a>,
    path: &[Spanned<Name<'a>>],
    span: Span,
) {
    let tables = context.tables;
    let name = path.last().map_or("", |name| name.value.text.as_ref());
    if matches!(path, [only] if only.value.quote.is_none() && is_today(name)) {
        let message = format!("`{}` is a day and no column", context.slice(span));
        let help = "compare a column with it, with it and an `INTERVAL`, or with `DATE_TRUNC` of it to a week, a month or a year; \
                    write the first day of any other period";
        context.report(&registry::UNKNOWN_FIELD, span, message, help);
        return;
    }
    let types = query.scopes.iter().flatten();
    let types = types.filter_map(|at| query.places.get(*at));
    let types: Vec<&str> = types.map(|place| place.of.name.as_ref()).collect();
    // The unknown table is already reported, so its columns need no finding.
    if types.is_empty() && !context.findings.is_empty() {
        return;
    }
    let fields = tables.fields.iter();
    let fields = fields.filter(|own| types.contains(&own.type_name.as_ref()));
    let relations = tables.relations.iter();
    let relations = relations.filter(|own| types.contains(&own.from.as_ref()));
    let known = fields.map(|field| Choice::field(tables, field));
    let known = known.chain(relations.map(|relation| Choice::relation(tables, relation)));
    let known = known.chain(tables.metrics.iter().map(Choice::metric));
    let message = format!("there is no column `{}`", context.slice(span));
    let rule = &registry::UNKNOWN_FIELD;
    context.unknown(rule, (name, span), message, known.collect());
}
