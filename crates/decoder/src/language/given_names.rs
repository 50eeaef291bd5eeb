//! Names that an intent gives: of metrics, groups and places. Where one is referred to it carries a mark, so that no field, type or
//! keyword can be meant.

use std::borrow::Cow;

/// The mark before a name that was given.
pub const MARK: char = '&';

/// The name that a reference says; `None` where it has no mark.
#[must_use]
pub fn name(reference: &str) -> Option<&str> {
    reference.strip_prefix(MARK)
}

/// The metric that a reference in a path's place means: a name that is given, and no place.
#[must_use]
pub fn metric(path: &str) -> Option<&str> {
    name(path).filter(|rest| !rest.contains('.'))
}

/// The place that a path is read at, where it says one, and what is read there: `&site.park.city` is `park.city` at the
/// place `site`.
#[must_use]
pub fn at_place(path: &str) -> (Option<&str>, &str) {
    match name(path).and_then(|rest| rest.split_once('.')) {
        Some((place, read)) => (Some(place), read),
        None => (None, path),
    }
}

/// What is read at a place.
#[must_use]
pub fn read_at<'a>(place: &str, read: &str) -> Cow<'a, str> {
    Cow::Owned(format!("{MARK}{place}.{read}"))
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
