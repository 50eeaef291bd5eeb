//! `Contract` → c0.3, the line notation, in its canonical form: one order of items, each in its shortest spelling that
//! still means the same.

mod aggregation;
mod contract_names;
mod filters;
mod graph;

use std::fmt::Write as _;

use crate::contract::{
    Contract, Defaultable, End, Entity, Group, RagParams, Relation, SetOp, SetSide, Valid,
};
use crate::encode::EncodeError;
use crate::encode::derived::{default_limit, target_is_derived};
use crate::escape::quote;
use crate::language::{Order, Scenario};
use crate::line::canonical_names::{Names, text, type_name};
use crate::line::derived_scenario::{self, Parts};
use crate::line::{marks, word};
use crate::tables::Tables;

type Written = Result<(), EncodeError>;

/// Items with a blank between them.
pub(super) struct Items<'w> {
    out: &'w mut String,
    first: bool,
}

impl<'w> Items<'w> {
    const fn of(out: &'w mut String) -> Self {
        Self { out, first: true }
    }

    /// Starts an item.
    fn next(&mut self) -> &mut String {
        if !self.first {
            self.out.push(' ');
        }
        self.first = false;
        self.out
    }
}

/// Writes the whole intent.
pub(super) fn write(contract: &Valid<Contract<'_>>, tables: &Tables, out: &mut String) -> Written {
    let naming = Names::of(contract, tables);
    let mut items = Items::of(out);
    head(contract, tables, &mut items);
    let grounding = &contract.grounding;
    if !target_is_derived(contract, tables) {
        for name in &grounding.target_types {
            items.next().push_str(&type_name(name));
        }
    }
    for said in &grounding.entity_list {
        entity(items.next(), said);
    }
    for hop in &grounding.relations {
        relation(items.next(), hop, naming)?;
    }
    if let Some(walk) = graph::walk(contract, tables, naming)? {
        items.next().push_str(&walk);
    }
    if let Some(path) = graph::path(contract, tables, naming)? {
        items.next().push_str(&path);
    }
    for path in &grounding.target_attributes {
        let name = naming.path(path)?;
        let out = items.next();
        out.push('.');
        out.push_str(name);
    }
    let constraints = &contract.constraints;
    for said in &constraints.filters {
        filters::filter(items.next(), said, naming)?;
    }
    for key in &constraints.sort {
        let name = naming.path(&key.field)?;
        sort(items.next(), name, key.order);
    }
    // A limit that was said stays said, also where it is the default: a recipe may have another one.
    let default = default_limit(tables, contract.intent.scenario);
    let unsaid = contract.is_defaulted(Defaultable::Limit);
    page(
        &mut items,
        (constraints.pagination.limit, constraints.pagination.offset),
        Some(default).filter(|_| unsaid),
    );
    if let Some(numbers) = &constraints.aggregation {
        aggregation::write(&mut items, numbers, naming, tables)?;
    }
    if let Some(params) = &contract.rag_params {
        retrieval(&mut items, params);
    }
    for said in &constraints.groups {
        group(items.next(), said, naming)?;
    }
    if let Some(set) = &constraints.set_ops {
        let out = items.next();
        out.push(';');
        operation(out, set);
    }
    Ok(())
}

/// The scenario and the output, where they do not follow.
fn head(contract: &Contract<'_>, tables: &Tables, items: &mut Items<'_>) {
    let scenario = contract.intent.scenario;
    let parts = parts(contract, tables);
    // A page alone, or nothing at all, is no line to tell from other texts.
    let silent = parts == Parts::default() && contract.constraints.sort.is_empty();
    if silent || derived_scenario::scenario(&parts) != scenario {
        items.next().push_str(scenario.code());
    }
    let output = contract.intent.output_type;
    let row = tables.scenario(scenario);
    if row.and_then(|row| row.default_output) != Some(output) {
        items.next().push_str(output.code());
    }
}

/// Which parts the canonical line of a contract says.
fn parts(contract: &Contract<'_>, tables: &Tables) -> Parts {
    let (grounding, constraints) = (&contract.grounding, &contract.constraints);
    let targets = if target_is_derived(contract, tables) {
        0
    } else {
        grounding.target_types.len()
    };
    let rag = contract.rag_params.as_ref();
    let says = graph::says(contract, tables);
    Parts {
        targets,
        entities: grounding.entity_list.len(),
        relations: grounding.relations.len(),
        attributes: grounding.target_attributes.len(),
        filters: constraints.filters.len(),
        aggregation: constraints.aggregation.is_some(),
        sets: constraints.set_ops.is_some() || !constraints.groups.is_empty(),
        walk: says.walk,
        path: says.path,
        text: rag.is_some_and(|rag| rag.query_text.is_some()),
        retrieval: rag.is_some_and(|rag| *rag != RagParams::default()),
        question: false,
    }
}

fn entity(out: &mut String, entity: &Entity<'_>) {
    match &entity.type_name {
        Some(name) => {
            out.push_str(&type_name(name));
            out.push(':');
        }
        None => out.push('@'),
    }
    text(out, &entity.text);
    if let Some(id) = &entity.id {
        out.push('#');
        text(out, id);
    }
}

fn relation(out: &mut String, hop: &Relation<'_>, naming: Names<'_>) -> Written {
    out.push_str(marks::direction(hop.direction));
    out.push_str(naming.relation_of(&hop.name)?);
    match (hop.from, hop.to) {
        (None, None) => {}
        (Some(End::Target), Some(to)) => {
            out.push(':');
            end(out, to);
        }
        (from, to) => {
            out.push('[');
            if let Some(from) = from {
                end(out, from);
            }
            out.push(',');
            if let Some(to) = to {
                end(out, to);
            }
            out.push(']');
        }
    }
    Ok(())
}

fn end(out: &mut String, end: End) {
    match end {
        End::Target => out.push('*'),
        End::Entity(index) => number(out, index),
    }
}

/// A key of a sort, by its name.
fn sort(out: &mut String, name: &str, order: Order) {
    out.push(match order {
        Order::Asc => '+',
        Order::Desc => '-',
    });
    out.push_str(name);
}

/// A page of so many rows, after so many others; `default` is the limit that need not be said.
fn page(items: &mut Items<'_>, (limit, offset): (u32, u32), default: Option<u32>) {
    if Some(limit) != default {
        number(items.next(), limit);
    }
    if offset != 0 {
        let out = items.next();
        out.push('+');
        number(out, offset);
    }
}

fn retrieval(items: &mut Items<'_>, params: &RagParams<'_>) {
    if let Some(said) = &params.query_text {
        quote(items.next(), said);
    }
    if let Some(kind) = params.kind {
        let out = items.next();
        out.push('?');
        out.push_str(kind.code());
    }
    let lists = [('/', &params.corpora), ('%', &params.tags_any)];
    for (mark, names) in lists {
        for name in names {
            let out = items.next();
            out.push(mark);
            text(out, name);
        }
    }
    if let Some(project) = &params.project {
        let out = items.next();
        out.push('$');
        text(out, project);
    }
    if let Some(top) = params.top_k {
        let out = items.next();
        out.push('^');
        number(out, top);
    }
    if let Some(again) = params.rerank {
        let out = items.next();
        out.push_str(if again { "" } else { "!" });
        out.push_str(marks::RERANK);
    }
}

fn group(out: &mut String, group: &Group<'_>, naming: Names<'_>) -> Written {
    // A figure would be a limit.
    if word::is_written_bare(&group.name) && !word::is_figure(&group.name) {
        out.push_str(&group.name);
    } else {
        quote(out, &group.name);
    }
    out.push('{');
    let naming = naming.in_group(&group.target_types);
    let mut items = Items::of(out);
    for name in &group.target_types {
        items.next().push_str(&type_name(name));
    }
    for said in &group.filters {
        filters::filter(items.next(), said, naming)?;
    }
    out.push('}');
    Ok(())
}

/// An operation: one on the left needs no brackets, since sides are read from left to right.
fn operation(out: &mut String, set: &SetOp<'_>) {
    match &set.lhs {
        SetSide::Group(name) => text(out, name),
        SetSide::Nested(set) => operation(out, set),
    }
    out.push_str(marks::set_operator(set.op));
    match &set.rhs {
        SetSide::Group(name) => text(out, name),
        SetSide::Nested(set) => {
            out.push('(');
            operation(out, set);
            out.push(')');
        }
    }
}

/// A whole number.
fn number(out: &mut String, number: impl std::fmt::Display) {
    // Writing to a `String` cannot fail.
    let _ = write!(out, "{number}");
}

/// Whether a scenario walks where no relation is named.
const fn walks(scenario: Scenario) -> bool {
    matches!(scenario, Scenario::Subgraph | Scenario::PathQuery)
}
