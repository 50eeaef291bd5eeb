//! Adds the row filters of the codebook (row-level security with constant values) to the whole intent and to each
//! group.
//!
//! The decoder adds them, and not each executor, so that a contract shows all its conditions and a model cannot remove
//! them. A filter is added wherever the intent may involve its type: targets, entities (an untyped entity may have any
//! type), ends of relations, and groups. A filter that is already present with the same value is not added again, so
//! that an encoded contract decodes to itself. Tables whose field cannot have such a filter are refused on loading.

use std::borrow::Cow;

use crate::contract::{Condition, Contract, Filter, Grounding, Operand, Str};
use crate::ledger::{LedgerKind, LedgerPath};
use crate::resolve::context::Context;
use crate::resolve::names::places_read;
use crate::resolve::notes::Notes;
use crate::resolve::scope::Scope;
use crate::resolve::scope::known_places::{ColumnRead, ReadFor};
use crate::tables::{Column, RowFilter};

pub(crate) fn add_row_filters<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    contract: &mut Contract<'a>,
) {
    let tables = context.tables;
    for row_filter in tables.row_filters.iter() {
        let Some(field) = tables.field_by_path(&row_filter.field) else {
            continue;
        };
        let concerned = concerns(scope, &contract.grounding, &field.type_name);
        if concerned {
            let filters = &mut contract.constraints.filters;
            let list = "/constraints/filters".into();
            add(context, scope, notes, row_filter, filters, list);
        }
        // Subqueries received their row filters when they were resolved.
        let constraints = &mut contract.constraints;
        let set = constraints.set_ops.as_deref();
        let groups = constraints.groups.iter_mut().enumerate();
        let of_whole = groups.filter(|(_, group)| group.is_of_whole(set));
        for (index, group) in of_whole {
            let types = &group.grounding.target_types;
            let own = types.contains(&field.type_name);
            if own || (types.is_empty() && concerned) {
                let list = format!("/constraints/groups/{index}/filters").into();
                let filters = &mut group.filters;
                add(context, scope, notes, row_filter, filters, list);
            }
        }
    }
}

/// `true` if an intent may involve a type. An entity of unknown type may have any type.
fn concerns<'a>(scope: &Scope<'a>, grounding: &Grounding<'a>, type_name: &str) -> bool {
    let is = |name: &Str<'_>| *name == type_name;
    grounding.target_types.iter().any(is)
        || scope.walked.contains(type_name)
        || (grounding.entity_list.iter()).any(|entity| entity.type_name.as_ref().is_none_or(is))
}

fn add<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    row_filter: &'a RowFilter,
    filters: &mut Vec<Condition<'a>>,
    list: Cow<'static, str>,
) {
    // A filter without a constant depends on the principal. A contract has no principal, so the executor binds it.
    let Some((field, value)) = (context.tables.field_by_path(&row_filter.field))
        .and_then(|field| Some((field, row_filter.constant(field)?)))
    else {
        return;
    };
    let column = Column::Field(field);
    let mut reads: Vec<ColumnRead<'a>> = Vec::new();
    if scope.read.has_unnamed(&field.type_name) {
        reads.push(ColumnRead::of_type(column));
    }
    let at_places = places_read::at_places(scope, column, column.path()).into_iter();
    reads.extend(at_places.map(|path| ColumnRead {
        column,
        path: path.into(),
    }));
    for read in reads {
        let filter = Condition::Filter(Filter {
            field: read.path.clone(),
            operator: row_filter.operator,
            operand: value.clone().map(Operand::Value),
        });
        let (purpose, span) = (ReadFor::Filter, scope.read.relations);
        if !filters.contains(&filter)
            && places_read::is_read(context, scope, notes, &read, purpose, span)
        {
            let place = LedgerPath::element(list.clone(), filters.len());
            note_row_filter(notes, row_filter, &read.path, place);
            filters.push(filter);
        }
    }
}

fn note_row_filter(notes: &mut Notes<'_>, row_filter: &RowFilter, path: &str, place: LedgerPath) {
    let value = format!("{path} {}", row_filter.operator.name());
    let why = "the codebook adds it to every intent about this type";
    let kind = LedgerKind::AddedByHost;
    notes.ledger.note(kind, place, value, why, None);
}
