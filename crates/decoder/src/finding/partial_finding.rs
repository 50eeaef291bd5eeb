//! What is wrong with a draft. That it is wrong, and where, is noted at once; what to say about it (the message, the
//! help, the candidates) is worked out only where somebody will read it.

use crate::finding::{Finding, Violation};
use crate::tables::PolicyAction;

/// A finding whose words are there only where they are asked for.
pub(crate) struct PartialFinding {
    pub(crate) violation: Violation,
    /// What the codebook does about it.
    pub(crate) action: PolicyAction,
    pub(crate) told: Option<Box<Finding>>,
}

impl PartialFinding {
    /// The finding it is, where everything was told.
    pub(crate) fn finding(self) -> Finding {
        let Violation { rule, span } = self.violation;
        self.told
            .map_or_else(|| Finding::new(rule, span, ""), |finding| *finding)
    }
}
