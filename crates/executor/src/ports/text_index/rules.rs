//! The rules that an index is made by. One that was made by other ones is not read.

use crate::analysis;

/// Why an index cannot be read by this program: by its format and the one that is read, and by the rules of its words.
pub(super) fn misfit((format, read): (u32, u32), rules: u32) -> Option<String> {
    if format != read {
        return Some(format!("its format is {format}, and {read} is read"));
    }
    let own = analysis::VERSION;
    (rules != own).then(|| {
        format!("its words are made by version {rules} of the rules, and questions by {own}")
    })
}
