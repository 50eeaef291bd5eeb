//! An ontology with a moved namespace: no code is lost silently.

use super::{PREFIXES, after, file, import, request, turtle};

const TEXT: &str = ":T a owl:Class . :n rdfs:domain :T ; rdfs:range xsd:string . :r rdfs:domain :T ; rdfs:range :T .";

#[test]
fn where_nothing_is_kept_the_import_asks() {
    let request = request("x.ttl");
    let first = turtle(TEXT, &request);
    for (to, help) in [
        (
            "<https://a/#>",
            "if the namespace moved, `--moved http://a/#=https://a/#` keeps them",
        ),
        (
            "<http://a/#B_>",
            "import another ontology with `--out DIR`; `--moved OLD=NEW` says that a namespace moved",
        ),
    ] {
        let text = format!("{}{TEXT}", PREFIXES.replace("<http://a/#>", to));
        let finding = import(text.as_bytes(), &after(&first, &request)).unwrap_err();
        assert_eq!(
            (
                finding.id,
                finding.message.as_str(),
                finding.help.as_deref()
            ),
            (
                "CB117",
                "none of the 2 codes of `codebook.yaml` would be kept",
                Some(help)
            )
        );
    }
}

#[test]
fn a_namespace_that_moved_keeps_every_code() {
    let request = request("x.ttl");
    let first = turtle(TEXT, &request);
    let mut again = after(&first, &request);
    again.previous.moved("http://a/", "https://b/");
    let text = format!("{}{TEXT}", PREFIXES.replace("http://a/", "https://b/"));
    let second = super::imported(&text, &again);
    assert_eq!((second.report.codes_kept, second.report.codes_new), (2, 0));
    assert_eq!(
        file(&second, "codebook.yaml"),
        file(&first, "codebook.yaml")
    );
    // The lock has the new names, so the move need not be stated again.
    let third = super::imported(&text, &after(&second, &request));
    assert_eq!(third.files[..2], second.files[..2]);
}
