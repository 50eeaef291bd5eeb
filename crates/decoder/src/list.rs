//! Lists that are read element by element.

/// Elements a list has room for at first.
const ROOM: usize = 4;

/// A list that grows.
pub(crate) trait List<T> {
    /// Adds an element.
    fn add(&mut self, element: T);
}

impl<T> List<T> for Vec<T> {
    /// The first element makes room for a few: letting an empty list grow costs twice what making one does.
    #[inline]
    fn add(&mut self, element: T) {
        if self.capacity() == 0 {
            *self = Self::with_capacity(ROOM);
        }
        self.push(element);
    }
}
