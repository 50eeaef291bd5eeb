//! Bounds that keep a compilation fast and small on any input. Exceeding one is a finding (CB006).
//!
//! The cost of a bad codebook is bounded by counts, not by clocks. Each bound limits a product: unknown names with
//! known ones, languages with elements, templates with the parameters of one text, recipes with each other.
//! `tests/bounds.rs` tries bad inputs at two sizes: twice the codebook is about twice the work.

/// Most bytes of a codebook.
pub(crate) const FILE_BYTES: usize = 16 << 20;
/// Most bytes of a lock, which has a line for each current and former element, so that every lock written can be read
/// again.
pub(crate) const LOCK_BYTES: usize = 64 << 20;
/// Most bytes of any other YAML file; the largest in this repository has ten thousand.
pub(crate) const SMALL_FILE_BYTES: usize = 1 << 20;
/// Most bytes of a query text.
pub(crate) const QUERY_BYTES: usize = 64 << 10;
/// Deepest nesting of lists and maps. A codebook needs six levels.
pub(crate) const DEPTH: usize = 32;
/// Longest scalar, in bytes.
pub(crate) const SCALAR_BYTES: usize = 64 << 10;
/// Most entries of a list or map, except for sections with elements.
pub(crate) const ENTRIES: usize = 1024;
/// Most metrics of a codebook, since each definition is resolved among the earlier ones.
pub(crate) const METRICS: usize = 1000;
/// Most languages of a codebook, since each element is checked for each of them.
pub(crate) const LANGUAGES: usize = 64;
