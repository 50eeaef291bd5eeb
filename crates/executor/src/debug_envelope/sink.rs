//! The sink of debug envelopes: one record for each answer.

use std::io;

use crate::debug_envelope::DebugEnvelope;
use crate::ports::json_lines::JsonLinesFile;

/// Takes one envelope per answer.
pub trait DebugSink {
    /// Writes a record.
    ///
    /// # Errors
    /// When it cannot be kept; the response is not affected.
    fn write(&mut self, envelope: &DebugEnvelope) -> io::Result<()>;
}

impl DebugSink for JsonLinesFile {
    fn write(&mut self, envelope: &DebugEnvelope) -> io::Result<()> {
        self.append(envelope)
    }
}
