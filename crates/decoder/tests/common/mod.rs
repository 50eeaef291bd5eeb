//! The tables every test runs on: compiled in, and loaded from the text of a compiled file.

use cmec_decoder::Tables;
use cmec_decoder::generated::builtin;
use cmec_decoder::tables::TABLES_FORMAT;

/// Both forms of a built-in domain.
pub(crate) fn both(domain: &str) -> [Tables; 2] {
    let compiled_in = builtin(domain).unwrap();
    let file = serde_json::json!({ "format": TABLES_FORMAT, "tables": compiled_in }).to_string();
    let loaded = Tables::from_compiled(&file).unwrap();
    assert_eq!(*compiled_in, loaded);
    [compiled_in.clone(), loaded]
}
