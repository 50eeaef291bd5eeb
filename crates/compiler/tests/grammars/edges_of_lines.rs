//! Bounds of the line: on both sides of each the grammars say what the decoder says.

use cmec_decoder::{Notation, Verdict, line};

use crate::agreement::Both;

fn both(domain: &str) -> Both {
    Both::of(domain, Notation::Line)
}

/// Texts over a few letters, up to a length.
fn texts(letters: &[char], longest: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut last = all.clone();
    for _ in 0..longest {
        let longer =
            (last.iter()).flat_map(|text| letters.iter().map(move |one| format!("{text}{one}")));
        last = longer.collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// A word of a line stands bare or in quotes, anything else in quotes alone.
#[test]
fn words_alone_stand_without_quotes() {
    let mind = both("mind");
    let all = [
        texts(&['1', 'e', ':', '+'], 4),
        texts(&['1', '-', '企', ':'], 3),
    ];
    let mut bare = 0;
    for text in all.concat().into_iter().filter(|text| !text.is_empty()) {
        let json = serde_json::to_string(&text).unwrap();
        let [word, quoted] = [&text, &json].map(|said| mind.is_canonical(&format!("title={said}")));
        assert!(quoted, "{text}");
        assert_eq!(word, line::text(&text) == text, "{text}");
        bare += usize::from(word);
    }
    assert!(bare > 40, "{bare}");
}

#[test]
fn names_are_words_or_more_than_blanks() {
    let wine = both("wine");
    let names = [
        "a",
        "企-业",
        "12:30",
        "2E+2",
        "\" a\"",
        "\"a \"",
        "\"-\"",
        "\"ನ\"",
        "\"a\\\"b\"",
        "\"😀\"",
        "\"a\u{200b}\"",
        "\"a\"",
        "\"2E+2\"",
        // Nothing and what nobody sees, and signs that end a word.
        "\"\u{200b}\"",
        "\"\\u0007\"",
        "\"\"",
        "\" \"",
        "\"\\n\u{3000}\"",
        "a-",
        "a:b",
        "ನ",
        "«a»",
        "`a`",
        "",
    ];
    let named = |name: &str| format!("@{name}");
    assert_eq!(wine.canonical_of(&names, named), names[..13]);
    let groups = ["a", "1a", "\"a b\"", "\"1a\"", "\"a\"", "\" \""];
    let grouped = |name: &str| format!("&{name}{{}} ;{name}|{name}");
    assert_eq!(wine.canonical_of(&groups, grouped), groups[..5]);
}

#[test]
fn days_and_numbers_have_one_spelling() {
    let enterprise = both("enterprise");
    let compared = |field: &'static str| move |value: &str| format!("enterprise {field}>={value}");
    let days = [
        "2024-02-29",
        "0001-01-01",
        "0d",
        "-1y",
        "+9999w",
        "2023-02-29",
        "2024-2-9",
        "\"2024-02-29\"",
        "20240229",
        "-0d",
        "-01d",
        "+12345d",
        "1y",
        "\"-1y\"",
    ];
    assert_eq!(
        enterprise.canonical_of(&days, compared("founded")),
        days[..5]
    );
    let integers = [
        "0",
        "-7",
        "9223372036854775807",
        "-0",
        "007",
        "1.0",
        "1e3",
        "+1",
        "9223372036854775808",
        "\"7\"",
    ];
    assert_eq!(
        enterprise.canonical_of(&integers, compared("employees")),
        integers[..3]
    );
    let decimals = ["-0", "0.10", "1E5", "1e+05", "01", "1.", ".5", "-", "1e"];
    assert_eq!(
        enterprise.canonical_of(&decimals, compared("capital")),
        decimals[..4]
    );
    let ranges = [
        "1..2",
        "-3.5..-1e0",
        "1.5..1.50",
        "1...2",
        "1..",
        "..2",
        "1..2..3",
    ];
    let ranged = |range: &str| format!("enterprise capital={range}");
    assert_eq!(
        enterprise.canonical_of(&ranges, ranged),
        ["1..2", "-3.5..-1e0", "1.5..1.50"]
    );
    let times = [
        "2024-02-29T23:59:59",
        "2024-01-01T00:00:00.5+14:59",
        "-7d",
        "2024-01-01",
        "2024-01-01T24:00:00",
    ];
    let since = |time: &str| format!("event happened>={time}");
    assert_eq!(enterprise.canonical_of(&times, since), times[..3]);
}

/// What a name means is told by the type the line, or the group, is about.
#[test]
fn names_are_those_of_a_type() {
    let enterprise = both("enterprise");
    let lines = [
        "enterprise name=a",
        "park name=a",
        "enterprise park enterprise.name=a",
        "enterprise @b name=a",
        "enterprise @b park.name=a",
        "enterprise:b .name",
        "enterprise:b enterprise:c .enterprise.name",
        "@b .enterprise.name",
        "@b .capital",
        "enterprise closed",
        "enterprise closed|suspended !private !foreign|private",
        "enterprise status=[closed]",
        "enterprise &a{park name=a national} &b{closed} ;a|b",
        // The same in more words, by a name of several, or of another type.
        "enterprise enterprise.name=a",
        "enterprise park name=a",
        "enterprise park.name=a",
        "enterprise F001=a",
        "@b .name",
        "enterprise status=closed",
        "enterprise status=closed|suspended",
        "enterprise park closed",
        "enterprise national",
        "enterprise 存续",
    ];
    assert_eq!(enterprise.canonical_of(&lines, str::to_owned), lines[..13]);
}

/// The scenario is said where it does not follow, and only there.
#[test]
fn scenarios_are_said_where_they_must_be() {
    let enterprise = both("enterprise");
    let lines = [
        "enterprise",
        "enterprise:a",
        "@a @b",
        "@a @b >located",
        "enterprise >located",
        "@a *2",
        "SG @a",
        "IS @a",
        "AF enterprise",
        "@a enterprise:b *2>*",
        "PQ enterprise @a",
        "enterprise path()",
        "path(#a)",
        "enterprise count",
        "RAG \"a\"",
        "RAG enterprise closed \"a\"",
        "\"a\" ^5",
        "enterprise @\"b\" name=\"c\" \"a\"",
        "enterprise closed \"a\"",
        "&a{enterprise} &b{park} ;a|b",
        "IS enterprise",
        "AF @a",
        "RQ enterprise >located",
        "AGG enterprise count",
        "SG @a *2",
        "\"a\"",
        "RAG \"a\" ^5",
        "enterprise @b name=\"c\" \"a\"",
        "enterprise @\"b\" name=c \"a\"",
        "enterprise limit 20",
        "enterprise 500",
        "enterprise 20 count closed",
        "closed enterprise",
        "enterprise  closed",
        "enterprise closed ",
        " enterprise",
        "",
    ];
    let canonical = enterprise.canonical_of(&lines, str::to_owned);
    assert_eq!(canonical, lines[..20]);
    let mind = both("mind");
    let lines = [
        "IS 20",
        "IS",
        "IS limit 500",
        "-lastmod",
        "adr",
        "note @a",
        "note",
        "20",
        "IS adr",
    ];
    assert_eq!(mind.canonical_of(&lines, str::to_owned), lines[..6]);
}

#[test]
fn numbers_keep_their_bounds() {
    let enterprise = both("enterprise");
    let numbers: Vec<u32> = (0..8)
        .chain([18, 19, 20, 21, 999, 1000, 1001, 100_000, 100_001])
        .collect();
    let bounds = |text: &dyn Fn(u32) -> String| {
        let canonical = enterprise.canonical_of(&numbers, text);
        (
            canonical.len(),
            canonical.first().copied(),
            canonical.last().copied(),
        )
    };
    // Three digits may be the rest of a number before them.
    assert_eq!(
        bounds(&|rows| format!("park {rows}")),
        (12, Some(1), Some(1000))
    );
    assert_eq!(
        bounds(&|rows| format!("park limit {rows}")),
        (1, Some(999), Some(999))
    );
    assert_eq!(
        bounds(&|rows| format!("park +{rows}")),
        (15, Some(1), Some(100_000))
    );
    // The default of groups is not said.
    assert_eq!(
        bounds(&|rows| format!("park count {rows}")),
        (11, Some(1), Some(1000))
    );
    assert_eq!(
        bounds(&|depth| format!("@a *{depth}")),
        (4, Some(2), Some(5))
    );
    assert_eq!(
        bounds(&|hops| format!("path(#a *{hops})")),
        (5, Some(1), Some(6))
    );
    assert_eq!(
        bounds(&|hops| format!("@a @b *{hops}>*")),
        (5, Some(1), Some(6))
    );
}

/// An operation nests as deep as the decoder reads.
#[test]
fn operations_keep_their_depth() {
    let enterprise = both("enterprise");
    let counts = [0, 1, 2, 27, 28, 29, 30];
    let longest = |text: &dyn Fn(usize) -> String| {
        let canonical = enterprise.canonical_of(&counts, text);
        canonical.last().copied()
    };
    let side_by_side = |count: usize| format!("&a{{park}} ;{}", vec!["a"; count].join("|"));
    assert_eq!(longest(&side_by_side), Some(29));
    let nested = |count: usize| {
        let (open, close) = ("a|(".repeat(count), ")".repeat(count));
        format!("&a{{park}} ;{open}a|a{close}")
    };
    assert_eq!(longest(&nested), Some(27));
}

/// A question back is the whole line.
#[test]
fn questions_stand_alone() {
    let enterprise = both("enterprise");
    for (line, asks) in [
        ("?\"which?\"", true),
        ("?\"which?\":a|\"b c\"", true),
        ("?\" \"", false),
        ("?\"which?\":", false),
        ("?\"which?\" enterprise", false),
        ("CL ?\"which?\"", false),
    ] {
        assert_eq!(enterprise.lark.accepts(line), asks, "{line}");
        assert_eq!(enterprise.gbnf.accepts(line), asks, "{line}");
        let decoder = cmec_decoder::Decoder::new(enterprise.domain.tables());
        let asked = matches!(&decoder.decode(line, "1").verdict, Verdict::Clarify(clarify) if clarify.patchable.is_none() || clarify.reasons[0].code == cmec_decoder::clarify::MODEL_ASKED);
        assert!(asked || !asks, "{line}");
    }
}
