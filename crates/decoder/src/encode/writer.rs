//! Compact JSON, member by member; what says nothing is left out here, once for all parts.

use std::fmt::Write;

use crate::encode::EncodeError;
use crate::escape::quote;

/// An object that is being written.
pub(super) struct Object<'w> {
    out: &'w mut String,
    empty: bool,
}

/// Writes an object.
pub(super) fn object(
    out: &mut String,
    members: impl FnOnce(&mut Object<'_>) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    out.push('{');
    let mut object = Object { out, empty: true };
    members(&mut object)?;
    object.out.push('}');
    Ok(())
}

impl Object<'_> {
    /// Starts a member; its value is written next.
    pub(super) fn key(&mut self, key: &str) -> &mut String {
        if !self.empty {
            self.out.push(',');
        }
        self.empty = false;
        quote(self.out, key);
        self.out.push(':');
        self.out
    }

    /// A text.
    pub(super) fn text(&mut self, key: &str, text: &str) {
        quote(self.key(key), text);
    }

    /// A text, where there is one.
    pub(super) fn maybe(&mut self, key: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.text(key, text);
        }
    }

    /// A number.
    pub(super) fn number(&mut self, key: &str, number: impl Into<u64>) {
        let out = self.key(key);
        // Writing to a `String` cannot fail.
        let _ = write!(out, "{}", number.into());
    }

    /// A list, where it has elements.
    pub(super) fn list<T>(
        &mut self,
        key: &str,
        elements: &[T],
        mut element: impl FnMut(&mut String, &T) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        if elements.is_empty() {
            return Ok(());
        }
        let out = self.key(key);
        let mut before = '[';
        for value in elements {
            out.push(before);
            element(out, value)?;
            before = ',';
        }
        out.push(']');
        Ok(())
    }

    /// A list of texts, where it has elements.
    pub(super) fn texts<T: AsRef<str>>(
        &mut self,
        key: &str,
        texts: &[T],
    ) -> Result<(), EncodeError> {
        self.list(key, texts, |out, text| {
            quote(out, text.as_ref());
            Ok(())
        })
    }

    /// An object, also where it has no members.
    pub(super) fn object(
        &mut self,
        key: &str,
        members: impl FnOnce(&mut Object<'_>) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        object(self.key(key), members)
    }

    /// An object, where it has members.
    pub(super) fn object_if_any(
        &mut self,
        key: &str,
        members: impl FnOnce(&mut Object<'_>) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        let (length, empty) = (self.out.len(), self.empty);
        let mut inner = Object {
            out: self.key(key),
            empty: true,
        };
        inner.out.push('{');
        members(&mut inner)?;
        inner.out.push('}');
        if inner.empty {
            self.out.truncate(length);
            self.empty = empty;
        }
        Ok(())
    }
}
