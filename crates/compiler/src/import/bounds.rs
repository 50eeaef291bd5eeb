//! Bounds that keep an import fast and small on any input, and the base IRI for relative names.

/// Most bytes of an ontology.
pub(super) const BYTES: usize = 64 << 20;
/// Most triples, elements of an EDMX, or values of a JSON-LD.
pub(super) const TRIPLES: usize = 2_000_000;
/// Deepest nesting of XML elements, Turtle brackets, class expressions.
pub(super) const DEPTH: usize = 100;
/// Deepest nesting of JSON values. The JSON-LD reader recurses with 60 KiB of stack per level in a debug build, and a
/// thread has 2 MiB.
pub(super) const JSON_DEPTH: usize = 24;
/// Most XML entities a document may declare for itself.
pub(super) const ENTITIES: usize = 256;
/// Most namespaces in force at once.
pub(super) const NAMESPACES: usize = 1024;
/// Longest text of such an entity, in bytes.
pub(super) const ENTITY_BYTES: usize = 4096;
/// Most bytes that all entities may expand to in total.
pub(super) const EXPANDED_BYTES: usize = 16 << 20;
/// Bound on JSON objects times context keys, which is the cost of applying contexts.
pub(super) const CONTEXT_WORK: usize = 1 << 28;
/// Most steps up and down the trees of classes and properties.
pub(super) const STEPS: usize = 20_000_000;
/// Most fields and relations of one codebook.
pub(super) const ELEMENTS: usize = 200_000;
/// Most values of one enum.
pub(super) const VALUES: usize = 1_000;
/// Longest label, synonym or value, in characters; a longer one is cut.
pub(super) const LABEL: usize = 120;
/// Longest description, in characters.
pub(super) const DESCRIPTION: usize = 240;
/// Longest name of a type, a field or a relation, in characters.
pub(super) const NAME: usize = 80;
/// Longest text from outside in a message, in characters.
pub(super) const SHOWN: usize = 120;
/// The base IRI of a document that names none.
pub(super) const BASE: &str = "urn:ontology";
