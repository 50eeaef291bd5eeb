//! Resolves conditions (filters and choices between filters) and checks that filters of one field do not exclude each
//! other, within branches too.

use crate::contract::{AnyOf, Condition, Filter};
use crate::draft::{DraftAny, DraftCondition, DraftFilter};
use crate::finding::registry;
use crate::finding::topic::Elements;
use crate::language::{Cap, Part};
use crate::resolve::checks;
use crate::resolve::conflicts::pairs;
use crate::resolve::context::Context;
use crate::resolve::filters::filter;
use crate::resolve::filters::path::FilterPath;
use crate::resolve::notes::Notes;
use crate::resolve::scope::Scope;
use crate::resolve::walk::anti_joins;
use crate::span::{Span, Spanned};

const LEAST_BRANCHES: usize = Cap::Branches.least() as usize;

pub(crate) fn conditions<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    said: &[Spanned<DraftCondition<'a>>],
    group: Option<usize>,
) -> Vec<Condition<'a>> {
    let cap = context.tables.limits.filters_cap;
    checks::cap_of(notes, said, Elements::Filters, cap);
    let mut conditions = Vec::with_capacity(said.len());
    let mut places = Vec::with_capacity(said.len());
    for condition in said {
        let place = FilterPath {
            group,
            filter: conditions.len(),
            ..FilterPath::default()
        };
        let span = condition.span;
        let kept = match &condition.value {
            DraftCondition::Filter(filter) => {
                filter::filter(context, scope, notes, filter, span, place).map(Condition::Filter)
            }
            DraftCondition::Any(any) => {
                any_of(context, scope, notes, any, span, place).map(Condition::Any)
            }
        };
        if let Some(kept) = kept
            && anti_joins::is_of_one_absence(context, scope, notes, &kept, span)
        {
            conditions.push(kept);
            places.push(condition);
        }
    }
    check_conditions(context, notes, &conditions, &places);
    conditions
}

fn any_of<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    said: &DraftAny<'a>,
    span: Span,
    place: FilterPath,
) -> Option<AnyOf<'a>> {
    notes.newer(span, Part::Filter, "a choice of filters");
    checks::list_cap(context, notes, &said.branches, Elements::Branches);
    let empty = said.branches.iter().find(|branch| branch.value.is_empty());
    // A part that could not be read already has its finding.
    let whole = !context.misread.has(Part::Filter) && !context.misread.has(Part::Groups);
    match empty {
        Some(branch) if whole => {
            let message = "a branch of the choice is empty";
            too_few_branches(context, notes, branch.span, message);
        }
        None if whole && said.branches.len() < LEAST_BRANCHES => {
            too_few_branches(context, notes, span, "the choice has no two branches");
        }
        _ => {}
    }
    let branches = said.branches.iter().enumerate();
    let any_of = branches.map(|(index, said)| {
        let place = FilterPath {
            branch: Some((place.filter, index)),
            ..place
        };
        branch(context, scope, notes, &said.value, place)
    });
    let any_of: Vec<Option<Vec<Filter<'a>>>> = any_of.collect();
    Some(AnyOf {
        any_of: any_of.into_iter().collect::<Option<_>>()?,
    })
}

/// The filters of a branch; `None` if one of them has a finding.
fn branch<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    said: &[Spanned<DraftFilter<'a>>],
    place: FilterPath,
) -> Option<Vec<Filter<'a>>> {
    let cap = context.tables.limits.filters_cap;
    checks::cap_of(notes, said, Elements::Filters, cap);
    let mut filters = Vec::with_capacity(said.len());
    for (index, filter) in said.iter().enumerate() {
        let place = FilterPath {
            filter: index,
            ..place
        };
        let Spanned { value, span } = filter;
        filters.extend(filter::filter(context, scope, notes, value, *span, place));
    }
    (filters.len() == said.len()).then_some(filters)
}

fn too_few_branches<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    span: Span,
    message: &'static str,
) {
    notes.report(&registry::TOO_FEW_BRANCHES, span, |finding| {
        let help = context.tell(
            "say two branches at least, each with a filter: `{\"any\":[[…],[…]]}`",
            "say two branches at least, each with a filter: `{\"any_of\":[[…],[…]]}`",
            "say two branches at least: `any(… or …)`",
        );
        finding.explain(message, help)
    });
}

/// Compares the filters that must all hold with each other, and the filters of each branch with them.
fn check_conditions<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    conditions: &[Condition<'a>],
    said: &[&Spanned<DraftCondition<'a>>],
) {
    let plain = conditions.iter().zip(said).filter_map(|(condition, said)| {
        let filter = condition.as_filter()?;
        Some((filter, said.span))
    });
    let (plain, spans): (Vec<&Filter<'a>>, Vec<Span>) = plain.unzip();
    pairs::check_together(context, notes, &plain, &spans, 0);
    for (condition, said) in conditions.iter().zip(said) {
        let (Condition::Any(any), DraftCondition::Any(said)) = (condition, &said.value) else {
            continue;
        };
        for (branch, said) in any.any_of.iter().zip(&said.branches) {
            let filters: Vec<&Filter<'a>> = plain.iter().copied().chain(branch).collect();
            let own = said.value.iter().map(|filter| filter.span);
            let spans: Vec<Span> = spans.iter().copied().chain(own).collect();
            pairs::check_together(context, notes, &filters, &spans, plain.len());
        }
    }
}
