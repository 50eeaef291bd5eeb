//! Filters that the codebook always adds, to what is asked for and to each group.
//!
//! The decoder adds them, and not each executor, so that a contract says all that will hold and a model cannot say them away.
//! They are added wherever the intent may be about their type: its targets, its entities (one of no known type may be of
//! any), the ends of its relations, and each group. One that stands there already, to the value, is not added again, so that
//! what is encoded decodes to itself. A table file whose field cannot have such a filter is refused.

use std::borrow::Cow;

use crate::contract::{Condition, Contract, Filter, Grounding, Operand, Str};
use crate::ledger::{LedgerKind, LedgerPath};
use crate::resolve::Resolver;
use crate::resolve::known_places::{ColumnRead, ReadFor};
use crate::tables::{AlwaysFilter, Column};

impl<'a> Resolver<'a> {
    /// Adds the filters of the types a contract is about, where they do not stand there already.
    #[inline]
    pub(crate) fn add_always(&mut self, contract: &mut Contract<'a>) {
        if !self.tables.always.is_empty() {
            self.add_all(contract);
        }
    }

    #[inline(never)]
    fn add_all(&mut self, contract: &mut Contract<'a>) {
        let tables = self.tables;
        for always in tables.always.iter() {
            let Some(field) = tables.field_by_path(&always.field) else {
                continue;
            };
            let concerned = self.concerns(&contract.grounding, &field.type_name);
            if concerned {
                let filters = &mut contract.constraints.filters;
                self.add(always, filters, "/constraints/filters".into());
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
                    self.add(always, &mut group.filters, list.into());
                }
            }
        }
    }

    /// Whether an intent may be about a type: an entity of an unknown type may be of any.
    fn concerns(&self, grounding: &Grounding<'a>, type_name: &str) -> bool {
        let is = |name: &Str<'_>| *name == type_name;
        grounding.target_types.iter().any(is)
            || self.walked.contains(type_name)
            || (grounding.entity_list.iter()).any(|entity| entity.type_name.as_ref().is_none_or(is))
    }

    fn add(
        &mut self,
        always: &'a AlwaysFilter,
        filters: &mut Vec<Condition<'a>>,
        list: Cow<'static, str>,
    ) {
        // Tables in which a filter has no value are refused before they are used.
        let Some((field, value)) = (self.tables.field_by_path(&always.field))
            .and_then(|field| Some((field, always.value(field)?)))
        else {
            return;
        };
        let column = Column::Field(field);
        let mut reads: Vec<ColumnRead<'a>> = Vec::new();
        if self.read.has_unnamed(&field.type_name) {
            reads.push(ColumnRead::of_type(column));
        }
        let at_places = self.at_places(column, column.path()).into_iter();
        reads.extend(at_places.map(|path| ColumnRead {
            column,
            path: path.into(),
        }));
        for read in reads {
            let filter = Condition::Filter(Filter {
                field: read.path.clone(),
                operator: always.operator,
                operand: value.clone().map(Operand::Value),
            });
            if !filters.contains(&filter)
                && self.is_read(&read, ReadFor::Filter, self.read.relations)
            {
                let place = LedgerPath::element(list.clone(), filters.len());
                self.note_always(always, &read.path, place);
                filters.push(filter);
            }
        }
    }

    fn note_always(&mut self, always: &AlwaysFilter, path: &str, place: LedgerPath) {
        self.ledger.note(
            LedgerKind::AddedByHost,
            place,
            format!("{path} {}", always.operator.name()),
            "the codebook adds it to every intent about this type",
            None,
        );
    }
}
