//! The error of parsing a name into a generated enum of a codebook.

use std::fmt;

/// The text is not a name of the codebook. For near names, use a decoder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownNameError;

impl fmt::Display for UnknownNameError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the codebook has no such name")
    }
}

impl std::error::Error for UnknownNameError {}
