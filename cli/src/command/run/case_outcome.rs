//! What came of a case.

use cmec_executor::taxonomy::ResponseType;
use serde::Serialize;

/// What came of a case.
#[derive(Serialize)]
pub(super) struct Outcome {
    pub(super) file: String,
    pub(super) question: String,
    pub(super) holds: bool,
    pub(super) failures: Vec<Miss>,
    /// What was answered.
    pub(super) answer: ResponseType,
    pub(super) returned: usize,
    pub(super) summary: String,
    pub(super) trace_id: String,
}

/// Something that was expected and is not so.
#[derive(Serialize)]
pub(super) struct Miss {
    /// The line that expects it.
    pub(super) line: u64,
    pub(super) key: &'static str,
    pub(super) expected: String,
    pub(super) found: String,
}
