//! Writes compact JSON, member by member, and omits empty parts.

use crate::encode::EncodeError;
use crate::escape::quote;

pub(super) struct Object<'w> {
    out: &'w mut String,
    empty: bool,
}

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
    /// Starts a member; the caller writes its value next.
    pub(super) fn key(&mut self, key: &str) -> &mut String {
        if !self.empty {
            self.out.push(',');
        }
        self.empty = false;
        quote(self.out, key);
        self.out.push(':');
        self.out
    }

    /// Writes an object, unless it has no members.
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
