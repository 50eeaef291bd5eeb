//! Order and page.

pub(crate) mod distance;
pub(crate) mod paging;
