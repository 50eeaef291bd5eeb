//! Compact JSON, member by member; what says nothing is left out here, once for all parts.

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

/// Writes a list.
pub(super) fn list<T>(
    out: &mut String,
    elements: &[T],
    mut element: impl FnMut(&mut String, &T) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    out.push('[');
    for (index, value) in elements.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        element(out, value)?;
    }
    out.push(']');
    Ok(())
}
