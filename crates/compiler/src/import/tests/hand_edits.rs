//! Manual edits of `codebook.yaml` are listed before they are overwritten.

use super::{PREFIXES, after_in, file, import, left, request, turtle};
use crate::import::{OmissionReason, Request};
use crate::source::files::SourceSet;

const TEXT: &str = ":T a owl:Class . :a rdfs:domain :T ; rdfs:range xsd:string . :b rdfs:domain :T ; rdfs:range xsd:date .";

#[test]
fn each_edited_element_is_named() {
    let first = turtle(TEXT, &request("x.ttl"));
    let codebook = file(&first, "codebook.yaml");
    for (from, to, named) in [
        ("label: {en: a}", "label: {en: first}", "`F001 t.a`"),
        ("t: {label: {en: t}}", "t: {label: {en: thing}}", "`t`"),
        (
            "  F002: {path: t.b, type: date, sortable: true, label: {en: b}}\n",
            "",
            "`F002`",
        ),
        ("fields:\n", "fields:\n  # mine\n", "`codebook.yaml`"),
    ] {
        let edited = codebook.replace(from, to);
        assert_ne!(edited, codebook, "{from}");
        let sources = SourceSet::from_texts([("codebook.yaml", edited.as_str())]);
        let again = after_in(&sources, &first, &request("x.ttl"));
        let text = format!("{PREFIXES}{TEXT}");
        let finding = import(text.as_bytes(), &again).unwrap_err();
        assert_eq!(
            (finding.id, finding.message),
            (
                "CB117",
                format!("edited by hand since the last import: {named}")
            )
        );
        let again = Request {
            overwrite: true,
            ..again
        };
        let second = import(text.as_bytes(), &again).unwrap();
        assert_eq!(file(&second, "codebook.yaml"), codebook);
        let told = left(&second, OmissionReason::ByHand);
        assert_eq!(told, [(named.trim_matches('`'), "")]);
    }
}
