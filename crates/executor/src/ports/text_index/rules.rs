//! The rules of an index. An index made by other rules is not read.

use crate::analysis;

/// Why this program cannot read an index, by format version and version of the word analysis.
pub(super) fn misfit((format, read): (u32, u32), rules: u32) -> Option<String> {
    if format != read {
        return Some(format!("its format is {format}, and {read} is read"));
    }
    let own = analysis::VERSION;
    (rules != own).then(|| {
        format!("its words are made by version {rules} of the rules, and questions by {own}")
    })
}
