//! Faults a 1C MCP server can have, each to be switched on.

use std::sync::atomic::{AtomicU64, Ordering};

/// A way of going wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Fault {
    /// The process ends upon receiving execute_query
    ExitInCall,
    /// execute_query is never answered
    Hang,
    /// execute_query answers a tool error (isError)
    Error,
    /// execute_query answers success: false
    Refuse,
    /// execute_query answers a text that is not JSON
    NotJson,
    /// execute_query answers JSON whose data is not a list
    WrongShape,
    /// The process ends before the handshake
    ExitBeforeHandshake,
    /// The input schema of execute_query is not the known one
    SchemaDrift,
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
