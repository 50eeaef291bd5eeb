//! Lists that are read element by element.

/// Elements a list has room for at first.
const ROOM: usize = 4;

/// A list that grows.
pub(crate) trait List<T> {
    /// Adds an element. It is made where it stays: handed over to a function of its own it would be moved there.
    fn add(&mut self, element: T);
}

impl<T> List<T> for Vec<T> {
    #[inline(always)]
    fn add(&mut self, element: T) {
        if self.capacity() == 0 {
            make_room(self);
        }
        self.push(element);
    }
}

/// The first element makes room for a few: letting an empty list grow costs twice what making one does.
#[inline(never)]
fn make_room<T>(list: &mut Vec<T>) {
    *list = Vec::with_capacity(ROOM);
}
