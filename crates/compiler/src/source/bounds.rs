//! Bounds that keep a compile quick and small on any input. Whatever exceeds one is a finding (CB006).
//!
//! What a bad codebook costs is bounded by counts, not by clocks. Each bound was found where something multiplies:
//! unknown names with known ones, languages with elements, templates with the parameters of one text, recipes with
//! each other. `tests/bounds.rs` tries bad inputs at two sizes: twice the codebook is about twice the work.

/// Most bytes of a codebook.
pub(crate) const FILE_BYTES: usize = 16 << 20;
/// Most bytes of a lock, which has a line for each element of the codebook and for each that is gone: whatever a compile
/// or an import writes can be read again.
pub(crate) const LOCK_BYTES: usize = 64 << 20;
/// Most bytes of any other YAML file; the largest of ours has ten thousand.
pub(crate) const SMALL_FILE_BYTES: usize = 1 << 20;
/// Most bytes of a query text.
pub(crate) const QUERY_BYTES: usize = 64 << 10;
/// Deepest nesting of lists and maps. A codebook needs six.
pub(crate) const DEPTH: usize = 32;
/// Longest scalar, in bytes.
pub(crate) const SCALAR_BYTES: usize = 64 << 10;
/// Most entries of a list or map, but for the sections of a file that holds elements.
pub(crate) const ENTRIES: usize = 1024;
/// Most metrics of a codebook: a definition is looked up among those before it.
pub(crate) const METRICS: usize = 1000;
/// Most languages of a codebook: each is asked for of each element.
pub(crate) const LANGUAGES: usize = 64;
