//! Masks names: replaces them by tokens in rows, and tokens by names in parameters.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::value::{Cell, Column, ColumnKind, Param, Table};

/// The masked names with the kinds of their tokens. The index gives the number.
#[derive(Debug, Default)]
pub(super) struct HiddenNames {
    known: Mutex<Vec<(&'static str, String)>>,
}

impl HiddenNames {
    fn known(&self) -> MutexGuard<'_, Vec<(&'static str, String)>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The token of a name, always the same.
    fn token(&self, kind: &'static str, name: &str) -> String {
        let mut known = self.known();
        let same = |(known, value): &(&str, String)| *known == kind && value == name;
        let at = known.iter().position(same).unwrap_or_else(|| {
            known.push((kind, name.to_owned()));
            known.len().saturating_sub(1)
        });
        written(kind, at)
    }

    /// Masks the names of parties in rows.
    pub(super) fn hide(&self, table: &mut Table) {
        for (cell, column) in table.cells_mut() {
            if let (Some(kind), Some(text)) = (hidden_as(column), shown(cell))
                && !text.is_empty()
            {
                *text = self.token(kind, text);
            }
        }
    }

    /// Restores the names in a parameter.
    pub(super) fn reveal(&self, param: &mut Param) {
        match param {
            Param::Text(text) => {
                for (at, (kind, name)) in self.known().iter().enumerate() {
                    *text = text.replace(&written(kind, at), name);
                }
            }
            Param::List(params) => params.iter_mut().for_each(|param| self.reveal(param)),
            Param::Null
            | Param::Date(_)
            | Param::Flag(_)
            | Param::Number(_)
            | Param::Reference(_)
            | Param::Other => {}
        }
    }
}

fn written(kind: &str, at: usize) -> String {
    format!("[{kind}-{:05}]", at.saturating_add(1))
}

/// The kind of token for a column.
fn hidden_as(column: &Column) -> Option<&'static str> {
    match (column.kind, column.name) {
        (
            ColumnKind::Counterparty
            | ColumnKind::Organization
            | ColumnKind::Analytic
            | ColumnKind::Person,
            _,
        )
        | (ColumnKind::Text, "Наименование" | "НаименованиеПолное") => {
            Some("ORG")
        }
        (ColumnKind::Text, "ИНН") => Some("INN"),
        _ => None,
    }
}

fn shown(cell: &mut Cell) -> Option<&mut String> {
    match cell {
        Cell::Text(text) => Some(text),
        Cell::Reference(reference) => Some(&mut reference.presentation),
        Cell::Null | Cell::Date(_) | Cell::Money(_) | Cell::Count(_) | Cell::Flag(_) => None,
    }
}
