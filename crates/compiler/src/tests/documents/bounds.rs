//! Bounds on the reading of arbitrary bytes.

use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::test_runner::{Config, TestRunner};

use super::{PATH, json_lines, markdown, types};
use crate::documents::{placed, read_json_lines, read_markdown};
use crate::{Colour, Severity, render, report};

#[test]
fn bytes_that_are_no_text_are_told() {
    for (bytes, expected) in [
        (
            &b"---\ntype: adr\n---\n\xe4 text"[..],
            "CB160 4:1 a document that is not UTF-8: byte 18 of the file",
        ),
        (
            b"\xff\xfe-\0-\0",
            "CB160 1:1 a document that is not UTF-8: byte 0 of the file",
        ),
        (
            b"\xef\xbb\xbf\xe4",
            "CB160 1:2 a document that is not UTF-8: byte 3 of the file",
        ),
    ] {
        let (document, told) = markdown(bytes);
        assert!(
            document.is_none() && told.len() == 1 && told[0].starts_with(expected),
            "{told:?}"
        );
    }
}

#[test]
fn a_document_is_bounded() {
    let most = 4 << 20;
    let head = "---\ntype: adr\n---\n";
    let long = |length: usize| format!("{head}{}", "a ".repeat((length - head.len()) / 2));
    assert!(markdown(long(most).as_bytes()).0.is_some());
    let (document, told) = markdown(long(most + 2).as_bytes());
    assert!(document.is_none());
    assert_eq!(
        told,
        [
            "CB161 1:1 a document of 4194306 bytes, and 4194304 are read at most -- split it, or take it out of the corpus"
        ]
    );
    // Each section stores all its headings.
    let headings = format!(
        "{head}# {}\n{}",
        "a".repeat(1 << 20),
        "## b\nc\n".repeat(1 << 10)
    );
    let (document, told) = markdown(headings.as_bytes());
    assert!(document.is_none());
    assert!(
        told[0].starts_with("CB161 4:1 the headings of the sections are too long together"),
        "{told:?}"
    );
    // Each line is a document.
    let line = |length: usize| {
        format!(
            "{{\"_id\": \"a\", \"type\": \"adr\", \"text\": \"{}\"}}\n",
            "a".repeat(length)
        )
    };
    let text = format!("{}{}{}", line(most), line(1), line(most / 2));
    let (documents, told) = json_lines(text.as_bytes(), &types());
    assert_eq!((documents.len(), told.len()), (2, 1));
    assert!(told[0].starts_with("CB161 1:1"), "{told:?}");
}

#[test]
fn a_hundred_findings_are_told() {
    for (broken, expected) in [(100, None), (101, Some(1)), (5000, Some(4900))] {
        let (documents, told) = json_lines("?\n".repeat(broken).as_bytes(), &types());
        assert!(documents.is_empty());
        let more = expected.map(|more| {
            format!("CB015 100:1 {more} findings more in `{PATH}`; only the first 100 are told -- mend these, and build the index again for the others")
        });
        assert_eq!(told.len(), 100 + usize::from(more.is_some()));
        assert_eq!(told.get(100), more.as_ref());
    }
    let keys: String = (0..300).map(|at| format!("k: {at}\n")).collect();
    assert_eq!(
        markdown(format!("---\n{keys}---\n").as_bytes()).1.len(),
        101
    );
}

/// Pieces of random documents.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "---\n", "---\r\n", "...\n", "type: adr\n", "type", ": ", "tags: [a, b]\n", "lastmod: 2024-01-01\n", "\u{feff}",
    "\n", "\r\n", "\r", "# ", "## ", "###### ", " #", "===\n", "```\n", "~~~", "> ", "- ", "    ", "\t", "1. ", "<!--",
    "-->", "<div>\n", "[a]", "(b)", "![", "](", "*", "_", "`", "\\", "&amp;", "企", "ё", "{", "}", "\"_id\": \"a\"",
    "\"text\": \"b\"", "\"type\": \"adr\"", "\"metadata\": {", ",", "[", "]", "null", "\\ud800",
];

/// Files of such pieces with random bytes in between.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        8 => proptest::sample::select(PIECES).prop_map(|text| text.as_bytes().to_vec()),
        1 => proptest::collection::vec(any::<u8>(), 0..4),
    ];
    let start = prop_oneof![
        Just(&b""[..]),
        Just(&b"---\ntype: adr\n---\n"[..]),
        Just(&b"{\"_id\":\"a\",\"text\":\"b\",\"type\":\"adr\""[..])
    ];
    (start, proptest::collection::vec(piece, 0..40))
        .prop_map(|(start, rest)| [start, &rest.concat()].concat())
}

#[test]
fn any_bytes_are_read() {
    let mut runner = TestRunner::new(Config {
        cases: 4000,
        failure_persistence: None,
        ..Config::default()
    });
    let types = types();
    let outcome = runner.run(&pieces(), |bytes| {
        let (document, findings) = read_markdown(PATH, &bytes, &types);
        // Without a document, there is a finding with the reason.
        assert!(document.is_some() || !findings.is_empty());
        for section in document.iter().flat_map(|document| &document.sections) {
            let text = section.text.as_bytes();
            assert!(!text.is_empty() && bytes.windows(text.len()).any(|part| part == text));
        }
        let (documents, more) = read_json_lines(PATH, &bytes, &types);
        assert!(documents.len() <= bytes.split(|byte| *byte == b'\n').count());
        for findings in [findings, more] {
            assert!(
                findings
                    .iter()
                    .all(|one| one.severity() == Severity::Warning)
            );
            let places = findings
                .iter()
                .flat_map(|one| std::iter::once(&one.primary).chain(&one.secondary));
            assert!(
                places
                    .map(|label| label.place)
                    .all(|place| place.start <= place.end && place.end <= bytes.len())
            );
            let count = findings.len();
            let (findings, sources) = placed((PATH, 0), &bytes, findings);
            assert_eq!(report(&findings, &sources).len(), count);
            let drawn = render(&findings, &sources, Colour::Plain);
            assert_eq!(drawn.is_empty(), count == 0);
        }
        Ok(())
    });
    outcome.unwrap();
}
