//! Bounds: on both sides of each the grammars say what the decoder says.

use cmec_decoder::Notation;

use crate::agreement::{Both, SAYS_NOTHING, without_quotes};
use crate::domain::Outcome;

impl Both {
    /// Whether a text is canonical, to the decoder and to the grammars alike; but for quotes around a word of a line,
    /// which the grammars take.
    pub(crate) fn is_canonical(&self, text: &str) -> bool {
        let accepted = self.lark.accepts(text);
        assert_eq!(self.gbnf.accepts(text), accepted, "GBNF: {text}");
        match self.domain.decode(text) {
            Outcome::Contract(canonical, _) if canonical == text => assert!(accepted, "{text}"),
            Outcome::Contract(canonical, _) if accepted => {
                assert_eq!(without_quotes(&canonical), without_quotes(text));
            }
            Outcome::Contract(..) => {}
            Outcome::Findings(_, findings) => {
                let mut findings = findings.iter();
                let says_nothing = findings.all(|(id, ..)| *id == SAYS_NOTHING);
                assert!(!accepted || says_nothing, "{text}");
                return false;
            }
        }
        accepted
    }

    /// Which of these texts are canonical.
    pub(crate) fn canonical_of<T: Copy>(&self, all: &[T], text: impl Fn(T) -> String) -> Vec<T> {
        let all = all.iter().copied();
        all.filter(|one| self.is_canonical(&text(*one))).collect()
    }
}

fn filtered(target: &str, field: &str, operator: &str, value: &str) -> String {
    format!(
        r#"{{"s":"IS","tg":["{target}"],"C":{{"flt":[{{"f":"{field}","op":"{operator}","v":{value}}}]}}}}"#
    )
}

fn list(element: &str, count: usize) -> String {
    format!("[{}]", vec![element; count].join(","))
}

#[test]
fn days_are_those_of_the_calendar() {
    let address = Both::of("address", Notation::C02);
    let mut days = 0;
    for year in [0, 1, 4, 100, 400, 1900, 1999, 2000, 2023, 2024, 2096, 9999] {
        for month in 0..=13 {
            for day in [0, 1, 9, 10, 28, 29, 30, 31, 32] {
                let day = format!("\"{year:04}-{month:02}-{day:02}\"");
                let text = filtered("payable", "F221", "EQ", &day);
                days += usize::from(address.is_canonical(&text));
            }
        }
    }
    // Eleven years: four of the days in every month, the 29th and the 30th in eleven, the 31st in seven.
    let plain = 11 * (4 * 12 + 11 + 11 + 7);
    let leap = 5;
    assert_eq!(days, plain + leap);
}

#[test]
fn values_have_one_spelling() {
    let enterprise = Both::of("enterprise", Notation::C02);
    let of = |field: &'static str, operator: &'static str| {
        move |value: &str| filtered("enterprise", field, operator, value)
    };
    let integers = [
        "0",
        "-7",
        "9223372036854775807",
        "-9223372036854775808",
        "-0",
        "007",
        "1.0",
        "1e3",
        "+1",
        "9223372036854775808",
        "-9223372036854775809",
        "18446744073709551616",
    ];
    assert_eq!(
        enterprise.canonical_of(&integers, of("F006", "GE")),
        integers[..4]
    );
    let decimals = [
        "-0", "0.10", "1.50", "1E5", "1e-5", "1e+05", "01", "1.", ".5", "-", "1e", "\"1\"",
    ];
    assert_eq!(
        enterprise.canonical_of(&decimals, of("F005", "GE")),
        decimals[..6]
    );
    let times = [
        r#""2024-02-29T23:59:59""#,
        r#""2024-01-01T00:00:00.123456789Z""#,
        r#""2024-01-01T00:00:00-14:59""#,
        r#""-7d""#,
        r#""2024-01-01T24:00:00""#,
        r#""2024-01-01T00:00:00.1234567890""#,
        r#""2024-01-01T00:00:00.""#,
        r#""2024-01-01T00:00:00+15:00""#,
        r#""2024-01-01T00:00:00z""#,
        r#""2024-01-01""#,
    ];
    assert_eq!(
        enterprise.canonical_of(&times, of("F010", "GE")),
        times[..4]
    );
    let texts = [
        "\" \u{a0}é企😀\u{7f}\"",
        r#""\"\\\n\r\t\u0000\u0008\u000b\u000c\u001f""#,
        r#""\b""#,
        r#""\f""#,
        r#""\/""#,
        r#""\u000a""#,
        r#""\u000C""#,
        r#""\u0041""#,
        r#""\ud83d\ude00""#,
        "\"\t\"",
        r#""""#,
        r#""\u0007""#,
    ];
    assert_eq!(
        enterprise.canonical_of(&texts, of("F001", "EQ")),
        texts[..2]
    );
    assert_eq!(
        enterprise.canonical_of(&texts, of("F001", "CT")),
        texts[..2]
    );
}

#[test]
fn names_say_something() {
    let enterprise = Both::of("enterprise", Notation::C02);
    let named = |name: &str| format!(r#"{{"s":"IS","E":[{{"txt":{name}}}]}}"#);
    let names = [
        "\" a\"",
        r#""\n\u0000a""#,
        "\"\u{200b}.\"",
        "\"«\u{feff}\"",
        r#""\u000b\"""#,
        r#""""#,
        r#""\n\u0000""#,
        "\"\u{200b}\"",
        "\"\u{feff}\"",
        "\" \u{85}\u{a0}\u{1680}\u{2000}\u{200a}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}\"",
        r#""\n\r\t\u000b\u000c""#,
    ];
    assert_eq!(enterprise.canonical_of(&names, named), names[..5]);
}

#[test]
fn numbers_keep_their_bounds() {
    let enterprise = Both::of("enterprise", Notation::C02);
    let wide = Both::of("address", Notation::C02);
    let in_range = |both: &Both, numbers: &[u32], text: &dyn Fn(u32) -> String| {
        let canonical = both.canonical_of(numbers, text);
        (
            canonical.len(),
            canonical.first().copied(),
            canonical.last().copied(),
        )
    };
    let tens = (0..110).map(|ten| ten * 10);
    let around: Vec<u32> = (0..30).chain(tens.skip(3)).collect();
    let limit =
        |number: u32| format!(r#"{{"s":"IS","tg":["park"],"C":{{"pg":{{"lim":{number}}}}}}}"#);
    assert_eq!(
        in_range(&enterprise, &around, &limit),
        (127, Some(1), Some(1000))
    );
    let wider: Vec<u32> = (0..=6000).step_by(8).collect();
    let limit =
        |number: u32| format!(r#"{{"s":"IS","tg":["payable"],"C":{{"pg":{{"lim":{number}}}}}}}"#);
    assert_eq!(in_range(&wide, &wider, &limit), (625, Some(8), Some(5000)));
    // The default of groups is never written, that of rows stays as it was said.
    let groups = |number: u32| {
        let numbers = r#"{"m":[{"fn":"CNT"}],"pg":{"lim":"#;
        format!(r#"{{"s":"AGG","tg":["park"],"C":{{"agg":{numbers}{number}}}}}}}}}"#)
    };
    assert_eq!(
        in_range(&enterprise, &around, &groups),
        (126, Some(1), Some(1000))
    );
    let offset =
        |number: u32| format!(r#"{{"s":"IS","tg":["park"],"C":{{"pg":{{"off":{number}}}}}}}"#);
    let offsets = [0, 1, 9, 10, 99_999, 100_000, 100_001];
    assert_eq!(
        in_range(&enterprise, &offsets, &offset),
        (5, Some(1), Some(100_000))
    );
    let few: Vec<u32> = (0..=12).collect();
    let depth = |number: u32| format!(r#"{{"s":"SG","E":[{{"txt":"a"}}],"G":{{"dep":{number}}}}}"#);
    assert_eq!(in_range(&enterprise, &few, &depth), (4, Some(2), Some(5)));
    let hops =
        |number: u32| format!(r#"{{"s":"PQ","G":{{"path":{{"src":["a"],"hop":{number}}}}}}}"#);
    assert_eq!(in_range(&enterprise, &few, &hops), (5, Some(1), Some(6)));
    let ends = |number: u32| {
        format!(r#"{{"s":"PQ","E":[{{"txt":"a"}},{{"txt":"b"}}],"G":{{"dep":{number}}}}}"#)
    };
    assert_eq!(in_range(&enterprise, &few, &ends), (5, Some(1), Some(6)));
}

#[test]
fn lists_keep_their_lengths() {
    let enterprise = Both::of("enterprise", Notation::C02);
    let filter = r#"{"f":"F001","op":"EX"}"#;
    let longest = |text: &dyn Fn(usize) -> String| {
        let counts = [0, 1, 2, 3, 5, 6, 7, 28, 29, 32, 33, 63, 64, 65, 69];
        enterprise.canonical_of(&counts, text).last().copied()
    };
    let values = |count| filtered("enterprise", "F001", "IN", &list("\"a\"", count));
    assert_eq!(longest(&values), Some(64));
    let ends = |count| filtered("enterprise", "F006", "BT", &list("1", count));
    assert_eq!(longest(&ends), Some(2));
    let targets = |count| format!(r#"{{"s":"IS","tg":{}}}"#, list("\"park\"", count));
    assert_eq!(longest(&targets), Some(64));
    let entities = |count| format!(r#"{{"s":"IS","E":{}}}"#, list(r#"{"txt":"a"}"#, count));
    assert_eq!(longest(&entities), Some(64));
    let hops = |count| {
        format!(
            r#"{{"s":"IS","tg":["enterprise"],"R":{}}}"#,
            list(r#"{"r":"R003","fr":"target"}"#, count)
        )
    };
    assert_eq!(longest(&hops), Some(64));
    let filters = |count| {
        format!(
            r#"{{"s":"IS","tg":["enterprise"],"C":{{"flt":{}}}}}"#,
            list(filter, count)
        )
    };
    assert_eq!(longest(&filters), Some(32));
    let types = |count| {
        let group = format!(r#"[{{"n":"a","tg":{}}}]"#, list("\"park\"", count));
        let set = r#"{"l":"a","op":"UNI","r":"a"}"#;
        format!(r#"{{"s":"SET","tg":["park"],"C":{{"grp":{group},"set":{set}}}}}"#)
    };
    assert_eq!(longest(&types), Some(64));
    let nested = |levels: usize| {
        let (open, close) = (
            r#"{"l":"#.repeat(levels),
            r#","op":"UNI","r":"a"}"#.repeat(levels),
        );
        let set = format!(r#"{open}"a"{close}"#);
        format!(r#"{{"s":"SET","tg":["park"],"C":{{"grp":[{{"n":"a"}}],"set":{set}}}}}"#)
    };
    assert_eq!(longest(&nested), Some(28));
    let many = list(r#"{"txt":"a"}"#, 64);
    let end = |index| format!(r#"{{"s":"IS","E":{many},"R":[{{"r":"R001","fr":{index}}}]}}"#);
    assert_eq!(longest(&end), Some(63));
}
