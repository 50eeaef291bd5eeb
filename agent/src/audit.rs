//! Who sees a question and what it was taken for, before anything is run.

use cmec_decoder::contract::Contract;

/// Sees every contract before it is run, and may hold it back. It changes nothing.
pub trait Audit: Sync {
    /// A question and the contract that comes of it.
    ///
    /// # Errors
    /// A reason code when the contract is not to be run; the model reads it as the outcome of its call.
    fn sees(&self, question: &str, contract: &Contract<'_>) -> Result<(), String>;
}

/// Nobody looks.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoAudit;

impl Audit for NoAudit {
    fn sees(&self, _: &str, _: &Contract<'_>) -> Result<(), String> {
        Ok(())
    }
}
