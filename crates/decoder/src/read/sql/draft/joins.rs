//! Reads the tables of `FROM` and their joins.

use crate::finding::candidates::Choice;
use crate::finding::registry;
use crate::language::Direction;
use crate::read::sql::draft::names::{self, Meaning, meaning_of};
use crate::read::sql::draft::query::{Hop, Place, Query};
use crate::read::sql::draft::{self, Context};
use crate::read::sql::tree::{Comparison, Expression, Join, Name, Source, Table};
use crate::span::{Span, Spanned};
use crate::sql_words::{is_same, table as sql_table, table_parts};
use crate::tables::{RelationDef, TypeDef, ways_between};

/// The hops for an equality between a relation and a table.
pub(super) fn joined<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    said: &Spanned<Expression<'a>>,
) -> Option<Vec<Hop<'a>>> {
    let Expression::Compare(left, operator, right) = &said.value else {
        return None;
    };
    (operator.value == Comparison::Equal).then_some(())?;
    let is_column = |one: &Spanned<Expression<'a>>| matches!(one.value, Expression::Column(_));
    (is_column(left) && is_column(right)).then_some(())?;
    // A table takes precedence over a column with the same name.
    let tables = [names::table(query, left), names::table(query, right)];
    let (left, right) = match tables {
        [None, Some(place)] => (meaning_of(context, query, left)?, Meaning::Instances(place)),
        [Some(place), None] => (
            Meaning::Instances(place),
            meaning_of(context, query, right)?,
        ),
        _ => {
            let left = meaning_of(context, query, left)?;
            (left, meaning_of(context, query, right)?)
        }
    };
    let (place, relation, other) = match (left, right) {
        (Meaning::Relation(one, of), Meaning::Relation(other, same)) => {
            let end = names::walk(context.tables, query, (one, of), said.span)?;
            return Some(vec![Hop {
                to: end,
                ..made(query, (other, end), same, said.span)
            }]);
        }
        (Meaning::Relation(place, relation), other)
        | (other, Meaning::Relation(place, relation)) => (place, relation, other),
        _ => return None,
    };
    let end = match other {
        Meaning::Instances(end) => end,
        Meaning::Field(end, field) => {
            let of = query.places.get(end)?.of;
            (of.is_key(field) || field.spelling() == of.row_key()).then_some(end)?
        }
        _ => return None,
    };
    let of = query.places.get(end)?.of;
    if of.name != relation.to {
        let to = context.tables.type_by_name(&relation.to)?;
        let [to, other] = [to, of].map(|of| sql_table(of.spelling()));
        let message = format!(
            "`{}` leads to `{to}`, and not to `{other}`",
            relation.spelling()
        );
        let help = format!("join `{to}`");
        context.report(&registry::RELATION_DOES_NOT_FIT, said.span, message, help);
        return Some(Vec::new());
    }
    Some(vec![made(query, (place, end), relation, said.span)])
}

pub(super) fn made<'a>(
    query: &Query<'a>,
    (from, to): (usize, usize),
    relation: &'a RelationDef,
    span: Span,
) -> Hop<'a> {
    Hop {
        to,
        is_absent: query.is_absent(from) || query.is_absent(to),
        ..names::hop(from, relation, Direction::Out, span)
    }
}

/// Adds the tables of `FROM`. `is_table` is `true` for tables of the query itself, `is_absent` for those of an
/// anti-join.
pub(super) fn tables<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    sources: &[Spanned<Source<'a>>],
    (is_table, is_absent): (bool, bool),
) {
    for source in sources {
        let said = &source.value;
        let name = match &said.table.value {
            Table::Name(name) => name,
            Table::Query(_) => {
                let help = "write one query, or compare with a query in brackets";
                let message = "a query in `FROM` is not supported here";
                context.report(&registry::UNEXPECTED_TOKEN, said.table.span, message, help);
                continue;
            }
            Table::Call(call) => {
                let message = format!("`{}` is no table", context.slice(call.name.span));
                let help = "write a table";
                context.report(&registry::UNKNOWN_TYPE, call.name.span, message, help);
                continue;
            }
        };
        // A table with a schema has its bare name as alias.
        let own = table_parts(&name.text).and_then(|mut parts| parts.pop());
        let own = own.unwrap_or_else(|| name.text.to_string());
        let alias = said.alias.as_ref().map(|alias| &alias.value.text);
        let both = alias.map(|alias| format!("{} {alias}", name.text));
        let alias = alias.map_or(own, ToString::to_string);
        if let Some(with) = context.with.iter().find(|own| is_same(own, &name.text)) {
            // The query's columns may be compared with.
            query.given.push(with.to_string());
            query.given_names.push(alias);
            continue;
        }
        // `FROM Order Details`: a name with a space needs quotes.
        if let Some(both) = both {
            let types = names::types_called(context.tables, &both);
            if !types.is_empty() {
                which_table(context, &both, &types, source.span);
                continue;
            }
        }
        let types = names::types_called(context.tables, &name.text);
        let [of] = types.as_slice() else {
            match types.is_empty() {
                true => unknown_table(context, name, said.table.span),
                false => which_table(context, &name.text, &types, said.table.span),
            }
            continue;
        };
        // Two tables whose names differ only in case keep their own spellings.
        let is_taken = |own: &Place<'_>| {
            let differs = said.alias.is_none() && own.of.name != of.name && own.name != alias;
            is_same(&own.name, &alias) && !differs
        };
        let mut scope = query.scopes.last().into_iter().flatten();
        if scope.any(|at| query.places.get(*at).is_some_and(is_taken)) {
            let message = format!("two tables are called `{alias}`");
            let own = said.alias.as_ref();
            let span = own.map_or(said.table.span, |alias| alias.span);
            let help = "give each its own alias";
            context.report(&registry::DUPLICATE_NAME, span, message, help);
            continue;
        }
        query.add(Place {
            name: alias,
            of,
            span: source.span,
            entity: None,
            is_table,
            is_read: false,
            is_absent: is_absent || said.join == Join::Left,
            is_known_absent: is_absent,
        });
    }
    for source in sources {
        if let Some(on) = &source.value.on {
            draft::read_condition(context, query, on, false);
        }
    }
}

/// Asks which of several tables is meant whose names differ only in case.
fn which_table(context: &mut Context<'_>, name: &str, types: &[&TypeDef], span: Span) {
    let readings = types.iter().map(|of| sql_table(of.spelling()));
    let readings: Vec<String> = readings.collect();
    let message = format!("`{name}` could be `{}`", readings.join("` or `"));
    let help = "write it in the letters of one of them";
    context.ask(&registry::AMBIGUOUS_NAME, span, (message, help), readings);
}

fn unknown_table<'a>(context: &mut Context<'a>, name: &Name<'a>, span: Span) {
    let known = context.tables.types.iter();
    let known = known.map(Choice::type_def).collect();
    let message = format!("there is no table `{}`", name.text);
    context.unknown(&registry::UNKNOWN_TYPE, (&name.text, span), message, known);
}

/// Joins the tables from `first` on that have no join condition, along the only relation that leads to them.
pub(super) fn connect<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    first: usize,
    outer: &[usize],
) {
    let own: Vec<usize> = query.scopes.last().cloned().unwrap_or_default();
    for place in own.iter().copied().filter(|place| *place >= first) {
        let mut before: Vec<usize> = own.iter().copied().filter(|other| *other < place).collect();
        if before.is_empty() {
            before = outer.to_vec();
        }
        if before.is_empty() || query.is_linked(place) {
            continue;
        }
        let Some(said) = query.places.get(place) else {
            continue;
        };
        let (of, span, is_absent, is_entity) =
            (said.of, said.span, said.is_absent, said.entity.is_some());
        // An erroneous join condition already has its finding.
        let mut findings = context.findings.iter();
        if findings.any(|finding| span.contains(finding.span)) {
            continue;
        }
        let mut ways = Vec::new();
        for other in &before {
            if let Some(from) = query.places.get(*other) {
                let found = ways_between(context.tables, &from.of.name, &of.name).into_iter();
                ways.extend(found.map(|(relation, way)| (*other, relation, way)));
            }
        }
        match ways.as_slice() {
            [(other, relation, way)] => {
                let hop = names::hop(*other, relation, *way, span);
                query.hops.push(Hop {
                    to: place,
                    is_absent,
                    ..hop
                });
            }
            [] if is_entity => {}
            [] => {
                let message = format!("nothing relates `{}` to the tables before it", of.name);
                let help = "leave the table out";
                context.report(&registry::RELATION_DOES_NOT_FIT, span, message, help);
            }
            several => {
                let name = |place: usize| {
                    let place = query.places.get(place);
                    place.map_or("", |place| place.name.as_str())
                };
                let conditions = several.iter().map(|(other, relation, way)| {
                    let (from, to) = match way {
                        Direction::In => (place, *other),
                        _ => (*other, place),
                    };
                    format!("{}.{} = {}", name(from), relation.spelling(), name(to))
                });
                let conditions: Vec<String> = conditions.collect();
                let message = format!("`{}` can be joined in {} ways", of.name, conditions.len());
                let help = "write the relation behind `ON`";
                context.ask(&registry::AMBIGUOUS_NAME, span, (message, help), conditions);
            }
        }
    }
}
