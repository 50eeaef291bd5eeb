//! What is written is what its published schema says; where it is not, the place is told.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test panics on failure and reads the fixtures"
)]

use std::path::Path;

use cmec_compiler::emit::run_time_schemas;
use cmec_decoder::Decoder;
use cmec_decoder::generated::{DOMAINS, builtin};
use cmec_executor::Response;
use cmec_executor::self_check::{Document, NoCheck, SelfCheck};
use cmec_executor::taxonomy::LimitedReason;
use serde_json::{Value, json};

type Schemas = [(&'static str, Value); 5];

fn check(schemas: &Schemas) -> Result<SelfCheck, NoCheck> {
    SelfCheck::new(|document| {
        let mut named = schemas.iter();
        let (_, schema) = named.find(|(name, _)| *name == document.name())?;
        Some(schema)
    })
}

/// Every text of the fixtures over a domain.
fn texts(domain: &str) -> Vec<Vec<u8>> {
    let verdicts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/decode");
    let files = |path: &Path| -> Vec<_> {
        let entries = std::fs::read_dir(path).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    };
    let of_domain = |verdict: &std::path::PathBuf| verdict.join(domain);
    let folders = files(&verdicts);
    let folders = folders.iter().map(of_domain).filter(|path| path.is_dir());
    folders
        .flat_map(|folder| files(&folder))
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
        .map(|path| std::fs::read(path).unwrap())
        .collect()
}

#[test]
fn verdicts_are_what_their_schemas_say() {
    for domain in DOMAINS {
        let tables = builtin(domain).unwrap();
        let check = check(&run_time_schemas(tables)).unwrap();
        let texts = texts(domain);
        assert!(texts.len() > 30, "{domain}");
        for text in texts {
            let decoded = Decoder::new(tables).decode_bytes(&text, TRACE_ID);
            let held = check.verdict(&decoded.verdict);
            assert_eq!(held, Ok(()), "{}", String::from_utf8_lossy(&text));
        }
    }
}

const TRACE_ID: &str = "0af7651916cd43dd8448eb211c80319c";

#[test]
fn a_difference_is_told_with_its_place_and_without_its_value() {
    let check = check(&run_time_schemas(builtin("address").unwrap())).unwrap();
    let response = Response::limited(LimitedReason::Unsupported, "none".to_owned(), TRACE_ID);
    assert_eq!(check.document(Document::Response, &response), Ok(()));
    let mut written = serde_json::to_value(&response).unwrap();
    written["response_type"] = json!("secret\u{1b}[2J");
    let difference = check.document(Document::Response, &written).unwrap_err();
    assert_eq!(difference.document, Document::Response);
    assert_eq!(difference.pointer, "/response_type");
    let told = difference.to_string();
    assert!(!told.contains("secret"), "{told}");
    assert!(
        told.starts_with("a fault of cmec: the response differs"),
        "{told}"
    );
}

#[test]
fn there_is_no_check_without_every_schema() {
    let whole = run_time_schemas(builtin("mind").unwrap());
    for (at, document) in Document::ALL.iter().enumerate() {
        let mut schemas = whole.clone();
        assert_eq!(schemas[at].0, document.name());
        schemas[at].0 = "another";
        assert_eq!(check(&schemas).err(), Some(NoCheck::Missing(*document)));
        schemas[at] = (document.name(), json!({ "type": "nothing known" }));
        let broken = check(&schemas).unwrap_err();
        assert!(matches!(broken, NoCheck::Broken { document: of, .. } if of == *document));
    }
}
