//! Resolves a contract and its groups.
//!
//! A side of a set operation without relations of its own shares the matching of the whole intent. Every other group is
//! a subquery: it resolves like a separate contract and can refer to the groups before it.

use crate::contract::{Constraints, Contract, Defaults, Grounding, Group, Intent, Pagination};
use crate::draft::{Draft, DraftGroup};
use crate::finding::topic::Elements;
use crate::language::{Output, Part, SCENARIOS, Scenario};
use crate::ledger::{Ledger, LedgerKind};
use crate::resolve::conflicts::check_conflicts;
use crate::resolve::constraints::PageOf;
use crate::resolve::context::Context;
use crate::resolve::draft_groups::{are_of_whole, sides_of, types_of_whole};
use crate::resolve::filters::{conditions, row_filters};
use crate::resolve::groups::group_checks::{
    about_again, about_group, check_side, new_name, typed_group,
};
use crate::resolve::groups::sets;
use crate::resolve::metrics::{aggregation, columns, defined_metrics, metric_names};
use crate::resolve::names::{codes, learned_places, named_places};
use crate::resolve::notes::Notes;
use crate::resolve::scope::Scope;
use crate::resolve::scope::subquery::GivenGroup;
use crate::resolve::walk::graph;
use crate::resolve::{checks, constraints, grounding, retrieval, scenario};
use crate::span::Spanned;
use crate::tables::Column;

pub(crate) fn contract<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    draft: &Draft<'a>,
    scenario: Scenario,
    output: Output,
) -> Contract<'a> {
    let intent = Intent {
        scenario,
        output_type: output,
    };
    let mut grounding = grounding::grounding(context, scope, notes, draft, scenario);
    scope.read.relations = checks::whole(&draft.relations);
    scope.read.lost = grounding.relations.len() < draft.relations.len();
    let types = types_of_whole(draft);
    learned_places::learn_places(context, scope, notes, &intent, &grounding, types);
    let typed = !draft.targets.is_empty()
        || !grounding.target_types.is_empty()
        || !draft.entities.is_empty();
    let groups = groups(context, scope, notes, draft, typed);
    let aggregation = draft.aggregation.as_ref();
    let aggregation = aggregation.map(|said| aggregation::aggregation(context, scope, notes, said));
    grounding.target_attributes = match (&aggregation, scenario) {
        (Some(numbers), Scenario::Aggregation) => {
            columns::columns(context, scope, notes, &draft.attributes, numbers)
        }
        _ => grounding::attributes(context, scope, notes, &draft.attributes),
    };
    let set_ops = draft.set.as_ref();
    let set_ops = set_ops.and_then(|said| sets::sets(context, notes, said, &groups));
    let matches = intent.has_matches();
    let targets = grounding.target_types.as_slice();
    let per = columns::per(
        context,
        scope,
        notes,
        draft.page.as_ref(),
        |_, column| match column {
            _ if matches => true,
            Column::Field(field) => targets.is_empty() || targets.contains(&field.type_name),
            Column::Type(_) => false,
        },
    );
    let default = constraints::default_limit(context, scope, scenario, draft.default_limit);
    let page = draft.page.as_ref();
    let constraints = Constraints {
        filters: conditions::conditions(context, scope, notes, &draft.filters, None),
        sort: constraints::sort(context, scope, notes, &draft.sort),
        pagination: Pagination {
            per,
            ..constraints::page(context, notes, page, PageOf::Answer, default)
        },
        aggregation: aggregation.map(Box::new),
        groups,
        set_ops: set_ops.map(Box::new),
    };
    // A filter that could not be read might justify a metric's name.
    if let Some(said) = &draft.aggregation
        && constraints.filters.len() == draft.filters.len()
    {
        metric_names::check_metric_names(context, scope, notes, &said.value, &constraints);
    }
    named_places::unread_places(scope, notes, draft);
    let graph_params = graph::graph(context, scope, notes, draft, scenario, &grounding);
    let rag_params = draft.retrieval.as_ref();
    let rag_params = rag_params.map(|said| retrieval::retrieval(context, notes, said));
    Contract {
        intent,
        grounding,
        constraints,
        graph_params,
        rag_params,
    }
}

/// Resolves the groups of a draft. `typed` is `true` if the intent has a type that groups without their own can use.
fn groups<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    draft: &Draft<'a>,
    typed: bool,
) -> Vec<Group<'a>> {
    checks::list_cap(context, notes, &draft.groups, Elements::Groups);
    let of_whole = are_of_whole(draft);
    let mut groups: Vec<Group<'a>> = Vec::with_capacity(draft.groups.len());
    for (index, group) in draft.groups.iter().enumerate() {
        typed_group(context, notes, group, typed);
        new_name(notes, group, &groups);
        groups.push(match of_whole.get(index) {
            Some(true) => side_of_whole(context, scope, notes, &group.value, index),
            _ => by_itself(context, scope, notes, draft, group, index),
        });
    }
    groups
}

/// Resolves a group that shares the matching of the whole intent.
fn side_of_whole<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    said: &DraftGroup<'a>,
    index: usize,
) -> Group<'a> {
    checks::list_cap(context, notes, &said.targets, Elements::Types);
    let target_types = codes::type_names(context, notes, &said.targets);
    let misread = codes::has_unknown_type(context, &said.targets);
    let intent = about_group(context, scope, &target_types, misread);
    let filters = conditions::conditions(context, scope, notes, &said.filters, Some(index));
    about_again(scope, intent);
    Group {
        name: said.name.value.clone(),
        grounding: Grounding {
            target_types,
            ..Grounding::default()
        },
        filters,
        ..Group::default()
    }
}

fn by_itself<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    whole: &Draft<'a>,
    said: &Spanned<DraftGroup<'a>>,
    index: usize,
) -> Group<'a> {
    let Spanned { value, span } = said;
    notes.newer(*span, Part::Groups, "a group that is matched by itself");
    let draft = Draft {
        span: *span,
        words: whole.words,
        targets: match value.targets.as_slice() {
            [] => whole.targets.clone(),
            own => own.to_vec(),
        },
        entities: value.entities.clone(),
        relations: value.relations.clone(),
        attributes: value.attributes.clone(),
        filters: value.filters.clone(),
        sort: value.sort.clone(),
        page: value.page.clone(),
        aggregation: value.aggregation.clone(),
        misread: whole.misread,
        ..Draft::default()
    };
    let scenario = match draft.aggregation {
        Some(_) => Scenario::Aggregation,
        None => Scenario::InstanceSearch,
    };
    let found = notes.findings.len();
    let mut own = Scope {
        given: std::mem::take(&mut scope.given),
        in_group: true,
        ..Scope::default()
    };
    let outer = (
        std::mem::take(&mut notes.ledger),
        std::mem::take(&mut notes.defaults),
    );
    let output = Output::Instances;
    let mut contract = contract(context, &mut own, notes, &draft, scenario, output);
    let row = SCENARIOS.iter().find(|row| row.scenario == scenario);
    if let Some(row) = context.tables.scenario(scenario).or(row) {
        scenario::check_parts(context, notes, &draft, row);
    }
    check_conflicts(context, notes, &draft, &contract);
    row_filters::add_row_filters(context, &mut own, notes, &mut contract);
    defined_metrics::check_defined_metrics(context, notes, &draft, &contract);
    let group = made_of(value, contract);
    back_to(notes, outer, index, value);
    let is_sound = notes.findings.len() == found;
    let is_side = sides_of(whole).contains(&value.name.value.as_ref());
    if is_side {
        check_side(notes, said, &group);
    }
    scope.given = own.given;
    let roles = (is_side, is_sound);
    let given = GivenGroup::of(context.tables, &group, own.deepest + 1, roles);
    scope.given.push(given);
    group
}

fn made_of<'a>(said: &DraftGroup<'a>, contract: Contract<'a>) -> Group<'a> {
    let (grounding, constraints) = (contract.grounding, contract.constraints);
    let has_page = said.page.is_some() && constraints.aggregation.is_none();
    Group {
        name: said.name.value.clone(),
        grounding,
        filters: constraints.filters,
        sort: constraints.sort,
        pagination: has_page.then_some(constraints.pagination),
        aggregation: constraints.aggregation,
    }
}

/// Restores the ledger of the whole intent and appends the entries of the subquery, with paths inside group `index`.
///
/// A group has no graph parameters, and a page only if it says one; its type stays with the whole intent.
fn back_to<'a>(
    notes: &mut Notes<'a>,
    outer: (Ledger<'a>, Defaults),
    index: usize,
    said: &DraftGroup<'a>,
) {
    let mut lines = std::mem::replace(&mut notes.ledger, outer.0).into_entries();
    lines.retain(|line| {
        let path = line.path.to_string();
        let is_page = path.starts_with("/constraints/pagination") && said.page.is_none();
        let is_only_type = path == "/grounding/target_types/0" && line.kind == LedgerKind::Derived;
        !is_page && !is_only_type && !path.starts_with("/graph_params")
    });
    for line in &mut lines {
        line.path = line.path.within_group(index);
    }
    notes.ledger.append(lines);
    notes.defaults = outer.1;
}
