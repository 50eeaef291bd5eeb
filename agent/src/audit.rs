//! The audit of a question and its contract before it runs.

use cmec_decoder::contract::Contract;

/// Reads every contract before it runs and may stop it. It changes nothing.
pub trait Audit: Sync {
    /// Checks a question and its contract.
    ///
    /// # Errors
    /// A reason code if the contract must not run; the model reads it as the outcome of its call.
    fn sees(&self, question: &str, contract: &Contract<'_>) -> Result<(), String>;
}

/// Allows everything.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoAudit;

impl Audit for NoAudit {
    fn sees(&self, _: &str, _: &Contract<'_>) -> Result<(), String> {
        Ok(())
    }
}
