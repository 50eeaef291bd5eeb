//! What is said of a line with faults: which, where, and nothing beside them that is not true.
#![allow(clippy::unwrap_used, reason = "a test panics on failure")]

use cmec_decoder::generated::builtin;
use cmec_decoder::{Decoder, Finding, Notation, Options, Spelling};

fn findings(line: &str) -> Vec<Finding> {
    let options = Options {
        spelling: Spelling::Only(Notation::Line),
        ..Options::default()
    };
    let decoder = Decoder::new(builtin("enterprise").unwrap()).with_options(options);
    decoder.decode(line, "1").account.findings
}

/// Items are counted whether they could be read or not, and the one item of a line is one too.
#[test]
fn pointers_count_every_item() {
    for (line, expected) in [
        ("enterprise foo", &[("DEC090", "/1")][..]),
        // What is missing is missing in the whole line.
        ("foo", &[("DEC090", "/0")]),
        (
            "enterprise c=~d -foo status=bogus",
            &[("DEC092", "/1"), ("DEC031", "/2"), ("DEC042", "/3")],
        ),
        (
            "enterprise median(capital) status=bogus",
            &[("DEC030", "/1"), ("DEC042", "/2")],
        ),
        ("enterprise @ >invest", &[("DEC092", "/2")]),
        (
            "a{park city=~x level=bogus} ;a|a",
            &[("DEC092", "/0/1"), ("DEC042", "/0/2")],
        ),
    ] {
        let found = findings(line);
        let said: Vec<_> = (found.iter())
            .map(|finding| (finding.rule.id, finding.pointer.as_str()))
            .collect();
        assert_eq!(said, expected, "{line}");
    }
}

/// Where an item was lost, no one knows what is missing.
#[test]
fn nothing_is_missing_beside_what_was_lost() {
    for (line, only) in [
        ("path(#a park", "DEC006"),
        ("\"why", "DEC006"),
        ("having enterprise", "DEC006"),
        ("a{enterprise ;a|b", "DEC006"),
    ] {
        let found = findings(line);
        assert!(
            found.iter().all(|finding| finding.rule.id != "DEC050"),
            "{line}"
        );
        assert!(
            found.iter().any(|finding| finding.rule.id == only),
            "{line}: {found:#?}"
        );
    }
    let nothing = findings("having count>1");
    assert!(nothing.iter().any(|finding| finding.rule.id == "DEC050"));
}

/// Help is in the words of a line, and names the mark that was meant.
#[test]
fn help_can_be_followed() {
    for (line, help) in [
        ("enterprise\u{3000}active", "put a plain blank in its place"),
        (
            "enterprise name\u{ff1d}a",
            "write `=` in its place, or put the text in double quotes",
        ),
        (
            "a{} b{enterprise} ;a|b",
            "say it in the group, before its filters",
        ),
        (
            "enterprise a{} ;a|c",
            "use a name that stands before braces",
        ),
        (
            "enterprise @a >invest:7",
            "say `*` for the target, the number of an entity, counted from 0, or `&name` for a place",
        ),
        (
            "@a *2 \"x\"",
            "leave the walk out: it follows from the relations",
        ),
        (
            "enterprise count having count~3",
            "it has `=`, `!=`, `<`, `<=`, `>`, `>=`",
        ),
    ] {
        let found = findings(line);
        let said: Vec<_> = found
            .iter()
            .filter_map(|finding| finding.help.as_deref())
            .collect();
        assert!(said.contains(&help), "{line}: {said:?}");
    }
}
