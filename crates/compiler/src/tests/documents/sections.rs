//! Cutting of texts into sections.

use super::{sections, whole};

const HEAD: &str = "---\ntype: adr\n---\n";

#[test]
fn a_text_is_cut_at_its_headings() {
    let cases: [(&str, &[&str]); 22] = [
        ("", &[]),
        (" \n\n", &[]),
        ("plain\ntext\n", &[" | plain\ntext"]),
        ("# one\ntext", &["one | text"]),
        (
            "before\n# one\n\n\ntext\n\n\n",
            &[" | before", "one | text"],
        ),
        // An empty section is left out, but its heading stays in the path of others.
        (
            "# one\n## two\n### three\ntext\n",
            &["one > two > three | text"],
        ),
        (
            "# a\n1\n## b\n2\n#### d\n3\n### c\n4\n## e\n5\n# f\n6",
            &[
                "a | 1",
                "a > b | 2",
                "a > b > d | 3",
                "a > b > c | 4",
                "a > e | 5",
                "f | 6",
            ],
        ),
        // A deeper heading first.
        ("### deep\n1\n# top\n2\n", &["deep | 1", "top | 2"]),
        ("## one ##\ntext", &["one | text"]),
        ("   # indented #  \ntext", &["indented | text"]),
        (
            "before\n   # indented\ntext",
            &[" | before", "indented | text"],
        ),
        ("#none\n####### nor this", &[" | #none\n####### nor this"]),
        // Setext.
        (
            "One\n===\ntext\n\nTwo\n---\nmore",
            &["One | text", "One > Two | more"],
        ),
        ("One\nand on\n======\ntext", &["One and on | text"]),
        // A line on its own is a thematic break.
        ("text\n\n---\n\nmore", &[" | text\n\n---\n\nmore"]),
        // Code.
        (
            "```sh\n# no\n```\n# yes\n1",
            &[" | ```sh\n# no\n```", "yes | 1"],
        ),
        (
            "   ~~~\n# no\n```\n# no\n   ~~~~\n# yes\n1",
            &[" |    ~~~\n# no\n```\n# no\n   ~~~~", "yes | 1"],
        ),
        ("```\n# never closed\n", &[" | ```\n# never closed"]),
        ("# one\n\n    # code\n", &["one |     # code"]),
        // A heading in a quotation or a list does not start a section.
        (
            "> # quoted\n> text\n\n- # listed\n",
            &[" | > # quoted\n> text\n\n- # listed"],
        ),
        ("<!--\n# hidden\n-->\n", &[" | <!--\n# hidden\n-->"]),
        (
            "#\nunder an empty one\n# \n##\n# x",
            &[" | under an empty one"],
        ),
    ];
    for (text, expected) in cases {
        let document = whole(&format!("{HEAD}{text}"));
        assert_eq!(sections(&document), expected, "{text}");
        // Lines may end with CRLF.
        let with_returns = format!("{HEAD}{text}").replace('\n', "\r\n");
        let expected: Vec<String> = expected
            .iter()
            .map(|text| text.replace('\n', "\r\n"))
            .collect();
        assert_eq!(sections(&whole(&with_returns)), expected, "{with_returns}");
    }
}

#[test]
fn a_heading_has_its_words_without_their_marks() {
    for (heading, expected) in [
        ("*one* __two__ `three_four`", "one two three_four"),
        ("snake_case stays", "snake_case stays"),
        ("a [link](https://example.org) here", "a link here"),
        ("Vec<String> of C#", "Vec<String> of C#"),
        (r"1 \* 2", "1 * 2"),
        ("Ёлка и 企业", "Ёлка и 企业"),
        ("A {#anchor}", "A {#anchor}"),
    ] {
        let document = whole(&format!("{HEAD}## {heading}\ntext"));
        assert_eq!(document.sections[0].headings, [expected], "{heading}");
    }
}

#[test]
fn a_title_is_said_or_found() {
    for (head, text, expected) in [
        ("title: Said\n", "# Found\n", "Said"),
        (
            "",
            "## Two\n\n# `Found` first\ntext\n# Later\n",
            "Found first",
        ),
        ("title:\n", "# Found\n", "Found"),
        ("title: ''\n", "Found\n=====\n", "Found"),
        ("", "## Two\n", "on reading"),
        ("title: 2024\n", "", "2024"),
    ] {
        let document = whole(&format!("---\ntype: adr\n{head}---\n{text}"));
        assert_eq!(document.title, expected, "{head}{text}");
    }
}
