//! Order and paging of a select.

pub(crate) mod distance;
pub(crate) mod paging;
