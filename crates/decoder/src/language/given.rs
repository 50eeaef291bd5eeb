//! Names that an intent gives: of metrics and groups. Where one is referred to it carries a mark, so that no field, type or
//! keyword can be meant.

use std::borrow::Cow;

/// The mark before a name that was given.
pub const MARK: char = '&';

/// The name that a reference says; `None` where it has no mark.
#[must_use]
pub fn name(reference: &str) -> Option<&str> {
    reference.strip_prefix(MARK)
}

/// The reference to a name.
#[must_use]
pub fn reference<'a>(name: &str) -> Cow<'a, str> {
    Cow::Owned(format!("{MARK}{name}"))
}

/// Whether a reference means a name. A name may begin with the mark itself.
#[must_use]
pub fn means(said: &str, known: &str) -> bool {
    name(said) == Some(known) || said == known
}
