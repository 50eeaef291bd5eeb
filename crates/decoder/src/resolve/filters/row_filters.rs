//! The row filters of the codebook, added to what is asked for and to each group where they compare with a constant.
//!
//! The decoder adds them, and not each executor, so that a contract says all that will hold and a model cannot say them away.
//! They are added wherever the intent may be about their type: its targets, its entities (one of no known type may be of
//! any), the ends of its relations, and each group. One that stands there already, to the value, is not added again, so that
//! what is encoded decodes to itself. A table file whose field cannot have such a filter is refused.

use std::borrow::Cow;

use crate::contract::{Condition, Contract, Filter, Grounding, Operand, Str};
use crate::ledger::{LedgerKind, LedgerPath};
use crate::resolve::context::Context;
use crate::resolve::names::places_read;
use crate::resolve::notes::Notes;
use crate::resolve::scope::Scope;
use crate::resolve::scope::known_places::{ColumnRead, ReadFor};
use crate::tables::{Column, RowFilter};

/// Adds the row filters of the types a contract is about, where they do not stand there already.
#[inline]
pub(crate) fn add_row_filters<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    contract: &mut Contract<'a>,
) {
    if !context.tables.row_filters.is_empty() {
        add_all(context, scope, notes, contract);
    }
}

#[inline(never)]
fn add_all<'a>(
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
            add(
                context,
                scope,
                notes,
                row_filter,
                filters,
                "/constraints/filters".into(),
            );
        }
        // What is matched by itself has its own where it was resolved.
        let constraints = &mut contract.constraints;
        let set = constraints.set_ops.as_deref();
        let groups = constraints.groups.iter_mut().enumerate();
        let of_whole = groups.filter(|(_, group)| group.is_of_whole(set));
        for (index, group) in of_whole {
            let types = &group.grounding.target_types;
            let own = types.contains(&field.type_name);
            if own || (types.is_empty() && concerned) {
                let list = format!("/constraints/groups/{index}/filters");
                add(
                    context,
                    scope,
                    notes,
                    row_filter,
                    &mut group.filters,
                    list.into(),
                );
            }
        }
    }
}

/// Whether an intent may be about a type: an entity of an unknown type may be of any.
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
    // A filter without a constant is the executor's to bind: no contract has a principal.
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
        if !filters.contains(&filter)
            && places_read::is_read(
                context,
                scope,
                notes,
                &read,
                ReadFor::Filter,
                scope.read.relations,
            )
        {
            let place = LedgerPath::element(list.clone(), filters.len());
            note_row_filter(notes, row_filter, &read.path, place);
            filters.push(filter);
        }
    }
}

fn note_row_filter(notes: &mut Notes<'_>, row_filter: &RowFilter, path: &str, place: LedgerPath) {
    notes.ledger.note(
        LedgerKind::AddedByHost,
        place,
        format!("{path} {}", row_filter.operator.name()),
        "the codebook adds it to every intent about this type",
        None,
    );
}
