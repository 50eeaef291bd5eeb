//! Files of JSON Lines.

use super::{json_lines, types};
use crate::documents::DocumentTypes;

#[test]
fn a_line_is_a_document() {
    let text = "\u{feff}{\"_id\": \"a\", \"title\": \"A\", \"text\": \"one\\ntwo\", \"type\": \"adrs\", \"tags\": \"x\"}\r\n\
        \r\n  \n\
        {\"path\": \"p\", \"id\": 7, \"text\": \"# not cut\", \"metadata\": {\"type\": \"pattern\", \"tags\": [\"x\", 7], \"lastmod\": \"2024-05-31\", \"n\": 1.50, \"deep\": {\"a\": [1]}}}\n\
        {\"path\": \"c/d.md\", \"content\": \" \", \"type\": \"policy\", \"title\": null, \"url\": \"u\", \"metadata\": {\"type\": \"adr\", \"title\": \"D\", \"status\": \"done\"}}";
    let (documents, told) = json_lines(text.as_bytes(), &types());
    assert_eq!(told, Vec::<String>::new());
    let [a, b, c] = documents.as_slice() else {
        panic!("{documents:?}");
    };
    assert_eq!((a.path.as_str(), a.title.as_str()), ("a", "A"));
    assert_eq!(
        (a.metadata.document_type.as_str(), &a.metadata.tags[..]),
        ("adr", &["x".to_owned()][..])
    );
    assert_eq!(a.sections[0].text, "one\ntwo");
    assert_eq!((b.path.as_str(), b.title.as_str()), ("7", "7"));
    assert_eq!(b.metadata.document_type, "pattern");
    assert_eq!(b.metadata.tags, ["x", "7"]);
    assert_eq!(b.metadata.lastmod.as_deref(), Some("2024-05-31"));
    let other: Vec<(&str, String)> = (b.metadata.other.iter())
        .map(|(key, texts)| (key.as_str(), texts.join("|")))
        .collect();
    assert_eq!(other, [("n", "1.50".to_owned()), ("path", "p".to_owned())]);
    assert_eq!(
        (b.sections[0].headings.len(), b.sections[0].text.as_str()),
        (0, "# not cut")
    );
    // Top-level metadata takes precedence; an empty text has no section.
    assert_eq!((c.path.as_str(), c.title.as_str()), ("c/d.md", "D"));
    assert_eq!(c.metadata.document_type, "policy");
    assert_eq!(c.metadata.status.as_deref(), Some("done"));
    assert_eq!(c.metadata.other["url"], ["u"]);
    assert!(c.sections.is_empty());
}

#[test]
fn a_broken_line_is_told_and_the_others_are_read() {
    const SHAPE: &str = " -- a line is an object with `_id` and `text`";
    let good = "{\"_id\": \"b\", \"text\": \"t\", \"type\": \"adr\"}";
    for (line, expected) in [
        (
            "{\"_id\": \"a\", \"text\": ",
            format!("CB168 2:21 not JSON: EOF while parsing a value{SHAPE}"),
        ),
        (
            "{\"_id\": \"a\" \"text\": \"t\"}",
            format!("CB168 2:13 not JSON: expected `,` or `}}`{SHAPE}"),
        ),
        (
            "{} {}",
            format!("CB168 2:4 not JSON: trailing characters{SHAPE}"),
        ),
        ("[1]", format!("CB168 2:1 not an object of JSON{SHAPE}")),
        ("text", format!("CB168 2:1 not an object of JSON{SHAPE}")),
        (
            "{\"text\": \"t\"}",
            format!("CB168 2:1 a document without `_id`, `id` or `path`{SHAPE}"),
        ),
        (
            "{\"_id\": true, \"text\": \"t\"}",
            format!("CB168 2:9 `_id` must be a text{SHAPE}"),
        ),
        (
            "{\"_id\": \" \", \"text\": \"t\"}",
            format!("CB168 2:1 a document without a name: its identifier is empty{SHAPE}"),
        ),
        (
            "{\"_id\": \"a\"}",
            format!("CB168 2:1 a document without `text`{SHAPE}"),
        ),
        (
            "{\"_id\": \"a\", \"text\": [\"t\"]}",
            format!("CB168 2:22 `text` must be a text{SHAPE}"),
        ),
        (
            "{\"_id\": \"a\", \"_id\": \"b\", \"text\": \"t\"}",
            format!("CB168 2:21 the key `_id` stands twice{SHAPE}"),
        ),
        (
            "{\"_id\": \"a\", \"text\": \"\\ud800\"}",
            "CB168 2:".to_owned(),
        ),
        (
            "{\"_id\": \"a\", \"text\": \"t\", \"metadata\": [1]}",
            format!("CB168 2:39 `metadata`: not an object of JSON{SHAPE}"),
        ),
        (
            "{\"_id\": \"a\", \"text\": \"t\", \"metadata\": {\"type\": \"adr\", \"type\": \"adr\"}}",
            format!("CB168 2:63 `metadata`: the key `type` stands twice{SHAPE}"),
        ),
        (
            "{\"_id\": \"a\", \"text\": \"t\"}",
            "CB164 2:1 a document without a type".to_owned(),
        ),
        (
            "{\"_id\": \"a\", \"text\": \"t\", \"type\": \"adrr\"}",
            "CB165 2:35 `adrr` is no type of documents -- did you mean `adr`? ".to_owned(),
        ),
        (
            "{\"_id\": \"企\", \"text\": \"t\", \"type\": {}}",
            "CB167 2:35 `type` must be one text (this is a map)".to_owned(),
        ),
    ] {
        let text = format!("{good}\n{line}\r\n{good}\n");
        let (documents, told) = json_lines(text.as_bytes(), &types());
        assert_eq!(documents.len(), 2, "{line}");
        assert!(
            told.len() == 1 && told[0].starts_with(&expected),
            "{line}\n{told:?}\n{expected}"
        );
    }
    // A line that is not UTF-8.
    let bytes = [
        good.as_bytes(),
        b"\n{\"_id\": \"\xff",
        good.as_bytes(),
        b"\n",
        good.as_bytes(),
    ]
    .concat();
    let (documents, told) = json_lines(&bytes, &types());
    let at = good.len() + 1 + b"{\"_id\": \"".len();
    let expected = format!(
        "CB160 2:10 a document that is not UTF-8: byte {at} of the file (the first byte that does not fit) -- save the file as UTF-8"
    );
    assert_eq!((documents.len(), told), (2, vec![expected]));
}

#[test]
fn a_corpus_without_types_has_the_only_one_there_is() {
    let beir = b"{\"_id\": \"1\", \"title\": \"\", \"text\": \"t\", \"metadata\": {}}\n";
    let only = DocumentTypes::new(["passage"].into_iter(), [].into_iter());
    let (documents, told) = json_lines(beir, &only);
    assert_eq!(told, Vec::<String>::new());
    assert_eq!(documents[0].metadata.document_type, "passage");
    assert_eq!(documents[0].title, "1");
    let none = DocumentTypes::new([].into_iter(), [].into_iter());
    for (types, known) in [
        (types(), "known types: `definition`"),
        (none, "no types of documents are known"),
    ] {
        let (documents, told) = json_lines(beir, &types);
        let expected = "CB164 1:1 a document without a type -- say it under the key `type`, or ";
        assert!(
            documents.is_empty() && told[0].starts_with(expected) && told[0].contains(known),
            "{told:?}"
        );
    }
}
