//! Faults of a 1C MCP server that can be switched on.

use std::sync::atomic::{AtomicU64, Ordering};

use super::value::{Cell, Column, ColumnKind, Table};

/// Column of the moment of a row.
const PERIOD: &str = "Период";

/// An account that no recipe asks for.
const OTHER_ACCOUNT: &str = "009";

/// Rows that are left by [`Fault::CutRows`].
const CUT_ROWS: usize = 2;

/// Rows that [`Fault::CutRows`] says that there are beside the others.
const FURTHER_ROWS: usize = 10;

/// A way of going wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Fault {
    /// The process ends upon receiving execute_query
    ExitInCall,
    /// execute_query is never answered
    Hang,
    /// execute_query answers a tool error (isError)
    Error,
    /// execute_query answers that the query failed: success: false, or as the kind of server says it
    Refuse,
    /// execute_query answers a text in no known form
    NotJson,
    /// execute_query answers in its form, and without a table of rows
    WrongShape,
    /// execute_query answers rows without periods
    BlankPeriod,
    /// execute_query answers rows without documents
    BlankRegistrator,
    /// execute_query answers rows without periods and documents
    BlankPeriodAndRegistrator,
    /// execute_query answers rows without accounts
    BlankAccounts,
    /// execute_query answers rows of another account than those asked for
    OtherAccounts,
    /// execute_query answers rows without counterparties and contracts
    BlankAnalytics,
    /// execute_query answers rows of empty cells
    BlankAll,
    /// The process ends before the handshake
    ExitBeforeHandshake,
    /// The input schema of execute_query is not the known one
    SchemaDrift,
    /// execute_query answers more than a client takes
    Oversize,
    /// execute_query answers every row twice
    DuplicateRows,
    /// execute_query answers numbers where texts and dates belong, and texts where numbers do
    WrongTypes,
    /// execute_query answers references by their names alone
    BareReferences,
    /// Over HTTP: the session is forgotten once, at execute_query
    SessionLost,
    /// Over HTTP: every session is forgotten at execute_query
    SessionsLost,
    /// Over HTTP: execute_query gets status 406
    NotAcceptable,
    /// Over HTTP: the first execute_query gets status 429, and is wanted again a second later
    BusyOnce,
    /// Over HTTP: execute_query gets status 429, and is wanted again a second later
    Busy,
    /// Over HTTP: execute_query gets status 503 and a page
    Unavailable,
    /// Over HTTP: execute_query gets status 403 and a page
    Forbidden,
    /// Over HTTP: execute_query is sent to another path with status 307
    Moved,
    /// The first tools/list is refused, since the server is not ready
    StartsLate,
    /// Names of parties in rows are tokens, which parameters may have in their place
    HiddenNames,
    /// execute_query answers two rows at most, and says that there are more
    CutRows,
    /// execute_query says that it answers no rows
    Miscount,
    /// get_metadata tells a base without one table and one field that queries name
    OtherBase,
    /// There is no tool that says what the base has
    NoMetadata,
    /// The connection ends in the middle of the answer
    CutOff,
    /// The answer comes a byte at a time
    Drip,
}

impl Fault {
    /// Whether only a connection over HTTP has it.
    pub(super) const fn is_of_http(self) -> bool {
        matches!(
            self,
            Self::SessionLost
                | Self::SessionsLost
                | Self::NotAcceptable
                | Self::BusyOnce
                | Self::Busy
                | Self::Unavailable
                | Self::Forbidden
                | Self::Moved
        )
    }

    /// Spoils a table as the fault has it; others leave it as it is.
    pub(super) fn spoil(self, table: &mut Table) {
        match self {
            Self::DuplicateRows => {
                table.rows = (table.rows.drain(..))
                    .flat_map(|row| [row.clone(), row])
                    .collect();
            }
            Self::CutRows => {
                table.told = Some(table.rows.len().saturating_add(FURTHER_ROWS));
                table.cut = Some(true);
                table.rows.truncate(CUT_ROWS);
            }
            Self::Miscount => table.told = Some(0),
            Self::WrongTypes => {
                for cell in table.rows.iter_mut().flatten() {
                    *cell = cell.of_another_type();
                }
            }
            Self::BareReferences => {
                for cell in table.rows.iter_mut().flatten() {
                    if let Cell::Reference(reference) = cell {
                        *cell = Cell::Text(std::mem::take(&mut reference.presentation));
                    }
                }
            }
            Self::OtherAccounts => {
                for (cell, _) in table.cells_mut().filter(|(_, own)| is_of_account(own)) {
                    *cell = Cell::Text(OTHER_ACCOUNT.to_owned());
                }
            }
            _ => self.empty(table),
        }
    }

    /// Empties the cells that the fault is about.
    fn empty(self, table: &mut Table) {
        let spoiled = |column: &Column| match self {
            Self::BlankPeriod => column.name == PERIOD,
            Self::BlankRegistrator => column.kind == ColumnKind::Document,
            Self::BlankPeriodAndRegistrator => {
                column.name == PERIOD || column.kind == ColumnKind::Document
            }
            Self::BlankAccounts => is_of_account(column),
            Self::BlankAnalytics => {
                matches!(column.kind, ColumnKind::Counterparty | ColumnKind::Contract)
            }
            Self::BlankAll => true,
            _ => false,
        };
        for (cell, _) in table.cells_mut().filter(|(_, own)| spoiled(own)) {
            *cell = Cell::Null;
        }
    }
}

fn is_of_account(column: &Column) -> bool {
    column.name.starts_with("Счет")
}

/// When a fault happens: counts the calls that came first.
#[derive(Debug)]
pub(super) struct FaultPlan {
    fault: Option<Fault>,
    spared: u64,
    calls: AtomicU64,
}

impl FaultPlan {
    /// Spares the first `spared` calls of `execute_query`; faults outside a call happen at once.
    pub(super) fn new(fault: Option<Fault>, spared: u64) -> Self {
        Self {
            fault,
            spared,
            calls: AtomicU64::new(0),
        }
    }

    /// The fault of the call that has just come in; each call asks once.
    pub(super) fn next_call(&self) -> Option<Fault> {
        let before = self.calls.fetch_add(1, Ordering::Relaxed);
        self.fault.filter(|_| before >= self.spared)
    }

    /// Whether the call that was asked about last is the first that is not spared.
    pub(super) fn is_first(&self) -> bool {
        self.calls.load(Ordering::Relaxed) == self.spared + 1
    }

    /// Whether the server has this fault, in whichever call.
    pub(super) fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }
}

#[cfg(test)]
mod tests {
    use super::{Fault, FaultPlan};

    #[test]
    fn the_first_calls_are_spared() {
        let plan = FaultPlan::new(Some(Fault::Hang), 2);
        let faults: Vec<_> = (0..4).map(|_| plan.next_call()).collect();
        assert_eq!(faults, [None, None, Some(Fault::Hang), Some(Fault::Hang)]);
    }
}
