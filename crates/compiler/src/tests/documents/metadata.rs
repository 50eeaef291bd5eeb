//! Metadata in front matter, and the findings about it.

use cmec_executor::documents::Metadata;

use super::{markdown, types, whole};
use crate::documents::{DocumentTypes, read_json_lines, read_markdown};

/// The non-empty metadata in compact form.
fn said(metadata: &Metadata) -> String {
    let one =
        |name: &str, text: &Option<String>| text.as_ref().map(|text| format!("{name}={text}"));
    let list = |name: &str, texts: &[String]| {
        (!texts.is_empty()).then(|| format!("{name}={}", texts.join("|")))
    };
    let other = metadata
        .other
        .iter()
        .filter_map(|(key, texts)| list(key, texts));
    let parts = [
        Some(metadata.document_type.clone()),
        one("status", &metadata.status),
        list("tags", &metadata.tags),
        list("contexts", &metadata.contexts),
        one("project", &metadata.project),
        one("lastmod", &metadata.lastmod),
    ];
    parts
        .into_iter()
        .flatten()
        .chain(other)
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn a_front_matter_is_read() {
    for (yaml, expected) in [
        ("type: adr", "adr"),
        (
            "type: adr\nstatus: final\nproject: cmec",
            "adr status=final project=cmec",
        ),
        ("type: adr\ntags: rag", "adr tags=rag"),
        (
            "type: adr\ntags: [a, b]\ncontexts:\n- c\n- d e",
            "adr tags=a|b contexts=c|d e",
        ),
        ("type: adr\ntags: a, b c", "adr tags=a|b c"),
        (
            "type: adr\ntag: '#b/c d'\ntags: [B, 'e f', x/y/z]",
            "adr tags=b/c|b|d|e f|x/y/z|x|x/y",
        ),
        ("type: adr\ntags: [a, ~, '', 7]", "adr tags=a|7"),
        ("type: adr\ntags: []\nstatus:\nproject: ~", "adr"),
        ("type: adr\nlastmod: 2024-05-31", "adr lastmod=2024-05-31"),
        (
            "type: adr\ndate: 2024-05-31T10:00:00+03:00",
            "adr lastmod=2024-05-31",
        ),
        (
            "type: adr\nupdated: '2024-05-31 10:00'",
            "adr lastmod=2024-05-31",
        ),
        // The most reliable date; the others are kept.
        (
            "date: 2020-01-01\nupdated: 2021-01-01\ntype: adr",
            "adr lastmod=2021-01-01 date=2020-01-01",
        ),
        (
            "lastmod:\ndate: 2020-01-01\ntype: adr",
            "adr lastmod=2020-01-01",
        ),
        // Other keys: texts and lists of texts.
        (
            "type: adr\nauthor: Ada\nweight: 07\ndraft: false",
            "adr author=Ada draft=false weight=07",
        ),
        (
            "type: adr\naliases: [x, y]\nmap: {a: b}\nmixed: [a, {b: c}]\nnone: []",
            "adr aliases=x|y",
        ),
        ("# nothing but this\ntype: adr # a remark", "adr"),
    ] {
        for (from, to) in [("\n", "\n"), ("\n", "\r\n")] {
            let text = format!("---\n{yaml}\n---\ntext").replace(from, to);
            assert_eq!(said(&whole(&text).metadata), expected, "{text}");
            let marked = format!("\u{feff}{text}");
            assert_eq!(said(&whole(&marked).metadata), expected, "{marked}");
        }
    }
    assert_eq!(said(&whole("--- \ntype: adr\n...\n---\n").metadata), "adr");
}

#[test]
fn a_document_without_a_type_has_that_of_its_folder() {
    let types = types().with_defaults(
        [
            ("notes", "pattern"),
            (".", "adr"),
            ("./notes/old/", "class"),
        ]
        .into_iter(),
    );
    for (path, text, expected) in [
        ("a.md", "# One\n\ntext", "adr"),
        ("notes/a.md", "text", "pattern"),
        ("notes/old/a.md", "---\ntitle: x\n---\ntext", "class"),
        ("notes-2/a.md", "", "adr"),
        ("notes/a.md", "---\ntype: policy\n---\n", "policy"),
    ] {
        let (document, findings) = read_markdown(path, text.as_bytes(), &types);
        assert_eq!(findings.len(), 0, "{path}");
        assert_eq!(document.unwrap().metadata.document_type, expected, "{path}");
    }
    let (lines, _) = read_json_lines("notes/a.jsonl", b"\n{\"_id\": 1, \"text\": \"t\"}", &types);
    assert_eq!(
        (lines[0].0, lines[0].1.metadata.document_type.as_str()),
        (2, "pattern")
    );
    let only = DocumentTypes::new(["note"].into_iter(), [].into_iter());
    let (document, _) = read_markdown("a.md", b"text", &only);
    assert_eq!(document.unwrap().metadata.document_type, "note");
}

#[test]
fn tags_stand_in_the_text_too() {
    for (body, expected) in [
        (
            "About #кулинария/торты, and #2024-plan.",
            "adr tags=кулинария/торты|кулинария|2024-plan",
        ),
        ("#rag\n- a #b_c", "adr tags=rag|b_c"),
        (
            "# Title\n\nissue #12, a#b, [x](u#v), `#code`\n\n```\n#include\n```\n",
            "adr",
        ),
    ] {
        let document = whole(&format!("---\ntype: adr\n---\n{body}"));
        assert_eq!(said(&document.metadata), expected, "{body}");
    }
}

#[test]
fn a_type_is_called_by_several_words() {
    for (text, expected) in [
        ("adr", Some("adr")),
        ("ADR", Some("adr")),
        (" Concept_Map ", Some("concept-map")),
        ("concept map", Some("concept-map")),
        ("concept-maps", Some("concept-map")),
        ("patterns", Some("pattern")),
        ("adrs", Some("adr")),
        ("definitions", Some("definition")),
        ("policies", Some("policy")),
        ("classes", Some("class")),
        ("decision", Some("adr")),
        ("карта_понятий", Some("concept-map")),
        // A name takes precedence over an alias.
        ("pattern", Some("pattern")),
        // The alias of an unknown type, and the plural of an alias.
        ("lost", None),
        ("decisions", None),
        ("class s", None),
        ("", None),
    ] {
        assert_eq!(types().resolve(text), expected, "{text}");
    }
}

#[test]
fn what_is_left_out_is_told() {
    const KNOWN: &str =
        "known types: `definition`, `concept-map`, `adr`, `pattern`, `policy`, `class`";
    const START: &str =
        "start it with a line `---`, a line `type: …`, and a line `---`, or name a type";
    let unlisted = |place: &str, text: &str, near: &str| {
        format!("CB165 {place} `{text}` is no type of documents -- {near}{KNOWN}")
    };
    let without = || {
        format!(
            "CB164 1:1 a document without a type -- say it under the key `type`, or name a type for those that say none in `retrieval.yaml`: `default_types: {{.: …}}`; {KNOWN}"
        )
    };
    let cases: Vec<(&str, String)> = vec![
        ("", format!("CB162 1:1 a document without front matter -- {START}")),
        ("\n---\ntype: adr\n---\n", format!("CB162 1:1 a document without front matter -- {START}")),
        ("# One\n", format!("CB162 1:1 a document without front matter -- {START}")),
        ("---\ntype: adr\n", "CB163 1:1 the front matter has no end (it starts here) -- write a line `---` below it".to_owned()),
        ("---\n---\n", without()),
        ("---\n# none\n---\n", without()),
        ("---\ntitle: One\ntype:\n---\n", without()),
        ("---\nTypes: adr\n---\n", "CB164 1:1 a document without a type -- is `Types` meant to be `type`?".to_owned()),
        ("---\ntitle: One\ntype: patern\n---\n", unlisted("3:7", "patern", "did you mean `pattern`? ")),
        ("---\ntype: \"diary\"\n---\n", unlisted("2:7", "diary", "")),
        ("---\ntype: [adr, pattern]\n---\n", "CB167 2:7 `type` must be one text (this is a list)".to_owned()),
        ("---\n- adr\n---\n", "CB163 2:1 the front matter has no keys -- write a key and its value in each line: `type: …`".to_owned()),
        ("---\nпервый: [а\n\nтип: }\n---\n", "CB163 2:9 `[` is not closed -- write the `]` that closes it".to_owned()),
        ("---\ntype: adr\ntitle: Rule 1: none\n---\n", "CB163 3:".to_owned()),
        ("---\ntype: adr\ntags: a\ntype: pattern\n---\n", "CB163 4:1 the key `type` stands twice; first here 2:1 -- keep one of the two".to_owned()),
        ("---\ntype: adr\ntags: &a b\n---\n", "CB163 3:".to_owned()),
        ("---\ntype: adr\ntags: !!str b\n---\n", "CB163 3:".to_owned()),
        ("---\ntype: adr\n--- more\n---\n", "CB163 3:".to_owned()),
    ];
    for (text, expected) in cases {
        for text in [
            text.to_owned(),
            text.replace('\n', "\r\n"),
            format!("\u{feff}{text}"),
        ] {
            // The byte order mark is a character of the first line.
            let (document, told) = markdown(text.as_bytes());
            assert_eq!(document, None, "{text}");
            let told = told.join("\n").replacen(" 1:2 ", " 1:1 ", 1);
            assert!(told.starts_with(&expected), "{text}\n{told}\n{expected}");
        }
    }
}

#[test]
fn a_value_that_is_no_value_is_told_and_left_out() {
    for (yaml, expected, told_of) in [
        (
            "lastmod: yesterday",
            "adr",
            "CB166 3:10 `lastmod` is no day: `yesterday` -- write it as `2024-05-31`, with or without a time behind it",
        ),
        (
            "lastmod: 2023-02-29\ndate: 2024-01-01",
            "adr date=2024-01-01",
            "CB166 3:10 `lastmod` is no day: `2023-02-29` -- write it as `2024-05-31`, with or without a time behind it",
        ),
        (
            "tags: {a: b}",
            "adr",
            "CB167 3:7 `tags` must be a text or a list of texts (this is a map)",
        ),
        (
            "tags: [a, [b], c]",
            "adr tags=a|c",
            "CB167 3:11 `tags` must be a list of texts (this is a list)",
        ),
    ] {
        let text = format!("---\ntype: adr\n{yaml}\n---\ntext");
        let (document, told) = markdown(text.as_bytes());
        assert_eq!(said(&document.unwrap().metadata), expected, "{text}");
        assert_eq!(told, [told_of], "{text}");
    }
}

/// A value that decides on access is never guessed.
#[test]
fn a_status_that_is_no_text_leaves_the_document_out() {
    for (yaml, told_of) in [
        (
            "status: [private]",
            "CB167 3:9 `status` must be one text (this is a list)",
        ),
        (
            "project: {a: b}",
            "CB167 3:10 `project` must be one text (this is a map)",
        ),
    ] {
        let text = format!("---\ntype: adr\n{yaml}\n---\ntext");
        let (document, told) = markdown(text.as_bytes());
        assert_eq!(document, None, "{text}");
        assert_eq!(told, [told_of], "{text}");
    }
    let (document, _) = markdown(b"---\ntype: adr\nStatus: \" private \"\n---\ntext");
    assert_eq!(said(&document.unwrap().metadata), "adr status=private");
}
