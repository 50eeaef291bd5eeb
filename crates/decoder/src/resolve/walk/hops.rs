//! Resolves the relations of an intent hop by hop.

use crate::contract::Relation;
use crate::draft::DraftRelation;
use crate::finding::topic::Elements;
use crate::places::{Link, lead_to_end};
use crate::resolve::checks;
use crate::resolve::context::Context;
use crate::resolve::names::codes;
use crate::resolve::notes::Notes;
use crate::resolve::scope::Scope;
use crate::resolve::walk::anti_joins::link;
use crate::resolve::walk::relation_walk::{Hop, RelationWalk};
use crate::resolve::walk::{alternatives, anti_joins, ends, relation_walk};
use crate::span::Spanned;

pub(crate) fn relations<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    said: &[Spanned<DraftRelation<'a>>],
    mut walk: RelationWalk<'_, 'a>,
) -> Vec<Relation<'a>> {
    checks::list_cap(context, notes, said, Elements::Relations);
    let mut relations = Vec::with_capacity(said.len());
    let links: Vec<Link> = said.iter().map(|hop| link(&hop.value)).collect();
    for ((index, hop), last) in said.iter().enumerate().zip(lead_to_end(&links)) {
        match said_hop(context, scope, notes, &walk, &hop.value, (index, last)) {
            Some(found) => {
                anti_joins::absence(context, notes, &hop.value, walk.scenario);
                relations.push(relation_walk::hop(context, notes, &mut walk, &found));
                relation_walk::walked_to(scope, found.def);
            }
            // A hop that did not resolve already has its finding; its end is unknown.
            None => walk.lose_the_way(),
        }
    }
    relation_walk::arrive(context, notes, &walk);
    relations
}

fn said_hop<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    walk: &RelationWalk<'_, 'a>,
    said: &DraftRelation<'a>,
    (index, last): (usize, bool),
) -> Option<Hop<'a>> {
    let (entities, scenario) = (walk.entities(), walk.scenario);
    let direction = said.direction.as_ref();
    let direction = direction.map(|word| codes::member(context, notes, word));
    let mut from = ends::end(context, notes, said.from.as_ref(), entities, scenario);
    if let (Some(span), Some(end)) = (&said.from, &from)
        && !ends::is_reached(context, notes, walk, span.span, end)
    {
        from = None;
    }
    let to = ends::end(context, notes, said.to.as_ref(), entities, scenario);
    let way = direction.flatten();
    let ends = (from.as_ref(), to.as_ref());
    let def = codes::relation(context, scope, notes, &said.relation, |def| {
        walk.fits(def, way, ends, last)
    });
    let def = def?;
    let or = alternatives::alternatives(context, scope, notes, &said.or, def);
    let times = alternatives::times(context, notes, said, def);
    let direction = match direction {
        Some(said) => Some(said?),
        None => None,
    };
    let tied = from.is_some() == said.from.is_some() && to.is_some() == said.to.is_some();
    tied.then_some(())?;
    Some(Hop {
        index,
        span: said.relation.span,
        def,
        or,
        direction,
        from,
        to,
        times,
        absent: link(said).absent,
        last,
    })
}
