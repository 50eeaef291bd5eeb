//! Reads subqueries and conditions that are hops.

use crate::finding::registry;
use crate::read::sql::draft::groups::plain_select;
use crate::read::sql::draft::joins::{connect, joined, made, tables};
use crate::read::sql::draft::names::{self, Meaning, meaning_of};
use crate::read::sql::draft::query::{Condition, Hop, Place, Query};
use crate::read::sql::draft::{self, Context, calls};
use crate::read::sql::tree::{self, Expression, Part, Select, Table, Test};
use crate::span::{Span, Spanned};
use crate::tables::RelationDef;

/// Reads a term as a hop; `false` if it is not one.
pub(super) fn hop<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    said: &Spanned<Expression<'a>>,
    is_negated: bool,
) -> bool {
    match &said.value {
        Expression::Compare(..) if !is_negated => {
            let Some(hops) = joined(context, query, said) else {
                return false;
            };
            query.hops.extend(hops);
            true
        }
        // `OR` between relations of the same two variables gives alternative relations.
        Expression::Or(terms) if !is_negated => {
            let mut any: Option<Hop<'a>> = None;
            for term in terms {
                let hops = joined(context, query, term).unwrap_or_default();
                let Some(hop) = hops.into_iter().next() else {
                    return false;
                };
                let ends = |hop: &Hop<'a>| (hop.from, hop.to, hop.direction);
                match &mut any {
                    None => {
                        any = Some(Hop {
                            span: said.span,
                            ..hop
                        });
                    }
                    Some(any) if ends(any) == ends(&hop) => any.relations.extend(hop.relations),
                    Some(_) => return false,
                }
            }
            query.hops.extend(any);
            true
        }
        Expression::Exists(inner) => {
            exists(context, query, inner, (is_negated, said.span), None);
            true
        }
        Expression::Test(left, test, not) => match &test.value {
            Test::Null => is_missing(context, query, left, is_negated != *not),
            Test::Query(inner) => {
                let absence = (is_negated != *not, said.span);
                among(context, query, (left, inner), absence)
            }
            _ => false,
        },
        Expression::Call(call) if calls::is_linked(call) => {
            calls::linked(context, query, call, (is_negated, said.span));
            true
        }
        _ => false,
    }
}

/// Reads `located IS NULL`, and the same test of any column of a table joined with `LEFT JOIN`.
fn is_missing<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    said: &Spanned<Expression<'a>>,
    is_there: bool,
) -> bool {
    match meaning_of(context, query, said) {
        Some(Meaning::Relation(place, relation)) => {
            let Some(of) = context.tables.type_by_name(&relation.to) else {
                return false;
            };
            if is_there {
                names::walk(context.tables, query, (place, relation), said.span);
                return true;
            }
            // The variable is in no scope, so that columns resolve to the table even if both have one type.
            let to = query.places.len();
            query.places.push(Place {
                is_absent: true,
                is_known_absent: true,
                ..Place::nameless(of, said.span)
            });
            let hop = made(query, (place, to), relation, said.span);
            query.hops.push(hop);
            true
        }
        Some(Meaning::Field(place, _) | Meaning::Instances(place)) => {
            let place = query.places.get_mut(place);
            let Some(place) = place.filter(|place| !is_there && place.is_absent) else {
                return false;
            };
            place.is_known_absent = true;
            true
        }
        _ => false,
    }
}

/// A relation or table, and the relation of the hop from it.
type Link<'a> = (usize, &'a RelationDef);

/// Reads `located IN (SELECT … FROM park …)` and `enterprise IN (SELECT works FROM person …)`.
fn among<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    (left, inner): (&Spanned<Expression<'a>>, &tree::Query<'a>),
    absence: (bool, Span),
) -> bool {
    let (Some(meaning), Some(select)) = (meaning_of(context, query, left), plain_select(inner))
    else {
        return false;
    };
    let [source, ..] = select.from.as_slice() else {
        return false;
    };
    let Table::Name(table) = &source.value.table.value else {
        return false;
    };
    let types = names::types_called(context.tables, &table.text);
    let [of] = types.as_slice() else {
        return false;
    };
    let link = match meaning {
        Meaning::Relation(place, relation) if relation.to == of.name => (place, relation),
        Meaning::Instances(place) | Meaning::Field(place, _) => {
            let Some(to) = query.places.get(place).map(|place| place.of) else {
                return false;
            };
            if let Meaning::Field(_, field) = meaning
                && !to.is_key(field)
            {
                return false;
            }
            let mut relations = context.tables.relations.iter();
            let found = relations
                .find(|own| own.from == of.name && own.to == to.name && is_item(select, own));
            let Some(relation) = found else {
                return false;
            };
            (place, relation)
        }
        _ => return false,
    };
    exists(context, query, inner, absence, Some(link));
    true
}

/// Reads a subquery whose tables become variables of the enclosing query.
fn exists<'a>(
    context: &mut Context<'a>,
    query: &mut Query<'a>,
    inner: &tree::Query<'a>,
    (is_absent, span): (bool, Span),
    link: Option<Link<'a>>,
) {
    let simple = plain_select(inner).or_else(|| {
        // `LIMIT 1` has no effect here.
        let Part::Select(select) = &inner.body.first.value else {
            return None;
        };
        let is_plain = inner.with.is_empty()
            && inner.body.others.is_empty()
            && select.group_by.is_empty()
            && select.having.is_none();
        is_plain.then_some(select)
    });
    let Some(select) = simple else {
        let message = "the subquery is more than tables and conditions";
        let help = "write tables and `WHERE` only";
        context.report(&registry::UNUSED_PART, span, message, help);
        return;
    };
    if !context.fits(("tables", query.places.len() + select.from.len()), span) {
        return;
    }
    let (first, filters, hops) = (query.places.len(), query.filters.len(), query.hops.len());
    let outer: Vec<usize> = query.scopes.iter().flatten().copied().collect();
    query.scopes.push(Vec::new());
    tables(context, query, &select.from, (false, is_absent));
    if is_absent && query.places.len() > first + 1 {
        let message = "what must not be there is of several tables";
        let help = "write one table in it";
        context.report(&registry::UNUSED_PART, span, message, help);
    }
    if let Some((place, relation)) = link {
        let of = |place: usize| query.places.get(place).map(|place| &place.of.name);
        let is_out = of(place) == Some(&relation.from) && of(first) == Some(&relation.to);
        // For a relation within one type, the selected column decides the direction.
        let ends = match is_out && !is_item(select, relation) {
            true => (place, first),
            false => (first, place),
        };
        if first < query.places.len() {
            let hop = made(query, ends, relation, span);
            query.hops.push(hop);
        }
    }
    if let Some(condition) = &select.condition {
        draft::read_condition(context, query, condition, false);
    }
    connect(context, query, first, &outer);
    query.scopes.pop();
    if !is_absent {
        return;
    }
    let is_of_it = |filter: &Spanned<Condition<'a>>| filter.value.reads(first);
    let mut others = query.filters.get(filters..).unwrap_or_default().iter();
    let astray = others.find(|filter| !is_of_it(filter));
    let astray = astray.map(|filter| filter.span);
    let mut own = query.hops.get(hops..).unwrap_or_default().iter();
    let leads_on = own.find(|hop| hop.is_path).map(|hop| hop.span);
    if let Some(span) = astray.or(leads_on) {
        let message = "what must not be there is said of its own columns only";
        let help = "write the condition outside";
        context.report(&registry::UNUSED_PART, span, message, help);
    }
}

/// `true` if the only column of a subquery is this relation.
fn is_item(select: &Select<'_>, relation: &RelationDef) -> bool {
    let [item] = select.items.as_slice() else {
        return false;
    };
    let Expression::Column(path) = &item.value.value.value else {
        return false;
    };
    (path.last()).is_some_and(|name| names::goes_by(relation, &name.value.text))
}
