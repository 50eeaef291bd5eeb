//! The error of reading a name into an enum that the compiler made of a codebook.

use std::fmt;

/// The text is no name of the codebook. A host asks a decoder for what is near; this says only that nothing is equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownName;

impl fmt::Display for UnknownName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the codebook has no such name")
    }
}

impl std::error::Error for UnknownName {}
